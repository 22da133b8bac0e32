//! The real window on a screen of its own, driven with keys and mouse: what happens on the board, and what is seen.

use crate::{boards, support};
use image::RgbImage;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefield::lab::store::{ResultStore, StoreTable};

/// How long anything may take: software rendering on a busy machine draws a frame a second.
const PATIENCE: Duration = Duration::from_secs(150);

/// Where the panels of a window of 1280×800 have what is clicked here.
const PLAY: [i32; 2] = [42, 114];
const ADD_BLACK: [i32; 2] = [106, 114];
const ADD_WHITE: [i32; 2] = [169, 114];
const MINDS: [i32; 2] = [106, 146];
const BLACK_MIND: [i32; 2] = [182, 211];

/// Where the laboratory has the first row of the games of a store.
const FIRST_ROW: [i32; 2] = [200, 229];

/// Where the question whether a program is to be started has the button that starts it.
const START_IT: [i32; 2] = [432, 461];

/// Where the record below the board has its comment.
const COMMENT: [i32; 2] = [800, 640];

fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A screen that nobody sees.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn open() -> Self {
        // Two servers that begin at once may want the same number: one of them cannot be reached then.
        (0..5).find_map(|_| Self::reached()).expect("Xvfb can be reached")
    }

    fn reached() -> Option<Self> {
        let mut server = command("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let mut out = server.stdout.take().expect("a pipe");
        let mut byte = [0];
        while out.read(&mut byte).expect("Xvfb tells its display") == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        let screen = Self { server, display: format!(":{number}") };
        x11rb::connect(Some(&screen.display)).is_ok().then_some(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program, and what it tells of itself.
struct Window {
    program: Child,
    screen: Screen,
    folder: PathBuf,
    pictures: u32,
    /// A few frames here, so that each thing done is seen before the next.
    pause: Duration,
    /// Whether it leaves its folder behind.
    leaves: bool,
}

impl Window {
    fn open(name: &str, args: &[&str]) -> Self {
        Self::launch(folder(name), args)
    }

    /// Opens it in a folder that there is, for a user who knows the introduction.
    fn launch(folder: PathBuf, args: &[&str]) -> Self {
        fs::write(folder.join("introduced"), "").expect("a file");
        Self::introduce(folder, args)
    }

    /// Opens it in a folder that there is.
    fn introduce(folder: PathBuf, args: &[&str]) -> Self {
        let screen = Screen::open();
        fs::write(folder.join("settings.toml"), "reduced_motion = true\n").expect("a file");
        let _ = fs::remove_file(folder.join("log"));
        let complaints = File::create(folder.join("stderr")).expect("a file");
        let program = command(env!("CARGO_BIN_EXE_stonefield"))
            .args(["--config", "settings.toml", "--log", "log"])
            .args(args)
            .current_dir(&folder)
            .env("DISPLAY", &screen.display)
            .env("XDG_STATE_HOME", folder.join("state"))
            .env_remove("WAYLAND_DISPLAY")
            .stderr(complaints)
            .spawn()
            .expect("the program starts");
        let pause = Duration::from_secs(1);
        let mut window = Self { program, screen, folder, pictures: 0, pause, leaves: false };
        window.wait("the board to be seen", |facts| last(facts, "view").is_some());
        window.tool(&["search", "--sync", "--name", "^Stonefield$", "windowfocus", "--sync"]);
        window
    }

    fn tool(&mut self, args: &[&str]) {
        // On a busy machine a call may come too late for the server and fail; nothing has been done then.
        let done = (0..4).any(|attempt| {
            sleep(Duration::from_secs(attempt));
            let status = command("xdotool").args(args).env("DISPLAY", &self.screen.display).status();
            status.is_ok_and(|status| status.success())
        });
        assert!(done, "xdotool {args:?}");
    }

    fn key(&mut self, key: &str) {
        self.tool(&["key", key]);
    }

    fn click(&mut self, [x, y]: [i32; 2]) {
        self.tool(&["mousemove", &x.to_string(), &y.to_string()]);
        sleep(self.pause);
        self.tool(&["click", "1"]);
        sleep(self.pause);
    }

    /// How long a key takes to have its effect tells how long frames are.
    fn learn_pace(&mut self) {
        for ticks in 1..=4 {
            let begun = Instant::now();
            self.key("period");
            self.wait("a tick", |facts| count(facts, "placed") == ticks);
            self.pause = self.pause.max(3 * begun.elapsed()).min(Duration::from_secs(12));
        }
    }

    /// Plays on a point of a 9×9 board, and waits for the stone.
    fn play(&mut self, column: i32, row: i32) {
        let before = count(&self.facts(), "placed");
        let place = self.place(column, row);
        self.click(place);
        self.wait("a stone", |facts| count(facts, "placed") == before + 1);
    }

    fn refusals(&self) -> Vec<String> {
        let facts = self.facts();
        let refused = facts.iter().filter(|fact| fact["fact"] == "refused");
        refused.map(|fact| fact["reason"].as_str().unwrap_or_default().to_owned()).collect()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).expect("a record")
    }

    /// Asks the window to close, as the button of its frame does.
    fn close(&self) {
        use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};
        let found = command("xdotool")
            .args(["search", "--name", "^Stonefield$"])
            .env("DISPLAY", &self.screen.display)
            .stdout(Stdio::piped())
            .output()
            .expect("xdotool runs");
        let id = String::from_utf8_lossy(&found.stdout).lines().next().and_then(|line| line.parse().ok());
        let id: u32 = id.expect("a window");
        let (server, _) = x11rb::connect(Some(&self.screen.display)).expect("a display");
        let atom = |name: &str| {
            let cookie = server.intern_atom(false, name.as_bytes()).expect("a request");
            cookie.reply().expect("an atom").atom
        };
        let message =
            ClientMessageEvent::new(32, id, atom("WM_PROTOCOLS"), [atom("WM_DELETE_WINDOW"), 0, 0, 0, 0]);
        server.send_event(false, id, EventMask::NO_EVENT, message).expect("a request");
        // An answer to a later question tells that the message has come.
        server.get_input_focus().expect("a request").reply().expect("an answer");
    }

    /// Waits until the program has ended by itself.
    fn ended(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.program.try_wait().expect("a child") {
                return status.success();
            }
            sleep(Duration::from_millis(100));
        }
        false
    }

    fn facts(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn wait(&mut self, what: &str, mut come: impl FnMut(&[Value]) -> bool) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let facts = self.facts();
            if come(&facts) {
                return facts;
            }
            let ended = self.program.try_wait().expect("a child");
            if ended.is_some() || begun.elapsed() > PATIENCE {
                let complaints = fs::read_to_string(self.folder.join("stderr")).unwrap_or_default();
                panic!("waited for {what}; ended: {ended:?}; facts: {facts:#?}; it said: {complaints}");
            }
            sleep(Duration::from_millis(100));
        }
    }

    /// Where a point of a 9×9 board is on the screen.
    fn place(&self, column: i32, row: i32) -> [i32; 2] {
        let facts = self.facts();
        let view = last(&facts, "view").expect("a view");
        let part = |end: &str, at: usize| view[end][at].as_i64().expect("a number") as i32;
        let along =
            |at: usize, step: i32| part("first", at) + (part("last", at) - part("first", at)) * step / 8;
        [along(0, column - 1), along(1, row - 1)]
    }

    /// What is seen once it stays the same.
    fn picture(&mut self) -> RgbImage {
        self.tool(&["mousemove", "1140", "600"]);
        let mut before = self.snapshot();
        let begun = Instant::now();
        loop {
            let now = self.snapshot();
            let changed = differences(&before, &now).into_iter().any(|at| !in_status_line(at));
            if !changed {
                return now;
            }
            assert!(begun.elapsed() < PATIENCE, "the picture never comes to rest");
            before = now;
        }
    }

    /// Shows a layer and hides it again: only pixels within so many cells of the places may change, and those
    /// of the left panel and the strip beside it, where its switches are.
    fn toggle(&mut self, key: &str, without: &RgbImage, cell: i32, reach: f64, places: &[[i32; 2]]) {
        self.key(key);
        let with = self.picture();
        let changed = differences(without, &with);
        let on_board =
            changed.iter().filter(|&&[x, y]| x >= 307 && !in_status_line([x, y])).collect::<Vec<_>>();
        assert!(!on_board.is_empty(), "{key} changes nothing");
        for &&[x, y] in &on_board {
            let near = |&[px, py]: &[i32; 2]| {
                f64::from((x - px).abs().max((y - py).abs())) <= reach * f64::from(cell)
            };
            assert!(places.iter().any(near), "{key} changes {x}, {y}, far from {places:?}");
        }
        self.key(key);
        let hidden = self.picture();
        let left = differences(without, &hidden).into_iter().filter(|&at| !in_status_line(at)).count();
        assert_eq!(left, 0, "{key} again takes it all back");
    }

    fn snapshot(&mut self) -> RgbImage {
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
        if !self.leaves && !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// An empty folder for temporary files.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("stonefield-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

fn last<'a>(facts: &'a [Value], name: &str) -> Option<&'a Value> {
    facts.iter().rfind(|fact| fact["fact"] == name)
}

