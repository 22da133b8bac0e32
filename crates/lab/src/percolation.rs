//! Percolation: boards filled at random, for comparison with the clusters of games.
//!
//! On a large square lattice one cluster reaches from edge to edge if the density is above 0.592746. At this
//! critical density the number of clusters with s sites falls as s^−τ with τ = 187 ∕ 91.

use rand::RngExt;
use stonefield_go::field::{Clusters, SizeCounts, size_counts};
use stonefield_go::{ByColor, Color, Size};
use stonefield_search::{Dice, Purpose, Rng};

/// Critical density of site percolation on the square lattice, an estimate by simulation. A later estimate is
/// lower by 2.3e-7.
// CITE: M. E. J. Newman, R. M. Ziff, "Efficient Monte Carlo algorithm and high-precision results for
// percolation", Physical Review Letters 85 (2000). The later estimate is 0.59274598(4): M. J. Lee,
// "Pseudorandom number generators and the square site percolation threshold", arXiv:0807.1576 (2008).
pub const CRITICAL_DENSITY: f64 = 0.592_746_21;

/// Random filling of the sites of a lattice with colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filling {
    /// Probability that a site is filled, 0 to 1. Both colours are equally likely.
    Density(f64),
    /// Probability of each colour at a site. The sum is at most 1.
    DensityEach(ByColor<f64>),
    /// Number of sites of each colour, at random places. Such a lattice can be compared with a board that has
    /// the same number of stones of each colour.
    Stones(ByColor<u32>),
}

/// Reason why a lattice cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FillingError {
    /// The density is not a probability.
    #[error("density {0} is not between 0 and 1")]
    Density(f64),
    /// The sum of the densities is more than 1.
    #[error("the densities {black} of Black and {white} of White are more than 1 together")]
    Sum {
        /// Density of Black.
        black: f64,
        /// Density of White.
        white: f64,
    },
    /// There are more stones than sites.
    #[error("{stones} stones do not fit on {size}")]
    Stones {
        /// Number of stones of both colours together.
        stones: u64,
        /// The lattice.
        size: Size,
    },
}

impl Filling {
    /// Fills a lattice at random. Returns the sites by point number.
    ///
    /// # Errors
    /// If a density is no probability, the sum of two is more than 1, or there are more stones than sites.
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
                let site = |random: f64| match random {
                    random if random < black => Some(Color::Black),
                    random if random < black + white => Some(Color::White),
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
                // Fisher-Yates shuffle: each order is equally likely.
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

/// Counts of the clusters of one colour, or of all filled sites. The edges cut clusters off. Sizes near that
/// of the lattice are therefore more frequent than on an infinite lattice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterCount {
    /// Number of sites in all clusters together.
    pub sites: u32,
    /// Number of clusters.
    pub clusters: u32,
    /// Size of the largest cluster, in sites; 0 without clusters.
    pub largest: u32,
    /// True if one cluster touches both the left and the right edge.
    pub across: bool,
    /// True if one cluster touches both the bottom and the top edge.
    pub upward: bool,
    /// Number of clusters of each size, in increasing order of size.
    pub sizes: SizeCounts,
}

impl ClusterCount {
    /// Counts the clusters of filled sites.
    fn of(size: Size, sites: &[Option<()>]) -> Self {
        let clusters = Clusters::of(size, sites);
        let clusters = clusters.all();
        Self {
            sites: clusters.iter().map(|cluster| cluster.points).sum(),
            clusters: u32::try_from(clusters.len()).unwrap_or(u32::MAX),
            largest: clusters.iter().map(|cluster| cluster.points).max().unwrap_or(0),
            across: clusters.iter().any(|cluster| cluster.across),
            upward: clusters.iter().any(|cluster| cluster.upward),
            sizes: size_counts(clusters.iter().map(|cluster| cluster.points)),
        }
    }
}

/// A lattice that was filled at random, or the stones of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    size: Size,
    sites: Vec<Option<Color>>,
}

