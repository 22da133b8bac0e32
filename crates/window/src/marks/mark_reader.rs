//! Mark reader: labels of a goban's stones, and their bids.

use super::bids::ShownBids;
use super::candidates::ShownThought;
use super::overlay::{MIN_TEXT_CELL, StoneLabel, StoneMarks, group_numbers};
use crate::shell::camera::BoardPlace;
use crate::shell::layers::{Layer, Layers};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use std::collections::HashMap;
use stonefield_go::{Color, Point};
use stonefield_minds::rules::swarm::{Arbiter, StoneBid, Swarm};
use stonefield_search::Bid;
use stonefield_sim::{Advice, Bids, Born, GroupLiberties, Groups, Links, Occupancy, Referee, Stone, Swarms};

/// Components of a goban that the labels of its stones are read from.
pub type LabelParts<'a> = (&'a Referee, &'a Occupancy, &'a Groups, &'a Links);

/// Query of stones and of their bids.
#[derive(SystemParam)]
pub struct MarkReader<'w, 's> {
    stones: Query<'w, 's, (&'static Stone, &'static GroupLiberties, &'static Born)>,
    bids: Query<'w, 's, &'static Bids>,
}

impl MarkReader<'_, '_> {
    /// Returns the bids of a stone; `None` if it belongs to no swarm.
    #[must_use]
    pub fn bids_of(&self, stone: Entity) -> Option<&Bids> {
        self.bids.get(stone).ok()
    }

    /// Returns the bids of a colour's swarm for a point.
    #[must_use]
    pub fn bids_for(&self, swarms: &Swarms, occupancy: &Occupancy, color: Color, point: Point) -> Vec<Bid> {
        let bids = swarms.bids_for(color, point, occupancy, &self.bids);
        let bid =
            |(from, bid): (Point, StoneBid)| Bid { from, to: point, motive: bid.motive, weight: bid.weight };
        bids.into_iter().map(bid).collect()
    }

    /// Returns all bids of the stones of a colour on these points.
    fn bids_from(
        &self,
        occupancy: &Occupancy,
        color: Color,
        points: impl Iterator<Item = Point>,
    ) -> Vec<Bid> {
        let size = occupancy.size();
        let stones =
            points.filter_map(|from| Some((from, self.stones.get(occupancy.stone(from)?).ok()?.0.color)));
        let bids = stones.filter(|(_, stone_color)| *stone_color == color).flat_map(|(from, _)| {
            let bids = occupancy.stone(from).and_then(|stone| self.bids.get(stone).ok());
            let bid = move |bid: &StoneBid| Bid {
                from,
                to: size.point(bid.to as usize),
                motive: bid.motive,
                weight: bid.weight,
            };
            bids.into_iter().flat_map(move |bids| bids.0.iter().map(bid))
        });
        bids.collect()
    }

    /// Returns the bids to draw: the current bids of the stones if the thought is that of a playing swarm
    /// that decides by the sum of its bids, otherwise the bids stored in the thought.
    #[must_use]
    pub fn bids(
        &self,
        (advice, swarms, occupancy): (&Advice, &Swarms, &Occupancy),
        shown: &ShownThought<'_>,
        selected: Option<Point>,
        hovered: Option<Point>,
        place: &BoardPlace,
    ) -> ShownBids {
        let advised = advice.thought().is_some();
        // Other arbiters do not decide by the sum of the bids.
        let decides_by_sum = |swarm: &&Swarm| !advised && swarm.params().arbiter == Arbiter::Sum;
        let best = shown.thought.candidates.first().and_then(|candidate| candidate.action.point());
        let (Some(swarm), Some(best)) = (swarms.of(shown.color).filter(decides_by_sum), best) else {
            return ShownBids::of(shown, selected, hovered);
        };
        let size = occupancy.size();
        let (columns, rows) = place.visible_range(size);
        let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
        let sums = points.clone().map(|point| (point, swarm.bid_sum(size.index(point)) as f32));
        let of_stone = |stone: Point| self.bids_from(occupancy, shown.color, std::iter::once(stone));
        let for_point = |point| self.bids_for(swarms, occupancy, shown.color, point);
        let all = || self.bids_from(occupancy, shown.color, points.clone());
        ShownBids {
            sums: sums.filter(|(_, sum)| *sum > 0.0).collect(),
            present: shown.present,
            ..ShownBids::choose(best, (selected, of_stone), (hovered, for_point), all)
        }
    }

    /// Returns the labels of the visible stones; none if cells are too small to read them.
    #[must_use]
    pub fn labels(
        &self,
        (referee, occupancy, groups, links): LabelParts<'_>,
        layers: &Layers,
        place: &BoardPlace,
    ) -> Vec<StoneLabel> {
        let wanted = layers.get(Layer::Liberties) || layers.get(Layer::Letters) || layers.get(Layer::Numbers);
        if !wanted || place.projector.cell() < MIN_TEXT_CELL {
            return Vec::new();
        }
        let numbers = if layers.get(Layer::Letters) {
            group_numbers(occupancy.ids().filter_map(|id| groups.of(id)))
        } else {
            HashMap::new()
        };
        let netlogo = referee.position.rules().quirks.is_some();
        let mut liberties: HashMap<u32, u32> = HashMap::new();
        let (columns, rows) = place.visible_range(occupancy.size());
        let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
        let stones = points.filter_map(|point| {
            let entity = occupancy.stone(point)?;
            let (stone, sensed, born) = self.stones.get(entity).ok()?;
            if !layers.stones(stone.color) {
                return None;
            }
            let root = groups.of(stone.id);
            // Go: the referee's count, with shared liberties once. NetLogo: the count that the stone sensed.
            let count = match root {
                _ if !layers.get(Layer::Liberties) => u32::MAX,
                Some(root) if !netlogo => {
                    *liberties.entry(root).or_insert_with(|| referee.position.liberties(point))
                }
                _ => sensed.0,
            };
            let number = if netlogo { u64::from(stone.id) + 1 } else { born.0 };
            let marks = StoneMarks {
                number: (number > 0).then_some(number),
                liberties: count,
                group: root.and_then(|root| numbers.get(&root).copied()),
                linked: layers.get(Layer::Links) && links.degree(stone.id) > 0,
            };
            StoneLabel::of(point, stone.color, marks, layers)
        });
        stones.collect()
    }
}
