//! Tests of windows over the board, which Esc closes one by one, and of engines that cannot start.

use super::can_run;
use super::facts::{count, last};
use super::picture::{assert_same, changes};
use super::window::{Window, folder};
use serde_json::Value;
use std::fs;
use std::thread::sleep;

/// Place of the field with Black's mind on the card *Minds*.
const BLACK_MIND: [i32; 2] = [238, 117];

#[test]
fn an_engine_that_cannot_start_is_reported_and_the_game_waits() {
    if !can_run() {
        return;
    }
    let args = ["--size", "9", "--black", "gtp:[/no/such/engine]", "--white", "random", "--layers", "none"];
    let mut window = Window::open("engine", &args);
    // The game runs from the start.
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
    // The same game continues with another mind.
    window.key("7");
    sleep(window.pause);
    let offsets = [271, 265, 277, 259, 283, 253, 289, 247, 241, 235, 229];
    for below in offsets {
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
    let environment = window.read("seen");
    assert!(environment.contains("DISPLAY="), "{environment}");
    for added in ["STONEFIELD_ADDED", "NODEVICE_SELECT", "MALLOC_ARENA_MAX"] {
        assert!(
            !environment.lines().any(|line| line.starts_with(added)),
            "{added} of the window: {environment}"
        );
    }
    // The window itself has the variables for its drivers and its allocator.
    let variables = fs::read(format!("/proc/{}/environ", window.program.id())).unwrap_or_default();
    let variables = String::from_utf8_lossy(&variables).into_owned();
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        assert!(
            variables.contains("\0NODEVICE_SELECT=1") && variables.contains("\0MALLOC_ARENA_MAX=2"),
            "{variables}"
        );
    }
}

#[test]
fn one_esc_closes_only_the_front_window() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("esc", &["--size", "9", "--paused", "--layers", "none"]);
    window.learn_pace();
    let bare = window.picture();
    // Three windows over each other. The last one has the keyboard.
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
    // Esc also ends the comparison of minds.
    window.key("shift+F4");
    window.wait("minds to be compared", |facts| comparison_is(facts, true));
    sleep(2 * window.pause);
    window.key("Escape");
    window.wait("them to be let go", |facts| comparison_is(facts, false));
}

/// True if the last request to the comparison switched it on (or off).
fn comparison_is(facts: &[Value], on: bool) -> bool {
    let last = facts.iter().rfind(|fact| fact["asked"] == "comparison");
    last.is_some_and(|fact| fact["on"] == on)
}
