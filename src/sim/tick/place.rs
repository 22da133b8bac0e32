//! Place: the stone is set, and the referee is told.

use crate::go::{Color, Move, Point};
use crate::sim::agents::{Choice, Configured, Course, Game, Goban, Occupancy, StoneBundle, Turn};
use crate::sim::{Passed, Placed};
use bevy::ecs::prelude::*;

/// Carries out what was chosen.
pub(in crate::sim) fn place(
    mut commands: Commands,
    mut gobans: Query<(Entity, &Configured, &mut Game, &mut Occupancy, &mut Course, &mut Turn), With<Goban>>,
    mut placements: MessageWriter<Placed>,
    mut passes: MessageWriter<Passed>,
) {
    for (goban, Configured(setup), mut game, mut occupancy, mut course, mut turn) in &mut gobans {
        if !turn.due {
            continue;
        }
        turn.placed = None;
        let (mover, tick, told) = (turn.mover, turn.tick, turn.replay.is_none());
        course.turns[mover] += 1;
        let Some(Choice::Move(chosen)) = turn.chosen else { continue };
        course.last = Some(chosen);
        if setup.quirks().is_none() {
            game.position.play_unchecked(chosen);
        } else {
            tell_netlogo(&mut game, mover, chosen);
        }
        match chosen {
            Move::Pass => {
                course.passed[mover] = true;
                course.passes += 1;
                if told {
                    passes.write(Passed { goban, color: mover, tick });
                }
            }
            Move::Play(point) => {
                course.passes = 0;
                let id = occupancy.next_id();
                let bundle = StoneBundle::new(goban, id, mover, point, tick);
                let stone = match turn.parked.remove(&id) {
                    Some(stone) => commands.entity(stone).insert(bundle).id(),
                    None => commands.spawn(bundle).id(),
                };
                let index = occupancy.size().index(point);
                occupancy.add(index, mover, stone);
                turn.placed = Some(id);
                if told {
                    placements.write(Placed { goban, stone, id, color: mover, point, tick });
                }
            }
        }
    }
}

/// The referee of the NetLogo world only keeps the stones: who dies there is not the law's to say.
fn tell_netlogo(game: &mut Game, mover: Color, chosen: Move) {
    if let Move::Play(point) = chosen {
        game.position.put(point, mover);
    } else {
        game.position.set_ko(None::<Point>);
    }
    game.position.set_to_move(!mover);
}
