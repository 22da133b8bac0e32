//! Format: writes a series as text for people, as JSON or CSV for programs, or as the lines that the NetLogo
//! model printed.

use super::setup_json::SetupJson;
use super::{GameResult, MeasuredTick, Report, Sample, Series, Side, wilson};
use serde::Serialize;
use std::fmt::Write as _;
use stonefield_go::notation::{CsvTable, counted};
use stonefield_sim::{MEASURES, Measure};

/// Output format of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A title, one line per game, and a summary, for people.
    Text,
    /// One JSON document, with one line per game.
    Json,
    /// A line of column names, then one line per game, or per measured tick if the series is measured.
    Csv,
    /// `Blacks-wins,<B>,<W>`, `Whites-wins,…` or `Tie-wins,…` with the scores of each won or drawn game.
    NetLogo,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(&'static str, Self); 4] =
        [("text", Self::Text), ("json", Self::Json), ("csv", Self::Csv), ("netlogo", Self::NetLogo)];

    /// True if the format contains the summary.
    #[must_use]
    pub const fn has_summary(self) -> bool {
        matches!(self, Self::Text | Self::Json)
    }

    /// True if the format can contain measured ticks.
    #[must_use]
    pub const fn has_ticks(self) -> bool {
        matches!(self, Self::Json | Self::Csv)
    }

    /// Text before the first game.
    #[must_use]
    pub fn head(self, series: &Series) -> String {
        match self {
            Self::Text => {
                let column = if series.alternate { "       who is Black" } else { "" };
                format!("{}\n\n{TEXT_HEAD}{column}\n", title(series))
            }
            Self::Json => format!("{{\"setup\":{},\n\"games\":[", json(&SetupJson::of(series))),
            Self::Csv if series.every.is_some() => {
                format!("game,tick,{},result,winner\n", columns().join(","))
            }
            Self::Csv => {
                "game,black,white,result,winner,black_score,white_score,ticks,fault,dead,stopped\n".to_owned()
            }
            Self::NetLogo => String::new(),
        }
    }

    /// Text of a game. `first` is true for the first game of the output: in JSON a comma precedes all others.
    #[must_use]
    pub fn game(self, series: &Series, game: &GameResult, first: bool) -> String {
        let row = Row::of(series, game);
        match self {
            Self::Text => {
                let line = format!(
                    "{:>8}  {:<12} {:>9.1} {:>9.1} {:>8}  {:<9}",
                    row.game, row.result, row.black_score, row.white_score, row.ticks, row.dead
                );
                let line = if series.alternate { format!("{line}  {}", row.black) } else { line };
                match row.fault.as_ref().or(row.stopped.as_ref()) {
                    Some(why) => format!("{line}  {why}\n"),
                    None => format!("{}\n", line.trim_end()),
                }
            }
            Self::Json => {
                let mut object = json(&row);
                if series.every.is_some() {
                    object.pop();
                    let _ = write!(object, ",\"rows\":[{}]}}", tick_objects(game));
                }
                format!("{}\n{object}", if first { "" } else { "," })
            }
            Self::Csv if series.every.is_some() => tick_lines(game, &row),
            Self::Csv => csv_line([
                &*row.game.to_string(),
                &row.black,
                &row.white,
                &row.result,
                row.winner,
                &row.black_score.to_string(),
                &row.white_score.to_string(),
                &row.ticks.to_string(),
                row.fault.as_deref().unwrap_or_default(),
                row.dead,
                row.stopped.as_deref().unwrap_or_default(),
            ]),
            Self::NetLogo => match row.winner {
                "black" => format!("Blacks-wins,{},{}\n", row.black_score, row.white_score),
                "white" => format!("Whites-wins,{},{}\n", row.black_score, row.white_score),
                "draw" => format!("Tie-wins,{},{}\n", row.black_score, row.white_score),
                _ => String::new(),
            },
        }
    }

    /// Text after the last game of a series that ended early. It names the games of [`Early::out_of_order`].
    #[must_use]
    pub fn early_tail(self, series: &Series, report: &Report, early: &Early) -> String {
        match self {
            Self::Text => format!("\n{}\n{}", early.words(report.count.games()), summary(series, report)),
            Self::Json => {
                let (early, summary) = (json(&Ended::of(early, report)), json(&Summary::of(series, report)));
                format!("\n],\n\"ended\":{early},\n\"summary\":{summary}}}\n")
            }
            Self::Csv | Self::NetLogo => String::new(),
        }
    }

    /// Text after the last game.
    #[must_use]
    pub fn tail(self, series: &Series, report: &Report) -> String {
        match self {
            Self::Text => format!("\n{}", summary(series, report)),
            Self::Json => format!("\n],\n\"summary\":{}}}\n", json(&Summary::of(series, report))),
            Self::Csv | Self::NetLogo => String::new(),
        }
    }
}

