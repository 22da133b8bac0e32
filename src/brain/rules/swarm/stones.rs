//! What each stone bids.

use super::perception::number;
use super::spots::{Spots, View};
use super::{Offer, Params};
use crate::brain::Agents;
use crate::go::{Point, Size};
use crate::search::{Effort, Motive};

/// The stones of a colour while they bid, with the room they need for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Stones {
    /// What is bid, stone by stone.
    pub offers: Vec<Offer>,
    /// Stones of the colour that stand.
    pub standing: u32,
    /// What the stone that bids now bids for each point; 0 between the stones.
    sums: Vec<f32>,
}

/// A stone that bids.
struct Bidder<'a> {
    from: u32,
    x: u16,
    y: u16,
    params: &'a Params,
    /// The enemy stone that has just come, where it is perceived.
    fresh: Option<Point>,
}

impl Stones {
    /// Room for a board.
    pub fn new(area: usize) -> Self {
        Self { sums: vec![0.0; area], ..Self::default() }
    }

    /// Begins a turn: nothing is bid yet.
    pub fn begin(&mut self) {
        self.offers.clear();
        self.standing = 0;
    }

    /// Lets every stone of a colour bid; `None` when it was told to stop before all had.
    pub fn bid<A: Agents + ?Sized>(
        &mut self,
        view: &View<'_, A>,
        spots: &Spots,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let agents = view.agents;
        let size = agents.size();
        let fresh = agents.newest().filter(|&point| agents.color_at(point) == Some(!view.color));
        let fresh = fresh.map(|point| size.point(point));
        for y in 0..size.height() {
            for x in 0..size.width() {
                let point = Point::new(x, y);
                let index = size.index(point);
                if agents.color_at(index) == Some(view.color) {
                    self.standing += 1;
                    let fresh = fresh.filter(|&other| apart(point, other) <= view.params.radius);
                    let from = number(index);
                    let first = self.offers.len();
                    let bidder = Bidder { from, x, y, params: view.params, fresh };
                    self.wants(view, spots, &bidder);
                    self.drop_small_bids(first, view.params.least);
                }
            }
            effort.spend(usize::from(size.width()))?;
        }
        Some(())
    }

    /// All that one stone bids.
    fn wants<A: Agents + ?Sized>(&mut self, view: &View<'_, A>, spots: &Spots, bidder: &Bidder<'_>) {
        let (params, felt, color) = (view.params, view.felt, view.color);
        let size = view.agents.size();
        let at = spots.place(usize::from(bidder.x), usize::from(bidder.y));
        let group = felt.group_of(bidder.from as usize);
        let need = params.need(group);
        let exit = felt.last_of(bidder.from as usize);
        let mut offer =
            |motive, index: usize, weight: f32| self.offer(size, spots, bidder, motive, index, weight);
        if let Some(exit) = exit {
            let liberties = spots.at(size.point(exit)).liberties;
            offer(Motive::Flee, exit, params.flee * (liberties as f32 / 4.0).min(1.0));
        }
        for near in size.around(bidder.from as usize) {
            if view.agents.color_at(near) == Some(!color) {
                if let Some(prey) = felt.last_of(near) {
                    let free = spots.at(size.point(prey)).free;
                    offer(Motive::Strike, prey, params.capture * if free { 1.0 } else { params.calm });
                    if exit.is_some() {
                        offer(Motive::Flee, prey, params.flee);
                    }
                } else {
                    for liberty in spots.pairs[felt.name_of(near) as usize] {
                        if liberty > 0 {
                            offer(Motive::Strike, liberty as usize - 1, params.atari);
                        }
                    }
                }
                continue;
            }
            let spot = *spots.at(size.point(near));
            if spot.weight > 0.0 {
                let index = spot.index as usize;
                let gain = spot.liberties.saturating_sub(group).min(3);
                offer(Motive::Extend, index, params.extend * need * gain as f32 / 3.0);
                offer(Motive::Connect, index, params.connect * spot.cut * (0.2 + need));
                offer(Motive::Eye, index, params.eye * f32::from(spot.eyes) * (0.2 + need));
            }
        }
        for row in [at - spots.stride, at, at + spots.stride] {
            for spot in &spots.spots[row - 1..=row + 1] {
                if spot.weight > 0.0 {
                    let press = if spot.contact { params.press } else { 0.0 };
                    let shape = if spot.shape { params.shape } else { 0.0 };
                    offer(
                        Motive::Surround,
                        spot.index as usize,
                        params.surround * spot.enemy_need
                            + press
                            + shape
                            + params.spoil * f32::from(spot.enemy_eyes),
                    );
                }
            }
        }
        let far = usize::from(params.reach());
        for (motive, field, weight) in
            [(Motive::Spread, &spots.cold, params.spread), (Motive::Heat, &spots.hot, params.heat)]
        {
            if weight == 0.0 {
                continue;
            }
            let mut best = (0.0, at);
            for row in 0..=2 * far {
                let start = at + row * spots.stride - far * (spots.stride + 1);
                for (value, place) in field[start..=start + 2 * far].iter().zip(start..) {
                    if *value > best.0 {
                        best = (*value, place);
                    }
                }
            }
            if best.0 > 0.0 {
                offer(motive, spots.spots[best.1].index as usize, weight * best.0);
            }
        }
    }

    /// A bid, if it comes to anything and the point is one that the stone perceives with all that is around it.
    #[inline]
    fn offer(
        &mut self,
        size: Size,
        spots: &Spots,
        bidder: &Bidder<'_>,
        motive: Motive,
        index: usize,
        weight: f32,
    ) {
        if weight <= 0.0 {
            return;
        }
        let point = size.point(index);
        let spot = spots.at(point);
        if spot.weight <= 0.0 || apart(point, Point::new(bidder.x, bidder.y)) > bidder.params.reach() {
            return;
        }
        let near = bidder.fresh.is_some_and(|fresh| apart(fresh, point) <= NEAR);
        let weight = weight * spot.weight * if near { 1.0 + bidder.params.alert } else { 1.0 };
        self.sums[index] += weight;
        self.offers.push(Offer { from: bidder.from, to: spot.index, motive, weight });
    }

    /// Takes back the stone's bids for points for which all it bids is less than `least`.
    fn drop_small_bids(&mut self, first: usize, least: f32) {
        let mut kept = first;
        for i in first..self.offers.len() {
            let offer = self.offers[i];
            if self.sums[offer.to as usize] >= least {
                self.offers[kept] = offer;
                kept += 1;
            } else {
                self.sums[offer.to as usize] = 0.0;
            }
        }
        for offer in &self.offers[first..kept] {
            self.sums[offer.to as usize] = 0.0;
        }
        self.offers.truncate(kept);
    }
}

/// Steps from a stone that has just come within which points are near it.
const NEAR: u16 = 2;

/// How far apart two points are, as a king walks.
fn apart(a: Point, b: Point) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}