fn count(facts: &[Value], name: &str) -> usize {
    facts.iter().filter(|fact| fact["fact"] == name).count()
}

/// The pixels that differ to the eye.
fn differences(one: &RgbImage, other: &RgbImage) -> Vec<[i32; 2]> {
    assert_eq!(one.dimensions(), other.dimensions());
    let far = |a: &image::Rgb<u8>, b: &image::Rgb<u8>| (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > 8);
    let pixels = one.enumerate_pixels().zip(other.pixels());
    pixels.filter(|((.., a), b)| far(a, b)).map(|((x, y, _), _)| [x as i32, y as i32]).collect()
}

/// Whether a pixel belongs to the line that tells of pictures saved and counts frames.
fn in_status_line([_, y]: [i32; 2]) -> bool {
    y >= 770
}

/// How bright a small square around a place is, 0 to 255.
fn brightness(picture: &RgbImage, [x, y]: [i32; 2]) -> f64 {
    let square = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (x + dx, y + dy)));
    let sum: f64 = square
        .map(|(x, y)| picture.get_pixel(x as u32, y as u32).0.iter().map(|&v| f64::from(v)).sum::<f64>())
        .sum();
    sum / (49.0 * 3.0)
}

fn can_run() -> bool {
    support::require("Xvfb") && support::require("xdotool")
}

