//! Property of the SGF reader and writer for any bytes, shared by ordinary tests and the fuzz target.

use stonefield_go::notation::sgf::{self, BoardInfo, ProblemKind, Replay};

/// Asserts that a file is read without a panic and within bounds. The collection that was read is the same
/// after writing and reading, without problems. Its games can be checked and played.
///
/// # Panics
/// Panics when the property does not hold.
pub fn holds(bytes: &[u8]) {
    let Ok(reading) = sgf::read(bytes) else { return };
    let games = reading.collection;
    assert!(!games.games().is_empty(), "the reader returned a collection without a game");
    assert!(games.len() <= bytes.len(), "more nodes than bytes");

    let written = sgf::write(&games);
    let again = sgf::read(&written).expect("what is written can be read");
    assert!(again.collection == games, "read, written and read it differs: {games:?}");
    let left: Vec<_> =
        again.problems.iter().filter(|problem| !matches!(problem.kind, ProblemKind::Nul(_))).collect();
    assert!(left.is_empty(), "what is written has problems: {left:?}");
    assert_eq!(sgf::write(&again.collection), written, "there is one way to write a collection");

    for problem in sgf::check(&games) {
        assert!(problem.line >= 1 && problem.column >= 1, "{problem}");
    }
    for &game in games.games() {
        let root = games.node(game);
        let Ok(info) = BoardInfo::of(root) else { continue };
        let mut replay = Replay::new(&info);
        for node in root.main_line() {
            replay.step(node);
        }
        let stones = replay.position().stones();
        let empty = u32::try_from(replay.position().empty_count()).expect("a small board");
        assert_eq!((stones.black + stones.white + empty) as usize, info.size.area());
    }

    let mut modern = games;
    sgf::modernise(&mut modern);
    let written_once = sgf::write(&modern);
    sgf::modernise(&mut modern);
    assert_eq!(sgf::write(&modern), written_once, "the form of FF[4] changed again");
}
