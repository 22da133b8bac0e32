//! Limit on the size of files (`ulimit -f`). Unless handled, its signal SIGXFSZ ends a program silently.

/// Handles SIGXFSZ, so that a write beyond the limit fails as on a full disk and can be reported.
///
/// A handler is set instead of ignoring the signal, because child processes would inherit an ignored
/// signal.
#[cfg(unix)]
pub(super) fn handle_file_limit() {
    use signal_hook::consts::SIGXFSZ;
    use std::sync::Arc;
    use stonefield_minds::engine::is_ignored;
    if !is_ignored(SIGXFSZ) {
        // If this fails, the signal ends the program.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}

/// Does nothing: only Unix has this limit.
#[cfg(not(unix))]
pub(super) fn handle_file_limit() {}