#[test]
fn keys_and_mouse_reach_the_board() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("drive", &["--size", "9", "--seed", "1", "--paused", "--layers", "none"]);

    // The board is there from the start, all of it, before anything on it changes.
    let begun = window.picture();
    let ends = [window.place(1, 1), window.place(9, 9)];
    let out = (ends[1][0] - ends[0][0]) / 16;
    for (x, y) in [(ends[0][0] - out, ends[0][1] + out), (ends[1][0] + out, ends[1][1] - out)] {
        assert!(brightness(&begun, [x, y]) > 100.0, "a corner of the slab at {x}, {y} is not drawn");
    }
    let middle = window.place(4, 4);
    assert!(
        brightness(&begun, [middle[0] + out, middle[1] - out]) > 100.0,
        "the board's middle is not drawn"
    );

    // Step, back, forward.
    window.learn_pace();
    window.key("Right");
    window.wait("the fifth tick", |facts| count(facts, "placed") == 5);
    window.key("Left");
    window.wait("going back", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 4));
    window.key("Right");
    let facts =
        window.wait("going forward", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 5));
    assert_eq!(count(&facts, "placed"), 5, "what was played is not played again");

    // Another mind for Black, through its chooser: the tenth of the list is a person.
    window.click(MINDS);
    for below in [271, 265, 277, 259, 283, 253, 289, 247] {
        if last(&window.facts(), "seats").is_some_and(|seats| seats["black"] == "human") {
            break;
        }
        window.click(BLACK_MIND);
        window.click([BLACK_MIND[0] - 40, BLACK_MIND[1] + below]);
        window.key("Escape");
        sleep(window.pause);
    }
    window.wait("a person to sit down", |facts| {
        last(facts, "seats").is_some_and(|seats| seats["black"] == "human" && seats["white"] == "sensible")
    });

    // An empty board, and two stones by hand: White's in the corner has one liberty left.
    window.key("ctrl+n");
    window.wait("a new game", |facts| last(facts, "setup").is_some());
    window.click(ADD_WHITE);
    let corner = window.place(1, 1);
    window.click(corner);
    window.wait("a white stone", |facts| {
        last(facts, "painted").is_some_and(|fact| fact["point"] == "A1" && fact["brush"] == "white")
    });
    window.click(ADD_BLACK);
    let beside = window.place(2, 1);
    window.click(beside);
    window.wait("a black stone", |facts| {
        last(facts, "painted").is_some_and(|fact| fact["point"] == "B1" && fact["brush"] == "black")
    });
    let bare = window.picture();
    let board = [window.place(1, 9), window.place(9, 1)];
    let cell = (board[1][0] - board[0][0]) / 8;
    assert!(
        brightness(&bare, [corner[0], corner[1] - cell / 5])
            > brightness(&bare, [beside[0], beside[1] + cell / 5]) + 80.0
    );

    // A layer changes what it should, on the board and its own switch, and nothing else.
    window.toggle("a", &bare, cell, 0.75, &[corner]);
    window.toggle("b", &bare, cell, 0.5, &[corner, beside]);

    // A capture: the agents die, and the corner is wood again.
    window.click(PLAY);
    let above = window.place(1, 2);
    window.click(above);
    // The game stands still, and White answers all the same.
    let facts = window.wait("a capture and the answer", |facts| {
        let answered = last(facts, "placed").is_some_and(|placed| placed["color"] == "White");
        last(facts, "captured").is_some() && answered
    });
    let captured = last(&facts, "captured").expect("just seen");
    assert_eq!((&captured["point"], &captured["color"]), (&Value::from("A1"), &Value::from("White")));
    let taker = facts.iter().rev().find(|fact| fact["fact"] == "placed" && fact["color"] == "Black");
    assert!(taker.is_some_and(|placed| placed["point"] == "A2"), "{facts:#?}");
    let after = window.picture();
    let shine = [corner[0], corner[1] - cell / 5];
    assert!(brightness(&after, shine) < brightness(&bare, shine) - 25.0, "the white stone is gone");

    window.toggle("t", &after, cell, 3.6, &[corner]);

    // The game goes into a file, and comes out of it again, at its beginning.
    window.key("ctrl+s");
    sleep(window.pause);
    window.key("Return");
    window.wait("a record", |facts| last(facts, "saved").is_some());
    let record = fs::read_to_string(window.folder.join("game.sgf")).expect("a record");
    assert!(record.contains("AW[ai]") && record.contains("AB[bi]") && record.contains(";B[ah]"), "{record}");
    window.key("ctrl+o");
    sleep(window.pause);
    window.tool(&["type", "game.sgf"]);
    sleep(window.pause);
    // The first leaves the field of the search, the second opens what was found.
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("the record to open", |facts| last(facts, "opened").is_some());
    sleep(window.pause);
    // What a hand has put there are nodes of their own.
    for _ in 0..2 {
        let before = count(&window.facts(), "seek");
        window.key("Right");
        window.wait("a stone by hand", |facts| count(facts, "seek") > before);
    }
    let opened = window.picture();
    assert!(brightness(&opened, shine) > brightness(&after, shine) + 25.0, "the white stone stands again");
    window.key("Right");
    window.wait("the first move", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    let again = window.picture();
    assert!(brightness(&again, shine) < brightness(&opened, shine) - 25.0, "and is captured again");
    window.key("Left");

    // The panels step aside, and the board takes their room.
    window.key("F10");
    let view = |facts: &[Value]| last(facts, "view").map(|view| view["first"].clone());
    let before = view(&facts);
    window.wait("the board to grow", |facts| view(facts) != before);
}

