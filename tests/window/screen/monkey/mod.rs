//! Monkey test: a seeded random user, who also opens every panel, seats engines and loads records. The
//! program must go on, its memory must not grow, and no game may be lost.
//!
//! The long form plays for `STONEFIELD_MONKEY` minutes (default 30), with the seed `STONEFIELD_SEED` (default
//! 1): `cargo test --test window -- --ignored --nocapture monkey`.

mod hands;
mod kept;
mod material;
mod tour;

use super::can_run;
use super::facts::{count, last};
use super::reader::{Bus, Reader, can_read};
use super::selection::Selection;
use super::window::{Window, folder};
use hands::{Monkey, open_in};
use material::seated;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield_window::panel_names;
use tour::Tour;

/// Time between two rests, which close all panels and measure the memory. Half of it in the short form.
const STRETCH: Duration = Duration::from_secs(20);

/// Least time of the short form.
const SHORT: Duration = Duration::from_secs(70);

/// Largest growth of memory from the second third of the time to the last, as a share. Each is the median of
/// its samples at rest. Caches fill in the first third.
const GROWTH: f64 = 0.05;

/// Largest growth of memory in the short form, as a share: from the sample after its tour to the last one.
const SHORT_GROWTH: f64 = 0.10;

#[test]
fn a_monkey_breaks_nothing_in_two_minutes() {
    if can_run() {
        play(None);
    }
}

#[test]
#[ignore = "it plays for half an hour"]
fn a_monkey_breaks_nothing_in_half_an_hour() {
    if can_run() {
        let minutes = std::env::var("STONEFIELD_MONKEY").ok().and_then(|text| text.parse().ok());
        play(Some(Duration::from_secs_f64(60.0 * minutes.unwrap_or(30.0))));
    }
}

