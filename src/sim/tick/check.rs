//! Check: the agents against the referee.
//!
//! What the stones have made of the board by their own senses must be what the law says. The referee follows and is asked for nothing; here it bears
//! witness.

use crate::brain::Agents;
use crate::go::{ByColor, Color, Move, Outcome, Point, Position};
use crate::sim::agents::{
    Choice, Course, Disagreement, Game, Goban, GobanView, Known, StoneSenses, Tally, Turn, Verdict, Witness,
};
use crate::sim::{Ending, GameOver, Refused};
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;

/// What is looked at.
type Looked<'a> = (Entity, Known, &'a Game, &'a Turn, &'a Ending);

/// What a disagreement changes.
type Changed<'a> = (&'a mut Witness, &'a mut Tally, &'a mut Course);

/// Compares every goban that has just moved, as closely as its set-up asks for. A disagreement ends the game, which counts for nothing.
pub(in crate::sim) fn check(
    mut gobans: ParamSet<(Query<Looked, With<Goban>>, Query<Changed>)>,
    stones: Query<StoneSenses>,
    mut results: Local<Vec<(Entity, Result<(), Disagreement>)>>,
    mut refusals: MessageWriter<Refused>,
    mut endings: MessageWriter<GameOver>,
) {
    for (goban, known, game, turn, ending) in &gobans.p0() {
        let check = known.configured.0.check;
        // What is played again has been looked at.
        if !turn.due || turn.replay.is_some_and(|replay| replay.known.is_some()) {
            continue;
        }
        let (ply, over) = (known.tally.plies, known.tally.outcome.is_some());
        let (looks, all) = (check.looks(ply), check.looks_at_all(ply, over, known.occupancy.size().area()));
        if looks || all {
            let agents = GobanView::new(&known, &stones);
            let comparison = Comparison { agents, position: &game.position, ending };
            let compared = comparison.ply(turn).and_then(|()| if all { comparison.all() } else { Ok(()) });
            results.push((goban, compared));
        }
    }
    let mut changed = gobans.p1();
    for (goban, compared) in results.drain(..) {
        let Ok((mut witness, mut tally, mut course)) = changed.get_mut(goban) else { continue };
        witness.looked += 1;
        match compared {
            Ok(()) => witness.agreed += 1,
            Err(found) => {
                witness.found = Some((tally.plies, found));
                (tally.outcome, course.half) = (Some(Outcome::Void), false);
                refusals.write(Refused { goban, reason: witness.words() });
                endings.write(GameOver { goban, outcome: Outcome::Void, tick: tally.tick });
            }
        }
    }
}

/// Compares all that the agents of a goban know with its referee. Under `netlogo-2016` only stones, groups and playable points are compared: what its
/// stones sense is not the law's to say.
///
/// # Errors
/// The first difference.
pub fn agree(world: &World, goban: Entity) -> Result<(), Disagreement> {
    let agents = GobanView::of(world, goban);
    let (Some(agents), Some(game), Some(ending)) =
        (agents, world.get::<Game>(goban), world.get::<Ending>(goban))
    else {
        return Ok(());
    };
    Comparison { agents, position: &game.position, ending }.all()
}

/// Agents and their referee.
struct Comparison<'a> {
    agents: GobanView<'a>,
    position: &'a Position,
    ending: &'a Ending,
}

