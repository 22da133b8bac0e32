//! Set-up of a series in JSON.

use super::Series;
use serde::Serialize;

/// Set-up of a series, as written in JSON.
#[derive(Serialize)]
pub(super) struct SetupJson {
    board: String,
    rules: &'static str,
    quirks_off: Option<String>,
    komi: f64,
    black: String,
    white: String,
    alternate: bool,
    seed: u64,
    first_game: u64,
    handicap: u32,
    stones_each: Option<u32>,
    /// True if suicide is allowed; `None` if the preset decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    suicide: Option<bool>,
    /// Diagram of the board at the beginning; `None` if the set-up has no such board.
    start: Option<String>,
    heat_rate: f32,
    heat_neighbours: u8,
    /// Share of the heat that is lost in each tick, 0 to 1; `None` if each tick computes the heat anew.
    heat_decay: Option<f32>,
    max_ticks: u64,
    /// Rule for dead stones, which are removed before the score is counted.
    dead: &'static str,
    /// Interval between measured ticks, in ticks; `None` if the series is not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    every: Option<u64>,
    /// Number of random moves in the opening of each game; `None` for no opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<u32>,
    /// Share of points with scattered stones before the first move, 0 to 1; `None` without such stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<f64>,
    /// Conditions that stop a game before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_when: Option<String>,
}

impl SetupJson {
    pub(super) fn of(series: &Series) -> Self {
        let setup = &series.setup;
        Self {
            board: setup.rules.board_size(setup.size).to_string(),
            rules: setup.rules.name,
            quirks_off: setup.rules.quirks.map(|quirks| quirks.to_string()),
            komi: setup.rules.komi,
            black: setup.brains.black.to_string(),
            white: setup.brains.white.to_string(),
            alternate: series.alternate,
            seed: setup.seed,
            first_game: setup.game,
            handicap: setup.handicap,
            stones_each: setup.rules.stones_each,
            suicide: setup.rules.other_suicide(),
            start: setup.start.as_ref().map(ToString::to_string),
            heat_rate: setup.heat.rate,
            heat_neighbours: setup.heat.neighbourhood.count(),
            heat_decay: setup.heat.keep.then_some(setup.heat.decay),
            max_ticks: series.max_ticks,
            dead: setup.dead.effective_under(&setup.rules).name(),
            every: series.every,
            open: Some(setup.opening.plies).filter(|&plies| plies > 0),
            fill: Some(setup.opening.fill).filter(|&fill| fill > 0.0),
            stop_when: Some(&series.stops)
                .filter(|stops| !stops.is_empty())
                .map(|stops| stops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        }
    }
}
