//! Environment variables of an engine: those of this program, without the variables that this program has
//! added itself. `PATH` can be restricted to absolute folders.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Environment variable that lists the variables this program has added to its own environment, separated
/// by commas.
pub const ADDED_VARIABLES: &str = "STONEFIELD_ADDED";

/// Environment variable that marks an engine and all its descendants. Its value is a list of marks, separated
/// by spaces. The last one is the mark of the engine itself.
pub(super) const MARK: &str = "STONEFIELD_ENGINE";

/// Sets a unique mark in the environment of a command. Returns the mark.
pub(super) fn add_mark(command: &mut Command) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // The system reuses process numbers, so the number alone is not unique.
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let mark = format!("{}-{time}-{count}", std::process::id());
    // This process may be an engine itself. Then it passes on its own marks.
    let inherited = std::env::var(MARK).map(|marks| marks + " ").unwrap_or_default();
    command.env(MARK, inherited + &mark);
    mark
}

/// Removes from a command's environment the variables that this program has added to its own.
pub(super) fn remove_added_variables(command: &mut Command) {
    let Ok(added) = std::env::var(ADDED_VARIABLES) else { return };
    for name in added.split(',').chain([ADDED_VARIABLES]) {
        command.env_remove(name);
    }
}

/// Restricts the `PATH` of a command to absolute folders. Other entries, such as `.` or an empty one, would
/// depend on the current folder.
pub(super) fn keep_absolute_path(command: &mut Command) {
    let Some(path) = std::env::var_os("PATH") else { return };
    // Joining cannot fail here: these folders come from splitting `PATH`.
    if let Ok(absolute_path) =
        std::env::join_paths(std::env::split_paths(&path).filter(|folder| folder.is_absolute()))
    {
        command.env("PATH", absolute_path);
    }
}
