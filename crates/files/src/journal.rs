//! A file that grows by whole records.
//!
//! The file begins with a line that says what it is. Each record is a line of its length and its fingerprint, then its bytes, then
//! a line end:
//!
//! ```text
//! stonefield journal 1
//! 0000000c 7b1e4b8cbd0f7a3e
//! (;GM[1];B[])
//! ```
//!
//! A record that a kill or a loss of power has cut short does not fit its length or its fingerprint; it and what follows are
//! cut off when the journal is opened again.

use super::disk;
use super::fingerprint::fingerprint;
use super::lock::open_locked;
use super::syncer::Syncer;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the file begins with.
const HEAD: &[u8] = b"stonefield journal 1\n";

/// The length of the line before a record.
const FRAME: usize = 8 + 1 + 16 + 1;

/// Bytes that a record has at the most.
const MOST: usize = 1 << 28;

/// A file that grows by whole records and has one writer. A record that was appended outlives the end of the process, and a
/// second later a loss of power too.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Arc<File>,
    /// Counts the records.
    syncer: Syncer,
    /// Where the next record goes.
    end: u64,
    /// Whether the file has an end that could not be taken back.
    torn: bool,
}

impl Journal {
    /// Opens a journal, or begins one. A record that was cut short is taken off its end.
    ///
    /// # Errors
    /// When another process writes it ([`io::ErrorKind::ResourceBusy`]), when the file is something else
    /// ([`io::ErrorKind::InvalidData`]), or when it cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let Some(file) = open_locked(path)? else {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing it"));
        };
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is a pipe or a device"));
        }
        let opened = Self::of(path, file);
        if opened.is_err() && has_nothing(path) {
            // The error says all that is known.
            let _ = disk::remove(path);
        }
        opened
    }

    fn of(path: &Path, file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let mut records = Records::of(&file, length)?;
        let mut written = 0;
        for record in records.by_ref() {
            record?;
            written += 1;
        }
        let mut end = records.end;
        if end < length {
            file.set_len(end)?;
        }
        if end == 0 {
            (&file).rewind()?;
            disk::write(&file, path, HEAD)?;
            end = HEAD.len() as u64;
        }
        // Also what an earlier writer had no time to sync.
        disk::sync(&file, path)?;
        if length < end {
            disk::sync_folder(disk::folder_of(path))?;
        }
        let (file, own_path) = (Arc::new(file), path.to_owned());
        let own_file = Arc::clone(&file);
        let syncer = Syncer::new(move || disk::sync(&own_file, &own_path), written);
        Ok(Self { path: path.to_owned(), file, syncer, end, torn: false })
    }

    /// Appends a record. It outlives the process from now on, and a loss of power once it is counted by [`Journal::safe`].
    ///
    /// # Errors
    /// When it cannot be written, or an earlier record could not be synced; the records before it stay.
    pub fn append(&mut self, record: &[u8]) -> io::Result<()> {
        if self.torn {
            return Err(io::Error::other("its end is torn"));
        }
        if record.len() > MOST {
            return Err(io::Error::other(format!("a record of {} bytes is more than {MOST}", record.len())));
        }
        self.syncer.sound()?;
        let mut text = frame(record).into_bytes();
        text.extend_from_slice(record);
        text.push(b'\n');
        let mut file = &*self.file;
        let written =
            file.seek(SeekFrom::Start(self.end)).and_then(|_| disk::write(&self.file, &self.path, &text));
        if let Err(error) = written {
            self.torn = file.set_len(self.end).is_err();
            return Err(error);
        }
        self.end += text.len() as u64;
        self.syncer.written()
    }

    /// Returns once all records are on the disk.
    ///
    /// # Errors
    /// When the system cannot do it, now or earlier.
    pub fn sync(&self) -> io::Result<()> {
        self.syncer.sync()
    }

    /// How many records there are.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.syncer.counts().0
    }

    /// How many of them, from the first, are on the disk.
    #[must_use]
    pub fn safe(&self) -> u64 {
        self.syncer.counts().1
    }

    /// Whether its file is still where it was.
    #[must_use]
    pub fn is_there(&self) -> bool {
        disk::is_at(&self.file, &self.path)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All records from the first, one after the other.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn records(&self) -> io::Result<Records> {
        Records::open(&self.path)
    }

    /// Removes the file: it is not needed any more.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        self.syncer.waive();
        disk::remove(&self.path)
    }
}

