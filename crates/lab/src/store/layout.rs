//! Layout: the tables of a store, and what stands in their columns.

use super::{DataKind, StoreColumn};

/// The version of the layout; a store of a higher one is refused.
pub(super) const FORMAT: u32 = 1;

/// What makes an SQLite file a store: its application number, "Sfld".
pub(super) const APPLICATION: u32 = 0x5366_6c64;

/// The table of what is said once of all games.
pub(super) const META: &str = "meta";

/// The column of [`StoreTable::Games`] that holds what was done in each ply.
pub(super) const MOVES: &str = "moves";

/// The columns of [`StoreTable::Games`] that every plan has, after `row`, before what varies and after it.
pub(crate) const BEFORE: [(&str, DataKind); 4] = [
    ("combination", DataKind::Whole),
    ("repetition", DataKind::Whole),
    ("seed", DataKind::Whole),
    ("game", DataKind::Whole),
];
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

/// A table of a store. Every one but [`StoreTable::Games`] is empty unless its rows are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StoreTable {
    /// One row a game: parameters, result, measures of its end.
    Games,
    /// Measures during games: one row for each tick that is measured.
    Ticks,
    /// How many groups of a colour have a number of stones.
    Clusters,
    /// In how many ticks of a game a number of stones died.
    Avalanches,
    /// All stones at a tick.
    Stones,
    /// How long games and minds took: not the same when a row is played again.
    Timing,
}

impl StoreTable {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Games, Self::Ticks, Self::Clusters, Self::Avalanches, Self::Stones, Self::Timing];

    /// Its name.
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

    /// The columns by which its rows are in order.
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

    /// The columns that it has in every store.
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