/// A record with more in it than one line of moves.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[A]PW[B]XX[kept];B[ee](;W[ce]C[here];B[ge])(;W[cc]YY[kept too]))\n";

#[test]
fn a_record_is_worked_on_and_nothing_of_it_is_lost() {
    if !can_run() {
        return;
    }
    let folder = folder("record");
    fs::write(folder.join("a.sgf"), RECORD).expect("a file");
    let mut window = Window::launch(folder, &["a.sgf", "--layers", "none"]);

    // Along the main line, to the variation below, and back: nothing changes.
    let mut here = 0;
    for (key, tick) in
        [("Right", 1), ("Right", 2), ("Right", 3), ("Down", 2), ("Up", 2), ("Home", 0), ("Right", 1)]
    {
        here += 1;
        window.key(key);
        window.wait(key, |facts| {
            count(facts, "seek") >= here && last(facts, "seek").is_some_and(|seek| seek["tick"] == tick)
        });
        here = count(&window.facts(), "seek");
    }
    // A move from there is a third variation.
    window.play(7, 7);
    // A comment is typed, and copied out of its field: what is not a record cannot be pasted.
    window.click(COMMENT);
    window.tool(&["type", "no game"]);
    sleep(window.pause);
    window.tool(&["keydown", "ctrl"]);
    for key in ["a", "c"] {
        sleep(window.pause);
        window.key(key);
    }
    sleep(window.pause);
    window.tool(&["keyup", "ctrl"]);
    window.key("Escape");
    sleep(window.pause);
    window.key("ctrl+v");
    window.wait("a refusal", |facts| last(facts, "refused").is_some());
    assert!(window.refusals()[0].starts_with("the clipboard: no game in it"), "{:?}", window.refusals());
    window.key("ctrl+s");
    window.wait("the record to be saved", |facts| last(facts, "saved").is_some());
    assert_eq!(
        window.read("a.sgf"),
        "(;GM[1]FF[4]SZ[9]PB[A]PW[B]XX[kept];B[ee]\n(;W[ce]C[here];B[ge])\n(;W[cc]YY[kept too])\n(;W[gc]C[no game]))\n"
    );
    assert_eq!(window.read("recent").lines().count(), 1);

    // To the clipboard, and back from there: the same record, which is in no file.
    window.key("ctrl+c");
    window.wait("a copy", |facts| last(facts, "copied").is_some());
    window.key("ctrl+v");
    window.wait("the copy to open", |facts| last(facts, "pasted").is_some());
    window.wait("it to be kept", |facts| last(facts, "kept").is_some());

    // Another game waits for an answer; so does the end. Cancelled, nothing has happened.
    window.key("ctrl+n");
    window.wait("a question", |facts| count(facts, "asked about changes") == 1);
    sleep(window.pause);
    window.key("Escape");
    sleep(window.pause);
    assert!(last(&window.facts(), "begun").is_none());
    window.close();
    window.wait("a question", |facts| count(facts, "asked about changes") == 2);
    sleep(window.pause);
    // Saved, and closed then: it has no name yet. What is typed takes the place of the name that is proposed, but for its end.
    window.key("Return");
    sleep(2 * window.pause);
    window.tool(&["type", "b"]);
    sleep(window.pause);
    window.key("Return");
    assert!(window.ended(), "it closes once it is saved: {:#?}", window.facts());
    assert_eq!(window.read("b.sgf"), window.read("a.sgf"));
    let left = fs::read_dir(window.folder.join("state/stonefield")).expect("a folder").count();
    assert_eq!(left, 0, "a good end leaves nothing behind");
    let recent = window.read("recent");
    assert!(recent.lines().next().is_some_and(|line| line.ends_with("/b.sgf")), "{recent}");
}

