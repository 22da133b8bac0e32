//! `liberties`: one ply for the difference of the fewest liberties.
// CITE: the heuristic suggested in Atari Go in NetLogo, report of 2021.

use super::draw::Drawer;
use super::pick::Pick;
use super::{Brain, BrainInfo, BrainSpec, Progress, Rng, Seen, Watch, sensible};
use crate::go::board::{EMPTY, Storage};
use crate::go::{Board, BoardVisitor, Color, Move, Position};
use rand::SeedableRng;

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "liberties",
    about: "looks one move ahead for the most liberties of its weakest group less those of the enemy's weakest; no eye of its own is filled",
    human: false,
    outside: false,
    main: None,
    params: &[],
    make,
};

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Liberties {
        rng: Rng::seed_from_u64(0),
        drawer: Drawer::new(),
        census: Census::default(),
        pick: Pick::new(false),
        next: 0,
    })
}

struct Liberties {
    rng: Rng,
    drawer: Drawer,
    census: Census,
    pick: Pick,
    /// The empty point that is looked at next.
    next: usize,
}

/// Points looked at in one go: between two looks at the clock.
const SLICE: usize = 64;

impl Brain for Liberties {
    fn begin(&mut self, seen: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
        self.next = 0;
        seen.position.visit(Count(&mut self.census));
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        let position = seen.position;
        if self.next == 0 {
            self.pick = Pick::new(watch.curious());
        }
        let all = position.empties();
        let end = all.min(self.next.saturating_add(quota.max(1) as usize));
        while self.next < end && !(watch.stop() && self.pick.chosen().is_some()) {
            let to = end.min(self.next + SLICE);
            position.visit(Look { position, from: self.next, to, mind: self });
            self.next = to;
        }
        if self.next < all && !watch.stop() {
            return Progress::More;
        }
        let Some(chosen) = self.pick.chosen() else {
            return Progress::Done(sensible::choose(&mut self.drawer, position, watch));
        };
        std::mem::replace(&mut self.pick, Pick::new(false)).tell(watch, |count, difference| {
            let worth = format!("its fewest liberties less the enemy's come to {difference:+}");
            if count == 1 { worth } else { format!("{worth}, as after {} more", count - 1) }
        });
        self.next = 0;
        Progress::Done(Move::Play(chosen))
    }
}

/// The chains of a board by their liberties.
#[derive(Default)]
struct Census {
    /// Of each colour: liberties and name of every chain, the fewest liberties first.
    chains: [Vec<(u32, usize)>; 2],
    /// By chain name.
    liberties: Vec<u32>,
    cells: Vec<usize>,
}

impl Census {
    fn count<S: Storage>(&mut self, board: &Board<S>) {
        self.chains.iter_mut().for_each(Vec::clear);
        self.liberties.clear();
        self.liberties.resize(Board::<S>::cells(board.size()), 0);
        for point in board.size().points() {
            let cell = board.cell(point);
            if let Some(color) = board.at(cell)
                && board.chain(cell) == cell
            {
                let liberties = distinct(&mut self.cells, board.touched_cells(cell));
                self.liberties[cell] = liberties;
                self.chains[color.index()].push((liberties, cell));
            }
        }
        self.chains.iter_mut().for_each(|chains| chains.sort_unstable());
    }

    /// The fewest liberties of a colour's chains but for those named.
    fn fewest(&self, color: Color, but: &[usize; 4]) -> Option<u32> {
        let rest = self.chains[color.index()].iter().find(|(_, name)| !but.contains(name));
        rest.map(|&(liberties, _)| liberties)
    }

