//! Marks on the cells of a board.

/// Marks on cells, all of which are wiped off at once.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<u32>,
    now: u32,
    /// How many cells were marked or found marked.
    pub(super) work: usize,
}

impl Marks {
    /// Makes room for the cells of a board, and wipes.
    pub(super) fn resize(&mut self, cells: usize) {
        if self.marks.len() != cells {
            *self = Self { marks: vec![0; cells], now: 0, work: 0 };
        }
        self.wipe();
    }

    pub(super) fn wipe(&mut self) {
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(0);
            1
        });
    }

    /// Marks a cell, which was not marked before.
    pub(super) fn mark(&mut self, cell: usize) -> bool {
        self.work += 1;
        std::mem::replace(&mut self.marks[cell], self.now) != self.now
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.marks[cell] == self.now
    }

    /// How many different ones there are that bear no mark, and marks them.
    pub(super) fn count(&mut self, cells: impl Iterator<Item = usize>) -> u32 {
        let count = cells.filter(|&cell| self.mark(cell)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}
