//! Person against a mind in the terminal, line by line.

use crate::support::program::{err, fed, stonefield};
use std::io::Write;
use std::process::Stdio;
use stonefield_testing::scratch::Scratch;

/// Output when these lines are typed without a terminal.
fn said(args: &[&str], lines: &str) -> String {
    // Unsaved games are kept in this folder.
    let folder = Scratch::new("play");
    let mut command = stonefield(&[&["play", "--text"], args].concat());
    let output = fed(command.current_dir(folder.folder()), lines);
    assert!(output.status.success(), "{}", err(&output));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.is_ascii(), "no colours and no drawing characters where no terminal is: {text}");
    text
}

/// Checks that the text contains all these words, in this order.
fn in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let at = rest.find(word).unwrap_or_else(|| panic!("no {word:?} after what came before in {text}"));
        rest = &rest[at + word.len()..];
    }
}

#[test]
fn every_event_is_described_in_words() {
    let mind = "scripted:moves=[A2 C5 D5]";
    let text = said(
        &["--size", "5", "--brain", mind, "--no-board"],
        "help\na1\nB1\nb1\nz9\nnonsense\nhint\nundo\nundo\nundo\nA1\nb2\nA3\nscore\npass\n",
    );
    in_order(
        &text,
        &[
            "You play Black against scripted:moves=[A2 C5 D5] on 5x5, chinese, komi 7.5.",
            "undo ",
            "Black plays A1.",
            "White plays A2. Black's group at A1 has one liberty.",
            "Black plays B1.",
            "White plays C5.",
            "You cannot play B1: B1 is occupied.",
            "You cannot play Z9: Z9 is off the 5x5 board.",
            "'nonsense' is neither a point nor a command",
            "would play D5.",
            "Taken back: Black B1, White C5.",
            "Taken back: Black A1, White A2.",
            "There is nothing to take back.",
            "Black plays A1.",
            "Black plays B2.",
            "Black plays A3. It takes a stone: A2.",
            "As the board stands, Black has",
            "Black passes.",
            "White passes.",
            "The game is over. Result: ",
        ],
    );
    assert!(!text.contains(" . . "), "no board was wanted");
}

#[test]
fn the_board_is_drawn_in_letters() {
    let text = said(&["--size", "3", "--brain", "scripted:moves=[C3]"], "a1\n");
    in_order(
        &text,
        &[" 3 . . . 3", "Black plays A1.", " 1 X . . 1", "White plays C3.", " 3 . . O 3", " 1 X . . 1"],
    );
}

#[test]
fn white_waits_for_black_and_handicap_gives_white_the_first_move() {
    let first = |args: &[&str]| {
        let mut all = vec!["--size", "9", "--no-board", "--brain", "sensible"];
        all.extend(args);
        said(&all, "").contains("plays")
    };
    assert!(!first(&["--color", "black"]));
    assert!(first(&["--color", "white"]));
    assert!(first(&["--color", "black", "--handicap", "2"]));
    assert!(!first(&["--color", "white", "--handicap", "2"]));
}

#[test]
fn the_mind_says_what_it_thinks() {
    let text = said(&["--size", "5", "--no-board"], "eval\nhint\n");
    in_order(
        &text,
        &["sensible does not say who is ahead. It thinks of ", " and 20 more.", "sensible would play "],
    );
    // Some minds report a lead, some a win rate, some both.
    let search = "negamax:depth=1,eval=area";
    let text = said(&["--size", "5", "--no-board", "--brain", search], "eval\n");
    in_order(&text, &["negamax:depth=1,eval=area sees you ahead by 25.0 points. It thinks of "]);
    let search = "negamax:depth=2,eval=area";
    let text = said(&["--size", "5", "--no-board", "--brain", search], "eval\n");
    in_order(&text, &["sees the game as even. It thinks of "]);
    let text = said(&["--size", "5", "--no-board", "--brain", search, "--color", "white"], "eval\n");
    in_order(&text, &["sees you behind by 1.0 points. "]);
    let text = said(&["--size", "5", "--no-board", "--brain", "mcts:playouts=50"], "eval\n");
    in_order(
        &text,
        &["mcts:playouts=50 gives you a chance of ", " % to win and sees you ", " points. It thinks of "],
    );
    assert!(!text.contains("does not say"), "{text}");
}

#[test]
fn a_game_is_saved_resigned_and_left() {
    let folder = Scratch::new("saved");
    let name = folder.plain("game.sgf");
    let text = said(
        &["--size", "5", "--no-board", "--brain", "scripted:moves=[A2]"],
        &format!("c3\nresign\nd4\nsave {name}\nsave /nowhere/at/all\nquit\nc4\n"),
    );
    in_order(
        &text,
        &["You resign: White wins.", "The game is over", "Saved as", "/nowhere/at/all cannot be written"],
    );
    assert!(!text.contains("C4"), "it was left");
    let record = folder.text("game.sgf");
    for part in ["PB[you]", "PW[scripted:moves=A2]", "RE[W+R]", "B[cc]", "W[ad]"] {
        assert!(record.contains(part), "{part}: {record}");
    }
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut child = stonefield(&["play", "--text", "--size", "5", "--time", "1", "--no-board"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("piped");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    input.write_all(b"c3\nscore\n").expect("it reads");
    drop(input);
    let text = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    in_order(&text, &["Black 1 s> ", "Black's time is used up: White wins.", "White wins."]);
}

#[test]
fn a_swarm_says_why() {
    let lines = "why\nC3\nwhy\nhint\nD2\nwhy\neval\n";
    let text = said(&["--size", "5", "--brain", "swarm", "--no-board"], lines);
    in_order(
        &text,
        &[
            "swarm has not moved yet.",
            "Black plays C3.",
            "swarm chose ",
            ": no stone of the colour stands: the coldest point.",
            "swarm would play ",
            ": 1 stone: ",
            "Black plays D2.",
            "swarm chose ",
            "1 stone: ",
            "It thinks of ",
            "Its reason for the first: ",
        ],
    );
    let silent = said(&["--size", "5", "--brain", "scripted:moves=[A1]", "--no-board"], "C3\nwhy\n");
    in_order(&silent, &["does not say why it chose A1."]);
}
