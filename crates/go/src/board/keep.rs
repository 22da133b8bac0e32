//! What a play keeps up to date besides the stones and their chains.

/// Which of a board's conveniences a play keeps; the others go stale.
pub trait Keep {
    /// The hash of the stones.
    const HASH: bool;
    /// Where each empty cell stands in the list of empty cells, without which a play must name its place there.
    const PLACES: bool;
    /// The sums of the cells of pseudo-liberties, which tell atari.
    const SUMS: bool;
    /// Whether own stones that a play leaves without liberties are looked for; without it, suicide must be forbidden.
    const SUICIDE: bool;
}

/// Everything: a board that goes on being one.
pub struct All;

/// What tactics need: a board played out by a policy.
pub struct Tactics;

/// Nothing: a board played out by chance alone, with suicide or without.
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
