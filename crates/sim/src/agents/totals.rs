//! Counters over the groups of a colour, updated with each change of a group.

use super::GroupSummary;

/// Counters over the groups of a colour.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    count: u32,
    in_atari: u32,
    spanning: u32,
    largest: u32,
    /// Number of groups by their size in stones, from size 0.
    sizes: Vec<u32>,
}

impl Totals {
    /// Number of groups.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Groups with exactly one liberty.
    #[must_use]
    pub const fn in_atari(&self) -> u32 {
        self.in_atari
    }

    /// Groups that touch two opposite edges of the board.
    #[must_use]
    pub const fn spanning(&self) -> u32 {
        self.spanning
    }

    /// Size of the largest group, in stones; 0 without groups.
    #[must_use]
    pub const fn largest(&self) -> u32 {
        self.largest
    }

    /// Number of groups by their size in stones, from size 0 (no groups) to the largest.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        let end = self.sizes.len().min(self.largest as usize + 1);
        &self.sizes[..end]
    }

    /// Adds a group of `size` stones.
    #[inline]
    pub(super) fn add(&mut self, size: u32, summary: &GroupSummary) {
        self.count += 1;
        self.in_atari += u32::from(summary.sums.is_sole());
        self.spanning += u32::from(summary.spans());
        let index = size as usize;
        if self.sizes.len() <= index {
            self.sizes.resize(index + 1, 0);
        }
        self.sizes[index] += 1;
        self.largest = self.largest.max(size);
    }

    /// Removes a group. [`Totals::largest`] may be too large until a group of at least that size is added or
    /// [`Totals::update_largest`] is called.
    #[inline]
    pub(super) fn remove(&mut self, size: u32, summary: &GroupSummary) {
        // Saturates: stones that die without their group must not cause a panic here. The comparison with
        // the referee finds them.
        self.count = self.count.saturating_sub(1);
        self.in_atari = self.in_atari.saturating_sub(u32::from(summary.sums.is_sole()));
        self.spanning = self.spanning.saturating_sub(u32::from(summary.spans()));
        if let Some(number) = self.sizes.get_mut(size as usize) {
            *number = number.saturating_sub(1);
        }
    }

    /// Recomputes the size of the largest group after groups were removed.
    pub(super) fn update_largest(&mut self) {
        while self.largest > 0 && self.sizes[self.largest as usize] == 0 {
            self.largest -= 1;
        }
    }

    /// Updates the count of groups in atari after one changed. `before`, `now`: true if this one was or is.
    #[inline]
    pub(super) const fn update_atari(&mut self, before: bool, now: bool) {
        self.in_atari = (self.in_atari + now as u32).saturating_sub(before as u32);
    }
}
