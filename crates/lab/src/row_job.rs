//! Row job: plays the rows of a plan on the threads of a crew, and measures each game as the plan says.

use super::crew::Job;
use super::game_worker::{GameObserver, GameWorker, WorkerSettings};
use super::plan::{GameNumbers, RowMeasure};
use super::played_row::PlayedRow;
use super::row_layout::RowLayout;
use super::run_settings::{RecordWriter, RunSettings};
use super::store::{Datum, RowSet, StoreTable, StoredRow};
use super::{
    GameResult, MeasuredTick, Plan, SeriesError, Shard, avalanche_sizes, box_counting, encode_plies,
    group_sizes,
};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use stonefield_go::field::StoneSet;
use stonefield_go::{ByColor, Color};
use stonefield_sim::{
    BoardSurvey, Born, Captures, GameRecord, GameSetup, GroupLiberties, Groups, Halt, Heat, Links, Measure,
    Occupancy, OwnLiberties, Referee, Session, Surveyor, Tally, TallyRow, Thinking, all_numbers,
};

/// The rows of a plan, as a job for a crew.
pub(super) struct RowJob {
    plan: Arc<Plan>,
    layout: RowLayout,
    /// Rows that are already played. They are skipped.
    played: RowSet,
    /// Rows that this process plays.
    shard: Shard,
    /// As in [`RunSettings::strict`].
    strict: bool,
    records: Option<RecordWriter>,
    /// True if the rows go into a store.
    is_stored: bool,
}

impl RowJob {
    pub(super) fn new(plan: &Arc<Plan>, settings: &RunSettings, is_stored: bool, played: RowSet) -> Self {
        Self {
            plan: Arc::clone(plan),
            layout: RowLayout::of(plan),
            played,
            shard: settings.shard.clone(),
            strict: settings.strict,
            records: settings.records.clone(),
            is_stored,
        }
    }

    /// Returns the number of rows to play.
    pub(super) fn missing(&self) -> u64 {
        let rows = self.plan.row_range();
        let count = self.played.iter().filter(|row| rows.contains(row) && self.shard.contains(*row)).count();
        (self.shard.len(rows.end) - self.shard.len(rows.start)).saturating_sub(count as u64)
    }

    /// Returns the values of a finished game for all tables of a store, except the timing table.
    fn stored(
        &self,
        result: &GameResult,
        session: &Session,
        setup: &GameSetup,
        mut observer: RowObserver<'_>,
    ) -> StoredRow {
        let (layout, row) = (&self.layout, observer.row);
        let record = session.part::<GameRecord>();
        let plies = encode_plies(record.size(), record.choices());
        let mut game = layout.values(&self.plan, row, result, session.part::<Tally>().plies, setup);
        let needs_ticks = layout.avalanches || !layout.at_end.is_empty() || !layout.during.is_empty();
        let rows = if needs_ticks { record.rows().collect() } else { Vec::new() };
        let end = GameEnd { session, rows };
        for measure in &layout.at_end {
            game.extend(end.numbers(measure, &observer));
        }
        // Groups and stones are also stored at the end of the game, unless the last tick has been stored.
        observer.write(session, layout.clusters.is_some(), layout.stones.is_some());
        let mut others = observer.others;
        if !layout.during.is_empty() {
            others.extend(end.ticks(layout, &observer.surveys, row));
        }
        if layout.avalanches {
            others.extend(end.avalanches(row));
        }
        others.extend(result.measured.iter().map(|tick| (StoreTable::Ticks, tick.values(row))));
        StoredRow { game, plies, others }
    }

    /// Returns a row of the timing table: the duration of a game and, if measured, its CPU times, in seconds.
    fn timing(&self, row: u64, seconds: f64, session: &Session) -> (StoreTable, Vec<Datum>) {
        let effort = session.part::<Thinking>().effort;
        let thinking = |color: Color| match effort[color].seconds {
            Some(seconds) if self.layout.asks_for_time() => Datum::Real(seconds),
            _ => Datum::Missing,
        };
        let [black, white] = Color::ALL.map(thinking);
        (StoreTable::Timing, vec![Datum::count(row), Datum::Real(seconds), black, white])
    }
}

