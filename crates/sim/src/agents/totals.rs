//! What is counted of the groups of a colour, as they come, change and go.

use super::GroupSummary;

/// What is counted of the groups of a colour.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    count: u32,
    in_atari: u32,
    spanning: u32,
    largest: u32,
    /// By size: how many groups have it.
    sizes: Vec<u32>,
}

impl Totals {
    /// The groups that are counted.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Groups that have one liberty and no more.
    #[must_use]
    pub const fn in_atari(&self) -> u32 {
        self.in_atari
    }

    /// Groups that join two opposite edges of the board.
    #[must_use]
    pub const fn spanning(&self) -> u32 {
        self.spanning
    }

    /// The stones of the largest group; 0 without groups.
    #[must_use]
    pub const fn largest(&self) -> u32 {
        self.largest
    }

    /// By size, up to the largest: how many groups have it.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        let end = self.sizes.len().min(self.largest as usize + 1);
        &self.sizes[..end]
    }

    /// There is one group more, of so many stones.
    #[inline]
    pub(super) fn enter(&mut self, size: u32, summary: &GroupSummary) {
        self.count += 1;
        self.in_atari += u32::from(summary.sums.is_sole());
        self.spanning += u32::from(summary.spans());
        let at = size as usize;
        if self.sizes.len() <= at {
            self.sizes.resize(at + 1, 0);
        }
        self.sizes[at] += 1;
        self.largest = self.largest.max(size);
    }

    /// There is one group less. The size of the largest is wrong until a larger one enters or [`Totals::settle`] is called.
    #[inline]
    pub(super) fn leave(&mut self, size: u32, summary: &GroupSummary) {
        // Stones that die without their group are for the referee to find.
        self.count = self.count.saturating_sub(1);
        self.in_atari = self.in_atari.saturating_sub(u32::from(summary.sums.is_sole()));
        self.spanning = self.spanning.saturating_sub(u32::from(summary.spans()));
        if let Some(number) = self.sizes.get_mut(size as usize) {
            *number = number.saturating_sub(1);
        }
    }

    /// Finds the largest group again where the one that was has left.
    pub(super) fn settle(&mut self) {
        while self.largest > 0 && self.sizes[self.largest as usize] == 0 {
            self.largest -= 1;
        }
    }

    /// A group that was in atari, or not, now is, or is not.
    #[inline]
    pub(super) const fn atari(&mut self, before: bool, now: bool) {
        self.in_atari = (self.in_atari + now as u32).saturating_sub(before as u32);
    }
}