#[test]
fn a_game_outlives_a_crash_and_bad_files_are_told() {
    if !can_run() {
        return;
    }
    let folder = folder("crash");
    let mut window = Window::launch(
        folder.clone(),
        &["--size", "9", "--black", "human", "--white", "human", "--layers", "none"],
    );
    window.play(3, 3);
    window.play(7, 7);
    window.key("Left");
    window.wait("going back", |facts| last(facts, "seek").is_some());
    window.play(5, 5);
    window.wait("the game to be kept", |facts| {
        let kept = facts.iter().rposition(|fact| fact["fact"] == "kept");
        let placed = facts.iter().rposition(|fact| fact["fact"] == "placed");
        kept > placed
    });
    window.key("Left");
    window.wait("the place to be kept", |facts| {
        let kept = facts.iter().rposition(|fact| fact["fact"] == "kept");
        let back = facts.iter().rposition(|fact| fact["fact"] == "seek");
        count(facts, "seek") == 2 && kept > back
    });
    // No time for last words.
    window.leaves = true;
    window.program.kill().expect("a child");
    window.program.wait().expect("a child");
    drop(window);

    let mut window = Window::launch(folder, &["--size", "9", "--paused", "--layers", "none"]);
    window.wait("the game to be offered", |facts| {
        last(facts, "offered").is_some_and(|fact| fact["games"] == 1)
    });
    sleep(2 * window.pause);
    window.key("Return");
    window.wait("the game to come back", |facts| last(facts, "restored").is_some());
    window.wait("where it stood", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 1));
    window.key("End");
    window.wait("its end", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 2));

    // No such folder, no room: said plainly, and nothing is lost.
    std::os::unix::fs::symlink("/dev/full", window.folder.join("full.sgf")).expect("a link");
    for (name, told) in [("no/folder", "No such file"), ("full", "No space left")] {
        let before = window.refusals().len();
        window.key("ctrl+shift+s");
        sleep(2 * window.pause);
        window.tool(&["type", name]);
        sleep(window.pause);
        window.key("Return");
        sleep(window.pause);
        if name == "full" {
            // There is something of this name, which is asked about.
            sleep(window.pause);
            window.key("Return");
        }
        window.wait("a refusal", |facts| count(facts, "refused") > before);
        let why = window.refusals().pop().expect("just seen");
        assert!(why.starts_with("cannot write") && why.contains(name) && why.contains(told), "{why}");
    }
    window.key("ctrl+shift+s");
    sleep(2 * window.pause);
    window.key("Return");
    window.wait("the game to be saved", |facts| last(facts, "saved").is_some());
    let record = window.read("game.sgf");
    assert!(record.ends_with(";B[cg]\n(;W[gc])\n(;W[ee]))\n"), "both lines are there: {record}");

    // What is not a record is refused, and the game stays.
    fs::write(window.folder.join("bad.sgf"), b"\x00\x01 no game").expect("a file");
    let before = window.refusals().len();
    window.key("ctrl+o");
    sleep(2 * window.pause);
    window.tool(&["type", "bad.sgf"]);
    sleep(window.pause);
    window.key("Return");
    sleep(window.pause);
    window.key("Return");
    window.wait("a refusal", |facts| count(facts, "refused") > before);
    assert!(window.refusals().last().is_some_and(|why| why.contains("bad.sgf: no game in it")));
    window.close();
    assert!(window.ended(), "what is saved is not asked about");
}

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

