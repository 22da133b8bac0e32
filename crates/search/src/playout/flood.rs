//! Flood count: Black's lead by flood fill, also on a board that is not played out.

use super::light::Light;
use super::{Mover, Start, Stoppable, Trace, run_playout};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::field::TerritoryField;
use stonefield_go::{Board, BoardVisitor, Color, Position, Size};

/// Counter that scores boards by flood fill. A colour has its stones, and the empty points from which a walk
/// over empty points reaches only its stones.
///
/// ```
/// use stonefield_go::{Position, Rules, Setup};
/// use stonefield_search::playout::FloodCount;
///
/// let setup: Setup = ". X . O .\n\
///                     . X . O .\n".parse()?;
/// let position = Position::from_setup(&setup, Rules::default())?;
/// assert_eq!(FloodCount::new(setup.size()).lead(&position), 0, "the column between them touches both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloodCount {
    territory: TerritoryField,
    stones: Vec<Option<Color>>,
}

impl FloodCount {
    /// Creates a counter for boards of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { territory: TerritoryField::new(size), stones: Vec::with_capacity(size.area()) }
    }

    /// Returns Black's lead on the current board, in points without komi.
    pub fn lead(&mut self, position: &Position) -> i64 {
        self.stones.clear();
        self.stones.extend(position.size().points().map(|point| position.at(point)));
        self.count()
    }

    /// Plays at most `plies` random moves, as a light playout does, and returns the lead on the resulting
    /// board like [`FloodCount::lead`]. `None` if it was stopped.
    ///
    /// The rules must pass [`can_count_lead`](super::can_count_lead), and the last move must not be a pass.
    pub fn lead_after(
        &mut self,
        position: &Position,
        plies: u32,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> Option<i64> {
        let run = ShortPlayout { position, plies, rng, stop, trace: &mut (), stones: &mut self.stones };
        position.visit(run).then(|| self.count())
    }

    fn count(&mut self) -> i64 {
        self.territory.measure(&self.stones);
        let territory: i64 = self.territory.values().iter().map(|&owner| -i64::from(owner)).sum();
        let stone_value = |stone: &Option<Color>| match stone {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        territory + self.stones.iter().map(stone_value).sum::<i64>()
    }
}

/// Visitor that plays a light playout of at most `plies` plies and stores the final stones in `stones`.
struct ShortPlayout<'a, T> {
    position: &'a Position,
    plies: u32,
    rng: &'a mut Rng,
    stop: Stop<'a>,
    trace: &'a mut T,
    stones: &'a mut Vec<Option<Color>>,
}

impl<T: Trace> BoardVisitor for ShortPlayout<'_, T> {
    /// True if the playout was not stopped.
    type Output = bool;

    fn visit<S: Storage>(self, before: &Board<S>) -> bool {
        let Self { position, plies, rng, stop, trace, stones } = self;
        let (suicide, mut to_move) = (position.rules().suicide, position.to_move());
        let mut board = before.clone();
        let mut trace = Stoppable(trace, stop);
        // The playout loop plays two turns at a time. If `plies` is odd, the first turn is played here.
        if plies % 2 == 1 {
            if let Some(cell) = play_turn(&mut board, to_move, suicide, rng, &mut trace) {
                trace.add_stone(to_move, cell);
            }
            to_move = !to_move;
        }
        let start = Start { to_move, last: None, suicide, cap: plies & !1 };
        if run_playout(&mut Light, &mut board, start, rng, &mut trace).stopped {
            return false;
        }
        let size = board.size();
        stones.clear();
        stones.extend(size.points().map(|point| board.at(board.cell(point))));
        true
    }
}

