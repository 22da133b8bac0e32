//! `kill -9` at random moments while settings, a record, an autosave and a series are saved: reported data
//! exists, and no file is incomplete.
//!
//! The suite kills each a few times. `cargo test --test it cli::kills -- --ignored --nocapture` kills each 60
//! times and prints a summary.

#![cfg(unix)]

use crate::support::program::{self, fed, kept_games};
use crate::support::saver::{Part, records, saver, temporary_files, users_lines};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use stonefield_go::notation::sgf;
use stonefield_testing::scratch::Scratch;

/// Number of kills in the suite, and on request.
const FEW: u64 = 4;
const MANY: u64 = 60;

/// Longest time from the first report of a process to its kill.
const LONGEST: Duration = Duration::from_millis(150);

/// Summary of some kills.
#[derive(Default, Debug)]
struct Tally {
    kills: u64,
    /// Number of processes that had not reported anything.
    early: u64,
    reported: u64,
    temporary: usize,
}

impl Tally {
    fn tell(&self, what: &str) {
        let Self { kills, early, reported, temporary } = self;
        println!(
            "{what}: {kills} kills, {early} before the first report; {reported} reported saves, none lost, nothing half \
             written; {temporary} temporary files left by the kills, all gone after the next start"
        );
    }
}

/// Random number below a limit.
fn chance(below: u64) -> u64 {
    RandomState::new().hash_one(0) % below
}

/// Kills a process, in most cases some time after its first report. Returns all lines that it printed.
fn killed(mut child: Child, output: impl std::io::Read + Send + 'static, tally: &mut Tally) -> Vec<String> {
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        // A report is complete only with its line end.
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { break };
            let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
        }
    });
    let mut lines = Vec::new();
    if chance(8) > 0 {
        // The process may also end by itself, or print something else first.
        while let Ok(line) = receiver.recv_timeout(Duration::from_secs(60)) {
            // GTP responses without an id report nothing.
            let report = line.strip_prefix("saved ").or(line.strip_prefix('=')).unwrap_or(&line);
            let reports = report.starts_with(char::is_numeric);
            lines.push(line);
            if reports {
                break;
            }
        }
    }
    std::thread::sleep(Duration::from_micros(chance(LONGEST.as_micros() as u64)));
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    reader.join().expect("it reads");
    lines.extend(receiver.try_iter());
    tally.kills += 1;
    lines
}

fn saves_survive(part: Part, kills: u64) {
    let mut tally = Tally::default();
    for _ in 0..kills {
        let folder = Scratch::new(&format!("kills-{part:?}"));
        if part == Part::Settings {
            std::fs::write(part.place(folder.folder()), users_lines()).expect("writable");
        }
        let mut child = saver(part, folder.folder(), u64::from(u32::MAX)).spawn().expect("it starts");
        let output = child.stderr.take().expect("piped");
        let lines = killed(child, output, &mut tally);
        assert!(!lines.iter().any(|line| line.starts_with("failed")), "{lines:?}");
        let reported: Vec<u64> =
            lines.iter().filter_map(|line| line.strip_prefix("saved ")?.parse().ok()).collect();
        let last = reported.last().copied().unwrap_or(0);
        tally.temporary += temporary_files(folder.folder());
        let there = part.round_there(folder.folder());
        assert!(there == last || there == last + 1, "{last} was reported, {there} is there");
        let next = saver(part, folder.folder(), 1).output().expect("it runs");
        assert!(String::from_utf8_lossy(&next.stderr).contains(&format!("saved {}", there + 1)));
        assert_eq!(temporary_files(folder.folder()), 0);
        tally.early += u64::from(reported.is_empty());
        tally.reported += reported.len() as u64;
    }
    assert!(tally.reported > 0, "{tally:?}: killed before anything happened");
    tally.tell(&format!("{part:?}"));
}

