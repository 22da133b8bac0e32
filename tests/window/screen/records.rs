//! Tests of records in the window: editing, a copy that outlives a crash, and programs that need permission.

use super::can_run;
use super::facts::{count, last};
use super::window::{Window, folder};
use serde_json::Value;
use std::fs;
use std::thread::sleep;

/// Place of the button that starts a program, in the question for permission.
const START_IT: [i32; 2] = [432, 461];

/// Place of the comment in the record below the board.
const COMMENT: [i32; 2] = [1100, 640];

/// Record with variations, a comment, and unknown properties.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[A]PW[B]XX[kept];B[ee](;W[ce]C[here];B[ge])(;W[cc]YY[kept too]))\n";

#[test]
fn an_edited_record_loses_nothing() {
    if !can_run() {
        return;
    }
    let folder = folder("record");
    fs::write(folder.join("a.sgf"), RECORD).expect("a file");
    let mut window = Window::launch(folder, &["a.sgf", "--layers", "none"]);

    // Along the main line, to the variation below, and back.
    let mut seeks = 0;
    for (key, tick) in
        [("Right", 1), ("Right", 2), ("Right", 3), ("Down", 2), ("Up", 2), ("Home", 0), ("Right", 1)]
    {
        seeks += 1;
        window.key(key);
        window.wait(key, |facts| {
            count(facts, "seek") >= seeks && last(facts, "seek").is_some_and(|seek| seek["tick"] == tick)
        });
        seeks = count(&window.facts(), "seek");
    }
    // A move from here begins a third variation.
    window.play(7, 7);
    // A comment is typed and copied. It is no record, so it cannot be pasted as one.
    window.click(COMMENT);
    window.tool(&["type", "no game"]);
    sleep(window.pause);
    window.tool(&["keydown", "ctrl"]);
    for key in ["a", "c"] {
        sleep(window.pause);
        window.key(key);
    }
    sleep(window.pause);
    window.tool(&["keyup", "ctrl"]);
    window.key("Escape");
    sleep(window.pause);
    window.key("ctrl+v");
    window.wait("a refusal", |facts| last(facts, "refused").is_some());
    assert!(window.refusals()[0].starts_with("the clipboard: no game in it"), "{:?}", window.refusals());
    window.key("ctrl+s");
    window.wait("the record to be saved", |facts| last(facts, "saved").is_some());
    assert_eq!(
        window.read("a.sgf"),
        "(;GM[1]FF[4]SZ[9]PB[A]PW[B]XX[kept];B[ee]\n(;W[ce]C[here];B[ge])\n(;W[cc]YY[kept too])\n(;W[gc]C[no game]))\n"
    );
    assert_eq!(window.read("recent").lines().count(), 1);

    // The record is copied and pasted. The pasted record has no file.
    window.key("ctrl+c");
    window.wait("a copy", |facts| last(facts, "copied").is_some());
    window.key("ctrl+v");
    window.wait("the copy to open", |facts| last(facts, "pasted").is_some());
    window.wait("it to be kept", |facts| last(facts, "kept").is_some());

    // A new game and the end of the program wait for an answer. After Esc nothing has happened.
    window.key("ctrl+n");
    window.wait("a question", |facts| count(facts, "asked about changes") == 1);
    sleep(window.pause);
    window.key("Escape");
    sleep(window.pause);
    assert!(last(&window.facts(), "begun").is_none());
    window.close();
    window.wait("a question", |facts| count(facts, "asked about changes") == 2);
    sleep(window.pause);
    // Return saves and closes. Typing replaces the proposed name of the file, except for its extension.
    window.key("Return");
    sleep(2 * window.pause);
    window.tool(&["type", "b"]);
    sleep(window.pause);
    window.key("Return");
    assert!(window.ended(), "it closes once it is saved: {:#?}", window.facts());
    assert_eq!(window.read("b.sgf"), window.read("a.sgf"));
    let left = fs::read_dir(window.folder.join("state/stonefield")).expect("a folder").count();
    assert_eq!(left, 0, "a good end leaves nothing behind");
    let recent = window.read("recent");
    assert!(recent.lines().next().is_some_and(|line| line.ends_with("/b.sgf")), "{recent}");
}

