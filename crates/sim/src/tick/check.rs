//! Check: compares the agents with the referee.
//!
//! Stones change the board by their own senses; the result must follow the rules of Go. The referee plays
//! the same moves by these rules. This module compares the referee's position with the agents.

use crate::Ending;
use crate::agents::{
    Check, Choice, Disagreement, GameProgress, GobanView, PlyScratch, Referee, Ruling, Tally, Witness,
};
use bevy::ecs::prelude::*;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, ByColor, Color, Move, Outcome, Point, Position, WinBy};

/// Compares the agents of a goban with its referee after a ply, as often as `check` asks for. Returns `None`
/// if nothing was compared. An error is the disagreement and the number of its ply.
pub(super) fn compare(
    agents: GobanView<'_>,
    check: Check,
    position: &Position,
    scratch: &PlyScratch,
    ending: &Ending,
    witness: &Witness,
) -> Option<Result<(), (u64, Disagreement)>> {
    let (ply, over) = (agents.tally.plies, agents.tally.outcome.is_some());
    if scratch.replay.is_some_and(|replay| replay.known.is_some()) {
        // A recorded ply was compared when it was played, and has the same result.
        return witness.found.filter(|(found_after, _)| *found_after == ply).map(Err);
    }
    let area = agents.occupancy.size().area();
    let all = check.compares_all(ply, over, area);
    if !all && !check.compares_ply(ply) {
        return None;
    }
    let comparison = Comparison { agents, position, ending };
    let compared = comparison.ply(scratch).and_then(|()| match all {
        true => comparison.all(),
        false if check.compares_moves(area) => comparison.moves(),
        false => Ok(()),
    });
    Some(compared.map_err(|disagreement| (ply, disagreement)))
}

/// Records the result of a comparison. A disagreement makes the game void. Returns true if it is the first.
pub(super) fn record_result(
    compared: Result<(), (u64, Disagreement)>,
    witness: &mut Witness,
    tally: &mut Tally,
    progress: &mut GameProgress,
) -> bool {
    let Err(disagreement) = compared else {
        witness.looked += 1;
        witness.agreed += 1;
        // A disagreement found before belongs to a ply that was taken back.
        witness.found = None;
        return false;
    };
    witness.looked += u64::from(witness.found.is_none());
    (tally.outcome, progress.half) = (Some(Outcome::Void), false);
    witness.found.replace(disagreement).is_none()
}

/// Compares all data of a goban's agents with its referee. Under `netlogo-2016` only stones, groups and legal
/// moves are compared: senses, links, captures and the end do not follow the rules of Go there.
///
/// # Errors
/// The first difference.
pub fn agree(world: &World, goban: Entity) -> Result<(), Disagreement> {
    let agents = GobanView::of(world, goban);
    let (Some(agents), Some(referee), Some(ending)) =
        (agents, world.get::<Referee>(goban), world.get::<Ending>(goban))
    else {
        return Ok(());
    };
    Comparison { agents, position: &referee.position, ending }.all()
}

/// Agents and their referee.
struct Comparison<'a> {
    agents: GobanView<'a>,
    position: &'a Position,
    ending: &'a Ending,
}

