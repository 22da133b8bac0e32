//! Links of `netlogo-2016` as a matrix of bits: one row for each point, one bit for each linked point.

mod graph;

use stonefield_go::Size;

/// Stone id that means "no stone".
const NONE: u32 = u32::MAX;

/// Longest side of a board that can have a closure. A 64×64 board full of one colour has 8.4 million links.
pub const MAX_SIDE: u16 = 64;

/// Undirected links between stones, with one row of bits for each point of the board.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Number of 64-bit words in a row.
    words: usize,
    /// Rows in the order of their points. The bit of a point is set if the stones on both points are linked.
    rows: Vec<u64>,
    /// By point number: id of the stone, or `NONE`.
    ids: Vec<u32>,
    /// By stone id: number of its point, also after its removal. 0 for an unused id.
    points: Vec<u32>,
}

impl Closure {
    /// Creates a closure without links.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let words = size.area().div_ceil(64);
        Self { words, rows: vec![0; words * size.area()], ids: vec![NONE; size.area()], points: Vec::new() }
    }

    /// Number of 64-bit words in a row.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.words
    }

    /// Returns the row of a point: the bits of the points that are linked to it.
    #[inline]
    #[must_use]
    pub fn row(&self, point: usize) -> &[u64] {
        &self.rows[point * self.words..(point + 1) * self.words]
    }

    #[inline]
    fn row_mut(&mut self, point: usize) -> &mut [u64] {
        &mut self.rows[point * self.words..(point + 1) * self.words]
    }

    /// Returns the number of a stone's point, `None` if the stone is not on the board.
    #[inline]
    fn point_of(&self, id: usize) -> Option<usize> {
        let point = *self.points.get(id)? as usize;
        (self.ids[point] as usize == id).then_some(point)
    }

    /// Adds a stone without links.
    pub(crate) fn add(&mut self, id: u32, point: usize) {
        if self.points.len() <= id as usize {
            self.points.resize(id as usize + 1, 0);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 4096 points")]
        let number = point as u32;
        self.points[id as usize] = number;
        self.ids[point] = id;
    }

    /// Links two stones. Does nothing if one is not on the board.
    pub(crate) fn connect(&mut self, a: u32, b: u32) {
        let (Some(a), Some(b)) = (self.point_of(a as usize), self.point_of(b as usize)) else { return };
        self.row_mut(a)[b / 64] |= 1 << (b % 64);
        self.row_mut(b)[a / 64] |= 1 << (a % 64);
    }

    /// Removes a stone and its links. Does nothing if the stone is not on the board.
    pub(crate) fn remove(&mut self, id: u32) {
        let Some(point) = self.point_of(id as usize) else { return };
        self.ids[point] = NONE;
        for word in 0..self.words {
            let mut bits = std::mem::take(&mut self.row_mut(point)[word]);
            while bits != 0 {
                let other = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.row_mut(other)[point / 64] &= !(1 << (point % 64));
            }
        }
    }

    /// Returns, as bits, `start` and the points of all stones that the stone on `start` reaches over links.
    ///
    /// Reads whole rows. [`petgraph::visit::Dfs`] would visit each single link of a closure, which is slow.
    fn reach(&self, start: usize) -> Vec<u64> {
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

    /// Links every pair of stones in each connected component.
    pub(crate) fn close_all(&mut self) {
        for point in 0..self.ids.len() {
            if self.ids[point] != NONE {
                self.close_at(point);
            }
        }
    }

    /// Links every pair in a stone's connected component. Does nothing if the stone is not on the board.
    pub(crate) fn close(&mut self, id: u32) {
        if let Some(point) = self.point_of(id as usize) {
            self.close_at(point);
        }
    }

    fn close_at(&mut self, start: usize) {
        let reached = self.reach(start);
        for point in Ones::of(&reached) {
            let row = self.row_mut(point);
            row.copy_from_slice(&reached);
            row[point / 64] &= !(1 << (point % 64));
        }
    }
}

/// Iterator over the numbers of the set bits, ascending.
#[derive(Clone, Debug)]
struct Ones<'a> {
    /// Remaining bits of the current word.
    bits: u64,
    /// Words after the current one.
    rest: &'a [u64],
    /// Number of the first bit of `rest`.
    next: usize,
}

impl<'a> Ones<'a> {
    const fn of(words: &'a [u64]) -> Self {
        Self { bits: 0, rest: words, next: 0 }
    }

