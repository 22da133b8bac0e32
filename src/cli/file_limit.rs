//! The limit on the size of files (`ulimit -f`), which ends a program without a word unless it hears the signal.

/// Has a write that the limit on the size of files forbids fail, as on a full disk, and not end the program: what is safe is told then.
///
/// The signal is heard and not ignored: programs that are started get it as it was.
#[cfg(unix)]
pub(super) fn outlive_file_limit() {
    use signal_hook::consts::SIGXFSZ;
    use std::sync::Arc;
    use stonefield_minds::engine::is_ignored;
    if !is_ignored(SIGXFSZ) {
        // Where this fails, the signal ends the program as ever.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}

/// There is no such limit here.
#[cfg(not(unix))]
pub(super) fn outlive_file_limit() {}
