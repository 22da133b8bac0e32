//! `stonefield lab table`: the table of a tournament from its store.

use super::status::span;
use crate::cli::columns::table;
use crate::cli::failure::Failure;
use crate::lab::Standings;
use crate::lab::statistics::Sprt;
use crate::lab::store::ResultStore;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `lab table` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    /// The store of a tournament
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// What this test of two players says of the games, in place of that of the plan
    #[arg(long, value_name = "elo0=0,elo1=20,…", value_parser = str::parse::<Sprt>)]
    sprt: Option<Sprt>,
}

pub(super) fn run(args: &TableArgs, out: &mut dyn Write) -> Result<(), Failure> {
    write_table(&args.file, args.sprt, out)
}

/// Writes the table of a store.
pub(super) fn write_table(path: &Path, sprt: Option<Sprt>, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(path).map_err(Failure::of)?;
    let standings = Standings::of(&store, sprt).map_err(Failure::of)?;
    let Standings { games, planned, left_out, .. } = standings;
    writeln!(out, "{games} of {planned} games, plan {}", store.header().hash)?;
    if left_out > 0 {
        writeln!(out, "{left_out} of them were played after the test had decided, and count for nothing")?;
    }
    writeln!(out, "\n{}", cross_table(&standings))?;
    write!(out, "{}", players(&standings))?;
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

/// The points of each player against each other, the strongest first.
fn cross_table(standings: &Standings) -> String {
    let order = standings.order();
    let mut rows = vec![vec![String::new(), "player".to_owned()]];
    rows[0].extend((1..=order.len()).map(|place| place.to_string()));
    for (place, &player) in (1..).zip(&order) {
        let mut row = vec![format!("{place}"), standings.players[player].name.clone()];
        row.extend(order.iter().map(|&other| {
            let results = standings.cross.between(player, other);
            match results.games() {
                _ if player == other => "-".to_owned(),
                0 => String::new(),
                games => format!("{}/{games}", results.points()),
            }
        }));
        rows.push(row);
    }
    table(&rows)
}

/// A line for each player, the strongest first.
fn players(standings: &Standings) -> String {
    let head = [
        "",
        "player",
        "Elo",
        "95 % interval",
        "games",
        "won",
        "drawn",
        "lost",
        "share",
        "above the next",
        "CPU a move",
        "void",
        "failed",
    ];
    let order = standings.order();
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (at, &number) in order.iter().enumerate() {
        let (player, rating) = (&standings.players[number], standings.ratings.rating(number));
        let results = player.results;
        let none = || "-".to_owned();
        let has_games = results.games() > 0;
        let (low, high) = rating.interval();
        let next = order.get(at + 1).filter(|next| has_games && standings.cross.total(**next).games() > 0);
        let share = results.points() / results.games() as f64;
        let cost = player.seconds / player.moves as f64;
        rows.push(vec![
            (at + 1).to_string(),
            player.name.clone(),
            if has_games { format!("{:+.0}", rating.elo) } else { none() },
            if has_games { format!("{low:+.0} to {high:+.0}") } else { none() },
            results.games().to_string(),
            results.wins.to_string(),
            results.draws.to_string(),
            results.losses.to_string(),
            if has_games { format!("{:.1} %", 100.0 * share) } else { none() },
            next.map_or_else(none, |&next| percent(standings.ratings.superiority(number, next))),
            if player.moves > 0 { span(cost) } else { none() },
            player.void.to_string(),
            player.failed.to_string(),
        ]);
    }
    table(&rows)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
