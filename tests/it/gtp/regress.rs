//! Tests of `gtp-regress` with a mock engine and GNU Go.

use stonefield_testing as support;

use crate::support::program::{run_command, stonefield};
use std::path::{Path, PathBuf};
use stonefield_testing::scratch::Scratch;

fn engines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines")
}

fn small() -> String {
    engines().join("small.tst").display().to_string()
}

fn regress(args: &[&str]) -> (Option<i32>, String, String) {
    run_command(&mut stonefield(&[&["gtp-regress"], args].concat()))
}

fn mock(mode: &str) -> Option<String> {
    support::require("python3").then(|| format!("python3 '{}' {mode}", engines().join("mock.py").display()))
}

/// Numbers in the last line: tests, FAIL, fail, PASS, pass, errors.
fn counts(text: &str) -> Vec<u64> {
    let last = text.lines().last().expect("a line");
    last.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_suite_is_counted_by_result() {
    let Some(engine) = mock("ok") else { return };
    let (code, text, errors) = regress(&[&engine, &small()]);
    assert_eq!((code, counts(&text)), (Some(0), vec![5, 0, 1, 0, 4, 0]), "{text}{errors}");
    assert_eq!(text.lines().count(), 2, "nothing unexpected: {text}");
    let (_, long, _) = regress(&["--long", &engine, &small()]);
    assert!(long.contains("line 22: 5 fail: 'name' gave 'Mock', expected [Somebody else]"), "{long}");
    assert_eq!(long.lines().count(), 7, "{long}");
}

#[test]
fn different_results_are_shown_and_exit_with_1() {
    let Some(engine) = mock("ok") else { return };
    let folder = Scratch::new("regress-fails");
    let file = folder
        .file("x.tst", "1 name\n#? [GNU Go]\n2 name\n#? [M.*k]*\n3 nonsense\n#? [.*]\n4 name\n#? [x]&\n");
    let (code, text, errors) = regress(&[&engine, &file, &small()]);
    assert_eq!((code, counts(&text)), (Some(1), vec![8, 2, 1, 1, 4, 0]), "{text}{errors}");
    assert!(text.contains("x.tst, line 1: 1 FAIL: 'name' gave 'Mock', expected [GNU Go]"), "{text}");
    assert!(text.contains("x.tst, line 3: 2 PASS: 'name' gave 'Mock', expected [M.*k]"), "{text}");
    assert!(
        text.contains("x.tst, line 5: 3 FAIL: 'nonsense' gave '? unknown command', expected [.*]"),
        "{text}"
    );
    assert!(errors.is_empty(), "{errors}");
}

#[test]
fn suites_that_cannot_run_exit_with_2() {
    let Some(engine) = mock("ok") else { return };
    let folder = Scratch::new("regress-errors");
    let missing = folder.file("missing.tst", "loadsgf nowhere.sgf\n1 name\n#? [Mock]\n");
    let (code, text, line) = regress(&[&engine, &missing]);
    assert_eq!((code, counts(&text)), (Some(2), vec![1, 0, 0, 0, 1, 1]), "{text}");
    assert!(text.contains("missing.tst, line 1: error: 'loadsgf nowhere.sgf': unknown command"), "{text}");
    assert_eq!(line.lines().count(), 1);
    let bad = folder.file("bad.tst", "#? [1]\n");
    let dies = mock("die").expect("a mock");
    let moves = folder.file("moves.tst", "# a move\n1 genmove b\n#? [A1]\n");
    for (args, words) in [
        (vec![engine.as_str(), "/no/such.tst"], vec!["/no/such.tst", "cannot be read"]),
        (vec![engine.as_str(), &bad], vec!["bad.tst", "line 1"]),
        (vec![engine.as_str()], vec!["FILE", "no suite"]),
        (vec!["/no/such/engine", &bad.replace("bad", "moves")], vec!["no program"]),
        (vec![dies.as_str(), &moves], vec!["moves.tst, line 2", "exit status 4", "'out of ideas'"]),
        (vec!["--brain", "human", &moves], vec!["--brain", "person"]),
        (vec!["--brain", "gtp:nosuch", &moves], vec!["--brain", "'nosuch'"]),
    ] {
        let (code, _, line) = regress(&args);
        assert_eq!((code, line.lines().count()), (Some(2), 1), "{args:?}: {line}");
        assert!(words.iter().all(|word| line.contains(word)), "{args:?}: {line}");
    }
}

/// Game files are searched in the folder of the suite.
#[test]
fn gnu_go_loads_games_in_the_folder_of_the_suite() {
    let usual = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).exists());
    let Some(path) = usual.or_else(|| support::require("gnugo").then_some("gnugo")) else { return };
    let engine = format!("{path} --mode gtp --level 1");
    let folder = Scratch::new("regress-gnugo");
    folder.file("a.sgf", "(;GM[1]FF[4]SZ[5];B[bb];W[ab];B[cc];W[ba];B[dd])");
    // Before the third move the board has two stones, and White has captured nothing.
    let suite = "loadsgf a.sgf 3\n10 list_stones black\n#? [B4]\n20 list_stones white\n#? [A4]\n\
                 loadsgf a.sgf\n30 list_stones white\n#? [(A4|B5) (A4|B5)]\n40 countlib B4\n#? [3]\n41 countlib B4\n#? [2]\n";
    let file = folder.file("a.tst", suite);
    let (code, text, errors) = regress(&[&engine, &file, &small()]);
    assert_eq!((code, counts(&text)), (Some(1), vec![10, 1, 1, 0, 8, 0]), "{text}{errors}");
    assert!(text.contains("40 FAIL: 'countlib B4' gave '2', expected [3]"), "{text}");
}

/// A mind of this program answers through its own `gtp` command.
#[test]
fn our_own_minds_answer_suites() {
    for brain in ["random", "scripted:moves=[C3]"] {
        let (code, text, errors) = regress(&["--brain", brain, &small()]);
        assert_eq!((code, counts(&text)), (Some(0), vec![5, 0, 1, 0, 4, 0]), "{text}{errors}");
    }
    let folder = Scratch::new("regress-own");
    let file =
        folder.file("own.tst", "boardsize 5\nclear_board\n1 genmove b\n#? [C3]\n2 genmove w\n#? [C3]\n");
    let (code, text, errors) = regress(&["--brain", "scripted:moves=[C3]", &file]);
    assert_eq!((code, counts(&text)), (Some(1), vec![2, 1, 0, 0, 1, 0]), "{text}{errors}");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = folder.path("").join(std::ffi::OsStr::from_bytes(b"own-\xff.tst"));
        std::fs::rename(&file, &odd).expect("a name that is no text");
        let mut command = stonefield(&["gtp-regress", "--brain", "scripted:moves=[C3]"]);
        let (code, text, errors) = run_command(command.arg(&odd));
        assert_eq!((code, counts(&text)), (Some(1), vec![2, 1, 0, 0, 1, 0]), "{text}{errors}");
    }
}
