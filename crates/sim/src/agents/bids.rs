//! What the stones of a seated swarm bid.

use super::{Occupancy, OnGoban, Stone};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::prelude::*;
use bevy::ecs::world::DeferredWorld;
use stonefield_go::{ByColor, Color, Point, Size};
use stonefield_minds::rules::swarm::{StoneBid, StoneBids, Swarm, SwarmParams};

/// What a stone of a seated swarm bid when its colour moved last. No other stone has it.
#[derive(Component, Clone, Debug, Default, PartialEq)]
#[component(storage = "SparseSet", on_remove = withdraw)]
pub struct Bids(pub StoneBids);

/// The swarms that are seated at a goban: what their stones perceive, and the sums of their bids.
#[derive(Component, Clone, Debug, Default)]
pub struct Swarms(ByColor<Option<Box<Seated>>>);

#[derive(Clone, Debug)]
struct Seated {
    swarm: Swarm,
    /// Whether no stone has bid in it yet: what stones bid before is not among its sums.
    anew: bool,
}

impl Swarms {
    /// The swarm of a colour, if one is seated and has had a turn.
    #[must_use]
    pub fn of(&self, color: Color) -> Option<&Swarm> {
        self.0[color].as_ref().map(|seated| &seated.swarm)
    }

    /// The bids for a point, each with the point of the stone that makes it, stone by stone.
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

    /// The swarm of a colour with these parameters, a fresh one where another mind sat or the parameters were others.
    pub(crate) fn seat(&mut self, size: Size, params: SwarmParams, color: Color) -> &mut Swarm {
        let fits = |seated: &Seated| seated.swarm.matches(size, color) && *seated.swarm.params() == params;
        let seated = self.0[color]
            .take()
            .filter(|seated| fits(seated))
            .unwrap_or_else(|| Box::new(Seated { swarm: Swarm::new(size, params, color), anew: true }));
        &mut self.0[color].insert(seated).swarm
    }

    /// A seat changed from a swarm to another mind.
    pub(crate) fn leave(&mut self, color: Color) {
        self.0[color] = None;
    }

    /// The stones of a colour whose percepts have changed bid again: `change` replaces a stone's bids and returns the old ones, if it
    /// had any.
    pub(crate) fn bid(
        &mut self,
        color: Color,
        due: &mut Vec<usize>,
        mut change: impl FnMut(usize, StoneBids) -> Option<StoneBids>,
    ) {
        let Some(Seated { swarm, anew }) = self.0[color].as_deref_mut() else { return };
        due.clear();
        due.extend(swarm.stones_to_bid());
        for &stone in &*due {
            let new = swarm.bids(stone);
            let old = change(stone, new.clone()).filter(|_| !*anew).unwrap_or_default();
            swarm.replace_bids(&old, &new);
        }
        *anew &= due.is_empty();
    }
}

/// What the stone on a point bids.
pub(crate) fn bids_on<'a>(
    occupancy: &Occupancy,
    stones: &'a Query<&Bids>,
    index: usize,
) -> Option<&'a StoneBids> {
    let stone = occupancy.id_at(index).and_then(|id| occupancy.entity(id))?;
    stones.get(stone).ok().map(|bids| &bids.0)
}

/// A stone leaves, and its bids count no more.
fn withdraw(mut world: DeferredWorld, context: HookContext) {
    let stone = world.entity(context.entity);
    let (Some(Bids(bids)), Some(stone), Some(&OnGoban(goban))) =
        (stone.get::<Bids>(), stone.get::<Stone>(), stone.get::<OnGoban>())
    else {
        return;
    };
    let (bids, color) = (bids.clone(), stone.color);
    if let Some(mut swarms) = world.get_mut::<Swarms>(goban)
        && let Some(Seated { swarm, anew: false }) = swarms.0[color].as_deref_mut()
    {
        swarm.replace_bids(&bids, &StoneBids::default());
    }
}

/// Forgets what the swarms of a goban perceived and bid: the board is another.
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
