//! The tour: every panel is opened by intention, records come in by all ways, engines are seated, and what takes long is begun and left.

use super::hands::{Monkey, open_in};
use super::material::{Player, seated};
use rand::RngExt;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield_window::keys::{ACTIONS, Action};
use stonefield_window::palette::Theme;

/// What a tour works with.
pub(super) struct Tour {
    /// The names and texts of the records.
    pub(super) records: Vec<(String, String)>,
    pub(super) players: Vec<Player>,
    /// The title of a lesson.
    pub(super) lesson: String,
    /// How many steps it has taken.
    pub(super) steps: usize,
    /// Whether there is little time: fewer records and engines.
    pub(super) short: bool,
}

/// Actions whose keys the tour leaves alone: they close, write pictures, or leave the screen.
const LEFT_OUT: [Action; 3] = [Action::Close, Action::Screenshot, Action::FullScreen];

/// How long a step of the tour waits for what it has asked for.
const SOON: u64 = 12;

/// A window of this width has a rail instead of its columns.
const NARROW: [&str; 2] = ["900", "700"];
const WIDE: [&str; 2] = ["1280", "800"];

impl Tour {
    /// What the tour does, in its order.
    const STEPS: [(&str, fn(&mut Self, &mut Monkey)); 11] = [
        ("keys", Self::keys),
        ("all at once", Self::at_once),
        ("records", Self::records),
        ("engines", Self::engines),
        ("people at a board", Self::people),
        ("a mind that searches", Self::search),
        ("tabs", Self::tabs),
        ("a lesson", Self::lesson),
        ("an experiment", Self::experiment),
        ("pictures", Self::pictures),
        ("a narrow window", Self::narrow),
    ];

    /// How many steps a whole tour has, and how many of them the short form takes.
    pub(super) const WHOLE: usize = Self::STEPS.len();
    pub(super) const SHORT: usize = 4;

    /// Goes one step further, and round again after the last.
    pub(super) fn go(&mut self, monkey: &mut Monkey) {
        let (name, step) = Self::STEPS[self.steps % Self::WHOLE];
        let since = Instant::now();
        monkey.done.push(format!("tour: {name}"));
        step(self, monkey);
        monkey.close_all();
        monkey.check();
        println!("tour, {name}: {:.0?}", since.elapsed());
        self.steps += 1;
    }

    /// How many times it has gone round.
    fn number(&self) -> usize {
        self.steps / Self::WHOLE
    }

    /// A game of two people that ends: marks, menus, the walk, and the banner.
    fn people(&mut self, monkey: &mut Monkey) {
        monkey.paste(&seated(9, "human", "human", ";B[ee];W[ce];B[gc];W[gg];B[cc];W[cg]"));
        monkey.press(Action::Last);
        sleep(monkey.window.pause);
        let stone = monkey.window.place(5, 5);
        monkey.click(stone, "3");
        monkey.until(SOON, |monkey| monkey.is_open("Menu"));
        monkey.click_named("Inspect");
        monkey.until(3, |monkey| monkey.is_open("Selection"));
        // Its last button is below what a column of this height shows.
        monkey.window.tool(&["mousemove", "1150", "500", "click", "--repeat", "20", "5"]);
        sleep(monkey.window.pause);
        monkey.click_named("Walk its liberties");
        monkey.until(3, |monkey| monkey.is_open("Walk"));
        monkey.close_all();
        monkey.click(stone, "3");
        monkey.until(SOON, |monkey| monkey.is_open("Menu"));
        monkey.click_named("Follow");
        monkey.until(3, |monkey| monkey.is_open("Follow"));
        monkey.close_all();
        for _ in 0..2 {
            monkey.press(Action::Pass);
            sleep(monkey.window.pause);
        }
        monkey.until(SOON, |monkey| monkey.is_open("Banner"));
        monkey.close_all();
        monkey.press(Action::TakeBack);
    }

    /// Every key of the list once, whatever it opens.
    fn keys(&mut self, monkey: &mut Monkey) {
        for info in ACTIONS.iter().filter(|info| !LEFT_OUT.contains(&info.action)) {
            let before = monkey.state();
            // What is switched is switched back, so that the rest of the tour has its panels.
            let twice = matches!(info.action, Action::Panels | Action::Drawing);
            let opens = !matches!(info.action, Action::Layer(_) | Action::MoveBy(_) | Action::Sibling(_));
            for _ in 0..=usize::from(twice) {
                monkey.press(info.action);
                if opens {
                    let wait = monkey.window.pause.min(Duration::from_millis(300));
                    let begun = Instant::now();
                    while begun.elapsed() < wait && monkey.state() == before {
                        sleep(Duration::from_millis(40));
                    }
                } else {
                    sleep(Duration::from_millis(40));
                }
            }
            if info.action == Action::BoardCursor {
                // It takes the keys until it is left.
                monkey.key("Escape");
            }
            if monkey.state()["question"] == "changes" {
                monkey.answer();
            }
            if monkey.state() != before {
                monkey.close_all();
            }
        }
    }

