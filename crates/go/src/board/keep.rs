//! Optional board data that a move may update, besides the stones and their chains.

/// Choice of the optional board data that a move updates. The other optional data become invalid.
pub trait Keep {
    /// True if the hash of the stones is updated.
    const HASH: bool;
    /// True if the index of each empty cell in the list of empty cells is updated. Without it, the caller
    /// must give the index for a move.
    const PLACES: bool;
    /// True if the sums of the pseudo-liberties' cells are updated. They are needed to detect atari.
    const SUMS: bool;
    /// True if suicide is handled. If false, the caller must not play a suicide.
    const SUICIDE: bool;
}

/// All data, for a board that stays complete.
pub struct All;

/// Data for tactics, for playouts by a policy.
pub struct Tactics;

/// No optional data, for random playouts with or without suicide.
pub struct Nothing<const SUICIDE: bool>;

impl Keep for All {
    const HASH: bool = true;
    const PLACES: bool = true;
    const SUMS: bool = true;
    const SUICIDE: bool = true;
}

impl Keep for Tactics {
    const HASH: bool = false;
    const PLACES: bool = true;
    const SUMS: bool = true;
    const SUICIDE: bool = true;
}

impl<const SUICIDE: bool> Keep for Nothing<SUICIDE> {
    const HASH: bool = false;
    const PLACES: bool = false;
    const SUMS: bool = false;
    const SUICIDE: bool = SUICIDE;
}
