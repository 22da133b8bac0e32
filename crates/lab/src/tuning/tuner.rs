//! Tuner: a tuning, its store, and the state of its search.

use super::super::crew::CrewOrder;
use super::super::laboratory::machine;
use super::super::played_row::PlayedRow;
use super::super::store_crew::play_into;
use super::tuning_job::{TuningJob, columns};
use super::{Tuning, TuningError};
use crate::plan::hash_of;
use crate::statistics::{Cmaes, PairedGame, Pairs, Trinomial};
use crate::store::{Datum, ResultStore, RowSet, StoreError, StoreHeader, StoreTable};
use crate::{RowEnd, RowListener, SeriesError};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonefield_files::today;
use stonefield_go::notation::excerpt;
use stonefield_minds::BrainSpec;
use stonefield_sim::Halt;

/// Longest text of a mind in a message, in characters.
const MAX_MIND_CHARS: usize = 200;

/// A tuning, its store, and the state of its search.
///
/// ```
/// use stonefield_lab::{Plan, TunedParam, Tuner, Tuning};
/// use stonefield_sim::Halt;
///
/// let mind: stonefield_minds::BrainSpec = "swarm".parse()?;
/// let tuning = Tuning {
///     params: vec![TunedParam::read("spread=0:5", &mind)?],
///     opponents: vec!["random".parse()?],
///     mind,
///     base: Plan::read("size = 4\nopen = 2\n")?,
///     pairs: 1,
///     candidates: None,
///     deviation: 0.2,
///     validation: 1,
/// };
/// let path = std::env::temp_dir().join("stonefield-doctest-tuning.db");
/// let mut tuner = Tuner::open(tuning, &path, true)?;
/// let step = tuner.play_generation(1, &Halt::default(), &mut ())?.expect("all games are played");
/// assert_eq!((step.generation, step.results.games(), tuner.generation()), (1, 8, 1));
/// # tuner.close()?;
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tuner {
    tuning: Arc<Tuning>,
    store: ResultStore,
    search: Cmaes,
    /// Result of each played game, by row, from the point of view of the tuned mind.
    games: BTreeMap<u64, PairedGame>,
    /// Rows whose games failed.
    failed: RowSet,
}

/// Result of the games of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningStep {
    /// Number of the generation, from 1.
    pub generation: u64,
    /// Sum of the results of all candidates, from the point of view of the candidates.
    pub results: Trinomial,
    /// Share of points of the best candidate, 0 to 1. Biased upwards: the same games choose the best.
    pub best: f64,
    /// Number of candidates without a game that counts. The search ranks them below all others.
    pub without_result: u64,
}

/// Match of the recommended mind against the given one.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// Recommended mind.
    pub recommended: BrainSpec,
    /// Pairs of games, from the point of view of the recommended mind.
    pub pairs: Pairs,
}

