//! Every step of writing a file fails once: files are complete, reported data exists, and a message names the
//! fault.
//!
//! Builds with debug assertions let a chosen step fail (see `crates/files/src/fault.rs`). Each test goes
//! through all steps with three kinds of fault: one step fails, all later steps fail too as on a full disk,
//! or the process is killed.

#![cfg(debug_assertions)]

use crate::support::program::{err, fed, out, stonefield};
use crate::support::saver::{Part, records, saver, temporary_files, users_lines};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use stonefield_testing::scratch::{Scratch, names};

/// More steps than any test here needs.
const MOST: u64 = 400;

/// Result of a process that met a fault.
struct Met {
    status: ExitStatus,
    stdout: String,
    /// stderr without the message of the fault itself.
    stderr: String,
    /// True if the process was killed at the fault.
    killed: bool,
}

/// Runs the command with a fault at each step, until no step is left.
fn at_every_step(mut command: impl FnMut() -> (Command, &'static str), mut check: impl FnMut(&str, &Met)) {
    for kind in ["N", "N-", "kill:N"] {
        let mut step = 1;
        loop {
            assert!(step < MOST, "there is no end of steps");
            let plan = kind.replace('N', &step.to_string());
            let (mut command, input) = command();
            let command = command.env("STONEFIELD_FILE_FAULT", &plan).stdin(Stdio::piped());
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
            // A process that was killed reads no input.
            let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
            let output = child.wait_with_output().expect("it ends");
            let stderr = err(&output);
            let (faults, rest): (Vec<&str>, Vec<&str>) =
                stderr.lines().partition(|line| line.starts_with("file fault "));
            if faults.is_empty() {
                assert!(step > 4, "{kind}: only {step} steps");
                break;
            }
            let met = Met {
                status: output.status,
                stdout: out(&output),
                stderr: rest.iter().map(|line| format!("{line}\n")).collect(),
                killed: plan.starts_with("kill"),
            };
            assert_eq!(met.status.code().is_none(), met.killed, "{plan}: {} {stderr}", met.status);
            check(&format!("{plan} ({})", faults[0]), &met);
            step += 1;
        }
    }
}

/// A process saves settings or an autosave three times, with a fault at each step.
fn saves_are_whole(part: Part) {
    let folder = Scratch::new(&format!("faults-{part:?}"));
    let fresh = || {
        let _ = std::fs::remove_dir_all(folder.folder());
        if part == Part::Settings {
            std::fs::create_dir_all(folder.folder()).expect("writable");
            std::fs::write(part.place(folder.folder()), users_lines()).expect("writable");
        }
        // An autosave creates its folder.
        (saver(part, folder.folder(), 3), "")
    };
    let (mut failed, mut reported_in_all, mut folder_synced) = (0, 0, false);
    at_every_step(fresh, |plan, met| {
        folder_synced |= plan.ends_with(&format!(": Sync {})", folder.folder().display()));
        let rounds = met.stderr.lines().filter_map(|line| line.strip_prefix("saved ")?.parse::<u64>().ok());
        let reported = rounds.max().unwrap_or(0);
        let told: Vec<&str> = met.stderr.lines().filter(|line| line.starts_with("failed: ")).collect();
        if !met.killed {
            assert!(!told.is_empty(), "{plan}: nothing tells of it: {}", met.stderr);
            assert_eq!(temporary_files(folder.folder()), 0, "{plan}");
        }
        for line in &told {
            assert!(
                line.contains("cannot write /") && line.contains(" made to fail at step "),
                "{plan}: {line}"
            );
        }
        let there = part.round_there(folder.folder());
        assert!((reported..=3).contains(&there), "{plan}: {reported} was reported and {there} is there");
        // The next start succeeds and leaves no temporary file.
        let next = saver(part, folder.folder(), 1).output().expect("it runs");
        let said = err(&next);
        assert!(said.contains(&format!("saved {}", there + 1)), "{plan}: {said}");
        assert_eq!(temporary_files(folder.folder()), 0, "{plan}: after the next start");
        failed += told.len();
        reported_in_all += reported;
    });
    assert!(folder_synced, "the folder is synced after a rename");
    assert!(failed > 20 && reported_in_all > 20, "{failed} failures told, {reported_in_all} rounds reported");
}

#[test]
fn settings_survive_a_fault_at_every_step() {
    saves_are_whole(Part::Settings);
}

#[test]
fn an_autosave_survives_a_fault_at_every_step() {
    saves_are_whole(Part::Autosave);
}

/// Tests a command that writes one file: as a new file, and over an old one. `told`: text of the message,
/// with `PATH` for the path of the file. It is on stderr if it begins with `stonefield: `, else on stdout.
fn one_file_is_whole(
    name: &str,
    command: impl Fn(&str) -> Command,
    input: impl Fn(&str) -> String,
    told: &str,
) {
    let folder = Scratch::new(&format!("faults-{name}"));
    folder.file("in.sgf", "(;GM[1]SZ[3];B[aa];W[bb])");
    let path = folder.path("out");
    let out = path.to_str().expect("plain");
    let input: &'static str = Box::leak(input(out).into_boxed_str());
    let undisturbed = || fed(command(out).current_dir(folder.folder()), input).status.success();
    assert!(undisturbed(), "{name}");
    let new = std::fs::read(&path).expect("written");
    for old in [None, Some(b"old\n".repeat(3000))] {
        let fresh = || {
            let _ = std::fs::remove_file(&path);
            if let Some(old) = &old {
                std::fs::write(&path, old).expect("writable");
            }
            let mut command = command(out);
            command.current_dir(folder.folder());
            (command, input)
        };
        let mut folder_synced = false;
        at_every_step(fresh, |plan, met| {
            folder_synced |= plan.ends_with(&format!(": Sync {})", folder.folder().display()));
            let there = std::fs::read(&path).ok();
            assert!(there == old || there.as_ref() == Some(&new), "{name} {plan}: half of it: {there:?}");
            if !met.killed {
                let said = if told.starts_with("stonefield: ") { &met.stderr } else { &met.stdout };
                let lines = said.lines().filter(|line| line.contains(" made to fail at step ")).count();
                assert!(lines > 0, "{name} {plan}: {said}");
                assert!(said.contains(&told.replace("PATH", out)), "{name} {plan}: {said}");
                let code = if told.starts_with("stonefield: ") { 2 } else { 0 };
                assert_eq!(met.status.code(), Some(code), "{name} {plan}: {said}");
                assert_eq!(temporary_files(folder.folder()), 0, "{name} {plan}");
            }
        });
        assert!(folder_synced, "{name}: the folder is synced after a rename");
    }
    // The next write in the folder removes the files of killed processes.
    assert!(undisturbed(), "{name}");
    assert_eq!(temporary_files(folder.folder()), 0, "{name}");
}

#[test]
fn a_converted_record_survives_a_fault_at_every_step() {
    let convert = |out: &str| stonefield(&["sgf", "convert", "in.sgf", "-o", out, "--force"]);
    one_file_is_whole("convert", convert, |_| String::new(), "stonefield: PATH: ");
}

#[test]
fn an_analysed_record_survives_a_fault_at_every_step() {
    let analyze =
        |out: &str| stonefield(&["sgf", "analyze", "in.sgf", "--brain", "random", "-o", out, "--force"]);
    one_file_is_whole("analyze", analyze, |_| String::new(), "stonefield: PATH: ");
}

#[test]
fn the_record_of_a_gtp_game_survives_a_fault_at_every_step() {
    let gtp = |_: &str| stonefield(&["gtp", "--size", "3"]);
    let input = |out: &str| format!("play b a1\n1 printsgf {out}\nquit\n");
    one_file_is_whole("gtp", gtp, input, "?1 cannot write file: ");
}

#[test]
fn the_record_of_a_text_game_survives_a_fault_at_every_step() {
    let play = |_: &str| stonefield(&["play", "--text", "--size", "3", "--no-board", "--brain", "random"]);
    // The program asks before it replaces an old file.
    let input = |out: &str| format!("save {out}\nsave {out}\nquit\n");
    one_file_is_whole("play", play, input, "PATH cannot be written: ");
}

/// Whatever fails, the game is in the chosen file, in another file, or printed. No file is incomplete.
#[test]
fn a_text_game_that_is_kept_at_the_end_survives_a_fault_at_every_step() {
    let folder = Scratch::new("faults-kept");
    let state = Scratch::new("faults-kept-state");
    let fresh = || {
        for name in folder.names() {
            std::fs::remove_file(folder.path(&name)).expect("its own");
        }
        let args = ["play", "--text", "--size", "3", "--no-board", "--sgf", "game.sgf", "--brain", "random"];
        let mut command = stonefield(&args);
        command.current_dir(folder.folder()).env("XDG_STATE_HOME", state.folder());
        (command, "b2\n")
    };
    at_every_step(fresh, |plan, met| {
        let names = folder.names();
        let games: Vec<String> =
            names.iter().filter(|name| name.ends_with(".sgf")).map(|name| folder.text(name)).collect();
        assert!(
            games.iter().all(|game| game.contains("B[bb];W[") && game.ends_with(")\n")),
            "{plan}: {games:?}"
        );
        if !met.killed {
            assert_eq!(temporary_files(folder.folder()), 0, "{plan}: {names:?}");
            let reports = ["The game is kept in ", "The game could not be saved in a file; here it is"];
            assert!(reports.iter().any(|report| met.stdout.contains(report)), "{plan}: {}", met.stdout);
            assert!(!games.is_empty() || met.stdout.contains("B[bb];W["), "{plan}: {}", met.stdout);
        }
    });
}

#[test]
fn a_search_tree_survives_a_fault_at_every_step() {
    let think = |out: &str| {
        stonefield(&["think", "--brain", "negamax:depth=1", "--size", "2", "--force", "--dot", out])
    };
    one_file_is_whole("think", think, |_| String::new(), "stonefield: --dot: PATH cannot be written: ");
}

/// Numbers of the reported games.
fn reported(rows: &str) -> impl Iterator<Item = u64> {
    rows.lines().filter_map(|row| row.split(',').next()?.parse().ok())
}

#[test]
fn a_series_survives_a_fault_at_every_step() {
    let folder = Scratch::new("faults-series");
    let games = folder.path("new/games");
    let series = || {
        let mut command =
            stonefield(&["run", "--games", "3", "--size", "3", "--black", "random", "--white", "random"]);
        command.args(["--format", "csv", "--date", "2026-01-01", "--threads", "2", "--sgf"]).arg(&games);
        command
    };
    let all = series().output().expect("it runs");
    assert!(all.status.success());
    let whole = records(&games);
    assert_eq!((whole.len(), reported(&out(&all)).count()), (3, 3));
    let mut rows = 0;
    let fresh = || {
        let _ = std::fs::remove_dir_all(folder.path("new"));
        (series(), "")
    };
    at_every_step(fresh, |plan, met| {
        let there = records(&games);
        for (name, bytes) in &there {
            assert!(whole.get(name) == Some(bytes), "{plan}: {name} is not whole");
        }
        // A result is reported even if its record could not be written. The message says so too.
        let all_but = met.stderr.lines().find_map(|line| line.split("all finished games but ").nth(1));
        let all_but = all_but.and_then(|rest| rest.split(" are in ").next()).unwrap_or_default();
        for game in reported(&met.stdout) {
            let there = there.contains_key(&format!("game-{game:06}.sgf"));
            let told = all_but.split(", ").any(|missing| missing == game.to_string());
            assert!(there || told, "{plan}: game {game} was reported: {}", met.stderr);
            rows += 1;
        }
        if !met.killed {
            assert_eq!(met.status.code(), Some(2), "{plan}: {}", met.stderr);
            let told: Vec<&str> =
                met.stderr.lines().filter(|line| line.starts_with("stonefield: ")).collect();
            assert!(
                told.iter()
                    .any(|line| line.contains("faults-series") && line.contains(" made to fail at step ")),
                "{plan}: {}",
                met.stderr
            );
            assert_eq!(temporary_files(&games), 0, "{plan}");
        }
    });
    assert!(rows > 10, "{rows} rows reported in all");
    // The next series in the folder removes the files of killed processes.
    let leaves = |step: u64| {
        let _ = std::fs::remove_dir_all(folder.path("new"));
        let killed = series().env("STONEFIELD_FILE_FAULT", format!("kill:{step}")).output().expect("it runs");
        killed.status.code().is_none() && temporary_files(&games) == 1
    };
    assert!((1..MOST).any(leaves));
    assert!(series().output().expect("it runs").status.success());
    assert_eq!((temporary_files(&games), records(&games)), (0, whole));
}

#[test]
fn a_series_with_a_file_of_results_goes_on_after_a_fault_at_every_step() {
    let folder = Scratch::new("faults-results");
    let (new, results) = (folder.path("new"), folder.path("new/results.csv"));
    let series = || {
        let mut command =
            stonefield(&["run", "--games", "3", "--size", "3", "--black", "random", "--white", "random"]);
        command.args(["--format", "csv", "--threads", "2", "--output"]).arg(&results);
        command
    };
    let fresh = || {
        let _ = std::fs::remove_dir_all(&new);
        std::fs::create_dir_all(&new).expect("writable");
        (series(), "")
    };
    let (mut first, _) = fresh();
    assert!(first.output().expect("it runs").status.success());
    let whole = std::fs::read_to_string(&results).expect("written");
    assert_eq!(reported(&whole).count(), 3);
    at_every_step(fresh, |plan, met| {
        if !met.killed {
            assert_eq!(met.status.code(), Some(2), "{plan}: {}", met.stderr);
            assert!(
                met.stderr.lines().any(|line| {
                    line.starts_with("stonefield: --output: ") && line.contains(" made to fail at step ")
                }),
                "{plan}: {}",
                met.stderr
            );
            assert_eq!(temporary_files(&new), 0, "{plan}");
        }
        // An interrupted run writes the rows that it has.
        let there = std::fs::read_to_string(&results).unwrap_or_default();
        let rows = there.split_inclusive('\n').filter(|line| line.starts_with(char::is_numeric));
        for row in rows {
            assert!(whole.split_inclusive('\n').any(|line| line == row), "{plan}: half of a row: {row}");
        }
        // Games reported as safe are in the checkpoint.
        let safe = met.stderr.lines().find_map(|line| line.split(" safe in ").nth(1)?.split(',').next());
        if let Some(checkpoint) = safe {
            assert!(Path::new(checkpoint).exists(), "{plan}: {}", met.stderr);
        }
        // The same command resumes from there.
        let next = series().output().expect("it runs");
        assert!(next.status.success(), "{plan}: then {}", err(&next));
        assert_eq!(std::fs::read_to_string(&results).expect("written"), whole, "{plan}");
        assert_eq!(names(&new), ["results.csv"], "{plan}");
    });
}
