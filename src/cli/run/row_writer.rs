//! What is told of a series while it is played and when it ends.

use super::super::door::{file_name, say, stderr};
use super::records::{RecordFolder, SaveResult};
use super::rows::Rows;
use crate::cli::failure::Failure;
use crate::cli::progress::progress;
use indicatif::ProgressBar;
use std::io::Write;
use std::ops::ControlFlow;
use stonefield_go::notation::counted_of;
use stonefield_lab::store::{Ledger, LedgerError};
use stonefield_lab::{Early, Ended, Format, GameResult, Hearer, Report, Series, SeriesError, summary};
use stonefield_minds::engine::Signal;

/// Writes a row for each game in order, and keeps those that have overtaken others.
pub(super) struct RowWriter<'a> {
    series: &'a Series,
    format: Format,
    report: Report,
    rows: Rows<'a>,
    ledger: Option<Ledger>,
    /// Games in the ledger that this series is not about.
    beyond: u64,
    bar: ProgressBar,
    /// Rows written, every one of them whole.
    written: u64,
    /// Games whose row could not be written.
    unwritten: Vec<GameResult>,
    /// The numbers of games whose record could not be written.
    unrecorded: Vec<u64>,
    /// Why there is no going on.
    failure: Option<Failure>,
}

impl Hearer<SaveResult> for RowWriter<'_> {
    fn ended(&mut self, game: &GameResult, record: &SaveResult) -> ControlFlow<()> {
        let added = self.ledger.as_mut().map_or(Ok(()), |ledger| ledger.add(game)).map_err(unkept);
        let kept = record.as_ref().map_err(|why| Failure::flag("--sgf", why));
        if kept.is_err() {
            self.unrecorded.push(game.game);
        }
        self.note(added.and(kept.copied()))?;
        self.bar.inc(1);
        ControlFlow::Continue(())
    }

    fn due(&mut self, game: GameResult, _: SaveResult) -> ControlFlow<()> {
        self.row(game);
        // Games that were known have not been counted when they ended.
        if self.bar.position() < self.report.games() {
            self.bar.set_position(self.report.games());
        }
        if self.failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        let pulsed = self.rows.pulse();
        self.note(pulsed)
    }
}

impl<'a> RowWriter<'a> {
    pub(super) fn new(
        series: &'a Series,
        format: Format,
        rows: Rows<'a>,
        ledger: Option<Ledger>,
        beyond: u64,
    ) -> Self {
        Self {
            series,
            format,
            report: Report::new(series.alternate),
            rows,
            ledger,
            beyond,
            bar: progress(series.games, "{pos} of {len} games, {per_sec}, {eta} to go"),
            written: 0,
            unwritten: Vec::new(),
            unrecorded: Vec::new(),
            failure: None,
        }
    }

