//! Black's lead at the end of a light playout, with the scoring of the rules.

use super::light::Light;
use super::{Start, Stoppable, Trace, cap, run_playout};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, ByColor, Color, Position, Rules, Scoring};

/// Returns true if playouts can count a lead under these rules: Go that ends by passes, with area or
/// territory scoring.
#[must_use]
pub fn can_count_lead(rules: &Rules) -> bool {
    rules.end_by_passes() && rules.scoring != Scoring::StonesAndCaptures
}

/// Plays a position out with random moves and returns Black's lead, in points without komi. The lead is in
/// area, or in territory and prisoners, as the rules say. `None` if the playout was stopped.
///
/// The rules must pass [`can_count_lead`], and the last move must not be a pass.
pub fn playout_lead(position: &Position, rng: &mut Rng, stop: Stop<'_>) -> Option<i64> {
    position.visit(LeadPlayout { position, rng, stop })
}

/// Trace that counts the stones of each colour.
#[derive(Default)]
struct PlacedStones(ByColor<u32>);

impl Trace for PlacedStones {
    #[inline(always)]
    fn add_stone(&mut self, color: Color, _: usize) {
        self.0[color] += 1;
    }
}

/// Visitor that plays a light playout and returns Black's lead.
struct LeadPlayout<'a> {
    position: &'a Position,
    rng: &'a mut Rng,
    stop: Stop<'a>,
}

impl BoardVisitor for LeadPlayout<'_> {
    type Output = Option<i64>;

    fn visit<S: Storage>(self, before: &Board<S>) -> Option<i64> {
        let Self { position, rng, stop } = self;
        let rules = position.rules();
        let to_move = position.to_move();
        let start = Start { to_move, last: None, suicide: rules.suicide, cap: cap(before.size().area()) };
        let mut placed = PlacedStones::default();
        let mut board = before.clone();
        let playout = run_playout(&mut Light, &mut board, start, rng, &mut Stoppable(&mut placed, stop));
        if playout.stopped {
            return None;
        }
        let [black, white] = playout.area.map(i64::from);
        if rules.scoring == Scoring::Area {
            return Some(black - white);
        }
        // At the end a placed stone is on the board, where area scoring counts it and territory scoring does
        // not. Or it is a prisoner, which territory scoring counts for the enemy. In both cases the lead of
        // its colour is one point lower than under area scoring.
        let prisoners = position.captured_by();
        let cost = |color: Color| {
            i64::from(before.stones(color)) + i64::from(prisoners[!color]) + i64::from(placed.0[color])
        };
        let black_cost = if rules.pass_stones {
            // A pass costs one stone too. White passes last. So if Black begins, both colours have the same
            // number of turns, and if White begins, White has one more.
            let white_extra = to_move == Color::White && !playout.capped;
            let cost = |color: Color| cost(color) - i64::from(placed.0[color]);
            cost(Color::Black) - cost(Color::White) - i64::from(white_extra)
        } else {
            cost(Color::Black) - cost(Color::White)
        };
        Some(black - white - black_cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Player, PlayoutMoves};
    use crate::policy::Policy;
    use rand::{RngExt, SeedableRng};
    use stonefield_go::{Ko, Move, Point, Size};

    /// Visitor that repeats the playout of [`playout_lead`]. Returns its stones, and true if it was cut off.
    struct RecordedPlayout(Start, Rng);

    impl BoardVisitor for RecordedPlayout {
        type Output = (Vec<(Color, Point)>, bool);

        fn visit<S: Storage>(mut self, board: &Board<S>) -> Self::Output {
            let (mut copy, mut moves) = (board.clone(), PlayoutMoves::default());
            let playout = Player::new(Policy::LIGHT).play_out(&mut copy, self.0, &mut self.1, &mut moves);
            (moves.iter().map(|(color, cell)| (color, board.point(cell))).collect(), playout.capped)
        }
    }

    #[test]
    fn leads_agree_with_the_referee() {
        let mut rng = Rng::seed_from_u64(3);
        let (mut capped, mut captured) = (0, 0);
        for name in ["chinese", "japanese", "aga", "new-zealand"] {
            // Playouts know only simple ko.
            let rules_of_preset = Rules { ko: Ko::Simple, ..Rules::preset(name).expect("a preset") };
            for game in 0..400 {
                let rules = Rules { suicide: game % 2 == 0, ..rules_of_preset };
                let longest = [34, 2, 2, 2, 2, 6][(game as usize / 20).min(5)];
                let [width, height] = [(); 2].map(|()| rng.random_range(1..=longest));
                let mut position = Position::new(Size::new(width, height).expect("a size"), rules);
                for _ in 0..rng.random_range(0..2 * position.size().area()) {
                    let mut legal = position.legal_moves();
                    // Some passes, so that either colour may be to move with any number of stones.
                    legal.retain(|&action| action.point().is_some() || rng.random_range(0..4) == 0);
                    if legal.is_empty() || position.is_over() {
                        break;
                    }
                    position.play_unchecked(legal[rng.random_range(0..legal.len())]);
                }
                position.resume();
                let mut playout_rng = Rng::seed_from_u64(game);
                let start = Start {
                    to_move: position.to_move(),
                    last: None,
                    suicide: rules.suicide,
                    cap: cap(position.size().area()),
                };
                let (stones, cut_off) = position.visit(RecordedPlayout(start, playout_rng.clone()));
                let lead = playout_lead(&position, &mut playout_rng, &|| false).expect("nobody stops it");
                let mut referee = position.clone();
                for (color, point) in stones {
                    if referee.to_move() != color {
                        referee.try_play(Move::Pass).expect("a pass");
                    }
                    captured += referee.try_play(Move::Play(point)).expect("legal").captured;
                }
                while !cut_off && !referee.is_over() {
                    referee.try_play(Move::Pass).expect("a pass");
                }
                let score = referee.score();
                assert_eq!(
                    lead as f64,
                    score.black - (score.white - rules.komi),
                    "{name}, game {game}, {} to move in\n{}\nwhich ends as\n{}",
                    position.to_move(),
                    position.setup(),
                    referee.setup()
                );
                capped += u32::from(cut_off);
            }
        }
        assert!(capped > 3 && captured > 10_000, "{capped} cut off, {captured} stones captured");
    }
}
