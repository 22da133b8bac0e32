//! Runs and games that are interrupted: finished games are kept, and a message says where.
#![cfg(unix)]

use crate::support::program::{err, fed, kept_games, out, slow_enough, stonefield};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_testing::scratch::Scratch;

/// Longest wait of a test for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Programs that a test starts in its folder.
trait Programs {
    /// GTP engine that always passes, so that a game has two moves. Of all processes that share the folder,
    /// the one with `clear_board` number `hangs` never answers again. Each writes a line to `games` when a
    /// game starts.
    fn engine(&self, hangs: u32) -> String;
}

impl Programs for Scratch {
    fn engine(&self, hangs: u32) -> String {
        let script = format!(
            r#"#!/bin/sh
cd '{folder}'
while read -r id command rest; do
  answer=
  case "$command" in
    protocol_version) answer=2 ;;
    name) answer=passes ;;
    version) answer=1 ;;
    list_commands) answer='protocol_version
name
version
list_commands
boardsize
clear_board
komi
play
genmove
quit' ;;
    clear_board)
      number=1
      until mkdir "game-$number" 2>/dev/null; do number=$((number + 1)); done
      echo "$number" >> games
      if [ "$number" -eq {hangs} ]; then
        trap '' TERM INT HUP
        while kill -0 $PPID 2>/dev/null; do sleep 0.2; done
      fi ;;
    genmove) answer=pass ;;
  esac
  printf '=%s %s\n\n' "$id" "$answer"
  [ "$command" = quit ] && exit
done
"#,
            folder = self.folder().display()
        );
        let path = self.file("engine", script);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its own");
        format!("gtp:[{path}],timeout=1000,move=1000")
    }
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < end, "{what} does not come");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Running series whose rows are read while it plays.
struct Running {
    child: Child,
    rows: Option<BufReader<ChildStdout>>,
}

impl Running {
    fn start(folder: &Scratch, args: &[&str]) -> Self {
        let mut child = command(folder, args).spawn().expect("the program runs");
        let rows = child.stdout.take().map(BufReader::new);
        Self { child, rows }
    }

    fn row(&mut self) -> String {
        let mut row = String::new();
        self.rows.as_mut().expect("not closed").read_line(&mut row).expect("readable");
        row
    }

    fn send(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs").success());
    }

