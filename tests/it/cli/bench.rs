//! Output of `bench`: playout rates, and counts of instructions.

use crate::support::program::{err, refused};
use stonefield_testing as support;

use std::process::{Command, Output};

fn bench(args: &[&str], path: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonefield"));
    command.arg("bench").args(args);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.output().expect("the program runs")
}

/// Rows of a table, split into words.
fn rows(output: &Output) -> Vec<Vec<String>> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let rows = text.lines().filter(|line| line.starts_with("light") || line.starts_with("heavy"));
    rows.map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn the_requested_playouts_of_each_policy_are_measured() {
    let rows = rows(&bench(&["--playouts", "30000", "--size", "5"], None));
    let names: Vec<String> = rows.iter().map(|row| row[..3].join(" ")).collect();
    assert_eq!(names, ["light 5x5 allowed", "light 5x5 forbidden", "heavy 5x5 forbidden"]);
    for row in rows {
        let number = |n: usize| row[n].parse::<f64>().expect("a number");
        assert!(number(3) > 0.0, "playouts a second");
        assert!((10.0..200.0).contains(&number(4)), "mean plies {}", row[4]);
    }
}

#[test]
fn a_measurement_that_is_too_short_has_no_rate() {
    let few = rows(&bench(&["--playouts", "1", "--size", "2x1", "--policy", "light"], None));
    assert_eq!(few.len(), 2);
    assert!(
        few.iter().all(|row| row[3] == "-" && row[4].parse::<f64>().is_ok_and(|plies| plies > 0.0)),
        "{few:?}"
    );
    let none = bench(&["--playouts", "0"], None);
    assert_eq!(none.status.code(), Some(2));
    let line = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(line.contains("--playouts") && line.contains("from 1") && line.lines().count() == 1, "{line}");
    assert!(none.stdout.is_empty());
}

/// Count of each path in the table of `bench --count=NAME`.
fn counts(name: &str) -> Vec<(String, String)> {
    let output = bench(&[&format!("--count={name}")], None);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let rows = text.lines().skip_while(|line| !line.starts_with("path")).skip(1);
    rows.map(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        (words[0].to_owned(), words[2].to_owned())
    })
    .collect()
}

#[test]
fn instructions_are_counted_and_a_longer_game_takes_more() {
    if !support::require("valgrind") {
        return;
    }
    let counts = counts("playout-light-");
    let names: Vec<&str> = counts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["playout-light-9", "playout-light-13", "playout-light-19"]);
    let count = |n: usize| counts[n].1.parse::<u64>().expect("a count");
    // The length of a playout grows with the board. On 9x9 it has 111 plies.
    assert!(
        count(0) > 10_000 && 10 * count(1) > 15 * count(0) && 10 * count(2) > 15 * count(1),
        "{counts:?}"
    );
}

#[test]
fn the_units_of_work_are_counted() {
    if !support::require("valgrind") {
        return;
    }
    let counts = counts("sgf-300");
    // A record of 300 moves has at least 1,800 characters, so reading it takes far more instructions.
    assert!(counts[0].1.parse::<u64>().is_ok_and(|count| count > 10_000), "{counts:?}");
}

#[test]
fn a_path_missing_in_another_program_is_left_out() {
    if !support::require("valgrind") {
        return;
    }
    let output = bench(&["--count=agents-swarm", "--program", "/bin/true"], None);
    assert!(output.status.success());
    let row = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned();
    assert!(row.starts_with("agents-swarm") && row.ends_with('-'), "{row}");
    let line = err(&output);
    assert!(line.contains("agents-swarm") && line.lines().count() == 1, "{line}");
}

#[test]
fn no_path_and_no_program_are_refused_in_one_line() {
    let cases: [(&[&str], &[&str]); 4] = [
        (&["--count=chess"], &["--count", "'chess'", "playout-light-9", "lab-row"]),
        (&["--count=lab", "--program", "/nowhere/at/all"], &["--program", "/nowhere/at/all"]),
        (&["--count", "--program", "/nowhere/at/all"], &["--program", "/nowhere/at/all"]),
        (&["--program", "/bin/true"], &["--count"]),
    ];
    for (args, words) in cases {
        refused(&bench(args, None), words);
    }
}

#[test]
fn without_valgrind_nothing_is_counted() {
    let output = bench(&["--count"], Some("/nowhere"));
    assert_eq!(output.status.code(), Some(2));
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(line.contains("--count") && line.contains("valgrind") && line.lines().count() == 1, "{line}");
}
