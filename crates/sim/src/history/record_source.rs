//! Game records from files, streams and texts, with their faults in words.

use super::Opened;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use stonefield_files::{read_limited, read_plain_limited, read_stream_limited};
use stonefield_go::notation::sgf::{self, Collection, NodeId, NodeRef, ReadError, Reading};

/// Source of a record. Except for a text, content above the size limit of inputs is refused.
pub enum Source<'a> {
    /// A file, pipe or device.
    File(&'a Path),
    /// A regular file. For callers that must not wait for a pipe or device.
    PlainFile(&'a Path),
    /// A stream, with a name for messages.
    Stream(&'a str, &'a mut dyn Read),
    /// A text, with a name for messages.
    Text(&'a str, &'a str),
}

/// Record as read, with one game selected.
#[derive(Clone, Debug)]
pub struct Record {
    /// All games, and the faults of their text.
    pub reading: Reading,
    /// Root node of the selected game.
    pub game: NodeId,
    /// Name of the source, for messages.
    pub name: String,
    /// File of the record, if any.
    pub file: Option<PathBuf>,
}

/// Error of opening a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The source cannot be read.
    #[error("{name}: {source}")]
    Unread {
        /// Name of the source.
        name: String,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The source is not an SGF record.
    #[error("{name}: {source}")]
    Form {
        /// Name of the source.
        name: String,
        /// Reason.
        source: ReadError,
    },
    /// The record has fewer games.
    #[error("there is no game {number}: the file has {games}")]
    NoGame {
        /// Number of the requested game, from 1.
        number: usize,
        /// Number of games in the record.
        games: usize,
    },
}

impl Record {
    /// Reads a record and selects a game by number, from 1.
    ///
    /// # Errors
    /// The source cannot be read, is too large, is no record, or has no such game.
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

    /// Creates a record from games that were not read from a text, and selects the first game.
    ///
    /// # Errors
    /// The collection holds no game.
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

    /// Root node of another game, by number, from 1.
    ///
    /// # Errors
    /// There is no such game.
    pub fn pick(&self, number: usize) -> Result<NodeRef<'_>, RecordError> {
        game(&self.reading, number).map(|game| self.reading.collection.node(game))
    }

    /// Root node of the selected game.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.reading.collection.node(self.game)
    }

    /// True when reading lost no content.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.reading.problems.iter().any(|problem| problem.kind.loses_content())
    }

    /// Number of faults in the text, as a message. `None`: the text has none.
    #[must_use]
    pub fn problems(&self) -> Option<String> {
        let count = self.reading.problems.len();
        let faults = if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") };
        let more = if cfg!(target_family = "wasm") { "" } else { ": see `stonefield sgf check`" };
        (count > 0).then(|| format!("the record has {faults}{more}"))
    }
}

fn game(reading: &Reading, number: usize) -> Result<NodeId, RecordError> {
    let games = reading.collection.games();
    let game = number.checked_sub(1).and_then(|at| games.get(at)).copied();
    game.ok_or(RecordError::NoGame { number, games: games.len() })
}

/// Notes for the user about an opened record, which has `illegal` illegal moves.
#[must_use]
pub fn opening_notes(done: &Opened, illegal: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if done.painted_positions > 0 {
        let positions = if done.painted_positions == 1 {
            "1 position is".to_owned()
        } else {
            format!("{} positions are", done.painted_positions)
        };
        notes.push(format!("{positions} set by hand, as no legal move leads there"));
    }
    match illegal {
        0 => {}
        1 => notes.push("one move is illegal".to_owned()),
        count => notes.push(format!("{count} moves are illegal")),
    }
    if done.cut_short {
        notes.push("the record continues after the end of the game: later moves are not shown".to_owned());
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
    fn faults_of_every_source_have_the_same_words() {
        let whole = text("(;SZ[9];B[cc])(;SZ[5])", 2).expect("two games");
        assert_eq!(
            (whole.problems(), whole.is_whole(), whole.root().text("SZ")),
            (None, true, Some("5".to_owned()))
        );
        let torn = text("(;SZ[9];B[cc]", 1).expect("a game");
        assert!(!torn.is_whole());
        assert_eq!(torn.problems().as_deref(), Some("the record has 1 fault: see `stonefield sgf check`"));
        let mut stream = "lost (;SZ[9];B[cc]".as_bytes();
        let torn = Record::open(Source::Stream("-", &mut stream), 1).expect("a game");
        assert_eq!(torn.problems().as_deref(), Some("the record has 2 faults: see `stonefield sgf check`"));
    }

    #[test]
    fn a_source_without_record_is_named() {
        let message = |error: Result<Record, RecordError>| error.map(drop).map_err(|error| error.to_string());
        assert_eq!(message(text("(;SZ[9])", 2)), Err("there is no game 2: the file has 1".to_owned()));
        assert!(
            message(text("none", 1))
                .is_err_and(|message| message.starts_with("the clipboard: no game in it"))
        );
        let missing = message(Record::open(Source::File(Path::new("/no/such.sgf")), 1));
        assert!(missing.is_err_and(|message| message.starts_with("/no/such.sgf: ")));
    }

    /// A window that waited for a device would freeze.
    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_as_plain_file() {
        let message =
            Record::open(Source::PlainFile(Path::new("/dev/zero")), 1).expect_err("a device").to_string();
        assert!(
            message.starts_with("/dev/zero: ") && message.contains("a plain file is wanted"),
            "{message}"
        );
    }
}
