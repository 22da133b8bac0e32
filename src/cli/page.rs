//! Command line in a browser: the address of the page, as in
//! `?size=9&black=swarm&seed=5&layers=+links#tick=40`.
//!
//! Its parameters have the names of the window's flags. An address is untrusted, like a file: the seat of a
//! mind that a file is not allowed to use stays empty until the user fills it.

mod address;
mod board;
mod dead;
mod failure;
#[path = "windowed/look.rs"]
mod look;
mod setup;
mod values;

use address::Address;
use std::ffi::OsString;
use std::process::ExitCode;
use stonefield_minds::Trust;
use stonefield_sim::MindPool;
use stonefield_window::page::{is_recovering, make_links};
use stonefield_window::{WindowOptions, run_window};

/// Opens the window in the page with the options of the address. In a web worker, serves minds instead.
pub fn run(_: impl IntoIterator<Item = OsString>) -> ExitCode {
    if MindPool::serve() {
        return ExitCode::SUCCESS;
    }
    make_links(address::LINKS);
    // A recovered game replaces the one in the address.
    let options = if is_recovering() {
        WindowOptions { introduce: false, ..address::default_options() }
    } else {
        Address::of_page().options()
    };
    let options = WindowOptions { trust: Trust::new(Vec::new(), 1, false), ..options };
    match run_window(options) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            address::show_message(&error.to_string());
            ExitCode::FAILURE
        }
    }
}
