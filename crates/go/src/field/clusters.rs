//! Clusters: connected points of one kind, by orthogonal neighbours.

use crate::{Color, Size};
use std::collections::BTreeMap;

/// Distribution of sizes: each size with its number of occurrences, the smallest size first.
pub type SizeCounts = Vec<(u32, u64)>;

/// Counts the occurrences of each size. Sizes of 0 are ignored.
#[must_use]
pub fn size_counts(sizes: impl IntoIterator<Item = u32>) -> SizeCounts {
    let mut counts = BTreeMap::new();
    for size in sizes.into_iter().filter(|&size| size > 0) {
        *counts.entry(size).or_insert(0_u64) += 1;
    }
    counts.into_iter().collect()
}

/// Connected points of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster<K> {
    /// Kind of the points, for example the colour of the stones.
    pub kind: K,
    /// Number of points.
    pub points: u32,
    /// Smallest point number in the cluster.
    pub first: u32,
    /// True if the cluster connects the left and the right edge.
    pub across: bool,
    /// True if the cluster connects the bottom and the top edge.
    pub upward: bool,
}

impl<K> Cluster<K> {
    /// Returns true if the cluster connects two opposite edges.
    #[must_use]
    pub const fn spans(&self) -> bool {
        self.across || self.upward
    }
}

/// Clusters of a board, for any kind of content: for example stones by colour, or occupied points.
///
/// ```
/// use stonefield_go::field::Clusters;
/// use stonefield_go::{Color, Setup};
///
/// let setup: Setup = "X X . O\n\
///                     . X O O\n\
///                     X . . O\n".parse()?;
/// let clusters = Clusters::of(setup.size(), setup.stones());
/// assert_eq!(clusters.sizes(Color::Black), [(1, 1), (3, 1)]);
/// assert_eq!(clusters.sizes(Color::White), [(4, 1)]);
/// assert!(clusters.largest().is_some_and(|at| clusters.all()[at].upward));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters<K> {
    all: Vec<Cluster<K>>,
    /// For each point, the index of its cluster in `all`, or [`NONE`].
    cluster_of: Vec<u32>,
}

/// Entry of a point that is in no cluster.
const NONE: u32 = u32::MAX;

