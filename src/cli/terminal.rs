//! Terminal: its abilities, and how it is restored.

use crate::text;
use std::fs::File;
use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener};

/// Abilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terminal {
    /// True if the cursor can be moved and keys can be read one by one.
    pub(super) live: bool,
    /// True if colours can be shown.
    pub(super) colors: bool,
}

impl Terminal {
    /// Abilities of stdout and stdin. A dumb terminal ([`is_dumb`]) gets no escape sequences. `NO_COLOR`
    /// turns colours off.
    pub(super) fn detect() -> Self {
        let capable = std::io::stdout().is_terminal() && !is_dumb();
        Self {
            live: capable && std::io::stdin().is_terminal(),
            colors: capable && value("NO_COLOR").is_none(),
        }
    }
}

/// True if a terminal takes no escape sequences: `TERM` is `dumb`, or missing except on Windows.
pub(super) fn is_dumb() -> bool {
    let dumb = |term: std::ffi::OsString| term == "dumb";
    if cfg!(windows) { value("TERM").is_some_and(dumb) } else { value("TERM").is_none_or(dumb) }
}

/// Value of an environment variable, if it is not empty.
fn value(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Second handle of stdout. The first is locked while the program runs.
#[cfg(unix)]
pub(super) fn stdout_copy() -> Option<File> {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
}

/// Returns `None`: stdout is copied on Unix only.
#[cfg(not(unix))]
pub(super) fn stdout_copy() -> Option<File> {
    None
}

/// Largest number of tries to restore the terminal between two frames, and the pause after each.
const TRIES: (u32, Duration) = (50, Duration::from_millis(10));

/// Restores the terminal of the live view when the program panics, is suspended, or is ended by a signal.
/// Otherwise the message of a panic would vanish with the alternate screen. Signals are handled while the
/// returned listener is held.
pub(super) fn restore_at_exit() -> SignalListener {
    let previous_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        match stdout_copy() {
            // Another thread than the one that panics may have locked stdout.
            Some(mut screen) => text::restore(&mut screen),
            None => text::restore(&mut std::io::stdout()),
        }
        previous_hook(info);
    }));
    when_stopped(restore_terminal, || {
        if let Some(mut screen) = stdout_copy() {
            text::take_again(&mut screen);
        }
    });
    SignalListener::listen_with(&Signal::ALL, |signal| {
        restore_terminal();
        signal.end_program();
    })
}

/// Restores the terminal, if possible between two frames.
fn restore_terminal() {
    let Some(mut screen) = stdout_copy() else { return };
    let (tries, pause) = TRIES;
    for _ in 0..tries {
        if text::try_restore(&mut screen) {
            return;
        }
        std::thread::sleep(pause);
    }
    text::restore(&mut screen);
}

/// True from the signal that suspends the program until `after` of [`when_stopped`] has returned.
static STOPPING: AtomicBool = AtomicBool::new(false);

/// Waits, at most one second, until `after` of [`when_stopped`] has returned. After a resumption, a read of
/// input may return earlier than that.
pub(super) fn await_resumed() {
    for _ in 0..1000 {
        if !STOPPING.load(Acquire) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Calls `before` when the program is suspended, as by `kill -TSTP`, and `after` when it is resumed.
#[cfg(unix)]
pub(super) fn when_stopped(before: impl Fn() + Send + 'static, after: impl Fn() + Send + 'static) {
    use signal_hook::consts::SIGTSTP;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use stonefield_search::supply::start_thread;
    // If this fails, the program is suspended without these calls.
    let Ok(mut signals) = Signals::new([SIGTSTP]) else { return };
    let _ = start_thread("stops", move || {
        for _ in &mut signals {
            STOPPING.store(true, Release);
            before();
            // This returns when the program is resumed.
            let _ = emulate_default_handler(SIGTSTP);
            after();
            STOPPING.store(false, Release);
        }
    });
}

/// Does nothing: only Unix has this signal.
#[cfg(not(unix))]
pub(super) fn when_stopped(_: impl Fn() + Send + 'static, _: impl Fn() + Send + 'static) {}