fn stonefield(args: &[&str]) -> Command {
    let mut command = program::stonefield(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// A GTP session writes its record again and again, each time with another komi.
fn a_record_survives(kills: u64) {
    let mut tally = Tally::default();
    // The game is so long that writing its record takes some time.
    let moves: String = (0..600)
        .map(|at| {
            format!(
                "play {} {}{}\n",
                ["b", "w"][at % 2],
                b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[at % 25] as char,
                1 + at / 25
            )
        })
        .collect();
    for _ in 0..kills {
        let folder = Scratch::new("kills-record");
        let path = folder.path("game.sgf");
        let print = |round: u64| format!("komi {round}\n{round} printsgf {}\n", path.display());
        let mut child = stonefield(&["gtp", "--size", "25"]).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("piped");
        let moves = moves.clone();
        let prints: Vec<String> = (1..20_000).map(print).collect();
        let writer = std::thread::spawn(move || {
            // Writes until an error shows that the process has ended.
            let _ = input.write_all(moves.as_bytes());
            prints.iter().all(|lines| input.write_all(lines.as_bytes()).is_ok())
        });
        let output = child.stdout.take().expect("piped");
        let lines = killed(child, output, &mut tally);
        writer.join().expect("it writes");
        assert!(!lines.iter().any(|line| line.starts_with('?')), "{lines:?}");
        let reported: Vec<u64> =
            lines.iter().filter_map(|line| line.strip_prefix('=')?.parse().ok()).collect();
        let last = reported.last().copied().unwrap_or(0);
        tally.temporary += temporary_files(folder.folder());
        let there = match std::fs::read(&path) {
            Ok(bytes) => {
                let reading = sgf::read(&bytes).expect("a record");
                assert!(reading.problems.is_empty(), "{:?}", reading.problems);
                let root = reading.collection.node(reading.collection.games()[0]);
                assert_eq!(root.main_line().count(), 601, "half of it");
                sgf::komi_of(root).expect("a komi") as u64
            }
            Err(_) => 0,
        };
        assert!(there == last || there == last + 1, "{last} was reported, {there} is there");
        assert!(fed(&mut stonefield(&["gtp", "--size", "25"]), &print(1)).status.success());
        assert_eq!(temporary_files(folder.folder()), 0);
        tally.early += u64::from(reported.is_empty());
        tally.reported += reported.len() as u64;
    }
    assert!(tally.reported > 0, "{tally:?}: killed before anything happened");
    tally.tell("Record");
}

fn a_series_survives(kills: u64) {
    const GAMES: usize = 150;
    let mut tally = Tally::default();
    let series = |games: &Path| {
        let count = GAMES.to_string();
        let mut command =
            stonefield(&["run", "--games", &count, "--size", "7", "--black", "random", "--white", "random"]);
        command.args(["--format", "csv", "--date", "2026-01-01", "--threads", "2", "--sgf"]).arg(games);
        command
    };
    let reference = Scratch::new("kills-series-reference");
    assert!(series(reference.folder()).output().expect("it runs").status.success());
    let whole = records(reference.folder());
    assert_eq!(whole.len(), GAMES);
    for _ in 0..kills {
        let folder = Scratch::new("kills-series");
        let games = folder.path("games");
        let mut child = series(&games).spawn().expect("it starts");
        let output = child.stdout.take().expect("piped");
        let lines = killed(child, output, &mut tally);
        tally.temporary += temporary_files(&games);
        let there = records(&games);
        for (name, bytes) in &there {
            assert!(whole.get(name) == Some(bytes), "{name} is not whole");
        }
        let reported: Vec<u64> =
            lines.iter().filter_map(|line| line.split(',').next()?.parse().ok()).collect();
        for game in &reported {
            assert!(there.contains_key(&format!("game-{game:06}.sgf")), "game {game} was reported");
        }
        let next = series(&games).output().expect("it runs");
        assert!(next.status.success());
        assert_eq!((temporary_files(&games), records(&games).len()), (0, GAMES));
        tally.early += u64::from(reported.is_empty());
        tally.reported += reported.len() as u64;
    }
    assert!(tally.reported > 0, "{tally:?}: killed before anything happened");
    tally.tell("Series");
}

/// Series with a results file, killed and resumed with the same command until it is complete.
fn results_survive(kills: u64) {
    let mut tally = Tally::default();
    let folder = Scratch::new("kills-results");
    let unwritten = |mind: &str| {
        let mut command =
            stonefield(&["run", "--games", "400", "--size", "5", "--black", mind, "--white", "random"]);
        command.args(["--format", "csv", "--threads", "2"]);
        command
    };
    let (mind, reference) = program::slow_enough(unwritten);
    let whole = program::out(&reference);
    let series = |results: &Path| {
        let mut command = unwritten(&mind);
        command.arg("--output").arg(results);
        command
    };
    let mut round = 0;
    while tally.kills < kills {
        round += 1;
        let own = folder.path(&format!("round-{round}"));
        std::fs::create_dir(&own).expect("writable");
        let (results, checkpoint) = (own.join("results.csv"), own.join("results.csv.db"));
        let mut before = 0;
        for kill in 0..4 {
            let mut child = series(&results).spawn().expect("it starts");
            // Every second kill waits for games that are kept; the others may come before.
            let end = Instant::now() + Duration::from_secs(60);
            while kill % 2 == 0 && kept_games(&checkpoint) == before && !results.exists() {
                assert!(Instant::now() < end, "no game is kept");
                std::thread::sleep(Duration::from_millis(10));
            }
            std::thread::sleep(Duration::from_micros(chance(8 * LONGEST.as_micros() as u64)));
            let ended = child.try_wait().expect("ours").is_some();
            child.kill().expect("it can be killed");
            child.wait().expect("it is gone");
            if ended || results.exists() {
                break;
            }
            tally.kills += 1;
            tally.temporary += temporary_files(&own);
            let kept = kept_games(&checkpoint);
            assert!(kept >= before, "{before} games were kept, and now {kept}");
            tally.reported += (kept - before) as u64;
            before = kept;
        }
        // A complete series needs no other run, and another run does not replace it.
        if !results.exists() || checkpoint.exists() {
            let next = series(&results).output().expect("it runs");
            assert!(next.status.success(), "{}", String::from_utf8_lossy(&next.stderr));
        }
        assert!(std::fs::read_to_string(&results).expect("written") == whole, "not the same results");
        assert_eq!((temporary_files(&own), checkpoint.exists()), (0, false));
    }
    assert!(tally.reported > 0, "{tally:?}: killed before anything happened");
    tally.tell("Results");
}

#[test]
fn settings_survive_a_few_kills() {
    saves_survive(Part::Settings, FEW);
}

#[test]
fn an_autosave_survives_a_few_kills() {
    saves_survive(Part::Autosave, FEW);
}

#[test]
fn a_record_survives_a_few_kills() {
    a_record_survives(FEW);
}

#[test]
fn a_series_survives_a_few_kills() {
    a_series_survives(FEW);
}

#[test]
fn results_survive_a_few_kills() {
    results_survive(FEW);
}

#[test]
#[ignore = "takes minutes; the suite has a short form"]
fn settings_survive_many_kills() {
    saves_survive(Part::Settings, MANY);
}

#[test]
#[ignore = "takes minutes; the suite has a short form"]
fn an_autosave_survives_many_kills() {
    saves_survive(Part::Autosave, MANY);
}

#[test]
#[ignore = "takes minutes; the suite has a short form"]
fn a_record_survives_many_kills() {
    a_record_survives(MANY);
}

#[test]
#[ignore = "takes minutes; the suite has a short form"]
fn a_series_survives_many_kills() {
    a_series_survives(MANY);
}

#[test]
#[ignore = "takes minutes; the suite has a short form"]
fn results_survive_many_kills() {
    results_survive(MANY);
}