/// Plays one turn of a colour. Returns the cell of its move; `None` for a pass.
fn play_turn<S: Storage, T: Trace>(
    board: &mut Board<S>,
    color: Color,
    suicide: bool,
    rng: &mut Rng,
    trace: &mut T,
) -> Option<usize> {
    match (color, suicide) {
        (Color::Black, false) => Light.play_turn::<S, T, 0, false>(board, 0, rng, trace),
        (Color::Black, true) => Light.play_turn::<S, T, 0, true>(board, 0, rng, trace),
        (Color::White, false) => Light.play_turn::<S, T, 1, false>(board, 0, rng, trace),
        (Color::White, true) => Light.play_turn::<S, T, 1, true>(board, 0, rng, trace),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::PlayoutMoves;
    use rand::{RngExt, SeedableRng};
    use stonefield_go::{Ko, Move, Rules, Setup, territory};

    #[test]
    fn stones_and_points_that_only_they_reach_are_counted() {
        let lead = |diagram: &str| {
            let setup: Setup = diagram.parse().expect("a diagram");
            let position = Position::from_setup(&setup, Rules::default()).expect("a position");
            FloodCount::new(setup.size()).lead(&position)
        };
        // Black: three stones and three points. White: five stones and four points. The column between them
        // is neutral.
        assert_eq!(lead(". X . O . .\n. X . O O .\n. X . O . ."), 6 - 9);
        assert_eq!(lead(". . .\n. X .\n. . ."), 9);
        assert_eq!(lead(". . .\n. . .\n. . ."), 0);
    }

    /// The referee (the slow, exact rules) replays the stones of the playout and counts with its own flood
    /// fill.
    #[test]
    fn short_playouts_agree_with_the_referee() {
        let mut rng = Rng::seed_from_u64(9);
        let rules = Rules { ko: Ko::Simple, ..Rules::default() };
        let mut played = [0, 0];
        for game in 0..300_u64 {
            let rules = Rules { suicide: game % 2 == 0, ..rules };
            let size = Size::new(rng.random_range(2..=9), rng.random_range(2..=9)).expect("a size");
            let mut position = Position::new(size, rules);
            for _ in 0..rng.random_range(0..size.area()) {
                let legal = position.legal_moves();
                let points: Vec<_> = legal.into_iter().filter(|action| action.point().is_some()).collect();
                if points.is_empty() {
                    break;
                }
                position.play_unchecked(points[rng.random_range(0..points.len())]);
            }
            let plies = rng.random_range(0..120);
            let (mut playout_rng, mut moves, mut stones) =
                (Rng::seed_from_u64(game), PlayoutMoves::default(), Vec::new());
            let complete = position.visit(ShortPlayout {
                position: &position,
                plies,
                rng: &mut playout_rng,
                stop: &|| false,
                trace: &mut moves,
                stones: &mut stones,
            });
            assert!(complete && moves.len() as u32 <= plies);
            let lead =
                FloodCount::new(size).lead_after(&position, plies, &mut Rng::seed_from_u64(game), &|| false);
            let mut referee = position.clone();
            let stride = u32::from(size.width()) + 1;
            for (color, cell) in moves.iter() {
                if referee.to_move() != color {
                    referee.try_play(Move::Pass).expect("a pass");
                }
                let cell = u32::try_from(cell).expect("a cell");
                let [x, y] = [cell % stride - 1, cell / stride - 1]
                    .map(|coordinate| u16::try_from(coordinate).expect("a side"));
                let point = stonefield_go::Point::new(x, y);
                assert!(!referee.is_eye_point(color, point));
                referee.try_play(Move::Play(point)).expect("legal");
            }
            let referee_stones: Vec<_> = size.points().map(|point| referee.at(point)).collect();
            assert_eq!(stones, referee_stones, "game {game}");
            let owned = territory(size, &referee_stones).map(i64::from);
            let stone_count = referee.stones().map(i64::from);
            assert_eq!(
                lead,
                Some(owned.black + stone_count.black - owned.white - stone_count.white),
                "game {game}"
            );
            played[usize::from(moves.len() as u32 == plies)] += 1;
        }
        assert!(played.iter().all(|&count| count > 30), "cut off or played out: {played:?}");
    }

    #[test]
    fn a_short_playout_can_be_stopped() {
        let position = Position::new(Size::square(40).expect("a size"), Rules::default());
        let mut count = FloodCount::new(position.size());
        assert_eq!(count.lead_after(&position, 5_000, &mut Rng::seed_from_u64(1), &|| true), None);
    }
}
