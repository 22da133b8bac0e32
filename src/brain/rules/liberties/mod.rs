//! `liberties`: one ply for the difference of the fewest liberties.
// CITE: the heuristic suggested in Atari Go in NetLogo, report of 2021.

mod census;
mod marks;

use crate::brain::rules::draw::Drawer;
use crate::brain::rules::pick::Pick;
use crate::brain::rules::sensible;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Seen};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Move, Position};
use crate::search::{Effort, Rng, Watch};
use census::Census;
use rand::SeedableRng;

pub(in crate::brain) const INFO: BrainInfo = BrainInfo::new(
    "liberties",
    "looks one move ahead for the most liberties of its weakest group less those of the enemy's weakest; no eye of its own is filled",
    &[],
    make,
);

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Liberties { rng: Rng::seed_from_u64(0), drawer: Drawer::new(), census: Census::default() })
}

struct Liberties {
    rng: Rng,
    drawer: Drawer,
    census: Census,
}

impl Brain for Liberties {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        let mut pick = Pick::new(watch.curious());
        let stop = || watch.stop();
        let effort = Effort::new(&stop);
        position.visit(Look {
            position,
            census: &mut self.census,
            pick: &mut pick,
            rng: &mut self.rng,
            effort,
        });
        let Some(chosen) = pick.chosen() else {
            return Some(Answer::Move(sensible::choose(&mut self.drawer, position, watch)));
        };
        pick.tell(watch, |count, difference| {
            let worth = format!("its fewest liberties less the enemy's come to {difference:+}");
            if count == 1 { worth } else { format!("{worth}, as after {} more", count - 1) }
        });
        Some(Answer::Move(Move::Play(chosen)))
    }
}

/// Looks at the empty points; `None` when it was told to stop before all were looked at.
struct Look<'a> {
    position: &'a Position,
    census: &'a mut Census,
    pick: &'a mut Pick,
    rng: &'a mut Rng,
    effort: Effort<'a>,
}

impl BoardVisitor for Look<'_> {
    type Output = Option<()>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Option<()> {
        let Self { position, census, pick, rng, mut effort } = self;
        let color = position.to_move();
        census.count(board, &mut effort)?;
        for i in 0..board.empties() {
            let cell = board.empty(i);
            let point = board.point(cell);
            if !board.is_eye_point(color, cell) && position.is_legal(Move::Play(point)) {
                pick.offer(point, census.after(board, color, cell), || true, rng);
            }
            effort.spend(1 + census.worked())?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::rules::draw::tests::{assert_uniform, drawn, histogram};
    use crate::go::{Color, Point, Rules, Setup, Size};
    use rand::RngExt;

    /// The measure by its definition: the stone is placed, liberties are counted chain by chain.
    fn slow(position: &Position, action: Move) -> f64 {
        let color = position.to_move();
        let point = action.point().expect("a point");
        let fewest = |setup: &Setup, color| {
            let board = Position::from_setup_unchecked(setup, Rules::default());
            let own = setup.size().points().filter(|&point| board.at(point) == Some(color));
            own.map(|point| board.liberties(point)).min()
        };
        let mut placed = position.setup();
        placed.set(point, Some(color));
        let enemy = fewest(&placed, !color).unwrap_or(0);
        let mut after = position.clone();
        after.play_unchecked(action);
        // Suicide leaves it none.
        let own = if after.at(point).is_some() { fewest(&after.setup(), color).unwrap_or(0) } else { 0 };
        f64::from(own) - f64::from(enemy)
    }

    struct Measure<'a>(&'a mut Census, Color, Point);

    impl BoardVisitor for Measure<'_> {
        type Output = f64;

        fn visit<S: Storage>(self, board: &Board<S>) -> f64 {
            self.0.after(board, self.1, board.cell(self.2))
        }
    }

    struct Counted;

    impl BoardVisitor for Counted {
        type Output = Census;

        fn visit<S: Storage>(self, board: &Board<S>) -> Census {
            let mut census = Census::default();
            census.count(board, &mut Effort::new(&|| false)).expect("nobody stops it");
            census
        }
    }

    /// Measures all legal moves by the definition too; how many there were.
    fn assert_measured(position: &Position) -> usize {
        let mut census = position.visit(Counted);
        let points = position.legal_moves().into_iter().filter_map(Move::point);
        points
            .map(|point| {
                let fast = position.visit(Measure(&mut census, position.to_move(), point));
                let action = Move::Play(point);
                assert_eq!(fast, slow(position, action), "{action} in\n{}", position.setup());
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
                // More of one colour: long chains around many that are about to be taken.
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
    fn it_captures_and_strengthens_its_weakest_group() {
        // A capture leaves the enemy none: nothing is better.
        let position = drawn(". . . . .\n. . O . .\n. O X . .\n. . O . X\n. . . . .", "chinese");
        assert_eq!(histogram("liberties", &position, 20).into_keys().next(), "D3".parse().ok());
        let position = drawn(". X . . .\nX O X . .\n. . . . .\n. . . . .\n. . . . .", "chinese");
        assert_eq!(
            histogram("liberties", &position, 20).into_keys().collect::<Vec<_>>(),
            ["B3".parse().expect("a point")]
        );
    }

    #[test]
    fn of_equal_moves_any_is_taken() {
        // Wherever Black plays in the middle it has four liberties against none of White's.
        let position = drawn(". . . .\n. . . .\n. . . .\n. . . .", "chinese");
        let middle = ["B2", "C2", "B3", "C3"].map(|name| name.parse().expect("a point"));
        assert_uniform(&histogram("liberties", &position, 4_000), &middle);
    }
}