/// Returns the names of the measured columns, without the tick.
fn columns() -> Vec<String> {
    MEASURES.iter().flat_map(Measure::columns).collect()
}

/// Formats the measured ticks of a game as lines of CSV. Only the last line of a game contains its result.
fn tick_lines(game: &GameResult, row: &Row) -> String {
    let mut text = String::new();
    for (index, tick) in game.measured.iter().enumerate() {
        let (result, winner) =
            if index + 1 == game.measured.len() { (&*row.result, row.winner) } else { ("", "") };
        let _ = writeln!(text, "{},{tick},{result},{winner}", game.game);
    }
    text
}

/// Formats the measured ticks of a game as JSON objects.
fn tick_objects(game: &GameResult) -> String {
    let columns = columns();
    let object = |tick: &MeasuredTick| {
        let numbers = columns.iter().zip(&tick.numbers);
        let numbers: String = numbers.map(|(name, number)| format!(",\"{name}\":{number}")).collect();
        format!("{{\"tick\":{}{numbers}}}", tick.tick)
    };
    game.measured.iter().map(object).collect::<Vec<_>>().join(",")
}

/// Early end of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// Reason, in words that follow `ended early by`.
    pub reason: String,
    /// Planned number of games.
    pub games: u64,
    /// Numbers of finished games that follow an unfinished game. They are at the end of the output, out of
    /// order.
    pub out_of_order: Vec<u64>,
}

impl Early {
    /// Describes the early end in one or two lines, for this number of finished games.
    #[must_use]
    pub fn words(&self, finished: u64) -> String {
        let mut text =
            format!("ended early by {}: {finished} of {} games are finished\n", self.reason, self.games);
        if !self.out_of_order.is_empty() {
            let _ = writeln!(
                text,
                "finished before an earlier game, so out of order: {}",
                ranges(&self.out_of_order)
            );
        }
        text
    }
}

/// Formats sorted numbers as spans: `3, 5-9`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Heads of the columns in the format for people.
const TEXT_HEAD: &str = "    game  result           Black     White    ticks  dead";

/// Describes the series in one line: board, rules, komi, minds, seed.
#[must_use]
pub fn title(series: &Series) -> String {
    let setup = &series.setup;
    let board = setup.rules.board_size(setup.size);
    let mut rules = setup.rules.name.to_owned();
    match setup.rules.quirks {
        Some(quirks) => {
            let text = quirks.to_string();
            if !text.is_empty() {
                let _ = write!(rules, " {text}");
            }
            // Under the quirk `pass_only_when_stuck` the score has no komi.
            if !quirks.pass_only_when_stuck {
                let _ = write!(rules, ", komi {}", setup.rules.komi);
            }
        }
        None => {
            let _ = write!(rules, ", komi {}", setup.rules.komi);
        }
    }
    if let Some(allowed) = setup.rules.other_suicide() {
        let _ = write!(rules, ", suicide {}", if allowed { "allowed" } else { "forbidden" });
    }
    let brains = &setup.brains;
    let note = if series.alternate { ", colours alternate" } else { "" };
    format!(
        "{board} board, {rules}; Black {}, White {}{note}; seed {}",
        brains.black, brains.white, setup.seed
    )
}

/// Returns the summary for people.
#[must_use]
pub fn summary(series: &Series, report: &Report) -> String {
    let failed =
        if report.count.failed > 0 { format!("{} failed, ", report.count.failed) } else { String::new() };
    let stopped = if report.stopped > 0 { format!(" ({} stopped)", report.stopped) } else { String::new() };
    let mut text = format!(
        "{}: {} counted, {} void, {failed}{} unfinished{stopped}; {} drawn\n\n",
        counted(report.count.games(), "game"),
        report.count.counted(),
        report.count.void,
        report.count.unfinished,
        report.count.results.draws
    );
    let sides = sides(series, report);
    let width = sides.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    let _ = writeln!(
        text,
        "{:width$}  {:>7} {:>8} {:>16} {:>12} {:>11}",
        "", "wins", "share", "95 % interval", "mean score", "deviation"
    );
    for (name, side) in &sides {
        let (low, high) = wilson(side.wins, report.count.counted());
        let _ = writeln!(
            text,
            "{name:width$}  {:>7} {:>6.1} % {:>16} {:>12} {:>11}",
            side.wins,
            100.0 * share(side.wins, report.count.counted()),
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            number(side.score.mean()),
            number(side.score.deviation()),
        );
    }
    let _ = writeln!(
        text,
        "\nticks a game: mean {}, deviation {}",
        number(report.count.ticks.mean()),
        number(report.count.ticks.deviation())
    );
    text
}