    /// Keeps the first failure: there is no going on after it.
    fn note(&mut self, done: Result<(), Failure>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure.get_or_insert(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes the row of a game; what comes before the first game only now, when it is known that the minds can be started.
    fn row(&mut self, game: GameResult) {
        let first = self.report.games() == 0;
        self.report.push(&game);
        if let Some((None, why)) = &game.fault {
            let number = game.game;
            self.bar.suspend(|| {
                say(format!(
                    "game {number}: {why}; with --game {number} --games 1 --sgf FOLDER its record is kept"
                ));
            });
        }
        if !self.rows.are_open() {
            self.unwritten.push(game);
            return;
        }
        let mut line = self.format.game(self.series, &game, first);
        if first {
            line.insert_str(0, &self.format.head(self.series));
        }
        let written = self.bar.suspend(|| self.rows.write(&line));
        match self.note(written) {
            ControlFlow::Continue(()) => self.written += 1,
            ControlFlow::Break(()) => self.unwritten.push(game),
        }
    }

    /// Writes what remains when the series has ended, by itself or by a signal.
    pub(super) fn finish(
        mut self,
        ended: Ended<SaveResult>,
        signal: Option<Signal>,
        records: Option<&RecordFolder>,
    ) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let settled = records.map_or(Ok(()), RecordFolder::settle);
        let _ = self.note(settled.map_err(|why| Failure::flag("--sgf", why)));
        for (game, _) in ended.waiting.iter().filter(|(_, record)| record.is_err()) {
            if !self.unrecorded.contains(&game.game) {
                self.unrecorded.push(game.game);
            }
        }
        if let Err(error) = ended.end {
            if self.report.games() == 0 && ended.waiting.is_empty() {
                return Err(refusal(error));
            }
            let _ = self.note(Err(refusal(error)));
        }
        let complete = self.report.games() == self.series.games && self.failure.is_none();
        if complete {
            let tail = self.format.tail(self.series, &self.report);
            if let Err(failure) = self.rows.write(&tail).and_then(|()| self.rows.finish()) {
                self.failure = Some(failure);
            } else {
                return self.good_end();
            }
        }
        let reason = match (&self.failure, signal) {
            (None, Some(signal)) => signal.name().to_owned(),
            (None, None) => "an unknown cause".to_owned(),
            (Some(Failure::Closed), _) => "a reader that closed stdout".to_owned(),
            (Some(Failure::Bad(line)), _) => format!("a failure ({line})"),
            (Some(_), _) => "a failure".to_owned(),
        };
        let late = ended.waiting.iter().map(|(game, _)| game.game).collect();
        let early = Early { reason, games: self.series.games, late };
        for (game, _) in ended.waiting {
            self.row(game);
        }
        if self.report.games() == 0 {
            // A reader finds a whole document.
            let head = self.format.head(self.series);
            self.write_last(&head);
        }
        let tail = self.format.early_tail(self.series, &self.report, &early);
        self.write_last(&tail);
        if self.rows.are_open() {
            let finished = self.rows.finish();
            let _ = self.note(finished);
        }
        self.early_end(&early, records);
        match (self.failure, signal) {
            (Some(failure), _) => Err(failure),
            (None, Some(signal)) => Err(Failure::Signal(signal)),
            (None, None) => Ok(()),
        }
    }

    fn write_last(&mut self, text: &str) {
        if self.rows.are_open() {
            let written = self.rows.write(text);
            let _ = self.note(written);
        }
    }

    fn good_end(self) -> Result<(), Failure> {
        match self.ledger {
            Some(ledger) if self.beyond > 0 => {
                let (beyond, path) = (self.beyond, file_name(ledger.path()));
                say(format_args!("{path} stays: it has {beyond} more games than this run was asked for"));
            }
            Some(ledger) => ledger.remove().map_err(unkept)?,
            None => {}
        }
        if !self.format.has_summary() {
            // Nobody may be listening there; the results are out.
            let _ = write!(stderr(), "{}", summary(self.series, &self.report));
        }
        if self.report.failed > 0 { Err(Failure::Found) } else { Ok(()) }
    }

    /// Says on stderr which results are where, and what could be written nowhere else.
    fn early_end(&mut self, early: &Early, records: Option<&RecordFolder>) {
        if self.ledger.is_none() && !self.unwritten.is_empty() {
            say(format_args!("the rows that are not written, {} of them:", self.unwritten.len()));
            for game in &self.unwritten {
                // Each as if it were the first: nothing is between them.
                let row = self.format.game(self.series, game, true);
                let _ = writeln!(stderr(), "{}", row.trim_matches('\n'));
            }
        }
        if !self.format.has_summary() || !self.rows.are_open() {
            let _ = write!(stderr(), "{}", summary(self.series, &self.report));
        }
        for line in early.words(self.report.games()).lines() {
            say(line);
        }
        match (&self.ledger, self.rows.path()) {
            (Some(ledger), Some(results)) => {
                let (games, safe) = ledger.settle();
                let path = file_name(ledger.path());
                let also = if self.rows.are_finished() {
                    format!("; they are in {} too", file_name(results))
                } else {
                    String::new()
                };
                if ledger.is_there() {
                    let told = counted_of(safe, games, "game");
                    say(format_args!("{told} safe in {path}, and the same command goes on from there{also}"));
                } else {
                    say(format_args!("{path} was removed while games were written into it{also}"));
                }
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

/// A series that is refused, with the flag at fault.
pub(super) fn refusal(error: SeriesError) -> Failure {
    match error {
        SeriesError::Person { color, .. } | SeriesError::Start { color, .. } => Failure::seat(color, error),
        _ => Failure::of(error),
    }
}

/// Games that the ledger does not take.
pub(super) fn unkept(error: LedgerError) -> Failure {
    Failure::flag("--output", error)
}
