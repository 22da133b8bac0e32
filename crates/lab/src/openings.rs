//! Openings: positions from the records of a folder. Games can begin with them.

use std::io;
use std::path::{Path, PathBuf};
use stonefield_go::notation::sgf::{BoardInfo, Replay};
use stonefield_go::{Setup, Size};
use stonefield_sim::history::{HistoryError, check_size};
use stonefield_sim::history::{Record, RecordError, Source};

/// Largest number of records in a folder.
const MAX_RECORDS: usize = 10_000;

/// Reason why no openings could be read.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The folder cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The folder has no record, or too many.
    #[error("{} has {found} records (*.sgf): 1 to {MAX_RECORDS} are allowed", path.display())]
    Count {
        /// The folder.
        path: PathBuf,
        /// Number of records in the folder.
        found: usize,
    },
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record has an invalid or contradictory board size.
    #[error("{name}: {error}")]
    Size {
        /// The record.
        name: String,
        /// The error in the size.
        error: HistoryError,
    },
    /// The board of a record has another size than that of the first record.
    #[error("{name} is on {given}, and {first} is on {size}: all openings must have the same size")]
    OtherSize {
        /// The record.
        name: String,
        /// Size of its board.
        given: Size,
        /// The first record.
        first: String,
        /// Size of the first board.
        size: Size,
    },
    /// A record has an illegal move.
    #[error("{name}: move {number} is illegal: {why}")]
    Illegal {
        /// The record.
        name: String,
        /// Number of the move, from 1.
        number: u32,
        /// Rule that the move breaks.
        why: String,
    },
}

/// Returns the positions after the main lines of all records of a folder, in the order of their file names.
/// With `moves`, at most that number of moves is played of each line.
///
/// # Errors
/// If the folder or a record cannot be read, it has none or too many, sizes differ, or a move is illegal.
pub fn read_openings(folder: &Path, moves: Option<u32>) -> Result<Vec<Setup>, OpeningsError> {
    let failed = |error| OpeningsError::Io { path: folder.to_owned(), error };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf")) {
            paths.push(path);
        }
    }
    paths.sort();
    if !(1..=MAX_RECORDS).contains(&paths.len()) {
        return Err(OpeningsError::Count { path: folder.to_owned(), found: paths.len() });
    }
    let mut positions: Vec<Setup> = Vec::new();
    for path in &paths {
        let position = opening(&Record::open(Source::PlainFile(path), 1)?, moves)?;
        let (given, name) = (position.size(), |path: &Path| path.display().to_string());
        if let Some(size) = positions.first().map(Setup::size).filter(|size| *size != given) {
            return Err(OpeningsError::OtherSize { name: name(path), given, first: name(&paths[0]), size });
        }
        positions.push(position);
    }
    Ok(positions)
}

/// Returns the position after the main line of a record, or after its first `moves` moves.
fn opening(record: &Record, moves: Option<u32>) -> Result<Setup, OpeningsError> {
    let root = record.root();
    let refused = |error| OpeningsError::Size { name: record.name.clone(), error };
    check_size(root).map_err(refused)?;
    let info = BoardInfo::of(root).map_err(|error| refused(error.into()))?;
    let mut replay = Replay::new(&info);
    for node in root.main_line() {
        let mut next = replay.clone();
        let effect = next.step(node);
        if moves.is_some_and(|most| next.move_count() > most) {
            break;
        }
        if let Some(illegal) = effect.illegal {
            let (name, number) = (record.name.clone(), illegal.number);
            return Err(OpeningsError::Illegal { name, number, why: illegal.reason.to_string() });
        }
        replay = next;
    }
    Ok(replay.position().setup())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, moves: Option<u32>) -> Result<Setup, String> {
        let record = Record::open(Source::Text("a text", text), 1).expect("a record");
        opening(&record, moves).map_err(|error| error.to_string())
    }

    #[test]
    fn an_opening_is_the_position_after_its_moves() {
        let text = "(;SZ[3];B[aa];W[ba];B[bb](;W[cc])(;W[ca]))";
        let all_moves = read(text, None).expect("legal");
        assert_eq!(all_moves.to_string(), "X O .\n. X .\n. . O\n");
        let three_moves = read(text, Some(3)).expect("legal");
        assert_eq!(
            (three_moves.to_string().as_str(), three_moves.to_move),
            ("X O .\n. X .\n. . .\n", stonefield_go::Color::White)
        );
        assert_eq!(
            read("(;SZ[3];B[aa];W[aa])", None),
            Err("a text: move 2 is illegal: A3 is occupied".to_owned())
        );
    }
}
