//! Errors of the platform.

/// Error: there is no graphics adapter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no graphics adapter (no Vulkan, Metal or Direct3D driver answers)")]
pub struct NoAdapter;

/// Smallest colour depth of a usable screen, in bits per pixel.
pub(super) const DEPTH: u8 = 24;

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
    /// In a browser there is no page.
    #[error("there is no page to draw on")]
    NoPage,
}

/// Reason why the clipboard has no text that was copied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    /// The system has no clipboard.
    #[error("there is no clipboard")]
    NoClipboard,
    /// The clipboard does not contain the text after it was copied.
    #[error("the clipboard does not take the record")]
    Full,
}
