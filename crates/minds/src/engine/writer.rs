//! Thread that writes to an engine. An engine that does not read blocks only this thread.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use stonefield_search::supply::start_thread;

/// Largest number of lines in the queue. Only one command at a time waits for its reply. So if the queue is
/// full, the engine does not read.
const MAX_QUEUED_LINES: usize = 8;

/// Progress of the writing thread.
#[derive(Debug, Default)]
struct State {
    /// Number of bytes that were queued and are not written yet.
    unwritten_bytes: AtomicUsize,
    /// True if a write has failed, because the reader has closed the stream.
    closed: AtomicBool,
}

/// Queue of lines for the writing thread. After the queue is dropped, the thread writes the remaining lines
/// and closes the stream.
#[derive(Debug)]
pub(super) struct Writer {
    lines: SyncSender<Vec<u8>>,
    state: Arc<State>,
}

impl Writer {
    /// Starts the thread. It ends when the writer is dropped and the queue is empty, or when the reader has
    /// closed the stream.
    ///
    /// # Errors
    /// Fails if no thread can be started.
    pub(super) fn start(stream: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, queue) = sync_channel(MAX_QUEUED_LINES);
        let state = Arc::new(State::default());
        let thread_state = Arc::clone(&state);
        start_thread("engine stdin", move || write_lines(stream, &queue, &thread_state))?;
        Ok(Self { lines, state })
    }

    /// Queues a line. If the queue is full, the line is dropped: an engine that does not read does not reply
    /// either, and is ended at its time limit.
    ///
    /// # Errors
    /// Fails if the reader has closed the stream.
    pub(super) fn send_line(&self, line: &str) -> io::Result<()> {
        if self.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let line = format!("{line}\n").into_bytes();
        let length = line.len();
        self.state.unwritten_bytes.fetch_add(length, SeqCst);
        match self.lines.try_send(line) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                self.state.unwritten_bytes.fetch_sub(length, SeqCst);
                Ok(())
            }
            Err(TrySendError::Disconnected(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Returns true if queued bytes are not written yet.
    pub(super) fn has_unwritten(&self) -> bool {
        self.state.unwritten_bytes.load(SeqCst) > 0
    }

    /// Returns true if the reader has closed the stream.
    pub(super) fn is_closed(&self) -> bool {
        self.state.closed.load(SeqCst)
    }
}

/// Body of the writing thread.
fn write_lines(mut stream: impl Write, lines: &Receiver<Vec<u8>>, state: &State) {
    for line in lines {
        if stream.write_all(&line).and_then(|()| stream.flush()).is_err() {
            state.closed.store(true, SeqCst);
            return;
        }
        state.unwritten_bytes.fetch_sub(line.len(), SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::time::{Duration, Instant};

    /// A stream that accepts a write only after it was released.
    struct BlockedStream {
        released: Receiver<()>,
        written: Sender<Vec<u8>>,
    }

    impl Write for BlockedStream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.released.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            let _ = self.written.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn wait_until(mut done: impl FnMut() -> bool) {
        let end = Instant::now() + Duration::from_secs(20);
        while !done() {
            assert!(Instant::now() < end, "it takes too long");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_blocked_stream_blocks_nothing_else() {
        let (release, released) = channel();
        let (written, read) = channel();
        let writer = Writer::start(BlockedStream { released, written }).expect("a thread");
        for number in 0..10 * MAX_QUEUED_LINES {
            writer.send_line(&number.to_string()).expect("nobody has closed it");
        }
        assert!(writer.has_unwritten() && !writer.is_closed());
        for _ in 0..10 * MAX_QUEUED_LINES {
            release.send(()).expect("it waits");
        }
        wait_until(|| !writer.has_unwritten());
        drop(writer);
        let lines: Vec<_> = read.iter().collect();
        assert!((MAX_QUEUED_LINES..=MAX_QUEUED_LINES + 1).contains(&lines.len()), "{lines:?}");
        assert_eq!(lines[..2], [b"0\n".to_vec(), b"1\n".to_vec()]);
    }

    #[test]
    fn a_closed_stream_is_reported() {
        let (release, released) = channel();
        let writer = Writer::start(BlockedStream { released, written: channel().0 }).expect("a thread");
        drop(release);
        writer.send_line("a line").expect("not known yet");
        wait_until(|| writer.is_closed());
        assert!(writer.send_line("another").is_err());
    }
}
