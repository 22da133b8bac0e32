//! Words for people on stderr, beside the conversation.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;
use stonefield_search::supply::start_thread;

/// Blocks that wait to be read before further ones are dropped.
const WAITING: usize = 64;

/// How long the end waits for the last blocks.
const PATIENCE: Duration = Duration::from_secs(1);

/// Hands blocks, each ended by a flush, to a writer on a thread of its own, and drops them when they are not read: many programs open a pipe for
/// stderr and never look at it, and an engine that waited for them would fall silent.
pub struct Aside {
    block: Vec<u8>,
    give: Option<SyncSender<Vec<u8>>>,
    done: Receiver<()>,
}

impl Aside {
    /// Begins the thread, which writes to `to`.
    pub fn new(mut to: impl Write + Send + 'static) -> Self {
        let (give, blocks) = sync_channel::<Vec<u8>>(WAITING);
        let (end, done) = channel();
        // Without a thread for them the words are lost, as where they are not read.
        let _ = start_thread("gtp aside", move || {
            for block in blocks {
                if to.write_all(&block).and_then(|()| to.flush()).is_err() {
                    break;
                }
            }
            // Nobody may wait for the end any more.
            let _ = end.send(());
        });
        Self { block: Vec::new(), give: Some(give), done }
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let block = std::mem::take(&mut self.block);
        if let Some(give) = &self.give {
            // What is not read is lost.
            let _ = give.try_send(block);
        }
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        drop(self.give.take());
        // Who has not read by now will not.
        let _ = self.done.recv_timeout(PATIENCE);
    }
}
