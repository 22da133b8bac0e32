//! Stored game: a row of a store as a game record that can be opened anywhere.

use super::record::{Record, RecordError, Source};
use super::store::{Datum, ResultStore, StoreError, StoreTable};
use super::{AxisError, Plan, PlanError, decode_plies};
use crate::brain::{BrainSpec, Origin};
use crate::go::ByColor;
use crate::notation::sgf;
use crate::sim::history::{Heading, HistoryError};
use crate::sim::{GameSetup, Session, SetupError};
use std::path::PathBuf;

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
    /// The row's game cannot begin.
    #[error("{}: row {row}: {error}", path.display())]
    Setup {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Why not.
        error: SetupError,
    },
    /// What is stored of its moves is none.
    #[error("{}: row {row}: its moves are damaged", path.display())]
    Damaged {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
    },
    /// There is no record of such a game.
    #[error("{}: row {row}: {error}", path.display())]
    History {
        /// The store.
        path: PathBuf,
        /// The row.
        row: u64,
        /// Why not.
        error: HistoryError,
    },
    /// Its text cannot be read again.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A row of a store as a game record, with all that decided it: rules, seed and minds. No mind is asked: the stored moves are played.
///
/// # Errors
/// When there is no such row, it is not played, or what is stored of it is no game.
pub fn stored_game(store: &ResultStore, row: u64) -> Result<Record, StoredGameError> {
    let (name, text) = stored_text(store, row)?;
    Ok(Record::open(Source::Text(&name, &text), 1)?)
}

/// The same as SGF, after its name.
///
/// # Errors
/// As [`stored_game`].
pub(super) fn stored_text(store: &ResultStore, row: u64) -> Result<(String, String), StoredGameError> {
    let path = || store.path().to_owned();
    let header = store.header();
    let is_tuning = header.kind == "tuning";
    if row >= header.rows && !is_tuning {
        return Err(StoredGameError::NoRow { path: path(), row, rows: header.rows });
    }
    let (values, plies) = store.game(row)?.ok_or_else(|| StoredGameError::NotPlayed { path: path(), row })?;
    let plan = Plan::read(&header.plan).map_err(|error| StoredGameError::Plan { path: path(), error })?;
    if let Some(difference) = plan.difference(&header.canonical).filter(|_| !is_tuning) {
        return Err(StoredGameError::OtherPlan { path: path(), difference });
    }
    let mut setup = plan
        .game(if is_tuning { 0 } else { row })
        .map_err(|error| StoredGameError::Axis { path: path(), row, error: Box::new(error) })?
        .setup;
    if is_tuning {
        seat_tuned(store, &values, &mut setup)
            .ok_or_else(|| StoredGameError::Damaged { path: path(), row })?;
    }
    let plies = decode_plies(setup.board(), &plies);
    let plies = plies.ok_or_else(|| StoredGameError::Damaged { path: path(), row })?;
    let heading =
        Heading { date: Some(header.date.clone()).filter(|date| !date.is_empty()), ..Heading::default() };
    let session = Session::retold(&setup, heading, &plies).map_err(|error| StoredGameError::Setup {
        path: path(),
        row,
        error,
    })?;
    let text = session.record().text();
    let text = text.map_err(|error| StoredGameError::History { path: path(), row, error: error.clone() })?;
    let text = String::from_utf8_lossy(&sgf::write(text)).into_owned();
    Ok((format!("{} row {row}", store.path().display()), text))
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
    setup.brains = ByColor::new(black.named_by(Origin::File), white.named_by(Origin::File));
    setup.game = whole("game")?;
    setup.opening.game = whole("opening")?;
    Some(())
}
