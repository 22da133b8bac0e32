//! Whether there is anything to draw with, in a browser: the script that starts the page has asked for WebGL2 before.

use super::quality::Quality;
use stonefield_search::supply::NoThreads;

/// No graphics adapter that a picture could be drawn with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this browser draws no WebGL2")]
pub struct NoAdapter;

/// No screen that a window could be opened on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no page to draw on")]
pub struct NoDisplay;

/// The quality that suits any adapter: a page does not know whether its own is a processor.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub const fn adapter() -> Result<Quality, NoAdapter> {
    Ok(Quality::Low)
}

/// Asks for the threads that are needed: here none.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub const fn threads() -> Result<(), NoThreads> {
    Ok(())
}

/// Whether there is a page to draw on.
///
/// # Errors
/// When there is none.
pub fn display() -> Result<(), NoDisplay> {
    web_sys::window().and_then(|window| window.document()).map(drop).ok_or(NoDisplay)
}

/// Does what opens the connection to the display.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
    open();
    Ok(())
}
