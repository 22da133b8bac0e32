//! Platform of a page. The script that starts the page has checked for WebGL2 before.

mod picker;

pub use picker::read;

use super::{CopyError, NoAdapter, NoDisplay, Platform, Task};
use bevy::app::PluginGroupBuilder;
use bevy::ecs::message::Message;
use bevy::ecs::system::Commands;
use bevy_egui::EguiClipboard;
use core::time::Duration;
use std::io;
use std::sync::OnceLock;
use stonefield_search::supply::NoThreads;

static CJK_FONT: OnceLock<Vec<u8>> = OnceLock::new();

/// Stores the font of [`Platform::cjk_font`] for the lifetime of the page. Because of its size a page loads it
/// only when it is needed.
pub fn keep_cjk_font(font: Vec<u8>) {
    // A second font would be the same.
    let _ = CJK_FONT.set(font);
}

/// Text of a record, for the browser to put into the clipboard.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyRecord(pub String);

/// A page, which has one thread for all that it does.
pub struct Host;

impl Platform for Host {
    type Picker = picker::BrowserPicker;

    const IN_BROWSER: bool = true;
    const HAS_FILES: bool = false;
    const HAS_THREADS: bool = false;
    /// The user may leave the page at any moment, and a phone may discard it while it is hidden.
    const AUTOSAVE_SECONDS: f32 = 0.2;
    /// A browser that is out of storage seldom has more soon.
    const AUTOSAVE_RETRY_SECONDS: f32 = 60.0;
    /// The page still reacts to Cancel, and spends less time on drawing than on loading.
    const LOADING_SLICE: Duration = Duration::from_millis(200);
    const MAX_FIRST_NODES: Option<usize> = Some(2_000);
    /// A study blocks the page.
    const LIFE_NODES: Option<u64> = Some(100_000);

    fn cjk_font() -> Option<&'static [u8]> {
        CJK_FONT.get().map(Vec::as_slice)
    }

    fn check_display() -> Result<(), NoDisplay> {
        web_sys::window().and_then(|window| window.document()).map(drop).ok_or(NoDisplay::NoPage)
    }

    fn check_threads() -> Result<(), NoThreads> {
        Ok(())
    }

    /// A page does not know if its adapter is software.
    fn has_graphics_card() -> Result<bool, NoAdapter> {
        Ok(false)
    }

    /// Panics are not caught.
    fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
        open();
        Ok(())
    }

    fn without_pipelining(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins
    }

    /// The browser reports later whether it has taken the text.
    fn copy_record(
        _: Option<&mut EguiClipboard>,
        commands: &mut Commands<'_, '_>,
        text: String,
    ) -> Result<Option<String>, CopyError> {
        commands.write_message(CopyRecord(text));
        Ok(None)
    }

    fn run_task(task: Task) -> io::Result<()> {
        task();
        Ok(())
    }

    fn end_tasks() {}
}
