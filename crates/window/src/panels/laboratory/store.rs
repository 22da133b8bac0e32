//! Open store of the laboratory: its reading, the chosen combinations, its run, and its table.

use super::table::{SHARE, TableCell, TableColumn, TableOrder};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonefield_lab::background::{BackgroundRun, RunProgress, StoreReader};
use stonefield_lab::{CombinationSummary, GameLine, Sample, StoreReading, chart};

/// Open store.
pub struct ShownStore {
    /// Unique number of the open store.
    pub id: u64,
    /// Path of the file.
    pub path: PathBuf,
    /// True if the charts show its games.
    pub ticked: bool,
    /// True if its plan is shown.
    pub plan_open: bool,
    /// Player of a tournament whose pairings are chosen, if any.
    pub player: Option<usize>,
    /// Numbers of the chosen combinations. Empty: all combinations.
    pub chosen: BTreeSet<u64>,
    /// Last reading.
    pub reading: Option<Arc<StoreReading>>,
    /// Number of readings so far.
    pub serial: u64,
    /// Reason why it cannot be read, if the last attempt failed.
    pub fault: Option<String>,
    /// Progress of its run, if it has one.
    pub progress: Option<RunProgress>,
    /// True if the run is removed once it has ended.
    pub forgets_run: bool,
    /// Order of its table. `None`: by combination.
    pub order: Option<TableOrder>,
    /// Indices of the combinations, in the order of the table.
    lines: Vec<usize>,
    /// Reading and order from which `lines` was made.
    lines_source: Option<(u64, Option<TableOrder>)>,
    reader: Option<StoreReader>,
    run: Option<BackgroundRun>,
}

impl ShownStore {
    /// Returns the store of a file. Reading begins with [`Self::poll`].
    pub fn new(id: u64, path: PathBuf) -> Self {
        Self {
            id,
            path,
            ticked: true,
            plan_open: false,
            player: None,
            chosen: BTreeSet::new(),
            reading: None,
            serial: 0,
            fault: None,
            progress: None,
            forgets_run: false,
            order: None,
            lines: Vec::new(),
            lines_source: None,
            reader: None,
            run: None,
        }
    }

    /// Adds a run, in place of an earlier one.
    pub fn play(&mut self, run: BackgroundRun) {
        self.progress = Some(run.progress());
        (self.run, self.forgets_run, self.fault) = (Some(run), false, None);
    }

    /// Halts its run. `forget`: true to remove the run once it has ended.
    pub fn halt(&mut self, forget: bool) {
        if let Some(run) = &self.run {
            run.halt();
        }
        self.forgets_run |= forget;
    }