impl Comparison<'_> {
    /// True for a game by the rules of Go.
    fn is_go(&self) -> bool {
        self.agents.rules.quirks.is_none()
    }

    /// Compares the data that the last ply has changed.
    fn ply(&self, scratch: &PlyScratch) -> Result<(), Disagreement> {
        if let (Some(Choice::Move(action)), Some(error)) = (scratch.chosen, scratch.unlawful) {
            return Err(Disagreement::Move { action, agents: Ruling(Ok(())), referee: Ruling(Err(error)) });
        }
        self.hash()?;
        let groups = self.agents.tally.groups;
        self.counts(groups)?;
        if self.is_go() && scratch.placed.is_some() {
            self.position.visit(Touched(self, &scratch.touched))?;
        }
        Ok(())
    }

    /// Compares all data.
    fn all(&self) -> Result<(), Disagreement> {
        let groups = self.position.visit(StoneComparison(self))?;
        self.hash()?;
        self.counts(groups)?;
        self.moves()?;
        self.end()
    }

    fn hash(&self) -> Result<(), Disagreement> {
        let (agents, referee) = (self.agents.occupancy.hash(), self.position.hash());
        if agents == referee { Ok(()) } else { Err(Disagreement::Hash { agents, referee }) }
    }

    /// Compares the senses and links of a stone with the referee's board. Returns the root of its group.
    fn senses<S: Storage>(
        &self,
        board: &Board<S>,
        point: Point,
        id: u32,
    ) -> Result<Option<u32>, Disagreement> {
        let cell = board.cell(point);
        let (own, group) = self.agents.sensed_liberties(id);
        let (_, free) = board.neighbour_contents(cell);
        if own as usize != free {
            let referee = u32::try_from(free).unwrap_or(u32::MAX);
            return Err(Disagreement::Own { point, agents: own, referee });
        }
        let pseudo_liberties = board.pseudo_liberties(cell);
        let root = self.agents.groups.of(id);
        let sum = root.map_or(0, |root| self.agents.groups.liberties_of_root(root));
        if group != pseudo_liberties || sum != pseudo_liberties {
            return Err(Disagreement::Group { point, agents: group, referee: pseudo_liberties });
        }
        let same_color = board
            .neighbours(cell)
            .into_iter()
            .filter(|&next| board.content(next) == board.content(cell))
            .count();
        let (agents, referee) = (self.agents.links.degree(id), u32::try_from(same_color).unwrap_or(u32::MAX));
        if agents != referee {
            return Err(Disagreement::Links { point, agents, referee });
        }
        Ok(root)
    }

    /// Compares the numbers of stones, captures and groups of each colour.
    fn counts(&self, referee_groups: ByColor<u32>) -> Result<(), Disagreement> {
        let GobanView { occupancy, groups, tally, progress, .. } = self.agents;
        for color in Color::ALL {
            let count = |what, agents, referee| {
                if agents == referee {
                    Ok(())
                } else {
                    Err(Disagreement::Count { color, what, agents, referee })
                }
            };
            count("stones", occupancy.standing()[color], self.position.stones()[color])?;
            // The referee does not count the deaths of the NetLogo world.
            if self.is_go() {
                let taken = tally.captures[color] + progress.pass_stones[color];
                count("captures", taken, self.position.captured_by()[color])?;
            }
            count("groups", groups.count(color), referee_groups[color])?;
        }
        let (agents, referee) = (occupancy.vacant().len(), self.position.empty_count());
        if agents == referee { Ok(()) } else { Err(Disagreement::Vacant { agents, referee }) }
    }

    /// Compares which moves are legal for the colour to move. For a finished game, as if it continued.
    fn moves(&self) -> Result<(), Disagreement> {
        let color = self.agents.progress.to_move;
        let size = self.position.size();
        // Stones were compared before, so only vacant patches can be playable.
        let vacant =
            self.agents.occupancy.vacant().iter().map(|&index| Move::Play(size.point(index as usize)));
        for action in vacant.chain([Move::Pass]) {
            let agents = self.agents.check_on_board(color, action);
            let referee = self.position.check_on_board(color, action);
            if agents != referee {
                return Err(Disagreement::Move { action, agents: Ruling(agents), referee: Ruling(referee) });
            }
        }
        Ok(())
    }

    /// Compares the outcome of the game and its score.
    fn end(&self) -> Result<(), Disagreement> {
        let agents = self.agents.tally.outcome;
        let referee = self.position.outcome_with(&self.ending.dead);
        // The referee's game continues after a resignation, a loss on time or a failure. In the NetLogo world
        // it does not follow the end of the game.
        let ended_outside_rules =
            matches!(agents, Some(Outcome::Void | Outcome::Win { by: WinBy::Resignation | WinBy::Time, .. }));
        let must_agree = self.is_go() && !ended_outside_rules;
        if must_agree && agents != referee { Err(Disagreement::End { agents, referee }) } else { Ok(()) }
    }
}

/// Visitor that compares the stones whose ids are in the list.
struct Touched<'a>(&'a Comparison<'a>, &'a [u32]);

impl BoardVisitor for Touched<'_> {
    type Output = Result<(), Disagreement>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let Self(comparison, touched) = self;
        let occupancy = comparison.agents.occupancy;
        for &id in touched.iter().filter(|&&id| occupancy.entity(id).is_some()) {
            let point = board.size().point(occupancy.index_of(id));
            comparison.senses(board, point, id)?;
        }
        Ok(())
    }
}

/// Visitor that compares all stones and groups. Returns the number of groups of each colour.
struct StoneComparison<'a>(&'a Comparison<'a>);

