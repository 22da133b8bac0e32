//! Default locations of files.

use std::path::PathBuf;

/// Folder that an environment variable names. `None` unless it is an absolute path.
fn folder_in(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Default settings file: `stonefield/stonefield.toml` in `XDG_CONFIG_HOME` or the system's default, or
/// `stonefield/settings.toml` there if only that exists. `None` if no variable names the folder.
#[must_use]
pub fn usual_settings() -> Option<PathBuf> {
    let default =
        || if cfg!(windows) { folder_in("APPDATA") } else { Some(folder_in("HOME")?.join(".config")) };
    let folder = folder_in("XDG_CONFIG_HOME").or_else(default)?.join("stonefield");
    let [new, old] = ["stonefield.toml", "settings.toml"].map(|name| folder.join(name));
    Some(if !new.exists() && old.exists() { old } else { new })
}

/// Folder for autosaved data: `stonefield` in `XDG_STATE_HOME` or the system's default.
/// `None` if no variable names it.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let default = || {
        if cfg!(windows) { folder_in("LOCALAPPDATA") } else { Some(folder_in("HOME")?.join(".local/state")) }
    };
    Some(folder_in("XDG_STATE_HOME").or_else(default)?.join("stonefield"))
}
