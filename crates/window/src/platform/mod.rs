//! Platform: what differs between a program with windows and a page, behind traits with an implementation for
//! each. No other folder of the window is used here.

mod error;
mod file_picker;
/// Implementation for the target of this build, as [`Host`].
#[cfg_attr(not(target_family = "wasm"), path = "program/mod.rs")]
#[cfg_attr(target_family = "wasm", path = "page/mod.rs")]
pub mod here;

pub use error::{CopyError, NoAdapter, NoDisplay};
pub use file_picker::{FileAnswer, FileList, FilePicker, FileRequest, has_ending};
pub use here::Host;

use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::Commands;
use bevy_egui::EguiClipboard;
use core::time::Duration;
use std::io;
use stonefield_search::supply::NoThreads;

/// Task of [`Platform::run_task`].
pub type Task = Box<dyn FnOnce() + Send>;

/// Platform of the program.
pub trait Platform {
    /// File dialog.
    type Picker: FilePicker + Default + 'static;

    /// True in a browser. It decides the size of the window and uses some keys itself, and nothing there sees
    /// the exit code.
    const IN_BROWSER: bool;

    /// True if there are folders and files, stores and other programs. A page only receives and hands over
    /// files.
    const HAS_FILES: bool;

    /// True if tasks run on a thread beside the window.
    const HAS_THREADS: bool;

    /// Time between two autosaves of a small record, in seconds.
    const AUTOSAVE_SECONDS: f32;

    /// Time until a failed autosave is tried again, in seconds.
    const AUTOSAVE_RETRY_SECONDS: f32;

    /// Longest time that loading a record takes in one frame.
    const LOADING_SLICE: Duration;

    /// Longest record, in nodes, that is opened before the first frame; `None` for no limit.
    const MAX_FIRST_NODES: Option<usize>;

    /// Largest number of nodes of a study of life and death; `None` for the usual number.
    const LIFE_NODES: Option<u64>;

    /// Returns Noto Sans CJK in the design of mainland China; `None` before it is loaded.
    fn cjk_font() -> Option<&'static [u8]>;

    /// Checks that a window can be opened.
    ///
    /// # Errors
    /// Fails if there is no display, or if it does not answer, refuses the connection, or has too few colours.
    fn check_display() -> Result<(), NoDisplay>;

    /// Checks that the threads of Bevy can be started.
    ///
    /// # Errors
    /// Fails if the system does not allow the threads.
    fn check_threads() -> Result<(), NoThreads>;

    /// Returns true if the adapter is known to be a graphics card, and false if it may be software.
    ///
    /// # Errors
    /// Fails if there is no adapter.
    fn has_graphics_card() -> Result<bool, NoAdapter>;

    /// Runs `open`, which opens the connection to the display.
    ///
    /// # Errors
    /// Fails if `open` panics. The error has the text of the panic, in one line.
    fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay>;

    /// Returns plugins that end the rendering of a frame before the next one begins.
    fn without_pipelining(plugins: PluginGroupBuilder) -> PluginGroupBuilder;

    /// Copies the text of a record to the clipboard. Returns the notice for the user; `None` if it comes later.
    ///
    /// # Errors
    /// Fails if there is no clipboard, or if it does not take the text.
    fn copy_record(
        clipboard: Option<&mut EguiClipboard>,
        commands: &mut Commands<'_, '_>,
        text: String,
    ) -> Result<Option<String>, CopyError>;

    /// Runs a task after all earlier tasks, on a thread if there are threads.
    ///
    /// # Errors
    /// Fails if the system starts no thread.
    fn run_task(task: Task) -> io::Result<()>;

    /// Waits until the thread of [`Platform::run_task`] has ended, at most 5 seconds. It deletes incomplete
    /// files and stops minds. Call this after all tasks were asked to stop.
    fn end_tasks();
}
