//! Tests with a screen reader: the AT-SPI tree of the window, the focus, announcements and actions.

use super::facts::{count, last};
use super::reader::{Bus, Reader, can_read};
use super::window::{Window, folder};
use std::thread::sleep;

#[test]
fn a_screen_reader_finds_the_panels_and_plays_on_the_board() {
    if !can_read() {
        return;
    }
    let bus = Bus::open();
    let args = ["--size", "9", "--paused", "--black", "human", "--white", "human", "--layers", "none"];
    let mut window = Window::on_bus(folder("access"), &args, &bus.address);
    let mut reader = Reader::start(&bus, window.display());
    window.key("9");
    sleep(2 * window.pause);
    // Every panel has its name, and every part that can be used has one.
    for name in [
        "Activities",
        "New game",
        "Groups look",
        "Card buttons",
        "Minds",
        "Facts card",
        "Counters",
        "Timeline panel",
        "Legend",
        "Board 9x9, Black to move",
    ] {
        reader.find(name);
    }
    let tree = reader.tree();
    let roles_to_use = [
        "button",
        "push button",
        "toggle button",
        "check box",
        "slider",
        "combo box",
        "spin button",
        "entry",
        "page tab",
    ];
    let nameless: Vec<_> = tree
        .iter()
        .filter(|node| {
            roles_to_use.iter().any(|role| node["role"] == *role)
                && node["name"].as_str().is_none_or(str::is_empty)
        })
        .collect();
    assert!(nameless.is_empty(), "{nameless:?}");
    // Every point of the board is a node, at its place on the screen.
    let points =
        tree.iter().filter(|node| node["name"].as_str().is_some_and(|name| name.starts_with("empty ")));
    assert_eq!(points.count(), 81);
    let c3 = reader.find("empty C3, star point");
    let [x, y] = window.place(3, 3);
    let part = |at: usize| c3["place"][at].as_i64().expect("a number") as i32;
    let inside = (part(0)..part(0) + part(2)).contains(&x) && (part(1)..part(1) + part(3)).contains(&y);
    assert!(inside, "C3 is at {x}, {y}: {c3}");
    // A window has its title as its name.
    window.key("ctrl+i");
    reader.find("Game info");
    window.key("Escape");
    sleep(2 * window.pause);
    // Keys move the cursor, and the focus follows it.
    window.key("F6");
    reader.wait_for_event("focus", "empty E5");
    window.key("Left");
    reader.wait_for_event("focus", "empty D5");
    window.key("Up");
    reader.wait_for_event("focus", "empty D6");
    window.tool(&["type", "--delay", "300", "c4"]);
    reader.wait_for_event("focus", "empty C4");
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("a stone", |facts| count(facts, "placed") == 1);
    reader.wait_for_event("said", "Black C4");
    reader.find("Black C4, single stone, 4 liberties, last move");
    // Unknown names of points are announced at once.
    window.tool(&["type", "--delay", "300", "z9"]);
    reader.wait_for_event("said", "there is no point Z9 on a board of 9x9");
    // The action of a point plays on it.
    assert_eq!(reader.ask("act empty D4")["done"], true);
    let facts = window.wait("another stone", |facts| count(facts, "placed") == 2);
    assert_eq!(last(&facts, "placed").map(|fact| fact["point"].clone()), Some("D4".into()));
    reader.wait_for_event("said", "White D4");
    // After Esc the same key walks through the record.
    window.key("Escape");
    sleep(window.pause);
    window.key("Left");
    window.wait("the move before", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    reader.wait_for_event("said", "Move 1: Black C4");
    // With the focus on the timeline the arrows move it, and nothing else.
    assert_eq!(reader.ask("focus Timeline")["done"], true);
    reader.wait_for_event("focus", "Timeline");
    let before = count(&window.facts(), "seek");
    window.key("Right");
    reader.wait_for_event("said", "Move 2: White D4");
    sleep(window.pause);
    assert_eq!(count(&window.facts(), "seek"), before + 1);
    let complaints = window.read("stderr");
    let about = ["panicked", "accesskit", "atspi", "bus", "WARN", "ERROR"];
    assert!(!about.iter().any(|word| complaints.contains(word)), "{complaints}");
}
