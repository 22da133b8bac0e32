//! Where games that began alike part.

use bevy::ecs::entity::Entity;
use std::collections::BTreeSet;
use stonefield_go::Move;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::GameRecord;

/// The first tick in which a game differs from another, if it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            Self::Alike(_) if same => {
                format!("{a} and {b} are the same until you change a mind, a quirk or the seeds.")
            }
            Self::Alike(0) => format!("{a} and {b} do not differ yet."),
            Self::Alike(count) => format!("{a} and {b} do not differ: {count} ticks, the same on both."),
        }
    }

    /// The tick, where there is one that differs.
    #[must_use]
    pub const fn tick(&self) -> Option<u64> {
        match self {
            Self::At { tick, .. } => Some(*tick),
            Self::Alike(_) => None,
        }
    }
}

/// Compares two games that are the same up to a tick, as they go on. What was found is kept: only ticks that are new are looked at, and all of them again
/// where one of the games has become another.
#[derive(Clone, Debug, Default)]
pub struct GameComparison {
    /// Which boards are compared, and from which tick on.
    of: Option<([Entity; 2], u64)>,
    /// The last tick that was looked at and stays as it is, and the nodes with which it ends on either board.
    seen: (u64, Option<[NodeId; 2]>),
    /// What is known of them.
    known: Option<Divergence>,
    /// The points that differed at the end of the first tick that is not the same.
    points: Option<BTreeSet<usize>>,
}

impl GameComparison {
    /// Takes in what is new of both games, which are the same up to `from`; returns how many ticks were looked at.
    pub fn update(&mut self, boards: [Entity; 2], [a, b]: [&GameRecord; 2], from: u64) -> u64 {
        let nodes = |tick| [a.node_of(tick), b.node_of(tick)];
        let (tick, kept) = self.seen;
        if self.of != Some((boards, from)) || kept != Some(nodes(tick)) {
            // Other boards, or another line of a game: a node stands for all that led to it.
            *self = Self { of: Some((boards, from)), seen: (from, Some(nodes(from))), ..Self::default() };
        }
        if matches!(self.known, Some(Divergence::At { .. })) {
            return 0;
        }
        let (seen, ends) = (self.seen.0, a.now().min(b.now()));
        let mut looked = 0;
        for tick in seen + 1..=ends {
            looked += 1;
            if let Some(moves) = difference(a, b, tick) {
                self.known = Some(Divergence::At { tick, moves });
                self.seen = (tick, Some(nodes(tick)));
                return looked;
            }
        }
        // The present may still be changed by hand.
        let stays = ends.saturating_sub(1);
        if stays > seen {
            self.seen = (stays, Some(nodes(stays)));
        }
        self.known = Some(Divergence::Alike(ends.saturating_sub(from)));
        looked
    }

    /// What is known, once the games have been looked at.
    #[must_use]
    pub const fn known(&self) -> Option<Divergence> {
        self.known
    }

    /// The boards and the first tick that is not the same, where the points that differed then are still to be found.
    #[must_use]
    pub fn wanted(&self) -> Option<([Entity; 2], u64)> {
        let tick = self.known?.tick().filter(|_| self.points.is_none())?;
        Some((self.of?.0, tick))
    }

    /// Keeps the points that differed at the first tick that is not the same.
    pub fn keep(&mut self, points: BTreeSet<usize>) {
        self.points = Some(points);
    }

    /// The points that differed at the end of the first tick that is not the same; `None` where there is none, or they are not found yet.
    #[must_use]
    pub const fn points(&self) -> Option<&BTreeSet<usize>> {
        self.points.as_ref()
    }
}

/// What differs in a tick, if anything does: the moves, or only what came of them.
fn difference(a: &GameRecord, b: &GameRecord, tick: u64) -> Option<Option<[Move; 2]>> {
    let (mut one, mut other) = (a.turns_in(tick), b.turns_in(tick));
    loop {
        match (one.next(), other.next()) {
            (Some(one), Some(other)) if one != other => return Some(Some([one.1, other.1])),
            (Some(_), Some(_)) => {}
            _ => break,
        }
    }
    // In the NetLogo world what a tick does to the stones can differ while the moves are the same.
    let row = |record: &GameRecord| record.rows_from(tick as usize).next();
    (row(a) != row(b)).then_some(None)
}

