//! Keyframes: moments of a game, kept whole.

use crate::agents::{
    Closure, GroupsMoment, NeighbourLinks, NetLogoStones, PartsItem, PlyScratch, StoneBundle,
};
use crate::{
    At, Born, Captures, Ending, GameProgress, GroupLiberties, Groups, Heat, KeptTemperature, Links,
    Occupancy, OnGoban, OwnLiberties, PositionMemory, Referee, Stone, Tally,
};
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{Size, StoredPosition};

/// Ticks between two keyframes on small boards.
const INTERVAL: u64 = 64;

/// Points of a board for each tick between two keyframes: a large board is expensive to keep and cheap to play on.
const POINTS_A_TICK: u64 = 64;

/// Bytes that keyframes may take before every other one is dropped, and what is added to them for each point of the board.
const BUDGET: (usize, usize) = (8 << 20, 96);

/// In a world with this resource no game is rewound, as in a series that is not watched: only the first moment of each is kept.
/// What seeks there all the same plays from the beginning.
#[derive(Resource)]
pub struct NoRewind;

/// The keyframes of a record, by their nodes.
pub(super) struct Keyframes {
    kept: BTreeMap<NodeId, Arc<Keyframe>>,
    /// Memory that it takes, in bytes, about.
    weight: usize,
    /// Ticks between two.
    interval: u64,
    /// Bytes that they may take.
    budget: usize,
}

impl Keyframes {
    /// None yet, of a board of this size.
    pub fn new(size: Size) -> Self {
        let area = u64::try_from(size.area()).unwrap_or(u64::MAX);
        let budget = BUDGET.0 + BUDGET.1 * size.area();
        Self { kept: BTreeMap::new(), weight: 0, interval: INTERVAL.max(area / POINTS_A_TICK), budget }
    }

    /// Whether the end of a tick should be kept.
    pub const fn wants(&self, tick: u64) -> bool {
        tick.is_multiple_of(self.interval)
    }

    /// The moment of a node, if it is kept.
    pub fn at(&self, node: NodeId) -> Option<Arc<Keyframe>> {
        self.kept.get(&node).cloned()
    }

    /// Keeps the moment of a node. Where all take too much room, every other one goes.
    pub fn keep(&mut self, node: NodeId, keyframe: impl Into<Arc<Keyframe>>) {
        let keyframe = keyframe.into();
        self.weight += keyframe.weight();
        if let Some(old) = self.kept.insert(node, keyframe) {
            self.weight -= old.weight();
        }
        while self.weight > self.budget && self.kept.len() > 2 {
            self.interval *= 2;
            let interval = self.interval;
            self.retain(|_, keyframe| keyframe.tally.tick.is_multiple_of(interval));
        }
    }

    /// Drops those for which `kept` says no; the first stays.
    pub fn retain(&mut self, kept: impl Fn(NodeId, &Keyframe) -> bool) {
        let first = self.kept.keys().next().copied();
        self.kept.retain(|&node, keyframe| Some(node) == first || kept(node, keyframe));
        self.weight = self.kept.values().map(|keyframe| keyframe.weight()).sum();
    }
}

type StoneItem<'a> = (&'a Stone, &'a At, &'a OwnLiberties, &'a GroupLiberties, &'a Born, &'a Captures);

/// A moment between two ticks: what the game's future depends on, and what is shown.
#[derive(Clone)]
pub(super) struct Keyframe {
    /// The goban's memory of positions is taken from its past.
    position: StoredPosition,
    groups: GroupsMoment,
    /// Links that do not follow from who stands where.
    closure: Option<Closure>,
    netlogo_stones: NetLogoStones,
    /// By point number.
    heat: Vec<f32>,
    tally: Tally,
    progress: GameProgress,
    kept: KeptTemperature,
    vacant: Vec<u32>,
    ending: Ending,
    next_id: u32,
    /// Those that stand.
    stones: Vec<StoneBundle>,
}

