//! The laboratory in the window: a store is opened from the command line, and a row of it comes to the board.

use super::can_run;
use super::display::command;
use super::facts::last;
use super::window::{Window, folder};
use std::fs;
use std::thread::sleep;
use stonefield::lab::store::{ResultStore, StoreTable};

/// Where the laboratory has the first row of the games of a store.
const FIRST_ROW: [i32; 2] = [200, 229];

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
    // The strip is closed by Esc like other windows.
    window.key("Escape");
    window.close();
    assert!(window.ended(), "nothing is to be saved");
}
