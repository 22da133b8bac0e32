//! Tour of the monkey: panels, records, engines, and long tasks that it starts and leaves.

use super::hands::{Monkey, open_in};
use super::material::{Player, seated};
use rand::RngExt;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield_window::keys::{ACTIONS, Action};
use stonefield_window::palette::Theme;

/// Tour, with its records, engines and progress.
pub(super) struct Tour {
    /// Names and texts of the records.
    pub(super) records: Vec<(String, String)>,
    pub(super) players: Vec<Player>,
    /// Title of a lesson.
    pub(super) lesson: String,
    /// Number of steps taken.
    pub(super) steps: usize,
    /// True in the short form, which has fewer records and engines.
    pub(super) short: bool,
}

/// Actions whose keys the tour does not press: they close panels, write pictures, or fill the screen.
const SKIPPED: [Action; 3] = [Action::Close, Action::Screenshot, Action::FullScreen];

/// Usual time limit of one wait, in seconds.
const WAIT: u64 = 12;

/// Size of a window that shows one card at a time, and the usual size, in pixels.
const NARROW: [&str; 2] = ["900", "700"];
const WIDE: [&str; 2] = ["1280", "800"];

impl Tour {
    /// Names and functions of the steps, in their order.
    const STEPS: [(&str, fn(&mut Self, &mut Monkey)); 11] = [
        ("keys", Self::keys),
        ("all at once", Self::at_once),
        ("records", Self::records),
        ("engines", Self::engines),
        ("people at a board", Self::people),
        ("a mind that searches", Self::search),
        ("cards", Self::cards),
        ("a lesson", Self::lesson),
        ("an experiment", Self::experiment),
        ("pictures", Self::pictures),
        ("a narrow window", Self::narrow),
    ];

    /// Number of steps of a whole tour and of the short form.
    pub(super) const WHOLE: usize = Self::STEPS.len();
    pub(super) const SHORT: usize = 4;

    /// Takes the next step. The first follows the last.
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

    /// Returns the number of whole tours.
    fn rounds(&self) -> usize {
        self.steps / Self::WHOLE
    }

    /// Opens menu, selection, walk and follower of a stone in a game of two people, and ends it by passes.
    fn people(&mut self, monkey: &mut Monkey) {
        monkey.paste(&seated(9, "human", "human", ";B[ee];W[ce];B[gc];W[gg];B[cc];W[cg]"));
        monkey.press(Action::Last);
        sleep(monkey.window.pause);
        let stone = monkey.window.place(5, 5);
        monkey.click(stone, "3");
        monkey.until(WAIT, |monkey| monkey.is_open("Menu"));
        monkey.click_named("Inspect");
        monkey.until(3, |monkey| monkey.is_open("Selection"));
        // The wheel brings the last button of the column into view.
        monkey.window.tool(&["mousemove", "1150", "500", "click", "--repeat", "20", "5"]);
        sleep(monkey.window.pause);
        monkey.click_named("Walk its liberties");
        monkey.until(3, |monkey| monkey.is_open("Walk"));
        monkey.close_all();
        monkey.click(stone, "3");
        monkey.until(WAIT, |monkey| monkey.is_open("Menu"));
        monkey.click_named("Follow");
        monkey.until(3, |monkey| monkey.is_open("Follow"));
        monkey.close_all();
        for _ in 0..2 {
            monkey.press(Action::Pass);
            sleep(monkey.window.pause);
        }
        monkey.until(WAIT, |monkey| monkey.is_open("Banner"));
        monkey.close_all();
        monkey.press(Action::TakeBack);
    }