impl Job for RowJob {
    fn rows(&self) -> Range<u64> {
        self.plan.row_range()
    }

    fn is_wanted(&self, row: u64) -> bool {
        self.shard.contains(row) && !self.played.contains(row)
    }

    fn worker(&self, halt: &Halt) -> GameWorker {
        GameWorker::new(WorkerSettings {
            heading: self.records.as_ref().map(|records| records.heading.clone()),
            thoughts: self.layout.measures_effort(),
            counts_time: self.layout.asks_for_time(),
            strict: self.strict,
            halt: halt.clone(),
        })
    }

    fn play(&self, worker: &mut GameWorker, row: u64) -> Result<Option<PlayedRow>, SeriesError> {
        let began = Instant::now();
        let game = self.plan.game(row).map_err(|error| SeriesError::Row { row, why: error.to_string() })?;
        let mut observer = RowObserver::new(&self.layout, row);
        let Some((mut result, session)) = worker.play(&game, &mut observer)? else { return Ok(None) };
        result.measured = std::mem::take(&mut observer.measured);
        let written = self.records.as_ref().map_or(Ok(()), |records| (records.write)(session, &result));
        let stored = || self.stored(&result, session, &game.setup, observer);
        let mut stored = self.is_stored.then(stored).unwrap_or_default();
        let seconds = began.elapsed().as_secs_f64();
        if self.is_stored {
            stored.others.push(self.timing(row, seconds, session));
        }
        Ok(Some(PlayedRow { row, result, seconds, unrecorded: written.err(), stored }))
    }
}

/// Observer that measures a running game. It collects the values that cannot be computed at the end.
struct RowObserver<'a> {
    layout: &'a RowLayout,
    row: u64,
    /// Intervals of the measurements that need the running game, in ticks.
    every: Vec<u64>,
    surveyor: Surveyor,
    /// Surveys of the board, with their ticks. Empty if no measure needs them.
    surveys: Vec<(u64, BoardSurvey)>,
    /// True if a measure of the plan needs surveys.
    is_surveyed: bool,
    /// Last tick whose groups are in `others`.
    sizes_at: Option<u64>,
    /// Last tick whose stones are in `others`.
    stones_at: Option<u64>,
    /// Rows for the tables of groups and stones.
    others: Vec<(StoreTable, Vec<Datum>)>,
    /// Measured ticks of a series; empty if the layout has no [`RowLayout::every`].
    measured: Vec<MeasuredTick>,
}

impl<'a> RowObserver<'a> {
    fn new(layout: &'a RowLayout, row: u64) -> Self {
        let surveyed =
            layout.during.iter().filter(|(measure, _)| measure.is_surveyed()).map(|(_, every)| *every);
        let every =
            surveyed.chain(layout.stones).chain(layout.clusters.flatten()).chain(layout.every).collect();
        let is_survey =
            |measure: &RowMeasure| matches!(measure, RowMeasure::Tick(measure) if measure.is_surveyed());
        let during = layout.during.iter().any(|(measure, _)| measure.is_surveyed());
        let is_surveyed = during || layout.at_end.iter().any(is_survey);
        Self {
            layout,
            row,
            every,
            surveyor: Surveyor::default(),
            surveys: Vec::new(),
            is_surveyed,
            sizes_at: None,
            stones_at: None,
            others: Vec::new(),
            measured: Vec::new(),
        }
    }

    fn is_due(&self, every: Option<u64>, tick: u64) -> bool {
        every.is_some_and(|every| tick.is_multiple_of(every))
    }
}

