//! Counts of merges and captures in a tick.

/// Merges and captures of all plies of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Number of groups that placed stones joined.
    pub merges: u32,
    /// Largest group that a merge produced, in stones.
    pub merge_size: u32,
    /// Number of placed stones that joined two groups or more.
    pub unions: u32,
    /// Number of stones that died: captures and suicides.
    pub captures: u32,
    /// Number of groups that lost stones.
    pub captured_groups: u32,
    /// Largest number of stones that one group lost.
    pub largest_capture: u32,
}

impl Changes {
    /// Counts a placed stone that joined `groups` groups. Its group then has `size` stones.
    pub(crate) fn add_merge(&mut self, groups: u32, size: u32) {
        self.merges += groups;
        self.unions += u32::from(groups > 1);
        self.merge_size = self.merge_size.max(size);
    }

    /// Counts a capture of `stones` stones from `groups` groups, at most `most` from one of them.
    pub(crate) fn add_capture(&mut self, stones: u32, groups: u32, most: u32) {
        self.captures += stones;
        self.captured_groups += groups;
        self.largest_capture = self.largest_capture.max(most);
    }
}
