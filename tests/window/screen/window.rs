//! The program in its window: keys, clicks, pictures, and the facts of its log.

use super::display::{Screen, command};
use super::facts::{count, last};
use super::picture::{assert_same, changes};
use image::RgbImage;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time limit of one wait. Software rendering on a busy machine draws one frame per second.
const PATIENCE: Duration = Duration::from_secs(150);

/// Running program, with its screen and its folder.
pub(super) struct Window {
    pub(super) program: Child,
    screen: Screen,
    pub(super) folder: PathBuf,
    pictures: u32,
    /// Time between two inputs: a few frames, so that the first has its effect.
    pub(super) pause: Duration,
    /// True if the folder is kept when the window is dropped.
    pub(super) keeps_folder: bool,
}

impl Window {
    pub(super) fn open(name: &str, args: &[&str]) -> Self {
        Self::launch(folder(name), args)
    }

    /// Starts the program in an existing folder, without the introduction.
    pub(super) fn launch(folder: PathBuf, args: &[&str]) -> Self {
        fs::write(folder.join("introduced"), "").expect("a file");
        Self::introduce(folder, args)
    }

    /// Starts the program in an existing folder, without the introduction, on a bus for screen readers.
    pub(super) fn on_bus(folder: PathBuf, args: &[&str], bus: &str) -> Self {
        fs::write(folder.join("introduced"), "").expect("a file");
        Self::begin(folder, args, Some(bus), "")
    }

    /// Starts the program with the introduction, more settings, and a bus if there is one.
    pub(super) fn furnished(folder: PathBuf, args: &[&str], settings: &str, bus: Option<&str>) -> Self {
        Self::begin(folder, args, bus, settings)
    }

    /// Starts the program in an existing folder, with the introduction.
    pub(super) fn introduce(folder: PathBuf, args: &[&str]) -> Self {
        Self::begin(folder, args, None, "")
    }

    fn begin(folder: PathBuf, args: &[&str], bus: Option<&str>, more: &str) -> Self {
        let screen = Screen::open();
        // The window fills the screen, so that its parts are where the tests click.
        let settings = format!("reduced_motion = true\nwindow = {{ width = 1280, height = 800 }}\n{more}");
        fs::write(folder.join("settings.toml"), settings).expect("a file");
        let _ = fs::remove_file(folder.join("log"));
        let stderr_file = File::create(folder.join("stderr")).expect("a file");
        let program = command(env!("CARGO_BIN_EXE_stonefield"))
            .args(["--config", "settings.toml", "--log", "log"])
            .args(args)
            .current_dir(&folder)
            .env("DISPLAY", &screen.display)
            .env("XDG_STATE_HOME", folder.join("state"))
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_RUNTIME_DIR")
            // Without a bus the address leads nowhere, so that no screen reader of this machine is reached.
            .env("DBUS_SESSION_BUS_ADDRESS", bus.unwrap_or("unix:path=/nonexistent"))
            .stderr(stderr_file)
            .spawn()
            .expect("the program starts");
        let pause = Duration::from_secs(1);
        let mut window = Self { program, screen, folder, pictures: 0, pause, keeps_folder: false };
        window.wait("the board to be seen", |facts| last(facts, "view").is_some());
        window.tool(&["search", "--sync", "--name", "Stonefield$", "windowfocus", "--sync"]);
        window
    }

    pub(super) fn tool(&mut self, args: &[&str]) {
        // On a busy machine a call may reach the server too late and fail. It has no effect then.
        let done = (0..4).any(|attempt| {
            sleep(Duration::from_secs(attempt));
            let status = command("xdotool").args(args).env("DISPLAY", &self.screen.display).status();
            status.is_ok_and(|status| status.success())
        });
        assert!(done, "xdotool {args:?}");
    }

    pub(super) fn display(&self) -> &str {
        &self.screen.display
    }

    pub(super) fn key(&mut self, key: &str) {
        self.tool(&["key", key]);
    }

    pub(super) fn click(&mut self, [x, y]: [i32; 2]) {
        self.tool(&["mousemove", &x.to_string(), &y.to_string()]);
        sleep(self.pause);
        self.tool(&["click", "1"]);
        sleep(self.pause);
    }

    /// Plays four ticks, and sets `pause` to three times the slowest answer to the key, from 1 to 12 s.
    pub(super) fn learn_pace(&mut self) {
        for ticks in 1..=4 {
            let begun = Instant::now();
            self.key("period");
            self.wait("a tick", |facts| count(facts, "placed") == ticks);
            self.pause = self.pause.max(3 * begun.elapsed()).min(Duration::from_secs(12));
        }
    }

    /// Plays on a point of a 9×9 board, and waits for the stone. Columns and rows count from 1.
    pub(super) fn play(&mut self, column: i32, row: i32) {
        let before = count(&self.facts(), "placed");
        let place = self.place(column, row);
        self.click(place);
        self.wait("a stone", |facts| count(facts, "placed") == before + 1);
    }

