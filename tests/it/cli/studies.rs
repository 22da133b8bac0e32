//! Folders and files of results: no run replaces the results of another.

use crate::support::program::{err, kept_games, refused, stonefield};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_testing::scratch::{Scratch, names};

fn command(folder: &Scratch, args: &[&str]) -> Command {
    let mut command = stonefield(&[&["run", "--size", "5", "--threads", "2"], args].concat());
    command.current_dir(folder.folder());
    command
}

/// Runs a series in a folder, with records in its folder `games`.
fn run(folder: &Scratch, args: &[&str]) -> Output {
    command(folder, &[&["--sgf", "games", "--date", "2026-11-22"], args].concat())
        .output()
        .expect("the program runs")
}

/// Names in the folder of records.
fn games(folder: &Scratch) -> Vec<String> {
    names(&folder.path("games"))
}

const FACTS: &str = "stonefield-study.json";

#[test]
fn a_folder_takes_the_games_of_one_study() {
    let folder = Scratch::new("one");
    assert!(run(&folder, &["--games", "3", "--seed", "5"]).status.success());
    let names = ["game-000000.sgf", "game-000001.sgf", "game-000002.sgf", FACTS];
    assert_eq!(games(&folder), names);
    let path = |name: &str| folder.path("games").join(name);
    let read = |name: &str| std::fs::read(path(name)).expect("there");
    let before: Vec<_> = names.map(read).to_vec();
    // Any option that affects games makes another study. Then nothing is written.
    for (flags, words) in [
        (&["--seed", "6"][..], "seed 5, not 6"),
        (&["--seed", "5", "--black", "random"], "black sensible, not random"),
        (&["--seed", "5", "--komi", "0.5"], "komi 7.5, not 0.5"),
        (&["--seed", "5", "--max-ticks", "9"], "not 9"),
        (&["--seed", "5", "--alternate"], "colours change in no games, not odd games"),
    ] {
        refused(
            &run(&folder, &[&["--games", "1"], flags].concat()),
            &["--sgf", "games holds another study", words, "--force"],
        );
    }
    assert_eq!(names.map(read).to_vec(), before);
    // The same study can be repeated and extended.
    assert!(run(&folder, &["--games", "2", "--seed", "5"]).status.success());
    assert_eq!(names.map(read).to_vec(), before);
    assert!(run(&folder, &["--games", "2", "--game", "3", "--seed", "5"]).status.success());
    assert_eq!(games(&folder).len(), 6);
    assert_eq!(names.map(read).to_vec(), before);
}

#[test]
fn games_of_another_plan_are_not_replaced() {
    let folder = Scratch::new("unrepeatable");
    let timed =
        |args: &[&str]| run(&folder, &[&["--max-ticks", "4", "--black", "mcts:time=0.01"], args].concat());
    assert!(timed(&["--games", "2"]).status.success());
    let read = || std::fs::read(folder.path("games/game-000001.sgf")).expect("there");
    let before = read();
    let words = ["--sgf", "games already has game 1", "mcts:time=0.01 might play it differently", "--force"];
    refused(&timed(&["--games", "2", "--game", "1"]), &words);
    refused(&timed(&["--games", "2", "--game", "1", "--output", "rows.txt"]), &words);
    assert_eq!((read(), folder.names()), (before, vec!["games".to_owned()]));
    assert!(timed(&["--games", "2", "--game", "2"]).status.success());
    assert!(timed(&["--games", "1", "--force"]).status.success());
    assert_eq!(games(&folder).len(), 5);
}

