//! Stored game: a row of a store as a game record.

use super::plies::{MAX_PLIES, PLY_BYTES, count_plies, decode_plies};
use super::store::{Datum, ResultStore, StoreError, StoreTable};
use super::{AxisError, Plan, PlanError};
use std::path::PathBuf;
use stonefield_go::ByColor;
use stonefield_minds::{BrainSpec, Origin};
use stonefield_sim::history::{Heading, Record, RecordError, RetellError};
use stonefield_sim::{GameSetup, Session};

/// Reason why a row cannot be opened as a game.
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
        /// The requested row.
        row: u64,
        /// Number of rows of the plan.
        rows: u64,
    },
    /// The row has not been played.
    #[error("{}: row {row} is not played yet", path.display())]
    NotPlayed {
        /// The store.
        path: PathBuf,
        /// The requested row.
        row: u64,
    },
    /// The store's plan cannot be read.
    #[error("{}: its plan: {error}", path.display())]
    Plan {
        /// The store.
        path: PathBuf,
        /// Fault of the plan.
        error: PlanError,
    },
    /// Another version of the program wrote the store, and reads its plan differently.
    #[error("{}: another version of the program wrote this store and reads its plan differently ({difference})", path.display())]
    OtherPlan {
        /// The store.
        path: PathBuf,
        /// Differences, in words: at most ten.
        difference: String,
    },
    /// The plan gives no valid set-up for the row.
    #[error("{}: row {row}: {error}", path.display())]
    Axis {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Reason.
        error: Box<AxisError>,
    },
    /// The stored moves are damaged.
    #[error("{}: row {row}: its moves are damaged", path.display())]
    Damaged {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
    },
    /// The game has more plies than its plan allows, or than this program opens.
    #[error("{}: row {row} has {plies} plies or more, and at most {most} are read{}", path.display(), if *most < MAX_PLIES { ": its plan ends games before" } else { "" })]
    Long {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Number of plies, or a lower bound of it.
        plies: u64,
        /// Largest allowed number of plies.
        most: u64,
    },
    /// The game cannot begin with its set-up, or its moves cannot be replayed.
    #[error("{}: row {row}: {error}", path.display())]
    Retell {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Reason.
        error: RetellError,
    },
    /// The replayed game cannot be made into a record.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Opens a row of a store as a game record, with rules, seed and minds. The stored moves are replayed, and no
/// mind is asked.
///
/// # Errors
/// If the store or its plan cannot be read, the plan has another meaning for this version, the row does not
/// exist or is not played, or its game is damaged, too long or cannot begin.
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
    // A tick has at most two plies.
    let most = max_ticks.saturating_mul(2).saturating_add(u64::from(setup.opening.plies) + 2).min(MAX_PLIES);
    let long = |plies| StoredGameError::Long { path: path(), row, plies, most };
    // The size of the moves gives a lower bound of their number: too long games are refused before reading.
    let fewest = store.moves_size(row)? / PLY_BYTES;
    if fewest > most {
        return Err(long(fewest));
    }
    let (values, plies) = store.game(row)?.ok_or_else(|| StoredGameError::NotPlayed { path: path(), row })?;
    if is_tuning {
        seat_tuned(store, &values, &mut setup).ok_or_else(damaged)?;
    }
    let counted = store.columns(StoreTable::Games).iter().position(|column| column.name == "plies");
    let counted = counted.and_then(|at| values.get(at));
    if plies.is_empty() && matches!(counted, Some(Datum::Whole(1..))) {
        return Err(damaged());
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
    Ok(Record::of_games(format!("{} game {row}", store.path().display()), games.clone())?)
}

/// Sets minds, number and opening of a game of a tuning to the stored values; `None` if a value is damaged.
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
