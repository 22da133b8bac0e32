//! Percolation: boards filled by chance, against which the clusters of games are compared.
//!
//! Site percolation on the square lattice has known numbers: the largest cluster spans the lattice from a density of 0.592746 on, and there the number
//! of clusters of s sites falls as s^−τ with τ = 187 ∕ 91.

use rand::RngExt;
use stonefield_go::field::{Clusters, SizeCounts, size_counts};
use stonefield_go::{ByColor, Color, Size};
use stonefield_search::{Dice, Purpose, Rng};

/// The density from which on sites of the square lattice percolate, known to ±5 in its last digit.
// CITE: M. E. J. Newman, R. M. Ziff, "Efficient Monte Carlo algorithm and high-precision results for percolation", Physical Review Letters 85 (2000).
pub const CRITICAL_DENSITY: f64 = 0.592_746_21;

/// How many of the sites of a lattice are filled, and with which colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filling {
    /// Each site with this probability, and then with either colour equally likely.
    Density(f64),
    /// Each site with this probability of each colour.
    DensityEach(ByColor<f64>),
    /// So many sites of each colour, anywhere: as many stones as a board has, without what made them stand where they stand.
    Stones(ByColor<u32>),
}

/// Why a lattice cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FillingError {
    /// A probability is none.
    #[error("density {0} is not 0 to 1")]
    Density(f64),
    /// Both together are more than certain.
    #[error("the densities {black} of Black and {white} of White are more than 1 together")]
    Sum {
        /// Of Black.
        black: f64,
        /// Of White.
        white: f64,
    },
    /// There are fewer sites.
    #[error("{stones} stones do not fit on {size}")]
    Stones {
        /// How many are wanted.
        stones: u64,
        /// The lattice.
        size: Size,
    },
}

impl Filling {
    /// Fills a lattice by chance.
    ///
    /// # Errors
    /// When a density is no probability, or there are more stones than sites.
    pub fn fill(self, size: Size, rng: &mut Rng) -> Result<Vec<Option<Color>>, FillingError> {
        match self {
            Self::Density(total) => {
                check(total)?;
                Self::DensityEach(ByColor::new(total / 2.0, total / 2.0)).fill(size, rng)
            }
            Self::DensityEach(ByColor { black, white }) => {
                check(black)?;
                check(white)?;
                if black + white > 1.0 {
                    return Err(FillingError::Sum { black, white });
                }
                let site = |drawn: f64| match drawn {
                    drawn if drawn < black => Some(Color::Black),
                    drawn if drawn < black + white => Some(Color::White),
                    _ => None,
                };
                Ok((0..size.area()).map(|_| site(rng.random())).collect())
            }
            Self::Stones(ByColor { black, white }) => {
                let stones = u64::from(black) + u64::from(white);
                if stones > size.area() as u64 {
                    return Err(FillingError::Stones { stones, size });
                }
                let mut sites = vec![None; size.area()];
                let (black, all) = (black as usize, stones as usize);
                sites[..black].fill(Some(Color::Black));
                sites[black..all].fill(Some(Color::White));
                // Each order is as likely as any other.
                for i in (1..sites.len()).rev() {
                    sites.swap(i, rng.random_range(0..=i as u64) as usize);
                }
                Ok(sites)
            }
        }
    }
}

fn check(density: f64) -> Result<(), FillingError> {
    if (0.0..=1.0).contains(&density) { Ok(()) } else { Err(FillingError::Density(density)) }
}

/// What is counted of the clusters of one kind. Those that an edge cuts off count as they are, so that on small lattices large sizes are more frequent than
/// on one without edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterCount {
    /// Filled sites.
    pub sites: u32,
    /// Clusters.
    pub clusters: u32,
    /// Sites of the largest cluster, 0 without any.
    pub largest: u32,
    /// Whether a cluster joins the left edge to the right one.
    pub across: bool,
    /// Whether a cluster joins the bottom edge to the top one.
    pub upward: bool,
    /// Clusters by their sizes.
    pub sizes: SizeCounts,
}