    /// True while its run is active.
    pub fn is_playing(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.phase.is_active())
    }

    /// True while its run is halting.
    pub fn is_halting(&self) -> bool {
        self.is_playing() && self.run.as_ref().is_some_and(BackgroundRun::is_halting)
    }

    /// Returns the thread that reads it, once started.
    pub const fn reader(&self) -> Option<&StoreReader> {
        self.reader.as_ref()
    }

    /// Updates progress and reading, with the values of `column`. Returns true if anything changed, or while
    /// a run opens the file.
    pub fn poll(&mut self, column: &str) -> bool {
        let before = self.progress.take();
        self.progress = self.run.as_ref().map(BackgroundRun::progress);
        let ended = self.progress.as_ref().is_some_and(|progress| !progress.phase.is_active());
        if ended && self.forgets_run {
            (self.run, self.progress, self.forgets_run) = (None, None, false);
        }
        // A run may still have to create the file.
        let is_opening = self
            .progress
            .as_ref()
            .is_some_and(|progress| progress.phase == stonefield_lab::background::RunPhase::Opening);
        if self.reader.is_none() && !is_opening {
            self.reader = Some(StoreReader::start(&self.path, column));
        }
        let Some(reader) = &self.reader else { return true };
        reader.request(column);
        let (reading, fault) = reader.latest();
        let mut changed = before != self.progress || fault != self.fault;
        self.fault = fault;
        let is_same = |(one, other): (&Arc<StoreReading>, &Arc<StoreReading>)| Arc::ptr_eq(one, other);
        if reading.is_some() && !reading.as_ref().zip(self.reading.as_ref()).is_some_and(is_same) {
            (self.reading, changed) = (reading, true);
            self.serial += 1;
        }
        changed
    }

    /// Returns the name of its file without folder and extension.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// True if the last reading has all rows of the plan.
    pub fn is_complete(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.games.len() as u64 >= reading.header.rows)
    }

    /// Returns the first missing row in the last reading. 0 if no row is missing, or without a reading.
    pub fn next_row(&self) -> u64 {
        let Some(reading) = self.reading.as_ref().filter(|_| !self.is_complete()) else { return 0 };
        let rows = (0..).zip(&reading.games);
        rows.take_while(|(row, game)| game.row == *row).count() as u64
    }

    /// True if a game is of a chosen combination.
    pub fn is_chosen(&self, game: &GameLine) -> bool {
        self.chosen.is_empty() || self.chosen.contains(&game.combination)
    }

    /// Chooses a combination alone; again: all combinations. With `beside` it is added to the chosen ones, or
    /// removed.
    pub fn choose(&mut self, combination: u64, beside: bool) {
        self.player = None;
        let alone = self.chosen.len() == 1 && self.chosen.contains(&combination);
        match (beside, alone) {
            (true, _) => {
                if !self.chosen.remove(&combination) {
                    self.chosen.insert(combination);
                }
            }
            (false, true) => self.chosen.clear(),
            (false, false) => self.chosen = BTreeSet::from([combination]),
        }
    }

    /// Chooses the pairings of a player; again: all combinations.
    pub fn choose_player(&mut self, player: usize) {
        let again = self.player == Some(player);
        self.player = (!again).then_some(player);
        self.chosen = match &self.reading {
            Some(reading) if !again => super::cross::pairings_of(reading, player),
            _ => BTreeSet::new(),
        };
    }

    /// Returns the indices of the combinations in the summary, in the order of the table.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Sorts the combinations if the reading or the order has changed.
    pub fn arrange(&mut self) {
        let now = (self.serial, self.order);
        if self.lines_source == Some(now) {
            return;
        }
        self.lines_source = Some(now);
        let Some(reading) = &self.reading else { return };
        let all = &reading.summary.combinations;
        self.lines = (0..all.len()).collect();
        if let Some(TableOrder { column, falling }) = self.order {
            self.lines.sort_by(|&one, &other| {
                let order = compare(&all[one], &all[other], reading.summary.names.len(), column);
                if falling { order.reverse() } else { order }
            });
        }
    }

    /// Returns a combination as text: the varying keys with their values.
    pub fn words(reading: &StoreReading, combination: &CombinationSummary) -> String {
        if let ([first, second], [one, other]) = (&reading.summary.names[..], &combination.values[..])
            && (first == "first" && second == "second")
        {
            return format!("{one} against {other}");
        }
        let names = reading.summary.names.iter().zip(&combination.values);
        let words: Vec<_> = names.map(|(name, value)| format!("{name} {value}")).collect();
        if words.is_empty() { "all games".to_owned() } else { words.join(", ") }
    }
}

/// Returns the file name of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Measures that have another name in the window than in files: the latter, then the former.
const NAMES: [(&str, &str); 2] = [("capacity", "total heat"), ("plies", "moves")];

/// Returns the name in the window of a measure or column, such as `total heat during games`.
pub fn column_words(name: &str) -> String {
    let renamed = NAMES.iter().find_map(|(file_name, words)| {
        let rest = name.strip_prefix(file_name).filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
        Some(format!("{words}{rest}"))
    });
    renamed.unwrap_or_else(|| name.to_owned())
}

/// Returns a tooltip of a measure or column, with its name in files if the window has another.
pub fn column_about(about: &str, name: &str) -> String {
    if column_words(name) == name { about.to_owned() } else { format!("{about}\nIn files: {name}") }
}

