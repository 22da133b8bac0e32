//! Default locations of files.

use std::path::PathBuf;

/// Folder in an environment variable. `None` unless it is an absolute path.
fn named(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Default settings file: `stonefield/stonefield.toml` in the system's configuration folder, or
/// `settings.toml` beside it if only that exists. `None` if there is no such folder.
#[must_use]
pub fn usual_settings() -> Option<PathBuf> {
    let usual = || if cfg!(windows) { named("APPDATA") } else { Some(named("HOME")?.join(".config")) };
    let folder = named("XDG_CONFIG_HOME").or_else(usual)?.join("stonefield");
    let [new, old] = ["stonefield.toml", "settings.toml"].map(|name| folder.join(name));
    Some(if !new.exists() && old.exists() { old } else { new })
}

/// Folder for autosaved data: `stonefield` in `XDG_STATE_HOME` or the system's default.
/// `None` if there is no such folder.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let usual =
        || if cfg!(windows) { named("LOCALAPPDATA") } else { Some(named("HOME")?.join(".local/state")) };
    Some(named("XDG_STATE_HOME").or_else(usual)?.join("stonefield"))
}
