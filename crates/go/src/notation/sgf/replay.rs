//! Replay of a record on a board.

use super::coord::{PointFault, Points};
use super::{BoardInfo, NodeRef, SizeFault, parse_move};
use crate::{ByColor, Color, Move, PlayError, Position, Setup};

/// Number of changed points in a set-up above which the whole position is rebuilt.
const MAX_SINGLE_CHANGES: usize = 128;

/// Board on which the nodes of a record are played one after the other.
///
/// Set-up and moves are executed as SGF demands, even if they are illegal. A move replaces any stone on its
/// point. Then the opponent's chains without liberties are removed, and after them the mover's own.
#[derive(Clone)]
pub struct Replay {
    position: Position,
    captured: ByColor<u32>,
    move_count: u32,
}

/// Effect of a node on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeEffect {
    /// The move that was played. `None` if the node has no move, or an invalid one.
    pub played: Option<(Color, Move)>,
    /// Number of the opponent's stones that the move captured.
    pub captured: u32,
    /// Number of the mover's own stones that the move removed.
    pub suicide: u32,
    /// The move of the node, if it is illegal.
    pub illegal: Option<IllegalMove>,
}

/// An illegal move.
#[derive(Clone, Debug, PartialEq)]
pub struct IllegalMove {
    /// Number of the move on the path from the root, from 1.
    pub number: u32,
    /// Colour of the move.
    pub color: Color,
    /// Name of the point, or the invalid value.
    pub action: String,
    /// Reason why the move is illegal.
    pub reason: IllegalReason,
}

/// Reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// The rules forbid the move.
    #[error(transparent)]
    Rule(#[from] PlayError),
    /// The value is not a point on the board. No stone is placed.
    #[error("no point of the board")]
    InvalidPoint(PointFault),
}

impl Replay {
    /// The empty board of a game, before its root node.
    #[must_use]
    pub fn new(info: &BoardInfo) -> Self {
        Self { position: Position::new(info.size, info.rules), captured: ByColor::default(), move_count: 0 }
    }

    /// The board after the nodes from the root to this node, both included.
    ///
    /// # Errors
    /// Fails if `SZ` of the game is invalid.
    pub fn after_node(node: NodeRef<'_>) -> Result<Self, SizeFault> {
        let mut replay = Self::new(&BoardInfo::of(node.root())?);
        for id in node.path() {
            replay.step(node.collection().node(id));
        }
        Ok(replay)
    }

    /// The position. It is never over, because a record may continue after two passes.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position, by value.
    #[must_use]
    pub fn into_position(self) -> Position {
        self.position
    }

    /// Number of prisoners that each colour has taken: captured stones, and stones that the opponent lost by
    /// suicide.
    #[must_use]
    pub const fn captured_by(&self) -> ByColor<u32> {
        self.captured
    }

    /// Number of moves so far, including passes and invalid moves.
    #[must_use]
    pub const fn move_count(&self) -> u32 {
        self.move_count
    }

    /// Executes the set-up and the move of a node.
    ///
    /// All set-up is executed before the move if `AB`, `AW` or `AE` precedes the move in the file, and after
    /// the move otherwise. `PL` is part of the set-up but does not decide the order.
    pub fn step(&mut self, node: NodeRef<'_>) -> NodeEffect {
        let mut effect = NodeEffect::default();
        // SGF forbids a move and set-up in one node, but some files have both.
        let mut names = node.properties().map(super::PropertyRef::name);
        let first_name = names.find(|name| matches!(*name, "B" | "W" | "AB" | "AW" | "AE"));
        let move_first = matches!(first_name, Some("B" | "W"));
        if !move_first {
            self.set_up(node);
        }
        let color_and_value = node.properties().find_map(|property| {
            let color = match property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, property.values().next().unwrap_or_default()))
        });
        if let Some((color, raw)) = color_and_value {
            self.move_count += 1;
            match parse_move(raw, self.position.size()) {
                Ok(action) => self.play_move(color, action, &mut effect),
                Err(fault) => {
                    self.position.set_to_move(!color);
                    let action = super::problem::Excerpt::new(raw).to_string();
                    effect.illegal = Some(IllegalMove {
                        number: self.move_count,
                        color,
                        action,
                        reason: IllegalReason::InvalidPoint(fault),
                    });
                }
            }
        }
        let is_setup = |name| matches!(name, "AB" | "AW" | "AE" | "PL");
        if move_first && node.properties().any(|property| is_setup(property.name())) {
            self.set_up(node);
        }
        effect
    }

    fn play_move(&mut self, color: Color, action: Move, effect: &mut NodeEffect) {
        effect.played = Some((color, action));
        // Two passes end the game, but the record may continue.
        self.position.resume();
        if let Err(why) = self.position.check_for(color, action) {
            let reason = IllegalReason::Rule(why);
            effect.illegal =
                Some(IllegalMove { number: self.move_count, color, action: action.to_string(), reason });
            if let Move::Play(point) = action {
                self.position.lift(point);
            }
        }
        let removed = self.position.play_as_unchecked(color, action);
        (effect.captured, effect.suicide) = (removed.captured, removed.suicide);
        self.captured[color] += removed.captured;
        self.captured[!color] += removed.suicide;
    }

    /// Executes the set-up of a node and sets the colour to move. Does not play the move of the node.
    pub fn set_up(&mut self, node: NodeRef<'_>) {
        if node.properties().any(|property| matches!(property.name(), "AB" | "AW" | "AE")) {
            self.set_stones(node);
        }
        if node.parent().is_none() && super::handicap_of(node) >= 2 {
            self.position.set_to_move(Color::White);
        }
        if let Some(color) = to_move(node) {
            self.position.set_to_move(color);
        }
    }

    fn set_stones(&mut self, node: NodeRef<'_>) {
        let size = self.position.size();
        let mut changes = Vec::new();
        for (name, stone) in [("AE", None), ("AB", Some(Color::Black)), ("AW", Some(Color::White))] {
            let points = Points::read(node.values(name), size).points;
            changes.extend(points.into_iter().map(|point| (point, stone)));
        }
        changes.retain(|&(point, stone)| self.position.at(point) != stone);
        if changes.len() > MAX_SINGLE_CHANGES {
            let mut setup: Setup = self.position.setup();
            for (point, stone) in changes {
                setup.set(point, stone);
            }
            self.position = Position::from_setup_unchecked(&setup, *self.position.rules());
            return;
        }
        for (point, stone) in changes {
            self.position.lift(point);
            if let Some(color) = stone {
                self.position.put(point, color);
            }
        }
    }
}

