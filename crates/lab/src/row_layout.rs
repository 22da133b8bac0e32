//! Row layout: columns of a plan's rows in a store, and the values of a game in these columns.

use super::axis;
use super::plan::{GameNumbers, PlanMeasure, RowMeasure, Times, row_measures};
use super::store::{AFTER, BEFORE, DataKind, Datum, StoreColumn, StoreTable};
use super::{Axis, GameResult, Plan};
use stonefield_minds::BRAINS;
use stonefield_sim::{GameSetup, MEASURES, Measure};

/// Columns of a tournament: the player that plays Black in games that are not swapped, and the other player.
const PLAYERS: [&str; 2] = ["first", "second"];
/// Additional columns of a tuning: generation, candidate, opponent, and the number of the game whose random
/// numbers decide the opening. Candidate and opponent are missing in a match.
pub(super) const TUNING: [&str; 4] = ["generation", "candidate", "opponent", "opening"];

/// Column of a series with stop conditions: those that stopped the game, and the events that met them.
pub(super) const STOPPED: &str = "stopped";

/// Columns of a plan's rows in a store.
#[derive(Clone, Debug)]
pub struct RowLayout {
    /// True if the plan is a tournament, which has columns for the players.
    has_players: bool,
    /// Columns of the plan's settings, each with the index of its axis.
    settings: Vec<(StoreColumn, usize)>,
    /// Measures at the end of a game.
    pub(super) at_end: Vec<RowMeasure>,
    /// Measures during games, each with its interval in ticks.
    pub(super) during: Vec<(&'static Measure, u64)>,
    /// Interval at which the sizes of groups are counted, in ticks; the end of the game is included.
    /// `Some(None)`: only at the end. `None`: never.
    pub(super) clusters: Option<Option<u64>>,
    /// True if the store has the histogram of avalanche sizes: ticks counted by their number of deaths.
    pub(super) avalanches: bool,
    /// Interval at which all stones are stored, in ticks; the end of the game is included. `None`: never.
    pub(super) stones: Option<u64>,
    /// Interval at which a series is measured, in ticks; the end of the game is included. `None`: never.
    pub(super) every: Option<u64>,
    /// True if the games have stop conditions.
    has_stops: bool,
}

impl RowLayout {
    /// Returns the layout of a plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        // The pairings of a tournament are in the columns of players, and the seed has its own column.
        let has_players = plan.tournament().is_some();
        let axes = plan.axes().iter().enumerate().skip(usize::from(has_players));
        let axes = axes.filter(|(_, axis)| axis.name() != "seed");
        let settings = axes.map(|(at, axis)| (StoreColumn::new(column_of(&axis.name()), kind_of(axis)), at));
        let measures = plan.measures();
        let every = |measure: &PlanMeasure| match measure.times {
            Times::Every(ticks) => Some(ticks),
            Times::End => None,
        };
        let at_end = measures.iter().filter(|measure| measure.times == Times::End);
        let during = measures.iter().filter_map(|measure| Some((measure.measure.during()?, every(measure)?)));
        let clusters = measures.iter().filter(|measure| measure.measure == RowMeasure::Clusters);
        Self {
            has_players,
            settings: settings.collect(),
            at_end: at_end.map(|measure| measure.measure).collect(),
            during: during.collect(),
            clusters: clusters.map(every).max(),
            avalanches: measures.iter().any(|measure| measure.measure == RowMeasure::Avalanches),
            stones: plan.stones(),
            every: plan.series().and_then(|series| series.every),
            has_stops: plan.series().is_some_and(|series| !series.stops.is_empty()),
        }
    }

    /// Returns the columns that the layout adds to each table.
    #[must_use]
    pub fn columns(&self) -> Vec<(StoreTable, Vec<StoreColumn>)> {
        let named = |(name, kind): &(&str, DataKind)| StoreColumn::new(*name, *kind);
        let mut games: Vec<StoreColumn> = BEFORE.iter().map(named).collect();
        if self.has_players {
            games.extend(PLAYERS.map(|name| StoreColumn::new(name, DataKind::Text)));
        }
        games.extend(self.settings.iter().map(|(column, _)| column.clone()));
        games.extend(AFTER.iter().map(named));
        if self.has_stops {
            games.push(StoreColumn::new(STOPPED, DataKind::Text));
        }
        for measure in &self.at_end {
            let columns = measure.end_columns();
            games.extend(columns.into_iter().map(|(name, kind)| StoreColumn::new(name, kind)));
        }
        let tick_measures = MEASURES.iter().filter(|_| self.every.is_some());
        let ticks =
            self.during.iter().map(|(measure, _)| *measure).chain(tick_measures).flat_map(|measure| {
                measure.columns().into_iter().map(|name| StoreColumn::new(name, DataKind::Real))
            });
        vec![(StoreTable::Games, games), (StoreTable::Ticks, ticks.collect())]
    }

