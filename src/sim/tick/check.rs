//! Check: the agents against the referee.
//!
//! Under true Go what the stones have made of the board by their own senses must be what the law says. Tests always look; a
//! running program does where [`Checking`] is on.

use crate::go::{Color, Point};
use crate::sim::Refused;
use crate::sim::agents::{Goban, GroupLiberties, OwnLiberties, Parts, PartsItem, Stone, Turn};
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;

/// Whether agents and referee are compared after every ply. Off by default.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Checking {
    /// The switch.
    pub on: bool,
    /// The first difference found on each goban.
    pub found: Vec<(Entity, Disagreement)>,
}

/// Where agents and referee come apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// What stands on a point.
    #[error("{point}: the agents have {agents:?}, the referee {referee:?}")]
    Stone {
        /// Where.
        point: Point,
        /// The colour of the agents' stone.
        agents: Option<Color>,
        /// The colour of the referee's.
        referee: Option<Color>,
    },
    /// A stone's own liberties.
    #[error("{point}: the stone counts {agents} own liberties, there are {referee}")]
    Own {
        /// Where.
        point: Point,
        /// What it senses.
        agents: u32,
        /// What is there.
        referee: u32,
    },
    /// A stone's group liberties.
    #[error("{point}: the stone hears of {agents} liberties, its chain has {referee}")]
    Group {
        /// Where.
        point: Point,
        /// What it senses.
        agents: u32,
        /// The chain's pseudo-liberties.
        referee: u32,
    },
    /// The links of a stone.
    #[error("{point}: the stone has {agents} links, and {referee} like neighbours")]
    Links {
        /// Where.
        point: Point,
        /// Its links.
        agents: u32,
        /// Its neighbours of the same colour.
        referee: u32,
    },
    /// The stones of a group.
    #[error("{point}: the group is not the referee's chain")]
    Chain {
        /// A stone of it.
        point: Point,
    },
    /// A count of standing stones or captures.
    #[error("{color}: the agents count {agents} {what}, the referee {referee}")]
    Count {
        /// Whose.
        color: Color,
        /// Of what.
        what: &'static str,
        /// The agents' count.
        agents: u32,
        /// The referee's.
        referee: u32,
    },
}

/// The senses that are compared.
type Seen<'a> = (&'a Stone, &'a OwnLiberties, &'a GroupLiberties);

/// Compares every goban that has just moved, where that is asked for.
pub(in crate::sim) fn check(
    checking: Option<ResMut<Checking>>,
    gobans: Query<(Entity, &Turn, Parts), With<Goban>>,
    stones: Query<(&Stone, &OwnLiberties, &GroupLiberties)>,
    mut refusals: MessageWriter<Refused>,
) {
    let Some(mut checking) = checking.filter(|checking| checking.on) else { return };
    for (goban, turn, parts) in &gobans {
        let known = checking.found.iter().any(|(other, _)| *other == goban);
        if known || turn.replay.is_some() {
            continue;
        }
        if let Err(found) = compare(&parts, |stone| stones.get(stone).ok()) {
            let reason = format!("agents and referee disagree after tick {}: {found}", parts.tally.tick);
            refusals.write(Refused { goban, reason });
            checking.found.push((goban, found));
        }
    }
}

/// Compares the agents of a goban with its referee. Under `netlogo-2016` only stones and chains are compared: what its stones
/// sense is not the law's to say.
///
/// # Errors
/// The first difference.
pub fn agree(world: &mut World, goban: Entity) -> Result<(), Disagreement> {
    let mut gobans = world.query::<Parts>();
    let mut stones = world.query::<(&Stone, &OwnLiberties, &GroupLiberties)>();
    stones.update_archetypes(world);
    match gobans.get(world, goban) {
        Ok(parts) => compare(&parts, |stone| stones.get_manual(world, stone).ok()),
        Err(_) => Ok(()),
    }
}

