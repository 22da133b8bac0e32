//! Tests of the real window on a virtual screen, by keys and mouse, with its log and its pictures.

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
