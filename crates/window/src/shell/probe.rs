//! Checks of adapter, threads and display before a window is opened. If one of the three fails, Bevy panics.

use super::quality::Quality;
use bevy::render::settings::Backends;
use bevy::tasks::{available_parallelism, block_on};
use std::panic::AssertUnwindSafe;
use stonefield_search::supply::{NoThreads, need_threads};
use wgpu::{DeviceType, Instance, InstanceDescriptor, RequestAdapterOptions};

/// Error: there is no graphics adapter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no graphics adapter (no Vulkan, Metal or Direct3D driver answers)")]
pub struct NoAdapter;

/// Returns the quality for the adapter.
///
/// # Errors
/// Fails if there is no adapter.
pub fn adapter() -> Result<Quality, NoAdapter> {
    let backends = Backends::all().with_env();
    let instance =
        Instance::new(InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() });
    let request = instance.request_adapter(&RequestAdapterOptions::default());
    let info = block_on(request).map_err(|_| NoAdapter)?.get_info();
    Ok(if info.device_type == DeviceType::Cpu { Quality::Low } else { Quality::High })
}

/// Number of threads of Bevy outside of its pools. The pools have a thread for each core.
const THREADS: usize = 8;

/// Checks that the threads of Bevy can be started.
///
/// # Errors
/// Fails if the system does not allow the threads.
pub fn threads() -> Result<(), NoThreads> {
    need_threads(available_parallelism() + THREADS)
}

/// Error: no window can be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDisplay {
    /// The environment names no display.
    #[error("there is no X display (DISPLAY is not set)")]
    Unset,
    /// The display does not answer.
    #[error("the display '{0}' does not answer")]
    Silent(String),
    /// The display refuses the connection.
    #[error("the display '{0}' refuses the connection")]
    Refused(String),
    /// The display has too few colours for graphics drivers.
    #[error("the display '{display}' has {bits} bits a pixel, and {DEPTH} are needed")]
    Shallow {
        /// Name of the display, as in `DISPLAY`.
        display: String,
        /// Bits per pixel of its screen.
        bits: u8,
    },
    /// Bevy panicked when it opened the display, for example because a library is missing. With the reason.
    #[error("no window can be opened on the display ({0})")]
    Unusable(String),
}

/// Smallest number of bits per pixel of a screen.
const DEPTH: u8 = 24;

/// Runs `open`, which opens the connection to the display. A failure there is a panic, which is caught.
///
/// # Errors
/// Fails if `open` panics. The error has the text of the panic, in one line.
pub fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = std::panic::catch_unwind(AssertUnwindSafe(open));
    std::panic::set_hook(before);
    opened.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        // The text ends with the location in the source, then "error: ", the reason, and " })".
        let reason = text.rsplit("error: ").next().unwrap_or(text).trim_end_matches(" })");
        NoDisplay::Unusable(reason.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

/// Checks that a window can be opened on the X display.
///
/// # Errors
/// Fails if there is no display, or if it does not answer, refuses the connection, or has too few colours.
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

/// Checks that a window can be opened. On this platform it always can.
///
/// # Errors
/// Never fails.
#[cfg(not(all(unix, not(target_vendor = "apple"), not(target_os = "android"))))]
pub fn display() -> Result<(), NoDisplay> {
    Ok(())
}
