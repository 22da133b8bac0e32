//! What a screen reader gets of the window: the tree as AT-SPI has it, the focus, what is said, and what it can do.

use super::display::command;
use super::facts::{count, last};
use super::window::{Window, folder};
use super::{can_run, support};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// The Python of the system, which has its packages.
const PYTHON: &str = "/usr/bin/python3";

/// How long a reader waits for what must come.
const PATIENCE: Duration = Duration::from_secs(90);

/// A bus of its own, on which programs find each other.
struct Bus {
    daemon: Child,
    address: String,
}

impl Bus {
    fn open() -> Self {
        let mut daemon = command("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut address = String::new();
        let out = daemon.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("it tells its address");
        Self { daemon, address: address.trim().to_owned() }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        // What was started on it ends with it.
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// The screen reader in Python.
struct Reader {
    program: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
    heard: Vec<Value>,
}

impl Reader {
    fn start(bus: &Bus, display: &str) -> Self {
        let mut program = command(PYTHON)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window/screen/reader.py"))
            .env("DBUS_SESSION_BUS_ADDRESS", &bus.address)
            .env("DISPLAY", display)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("it starts");
        let input = program.stdin.take().expect("a pipe");
        let output = BufReader::new(program.stdout.take().expect("a pipe"));
        let (tell, lines) = channel();
        spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Ok(value) = serde_json::from_str(&line) else { continue };
                if tell.send(value).is_err() {
                    break;
                }
            }
        });
        let mut reader = Self { program, input, lines, heard: Vec::new() };
        assert_eq!(reader.answer()["ready"], true);
        reader
    }

    /// The next line that tells of nothing heard.
    fn answer(&mut self) -> Value {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("the reader answers");
            if line.get("heard").is_none() {
                return line;
            }
            self.heard.push(line);
        }
    }

    fn ask(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").expect("the reader listens");
        self.answer()
    }

    fn tree(&mut self) -> Vec<Value> {
        self.ask("tree")["tree"].as_array().cloned().unwrap_or_default()
    }

    /// The node of this name, once there is one.
    fn find(&mut self, name: &str) -> Value {
        let begun = Instant::now();
        loop {
            let tree = self.tree();
            if let Some(node) = tree.iter().find(|node| node["name"] == name) {
                return node.clone();
            }
            let names: Vec<_> = tree.iter().filter_map(|node| node["name"].as_str()).collect();
            assert!(begun.elapsed() < PATIENCE, "no '{name}' among {names:?}");
            sleep(Duration::from_millis(500));
        }
    }

    /// Waits until something was heard: the focus on a node, or words that begin so.
    fn hear(&mut self, what: &str, begins: &str) {
        let begun = Instant::now();
        let is = |line: &Value| {
            line["heard"] == what && line["name"].as_str().is_some_and(|name| name.starts_with(begins))
        };
        while !self.heard.iter().any(is) {
            assert!(begun.elapsed() < PATIENCE, "{what} '{begins}' not among {:?}", self.heard);
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(200)) {
                self.heard.push(line);
            }
        }
        self.heard.clear();
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn can_read() -> bool {
    let tools = can_run() && support::require("dbus-daemon") && support::require(PYTHON);
    let atspi = || {
        let script = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi";
        let known = command(PYTHON).args(["-c", script]).status().is_ok_and(|status| status.success());
        let service = std::path::Path::new("/usr/share/dbus-1/services/org.a11y.Bus.service").exists();
        known && service || support::skip("Python has no AT-SPI: python3-gi, gir1.2-atspi-2.0, at-spi2-core")
    };
    tools && atspi()
}

#[test]
fn a_screen_reader_finds_the_panels_and_plays_on_the_board() {
    if !can_read() {
        return;
    }
    let bus = Bus::open();
    let args = ["--size", "9", "--paused", "--black", "human", "--white", "human", "--layers", "none"];
    let mut window = Window::on_bus(folder("access"), &args, &bus.address);
    let mut reader = Reader::start(&bus, window.display());
    // The panels, by their names; and no part that can be used is without one.
    for name in [
        "Control panel",
        "Facts panel",
        "Layer buttons",
        "Timeline panel",
        "Minds",
        "Counters",
        "Board 9x9, Black to move",
    ] {
        reader.find(name);
    }
    let tree = reader.tree();
    let used = [
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
            used.iter().any(|role| node["role"] == *role) && node["name"].as_str().is_none_or(str::is_empty)
        })
        .collect();
    assert!(nameless.is_empty(), "{nameless:?}");
    // Every point is a node, where it is seen.
    let points =
        tree.iter().filter(|node| node["name"].as_str().is_some_and(|name| name.starts_with("empty ")));
    assert_eq!(points.count(), 81);
    let c3 = reader.find("empty C3, star point");
    let [x, y] = window.place(3, 3);
    let part = |at: usize| c3["place"][at].as_i64().expect("a number") as i32;
    let inside = (part(0)..part(0) + part(2)).contains(&x) && (part(1)..part(1) + part(3)).contains(&y);
    assert!(inside, "C3 is at {x}, {y}: {c3}");
    // A window has its title.
    window.key("ctrl+i");
    reader.find("Game info");
    window.key("Escape");
    sleep(2 * window.pause);
    // The cursor moves by keys, and the reader goes with it.
    window.key("F6");
    reader.hear("focus", "empty E5");
    window.key("Left");
    reader.hear("focus", "empty D5");
    window.key("Up");
    reader.hear("focus", "empty D6");
    window.tool(&["type", "--delay", "300", "c4"]);
    reader.hear("focus", "empty C4");
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("a stone", |facts| count(facts, "placed") == 1);
    reader.hear("said", "Black C4");
    reader.find("Black C4, single stone, 4 liberties, last move");
    // Names that are none are told of at once.
    window.tool(&["type", "--delay", "300", "z9"]);
    reader.hear("said", "there is no point Z9 on a board of 9x9");
    // The action of a point plays there.
    assert_eq!(reader.ask("act empty D4")["done"], true);
    let facts = window.wait("another stone", |facts| count(facts, "placed") == 2);
    assert_eq!(last(&facts, "placed").map(|fact| fact["point"].clone()), Some("D4".into()));
    reader.hear("said", "White D4");
    // The keyboard is given back: the same key walks the record.
    window.key("Escape");
    sleep(window.pause);
    window.key("Left");
    window.wait("the move before", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    reader.hear("said", "Move 1: Black C4");
    let complaints = window.read("stderr");
    let about = ["panicked", "accesskit", "atspi", "bus", "WARN", "ERROR"];
    assert!(!about.iter().any(|word| complaints.contains(word)), "{complaints}");
}
