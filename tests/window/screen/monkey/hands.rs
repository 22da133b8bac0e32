//! Actions of the monkey: keys and clicks, chosen or random, and the reports of the window that it reads.

use super::super::reader::Reader;
use super::super::selection::Selection;
use super::super::window::Window;
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use serde_json::Value;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield_window::keys::{ACTIONS, Action, Bindings};
use stonefield_window::settings::Settings;

/// Time limit of an answer of the window, with all panels open on a busy machine.
const ANSWER: Duration = Duration::from_secs(60);

/// Monkey, with its window.
pub(super) struct Monkey {
    pub(super) window: Window,
    pub(super) seed: u64,
    pub(super) rng: SmallRng,
    /// Other program, which has a clipboard and drops files.
    pub(super) selection: Selection,
    /// Screen reader that finds parts of the window by their names, if there is one.
    pub(super) reader: Option<Reader>,
    /// Actions done, for messages of failures.
    pub(super) done: Vec<String>,
    /// Longest time until the window answered a key at rest.
    pub(super) slowest: Duration,
    /// Number of keys at rest without an answer.
    pub(super) unanswered: usize,
}

impl Monkey {
    fn tool(&mut self, words: &[&str]) {
        self.done.push(words.join(" "));
        self.window.tool(words);
    }

    fn note(&mut self, what: String) {
        self.done.push(what);
    }

    /// Returns the last 30 actions.
    pub(super) fn last(&self) -> &[String] {
        &self.done[self.done.len().saturating_sub(30)..]
    }

    /// Fails if the program has ended, panicked, or logged an error.
    pub(super) fn check(&mut self) {
        let ended = self.window.program.try_wait().expect("a child");
        let stderr = self.window.read("stderr");
        let is_healthy = ended.is_none() && !stderr.contains("panicked") && !stderr.contains("ERROR");
        assert!(is_healthy, "seed {}: {ended:?} after {:#?}\n{stderr}", self.seed, self.last());
    }

    /// Returns the last report of the window: open panels, open question, and true if the game runs.
    pub(super) fn state(&self) -> Value {
        self.window.latest("window")
    }

    /// True if a panel is open, by its name in the log.
    pub(super) fn is_open(&self, panel: &str) -> bool {
        open_in(&self.state()).iter().any(|open| open == panel)
    }