#[test]
fn a_program_that_a_record_names_starts_only_when_the_user_says_so() {
    if !can_run() {
        return;
    }
    let folder = folder("seat");
    let record = "(;FF[4]GM[1]SZ[9]KM[7.5]RU[Chinese]STONEFIELD[form=1][size=9][rules=chinese][komi=7.5][handicap=0]\
                  [black=gtp:[sh -c 'touch touched'\\]][white=random][seed=1][game=0];B[cc];W[gg])";
    fs::write(folder.join("x.sgf"), record).expect("a file");
    let mut window = Window::launch(folder, &["--layers", "none", "x.sgf"]);
    let touched = window.folder.join("touched");
    let asked = |facts: &[Value], what: &str| facts.iter().filter(|fact| fact["asked"] == what).count();
    window.key("End");
    window.wait("the end of the record", |facts| last(facts, "seek").is_some_and(|seek| seek["tick"] == 2));
    // The game stops for the question, and Return leaves the seat empty.
    window.key("space");
    window.wait("the question", |facts| asked(facts, "go") == 1 && asked(facts, "pause") == 1);
    sleep(2 * window.pause);
    window.key("Return");
    sleep(2 * window.pause);
    assert!(!touched.exists(), "nobody has allowed it");
    window.key("space");
    window.wait("the question again", |facts| asked(facts, "go") == 2 && asked(facts, "pause") == 2);
    sleep(2 * window.pause);
    assert!(!touched.exists(), "nobody has allowed it");
    window.click(START_IT);
    window.wait("the seat to be filled", |facts| asked(facts, "fill the seat") == 1);
    window.wait("the program to run", |facts| count(facts, "refused") > 0);
    assert!(touched.exists(), "the user has allowed it");
}