    /// The fewest own liberties less the enemy's fewest after a legal play: own ones with what is captured gone, the enemy's with it
    /// standing, so that a capture leaves it none; suicide leaves none of its own.
    fn after<S: Storage>(&mut self, board: &Board<S>, color: Color, cell: usize) -> f64 {
        let near = board.near(cell);
        let mut names = [0; 4];
        let (mut enemy, mut captures) = (u32::MAX, false);
        for (name, &other) in names.iter_mut().zip(&near) {
            if board.at(other).is_some() {
                *name = board.chain(other);
            }
            if board.at(other) == Some(!color) {
                captures |= board.takes(cell, other);
                enemy = enemy.min(self.liberties[*name] - 1);
            }
        }
        if captures {
            let mut copy = board.clone();
            copy.play(color, cell);
            let mut census = Self::default();
            census.count(&copy);
            return f64::from(census.fewest(color, &[0; 4]).unwrap_or(0));
        }
        let enemy = enemy.min(self.fewest(!color, &names).unwrap_or(u32::MAX));
        let joined = near.into_iter().filter(|&other| board.at(other) == Some(color));
        let inherited = joined.flat_map(|other| board.touched_cells(other));
        let fresh = near.into_iter().filter(|&other| board.holds(other) == EMPTY);
        let new = distinct(&mut self.cells, inherited.chain(fresh).filter(|&other| other != cell));
        let own = new.min(self.fewest(color, &names).unwrap_or(u32::MAX));
        // Against an empty board there is only one's own side to look at.
        f64::from(own) - if enemy == u32::MAX { 0.0 } else { f64::from(enemy) }
    }
}

/// How many different ones there are.
fn distinct(room: &mut Vec<usize>, cells: impl Iterator<Item = usize>) -> u32 {
    room.clear();
    room.extend(cells);
    room.sort_unstable();
    room.dedup();
    u32::try_from(room.len()).unwrap_or(u32::MAX)
}

struct Count<'a>(&'a mut Census);

impl BoardVisitor for Count<'_> {
    type Output = ();

    fn visit<S: Storage>(self, board: &Board<S>) {
        self.0.count(board);
    }
}

/// Looks at some of the empty points.
struct Look<'a> {
    position: &'a Position,
    from: usize,
    to: usize,
    mind: &'a mut Liberties,
}

impl BoardVisitor for Look<'_> {
    type Output = ();

    fn visit<S: Storage>(self, board: &Board<S>) {
        let color = self.position.to_move();
        let Liberties { census, pick, rng, .. } = self.mind;
        for i in self.from..self.to {
            let cell = board.empty(i);
            let point = board.point(cell);
            if !board.is_eye_point(color, cell) && self.position.is_legal(Move::Play(point)) {
                pick.offer(point, census.after(board, color, cell), || true, rng);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::{assert_uniform, drawn, histogram};
    use super::super::{BrainSpec, Dice, Unwatched, Use};
    use super::*;
    use crate::go::{Position, Rules, Setup, Size};
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

    #[test]
    fn every_move_is_measured_as_defined() {
        let mut rng = Rng::seed_from_u64(5);
        let mut measured = 0;
        for side in [2, 3, 5, 7, 9] {
            for rules in ["chinese", "tromp-taylor"] {
                let size = Size::square(side).expect("a size");
                let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
                for _ in 0..3 * size.area() {
                    let mut census = Census::default();
                    position.visit(Count(&mut census));
                    struct Measure<'a>(&'a mut Census, Color, crate::go::Point);
                    impl BoardVisitor for Measure<'_> {
                        type Output = f64;

                        fn visit<S: Storage>(self, board: &Board<S>) -> f64 {
                            self.0.after(board, self.1, board.cell(self.2))
                        }
                    }
                    let legal = position.legal_moves();
                    for &action in legal.iter().filter(|action| action.point().is_some()) {
                        let point = action.point().expect("a point");
                        let fast = position.visit(Measure(&mut census, position.to_move(), point));
                        assert_eq!(fast, slow(&position, action), "{action} in\n{}", position.setup());
                        measured += 1;
                    }
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

    #[test]
    fn slices_change_nothing() {
        let position = drawn(". X . O .\nX O X . .\n. . O . .\n. X . O .\n. . . . .", "chinese");
        let mut mind = "liberties".parse::<BrainSpec>().expect("a spec").build();
        for tick in 0..10 {
            let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
            let rng = Dice::new(2, 0, 0).rng(tick, None, Use::Think);
            let whole = mind.choose(&seen, rng.clone(), &mut Unwatched);
            mind.begin(&seen, rng);
            let mut slices = 0;
            let sliced = loop {
                match mind.advance(&seen, 3, &mut Unwatched) {
                    Progress::More => slices += 1,
                    progress => break progress,
                }
            };
            assert!(slices > 3);
            assert_eq!(whole, sliced);
        }
    }
}
