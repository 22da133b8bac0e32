//! Choice of the optional board data that a move updates, besides the stones and their chains.

/// Choice of what a move updates and handles. Optional data that a move does not update become invalid.
pub trait MoveUpdates {
    /// True if the hash of the stones is updated.
    const HASH: bool;
    /// True if `Board::empty_index` is updated: where each empty cell is in the list of empty cells. If
    /// false, the caller must know where the cell that it plays is in the list.
    const EMPTY_INDICES: bool;
    /// True if the `sum` of each chain is updated: the sum of the cell indices of its pseudo-liberties. The
    /// sum is needed to detect atari.
    const SUMS: bool;
    /// True if suicide is handled. If false, the caller must not play a suicide.
    const SUICIDE: bool;
}

/// Updates all optional data, so that the board stays complete.
pub struct UpdateAll;

/// Updates the data that tactics need, for playouts with a policy: all but the hash.
pub struct UpdateTactics;

/// Updates no optional data. `SUICIDE` is true for random playouts in which suicide is legal.
pub struct UpdateStonesOnly<const SUICIDE: bool>;

impl MoveUpdates for UpdateAll {
    const HASH: bool = true;
    const EMPTY_INDICES: bool = true;
    const SUMS: bool = true;
    const SUICIDE: bool = true;
}

impl MoveUpdates for UpdateTactics {
    const HASH: bool = false;
    const EMPTY_INDICES: bool = true;
    const SUMS: bool = true;
    const SUICIDE: bool = true;
}

impl<const SUICIDE: bool> MoveUpdates for UpdateStonesOnly<SUICIDE> {
    const HASH: bool = false;
    const EMPTY_INDICES: bool = false;
    const SUMS: bool = false;
    const SUICIDE: bool = SUICIDE;
}
