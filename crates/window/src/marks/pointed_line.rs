//! Pointed line: a line of moves that is hovered in a list or a tree, previewed on the board.

use bevy::ecs::resource::Resource;
use stonefield_go::notation::sgf::{NodeId, NodeRef, Replay, parse_move};
use stonefield_go::{Color, Move, Position};
use stonefield_sim::GameRecord;

/// Largest number of moves of an expected line that are shown.
const MAX_MOVES: usize = 16;

/// Moves of a line, each with its colour.
pub type MoveLine = Vec<(Color, Move)>;

/// Position, and moves that are shown as played from it.
#[derive(Clone)]
pub struct LinePreview {
    /// Position before the moves, which may differ from the board's.
    pub from: Position,
    /// Moves, each with its colour.
    pub line: MoveLine,
}

/// Line that is hovered in this frame, if any. The system that draws the board clears it.
#[derive(Resource, Default)]
pub struct PointedLine(pub Option<LinePreview>);

/// Returns the line that a mind expects, at most 16 moves. Its first move is left out if the board already
/// has that stone.
#[must_use]
pub fn expected_line(position: &Position, color: Color, moves: &[Move]) -> LinePreview {
    let first_point = moves.first().and_then(|action| action.point());
    let played =
        first_point.is_some_and(|point| position.size().contains(point) && position.at(point) == Some(color));
    let (first, rest) = if played { (!color, &moves[1..]) } else { (color, moves) };
    let colors = [first, !first].into_iter().cycle();
    LinePreview { from: position.clone(), line: colors.zip(rest.iter().copied()).take(MAX_MOVES).collect() }
}

/// Returns the moves to a node, from the last node that is also on the path to the current node. `position`:
/// position of the current node. `None` for the current node, and if a node on the way is no move.
#[must_use]
pub fn line_to(record: &GameRecord, node: NodeId, position: &Position) -> Option<LinePreview> {
    let (games, here) = (record.games(), record.here());
    let target = games.get(node)?.path();
    let shared = target.iter().zip(here.path()).take_while(|(one, other)| *one == other).count();
    let last = games.node(*target.get(shared.checked_sub(1)?)?);
    if last.id() == here.id() && target.len() == shared {
        return None;
    }
    let line = target[shared..]
        .iter()
        .map(|&node| move_of(games.node(node), record))
        .collect::<Option<MoveLine>>()?;
    let from = match last.id() == here.id() {
        true => position.clone(),
        false => Replay::after_node(last).ok()?.into_position(),
    };
    Some(LinePreview { from, line })
}

/// Returns the move of a node; `None` if it has none.
fn move_of(node: NodeRef<'_>, record: &GameRecord) -> Option<(Color, Move)> {
    let of = |color, name| node.value(name).map(|raw| (color, raw));
    let (color, raw) = of(Color::Black, "B").or_else(|| of(Color::White, "W"))?;
    Some((color, parse_move(raw, record.size()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::notation::sgf::read_text;
    use stonefield_go::{Point, Rules, Size};
    use stonefield_sim::history::{Heading, Navigate, open};
    use stonefield_sim::{Referee, Request, RequestKind, create_app};

    #[test]
    fn a_move_that_was_played_is_left_out() {
        let mut position = Position::new(Size::square(9).expect("a size"), Rules::default());
        let at = |x, y| Move::Play(Point::new(x, y));
        let moves = [at(2, 2), at(6, 6), Move::Pass];
        let preview = expected_line(&position, Color::Black, &moves);
        assert_eq!(
            preview.line,
            [(Color::Black, at(2, 2)), (Color::White, at(6, 6)), (Color::Black, Move::Pass)]
        );
        position.try_play(Point::new(2, 2).into()).expect("lawful");
        assert_eq!(expected_line(&position, Color::Black, &moves).line, preview.line[1..]);
    }

    #[test]
    fn the_way_to_a_node_begins_at_the_last_shared_node() {
        let mut app = create_app();
        let text = "(;SZ[9];B[aa](;W[bb];B[cc]N[here])(;W[dd];B[ee]N[there])(;AB[ff]N[set up]))";
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let named = |name: &str| {
            let node = games.node(root).preorder().find(|node| node.text("N").as_deref() == Some(name));
            node.expect("a node of that name").id()
        };
        let (here, there, set_up) = (named("here"), named("there"), named("set up"));
        let first = games.node(root).first_child().expect("a move").id();
        let goban = open(app.world_mut(), games, root, Heading::default()).expect("can be shown").goban;
        let go = |app: &mut bevy::app::App, node| {
            app.world_mut().write_message(Request { goban, kind: RequestKind::Navigate(Navigate::To(node)) });
            app.update();
        };
        go(&mut app, here);
        let way = |app: &bevy::app::App, node| {
            let record = app.world().get::<GameRecord>(goban).expect("a record");
            let position = &app.world().get::<Referee>(goban).expect("a referee").position;
            line_to(record, node, position).map(|preview| (preview.from.ply(), preview.line.len()))
        };
        assert_eq!(way(&app, here), None);
        assert_eq!(way(&app, there), Some((1, 2)), "from after the move they share");
        assert_eq!(way(&app, first), Some((1, 0)), "back");
        assert_eq!(way(&app, set_up), None, "what is put by hand is no move");
        go(&mut app, first);
        assert_eq!(way(&app, here), Some((1, 2)));
    }
}
