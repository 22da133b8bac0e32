//! Counts of merges and captures in a tick.

/// Merges and captures of all plies of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Groups that placed stones joined.
    pub merges: u32,
    /// Largest group that a merge produced, in stones.
    pub merge_size: u32,
    /// Placed stones that joined two groups or more.
    pub unions: u32,
    /// Captured stones.
    pub captures: u32,
    /// Groups that lost stones.
    pub captured_groups: u32,
    /// Largest number of stones that one group lost.
    pub largest_capture: u32,
}

impl Changes {
    /// Counts a stone that joined `groups` groups to one of `size` stones.
    pub(crate) fn join(&mut self, groups: u32, size: u32) {
        self.merges += groups;
        self.unions += u32::from(groups > 1);
        self.merge_size = self.merge_size.max(size);
    }

    /// Counts a capture of `stones` stones from `groups` groups, at most `most` from one of them.
    pub(crate) fn lose(&mut self, stones: u32, groups: u32, most: u32) {
        self.captures += stones;
        self.captured_groups += groups;
        self.largest_capture = self.largest_capture.max(most);
    }
}
