//! Bids of one stone.

use super::MAX_BIDS;
use super::features::to_u32;
use super::percepts::Percepts;
use arrayvec::ArrayVec;
use stonefield_go::Point;
use stonefield_search::Motive;

/// Maximum number of candidate bids of one stone: one to flee, three for each of the four neighbours, one for
/// each of the eight surrounding points, and two for temperature.
const MAX_CANDIDATES: usize = 23;

/// Bid of a stone for a new stone of its colour on a vacant point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneBid {
    /// Number of the point that the bid is for.
    pub to: u32,
    /// Reason for the bid.
    pub motive: Motive,
    /// Size of the bid. It is above 0 and a multiple of 2⁻³⁰, so that sums of bids are exact and do not
    /// depend on their order.
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
    /// Point of the stone.
    stone_point: Point,
    /// Point of the enemy stone that was placed in the last ply, if the bidding stone perceives it.
    newest_enemy: Option<Point>,
    /// Candidate bids.
    candidates: ArrayVec<StoneBid, MAX_CANDIDATES>,
}

/// Bids of the stone on a point, from its percepts.
pub(super) fn bids(percepts: &Percepts, stone: usize) -> StoneBids {
    let stone_point = percepts.size.point(stone);
    let newest_enemy = percepts.newest_enemy.map(|point| percepts.size.point(point));
    let newest_enemy =
        newest_enemy.filter(|&enemy| king_distance(stone_point, enemy) <= percepts.params.radius);
    let mut bidder = Bidder { percepts, stone_point, newest_enemy, candidates: ArrayVec::new() };
    bidder.collect_candidates(stone);
    bidder.strongest()
}

impl Bidder<'_> {
    /// Adds all candidate bids of the stone.
    fn collect_candidates(&mut self, stone: usize) {
        let Percepts { params, size, color, stones, groups, map, .. } = self.percepts;
        let group = groups[stone];
        let need = params.need(group.pseudo_liberties);
        if let Some(last_liberty) = group.sole_liberty() {
            let liberties = self.percepts.features(last_liberty).liberties;
            self.offer(Motive::Flee, last_liberty, params.flee * (liberties as f32 / 4.0).min(1.0));
        }
        for neighbour in size.around(stone) {
            if stones[neighbour] == Some(!*color) {
                if let Some(capture_point) = groups[neighbour].sole_liberty() {
                    let can_escape = self.percepts.features(capture_point).enemy_can_escape;
                    self.offer(
                        Motive::Strike,
                        capture_point,
                        params.capture * if can_escape { 1.0 } else { params.calm },
                    );
                    if group.sole_liberty().is_some() {
                        self.offer(Motive::Flee, capture_point, params.flee);
                    }
                } else if let Some(liberties) = groups[neighbour].two_liberties() {
                    for liberty in liberties {
                        self.offer(Motive::Strike, liberty, params.atari);
                    }
                }
                continue;
            }
            let features = self.percepts.features(neighbour);
            if features.bid_factor > 0.0 {
                let gain = features.liberties.saturating_sub(group.pseudo_liberties).min(3);
                self.offer(Motive::Extend, neighbour, params.extend * need * gain as f32 / 3.0);
                self.offer(Motive::Connect, neighbour, params.connect * features.cut * (0.2 + need));
                self.offer(Motive::Eye, neighbour, params.eye * f32::from(features.eyes) * (0.2 + need));
            }
        }
        let stone_cell = map.cell(*size, stone);
        for middle in [stone_cell - map.stride, stone_cell, stone_cell + map.stride] {
            for (features, cell) in map.features[middle - 1..=middle + 1].iter().zip(middle - 1..) {
                if features.bid_factor > 0.0 {
                    let press = if features.has_enemy { params.press } else { 0.0 };
                    let shape = if features.is_pattern { params.shape } else { 0.0 };
                    let spoil = params.spoil * f32::from(features.enemy_eyes);
                    let weight = params.surround * features.enemy_need + press + shape + spoil;
                    self.offer(Motive::Surround, map.point(*size, cell), weight);
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
            let (mut highest, mut best_cell) = (0.0, stone_cell);
            for row in 0..=2 * reach {
                let start = stone_cell + row * map.stride - reach * (map.stride + 1);
                for (value, cell) in field[start..=start + 2 * reach].iter().zip(start..) {
                    if *value > highest {
                        (highest, best_cell) = (*value, cell);
                    }
                }
            }
            if highest > 0.0 {
                self.offer(motive, map.point(*size, best_cell), weight * highest);
            }
        }
    }

    /// Adds a candidate bid if its weight is above 0, stones may bid for the point, and the point is within
    /// reach.
    #[inline]
    fn offer(&mut self, motive: Motive, index: usize, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        let params = &self.percepts.params;
        let (point, features) = (self.percepts.size.point(index), self.percepts.features(index));
        if features.bid_factor <= 0.0 || king_distance(point, self.stone_point) > params.reach() {
            return;
        }
        let is_alert = self.newest_enemy.is_some_and(|enemy| king_distance(enemy, point) <= ALERT_DISTANCE);
        let weight =
            round_to_unit(weight * features.bid_factor * if is_alert { 1.0 + params.alert } else { 1.0 });
        if weight > 0.0 {
            self.candidates.push(StoneBid { to: to_u32(index), motive, weight });
        }
    }

    /// Bids of the stone: the strongest candidates. A point is dropped if its bids sum to less than the
    /// minimum.
    fn strongest(self) -> StoneBids {
        let sum_for =
            |to| -> f32 { self.candidates.iter().filter(|bid| bid.to == to).map(|bid| bid.weight).sum() };
        let minimum = self.percepts.params.least;
        let mut bids = self.candidates.clone();
        bids.retain(|bid| sum_for(bid.to) >= minimum);
        while bids.len() > MAX_BIDS {
            let weakest = bids.iter().enumerate().rev().min_by(|a, b| a.1.weight.total_cmp(&b.1.weight));
            let Some((weakest, _)) = weakest else { break };
            bids.remove(weakest);
        }
        StoneBids(bids.into_iter().collect())
    }
}

/// Largest distance from the newest enemy stone at which bids are increased, in steps of a king.
const ALERT_DISTANCE: u16 = 2;

/// Distance of two points, in steps of a king.
fn king_distance(a: Point, b: Point) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// Rounds a weight to a multiple of 2⁻³⁰. An f32 of at least 2⁻⁶ is always such a multiple.
fn round_to_unit(weight: f32) -> f32 {
    const UNIT: f32 = 1.0 / (1 << 30) as f32;
    if weight < 1.0 / 64.0 { (weight / UNIT).round() * UNIT } else { weight }
}
