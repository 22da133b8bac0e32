//! Game records from files, streams and texts: the one way to open them, and what is told of them.

use super::Opened;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use stonefield_files::{read_limited, read_plain_limited, read_stream_limited};
use stonefield_go::notation::sgf::{self, Collection, NodeId, NodeRef, ReadError, Reading};

/// Where a record is read from.
pub enum Source<'a> {
    /// A file; of a pipe or a device as much as is read of any input.
    File(&'a Path),
    /// A plain file: for places where a wait for a pipe could not be ended.
    PlainFile(&'a Path),
    /// A stream with a name.
    Stream(&'a str, &'a mut dyn Read),
    /// A text with a name.
    Text(&'a str, &'a str),
}

/// A record as it was read, and which of its games is meant.
#[derive(Clone, Debug)]
pub struct Record {
    /// All its games, and what is wrong with the text that they were read from.
    pub reading: Reading,
    /// The first node of the game that is meant.
    pub game: NodeId,
    /// What it was read from, in words.
    pub name: String,
    /// The file that it was read from, if it was one.
    pub file: Option<PathBuf>,
}

/// Why a record cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("{name}: {source}")]
    Unread {
        /// What it would have been read from.
        name: String,
        /// Why it cannot be read, as the system says it.
        source: io::Error,
    },
    /// There is no record in it.
    #[error("{name}: {source}")]
    Form {
        /// What it was read from.
        name: String,
        /// Why it is not a record.
        source: ReadError,
    },
    /// It has fewer games.
    #[error("there is no game {number}: the file has {games}")]
    NoGame {
        /// The game that was asked for, from 1.
        number: usize,
        /// Games that the file holds.
        games: usize,
    },
}

impl Record {
    /// Reads a record, for the game of this number, from 1.
    ///
    /// # Errors
    /// When it cannot be read, holds more than is read of any input, or has no such game.
    pub fn open(source: Source<'_>, number: usize) -> Result<Self, RecordError> {
        let (name, file) = match &source {
            Source::File(path) | Source::PlainFile(path) => {
                (path.display().to_string(), Some((*path).to_owned()))
            }
            Source::Stream(name, _) | Source::Text(name, _) => ((*name).to_owned(), None),
        };
        let bytes = match source {
            Source::File(path) => read_limited(path),
            Source::PlainFile(path) => read_plain_limited(path),
            Source::Stream(_, stream) => read_stream_limited(stream),
            Source::Text(_, text) => {
                return Self::new(sgf::read_text(text), name, file, number);
            }
        };
        match bytes {
            Ok(bytes) => Self::new(sgf::read(&bytes), name, file, number),
            Err(source) => Err(RecordError::Unread { name, source }),
        }
    }

    /// Creates a record from games that were not read from a text; the first game is meant.
    ///
    /// # Errors
    /// If the collection holds no game.
    pub fn of_games(name: String, collection: Collection) -> Result<Self, RecordError> {
        Self::new(Ok(Reading { collection, problems: Vec::new(), charset: "UTF-8" }), name, None, 1)
    }

    fn new(
        reading: Result<Reading, ReadError>,
        name: String,
        file: Option<PathBuf>,
        number: usize,
    ) -> Result<Self, RecordError> {
        match reading {
            Ok(reading) => {
                let game = game(&reading, number)?;
                Ok(Self { reading, game, name, file })
            }
            Err(source) => Err(RecordError::Form { name, source }),
        }
    }

    /// The same record for another of its games, from 1.
    ///
    /// # Errors
    /// When it has no such game.
    pub fn pick(&self, number: usize) -> Result<NodeRef<'_>, RecordError> {
        game(&self.reading, number).map(|game| self.reading.collection.node(game))
    }

    /// The first node of the game that is meant.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.reading.collection.node(self.game)
    }

    /// Whether all that stood in the text is in what was read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.reading.problems.iter().any(|problem| problem.kind.loses_content())
    }

    /// What is wrong with the text, if anything is, in a few words.
    #[must_use]
    pub fn problems(&self) -> Option<String> {
        let count = self.reading.problems.len();
        let things =
            if count == 1 { "one thing in it is".to_owned() } else { format!("{count} things in it are") };
        let more = if cfg!(target_family = "wasm") { "" } else { ": see `stonefield sgf check`" };
        (count > 0).then(|| format!("{things} wrong{more}"))
    }
}

fn game(reading: &Reading, number: usize) -> Result<NodeId, RecordError> {
    let games = reading.collection.games();
    let game = number.checked_sub(1).and_then(|at| games.get(at)).copied();
    game.ok_or(RecordError::NoGame { number, games: games.len() })
}

/// What is to be told of a record that has happened again on a goban, of whose moves so many are illegal.
#[must_use]
pub fn departures(done: &Opened, illegal: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if done.by_hand > 0 {
        let times = if done.by_hand == 1 { "once".to_owned() } else { format!("{} times", done.by_hand) };
        notes.push(format!("{times} stones are put or lifted by hand, as no move leads there"));
    }
    match illegal {
        0 => {}
        1 => notes.push("one move is illegal".to_owned()),
        count => notes.push(format!("{count} moves are illegal")),
    }
    if done.cut_short {
        notes.push("the record goes on after the end of the game, and is left there".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, number: usize) -> Result<Record, RecordError> {
        Record::open(Source::Text("the clipboard", text), number)
    }

    #[test]
    fn what_is_wrong_is_told_in_the_same_words_wherever_it_comes_from() {
        let whole = text("(;SZ[9];B[cc])(;SZ[5])", 2).expect("two games");
        assert_eq!(
            (whole.problems(), whole.is_whole(), whole.root().text("SZ")),
            (None, true, Some("5".to_owned()))
        );
        let torn = text("(;SZ[9];B[cc]", 1).expect("a game");
        assert!(!torn.is_whole());
        assert_eq!(torn.problems().as_deref(), Some("one thing in it is wrong: see `stonefield sgf check`"));
        let mut stream = "lost (;SZ[9];B[cc]".as_bytes();
        let torn = Record::open(Source::Stream("-", &mut stream), 1).expect("a game");
        assert_eq!(torn.problems().as_deref(), Some("2 things in it are wrong: see `stonefield sgf check`"));
    }

    #[test]
    fn what_is_no_record_is_named() {
        let told = |error: Result<Record, RecordError>| error.map(drop).map_err(|error| error.to_string());
        assert_eq!(told(text("(;SZ[9])", 2)), Err("there is no game 2: the file has 1".to_owned()));
        assert!(told(text("none", 1)).is_err_and(|told| told.starts_with("the clipboard: no game in it")));
        let missing = told(Record::open(Source::File(Path::new("/no/such.sgf")), 1));
        assert!(missing.is_err_and(|told| told.starts_with("/no/such.sgf: ")));
    }

    /// Opened, dropped or restored: a window that waited for a device would stand still.
    #[cfg(unix)]
    #[test]
    fn a_device_is_no_plain_file() {
        let told =
            Record::open(Source::PlainFile(Path::new("/dev/zero")), 1).expect_err("a device").to_string();
        assert!(told.starts_with("/dev/zero: ") && told.contains("a plain file is wanted"), "{told}");
    }
}