/// Reason why a tuning cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum TunerError {
    /// The search cannot begin.
    #[error(transparent)]
    Tuning(#[from] TuningError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games cannot be played.
    #[error(transparent)]
    Play(#[from] SeriesError),
    /// All games of a generation have been played, and none counts.
    #[error("generation {generation}: no game of its candidates counts, so the search cannot continue{}", if *failed > 0 { "; --retry-failed plays the failed games again" } else { "" })]
    Unfinished {
        /// Number of the generation, from 1.
        generation: u64,
        /// Number of its games that failed.
        failed: u64,
    },
    /// A game of the store was played by other minds than this search has in its row.
    #[error("{}: row {row} was played by {}, but this search has {} there: another version of the program began the store; --force replaces it", path.display(), excerpt(found, MAX_MIND_CHARS), excerpt(wanted, MAX_MIND_CHARS))]
    OtherMinds {
        /// The store.
        path: PathBuf,
        /// Number of the row.
        row: u64,
        /// Minds that played the row.
        found: String,
        /// Minds that this search has in the row.
        wanted: String,
    },
}

impl Tuner {
    /// Opens the store of a tuning, or creates it. The search continues after the stored games. With `force`
    /// an existing store is replaced by an empty one.
    ///
    /// # Errors
    /// As [`ResultStore::open`]. Also if the search cannot begin, or if a stored game was played by other
    /// minds than the search has in its row.
    pub fn open(tuning: Tuning, path: &Path, force: bool) -> Result<Self, TunerError> {
        let search = tuning.search()?;
        let columns = [(StoreTable::Games, columns())];
        let store = ResultStore::open(path, &header(&tuning), &columns, force)?;
        let (tuning, games, failed) = (Arc::new(tuning), BTreeMap::new(), RowSet::default());
        let mut tuner = Self { tuning, store, search, games, failed };
        tuner.repeat_search()?;
        Ok(tuner)
    }

    /// Computes the search again from the stored games, up to the first generation that cannot be ended.
    fn repeat_search(&mut self) -> Result<(), TunerError> {
        self.search = self.tuning.search()?;
        let minds = self.read_games()?;
        loop {
            self.check_minds(&minds)?;
            if self.end_generation().is_none() {
                return Ok(());
            }
        }
    }

    /// Removes the games that failed, so that they are played again. If a candidate's game failed, the games
    /// of all later generations are removed too, because the search may change. Returns the numbers of failed
    /// and of other removed games.
    ///
    /// # Errors
    /// As [`Tuner::open`], and if the store cannot be written.
    pub fn forget_failed(&mut self) -> Result<(u64, u64), TunerError> {
        let candidates = self.search.ask().len();
        let block = self.tuning.block(candidates);
        let is_candidate = |row: &u64| self.tuning.game_of_row(*row, candidates).candidate.is_some();
        let first_generation = self.failed.iter().find(is_candidate).map_or(u64::MAX, |row| row / block);
        let is_later = |row: &u64| row / block > first_generation && !self.failed.contains(*row);
        let later: Vec<u64> = self.games.keys().copied().filter(is_later).collect();
        let (failed, others) = (self.failed.len(), later.len() as u64);
        self.store.remove(&self.failed.iter().chain(later).collect())?;
        self.repeat_search()?;
        Ok((failed, others))
    }

    /// Returns the number of stored games that failed.
    #[must_use]
    pub const fn failed(&self) -> u64 {
        self.failed.len()
    }

    /// Reads the results of the stored games. Returns the tuned mind and the other mind of each row.
    fn read_games(&mut self) -> Result<BTreeMap<u64, (String, String)>, StoreError> {
        let columns = self.store.columns(StoreTable::Games);
        let at = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
        let [swapped, winner, black, white] = ["swapped", "winner", "black_mind", "white_mind"].map(at);
        self.failed = self.store.failed_rows()?;
        let (mut minds, mut games) = (BTreeMap::new(), BTreeMap::new());
        self.store.each(StoreTable::Games, |values| {
            let Datum::Whole(row) = values[0] else { return Ok::<(), StoreError>(()) };
            let row = u64::try_from(row).unwrap_or(0);
            let is_swapped = values[swapped] == Datum::Whole(1);
            let (black, white) = (values[black].to_string(), values[white].to_string());
            minds.insert(row, if is_swapped { (white, black) } else { (black, white) });
            games.insert(
                row,
                RowEnd::read(values[winner].text().unwrap_or_default()).seen_by_first(is_swapped),
            );
            Ok(())
        })?;
        self.games = games;
        Ok(minds)
    }

    /// Checks that the stored games of the current generation, and of its match, were played by the minds
    /// that the search has in their rows.
    fn check_minds(&self, minds: &BTreeMap<u64, (String, String)>) -> Result<(), TunerError> {
        let job = self.job(self.rows());
        let block = self.rows().start..self.rows().start + self.tuning.block(job.candidates.len());
        for (&row, found) in minds.range(block) {
            let (mind, other) = job.minds(row);
            let wanted = (mind.to_string(), other.to_string());
            if *found != wanted {
                let against = |(mind, other): &(String, String)| format!("{mind} against {other}");
                let path = self.store.path().to_owned();
                return Err(TunerError::OtherMinds {
                    path,
                    row,
                    found: against(found),
                    wanted: against(&wanted),
                });
            }
        }
        Ok(())
    }

    /// Returns the tuning.
    #[must_use]
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the store.
    #[must_use]
    pub const fn store(&self) -> &ResultStore {
        &self.store
    }

    /// Returns the number of finished generations.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.search.generation()
    }

    /// Returns the mind with the recommended values: the mean of the search distribution. The mean depends
    /// less on chance than any candidate does.
    #[must_use]
    pub fn recommended(&self) -> BrainSpec {
        self.tuning.with_values(&self.search.mean())
    }

    /// Returns the recommended value of each parameter, with the standard deviation of the search for it.
    #[must_use]
    pub fn values(&self) -> Vec<(f64, f64)> {
        self.search.mean().into_iter().zip(self.search.deviations()).collect()
    }

    /// Returns the number of played games of candidates, and the number of played games of matches.
    #[must_use]
    pub fn played(&self) -> (u64, u64) {
        let candidates = self.search.ask().len();
        let is_match = |row: &&u64| self.tuning.game_of_row(**row, candidates).candidate.is_none();
        let matches = self.games.keys().filter(is_match).count() as u64;
        (self.games.len() as u64 - matches, matches)
    }

    /// Returns how many games of the current generation's candidates have been played, and how many it has.
    #[must_use]
    pub fn generation_progress(&self) -> (u64, u64) {
        self.progress(self.rows())
    }

    /// Returns how many games of the match of the recommended mind have been played, and how many there are.
    #[must_use]
    pub fn match_progress(&self) -> (u64, u64) {
        self.progress(self.match_rows())
    }

    /// Returns how many of these rows have been played, and how many there are.
    fn progress(&self, rows: Range<u64>) -> (u64, u64) {
        (self.games.range(rows.clone()).count() as u64, rows.end - rows.start)
    }

    /// Returns the rows of the match of the recommended mind.
    fn match_rows(&self) -> Range<u64> {
        let first = self.rows().end;
        first..first + 2 * self.tuning.validation
    }

    /// Returns the rows of the candidates' games in the current generation.
    fn rows(&self) -> Range<u64> {
        let candidates = self.search.ask().len();
        let first = self.generation() * self.tuning.block(candidates);
        first..first + self.tuning.games(candidates)
    }

    /// Returns a job for the rows that have not been played, of the current generation or its match.
    fn job(&self, rows: Range<u64>) -> TuningJob {
        TuningJob {
            tuning: Arc::clone(&self.tuning),
            candidates: self.search.ask().iter().map(|point| self.tuning.with_values(point)).collect(),
            recommended: self.recommended(),
            played: self.games.range(rows.clone()).map(|(row, _)| *row).collect(),
            rows,
        }
    }

    /// Updates the search with the games of the current generation, and returns their result. `None` unless
    /// all have been played, and at least one counts.
    fn end_generation(&mut self) -> Option<TuningStep> {
        let rows = self.rows();
        if (self.games.range(rows.clone()).count() as u64) < rows.end - rows.start || self.is_stuck() {
            return None;
        }
        let mut results = vec![Trinomial::default(); self.search.ask().len()];
        for (&row, game) in self.games.range(rows) {
            let Some(candidate) = self.tuning.game_of_row(row, results.len()).candidate else { continue };
            results[candidate] += (*game).into();
        }
        // The search minimizes. A candidate without a game that counts gets NaN, and ranks last.
        let without_result = results.iter().filter(|results| results.games() == 0).count() as u64;
        let values: Vec<f64> =
            results.iter().map(|results| -results.points() / results.games() as f64).collect();
        let best = values.iter().copied().fold(f64::INFINITY, f64::min);
        self.search.tell(&values).ok()?;
        let mut total = Trinomial::default();
        results.into_iter().for_each(|results| total += results);
        Some(TuningStep { generation: self.generation(), results: total, best: -best, without_result })
    }

    /// Returns true if all games of the current generation have been played, and none counts.
    fn is_stuck(&self) -> bool {
        let rows = self.rows();
        let games = self.games.range(rows.clone());
        games.clone().count() as u64 == rows.end - rows.start
            && games.clone().all(|(_, game)| *game == PairedGame::Void)
    }

    /// Plays the missing games of the current generation, and updates the search. `None` if a halt was
    /// requested before all were played; the games played so far are then on the disk.
    ///
    /// # Errors
    /// If a game cannot be stored or played, or no game of the generation counts.
    pub fn play_generation(
        &mut self,
        threads: usize,
        halt: &Halt,
        listener: &mut dyn RowListener,
    ) -> Result<Option<TuningStep>, TunerError> {
        let rows = self.rows();
        self.play(rows.clone(), threads, halt, listener)?;
        if self.is_stuck() {
            let failed = self.failed.iter().filter(|row| rows.contains(row)).count() as u64;
            return Err(TunerError::Unfinished { generation: self.generation() + 1, failed });
        }
        Ok(self.end_generation())
    }

    /// Plays the missing games of the match of the recommended mind against the given one. Their openings and
    /// random numbers differ from those of all candidates' games. Returns the pairs that have been played. If
    /// a halt was requested, games of the match can be missing.
    ///
    /// # Errors
    /// If a game cannot be stored or played.
    pub fn validate(
        &mut self,
        threads: usize,
        halt: &Halt,
        listener: &mut dyn RowListener,
    ) -> Result<Validation, TunerError> {
        let rows = self.match_rows();
        self.play(rows.clone(), threads, halt, listener)?;
        let games = self.games.range(rows.clone()).map(|(row, game)| (row - rows.start, *game));
        Ok(Validation { recommended: self.recommended(), pairs: Pairs::of_games(games) })
    }

    /// Plays the rows of a range that have not been played, until a halt is requested.
    fn play(
        &mut self,
        rows: Range<u64>,
        threads: usize,
        halt: &Halt,
        listener: &mut dyn RowListener,
    ) -> Result<(), TunerError> {
        let (played, total) = self.progress(rows.clone());
        let missing = total - played;
        if missing == 0 {
            return Ok(());
        }
        let job = self.job(rows);
        let order = CrewOrder { threads, missing, ahead: u64::MAX, halt: halt.clone() };
        let mut played_rows = RowSet::default();
        let mut games = TunedGames { games: &mut self.games, failed: &mut self.failed, listener };
        play_into(&mut self.store, job, order, &mut played_rows, &mut games)
    }

    /// Closes the store. All data are then in one file, without a write-ahead log.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn close(self) -> Result<(), StoreError> {
        self.store.close()
    }
}