#[test]
fn a_game_outlives_a_crash_and_bad_files_are_reported() {
    if !can_run() {
        return;
    }
    let folder = folder("crash");
    let mut window = Window::launch(
        folder.clone(),
        &["--size", "9", "--black", "human", "--white", "human", "--layers", "none"],
    );
    window.play(3, 3);
    window.play(7, 7);
    window.key("Left");
    window.wait("going back", |facts| last(facts, "seek").is_some());
    window.play(5, 5);
    window.wait("the game to be kept", |facts| {
        let kept = facts.iter().rposition(|fact| fact["fact"] == "kept");
        let placed = facts.iter().rposition(|fact| fact["fact"] == "placed");
        kept > placed
    });
    window.key("Left");
    window.wait("the place to be kept", |facts| {
        let kept = facts.iter().rposition(|fact| fact["fact"] == "kept");
        let back = facts.iter().rposition(|fact| fact["fact"] == "seek");
        count(facts, "seek") == 2 && kept > back
    });
    // The program is killed without time to save.
    window.keeps_folder = true;
    window.program.kill().expect("a child");
    window.program.wait().expect("a child");
    drop(window);

    let mut window = Window::launch(folder, &["--size", "9", "--paused", "--layers", "none"]);
    window.wait("the game to be offered", |facts| {
        last(facts, "offered").is_some_and(|fact| fact["games"] == 1)
    });
    sleep(2 * window.pause);
    window.key("Return");
    window.wait("the game to come back", |facts| last(facts, "restored").is_some());
    window.wait("where it stood", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    window.key("End");
    window.wait("its end", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 2));

    // A missing folder and a full device are reported, and nothing is lost.
    std::os::unix::fs::symlink("/dev/full", window.folder.join("full.sgf")).expect("a link");
    for (name, reason) in [("no/folder", "No such file"), ("full", "No space left")] {
        let before = window.refusals().len();
        window.key("ctrl+shift+s");
        sleep(2 * window.pause);
        window.tool(&["type", name]);
        sleep(window.pause);
        window.key("Return");
        sleep(window.pause);
        if name == "full" {
            // The file exists, so the program asks whether to replace it.
            sleep(window.pause);
            window.key("Return");
        }
        window.wait("a refusal", |facts| count(facts, "refused") > before);
        let why = window.refusals().pop().expect("just seen");
        assert!(why.starts_with("cannot write") && why.contains(name) && why.contains(reason), "{why}");
    }
    window.key("ctrl+shift+s");
    sleep(2 * window.pause);
    window.key("Return");
    window.wait("the game to be saved", |facts| last(facts, "saved").is_some());
    let record = window.read("game.sgf");
    assert!(record.ends_with(";B[cg]\n(;W[gc])\n(;W[ee]))\n"), "both lines are there: {record}");

    // A file that is no record is refused, and the game stays.
    fs::write(window.folder.join("bad.sgf"), b"\x00\x01 no game").expect("a file");
    let before = window.refusals().len();
    window.key("ctrl+o");
    sleep(2 * window.pause);
    window.tool(&["type", "bad.sgf"]);
    sleep(window.pause);
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("a refusal", |facts| count(facts, "refused") > before);
    assert!(window.refusals().last().is_some_and(|why| why.contains("bad.sgf: no game in it")));
    window.close();
    assert!(window.ended(), "what is saved is not asked about");
}

#[test]
fn a_program_in_a_record_starts_only_with_permission() {
    if !can_run() {
        return;
    }
    let folder = folder("seat");
    let record = "(;FF[4]GM[1]SZ[9]KM[7.5]RU[Chinese]STONEFIELD[form=1][size=9][rules=chinese][komi=7.5][handicap=0]\
                  [black=gtp:[sh -c 'touch touched'\\]][white=random][seed=1][game=0];B[cc];W[gg])";
    fs::write(folder.join("x.sgf"), record).expect("a file");
    let mut window = Window::launch(folder, &["--layers", "none", "x.sgf"]);
    let touched = window.folder.join("touched");
    let requests = |facts: &[Value], what: &str| facts.iter().filter(|fact| fact["asked"] == what).count();
    window.key("End");
    window.wait("the end of the record", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 2));
    // The game pauses for the question. Return leaves the seat empty.
    window.key("space");
    window.wait("the question", |facts| requests(facts, "go") == 1 && requests(facts, "pause") == 1);
    sleep(2 * window.pause);
    window.key("Return");
    sleep(2 * window.pause);
    assert!(!touched.exists(), "nobody has allowed it");
    window.key("space");
    window.wait("the question again", |facts| requests(facts, "go") == 2 && requests(facts, "pause") == 2);
    sleep(2 * window.pause);
    assert!(!touched.exists(), "nobody has allowed it");
    window.click(START_IT);
    window.wait("the seat to be filled", |facts| requests(facts, "fill the seat") == 1);
    window.wait("the program to run", |facts| count(facts, "refused") > 0);
    assert!(touched.exists(), "the user has allowed it");
}
