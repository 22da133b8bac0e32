//! Examples: positions of `assets/examples`, embedded in the program, under headings.
//!
//! Each is an SGF record: `GN` is its title, `C` its caption in one line. Some records have moves.

use stonefield_go::Setup;
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Replay, SizeFault};
use stonefield_sim::history::{Record, RecordError, Source};

/// Returns heading, name and text of each record.
macro_rules! examples {
    ($($heading:literal: $($name:literal),+;)+) => {
        &[$($((
            $heading,
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples/", $name, ".sgf")),
        )),+),+]
    };
}

const EXAMPLES: &[(&str, &str, &str)] = examples! {
    "Two eyes": "eyes-corner", "eyes-edge", "eyes-middle", "false-eye", "throw-in", "dragon";
    "Liberties and capture": "atari", "double-atari", "ladder-works", "ladder-fails", "net", "snapback", "race", "first-capture";
    "Ko": "ko", "ko-for-life", "ko-on-edge";
    "Seki": "seki", "seki-eyes", "seki-three";
    "Life and death": "straight-three", "straight-four", "square-four", "pyramid-four", "bulky-five", "crossed-five", "rabbity-six", "corner-six-box", "nakade", "second-line-six", "second-line-seven", "second-line-eight", "bent-four", "corner-six";
    "Patterns": "checkerboard", "lattice", "stripes", "spiral", "rings", "hot", "cold", "gradient";
    "Chance": "percolation-45", "percolation-65", "middle-game", "sensible-end", "netlogo-10", "netlogo-20";
    "Openings": "handicap-9", "handicap-4";
};

/// Example position.
#[derive(Clone, Debug)]
pub struct Example {
    /// Heading in the list of examples.
    pub heading: &'static str,
    /// Title.
    pub title: String,
    /// Caption, in one line.
    pub caption: String,
    /// First position of the record.
    pub board: Setup,
    /// Record, named after the title.
    pub record: Record,
}

impl Example {
    /// Returns all examples in the order of the list. Those that cannot be read are left out.
    pub fn all() -> Vec<Self> {
        let read = |&(heading, name, record): &(_, _, _)| Self::read(heading, name, record).ok();
        EXAMPLES.iter().filter_map(read).collect()
    }

    fn read(heading: &'static str, name: &'static str, record: &'static str) -> Result<Self, BoardError> {
        let mut record = Record::open(Source::Text(name, record), 1)?;
        let root = record.root();
        let text = |property| root.text(property).unwrap_or_default();
        let (title, caption, board) = (text("GN"), text("C"), first_board(root)?);
        record.name.clone_from(&title);
        Ok(Self { heading, title, caption, board, record })
    }
}

/// Error of a record without a readable first position.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The size of the board is invalid.
    #[error(transparent)]
    Size(#[from] SizeFault),
}

/// Returns the first position of a record, given by name and text.
///
/// # Errors
/// If the record cannot be read, or the size of its board is invalid.
pub fn board_of(name: &str, record: &str) -> Result<Setup, BoardError> {
    Ok(first_board(Record::open(Source::Text(name, record), 1)?.root())?)
}

