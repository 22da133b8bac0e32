//! View of a goban's agents, put together from their components, for minds and for the rules of the game.

use super::{
    Born, Captures, GameProgress, GobanDice, GobanSetup, GroupLiberties, Groups, Heat, KeptTemperature,
    Links, Occupancy, OwnLiberties, PositionMemory, Tally,
};
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use rand::Rng as _;
use std::cell::Cell;
use stonefield_go::{Color, Move, Rules, Size};
use stonefield_minds::{Agents, KeptTemperatureParams, LibertySums, StoneView};
use stonefield_search::Purpose;

/// Components of a goban that its agents can read.
#[derive(QueryData)]
pub(crate) struct Sensed {
    pub configured: &'static GobanSetup,
    pub occupancy: &'static Occupancy,
    pub groups: &'static Groups,
    pub links: &'static Links,
    pub heat: &'static Heat,
    pub tally: &'static Tally,
    pub progress: &'static GameProgress,
    pub memory: &'static PositionMemory,
    pub kept: &'static KeptTemperature,
    pub dice: &'static GobanDice,
}

/// Components of a stone that its view shows: the sensed liberties, its tick of placement and its captures.
pub(crate) type StoneSenses =
    (&'static OwnLiberties, &'static GroupLiberties, &'static Born, &'static Captures);

/// Read access to the agents of one goban: its stones, what each of them senses, and its patches.
#[derive(Clone, Copy)]
pub struct GobanView<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) occupancy: &'a Occupancy,
    pub(crate) groups: &'a Groups,
    pub(crate) links: &'a Links,
    pub(crate) temperature: &'a [f32],
    pub(crate) tally: &'a Tally,
    pub(crate) progress: &'a GameProgress,
    pub(crate) memory: &'a PositionMemory,
    pub(crate) kept: &'a KeptTemperature,
    pub(crate) dice: &'a GobanDice,
    pub(crate) stones: StoneSource<'a>,
    /// Last move that [`Agents::is_legal`] accepted: the caller need not check it again.
    pub(crate) legal: Option<&'a Cell<Option<Move>>>,
}

