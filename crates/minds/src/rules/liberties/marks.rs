//! Marks on indices, cleared in constant time.

/// Set of marked indices, such as points or groups, that is cleared in constant time.
#[derive(Default)]
pub(super) struct Marks {
    /// For each index, the stamp of its latest mark. The index is marked if this is the current `stamp`.
    marks: Vec<u32>,
    /// Incremented when the marks are cleared.
    stamp: u32,
    /// Number of calls of [`Marks::mark`]. The caller may reset it.
    pub(super) work: usize,
}

impl Marks {
    /// Clears all marks and sets the number of indices.
    pub(super) fn resize(&mut self, len: usize) {
        if self.marks.len() != len {
            *self = Self { marks: vec![0; len], stamp: 0, work: 0 };
        }
        self.clear();
    }

    /// Clears all marks.
    pub(super) fn clear(&mut self) {
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(0);
            1
        });
    }

    /// Marks an index. Returns true if it was not marked.
    pub(super) fn mark(&mut self, index: usize) -> bool {
        self.work += 1;
        std::mem::replace(&mut self.marks[index], self.stamp) != self.stamp
    }

    pub(super) fn is_marked(&self, index: usize) -> bool {
        self.marks[index] == self.stamp
    }

    /// Marks the indices. Returns the number of those that were not marked before; a repeated index counts
    /// once.
    pub(super) fn mark_new(&mut self, indices: impl Iterator<Item = usize>) -> u32 {
        let count = indices.filter(|&index| self.mark(index)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}