impl ClusterCount {
    /// Counts the clusters of what is on the sites, all of one kind.
    fn of(size: Size, sites: &[Option<()>]) -> Self {
        let clusters = Clusters::of(size, sites);
        let all = clusters.all();
        Self {
            sites: all.iter().map(|cluster| cluster.points).sum(),
            clusters: u32::try_from(all.len()).unwrap_or(u32::MAX),
            largest: all.iter().map(|cluster| cluster.points).max().unwrap_or(0),
            across: all.iter().any(|cluster| cluster.across),
            upward: all.iter().any(|cluster| cluster.upward),
            sizes: size_counts(all.iter().map(|cluster| cluster.points)),
        }
    }
}

/// A lattice that was filled by chance, or the stones of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    size: Size,
    sites: Vec<Option<Color>>,
}

impl Lattice {
    /// The lattice with this number of a seed: the same two always mean the same one.
    ///
    /// ```
    /// use stonefield_go::Size;
    /// use stonefield_lab::{CRITICAL_DENSITY, Filling, Lattice};
    ///
    /// let size = Size::square(50)?;
    /// let filled = |density, number| Lattice::filled(size, Filling::Density(density), 1, number);
    /// let spanning = (0..20).filter(|&number| filled(CRITICAL_DENSITY, number).is_ok_and(|lattice| lattice.all().across));
    /// assert!((3..18).contains(&spanning.count()), "about half of them");
    /// assert!(filled(0.75, 0)?.all().across && !filled(0.45, 0)?.all().across);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Filling::fill`].
    pub fn filled(size: Size, filling: Filling, seed: u64, number: u64) -> Result<Self, FillingError> {
        let mut rng = Dice::new(seed, number, 0).rng(0, None, Purpose::Other);
        Ok(Self { size, sites: filling.fill(size, &mut rng)? })
    }

    /// What is on the sites, by point number.
    #[must_use]
    pub fn sites(&self) -> &[Option<Color>] {
        &self.sites
    }

    /// The clusters of a colour.
    #[must_use]
    pub fn of(&self, color: Color) -> ClusterCount {
        self.count(|site| site == Some(color))
    }

    /// The clusters of filled sites, whatever their colour.
    #[must_use]
    pub fn all(&self) -> ClusterCount {
        self.count(|site| site.is_some())
    }

