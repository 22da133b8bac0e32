//! Whole games of agents, compared with the referee.

use crate::support::{mirror_setup, world};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use stonefield_go::{ByColor, Color, Outcome, Size};
use stonefield_sim::{
    GameSetup, GroupLiberties, Groups, Links, Occupancy, OwnLiberties, Refused, Tally, Tick, TickSystems,
    Witness, agree, play_out, reset, tick,
};

/// Checks that groups by union-find and connected components of the links by `petgraph` are equal.
fn assert_groups_are_components(world: &World, goban: Entity) {
    let occupancy = world.get::<Occupancy>(goban).expect("occupancy");
    let groups = world.get::<Groups>(goban).expect("groups");
    let links = world.get::<Links>(goban).expect("links");
    let count = groups.count(Color::Black) + groups.count(Color::White);
    assert_eq!(links.components(occupancy), count as usize);
    for (a, b) in links.pairs() {
        assert_eq!(groups.of(a), groups.of(b));
    }
}

/// Checks links in a world where parts of chains die: a component is one group, or several of one colour.
/// Returns true if one is several.
fn assert_components_are_whole_groups(world: &World, goban: Entity) -> bool {
    let occupancy = world.get::<Occupancy>(goban).expect("occupancy");
    let groups = world.get::<Groups>(goban).expect("groups");
    let links = world.get::<Links>(goban).expect("links");
    for (point, _) in occupancy.stones() {
        let id = occupancy.id(point).expect("an id");
        let beside = occupancy.size().neighbours(point).filter_map(|next| occupancy.id(next));
        let mut alike = beside.filter(|&other| occupancy.color_of(other) == occupancy.color_of(id));
        assert!(alike.all(|other| links.joins(id, other)), "like neighbours of {point} are linked");
    }
    let mut degrees = vec![0; occupancy.next_id() as usize];
    for (a, b) in links.pairs() {
        assert!(links.joins(a, b) && links.joins(b, a) && !links.joins(a, a));
        assert_eq!(occupancy.color_of(a), occupancy.color_of(b));
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
    }
    for (id, degree) in (0..).zip(degrees) {
        assert_eq!(links.degree(id), degree);
    }
    let count = (groups.count(Color::Black) + groups.count(Color::White)) as usize;
    let components = links.components(occupancy);
    assert!(components <= count, "{components} components, {count} groups");
    components < count
}

#[test]
fn agents_and_referee_agree_over_whole_games() {
    let sizes = ["1x1", "1x2", "2x2", "3x3", "1x9", "4x3", "5x5", "7x4", "9x9", "13x6", "19x19"];
    let rules = ["tromp-taylor", "chinese", "japanese", "aga", "new-zealand", "atari-go"];
    let mut games = 0;
    for size in sizes {
        for rules in rules {
            for brain in ["sensible", "random"] {
                let setup = mirror_setup(size, rules, brain);
                let (mut app, goban) = world(&setup);
                let area = setup.size.area();
                let count = if area > 100 {
                    2
                } else if area > 30 {
                    12
                } else {
                    30
                };
                for game in 0..count {
                    reset(app.world_mut(), goban, &GameSetup { game, ..setup.clone() }).expect("a game");
                    let mut ticks = 0;
                    while app.world().get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_none()) {
                        tick(app.world_mut());
                        if let Err(error) = agree(app.world_mut(), goban) {
                            panic!("{size} {rules} {brain} game {game} tick {ticks}: {error}");
                        }
                        if ticks % 7 == 0 {
                            assert_groups_are_components(app.world(), goban);
                        }
                        ticks += 1;
                        assert!(ticks < 5000, "{size} {rules} {brain} game {game} does not end");
                    }
                    games += 1;
                }
            }
        }
    }
    assert!(games >= 2000, "{games} games");
}