    /// All panels over each other, those with fields for text last.
    fn at_once(&mut self, monkey: &mut Monkey) {
        let all = [
            Action::Record,
            Action::SearchTree,
            Action::Help,
            Action::Lessons,
            Action::Compare,
            Action::Engines,
            Action::Laboratory,
            Action::Plots,
            Action::StoneTable,
            Action::Pictures,
            Action::GameInfo,
            Action::Bookmark,
            Action::Console,
        ];
        let (before, mut most) = (monkey.state(), 0);
        for action in all {
            monkey.press(action);
            monkey.until(1, |monkey| monkey.state() != before);
            sleep(Duration::from_millis(250));
            most = most.max(open_in(&monkey.state()).len());
        }
        assert!(most > 8, "seed {}: only {most} open at once: {}", monkey.seed, monkey.state());
        // The game goes on behind them.
        monkey.say("name");
        monkey.key("Return");
        sleep(2 * monkey.window.pause);
    }

    /// Records by the dialog, the clipboard and a drop, good ones and bad ones.
    fn records(&mut self, monkey: &mut Monkey) {
        let count = if self.short { 3 } else { self.records.len() };
        for (at, (name, text)) in self.records.clone().into_iter().take(count).enumerate() {
            match (at + self.number()) % 3 {
                0 => monkey.open(&name),
                1 => monkey.paste(&text),
                _ => {
                    let (id, path) = (monkey.window.number(), monkey.window.folder.join(&name));
                    monkey.done.push(format!("drop {name}"));
                    monkey.selection.drop_on(id, &path);
                    monkey.until(1, |monkey| !monkey.state()["question"].is_null());
                    monkey.answer();
                }
            }
            monkey.press(Action::Last);
            for action in [Action::NextBranch, Action::MoveBy(-10), Action::Sibling(1), Action::First] {
                monkey.press(action);
                sleep(Duration::from_millis(60));
            }
        }
    }

    /// The search tree, candidates and other minds beside one that thinks; boards beside each other, and the wall.
    fn search(&mut self, monkey: &mut Monkey) {
        monkey.paste(&seated(9, "mcts:playouts=4000", "mcts:playouts=4000", ";B[ee];W[ce]"));
        monkey.press(Action::Last);
        monkey.press(Action::SearchTree);
        monkey.until(3, |monkey| monkey.is_open("Search tree"));
        monkey.press(Action::RunPause);
        sleep(3 * monkey.window.pause);
        monkey.press(Action::Compare);
        sleep(2 * monkey.window.pause);
        for action in [Action::Beside, Action::Wall] {
            monkey.close_all();
            monkey.press(action);
            sleep(2 * monkey.window.pause);
            monkey.press(Action::RunPause);
            sleep(2 * monkey.window.pause);
        }
    }

    /// What the tabs of the left column hold: seats, looks, breakpoints; and a key that is rebound.
    fn tabs(&mut self, monkey: &mut Monkey) {
        for name in ["Game", "Minds", "Layers", "Lab"] {
            monkey.click_named(name);
            for wheel in ["5", "4"] {
                let [x, y] = ["140", "500"];
                monkey.window.tool(&["mousemove", x, y, "click", "--repeat", "3", wheel]);
            }
            if name == "Layers" {
                let theme = Theme::ALL[self.number() % Theme::ALL.len()].name();
                let begins = theme[..1].to_uppercase() + &theme[1..];
                monkey.click_named(&begins);
            }
            if name == "Lab" {
                for part in ["Stop at…", "a capture", "When"] {
                    monkey.click_named(part);
                }
                monkey.close_all();
            }
        }
        monkey.press(Action::Help);
        monkey.until(3, |monkey| monkey.is_open("Keys"));
        monkey.click_named("Introduction");
        monkey.until(3, |monkey| monkey.is_open("Introduction"));
        monkey.close_all();
        monkey.press(Action::StoneTable);
        monkey.until(3, |monkey| monkey.is_open("Stones"));
        monkey.click_named("Filter");
        monkey.say("liberties<3");
        monkey.key("Return");
        sleep(monkey.window.pause);
        monkey.close_all();
        monkey.press(Action::Help);
        monkey.until(3, |monkey| monkey.is_open("Keys"));
        if monkey.click_named("coordinates") {
            monkey.key("ctrl+F7");
            sleep(monkey.window.pause);
            monkey.click_named("Usual keys");
        }
    }

