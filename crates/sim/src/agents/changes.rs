//! What a tick did to the groups.

/// What the plies of one tick did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Groups that the stones placed joined.
    pub merges: u32,
    /// Stones of the largest group that came of it.
    pub merge_size: u32,
    /// Stones placed that joined two groups or more.
    pub unions: u32,
    /// Stones that died.
    pub captures: u32,
    /// Groups that lost stones.
    pub captured_groups: u32,
    /// The most stones that one of them lost.
    pub largest_capture: u32,
}

impl Changes {
    /// A stone has joined so many groups to one of this size.
    pub(crate) fn join(&mut self, groups: u32, size: u32) {
        self.merges += groups;
        self.unions += u32::from(groups > 1);
        self.merge_size = self.merge_size.max(size);
    }

    /// So many groups have lost so many stones, one of them the most.
    pub(crate) fn lose(&mut self, stones: u32, groups: u32, most: u32) {
        self.captures += stones;
        self.captured_groups += groups;
        self.largest_capture = self.largest_capture.max(most);
    }
}
