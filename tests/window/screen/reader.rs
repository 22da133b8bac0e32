//! Screen reader for tests, on a message bus of its own.

use super::can_run;
use super::display::command;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};
use stonefield_testing as support;

/// The system's Python, which has the packages for AT-SPI.
const PYTHON: &str = "/usr/bin/python3";

/// Time limit of one wait.
const PATIENCE: Duration = Duration::from_secs(90);

/// Private message bus.
pub(super) struct Bus {
    daemon: Child,
    pub(super) address: String,
}

impl Bus {
    pub(super) fn open() -> Self {
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
        // Programs that the bus has started end with it.
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Screen reader in Python.
pub(super) struct Reader {
    program: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
    events: Vec<Value>,
}

impl Reader {
    pub(super) fn start(bus: &Bus, display: &str) -> Self {
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
        let (sender, lines) = channel();
        spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Ok(value) = serde_json::from_str(&line) else { continue };
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let mut reader = Self { program, input, lines, events: Vec::new() };
        assert_eq!(reader.answer()["ready"], true);
        reader
    }

    /// Returns the next answer. Events before it are stored in `events`.
    fn answer(&mut self) -> Value {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("the reader answers");
            if line.get("heard").is_none() {
                return line;
            }
            self.events.push(line);
        }
    }

    pub(super) fn ask(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").expect("the reader listens");
        self.answer()
    }

    pub(super) fn tree(&mut self) -> Vec<Value> {
        self.ask("tree")["tree"].as_array().cloned().unwrap_or_default()
    }

    /// Returns the node with a name, and waits until there is one.
    pub(super) fn find(&mut self, name: &str) -> Value {
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

    /// Waits for an event (`focus` or `said`) with a name that begins with `begins`; discards all events.
    pub(super) fn wait_for_event(&mut self, what: &str, begins: &str) {
        let begun = Instant::now();
        let is = |line: &Value| {
            line["heard"] == what && line["name"].as_str().is_some_and(|name| name.starts_with(begins))
        };
        while !self.events.iter().any(is) {
            assert!(begun.elapsed() < PATIENCE, "{what} '{begins}' not among {:?}", self.events);
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(200)) {
                self.events.push(line);
            }
        }
        self.events.clear();
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

pub(super) fn can_read() -> bool {
    let tools = can_run() && support::require("dbus-daemon") && support::require(PYTHON);
    let atspi = || {
        let script = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi";
        let has_module = command(PYTHON).args(["-c", script]).status().is_ok_and(|status| status.success());
        let service = std::path::Path::new("/usr/share/dbus-1/services/org.a11y.Bus.service").exists();
        has_module && service
            || support::skip("Python has no AT-SPI: python3-gi, gir1.2-atspi-2.0, at-spi2-core")
    };
    tools && atspi()
}