/// Files of other programs stay unchanged.
#[test]
fn files_of_other_programs_are_not_replaced() {
    let folder = Scratch::new("others");
    let once = |args: &[&str]| {
        command(&folder, &[&["--games", "2"], args].concat()).output().expect("the program runs")
    };
    let journal = "stonefield journal 1\n00000000 0000000000000000\n\n";
    for (name, text, words) in [
        ("rows.db", "precious notes\n", "rows.db: this is not a store of games"),
        ("rows.journal", journal, "an earlier program of version 0.1.0 began, and that it can finish"),
    ] {
        folder.file(name, text);
        for args in [&["--output", "rows"][..], &["--output", "rows", "--force"]] {
            refused(&once(args), &["--output", words]);
            assert_eq!(folder.text(name), text);
        }
        std::fs::remove_file(folder.path(name)).expect("there");
    }
    // The games of an experiment are not replaced by those of a series.
    folder.file("plan.toml", "games = 1\nsize = 5\n");
    let lab = stonefield(&["lab", "run", "plan.toml", "-o", "rows.db"]).current_dir(folder.folder()).output();
    assert!(lab.expect("the program runs").status.success());
    refused(
        &once(&["--output", "rows"]),
        &["--output", "rows.db holds games of another plan (experiment, not series)"],
    );
    refused(
        &once(&["--output", "rows", "--force"]),
        &["--output", "rows.db has games of another kind", "is not replaced"],
    );
    assert_eq!(kept_games(&folder.path("rows.db")), 1);
    for name in ["game-000000.sgf", FACTS] {
        let path = format!("games/{name}");
        refused(&once(&["--sgf", "games", "--output", &path]), &["--output", &path, "a file of its own"]);
    }
    folder.file("file", "");
    refused(&once(&["--sgf", "file"]), &["--sgf", "file: it is a file, and a folder is wanted"]);
    refused(&once(&["--force"]), &["--force", "--sgf or --output"]);
    // A name of 255 bytes is the longest, so the name of the checkpoint cannot be this name with a suffix.
    let long = "n".repeat(255);
    assert!(once(&["--output", &long]).status.success());
    assert!(folder.names().contains(&long) && folder.names().len() == 5, "{:?}", folder.names());
}

/// A file that is created during the run is not replaced either.
#[test]
fn a_file_created_during_the_run_is_kept() {
    let folder = Scratch::new("meanwhile");
    let mut running = Running::start(&folder, &["--output", "rows.csv"], "rows.csv.db");
    folder.file("rows.csv", "mine\n");
    let id = running.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().expect("kill").success());
    assert_eq!(running.0.wait().expect("it ends").code(), Some(2));
    assert_eq!(folder.text("rows.csv"), "mine\n");
    assert!(kept_games(&folder.path("rows.csv.db")) > 0);
}

#[test]
fn a_forced_run_that_plays_no_game_removes_none() {
    let folder = Scratch::new("forced");
    assert!(run(&folder, &["--games", "2"]).status.success());
    let before = folder.names();
    for args in [&["--black", "gtp:/no/such/program"][..], &["--black", "random", "--output", "."]] {
        let ended = run(&folder, &[&["--games", "2", "--seed", "9", "--force"], args].concat());
        assert!(!ended.status.success(), "{}", err(&ended));
        assert_eq!(folder.names(), before, "{args:?}");
    }
}

#[test]
fn force_replaces_the_games_and_nothing_else() {
    let folder = Scratch::new("force");
    assert!(run(&folder, &["--games", "3", "--seed", "5"]).status.success());
    let path = |name: &str| folder.path("games").join(name);
    let others = ["game-1.sgf", "my-game-000001.sgf", "game-000001.sgf.txt", "notes"];
    for name in others {
        std::fs::write(path(name), name).expect("writable");
    }
    assert!(run(&folder, &["--games", "1", "--seed", "6", "--force"]).status.success());
    let mut names = [&["game-000000.sgf", FACTS][..], &others].concat();
    names.sort_unstable();
    assert_eq!(games(&folder), names);
    for name in others {
        assert_eq!(std::fs::read_to_string(path(name)).expect("there"), name);
    }
    let facts = std::fs::read_to_string(path(FACTS)).expect("there");
    assert!(facts.contains("\"seed\": 6"), "{facts}");
}

#[test]
fn games_without_valid_facts_are_not_replaced() {
    let folder = Scratch::new("unknown");
    std::fs::create_dir(folder.path("games")).expect("writable");
    let foreign = folder.path("games/game-000007.sgf");
    std::fs::write(&foreign, "(;GM[1])").expect("writable");
    refused(
        &run(&folder, &["--games", "1"]),
        &["--sgf", "no stonefield-study.json names their study", "--force"],
    );
    for facts in ["", "{}", "no JSON"] {
        std::fs::write(folder.path("games").join(FACTS), facts).expect("writable");
        refused(&run(&folder, &["--games", "1"]), &["--sgf", "names their study"]);
    }
    assert_eq!(std::fs::read_to_string(&foreign).expect("there"), "(;GM[1])");
    // Without games there is nothing to lose.
    std::fs::remove_file(&foreign).expect("there");
    assert!(run(&folder, &["--games", "1"]).status.success());
    assert_eq!(games(&folder), ["game-000000.sgf", FACTS]);
}