    /// Waits for a condition. Returns true if it was met in time.
    pub(super) fn until(&mut self, seconds: u64, come: impl Fn(&Self) -> bool) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(seconds) {
            if come(self) {
                return true;
            }
            sleep(Duration::from_millis(60));
        }
        self.check();
        false
    }

    /// Returns the present keys of the window, from its settings.
    fn bindings(&self) -> Bindings {
        let text = fs::read_to_string(self.window.folder.join("settings.toml")).unwrap_or_default();
        Settings::parse(&text).map(|settings| settings.keys).unwrap_or_default()
    }

    /// Presses the first key of an action. Returns true if it has one.
    pub(super) fn press(&mut self, action: Action) -> bool {
        let Some(key) = chord(&self.bindings(), action) else { return false };
        self.tool(&["key", &key]);
        true
    }

    pub(super) fn key(&mut self, key: &str) {
        self.tool(&["key", key]);
    }

    pub(super) fn type_text(&mut self, text: &str) {
        self.tool(&["type", "--delay", "40", "--", text]);
    }

    /// Clicks a place, after the pointer has been there for a few frames.
    pub(super) fn click(&mut self, [x, y]: [i32; 2], button: &str) {
        let [x, y] = [x.clamp(0, 1279), y.clamp(0, 799)].map(|along| along.to_string());
        self.tool(&["mousemove", &x, &y, "sleep", "0.25", "click", button, "sleep", "0.1"]);
    }

    /// Clicks the visible part with a name, or one whose name begins so. The last of several is in the front
    /// window. Returns false without a screen reader or such a part.
    pub(super) fn click_named(&mut self, name: &str) -> bool {
        let Some(reader) = &mut self.reader else { return false };
        let tree = reader.tree();
        let is = |node: &&Value, whole: bool| {
            let visible = (0..2).all(|at| (0..[1280, 800][at]).contains(&middle(node, at)));
            visible
                && node["name"]
                    .as_str()
                    .is_some_and(|it| if whole { it == name } else { it.starts_with(name) })
        };
        let found =
            tree.iter().rfind(|node| is(node, true)).or_else(|| tree.iter().rfind(|node| is(node, false)));
        let Some(found) = found else {
            self.note(format!("found no '{name}'"));
            return false;
        };
        let place = [middle(found, 0), middle(found, 1)];
        self.note(format!("'{name}' is at {place:?}"));
        self.click(place, "1");
        true
    }

    /// Closes all panels and questions, and pauses the game.
    pub(super) fn close_all(&mut self) {
        let begun = Instant::now();
        for tries in 0.. {
            let now = self.state();
            let open = open_in(&now);
            if now["question"].is_null() && open.is_empty() && now["runs"] == false {
                return;
            }
            if open == ["Wall"] {
                self.press(Action::Wall);
            } else if !open.is_empty() || !now["question"].is_null() || tries % 4 == 3 {
                // The cursor on the board takes the keys until Esc.
                self.key("Escape");
            } else if !self.press(Action::RunPause) {
                return;
            }
            let before = now;
            self.until(1, |monkey| monkey.state() != before);
            let in_time = begun.elapsed() < ANSWER;
            assert!(in_time, "seed {}: {before} does not close after {:#?}", self.seed, self.last());
        }
    }

    /// Closes everything, checks that the window answers a key, and waits 3 s, in which games are stored.
    pub(super) fn rest(&mut self) {
        self.key("Escape");
        self.close_all();
        let begun = Instant::now();
        while self.press(Action::Help) && !self.until(6, |monkey| monkey.is_open("Keys")) {
            // A key may be lost while the keyboard focus returns.
            self.unanswered += 1;
            let in_time = begun.elapsed() < ANSWER;
            assert!(in_time, "seed {}: no answer to a key after {:#?}", self.seed, self.last());
        }
        self.slowest = self.slowest.max(begun.elapsed());
        self.close_all();
        sleep(Duration::from_secs(3));
        self.check();
    }

    /// Answers questions until none is open. Games that are not saved are saved under new names.
    pub(super) fn answer(&mut self) {
        for _ in 0..12 {
            let now = self.state();
            match now["question"].as_str() {
                None => return,
                Some("file") => {
                    let name = format!("saved-{}", self.done.len());
                    sleep(self.window.pause / 2);
                    self.type_text(&name);
                    sleep(self.window.pause / 2);
                    self.key("Return");
                }
                Some("games left behind") => self.key("Escape"),
                Some(_) => self.key("Return"),
            }
            self.until(3, |monkey| monkey.state() != now);
        }
        self.close_all();
    }

    /// Does one random action.
    pub(super) fn act(&mut self) {
        let [x, y, to_x, to_y] =
            [1280, 800, 1280, 800].map(|most| self.rng.random_range(0..most).to_string());
        match self.rng.random_range(0..100) {
            0..40 => {
                let actions: Vec<_> = ACTIONS.iter().filter(|it| it.action != Action::Screenshot).collect();
                let action = actions.choose(&mut self.rng).map_or(Action::Close, |info| info.action);
                self.press(action);
            }
            40..50 => {
                let place = self.rng.random_range(0..81);
                // The board may have been moved out of the window.
                let [x, y] = self.window.place(place % 9 + 1, place / 9 + 1);
                let [x, y] = [x.clamp(0, 1279), y.clamp(0, 799)].map(|along| along.to_string());
                self.tool(&["mousemove", &x, &y, "sleep", "0.05", "click", "1"]);
            }
            50..72 => self.tool(&["mousemove", &x, &y, "sleep", "0.05", "click", "1"]),
            72..78 => self.tool(&["mousemove", &x, &y, "sleep", "0.05", "click", "3"]),
            78..84 => self.tool(&[
                "mousemove",
                &x,
                &y,
                "mousedown",
                "1",
                "sleep",
                "0.05",
                "mousemove",
                &to_x,
                &to_y,
                "sleep",
                "0.05",
                "mouseup",
                "1",
            ]),
            84..90 => {
                let wheel = if self.rng.random() { "4" } else { "5" };
                self.tool(&["mousemove", &x, &y, "click", wheel, "click", wheel]);
            }
            90..94 => {
                let length = self.rng.random_range(1..6);
                let letters = b"abcdefghqrst0123456789.:,-[]";
                let typed: String = (0..length)
                    .filter_map(|_| letters.choose(&mut self.rng))
                    .map(|&c| char::from(c))
                    .collect();
                self.tool(&["type", "--", &typed]);
            }
            94..97 => self.tool(&["key", "Return"]),
            _ => {
                let key = ["Tab", "Escape", "BackSpace"][self.rng.random_range(0..3)];
                self.tool(&["key", key]);
            }
        }
        sleep(Duration::from_millis(self.rng.random_range(20..150)));
    }
}

/// Returns the names of the open panels in a report of the window.
pub(super) fn open_in(state: &Value) -> Vec<String> {
    let open = state["open"].as_array().into_iter().flatten();
    open.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Returns the middle of a node along an axis, in pixels; -1 if the node has no size there.
fn middle(node: &Value, at: usize) -> i32 {
    let part = |at: usize| node["place"][at].as_i64().and_then(|part| i32::try_from(part).ok()).unwrap_or(-1);
    if part(2) > 0 && part(3) > 0 { part(at) + part(at + 2) / 2 } else { -1 }
}

/// Returns the first key of an action in the notation of xdotool; `None` without a key.
fn chord(bindings: &Bindings, action: Action) -> Option<String> {
    let keys = bindings.text(action);
    let keys = keys.split(", ").next().filter(|keys| !keys.is_empty())?;
    let (modifiers, key) =
        keys.rsplit_once('+').filter(|(modifiers, _)| !modifiers.is_empty()).unwrap_or(("", keys));
    let key = match key {
        "" | "+" => "plus".to_owned(),
        "?" => "question".to_owned(),
        "." => "period".to_owned(),
        "," => "comma".to_owned(),
        "-" => "minus".to_owned(),
        "=" => "equal".to_owned(),
        "Esc" => "Escape".to_owned(),
        "Enter" => "Return".to_owned(),
        "Space" => "space".to_owned(),
        key if key.len() == 1 => key.to_lowercase(),
        key => key.to_owned(),
    };
    Some(if modifiers.is_empty() { key } else { format!("{}+{key}", modifiers.to_lowercase()) })
}
