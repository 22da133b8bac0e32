//! Progress of a long command, on stderr.

use super::terminal::is_dumb;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Progress bar of `length` steps, hidden unless stderr is a terminal that can show it. `words` is the
/// template of the text after the bar, as in `{pos} of {len} games`.
pub(super) fn progress(length: u64, words: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() || is_dumb() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {words}")) {
        bar.set_style(style);
    }
    bar
}

/// Spinner, hidden unless stderr is a terminal that can show it. `words` is the template of its text, as in
/// `{msg}, {elapsed}`.
pub(super) fn spinner(words: &str) -> ProgressBar {
    let bar = progress(0, words);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{spinner}} {words}")) {
        bar.set_style(style);
    }
    bar
}