#[test]
fn dead_stones_are_marked_at_the_end_and_a_click_changes_them() {
    if !can_run() {
        return;
    }
    let folder = folder("dead");
    fs::write(folder.join("board.txt"), boards::ENDED).expect("a file");
    let args = ["--position", "board.txt", "--rules", "chinese", "--black", "human", "--white", "human"];
    let mut window = Window::launch(folder, &args);
    let [estimated, proved, alive] = [(3, 8), (4, 1), (1, 4)].map(|(column, row)| window.place(column, row));
    let all_alive = window.picture();
    window.key("p");
    window.wait("a pass", |facts| count(facts, "passed") == 1);
    window.key("p");
    window.wait("the count", |facts| last(facts, "over").is_some_and(|over| over["outcome"] == "B+1.5"));
    // A dead white stone has a black square on it, a dead black one a white square.
    let dark = |picture: &RgbImage, places: [[i32; 2]; 2]| places.map(|at| brightness(picture, at) < 90.0);
    let both = [estimated, proved];
    let counted = window.picture();
    assert_eq!((dark(&all_alive, both), dark(&counted, both)), ([false, true], [true, false]));
    assert!((brightness(&all_alive, alive) - brightness(&counted, alive)).abs() < 9.0, "it lives");
    window.click(estimated);
    window.wait("a mark", |facts| facts.iter().any(|fact| fact["asked"] == "mark" && fact["point"] == "C8"));
    let changed = window.picture();
    assert_eq!(dark(&changed, both), [false, false]);
    window.click(estimated);
    let again = window.picture();
    assert_eq!(dark(&again, both), [true, false], "and back");
}

#[test]
fn two_boards_are_no_part_of_the_game() {
    if !can_run() {
        return;
    }
    // Minds that list no moves: the pointer would rest on one, and its words come up after a while.
    let args = ["--size", "9", "--seed", "1", "--paused", "--black", "sensible", "--white", "random"];
    let mut window = Window::open("two-boards", &args);
    window.learn_pace();
    let before = window.picture();
    window.key("ctrl+b");
    let begun = window.picture();
    window.key("period");
    let stepped = window.picture();
    let changed = differences(&begun, &stepped);
    // A stone on each of the two, left and right of the middle.
    let boards =
        [&|x: i32| (311..650).contains(&x), &|x: i32| (660..1000).contains(&x)] as [&dyn Fn(i32) -> bool; 2];
    for board in boards {
        assert!(changed.iter().any(|&[x, y]| board(x) && (20..430).contains(&y)), "a board stands still");
    }
    window.key("Escape");
    let closed = window.picture();
    let left = differences(&before, &closed).into_iter().filter(|&at| !in_status_line(at)).count();
    assert_eq!(left, 0, "nothing of them is left");
    window.key("period");
    let facts = window.wait("a tick of the game", |facts| count(facts, "placed") == 5);
    let ticks = facts.iter().filter(|fact| fact["fact"] == "placed").map(|fact| fact["tick"].as_u64());
    assert!(ticks.eq((1..=5).map(Some)), "only the game's own stones are told of: {facts:#?}");
    assert_eq!(facts.iter().filter(|fact| fact["asked"] == "step").count(), 5);
}

