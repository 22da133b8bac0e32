//! Deaths of stones in the NetLogo world.

use super::sense::shuffle;
use crate::Captured;
use crate::agents::{
    CapturePartsItem, Captures, Closure, GameProgress, GobanSetup, Groups, Links, NetLogoStones, Occupancy,
    PlyScratch, Referee, Senses, degree, linked,
};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Point, Quirks};
use stonefield_search::Purpose;

/// Checks the stones of the colour that did not move, in random order. A stone that senses no liberties dies
/// with the stones linked to it, unless it died earlier in this check. The colour counts the loss. `losses`:
/// loss counter of each stone, stored in [`Captures`].
pub(crate) fn capture(
    goban: CapturePartsItem,
    referee: &mut Referee,
    commands: &mut Commands,
    stones: &Senses,
    losses: &mut Query<&mut Captures>,
    deaths: &mut MessageWriter<Captured>,
) {
    let CapturePartsItem {
        goban,
        configured: GobanSetup(setup),
        dice,
        mut occupancy,
        mut groups,
        mut links,
        mut netlogo_stones,
        mut progress,
        mut tally,
        mut scratch,
    } = goban;
    let (Some(quirks), Links::Closure(closure)) = (setup.quirks(), &mut *links) else { return };
    let scratch = &mut *scratch;
    let checked = !scratch.mover;
    find_triggers(checked, &occupancy, &netlogo_stones, stones, &mut scratch.touched);
    let mut rng = dice.0.rng(scratch.tick, Some(scratch.mover), Purpose::Capture);
    shuffle(&mut scratch.touched, &mut rng);
    scratch.dead.clear();
    for &trigger in &scratch.touched {
        if occupancy.entity(trigger).is_none() {
            continue;
        }
        count_loss(quirks, checked, trigger, &occupancy, &netlogo_stones, closure, &mut progress, losses);
        scratch.dying.clear();
        scratch.dying.push(trigger);
        scratch.dying.extend(linked(&*closure, trigger));
        for &id in &scratch.dying {
            let Some(stone) = occupancy.entity(id) else { continue };
            commands.entity(stone).despawn();
            let index = occupancy.index_of(id);
            let point = occupancy.size().point(index);
            closure.remove(id);
            netlogo_stones.remove(id, index, checked);
            occupancy.remove(id);
            referee.position.lift(point);
            scratch.dead.push(id);
            if scratch.replay.is_none() || scratch.reports_replayed {
                deaths.write(Captured { goban, id, color: checked, point, tick: scratch.tick });
            }
        }
    }
    if scratch.dead.is_empty() {
        return;
    }
    tally.captures[scratch.mover] += u32::try_from(scratch.dead.len()).unwrap_or(u32::MAX);
    let (groups_hit, most) = regroup(&scratch.dead, checked, &occupancy, &mut groups, stones);
    scratch.changes.add_capture(u32::try_from(scratch.dead.len()).unwrap_or(u32::MAX), groups_hit, most);
    progress.ko = ko_point(scratch, &occupancy);
    referee.position.set_ko(progress.ko);
}

/// Replaces `triggers` with the ids of a colour's stones that sense no liberties.
fn find_triggers(
    color: Color,
    occupancy: &Occupancy,
    netlogo_stones: &NetLogoStones,
    stones: &Senses,
    triggers: &mut Vec<u32>,
) {
    triggers.clear();
    triggers.extend(
        netlogo_stones.standing[color]
            .iter()
            .copied()
            .filter(|&id| occupancy.entity(id).is_some_and(|stone| stones.is_dead(stone))),
    );
}

/// Counts the loss for a dying stone. With `score_by_degree`, each stone of the colour on the board adds its
/// number of links + 1 to its own loss. Otherwise the colour's loss grows by the number of stones that die.
fn count_loss(
    quirks: Quirks,
    color: Color,
    trigger: u32,
    occupancy: &Occupancy,
    netlogo_stones: &NetLogoStones,
    closure: &Closure,
    progress: &mut GameProgress,
    losses: &mut Query<&mut Captures>,
) {
    if !quirks.score_by_degree {
        progress.losses[color] += degree(closure, trigger) + 1;
        return;
    }
    for &id in &netlogo_stones.standing[color] {
        let stone = occupancy.entity(id).and_then(|stone| losses.get_mut(stone).ok());
        if let Some(mut loss) = stone {
            loss.0 += degree(closure, id) + 1;
        }
    }
}

/// Joins the rest of each group again after the stones `removed` were removed. Returns the number of groups
/// that lost stones, and the largest number of stones that one of them lost.
fn regroup(
    removed: &[u32],
    color: Color,
    occupancy: &Occupancy,
    groups: &mut Groups,
    stones: &Senses,
) -> (u32, u32) {
    let neighbours = |id| occupancy.same_color_neighbours(occupancy.index_of(id), id);
    let own_liberties = |id| occupancy.entity(id).map_or(0, |stone| stones.own_liberties(stone));
    let lost = groups.remove_stones(removed, neighbours, own_liberties, |id| occupancy.summary(id));
    for index in removed.iter().map(|&id| occupancy.index_of(id)) {
        let enemies = occupancy.stones_around(index).filter(|&id| occupancy.color_of(id) != color);
        groups.update_liberties(index, true, enemies);
    }
    lost
}

/// Returns the ko point: the point of the captured stone. `None` unless exactly one stone was captured, and
/// its point is the only liberty of the new stone, which has no neighbour of its colour.
fn ko_point(scratch: &PlyScratch, occupancy: &Occupancy) -> Option<Point> {
    let [captured] = scratch.dead[..] else { return None };
    let index = occupancy.index_of(scratch.placed?);
    let mut neighbours = occupancy.around(index);
    let alone = neighbours.all(|next| match occupancy.id_at(next) {
        Some(id) => occupancy.color_of(id) != scratch.mover,
        None => next == occupancy.index_of(captured),
    });
    let beside = occupancy.around(index).any(|next| next == occupancy.index_of(captured));
    (alone && beside).then(|| occupancy.size().point(occupancy.index_of(captured)))
}
