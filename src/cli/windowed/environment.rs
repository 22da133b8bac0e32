//! Environment variables of a program that draws.

/// Restarts the program with variables that graphics drivers and the C allocator read only at the start,
/// unless they are set. Must be called before any input is read. If the restart fails, the program
/// continues without them. Another program that uses this library is not restarted.
#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
pub(in crate::cli) fn complete_environment() {
    use std::os::unix::process::CommandExt;
    use stonefield_minds::engine::ADDED_VARIABLES;
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let Ok(program) = std::env::current_exe() else { return };
    let is_ours = program.file_stem().is_some_and(|name| name == env!("CARGO_PKG_NAME"));
    let mut added = Vec::new();
    if !is_set("XDG_RUNTIME_DIR") && !is_set("WAYLAND_DISPLAY") {
        // Mesa's device selection layer looks for a Wayland session, and reports a missing one on stderr.
        added.push(("NODEVICE_SELECT", "1"));
    }
    if cfg!(target_env = "gnu") {
        // glibc keeps some freed memory for each of many threads. A program that draws has many, so its
        // memory would grow for a long time.
        added.push(("MALLOC_ARENA_MAX", "2"));
    }
    added.retain(|&(name, _)| !is_set(name));
    if is_ours && !is_set(ADDED_VARIABLES) && !added.is_empty() {
        let names: Vec<_> = added.iter().map(|&(name, _)| name).collect();
        let mut restarted = std::process::Command::new(program);
        restarted.args(std::env::args_os().skip(1)).envs(added).env(ADDED_VARIABLES, names.join(","));
        let _ = restarted.exec();
    }
}

/// Does nothing on this system.
#[cfg(not(all(unix, not(target_vendor = "apple"), not(target_os = "android"))))]
pub(in crate::cli) const fn complete_environment() {}
