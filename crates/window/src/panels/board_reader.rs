//! Board reader: facts about the stones and patches of a goban, for panels.

use super::inspected::{GroupFacts, Inspected, StoneCredit, StoneFacts};
use crate::marks::group_shape::GroupShape;
use crate::marks::mark_reader::MarkReader;
use crate::shell::group_colors::GroupColors;
use crate::shell::state::InspectedStone;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use stonefield_go::{Color, Point};
use stonefield_minds::rules::swarm::StoneBid;
use stonefield_sim::{
    Born, Captures, GroupLiberties, Groups, Links, Occupancy, OwnLiberties, Referee, Stone, Swarms, Tally,
    Temperature, Thinking,
};

/// Components of a goban that the facts about a stone are read from.
pub type StoneParts<'a> = (&'a Referee, &'a Occupancy, &'a Groups, Option<&'a GroupColors>, &'a Links);

/// Stones, patches, and bids of a swarm.
#[derive(SystemParam)]
pub struct BoardReader<'w, 's> {
    stones: Query<
        'w,
        's,
        (&'static Stone, &'static OwnLiberties, &'static GroupLiberties, &'static Born, &'static Captures),
    >,
    patches: Query<'w, 's, &'static Temperature>,
    marks: MarkReader<'w, 's>,
}

impl BoardReader<'_, '_> {
    /// Returns the facts about the selected point. The stone followed there stays the same after its capture:
    /// then `gone` names it, and `stone` is `None`. `followed` is updated.
    #[must_use]
    pub fn inspect(
        &self,
        goban @ (_, occupancy, ..): StoneParts<'_>,
        (thinking, swarms, tally): (&Thinking, &Swarms, &Tally),
        selected: Option<Point>,
        followed: &mut InspectedStone,
    ) -> Option<Inspected> {
        let Some(point) = selected.filter(|&point| occupancy.size().contains(point)) else {
            followed.0 = None;
            return None;
        };
        let here = occupancy.stone(point).and_then(|stone| self.facts(goban, stone));
        let followed_stone = match followed.0 {
            Some((at, stone)) if at == point => stone,
            _ => None,
        };
        // At an empty point the next stone is followed. A followed stone is not replaced by a later one.
        let followed_stone = followed_stone.or(here.as_ref().map(|stone| (stone.id, stone.color)));
        followed.0 = Some((point, followed_stone));
        let is_here = here.as_ref().is_some_and(|stone| Some((stone.id, stone.color)) == followed_stone);
        Some(Inspected {
            point,
            temperature: self.temperature(occupancy, point),
            gone: followed_stone.filter(|_| !is_here),
            stone: here.filter(|_| is_here),
            wanted: {
                let last = thinking.color.unwrap_or(Color::White);
                let swarm = [last, !last].into_iter().find(|&color| swarms.of(color).is_some());
                swarm.map_or_else(Vec::new, |color| self.marks.bids_for(swarms, occupancy, color, point))
            },
            tick: tally.tick,
        })
    }

    /// Returns the facts about the stone with this number; `None` if it is not on the board.
    #[must_use]
    pub fn stone(&self, goban: StoneParts<'_>, id: u32) -> Option<StoneFacts> {
        self.facts(goban, goban.1.entity(id)?)
    }

    /// Returns the temperature of the patch at a point.
    #[must_use]
    pub fn temperature(&self, occupancy: &Occupancy, point: Point) -> f32 {
        self.patches.get(occupancy.patch(point)).map_or(0.0, |heat| heat.0)
    }

    /// Returns the tick in which a stone was placed; `None` if the entity is no stone.
    #[must_use]
    pub fn born(&self, stone: Entity) -> Option<u64> {
        Some(self.stones.get(stone).ok()?.3.0)
    }

    fn facts(&self, goban: StoneParts<'_>, entity: Entity) -> Option<StoneFacts> {
        let (referee, occupancy, _, _, links) = goban;
        let (stone, own, group, born, captures) = self.stones.get(entity).ok()?;
        Some(StoneFacts {
            id: stone.id,
            color: stone.color,
            own_liberties: own.0,
            pseudo_liberties: group.0,
            born: born.0,
            credit: match referee.position.rules().quirks {
                Some(_) => StoneCredit::Losses(captures.0),
                None => StoneCredit::Captures(captures.0),
            },
            group: self.group_facts(goban, stone.id),
            links: links.degree(stone.id),
            bids: self.marks.bids_of(entity).map_or_else(Vec::new, |bids| {
                let size = occupancy.size();
                let to = |bid: &StoneBid| (size.point(bid.to as usize), bid.motive, bid.weight);
                bids.0.iter().map(to).collect()
            }),
        })
    }

    fn group_facts(&self, goban: StoneParts<'_>, id: u32) -> Option<GroupFacts> {
        let (referee, occupancy, groups, colors, _) = goban;
        let oldest = groups.oldest(id)?;
        let components = |id| self.stones.get(occupancy.entity(id)?).ok();
        let point = occupancy.size().point(occupancy.index_of(id));
        let shape = GroupShape::of(occupancy, groups, point);
        Some(GroupFacts {
            oldest,
            born: components(oldest).map_or(0, |(_, _, _, born, _)| born.0),
            stones: groups.size(id),
            liberties: shape.map(|shape| (shape.liberties.len() as u32, shape.eyes.len() as u32)),
            captures: referee.position.rules().quirks.is_none().then(|| {
                groups.members(id).filter_map(components).map(|(_, _, _, _, captures)| captures.0).sum()
            }),
            ink: GroupColors::or_unknown(colors).ink(groups, id, occupancy.color_of(id)),
        })
    }
}