/// The line before a record.
fn frame(record: &[u8]) -> String {
    format!("{:08x} {:016x}\n", record.len(), fingerprint(record))
}

/// The length and the fingerprint that a line tells.
fn told(line: &[u8]) -> Option<(usize, u64)> {
    let line = core::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (length, print) = line.split_once(' ')?;
    let length = usize::from_str_radix(length, 16).ok()?;
    Some((length, u64::from_str_radix(print, 16).ok()?)).filter(|&(length, _)| length <= MOST)
}

/// The record that begins here, of so many bytes that are left; `None` where there is no whole one.
fn next(file: &mut impl Read, left: u64) -> io::Result<Option<Vec<u8>>> {
    if left < FRAME as u64 {
        return Ok(None);
    }
    let mut line = [0; FRAME];
    file.read_exact(&mut line)?;
    let Some((length, print)) = told(&line) else { return Ok(None) };
    if left < (FRAME + length + 1) as u64 {
        return Ok(None);
    }
    let mut record = vec![0; length + 1];
    file.read_exact(&mut record)?;
    let ended = record.pop() == Some(b'\n');
    Ok((ended && fingerprint(&record) == print).then_some(record))
}

/// The whole records of a journal, in the order they were appended.
#[derive(Debug)]
pub struct Records {
    file: BufReader<File>,
    /// Where the whole records that were read end; 0 where not even the beginning is whole.
    end: u64,
    length: u64,
    done: bool,
}

impl Records {
    /// Those of a file, which may be growing meanwhile.
    ///
    /// # Errors
    /// When it cannot be read, or is something else ([`io::ErrorKind::InvalidData`]).
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::of(&file, length)
    }

    fn of(file: &File, length: u64) -> io::Result<Self> {
        let mut file = BufReader::new(file.try_clone()?);
        file.rewind()?;
        let mut head = Vec::with_capacity(HEAD.len());
        file.by_ref().take(HEAD.len() as u64).read_to_end(&mut head)?;
        if !HEAD.starts_with(&head) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a journal of this program"));
        }
        let whole = head.len() == HEAD.len();
        Ok(Self { file, end: if whole { HEAD.len() as u64 } else { 0 }, length, done: !whole })
    }
}

impl Iterator for Records {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match next(&mut self.file, self.length - self.end) {
            Ok(Some(record)) => {
                self.end += (FRAME + record.len() + 1) as u64;
                Some(Ok(record))
            }
            Ok(None) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// Whether a file is a journal that has not got beyond its first line.
fn has_nothing(path: &Path) -> bool {
    let short = fs::metadata(path).is_ok_and(|found| found.len() < HEAD.len() as u64);
    short && fs::read(path).is_ok_and(|found| HEAD.starts_with(&found))
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    fn all(path: &Path) -> Vec<Vec<u8>> {
        let records = Records::open(path).expect("readable");
        records.map(|record| record.expect("readable")).collect()
    }

    #[test]
    fn what_is_no_journal_stays() {
        let folder = Scratch::new("no-journal");
        let path = folder.file("journal");
        for other in [&b"notes\n"[..], b"stonefield journal 2\n", &[b'x'; 3000]] {
            fs::write(&path, other).expect("a folder for temporary files");
            let error = Journal::open(&path).expect_err("another's");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            assert_eq!(fs::read(&path).expect("there"), other);
        }
        // A kill may come before the first line is whole.
        fs::write(&path, &HEAD[..7]).expect("writable");
        assert_eq!(Journal::open(&path).expect("begun").written(), 0);
    }

    #[test]
    fn what_is_appended_is_read_back() {
        let folder = Scratch::new("journal");
        let path = folder.file("journal");
        let texts: Vec<Vec<u8>> =
            vec![b"(;GM[1])".to_vec(), Vec::new(), b"\n\n00000001 x\n".to_vec(), vec![0xFF; 100_000]];
        let mut journal = Journal::open(&path).expect("a folder for temporary files");
        for text in &texts {
            journal.append(text).expect("written");
        }
        assert_eq!(all(&path), texts, "at once, before anything is closed");
        journal.append(b"after reading").expect("at the end");
        drop(journal);
        let mut journal = Journal::open(&path).expect("again");
        assert_eq!(journal.written(), 5);
        journal.append(b"later").expect("written");
        assert_eq!(all(&path)[4..], [b"after reading".to_vec(), b"later".to_vec()]);
        journal.remove().expect("removable");
        assert!(!path.exists());
    }

    #[test]
    fn wherever_the_file_is_cut_the_whole_records_stay() {
        let folder = Scratch::new("journal-cut");
        let path = folder.file("journal");
        let texts = [b"first".to_vec(), b"second record".to_vec(), b"".to_vec(), b"fourth".to_vec()];
        let mut journal = Journal::open(&path).expect("a folder for temporary files");
        let mut ends = vec![HEAD.len()];
        for text in &texts {
            journal.append(text).expect("written");
            ends.push(usize::try_from(fs::metadata(&path).expect("there").len()).expect("small"));
        }
        drop(journal);
        let whole = fs::read(&path).expect("readable");
        for length in 0..=whole.len() {
            // A loss of power may also leave zeros where bytes were to come.
            for zeros in [0, 40] {
                let mut bytes = whole[..length].to_vec();
                bytes.resize(length + zeros, 0);
                let kept = ends.iter().filter(|&&end| end <= length).count().saturating_sub(1);
                if length < HEAD.len() && zeros > 0 {
                    continue;
                }
                fs::write(&path, &bytes).expect("writable");
                assert_eq!(all(&path), texts[..kept], "{length} bytes and {zeros} zeros");
                let mut journal = Journal::open(&path).expect("a journal");
                assert_eq!(journal.written(), kept as u64);
                journal.append(b"more").expect("written");
                drop(journal);
                let mut expected = texts[..kept].to_vec();
                expected.push(b"more".to_vec());
                assert_eq!(all(&path), expected);
            }
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let folder = Scratch::new("journal-changed");
        let path = folder.file("journal");
        let mut journal = Journal::open(&path).expect("a folder for temporary files");
        journal.append(b"some text").expect("written");
        let whole = fs::read(&path).expect("readable");
        for at in HEAD.len()..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).expect("writable");
            assert_eq!(all(&path), <Vec<Vec<u8>>>::new(), "byte {at}");
        }
    }

