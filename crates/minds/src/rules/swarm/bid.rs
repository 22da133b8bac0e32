//! Bids of each stone.

use super::percepts::Percepts;
use super::spot::number;
use arrayvec::ArrayVec;
use stonefield_go::Point;
use stonefield_search::Motive;

/// Maximum number of bids of one stone.
const MAX_BIDS: usize = 12;

/// Maximum number of candidate bids of one stone.
///
/// One to flee, three for each of the four neighbours, one for each of the eight surrounding points, and two
/// for temperature.
const MAX_WISHES: usize = 23;

/// Bid of a stone for a new stone of its colour on a vacant point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneBid {
    /// Number of the point.
    pub to: u32,
    /// Reason for the bid.
    pub motive: Motive,
    /// Size of the bid, above 0 and a multiple of 2⁻³⁰. This makes sums of bids exact and independent of
    /// their order.
    pub weight: f32,
}

/// Bids of one stone, at most 12.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoneBids(ArrayVec<StoneBid, MAX_BIDS>);

impl StoneBids {
    /// Bids, in the order in which the stone made them.
    pub fn iter(&self) -> impl Iterator<Item = &StoneBid> {
        self.0.iter()
    }
}

/// Collects the bids of one stone.
struct Bidder<'a> {
    percepts: &'a Percepts,
    at: Point,
    /// Enemy stone of the last move, if the stone perceives it.
    newest_enemy: Option<Point>,
    /// Candidate bids.
    wishes: ArrayVec<StoneBid, MAX_WISHES>,
}

/// Bids of the stone on a point, from its percepts.
pub(super) fn bids(percepts: &Percepts, stone: usize) -> StoneBids {
    let at = percepts.size.point(stone);
    let newest_enemy = percepts.newest_enemy.map(|point| percepts.size.point(point));
    let newest_enemy = newest_enemy.filter(|&enemy| king_distance(at, enemy) <= percepts.params.radius);
    let mut bidder = Bidder { percepts, at, newest_enemy, wishes: ArrayVec::new() };
    bidder.collect_wishes(stone);
    bidder.strongest()
}

impl Bidder<'_> {
    /// Adds all candidate bids of the stone.
    fn collect_wishes(&mut self, stone: usize) {
        let Percepts { params, size, color, stones, groups, map, .. } = self.percepts;
        let group = groups[stone];
        let need = params.need(group.pseudo);
        if let Some(exit) = group.sole_liberty() {
            let liberties = self.percepts.spot(exit).liberties;
            self.offer(Motive::Flee, exit, params.flee * (liberties as f32 / 4.0).min(1.0));
        }
        for near in size.around(stone) {
            if stones[near] == Some(!*color) {
                if let Some(prey) = groups[near].sole_liberty() {
                    let is_free = self.percepts.spot(prey).is_free;
                    self.offer(
                        Motive::Strike,
                        prey,
                        params.capture * if is_free { 1.0 } else { params.calm },
                    );
                    if group.sole_liberty().is_some() {
                        self.offer(Motive::Flee, prey, params.flee);
                    }
                } else if let Some(liberties) = groups[near].two_liberties() {
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
                    let press = if spot.has_enemy { params.press } else { 0.0 };
                    let shape = if spot.is_pattern { params.shape } else { 0.0 };
                    let spoil = params.spoil * f32::from(spot.enemy_eyes);
                    let weight = params.surround * spot.enemy_need + press + shape + spoil;
                    self.offer(Motive::Surround, map.index(*size, at), weight);
                }
            }
        }
        let reach = usize::from(params.reach());
        for (motive, field, weight) in
            [(Motive::Spread, &map.cold, params.spread), (Motive::Heat, &map.hot, params.heat)]
        {
            if weight == 0.0 {
                continue;
            }
            let mut best = (0.0, place);
            for row in 0..=2 * reach {
                let start = place + row * map.stride - reach * (map.stride + 1);
                for (value, at) in field[start..=start + 2 * reach].iter().zip(start..) {
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

    /// Adds a candidate bid if its weight is above 0, the point can be bid for, and it is within reach.
    #[inline]
    fn offer(&mut self, motive: Motive, index: usize, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        let params = &self.percepts.params;
        let (point, spot) = (self.percepts.size.point(index), self.percepts.spot(index));
        if spot.weight <= 0.0 || king_distance(point, self.at) > params.reach() {
            return;
        }
        let is_alert = self.newest_enemy.is_some_and(|enemy| king_distance(enemy, point) <= ALERT_DISTANCE);
        let weight = exact(weight * spot.weight * if is_alert { 1.0 + params.alert } else { 1.0 });
        if weight > 0.0 {
            self.wishes.push(StoneBid { to: number(index), motive, weight });
        }
    }

    /// The stone's strongest bids. Points whose bids sum to less than the minimum are dropped.
    fn strongest(self) -> StoneBids {
        let sum_for =
            |to| -> f32 { self.wishes.iter().filter(|wish| wish.to == to).map(|wish| wish.weight).sum() };
        let minimum = self.percepts.params.least;
        let mut wishes = self.wishes.clone();
        wishes.retain(|wish| sum_for(wish.to) >= minimum);
        while wishes.len() > MAX_BIDS {
            let weakest = wishes.iter().enumerate().rev().min_by(|a, b| a.1.weight.total_cmp(&b.1.weight));
            let Some((weakest, _)) = weakest else { break };
            wishes.remove(weakest);
        }
        StoneBids(wishes.into_iter().collect())
    }
}

/// Distance from the newest enemy stone within which bids are increased, in steps of a king.
const ALERT_DISTANCE: u16 = 2;

/// Distance of two points, in steps of a king.
fn king_distance(a: Point, b: Point) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// Rounds a weight to a multiple of 2⁻³⁰. An f32 of at least 2⁻⁶ is such a multiple already.
fn exact(weight: f32) -> f32 {
    const UNIT: f32 = 1.0 / (1 << 30) as f32;
    if weight < 1.0 / 64.0 { (weight / UNIT).round() * UNIT } else { weight }
}
