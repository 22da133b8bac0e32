//! Tests of a game in the window: keys, clicks, layers, minds, its end, and the next game.

use super::can_run;
use super::facts::{count, last};
use super::picture::{assert_same, brightness};
use super::window::{Window, folder};
use image::RgbImage;
use serde_json::Value;
use std::fs;
use std::thread::sleep;
use std::time::Duration;
use stonefield_testing::boards;

/// Places of the clicked parts of the panels, in a window of 1280×800 pixels.
const PLAY: [i32; 2] = [98, 86];
const ADD_BLACK: [i32; 2] = [161, 86];
const ADD_WHITE: [i32; 2] = [226, 86];
const BLACK_MIND: [i32; 2] = [238, 117];

#[test]
fn keys_and_mouse_reach_the_board() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("drive", &["--size", "9", "--seed", "1", "--paused", "--layers", "none"]);

    // The whole board is drawn before anything on it changes.
    let begun = window.picture();
    let ends = [window.place(1, 1), window.place(9, 9)];
    let out = (ends[1][0] - ends[0][0]) / 16;
    for (x, y) in [(ends[0][0] - out, ends[0][1] + out), (ends[1][0] + out, ends[1][1] - out)] {
        assert!(brightness(&begun, [x, y]) > 100.0, "a corner of the slab at {x}, {y} is not drawn");
    }
    let middle = window.place(4, 4);
    assert!(
        brightness(&begun, [middle[0] + out, middle[1] - out]) > 100.0,
        "the board's middle is not drawn"
    );

    // One step, back, and forward again.
    window.learn_pace();
    window.key("Right");
    window.wait("the fifth tick", |facts| count(facts, "placed") == 5);
    window.key("Left");
    window.wait("going back", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 4));
    window.key("Right");
    let facts =
        window.wait("going forward", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 5));
    assert_eq!(count(&facts, "placed"), 5, "what was played is not played again");

    // Another mind for Black from the list. Its tenth entry is a person.
    window.key("7");
    sleep(window.pause);
    for below in [271, 265, 277, 259, 283, 253, 289, 247] {
        if last(&window.facts(), "seats").is_some_and(|seats| seats["black"] == "human") {
            break;
        }
        window.click(BLACK_MIND);
        window.click([BLACK_MIND[0] - 40, BLACK_MIND[1] + below]);
        window.key("Escape");
        sleep(window.pause);
    }
    window.wait("a person to sit down", |facts| {
        last(facts, "seats").is_some_and(|seats| seats["black"] == "human" && seats["white"] == "sensible")
    });

    // An empty board, and two stones set by hand. White's in the corner has one liberty left.
    window.key("ctrl+n");
    window.wait("a new game", |facts| last(facts, "setup").is_some());
    window.key("6");
    sleep(window.pause);
    window.click(ADD_WHITE);
    let corner = window.place(1, 1);
    window.click(corner);
    window.wait("a white stone", |facts| {
        last(facts, "painted").is_some_and(|fact| fact["point"] == "A1" && fact["brush"] == "white")
    });
    window.click(ADD_BLACK);
    let beside = window.place(2, 1);
    window.click(beside);
    window.wait("a black stone", |facts| {
        last(facts, "painted").is_some_and(|fact| fact["point"] == "B1" && fact["brush"] == "black")
    });
    let bare = window.picture();
    let board = [window.place(1, 9), window.place(9, 1)];
    let cell = (board[1][0] - board[0][0]) / 8;
    assert!(
        brightness(&bare, [corner[0], corner[1] - cell / 5])
            > brightness(&bare, [beside[0], beside[1] + cell / 5]) + 80.0
    );

    // A layer changes the marked points and its own switch, and nothing else.
    window.toggle("a", &bare, cell, 0.75, &[corner]);
    window.toggle("b", &bare, cell, 0.5, &[corner, beside]);

    // A capture: the agent dies, and the corner is wood again.
    window.click(PLAY);
    let above = window.place(1, 2);
    window.click(above);
    // White answers although the game is paused.
    let facts = window.wait("a capture and the answer", |facts| {
        let answered = last(facts, "placed").is_some_and(|placed| placed["color"] == "White");
        last(facts, "captured").is_some() && answered
    });
    let captured = last(&facts, "captured").expect("just seen");
    assert_eq!((&captured["point"], &captured["color"]), (&Value::from("A1"), &Value::from("White")));
    let taker = facts.iter().rev().find(|fact| fact["fact"] == "placed" && fact["color"] == "Black");
    assert!(taker.is_some_and(|placed| placed["point"] == "A2"), "{facts:#?}");
    let after = window.picture();
    let shine = [corner[0], corner[1] - cell / 5];
    assert!(brightness(&after, shine) < brightness(&bare, shine) - 25.0, "the white stone is gone");

    // Heat is coloured by rank, so that all of the board changes.
    window.toggle("t", &after, cell, 9.0, &[corner]);

    // The game is saved to a file and opened again, at its beginning.
    window.key("ctrl+s");
    sleep(window.pause);
    window.key("Return");
    window.wait("a record", |facts| last(facts, "saved").is_some());
    let record = fs::read_to_string(window.folder.join("game.sgf")).expect("a record");
    assert!(record.contains("AW[ai]") && record.contains("AB[bi]") && record.contains(";B[ah]"), "{record}");
    window.key("ctrl+o");
    sleep(window.pause);
    window.tool(&["type", "game.sgf"]);
    sleep(window.pause);
    // The first Return leaves the search field, the second opens the file.
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("the record to open", |facts| last(facts, "opened").is_some());
    sleep(window.pause);
    // Stones that were set by hand are nodes of their own.
    for _ in 0..2 {
        let before = count(&window.facts(), "seek");
        window.key("Right");
        window.wait("a stone by hand", |facts| count(facts, "seek") > before);
    }
    let opened = window.picture();
    assert!(brightness(&opened, shine) > brightness(&after, shine) + 25.0, "the white stone stands again");
    window.key("Right");
    window.wait("the first move", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    let again = window.picture();
    assert!(brightness(&again, shine) < brightness(&opened, shine) - 25.0, "and is captured again");
    window.key("Left");

    // Without panels the board takes their room.
    window.key("F10");
    let view = |facts: &[Value]| last(facts, "view").map(|view| view["first"].clone());
    let before = view(&facts);
    window.wait("the board to grow", |facts| view(facts) != before);
}