    /// True if the playouts or nodes of minds are measured, so that minds must report their thoughts.
    #[must_use]
    pub fn measures_effort(&self) -> bool {
        let efforts = [GameNumbers::Playouts, GameNumbers::Nodes];
        efforts.into_iter().any(|effort| self.at_end.contains(&RowMeasure::Game(effort)))
    }

    /// True if the CPU time of minds is measured.
    #[must_use]
    pub fn asks_for_time(&self) -> bool {
        self.at_end.contains(&RowMeasure::Game(GameNumbers::Thinking))
    }

    /// Returns the values of a game in the columns of [`StoreTable::Games`] that precede the measures.
    pub(super) fn values(
        &self,
        plan: &Plan,
        row: u64,
        game: &GameResult,
        plies: u64,
        setup: &GameSetup,
    ) -> Vec<Datum> {
        let (combination, repetition) = plan.place(row);
        let labels = plan.labels(combination);
        let text = |text: &dyn ToString| Datum::Text(text.to_string());
        let mut values = vec![
            Datum::count(row),
            Datum::count(combination),
            Datum::count(repetition),
            Datum::count(setup.seed),
            Datum::count(setup.game),
        ];
        if let Some((tournament, (first, second))) = plan.tournament().zip(plan.players(combination)) {
            values.extend([first, second].map(|player| text(&tournament.players()[player].name)));
        }
        values.extend(self.settings.iter().map(|(column, axis)| {
            labels.get(*axis).map_or(Datum::Missing, |label| Datum::read(label, column.kind))
        }));
        values.extend(ending_values(game, plies, setup));
        if self.has_stops {
            values.push(game.stopped.clone().map_or(Datum::Missing, Datum::Text));
        }
        values
    }
}

/// Returns the values of the columns [`AFTER`].
pub(super) fn ending_values(game: &GameResult, plies: u64, setup: &GameSetup) -> [Datum; AFTER.len()] {
    let text = |text: &dyn ToString| Datum::Text(text.to_string());
    [
        text(&setup.brains.black),
        text(&setup.brains.white),
        Datum::count(game.swapped.into()),
        text(&game.end().word()),
        game.outcome.as_ref().map_or_else(|| text(&"unfinished"), |outcome| text(outcome)),
        Datum::Real(game.score.black),
        Datum::Real(game.score.white),
        Datum::count(game.ticks),
        Datum::count(plies),
        game.fault_text().map_or(Datum::Missing, Datum::Text),
    ]
}

/// True if a plan can have this column in a table: for a measure, for a setting, or for every game.
pub(super) fn is_known(table: StoreTable, column: &StoreColumn) -> bool {
    let name = column.name.as_str();
    let names =
        BEFORE.iter().chain(&AFTER).map(|(name, _)| *name).chain(PLAYERS).chain(TUNING).chain([STOPPED]);
    match table {
        StoreTable::Games => {
            names.chain(["row"]).any(|other| other == name)
                || axis::names().any(|axis| column_of(axis) == name)
                || is_of_mind(name)
                || row_measures()
                    .iter()
                    .any(|measure| measure.end_columns().iter().any(|(other, _)| other == name))
        }
        StoreTable::Ticks => {
            ["row", "tick"].contains(&name)
                || MEASURES.iter().any(|measure| measure.columns().iter().any(|other| other == name))
        }
        // Tables with the same columns in every store.
        StoreTable::Clusters | StoreTable::Avalanches | StoreTable::Stones | StoreTable::Timing => true,
    }
}

/// True for the name of a column with a mind's parameter: `black_mind_playouts`.
fn is_of_mind(name: &str) -> bool {
    let seats = ["black", "white", "minds"].map(|seat| column_of(&format!("{seat}.")));
    let key = seats.iter().find_map(|seat| name.strip_prefix(seat.as_str()));
    let mut params = BRAINS.iter().flat_map(|mind| mind.params);
    key.is_some_and(|key| params.any(|param| column_of(param.name) == key))
}

/// Returns the name of the column for an axis or a parameter: `black_mind_playouts` for `black.playouts`.
fn column_of(name: &str) -> String {
    name.replace('.', "_mind_").replace('-', "_")
}

fn kind_of(axis: &Axis) -> DataKind {
    if axis.is_whole() {
        DataKind::Whole
    } else if axis.is_numeric() {
        DataKind::Real
    } else {
        DataKind::Text
    }
}