impl<K: Copy + PartialEq> Clusters<K> {
    /// Finds the clusters of a board. `points` has the kind of each point, by point number.
    ///
    /// # Panics
    /// Panics when `points` does not have one entry for each point.
    // CITE: cluster labelling: J. Hoshen, R. Kopelman, "Percolation and cluster distribution",
    // Physical Review B 14 (1976).
    #[must_use]
    pub fn of(size: Size, points: &[Option<K>]) -> Self {
        assert_eq!(points.len(), size.area(), "one entry for each point");
        let width = usize::from(size.width());
        // Union-find: the parent of a point is in the same cluster, and its number is not larger.
        let mut parents: Vec<u32> = Vec::with_capacity(points.len());
        for (index, kind) in points.iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
            parents.push(index as u32);
            if kind.is_none() {
                continue;
            }
            let left = (!index.is_multiple_of(width)).then(|| index - 1);
            for neighbour in left.into_iter().chain(index.checked_sub(width)) {
                if points[neighbour] == *kind {
                    unite(&mut parents, index, neighbour);
                }
            }
        }
        let mut clusters = Self { all: Vec::new(), cluster_of: vec![NONE; points.len()] };
        let (last_column, last_row) = (width - 1, usize::from(size.height()) - 1);
        // For each cluster, true for each edge that it touches: left, right, bottom, top.
        let mut touched: Vec<[bool; 4]> = Vec::new();
        for (index, kind) in points.iter().enumerate() {
            let Some(kind) = *kind else { continue };
            let root = root(&mut parents, index);
            if root == index {
                #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
                let (new_cluster, first) = (clusters.all.len() as u32, index as u32);
                clusters.cluster_of[index] = new_cluster;
                clusters.all.push(Cluster { kind, points: 0, first, across: false, upward: false });
                touched.push([false; 4]);
            }
            let cluster = clusters.cluster_of[root];
            clusters.cluster_of[index] = cluster;
            let cluster = cluster as usize;
            clusters.all[cluster].points += 1;
            let (x, y) = (index % width, index / width);
            let edges = [x == 0, x == last_column, y == 0, y == last_row];
            touched[cluster].iter_mut().zip(edges).for_each(|(touches, edge)| *touches |= edge);
        }
        for (cluster, [left, right, bottom, top]) in clusters.all.iter_mut().zip(touched) {
            (cluster.across, cluster.upward) = (left && right, bottom && top);
        }
        clusters
    }

    /// All clusters, in the order of their smallest point numbers.
    #[must_use]
    pub fn all(&self) -> &[Cluster<K>] {
        &self.all
    }

    /// Index in [`Clusters::all`] of the cluster of a point. `None` if the point is in no cluster.
    #[must_use]
    pub fn cluster_of(&self, point: usize) -> Option<usize> {
        self.cluster_of.get(point).filter(|&&cluster| cluster != NONE).map(|&cluster| cluster as usize)
    }

    /// Index in [`Clusters::all`] of the largest cluster. Of equal ones, the first.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        self.largest_where(|_| true)
    }

    /// Index in [`Clusters::all`] of the largest cluster of the given kind. Of equal ones, the first.
    #[must_use]
    pub fn largest_of(&self, kind: K) -> Option<usize> {
        self.largest_where(|cluster| cluster.kind == kind)
    }

    fn largest_where(&self, is_wanted: impl Fn(&Cluster<K>) -> bool) -> Option<usize> {
        let wanted = self.all.iter().enumerate().filter(|(_, cluster)| is_wanted(cluster));
        wanted.rev().max_by_key(|(_, cluster)| cluster.points).map(|(index, _)| index)
    }

    /// Size distribution of the clusters of the given kind. Sizes are in points.
    #[must_use]
    pub fn sizes(&self, kind: K) -> SizeCounts {
        size_counts(self.all.iter().filter(|cluster| cluster.kind == kind).map(|cluster| cluster.points))
    }
}

/// Root of a point in the union-find structure: the smallest number among the points merged with it so far.
fn root(parents: &mut [u32], mut point: usize) -> usize {
    while parents[point] as usize != point {
        let parent = parents[point] as usize;
        // Path halving makes later searches shorter.
        parents[point] = parents[parent];
        point = parents[point] as usize;
    }
    point
}

/// Merges the clusters of two points.
fn unite(parents: &mut [u32], first: usize, second: usize) {
    let (first, second) = (root(parents, first), root(parents, second));
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
    {
        parents[first.max(second)] = first.min(second) as u32;
    }
}

/// Choice of stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneSet {
    /// Stones of the given colour.
    Of(Color),
    /// Stones of both colours.
    All,
    /// Largest chain on the board, of either colour. Of equal ones, the one with the smallest point number.
    LargestCluster,
    /// Largest chain of the given colour. Of equal ones, the one with the smallest point number.
    LargestClusterOf(Color),
}

