//! Tuning job: the games of a generation, or of a match, as a job for a crew.

use super::super::crew::Job;
use super::super::game_worker::{GameWorker, WorkerSettings};
use super::super::played_row::PlayedRow;
use super::super::row_layout::{TUNING, ending_values};
use super::Tuning;
use crate::store::{AFTER, BEFORE, DataKind, Datum, RowSet, StoreColumn, StoreTable, StoredRow};
use crate::{SeriesError, encode_plies};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameRecord, Halt, Tally};

/// Returns the columns of the games table of a tuning.
pub(super) fn columns() -> Vec<StoreColumn> {
    let named = |(name, kind): &(&str, DataKind)| StoreColumn::new(*name, *kind);
    let columns = TUNING.iter().map(|name| StoreColumn::new(*name, DataKind::Whole));
    BEFORE.iter().map(named).chain(columns).chain(AFTER.iter().map(named)).collect()
}

/// Rows of one generation of a tuning, or of its match, as a job for a crew.
pub(super) struct TuningJob {
    pub tuning: Arc<Tuning>,
    /// The minds of the generation's candidates.
    pub candidates: Vec<BrainSpec>,
    /// Mind that the search recommended before this generation.
    pub recommended: BrainSpec,
    /// Rows of the job. Those in `played` are not played again.
    pub rows: Range<u64>,
    /// Rows that are already played.
    pub played: RowSet,
}

impl TuningJob {
    /// Returns the minds of a row: a candidate and its opponent, or in a match the recommended and the given
    /// mind.
    pub(super) fn minds(&self, row: u64) -> (&BrainSpec, &BrainSpec) {
        let game = self.tuning.game_of_row(row, self.candidates.len());
        match game.candidate {
            Some(candidate) => (&self.candidates[candidate], &self.tuning.opponents[game.opponent]),
            None => (&self.recommended, &self.tuning.mind),
        }
    }
}

impl Job for TuningJob {
    fn rows(&self) -> Range<u64> {
        self.rows.clone()
    }

    fn is_wanted(&self, row: u64) -> bool {
        !self.played.contains(row)
    }

    fn worker(&self, halt: &Halt) -> GameWorker {
        GameWorker::new(WorkerSettings { halt: halt.clone(), ..WorkerSettings::default() })
    }

    fn play(&self, worker: &mut GameWorker, row: u64) -> Result<Option<PlayedRow>, SeriesError> {
        let began = Instant::now();
        let game = self.tuning.game_of_row(row, self.candidates.len());
        let (mind, other) = self.minds(row);
        let planned = self.tuning.planned_game(&game, mind, other);
        let planned = planned.map_err(|error| SeriesError::Row { row, why: error.to_string() })?;
        let Some((result, session)) = worker.play(&planned, &mut ())? else { return Ok(None) };
        let record = session.part::<GameRecord>();
        let plies = encode_plies(record.size(), record.choices());
        let setup = &planned.setup;
        let opponents = self.tuning.opponents.len();
        // A generation has a combination for each candidate against each opponent, and one for the match.
        let combinations = (self.candidates.len() * opponents + 1) as u64;
        let combination = game
            .candidate
            .map_or(combinations - 1, |candidate| (candidate * opponents + game.opponent) as u64);
        let mut values = vec![
            Datum::count(row),
            Datum::count(game.generation * combinations + combination),
            Datum::count(game.number),
            Datum::count(setup.seed),
            Datum::count(setup.game),
            Datum::count(game.generation),
            game.candidate.map_or(Datum::Missing, |candidate| Datum::count(candidate as u64)),
            game.candidate.map_or(Datum::Missing, |_| Datum::count(game.opponent as u64)),
            Datum::count(setup.opening.game),
        ];
        values.extend(ending_values(&result, session.part::<Tally>().plies, setup));
        let seconds = began.elapsed().as_secs_f64();
        let timing = vec![Datum::count(row), Datum::Real(seconds), Datum::Missing, Datum::Missing];
        let others = vec![(StoreTable::Timing, timing)];
        let stored = StoredRow { game: values, plies, others };
        Ok(Some(PlayedRow { row, result, seconds, unrecorded: None, stored }))
    }
}
