//! Capture: stones that sense no liberties die.

use super::sense::sense_stones;
use crate::agents::{
    CaptureParts, CapturePartsItem, Captures, Changes, Goban, Groups, Links, NeighbourLinks, Occupancy,
    PlyScratch, Referee, Senses,
};
use crate::{Captured, netlogo};
use bevy::ecs::prelude::*;
use stonefield_go::Ko;

/// Removes the dead stones of every goban that is due.
pub(crate) fn capture(
    mut commands: Commands,
    mut gobans: Query<(CaptureParts, &mut Referee), With<Goban>>,
    mut stones: Senses,
    mut credits: Query<&mut Captures>,
    mut deaths: MessageWriter<Captured>,
) {
    for (goban, mut referee) in &mut gobans {
        if !goban.scratch.due {
            continue;
        }
        if matches!(*goban.links, Links::Closure(_)) {
            // In the NetLogo world, deaths differ from the rules of Go, so the referee copies them.
            netlogo::capture(goban, &mut referee, &mut commands, &stones, &mut credits, &mut deaths);
        } else {
            capture_by_rules(goban, &mut commands, &mut stones, &mut credits, &mut deaths);
        }
    }
}

/// Captures by the rules of Go: enemy stones beside the placed stone that sense no liberties die with their
/// groups, the neighbours sense again, and then the placed stone's own group dies if it senses none.
fn capture_by_rules(
    goban: CapturePartsItem,
    commands: &mut Commands,
    stones: &mut Senses,
    credits: &mut Query<&mut Captures>,
    deaths: &mut MessageWriter<Captured>,
) {
    let CapturePartsItem {
        goban,
        configured,
        mut occupancy,
        mut groups,
        mut links,
        mut tally,
        mut progress,
        mut scratch,
        ..
    } = goban;
    let Some(placed) = scratch.placed else { return };
    let Links::Neighbours(graph) = &mut *links else { return };
    let PlyScratch {
        mover,
        tick,
        touched,
        neighbours,
        dying,
        roots,
        replay,
        reports_replayed,
        taken: all_taken,
        lost: all_lost,
        changes,
        ..
    } = &mut *scratch;
    let mover = *mover;
    let index = occupancy.index_of(placed);
    let among_enemies = occupancy.around(index).all(|next| occupancy.color_at(next) == Some(!mover));
    let mut context = CaptureContext {
        goban,
        tick: *tick,
        reports: replay.is_none() || *reports_replayed,
        occupancy: &mut occupancy,
        groups: &mut groups,
        graph,
        commands,
        deaths,
        dying,
        neighbours,
        changes,
    };
    let taken: u32 = touched
        .iter()
        .filter(|&&id| id != placed)
        .map(|&id| if context.occupancy.color_of(id) == mover { 0 } else { context.remove_dead(id, stones) })
        .sum();
    if taken > 0 {
        if taken == 1 && among_enemies && configured.0.rules.ko != Ko::None {
            // The point of the captured stone is now the new stone's only liberty.
            let vacated =
                context.occupancy.around(index).find(|&next| context.occupancy.id_at(next).is_none());
            progress.ko = vacated.map(|index| context.occupancy.size().point(index));
        }
        tally.captures[mover] += taken;
        let credit = context.occupancy.entity(placed).and_then(|stone| credits.get_mut(stone).ok());
        if let Some(mut credit) = credit {
            credit.0 += taken;
        }
        context.sense_neighbours(stones, roots);
    }
    let lost = context.remove_dead(placed, stones);
    (*all_taken, *all_lost) = (taken, lost);
    if lost > 0 {
        tally.captures[!mover] += lost;
        context.sense_neighbours(stones, roots);
    }
}

/// A goban while stones are removed from it.
struct CaptureContext<'a, 'w, 's, 'f> {
    goban: Entity,
    tick: u64,
    /// True if deaths are reported as messages.
    reports: bool,
    occupancy: &'a mut Occupancy,
    groups: &'a mut Groups,
    graph: &'a mut NeighbourLinks,
    commands: &'a mut Commands<'w, 's>,
    deaths: &'a mut MessageWriter<'f, Captured>,
    dying: &'a mut Vec<u32>,
    /// Neighbours of the removed stones.
    neighbours: &'a mut Vec<u32>,
    changes: &'a mut Changes,
}

impl CaptureContext<'_, '_, '_, '_> {
    /// Removes a stone that senses no liberties, and the stones of its group that sense none: all of them,
    /// because they sense the same sum. Returns the number of removed stones.
    fn remove_dead(&mut self, id: u32, stones: &Senses) -> u32 {
        if !is_dead(self.occupancy, stones, id) {
            return 0;
        }
        self.dying.clear();
        let occupancy = &*self.occupancy;
        self.dying.extend(self.groups.members(id).filter(|&id| is_dead(occupancy, stones, id)));
        let color = self.occupancy.color_of(id);
        self.groups.remove_group(self.dying);
        for &id in &*self.dying {
            let Some(stone) = self.occupancy.entity(id) else { continue };
            self.commands.entity(stone).despawn();
            self.graph.isolate(id);
            self.occupancy.remove(id);
            let index = self.occupancy.index_of(id);
            self.neighbours.extend(self.occupancy.stones_around(index));
            self.groups.update_liberties(index, true, self.occupancy.stones_around(index));
            if self.reports {
                let point = self.occupancy.size().point(index);
                let (goban, tick) = (self.goban, self.tick);
                self.deaths.write(Captured { goban, id, color, point, tick });
            }
        }
        let count = u32::try_from(self.dying.len()).unwrap_or(u32::MAX);
        self.changes.add_capture(count, 1, count);
        count
    }

    /// Lets the neighbours of the removed stones sense again.
    fn sense_neighbours(&mut self, stones: &mut Senses, roots: &mut Vec<u32>) {
        let occupancy = &*self.occupancy;
        self.neighbours.retain(|&id| occupancy.entity(id).is_some());
        sense_stones(occupancy, self.groups, stones, self.neighbours, roots);
        self.neighbours.clear();
    }
}

/// True if the stone is on the board and senses no liberties.
fn is_dead(occupancy: &Occupancy, stones: &Senses, id: u32) -> bool {
    occupancy.entity(id).is_some_and(|stone| stones.is_dead(stone))
}