#[test]
fn a_difference_between_agents_and_referee_ends_the_game_as_void() {
    let (mut app, goban) = world(&mirror_setup("9x9", "chinese", "sensible"));
    (0..20).for_each(|_| tick(app.world_mut()));
    let witness = |app: &App| *app.world().get::<Witness>(goban).expect("a witness");
    assert_eq!(witness(&app).words(), "agents = referee: 20 of 20 moves");
    let occupancy = app.world().get::<Occupancy>(goban).expect("occupancy");
    let (point, stone) = occupancy.stones().next().expect("a stone");
    app.world_mut().get_mut::<OwnLiberties>(stone).expect("liberties").0 += 4;
    // No mind plays on this point, so only the full comparison finds the fault.
    while app.world().get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_none()) {
        tick(app.world_mut());
    }
    assert_eq!(app.world().get::<Tally>(goban).and_then(|tally| tally.outcome), Some(Outcome::Void));
    let (ply, disagreement) = witness(&app).found.expect("a disagreement");
    assert!(
        ply <= 64 && disagreement.to_string().starts_with(&format!("{point}: ")),
        "{ply}: {disagreement}"
    );
    let refusals = app.world().resource::<Messages<Refused>>();
    assert_eq!(refusals.len(), 1);
}

/// A deliberately wrong rule: stones that should die sense one liberty more.
fn cling_to_life(mut stones: Query<(&OwnLiberties, &mut GroupLiberties)>) {
    for (own, mut group) in &mut stones {
        if own.0 == 0 && group.0 == 0 {
            group.0 = 1;
        }
    }
}

#[test]
fn a_wrong_rule_is_found_at_its_first_wrong_ply() {
    let mut caught = 0;
    for game in 0..20 {
        let setup = GameSetup { game, ..mirror_setup("7x7", "tromp-taylor", "random") };
        let (mut right, goban) = world(&setup);
        let taken = |app: &App, goban| app.world().get::<Tally>(goban).expect("a tally").captures;
        while taken(&right, goban) == ByColor::default() {
            tick(right.world_mut());
        }
        let first = right.world().get::<Tally>(goban).expect("a tally").plies;
        let (mut wrong, goban) = world(&setup);
        wrong.add_systems(Tick, cling_to_life.after(TickSystems::Sense).before(TickSystems::Capture));
        while wrong.world().get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_none()) {
            tick(wrong.world_mut());
        }
        let witness = wrong.world().get::<Witness>(goban).expect("a witness");
        assert_eq!(witness.found.map(|(ply, _)| ply), Some(first), "game {game}: {witness:?}");
        assert_eq!(wrong.world().get::<Tally>(goban).and_then(|tally| tally.outcome), Some(Outcome::Void));
        caught += 1;
    }
    assert_eq!(caught, 20);
}

#[test]
fn groups_stay_chains_when_only_parts_of_them_die() {
    for quirks in ["", "-stale_liberties", "-random_closure", "-eye_taboo", "-async_group_sum,-eye_taboo"] {
        let mut setup = mirror_setup("9", "netlogo-2016", "netlogo");
        if let (Some(switches), false) = (&mut setup.rules.quirks, quirks.is_empty()) {
            switches.apply(quirks).expect("quirks");
        }
        let (mut app, goban) = world(&setup);
        let mut moments = 0;
        for game in 0..10 {
            reset(app.world_mut(), goban, &GameSetup { game, ..setup.clone() }).expect("a game");
            for _ in 0..200 {
                tick(app.world_mut());
                if let Err(error) = agree(app.world_mut(), goban) {
                    panic!("{quirks} game {game}: {error}");
                }
                moments += u32::from(assert_components_are_whole_groups(app.world(), goban));
            }
        }
        // With closures from the new stone, a component is a chain and dies whole.
        assert_eq!(moments == 0, quirks == "-random_closure", "{quirks}: {moments}");
    }
}

#[test]
fn a_netlogo_game_ends() {
    let (mut app, goban) = world(&mirror_setup("9", "netlogo-2016", "netlogo"));
    let finished = play_out(app.world_mut(), goban, 1000).expect("an end");
    assert!(finished.ticks > 20, "{finished:?}");
    assert_eq!(app.world().get::<Occupancy>(goban).map(Occupancy::size), Size::square(10).ok());
}
