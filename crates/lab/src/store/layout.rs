//! Layout: the tables of a store, and their columns.

use super::{DataKind, StoreColumn};

/// Version of the layout. A store with a higher version is refused.
pub(super) const FORMAT: u32 = 1;

/// SQLite application id of a store: "Sfld" in ASCII.
pub(super) const APPLICATION: u32 = 0x5366_6c64;

/// Table of the header.
pub(super) const META: &str = "meta";

/// Column of [`StoreTable::Games`] with the encoded plies of each game.
pub(super) const MOVES: &str = "moves";

/// Columns of [`StoreTable::Games`] for every plan, after `row`. The columns of players and settings follow.
pub(crate) const BEFORE: [(&str, DataKind); 4] = [
    ("combination", DataKind::Whole),
    ("repetition", DataKind::Whole),
    ("seed", DataKind::Whole),
    ("game", DataKind::Whole),
];
/// Columns of [`StoreTable::Games`] for every plan, after those of the settings. The measures follow.
pub(crate) const AFTER: [(&str, DataKind); 10] = [
    ("black_mind", DataKind::Text),
    ("white_mind", DataKind::Text),
    ("swapped", DataKind::Whole),
    ("winner", DataKind::Text),
    ("result", DataKind::Text),
    ("black_score", DataKind::Real),
    ("white_score", DataKind::Real),
    ("ticks", DataKind::Whole),
    ("plies", DataKind::Whole),
    ("fault", DataKind::Text),
];

/// A table of a store. `Games` and `Timing` have every game, the others only what the plan measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StoreTable {
    /// One row for each game: parameters, result, measures at its end, and moves.
    Games,
    /// Measures during games: one row for each measured tick.
    Ticks,
    /// Number of groups of each colour and size at a tick.
    Clusters,
    /// Number of ticks of a game for each number of deaths.
    Avalanches,
    /// All stones at a tick.
    Stones,
    /// Duration of each game, and CPU times of its minds, in seconds. They differ if a row is played again.
    Timing,
}

impl StoreTable {
    /// All tables.
    pub const ALL: [Self; 6] =
        [Self::Games, Self::Ticks, Self::Clusters, Self::Avalanches, Self::Stones, Self::Timing];

    /// Returns the name of the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Ticks => "ticks",
            Self::Clusters => "clusters",
            Self::Avalanches => "avalanches",
            Self::Stones => "stones",
            Self::Timing => "timing",
        }
    }

    /// Returns the columns of the primary key, separated by a comma and a space.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Games | Self::Timing => "row",
            Self::Ticks => "row, tick",
            Self::Clusters => "row, tick, color, size",
            Self::Avalanches => "row, size",
            Self::Stones => "row, tick, id",
        }
    }

    /// Returns the columns that the table begins with in every store.
    pub(super) fn fixed(self) -> Vec<StoreColumn> {
        use DataKind::{Real, Text, Whole};
        let columns: &[(&str, DataKind)] = match self {
            Self::Games => &[("row", Whole)],
            Self::Ticks => &[("row", Whole), ("tick", Whole)],
            Self::Clusters => {
                &[("row", Whole), ("tick", Whole), ("color", Text), ("size", Whole), ("count", Whole)]
            }
            Self::Avalanches => &[("row", Whole), ("size", Whole), ("count", Whole)],
            Self::Stones => &[
                ("row", Whole),
                ("tick", Whole),
                ("id", Whole),
                ("color", Text),
                ("point", Text),
                ("age", Whole),
                ("own_liberties", Whole),
                ("group_liberties", Whole),
                ("temperature", Real),
                ("group_id", Whole),
                ("links", Whole),
                ("captures", Whole),
            ],
            Self::Timing => {
                &[("row", Whole), ("seconds", Real), ("black_thinking", Real), ("white_thinking", Real)]
            }
        };
        columns.iter().map(|(name, kind)| StoreColumn::new(*name, *kind)).collect()
    }
}
