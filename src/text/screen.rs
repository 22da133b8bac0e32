//! Screen of the live view: enters the terminal's alternate screen, and restores the terminal.
//!
//! One thread draws frames. Another one can restore the terminal when a signal ends the program.

use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard};
use stonefield_search::lock;

/// State of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    /// Not used by the live view yet.
    Free,
    /// Raw mode, with the alternate screen.
    Taken,
    /// As [`Screen::Taken`], but the content of the screen is unknown.
    TakenAgain,
    /// Restored: the view has ended, or the program is about to end or to be suspended.
    GivenBack,
}

static SCREEN: Mutex<Screen> = Mutex::new(Screen::Free);

fn screen() -> MutexGuard<'static, Screen> {
    lock(&SCREEN)
}

/// Enters raw mode and the alternate screen. Does nothing if the terminal has been restored.
pub(super) fn enter(out: &mut dyn Write) -> io::Result<()> {
    let mut screen = screen();
    if *screen != Screen::GivenBack {
        enter_alternate(out)?;
        *screen = Screen::Taken;
    }
    Ok(())
}

fn enter_alternate(mut out: &mut dyn Write) -> io::Result<()> {
    // The macro needs a sized writer.
    let out = &mut out;
    terminal::enable_raw_mode()?;
    execute!(out, EnterAlternateScreen, cursor::Hide, Clear(ClearType::All))
}

/// Draws a frame, unless the terminal has been restored.
/// The argument of `draw` is true if the content of the screen is unknown.
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

/// Restores the terminal at the end of the view. Called by the thread that draws.
pub(super) fn leave(out: &mut dyn Write) {
    give_back(&mut screen(), out);
}

/// Restores the terminal at once, even while a frame is drawn. Errors are ignored.
pub fn restore(out: &mut dyn Write) {
    // The caller can be the drawing thread in a panic. It holds the lock, so waiting would block forever.
    match SCREEN.try_lock() {
        Ok(mut screen) => give_back(&mut screen, out),
        Err(_) => reset_terminal(out),
    }
}

/// As [`restore`], but does nothing and returns `false` while a frame is drawn. After `true`, no frame is
/// drawn until [`take_again`].
pub fn try_restore(out: &mut dyn Write) -> bool {
    let Ok(mut screen) = SCREEN.try_lock() else { return false };
    give_back(&mut screen, out);
    true
}

/// Enters the alternate screen again after the terminal was restored, when a suspended program continues.
pub fn take_again(out: &mut dyn Write) {
    let mut screen = screen();
    if *screen == Screen::GivenBack && enter_alternate(out).is_ok() {
        *screen = Screen::TakenAgain;
    }
}

fn give_back(screen: &mut Screen, out: &mut dyn Write) {
    if matches!(screen, Screen::Taken | Screen::TakenAgain) {
        reset_terminal(out);
    }
    *screen = Screen::GivenBack;
}

fn reset_terminal(mut out: &mut dyn Write) {
    let out = &mut out;
    let _ = execute!(out, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}