/// Running series of many games.
struct Running(Child);

impl Running {
    fn start(folder: &Scratch, args: &[&str], file: &str) -> Self {
        let mut command = command(folder, &[&["--games", "1000000"], args].concat());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
        let running = Self(child);
        let until = Instant::now() + Duration::from_secs(60);
        let path = folder.path(file);
        let has_games = || match file.ends_with(".db") {
            true => kept_games(&path) > 0,
            false => std::fs::metadata(&path).is_ok_and(|found| found.len() > 0),
        };
        while !has_games() {
            assert!(Instant::now() < until, "{file} does not come");
            std::thread::sleep(Duration::from_millis(10));
        }
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Kills the process without a chance to clean up.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn one_run_at_a_time_has_a_folder() {
    let folder = Scratch::new("two");
    let first = Running::start(&folder, &["--sgf", "games"], "games/game-000000.sgf");
    refused(&run(&folder, &["--games", "1"]), &["--sgf", "games", "another run"]);
    refused(&run(&folder, &["--games", "1", "--force", "--seed", "9"]), &["--sgf", "games", "another run"]);
    drop(first);
    // The lock file of a dead process blocks nobody.
    assert!(games(&folder).iter().any(|name| name.ends_with(".lock")));
    let output = run(&folder, &["--games", "1"]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(!games(&folder).iter().any(|name| name.ends_with(".lock")));
}

#[test]
fn one_run_at_a_time_has_a_file() {
    let folder = Scratch::new("file");
    let results = ["--output", "rows.csv", "--format", "csv"];
    let once =
        |args: &[&str]| command(&folder, &[&results, args].concat()).output().expect("the program runs");
    let first = Running::start(&folder, &results, "rows.csv.db");
    refused(&once(&["--games", "1"]), &["--output", "rows.csv", "another run"]);
    drop(first);
    // The checkpoint of the killed run has games of another study.
    refused(
        &once(&["--games", "1", "--seed", "2"]),
        &["--output", "another plan", "seed 1, not 2", "--force"],
    );
    assert!(once(&["--games", "2", "--seed", "2", "--force"]).status.success());
    assert_eq!(folder.names(), ["rows.csv"]);
    let rows = folder.text("rows.csv");
    assert_eq!(rows.lines().count(), 3);
    // A complete file is replaced only with `--force`.
    refused(&once(&["--games", "2", "--seed", "2"]), &["--output", "rows.csv exists already", "--force"]);
    assert_eq!(folder.names(), ["rows.csv"]);
    assert_eq!(folder.text("rows.csv"), rows);
    for (path, words) in
        [(".", "a plain file is wanted"), ("none/rows", "none/rows"), ("rows.csv/rows", "rows.csv/rows")]
    {
        let output =
            command(&folder, &["--games", "1", "--output", path]).output().expect("the program runs");
        refused(&output, &["--output", words]);
    }
}

#[test]
fn a_run_that_measures_goes_on_with_its_rows() {
    let folder = Scratch::new("measured");
    let flags = ["--output", "rows.csv", "--format", "csv", "--every", "4"];
    drop(Running::start(&folder, &flags, "rows.csv.db"));
    let once = |args: &[&str]| command(&folder, args).output().expect("the program runs");
    // Missing measures, or measures at other ticks, cannot be added later.
    for (every, words) in [(&[][..], "every 4, not none"), (&["--every", "5"], "every 4, not 5")] {
        let args = [&["--games", "1"], &flags[..4], every].concat();
        refused(&once(&args), &["--output", "rows.csv.db", "another plan", words, "--force"]);
    }
    let known = kept_games(&folder.path("rows.csv.db"));
    let games = (known + 5).to_string();
    assert!(once(&[&["--games", &games], &flags[..]].concat()).status.success());
    let anew = once(&["--games", &games, "--format", "csv", "--every", "4"]);
    assert_eq!(
        (folder.text("rows.csv").as_bytes(), folder.names()),
        (&*anew.stdout, vec!["rows.csv".to_owned()])
    );
    // Records are the same, measured or not.
    assert!(run(&folder, &["--games", "1"]).status.success());
    assert!(run(&folder, &["--games", "2", "--every", "3", "--format", "csv"]).status.success());
}