impl Lattice {
    /// Fills a lattice at random. The same arguments always give the same lattice.
    ///
    /// ```
    /// use stonefield_go::Size;
    /// use stonefield_lab::{CRITICAL_DENSITY, Filling, Lattice};
    ///
    /// let size = Size::square(50)?;
    /// let filled = |density, number| Lattice::filled(size, Filling::Density(density), 1, number);
    /// let spans = |&number: &u64| filled(CRITICAL_DENSITY, number).is_ok_and(|it| it.all().across);
    /// assert!((3..18).contains(&(0..20).filter(spans).count()), "about half of the lattices span");
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

    /// Returns the sites, by point number.
    #[must_use]
    pub fn sites(&self) -> &[Option<Color>] {
        &self.sites
    }

    /// Counts the clusters of a colour.
    #[must_use]
    pub fn of(&self, color: Color) -> ClusterCount {
        self.count(|site| site == Some(color))
    }

    /// Counts the clusters of all filled sites. A cluster may have stones of both colours.
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

    fn spanning_share(side: u16, density: f64, count: u64) -> f64 {
        let spans = |&number: &u64| {
            let lattice = Lattice::filled(square(side), Filling::Density(density), 7, number);
            lattice.expect("a density").all().across
        };
        (0..count).filter(spans).count() as f64 / count as f64
    }

    /// At the critical density half of all lattices span in one direction, whatever their size: J. Cardy,
    /// "Critical percolation in finite geometries", Journal of Physics A 25 (1992).
    #[test]
    fn lattices_begin_to_span_at_the_critical_density() {
        let share = spanning_share(64, CRITICAL_DENSITY, 400);
        assert!((share - 0.5).abs() < 0.1, "{share}");
        let (below, above) = (spanning_share(128, 0.56, 100), spanning_share(128, 0.625, 100));
        assert!(below < 0.05 && above > 0.95, "{below} and {above}");
        // The transition is sharper on larger lattices.
        assert!(spanning_share(16, 0.56, 200) > spanning_share(96, 0.56, 200));
        assert!(spanning_share(16, 0.625, 200) < spanning_share(96, 0.625, 200));
    }

    /// τ = 187 ∕ 91: D. Stauffer, A. Aharony, "Introduction to Percolation Theory", 1994, table 2. The
    /// exponent of small sizes is lower. 0.0275981 clusters per site: R. M. Ziff, S. R. Finch, V. S.
    /// Adamchik, "Universality of finite-size corrections to the number of critical percolation clusters",
    /// Physical Review Letters 79 (1997). Both hold far from edges, so only clusters whose first site lies in
    /// the middle are counted.
    #[test]
    fn sizes_fall_with_the_known_exponent_at_the_critical_density() {
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
        let per_site = f64::from(clusters) / f64::from(middle);
        assert!((per_site - 0.027_598_1).abs() < 0.000_3, "{per_site}");
        // Clusters per size, in bins of doubling width.
        let bins = (6..11).map(|bin| {
            let (low, high) = (1_u32 << bin, 2_u32 << bin);
            let count: u64 = sizes.range(low..high).map(|(_, count)| *count).sum();
            (f64::from(low * high).sqrt().ln(), (count as f64 / f64::from(high - low)).ln())
        });
        let line = LineFit::of(bins).expect("many clusters");
        assert!((-line.slope - 187.0 / 91.0).abs() < 0.1, "{line:?}");
    }

    #[test]
    fn a_lattice_has_the_stones_or_densities_of_its_filling() {
        let size = Size::new(30, 20).expect("a size");
        let stones = Filling::Stones(ByColor::new(120, 200));
        let lattice = Lattice::filled(size, stones, 1, 4).expect("enough sites");
        assert_eq!(Color::ALL.map(|color| lattice.of(color).sites), [120, 200]);
        assert_eq!(lattice, Lattice::filled(size, stones, 1, 4).expect("enough sites"));
        assert_ne!(lattice, Lattice::filled(size, stones, 1, 5).expect("enough sites"));
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
    fn impossible_fillings_are_refused() {
        let fill = |filling| {
            Lattice::filled(square(5), filling, 1, 0).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(fill(Filling::Density(1.5)), Err("density 1.5 is not between 0 and 1".to_owned()));
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