    /// An engine in a seat: it answers, is slow, ends, or talks nonsense.
    fn engines(&mut self, monkey: &mut Monkey) {
        let count = if self.short || self.number() > 0 { 2 } else { self.players.len() };
        for at in 0..count {
            let player = &self.players[(2 * self.number() + at) % self.players.len()];
            let seat = format!("gtp:[{}]", player.command);
            let other = if at == 0 { "sensible" } else { "random" };
            monkey.done.push(format!("engine {}", player.name));
            let text = seated(9, other, &seat, ";B[ee]");
            monkey.paste(&text);
            monkey.press(Action::Last);
            sleep(monkey.window.pause / 2);
            monkey.press(Action::RunPause);
            sleep(2 * monkey.window.pause);
            monkey.press(Action::Console);
            monkey.until(2, |monkey| monkey.is_open("GTP console"));
            monkey.say("showboard");
            monkey.key("Return");
            sleep(monkey.window.pause);
            monkey.close_all();
        }
        monkey.press(Action::Engines);
        monkey.until(3, |monkey| monkey.is_open("Engines"));
        monkey.click_named("Test");
        sleep(monkey.window.pause);
    }

    /// The first lesson, begun and left.
    fn lesson(&mut self, monkey: &mut Monkey) {
        monkey.press(Action::Lessons);
        monkey.until(3, |monkey| monkey.is_open("Learn"));
        monkey.click_named("Lessons");
        monkey.click_named(&self.lesson);
        monkey.answer();
        monkey.until(3, |monkey| monkey.is_open("Lesson"));
        sleep(monkey.window.pause);
        monkey.close_all();
    }

    /// An experiment that is begun and left, in a store that is closed again.
    fn experiment(&mut self, monkey: &mut Monkey) {
        monkey.paste(&seated(5, "random", "random", ""));
        monkey.press(Action::Experiment);
        monkey.until(SOON, |monkey| monkey.is_open("Laboratory"));
        sleep(monkey.window.pause);
        let before = monkey.window.latest("store");
        monkey.click_named("Play");
        monkey.until(3, |monkey| monkey.window.latest("store") != before);
        sleep(monkey.window.pause);
        monkey.close_all();
        monkey.press(Action::Laboratory);
        monkey.until(3, |monkey| monkey.is_open("Laboratory"));
        for part in ["Pause", "Go on"] {
            monkey.click_named(part);
        }
    }

    /// A picture that is written, and a film that is begun and cancelled.
    fn pictures(&mut self, monkey: &mut Monkey) {
        monkey.open("long.sgf");
        monkey.press(Action::Last);
        for product in ["PNG", "GIF"] {
            monkey.press(Action::Pictures);
            monkey.until(3, |monkey| monkey.is_open("Pictures"));
            monkey.click_named(product);
            monkey.click_named("Save as…");
            if monkey.until(3, |monkey| monkey.state()["question"] == "file") {
                monkey.answer();
                sleep(monkey.window.pause);
                monkey.click_named("Cancel");
            }
            monkey.close_all();
        }
    }

    /// The columns open over the board of a window that is narrow.
    fn narrow(&mut self, monkey: &mut Monkey) {
        for size in [NARROW, WIDE] {
            monkey.window.tool(&["search", "--name", "^Stonefield$", "windowsize", size[0], size[1]]);
            sleep(2 * monkey.window.pause);
            for _ in 0..if size == NARROW { 5 } else { 0 } {
                let y = monkey.rng.random_range(200..560);
                monkey.click([26, y], "1");
                sleep(monkey.window.pause / 3);
            }
            monkey.close_all();
        }
    }
}

impl Monkey {
    /// Opens the record that a text is, by way of the clipboard.
    pub(super) fn paste(&mut self, text: &str) {
        self.selection.hold(text);
        self.done.push(format!("hold {}", text.chars().take(80).collect::<String>()));
        let facts = |monkey: &Self| {
            ["pasted", "refused", "asked about changes"].map(|name| monkey.window.latest(name))
        };
        let before = (self.window.facts().len(), facts(self));
        self.press(Action::Paste);
        self.until(3, |monkey| monkey.window.facts().len() > before.0 && facts(monkey) != before.1);
        sleep(Duration::from_millis(100));
        self.answer();
    }

    /// Opens a record by its name in the question for a file.
    pub(super) fn open(&mut self, name: &str) {
        self.press(Action::Open);
        if !self.until(SOON, |monkey| monkey.state()["question"] == "file") {
            return;
        }
        sleep(self.window.pause);
        self.say(name);
        sleep(self.window.pause / 2);
        // The first leaves the field of the search, the second opens what was found.
        for _ in 0..2 {
            self.key("Return");
            sleep(self.window.pause / 2);
        }
        self.until(3, |monkey| monkey.state()["question"] != "file");
        if self.state()["question"] == "file" {
            self.key("Escape");
            self.until(3, |monkey| monkey.state()["question"] != "file");
        }
        self.answer();
    }

    /// The number of records of games that lie beside the window.
    pub(super) fn files(&self) -> usize {
        fs::read_dir(&self.window.folder).map_or(0, Iterator::count)
    }
}
