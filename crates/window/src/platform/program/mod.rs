//! Platform of a program with windows.

mod picker;
mod probe;
mod task_thread;

use super::{CopyError, NoAdapter, NoDisplay, Platform, Task};
use bevy::app::PluginGroupBuilder;
use bevy::ecs::world::World;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::tasks::available_parallelism;
use bevy_egui::EguiClipboard;
use core::time::Duration;
use std::io;
use stonefield_search::supply::{NoThreads, need_threads};

/// Number of threads of Bevy outside of its pools. The pools have a thread for each core.
const BEVY_THREADS: usize = 8;

/// A program with windows.
pub struct Host;

impl Platform for Host {
    type Picker = picker::DrawnPicker;

    const IN_BROWSER: bool = false;
    const HAS_FILES: bool = true;
    const HAS_THREADS: bool = true;
    const AUTOSAVE_SECONDS: f32 = 2.0;
    const AUTOSAVE_RETRY_SECONDS: f32 = Self::AUTOSAVE_SECONDS;
    const LOADING_SLICE: Duration = Duration::MAX;
    const MAX_FIRST_NODES: Option<usize> = None;
    const LIFE_NODES: Option<u64> = None;

    /// `assets/fonts/subset.py` makes the file.
    fn cjk_font() -> Option<&'static [u8]> {
        Some(include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/fonts/NotoSansCJKsc-subset.otf"
        )))
    }

    fn check_display() -> Result<(), NoDisplay> {
        probe::display()
    }

    fn check_threads() -> Result<(), NoThreads> {
        need_threads(available_parallelism() + BEVY_THREADS)
    }

    fn has_graphics_card() -> Result<bool, NoAdapter> {
        probe::adapter()
    }

    fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
        probe::catch_panic(open)
    }

    fn without_pipelining(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins.disable::<PipelinedRenderingPlugin>()
    }

    fn copy_record(world: &mut World, text: String) -> Result<Option<String>, CopyError> {
        let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or(CopyError::NoClipboard)?;
        clipboard.set_text(&text);
        if clipboard.get_text().is_none_or(|copied| copied.trim_end() != text.trim_end()) {
            return Err(CopyError::Full);
        }
        Ok(Some("The record is in the clipboard, as SGF".to_owned()))
    }

    fn run_task(task: Task) -> io::Result<()> {
        task_thread::run(task)
    }

    fn end_tasks() {
        task_thread::end();
    }
}
