//! What stands in front of the board, and who sits at it: one Esc closes one window, and a program that cannot be started is told of.

use super::can_run;
use super::facts::{count, last};
use super::picture::{assert_same, changes};
use super::window::{Window, folder};
use serde_json::Value;
use std::fs;
use std::thread::sleep;

/// Where the tab of the minds is, and the field with Black's.
const MINDS: [i32; 2] = [106, 146];
const BLACK_MIND: [i32; 2] = [182, 211];

#[test]
fn an_engine_that_cannot_be_started_is_told_at_once_and_the_game_waits() {
    if !can_run() {
        return;
    }
    let args = ["--size", "9", "--black", "gtp:[/no/such/engine]", "--white", "random", "--layers", "none"];
    let mut window = Window::open("engine", &args);
    // The game runs from the start, and asks nobody.
    window.wait("a refusal", |facts| last(facts, "refused").is_some());
    sleep(2 * window.pause);
    window.key("period");
    sleep(2 * window.pause);
    let refusals = window.refusals();
    assert!(
        refusals.len() == 1 && refusals[0].contains("there is no program '/no/such/engine'"),
        "{refusals:?}"
    );
    let facts = window.facts();
    assert_eq!((count(&facts, "placed"), count(&facts, "over")), (0, 0));
    // The same game goes on with another mind.
    window.click(MINDS);
    let others = [271, 265, 277, 259, 283, 253, 289, 247, 241, 235, 229];
    for below in others {
        if last(&window.facts(), "seats").is_some_and(|seats| seats["black"] != "gtp:[/no/such/engine]") {
            break;
        }
        window.click(BLACK_MIND);
        window.click([BLACK_MIND[0] - 40, BLACK_MIND[1] + below]);
        window.key("Escape");
        sleep(window.pause);
    }
    window.wait("another mind to sit down", |facts| {
        last(facts, "seats").is_some_and(|seats| seats["black"] != "gtp:[/no/such/engine]")
    });
    assert_eq!(count(&window.facts(), "over"), 0);
}

#[test]
fn an_engine_has_the_environment_of_the_user() {
    if !can_run() {
        return;
    }
    let folder = folder("environment");
    let engine = env!("CARGO_BIN_EXE_stonefield");
    let script = format!("env > seen\nexec '{engine}' gtp --brain random\n");
    fs::write(folder.join("engine.sh"), script).expect("a file");
    let args = ["--size", "9", "--black", "gtp:[sh engine.sh]", "--white", "random", "--layers", "none"];
    let mut window = Window::launch(folder, &args);
    window.wait("the engine to play", |facts| count(facts, "placed") > 0);
    let seen = window.read("seen");
    assert!(seen.contains("DISPLAY="), "{seen}");
    for added in ["STONEFIELD_ADDED", "NODEVICE_SELECT", "MALLOC_ARENA_MAX"] {
        assert!(!seen.lines().any(|line| line.starts_with(added)), "{added} of the window: {seen}");
    }
    // The window itself has what its drivers and its allocator need.
    let own = fs::read(format!("/proc/{}/environ", window.program.id())).unwrap_or_default();
    let own = String::from_utf8_lossy(&own).into_owned();
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        assert!(own.contains("\0NODEVICE_SELECT=1") && own.contains("\0MALLOC_ARENA_MAX=2"), "{own}");
    }
}

#[test]
fn one_esc_closes_the_window_in_front_and_no_other() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("esc", &["--size", "9", "--paused", "--layers", "none"]);
    window.learn_pace();
    let bare = window.picture();
    // Three windows over each other; the last takes the keyboard.
    window.key("ctrl+shift+b");
    let one = window.picture();
    assert!(changes(&bare, &one).len() > 10_000, "the laboratory is shown");
    window.key("ctrl+i");
    let two = window.picture();
    assert!(changes(&one, &two).len() > 10_000, "what the record says of the game is shown");
    window.key("F9");
    sleep(2 * window.pause);
    for (what, before) in [("the console", &two), ("the game info", &one), ("the laboratory", &bare)] {
        window.key("Escape");
        assert_same(before, &window.picture(), &format!("{what} is closed, and nothing else"));
    }
    // The comparison of minds is closed as well, and asks nobody any longer.
    window.key("shift+F4");
    window.wait("minds to be compared", |facts| asks(facts, true));
    sleep(2 * window.pause);
    window.key("Escape");
    window.wait("them to be let go", |facts| asks(facts, false));
}

/// Whether the last that was asked of a comparison is that it is on, or off.
fn asks(facts: &[Value], on: bool) -> bool {
    let last = facts.iter().rfind(|fact| fact["asked"] == "comparison");
    last.is_some_and(|fact| fact["on"] == on)
}
