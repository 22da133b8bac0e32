//! Bids of the stones of a seated swarm.

use super::{Occupancy, OnGoban, Stone};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::prelude::*;
use bevy::ecs::world::DeferredWorld;
use stonefield_go::{ByColor, Color, Point, Size};
use stonefield_minds::rules::swarm::{StoneBid, StoneBids, Swarm, SwarmParams};

/// Bids of a stone. The stone bids again when its percepts change. Only stones of a seated swarm have bids.
#[derive(Component, Clone, Debug, Default, PartialEq)]
#[component(storage = "SparseSet", on_remove = remove_from_sums)]
pub struct Bids(pub StoneBids);

/// Swarms seated at a goban: the percepts of their stones, and the sums of their bids.
#[derive(Component, Clone, Debug, Default)]
pub struct Swarms(ByColor<Option<Box<Seated>>>);

#[derive(Clone, Debug)]
struct Seated {
    swarm: Swarm,
    /// True until a stone has bid in this swarm. [`Bids`] from the swarm before are not in its sums.
    is_new: bool,
}

impl Swarms {
    /// Returns the swarm of a colour, if one is seated and has had a turn.
    #[must_use]
    pub fn of(&self, color: Color) -> Option<&Swarm> {
        self.0[color].as_ref().map(|seated| &seated.swarm)
    }

    /// Returns the bids of a colour's swarm for a point, each with the point of its stone.
    #[must_use]
    pub fn bids_for(
        &self,
        color: Color,
        point: Point,
        occupancy: &Occupancy,
        stones: &Query<&Bids>,
    ) -> Vec<(Point, StoneBid)> {
        let size = occupancy.size();
        let Some(swarm) = self.of(color).filter(|_| size.contains(point)) else { return Vec::new() };
        let bids_of = |stone| bids_on(occupancy, stones, stone);
        let bids = swarm.bids_for(size.index(point), &bids_of);
        bids.map(|(stone, bid)| (size.point(stone), bid)).collect()
    }

    /// Seats a swarm and returns it. Keeps the present one if size, colour and parameters are equal.
    pub(crate) fn seat(&mut self, size: Size, params: SwarmParams, color: Color) -> &mut Swarm {
        let fits = |seated: &Seated| seated.swarm.matches(size, color) && *seated.swarm.params() == params;
        let seated = self.0[color]
            .take()
            .filter(|seated| fits(seated))
            .unwrap_or_else(|| Box::new(Seated { swarm: Swarm::new(size, params, color), is_new: true }));
        &mut self.0[color].insert(seated).swarm
    }

    /// Removes the swarm of a colour, after another mind took the seat.
    pub(crate) fn unseat(&mut self, color: Color) {
        self.0[color] = None;
    }

    /// Lets those stones of a colour bid again whose percepts have changed. `change` gets the number of a
    /// stone's point and the new bids, and returns the old bids, if any. `buffer` is cleared and reused.
    pub(crate) fn bid(
        &mut self,
        color: Color,
        buffer: &mut Vec<usize>,
        mut change: impl FnMut(usize, StoneBids) -> Option<StoneBids>,
    ) {
        let Some(Seated { swarm, is_new }) = self.0[color].as_deref_mut() else { return };
        buffer.clear();
        buffer.extend(swarm.stones_to_bid());
        for &stone in &*buffer {
            let new = swarm.bids(stone);
            let old = change(stone, new.clone()).filter(|_| !*is_new).unwrap_or_default();
            swarm.replace_bids(&old, &new);
        }
        *is_new &= buffer.is_empty();
    }
}

/// Returns the bids of the stone on the point with this number; `None` if no stone with bids is there.
pub(crate) fn bids_on<'a>(
    occupancy: &Occupancy,
    stones: &'a Query<&Bids>,
    index: usize,
) -> Option<&'a StoneBids> {
    let stone = occupancy.id_at(index).and_then(|id| occupancy.entity(id))?;
    stones.get(stone).ok().map(|bids| &bids.0)
}

/// Subtracts a stone's bids from the sums of its swarm, when the stone or its bids are removed.
fn remove_from_sums(mut world: DeferredWorld, context: HookContext) {
    let stone = world.entity(context.entity);
    let (Some(Bids(bids)), Some(stone), Some(&OnGoban(goban))) =
        (stone.get::<Bids>(), stone.get::<Stone>(), stone.get::<OnGoban>())
    else {
        return;
    };
    let (bids, color) = (bids.clone(), stone.color);
    if let Some(mut swarms) = world.get_mut::<Swarms>(goban)
        && let Some(Seated { swarm, is_new: false }) = swarms.0[color].as_deref_mut()
    {
        swarm.replace_bids(&bids, &StoneBids::default());
    }
}

/// Removes all swarms and bids of a goban, after its board was replaced or edited.
pub(crate) fn forget_bids(world: &mut World, goban: Entity) {
    let Some(mut swarms) = world.get_mut::<Swarms>(goban) else { return };
    if swarms.0.iter().all(|(_, seated)| seated.is_none()) {
        return;
    }
    *swarms = Swarms::default();
    let mut bidders = world.query_filtered::<(Entity, &OnGoban), With<Bids>>();
    let bidders = bidders.iter(world).filter(|(_, on)| on.0 == goban).map(|(stone, _)| stone);
    for stone in bidders.collect::<Vec<_>>() {
        world.entity_mut(stone).remove::<Bids>();
    }
}