    /// Iterates over the set bits with a greater number than `bit`.
    fn after(words: &'a [u64], bit: usize) -> Self {
        let word = bit / 64;
        let bits = words[word] & (u64::MAX << (bit % 64) << 1);
        Self { bits, rest: &words[word + 1..], next: (word + 1) * 64 }
    }
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            (self.bits, self.rest) = self.rest.split_first().map(|(&first, rest)| (first, rest))?;
            self.next += 64;
        }
        let one = self.next - 64 + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(one)
    }

    #[inline]
    fn count(self) -> usize {
        let rest: u32 = self.rest.iter().map(|word| word.count_ones()).sum();
        (rest + if self.bits == 0 { 0 } else { self.bits.count_ones() }) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::links::{degree, pairs};
    use petgraph::algo::connected_components;
    use petgraph::graph::{NodeIndex, UnGraph};
    use petgraph::visit::{Dfs, GetAdjacencyMatrix, IntoNeighbors, IntoNodeIdentifiers, Walker};

    /// Stones 0 to 5 on a board of 10×10.
    fn stones() -> Closure {
        let mut links = Closure::new(Size::new(10, 10).unwrap_or_default());
        (0..).zip([5, 6, 7, 70, 71, 99]).for_each(|(id, point)| links.add(id, point));
        links
    }

    fn pairs_of(links: &Closure) -> Vec<(u32, u32)> {
        pairs(links).collect()
    }

    #[test]
    fn a_closure_links_exactly_the_stones_it_reaches() {
        let mut links = stones();
        links.connect(0, 1);
        links.connect(1, 3);
        links.connect(2, 5);
        links.close(3);
        assert_eq!(pairs_of(&links), [(0, 1), (0, 3), (1, 3), (2, 5)]);
        assert_eq!(
            (degree(&links, 0), degree(&links, 4), degree(&links, 5), degree(&links, 9)),
            (2, 0, 1, 0)
        );
        links.remove(1);
        assert_eq!(pairs_of(&links), [(0, 3), (2, 5)]);
        assert_eq!(degree(&links, 1), 0);
    }

    /// Checks that a closure gives the same results as a `petgraph` graph of the same pairs.
    fn assert_is_graph(links: &Closure) {
        let mut graph = UnGraph::<(), ()>::from_edges(pairs_of(links));
        while graph.node_count() < links.points.len() {
            graph.add_node(());
        }
        assert_eq!(connected_components(links), connected_components(&graph));
        for node in links.node_identifiers() {
            let sorted = |mut nodes: Vec<NodeIndex>| {
                nodes.sort_unstable();
                nodes
            };
            let linked = links.neighbors(node).collect::<Vec<_>>();
            assert_eq!(links.neighbors(node).count(), linked.len());
            assert_eq!(sorted(linked), sorted(graph.neighbors(node).collect()));
            let reached = sorted(Dfs::new(links, node).iter(links).collect());
            assert_eq!(reached, sorted(Dfs::new(&graph, node).iter(&graph).collect()));
            if let Some(point) = links.point_of(node.index()) {
                let rows = links.reach(point);
                assert_eq!(sorted(Ones::of(&rows).map(|point| links.ids[point].into()).collect()), reached);
            }
            for other in links.node_identifiers() {
                assert_eq!(links.is_adjacent(&(), node, other), graph.contains_edge(node, other));
            }
        }
    }

    #[test]
    fn a_closure_is_the_graph_of_its_pairs() {
        let mut links = stones();
        assert_eq!(connected_components(&links), 6);
        for (a, b) in [(0, 1), (1, 3), (5, 2), (3, 4)] {
            links.connect(a, b);
            assert_is_graph(&links);
        }
        links.close(4);
        assert_is_graph(&links);
        links.remove(3);
        assert_is_graph(&links);
        // Stone 8 takes the point of the removed stone 3, whose node stays. Ids 6 and 7 are unused.
        links.add(8, 70);
        links.connect(8, 0);
        assert_is_graph(&links);
        links.close_all();
        assert_is_graph(&links);
        assert_eq!((degree(&links, 8), degree(&links, 3), links.points.len()), (3, 0, 9));
        assert_eq!(connected_components(&links), 2 + 3, "nodes 3, 6 and 7 have no links");
    }
}
