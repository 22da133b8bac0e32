//! A monkey at keys and mouse: seeded, with engines seated and records at hand. The program goes on, its memory stays, and no game is lost.
//!
//! The long form plays for 30 minutes, or as many as `STONEFIELD_MONKEY` says:
//! `cargo test --test window -- --ignored --nocapture monkey`. `STONEFIELD_SEED` gives another monkey.

use super::can_run;
use super::facts::{count, last};
use super::window::{Window, folder};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield::go::Move;
use stonefield::notation::sgf;
use stonefield::view::window::keys::{ACTIONS, Action, Bindings};

/// Seconds between two rests, at which all is closed and the memory is looked at.
const STRETCH: Duration = Duration::from_secs(20);

/// A record with variations, comments and marks.
const RECORD: &str =
    "(;GM[1]FF[4]SZ[9]PB[A]PW[B];B[ee]C[here]LB[cc:1](;W[ce];B[ge]TR[ee])(;W[cc];B[gc](;W[gg])(;W[cg])))\n";

#[test]
fn a_monkey_breaks_nothing_in_two_minutes() {
    if can_run() {
        play(Duration::from_secs(100), 0.15);
    }
}

#[test]
#[ignore = "it plays for half an hour"]
fn a_monkey_breaks_nothing_in_half_an_hour() {
    if can_run() {
        let minutes = std::env::var("STONEFIELD_MONKEY").ok().and_then(|text| text.parse().ok());
        play(Duration::from_secs_f64(60.0 * minutes.unwrap_or(30.0)), 0.05);
    }
}

/// Plays for so long; the memory of the last third may be greater than that of the second by so great a share.
fn play(time: Duration, growth: f64) {
    let seed = std::env::var("STONEFIELD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = folder("monkey");
    fs::write(folder.join("a.sgf"), RECORD).expect("a file");
    let engine = format!("gtp:[{} gtp --brain sensible]", env!("CARGO_BIN_EXE_stonefield"));
    let args = ["--size", "9", "--seed", "1", "--black", "human", "--white", &engine];
    let mut window = Window::launch(folder, &args);
    let mut monkey = Monkey { rng: SmallRng::seed_from_u64(seed), done: Vec::new() };
    let begun = Instant::now();
    let mut memory = Vec::new();
    while begun.elapsed() < time {
        let stretch = Instant::now();
        while stretch.elapsed() < STRETCH {
            monkey.act(&mut window);
            let ended = window.program.try_wait().expect("a child");
            assert!(
                ended.is_none(),
                "seed {seed}: {ended:?} after {:#?}\n{}",
                monkey.last(),
                window.read("stderr")
            );
        }
        rest(&mut window);
        memory.push(resident(window.program.id()));
        let told = window.read("stderr");
        assert!(!told.contains("panicked"), "seed {seed}: after {:#?}: {told}", monkey.last());
    }
    let third = memory.len() / 3;
    let [second, end] = [median(&memory[third..2 * third]), median(&memory[2 * third..])];
    let told: BTreeMap<String, usize> = window.facts().iter().fold(BTreeMap::new(), |mut told, fact| {
        let what = fact["fact"].as_str().or(fact["asked"].as_str()).unwrap_or_default();
        *told.entry(what.to_owned()).or_default() += 1;
        told
    });
    println!("{} acts, resident memory in MiB: {memory:.0?}; {told:?}", monkey.done.len());
    assert!(
        end < second * (1.0 + growth),
        "seed {seed}: memory grows from {second:.0} to {end:.0} MiB: {memory:.0?}"
    );

    // What was played and is not saved is kept, and comes back.
    let facts = window.facts();
    let kept = kept(&window.folder);
    let since = facts.iter().rposition(begins).map_or(0, |at| at + 1);
    let since = &facts[since..];
    // Minds that play among themselves play the same game again: there is nothing to keep.
    let played = since.iter().any(|fact| fact["asked"] == "play");
    let unkept: Vec<_> = moves(since).difference(&kept).cloned().collect();
    assert!(!played || unkept.is_empty(), "seed {seed}: {unkept:?} are not kept: {kept:?}");
    window.leaves = true;
    window.program.kill().expect("a child");
    window.program.wait().expect("a child");
    let folder = window.folder.clone();
    drop(window);
    if kept.is_empty() {
        fs::remove_dir_all(folder).expect("a folder");
        return;
    }
    let mut window = Window::launch(folder, &["--size", "9", "--paused"]);
    window.wait("the game to be offered", |facts| last(facts, "offered").is_some());
    sleep(2 * window.pause);
    window.key("Return");
    window.wait("the game to come back", |facts| count(facts, "restored") > 0);
}

/// Whether another game has begun with this fact, or this one is in a file.
fn begins(fact: &Value) -> bool {
    ["begun", "opened", "pasted", "restored", "saved", "setup"].iter().any(|name| fact["fact"] == *name)
}

/// The stones placed, as a colour and a point.
fn moves(facts: &[Value]) -> BTreeSet<(String, String)> {
    let text = |fact: &Value, name: &str| fact[name].as_str().unwrap_or_default().to_lowercase();
    let placed = facts.iter().filter(|fact| fact["fact"] == "placed");
    placed.map(|fact| (text(fact, "color"), text(fact, "point"))).collect()
}

/// The stones that the record the program keeps places, in all its variations.
fn kept(folder: &Path) -> BTreeSet<(String, String)> {
    let files = fs::read_dir(folder.join("state/stonefield")).expect("a folder").flatten();
    let records =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "sgf"));
    let mut kept = BTreeSet::new();
    for path in records {
        let games = sgf::read(&fs::read(&path).expect("a record")).expect("a record").collection;
        for &root in games.games() {
            let root = games.node(root);
            let size = sgf::size_of(root).expect("a size");
            for node in root.preorder() {
                for (name, color) in [("B", "black"), ("W", "white")] {
                    let action = node.value(name).and_then(|raw| sgf::parse_move(raw, size).ok());
                    kept.extend(
                        action
                            .and_then(Move::point)
                            .map(|at| (color.to_owned(), at.to_string().to_lowercase())),
                    );
                }
            }
        }
    }
    kept
}

