//! Messages on stderr, next to the GTP responses on stdout.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;
use stonefield_search::supply::start_thread;

/// Largest number of blocks in the queue. Further blocks are dropped.
const MAX_QUEUED: usize = 64;

/// Longest time that dropping the writer waits for the last blocks.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Writer whose `flush` passes a block, the text since the last flush, to a thread. While the queue is full,
/// new blocks are dropped. Many controllers open a pipe for stderr and never read it: direct writing would
/// block.
pub struct Aside {
    block: Vec<u8>,
    sender: Option<SyncSender<Vec<u8>>>,
    finished: Receiver<()>,
}

impl Aside {
    /// Starts the thread that writes to `to`.
    pub fn new(mut to: impl Write + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel::<Vec<u8>>(MAX_QUEUED);
        let (end, finished) = channel();
        // Without a thread all messages are dropped.
        let _ = start_thread("gtp aside", move || {
            for block in blocks {
                if to.write_all(&block).and_then(|()| to.flush()).is_err() {
                    break;
                }
            }
            // The receiver may be dropped already.
            let _ = end.send(());
        });
        Self { block: Vec::new(), sender: Some(sender), finished }
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let block = std::mem::take(&mut self.block);
        if let Some(sender) = &self.sender {
            // Dropped if the queue is full.
            let _ = sender.try_send(block);
        }
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        drop(self.sender.take());
        // If the thread is still blocked after this time, the last blocks are lost.
        let _ = self.finished.recv_timeout(FLUSH_TIMEOUT);
    }
}
