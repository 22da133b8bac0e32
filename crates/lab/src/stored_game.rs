//! Stored game: a row of a store as a game record that can be opened anywhere.

use super::plies::{MOST_PLIES, PLY_BYTES, count_plies, decode_plies};
use super::store::{Datum, ResultStore, StoreError, StoreTable};
use super::{AxisError, Plan, PlanError};
use std::path::PathBuf;
use stonefield_go::ByColor;
use stonefield_minds::{BrainSpec, Origin};
use stonefield_sim::history::{Heading, Record, RecordError, RetellError};
use stonefield_sim::{GameSetup, Session};

/// Why a row cannot be opened as a game.
#[derive(Debug, thiserror::Error)]
pub enum StoredGameError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The plan has no such row.
    #[error("{}: there is no row {row}: the plan has {rows}, from 0", path.display())]
    NoRow {
        /// The store.
        path: PathBuf,
        /// The row that was asked for.
        row: u64,
        /// How many the plan has.
        rows: u64,
    },
    /// The row has not been played.
    #[error("{}: row {row} is not played yet", path.display())]
    NotPlayed {
        /// The store.
        path: PathBuf,
        /// The row that was asked for.
        row: u64,
    },
    /// The store's plan cannot be read.
    #[error("{}: its plan: {error}", path.display())]
    Plan {
        /// The store.
        path: PathBuf,
        /// What is wrong with it.
        error: PlanError,
    },
    /// The store's plan does not mean what it meant.
    #[error("{}: another version of the program has written it, and reads its plan otherwise ({difference})", path.display())]
    OtherPlan {
        /// The store.
        path: PathBuf,
        /// The first thing that is another, in words.
        difference: String,
    },
    /// The row's game cannot begin.
    #[error("{}: row {row}: {error}", path.display())]
    Axis {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Why not.
        error: Box<AxisError>,
    },
    /// Stored moves that are none.
    #[error("{}: row {row}: its moves are damaged", path.display())]
    Damaged {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
    },
    /// More plies than a game of its plan, or than are read of any.
    #[error("{}: row {row} has {plies} plies or more, and at most {most} are read{}", path.display(), if *most < MOST_PLIES { ": its plan ends games before" } else { "" })]
    Long {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Plies of the game, or a part of them.
        plies: u64,
        /// The most that there may be.
        most: u64,
    },
    /// Game that cannot begin or be told again.
    #[error("{}: row {row}: {error}", path.display())]
    Retell {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Why not.
        error: RetellError,
    },
    /// There is no game to open.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A row of a store as a game record, with all that decided it: rules, seed and minds. No mind is asked: the stored moves are played.
///
/// # Errors
/// When there is no such row, it is not played, or what is stored of it is no game.
pub fn stored_game(store: &ResultStore, row: u64) -> Result<Record, StoredGameError> {
    let path = || store.path().to_owned();
    let header = store.header();
    let is_tuning = header.kind == "tuning";
    if row >= header.rows && !is_tuning {
        return Err(StoredGameError::NoRow { path: path(), row, rows: header.rows });
    }
    let plan = Plan::read(&header.plan).map_err(|error| StoredGameError::Plan { path: path(), error })?;
    if let Some(difference) = plan.difference(&header.canonical).filter(|_| !is_tuning) {
        return Err(StoredGameError::OtherPlan { path: path(), difference });
    }
    if row >= plan.rows() && !is_tuning {
        return Err(StoredGameError::NoRow { path: path(), row, rows: plan.rows() });
    }
    let game = plan.game(if is_tuning { 0 } else { row });
    let game = game.map_err(|error| StoredGameError::Axis { path: path(), row, error: Box::new(error) })?;
    let (max_ticks, mut setup) = (game.max_ticks, game.setup);
    let damaged = || StoredGameError::Damaged { path: path(), row };
    // A tick has two plies at most.
    let most = max_ticks.saturating_mul(2).saturating_add(u64::from(setup.opening.plies) + 2).min(MOST_PLIES);
    let long = |plies| StoredGameError::Long { path: path(), row, plies, most };
    // Moves that are too many are not even read.
    let least = store.moves_size(row)? / PLY_BYTES;
    if least > most {
        return Err(long(least));
    }
    let (values, plies) = store.game(row)?.ok_or_else(|| StoredGameError::NotPlayed { path: path(), row })?;
    if is_tuning {
        seat_tuned(store, &values, &mut setup).ok_or_else(damaged)?;
    }
    let count = count_plies(&plies);
    if count > most {
        return Err(long(count));
    }
    let plies = decode_plies(setup.board(), &plies).ok_or_else(damaged)?;
    let heading =
        Heading { date: Some(header.date.clone()).filter(|date| !date.is_empty()), ..Heading::default() };
    let failed = |error| StoredGameError::Retell { path: path(), row, error };
    let session = Session::retold(&setup, heading, plies).map_err(failed)?;
    let games = session.record().text().map_err(|error| failed(error.clone().into()))?;
    Ok(Record::of_games(format!("{} row {row}", store.path().display()), games.clone())?)
}

/// Makes of the game that all games of a tuning begin with the one of these values: its minds, dice and opening.
fn seat_tuned(store: &ResultStore, values: &[Datum], setup: &mut GameSetup) -> Option<()> {
    let columns = store.columns(StoreTable::Games);
    let value = |name: &str| values.get(columns.iter().position(|column| column.name == name)?);
    let mind = |name: &str| value(name)?.text()?.parse::<BrainSpec>().ok();
    let whole = |name: &str| match value(name)? {
        Datum::Whole(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    let (black, white) = (mind("black_mind")?, mind("white_mind")?);
    setup.brains = ByColor::new(black.with_origin(Origin::File), white.with_origin(Origin::File));
    setup.game = whole("game")?;
    setup.opening.game = whole("opening")?;
    Some(())
}