/// Closes all that is open, stops the game, and waits until what is to be kept has been written.
fn rest(window: &mut Window) {
    for _ in 0..12 {
        window.key("Escape");
        sleep(Duration::from_millis(100));
    }
    sleep(Duration::from_secs(3));
}

/// Resident memory of a process in MiB.
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

struct Monkey {
    rng: SmallRng,
    /// What it has done, to be read when something breaks.
    done: Vec<String>,
}

impl Monkey {
    /// Does one thing.
    fn act(&mut self, window: &mut Window) {
        let [x, y, to_x, to_y] =
            [1280, 800, 1280, 800].map(|most| self.rng.random_range(0..most).to_string());
        let action = match self.rng.random_range(0..100) {
            0..40 => vec!["key".to_owned(), self.shortcut()],
            40..50 => {
                let place = self.rng.random_range(0..81);
                let [x, y] = window.place(place % 9 + 1, place / 9 + 1);
                // The board may have been moved out of the window.
                let [x, y] = [x.clamp(0, 1279), y.clamp(0, 799)].map(|along| along.to_string());
                ["mousemove", &x, &y, "sleep", "0.05", "click", "1"].map(str::to_owned).into()
            }
            50..72 => ["mousemove", &x, &y, "sleep", "0.05", "click", "1"].map(str::to_owned).into(),
            72..78 => ["mousemove", &x, &y, "sleep", "0.05", "click", "3"].map(str::to_owned).into(),
            78..84 => {
                let drag =
                    ["mousemove", &x, &y, "mousedown", "1", "sleep", "0.05", "mousemove", &to_x, &to_y];
                drag.into_iter().chain(["sleep", "0.05", "mouseup", "1"]).map(str::to_owned).collect()
            }
            84..90 => {
                let wheel = if self.rng.random() { "4" } else { "5" };
                ["mousemove", &x, &y, "click", wheel, "click", wheel].map(str::to_owned).into()
            }
            90..94 => {
                let length = self.rng.random_range(1..6);
                let letters = b"abcdefghqrst0123456789.:,-[]";
                let typed: String = (0..length)
                    .filter_map(|_| letters.choose(&mut self.rng))
                    .map(|&c| char::from(c))
                    .collect();
                vec!["type".to_owned(), "--".to_owned(), typed]
            }
            94..97 => vec!["key".to_owned(), "Return".to_owned()],
            _ => {
                vec!["key".to_owned(), ["Tab", "Escape", "BackSpace"][self.rng.random_range(0..3)].to_owned()]
            }
        };
        self.done.push(action.join(" "));
        window.tool(&action.iter().map(String::as_str).collect::<Vec<_>>());
        sleep(Duration::from_millis(self.rng.random_range(20..150)));
    }

    /// The keys of any action but a picture of the screen, as xdotool names them.
    fn shortcut(&mut self) -> String {
        let actions: Vec<_> = ACTIONS.iter().filter(|info| info.action != Action::Screenshot).collect();
        let action = actions.choose(&mut self.rng).map_or(Action::Close, |info| info.action);
        let keys = Bindings::default().text(action);
        let keys = keys.split(", ").next().unwrap_or("Esc");
        let (held, key) = keys.rsplit_once('+').filter(|(held, _)| !held.is_empty()).unwrap_or(("", keys));
        let key = match key {
            "" | "+" => "plus".to_owned(),
            "?" => "question".to_owned(),
            "." => "period".to_owned(),
            "-" => "minus".to_owned(),
            "=" => "equal".to_owned(),
            "Esc" => "Escape".to_owned(),
            "Enter" => "Return".to_owned(),
            "Space" => "space".to_owned(),
            key if key.len() == 1 => key.to_lowercase(),
            key => key.to_owned(),
        };
        if held.is_empty() { key } else { format!("{}+{key}", held.to_lowercase()) }
    }

    fn last(&self) -> &[String] {
        &self.done[self.done.len().saturating_sub(20)..]
    }
}
