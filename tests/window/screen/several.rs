//! Tests of several boards in the window.

use super::can_run;
use super::facts::count;
use super::picture::{assert_same, differences};
use super::window::Window;
use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn boards_beside_the_game_do_not_change_it() {
    if !can_run() {
        return;
    }
    // Minds that list no candidates: the pointer would rest on one, and its tooltip would open.
    let args = ["--size", "9", "--seed", "1", "--paused", "--black", "sensible", "--white", "random"];
    let mut window = Window::open("two-boards", &args);
    window.learn_pace();
    let before = window.picture();
    window.key("ctrl+b");
    let begun = window.picture();
    window.key("period");
    let stepped = window.picture();
    let changed = differences(&begun, &stepped);
    // Each of the two boards, left and right of the middle, has a new stone.
    let boards =
        [&|x: i32| (311..650).contains(&x), &|x: i32| (660..1000).contains(&x)] as [&dyn Fn(i32) -> bool; 2];
    for board in boards {
        assert!(changed.iter().any(|&[x, y]| board(x) && (20..430).contains(&y)), "a board stands still");
    }
    window.key("Escape");
    assert_same(&before, &window.picture(), "nothing of them is left");
    window.key("period");
    let facts = window.wait("a tick of the game", |facts| count(facts, "placed") == 5);
    let ticks = facts.iter().filter(|fact| fact["fact"] == "placed").map(|fact| fact["tick"].as_u64());
    assert!(ticks.eq((1..=5).map(Some)), "only the game's own stones are told of: {facts:#?}");
    assert_eq!(facts.iter().filter(|fact| fact["asked"] == "step").count(), 5);
}

#[test]
fn a_wall_plays_enlarges_a_board_and_closes() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("wall", &["--size", "5", "--paused"]);
    window.learn_pace();
    let before = window.picture();
    let played = count(&window.facts(), "placed");
    window.key("w");
    sleep(Duration::from_secs(4));
    // All boards play: nearly every cell of the wall differs between two pictures.
    let one = window.snapshot();
    sleep(Duration::from_secs(3));
    let changed = differences(&one, &window.snapshot());
    let moved = changed.iter().filter(|[x, y]| (307..1004).contains(x) && (0..580).contains(y));
    let cells: BTreeSet<_> = moved.map(|[x, y]| ((x - 307) / 175, y / 145)).collect();
    assert!(cells.len() >= 12, "only {} of 16 boards have moved", cells.len());
    // A click enlarges one board, and Esc shows all again.
    window.click([550, 70]);
    let alone = window.snapshot();
    assert!(differences(&one, &alone).len() > 100_000, "the board is not enlarged");
    window.key("Escape");
    window.key("w");
    sleep(Duration::from_secs(1));
    assert_same(&before, &window.picture(), "the game of before is there");
    assert_eq!(count(&window.facts(), "placed"), played, "games of the wall are not told of");
}
