//! Where games that began alike part.

use crate::go::Move;
use crate::sim::GameRecord;
use std::collections::BTreeSet;

/// The first tick in which a game differs from another, if it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// So many ticks since they began are the same, and neither has another that the other differs from.
    Alike(u64),
    /// This tick is not the same.
    At {
        /// The tick.
        tick: u64,
        /// What was played on either board, where that is what differs.
        moves: Option<[Move; 2]>,
    },
}

impl Divergence {
    /// Compares two games that are the same up to a tick; in the NetLogo world a tick has two plies.
    pub fn of(a: &GameRecord, b: &GameRecord, from: u64, netlogo: bool) -> Self {
        let plies = 1 + usize::from(netlogo);
        let mut moves = a.moves().zip(b.moves()).enumerate().skip(from as usize * plies);
        let parted = moves.find(|(_, (one, two))| one != two);
        let parted = parted.map(|(at, (one, two))| ((at / plies) as u64 + 1, Some([one, two])));
        // In the NetLogo world what a tick does to the stones can differ while the moves are the same.
        let rows = a.line_from(from as usize).zip(b.line_from(from as usize));
        let changed =
            rows.into_iter().find(|(one, two)| one.row != two.row).map(|(tick, _)| (tick.row.tick, None));
        let first =
            [parted, changed].into_iter().flatten().min_by_key(|(tick, moves)| (*tick, moves.is_none()));
        let ends = a.now().min(b.now());
        match first.filter(|(tick, _)| *tick <= ends) {
            Some((tick, moves)) => Self::At { tick, moves },
            None => Self::Alike(ends.saturating_sub(from)),
        }
    }

    /// In words, with the names of the two boards; `same` where both are played alike.
    pub fn words(&self, names: [&str; 2], same: bool) -> String {
        let [a, b] = names;
        match self {
            Self::At { tick, moves: Some([one, other]) } => {
                format!("{a} and {b} differ from tick {tick} on: {a} plays {one}, {b} plays {other}.")
            }
            Self::At { tick, moves: None } => {
                format!("{a} and {b} differ from tick {tick} on: the same moves did not do the same.")
            }
            Self::Alike(_) if same => format!("{a} and {b} are played by the same minds with the same seed."),
            Self::Alike(0) => format!("{a} and {b} do not differ yet."),
            Self::Alike(count) => format!("{a} and {b} do not differ: {count} ticks, the same on both."),
        }
    }
}

/// The numbers of the points on which two boards do not have the same.
pub fn differing<T: PartialEq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> BTreeSet<usize> {
    a.zip(b).enumerate().filter(|(_, (one, two))| one != two).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::BrainSpec;
    use crate::go::{ByColor, Rules, Size};
    use crate::sim::{GameSetup, create_app, spawn_goban, ticks};
    use bevy::ecs::prelude::*;

    fn setup(mind: &str) -> GameSetup {
        let brain: BrainSpec = mind.parse().expect("a mind");
        GameSetup {
            size: Size::square(7).expect("a size"),
            brains: ByColor::from_fn(|_| brain.clone()),
            ..GameSetup::default()
        }
    }

    fn compared(one: &GameSetup, other: &GameSetup, played: u64) -> Divergence {
        let mut app = create_app();
        let gobans = [one, other].map(|setup| spawn_goban(app.world_mut(), setup).expect("a goban"));
        ticks(app.world_mut(), played);
        let world: &World = app.world();
        let [a, b] = gobans.map(|goban| world.get::<GameRecord>(goban).expect("a record"));
        Divergence::of(a, b, 0, one.rules.quirks.is_some())
    }

    #[test]
    fn the_first_tick_that_is_not_the_same_counts() {
        assert_eq!(compared(&setup("random"), &setup("random"), 12), Divergence::Alike(12));
        let other = GameSetup { seed: 2, ..setup("random") };
        let Divergence::At { tick, moves: Some([one, two]) } = compared(&setup("random"), &other, 12) else {
            panic!("two seeds play two games");
        };
        assert!(tick <= 3 && one != two);
        let words = Divergence::At { tick: 4, moves: Some([one, two]) }.words(["A", "C"], false);
        assert_eq!(words, format!("A and C differ from tick 4 on: A plays {one}, C plays {two}."));
    }

    #[test]
    fn a_quirk_shows_where_the_stones_differ_first() {
        let rules = Rules::preset("netlogo-2016").expect("rules");
        let whole = GameSetup { rules, ..setup("netlogo") };
        let mut without = whole.clone();
        without.rules.quirks.as_mut().expect("quirks").score_by_degree = false;
        // Where nothing dies the quirk of the score changes nothing.
        assert_eq!(compared(&whole, &without, 2), Divergence::Alike(2));
        assert!(matches!(compared(&whole, &without, 60), Divergence::At { tick: 3.., .. }));
    }

    #[test]
    fn points_that_differ_are_found() {
        let found = differing([1, 2, 3].into_iter(), [1, 0, 3].into_iter());
        assert_eq!(found, BTreeSet::from([1]));
    }
}
