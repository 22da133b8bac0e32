//! Tests of the laboratory in the window: rows of a store, an experiment, and a wall with the rows of a plan.

use super::can_run;
use super::display::command;
use super::facts::last;
use super::window::{Window, folder};
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use stonefield_lab::Plan;
use stonefield_lab::store::{ResultStore, StoreTable};

/// Place of the first row of a store's games.
const FIRST_ROW: [i32; 2] = [200, 229];

/// Places of the number of games in the form, and of the button that plays.
const GAMES: [i32; 2] = [230, 102];
const PLAY: [i32; 2] = [1188, 630];

#[test]
fn a_row_of_a_store_comes_to_the_board() {
    if !can_run() {
        return;
    }
    let folder = folder("laboratory");
    let plan = "games = 3\nsize = 5\nblack = \"random\"\nwhite = \"random\"\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    let played = command(env!("CARGO_BIN_EXE_stonefield"))
        .args(["lab", "run", "plan.toml", "-o", "games.db"])
        .current_dir(&folder)
        .status();
    assert!(played.expect("the program starts").success());
    let mut window = Window::launch(folder, &["games.db"]);
    window.wait("the store", |facts| last(facts, "store").is_some_and(|store| store["games"] == 3));
    sleep(window.pause);
    window.click(FIRST_ROW);
    window.wait("the game of the first row", |facts| last(facts, "opened").is_some());
    let store = ResultStore::look(&window.folder.join("games.db")).expect("a store");
    let ticks = store.columns(StoreTable::Games).iter().position(|column| column.name == "ticks");
    let (values, _) = store.game(0).expect("readable").expect("played");
    let ticks = ticks.and_then(|at| values[at].number()).expect("ticks of the game");
    window.key("End");
    window.wait("its end", |facts| {
        last(facts, "seek").is_some_and(|seek| seek["tick"].as_f64() == Some(ticks))
    });
    // Esc closes the strip like other windows.
    window.key("Escape");
    window.close();
    assert!(window.ended(), "nothing is to be saved");
}

#[test]
fn played_games_of_an_experiment_stay_after_the_window_closes() {
    if !can_run() {
        return;
    }
    let minds = ["--size", "9", "--black", "random", "--white", "sensible", "--seed", "7", "--paused"];
    let mut window = Window::open("experiment", &minds);
    window.key("ctrl+shift+b");
    sleep(2 * window.pause);
    window.click(GAMES);
    // The keys have pauses between them, as a chord may come and go within one frame.
    window.tool(&["key", "--delay", "300", "End", "BackSpace", "BackSpace", "BackSpace"]);
    window.tool(&["type", "--delay", "300", "100000"]);
    sleep(2 * window.pause);
    window.click(PLAY);
    window.wait("the store", |facts| last(facts, "store").is_some());
    sleep(3 * window.pause);
    window.close();
    assert!(window.ended(), "nothing is to be saved");
    let entries = fs::read_dir(window.folder.join("state/stonefield/experiments")).expect("a folder");
    let stores = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension() == Some("db".as_ref()));
    let stores: Vec<_> = stores.collect();
    let [path] = &stores[..] else { panic!("one store, not {stores:?}") };
    assert!(path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("random-sensible-9x9-")));
    let store = ResultStore::look(path).expect("a store that is whole");
    assert_eq!(store.header().rows, 100_000);
    let plan = Plan::read(&store.header().plan).expect("its plan");
    assert_eq!((plan.seed(), plan.alternates()), (7, true));
    let rows = store.rows().expect("readable");
    assert!(!rows.is_empty() && rows.len() == store.count(StoreTable::Timing).expect("readable"));
}

#[test]
fn a_wall_refuses_a_plan_that_it_cannot_play() {
    let folder = folder("wall-of-a-plan");
    fs::write(folder.join("plan.toml"), "games = 2\nsize = 5\n").expect("a file");
    fs::write(folder.join("program.toml"), "games = 2\nblack = \"gtp:[touch here]\"\n").expect("a file");
    for (args, reason) in [
        (&["--plan", "none.toml"][..], "none.toml: "),
        (&["--plan", "plan.toml", "--from", "2"], "--from: 2 is no row of the plan: it has rows 0 to 1"),
        (&["--plan", "plan.toml", "--size", "9"], "--plan and --size cannot be given together"),
        (&["--plan", "plan.toml", "--across", "size=5,7"], "--plan and --across"),
        (&["--plan", "program.toml"], "--allow-programs"),
        (&["--plan", "program.toml", "--allow-programs"], "cannot play on a wall"),
    ] {
        let output = command(env!("CARGO_BIN_EXE_stonefield"))
            .arg("wall")
            .args(args)
            .current_dir(&folder)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let line = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
        assert!(line.contains(reason) && line.trim_end().lines().count() == 1, "{args:?}: {line}");
    }
    assert!(!folder.join("here").exists(), "no program was started");
}
