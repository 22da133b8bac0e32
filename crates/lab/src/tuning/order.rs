//! Tuning order: the mind that is tuned, its opponents, and the settings of the search.

use super::{TunedParam, TuningError};
use crate::statistics::Cmaes;
use crate::store::{TuningGame, TuningRows};
use crate::{AxisError, Plan, PlannedGame};
use stonefield_minds::BrainSpec;
use stonefield_sim::Opening;

/// Mind that is tuned, its opponents, and the settings of the search.
///
/// Each generation of the search has a number of candidates: copies of the mind with other values of its
/// parameters. Each candidate plays pairs of games against each opponent, with colours swapped in the second
/// game of a pair. All candidates of a generation have the same openings and random numbers, so that chance
/// affects them alike.
///
/// Generation g, from 0, has the rows from g × [`Tuning::block`]: first the games of its candidates, then the
/// match of the mind recommended before generation g against the given mind. The state of a search is
/// computed from these settings and its games alone.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Given mind. Parameters that are not tuned keep its values.
    pub mind: BrainSpec,
    /// Opponents of the candidates.
    pub opponents: Vec<BrainSpec>,
    /// Parameters that are searched.
    pub params: Vec<TunedParam>,
    /// Size, rules, seed and openings of all games: a plan with one combination, whose minds are not used.
    pub base: Plan,
    /// Number of pairs of games of each candidate against each opponent.
    pub pairs: u64,
    /// Number of candidates in a generation; `None` for [`Cmaes::usual_points`] of the parameters.
    pub candidates: Option<usize>,
    /// Initial standard deviation of the search, as a share of each range: above 0, at most 1.
    pub deviation: f64,
    /// Number of pairs of games in the match of a generation; 0 for no match.
    pub validation: u64,
}

impl Tuning {
    /// Returns the search before the first generation. It starts at the parameter values of the given mind.
    ///
    /// # Errors
    /// If there is no parameter or more than 100, a value of the mind is outside its range, or the number of
    /// candidates or the initial deviation is not allowed.
    pub fn search(&self) -> Result<Cmaes, TuningError> {
        if let Some(param) = self.params.iter().find(|param| !param.contains(param.of(&self.mind))) {
            let TunedParam { name, low, high, .. } = *param;
            let mind = self.mind.to_string();
            return Err(TuningError::Start { mind, name, value: param.of(&self.mind), low, high });
        }
        let ranges: Vec<(f64, f64)> = self.params.iter().map(|param| (param.low, param.high)).collect();
        let start: Vec<f64> = self.params.iter().map(|param| param.of(&self.mind)).collect();
        let search = Cmaes::new(&ranges, self.base.seed())?.starting_at(&start, self.deviation)?;
        Ok(match self.candidates {
            Some(candidates) => search.with_points(candidates)?,
            None => search,
        })
    }

    /// Returns the mind with these values of [`Tuning::params`], clamped to the ranges and rounded.
    #[must_use]
    pub fn with_values(&self, numbers: &[f64]) -> BrainSpec {
        let mut mind = self.mind.clone();
        for (param, number) in self.params.iter().zip(numbers) {
            // Cannot fail: the range is within the parameter's limits, and `value` clamps the number to it.
            let _ = mind.set(param.name, param.value(*number));
        }
        mind
    }

    /// Returns the first mind whose moves can differ in a replay. Checked are the opponents, the given mind,
    /// and the mind with all parameters at their upper ends: a tuned time or thread count may start at 0.
    /// `None` if the search is repeatable.
    #[must_use]
    pub fn unrepeatable(&self) -> Option<BrainSpec> {
        let at_upper_ends = self.with_values(&self.params.iter().map(|param| param.high).collect::<Vec<_>>());
        let minds = self.opponents.iter().chain([&self.mind, &at_upper_ends]);
        minds.into_iter().find(|mind| !mind.is_repeatable()).cloned()
    }

    /// Returns the assignment of rows to games, for this number of candidates.
    pub(super) fn rows(&self, candidates: usize) -> TuningRows {
        TuningRows {
            candidates: candidates as u64,
            opponents: self.opponents.len() as u64,
            pairs: self.pairs,
            validation: self.validation,
        }
    }

    /// Returns the number of games in a generation, without its match.
    #[must_use]
    pub fn games(&self, candidates: usize) -> u64 {
        self.rows(candidates).candidate_games()
    }

    /// Returns the number of rows of a generation: the games of its candidates, and its match.
    #[must_use]
    pub fn block(&self, candidates: usize) -> u64 {
        self.rows(candidates).block()
    }

    /// Returns the generation, candidate, opponent and number of the game of a row.
    pub(super) fn game_of_row(&self, row: u64, candidates: usize) -> TuningGame {
        self.rows(candidates).game(row)
    }

    /// Returns a game of `mind` (a candidate, or the recommended mind) against `other`, before it is played.
    pub(super) fn planned_game(
        &self,
        game: &TuningGame,
        mind: &BrainSpec,
        other: &BrainSpec,
    ) -> Result<PlannedGame, AxisError> {
        let mut planned = self.base.game(0)?;
        let setup = &mut planned.setup;
        let (black, white) = if game.swapped { (other, mind) } else { (mind, other) };
        (setup.brains.black, setup.brains.white) = (black.clone(), white.clone());
        setup.game = game.number;
        setup.opening = Opening { plies: self.base.open(), game: game.opening(), ..setup.opening };
        planned.swapped = game.swapped;
        Ok(planned)
    }