/// Returns the sides with their names: the colours, and then the minds if they swap colours.
fn sides(series: &Series, report: &Report) -> Vec<(String, Side)> {
    let mut sides: Vec<_> = report.colors.iter().map(|(color, side)| (color.to_string(), *side)).collect();
    if let Some([first, second]) = report.minds {
        let brains = series.setup.brains.as_ref().map(ToString::to_string);
        let is_same = brains.black == brains.white;
        let name = |text: String, which| if is_same { format!("{text} ({which})") } else { text };
        sides.push((name(brains.black, "first"), first));
        sides.push((name(brains.white, "second"), second));
    }
    sides
}

fn share(hits: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { hits as f64 / count as f64 }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"))
}

/// Formats fields as a line of CSV.
fn csv_line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut table = CsvTable::new(Vec::new());
    // Writing text into memory cannot fail.
    let _ = table.line(fields);
    String::from_utf8(table.finish().unwrap_or_default()).unwrap_or_default()
}

fn json(value: &impl Serialize) -> String {
    // Numbers and texts always have a JSON form.
    serde_json::to_string(value).unwrap_or_else(|error| format!("\"{error}\""))
}

#[derive(Serialize)]
struct Ended<'a> {
    reason: &'a str,
    games: u64,
    finished: u64,
    out_of_order: &'a [u64],
}

impl<'a> Ended<'a> {
    fn of(early: &'a Early, report: &Report) -> Self {
        Self {
            reason: &early.reason,
            games: early.games,
            finished: report.count.games(),
            out_of_order: &early.out_of_order,
        }
    }
}

#[derive(Serialize)]
struct Row {
    game: u64,
    black: String,
    white: String,
    result: String,
    winner: &'static str,
    black_score: f64,
    white_score: f64,
    ticks: u64,
    /// If a mind failed: its colour, and the reason. If agents and referee disagreed: the difference.
    fault: Option<String>,
    /// Rule for dead stones, which are removed before the score is counted.
    dead: &'static str,
    /// Conditions that stopped the game, and the events that met them.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl Row {
    fn of(series: &Series, game: &GameResult) -> Self {
        let brains = series.brains(game.swapped);
        Self {
            game: game.game,
            black: brains.black.to_string(),
            white: brains.white.to_string(),
            result: match (&game.outcome, &game.stopped) {
                (Some(outcome), _) => outcome.to_string(),
                (None, Some(_)) => "stopped".to_owned(),
                (None, None) => "unfinished".to_owned(),
            },
            winner: game.end().word(),
            black_score: game.score.black,
            white_score: game.score.white,
            ticks: game.ticks,
            fault: game.fault_text(),
            dead: series.setup.dead.effective_under(&series.setup.rules).name(),
            stopped: game.stopped.clone(),
        }
    }
}

#[derive(Serialize)]
struct Summary {
    games: u64,
    counted: u64,
    void: u64,
    failed: u64,
    unfinished: u64,
    /// Number of unfinished games that a condition stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<u64>,
    draws: u64,
    ticks: Moments,
    sides: Vec<SideSummary>,
}

#[derive(Serialize)]
struct Moments {
    mean: Option<f64>,
    deviation: Option<f64>,
}

#[derive(Serialize)]
struct SideSummary {
    name: String,
    wins: u64,
    share: f64,
    wilson95: [f64; 2],
    score: Moments,
}

impl Moments {
    fn of(sample: &Sample) -> Self {
        Self { mean: sample.mean(), deviation: sample.deviation() }
    }
}

impl Summary {
    fn of(series: &Series, report: &Report) -> Self {
        let side = |(name, side): (String, Side)| {
            let (low, high) = wilson(side.wins, report.count.counted());
            SideSummary {
                name,
                wins: side.wins,
                share: share(side.wins, report.count.counted()),
                wilson95: [low, high],
                score: Moments::of(&side.score),
            }
        };
        Self {
            games: report.count.games(),
            counted: report.count.counted(),
            void: report.count.void,
            failed: report.count.failed,
            unfinished: report.count.unfinished,
            stopped: Some(report.stopped).filter(|&stopped| stopped > 0),
            draws: report.count.results.draws,
            ticks: Moments::of(&report.count.ticks),
            sides: sides(series, report).into_iter().map(side).collect(),
        }
    }
}
