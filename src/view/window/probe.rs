//! Whether there is anything to draw with, asked before a window is opened: its makers would panic.

use super::quality::Quality;
use bevy::render::settings::Backends;
use bevy::tasks::block_on;
use std::panic::AssertUnwindSafe;
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

/// No screen that a window could be opened on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDisplay {
    /// The environment names none.
    #[error("there is no X display (DISPLAY is not set)")]
    Unset,
    /// The one that is named does not answer.
    #[error("the display '{0}' does not answer")]
    Silent(String),
    /// It answers, and no window can be opened on it: a refused connection, a library that is not there.
    #[error("no window can be opened on the display ({0})")]
    Unusable(String),
}

/// Does what opens the connection to the display. Its makers panic where that cannot be had, and tell no error beforehand; the panic
/// is caught here, and becomes one.
///
/// # Errors
/// What the panic said, in one line.
pub fn heedful(open: impl FnOnce()) -> Result<(), NoDisplay> {
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
/// When there is no display, or it does not answer.
#[cfg(all(unix, not(target_os = "macos"), not(target_os = "android"), not(target_os = "ios")))]
pub fn display() -> Result<(), NoDisplay> {
    let named = |key: &str| std::env::var(key).ok().filter(|value| !value.is_empty());
    match named("DISPLAY") {
        Some(display) if x11_answers(&display) => Ok(()),
        Some(display) => Err(NoDisplay::Silent(display)),
        None => Err(NoDisplay::Unset),
    }
}

/// Whether a window can be opened: there is always a display here.
///
/// # Errors
/// None.
#[cfg(not(all(unix, not(target_os = "macos"), not(target_os = "android"), not(target_os = "ios"))))]
pub fn display() -> Result<(), NoDisplay> {
    Ok(())
}

/// Whether the X server `host:number.screen` takes a connection.
#[cfg(all(unix, not(target_os = "macos"), not(target_os = "android"), not(target_os = "ios")))]
fn x11_answers(display: &str) -> bool {
    use std::net::TcpStream;
    use std::os::unix::net::UnixStream;
    let Some((host, rest)) = display.rsplit_once(':') else { return false };
    let Ok(number) = rest.split('.').next().unwrap_or(rest).parse::<u16>() else { return false };
    let local = || UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).is_ok();
    let remote = |host: &str| TcpStream::connect((host, 6000_u16.saturating_add(number))).is_ok();
    match host {
        "" | "unix" => local() || abstract_answers(number) || remote("localhost"),
        path if path.starts_with('/') => UnixStream::connect(display).is_ok() || local(),
        host => remote(host),
    }
}

/// Whether the X server listens on a socket that has a name but no file.
#[cfg(target_os = "linux")]
fn abstract_answers(number: u16) -> bool {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}"))
        .and_then(|address| UnixStream::connect_addr(&address))
        .is_ok()
}

/// Only Linux has sockets without files.
#[cfg(all(
    unix,
    not(target_os = "linux"),
    not(target_os = "macos"),
    not(target_os = "android"),
    not(target_os = "ios")
))]
fn abstract_answers(_: u16) -> bool {
    false
}
