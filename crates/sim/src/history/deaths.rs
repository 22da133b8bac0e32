//! Deaths: the stones that died along the line of a record, with tick and move.

use super::GameRecord;
use super::seek::{go_to_place, replay_node};
use crate::agents::PlyScratch;
use crate::setup::begin::spawn_goban;
use crate::{Born, Captured, GameSetup, GobanDice, GobanSetup, Occupancy};
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use stonefield_go::{Color, Move, Point};
use stonefield_search::TimeControl;

/// A stone that died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneDeath {
    /// Number of the stone in the order of placement, from 0.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Point of the stone.
    pub point: Point,
    /// Tick in which the stone was placed. 0: before the first tick.
    pub born: u64,
    /// Tick in which the stone died.
    pub tick: u64,
    /// Colour and point of the move that killed the stone.
    pub by: (Color, Point),
}

/// Stones that died after the end of tick `after`, up to the end of tick `last`, in the order of their
/// deaths. `None`: there is no such goban, or memory does not suffice. The ticks are replayed on a temporary
/// goban, from the last keyframe up to `after`; the goban itself does not change. Stones that the brush
/// removed are not included.
pub fn deaths(world: &mut World, goban: Entity, after: u64, last: u64) -> Option<Vec<StoneDeath>> {
    let (record, setup) = (world.get::<GameRecord>(goban)?, &world.get::<GobanSetup>(goban)?.0);
    let (brains, heat) = record.beginning();
    let setup = GameSetup { brains: brains.clone(), heat, time: TimeControl::default(), ..setup.clone() };
    let mut copy = record.along_line_to(record.end_of(last), brains.clone());
    let (from, to) = (copy.whole_at(copy.end_of(after)), copy.at);
    copy.at = to;
    let dice = *world.get::<GobanDice>(goban)?;
    let temporary = spawn_goban(world, &setup).ok()?;
    world.entity_mut(temporary).insert((copy, dice));
    go_to_place(world, temporary, from, true);
    let deaths = collect_deaths(world, temporary, from, to);
    world.despawn(temporary);
    deaths
}

/// Replays the nodes `from + 1` to `to` of a goban's line, and collects the stones that die.
fn collect_deaths(world: &mut World, goban: Entity, from: usize, to: usize) -> Option<Vec<StoneDeath>> {
    let occupancy = world.get::<Occupancy>(goban)?;
    let stones = occupancy.ids().filter_map(|id| Some((id, occupancy.entity(id)?)));
    let mut born: BTreeMap<u32, u64> =
        stones.map(|(id, stone)| (id, world.get::<Born>(stone).map_or(0, |born| born.0))).collect();
    let mut cursor = world.get_resource::<Messages<Captured>>()?.get_cursor_current();
    // Replayed plies write messages only if this flag is set.
    world.get_mut::<PlyScratch>(goban)?.reports_replayed = true;
    let mut deaths = Vec::new();
    for at in from + 1..=to {
        let record = world.get::<GameRecord>(goban)?;
        let node = record.line[at];
        let ply = record.steps.ply(node).and_then(|ply| ply.played(record.size));
        let tick = u64::from(record.steps.get(node).tick);
        let first_new = world.get::<Occupancy>(goban)?.next_id();
        replay_node(world, goban, node, false, false);
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.at = at;
        }
        born.extend((first_new..world.get::<Occupancy>(goban)?.next_id()).map(|id| (id, tick)));
        let Some((mover, Move::Play(point))) = ply else { continue };
        let messages = world.get_resource::<Messages<Captured>>()?;
        for death in cursor.read(messages).filter(|death| death.goban == goban) {
            let Captured { id, color, point: place, tick, .. } = *death;
            let born = born.remove(&id).unwrap_or_default();
            deaths.push(StoneDeath { id, color, point: place, born, tick, by: (mover, point) });
        }
    }
    Some(deaths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{create_app, seek, spawn_goban, ticks};
    use stonefield_go::{Rules, Size};

    #[test]
    fn replayed_deaths_equal_those_of_the_game() {
        for rules in ["chinese", "netlogo-2016", "new-zealand"] {
            let mut app = create_app();
            let brain = "random".parse().expect("a mind");
            let setup = GameSetup {
                size: Size::square(7).expect("a size"),
                rules: Rules::preset(rules).expect("a preset"),
                brains: stonefield_go::ByColor::from_fn(|_| -> stonefield_minds::BrainSpec {
                    Clone::clone(&brain)
                }),
                ..GameSetup::default()
            };
            let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
            let mut cursor = app.world().resource::<Messages<Captured>>().get_cursor();
            let mut played = Vec::new();
            for _ in 0..150 {
                ticks(app.world_mut(), 1);
                let messages = app.world().resource::<Messages<Captured>>();
                played.extend(
                    cursor.read(messages).map(|death| (death.id, death.color, death.point, death.tick)),
                );
            }
            let last = app.world().get::<GameRecord>(goban).expect("a record").last();
            let replayed = deaths(app.world_mut(), goban, 0, last).expect("a goban");
            let plain: Vec<_> = replayed.iter().map(|it| (it.id, it.color, it.point, it.tick)).collect();
            assert_eq!(plain, played, "{rules}");
            assert!(played.len() > 3, "{rules}: {played:?}");
            assert!(replayed.iter().all(|it| it.born <= it.tick && (it.born > 0 || rules == "netlogo-2016")));
            // In parts, from another present. The goban does not change.
            seek(app.world_mut(), goban, last / 2);
            let before = app.world().get::<Occupancy>(goban).map(Occupancy::hash);
            let mut parts = Vec::new();
            for part in 0..5 {
                parts.extend(
                    deaths(app.world_mut(), goban, last * part / 5, last * (part + 1) / 5).expect("a goban"),
                );
            }
            assert_eq!(parts, replayed, "{rules}");
            assert_eq!(app.world().get::<Occupancy>(goban).map(Occupancy::hash), before);
        }
    }
}
