//! Where the program keeps what it is not told a place for.

use std::path::PathBuf;

/// A folder that the environment names.
fn named(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The settings file of the system's choice: `stonefield/stonefield.toml` in the folder that the system keeps configuration in, or
/// `settings.toml` beside it where only that exists. `None` where there is no such folder.
#[must_use]
pub fn usual_settings() -> Option<PathBuf> {
    let usual = || if cfg!(windows) { named("APPDATA") } else { Some(named("HOME")?.join(".config")) };
    let folder = named("XDG_CONFIG_HOME").or_else(usual)?.join("stonefield");
    let [new, old] = ["stonefield.toml", "settings.toml"].map(|name| folder.join(name));
    Some(if !new.exists() && old.exists() { old } else { new })
}

/// The folder for what a program keeps without being asked: `stonefield` in `XDG_STATE_HOME`; `None` where the system has no
/// place for it.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let usual =
        || if cfg!(windows) { named("LOCALAPPDATA") } else { Some(named("HOME")?.join(".local/state")) };
    Some(named("XDG_STATE_HOME").or_else(usual)?.join("stonefield"))
}