/// Colour to move that a node sets with `PL`.
#[must_use]
pub fn to_move(node: NodeRef<'_>) -> Option<Color> {
    match node.value("PL")?.trim() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        raw => raw.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Collection, read_text};
    use super::*;
    use crate::Point;

    fn last(collection: &Collection) -> NodeRef<'_> {
        collection.node(collection.games()[0]).main_line().last().expect("a node")
    }

    fn play_all(text: &str) -> (Vec<NodeEffect>, Replay) {
        let game = read_text(text).expect("a game").collection;
        let root = game.node(game.games()[0]);
        let mut replay = Replay::new(&BoardInfo::of(root).expect("a size"));
        (root.main_line().map(|node| replay.step(node)).collect(), replay)
    }

    fn board(replay: &Replay) -> String {
        replay.position().setup().to_string()
    }

    #[test]
    fn set_up_and_moves_make_a_position() {
        let text = "(;SZ[3]AB[aa:ca]AW[bb];W[ac];AE[aa]AW[ca]PL[W])";
        let game = read_text(text).expect("a game").collection;
        let replay = Replay::after_node(last(&game)).expect("a size");
        assert_eq!(board(&replay), ". X O\n. O .\nO . .\n");
        assert_eq!(replay.position().to_move(), Color::White);
        assert_eq!(replay.move_count(), 1);
    }

    #[test]
    fn move_and_set_up_are_executed_in_file_order() {
        let (_, replay) = play_all("(;SZ[3];B[aa];W[bb]AE[aa];AW[aa]B[cc])");
        assert_eq!(board(&replay), "O . .\n. O .\n. . X\n");
        let (_, replay) = play_all("(;SZ[2]PL[2])");
        assert_eq!(replay.position().to_move(), Color::White);
    }

    #[test]
    fn illegal_moves_are_executed_and_reported() {
        // White plays on a black stone and replaces it. Then Black plays on a point without liberties.
        let (steps, replay) = play_all("(;SZ[3]AB[aa][ba][ab]AW[cb][bc][ac];W[aa];B[cc];B[zz];W[];B[])");
        assert_eq!(
            steps[1].illegal.as_ref().map(|i| &i.reason),
            Some(&IllegalReason::Rule(PlayError::Occupied(Point::new(0, 2))))
        );
        assert_eq!(steps[1].suicide, 1, "the stone that took the place has no liberty");
        assert_eq!(
            steps[2].illegal.as_ref().map(|i| &i.reason),
            Some(&IllegalReason::Rule(PlayError::Suicide(Point::new(2, 0))))
        );
        assert_eq!((steps[2].suicide, steps[3].played), (1, None));
        assert_eq!(steps[3].illegal.as_ref().map(|i| (i.number, i.action.as_str())), Some((3, "zz")));
        assert_eq!(replay.captured_by(), ByColor::new(1, 1));
        assert_eq!(board(&replay), ". X .\nX . O\nO O .\n");
    }

    #[test]
    fn ko_is_reported_and_a_record_continues_after_two_passes() {
        let (steps, replay) =
            play_all("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]W[];B[cb];W[bb];B[cb];B[];W[];B[dd])");
        assert!(steps.iter().filter(|step| step.illegal.is_some()).count() == 1);
        assert_eq!(replay.captured_by(), ByColor::new(1, 1));
        assert_eq!(replay.position().at(Point::new(3, 0)), Some(Color::Black));
        assert!(!replay.position().is_over());
    }
}