#[test]
fn a_wall_of_boards_plays_shows_one_and_goes_away() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("wall", &["--size", "5", "--paused"]);
    window.learn_pace();
    let before = window.picture();
    let played = count(&window.facts(), "placed");
    window.key("w");
    sleep(Duration::from_secs(4));
    // All boards play: between two pictures something changes in nearly every part of the wall.
    let one = window.snapshot();
    sleep(Duration::from_secs(3));
    let changed = differences(&one, &window.snapshot());
    let moved = changed.iter().filter(|[x, y]| (307..1004).contains(x) && (0..580).contains(y));
    let cells: BTreeSet<_> = moved.map(|[x, y]| ((x - 307) / 175, y / 145)).collect();
    assert!(cells.len() >= 12, "only {} of 16 boards have moved", cells.len());
    // One board fills the room of all, and gives it back.
    window.click([550, 70]);
    let alone = window.snapshot();
    assert!(differences(&one, &alone).len() > 100_000, "the board is not enlarged");
    window.key("Escape");
    window.key("w");
    sleep(Duration::from_secs(1));
    let left = differences(&before, &window.picture());
    assert_eq!(left.into_iter().filter(|&at| !in_status_line(at)).count(), 0, "the game of before is there");
    assert_eq!(count(&window.facts(), "placed"), played, "games of the wall are not told of");
}

#[test]
fn a_finished_game_gives_way_to_the_next_seed() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("next", &["--size", "3", "--seed", "1"]);
    // Nobody touches anything: the next game begins by itself, and runs.
    window.wait("another game", |facts| {
        let over = facts.iter().position(|fact| fact["fact"] == "over");
        over.is_some_and(|over| facts[over..].iter().any(|fact| fact["fact"] == "placed"))
    });
    window.wait("its end", |facts| facts.iter().filter(|fact| fact["fact"] == "over").count() == 2);
    let before = window.picture();
    // Whoever touches something has all the time in the world; Space means go on.
    sleep(Duration::from_secs(6));
    assert!(differences(&before, &window.picture()).into_iter().all(in_status_line), "the board stays");
    window.key("space");
    window.wait("a third game", |facts| {
        facts.iter().filter(|fact| fact["fact"] == "placed" && fact["tick"] == 1).count() == 3
    });
}

#[test]
fn the_introduction_is_not_shown_to_those_who_know_it() {
    if !can_run() {
        return;
    }
    // Standing still, its first sentence lies over the lower edge of the board.
    let lower = |picture: RgbImage| image::imageops::crop_imm(&picture, 300, 660, 680, 70).to_image();
    let args = ["--paused", "--size", "9"];
    let told = lower(Window::introduce(folder("introduction"), &args).picture());
    let known = lower(Window::open("introduced", &args).picture());
    assert!(differences(&told, &known).len() > 1000, "it lies over the board once");
}

#[test]
fn a_bad_settings_file_is_refused_in_one_line() {
    let path = std::env::temp_dir().join(format!("stonefield-bad-{}.toml", std::process::id()));
    fs::write(&path, "theme = \"light\"\n[keys]\nhlep = \"F2\"\n").expect("a folder for temporary files");
    let output =
        Command::new(env!("CARGO_BIN_EXE_stonefield")).arg("--config").arg(&path).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told.trim_end().lines().count(), 1, "{told}");
    assert!(told.contains("line 3: no action 'hlep'; nearest: 'help'"), "{told}");
    let _ = fs::remove_file(&path);
}
