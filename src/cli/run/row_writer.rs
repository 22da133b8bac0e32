//! Row writer: writes a row for each game of a series, and reports how the series ended.

use super::super::door::{file_name, say, stderr};
use super::checkpoint::{Checkpoint, store_failure};
use super::records::RecordFolder;
use super::rows::Rows;
use crate::cli::failure::Failure;
use crate::cli::progress::progress;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use stonefield_go::notation::counted_of;
use stonefield_lab::store::RowSet;
use stonefield_lab::{
    Early, Format, GameResult, LabError, PlayedRow, Report, RowListener, Series, SeriesError, summary,
};
use stonefield_minds::engine::Signal;

/// Writer of a row for each game, in the order of their numbers.
pub(super) struct RowWriter<'a> {
    series: &'a Series,
    format: Format,
    report: Report,
    rows: Rows<'a>,
    /// Finished games that wait for an earlier one. Empty during the series if a checkpoint keeps the games.
    waiting: BTreeMap<u64, GameResult>,
    /// Number of the next game to write.
    next_game: u64,
    /// True if a checkpoint keeps the games, so that they are written at the end.
    is_kept: bool,
    bar: ProgressBar,
    /// Number of finished games, with those that the checkpoint had at the start.
    finished: u64,
    /// Number of rows that were written completely.
    written: u64,
    /// Games whose row could not be written.
    unwritten: Vec<GameResult>,
    /// Numbers of games whose record could not be written.
    unrecorded: Vec<u64>,
    /// First failure. It ends the series.
    failure: Option<Failure>,
}

impl RowListener for RowWriter<'_> {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        let PlayedRow { row, result, unrecorded, .. } = row;
        self.finished += 1;
        self.bar.inc(1);
        if let Some((None, why)) = &result.fault {
            self.bar.suspend(|| {
                say(format!("game {row}: {why}; --game {row} --games 1 --sgf FOLDER writes its record"));
            });
        }
        if let Some(why) = unrecorded {
            self.unrecorded.push(row);
            let _ = self.keep_failure(Err(Failure::flag("--sgf", why)));
        }
        if !self.is_kept {
            self.add_waiting(result);
            self.write_ready_rows();
        }
        if self.failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        let pulsed = self.rows.pulse();
        self.keep_failure(pulsed)
    }
}

impl<'a> RowWriter<'a> {
    /// Creates a writer. `kept_games` are the numbers of the games in the checkpoint, if there is one.
    pub(super) fn new(
        series: &'a Series,
        format: Format,
        rows: Rows<'a>,
        kept_games: Option<&RowSet>,
    ) -> Self {
        let bar = progress(series.games, "{pos} of {len} games, {per_sec}, {eta} to go");
        let numbers = series.numbers();
        let before = kept_games.map_or(0, |kept| kept.iter().filter(|game| numbers.contains(game)).count());
        bar.set_position(before as u64);
        bar.reset_eta();
        Self {
            series,
            format,
            report: Report::new(series.alternate),
            rows,
            waiting: BTreeMap::new(),
            next_game: numbers.start,
            is_kept: kept_games.is_some(),
            bar,
            finished: kept_games.map_or(0, RowSet::len),
            written: 0,
            unwritten: Vec::new(),
            unrecorded: Vec::new(),
            failure: None,
        }
    }

    /// Adds a game to those that wait for an earlier one. Ignores a game of another series.
    fn add_waiting(&mut self, game: GameResult) {
        if self.series.numbers().contains(&game.game) {
            self.waiting.insert(game.game, game);
        }
    }

    /// Writes the rows of the waiting games for which no earlier game is missing.
    fn write_ready_rows(&mut self) {
        while let Some(game) = self.waiting.remove(&self.next_game) {
            self.next_game += 1;
            self.write_row(game);
        }
    }

