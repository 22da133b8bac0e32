//! Whether there is anything to draw with, asked before a window is opened: its makers would panic.

use super::quality::Quality;
use bevy::render::settings::Backends;
use bevy::tasks::{available_parallelism, block_on};
use std::panic::AssertUnwindSafe;
use stonefield_search::supply::{NoThreads, need_threads};
use wgpu::{DeviceType, Instance, InstanceDescriptor, RequestAdapterOptions};

/// No graphics adapter that a picture could be drawn with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no graphics adapter (no Vulkan, Metal or Direct3D driver answers)")]
pub struct NoAdapter;

/// The quality that suits the adapter.
///
/// # Errors
/// When there is none.
pub fn adapter() -> Result<Quality, NoAdapter> {
    let backends = Backends::all().with_env();
    let instance =
        Instance::new(InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() });
    let request = instance.request_adapter(&RequestAdapterOptions::default());
    let info = block_on(request).map_err(|_| NoAdapter)?.get_info();
    Ok(if info.device_type == DeviceType::Cpu { Quality::Low } else { Quality::High })
}

/// Threads of Bevy beside its pools, whose threads are as many as there are cores.
const THREADS: usize = 8;

/// Asks for the threads that Bevy starts, which panics without them.
///
/// # Errors
/// When they cannot be had.
pub fn threads() -> Result<(), NoThreads> {
    need_threads(available_parallelism() + THREADS)
}

/// No screen that a window could be opened on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDisplay {
    /// The environment names none.
    #[error("there is no X display (DISPLAY is not set)")]
    Unset,
    /// The one that is named does not answer.
    #[error("the display '{0}' does not answer")]
    Silent(String),
    /// It takes no connection of this program.
    #[error("the display '{0}' refuses the connection")]
    Refused(String),
    /// It has fewer colours than graphics drivers draw in.
    #[error("the display '{display}' has {bits} bits a pixel, and {DEPTH} are needed")]
    Shallow {
        /// The name of the display, as in `DISPLAY`.
        display: String,
        /// The bits of a pixel on its screen.
        bits: u8,
    },
    /// It answers, and no window can be opened on it: a refused connection, a library that is not there.
    #[error("no window can be opened on the display ({0})")]
    Unusable(String),
}

/// Bits a pixel that a screen needs.
const DEPTH: u8 = 24;

/// Does what opens the connection to the display. Its makers panic where that cannot be had, and tell no error beforehand; the panic
/// is caught here, and becomes one.
///
/// # Errors
/// What the panic said, in one line.
pub fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = std::panic::catch_unwind(AssertUnwindSafe(open));
    std::panic::set_hook(before);
    opened.map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        // The makers' own word for it stands last; before it they tell where in their source it is.
        let word = said.rsplit("error: ").next().unwrap_or(said).trim_end_matches(" })");
        NoDisplay::Unusable(word.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

/// Whether a window can be opened.
///
/// # Errors
/// When there is no display, or it does not answer, refuses this program, or has too few colours.
#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
pub fn display() -> Result<(), NoDisplay> {
    use x11rb::connection::Connection;
    use x11rb::errors::ConnectError;
    use x11rb::rust_connection::RustConnection;
    let named = std::env::var("DISPLAY").ok().filter(|value| !value.is_empty());
    let display = named.ok_or(NoDisplay::Unset)?;
    match RustConnection::connect(Some(&display)) {
        Ok((server, screen)) => match server.setup().roots.get(screen) {
            Some(screen) if screen.root_depth >= DEPTH => Ok(()),
            Some(screen) => Err(NoDisplay::Shallow { display, bits: screen.root_depth }),
            None => Err(NoDisplay::Silent(display)),
        },
        Err(ConnectError::SetupAuthenticate(_) | ConnectError::SetupFailed(_)) => {
            Err(NoDisplay::Refused(display))
        }
        Err(_) => Err(NoDisplay::Silent(display)),
    }
}

/// Whether a window can be opened: there is always a display here.
///
/// # Errors
/// None.
#[cfg(not(all(unix, not(target_vendor = "apple"), not(target_os = "android"))))]
pub fn display() -> Result<(), NoDisplay> {
    Ok(())
}
