//! Drawing a move with equal chances.

use crate::go::{Move, Position};
use crate::search::{Candidate, Rng, Thought, Watch};
use rand::{RngExt, SeedableRng};

/// Empty points up to which the moves of a choice among equals are listed.
const LISTED: usize = 1024;

/// Moves drawn at the most before all that fit are listed.
const TRIES: usize = 4096;

/// Draws moves uniformly among those that fit, and keeps the room it needs between turns.
pub(in crate::brain) struct Drawer {
    rng: Rng,
    fitting: Vec<Move>,
}

impl Drawer {
    pub(in crate::brain) fn new() -> Self {
        Self { rng: Rng::seed_from_u64(0), fitting: Vec::new() }
    }

    /// Takes the generator of this turn.
    pub(in crate::brain) fn start(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// One of the empty points (and pass, when `with_pass`) for which `fits` holds, all equally likely; `None`
    /// when there is none.
    ///
    /// Draws at random and throws back what does not fit; when that fails for too long, lists what fits and
    /// draws from the list. Both halves are uniform, so the whole is.
    pub(in crate::brain) fn draw(
        &mut self,
        position: &Position,
        with_pass: bool,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        let empties = position.empties();
        let candidates = empties + usize::from(with_pass);
        let candidate = |i| if i < empties { Move::Play(position.empty(i)) } else { Move::Pass };
        // A quarter of the list's length: drawing then never costs much more than listing would have.
        for _ in 0..(candidates / 4).min(TRIES) {
            let choice = candidate(self.below(candidates));
            if fits(choice) {
                return Some(choice);
            }
        }
        self.fitting.clear();
        self.fitting.extend((0..candidates).map(candidate).filter(|&choice| fits(choice)));
        match self.fitting.len() {
            0 => None,
            count => {
                let i = self.below(count);
                self.fitting.get(i).copied()
            }
        }
    }

    /// What there is to say of a choice among equals: each move that fits has the same prior, and the chosen one stands first.
    pub(in crate::brain) fn tell(
        position: &Position,
        with_pass: bool,
        chosen: Move,
        watch: &mut dyn Watch,
        fits: impl Fn(Move) -> bool,
    ) {
        // Nobody reads a list as long as a large board.
        if !watch.curious() || position.empties() > LISTED {
            return;
        }
        let points = (0..position.empties()).map(|i| Move::Play(position.empty(i)));
        let mut moves: Vec<Move> =
            points.chain(with_pass.then_some(Move::Pass)).filter(|&choice| fits(choice)).collect();
        moves.sort_unstable_by_key(|&choice| (choice != chosen, choice));
        let prior = Some(1.0 / moves.len().max(1) as f64);
        let candidates = moves.into_iter().map(|action| Candidate {
            visits: u64::from(action == chosen),
            prior,
            variation: vec![action],
            ..Candidate::new(action)
        });
        watch.thought(&Thought { candidates: candidates.collect(), ..Thought::default() });
    }

    /// A number below `n`, which is at least 1 and at most the points of a board and one.
    fn below(&mut self, n: usize) -> usize {
        // As u32, so that a seed means the same on every machine.
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
        let n = n as u32;
        self.rng.random_range(0..n) as usize
    }
}

#[cfg(test)]
pub(in crate::brain) mod tests {
    use super::*;
    use crate::brain::{Answer, Brain, BrainSpec, Seen};
    use crate::go::{Rules, Setup};
    use crate::search::{Dice, Unwatched, Use};
    use std::collections::BTreeMap;

    /// A position drawn as a diagram, with the given rules and Black to move.
    pub(in crate::brain) fn drawn(diagram: &str, rules: &str) -> Position {
        let setup: Setup = diagram.parse().expect("a diagram");
        Position::from_setup(&setup, Rules::preset(rules).expect("a preset")).expect("a position")
    }

    /// What a brain chooses on its `turn`-th turn.
    pub(in crate::brain) fn choice(brain: &mut dyn Brain, position: &Position, turn: u32) -> Answer {
        let seen = Seen { position, heat: &[], turn };
        let rng = Dice::new(7, 0, 0).rng(u64::from(turn), None, Use::Think);
        brain.choose(&seen, rng, &mut Unwatched)
    }

    /// How often a brain chooses each move in many throws of the dice.
    pub(in crate::brain) fn histogram(spec: &str, position: &Position, throws: u32) -> BTreeMap<Move, u32> {
        let mut brain = spec.parse::<BrainSpec>().expect("a spec").build();
        let mut counts = BTreeMap::new();
        for turn in 0..throws {
            match choice(brain.as_mut(), position, turn) {
                Answer::Move(choice) => *counts.entry(choice).or_insert(0) += 1,
                other => panic!("{spec} gave {other:?}"),
            }
        }
        counts
    }

    /// Holds that the counts are those of equal chances over exactly these moves.
    ///
    /// The bound is mean + 5 deviations of chi-square; a fair drawer fails it less than once in 10,000 times, and
    /// the seed is fixed.
    pub(in crate::brain) fn assert_uniform(counts: &BTreeMap<Move, u32>, expected: &[Move]) {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), expected);
        let total: u32 = counts.values().sum();
        let mean = f64::from(total) / expected.len() as f64;
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        let freedom = (expected.len() - 1) as f64;
        assert!(
            chi <= freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0,
            "chi-square {chi} with {freedom} degrees"
        );
    }

    #[test]
    fn rare_and_common_moves_are_equally_likely() {
        let position = drawn(
            "........ ........ ........ ........ ........ ........".replace(' ', "\n").as_str(),
            "chinese",
        );
        for every in [1, 2, 7, 24] {
            let fits =
                |choice: Move| choice.point().is_some_and(|p| position.size().index(p).is_multiple_of(every));
            let expected: Vec<_> = position.size().points().map(Move::Play).filter(|&m| fits(m)).collect();
            let mut drawer = Drawer::new();
            let mut counts = BTreeMap::new();
            for _ in 0..1000 * expected.len() {
                let choice = drawer.draw(&position, false, fits).expect("something fits");
                *counts.entry(choice).or_insert(0) += 1;
            }
            assert_uniform(&counts, &expected);
        }
    }

    #[test]
    fn nothing_fits_is_no_move() {
        let position = drawn("...\n...", "chinese");
        assert_eq!(Drawer::new().draw(&position, true, |_| false), None);
    }
}
