//! Platform of a program with windows.

mod picker;

use super::{CopyError, NoAdapter, NoDisplay, Platform, Task};
use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::Commands;
use bevy::platform::time::Instant;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::Backends;
use bevy::tasks::{available_parallelism, block_on};
use bevy_egui::EguiClipboard;
use core::time::Duration;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, sleep};
use stonefield_search::lock;
use stonefield_search::supply::{NoThreads, need_threads, start_thread};
use wgpu::{DeviceType, Instance, InstanceDescriptor, RequestAdapterOptions};

/// Number of threads of Bevy outside of its pools. The pools have a thread for each core.
const BEVY_THREADS: usize = 8;

/// Thread of [`Platform::run_task`] with the queue of its tasks, once started. It lasts until the end of the
/// program: memory that a thread has freed is reused only by the same thread.
static TASK_THREAD: Mutex<Option<(Sender<Task>, JoinHandle<()>)>> = Mutex::new(None);

/// Longest wait of [`Platform::end_tasks`], and interval of its checks.
const END_TIMEOUT: Duration = Duration::from_secs(5);
const END_CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// A program with windows. Before a window is opened it checks adapter, threads and display: if one of the
/// three fails, Bevy panics.
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

    #[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
    fn check_display() -> Result<(), NoDisplay> {
        use super::error::DEPTH;
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
    fn check_display() -> Result<(), NoDisplay> {
        Ok(())
    }

    fn check_threads() -> Result<(), NoThreads> {
        need_threads(available_parallelism() + BEVY_THREADS)
    }

    fn has_graphics_card() -> Result<bool, NoAdapter> {
        let backends = Backends::all().with_env();
        let instance = Instance::new(InstanceDescriptor {
            backends,
            ..InstanceDescriptor::new_without_display_handle()
        });
        let request = instance.request_adapter(&RequestAdapterOptions::default());
        let info = block_on(request).map_err(|_| NoAdapter)?.get_info();
        Ok(info.device_type != DeviceType::Cpu)
    }

    fn catch_panic(open: impl FnOnce()) -> Result<(), NoDisplay> {
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

    fn without_pipelining(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins.disable::<PipelinedRenderingPlugin>()
    }

    fn copy_record(
        clipboard: Option<&mut EguiClipboard>,
        _: &mut Commands<'_, '_>,
        text: String,
    ) -> Result<Option<String>, CopyError> {
        let clipboard = clipboard.ok_or(CopyError::NoClipboard)?;
        clipboard.set_text(&text);
        if clipboard.get_text().is_none_or(|copied| copied.trim_end() != text.trim_end()) {
            return Err(CopyError::Full);
        }
        Ok(Some("The record is in the clipboard, as SGF".to_owned()))
    }

    fn run_task(task: Task) -> io::Result<()> {
        let mut thread = lock(&TASK_THREAD);
        let task = match &*thread {
            // If the thread has panicked, another one replaces it.
            Some((sender, _)) => match sender.send(task) {
                Ok(()) => return Ok(()),
                Err(unsent) => unsent.0,
            },
            None => task,
        };
        let (sender, queue) = channel::<Task>();
        let handle = start_thread("pictures", move || queue.into_iter().for_each(|task| task()))?;
        // The new thread receives the task.
        let _ = sender.send(task);
        *thread = Some((sender, handle));
        Ok(())
    }

    fn end_tasks() {
        let thread = lock(&TASK_THREAD).take();
        let Some((tasks, handle)) = thread else { return };
        // Without a sender the thread ends after its last task.
        drop(tasks);
        let begun = Instant::now();
        while !handle.is_finished() && begun.elapsed() < END_TIMEOUT {
            sleep(END_CHECK_INTERVAL);
        }
    }
}
