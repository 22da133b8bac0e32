//! What the window begins with: settings, and the introduction.

use super::can_run;
use super::picture::differences;
use super::window::{Window, folder};
use image::RgbImage;
use std::fs;
use std::process::Command;

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
