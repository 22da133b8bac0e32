//! Thread beside the window, which runs tasks one after the other.

use super::Task;
use bevy::platform::time::Instant;
use core::time::Duration;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, sleep};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;

/// Thread with the queue of its tasks, once started. It lasts until the end of the program: memory that a
/// thread has freed is reused only by the same thread.
static THREAD: Mutex<Option<(Sender<Task>, JoinHandle<()>)>> = Mutex::new(None);

/// Longest wait of [`end`], and interval of its checks.
const END_TIMEOUT: Duration = Duration::from_secs(5);
const END_CHECK_INTERVAL: Duration = Duration::from_millis(5);

pub(super) fn run(task: Task) -> io::Result<()> {
    let mut thread = lock(&THREAD);
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

pub(super) fn end() {
    let thread = lock(&THREAD).take();
    let Some((tasks, handle)) = thread else { return };
    // Without a sender the thread ends after its last task.
    drop(tasks);
    let begun = Instant::now();
    while !handle.is_finished() && begun.elapsed() < END_TIMEOUT {
        sleep(END_CHECK_INTERVAL);
    }
}
