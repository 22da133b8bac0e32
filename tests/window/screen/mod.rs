//! The real window on a screen of its own, driven with keys and mouse: what happens on the board, and what is seen.

mod access;
mod begin;
mod display;
mod facts;
mod front;
mod laboratory;
mod monkey;
mod picture;
mod play;
mod reader;
mod records;
mod selection;
mod several;
mod window;

use stonefield_testing as support;

fn can_run() -> bool {
    support::require("Xvfb") && support::require("xdotool")
}
