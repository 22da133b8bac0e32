//! Liberties of a group as three sums, without a list of the points.

/// Sums over the contacts of a group: their number, the sum of the points' numbers, and the sum of their
/// squares. A contact is a pair of a stone and a vacant point beside it.
///
/// The group is in atari if all contacts have the same point. That holds exactly if contacts × squares =
/// sum × sum.
// CITE: L. Lew, libego, 2007: a chain's last liberty from sums over its pseudo-liberties, atari by the
// inequality of Cauchy and Schwarz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibertySums {
    sum: u64,
    squares: u64,
    contacts: u32,
}

impl LibertySums {
    /// Number of pairs of a stone and a vacant point beside it.
    #[must_use]
    pub const fn contacts(self) -> u32 {
        self.contacts
    }

    /// Adds a contact of a stone with this vacant point.
    #[inline]
    pub const fn add(&mut self, point: usize) {
        *self = self.with(Self::of(point, 1));
    }

    /// Removes a contact of a stone with this point.
    #[inline]
    pub const fn remove(&mut self, point: usize) {
        *self = self.minus(Self::of(point, 1));
    }

    /// Sums for one point with `times` contacts.
    const fn of(point: usize, times: u32) -> Self {
        let (point, count) = (point as u64, times as u64);
        Self { sum: count * point, squares: count * point * point, contacts: times }
    }

    /// Sums of two groups together.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        // Wraps on overflow instead of panicking. A stone may report wrong values, which the referee finds.
        Self {
            sum: self.sum.wrapping_add(other.sum),
            squares: self.squares.wrapping_add(other.squares),
            contacts: self.contacts.wrapping_add(other.contacts),
        }
    }

    const fn minus(self, other: Self) -> Self {
        Self {
            sum: self.sum.wrapping_sub(other.sum),
            squares: self.squares.wrapping_sub(other.squares),
            contacts: self.contacts.wrapping_sub(other.contacts),
        }
    }

    /// Sums after this liberty is filled, which `touches` stones of the group touch.
    #[must_use]
    pub const fn without(self, point: usize, touches: u32) -> Self {
        self.minus(Self::of(point, touches))
    }

    /// Returns true if there is exactly one liberty.
    #[inline]
    #[must_use]
    pub const fn is_sole(self) -> bool {
        // One point touches at most four stones. Few contacts also keep the products below 2^45.
        self.contacts.wrapping_sub(1) < 4
            && (self.contacts as u64).wrapping_mul(self.squares) == self.sum.wrapping_mul(self.sum)
    }

    /// The only liberty. `None` if there are no liberties, or several.
    #[inline]
    #[must_use]
    pub fn sole(self) -> Option<usize> {
        let point = || usize::try_from(self.sum / u64::from(self.contacts)).ok();
        if self.is_sole() { point() } else { None }
    }

    /// Candidates for the two last liberties: pairs of points with a number of contacts each. A pair is
    /// right if the group touches its points that often.
    pub fn pairs(self) -> impl Iterator<Item = [(usize, u32); 2]> {
        let contacts = if self.contacts <= 8 { self.contacts } else { 0 };
        (1..contacts).filter_map(move |first| self.pair(first, contacts - first))
    }

    /// Lower point with `low` contacts and higher point with `high` contacts that give these sums. `None`
    /// if there is no such pair.
    fn pair(self, low: u32, high: u32) -> Option<[(usize, u32); 2]> {
        let (contacts, low, high) = (u64::from(self.contacts), u64::from(low), u64::from(high));
        // contacts × squares - sum × sum = low × high × (distance of the points)².
        let spread = contacts.checked_mul(self.squares)?.checked_sub(self.sum.checked_mul(self.sum)?)?;
        let distance = (spread / (low * high)).isqrt();
        let first = self.sum.checked_sub(high * distance)? / contacts;
        let second = first + distance;
        let exact = distance > 0
            && low * first + high * second == self.sum
            && low * first * first + high * second * second == self.squares;
        let point = |point, touches| Some((usize::try_from(point).ok()?, u32::try_from(touches).ok()?));
        if exact { Some([point(first, low)?, point(second, high)?]) } else { None }
    }
}

impl FromIterator<usize> for LibertySums {
    /// The sums of these points, one for each contact.
    fn from_iter<I: IntoIterator<Item = usize>>(points: I) -> Self {
        let mut sums = Self::default();
        points.into_iter().for_each(|point| sums.add(point));
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// On all board sizes, one liberty and two liberties are distinguished from more.
        #[test]
        fn one_liberty_and_two_are_told_apart_from_more(
            points in prop::collection::vec(0_usize..1 << 20, 1..5),
            touches in prop::collection::vec(1_u32..5, 4),
        ) {
            let contacts = points.iter().zip(&touches).flat_map(|(&point, &times)| vec![point; times as usize]);
            let contacts = contacts.collect::<Vec<_>>();
            let sums = contacts.iter().copied().collect::<LibertySums>();
            let mut distinct = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(sums.sole(), if distinct.len() == 1 && contacts.len() <= 4 { Some(points[0]) } else { None });
            let times = |point: usize| contacts.iter().filter(|&&other| other == point).count() as u32;
            let pairs = sums.pairs().filter(|pair| pair.iter().all(|&(point, count)| times(point) == count));
            let pairs = pairs.map(|pair| pair.map(|(point, _)| point).to_vec()).collect::<Vec<_>>();
            let has_two = distinct.len() == 2 && contacts.len() <= 8;
            prop_assert_eq!(pairs, if has_two { vec![distinct.clone()] } else { vec![] });
            let mut minus = sums;
            minus.remove(points[0]);
            minus.add(points[0]);
            prop_assert_eq!(minus, sums);
        }
    }
}
