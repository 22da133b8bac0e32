//! Text views in a terminal: the terminal is restored at the end, and plain terminals get plain text.
#![cfg(target_os = "linux")]

use stonefield_testing as support;

use crate::support::program::{err, fed};
use serde_json::{Value, json};
use std::process::Command;
use stonefield_testing::scratch::Scratch;
use support::require;

/// State of the program and its terminal at the end. See `support/terminal.py`.
struct SignalAction {
    output: String,
    status: i64,
    same: bool,
    stopped_same: Option<bool>,
}

/// Runs the program in a terminal.
fn run(
    args: &[&str],
    folder: Option<&Scratch>,
    env: &[(&str, Option<&str>)],
    steps: &[Value],
) -> SignalAction {
    let mut all = vec![env!("CARGO_BIN_EXE_stonefield")];
    all.extend(args);
    let env: serde_json::Map<_, _> = [("TERM", Some("xterm-256color")), ("NO_COLOR", None)]
        .iter()
        .chain(env)
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    let cwd = folder.map(Scratch::folder);
    let plan = json!({ "args": all, "env": env, "cwd": cwd, "steps": steps });
    let mut python = Command::new("python3");
    let output = fed(python.args(["-c", include_str!("../support/terminal.py")]), &plan.to_string());
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", err(&output)));
    // Each character of the JSON text is one byte of the output.
    let bytes: Vec<u8> =
        told["output"].as_str().expect("text").chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
    let output = String::from_utf8_lossy(&bytes).into_owned();
    let last: String = output.chars().skip(output.chars().count().saturating_sub(2000)).collect();
    assert!(told["missing"].is_null(), "{args:?}: {} did not come: {last:?}", told["missing"]);
    SignalAction {
        output,
        status: told["status"].as_i64().expect("a number"),
        same: told["same"].as_bool().expect("a bool"),
        stopped_same: told["stopped_same"].as_bool(),
    }
}

/// Checks that the terminal shows its old screen and cursor and has its old settings.
fn assert_given_back(told: &SignalAction, what: &str) {
    assert!(told.same, "{what}: the settings are others");
    for (taken, given) in [("\u{1b}[?1049h", "\u{1b}[?1049l"), ("\u{1b}[?25l", "\u{1b}[?25h")] {
        if let Some(at) = told.output.rfind(taken) {
            assert!(
                told.output[at..].contains(given),
                "{what}: no {given:?} at the end of {:?}",
                told.output
            );
        }
    }
}

const RECORD: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg];W[gc];B[cg])";

fn wait(text: &str) -> Value {
    json!({ "wait": text })
}

fn typed(text: &str) -> Value {
    json!({ "type": text })
}

fn signal(name: &str) -> Value {
    json!({ "signal": name })
}

fn end() -> Value {
    json!({ "end": true })
}

/// Escape sequence that hides the cursor: the program uses the screen.
const TAKEN: &str = "\u{1b}[?25l";

#[test]
fn a_view_that_is_killed_gives_the_terminal_back() {
    if !require("python3") {
        return;
    }
    let folder = Scratch::new("killed");
    let record = &folder.file("record.sgf", RECORD);
    let watch: &[&str] = &["watch", "--text", "--size", "9"];
    // A mind that thinks longer than any test waits.
    let thinks: &[&str] = &["watch", "--text", "--size", "9", "--black", "mcts:playouts=1000000000"];
    for (args, shown, name, number) in [
        (watch, "capacity", "TERM", 15),
        (watch, "capacity", "HUP", 1),
        (watch, "capacity", "INT", 2),
        (watch, "capacity", "QUIT", 3),
        (thinks, TAKEN, "TERM", 15),
        (&["replay", "--text", record], "capacity", "TERM", 15),
        (&["replay", "--text", record], "capacity", "HUP", 1),
    ] {
        let what = format!("{args:?} {name}");
        let told = run(args, Some(&folder), &[], &[wait(shown), signal(name), end()]);
        assert!(told.output.contains(TAKEN), "{what}");
        assert_given_back(&told, &what);
        assert_eq!(told.status, -number, "{what}: its parent sees the signal");
    }
}

#[test]
fn a_view_that_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    if !require("python3") {
        return;
    }
    let stopped = [signal("TSTP"), json!({ "stopped": true }), signal("CONT")];
    let steps = |before: &[Value], after: &[Value]| [before, &stopped, after].concat();
    let again = [wait("\u{1b}[?1049h"), wait("capacity"), typed("q"), end()];
    let told = run(&["watch", "--text", "--size", "9"], None, &[], &steps(&[wait("capacity")], &again));
    assert_eq!((told.stopped_same, told.status), (Some(true), 0));
    assert_given_back(&told, "watch");
    let args = ["play", "--text", "--size", "5", "--no-board"];
    let again = [typed("why\r"), wait("has not moved yet"), wait("Black> "), typed("quit\r"), end()];
    let told = run(&args, None, &[], &steps(&[wait("Black> ")], &again));
    assert_eq!((told.stopped_same, told.status), (Some(true), 0));
    assert_given_back(&told, "play");
}

