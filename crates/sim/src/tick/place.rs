//! Place: the stone is placed, and the referee gets the move.

use crate::agents::{
    Changes, Choice, GameProgress, Goban, GobanSetup, Occupancy, OnGoban, PlyScratch, Referee, StoneBundle,
    Tally,
};
use crate::{Passed, Placed};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Move};

/// Carries out the choice on every goban that is due. If it is no move, only counts the turn.
pub(crate) fn place(
    mut commands: Commands,
    mut gobans: Query<
        (Entity, &GobanSetup, &Tally, &mut Referee, &mut Occupancy, &mut GameProgress, &mut PlyScratch),
        With<Goban>,
    >,
    mut placements: MessageWriter<Placed>,
) {
    for (goban, GobanSetup(setup), tally, mut referee, mut occupancy, mut progress, mut scratch) in
        &mut gobans
    {
        if !scratch.due {
            continue;
        }
        scratch.placed = None;
        (scratch.taken, scratch.lost) = (0, 0);
        if !progress.half {
            scratch.changes = Changes::default();
        }
        let (mover, tick, is_new) = (scratch.mover, scratch.tick, scratch.replay.is_none());
        progress.turns[mover] += 1;
        let Some(Choice::Move(chosen)) = scratch.chosen else { continue };
        (progress.last, progress.ko, progress.to_move) = (Some(chosen), None, !mover);
        scratch.unlawful = (scratch.replay.is_none_or(|replay| replay.known.is_none())
            && setup.check.compares_ply(tally.plies + 1))
        .then(|| referee.position.check_for(mover, chosen).err())
        .flatten();
        update_referee(&mut referee, setup.quirks().is_some(), mover, chosen);
        match chosen {
            Move::Pass => {
                progress.passed[mover] = true;
                progress.passes += 1;
                progress.pass_stones[!mover] += u32::from(setup.rules.pass_stones);
                if is_new {
                    commands.write_message(Passed { goban, color: mover, tick });
                }
            }
            Move::Play(point) => {
                progress.passes = 0;
                progress.placed[mover] += 1;
                let id = occupancy.next_id();
                let bundle = (StoneBundle::new(id, mover, point, tick), OnGoban(goban));
                let stone = match scratch.parked.remove(&id) {
                    Some(stone) => commands.entity(stone).insert(bundle).id(),
                    None => commands.spawn(bundle).id(),
                };
                let index = occupancy.size().index(point);
                occupancy.add(index, mover, stone);
                scratch.placed = Some(id);
                if is_new {
                    placements.write(Placed { goban, stone, id, color: mover, point, tick });
                }
            }
        }
    }
}

/// Plays the move on the referee's board. In the NetLogo world only places the stone, because deaths differ
/// from the rules of Go: the capture system removes the dead stones there.
fn update_referee(referee: &mut Referee, netlogo: bool, mover: Color, chosen: Move) {
    let position = &mut referee.position;
    match chosen {
        Move::Play(point) if position.at(point).is_some() => {
            // The referee already differs from the agents. The comparison will report this.
        }
        Move::Play(point) if netlogo => position.put(point, mover),
        Move::Pass if netlogo => position.set_ko(None),
        _ => {
            position.play_as_unchecked(mover, chosen);
        }
    }
    if netlogo {
        position.set_to_move(!mover);
    }
}