impl StoneSet {
    /// Returns one flag for each point, by point number: true if the point has a chosen stone.
    ///
    /// # Panics
    /// May panic when `stones` does not have one entry for each point.
    #[must_use]
    pub fn points(self, size: Size, stones: &[Option<Color>]) -> Vec<bool> {
        match self {
            Self::Of(color) => stones.iter().map(|&stone| stone == Some(color)).collect(),
            Self::All => stones.iter().map(Option::is_some).collect(),
            Self::LargestCluster | Self::LargestClusterOf(_) => {
                let clusters = Clusters::of(size, stones);
                let largest = match self {
                    Self::LargestClusterOf(color) => clusters.largest_of(color),
                    _ => clusters.largest(),
                };
                (0..stones.len())
                    .map(|point| largest.is_some() && clusters.cluster_of(point) == largest)
                    .collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rules, Setup};
    use rand::{RngExt, SeedableRng};

    fn setup(diagram: &str) -> Setup {
        diagram.parse().expect("a diagram")
    }

    const BOARD: &str = "
        X . O O O
        X X . . O
        . X O O .
        O . X X X
        O O . . X";

    #[test]
    fn clusters_of_a_board_are_its_groups() {
        let setup = setup(BOARD);
        let clusters = Clusters::of(setup.size(), setup.stones());
        assert_eq!(clusters.sizes(Color::Black), [(4, 2)]);
        assert_eq!(clusters.sizes(Color::White), [(2, 1), (3, 1), (4, 1)]);
        assert_eq!(clusters.all().len(), 5);
        assert!(clusters.all().iter().all(|cluster| !cluster.spans()));
        // Three groups have four stones. The black one at the bottom right has the smallest point number.
        let largest = clusters.largest().expect("stones");
        assert_eq!((largest, clusters.all()[largest].first), (1, 4));
        let points = StoneSet::LargestCluster.points(setup.size(), setup.stones());
        let members: Vec<usize> = (0..25).filter(|&at| points[at]).collect();
        assert_eq!(members, [4, 7, 8, 9]);
        let white = StoneSet::LargestClusterOf(Color::White).points(setup.size(), setup.stones());
        assert_eq!((0..25).filter(|&at| white[at]).collect::<Vec<_>>(), [19, 22, 23, 24]);
        assert_eq!(StoneSet::All.points(setup.size(), setup.stones()).iter().filter(|&&on| on).count(), 17);
    }

    #[test]
    fn clusters_connect_edges_across_or_upward() {
        let flags = |diagram: &str| {
            let setup = setup(diagram);
            let clusters = Clusters::of(setup.size(), setup.stones());
            clusters.all().iter().map(|cluster| (cluster.across, cluster.upward)).collect::<Vec<_>>()
        };
        assert_eq!(flags("O O O\nX . .\nX X X"), [(true, false), (true, false)]);
        assert_eq!(flags("X . O\nX . O\nX X O"), [(false, true), (false, true)]);
        assert_eq!(flags("X X X"), [(true, true)]);
        assert_eq!(flags(". . .\n. X .\n. . ."), [(false, false)]);
        assert_eq!(flags(". ."), []);
        // A spiral is one cluster.
        assert_eq!(flags("X X X X X\n. . . . X\nX X X . X\nX . . . X\nX X X X X"), [(true, true)]);
    }

    #[test]
    fn clusters_are_the_chains_of_the_position() {
        let mut rng = rand::rngs::SmallRng::seed_from_u64(3);
        let mut compared = 0;
        for (width, height) in [(1, 1), (7, 1), (1, 9), (5, 8), (19, 19), (40, 13)] {
            let size = Size::new(width, height).expect("a size");
            for share in [0.2, 0.5, 0.6, 0.9] {
                let mut setup = Setup::empty(size);
                for point in size.points() {
                    let stone = rng.random_bool(share).then(|| Color::ALL[rng.random_range(0..2)]);
                    setup.set(point, stone);
                }
                let clusters = Clusters::of(size, setup.stones());
                let position = Position::from_setup(&setup, Rules::default());
                let Ok(position) = position else { continue };
                for point in size.points() {
                    let cluster = clusters.cluster_of(size.index(point));
                    let chain = position.at(point).map(|_| position.chain(point).len() as u32);
                    assert_eq!(cluster.map(|cluster| clusters.all()[cluster].points), chain);
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000, "only {compared} points of legal boards were compared");
    }

    #[test]
    fn sizes_are_counted_from_the_smallest() {
        assert_eq!(size_counts([3, 1, 3, 0, 7, 1, 3]), [(1, 2), (3, 3), (7, 1)]);
        assert_eq!(size_counts([]), []);
    }
}
