//! A moment of a game, kept whole.

use super::netlogo::Flock;
use super::stone::StoneBundle;
use super::turn::Turn;
use super::{
    At, Born, Captures, Course, Ending, Game, GroupLiberties, Groups, Heat, Links, Occupancy, OwnLiberties,
    Stone, Tally,
};
use crate::field::HeatField;
use crate::go::Position;
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use std::collections::BTreeMap;

/// The components of a goban that make up a moment.
#[derive(QueryData)]
pub(super) struct Parts {
    pub game: &'static Game,
    pub occupancy: &'static Occupancy,
    pub groups: &'static Groups,
    pub links: &'static Links,
    pub flock: &'static Flock,
    pub heat: &'static Heat,
    pub tally: &'static Tally,
    pub course: &'static Course,
    pub ending: &'static Ending,
}

/// The components of a stone that make up a moment.
pub(super) type StoneParts = (
    &'static Stone,
    &'static At,
    &'static OwnLiberties,
    &'static GroupLiberties,
    &'static Born,
    &'static Captures,
);

type StoneItem<'a> = (&'a Stone, &'a At, &'a OwnLiberties, &'a GroupLiberties, &'a Born, &'a Captures);

/// One stone at a moment.
#[derive(Clone, Copy, Debug)]
struct StoneMoment {
    stone: Stone,
    at: At,
    own: OwnLiberties,
    group: GroupLiberties,
    born: Born,
    captures: Captures,
}

/// A moment between two ticks: what the game's future depends on, and what there is to see.
#[derive(Clone)]
pub(super) struct Keyframe {
    pub tick: u64,
    /// Plies done by then.
    pub plies: usize,
    /// Edits done by then.
    pub edits: usize,
    position: Position,
    groups: Groups,
    links: Links,
    flock: Flock,
    heat: HeatField,
    tally: Tally,
    course: Course,
    ending: Ending,
    next_id: u32,
    stones: Vec<StoneMoment>,
}

impl Keyframe {
    /// The moment that the parts show, after so many plies and edits.
    pub fn new<'a>(
        parts: &PartsItem<'_, '_>,
        (plies, edits): (usize, usize),
        stone: impl Fn(Entity) -> Option<StoneItem<'a>>,
    ) -> Self {
        let occupancy = parts.occupancy;
        let stones = occupancy.ids().filter_map(|id| stone(occupancy.entity(id)?));
        let stones = stones.map(|(&stone, &at, &own, &group, &born, &captures)| StoneMoment {
            stone,
            at,
            own,
            group,
            born,
            captures,
        });
        Self {
            tick: parts.tally.tick,
            plies,
            edits,
            stones: stones.collect(),
            position: parts.game.position.clone(),
            groups: parts.groups.clone(),
            links: parts.links.clone(),
            flock: parts.flock.clone(),
            heat: parts.heat.0.clone(),
            tally: parts.tally.without_history(),
            course: *parts.course,
            ending: parts.ending.clone(),
            next_id: occupancy.next_id(),
        }
    }

    /// About how many bytes it holds.
    pub fn weight(&self) -> usize {
        let area = self.position.size().area();
        // Referee and heat by point; groups and links by stone that has ever stood; the rest by standing stone.
        let closure = match &self.links {
            Links::Closure(closure) => closure.words() * 8 * area,
            Links::Neighbours(_) => 0,
        };
        area * 32 + closure + self.next_id as usize * 48 + self.stones.len() * 48 + self.plies * 16
    }

    /// Brings a goban to this moment. Stones that stood then and stand now keep their entities; those that do not stand
    /// then are parked, for what is played again may bring them back.
    pub fn restore(&self, world: &mut World, goban: Entity) {
        let Some(mut occupancy) = world.entity_mut(goban).take::<Occupancy>() else { return };
        let size = occupancy.size();
        let standing = occupancy.ids().filter_map(|id| Some((id, occupancy.entity(id)?)));
        let mut parked = standing.collect::<BTreeMap<_, _>>();
        occupancy.clear();
        for moment in &self.stones {
            let Stone { color, id } = moment.stone;
            let felt = (moment.own, moment.group, moment.captures);
            let entity = match parked.remove(&id) {
                Some(entity) => world.entity_mut(entity).insert(felt).id(),
                None => {
                    let bundle = StoneBundle::new(goban, id, color, moment.at.0, moment.born.0);
                    world.spawn(StoneBundle { own: felt.0, group: felt.1, captures: felt.2, ..bundle }).id()
                }
            };
            occupancy.add_again(id, size.index(moment.at.0), color, entity);
        }
        occupancy.skip_to(self.next_id);
        if let Some(mut turn) = world.get_mut::<Turn>(goban) {
            turn.parked = parked;
        }
        let history = world.get_mut::<Tally>(goban).map(|mut tally| std::mem::take(&mut tally.history));
        let tally = Tally { history: history.unwrap_or_default(), ..self.tally.without_history() };
        world.entity_mut(goban).insert((
            occupancy,
            Game { position: self.position.clone() },
            self.groups.clone(),
            self.links.clone(),
            self.flock.clone(),
            Heat(self.heat.clone()),
            self.course,
            self.ending.clone(),
            tally,
        ));
    }
}
