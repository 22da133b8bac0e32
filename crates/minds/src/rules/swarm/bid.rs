//! What each stone bids.

use super::percepts::Percepts;
use super::spot::number;
use arrayvec::ArrayVec;
use stonefield_go::Point;
use stonefield_search::Motive;

/// Bids of one stone at the most.
const MOST: usize = 12;

/// Wishes of one stone at the most, of which its bids are the strongest: one to flee, three for each of four
/// neighbours, one for each of the eight points around, and two for how warm it is.
const WISHES: usize = 23;

/// What a stone offers for a stone of its colour on a vacant point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneBid {
    /// The number of the point.
    pub to: u32,
    /// What it wants there.
    pub motive: Motive,
    /// How much it offers, more than 0, in whole 2⁻³⁰: so a sum of bids is exact and does not depend on their
    /// order.
    pub weight: f32,
}

/// All that a stone bids: at most 12 bids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoneBids(ArrayVec<StoneBid, MOST>);

impl StoneBids {
    /// The bids, in the order of its motives.
    pub fn iter(&self) -> impl Iterator<Item = &StoneBid> {
        self.0.iter()
    }
}

/// A stone while it makes up its mind.
struct Bidder<'a> {
    percepts: &'a Percepts,
    at: Point,
    /// The enemy stone that has just come, where it is perceived.
    fresh: Option<Point>,
    wishes: ArrayVec<StoneBid, WISHES>,
}

/// What the stone on a point bids, from what it perceives.
pub(super) fn bids(percepts: &Percepts, stone: usize) -> StoneBids {
    let at = percepts.size.point(stone);
    let fresh = percepts.fresh.map(|point| percepts.size.point(point));
    let fresh = fresh.filter(|&other| apart(at, other) <= percepts.params.radius);
    let mut bidder = Bidder { percepts, at, fresh, wishes: ArrayVec::new() };
    bidder.want(stone);
    bidder.bids()
}

impl Bidder<'_> {
    /// All that it wants.
    fn want(&mut self, stone: usize) {
        let Percepts { params, size, color, stands, heard, map, .. } = self.percepts;
        let group = heard[stone];
        let need = params.need(group.pseudo);
        if let Some(exit) = group.last() {
            let liberties = self.percepts.spot(exit).liberties;
            self.offer(Motive::Flee, exit, params.flee * (liberties as f32 / 4.0).min(1.0));
        }
        for near in size.around(stone) {
            if stands[near] == Some(!*color) {
                if let Some(prey) = heard[near].last() {
                    let free = self.percepts.spot(prey).free;
                    self.offer(Motive::Strike, prey, params.capture * if free { 1.0 } else { params.calm });
                    if group.last().is_some() {
                        self.offer(Motive::Flee, prey, params.flee);
                    }
                } else if let Some(liberties) = heard[near].last_two() {
                    for liberty in liberties {
                        self.offer(Motive::Strike, liberty, params.atari);
                    }
                }
                continue;
            }
            let spot = self.percepts.spot(near);
            if spot.weight > 0.0 {
                let gain = spot.liberties.saturating_sub(group.pseudo).min(3);
                self.offer(Motive::Extend, near, params.extend * need * gain as f32 / 3.0);
                self.offer(Motive::Connect, near, params.connect * spot.cut * (0.2 + need));
                self.offer(Motive::Eye, near, params.eye * f32::from(spot.eyes) * (0.2 + need));
            }
        }
        let place = map.place(*size, stone);
        for row in [place - map.stride, place, place + map.stride] {
            for (spot, at) in map.spots[row - 1..=row + 1].iter().zip(row - 1..) {
                if spot.weight > 0.0 {
                    let press = if spot.contact { params.press } else { 0.0 };
                    let shape = if spot.shape { params.shape } else { 0.0 };
                    let spoil = params.spoil * f32::from(spot.enemy_eyes);
                    let weight = params.surround * spot.enemy_need + press + shape + spoil;
                    self.offer(Motive::Surround, map.index(*size, at), weight);
                }
            }
        }
        let far = usize::from(params.reach());
        for (motive, field, weight) in
            [(Motive::Spread, &map.cold, params.spread), (Motive::Heat, &map.hot, params.heat)]
        {
            if weight == 0.0 {
                continue;
            }
            let mut best = (0.0, place);
            for row in 0..=2 * far {
                let start = place + row * map.stride - far * (map.stride + 1);
                for (value, at) in field[start..=start + 2 * far].iter().zip(start..) {
                    if *value > best.0 {
                        best = (*value, at);
                    }
                }
            }
            if best.0 > 0.0 {
                self.offer(motive, map.index(*size, best.1), weight * best.0);
            }
        }
    }

    /// A bid, if it is more than 0 and the stone perceives the point and all that is around it.
    #[inline]
    fn offer(&mut self, motive: Motive, index: usize, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        let params = &self.percepts.params;
        let (point, spot) = (self.percepts.size.point(index), self.percepts.spot(index));
        if spot.weight <= 0.0 || apart(point, self.at) > params.reach() {
            return;
        }
        let near = self.fresh.is_some_and(|fresh| apart(fresh, point) <= NEAR);
        let weight = exact(weight * spot.weight * if near { 1.0 + params.alert } else { 1.0 });
        if weight > 0.0 {
            self.wishes.push(StoneBid { to: number(index), motive, weight });
        }
    }

    /// Its bids: none for points for which all it offers is less than the least, and of the rest the
    /// strongest.
    fn bids(self) -> StoneBids {
        let offered =
            |to| -> f32 { self.wishes.iter().filter(|wish| wish.to == to).map(|wish| wish.weight).sum() };
        let least = self.percepts.params.least;
        let mut wishes = self.wishes.clone();
        wishes.retain(|wish| offered(wish.to) >= least);
        while wishes.len() > MOST {
            let weakest = wishes.iter().enumerate().rev().min_by(|a, b| a.1.weight.total_cmp(&b.1.weight));
            let Some((weakest, _)) = weakest else { break };
            wishes.remove(weakest);
        }
        StoneBids(wishes.into_iter().collect())
    }
}

/// Steps from a stone that has just come within which points are near it.
const NEAR: u16 = 2;

/// How far apart two points are, as a king walks.
fn apart(a: Point, b: Point) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// A weight in whole 2⁻³⁰. Those of 2⁻⁶ and more are that already.
fn exact(weight: f32) -> f32 {
    const UNIT: f32 = 1.0 / (1 << 30) as f32;
    if weight < 1.0 / 64.0 { (weight / UNIT).round() * UNIT } else { weight }
}
