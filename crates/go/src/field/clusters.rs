//! Clusters: points of one kind that are joined through orthogonal neighbours.

use crate::{Color, Size};
use std::collections::BTreeMap;

/// Sizes, the smallest first, each with how many there are of it.
pub type SizeCounts = Vec<(u32, u64)>;

/// Counts sizes; those of 0 are left out.
#[must_use]
pub fn size_counts(sizes: impl IntoIterator<Item = u32>) -> SizeCounts {
    let mut counts = BTreeMap::new();
    for size in sizes.into_iter().filter(|&size| size > 0) {
        *counts.entry(size).or_insert(0_u64) += 1;
    }
    counts.into_iter().collect()
}

/// Points of one kind that are joined through orthogonal neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster<K> {
    /// What its points are.
    pub kind: K,
    /// Its points.
    pub points: u32,
    /// The number of its first point.
    pub first: u32,
    /// Whether it joins the left edge to the right one.
    pub across: bool,
    /// Whether it joins the bottom edge to the top one.
    pub upward: bool,
}

impl<K> Cluster<K> {
    /// Whether it joins two opposite edges.
    #[must_use]
    pub const fn spans(&self) -> bool {
        self.across || self.upward
    }
}

/// The clusters of a board, for any kind of thing on its points: stones by colour, or points that are occupied.
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
    /// By point: the place of its cluster, or [`NONE`].
    places: Vec<u32>,
}

/// Says that a point is in no cluster.
const NONE: u32 = u32::MAX;

impl<K: Copy + PartialEq> Clusters<K> {
    /// Finds the clusters of what is on the points, by point number.
    ///
    /// # Panics
    /// When there are not as many as points.
    // CITE: cluster labelling: J. Hoshen, R. Kopelman, "Percolation and cluster distribution", Physical Review B 14 (1976).
    #[must_use]
    pub fn of(size: Size, points: &[Option<K>]) -> Self {
        assert_eq!(points.len(), size.area(), "one entry a point");
        let width = usize::from(size.width());
        // A point's parent is in its cluster and not after it.
        let mut parents: Vec<u32> = Vec::with_capacity(points.len());
        for (at, kind) in points.iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
            parents.push(at as u32);
            if kind.is_none() {
                continue;
            }
            let left = (!at.is_multiple_of(width)).then(|| at - 1);
            for before in left.into_iter().chain(at.checked_sub(width)) {
                if points[before] == *kind {
                    unite(&mut parents, at, before);
                }
            }
        }
        let mut found = Self { all: Vec::new(), places: vec![NONE; points.len()] };
        let (last_column, last_row) = (width - 1, usize::from(size.height()) - 1);
        // Which edges a cluster touches: left, right, bottom, top.
        let mut touched: Vec<[bool; 4]> = Vec::new();
        for (at, kind) in points.iter().enumerate() {
            let Some(kind) = *kind else { continue };
            let root = root(&mut parents, at);
            if root == at {
                #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
                let (place, first) = (found.all.len() as u32, at as u32);
                found.places[at] = place;
                found.all.push(Cluster { kind, points: 0, first, across: false, upward: false });
                touched.push([false; 4]);
            }
            let place = found.places[root];
            found.places[at] = place;
            let place = place as usize;
            found.all[place].points += 1;
            let (x, y) = (at % width, at / width);
            let edges = [x == 0, x == last_column, y == 0, y == last_row];
            touched[place].iter_mut().zip(edges).for_each(|(touches, edge)| *touches |= edge);
        }
        for (cluster, [left, right, bottom, top]) in found.all.iter_mut().zip(touched) {
            (cluster.across, cluster.upward) = (left && right, bottom && top);
        }
        found
    }

    /// All of them, by their first points.
    #[must_use]
    pub fn all(&self) -> &[Cluster<K>] {
        &self.all
    }

    /// The place in the list of the cluster that a point is in; `None` for a vacant one.
    #[must_use]
    pub fn place(&self, point: usize) -> Option<usize> {
        self.places.get(point).filter(|&&place| place != NONE).map(|&place| place as usize)
    }

    /// The place of the largest, the first of equals.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        self.largest_where(|_| true)
    }

    /// The place of the largest of a kind, the first of equals.
    #[must_use]
    pub fn largest_of(&self, kind: K) -> Option<usize> {
        self.largest_where(|cluster| cluster.kind == kind)
    }

    fn largest_where(&self, fits: impl Fn(&Cluster<K>) -> bool) -> Option<usize> {
        let fitting = self.all.iter().enumerate().filter(|(_, cluster)| fits(cluster));
        fitting.rev().max_by_key(|(_, cluster)| cluster.points).map(|(place, _)| place)
    }

    /// The sizes of those of a kind, in points.
    #[must_use]
    pub fn sizes(&self, kind: K) -> SizeCounts {
        size_counts(self.all.iter().filter(|cluster| cluster.kind == kind).map(|cluster| cluster.points))
    }
}

