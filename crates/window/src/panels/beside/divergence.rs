//! First difference of games that began alike.

use bevy::ecs::entity::Entity;
use std::collections::BTreeSet;
use stonefield_go::Move;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::GameRecord;

/// First tick in which two games differ, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// No difference so far. Number of compared ticks since the games began.
    Alike(u64),
    /// First different tick.
    At {
        /// Number of the tick.
        tick: u64,
        /// Moves on both boards; `None` if the moves are the same and only their effects differ.
        moves: Option<[Move; 2]>,
    },
}

impl Divergence {
    /// Returns a sentence with the names of the two boards. `same`: true if minds, rules and dice are the
    /// same.
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

    /// Returns the first different tick, if any.
    #[must_use]
    pub const fn tick(&self) -> Option<u64> {
        match self {
            Self::At { tick, .. } => Some(*tick),
            Self::Alike(_) => None,
        }
    }
}

/// Comparison of two games that are the same up to a tick. Results are kept: only new ticks are compared,
/// unless one of the games is replaced or goes another way.
#[derive(Clone, Debug, Default)]
pub struct GameComparison {
    /// Compared boards, and the last tick that both have in common from the start.
    pair: Option<([Entity; 2], u64)>,
    /// Last compared tick that can no longer change, and the last node of it on each board.
    compared: (u64, Option<[NodeId; 2]>),
    /// Result so far; `None` before the first comparison.
    divergence: Option<Divergence>,
    /// Indices of the points that differed at the end of the first different tick, once found.
    points: Option<BTreeSet<usize>>,
}

impl GameComparison {
    /// Compares the new ticks of both games, which are the same up to `from`; returns the number of compared
    /// ticks.
    pub fn update(&mut self, boards: [Entity; 2], [a, b]: [&GameRecord; 2], from: u64) -> u64 {
        let nodes = |tick| [a.node_of(tick), b.node_of(tick)];
        let (tick, last_nodes) = self.compared;
        if self.pair != Some((boards, from)) || last_nodes != Some(nodes(tick)) {
            // Other boards, or another line of a game: the node at a tick identifies all moves before it.
            *self =
                Self { pair: Some((boards, from)), compared: (from, Some(nodes(from))), ..Self::default() };
        }
        if matches!(self.divergence, Some(Divergence::At { .. })) {
            return 0;
        }
        let (done, end) = (self.compared.0, a.now().min(b.now()));
        let mut count = 0;
        for tick in done + 1..=end {
            count += 1;
            if let Some(moves) = difference(a, b, tick) {
                self.divergence = Some(Divergence::At { tick, moves });
                self.compared = (tick, Some(nodes(tick)));
                return count;
            }
        }
        // The user may still edit the last tick.
        let settled = end.saturating_sub(1);
        if settled > done {
            self.compared = (settled, Some(nodes(settled)));
        }
        self.divergence = Some(Divergence::Alike(end.saturating_sub(from)));
        count
    }

    /// Returns the result so far; `None` before the first comparison.
    #[must_use]
    pub const fn divergence(&self) -> Option<Divergence> {
        self.divergence
    }

    /// Returns the boards and their first different tick while the points that differed there are still to be
    /// found.
    #[must_use]
    pub fn points_to_find(&self) -> Option<([Entity; 2], u64)> {
        let tick = self.divergence?.tick().filter(|_| self.points.is_none())?;
        Some((self.pair?.0, tick))
    }

    /// Stores the points that differed at the end of the first different tick.
    pub fn set_points(&mut self, points: BTreeSet<usize>) {
        self.points = Some(points);
    }

    /// Returns the points that differed at the end of the first different tick; `None` if there is none, or
    /// they are not found yet.
    #[must_use]
    pub const fn points(&self) -> Option<&BTreeSet<usize>> {
        self.points.as_ref()
    }
}

/// Compares a tick of two games. `None`: no difference; `Some(None)`: the same moves with different effects;
/// else the first moves that differ.
fn difference(a: &GameRecord, b: &GameRecord, tick: u64) -> Option<Option<[Move; 2]>> {
    let (mut one, mut other) = (a.turns_in(tick), b.turns_in(tick));
    loop {
        match (one.next(), other.next()) {
            (Some(one), Some(other)) if one != other => return Some(Some([one.1, other.1])),
            (Some(_), Some(_)) => {}
            _ => break,
        }
    }
    // With NetLogo quirks the same moves can have different effects.
    let row = |record: &GameRecord| record.rows_from(tick as usize).next();
    (row(a) != row(b)).then_some(None)
}

