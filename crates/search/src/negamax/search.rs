//! Search on a board of any size.

use super::control::SearchControl;
use super::core::{AnySizeSearch, SizedSearch};
use super::params::NegamaxParams;
use super::report::{Counts, RootResult};
use crate::{Rng, Thought, Watch};
use stonefield_go::field::bits::Words;
use stonefield_go::{Move, Position};

/// Search to a fixed depth, iteration by iteration.
///
/// ```
/// use stonefield_go::{Position, Rules, Setup};
/// use stonefield_search::negamax::{NegamaxParams, NegamaxSearch};
/// use stonefield_search::{Dice, Purpose, Unwatched};
///
/// let setup: Setup = ". X . .\n\
///                     X O X .\n\
///                     . . . .\n\
///                     . . O .".parse()?;
/// let position = Position::from_setup(&setup, Rules::default())?;
/// let params = NegamaxParams { depth: 2, captures: 1000, ..NegamaxParams::default() };
/// let mut search = NegamaxSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Purpose::Think));
/// search.run(u64::MAX, &mut Unwatched);
/// assert!(search.is_complete() && search.value() > Some(0));
/// assert_eq!(search.best(), Some("B2".parse()?));
/// assert_eq!(search.variation().len(), 2, "a move and the best answer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NegamaxSearch(Box<dyn AnySizeSearch>);

impl NegamaxSearch {
    /// Creates a search from a position. `rng` breaks ties.
    #[must_use]
    pub fn new(position: &Position, params: &NegamaxParams, rng: Rng) -> Self {
        fn new_core<W: Words>(
            position: &Position,
            params: &NegamaxParams,
            rng: &Rng,
        ) -> Option<Box<dyn AnySizeSearch>> {
            Some(Box::new(SizedSearch::<W>::new(position, params, rng)?))
        }
        let rng = &rng;
        // The last type fits any board.
        let constructors = [
            new_core::<[u64; 4]>,
            new_core::<[u64; 6]>,
            new_core::<[u64; 10]>,
            new_core::<[u64; 16]>,
            new_core::<Vec<u64>>,
        ];
        match constructors.into_iter().find_map(|try_new| try_new(position, params, rng)) {
            Some(core) => Self(core),
            None => unreachable!("vectors hold any board"),
        }
    }

    /// Restarts from another position. Reuses its memory if the board size and the parameters are the same.
    pub fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: Rng) {
        if !self.0.restart(position, params, &rng) {
            *self = Self::new(position, params, rng);
        }
    }

    /// Searches until it has visited `nodes` nodes in all, `watch` stops it, or it is complete. After a stop
    /// the unfinished move has no result.
    pub fn run(&mut self, nodes: u64, watch: &mut dyn Watch) {
        let mut control = SearchControl::new(watch, nodes, 0.0, None, None);
        while self.batch(&mut control) {}
    }

    /// Searches some moves of the root. Returns `false` if the search is complete or was stopped.
    pub fn batch(&mut self, control: &mut SearchControl<'_>) -> bool {
        self.0.batch(control)
    }

    /// Amounts of work so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.0.report().counts
    }

    /// Number of nodes visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.report().counts.nodes
    }

    /// True if the search is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.report().is_complete
    }

    /// Value of the position for the side to move; `None` before the first root move has a result.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.0.report().value
    }

    /// Expected line of play.
    #[must_use]
    pub fn variation(&self) -> Vec<Move> {
        self.0.report().actions(&self.0.report().line)
    }

    /// Root moves that have been searched, each with its result.
    #[must_use]
    pub fn root_results(&self) -> Vec<(Move, RootResult)> {
        let report = self.0.report();
        report.root_results.iter().map(|root| (report.action(root.spot), root.clone())).collect()
    }

    /// Best move so far; `None` before the moves of the root are listed.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.0.best()
    }

    /// Results as a thought. `seconds` is the time of the search so far.
    #[must_use]
    pub fn thought(&self, seconds: f64) -> Thought {
        self.0.report().thought(seconds)
    }
}