impl GameObserver for RowObserver<'_> {
    fn next_tick(&self, tick: u64) -> Option<u64> {
        self.every.iter().map(|every| (tick / every + 1).saturating_mul(*every)).min()
    }

    fn observe(&mut self, session: &Session) {
        let tick = session.part::<Tally>().tick;
        if self.is_surveyed || self.layout.every.is_some() {
            let survey = self.surveyor.survey(session.world(), session.goban());
            if let (Some((row, survey)), Some(_)) = (&survey, self.layout.every) {
                self.measured.push(MeasuredTick { tick: row.tick, numbers: all_numbers(row, survey) });
            }
            if self.is_surveyed {
                self.surveys.extend(survey.map(|(_, survey)| (tick, survey)));
            }
        }
        let due = [self.layout.clusters.flatten(), self.layout.stones].map(|every| self.is_due(every, tick));
        self.write(session, due[0], due[1]);
    }
}

impl RowObserver<'_> {
    /// Adds the groups by size (if `sizes`) and all stones (if `all`) to `others`, but no tick twice.
    fn write(&mut self, session: &Session, sizes: bool, all: bool) {
        let tick = session.part::<Tally>().tick;
        if sizes && self.sizes_at.replace(tick) != Some(tick) {
            push_clusters(session, self.row, &mut self.others);
        }
        if all && self.stones_at.replace(tick) != Some(tick) {
            push_stones(session, self.row, &mut self.others);
        }
    }
}

/// A finished game.
struct GameEnd<'a> {
    session: &'a Session,
    /// Numbers of each tick, the set-up first. Empty if no measure needs them.
    rows: Vec<TallyRow>,
}

impl GameEnd<'_> {
    /// Returns the numbers of a measure for its columns in the table of games. Events are those of all ticks.
    fn numbers(&self, measure: &RowMeasure, observer: &RowObserver<'_>) -> Vec<Datum> {
        let effort = session_effort(self.session);
        let datum = |count: Option<u64>| count.map_or(Datum::Missing, Datum::count);
        match measure {
            RowMeasure::Given(_)
            | RowMeasure::Clusters
            | RowMeasure::Avalanches
            | RowMeasure::Game(GameNumbers::Thinking) => Vec::new(),
            RowMeasure::Tick(measure) => {
                let survey = observer.surveys.last().map(|(_, survey)| survey);
                numbers(measure, &self.rows, survey)
            }
            RowMeasure::Game(GameNumbers::Prisoners) => {
                let captures = self.session.part::<Tally>().captures;
                Color::ALL.map(|color| Datum::count(captures[color].into())).to_vec()
            }
            RowMeasure::Game(GameNumbers::BoxDimension) => {
                let position = &self.session.part::<Referee>().position;
                let sets = [StoneSet::Of(Color::Black), StoneSet::Of(Color::White), StoneSet::All];
                let dimensions = sets.map(|set| box_counting(position, set));
                dimensions
                    .map(|counting| {
                        counting.map_or(Datum::Missing, |counting| Datum::Real(counting.dimension))
                    })
                    .to_vec()
            }
            RowMeasure::Game(GameNumbers::Playouts) => {
                Color::ALL.map(|color| datum(Some(effort[color].0).filter(|count| *count > 0))).to_vec()
            }
            RowMeasure::Game(GameNumbers::Nodes) => {
                Color::ALL.map(|color| datum(Some(effort[color].1).filter(|count| *count > 0))).to_vec()
            }
        }
    }

    /// Returns the rows of the ticks table: each tick at which any measure is due, and the last one.
    fn ticks(
        &self,
        layout: &RowLayout,
        surveys: &[(u64, BoardSurvey)],
        row: u64,
    ) -> Vec<(StoreTable, Vec<Datum>)> {
        let Some(last) = self.rows.last().map(|row| row.tick) else { return Vec::new() };
        let mut written = Vec::new();
        for (at, tally) in self.rows.iter().enumerate() {
            let due = |every: u64| tally.tick.is_multiple_of(every) || tally.tick == last;
            if !layout.during.iter().any(|(_, every)| due(*every)) {
                continue;
            }
            let mut values = vec![Datum::count(row), Datum::count(tally.tick)];
            for (measure, every) in &layout.during {
                let width = measure.columns().len();
                if !due(*every) {
                    values.extend(std::iter::repeat_n(Datum::Missing, width));
                    continue;
                }
                let survey = surveys.iter().find(|(tick, _)| *tick == tally.tick).map(|(_, survey)| survey);
                // Events are gathered over `count` ticks: those after the previous measured tick.
                let count = match tally.tick % every {
                    0 => *every,
                    rest => rest,
                };
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                let from = (at + 1).saturating_sub(count);
                values.extend(numbers(measure, &self.rows[from..=at], survey));
            }
            written.push((StoreTable::Ticks, values));
        }
        written
    }

    /// Returns the rows of the avalanches table: the number of ticks for each number of deaths.
    fn avalanches(&self, row: u64) -> Vec<(StoreTable, Vec<Datum>)> {
        let line = |(size, count): (u32, u64)| {
            (StoreTable::Avalanches, vec![Datum::count(row), Datum::count(size.into()), Datum::count(count)])
        };
        avalanche_sizes(&self.rows).into_iter().map(line).collect()
    }
}

