//! Marks on the cells of a board, cleared in constant time.

/// Set of marked cells that is cleared in constant time.
#[derive(Default)]
pub(super) struct Marks {
    /// For each cell, the stamp of its latest mark. A cell is marked if this is the current `stamp`.
    marks: Vec<u32>,
    stamp: u32,
    /// Number of calls of [`Marks::mark`], which the user may reset.
    pub(super) work: usize,
}

impl Marks {
    /// Clears all marks and sets the number of cells.
    pub(super) fn resize(&mut self, cells: usize) {
        if self.marks.len() != cells {
            *self = Self { marks: vec![0; cells], stamp: 0, work: 0 };
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

    /// Marks a cell. Returns true if it had no mark.
    pub(super) fn mark(&mut self, cell: usize) -> bool {
        self.work += 1;
        std::mem::replace(&mut self.marks[cell], self.stamp) != self.stamp
    }

    pub(super) fn is_marked(&self, cell: usize) -> bool {
        self.marks[cell] == self.stamp
    }

    /// Marks the cells and returns the number of those that had no mark. Repeated cells count once.
    pub(super) fn mark_new(&mut self, cells: impl Iterator<Item = usize>) -> u32 {
        let count = cells.filter(|&cell| self.mark(cell)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}
