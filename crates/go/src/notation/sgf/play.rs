//! Replay of a record on a board.

use super::coord::{PointFault, Points};
use super::{Info, NodeRef, SizeFault, parse_move};
use crate::{ByColor, Color, Move, PlayError, Position, Setup};

/// Number of set-up changes above which the whole position is rebuilt.
const MAX_SINGLE_CHANGES: usize = 128;

/// Board that follows the nodes of a record.
///
/// Set-up and moves are executed as SGF demands, even if they are illegal. A move replaces any stone on its
/// point. Then the opponent's chains without liberties are captured, then the mover's own.
#[derive(Clone)]
pub struct Play {
    position: Position,
    captured: ByColor<u32>,
    moves: u32,
}

/// Effect of a node on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeEffect {
    /// The move that was played.
    pub made: Option<(Color, Move)>,
    /// Number of the opponent's stones that the move captured.
    pub captured: u32,
    /// Number of the mover's own stones that the move removed.
    pub suicide: u32,
    /// Details if the move is illegal.
    pub illegal: Option<Illegal>,
}

/// An illegal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Illegal {
    /// Move number in the line, from 1.
    pub number: u32,
    /// Colour of the move.
    pub color: Color,
    /// Name of the point, or the invalid value.
    pub action: String,
    /// Reason why the move is illegal.
    pub why: Why,
}

/// Reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The rules forbid the move.
    #[error(transparent)]
    Law(#[from] PlayError),
    /// The value is not a point of the board. No stone is placed.
    #[error("no point of the board")]
    Point(PointFault),
}

impl Play {
    /// The empty board of a game, before its root node.
    #[must_use]
    pub fn new(info: &Info) -> Self {
        Self { position: Position::new(info.size, info.rules), captured: ByColor::default(), moves: 0 }
    }

    /// The board after a node and all nodes before it.
    ///
    /// # Errors
    /// Fails if `SZ` of the game is invalid.
    pub fn at(node: NodeRef<'_>) -> Result<Self, SizeFault> {
        let mut play = Self::new(&Info::of(node.root())?);
        for id in node.path() {
            play.step(node.collection().node(id));
        }
        Ok(play)
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

    /// Number of prisoners of each colour: stones it captured, and stones the opponent lost by suicide.
    #[must_use]
    pub const fn captured_by(&self) -> ByColor<u32> {
        self.captured
    }

    /// Number of moves, including passes and invalid moves.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Executes the set-up and the move of a node, in their order in the file.
    pub fn step(&mut self, node: NodeRef<'_>) -> NodeEffect {
        let mut effect = NodeEffect::default();
        // SGF forbids a move and set-up in one node, but some files have both.
        let mut names = node.properties().map(super::PropertyRef::name);
        let first_name = names.find(|name| matches!(*name, "B" | "W" | "AB" | "AW" | "AE"));
        let move_first = matches!(first_name, Some("B" | "W"));
        if !move_first {
            self.set_up(node);
        }
        let made = node.properties().find_map(|property| {
            let color = match property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, property.values().next().unwrap_or_default()))
        });
        if let Some((color, raw)) = made {
            self.moves += 1;
            match parse_move(raw, self.position.size()) {
                Ok(action) => self.play_move(color, action, &mut effect),
                Err(fault) => {
                    self.position.set_to_move(!color);
                    let action = super::problem::Excerpt::new(raw).to_string();
                    effect.illegal =
                        Some(Illegal { number: self.moves, color, action, why: Why::Point(fault) });
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
        effect.made = Some((color, action));
        // Two passes end the game, but the record may continue.
        self.position.resume();
        if let Err(why) = self.position.check_for(color, action) {
            let why = Why::Law(why);
            effect.illegal = Some(Illegal { number: self.moves, color, action: action.to_string(), why });
            if let Move::Play(point) = action {
                self.position.lift(point);
            }
        }
        let played = self.position.play_as_unchecked(color, action);
        (effect.captured, effect.suicide) = (played.captured, played.suicide);
        self.captured[color] += played.captured;
        self.captured[!color] += played.suicide;
    }

    /// Executes a node's set-up and sets the colour to move. The node's move is not played.
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

    fn steps(text: &str) -> (Vec<NodeEffect>, Play) {
        let game = read_text(text).expect("a game").collection;
        let root = game.node(game.games()[0]);
        let mut play = Play::new(&Info::of(root).expect("a size"));
        (root.main_line().map(|node| play.step(node)).collect(), play)
    }

    fn board(play: &Play) -> String {
        play.position().setup().to_string()
    }

    #[test]
    fn set_up_and_moves_make_a_position() {
        let text = "(;SZ[3]AB[aa:ca]AW[bb];W[ac];AE[aa]AW[ca]PL[W])";
        let game = read_text(text).expect("a game").collection;
        let play = Play::at(last(&game)).expect("a size");
        assert_eq!(board(&play), ". X O\n. O .\nO . .\n");
        assert_eq!(play.position().to_move(), Color::White);
        assert_eq!(play.moves(), 1);
    }

    #[test]
    fn move_and_set_up_are_executed_in_file_order() {
        let (_, play) = steps("(;SZ[3];B[aa];W[bb]AE[aa];AW[aa]B[cc])");
        assert_eq!(board(&play), "O . .\n. O .\n. . X\n");
        let (_, play) = steps("(;SZ[2]PL[2])");
        assert_eq!(play.position().to_move(), Color::White);
    }

    #[test]
    fn illegal_moves_are_executed_and_reported() {
        // White plays on a black stone and replaces it. Then Black plays on a point without liberties.
        let (steps, play) = steps("(;SZ[3]AB[aa][ba][ab]AW[cb][bc][ac];W[aa];B[cc];B[zz];W[];B[])");
        assert_eq!(
            steps[1].illegal.as_ref().map(|i| &i.why),
            Some(&Why::Law(PlayError::Occupied(Point::new(0, 2))))
        );
        assert_eq!(steps[1].suicide, 1, "the stone that took the place has no liberty");
        assert_eq!(
            steps[2].illegal.as_ref().map(|i| &i.why),
            Some(&Why::Law(PlayError::Suicide(Point::new(2, 0))))
        );
        assert_eq!((steps[2].suicide, steps[3].made), (1, None));
        assert_eq!(steps[3].illegal.as_ref().map(|i| (i.number, i.action.as_str())), Some((3, "zz")));
        assert_eq!(play.captured_by(), ByColor::new(1, 1));
        assert_eq!(board(&play), ". X .\nX . O\nO O .\n");
    }

    #[test]
    fn ko_is_reported_and_a_record_continues_after_two_passes() {
        let (steps, play) = steps("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]W[];B[cb];W[bb];B[cb];B[];W[];B[dd])");
        assert!(steps.iter().filter(|step| step.illegal.is_some()).count() == 1);
        assert_eq!(play.captured_by(), ByColor::new(1, 1));
        assert_eq!(play.position().at(Point::new(3, 0)), Some(Color::Black));
        assert!(!play.position().is_over());
    }
}
