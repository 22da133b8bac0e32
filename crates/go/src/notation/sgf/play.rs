//! A record played on a board.

use super::coord::{PointFault, Points};
use super::{Info, NodeRef, SizeFault, parse_move};
use crate::{ByColor, Color, Move, PlayError, Position, Setup};

/// Changes of a set-up from which on the board is built again.
const MANY: usize = 128;

/// A board that goes along a record.
///
/// Set-up and moves are carried out as SGF demands, legal or not: a stone is put on the board whatever stands there,
/// the other colour's chains without liberties are taken, then its own.
#[derive(Clone)]
pub struct Play {
    position: Position,
    captured: ByColor<u32>,
    moves: u32,
}

/// What a node did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeEffect {
    /// The move made.
    pub made: Option<(Color, Move)>,
    /// Stones of the other colour that it took.
    pub captured: u32,
    /// Its own stones that it took.
    pub suicide: u32,
    /// What was wrong with the move.
    pub illegal: Option<Illegal>,
}

/// A move that the law forbids.
#[derive(Clone, Debug, PartialEq)]
pub struct Illegal {
    /// Which move of the line, from 1.
    pub number: u32,
    /// The colour that made the move.
    pub color: Color,
    /// Where: a point's name, or the value that names none.
    pub action: String,
    /// What it breaks.
    pub why: Why,
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A law of the game.
    #[error(transparent)]
    Law(#[from] PlayError),
    /// It is not a point of the board; no stone is placed.
    #[error("no point of the board")]
    Point(PointFault),
}

impl Play {
    /// The empty board of a game, before its first node.
    #[must_use]
    pub fn new(info: &Info) -> Self {
        Self { position: Position::new(info.size, info.rules), captured: ByColor::default(), moves: 0 }
    }

    /// The board at a node: its own set-up and move done, and all before it.
    ///
    /// # Errors
    /// When the game's board has no size that SGF knows.
    pub fn at(node: NodeRef<'_>) -> Result<Self, SizeFault> {
        let mut play = Self::new(&Info::of(node.root())?);
        for id in node.path() {
            play.step(node.collection().node(id));
        }
        Ok(play)
    }

    /// The position. It is never over: a record may go on after two passes.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position, to play on from.
    #[must_use]
    pub fn into_position(self) -> Position {
        self.position
    }

    /// Stones that each colour has taken by moves: captures, and the other's suicides.
    #[must_use]
    pub const fn captured_by(&self) -> ByColor<u32> {
        self.captured
    }

    /// Moves made, passes included.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Carries out what a node says: its set-up, then its move; the other way round where the move stands first.
    pub fn step(&mut self, node: NodeRef<'_>) -> NodeEffect {
        let mut step = NodeEffect::default();
        // A node should not have both; where one has, what stands first comes first.
        let mut names = node.properties().map(super::PropertyRef::name);
        let move_first = names.find(|name| matches!(*name, "B" | "W" | "AB" | "AW" | "AE"));
        let move_first = matches!(move_first, Some("B" | "W"));
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
                Ok(action) => self.make(color, action, &mut step),
                Err(fault) => {
                    self.position.set_to_move(!color);
                    let action = super::problem::Excerpt::new(raw).to_string();
                    step.illegal =
                        Some(Illegal { number: self.moves, color, action, why: Why::Point(fault) });
                }
            }
        }
        let after = |name| matches!(name, "AB" | "AW" | "AE" | "PL");
        if move_first && node.properties().any(|property| after(property.name())) {
            self.set_up(node);
        }
        step
    }

    fn make(&mut self, color: Color, action: Move, step: &mut NodeEffect) {
        step.made = Some((color, action));
        // Two passes end a game, and not its record; it is never counted here.
        self.position.resume();
        if let Err(why) = self.position.check_for(color, action) {
            let why = Why::Law(why);
            step.illegal = Some(Illegal { number: self.moves, color, action: action.to_string(), why });
            if let Move::Play(point) = action {
                self.position.lift(point);
            }
        }
        let played = self.position.play_as_unchecked(color, action);
        (step.captured, step.suicide) = (played.captured, played.suicide);
        self.captured[color] += played.captured;
        self.captured[!color] += played.suicide;
    }

    /// Carries out a node's set-up and says whose turn it is then, without its move.
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
        if changes.len() > MANY {
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

/// Whose turn a node says it is, by `PL`.
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
    fn what_stands_first_in_a_node_comes_first() {
        let (_, play) = steps("(;SZ[3];B[aa];W[bb]AE[aa];AW[aa]B[cc])");
        assert_eq!(board(&play), "O . .\n. O .\n. . X\n");
        let (_, play) = steps("(;SZ[2]PL[2])");
        assert_eq!(play.position().to_move(), Color::White);
    }

    #[test]
    fn illegal_moves_are_carried_out_and_told() {
        // White plays on a black stone, which is gone then; and Black into a point without liberties.
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
    fn ko_is_told_and_a_record_goes_on_after_two_passes() {
        let (steps, play) = steps("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]W[];B[cb];W[bb];B[cb];B[];W[];B[dd])");
        assert!(steps.iter().filter(|step| step.illegal.is_some()).count() == 1);
        assert_eq!(play.captured_by(), ByColor::new(1, 1));
        assert_eq!(play.position().at(Point::new(3, 0)), Some(Color::Black));
        assert!(!play.position().is_over());
    }
}
