//! What graphics drivers say of themselves.

/// What keeps the layer of Mesa's drivers that chooses between graphics cards from looking for a Wayland session.
#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
const NO_LAYER: &str = "NODEVICE_SELECT";

/// Keeps graphics drivers from saying on stderr that `XDG_RUNTIME_DIR` is not set, which nobody who sees it can act on. They look at the environment, and
/// a program changes its own only by beginning anew: before anything is read.
#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
pub(in crate::cli) fn quieten_drivers() {
    use std::os::unix::process::CommandExt;
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let Ok(program) = std::env::current_exe() else { return };
    let is_ours = program.file_stem().is_some_and(|name| name == env!("CARGO_PKG_NAME"));
    if is_ours && !is_set("XDG_RUNTIME_DIR") && !is_set("WAYLAND_DISPLAY") && !is_set(NO_LAYER) {
        let args = std::env::args_os().skip(1);
        // Where that is not possible the drivers say what they say.
        let _ = std::process::Command::new(program).args(args).env(NO_LAYER, "1").exec();
    }
}

/// Drivers say nothing of that kind here.
#[cfg(not(all(unix, not(target_vendor = "apple"), not(target_os = "android"))))]
pub(in crate::cli) const fn quieten_drivers() {}