/// The first point of a point's cluster, as far as it is known.
fn root(parents: &mut [u32], mut at: usize) -> usize {
    while parents[at] as usize != at {
        let parent = parents[at] as usize;
        // Halves the way for those who come next.
        parents[at] = parents[parent];
        at = parents[at] as usize;
    }
    at
}

fn unite(parents: &mut [u32], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
    {
        parents[one.max(other)] = one.min(other) as u32;
    }
}

/// Which stones of a board are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneSet {
    /// Those of a colour.
    Of(Color),
    /// Those of both colours.
    All,
    /// Those of the largest group on the board; of equals the one with the first point.
    LargestGroup,
    /// Those of the largest group of a colour; of equals the one with the first point.
    LargestGroupOf(Color),
}

impl StoneSet {
    /// Which points hold such a stone, by point number.
    ///
    /// # Panics
    /// When there are not as many stones, vacant points among them, as points.
    #[must_use]
    pub fn points(self, size: Size, stones: &[Option<Color>]) -> Vec<bool> {
        match self {
            Self::Of(color) => stones.iter().map(|&stone| stone == Some(color)).collect(),
            Self::All => stones.iter().map(Option::is_some).collect(),
            Self::LargestGroup | Self::LargestGroupOf(_) => {
                let clusters = Clusters::of(size, stones);
                let largest = match self {
                    Self::LargestGroupOf(color) => clusters.largest_of(color),
                    _ => clusters.largest(),
                };
                (0..stones.len()).map(|at| largest.is_some() && clusters.place(at) == largest).collect()
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
        // Of the two black groups and the white one of four stones, the one with the first point, at the bottom right.
        let largest = clusters.largest().expect("stones");
        assert_eq!((largest, clusters.all()[largest].first), (1, 4));
        let points = StoneSet::LargestGroup.points(setup.size(), setup.stones());
        let named: Vec<usize> = (0..25).filter(|&at| points[at]).collect();
        assert_eq!(named, [4, 7, 8, 9]);
        let white = StoneSet::LargestGroupOf(Color::White).points(setup.size(), setup.stones());
        assert_eq!((0..25).filter(|&at| white[at]).collect::<Vec<_>>(), [19, 22, 23, 24]);
        assert_eq!(StoneSet::All.points(setup.size(), setup.stones()).iter().filter(|&&on| on).count(), 17);
    }

    #[test]
    fn edges_are_joined_across_or_upward() {
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
        // A spiral that is one cluster from the outer edge to the middle.
        assert_eq!(flags("X X X X X\n. . . . X\nX X X . X\nX . . . X\nX X X X X"), [(true, true)]);
    }

    #[test]
    fn they_are_the_chains_that_the_referee_knows() {
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
                    let place = clusters.place(size.index(point));
                    let chain = position.at(point).map(|_| position.chain(point).len() as u32);
                    assert_eq!(place.map(|place| clusters.all()[place].points), chain);
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000, "{compared} points of boards that may stand");
    }

    #[test]
    fn sizes_are_counted_from_the_smallest() {
        assert_eq!(size_counts([3, 1, 3, 0, 7, 1, 3]), [(1, 2), (3, 3), (7, 1)]);
        assert_eq!(size_counts([]), []);
    }
}