    pub(super) fn refusals(&self) -> Vec<String> {
        let facts = self.facts();
        let refused = facts.iter().filter(|fact| fact["fact"] == "refused");
        refused.map(|fact| fact["reason"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).expect("a record")
    }

    /// Returns the X11 id of the window.
    pub(super) fn window_id(&self) -> u32 {
        let found = command("xdotool")
            .args(["search", "--name", "Stonefield$"])
            .env("DISPLAY", &self.screen.display)
            .stdout(Stdio::piped())
            .output()
            .expect("xdotool runs");
        let id = String::from_utf8_lossy(&found.stdout).lines().next().and_then(|line| line.parse().ok());
        id.expect("a window")
    }

    /// Asks the window to close, as the button of its frame does.
    pub(super) fn close(&self) {
        use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};
        let id = self.window_id();
        let (server, _) = x11rb::connect(Some(&self.screen.display)).expect("a display");
        let atom = |name: &str| {
            let cookie = server.intern_atom(false, name.as_bytes()).expect("a request");
            cookie.reply().expect("an atom").atom
        };
        let message =
            ClientMessageEvent::new(32, id, atom("WM_PROTOCOLS"), [atom("WM_DELETE_WINDOW"), 0, 0, 0, 0]);
        server.send_event(false, id, EventMask::NO_EVENT, message).expect("a request");
        // The answer to a later request shows that the message has arrived.
        server.get_input_focus().expect("a request").reply().expect("an answer");
    }

    /// Waits until the program has ended by itself. False: it failed, or did not end in time.
    pub(super) fn ended(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.program.try_wait().expect("a child") {
                return status.success();
            }
            sleep(Duration::from_millis(100));
        }
        false
    }

    /// Returns the last fact with a name, or null. The log is read from its end.
    pub(super) fn latest(&self, name: &str) -> Value {
        let mut text = Vec::new();
        let length = fs::metadata(self.folder.join("log")).map_or(0, |data| data.len());
        let mut part = 16_384;
        loop {
            let read = File::open(self.folder.join("log")).and_then(|mut file| {
                text.clear();
                file.seek(SeekFrom::Start(length.saturating_sub(part)))?;
                file.read_to_end(&mut text)
            });
            let tail = String::from_utf8_lossy(&text);
            let facts = tail.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            if let Some(fact) = facts.into_iter().find(|fact| fact["fact"] == name) {
                return fact;
            }
            if read.is_err() || part >= length {
                return Value::Null;
            }
            part *= 16;
        }
    }

    pub(super) fn facts(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    pub(super) fn wait(&mut self, what: &str, mut come: impl FnMut(&[Value]) -> bool) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let facts = self.facts();
            if come(&facts) {
                return facts;
            }
            let ended = self.program.try_wait().expect("a child");
            if ended.is_some() || begun.elapsed() > PATIENCE {
                let stderr = fs::read_to_string(self.folder.join("stderr")).unwrap_or_default();
                panic!("waited for {what}; ended: {ended:?}; facts: {facts:#?}; it said: {stderr}");
            }
            sleep(Duration::from_millis(100));
        }
    }

    /// Returns the place of a point of a 9×9 board on the screen, in pixels. Columns and rows count from 1.
    pub(super) fn place(&self, column: i32, row: i32) -> [i32; 2] {
        let facts = self.facts();
        let view = last(&facts, "view").expect("a view");
        let part = |end: &str, at: usize| view[end][at].as_i64().expect("a number") as i32;
        let along =
            |at: usize, step: i32| part("first", at) + (part("last", at) - part("first", at)) * step / 8;
        [along(0, column - 1), along(1, row - 1)]
    }

    /// Moves the pointer aside, and returns a picture of the window once it no longer changes.
    pub(super) fn picture(&mut self) -> RgbImage {
        self.tool(&["mousemove", "1140", "600"]);
        let mut before = self.snapshot();
        let begun = Instant::now();
        loop {
            let now = self.snapshot();
            if changes(&before, &now).is_empty() {
                return now;
            }
            assert!(begun.elapsed() < PATIENCE, "the picture never comes to rest");
            before = now;
        }
    }

    /// Presses the key of a layer twice. On the board only pixels within `reach` cells of `places` may
    /// change, and the second press must restore the picture. A cell has `cell` pixels.
    pub(super) fn toggle(
        &mut self,
        key: &str,
        without: &RgbImage,
        cell: i32,
        reach: f64,
        places: &[[i32; 2]],
    ) {
        self.key(key);
        let with = self.picture();
        let changed = changes(without, &with);
        // The switch of looks above the board, and the legend below it, follow the layer.
        let follows = |y: i32| y < 40 || (692..718).contains(&y);
        let on_board = changed.iter().filter(|[x, y]| *x >= 332 && !follows(*y)).collect::<Vec<_>>();
        assert!(!on_board.is_empty(), "{key} changes nothing");
        for &&[x, y] in &on_board {
            let near = |&[px, py]: &[i32; 2]| {
                f64::from((x - px).abs().max((y - py).abs())) <= reach * f64::from(cell)
            };
            assert!(places.iter().any(near), "{key} changes {x}, {y}, far from {places:?}");
        }
        self.key(key);
        let hidden = self.picture();
        assert_same(without, &hidden, &format!("{key} again takes it all back"));
    }

    pub(super) fn snapshot(&mut self) -> RgbImage {
        self.pictures += 1;
        let path = self.folder.join(format!("stonefield-{:03}.png", self.pictures));
        self.key("F12");
        let begun = Instant::now();
        loop {
            sleep(Duration::from_millis(200));
            if let Ok(picture) = image::open(&path) {
                return picture.to_rgb8();
            }
            assert!(begun.elapsed() < PATIENCE, "no picture {}", path.display());
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        if !self.keeps_folder && !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Creates an empty folder for temporary files.
pub(super) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("stonefield-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}
