//! Checks of adapter and display before a window is opened. If one of the two fails, Bevy panics.

use super::super::error::DEPTH;
use super::{NoAdapter, NoDisplay};
use bevy::render::settings::Backends;
use bevy::tasks::block_on;
use std::panic::AssertUnwindSafe;
use wgpu::{DeviceType, Instance, InstanceDescriptor, RequestAdapterOptions};

pub(super) fn adapter() -> Result<bool, NoAdapter> {
    let backends = Backends::all().with_env();
    let instance =
        Instance::new(InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() });
    let request = instance.request_adapter(&RequestAdapterOptions::default());
    let info = block_on(request).map_err(|_| NoAdapter)?.get_info();
    Ok(info.device_type != DeviceType::Cpu)
}

/// A failure to open the display is a panic.
pub(super) fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
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

#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
pub(super) fn display() -> Result<(), NoDisplay> {
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

/// On this platform a window can always be opened.
#[cfg(not(all(unix, not(target_vendor = "apple"), not(target_os = "android"))))]
pub(super) fn display() -> Result<(), NoDisplay> {
    Ok(())
}