    #[test]
    fn a_journal_has_one_writer_and_nothing_else_is_taken_for_one() {
        let folder = Scratch::new("journal-one");
        let path = folder.file("journal");
        let journal = Journal::open(&path).expect("a folder for temporary files");
        let busy = Journal::open(&path).expect_err("it has a writer");
        assert_eq!(busy.kind(), io::ErrorKind::ResourceBusy);
        drop(journal);
        assert!(Journal::open(&path).is_ok());
        let other = folder.file("mine.txt");
        fs::write(&other, "stonefield, my diary\n").expect("writable");
        assert_eq!(Journal::open(&other).expect_err("not ours").kind(), io::ErrorKind::InvalidData);
        assert_eq!(fs::read(&other).expect("there"), b"stonefield, my diary\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_journal_is_not_made_where_a_link_leads() {
        let folder = Scratch::new("journal-link");
        let path = folder.file("games.csv.journal");
        std::os::unix::fs::symlink(folder.file("elsewhere"), &path).expect("a link");
        assert_eq!(
            Journal::open(&path).map(drop).map_err(|error| error.kind()),
            Err(io::ErrorKind::InvalidData)
        );
        assert!(!folder.file("elsewhere").exists() && path.is_symlink());
    }

    #[test]
    fn a_journal_that_was_removed_is_not_there() {
        let folder = Scratch::new("journal-gone");
        let path = folder.file("journal");
        let mut journal = Journal::open(&path).expect("a folder for temporary files");
        journal.append(b"text").expect("written");
        assert!(journal.is_there());
        fs::remove_file(&path).expect("removable");
        assert!(!journal.is_there());
        // Another file of that name is not it.
        fs::write(&path, b"").expect("writable");
        assert!(!journal.is_there() || cfg!(not(unix)));
    }

    #[test]
    fn records_become_safe_without_being_asked_for() {
        let folder = Scratch::new("journal-safe");
        let mut journal = Journal::open(&folder.file("journal")).expect("a folder for temporary files");
        for round in 1..=3 {
            journal.append(b"text").expect("written");
            // The promise is a second; a busy machine may take longer.
            for _ in 0..3000 {
                if journal.safe() == round {
                    break;
                }
                std::thread::sleep(core::time::Duration::from_millis(10));
            }
            assert_eq!(journal.safe(), round);
        }
        journal.append(b"text").expect("written");
        journal.sync().expect("synced");
        assert_eq!(journal.safe(), 4);
    }
}
