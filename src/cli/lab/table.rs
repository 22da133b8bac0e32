//! `stonefield lab table`: shows the table of a tournament from its store.

use super::status::duration_words;
use crate::cli::columns::table;
use crate::cli::failure::Failure;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefield_go::notation::counted;
use stonefield_lab::statistics::Sprt;
use stonefield_lab::store::ResultStore;
use stonefield_lab::{CrossCell, ScoreCells, StandingLine, Standings, StandingsError};

/// Arguments of `lab table`.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    /// Store of a tournament
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// Sequential test of two players to apply to the games, instead of that of the plan
    #[arg(long, value_name = "elo0=0,elo1=20,…", value_parser = str::parse::<Sprt>)]
    sprt: Option<Sprt>,
}

pub(super) fn run(args: &TableArgs, out: &mut dyn Write) -> Result<(), Failure> {
    write_table(&args.file, args.sprt, out)
}

/// Writes the table of the tournament in a store.
pub(super) fn write_table(path: &Path, sprt: Option<Sprt>, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(path).map_err(Failure::of)?;
    let standings = Standings::of(&store, sprt).map_err(|error| match error {
        StandingsError::TestOfMany(_) => Failure::flag("--sprt", error),
        _ => Failure::of(error),
    })?;
    let Standings { games, planned, .. } = standings;
    writeln!(out, "{games} of {}, plan {}", counted(planned, "game"), store.header().hash)?;
    if let Some(words) = standings.left_out_words() {
        writeln!(out, "{words}")?;
    }
    let lines = standings.lines();
    writeln!(out, "\n{}", cross_table(&lines))?;
    write!(out, "{}", players(&lines))?;
    for note in standings.notes() {
        writeln!(out, "{note}")?;
    }
    if let Some(words) = standings.pair_words() {
        writeln!(out, "\n{words}")?;
    }
    if let Some(test) = &standings.test {
        writeln!(out, "\n{test}")?;
    }
    Ok(())
}

/// Points of each player against each other player, strongest first.
fn cross_table(lines: &[StandingLine]) -> String {
    let mut rows = vec![vec![String::new(), "player".to_owned()]];
    rows[0].extend((1..=lines.len()).map(|place| place.to_string()));
    for (place, line) in (1..).zip(lines) {
        let mut row = vec![format!("{place}"), line.standing.name.clone()];
        row.extend(line.against.iter().map(|cell| match cell {
            CrossCell::Own => "-".to_owned(),
            CrossCell::NoGame => String::new(),
            CrossCell::Points(points) => points.clone(),
        }));
        rows.push(row);
    }
    table(&rows)
}

/// Line for each player, strongest first.
fn players(lines: &[StandingLine]) -> String {
    let head = [
        "",
        "player",
        "Elo",
        "95 % interval",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "stronger than next",
        "CPU per move",
        "void",
        "failed",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, line) in (1..).zip(lines) {
        let cell = |field: fn(&ScoreCells) -> &String| {
            line.score.as_ref().map_or("-".to_owned(), |score| field(score).clone())
        };
        rows.push(vec![
            format!("{place}"),
            line.standing.name.clone(),
            cell(|score| &score.elo),
            cell(|score| &score.interval),
            line.standing.results.games().to_string(),
            line.standing.results.wins.to_string(),
            line.standing.results.draws.to_string(),
            line.standing.results.losses.to_string(),
            cell(|score| &score.share),
            line.above_next.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share)),
            line.standing.cost().map_or("-".to_owned(), duration_words),
            line.standing.void.to_string(),
            line.standing.failed.to_string(),
        ]);
    }
    table(&rows)
}