    /// Returns a text with a line `key = value` for each key that decides the games.
    #[must_use]
    pub fn canonical(&self) -> String {
        let list = |texts: Vec<String>| texts.join(", ");
        let mut text = self.base.canonical();
        for (key, value) in [
            ("mind", self.mind.to_string()),
            ("against", list(self.opponents.iter().map(|mind| format!("[{mind}]")).collect())),
            ("params", list(self.params.iter().map(ToString::to_string).collect())),
            ("pairs", self.pairs.to_string()),
            ("candidates", self.candidates.map_or("usual".to_owned(), |candidates| candidates.to_string())),
            ("deviation", self.deviation.to_string()),
            ("validation", self.validation.to_string()),
        ] {
            text += &format!("{key} = {value}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn tuning() -> Tuning {
        let mind: BrainSpec = "swarm".parse().expect("a mind");
        Tuning {
            params: vec![TunedParam::read("spread=0:5", &mind).expect("a parameter")],
            opponents: vec![mind.clone(), "sensible".parse().expect("a mind")],
            mind,
            base: Plan::read("size = 5\nopen = 2\n").expect("a plan"),
            pairs: 3,
            candidates: None,
            deviation: 0.2,
            validation: 4,
        }
    }

    #[test]
    fn candidates_have_the_same_openings_and_the_match_has_others() {
        let tuning = tuning();
        let candidates = tuning.search().expect("a search").ask().len();
        assert_eq!((candidates, tuning.games(candidates), tuning.block(candidates)), (4, 48, 56));
        assert_eq!(TuningRows::of(&tuning.canonical()), Some(tuning.rows(candidates)));
        // Game numbers: an entry for each candidate against each opponent, and the last for the match.
        let mut numbers = vec![BTreeSet::new(); 9];
        for row in 56..112 {
            let game = tuning.game_of_row(row, candidates);
            assert_eq!(game.generation, 1);
            let index = game.candidate.map_or(8, |candidate| 2 * candidate + game.opponent);
            assert!(numbers[index].insert(game.number), "each number once");
            assert_eq!(game.swapped, game.number % 2 == 1);
        }
        assert!(numbers[..8].iter().all(|numbers| *numbers == (6..12).collect()));
        assert!(numbers[8].iter().all(|number| *number >= 1 << 40) && numbers[8].len() == 8);
        // Rows 0 and 8 are the two games of a pair.
        let planned = |row| {
            let game = tuning.game_of_row(row, 4);
            tuning.planned_game(&game, &tuning.mind, &tuning.opponents[1]).expect("a game")
        };
        let (first, second) = (planned(0), planned(8));
        assert_eq!((first.swapped, second.swapped), (false, true));
        assert_eq!(first.setup.opening, second.setup.opening);
        assert_eq!(second.setup.brains.white, tuning.mind);
    }

    #[test]
    fn a_time_budget_or_threads_make_a_search_unrepeatable() {
        for (mind, against, params, expected) in [
            ("mcts:playouts=9", "random", "explore=0:2", None),
            ("mcts:playouts=9", "negamax:time=1", "explore=0:2", Some("negamax:time=1")),
            ("mcts:time=0.5", "random", "explore=0:2", Some("mcts:time=0.5")),
            ("mcts:playouts=9,threads=2", "random", "explore=0:2", Some("mcts:playouts=9,threads=2")),
            // A time may be 0 for all candidates of one generation, but not for those of the next.
            ("mcts:playouts=9", "random", "time=0:0.5", Some("mcts:playouts=9,time=0.5")),
            ("mcts:playouts=9", "random", "threads=1:4", Some("mcts:playouts=9,threads=4")),
            ("mcts:playouts=9", "gtp:[gnugo --mode gtp]", "explore=0:2", Some("gtp:[gnugo --mode gtp]")),
        ] {
            let mind: BrainSpec = mind.parse().expect("a mind");
            let tuning = Tuning {
                params: vec![TunedParam::read(params, &mind).expect("a parameter")],
                opponents: vec!["random".parse().expect("a mind"), against.parse().expect("a mind")],
                mind,
                ..tuning()
            };
            assert_eq!(tuning.unrepeatable().map(|mind| mind.to_string()).as_deref(), expected, "{params}");
        }
    }

    #[test]
    fn the_search_starts_at_the_values_of_the_mind() {
        let tuning = tuning();
        let search = tuning.search().expect("a search");
        assert_eq!(tuning.with_values(&search.mean()).get("spread"), tuning.mind.get("spread"));
        // A start value outside the range is refused.
        let mind: BrainSpec = "swarm:spread=9".parse().expect("a mind");
        let outside = Tuning { mind, ..tuning.clone() };
        let message = outside.search().expect_err("outside").to_string();
        assert!(
            message.contains("spread=9, the value of swarm:spread=9, which is outside spread=0:5"),
            "{message}"
        );
        let none = Tuning { params: Vec::new(), ..tuning };
        assert!(none.search().expect_err("nothing to search").to_string().contains("1 to 100"));
    }
}