fn first_board(root: NodeRef<'_>) -> Result<Setup, SizeFault> {
    let mut replay = Replay::new(&BoardInfo::of(root)?);
    replay.set_up(root);
    Ok(replay.position().setup())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use stonefield_go::notation::sgf::{check, illegal_moves};
    use stonefield_go::{Benson, ByColor, Color, Point, Position, Rules};
    use stonefield_search::proof::life::{LifeLimits, study};

    fn named(name: &str) -> Record {
        let entry = EXAMPLES.iter().find(|(_, other, _)| *other == name);
        let (_, _, record) = entry.unwrap_or_else(|| panic!("no example {name}"));
        Record::open(Source::Text(name, record), 1).expect("a record")
    }

    fn position(name: &str) -> Position {
        let board = first_board(named(name).root()).expect("a board");
        Position::from_setup(&board, Rules::default()).expect("a position")
    }

    #[test]
    fn every_record_of_the_folder_is_listed_and_has_no_fault() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples");
        let files = std::fs::read_dir(folder).expect("the folder of examples");
        let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        let names = EXAMPLES.iter().map(|(_, name, _)| format!("{name}.sgf"));
        assert_eq!(names.collect::<BTreeSet<_>>(), files.collect::<BTreeSet<_>>());
        let examples = Example::all();
        assert_eq!(examples.len(), EXAMPLES.len());
        assert!((30..=50).contains(&examples.len()), "{} examples", examples.len());
        let titles: BTreeSet<_> = examples.iter().map(|example| &example.title).collect();
        assert_eq!(titles.len(), examples.len(), "each has a title of its own");
        for (example, (_, name, _)) in examples.iter().zip(EXAMPLES) {
            let record = named(name);
            assert!(record.is_whole() && check(&record.reading.collection).is_empty(), "{name}");
            assert!(illegal_moves(record.root()).is_empty(), "{name}");
            let caption = &example.caption;
            assert!(
                caption.ends_with('.') && !caption.contains('\n') && caption.len() <= 115,
                "{name}: {caption}"
            );
            assert!(!example.title.is_empty() && example.title.len() <= 26, "{name}: {}", example.title);
        }
    }

    #[test]
    fn groups_with_two_eyes_live_whatever_is_played() {
        for (name, stones) in [("eyes-corner", 6), ("eyes-edge", 8), ("eyes-middle", 10), ("dragon", 26)] {
            let position = position(name);
            let size = position.size();
            let mut benson = Benson::new(size, false);
            let owners = benson.of_position(&position);
            let black = size.points().filter(|&point| position.at(point) == Some(Color::Black));
            let black: Vec<Point> = black.collect();
            assert_eq!(black.len() % stones, 0, "{name}: {} stones", black.len());
            for point in black {
                assert_eq!(owners[size.index(point)], Some(Color::Black), "{name}: {point}");
                let open = size
                    .neighbours(point)
                    .any(|near| position.at(near).is_none() && owners[size.index(near)].is_none());
                assert!(name == "dragon" || !open, "{name}: {point} is not enclosed");
            }
        }
    }

    #[test]
    fn groups_live_and_die_as_their_captions_say() {
        let unsettled = |black: &str, white: &str| {
            format!("alive if Black moves first ({black}), dead if White does ({white})")
        };
        for (name, point, verdict) in [
            ("false-eye", "A2", "dead".to_owned()),
            ("dragon", "B7", "alive".to_owned()),
            ("seki", "A2", "seki".to_owned()),
            ("seki", "B1", "seki".to_owned()),
            ("seki-eyes", "C2", "seki".to_owned()),
            ("seki-eyes", "G2", "seki".to_owned()),
            ("seki-three", "E2", "seki".to_owned()),
            ("seki-three", "B2", "seki".to_owned()),
            ("seki-three", "H2", "seki".to_owned()),
            ("throw-in", "B2", unsettled("D1", "D1")),
            ("straight-three", "C2", unsettled("D1", "D1")),
            ("straight-four", "C2", "alive".to_owned()),
            ("square-four", "C3", "dead".to_owned()),
            ("pyramid-four", "D3", unsettled("D1", "D1")),
            ("bulky-five", "C3", unsettled("C1", "D1")),
            ("crossed-five", "D6", unsettled("D4", "D4")),
            ("rabbity-six", "D6", unsettled("D4", "D4")),
            ("corner-six-box", "B3", unsettled("B2", "B2")),
            ("nakade", "B3", "dead".to_owned()),
            ("second-line-six", "C2", "dead".to_owned()),
            ("second-line-seven", "C2", unsettled("B1", "B1")),
            ("second-line-eight", "C2", "alive".to_owned()),
            ("corner-six", "B2", "alive".to_owned()),
        ] {
            let point = point.parse().expect("a point");
            let status =
                study(&position(name), point, LifeLimits::default(), &mut stonefield_search::Unwatched);
            assert_eq!(status.expect("it is settled").to_string(), verdict, "{name}");
        }
        for (name, point) in [("ko-for-life", "B3"), ("bent-four", "A3")] {
            let point = point.parse().expect("a point");
            let status =
                study(&position(name), point, LifeLimits::default(), &mut stonefield_search::Unwatched);
            let status = status.expect("it is settled");
            assert!(status.if_first.black.is_ko() || status.if_first.white.is_ko(), "{name}: {status}");
        }
    }

    #[test]
    fn moves_capture_as_the_captions_say() {
        for (name, black, white) in [
            ("atari", 3, 0),
            ("double-atari", 1, 0),
            ("ladder-works", 18, 0),
            ("ladder-fails", 0, 0),
            ("net", 3, 0),
            ("snapback", 3, 1),
            ("throw-in", 1, 0),
            ("race", 8, 0),
            ("ko", 1, 1),
            ("ko-on-edge", 0, 1),
        ] {
            let record = named(name);
            let last = record.root().main_line().last().expect("a node");
            let taken = Replay::after_node(last).expect("a board").captured_by();
            assert_eq!(taken, ByColor::new(black, white), "{name}");
        }
    }
}