/// Returns the indices of the points on which two boards differ.
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

    /// Updates the comparison; returns the number of compared ticks.
    fn update(comparison: &mut GameComparison, app: &App, gobans: [Entity; 2]) -> u64 {
        let records = gobans.map(|goban| app.world().get::<GameRecord>(goban).expect("a record"));
        comparison.update(gobans, records, 0)
    }

    fn divergence_after(one: &GameSetup, other: &GameSetup, played: u64) -> Divergence {
        let (mut app, gobans) = begun(one, other);
        ticks(app.world_mut(), played);
        let mut comparison = GameComparison::default();
        update(&mut comparison, &app, gobans);
        comparison.divergence().expect("a comparison")
    }

    #[test]
    fn the_first_different_tick_counts() {
        assert_eq!(divergence_after(&setup("random"), &setup("random"), 12), Divergence::Alike(12));
        let other = GameSetup { seed: 2, ..setup("random") };
        let Divergence::At { tick, moves: Some([one, two]) } = divergence_after(&setup("random"), &other, 12)
        else {
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
        // While nothing dies the quirk of the score has no effect.
        assert_eq!(divergence_after(&whole, &without, 2), Divergence::Alike(2));
        assert!(matches!(divergence_after(&whole, &without, 60), Divergence::At { tick: 3.., .. }));
    }

    #[test]
    fn only_new_ticks_are_compared() {
        let (mut app, gobans) = begun(&setup("random"), &setup("random"));
        let mut comparison = GameComparison::default();
        let mut counts = Vec::new();
        for _ in 0..4 {
            ticks(app.world_mut(), 5);
            counts.push(update(&mut comparison, &app, gobans));
            // Without new ticks only the last tick is compared again.
            assert_eq!(update(&mut comparison, &app, gobans), 1);
        }
        assert_eq!(counts, [5, 6, 6, 6]);
        assert_eq!(comparison.divergence(), Some(Divergence::Alike(20)));
        // A step back brings no new tick. Another line from there is compared from the beginning.
        seek(app.world_mut(), gobans[1], 10);
        assert_eq!(update(&mut comparison, &app, gobans), 0);
        let seat = stonefield_sim::RequestKind::Seat(
            stonefield_go::Color::Black,
            "liberties".parse().expect("a mind"),
        );
        app.world_mut().write_message(stonefield_sim::Request { goban: gobans[1], kind: seat });
        app.update();
        ticks(app.world_mut(), 4);
        let count = update(&mut comparison, &app, gobans);
        let Some(Divergence::At { tick, .. }) = comparison.divergence() else {
            panic!("another mind plays on")
        };
        assert!(tick > 10 && count == tick, "{count} ticks, and tick {tick} differs");
        assert_eq!(update(&mut comparison, &app, gobans), 0, "the first is known");
        // The divergence is kept when a board goes back before it.
        seek(app.world_mut(), gobans[1], 1);
        update(&mut comparison, &app, gobans);
        assert_eq!(comparison.divergence().and_then(|divergence| divergence.tick()), Some(tick));
    }

    #[test]
    fn the_differing_points_are_those_of_the_first_different_tick() {
        let [whole, without] = twins();
        let (mut app, gobans) = begun(&whole, &GameSetup { seed: 3, ..without });
        ticks(app.world_mut(), 40);
        let mut comparison = GameComparison::default();
        update(&mut comparison, &app, gobans);
        let now = |app: &App, goban| app.world().get::<GameRecord>(goban).expect("a record").now();
        let before = gobans.map(|goban| now(&app, goban));
        let (boards, tick) = comparison.points_to_find().expect("two seeds play two games");
        assert_eq!(boards, gobans);
        let entities = app.world_mut().query::<Entity>().iter(app.world()).count();
        let then = gobans.map(|goban| stones_at(app.world_mut(), goban, tick).expect("a board"));
        assert_eq!(app.world_mut().query::<Entity>().iter(app.world()).count(), entities);
        let points = differing(then[0].iter(), then[1].iter());
        assert!(!points.is_empty());
        comparison.set_points(points.clone());
        assert_eq!((comparison.points_to_find(), comparison.points()), (None, Some(&points)));
        assert_eq!(gobans.map(|goban| now(&app, goban)), before, "they have not moved");
        // The boards, brought to that tick, have the same stones.
        for (goban, then) in gobans.into_iter().zip(then) {
            seek(app.world_mut(), goban, tick);
            assert_eq!(stones_at(app.world_mut(), goban, tick), Some(then));
        }
    }

    #[test]
    fn differing_returns_the_indices_of_different_points() {
        let points = differing([1, 2, 3].into_iter(), [1, 0, 3].into_iter());
        assert_eq!(points, BTreeSet::from([1]));
    }
}