/// The numbers of the points on which two boards do not have the same.
pub fn differing<T: PartialEq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> BTreeSet<usize> {
    a.zip(b).enumerate().filter(|(_, (one, two))| one != two).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::App;
    use stonefield_go::{ByColor, Rules, Size};
    use stonefield_minds::BrainSpec;
    use stonefield_sim::{GameSetup, create_app, seek, spawn_goban, stones_at, ticks};

    fn setup(mind: &str) -> GameSetup {
        let brain: BrainSpec = mind.parse().expect("a mind");
        GameSetup {
            size: Size::square(7).expect("a size"),
            brains: ByColor::from_fn(|_| brain.clone()),
            ..GameSetup::default()
        }
    }

    fn begun(one: &GameSetup, other: &GameSetup) -> (App, [Entity; 2]) {
        let mut app = create_app();
        let gobans = [one, other].map(|setup| spawn_goban(app.world_mut(), setup).expect("a goban"));
        (app, gobans)
    }

    /// Compares both further, as they stand; returns how many ticks were looked at.
    fn look(comparison: &mut GameComparison, app: &App, gobans: [Entity; 2]) -> u64 {
        let records = gobans.map(|goban| app.world().get::<GameRecord>(goban).expect("a record"));
        comparison.update(gobans, records, 0)
    }

    fn compared(one: &GameSetup, other: &GameSetup, played: u64) -> Divergence {
        let (mut app, gobans) = begun(one, other);
        ticks(app.world_mut(), played);
        let mut comparison = GameComparison::default();
        look(&mut comparison, &app, gobans);
        comparison.known().expect("looked at")
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

    fn twins() -> [GameSetup; 2] {
        let rules = Rules::preset("netlogo-2016").expect("rules");
        let whole = GameSetup { rules, ..setup("netlogo") };
        let mut without = whole.clone();
        without.rules.quirks.as_mut().expect("quirks").score_by_degree = false;
        [whole, without]
    }

    #[test]
    fn a_quirk_shows_where_the_stones_differ_first() {
        let [whole, without] = twins();
        // Where nothing dies the quirk of the score changes nothing.
        assert_eq!(compared(&whole, &without, 2), Divergence::Alike(2));
        assert!(matches!(compared(&whole, &without, 60), Divergence::At { tick: 3.., .. }));
    }

    #[test]
    fn only_what_is_new_is_looked_at() {
        let (mut app, gobans) = begun(&setup("random"), &setup("random"));
        let mut comparison = GameComparison::default();
        let mut looked = Vec::new();
        for _ in 0..4 {
            ticks(app.world_mut(), 5);
            looked.push(look(&mut comparison, &app, gobans));
            // Once more without anything new: the present alone.
            assert_eq!(look(&mut comparison, &app, gobans), 1);
        }
        assert_eq!(looked, [5, 6, 6, 6]);
        assert_eq!(comparison.known(), Some(Divergence::Alike(20)));
        // Back in time there is nothing new; another line from there is looked at from the beginning.
        seek(app.world_mut(), gobans[1], 10);
        assert_eq!(look(&mut comparison, &app, gobans), 0);
        let person = stonefield_sim::RequestKind::Seat(
            stonefield_go::Color::Black,
            "liberties".parse().expect("a mind"),
        );
        app.world_mut().write_message(stonefield_sim::Request { goban: gobans[1], kind: person });
        app.update();
        ticks(app.world_mut(), 4);
        let looked = look(&mut comparison, &app, gobans);
        let Some(Divergence::At { tick, .. }) = comparison.known() else { panic!("another mind plays on") };
        assert!(tick > 10 && looked == tick, "{looked} ticks, and tick {tick} differs");
        assert_eq!(look(&mut comparison, &app, gobans), 0, "the first is known");
        // It stays known where the boards are brought before it.
        seek(app.world_mut(), gobans[1], 1);
        look(&mut comparison, &app, gobans);
        assert_eq!(comparison.known().and_then(|known| known.tick()), Some(tick));
    }

    #[test]
    fn the_points_that_differed_first_are_those_of_that_tick() {
        let [whole, without] = twins();
        let (mut app, gobans) = begun(&whole, &GameSetup { seed: 3, ..without });
        ticks(app.world_mut(), 40);
        let mut comparison = GameComparison::default();
        look(&mut comparison, &app, gobans);
        let stands = |app: &App, goban| app.world().get::<GameRecord>(goban).expect("a record").now();
        let before = gobans.map(|goban| stands(&app, goban));
        let (boards, tick) = comparison.wanted().expect("two seeds play two games");
        assert_eq!(boards, gobans);
        let entities = app.world_mut().query::<Entity>().iter(app.world()).count();
        let then = gobans.map(|goban| stones_at(app.world_mut(), goban, tick).expect("a board"));
        assert_eq!(app.world_mut().query::<Entity>().iter(app.world()).count(), entities);
        let found = differing(then[0].iter(), then[1].iter());
        assert!(!found.is_empty());
        comparison.keep(found.clone());
        assert_eq!((comparison.wanted(), comparison.points()), (None, Some(&found)));
        assert_eq!(gobans.map(|goban| stands(&app, goban)), before, "they have not moved");
        // The boards themselves, brought there, have the same.
        for (goban, then) in gobans.into_iter().zip(then) {
            seek(app.world_mut(), goban, tick);
            assert_eq!(stones_at(app.world_mut(), goban, tick), Some(then));
        }
    }

    #[test]
    fn points_that_differ_are_found() {
        let found = differing([1, 2, 3].into_iter(), [1, 0, 3].into_iter());
        assert_eq!(found, BTreeSet::from([1]));
    }
}
