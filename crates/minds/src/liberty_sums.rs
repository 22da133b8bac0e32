//! Liberties of a group, stored as three sums instead of a list of points.

/// Sums over the contacts of a group: the number of contacts, the sum of their point numbers, and the sum of
/// the squares of these numbers. A contact is a pair of a stone of the group and a vacant point next to it.
///
/// The group is in atari if all contacts have the same point. This is so exactly if contacts × squares = sum
/// × sum.
// CITE: L. Lew, libego, 2007: a chain's last liberty from sums over its pseudo-liberties, atari by the
// inequality of Cauchy and Schwarz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibertySums {
    sum: u64,
    squares: u64,
    contacts: u32,
}

impl LibertySums {
    /// Number of contacts, which is the number of pseudo-liberties.
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

    /// Sums for one point with this number of contacts.
    const fn of(point: usize, contacts: u32) -> Self {
        let (point, count) = (point as u64, contacts as u64);
        Self { sum: count * point, squares: count * point * point, contacts }
    }

    /// Sums over the contacts of both groups.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        // A stone may report wrong values, which the referee of the simulation finds later. They must not
        // panic here, so the sums wrap on overflow.
        Self {
            sum: self.sum.wrapping_add(other.sum),
            squares: self.squares.wrapping_add(other.squares),
            contacts: self.contacts.wrapping_add(other.contacts),
        }
    }

    /// Sums without the contacts of `other`.
    const fn minus(self, other: Self) -> Self {
        Self {
            sum: self.sum.wrapping_sub(other.sum),
            squares: self.squares.wrapping_sub(other.squares),
            contacts: self.contacts.wrapping_sub(other.contacts),
        }
    }

    /// Sums after this liberty is filled. `contacts`: number of stones of the group next to it.
    #[must_use]
    pub const fn without(self, point: usize, contacts: u32) -> Self {
        self.minus(Self::of(point, contacts))
    }

    /// Returns true if there is exactly one liberty.
    #[inline]
    #[must_use]
    pub const fn is_sole(self) -> bool {
        // A single liberty has one to four contacts. Points are below 2^20, so the products are below 2^45.
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

    /// Candidates for the last two liberties: pairs of points, each with a number of contacts. The pair is
    /// the right one if both points are vacant and have this number of contacts with the group.
    pub fn pairs(self) -> impl Iterator<Item = [(usize, u32); 2]> {
        let contacts = if self.contacts <= 8 { self.contacts } else { 0 };
        (1..contacts).filter_map(move |first| self.pair(first, contacts - first))
    }

    /// Pair of points that gives these sums, if the lower point has `low` contacts and the higher point has
    /// `high`. `None` if there is no such pair.
    fn pair(self, low: u32, high: u32) -> Option<[(usize, u32); 2]> {
        let (contacts, low, high) = (u64::from(self.contacts), u64::from(low), u64::from(high));
        // contacts × squares - sum × sum = low × high × (difference of the point numbers)².
        let spread = contacts.checked_mul(self.squares)?.checked_sub(self.sum.checked_mul(self.sum)?)?;
        let difference = (spread / (low * high)).isqrt();
        let first = self.sum.checked_sub(high * difference)? / contacts;
        let second = first + difference;
        let is_pair = difference > 0
            && low * first + high * second == self.sum
            && low * first * first + high * second * second == self.squares;
        let entry = |point, contacts| Some((usize::try_from(point).ok()?, u32::try_from(contacts).ok()?));
        if is_pair { Some([entry(first, low)?, entry(second, high)?]) } else { None }
    }
}

impl FromIterator<usize> for LibertySums {
    /// Sums over contacts that are given by their points. A point appears once for each of its contacts.
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
        #[test]
        fn one_or_two_liberties_are_found_on_every_board_size(
            points in prop::collection::vec(0_usize..1 << 20, 1..5),
            contact_counts in prop::collection::vec(1_u32..5, 4),
        ) {
            let contacts = points.iter().zip(&contact_counts).flat_map(|(&point, &count)| vec![point; count as usize]);
            let contacts = contacts.collect::<Vec<_>>();
            let sums = contacts.iter().copied().collect::<LibertySums>();
            let mut distinct = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(sums.sole(), if distinct.len() == 1 && contacts.len() <= 4 { Some(points[0]) } else { None });
            let contacts_at = |point: usize| contacts.iter().filter(|&&other| other == point).count() as u32;
            let pairs = sums.pairs().filter(|pair| pair.iter().all(|&(point, count)| contacts_at(point) == count));
            let pairs = pairs.map(|pair| pair.map(|(point, _)| point).to_vec()).collect::<Vec<_>>();
            let has_two = distinct.len() == 2 && contacts.len() <= 8;
            prop_assert_eq!(pairs, if has_two { vec![distinct.clone()] } else { vec![] });
            let mut restored = sums;
            restored.remove(points[0]);
            restored.add(points[0]);
            prop_assert_eq!(restored, sums);
        }
    }
}
