//! The terminal: what it can show, and how it is given back as it was.

use crate::text;
use std::fs::File;
use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener};

/// What stdout can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terminal {
    /// Whether the cursor can be moved about and keys can be read one by one.
    pub(super) live: bool,
    /// Whether there are colours.
    pub(super) colors: bool,
}

impl Terminal {
    /// That of stdout and stdin. Where `TERM` is `dumb` or says nothing there are no escape sequences at all; with `NO_COLOR` there are no
    /// colours.
    pub(super) fn found() -> Self {
        let capable = std::io::stdout().is_terminal() && !is_dumb();
        Self {
            live: capable && std::io::stdin().is_terminal(),
            colors: capable && value("NO_COLOR").is_none(),
        }
    }
}

/// Whether a terminal, where there is one, takes no escape sequences.
pub(super) fn is_dumb() -> bool {
    let dumb = |term: std::ffi::OsString| term == "dumb";
    if cfg!(windows) { value("TERM").is_some_and(dumb) } else { value("TERM").is_none_or(dumb) }
}

/// What a variable of the environment says, if anything.
fn value(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Stdout by another way than the one that is locked as long as the program runs.
#[cfg(unix)]
pub(super) fn stdout_copy() -> Option<File> {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
}

/// Nobody needs it where there are no signals.
#[cfg(not(unix))]
pub(super) fn stdout_copy() -> Option<File> {
    None
}

/// How often is tried to give the terminal back between two frames, and how long is waited in between.
const TRIES: (u32, Duration) = (50, Duration::from_millis(10));

/// Sees to it that the terminal of the live view is itself again however the program ends: by a panic, which would be told on a screen about to
/// vanish, or by a signal. While the program is stopped the terminal is itself, too.
pub(super) fn give_back_at_the_end() -> SignalListener {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        match stdout_copy() {
            // Another thread than the one that panics may have locked stdout.
            Some(mut screen) => text::restore(&mut screen),
            None => text::restore(&mut std::io::stdout()),
        }
        before(info);
    }));
    when_stopped(give_back, || {
        if let Some(mut screen) = stdout_copy() {
            text::take_again(&mut screen);
        }
    });
    SignalListener::listen_with(&Signal::ALL, |signal| {
        give_back();
        signal.end_program();
    })
}

/// Gives the terminal back, between two frames if one is drawn soon.
fn give_back() {
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

/// Whether the program is being stopped, or goes on and has not done what comes after that.
static STOPPING: AtomicBool = AtomicBool::new(false);

/// Waits until what is done after a stop has been done, for a second at most: what is typed as the program goes on may be read before.
pub(super) fn await_resumed() {
    for _ in 0..1000 {
        if !STOPPING.load(Acquire) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Has something done before the program is stopped, as by `kill -TSTP`, and something else when it goes on.
#[cfg(unix)]
pub(super) fn when_stopped(before: impl Fn() + Send + 'static, after: impl Fn() + Send + 'static) {
    use signal_hook::consts::SIGTSTP;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use stonefield_search::supply::start_thread;
    // Without this the program stops as ever.
    let Ok(mut signals) = Signals::new([SIGTSTP]) else { return };
    let _ = start_thread("stops", move || {
        for _ in &mut signals {
            STOPPING.store(true, Release);
            before();
            // It returns when the program goes on.
            let _ = emulate_default_handler(SIGTSTP);
            after();
            STOPPING.store(false, Release);
        }
    });
}

/// There is no such signal here.
#[cfg(not(unix))]
pub(super) fn when_stopped(_: impl Fn() + Send + 'static, _: impl Fn() + Send + 'static) {}
