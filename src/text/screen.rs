//! The screen of the live view: taken from the terminal for a while, and given back as it was.
//!
//! Frames are drawn on one thread; a signal that ends the program has the screen given back by another.

use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard};
use stonefield_search::lock;

/// Whose the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    /// The terminal shows its own text.
    Free,
    /// Ours: the terminal is in raw mode, and another screen is shown.
    Taken,
    /// Ours, and nothing is known of what it shows.
    TakenAgain,
    /// The terminal's again, as the program is about to end or to be stopped.
    GivenBack,
}

static SCREEN: Mutex<Screen> = Mutex::new(Screen::Free);

fn screen() -> MutexGuard<'static, Screen> {
    lock(&SCREEN)
}

/// Takes the screen.
pub(super) fn enter(out: &mut dyn Write) -> io::Result<()> {
    let mut screen = screen();
    if *screen != Screen::GivenBack {
        take(out)?;
        *screen = Screen::Taken;
    }
    Ok(())
}

fn take(mut out: &mut dyn Write) -> io::Result<()> {
    // The macro wants a sized writer.
    let out = &mut out;
    terminal::enable_raw_mode()?;
    execute!(out, EnterAlternateScreen, cursor::Hide, Clear(ClearType::All))
}

/// Draws a frame, unless the screen has been given back. `draw` hears whether nothing is known of what is on it.
pub(super) fn draw(draw: impl FnOnce(bool) -> io::Result<()>) -> io::Result<()> {
    let mut screen = screen();
    match *screen {
        Screen::GivenBack => Ok(()),
        Screen::TakenAgain => {
            *screen = Screen::Taken;
            draw(true)
        }
        Screen::Free | Screen::Taken => draw(false),
    }
}

/// Leaves the screen for good, on the thread that draws.
pub(super) fn leave(out: &mut dyn Write) {
    give_back(&mut screen(), out);
}

/// Gives the terminal back as it was, at once. What fails is let be: there is nothing else to try.
pub fn restore(out: &mut dyn Write) {
    // The caller may be the drawing thread.
    match SCREEN.try_lock() {
        Ok(mut screen) => give_back(&mut screen, out),
        Err(_) => release(out),
    }
}

/// As [`restore`], unless a frame is being drawn; `false` then. No frame is drawn any more.
pub fn try_restore(out: &mut dyn Write) -> bool {
    let Ok(mut screen) = SCREEN.try_lock() else { return false };
    give_back(&mut screen, out);
    true
}

/// Takes the screen again after [`restore`]: the program goes on.
pub fn take_again(out: &mut dyn Write) {
    let mut screen = screen();
    if *screen == Screen::GivenBack && take(out).is_ok() {
        *screen = Screen::TakenAgain;
    }
}

fn give_back(screen: &mut Screen, out: &mut dyn Write) {
    if matches!(screen, Screen::Taken | Screen::TakenAgain) {
        release(out);
    }
    *screen = Screen::GivenBack;
}

fn release(mut out: &mut dyn Write) {
    let out = &mut out;
    let _ = execute!(out, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}
