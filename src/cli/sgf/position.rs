//! Positions of records, for other commands.

use super::super::door::say;
use super::super::failure::Failure;
use super::load::{open, refused};
use std::path::Path;
use stonefield_go::Position;
use stonefield_go::notation::one_line;
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Problem, Reading, Replay, check_path};
use stonefield_sim::history::check_size;

/// Warning that a position is possibly not the intended one, if there is a reason. Shown with the position.
pub(in crate::cli) struct Doubt(Option<String>);

impl Doubt {
    /// Writes the warning to stderr, if there is one.
    pub(in crate::cli) fn report(&self) {
        self.0.iter().for_each(|warning| say(one_line(warning).collect::<String>()));
    }
}

/// Position of a file's game after `number` moves of the main line, or with `None` at the end of that line.
pub(in crate::cli) fn position_in(
    path: &Path,
    game: usize,
    number: Option<u32>,
) -> Result<(Position, Doubt), Failure> {
    let record = open(path, game)?;
    check_size(record.root()).map_err(|error| refused(path, error))?;
    let node = node_after(record.root(), path, number)?;
    let replay = Replay::after_node(node).map_err(|error| refused(path, error))?;
    let doubts = doubts(&record.reading, game, node);
    let warning = doubts.split_first().map(|(first, rest)| {
        let more = match rest.len() {
            0 => String::new(),
            1 => " (stonefield sgf check names one more)".to_owned(),
            more => format!(" (stonefield sgf check names {more} more)"),
        };
        format!("{}: {first}; the board is possibly not the intended one{more}", path.display())
    });
    Ok((replay.into_position(), Doubt(warning)))
}

/// Problems on the path to a node that may change the board there: first lost text, which explains the other
/// problems, then illegal moves, and moves and set-up off the board.
fn doubts(reading: &Reading, game: usize, node: NodeRef<'_>) -> Vec<Problem> {
    let mut node_numbers: Vec<u32> =
        node.path().into_iter().map(|id| node.collection().game_and_node(id).1).collect();
    node_numbers.sort_unstable();
    let on_path = |problem: &&Problem| {
        problem.game as usize == game
            && problem.node.is_some_and(|node| node_numbers.binary_search(&node).is_ok())
    };
    let lost_text = reading.problems.iter().filter(|problem| problem.kind.loses_content());
    let mut doubts: Vec<_> = lost_text.filter(on_path).cloned().collect();
    doubts.extend(check_path(node).into_iter().filter(|problem| problem.kind.affects_board()));
    doubts
}

fn node_after<'a>(root: NodeRef<'a>, path: &Path, number: Option<u32>) -> Result<NodeRef<'a>, Failure> {
    let info = BoardInfo::of(root).map_err(|error| refused(path, error))?;
    match number {
        Some(number) => after_move(root, &info, number),
        None => Ok(root.main_line().last().unwrap_or(root)),
    }
}

/// Last node of the main line with `number` moves up to it. Fails if the line has fewer moves.
pub(super) fn after_move<'a>(
    root: NodeRef<'a>,
    info: &BoardInfo,
    number: u32,
) -> Result<NodeRef<'a>, Failure> {
    let mut replay = Replay::new(info);
    let mut last = root;
    for node in root.main_line() {
        replay.step(node);
        if replay.move_count() > number {
            break;
        }
        last = node;
    }
    if replay.move_count() < number {
        let most = replay.move_count();
        return Err(Failure::flag("--move", format!("there is no move {number}: the main line has {most}")));
    }
    Ok(last)
}