impl Comparison<'_> {
    /// Whether it is a game by the law of Go.
    fn is_go(&self) -> bool {
        self.agents.rules.quirks.is_none()
    }

    /// What the ply just played has touched.
    fn ply(&self, turn: &Turn) -> Result<(), Disagreement> {
        if let (Some(Choice::Move(action)), Some(error)) = (turn.chosen, turn.unlawful) {
            return Err(Disagreement::Move { action, agents: Verdict(Ok(())), referee: Verdict(Err(error)) });
        }
        self.hash()?;
        let groups = self.agents.tally.groups;
        self.counts(groups)?;
        if self.is_go() {
            for &id in turn.touched.iter().filter(|_| turn.placed.is_some()) {
                if self.agents.occupancy.entity(id).is_some() {
                    self.senses(self.agents.occupancy.index_of(id), id)?;
                }
            }
        }
        Ok(())
    }

    /// All there is.
    fn all(&self) -> Result<(), Disagreement> {
        let size = self.position.size();
        let occupancy = self.agents.occupancy;
        let mut chains = BTreeMap::new();
        for point in size.points() {
            let index = size.index(point);
            let (agents, referee) = (occupancy.color_at(index), self.position.at(point));
            if agents != referee || agents.is_some() != occupancy.stone(point).is_some() {
                return Err(Disagreement::Stone { point, agents, referee });
            }
            let Some(id) = occupancy.id_at(index) else { continue };
            if self.is_go() {
                self.senses(index, id)?;
            }
            self.chain(point, id, &mut chains)?;
        }
        self.hash()?;
        let first =
            |members: &Vec<usize>| members.first().and_then(|&first| self.position.at(size.point(first)));
        let groups = ByColor::from_fn(|color| {
            let of_color = chains.values().filter(|members| first(members) == Some(color)).count();
            u32::try_from(of_color).unwrap_or(u32::MAX)
        });
        self.counts(groups)?;
        self.moves()?;
        self.end()
    }

    fn hash(&self) -> Result<(), Disagreement> {
        let (agents, referee) = (self.agents.occupancy.hash(), self.position.hash());
        if agents == referee { Ok(()) } else { Err(Disagreement::Hash { agents, referee }) }
    }

    /// What a stone senses and how it is linked, against what the law sees.
    fn senses(&self, index: usize, id: u32) -> Result<(), Disagreement> {
        let position = self.position;
        let point = position.size().point(index);
        let Some(stone) = self.agents.stone(index) else {
            return Err(Disagreement::Stone { point, agents: None, referee: position.at(point) });
        };
        let count = |of: Option<Color>| {
            let found = position.size().neighbours(point).filter(|&next| position.at(next) == of).count();
            u32::try_from(found).unwrap_or(u32::MAX)
        };
        let free = count(None);
        if stone.own_liberties != free {
            return Err(Disagreement::Own { point, agents: stone.own_liberties, referee: free });
        }
        let heard = position.pseudo_liberties(point);
        if stone.group_liberties != heard || self.agents.groups.liberties(id) != heard {
            return Err(Disagreement::Group { point, agents: stone.group_liberties, referee: heard });
        }
        let (agents, referee) = (stone.links, count(Some(stone.color)));
        if agents != referee {
            return Err(Disagreement::Links { point, agents, referee });
        }
        Ok(())
    }

    /// A group is compared whole at its first stone; every later stone must have been in one of those.
    fn chain(
        &self,
        point: Point,
        id: u32,
        chains: &mut BTreeMap<u32, Vec<usize>>,
    ) -> Result<(), Disagreement> {
        let (position, groups) = (self.position, self.agents.groups);
        let size = position.size();
        let differ = Err(Disagreement::Chain { point });
        let Some(root) = groups.of(id) else { return differ };
        if let Some(known) = chains.get(&root) {
            return if known.binary_search(&size.index(point)).is_ok() { Ok(()) } else { differ };
        }
        let occupancy = self.agents.occupancy;
        let mut members = groups.members(id).map(|id| occupancy.index_of(id)).collect::<Vec<_>>();
        let mut chain = position.chain(point).into_iter().map(|other| size.index(other)).collect::<Vec<_>>();
        members.sort_unstable();
        chain.sort_unstable();
        if members != chain || members.len() != groups.size(id) as usize {
            return differ;
        }
        chains.insert(root, members);
        Ok(())
    }

    /// Stones, captures and groups of each colour.
    fn counts(&self, referee_groups: ByColor<u32>) -> Result<(), Disagreement> {
        let GobanView { occupancy, groups, tally, course, .. } = self.agents;
        for color in Color::ALL {
            let count = |what, agents, referee| {
                if agents == referee {
                    Ok(())
                } else {
                    Err(Disagreement::Count { color, what, agents, referee })
                }
            };
            count("stones", occupancy.standing()[color], self.position.stones()[color])?;
            // The deaths of the NetLogo world are the agents' alone.
            if self.is_go() {
                let taken = tally.captures[color] + course.pass_stones[color];
                count("captures", taken, self.position.captured_by()[color])?;
            }
            count("groups", groups.count(color), referee_groups[color])?;
        }
        Ok(())
    }

    /// What the colour to move may play.
    fn moves(&self) -> Result<(), Disagreement> {
        if self.agents.tally.outcome.is_some() {
            return Ok(());
        }
        let size = self.position.size();
        for action in size.points().map(Move::Play).chain([Move::Pass]) {
            let (agents, referee) = (self.agents.check(action), self.position.check(action));
            if agents != referee {
                return Err(Disagreement::Move {
                    action,
                    agents: Verdict(agents),
                    referee: Verdict(referee),
                });
            }
        }
        Ok(())
    }

    /// Whether the game is over, and what it counts.
    fn end(&self) -> Result<(), Disagreement> {
        let agents = self.agents.tally.outcome;
        let referee = self.position.outcome_with(&self.ending.dead);
        // Who resigns or fails ends a game that the law lets go on; so does what ends the NetLogo world.
        let by_law = self.is_go() && (agents.is_none() || referee.is_some());
        if by_law && agents != referee { Err(Disagreement::End { agents, referee }) } else { Ok(()) }
    }
}
