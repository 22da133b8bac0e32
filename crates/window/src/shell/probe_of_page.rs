//! Probe in a browser. The script that starts the page has checked for WebGL2 before.

use super::quality::Quality;
use stonefield_search::supply::NoThreads;

/// Error: there is no WebGL2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this browser draws no WebGL2")]
pub struct NoAdapter;

/// Error: there is no page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no page to draw on")]
pub struct NoDisplay;

/// Returns low quality, because a page does not know if its adapter is software.
///
/// # Errors
/// Never fails.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub const fn adapter() -> Result<Quality, NoAdapter> {
    Ok(Quality::Low)
}

/// Checks the threads. A page needs none.
///
/// # Errors
/// Never fails.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub const fn threads() -> Result<(), NoThreads> {
    Ok(())
}

/// Checks that there is a page to draw on.
///
/// # Errors
/// Fails if there is no page.
pub fn display() -> Result<(), NoDisplay> {
    web_sys::window().and_then(|window| window.document()).map(drop).ok_or(NoDisplay)
}

/// Runs `open`. Panics are not caught.
///
/// # Errors
/// Never fails.
#[expect(clippy::unnecessary_wraps, reason = "as where there are windows")]
pub fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
    open();
    Ok(())
}