    fn count(&self, fits: impl Fn(Option<Color>) -> bool) -> ClusterCount {
        let sites: Vec<_> = self.sites.iter().map(|&site| fits(site).then_some(())).collect();
        ClusterCount::of(self.size, &sites)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use stonefield_go::field::LineFit;

    fn square(side: u16) -> Size {
        Size::square(side).expect("a size")
    }

    fn share(side: u16, density: f64, count: u64) -> f64 {
        let spans = |&number: &u64| {
            let lattice = Lattice::filled(square(side), Filling::Density(density), 7, number);
            lattice.expect("a density").all().across
        };
        (0..count).filter(spans).count() as f64 / count as f64
    }

    /// From edge to edge in one direction half of all lattices span at the critical density, whatever their size: J. Cardy, "Critical percolation in
    /// finite geometries", Journal of Physics A 25 (1992).
    #[test]
    fn lattices_begin_to_span_at_the_critical_density() {
        let at = share(64, CRITICAL_DENSITY, 400);
        assert!((at - 0.5).abs() < 0.1, "{at}");
        let (below, above) = (share(128, 0.56, 100), share(128, 0.625, 100));
        assert!(below < 0.05 && above > 0.95, "{below} and {above}");
        // The larger the lattice, the sharper.
        assert!(share(16, 0.56, 200) > share(96, 0.56, 200));
        assert!(share(16, 0.625, 200) < share(96, 0.625, 200));
    }

    /// τ = 187 ∕ 91: D. Stauffer, A. Aharony, "Introduction to Percolation Theory", 1994, table 2, which small clusters come up to from below; and 0.0275981
    /// clusters a site: R. M. Ziff, S. R. Finch, V. S. Adamchik, "Universality of finite-size corrections to the number of critical percolation clusters",
    /// Physical Review Letters 79 (1997). Both hold far from edges, so clusters are counted that begin in the middle.
    #[test]
    fn sizes_fall_with_the_known_exponent_there() {
        const SIDE: usize = 400;
        let (mut sizes, mut clusters, mut middle) = (BTreeMap::new(), 0, 0);
        for number in 0..60 {
            let filling = Filling::Density(CRITICAL_DENSITY);
            let lattice = Lattice::filled(square(400), filling, 3, number).expect("a density");
            let sites: Vec<_> = lattice.sites().iter().map(|site| site.map(|_| ())).collect();
            let inner =
                |at: u32| [at as usize % SIDE, at as usize / SIDE].iter().all(|at| (100..300).contains(at));
            for cluster in
                Clusters::of(square(400), &sites).all().iter().filter(|cluster| inner(cluster.first))
            {
                *sizes.entry(cluster.points).or_insert(0) += 1;
                clusters += 1;
            }
            middle += 200 * 200;
        }
        let each = f64::from(clusters) / f64::from(middle);
        assert!((each - 0.027_598_1).abs() < 0.000_3, "{each}");
        // Clusters a size, in bins each twice as wide as the one before.
        let bins = (6..11).map(|bin| {
            let (low, high) = (1_u32 << bin, 2_u32 << bin);
            let count: u64 = sizes.range(low..high).map(|(_, count)| *count).sum();
            (f64::from(low * high).sqrt().ln(), (count as f64 / f64::from(high - low)).ln())
        });
        let line = LineFit::of(bins).expect("many clusters");
        assert!((-line.slope - 187.0 / 91.0).abs() < 0.1, "{line:?}");
    }

    #[test]
    fn a_lattice_holds_what_it_is_filled_with() {
        let size = Size::new(30, 20).expect("a size");
        let stones = Filling::Stones(ByColor::new(120, 200));
        let lattice = Lattice::filled(size, stones, 1, 4).expect("room");
        assert_eq!(Color::ALL.map(|color| lattice.of(color).sites), [120, 200]);
        assert_eq!(lattice, Lattice::filled(size, stones, 1, 4).expect("room"));
        assert_ne!(lattice, Lattice::filled(size, stones, 1, 5).expect("room"));
        let each = Filling::DensityEach(ByColor::new(0.1, 0.4));
        let lattice = Lattice::filled(square(200), each, 1, 0).expect("densities");
        let shares = Color::ALL.map(|color| f64::from(lattice.of(color).sites) / 40_000.0);
        assert!((shares[0] - 0.1).abs() < 0.01 && (shares[1] - 0.4).abs() < 0.01, "{shares:?}");
        let black = lattice.of(Color::Black);
        assert_eq!(
            black.sizes.iter().map(|&(size, count)| u64::from(size) * count).sum::<u64>(),
            u64::from(black.sites)
        );
        assert_eq!(black.sizes.last().map(|&(size, _)| size), Some(black.largest));
        let full = Lattice::filled(size, Filling::Density(1.0), 1, 0).expect("a density").all();
        assert_eq!((full.clusters, full.largest, full.across && full.upward), (1, 600, true));
        assert_eq!(
            Lattice::filled(size, Filling::Density(0.0), 1, 0).map(|empty| empty.all()),
            Ok(ClusterCount::default())
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fill = |filling| {
            Lattice::filled(square(5), filling, 1, 0).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(fill(Filling::Density(1.5)), Err("density 1.5 is not 0 to 1".to_owned()));
        assert!(fill(Filling::Density(f64::NAN)).is_err());
        assert_eq!(
            fill(Filling::DensityEach(ByColor::new(0.6, 0.5))),
            Err("the densities 0.6 of Black and 0.5 of White are more than 1 together".to_owned())
        );
        assert_eq!(
            fill(Filling::Stones(ByColor::new(13, 13))),
            Err("26 stones do not fit on 5x5".to_owned())
        );
        assert_eq!(fill(Filling::Stones(ByColor::new(13, 12))), Ok(()));
    }
}
