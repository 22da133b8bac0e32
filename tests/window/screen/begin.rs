//! Tests of the start of the window: settings, and the introduction.

use super::can_run;
use super::picture::{assert_same, differences};
use super::window::{Window, folder};
use image::RgbImage;
use std::fs;
use std::process::Command;
use std::thread::sleep;

#[test]
fn the_introduction_is_shown_only_once() {
    if !can_run() {
        return;
    }
    // In a paused game the first sentence of the introduction has a strip below the board.
    let lower = |picture: RgbImage| image::imageops::crop_imm(&picture, 300, 660, 680, 70).to_image();
    let args = ["--paused", "--size", "9"];
    let with_introduction = lower(Window::introduce(folder("introduction"), &args).picture());
    let without = lower(Window::open("introduced", &args).picture());
    assert!(differences(&with_introduction, &without).len() > 1000, "it is shown once");
}

#[test]
fn the_introduction_is_not_shown_if_players_are_chosen() {
    if !can_run() {
        return;
    }
    let args = ["--paused", "--size", "9", "--black", "random"];
    let first_start = Window::introduce(folder("players"), &args).picture();
    let later_start = Window::open("players-known", &args).picture();
    assert_same(&first_start, &later_start, "it is for those who look around");
}

#[test]
fn a_held_esc_closes_one_window() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("held-esc", &["--size", "9", "--paused", "--layers", "none"]);
    window.learn_pace();
    let bare = window.picture();
    window.key("ctrl+shift+b");
    let one = window.picture();
    window.key("ctrl+i");
    let two = window.picture();
    assert!(differences(&one, &two).len() > 10_000, "two windows are open");
    window.tool(&["keydown", "Escape"]);
    sleep(3 * window.pause);
    window.tool(&["keyup", "Escape"]);
    assert_same(&window.picture(), &one, "the one in front is closed, and nothing else");
    window.key("Escape");
    assert_same(&window.picture(), &bare, "the other is closed");
}

#[test]
fn a_quality_from_a_flag_is_not_stored() {
    if !can_run() {
        return;
    }
    let mut window = Window::open("quality", &["--size", "9", "--paused", "--quality", "low"]);
    // A new size of the window is stored, and all other settings with it.
    window.tool(&["search", "--name", "Stonefield$", "windowsize", "1010", "700"]);
    let path = window.folder.join("settings.toml");
    let settings = || fs::read_to_string(&path).unwrap_or_default();
    window.wait("the settings to be written", |_| settings().contains("1010"));
    assert!(!settings().contains("low"), "{}", settings());
}

#[test]
fn a_bad_settings_file_is_refused_in_one_line() {
    let path = std::env::temp_dir().join(format!("stonefield-bad-{}.toml", std::process::id()));
    fs::write(&path, "theme = \"light\"\n[keys]\nhlep = \"F2\"\n").expect("a folder for temporary files");
    let output =
        Command::new(env!("CARGO_BIN_EXE_stonefield")).arg("--config").arg(&path).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    assert!(message.contains("line 3, column 1: no action 'hlep'; nearest: 'help'"), "{message}");
    let _ = fs::remove_file(&path);
}