#[test]
fn dead_stones_are_marked_at_the_end_and_a_click_changes_the_marks() {
    if !can_run() {
        return;
    }
    let folder = folder("dead");
    fs::write(folder.join("board.txt"), boards::ENDED).expect("a file");
    let args = ["--position", "board.txt", "--rules", "chinese", "--black", "human", "--white", "human"];
    let mut window = Window::launch(folder, &args);
    let [estimated, proved, alive] = [(3, 8), (4, 1), (1, 4)].map(|(column, row)| window.place(column, row));
    let all_alive = window.picture();
    let view = |facts: &[Value]| last(facts, "view").map(|view| view["first"].clone());
    let before = view(&window.facts());
    window.key("p");
    window.wait("a pass", |facts| count(facts, "passed") == 1);
    window.key("p");
    window.wait("the count", |facts| last(facts, "over").is_some_and(|over| over["outcome"] == "B+1.5"));
    // The banner below the board takes some of its room until it is closed.
    window.wait("the banner", |facts| view(facts) != before);
    window.key("Escape");
    window.wait("the board to have its room again", |facts| view(facts) == before);
    // A dead white stone has a black square on it, a dead black one a white square.
    let dark = |picture: &RgbImage, places: [[i32; 2]; 2]| places.map(|at| brightness(picture, at) < 90.0);
    let both = [estimated, proved];
    let counted = window.picture();
    assert_eq!((dark(&all_alive, both), dark(&counted, both)), ([false, true], [true, false]));
    assert!((brightness(&all_alive, alive) - brightness(&counted, alive)).abs() < 9.0, "it lives");
    window.click(estimated);
    window.wait("a mark", |facts| facts.iter().any(|fact| fact["asked"] == "mark" && fact["point"] == "C8"));
    let changed = window.picture();
    assert_eq!(dark(&changed, both), [false, false]);
    window.click(estimated);
    let again = window.picture();
    assert_eq!(dark(&again, both), [true, false], "and back");
}

#[test]
fn a_finished_game_gives_way_to_the_next_seed() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("next", &["--size", "3", "--seed", "1"]);
    // Without input the next game begins by itself, and runs.
    window.wait("another game", |facts| {
        let over = facts.iter().position(|fact| fact["fact"] == "over");
        over.is_some_and(|over| facts[over..].iter().any(|fact| fact["fact"] == "placed"))
    });
    window.wait("its end", |facts| facts.iter().filter(|fact| fact["fact"] == "over").count() == 2);
    let before = window.picture();
    // Taking a picture presses a key, after which no game begins by itself. Space starts the next one.
    sleep(Duration::from_secs(6));
    assert_same(&before, &window.picture(), "the board stays");
    window.key("space");
    window.wait("a third game", |facts| {
        facts.iter().filter(|fact| fact["fact"] == "placed" && fact["tick"] == 1).count() == 3
    });
}
