//! `liberties`: looks one ply ahead. Maximises the smallest liberty count of its own groups minus the
//! smallest of the enemy's groups.
// CITE: the heuristic suggested in Atari Go in NetLogo, report of 2021.

mod census;
mod marks;

use crate::rules::best_point::BestPoint;
use crate::rules::sensible;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, Rule, Surroundings};
use census::Census;
use stonefield_go::Move;
use stonefield_search::{Effort, Rng, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo {
    evaluates_all_points: true,
    ..BrainInfo::rule(
        "liberties",
        "looks one move ahead for the most liberties of its weakest group less those of the enemy's weakest; no eye of its own is filled",
        &[],
        make,
    )
};

fn make(_: &BrainSpec) -> Box<dyn Rule> {
    Box::new(Liberties { uniform: UniformMover::new(), census: Census::default() })
}

struct Liberties {
    uniform: UniformMover,
    census: Census,
}

impl Rule for Liberties {
    fn decide(&mut self, agents: &dyn Agents, mut rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.uniform.set_rng(rng.clone());
        let mut best_point = BestPoint::new(watch.wants_thoughts());
        let stop = || watch.stop();
        self.offer_moves(agents, &mut best_point, &mut rng, Effort::new(&stop));
        let Some(chosen) = best_point.chosen() else {
            return Answer::Move(sensible::choose(&mut self.uniform, agents, watch));
        };
        best_point.report(watch, |count, difference| {
            let text = format!("its fewest liberties less the enemy's come to {difference:+}");
            if count == 1 { text } else { format!("{text}, as after {} more", count - 1) }
        });
        Answer::Move(Move::Play(chosen))
    }
}

impl Liberties {
    /// Offers to `best_point` every legal move that fills no own eye. `None` if the mind was stopped before
    /// the end.
    fn offer_moves(
        &mut self,
        agents: &dyn Agents,
        best_point: &mut BestPoint,
        rng: &mut Rng,
        mut effort: Effort<'_>,
    ) -> Option<()> {
        let (color, size) = (agents.to_move(), agents.size());
        self.census.count(agents, &mut effort)?;
        for &point in agents.vacant() {
            let point = point as usize;
            if !agents.is_eye_point(color, point) && agents.is_playable(point) {
                best_point.offer(
                    size.point(point),
                    self.census.difference_after(agents, color, point),
                    || true,
                    rng,
                );
            }
            effort.spend(1 + self.census.take_work())?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::{PositionAgents, assert_uniform, drawn, histogram};
    use rand::{RngExt, SeedableRng};
    use stonefield_go::{Color, Position, Rules, Setup, Size};

    /// Measure of a move by its definition: places the stone and counts the liberties of every chain.
    fn difference_by_definition(position: &Position, action: Move) -> f64 {
        let color = position.to_move();
        let point = action.point().expect("a point");
        let fewest = |setup: &Setup, color| {
            let board = Position::from_setup_unchecked(setup, Rules::default());
            let stones = setup.size().points().filter(|&point| board.at(point) == Some(color));
            stones.map(|point| board.liberties(point)).min()
        };
        let mut before_captures = position.setup();
        before_captures.set(point, Some(color));
        let enemy = fewest(&before_captures, !color).unwrap_or(0);
        let mut after = position.clone();
        after.play_unchecked(action);
        // After a suicide the mover's count is 0.
        let own = if after.at(point).is_some() { fewest(&after.setup(), color).unwrap_or(0) } else { 0 };
        f64::from(own) - f64::from(enemy)
    }

    /// Compares the measure of every legal move with the definition. Returns the number of moves.
    fn check_all_moves(position: &Position) -> usize {
        let agents = PositionAgents::new(position);
        let mut census = Census::default();
        census.count(&agents, &mut Effort::new(&|| false)).expect("nobody stops it");
        let points = position.legal_moves().into_iter().filter_map(Move::point);
        points
            .map(|point| {
                let difference =
                    census.difference_after(&agents, position.to_move(), position.size().index(point));
                let action = Move::Play(point);
                assert_eq!(
                    difference,
                    difference_by_definition(position, action),
                    "{action} in\n{}",
                    position.setup()
                );
            })
            .count()
    }

    #[test]
    fn every_move_is_measured_as_defined() {
        let mut rng = Rng::seed_from_u64(5);
        let mut measured = 0;
        for side in [2, 3, 5, 7, 9] {
            for rules in ["chinese", "tromp-taylor"] {
                let size = Size::square(side).expect("a size");
                let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
                for _ in 0..3 * size.area() {
                    measured += check_all_moves(&position);
                    let legal = position.legal_moves();
                    position.play_unchecked(legal[rng.random_range(0..legal.len())]);
                    if position.is_over() {
                        break;
                    }
                }
            }
        }
        assert!(measured > 5000, "{measured}");
    }

    #[test]
    fn captures_are_measured_as_defined() {
        let mut rng = Rng::seed_from_u64(6);
        let mut captures = 0;
        for n in 0..120 {
            let size = Size::new(7 + n % 4, 8).expect("a size");
            let mut setup = Setup::empty(size);
            let share = 0.45 + 0.1 * f64::from(n % 5);
            for point in size.points() {
                // In two of three boards one colour has more stones, so its long chains surround enemy chains
                // that can be captured.
                let black = rng.random::<f64>() < 0.3 + 0.2 * f64::from(n % 3);
                let stone = if black { Color::Black } else { Color::White };
                setup.set(point, (rng.random::<f64>() < share).then_some(stone));
            }
            let (mut position, _) =
                Position::from_setup_unchecked(&setup, Rules::preset("tromp-taylor").expect("a preset"))
                    .without_dead_chains();
            for color in Color::ALL {
                position.set_to_move(color);
                check_all_moves(&position);
                let is_capture = |&action: &Move| position.clone().play_unchecked(action).captured > 0;
                captures += position.legal_moves().iter().filter(|action| is_capture(action)).count();
            }
        }
        assert!(captures > 300, "{captures}");
    }

    #[test]
    fn captures_and_liberties_for_the_weakest_group_are_preferred() {
        // After a capture the enemy's count is 0, the lowest possible.
        let position = drawn(". . . . .\n. . O . .\n. O X . .\n. . O . X\n. . . . .", "chinese");
        assert_eq!(histogram("liberties", &position, 20).into_keys().next(), "D3".parse().ok());
        let position = drawn(". X . . .\nX O X . .\n. . . . .\n. . . . .\n. . . . .", "chinese");
        assert_eq!(
            histogram("liberties", &position, 20).into_keys().collect::<Vec<_>>(),
            ["B3".parse().expect("a point")]
        );
    }

    #[test]
    fn equal_moves_are_equally_likely() {
        // Every move in the middle gives Black four liberties. White has no stones, so its count is 0.
        let position = drawn(". . . .\n. . . .\n. . . .\n. . . .", "chinese");
        let middle = ["B2", "C2", "B3", "C3"].map(|name| name.parse().expect("a point"));
        assert_uniform(&histogram("liberties", &position, 4_000), &middle);
    }
}
