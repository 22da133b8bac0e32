//! The liberties of a group, told without a list of them.

/// What the root of a group knows of its liberties: how many contacts there are, a contact being a stone and a vacant point beside it, with the sum of the
/// points' numbers and the sum of their squares over all contacts.
///
/// All contacts are with one point, which puts the group in atari, exactly when contacts × squares = sum × sum.
// CITE: L. Lew, libego, 2007: a chain's last liberty from sums over its pseudo-liberties, atari by the inequality of Cauchy and Schwarz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibertySums {
    sum: u64,
    squares: u64,
    contacts: u32,
}

impl LibertySums {
    /// Pairs of a stone and a vacant point beside it.
    #[must_use]
    pub const fn contacts(self) -> u32 {
        self.contacts
    }

    /// A vacant point is beside one stone more.
    #[inline]
    pub const fn add(&mut self, point: usize) {
        *self = self.with(Self::of(point, 1));
    }

    /// A point beside a stone is vacant no more.
    #[inline]
    pub const fn remove(&mut self, point: usize) {
        *self = self.less(Self::of(point, 1));
    }

    /// One point beside so many stones.
    const fn of(point: usize, times: u32) -> Self {
        let (point, count) = (point as u64, times as u64);
        Self { sum: count * point, squares: count * point * point, contacts: times }
    }

    /// Those of two groups together.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        // A stone that says something wrong is for the referee to find.
        Self {
            sum: self.sum.wrapping_add(other.sum),
            squares: self.squares.wrapping_add(other.squares),
            contacts: self.contacts.wrapping_add(other.contacts),
        }
    }

    const fn less(self, other: Self) -> Self {
        Self {
            sum: self.sum.wrapping_sub(other.sum),
            squares: self.squares.wrapping_sub(other.squares),
            contacts: self.contacts.wrapping_sub(other.contacts),
        }
    }

    /// Those that are left when a liberty beside so many of the group's stones is filled.
    #[must_use]
    pub const fn without(self, point: usize, touches: u32) -> Self {
        self.less(Self::of(point, touches))
    }

    /// Whether there is one liberty and no more.
    #[inline]
    #[must_use]
    pub const fn is_sole(self) -> bool {
        // One point is beside four stones at most, and so small a number of contacts keeps the products below 2^45.
        self.contacts.wrapping_sub(1) < 4
            && (self.contacts as u64).wrapping_mul(self.squares) == self.sum.wrapping_mul(self.sum)
    }

    /// The only liberty, where there is one and no more.
    #[inline]
    #[must_use]
    pub fn sole(self) -> Option<usize> {
        let point = || usize::try_from(self.sum / u64::from(self.contacts)).ok();
        if self.is_sole() { point() } else { None }
    }

    /// The pairs of points which are the only two liberties if the group touches them as often as told: each point with how often.
    pub fn pairs(self) -> impl Iterator<Item = [(usize, u32); 2]> {
        let all = if self.contacts <= 8 { self.contacts } else { 0 };
        (1..all).filter_map(move |first| self.pair(first, all - first))
    }

    /// The lower point, touched `low` times, and the higher one, touched `high` times, that have these sums.
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
        /// On boards up to the largest: the only liberty, and the two last ones, are told exactly when that is how many there are.
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
            let found = sums.pairs().filter(|pair| pair.iter().all(|&(point, count)| times(point) == count));
            let found = found.map(|pair| pair.map(|(point, _)| point).to_vec()).collect::<Vec<_>>();
            let told = distinct.len() == 2 && contacts.len() <= 8;
            prop_assert_eq!(found, if told { vec![distinct.clone()] } else { vec![] });
            let mut less = sums;
            less.remove(points[0]);
            less.add(points[0]);
            prop_assert_eq!(less, sums);
        }
    }
}
