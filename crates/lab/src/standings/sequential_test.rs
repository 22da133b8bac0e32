//! Sequential test: evaluates the pairs of games of two players in a fixed order, until a decision.

use super::super::statistics::{PairedGame, Pairs, Sprt, SprtState};
use std::collections::BTreeMap;

/// Sequential probability ratio test of two players by their pairs of games.
///
/// A pair is evaluated when its two games and all earlier pairs have ended. The decision is therefore the
/// same for any order in which games end. Pairs after the decision are not evaluated.
///
/// ```
/// use stonefield_lab::SequentialTest;
/// use stonefield_lab::statistics::{PairedGame, SprtState};
///
/// let mut test = SequentialTest::new("elo0=0,elo1=200".parse()?, 1);
/// // The games of the second pair end first. No pair is evaluated before the first pair has ended.
/// for row in [3, 2, 1] {
///     test.add(row, PairedGame::Won);
/// }
/// assert_eq!((test.pairs().counted.pairs(), test.state()), (0, SprtState::Continue));
/// test.add(0, PairedGame::Won);
/// assert_eq!(test.pairs().counted.ww, 2);
/// # Ok::<(), stonefield_lab::statistics::SprtError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    sprt: Sprt,
    /// Number of combinations of the plan. Successive pairs have different combinations, in rotation.
    combinations: u64,
    /// Results of the pairs that are not evaluated yet, by number of the pair, from 0.
    waiting: BTreeMap<u64, [Option<PairedGame>; 2]>,
    /// Number of the first pair that is not evaluated yet.
    next: u64,
    pairs: Pairs,
    llr: f64,
    state: SprtState,
}

impl SequentialTest {
    /// Creates a test without games, for a plan with this number of combinations.
    #[must_use]
    pub fn new(sprt: Sprt, combinations: u64) -> Self {
        Self {
            sprt,
            combinations: combinations.max(1),
            waiting: BTreeMap::new(),
            next: 0,
            pairs: Pairs::default(),
            llr: 0.0,
            state: SprtState::Continue,
        }
    }

    /// Returns the number of a row's pair, and the index of the row's game in the pair.
    fn place(&self, row: u64) -> (u64, usize) {
        let (combination, repetition) = (row % self.combinations, row / self.combinations);
        (repetition / 2 * self.combinations + combination, usize::from(repetition % 2 == 1))
    }

    /// Adds a game that has ended, in any order. Ignored if its pair is evaluated, or after the decision.
    pub fn add(&mut self, row: u64, game: PairedGame) {
        let (pair, index) = self.place(row);
        if self.is_decided() || pair < self.next {
            return;
        }
        self.waiting.entry(pair).or_default()[index] = Some(game);
        while let Some([Some(first), Some(second)]) = self.waiting.get(&self.next).copied() {
            self.waiting.remove(&self.next);
            self.next += 1;
            self.pairs.push(first, second);
            self.llr = self.sprt.llr(&self.pairs.counted);
            self.state = self.sprt.state(self.llr);
            if self.is_decided() {
                self.waiting.clear();
            }
        }
    }

    /// Returns true if a row counts: before the decision every row, afterwards only rows of evaluated pairs.
    #[must_use]
    pub fn counts(&self, row: u64) -> bool {
        !self.is_decided() || self.place(row).0 < self.next
    }

    /// Returns true if the test has accepted H0 or H1.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.state != SprtState::Continue
    }

    /// Returns the state of the test.
    #[must_use]
    pub const fn state(&self) -> SprtState {
        self.state
    }

    /// Returns the log-likelihood ratio of the evaluated pairs.
    #[must_use]
    pub const fn llr(&self) -> f64 {
        self.llr
    }

    /// Returns the test: its hypotheses, error rates and scale of Elo.
    #[must_use]
    pub const fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the evaluated pairs, from the point of view of the first player.
    #[must_use]
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan has two combinations, so rows 0 and 2 are a pair, and so are 1 and 3, 4 and 6, …
    #[test]
    fn the_decision_is_the_same_in_any_order() {
        let games: Vec<(u64, PairedGame)> = (0..400)
            .map(|row| (row, if row % 7 == 0 { PairedGame::Lost } else { PairedGame::Won }))
            .collect();
        let sprt: Sprt = "elo0=0,elo1=30".parse().expect("a test");
        let test_of = |games: &mut dyn Iterator<Item = &(u64, PairedGame)>| {
            let mut test = SequentialTest::new(sprt, 2);
            games.for_each(|(row, game)| test.add(*row, *game));
            test
        };
        let in_order = test_of(&mut games.iter());
        assert_eq!(in_order.state(), SprtState::AcceptH1);
        let pairs = in_order.pairs().counted.pairs();
        assert!(pairs < 100, "{pairs} pairs");
        assert_eq!(test_of(&mut games.iter().rev()), in_order);
        let (first, others): (Vec<_>, Vec<_>) = games.iter().partition(|(row, _)| row % 3 == 1);
        assert_eq!(test_of(&mut first.into_iter().chain(others)), in_order);
        assert!(in_order.counts(0) && !in_order.counts(399));
    }
}