    /// Presses the key of every action, whatever it opens.
    fn keys(&mut self, monkey: &mut Monkey) {
        for info in ACTIONS.iter().filter(|info| !SKIPPED.contains(&info.action)) {
            let before = monkey.state();
            // Actions that hide panels or boards are repeated, so that the rest of the tour has its panels.
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
                // The cursor on the board takes the keys until Esc.
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

    /// Opens all panels at once, those with text fields last.
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
        let (before, mut max_open) = (monkey.state(), 0);
        for action in all {
            monkey.press(action);
            monkey.until(1, |monkey| monkey.state() != before);
            sleep(Duration::from_millis(250));
            max_open = max_open.max(open_in(&monkey.state()).len());
        }
        assert!(max_open > 8, "seed {}: only {max_open} open at once: {}", monkey.seed, monkey.state());
        // The keyboard belongs to the panel in front.
        monkey.type_text("name");
        monkey.key("Return");
        sleep(2 * monkey.window.pause);
    }

    /// Loads good and bad records by the file dialog, the clipboard and a drop.
    fn records(&mut self, monkey: &mut Monkey) {
        let count = if self.short { 3 } else { self.records.len() };
        for (at, (name, text)) in self.records.clone().into_iter().take(count).enumerate() {
            match (at + self.rounds()) % 3 {
                0 => monkey.open(&name),
                1 => monkey.paste(&text),
                _ => {
                    let (id, path) = (monkey.window.window_id(), monkey.window.folder.join(&name));
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

    /// Opens search tree and comparison while a mind thinks, then boards beside the game, and the wall.
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

    /// Visits the cards, the introduction and the stone table, and rebinds a key.
    fn cards(&mut self, monkey: &mut Monkey) {
        for name in ["Game", "Minds", "Looks", "Facts", "Lab"] {
            monkey.click_named(name);
            for wheel in ["5", "4"] {
                let [x, y] = ["140", "500"];
                monkey.window.tool(&["mousemove", x, y, "click", "--repeat", "3", wheel]);
            }
            if name == "Looks" {
                let theme = Theme::ALL[self.rounds() % Theme::ALL.len()].name();
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
        monkey.type_text("liberties<3");
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

    /// Seats good engines, and such as are slow, end, or write nonsense, and opens their console.
    fn engines(&mut self, monkey: &mut Monkey) {
        let count = if self.short || self.rounds() > 0 { 2 } else { self.players.len() };
        for at in 0..count {
            let player = &self.players[(2 * self.rounds() + at) % self.players.len()];
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
            monkey.type_text("showboard");
            monkey.key("Return");
            sleep(monkey.window.pause);
            monkey.close_all();
        }
        monkey.press(Action::Engines);
        monkey.until(3, |monkey| monkey.is_open("Engines"));
        monkey.click_named("Test");
        sleep(monkey.window.pause);
    }

    /// Starts a lesson and leaves it.
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

    /// Starts an experiment, closes its store, and opens the laboratory again.
    fn experiment(&mut self, monkey: &mut Monkey) {
        monkey.paste(&seated(5, "random", "random", ""));
        monkey.press(Action::Experiment);
        monkey.until(WAIT, |monkey| monkey.is_open("Laboratory"));
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

    /// Saves a picture, and starts and cancels a film.
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

    /// Opens the cards of a narrow window, and returns to the usual size.
    fn narrow(&mut self, monkey: &mut Monkey) {
        for size in [NARROW, WIDE] {
            monkey.window.tool(&["search", "--name", "Stonefield$", "windowsize", size[0], size[1]]);
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
    /// Opens a record from the clipboard.
    pub(super) fn paste(&mut self, text: &str) {
        self.selection.offer(text);
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

    /// Opens a record by its name in the file dialog.
    pub(super) fn open(&mut self, name: &str) {
        self.press(Action::Open);
        if !self.until(WAIT, |monkey| monkey.state()["question"] == "file") {
            return;
        }
        sleep(self.window.pause);
        self.type_text(name);
        sleep(self.window.pause / 2);
        // The first Return leaves the search field, the second opens the file.
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

    /// Returns the number of files in the window's folder.
    pub(super) fn files(&self) -> usize {
        fs::read_dir(&self.window.folder).map_or(0, Iterator::count)
    }
}