    /// Sends a signal (`0`: none) and waits for the end. Returns the exit status, the rest of stdout, and
    /// stderr.
    fn end(mut self, signal: &str) -> (ExitStatus, String, String) {
        let sent = Instant::now();
        self.send(signal);
        let (mut rest, mut said) = (String::new(), String::new());
        if let Some(mut rows) = self.rows.take() {
            rows.read_to_string(&mut rest).expect("text");
        }
        self.child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
        let status = self.child.wait().expect("it ends");
        assert!(sent.elapsed() < PATIENCE / 2, "it took {:?} to end", sent.elapsed());
        (status, rest, said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Scratch, args: &[&str]) -> Command {
    let mut command = stonefield(args);
    command.current_dir(folder.folder()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn series<'a>(mind: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["run", "--size", "5", "--games", "1000000", "--black", mind, "--white", "random"], more].concat()
}

/// True if at least `games` games have started.
fn begun(folder: &Scratch, games: usize) -> impl FnMut() -> bool {
    let path = folder.path("games");
    move || std::fs::read_to_string(&path).is_ok_and(|text| text.lines().count() >= games)
}

fn numbers(rows: &str) -> Vec<u64> {
    rows.lines().filter_map(|row| row.split(',').next()?.parse().ok()).collect()
}

#[test]
fn a_signal_reports_games_that_wait_for_a_hanging_one() {
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let folder = Scratch::new(signal);
        let engine = folder.engine(1);
        let running = Running::start(&folder, &series(&engine, &["--threads", "2", "--format", "csv"]));
        until("the 20th game", begun(&folder, 20));
        let (status, rows, said) = running.end(signal);
        assert_eq!(status.signal(), Some(number), "its parent sees the signal: {said}");
        // The game that hangs is the first or the second. Each other finished game has a row with its number.
        let numbers = numbers(&rows);
        let hangs = u64::from(numbers.contains(&0));
        let expected: Vec<u64> = (0..).filter(|&game| game != hangs).take(numbers.len()).collect();
        assert!(numbers.len() >= 15, "{rows}");
        assert_eq!(numbers, expected);
        let count = numbers.len();
        for words in [
            format!("ended early by SIG{signal}: {count} of 1000000 games are finished"),
            format!("finished before an earlier game, so out of order: {}-{}", hangs + 1, count),
            format!("{count} rows written to stdout"),
            format!("{count} games: {count} counted"),
        ] {
            assert!(said.contains(&words), "no {words:?} in {said}");
        }
    }
}

#[test]
fn output_for_programs_is_complete_after_an_interruption() {
    let folder = Scratch::new("json");
    let engine = folder.engine(1);
    let running = Running::start(&folder, &series(&engine, &["--threads", "2", "--format", "json"]));
    until("the 20th game", begun(&folder, 20));
    let (_, text, said) = running.end("TERM");
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let games: Vec<u64> = document["games"]
        .as_array()
        .expect("games")
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    let late: Vec<u64> = document["ended"]["out_of_order"]
        .as_array()
        .expect("late")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert!(games.ends_with(&late) && games.len() - late.len() <= 1 && late.len() > 10, "{text}");
    assert_eq!(document["ended"]["reason"], "SIGTERM");
    assert_eq!(document["ended"]["games"], 1_000_000);
    assert_eq!(document["summary"]["games"].as_u64(), Some(games.len() as u64));
    assert!(said.lines().count() == 3, "{said}");
    // A series that is stopped before any game has ended.
    let folder = Scratch::new("json-none");
    let engine = folder.engine(1);
    let running = Running::start(&folder, &series(&engine, &["--threads", "1", "--format", "json"]));
    until("the first game", begun(&folder, 1));
    let (_, text, _) = running.end("TERM");
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(
        (document["games"].as_array().map(Vec::len), &document["summary"]["games"]),
        (Some(0), &0.into())
    );
}

#[test]
fn a_row_is_written_as_soon_as_the_order_allows() {
    let folder = Scratch::new("rows");
    let engine = folder.engine(4);
    let mut running = Running::start(&folder, &series(&engine, &["--threads", "1"]));
    // The fourth game hangs. The rows of the first three can be read.
    let mut rows = (0..6).map(|_| running.row()).collect::<Vec<_>>();
    assert!(rows[5].trim_start().starts_with("2 "), "{rows:?}");
    let (_, rest, _) = running.end("TERM");
    rows.push(rest);
    let text = rows.concat();
    assert!(text.contains("ended early by SIGTERM: 3 of 1000000 games are finished\n"), "{text}");
    assert!(text.contains("3 games: 3 counted") && !text.contains("out of order"), "{text}");
}

#[test]
fn a_signal_ends_an_endless_search() {
    let folder = Scratch::new("thinks");
    let mind = "mcts:playouts=1000000000";
    let running = Running::start(&folder, &series(mind, &["--threads", "2"]));
    // The program handles signals once it has a thread for them.
    let threads = format!("/proc/{}/task", running.child.id());
    until("the thread that hears signals", || {
        let names = std::fs::read_dir(&threads).into_iter().flatten().flatten();
        names.into_iter().any(|task| {
            std::fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim() == "signals")
        })
    });
    std::thread::sleep(Duration::from_millis(300));
    let (status, text, said) = running.end("TERM");
    assert_eq!(status.signal(), Some(15));
    assert!(
        text.contains("0 games: 0 counted") && said.contains("0 of 1000000 games are finished"),
        "{text}{said}"
    );
}

/// The program gets each signal twice. So `timeout -s INT` sends it: to the program and to its process group.
#[test]
fn a_signal_that_comes_twice_is_one_request() {
    let folder = Scratch::new("twice");
    let engine = folder.engine(1);
    for signal in ["INT", "TERM", "HUP"] {
        let _ = std::fs::remove_file(folder.path("games"));
        let running = Running::start(&folder, &series(&engine, &["--threads", "2", "--format", "csv"]));
        until("the 20th game", begun(&folder, 20));
        let id = running.child.id().to_string();
        let twice = ["-c", "kill -s $1 $2; kill -s $1 $2", "sh", signal, &id];
        assert!(Command::new("sh").args(twice).status().expect("sh runs").success());
        let (status, rows, said) = running.end("0");
        assert!(status.signal().is_some(), "{signal}: {status}");
        assert!(
            rows.lines().count() > 1 && said.contains(" written to stdout") && !said.contains("safe"),
            "{signal}: {rows}{said}"
        );
        for game in 1.. {
            if std::fs::remove_dir(folder.path(&format!("game-{game}"))).is_err() {
                break;
            }
        }
    }
}

#[test]
fn records_are_there_whatever_other_games_do() {
    let folder = Scratch::new("records");
    let engine = folder.engine(1);
    let running = Running::start(&folder, &series(&engine, &["--threads", "2", "--sgf", "records"]));
    let records = |least: usize| {
        let entries = std::fs::read_dir(folder.path("records"));
        let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().starts_with("game-")).count() >= least
    };
    until("the tenth record", || records(10));
    let (_, _, said) = running.end("TERM");
    assert!(said.contains("the records of all finished games are in records"), "{said}");
}