#[test]
fn a_game_in_a_terminal_is_kept_however_it_is_left() {
    if !require("python3") {
        return;
    }
    let args = ["play", "--text", "--size", "5", "--no-board", "--brain", "scripted:moves=[A1 B1]"];
    for (name, last, status) in [
        ("control-c", typed("\u{3}"), 0),
        ("control-d", typed("\u{4}"), 0),
        ("term", signal("TERM"), -15),
        ("hup", signal("HUP"), -1),
        ("int", signal("INT"), -2),
    ] {
        let folder = Scratch::new(name);
        let moved = [wait("Black> "), typed("c3\r"), wait("White plays A1."), wait("Black> ")];
        let told = run(&args, Some(&folder), &[], &[&moved[..], &[last, end()]].concat());
        assert_eq!(told.status, status, "{name}: {}", told.output);
        assert_given_back(&told, name);
        let records = folder.records();
        assert_eq!(records.len(), 1, "{name}: {}", told.output);
        let file = records[0].file_name().and_then(|name| name.to_str()).expect("plain");
        assert!(file.starts_with("stonefield-20"), "{file}");
        assert!(told.output.contains(&format!("The game is kept in {file}.")), "{name}: {}", told.output);
        let record = std::fs::read_to_string(&records[0]).expect("there");
        assert!(record.contains("B[cc];W[ae]"), "{name}: {record}");
    }
}

#[test]
fn a_line_in_a_terminal_can_be_edited_and_recalled() {
    if !require("python3") {
        return;
    }
    let args = ["play", "--text", "--size", "5", "--no-board", "--brain", "scripted:moves=[A1 B1 C1]"];
    let (left, up, ctrl_a, backspace) = ("\u{1b}[D", "\u{1b}[A", "\u{1}", "\u{7f}");
    let steps = [
        wait("Black> "),
        typed(&format!("3x{left}{left}c{ctrl_a}\u{1b}[F{backspace}\r")),
        wait("Black plays C3."),
        wait("Black> "),
        // Keys without a meaning here, and the key that suspends programs, do nothing.
        typed(&format!("d4\u{15}\u{1a}\t{up}\r")),
        wait("You cannot play C3"),
        wait("Black> "),
        // Pasted text is read line by line.
        typed("d4\rundo\rb4\rquit\r"),
        wait("Black plays B4."),
        end(),
    ];
    let told = run(&args, None, &[], &steps);
    assert_eq!(told.status, 0, "{}", told.output);
    assert!(told.output.contains("Black plays D4."), "{}", told.output);
    assert_given_back(&told, "play");
}

#[test]
fn a_plain_terminal_gets_plain_text() {
    if !require("python3") {
        return;
    }
    let folder = Scratch::new("plain");
    let record = &folder.file("record.sgf", RECORD);
    for term in [Some("dumb"), Some(""), None] {
        let env = [("TERM", term)];
        let watch = run(&["watch", "--text", "--size", "5"], None, &env, &[end()]);
        let replay = run(&["replay", "--text", record], None, &env, &[end()]);
        let lines = [wait("Black> "), typed("c3\n"), wait("Black> "), typed("quit\n"), end()];
        let play = run(&["play", "--text", "--size", "5"], Some(&folder), &env, &lines);
        let series = run(&["run", "--size", "5", "--games", "20"], None, &env, &[end()]);
        for (told, shown) in [
            (&watch, "tick 20;"),
            (&replay, "tick 5;"),
            (&play, " 3 . . X "),
            (&series, "20 games: 20 counted"),
        ] {
            assert!(!told.output.contains('\u{1b}'), "{term:?}: {:?}", told.output);
            assert!(
                told.output.contains(shown) && told.status == 0 && told.same,
                "{term:?}: {}",
                told.output
            );
        }
        assert!(
            !play.output.contains("\r\n\r\n"),
            "what is typed is echoed, and its line ends: {}",
            play.output
        );
    }
}

/// True if escape sequences set colours: those that end in `m` after a number other than 0.
fn has_colors(text: &str) -> bool {
    text.split("\u{1b}[").skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len());
        rest[end..].starts_with('m') && rest[..end].chars().any(|c| c != '0')
    })
}

#[test]
fn without_colours_stones_can_be_distinguished() {
    if !require("python3") {
        return;
    }
    let lines =
        [wait("Black> "), typed("c3\r"), wait("White plays"), wait("Black> "), typed("quit\r"), end()];
    for (none, env) in [(false, None), (true, Some("1"))] {
        let env = [("NO_COLOR", env)];
        let watch = run(
            &["watch", "--text", "--size", "5"],
            None,
            &env,
            &[wait("tick"), wait("●"), typed("q"), end()],
        );
        assert_eq!(has_colors(&watch.output), !none, "{:?}", watch.output);
        let white = if none { ["○", "◎"] } else { ["●", "◉"] };
        assert!(white.iter().any(|stone| watch.output.contains(stone)), "{}", watch.output);
        let large = run(&["watch", "--text", "--size", "99"], None, &env, &[wait("tick"), typed("q"), end()]);
        assert_eq!(has_colors(&large.output), !none, "{}", large.output);
        let play = run(&["play", "--text", "--size", "5"], None, &env, &lines);
        assert_eq!(has_colors(&play.output), !none, "{:?}", play.output);
    }
}
