//! By how much Black leads at the end of a light playout, as the rules count it.

use super::light::Light;
use super::{Start, Stoppable, Trace, cap, run_from};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, ByColor, Color, Position, Rules, Scoring};

/// Whether these rules describe the game that is played out here and counted: Go itself.
#[must_use]
pub fn counts_leads(rules: &Rules) -> bool {
    rules.end_by_passes() && rules.scoring != Scoring::StonesAndCaptures
}

/// Plays a position out by chance alone and tells Black's lead in points, komi not counted: by area or by territory and prisoners, pass stones
/// among them, whichever the rules say. `None` when it was told to stop.
///
/// The rules are to be such as [`counts_leads`] allows, and the last move no pass.
pub fn lead_played_out(position: &Position, rng: &mut Rng, stop: Stop<'_>) -> Option<i64> {
    position.visit(StoneCount { position, rng, stop })
}

/// How many stones each colour has played.
#[derive(Default)]
struct StonesPlayed(ByColor<u32>);

impl Trace for StonesPlayed {
    #[inline(always)]
    fn stone(&mut self, color: Color, _: usize) {
        self.0[color] += 1;
    }
}

struct StoneCount<'a> {
    position: &'a Position,
    rng: &'a mut Rng,
    stop: Stop<'a>,
}

impl BoardVisitor for StoneCount<'_> {
    type Output = Option<i64>;

    fn visit<S: Storage>(self, before: &Board<S>) -> Option<i64> {
        let Self { position, rng, stop } = self;
        let rules = position.rules();
        let to_move = position.to_move();
        let start = Start { to_move, last: None, suicide: rules.suicide, cap: cap(before.size().area()) };
        let mut placed = StonesPlayed::default();
        let mut board = before.clone();
        let playout = run_from(&mut Light, &mut board, start, rng, &mut Stoppable(&mut placed, stop));
        if playout.stopped {
            return None;
        }
        let [black, white] = playout.area.map(i64::from);
        if rules.scoring == Scoring::Area {
            return Some(black - white);
        }
        // Every stone that was ever placed stands, which area counts and territory does not, or is a prisoner, which territory counts for
        // the other: either way it lowers its colour's lead by one.
        let prisoners = position.captured_by();
        let cost = |color: Color| {
            i64::from(before.stones(color)) + i64::from(prisoners[!color]) + i64::from(placed.0[color])
        };
        let paid = if rules.pass_stones {
            // So do passes, and White passes last: no matter who begins, the turns are even when Black does.
            let last = to_move == Color::White && !playout.capped;
            let cost = |color: Color| cost(color) - i64::from(placed.0[color]);
            cost(Color::Black) - cost(Color::White) - i64::from(last)
        } else {
            cost(Color::Black) - cost(Color::White)
        };
        Some(black - white - paid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Player, PlayoutMoves};
    use crate::policy::Policy;
    use rand::{RngExt, SeedableRng};
    use stonefield_go::{Ko, Move, Point, Size};

    /// The stones of the playout that [`lead_played_out`] makes, and whether it was cut off.
    struct Played(Start, Rng);

    impl BoardVisitor for Played {
        type Output = (Vec<(Color, Point)>, bool);

        fn visit<S: Storage>(mut self, board: &Board<S>) -> Self::Output {
            let (mut copy, mut moves) = (board.clone(), PlayoutMoves::default());
            let playout = Player::new(Policy::LIGHT).play_out(&mut copy, self.0, &mut self.1, &mut moves);
            (moves.iter().map(|(color, cell)| (color, board.point(cell))).collect(), playout.capped)
        }
    }

    #[test]
    fn a_lead_is_what_the_referee_counts() {
        let mut rng = Rng::seed_from_u64(3);
        let (mut capped, mut taken) = (0, 0);
        for name in ["chinese", "japanese", "aga", "new-zealand"] {
            // As playouts have it: they know simple ko only.
            let known = Rules { ko: Ko::Simple, ..Rules::preset(name).expect("a preset") };
            for game in 0..400 {
                let rules = Rules { suicide: game % 2 == 0, ..known };
                let longest = [34, 2, 2, 2, 2, 6][(game as usize / 20).min(5)];
                let [width, height] = [(); 2].map(|()| rng.random_range(1..=longest));
                let mut position = Position::new(Size::new(width, height).expect("a size"), rules);
                for _ in 0..rng.random_range(0..2 * position.size().area()) {
                    let mut legal = position.legal_moves();
                    // Now and then a pass, so that either colour is to move on any number of stones.
                    legal.retain(|&action| action.point().is_some() || rng.random_range(0..4) == 0);
                    if legal.is_empty() || position.is_over() {
                        break;
                    }
                    position.play_unchecked(legal[rng.random_range(0..legal.len())]);
                }
                position.resume();
                let mut dice = Rng::seed_from_u64(game);
                let start = Start {
                    to_move: position.to_move(),
                    last: None,
                    suicide: rules.suicide,
                    cap: cap(position.size().area()),
                };
                let (stones, cut) = position.visit(Played(start, dice.clone()));
                let lead = lead_played_out(&position, &mut dice, &|| false).expect("nobody stops it");
                let mut slow = position.clone();
                for (color, point) in stones {
                    if slow.to_move() != color {
                        slow.try_play(Move::Pass).expect("a pass");
                    }
                    taken += slow.try_play(Move::Play(point)).expect("legal").captured;
                }
                while !cut && !slow.is_over() {
                    slow.try_play(Move::Pass).expect("a pass");
                }
                let score = slow.score();
                assert_eq!(
                    lead as f64,
                    score.black - (score.white - rules.komi),
                    "{name}, game {game}, {} to move in\n{}\nwhich ends as\n{}",
                    position.to_move(),
                    position.setup(),
                    slow.setup()
                );
                capped += u32::from(cut);
            }
        }
        assert!(capped > 3 && taken > 10_000, "{capped} cut off, {taken} stones taken");
    }
}
