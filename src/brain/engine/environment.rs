//! The environment of an engine: that of the user, without what this program has added to its own.

use std::process::Command;

/// The environment variable that names those this program has added to its own environment, with commas between them.
pub const ADDED_VARIABLES: &str = "STONEFIELD_ADDED";

/// Has a program started without what this one has added.
pub(super) fn restore(command: &mut Command) {
    let Ok(added) = std::env::var(ADDED_VARIABLES) else { return };
    for name in added.split(',').chain([ADDED_VARIABLES]) {
        command.env_remove(name);
    }
}