fn compare<'a>(
    parts: &PartsItem<'_, '_>,
    seen: impl Fn(Entity) -> Option<Seen<'a>>,
) -> Result<(), Disagreement> {
    let position = &parts.game.position;
    let mut chains = BTreeMap::new();
    for point in position.size().points() {
        let senses = parts.occupancy.stone(point).and_then(&seen);
        let (agents, referee) = (senses.map(|(stone, ..)| stone.color), position.at(point));
        if agents != referee {
            return Err(Disagreement::Stone { point, agents, referee });
        }
        let Some(senses) = senses else { continue };
        if position.rules().quirks.is_none() {
            compare_senses(parts, point, senses)?;
        }
        compare_chain(parts, point, senses.0.id, &mut chains)?;
    }
    compare_counts(parts, &chains)
}

/// What a stone senses and how it is linked, against what the law sees.
fn compare_senses(
    parts: &PartsItem<'_, '_>,
    point: Point,
    (stone, own, group): Seen<'_>,
) -> Result<(), Disagreement> {
    let position = &parts.game.position;
    let count = |of: Option<Color>| {
        let found = position.size().neighbours(point).filter(|&next| position.at(next) == of).count();
        u32::try_from(found).unwrap_or(u32::MAX)
    };
    let free = count(None);
    if own.0 != free {
        return Err(Disagreement::Own { point, agents: own.0, referee: free });
    }
    let heard = position.pseudo_liberties(point);
    if group.0 != heard || parts.groups.liberties(stone.id) != heard {
        return Err(Disagreement::Group { point, agents: group.0, referee: heard });
    }
    let (agents, referee) = (parts.links.degree(stone.id), count(Some(stone.color)));
    if agents != referee {
        return Err(Disagreement::Links { point, agents, referee });
    }
    Ok(())
}

/// A group is compared whole at its first stone; every later stone must have been in one of those.
fn compare_chain(
    parts: &PartsItem<'_, '_>,
    point: Point,
    id: u32,
    chains: &mut BTreeMap<u32, Vec<usize>>,
) -> Result<(), Disagreement> {
    let (position, groups) = (&parts.game.position, parts.groups);
    let size = position.size();
    let differ = Err(Disagreement::Chain { point });
    let Some(root) = groups.of(id) else { return differ };
    if let Some(known) = chains.get(&root) {
        return if known.binary_search(&size.index(point)).is_ok() { Ok(()) } else { differ };
    }
    let mut members = groups.members(id).map(|id| parts.occupancy.index_of(id)).collect::<Vec<_>>();
    let mut chain = position.chain(point).into_iter().map(|other| size.index(other)).collect::<Vec<_>>();
    members.sort_unstable();
    chain.sort_unstable();
    if members != chain || members.len() != groups.size(id) as usize {
        return differ;
    }
    chains.insert(root, members);
    Ok(())
}

fn compare_counts(parts: &PartsItem<'_, '_>, chains: &BTreeMap<u32, Vec<usize>>) -> Result<(), Disagreement> {
    let position = &parts.game.position;
    let rules = position.rules();
    for color in Color::ALL {
        let count = |what, agents, referee| {
            if agents == referee { Ok(()) } else { Err(Disagreement::Count { color, what, agents, referee }) }
        };
        count("stones", parts.occupancy.standing()[color], position.stones()[color])?;
        // Pass stones are the referee's alone, and so are the deaths of the NetLogo world the agents'.
        if rules.quirks.is_none() && !rules.pass_stones {
            count("captures", parts.tally.captures[color], position.captured_by()[color])?;
        }
        let first = |members: &Vec<usize>| members.first().map(|&first| position.size().point(first));
        let of_color =
            |members: &&Vec<usize>| first(members).and_then(|point| position.at(point)) == Some(color);
        let groups = chains.values().filter(of_color).count();
        count("groups", parts.groups.count(color), u32::try_from(groups).unwrap_or(u32::MAX))?;
    }
    Ok(())
}