impl Keyframe {
    /// The moment that the parts show.
    pub fn new<'a>(
        parts: &PartsItem<'_, '_>,
        position: StoredPosition,
        stone: impl Fn(Entity) -> Option<StoneItem<'a>>,
    ) -> Self {
        let occupancy = parts.occupancy;
        let stones = occupancy.ids().filter_map(|id| stone(occupancy.entity(id)?));
        let bundles = stones.map(|(&stone, &at, &own, &group, &born, &captures)| StoneBundle {
            stone,
            at,
            own,
            group,
            born,
            captures,
        });
        // A list that grows by itself would take up to twice the room.
        let standing = occupancy.standing();
        let mut stones = Vec::with_capacity((standing.black + standing.white) as usize);
        stones.extend(bundles);
        Self {
            stones,
            position,
            groups: parts.groups.moment(occupancy.ids()),
            closure: match parts.links {
                Links::Closure(closure) => Some(closure.clone()),
                Links::Neighbours(_) => None,
            },
            netlogo_stones: parts.netlogo_stones.clone(),
            heat: parts.heat.0.values().to_vec(),
            tally: *parts.tally,
            progress: *parts.progress,
            kept: parts.kept.clone(),
            vacant: occupancy.vacant().to_vec(),
            ending: parts.ending.clone(),
            next_id: occupancy.next_id(),
        }
    }

    /// About how many bytes it holds.
    pub fn weight(&self) -> usize {
        let area = self.heat.len();
        let closure = self.closure.as_ref().map_or(0, |closure| closure.words() * 8 * area);
        let points = size_of_val(&self.heat[..]) + size_of_val(&self.vacant[..]);
        self.position.weight() + points + closure + self.groups.weight() + size_of_val(&self.stones[..])
    }

    /// Brings a goban to this moment. Stones that stood then and stand now keep their entities; those that do not stand
    /// then are parked, for what is played again may bring them back.
    pub fn restore(&self, world: &mut World, goban: Entity) {
        let Some(mut occupancy) = world.entity_mut(goban).take::<Occupancy>() else { return };
        let size = occupancy.size();
        let standing = occupancy.ids().filter_map(|id| Some((id, occupancy.entity(id)?)));
        let mut parked = standing.collect::<BTreeMap<_, _>>();
        occupancy.clear();
        let mut stones =
            world.query::<(&Stone, &At, &Born, &mut OwnLiberties, &mut GroupLiberties, &mut Captures)>();
        for &bundle in &self.stones {
            let StoneBundle { stone, at, own, group, born, captures } = bundle;
            let known = parked.remove(&stone.id);
            let entity = known.unwrap_or_else(|| world.spawn(OnGoban(goban)).id());
            match stones.get_mut(world, entity) {
                Ok(mut it) if (it.0, it.1, it.2) == (&stone, &at, &born) => {
                    (*it.3, *it.4, *it.5) = (own, group, captures);
                }
                // A new one, or that of another variation: numbers are used again there.
                _ => drop(world.entity_mut(entity).insert(bundle)),
            }
            occupancy.add_again(stone.id, size.index(at.0), stone.color, entity);
        }
        occupancy.skip_to(self.next_id);
        occupancy.order_vacant(&self.vacant);
        occupancy.forget_who_left();
        if let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) {
            scratch.parked = parked;
            scratch.kept = None;
        }
        if let Some(mut groups) = world.get_mut::<Groups>(goban) {
            groups.restore(&self.groups, |id| occupancy.summary(id));
        }
        if let Some(mut heat) = world.get_mut::<Heat>(goban) {
            heat.0.set_values(&self.heat);
        }
        let links = match &self.closure {
            Some(closure) => Links::Closure(closure.clone()),
            None => Links::Neighbours(NeighbourLinks::among(&occupancy)),
        };
        let position = self.position.to_position();
        world.entity_mut(goban).insert((
            occupancy,
            PositionMemory::of(&position),
            Referee { position },
            links,
            self.netlogo_stones.clone(),
            self.progress,
            self.kept.clone(),
            self.ending.clone(),
            self.tally,
        ));
    }
}
