//! Check: the agents against the referee.
//!
//! Under true Go what the stones have made of the board by their own senses must be what the law says. Tests always look; a
//! running program does where [`Checking`] is on.

use super::keyframe::{Parts, PartsItem};
use super::turn::Turn;
use super::{Goban, GroupLiberties, OwnLiberties, Refused, Stone};
use crate::go::{Color, Point};
use bevy::ecs::prelude::*;

/// Whether agents and referee are compared after every ply of true Go. Off by default.
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
pub(super) fn check(
    checking: Option<ResMut<Checking>>,
    gobans: Query<(Entity, &Turn, Parts), With<Goban>>,
    stones: Query<(&Stone, &OwnLiberties, &GroupLiberties)>,
    mut refusals: MessageWriter<Refused>,
) {
    let Some(mut checking) = checking.filter(|checking| checking.on) else { return };
    for (goban, turn, parts) in &gobans {
        let known = checking.found.iter().any(|(other, _)| *other == goban);
        if known || parts.game.position.rules().quirks.is_some() || turn.replay.is_some() {
            continue;
        }
        if let Err(found) = compare(&parts, |stone| stones.get(stone).ok()) {
            let reason = format!("agents and referee disagree after tick {}: {found}", parts.tally.tick);
            refusals.write(Refused { goban, reason });
            checking.found.push((goban, found));
        }
    }
}

/// Compares the agents of a goban with its referee. Nothing is compared under `netlogo-2016` but the stones.
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
    let (position, occupancy) = (&parts.game.position, parts.occupancy);
    let is_go = position.rules().quirks.is_none();
    let size = position.size();
    let mut chain_of_group = std::collections::BTreeMap::new();
    for point in size.points() {
        let senses = occupancy.stone(point).and_then(&seen);
        let (agents, referee) = (senses.map(|(stone, ..)| stone.color), position.at(point));
        if agents != referee {
            return Err(Disagreement::Stone { point, agents, referee });
        }
        let Some((stone, own, group)) = senses.filter(|_| is_go) else { continue };
        let free = size.neighbours(point).filter(|&next| position.at(next).is_none()).count();
        let free = u32::try_from(free).unwrap_or(u32::MAX);
        if own.0 != free {
            return Err(Disagreement::Own { point, agents: own.0, referee: free });
        }
        let heard = position.pseudo_liberties(point);
        if group.0 != heard || parts.groups.liberties(stone.id) != heard {
            return Err(Disagreement::Group { point, agents: group.0, referee: heard });
        }
        let like = size.neighbours(point).filter(|&next| position.at(next) == Some(stone.color)).count();
        let (agents, referee) = (parts.links.degree(stone.id), u32::try_from(like).unwrap_or(u32::MAX));
        if agents != referee {
            return Err(Disagreement::Links { point, agents, referee });
        }
        // Chains are compared whole at their first stone; every later stone must have been in one of those.
        let Some(root) = parts.groups.of(stone.id) else { return Err(Disagreement::Chain { point }) };
        if let std::collections::btree_map::Entry::Vacant(entry) = chain_of_group.entry(root) {
            let mut members =
                parts.groups.members(stone.id).map(|id| occupancy.index_of(id)).collect::<Vec<_>>();
            let mut chain =
                position.chain(point).into_iter().map(|other| size.index(other)).collect::<Vec<_>>();
            members.sort_unstable();
            chain.sort_unstable();
            if members != chain || members.len() != parts.groups.size(stone.id) as usize {
                return Err(Disagreement::Chain { point });
            }
            entry.insert(members);
        } else if !chain_of_group[&root].contains(&size.index(point)) {
            return Err(Disagreement::Chain { point });
        }
    }
    let (stones, taken) = (position.stones(), position.captured_by());
    for color in Color::ALL {
        let count = |what, agents, referee| {
            if agents == referee { Ok(()) } else { Err(Disagreement::Count { color, what, agents, referee }) }
        };
        count("stones", occupancy.standing()[color], stones[color])?;
        if is_go && !position.rules().pass_stones {
            count("captures", parts.tally.captures[color], taken[color])?;
        }
        let groups = chain_of_group.values().filter(|members| {
            members.first().is_some_and(|&first| position.at(size.point(first)) == Some(color))
        });
        if is_go {
            count("groups", parts.groups.count(color), u32::try_from(groups.count()).unwrap_or(u32::MAX))?;
        }
    }
    Ok(())
}
