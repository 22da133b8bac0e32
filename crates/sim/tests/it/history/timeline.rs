//! Time travel: every tick that is visited again has its original state.

use crate::support::{mirror_setup, world};
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use stonefield_go::Color;
use stonefield_go::field::HeatParams;
use stonefield_search::Rng;
use stonefield_sim::{
    Brush, GameRecord, GameSetup, Groups, Links, Occupancy, Request, RequestKind, Stone, Tally, agree, seek,
    state_hash, tick,
};

fn request(app: &mut App, goban: Entity, request: RequestKind) {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
}

/// Returns the state hash of a goban, the roots of its groups, and the number of its links.
fn state(app: &App, goban: Entity) -> (u64, Vec<Option<u32>>, usize) {
    let part = app.world().entity(goban);
    let (occupancy, groups) = (part.get::<Occupancy>().expect("it"), part.get::<Groups>().expect("it"));
    let names = (0..occupancy.next_id()).map(|id| groups.of(id)).collect();
    (state_hash(app.world(), goban), names, part.get::<Links>().expect("it").pairs().count())
}

fn is_over(app: &App, goban: Entity) -> bool {
    app.world().get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_some())
}

/// Plays a game with occasional edits, and returns the state at the end of every tick.
fn uninterrupted(
    setup: &GameSetup,
    edits: bool,
) -> (App, Entity, BTreeMap<u64, (u64, Vec<Option<u32>>, usize)>) {
    let (mut app, goban) = world(setup);
    let mut rng = Rng::seed_from_u64(5);
    let mut states = BTreeMap::new();
    let mut now = 0;
    while !is_over(&app, goban) && now < 700 {
        if edits && rng.random_bool(0.05) {
            let board = setup.board();
            let point = board.point(rng.random_range(0..board.area() as u32) as usize);
            let brush = [Brush::Black, Brush::White, Brush::Remove][rng.random_range(0..3_u32) as usize];
            request(&mut app, goban, RequestKind::Paint(point, brush));
        }
        if edits && rng.random_bool(0.02) {
            let heat = HeatParams { rate: rng.random(), keep: rng.random(), ..HeatParams::default() };
            request(&mut app, goban, RequestKind::Heat(heat));
        }
        if edits && rng.random_bool(0.02) {
            let color = if rng.random() { Color::Black } else { Color::White };
            let brain = ["random", "sensible", "netlogo"][rng.random_range(0..3_u32) as usize];
            request(&mut app, goban, RequestKind::Seat(color, brain.parse().expect("a brain")));
        }
        states.insert(now, state(&app, goban));
        agree(app.world_mut(), goban).expect("agents and referee agree, whatever a hand does");
        tick(app.world_mut());
        now += 1;
    }
    states.insert(now, state(&app, goban));
    (app, goban, states)
}

fn visit_at_random(setup: &GameSetup, edits: bool) {
    let (mut app, goban, states) = uninterrupted(setup, edits);
    let last = *states.keys().next_back().expect("ticks");
    let mut rng = Rng::seed_from_u64(6);
    let mut targets = vec![last - 1, last, 0, 1, last];
    targets.extend((0..40).map(|_| rng.random_range(0..=last)));
    for target in targets {
        assert_eq!(seek(app.world_mut(), goban, target), target);
        let record = app.world().get::<GameRecord>(goban).expect("a record");
        assert_eq!((record.now(), record.last()), (target, last));
        assert_eq!(state(&app, goban), states[&target], "tick {target} of {last}, edits {edits}");
    }
}

#[test]
fn every_tick_of_go_can_be_visited_again() {
    for edits in [false, true] {
        visit_at_random(&mirror_setup(9, "chinese", "sensible"), edits);
        visit_at_random(&mirror_setup(13, "tromp-taylor", "random"), edits);
        visit_at_random(&mirror_setup(5, "aga", "sensible"), edits);
    }
}

#[test]
fn every_tick_of_netlogo_can_be_visited_again() {
    for edits in [false, true] {
        visit_at_random(&mirror_setup(9, "netlogo-2016", "netlogo"), edits);
        visit_at_random(&mirror_setup(13, "netlogo-2016", "sensible"), edits);
    }
}

#[test]
fn kept_heat_is_restored_too() {
    let heat = HeatParams { keep: true, ..HeatParams::default() };
    visit_at_random(&GameSetup { heat, ..mirror_setup(9, "chinese", "sensible") }, false);
}

#[test]
fn playing_on_from_the_past_leads_to_the_same_game_again() {
    for rules in ["chinese", "netlogo-2016"] {
        let (mut app, goban, states) = uninterrupted(&mirror_setup(9, rules, "sensible"), false);
        let last = *states.keys().next_back().expect("ticks");
        for back in [last - 1, last / 2, 3] {
            seek(app.world_mut(), goban, back);
            for now in back + 1..=last {
                tick(app.world_mut());
                assert_eq!(state(&app, goban), states[&now], "{rules} tick {now} after {back}");
            }
        }
    }
}

#[test]
fn a_different_move_leads_to_a_different_game() {
    let (mut app, goban, _) = uninterrupted(&mirror_setup(9, "chinese", "sensible"), false);
    seek(app.world_mut(), goban, 40);
    let point = {
        let occupancy = app.world().get::<Occupancy>(goban).expect("occupancy");
        occupancy.stones().map(|(point, _)| point).next().expect("a stone")
    };
    request(&mut app, goban, RequestKind::Paint(point, Brush::Remove));
    let record = app.world().get::<GameRecord>(goban).expect("a record");
    assert_eq!((record.now(), record.last()), (40, 40));
    let painted = state_hash(app.world(), goban);
    for _ in 0..90 {
        tick(app.world_mut());
    }
    let end = state_hash(app.world(), goban);
    assert_eq!(seek(app.world_mut(), goban, 40), 40);
    assert_eq!(state_hash(app.world(), goban), painted);
    seek(app.world_mut(), goban, 130);
    assert_eq!(state_hash(app.world(), goban), end);
}

#[test]
fn a_stone_present_before_and_after_a_jump_stays_the_same_entity() {
    let (mut app, goban, _) = uninterrupted(&mirror_setup(9, "chinese", "sensible"), false);
    let entities = |app: &App| {
        let occupancy = app.world().get::<Occupancy>(goban).expect("occupancy");
        let id = |entity| app.world().get::<Stone>(entity).map(|stone| stone.id);
        occupancy.stones().map(|(_, entity)| (id(entity), entity)).collect::<BTreeMap<_, _>>()
    };
    seek(app.world_mut(), goban, 70);
    let before = entities(&app);
    seek(app.world_mut(), goban, 60);
    let after = entities(&app);
    let kept = after.iter().filter(|(id, entity)| before.get(id) == Some(entity)).count();
    let common = after.keys().filter(|id| before.contains_key(id)).count();
    assert!(kept > 20 && kept == common, "{kept} of {common}");
}
