//! Keyframes: complete states of a game between two ticks.

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

/// Initial number of ticks between two keyframes, on boards of up to [`AREA_DIVISOR`] × 64 points.
const INTERVAL: u64 = 64;

/// Divisor of the board area, in points. On large boards, where keyframes are expensive and replays are
/// cheap, the interval in ticks is the area divided by this.
const AREA_DIVISOR: u64 = 64;

/// Memory budget of the keyframes of a game: a number of bytes, plus a number of bytes per point of the
/// board. Above the budget every second keyframe is dropped.
const BUDGET: (usize, usize) = (8 << 20, 96);

/// Resource of a world whose games are not rewound, such as a series without display. Only the first keyframe
/// of each game is stored, so a seek replays from the beginning.
#[derive(Resource)]
pub struct NoRewind;

/// Keyframes of a record, by node.
pub(super) struct Keyframes {
    keyframes: BTreeMap<NodeId, Arc<Keyframe>>,
    /// Estimated memory in use, in bytes.
    bytes: usize,
    /// Number of ticks between two keyframes.
    interval: u64,
    /// Memory budget, in bytes.
    budget: usize,
}

impl Keyframes {
    pub fn new(size: Size) -> Self {
        let area = u64::try_from(size.area()).unwrap_or(u64::MAX);
        let budget = BUDGET.0 + BUDGET.1 * size.area();
        Self { keyframes: BTreeMap::new(), bytes: 0, interval: INTERVAL.max(area / AREA_DIVISOR), budget }
    }

    /// True if a keyframe should be stored at the end of this tick.
    pub const fn is_due(&self, tick: u64) -> bool {
        tick.is_multiple_of(self.interval)
    }

    /// Keyframe of a node. `None`: none is stored.
    pub fn at(&self, node: NodeId) -> Option<Arc<Keyframe>> {
        self.keyframes.get(&node).cloned()
    }

    /// Stores the keyframe of a node. While the keyframes exceed the memory budget and are more than two, the
    /// interval is doubled and the keyframes between are dropped.
    pub fn keep(&mut self, node: NodeId, keyframe: impl Into<Arc<Keyframe>>) {
        let keyframe = keyframe.into();
        self.bytes += keyframe.heap_bytes();
        if let Some(old) = self.keyframes.insert(node, keyframe) {
            self.bytes -= old.heap_bytes();
        }
        while self.bytes > self.budget && self.keyframes.len() > 2 {
            self.interval *= 2;
            let interval = self.interval;
            self.retain(|_, keyframe| keyframe.tally.tick.is_multiple_of(interval));
        }
    }

    /// Drops the keyframes for which `keep` returns false. The first one stays.
    pub fn retain(&mut self, keep: impl Fn(NodeId, &Keyframe) -> bool) {
        let first = self.keyframes.keys().next().copied();
        self.keyframes.retain(|&node, keyframe| Some(node) == first || keep(node, keyframe));
        self.bytes = self.keyframes.values().map(|keyframe| keyframe.heap_bytes()).sum();
    }
}

type StoneItem<'a> = (&'a Stone, &'a At, &'a OwnLiberties, &'a GroupLiberties, &'a Born, &'a Captures);

/// State of a game between two ticks: everything that later ticks and the display depend on.
#[derive(Clone)]
pub(super) struct Keyframe {
    /// Position with its history, from which the goban's memory of earlier positions is rebuilt.
    position: StoredPosition,
    groups: GroupsMoment,
    /// Links that cannot be computed from the stones' points: those of `netlogo-2016`. `None` under the rules
    /// of Go.
    closure: Option<Closure>,
    netlogo_stones: NetLogoStones,
    /// Temperature of each patch, by point number.
    heat: Vec<f32>,
    tally: Tally,
    progress: GameProgress,
    kept_temperature: KeptTemperature,
    vacant: Vec<u32>,
    ending: Ending,
    next_id: u32,
    stones: Vec<StoneBundle>,
}

impl Keyframe {
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
        // The exact number is allocated; a vector that grows could take twice the memory.
        let counts = occupancy.standing();
        let mut stones = Vec::with_capacity((counts.black + counts.white) as usize);
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
            kept_temperature: parts.kept.clone(),
            vacant: occupancy.vacant().to_vec(),
            ending: parts.ending.clone(),
            next_id: occupancy.next_id(),
        }
    }

    /// Estimated memory of the keyframe, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let area = self.heat.len();
        let closure = self.closure.as_ref().map_or(0, |closure| closure.words() * 8 * area);
        let points = size_of_val(&self.heat[..]) + size_of_val(&self.vacant[..]);
        self.position.weight() + points + closure + self.groups.heap_bytes() + size_of_val(&self.stones[..])
    }

    /// Restores this state. Stones that are on the board now and in the keyframe keep their entities. The
    /// entities of all other stones go to [`PlyScratch::parked`], because a replay may need them.
    pub fn restore(&self, world: &mut World, goban: Entity) {
        let Some(mut occupancy) = world.entity_mut(goban).take::<Occupancy>() else { return };
        let size = occupancy.size();
        let entities = occupancy.ids().filter_map(|id| Some((id, occupancy.entity(id)?)));
        let mut parked = entities.collect::<BTreeMap<_, _>>();
        occupancy.clear();
        let mut stones =
            world.query::<(&Stone, &At, &Born, &mut OwnLiberties, &mut GroupLiberties, &mut Captures)>();
        for &bundle in &self.stones {
            let StoneBundle { stone, at, own, group, born, captures } = bundle;
            let existing = parked.remove(&stone.id);
            let entity = existing.unwrap_or_else(|| world.spawn(OnGoban(goban)).id());
            match stones.get_mut(world, entity) {
                Ok(mut old) if (old.0, old.1, old.2) == (&stone, &at, &born) => {
                    (*old.3, *old.4, *old.5) = (own, group, captures);
                }
                // A new entity, or that of a stone with the same number in another variation.
                _ => drop(world.entity_mut(entity).insert(bundle)),
            }
            occupancy.add_again(stone.id, size.index(at.0), stone.color, entity);
        }
        occupancy.skip_to(self.next_id);
        occupancy.order_vacant(&self.vacant);
        occupancy.assume_removals();
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
            self.kept_temperature.clone(),
            self.ending.clone(),
            self.tally,
        ));
    }
}