    /// Keeps the first failure of the series. Returns `Break` for a failure.
    fn keep_failure(&mut self, done: Result<(), Failure>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure.get_or_insert(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes the row of a game, and before the first row the head. The head is not written earlier, because
    /// only the first game shows that the minds can be started.
    fn write_row(&mut self, game: GameResult) {
        let first = self.report.count.games() == 0;
        self.report.push(&game);
        if !self.rows.are_open() {
            self.unwritten.push(game);
            return;
        }
        let mut line = self.format.game(self.series, &game, first);
        if first {
            line.insert_str(0, &self.format.head(self.series));
        }
        let written = self.bar.suspend(|| self.rows.write(&line));
        match self.keep_failure(written) {
            ControlFlow::Continue(()) => self.written += 1,
            ControlFlow::Break(()) => self.unwritten.push(game),
        }
    }

    /// Writes the remaining rows and the end of the output after the last game, a failure or a signal.
    /// Removes or closes the checkpoint. Returns the result of the command.
    pub(super) fn finish(
        mut self,
        played: Result<(), LabError>,
        checkpoint: Option<Checkpoint>,
        signal: Option<Signal>,
        records: Option<&RecordFolder>,
    ) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let synced = records.map_or(Ok(()), RecordFolder::sync);
        let _ = self.keep_failure(synced.map_err(|why| Failure::flag("--sgf", why)));
        if let Err(error) = played {
            let failure = match error {
                LabError::Play(error) => refusal(error),
                LabError::Store(error) => store_failure(error),
            };
            if self.finished == 0 {
                // No game was played, so that nothing is lost.
                let _ = checkpoint.map(Checkpoint::remove);
                return Err(failure);
            }
            let _ = self.keep_failure(Err(failure));
        }
        if let Some(checkpoint) = &checkpoint {
            let read = checkpoint.each(|game| {
                self.add_waiting(game);
                self.write_ready_rows();
            });
            let _ = self.keep_failure(read);
        }
        let complete = self.report.count.games() == self.series.games && self.failure.is_none();
        if complete {
            let tail = self.format.tail(self.series, &self.report);
            if let Err(failure) = self.rows.write(&tail).and_then(|()| self.rows.finish()) {
                self.failure = Some(failure);
            } else {
                return self.end_complete(checkpoint);
            }
        }
        let reason = match (&self.failure, signal) {
            (None, Some(signal)) => signal.name().to_owned(),
            (None, None) => "an unknown cause".to_owned(),
            (Some(Failure::Closed), _) => "a reader that closed stdout".to_owned(),
            (Some(Failure::Bad(line)), _) => format!("a failure ({line})"),
            (Some(_), _) => "a failure".to_owned(),
        };
        // The rows of waiting games are written although earlier games are missing.
        let out_of_order = self.waiting.keys().copied().collect();
        let early = Early { reason, games: self.series.games, out_of_order };
        for game in std::mem::take(&mut self.waiting).into_values() {
            self.write_row(game);
        }
        if self.report.count.games() == 0 {
            // The output is a complete document even without a game.
            let head = self.format.head(self.series);
            self.write_last(&head);
        }
        let tail = self.format.early_tail(self.series, &self.report, &early);
        self.write_last(&tail);
        if self.rows.are_open() {
            let finished = self.rows.finish();
            let _ = self.keep_failure(finished);
        }
        self.report_early_end(&early, checkpoint, records);
        match (self.failure, signal) {
            (Some(failure), _) => Err(failure),
            (None, Some(signal)) => Err(Failure::Signal(signal)),
            (None, None) => Ok(()),
        }
    }

    fn write_last(&mut self, text: &str) {
        if self.rows.are_open() {
            let written = self.rows.write(text);
            let _ = self.keep_failure(written);
        }
    }

    fn end_complete(self, checkpoint: Option<Checkpoint>) -> Result<(), Failure> {
        if let Some(checkpoint) = checkpoint {
            let beyond = checkpoint.kept_games().len() - self.report.count.games();
            if beyond > 0 {
                let path = file_name(checkpoint.path());
                say(format_args!("{path} is kept: {beyond} of its games are not of this run"));
                checkpoint.close()?;
            } else {
                checkpoint.remove()?;
            }
        }
        if !self.format.has_summary() {
            // Errors are ignored: stderr may be closed, and the results are written.
            let _ = write!(stderr(), "{}", summary(self.series, &self.report));
        }
        if self.report.count.failed > 0 { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Reports on stderr where the results are. Also writes to stderr the rows that stdout did not take.
    fn report_early_end(
        &mut self,
        early: &Early,
        checkpoint: Option<Checkpoint>,
        records: Option<&RecordFolder>,
    ) {
        if checkpoint.is_none() && !self.unwritten.is_empty() {
            say(format_args!("the rows that are not written, {} of them:", self.unwritten.len()));
            for game in &self.unwritten {
                // Each row is formatted as the first, without a separator.
                let row = self.format.game(self.series, game, true);
                let _ = writeln!(stderr(), "{}", row.trim_matches('\n'));
            }
        }
        if !self.format.has_summary() || !self.rows.are_open() {
            let _ = write!(stderr(), "{}", summary(self.series, &self.report));
        }
        for line in early.words(self.report.count.games()).lines() {
            say(line);
        }
        match (checkpoint, self.rows.path()) {
            (Some(checkpoint), Some(results)) => {
                let path = file_name(checkpoint.path());
                let also = if self.rows.are_finished() {
                    format!("; they are in {} too", file_name(results))
                } else {
                    String::new()
                };
                if checkpoint.is_there() {
                    let games = counted_of(checkpoint.committed(), self.finished, "game");
                    say(format_args!(
                        "{games} safe in {path}, and the same command continues from there{also}"
                    ));
                } else {
                    say(format_args!("{path} was removed while games were written into it{also}"));
                }
                // Errors are ignored: the games are on the disk, and the next run brings them into one file.
                let _ = checkpoint.close();
            }
            _ => say(self.rows.stdout_words(self.written)),
        }
        if let Some(records) = records {
            let folder = file_name(records.path());
            let missing: Vec<String> = self.unrecorded.iter().map(u64::to_string).collect();
            let but = if missing.is_empty() { String::new() } else { format!(" but {}", missing.join(", ")) };
            if records.is_there() {
                say(format_args!("the records of all finished games{but} are in {folder}"));
            } else {
                say(format_args!("{folder} was moved or removed while records were written into it"));
            }
        }
    }
}

/// Failure of a series, with the flag at fault.
pub(super) fn refusal(error: SeriesError) -> Failure {
    match error {
        SeriesError::Person { color, .. } | SeriesError::Start { color, .. } => Failure::seat(color, error),
        SeriesError::Number(_) => Failure::flag("--game", error),
        _ => Failure::of(error),
    }
}
