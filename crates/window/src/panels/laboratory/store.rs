//! A store that is open in the laboratory: what was read of it, what is chosen in it, and the run that plays it.

use super::table::{SHARE, TableCell, TableColumn, TableOrder};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonefield_lab::background::{BackgroundRun, RunProgress, StoreReader};
use stonefield_lab::{CombinationSummary, GameLine, Sample, StoreReading, chart};

/// A store that is open.
pub struct ShownStore {
    /// A number that no other store has.
    pub id: u64,
    /// Where it is.
    pub path: PathBuf,
    /// Whether it is in the picture.
    pub ticked: bool,
    /// Whether its plan is shown.
    pub plan_open: bool,
    /// The player of a tournament whose games are chosen.
    pub player: Option<usize>,
    /// The combinations that are chosen, by their numbers; none: all of them.
    pub chosen: BTreeSet<u64>,
    /// What was read of it last.
    pub reading: Option<Arc<StoreReading>>,
    /// Another number for each reading.
    pub serial: u64,
    /// Why it cannot be read or played.
    pub fault: Option<String>,
    /// How its run stands, if it has one.
    pub standing: Option<RunProgress>,
    /// Whether its run is to be forgotten once it has ended.
    pub stopped: bool,
    /// By which column its table is in order.
    pub order: Option<TableOrder>,
    lines: Vec<usize>,
    lined: Option<(u64, Option<TableOrder>)>,
    reader: Option<StoreReader>,
    run: Option<BackgroundRun>,
}

impl ShownStore {
    /// The store of a file.
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
            standing: None,
            stopped: false,
            order: None,
            lines: Vec::new(),
            lined: None,
            reader: None,
            run: None,
        }
    }

    /// Has a run play it.
    pub fn play(&mut self, run: BackgroundRun) {
        self.standing = Some(run.progress());
        (self.run, self.stopped, self.fault) = (Some(run), false, None);
    }

    /// Has its run end.
    pub fn halt(&mut self, forget: bool) {
        if let Some(run) = &self.run {
            run.halt();
        }
        self.stopped |= forget;
    }

    /// Whether rows are being played.
    pub fn is_played(&self) -> bool {
        self.standing.as_ref().is_some_and(|standing| standing.phase.is_active())
    }

    /// Whether its run has been asked to end and has not.
    pub fn is_halting(&self) -> bool {
        self.is_played() && self.run.as_ref().is_some_and(BackgroundRun::is_halting)
    }

    /// The thread that reads it.
    pub const fn reader(&self) -> Option<&StoreReader> {
        self.reader.as_ref()
    }

    /// Takes in what has been read and played since the last frame, with the values of this column; returns whether there is anything new.
    pub fn follow(&mut self, column: &str) -> bool {
        let before = self.standing.take();
        self.standing = self.run.as_ref().map(BackgroundRun::progress);
        let ended = self.standing.as_ref().is_some_and(|standing| !standing.phase.is_active());
        if ended && self.stopped {
            (self.run, self.standing, self.stopped) = (None, None, false);
        }
        // Before a run has made the file there is nothing to read.
        let opens = self
            .standing
            .as_ref()
            .is_some_and(|standing| standing.phase == stonefield_lab::background::RunPhase::Opening);
        if self.reader.is_none() && !opens {
            self.reader = Some(StoreReader::start(&self.path, column));
        }
        let Some(reader) = &self.reader else { return true };
        reader.request(column);
        let (reading, fault) = reader.latest();
        let mut news = before != self.standing || fault != self.fault;
        self.fault = fault;
        let same = |(one, other): (&Arc<StoreReading>, &Arc<StoreReading>)| Arc::ptr_eq(one, other);
        if reading.is_some() && !reading.as_ref().zip(self.reading.as_ref()).is_some_and(same) {
            (self.reading, news) = (reading, true);
            self.serial += 1;
        }
        news
    }

    /// The name of its file without the folder and the ending.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// Whether all rows of its plan are there.
    pub fn is_whole(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.games.len() as u64 >= reading.header.rows)
    }

    /// The first row that has not been played, as far as the store has been read; 0 where all have been.
    pub fn next_row(&self) -> u64 {
        let Some(reading) = self.reading.as_ref().filter(|_| !self.is_whole()) else { return 0 };
        let rows = (0..).zip(&reading.games);
        rows.take_while(|(row, game)| game.row == *row).count() as u64
    }

    /// Whether a game is of a chosen combination.
    pub fn is_chosen(&self, game: &GameLine) -> bool {
        self.chosen.is_empty() || self.chosen.contains(&game.combination)
    }

    /// Chooses a combination alone, or beside others; what is chosen already is chosen no longer.
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

    /// Chooses the pairings of a player; another time all games again.
    pub fn choose_player(&mut self, player: usize) {
        let again = self.player == Some(player);
        self.player = (!again).then_some(player);
        self.chosen = match &self.reading {
            Some(reading) if !again => super::cross::pairings_of(reading, player),
            _ => BTreeSet::new(),
        };
    }

    /// The combinations in the order of the table, as places in the summary.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Brings the combinations into the order that is wanted now.
    pub fn arrange(&mut self) {
        let now = (self.serial, self.order);
        if self.lined == Some(now) {
            return;
        }
        self.lined = Some(now);
        let Some(reading) = &self.reading else { return };
        let all = &reading.summary.combinations;
        self.lines = (0..all.len()).collect();
        if let Some(TableOrder { column, falling }) = self.order {
            self.lines.sort_by(|&one, &other| {
                let order = compared(&all[one], &all[other], reading.summary.names.len(), column);
                if falling { order.reverse() } else { order }
            });
        }
    }

    /// A combination in words: what varies, with its values.
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

/// What a path is called in a line: its name alone.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Columns of the table between what varies and the measures, with what they mean.
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

/// The columns of the table of combinations.
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
        let about = "The mean at the end of games, with its 95 % interval".to_owned();
        TableColumn { title: name.clone(), about, wide: 15, number: true }
    });
    varies.chain(fixed).chain(measures).collect()
}

/// The line of a combination.
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

/// A mean with half the width of its 95 % interval.
pub fn mean(sample: &Sample) -> String {
    match sample.count() {
        0 => "–".to_owned(),
        _ => chart::mean(sample),
    }
}

/// How two combinations are in order by a column of the table, the lower first; what has no number comes first.
fn compared(one: &CombinationSummary, other: &CombinationSummary, names: usize, column: usize) -> Ordering {
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