#[test]
fn a_closed_stdout_loses_no_result() {
    let folder = Scratch::new("closed");
    let mut running = Running::start(&folder, &series("sensible", &["--threads", "2", "--format", "csv"]));
    let rows: Vec<String> = (0..4).map(|_| running.row()).collect();
    assert!(rows[3].starts_with("2,"), "{rows:?}");
    drop(running.rows.take());
    let output = finish(running);
    assert!(output.status.success(), "{:?}", output.status);
    let said = err(&output);
    for words in [
        "rows that are not written, ",
        ",sensible,random,",
        " games: ",
        "ended early by a reader that closed stdout: ",
        " rows written to stdout",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    // Every finished game has its row on stdout or on stderr.
    let count = |words: &str| {
        let before = said.split(words).next().expect("found above");
        before.rsplit(|c: char| !c.is_ascii_digit()).next().and_then(|number| number.parse::<usize>().ok())
    };
    let finished = count(" of 1000000 games are finished").expect("a number");
    let written = count(" rows written").expect("a number");
    assert_eq!(numbers(&said).len() + written, finished, "{said}");
}

fn finish(mut running: Running) -> Output {
    let mut stderr = Vec::new();
    running.child.stderr.take().expect("piped").read_to_end(&mut stderr).expect("readable");
    let status = running.child.wait().expect("it ends");
    Output { status, stdout: Vec::new(), stderr }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_result() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
    let folder = Scratch::new("full");
    for format in ["text", "json", "csv", "netlogo"] {
        let args = ["run", "--size", "5", "--games", "500", "--threads", "2", "--format", format];
        let output = command(&folder, &args).stdout(full()).output().expect("the program runs");
        let said = err(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        for words in [
            "rows that are not written, ",
            "95 % interval",
            " of 500 games are finished",
            "0 rows written to stdout",
            "cannot write to stdout: ",
        ] {
            assert!(said.contains(words), "{format}: no {words:?} in {said}");
        }
        assert!(!said.contains("safe"), "{format}: {said}");
        let row = if format == "netlogo" { "-wins," } else { "+" };
        assert!(said.lines().nth(1).is_some_and(|line| line.contains(row)), "{format}: {said}");
    }
}

#[test]
fn only_rows_and_records_on_disk_are_called_safe() {
    let folder = Scratch::new("safe");
    let sensible = |more: &[&str]| {
        let args = series("sensible", &[&["--threads", "2", "--format", "csv"], more].concat());
        let (name, path) = ("rows.csv", folder.path("rows.csv"));
        let mut command = command(&folder, &args);
        if more.is_empty() {
            command.stdout(std::fs::File::create(path).expect("writable"));
        }
        (Running { child: command.spawn().expect("the program runs"), rows: None }, name)
    };
    let long = |name: &str, least: usize| folder.text(name).lines().count() > least;
    // Rows in a file on stdout, until the file is removed.
    let (running, name) = sensible(&[]);
    until("some rows", || long(name, 10));
    let (_, _, said) = running.end("TERM");
    let rows = folder.text(name).lines().count() - 1;
    assert!(said.contains(&format!("{rows} rows are safe on stdout")), "{said}");
    let (running, name) = sensible(&[]);
    until("some rows", || long(name, 10));
    std::fs::remove_file(folder.path(name)).expect("there");
    let (_, _, said) = running.end("TERM");
    assert!(said.contains("the file of stdout was removed while rows were written into it"), "{said}");
    assert!(!said.contains("safe"), "{said}");
    // Rows in a checkpoint, whose name is shown on one line.
    let (running, _) = sensible(&["--output", "rows\nmany.csv"]);
    until("some games", || kept_games(&folder.path("rows\nmany.csv.db")) > 10);
    let (_, _, said) = running.end("TERM");
    assert!(said.contains(" safe in rows\\nmany.csv.db, ") && !said.contains("\nmany"), "{said}");
    // Records in a folder that is moved: the run ends by itself.
    let (mut running, _) = sensible(&["--sgf", "records"]);
    until("a record", || folder.path("records/game-000005.sgf").exists());
    std::fs::rename(folder.path("records"), folder.path("elsewhere")).expect("there");
    running.rows = running.child.stdout.take().map(BufReader::new);
    std::io::copy(running.rows.as_mut().expect("piped"), &mut std::io::sink()).expect("readable");
    let said = err(&finish(running));
    assert!(said.contains("records was moved or removed while records were written into it"), "{said}");
    assert!(!said.contains("records of all finished games") && !said.contains("safe"), "{said}");
}

/// Rows of a series that is not interrupted.
fn undisturbed(folder: &Scratch, args: &[&str]) -> String {
    let output = command(folder, args).output().expect("the program runs");
    assert!(output.status.success(), "{}", err(&output));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_killed_run_is_resumed() {
    let folder = Scratch::new("killed");
    let engine = folder.engine(8);
    let args = |games| {
        let white = ["--white", "random", "--threads", "2", "--format", "csv", "--output", "rows.csv"];
        [&["run", "--size", "5", "--games", games, "--black", &engine][..], &white].concat()
    };
    let mut running = Running::start(&folder, &args("30"));
    // One thread hangs in the eighth game, the other plays the rest. `kill -9` leaves no message.
    until("the 30th game", begun(&folder, 30));
    until("its end", || kept_games(&folder.path("rows.csv.db")) >= 29);
    running.child.kill().expect("it runs");
    drop(running);
    assert!(!folder.path("rows.csv").exists());
    let before = folder.text("games").lines().count();
    let output = command(&folder, &args("30")).output().expect("the program runs");
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(numbers(&folder.text("rows.csv")), (0..30).collect::<Vec<_>>());
    assert_eq!(folder.text("games").lines().count(), before + 1, "one game was left to play");
    assert!(
        !folder.names().iter().any(|name| name.contains(".db") || name.contains("tmp")),
        "{:?}",
        folder.names()
    );
}

#[test]
fn an_interrupted_run_resumes_to_the_same_rows() {
    let folder = Scratch::new("on");
    let args = ["run", "--size", "5", "--games", "400", "--threads", "2", "--seed", "4", "--format", "csv"];
    let (mind, output) = slow_enough(|mind| command(&folder, &[&args[..], &["--black", mind]].concat()));
    let straight = out(&output);
    let into_file = [&args[..], &["--black", &mind, "--output", "rows.csv", "--sgf", "records"]].concat();
    let running = Running::start(&folder, &into_file);
    until("some games", || kept_games(&folder.path("rows.csv.db")) >= 10);
    let (status, rows, said) = running.end("TERM");
    assert_eq!((status.signal(), &*rows), (Some(15), ""), "{said}");
    let part = folder.text("rows.csv");
    let finished = part.lines().count() - 1;
    assert!((10..400).contains(&finished), "{finished}");
    let safe = format!(
        "{finished} of {finished} games are safe in rows.csv.db, and the same command continues from there"
    );
    assert!(said.contains(&safe) && said.contains("they are in rows.csv too"), "{said}");
    let mut sorted: Vec<_> = part.lines().collect();
    sorted[1..].sort_by_key(|row| row.split(',').next().and_then(|number| number.parse::<u64>().ok()));
    assert!(sorted.iter().all(|row| straight.contains(row)), "{part}");
    // A game without its record is played again.
    for remove in [false, true] {
        if remove {
            std::fs::remove_file(folder.path("records/game-000001.sgf")).expect("there");
        }
        let args = [&into_file[..], if remove { &["--force"] } else { &[][..] }].concat();
        let output = command(&folder, &args).output().expect("the program runs");
        assert!(output.status.success(), "{}", err(&output));
        assert_eq!(folder.text("rows.csv"), straight);
        assert!(
            folder.path("records/game-000001.sgf").exists()
                && folder.path("records/game-000399.sgf").exists()
        );
        assert!(!folder.path("rows.csv.db").exists());
    }
}

/// The file layer fails at its n-th step, and at all later ones: everything reported as safe is safe, and
/// the same command completes the series.
#[test]
fn no_fault_of_writing_loses_safe_rows() {
    let folder = Scratch::new("faults");
    let args = ["run", "--size", "5", "--games", "6", "--threads", "2", "--seed", "4", "--format", "csv"];
    let straight = undisturbed(&folder, &args);
    let mut met = 0;
    for step in 1..=40 {
        let folder = Scratch::new(&format!("fault-{step}"));
        let into_file = [&args[..], &["--output", "rows.csv"]].concat();
        let output = command(&folder, &into_file)
            .env("STONEFIELD_FILE_FAULT", format!("{step}-"))
            .output()
            .expect("the program runs");
        let said = err(&output);
        if !said.contains("file fault") {
            assert!(output.status.success(), "{said}");
            break;
        }
        met += 1;
        assert!(!said.contains("panicked"), "step {step}: {said}");
        assert!(matches!(output.status.code(), Some(0 | 2)), "step {step}: {said}");
        if output.status.success() {
            assert_eq!(folder.text("rows.csv"), straight, "step {step}");
            continue;
        }
        // The results file is empty or ends with a whole line, and the series can be resumed.
        let half = folder.text("rows.csv");
        assert!(half.is_empty() || half.ends_with('\n'), "step {step}: {half}");
        let kept = kept_games(&folder.path("rows.csv.db"));
        let safe = said.split(" safe in").next().filter(|_| said.contains(" safe in"));
        let safe = safe.and_then(|said| said.rsplit("stonefield: ").next()?.split(' ').next()?.parse().ok());
        assert!(safe.is_none_or(|safe: usize| safe <= kept), "step {step}: {said}");
        let again =
            [&into_file[..], if half.is_empty() || kept > 0 { &[][..] } else { &["--force"] }].concat();
        let output = command(&folder, &again).output().expect("the program runs");
        assert!(output.status.success(), "step {step}: {}", err(&output));
        assert_eq!(folder.text("rows.csv"), straight, "step {step}");
        assert_eq!(folder.names(), ["rows.csv"], "step {step}");
    }
    assert!(met > 5, "{met} faults were met");
}

// Games of a person.

/// Plays the lines in a folder, to the end of the input.
fn play(folder: &Scratch, args: &[&str], lines: &str) -> (String, String) {
    let game = ["play", "--text", "--size", "5", "--no-board", "--brain", "scripted:moves=[A1 B1]"];
    let mut command = command(folder, &[&game, args].concat());
    let output = fed(command.env("XDG_STATE_HOME", folder.path("state")), lines);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let said = text(output.stderr);
    assert!(output.status.success(), "{said}");
    (text(output.stdout), said)
}

/// Path of the kept game that the output names. `None` if it names none.
fn kept_in(text: &str) -> Option<PathBuf> {
    text.lines().find_map(|line| Some(line.strip_prefix("The game is kept in ")?.strip_suffix('.')?.into()))
}

const MOVES: &str = "B[cc];W[ae]";

#[test]
fn the_end_of_the_input_keeps_the_game() {
    let folder = Scratch::new("input");
    // Two games of the same second have different names.
    for count in 1..=2 {
        let (text, said) = play(&folder, &[], "c3\n");
        let path = kept_in(&text).unwrap_or_else(|| panic!("{text}"));
        assert!(said.is_empty() && path.is_relative(), "{said}");
        assert!(folder.text(path.to_str().expect("plain")).contains(MOVES));
        assert_eq!(folder.names().len(), count);
    }
    // No game is kept if no moves were made, the game is saved already, or it was discarded.
    for lines in ["", "why\n", "c3\nsave my.sgf\n", "c3\nquit\n"] {
        let (text, _) = play(&folder, &[], lines);
        assert_eq!(kept_in(&text), None, "{lines}");
    }
    assert_eq!(folder.names().len(), 3);
    // A game with moves after the save is kept too. The saved file stays unchanged.
    let before = folder.text("my.sgf");
    let (text, _) = play(&folder, &[], "c3\nsave other.sgf\nd4\n");
    let path = kept_in(&text).unwrap_or_else(|| panic!("{text}"));
    assert!(folder.text(path.to_str().expect("plain")).contains("B[cc];W[ae];B[db]"));
    assert!(!folder.text("other.sgf").contains("B[db]") && folder.text("my.sgf") == before);
}

#[test]
fn a_game_goes_into_the_file_that_was_chosen() {
    let folder = Scratch::new("chosen");
    for (name, lines) in [("a.sgf", "c3\n"), ("b.sgf", "c3\nquit\n"), ("c.sgf", "c3\nresign\n")] {
        let (text, _) = play(&folder, &["--sgf", name], lines);
        assert_eq!(kept_in(&text), Some(name.into()), "{text}");
        assert!(folder.text(name).contains(MOVES), "{name}");
    }
    assert!(folder.text("c.sgf").contains("RE[W+R]"));
    play(&folder, &["--sgf", "none.sgf"], "");
    assert_eq!(folder.names(), ["a.sgf", "b.sgf", "c.sgf"]);
    let before = folder.text("a.sgf");
    for (name, words) in [("a.sgf", "exists"), ("none/a.sgf", "folder")] {
        let args = ["play", "--text", "--sgf", name];
        let output = command(&folder, &args).output().expect("the program runs");
        let line = err(&output);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{line}");
        assert!(line.lines().count() == 1 && line.contains(name) && line.contains(words), "{line}");
    }
    assert_eq!(folder.text("a.sgf"), before);
}

#[test]
fn if_no_file_can_be_written_the_game_is_printed() {
    let folder = Scratch::new("nowhere");
    // A working folder that was removed.
    let gone = folder.plain("gone");
    let script = "mkdir \"$1\" && cd \"$1\" && rmdir \"$1\" && printf 'c3\\n' | \"$2\" play --text --size 5 --no-board --brain 'scripted:moves=[A1]'";
    let play = |state: &str| {
        let output = Command::new("sh")
            .args(["-c", script, "sh", &gone, env!("CARGO_BIN_EXE_stonefield")])
            .env("XDG_STATE_HOME", state)
            .output()
            .expect("sh runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let state = folder.plain("state");
    let text = play(&state);
    let path = kept_in(&text).unwrap_or_else(|| panic!("{text}"));
    assert!(path.starts_with(&state) && text.contains("The working folder cannot be written: "), "{text}");
    assert!(std::fs::read_to_string(path).expect("there").contains(MOVES));
    let text = play("/dev/null/none");
    assert!(
        kept_in(&text).is_none() && text.contains("here it is:\n(;GM[1]") && text.contains(MOVES),
        "{text}"
    );
}

#[test]
fn a_signal_keeps_the_game_while_the_mind_thinks() {
    for (signal, number) in [("TERM", 15), ("HUP", 1), ("INT", 2)] {
        let folder = Scratch::new(&format!("play-{signal}"));
        let args = ["play", "--text", "--size", "5", "--no-board", "--brain", "mcts:playouts=1000000000"];
        let mut child = command(&folder, &args).stdin(Stdio::piped()).spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("piped");
        input.write_all(b"c3\n").expect("it reads");
        let rows = child.stdout.take().map(BufReader::new);
        let mut running = Running { child, rows };
        until("the move", || running.row().contains("Black plays C3."));
        let (status, _, said) = running.end(signal);
        assert_eq!(status.signal(), Some(number), "{said}");
        let path = kept_in(&said).unwrap_or_else(|| panic!("{said}"));
        assert!(folder.text(path.to_str().expect("plain")).contains(";B[cc])"), "{said}");
    }
}

#[test]
fn a_closed_stdout_loses_no_game() {
    let folder = Scratch::new("pipe");
    let script = "printf 'c3\\nd4\\n' | \"$1\" play --text --size 5 --no-board --brain 'scripted:moves=[A1 B1]' | head -n 3";
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_stonefield")])
        .current_dir(folder.folder())
        .output()
        .expect("sh runs");
    let said = [output.stdout, output.stderr].concat();
    // The reader stops after the first move. The pipe may hold all the rest by then.
    assert_eq!(folder.names().len(), 1, "{}", String::from_utf8_lossy(&said));
    let names = folder.names();
    assert!(names[0].starts_with("stonefield-20") && folder.text(&names[0]).contains("B[cc]"), "{names:?}");
}