/// Returns the header of the store.
fn header(tuning: &Tuning) -> StoreHeader {
    let canonical = tuning.canonical();
    StoreHeader {
        kind: "tuning".to_owned(),
        plan: tuning.base.source().to_owned(),
        hash: hash_of(&canonical),
        canonical,
        // A search has no fixed number of rows.
        rows: 0,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine(),
        date: today().unwrap_or_default(),
        unrepeatable: tuning.unrepeatable().map(|mind| mind.to_string()).unwrap_or_default(),
    }
}

/// Listener that registers the results of a search, and passes the rows on to another listener.
struct TunedGames<'a> {
    games: &'a mut BTreeMap<u64, PairedGame>,
    failed: &'a mut RowSet,
    listener: &'a mut dyn RowListener,
}

impl RowListener for TunedGames<'_> {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        self.games.insert(row.row, row.result.end().seen_by_first(row.result.swapped));
        if row.result.fault.is_some() {
            self.failed.insert(row.row);
        }
        self.listener.row(row)
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.listener.pulse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, TunedParam};

    fn tuning(seed: u64) -> Tuning {
        let mind: BrainSpec = "swarm".parse().expect("a mind");
        let param = |text: &str| TunedParam::read(text, &mind).expect("a parameter");
        Tuning {
            params: vec![param("spread=0:5"), param("radius=2:6")],
            opponents: vec!["sensible".parse().expect("a mind")],
            base: Plan::read(&format!("size = 5\nopen = 2\nseed = {seed}\n")).expect("a plan"),
            mind,
            pairs: 2,
            candidates: None,
            deviation: 0.3,
            validation: 2,
        }
    }

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("stonefield-tuning-{name}-{}.db", std::process::id()))
    }

    /// Three generations and the match are equal if played by one tuner, or by three in turn.
    #[test]
    fn a_search_is_restored_from_its_stored_games() {
        let (whole, parts) = (file("whole"), file("parts"));
        let halt = Halt::default();
        let mut tuner = Tuner::open(tuning(5), &whole, true).expect("opens");
        let mut steps = Vec::new();
        for _ in 0..3 {
            steps.push(tuner.play_generation(2, &halt, &mut ()).expect("plays").expect("a step"));
        }
        let validation = tuner.validate(1, &halt, &mut ()).expect("plays");
        assert_eq!(validation.pairs.counted.pairs() + validation.pairs.void, 2);
        let mut others = Vec::new();
        for _ in 0..3 {
            let mut tuner = Tuner::open(tuning(5), &parts, others.is_empty()).expect("opens");
            assert_eq!(tuner.generation(), others.len() as u64);
            others.push(tuner.play_generation(1, &halt, &mut ()).expect("plays").expect("a step"));
            tuner.close().expect("closes");
        }
        let mut again = Tuner::open(tuning(5), &parts, false).expect("opens");
        assert_eq!((others, again.values()), (steps, tuner.values()));
        assert_eq!(again.validate(2, &halt, &mut ()).expect("plays"), validation);
        let refused = Tuner::open(tuning(6), &file("parts"), false);
        assert!(refused.is_err_and(|error| error.to_string().contains("another run writes it now")));
        drop((tuner, again));
        let refused = Tuner::open(tuning(6), &parts, false);
        assert!(refused.is_err_and(|error| error.to_string().contains("seed 5, not 6")));
        for path in [whole, parts] {
            std::fs::remove_file(path).expect("removable");
        }
    }
}