/// Columns of the table between the varying keys and the measures: title, tooltip, width in characters, and
/// true for numbers.
const FIXED: [(&str, &str, usize, bool); 8] = [
    ("games", "Games played, with any result or none", 6, true),
    ("wins", "Games won", 6, true),
    ("share of wins", "The share of wins, a draw being half a win, with its 95 % interval", SHARE, false),
    ("ahead by ± 95 %", "Points by which it was won, with the 95 % interval of the mean", 15, true),
    ("ticks ± 95 %", "Ticks a game, with the 95 % interval of the mean", 14, true),
    ("draws", "Games drawn", 5, true),
    ("void", "Games that the NetLogo model's stop with an error made void", 4, true),
    ("failed", "Games in which a mind could not go on, or agents and referee disagreed", 6, true),
];

/// Returns the columns of the table of combinations.
pub fn columns(reading: &StoreReading) -> Vec<TableColumn> {
    let summary = &reading.summary;
    let varies = summary.names.iter().enumerate().map(|(at, name)| {
        let values = summary.combinations.iter().take(200).map(|one| one.values[at].chars().count());
        let number = summary.combinations.iter().take(200).all(|one| one.values[at].parse::<f64>().is_ok());
        let wide = values.max().unwrap_or(0).min(28);
        TableColumn { title: name.clone(), about: "It varies".to_owned(), wide, number }
    });
    let whose = if summary.by_mind { "of the mind that plays Black first" } else { "of Black" };
    let fixed = FIXED.iter().map(|&(title, about, wide, number)| {
        let sided = matches!(title, "wins" | "share of wins" | "ahead by ± 95 %");
        let about = if sided { format!("{about}: {whose}") } else { about.to_owned() };
        TableColumn { title: title.to_owned(), about, wide, number }
    });
    let measures = summary.measures.iter().map(|name| {
        let about = column_about("The mean at the end of games, with its 95 % interval", name);
        TableColumn { title: column_words(name), about, wide: 15, number: true }
    });
    varies.chain(fixed).chain(measures).collect()
}

/// Returns the cells of a combination.
pub fn line(combination: &CombinationSummary) -> Vec<TableCell> {
    let whole = |number: u64| match number {
        0 => TableCell::Weak("0".to_owned()),
        number => TableCell::Text(number.to_string()),
    };
    let count = &combination.count;
    let mut cells: Vec<_> = combination.values.iter().cloned().map(TableCell::Text).collect();
    cells.extend([
        whole(count.games()),
        whole(count.results.wins),
        TableCell::Share(count.results.share().map(|share| (share, count.results.interval()))),
        TableCell::Text(mean(&count.margin)),
        TableCell::Text(mean(&count.ticks)),
        whole(count.results.draws),
        whole(count.void),
        match count.failed {
            0 => TableCell::Weak("0".to_owned()),
            failed => TableCell::Fault(failed.to_string()),
        },
    ]);
    cells.extend(combination.measures.iter().map(|sample| TableCell::Text(mean(sample))));
    cells
}

/// Returns a mean with half the width of its 95 % interval; `–` without a sample.
pub fn mean(sample: &Sample) -> String {
    match sample.count() {
        0 => "–".to_owned(),
        _ => chart::mean(sample),
    }
}

/// Compares two combinations by a column of the table. Missing numbers are lowest. `names`: number of varying
/// keys.
fn compare(one: &CombinationSummary, other: &CombinationSummary, names: usize, column: usize) -> Ordering {
    let number = |of: &CombinationSummary| -> f64 {
        let value = match column.checked_sub(names) {
            None => of.values.get(column).and_then(|text| text.parse().ok()),
            Some(0) => Some(of.count.games() as f64),
            Some(1) => Some(of.count.results.wins as f64),
            Some(2) => of.count.results.share(),
            Some(3) => of.count.margin.mean(),
            Some(4) => of.count.ticks.mean(),
            Some(5) => Some(of.count.results.draws as f64),
            Some(6) => Some(of.count.void as f64),
            Some(7) => Some(of.count.failed as f64),
            Some(more) => of.measures.get(more - FIXED.len()).and_then(Sample::mean),
        };
        value.unwrap_or(f64::NEG_INFINITY)
    };
    let text = |of: &CombinationSummary| of.values.get(column).cloned().unwrap_or_default();
    let order = number(one).total_cmp(&number(other));
    if column < names { order.then_with(|| text(one).cmp(&text(other))) } else { order }
}