/// Plays for `time`, or the short form without it.
fn play(time: Option<Duration>) {
    let seed = std::env::var("STONEFIELD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = folder("monkey");
    let (records, players) = (material::write_records(&folder), material::players());
    let engine = format!("gtp:[{} gtp --brain sensible]", env!("CARGO_BIN_EXE_stonefield"));
    let args = ["--size", "9", "--seed", "1", "--black", "human", "--white", &engine];
    let bus = can_read().then(Bus::open);
    let address = bus.as_ref().map(|bus| bus.address.as_str());
    let window = Window::furnished(folder, &args, &material::settings(&players), address);
    let reader = bus.as_ref().map(|bus| Reader::start(bus, window.display()));
    let selection = Selection::open(window.display());
    let rng = SmallRng::seed_from_u64(seed);
    let (done, slowest) = (Vec::new(), Duration::ZERO);
    let mut monkey = Monkey { window, seed, rng, selection, reader, done, slowest, unanswered: 0 };
    let short = time.is_none();
    let mut tour = Tour { records, players, lesson: material::lesson(), steps: 0, short };

    let begun = Instant::now();
    let mut memory = Vec::new();
    loop {
        // A tour at first. The long form takes one more step after each stretch.
        let first = if short { Tour::SHORT } else { Tour::WHOLE };
        while tour.steps < first {
            tour.go(&mut monkey);
        }
        monkey.rest();
        memory.push(resident(monkey.window.program.id()));
        println!("at rest after {:.0?}: {:.0} MiB", begun.elapsed(), memory.last().expect("just measured"));
        if begun.elapsed() >= time.unwrap_or(SHORT) && memory.len() > 1 {
            break;
        }
        let stretch = Instant::now();
        while stretch.elapsed() < if short { STRETCH / 2 } else { STRETCH } {
            monkey.act();
            monkey.check();
        }
        monkey.close_all();
        if !short {
            tour.go(&mut monkey);
        }
    }
    let facts = monkey.window.facts();
    let counts: BTreeMap<String, usize> = facts.iter().fold(BTreeMap::new(), |mut counts, fact| {
        let what = fact["fact"].as_str().or(fact["asked"].as_str()).unwrap_or_default();
        *counts.entry(what.to_owned()).or_default() += 1;
        counts
    });
    println!(
        "seed {seed}, {:.0?}: {} acts, {} whole tours, slowest answer {:.1?}, {} keys without one, {} files, resident memory in MiB: {memory:.0?}; {counts:?}",
        begun.elapsed(),
        monkey.done.len(),
        tour.steps / Tour::WHOLE,
        monkey.slowest,
        monkey.unanswered,
        monkey.files(),
    );
    // Panels that may stay closed: they open by a click on a named part, or on a place in a plot.
    let by_chance: &[&str] = match (short, monkey.reader.is_some()) {
        (true, _) => &[
            "Wall",
            "Column",
            "Selection",
            "Menu",
            "Walk",
            "Follow",
            "Banner",
            "Lesson",
            "Introduction",
            "Lit groups",
        ],
        (false, false) => &["Walk", "Follow", "Lesson", "Introduction", "Lit groups"],
        (false, true) => &["Lit groups"],
    };
    let opened: BTreeSet<_> =
        facts.iter().filter(|fact| fact["fact"] == "window").flat_map(open_in).collect();
    let unopened: Vec<_> = panel_names().into_iter().filter(|name| !opened.contains(*name)).collect();
    println!("never open: {unopened:?}");
    let mut faults = Vec::new();
    if !unopened.iter().all(|name| by_chance.contains(name)) {
        faults.push(format!("never open: {unopened:?}"));
    }
    let (second, end, allowed) = if time.is_some() {
        let third = memory.len() / 3;
        (median(&memory[third..2 * third]), median(&memory[2 * third..]), GROWTH)
    } else {
        (memory[0], *memory.last().expect("measured"), SHORT_GROWTH)
    };
    if end >= second * (1.0 + allowed) {
        faults.push(format!("memory grows from {second:.0} to {end:.0} MiB: {memory:.0?}"));
    }
    let (played, lost) = kept::find_lost(&facts);
    faults.extend(lost);
    // Moves that are not saved are stored, and come back.
    let kept = kept::placed(&monkey.window.folder.join("state/stonefield"));
    let unkept: Vec<_> = played.stones.difference(&kept).cloned().collect();
    if !unkept.is_empty() {
        faults.push(format!("{unkept:?} are not kept: {kept:?}"));
    }
    assert!(faults.is_empty(), "seed {seed}: {faults:#?}");
    let folder = killed(monkey.window);
    come_back(folder, !kept.is_empty());
}

/// Kills the program without time to save. Returns its folder.
fn killed(mut window: Window) -> PathBuf {
    window.keeps_folder = true;
    window.program.kill().expect("a child");
    window.program.wait().expect("a child");
    window.folder.clone()
}

/// Starts the program in the folder of a killed one. If a game was left there, it comes back. Moves that
/// follow a save are not lost either, to another record or to a kill.
fn come_back(folder: PathBuf, left: bool) {
    let _ = fs::remove_file(folder.join("settings.toml"));
    let mut window =
        Window::launch(folder, &["--size", "9", "--paused", "--black", "human", "--white", "human"]);
    if left {
        window.wait("the game to be offered", |facts| last(facts, "offered").is_some());
        window.wait("the question", |facts| {
            last(facts, "window").is_some_and(|it| it["question"] == "games left behind")
        });
        sleep(window.pause);
        window.key("Return");
        window.wait("the game to come back", |facts| count(facts, "restored") > 0);
        window.key("ctrl+shift+s");
        file(&mut window, "restored");
        window.wait("it to be saved", |facts| last(facts, "saved").is_some());
    }

    // A saved game is played on, and another record is opened: the question saves the new moves.
    let selection = Selection::open(window.display());
    selection.offer(&seated(9, "human", "human", ";B[ee];W[ce]"));
    window.key("ctrl+v");
    window.wait("the game", |facts| last(facts, "pasted").is_some());
    window.key("ctrl+shift+s");
    file(&mut window, "mine");
    window.wait("it to be saved", |facts| {
        last(facts, "saved")
            .is_some_and(|it| it["file"].as_str().is_some_and(|file| file.ends_with("mine.sgf")))
    });
    window.key("End");
    sleep(window.pause);
    window.play(7, 7);
    for (key, fact) in [("Escape", None), ("Return", Some("opened"))] {
        window.key("ctrl+o");
        file(&mut window, "branches.sgf");
        window.key("Return");
        window.wait("the question", |facts| {
            last(facts, "window").is_some_and(|it| it["question"] == "changes")
        });
        sleep(window.pause);
        window.key(key);
        window.wait("the answer", |facts| {
            fact.map_or_else(
                || last(facts, "window").is_some_and(|it| it["question"].is_null()),
                |fact| count(facts, fact) > 0,
            )
        });
        assert!(fact.is_some() || last(&window.facts(), "opened").is_none(), "Esc opens nothing");
    }
    let mine = fs::read_to_string(window.folder.join("mine.sgf")).expect("a record");
    assert!(mine.contains(";B[gc]"), "what was played on is in the file: {mine}");

    // A saved game is played on, and the program is killed.
    let pasted = count(&window.facts(), "pasted");
    window.key("ctrl+v");
    window.wait("the game again", |facts| count(facts, "pasted") > pasted);
    window.key("ctrl+shift+s");
    file(&mut window, "again");
    window.wait("it to be saved", |facts| {
        last(facts, "saved")
            .is_some_and(|it| it["file"].as_str().is_some_and(|file| file.ends_with("again.sgf")))
    });
    window.key("End");
    sleep(window.pause);
    window.play(2, 2);
    window.wait("it to be kept", |facts| {
        let at = |name: &str| facts.iter().rposition(|fact| fact["fact"] == name);
        at("kept") > at("placed")
    });
    let folder = killed(window);
    let mut window = Window::launch(folder, &["--size", "9", "--paused"]);
    window.wait("the question", |facts| {
        last(facts, "window").is_some_and(|it| it["question"] == "games left behind")
    });
    sleep(window.pause);
    window.key("Return");
    window.wait("the game to come back", |facts| count(facts, "restored") > 0);
    let kept = kept::placed(&window.folder.join("state/stonefield"));
    assert!(kept.contains(&("black".to_owned(), "b2".to_owned())), "what was played after saving: {kept:?}");
}

/// Answers the file dialog with a name.
fn file(window: &mut Window, name: &str) {
    window.wait("the question for a file", |facts| {
        last(facts, "window").is_some_and(|it| it["question"] == "file")
    });
    sleep(window.pause);
    window.tool(&["type", "--delay", "40", name]);
    sleep(window.pause / 2);
    window.key("Return");
    sleep(window.pause / 2);
}

/// Returns the resident memory of a process, in MiB.
fn resident(id: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.expect("the memory of the program") / 1024.0
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().expect("some were measured")
}