/// Returns the numbers of playouts and of nodes of each colour's mind.
fn session_effort(session: &Session) -> ByColor<(u64, u64)> {
    let effort = session.part::<Thinking>().effort;
    ByColor::from_fn(|color| (effort[color].playouts, effort[color].nodes))
}

/// Returns the numbers of a measure over consecutive ticks. Counts of events are summed, and of the sizes of
/// events the largest is returned. Other numbers are those of the last tick, some of them from its `survey`.
fn numbers(measure: &Measure, rows: &[TallyRow], survey: Option<&BoardSurvey>) -> Vec<Datum> {
    let number = |number: Option<f64>| number.map_or(Datum::Missing, Datum::Real);
    let values = match survey {
        Some(survey) if measure.is_surveyed() => measure.in_survey(survey),
        _ => measure.gathered(rows),
    };
    match values {
        Some(values) => values.numbers().map(Some).map(number).collect(),
        None => vec![Datum::Missing; measure.columns().len()],
    }
}

/// Adds the number of groups of each colour and size to `rows`.
fn push_clusters(session: &Session, row: u64, rows: &mut Vec<(StoreTable, Vec<Datum>)>) {
    let (sizes, tick) = (group_sizes(session.part::<Groups>()), session.part::<Tally>().tick);
    for (color, sizes) in sizes.iter() {
        let color = color.to_string().to_lowercase();
        rows.extend(sizes.iter().map(|&(size, count)| {
            let values = [Datum::count(row), Datum::count(tick), Datum::Text(color.clone())];
            let counts = [Datum::count(size.into()), Datum::count(count)];
            (StoreTable::Clusters, values.into_iter().chain(counts).collect())
        }));
    }
}

/// Adds all stones of a board to `rows`.
fn push_stones(session: &Session, row: u64, rows: &mut Vec<(StoreTable, Vec<Datum>)>) {
    let (occupancy, groups) = (session.part::<Occupancy>(), session.part::<Groups>());
    let (links, tick) = (session.part::<Links>(), session.part::<Tally>().tick);
    let heat = session.part::<Heat>().0.values();
    let mut ids: Vec<_> = occupancy.ids().collect();
    ids.sort_unstable();
    for id in ids {
        let Some(stone) = occupancy.entity(id) else { continue };
        let world = session.world();
        let index = occupancy.index_of(id);
        let count = |count: Option<u64>| count.map_or(Datum::Missing, Datum::count);
        let born = world.get::<Born>(stone).map(|born| tick.saturating_sub(born.0));
        rows.push((
            StoreTable::Stones,
            vec![
                Datum::count(row),
                Datum::count(tick),
                Datum::count(id.into()),
                Datum::Text(occupancy.color_of(id).to_string().to_lowercase()),
                Datum::Text(occupancy.size().point(index).to_string()),
                count(born),
                count(world.get::<OwnLiberties>(stone).map(|own| own.0.into())),
                count(world.get::<GroupLiberties>(stone).map(|group| group.0.into())),
                heat.get(index).map_or(Datum::Missing, |heat| Datum::Real(f64::from(*heat))),
                count(groups.oldest(id).map(u64::from)),
                Datum::count(links.degree(id).into()),
                count(world.get::<Captures>(stone).map(|captures| captures.0.into())),
            ],
        ));
    }
}