impl BoardVisitor for StoneComparison<'_> {
    type Output = Result<ByColor<u32>, Disagreement>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let GobanView { occupancy, groups, .. } = self.0.agents;
        let mut count = ByColor::default();
        // By id of a chain: root of its group.
        let mut root_of_chain = vec![None; Board::<S>::cells(board.size())];
        let mut listed = vec![false; board.size().area()];
        for &index in occupancy.vacant() {
            listed[index as usize] = true;
        }
        let is_go = self.0.is_go();
        for (index, point) in board.size().points().enumerate() {
            let cell = board.cell(point);
            // Ignores a removed stone that is still in the index by point.
            let id = occupancy.id_at(index).filter(|&id| occupancy.is_on_board(id));
            let (agents, referee) = (id.map(|id| occupancy.color_of(id)), board.at(cell));
            if agents != referee {
                return Err(Disagreement::Stone { point, agents, referee });
            }
            if listed[index] == referee.is_some() {
                return Err(Disagreement::Listed { point });
            }
            let (Some(id), Some(color)) = (id, referee) else { continue };
            let group = if is_go { self.0.senses(board, point, id)? } else { groups.of(id) };
            let chain = &mut root_of_chain[board.chain_id(cell)];
            if chain.is_none() {
                *chain = group;
                count[color] += 1;
            }
            // All stones of the chain must be in one group, and this group must have no other stones.
            let size = group.map(|root| groups.size_of_root(root));
            if size != Some(board.chain_length(cell)) || *chain != group {
                return Err(Disagreement::Chain { point });
            }
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use crate::agents::{Check, GobanSetup, GobanView, Occupancy, PositionMemory, Tally, Witness};
    use crate::{GameSetup, create_app, play_out, spawn_goban, tick};
    use bevy::ecs::prelude::*;
    use stonefield_go::{ByColor, Color, Outcome, Rules, Size, stone_at};
    use stonefield_minds::{Agents, BrainSpec};

    /// A goban on which Black plays `black` and White `white`, then both pass.
    fn goban(world: &mut World, side: u16, check: Check, black: &str, white: &str) -> Entity {
        let mind = |moves: &str| format!("scripted:moves=[{moves}]").parse::<BrainSpec>().expect("a spec");
        let setup = GameSetup {
            size: Size::square(side).expect("a size"),
            rules: Rules::preset("tromp-taylor").expect("a preset"),
            brains: ByColor::new(mind(black), mind(white)),
            check,
            ..GameSetup::default()
        };
        spawn_goban(world, &setup).expect("a goban")
    }

    /// Adds an impossible position to the agents' history, and assumes removed stones on every point.
    fn remember(world: &mut World, goban: Entity, color: Color, hash: u64) {
        let GobanSetup(setup) = world.get::<GobanSetup>(goban).expect("a set-up").clone();
        world.get_mut::<PositionMemory>(goban).expect("a memory").push(&setup.rules, color, hash);
        world.get_mut::<Occupancy>(goban).expect("an index").assume_removals();
    }

    /// Makes the agents forbid a stone of `color` on A1: adds the resulting position to their history.
    fn forbid_a1(world: &mut World, goban: Entity, color: Color) {
        let agents = GobanView::of(world, goban).expect("agents");
        let hash = agents.occupancy.hash() ^ stone_at(agents.size(), 0, color);
        remember(world, goban, color, hash);
    }

    fn disagreement(world: &World, goban: Entity) -> Option<String> {
        world.get::<Witness>(goban).expect("a witness").disagreement()
    }

    const FORBIDDEN: &str = "by the agents forbidden";

    #[test]
    fn a_move_that_only_the_agents_forbid_is_reported_after_the_ply() {
        let mut app = create_app();
        let world = app.world_mut();
        let goban = goban(world, 13, Check::Every, "C3 D4 E5", "G7 H8 J9");
        (0..3).for_each(|_| tick(world));
        assert_eq!(disagreement(world, goban), None);
        // The agents' history gets the position after White's coming H8 and a black stone on A1.
        let size = Size::square(13).expect("a size");
        let next = size.index("H8".parse().expect("a point"));
        let white = stone_at(size, next, Color::White);
        let agents = GobanView::of(world, goban).expect("agents");
        let hash = agents.occupancy.hash()
            ^ white
            ^ stone_at(size, size.index("A1".parse().expect("a point")), Color::Black);
        remember(world, goban, Color::Black, hash);
        tick(world);
        let words = disagreement(world, goban).expect("found");
        assert!(words.contains("after ply 4: A1") && words.contains(FORBIDDEN), "{words}");
        assert_eq!(world.get::<Tally>(goban).expect("a tally").outcome, Some(Outcome::Void));
    }

    /// The end is compared with every setting, also on boards too large to compare the moves at each ply.
    #[test]
    fn a_move_that_only_the_agents_forbid_is_reported_at_the_end() {
        for (side, check) in
            [(5, Check::Sample), (13, Check::Sample), (19, Check::Sample), (19, Check::Every)]
        {
            let mut app = create_app();
            let world = app.world_mut();
            let goban = goban(world, side, check, "C3", "D4");
            (0..3).for_each(|_| tick(world));
            forbid_a1(world, goban, Color::Black);
            play_out(world, goban, 10);
            let words = disagreement(world, goban).unwrap_or_else(|| panic!("{side} {check}: not found"));
            assert!(words.contains("after ply 4: A1") && words.contains(FORBIDDEN), "{words}");
        }
    }

    #[test]
    fn every_ply_of_a_correct_game_is_compared() {
        let mut app = create_app();
        let world = app.world_mut();
        let goban = goban(world, 5, Check::Every, "C3", "D4");
        play_out(world, goban, 10);
        assert_eq!(disagreement(world, goban), None);
        assert_eq!(world.get::<Witness>(goban).expect("a witness").looked, 4);
    }
}
