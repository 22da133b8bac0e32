//! The environment of an engine: that of the user, without what this program has added to its own, and
//! without ways to the folder that one is in.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable that names those this program has added to its own environment, with commas between them.
pub const ADDED_VARIABLES: &str = "STONEFIELD_ADDED";

/// The environment variable that marks an engine and all it starts: marks with blanks between them, the last
/// one that of the engine itself.
pub(super) const MARK: &str = "STONEFIELD_ENGINE";

/// Marks a program, as no other is marked; returns the mark.
pub(super) fn mark(command: &mut Command) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // Numbers of processes come back; the time tells them apart.
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let mark = format!("{}-{time}-{count}", std::process::id());
    // This program may be an engine itself.
    let inherited = std::env::var(MARK).map(|marks| marks + " ").unwrap_or_default();
    command.env(MARK, inherited + &mark);
    mark
}

/// Has a program started without what this one has added.
pub(super) fn restore(command: &mut Command) {
    let Ok(added) = std::env::var(ADDED_VARIABLES) else { return };
    for name in added.split(',').chain([ADDED_VARIABLES]) {
        command.env_remove(name);
    }
}

/// Has a program, and all that it starts, found in the absolute folders of `PATH` only: what `.`, an empty
/// part or another relative folder means
/// depends on the folder one is in.
pub(super) fn fix_path(command: &mut Command) {
    let Some(path) = std::env::var_os("PATH") else { return };
    // Joining fails for no folder that splitting has brought.
    if let Ok(fixed) =
        std::env::join_paths(std::env::split_paths(&path).filter(|folder| folder.is_absolute()))
    {
        command.env("PATH", fixed);
    }
}
