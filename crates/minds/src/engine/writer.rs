//! Writing to an engine that may not read: on a thread of its own, so that nothing else waits for it.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

/// Lines that may wait to be written. One command waits for its answer at a time, so that more of them mean an engine that does not
/// read.
const WAITING: usize = 8;

/// What the thread has done.
#[derive(Debug, Default)]
struct State {
    /// Bytes handed over and not yet written.
    unwritten: AtomicUsize,
    /// Whether the other end is closed.
    closed: AtomicBool,
}

/// Hands lines to a thread that writes them. Dropped, it lets the thread write what waits and close the stream.
#[derive(Debug)]
pub(super) struct Writer {
    lines: SyncSender<Vec<u8>>,
    state: Arc<State>,
}

impl Writer {
    /// Starts the thread, which ends when the writer is dropped and all is written, or the stream is closed on the other side.
    ///
    /// # Errors
    /// When no thread is available.
    pub(super) fn start(stream: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, waiting) = sync_channel(WAITING);
        let state = Arc::new(State::default());
        let done = Arc::clone(&state);
        thread::Builder::new()
            .name("engine stdin".to_owned())
            .spawn(move || write(stream, &waiting, &done))?;
        Ok(Self { lines, state })
    }

    /// Hands over a line. Beyond so many that wait it is dropped: an engine that does not read does not answer either, and is given up
    /// for that.
    ///
    /// # Errors
    /// When the other end is closed.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        if self.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let line = format!("{line}\n").into_bytes();
        let length = line.len();
        self.state.unwritten.fetch_add(length, SeqCst);
        match self.lines.try_send(line) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                self.state.unwritten.fetch_sub(length, SeqCst);
                Ok(())
            }
            Err(TrySendError::Disconnected(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Whether something waits to be read.
    pub(super) fn is_behind(&self) -> bool {
        self.state.unwritten.load(SeqCst) > 0
    }

    /// Whether the other side has closed the stream.
    pub(super) fn is_closed(&self) -> bool {
        self.state.closed.load(SeqCst)
    }
}

fn write(mut stream: impl Write, lines: &Receiver<Vec<u8>>, state: &State) {
    for line in lines {
        if stream.write_all(&line).and_then(|()| stream.flush()).is_err() {
            state.closed.store(true, SeqCst);
            return;
        }
        state.unwritten.fetch_sub(line.len(), SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::time::{Duration, Instant};

    /// A stream that takes a line only when it is told to.
    struct Slow {
        may: Receiver<()>,
        written: Sender<Vec<u8>>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.may.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            let _ = self.written.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn until(mut done: impl FnMut() -> bool) {
        let end = Instant::now() + Duration::from_secs(20);
        while !done() {
            assert!(Instant::now() < end, "it takes too long");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn nobody_waits_for_a_stream_that_takes_nothing() {
        let (go, may) = channel();
        let (written, read) = channel();
        let writer = Writer::start(Slow { may, written }).expect("a thread");
        for number in 0..10 * WAITING {
            writer.say(&number.to_string()).expect("nobody has closed it");
        }
        assert!(writer.is_behind() && !writer.is_closed());
        for _ in 0..10 * WAITING {
            go.send(()).expect("it waits");
        }
        until(|| !writer.is_behind());
        drop(writer);
        let lines: Vec<_> = read.iter().collect();
        assert!((WAITING..=WAITING + 1).contains(&lines.len()), "{lines:?}");
        assert_eq!(lines[..2], [b"0\n".to_vec(), b"1\n".to_vec()]);
    }

    #[test]
    fn a_closed_stream_is_told() {
        let (go, may) = channel();
        let writer = Writer::start(Slow { may, written: channel().0 }).expect("a thread");
        drop(go);
        writer.say("a line").expect("not known yet");
        until(|| writer.is_closed());
        assert!(writer.say("another").is_err());
    }
}