/// Access to the components of stones.
#[derive(Clone, Copy)]
pub(crate) enum StoneSource<'a> {
    Query(&'a Query<'a, 'a, StoneSenses>),
    World(&'a World),
}

impl<'a> StoneSource<'a> {
    #[inline]
    fn senses(self, stone: Entity) -> Option<(&'a OwnLiberties, &'a GroupLiberties, &'a Born, &'a Captures)> {
        match self {
            Self::Query(stones) => stones.get(stone).ok(),
            Self::World(world) => world.entity(stone).get_components::<StoneSenses>().ok(),
        }
    }

    #[inline]
    fn group_liberties(self, stone: Entity) -> u32 {
        match self {
            Self::Query(stones) => stones.get(stone).map_or(0, |(_, group, ..)| group.0),
            Self::World(world) => world.get::<GroupLiberties>(stone).map_or(0, |group| group.0),
        }
    }
}

impl<'a> GobanView<'a> {
    /// Creates the view from these components.
    pub(crate) fn new(components: &SensedItem<'a, 'a>, stones: &'a Query<'a, 'a, StoneSenses>) -> Self {
        Self {
            rules: &components.configured.0.rules,
            occupancy: components.occupancy,
            groups: components.groups,
            links: components.links,
            temperature: components.heat.0.values(),
            tally: components.tally,
            progress: components.progress,
            memory: components.memory,
            kept: components.kept,
            dice: components.dice,
            stones: StoneSource::Query(stones),
            legal: None,
        }
    }

    /// Returns the view of a goban; `None` if the entity is not a goban.
    #[must_use]
    pub fn of(world: &'a World, goban: Entity) -> Option<Self> {
        let entity = world.get_entity(goban).ok()?;
        Some(Self {
            rules: &entity.get::<GobanSetup>()?.0.rules,
            occupancy: entity.get()?,
            groups: entity.get()?,
            links: entity.get()?,
            temperature: entity.get::<Heat>()?.0.values(),
            tally: entity.get()?,
            progress: entity.get()?,
            memory: entity.get()?,
            kept: entity.get()?,
            dice: entity.get()?,
            stones: StoneSource::World(world),
            legal: None,
        })
    }

    /// Returns the own and group liberties that a stone senses. 0 and 0 if the stone is not on the board.
    #[inline]
    pub(crate) fn sensed_liberties(&self, id: u32) -> (u32, u32) {
        let senses = self.occupancy.entity(id).and_then(|stone| self.stones.senses(stone));
        senses.map_or((0, 0), |(own, group, ..)| (own.0, group.0))
    }

    /// Returns the group liberties that a stone senses. 0 if the stone is not on the board.
    #[inline]
    pub(crate) fn sensed_group_liberties(&self, id: u32) -> u32 {
        self.occupancy.entity(id).map_or(0, |stone| self.stones.group_liberties(stone))
    }
}

impl Agents for GobanView<'_> {
    fn size(&self) -> Size {
        self.occupancy.size()
    }

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn to_move(&self) -> Color {
        self.progress.to_move
    }

    fn vacant(&self) -> &[u32] {
        self.occupancy.vacant()
    }

    fn neighbour_stone_counts(&self) -> &[u8] {
        self.occupancy.near()
    }

    fn temperature(&self) -> &[f32] {
        self.temperature
    }

    fn kept_temperature(&self, params: KeptTemperatureParams) -> Option<&[f32]> {
        self.kept.of(self.progress.to_move, params)
    }

    fn ko(&self) -> Option<usize> {
        self.progress.ko.map(|point| self.size().index(point))
    }

    fn eye_color(&self, point: usize) -> Option<Color> {
        self.occupancy.eye(point)
    }

    fn color_at(&self, point: usize) -> Option<Color> {
        self.occupancy.color_at(point)
    }

    fn stone(&self, point: usize) -> Option<StoneView> {
        let id = self.occupancy.id_at(point)?;
        let (own, group, born, captures) = self.stones.senses(self.occupancy.entity(id)?)?;
        Some(StoneView {
            id,
            color: self.occupancy.color_of(id),
            own_liberties: own.0,
            group_liberties: group.0,
            links: self.links.degree(id),
            born: born.0,
            captures: captures.0,
        })
    }

    fn group_liberties(&self, point: usize) -> u32 {
        self.occupancy.id_at(point).map_or(0, |id| self.sensed_group_liberties(id))
    }

    fn liberty_sums(&self, point: usize) -> LibertySums {
        let id = self.occupancy.id_at(point);
        id.map_or_else(LibertySums::default, |id| self.groups.liberty_sums(id))
    }

    fn group_id(&self, point: usize) -> Option<u32> {
        self.occupancy.id_at(point).and_then(|id| self.groups.of(id))
    }

    fn group_size(&self, point: usize) -> u32 {
        self.occupancy.id_at(point).map_or(0, |id| self.groups.size(id))
    }

    fn next_in_group(&self, point: usize) -> usize {
        let next = self.occupancy.id_at(point).and_then(|id| self.groups.members(id).nth(1));
        next.map_or(point, |id| self.occupancy.index_of(id))
    }

    fn newest_stone(&self) -> Option<usize> {
        let point = self.progress.last?.point()?;
        self.occupancy.id(point).map(|_| self.size().index(point))
    }

    fn salt(&self) -> u64 {
        self.dice.0.rng(0, None, Purpose::Think).next_u64()
    }

    fn is_legal(&self, action: Move) -> bool {
        let is_legal = self.check(action).is_ok();
        if let (true, Some(legal)) = (is_legal, self.legal) {
            legal.set(Some(action));
        }
        is_legal
    }
}
