//! Links as `netlogo-2016` makes them, kept as rows of bits.

use crate::go::Size;

/// No stone.
const NONE: u32 = u32::MAX;

/// The longest side of a board for which the closure is kept: a full 64×64 board holds eight million links.
pub const MAX_SIDE: u16 = 64;

/// Undirected links between stones, a row of bits for every point of the board.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Words in a row.
    words: usize,
    /// By point number: the points linked to it.
    rows: Vec<u64>,
    /// By point number: the stone there.
    ids: Vec<u32>,
    /// By stone id: its point.
    points: Vec<u32>,
}

impl Closure {
    /// No links.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let words = size.area().div_ceil(64);
        Self { words, rows: vec![0; words * size.area()], ids: vec![NONE; size.area()], points: Vec::new() }
    }

    /// How many words a row has.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.words
    }

    /// The points linked to a point, as bits.
    #[inline]
    #[must_use]
    pub fn row(&self, point: usize) -> &[u64] {
        &self.rows[point * self.words..(point + 1) * self.words]
    }

    #[inline]
    fn row_mut(&mut self, point: usize) -> &mut [u64] {
        &mut self.rows[point * self.words..(point + 1) * self.words]
    }

    /// All links as pairs of stone ids, each once.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let held = self.ids.iter().enumerate().filter(|(_, id)| **id != NONE);
        held.flat_map(move |(point, &id)| {
            let later = ones(self.row(point)).filter(move |&other| other > point);
            later.map(move |other| (id, self.ids[other]))
        })
    }

    /// How many links a stone has.
    #[must_use]
    pub fn degree(&self, id: u32) -> u32 {
        match self.points.get(id as usize) {
            Some(&point) if self.ids[point as usize] == id => self.degree_at(point as usize),
            _ => 0,
        }
    }

    /// How many links the stone on a point has.
    #[must_use]
    pub fn degree_at(&self, point: usize) -> u32 {
        self.row(point).iter().map(|word| word.count_ones()).sum()
    }

    /// Whether a link joins the stones on two points.
    #[must_use]
    pub fn joins(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / 64] >> (b % 64) & 1 != 0
    }

    /// The stone on each linked point.
    pub(in crate::sim) fn linked(&self, point: usize) -> impl Iterator<Item = u32> + '_ {
        ones(self.row(point)).map(|other| self.ids[other])
    }

    /// A new stone without links.
    pub(in crate::sim) fn add(&mut self, id: u32, point: usize) {
        if self.points.len() <= id as usize {
            self.points.resize(id as usize + 1, 0);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 4096 points")]
        let short = point as u32;
        self.points[id as usize] = short;
        self.ids[point] = id;
    }

    /// Links the stones on two points.
    pub(in crate::sim) fn connect(&mut self, a: usize, b: usize) {
        self.row_mut(a)[b / 64] |= 1 << (b % 64);
        self.row_mut(b)[a / 64] |= 1 << (a % 64);
    }

    /// Takes the stone on a point away with its links.
    pub(in crate::sim) fn remove(&mut self, point: usize) {
        self.ids[point] = NONE;
        for word in 0..self.words {
            let mut bits = self.row(point)[word];
            self.row_mut(point)[word] = 0;
            while bits != 0 {
                let other = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.row_mut(other)[point / 64] &= !(1 << (point % 64));
            }
        }
    }

    /// Everything the stone on `start` reaches over links, itself included, as bits.
    pub(in crate::sim) fn reach(&self, start: usize) -> Vec<u64> {
        let mut reached = vec![0_u64; self.words];
        reached[start / 64] |= 1 << (start % 64);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for (word, &row) in self.row(point).iter().enumerate() {
                let mut new = row & !reached[word];
                reached[word] |= new;
                while new != 0 {
                    open.push(word * 64 + new.trailing_zeros() as usize);
                    new &= new - 1;
                }
            }
        }
        reached
    }

    /// Closes everything: whatever is reached over links is linked.
    pub(in crate::sim) fn close_all(&mut self) {
        for point in 0..self.ids.len() {
            if self.ids[point] != NONE {
                self.close(point);
            }
        }
    }

    /// Links pairwise everything that the stone on `start` reaches.
    pub(in crate::sim) fn close(&mut self, start: usize) {
        let reached = self.reach(start);
        for point in ones(&reached) {
            let row = self.row_mut(point);
            row.copy_from_slice(&reached);
            row[point / 64] &= !(1 << (point % 64));
        }
    }
}

/// The numbers of the set bits.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let next = |&bits: &u64| Some(bits & (bits.wrapping_sub(1)));
        std::iter::successors(Some(bits), next)
            .take_while(|&bits| bits != 0)
            .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closure_links_all_it_reaches_and_nothing_else() {
        let size = Size::new(10, 10).unwrap_or_default();
        let mut links = Closure::new(size);
        for (id, point) in [5, 6, 7, 70, 71, 99].into_iter().enumerate() {
            links.add(u32::try_from(id).unwrap_or(0), point);
        }
        links.connect(5, 6);
        links.connect(6, 70);
        links.connect(7, 99);
        links.close(70);
        assert_eq!(links.pairs().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 3), (2, 5)]);
        assert_eq!((links.degree(0), links.degree(4), links.degree(5)), (2, 0, 1));
        links.remove(6);
        assert_eq!(links.pairs().collect::<Vec<_>>(), [(0, 3), (2, 5)]);
        assert_eq!(links.degree(1), 0);
    }
}
