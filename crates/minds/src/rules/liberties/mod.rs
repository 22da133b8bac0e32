//! `liberties`: looks one ply ahead and maximises the difference of the smallest liberty counts.
// CITE: the heuristic suggested in Atari Go in NetLogo, report of 2021.

mod census;
mod marks;

use crate::rules::pick::Pick;
use crate::rules::sensible;
use crate::uniform::UniformMover;
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
        self.uniform.start(rng.clone());
        let mut pick = Pick::new(watch.wants_thoughts());
        let stop = || watch.stop();
        self.offer_moves(agents, &mut pick, &mut rng, Effort::new(&stop));
        let Some(chosen) = pick.chosen() else {
            return Answer::Move(sensible::choose(&mut self.uniform, agents, watch));
        };
        pick.report(watch, |count, difference| {
            let text = format!("its fewest liberties less the enemy's come to {difference:+}");
            if count == 1 { text } else { format!("{text}, as after {} more", count - 1) }
        });
        Answer::Move(Move::Play(chosen))
    }
}

impl Liberties {
    /// Offers every legal move that fills no own eye to `pick`. `None` if the mind was stopped before the
    /// end.
    fn offer_moves(
        &mut self,
        agents: &dyn Agents,
        pick: &mut Pick,
        rng: &mut Rng,
        mut effort: Effort<'_>,
    ) -> Option<()> {
        let (color, size) = (agents.to_move(), agents.size());
        self.census.count(agents, &mut effort)?;
        for &point in agents.vacant() {
            let point = point as usize;
            if !agents.is_eye_point(color, point) && agents.is_playable(point) {
                pick.offer(
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
    use crate::diagrams::{Drawn, assert_uniform, drawn, histogram};
    use rand::{RngExt, SeedableRng};
    use stonefield_go::{Color, Position, Rules, Setup, Size};

    /// Measure by its definition: places the stone and counts the liberties of every chain.
    fn difference_by_definition(position: &Position, action: Move) -> f64 {
        let color = position.to_move();
        let point = action.point().expect("a point");
        let fewest = |setup: &Setup, color| {
            let board = Position::from_setup_unchecked(setup, Rules::default());
            let stones = setup.size().points().filter(|&point| board.at(point) == Some(color));
            stones.map(|point| board.liberties(point)).min()
        };
        let mut placed = position.setup();
        placed.set(point, Some(color));
        let enemy = fewest(&placed, !color).unwrap_or(0);
        let mut after = position.clone();
        after.play_unchecked(action);
        // After a suicide the mover counts as 0.
        let own = if after.at(point).is_some() { fewest(&after.setup(), color).unwrap_or(0) } else { 0 };
        f64::from(own) - f64::from(enemy)
    }

    /// Compares the measure of every legal move with the definition. Returns the number of moves.
    fn assert_measured(position: &Position) -> usize {
        let agents = Drawn::new(position);
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
                    measured += assert_measured(&position);
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
                // One colour has more stones, so its long chains surround many capturable ones.
                let black = rng.random::<f64>() < 0.3 + 0.2 * f64::from(n % 3);
                let stone = if black { Color::Black } else { Color::White };
                setup.set(point, (rng.random::<f64>() < share).then_some(stone));
            }
            let (mut position, _) =
                Position::from_setup_unchecked(&setup, Rules::preset("tromp-taylor").expect("a preset"))
                    .without_dead_chains();
            for color in Color::ALL {
                position.set_to_move(color);
                assert_measured(&position);
                let takes = |&action: &Move| position.clone().play_unchecked(action).captured > 0;
                captures += position.legal_moves().iter().filter(|action| takes(action)).count();
            }
        }
        assert!(captures > 300, "{captures}");
    }

    #[test]
    fn a_capture_and_help_for_the_weakest_group_are_preferred() {
        // After a capture the enemy counts as 0, which is the best case.
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
        // Every move in the middle gives Black four liberties. White has no stones and counts as 0.
        let position = drawn(". . . .\n. . . .\n. . . .\n. . . .", "chinese");
        let middle = ["B2", "C2", "B3", "C3"].map(|name| name.parse().expect("a point"));
        assert_uniform(&histogram("liberties", &position, 4_000), &middle);
    }
}
