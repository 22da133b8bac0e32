//! Breakpoints: a game stops at the first tick that meets a condition, at any speed, and stays the same game.

use crate::support;
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use proptest::prelude::*;
use stonefield_go::{ByColor, Color};
use stonefield_minds::BrainSpec;
use stonefield_sim::{
    Breakpoint, Breakpoints, Departures, GameRecord, GameSetup, Groups, Links, Occupancy, Pace, Request,
    RequestKind, StopCondition, Struck, Tally, TallyRow, create_app, play_out, seek, spawn_goban, state_hash,
    ticks,
};

fn setup(size: u16, rules: &str, seed: u64) -> GameSetup {
    GameSetup { seed, ..support::setup(size, rules, "random", "sensible") }
}

fn world(setup: &GameSetup, conditions: &[StopCondition]) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    set(&mut app, goban, conditions);
    (app, goban)
}

fn set(app: &mut App, goban: Entity, conditions: &[StopCondition]) {
    let all = conditions.iter().map(|&when| Breakpoint { when, on: true }).collect();
    request(app, goban, RequestKind::Breakpoints(all));
}

fn request(app: &mut App, goban: Entity, kind: RequestKind) {
    app.world_mut().write_message(Request { goban, kind });
    app.update();
}

fn now(app: &App, goban: Entity) -> u64 {
    app.world().get::<Tally>(goban).expect("it").tick
}

fn record(app: &App, goban: Entity) -> &GameRecord {
    app.world().get::<GameRecord>(goban).expect("it")
}

/// Returns the first tick in which a condition holds and did not hold in the tick before.
fn first(rows: &[TallyRow], holds: impl Fn(&TallyRow) -> bool) -> Option<u64> {
    rows.windows(2).find(|pair| holds(&pair[1]) && !holds(&pair[0])).map(|pair| pair[1].tick)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_game_stops_at_the_first_tick_of_a_condition_and_stays_the_same(
        seed in 0_u64..1000,
        size in 5_u16..9,
        stones in 1_u32..9,
        tick in 1_u64..60,
        quirks in any::<bool>(),
    ) {
        let setup = setup(size, if quirks { "netlogo-2016" } else { "tromp-taylor" }, seed);
        let (mut plain, goban) = world(&setup, &[]);
        play_out(plain.world_mut(), goban, 120);
        let rows: Vec<TallyRow> = record(&plain, goban).rows().collect();
        let largest = |color: Color| move |row: &TallyRow| row.largest[color] >= stones;
        let group = Color::ALL.into_iter().filter_map(|color| first(&rows, largest(color))).min();
        let capture = rows.iter().find(|row| row.changes.captures >= stones).map(|row| row.tick);
        let reached = rows.iter().find(|row| row.tick == tick).map(|row| row.tick);
        for (condition, expected) in [
            (StopCondition::Group(stones), group),
            (StopCondition::Capture(stones), capture),
            (StopCondition::Tick(tick), reached),
        ] {
            let (mut app, goban) = world(&setup, &[condition]);
            let finished = play_out(app.world_mut(), goban, 120);
            let last = rows.last().expect("a row").tick;
            prop_assert_eq!(now(&app, goban), expected.unwrap_or(last), "{}", condition);
            let here = app.world().get::<Breakpoints>(goban).expect("set").here(record(&app, goban)).cloned();
            prop_assert_eq!(here.map(|strike| strike.tick), expected);
            if let Some(expected) = expected {
                prop_assert!(finished.is_none() || expected == last);
                // Without the breakpoint, it continues like the other game.
                set(&mut app, goban, &[]);
                play_out(app.world_mut(), goban, last - expected);
            }
            prop_assert_eq!(state_hash(app.world(), goban), state_hash(plain.world(), goban));
        }
    }
}

#[test]
fn at_any_speed_a_breakpoint_stops_at_the_same_tick_with_a_reason() {
    let setup = setup(9, "tromp-taylor", 7);
    let conditions = [StopCondition::Capture(3), StopCondition::Tick(300)];
    let (mut paced, goban) = world(&setup, &conditions);
    request(&mut paced, goban, RequestKind::Rate(f32::INFINITY));
    request(&mut paced, goban, RequestKind::Play);
    let mut struck = Vec::new();
    for _ in 0..2000 {
        paced.update();
        struck.extend(paced.world_mut().resource_mut::<Messages<Struck>>().drain());
        if !paced.world().get::<Pace>(goban).expect("it").running {
            break;
        }
    }
    let [strike] = &struck[..] else { panic!("one strike: {struck:?}") };
    assert_eq!(strike.tick, now(&paced, goban));
    assert!(strike.why.starts_with("capture>=3: ") && strike.why.ends_with("stones died"), "{}", strike.why);
    let (mut stepped, other) = world(&setup, &conditions);
    request(&mut stepped, other, RequestKind::Step(299));
    for _ in 0..2000 {
        stepped.update();
    }
    assert_eq!(now(&stepped, other), strike.tick);
    assert_eq!(state_hash(stepped.world(), other), state_hash(paced.world(), goban));
    // A visited tick does not strike again, and the game continues from there.
    seek(paced.world_mut(), goban, 0);
    seek(paced.world_mut(), goban, strike.tick);
    assert_eq!(ticks(paced.world_mut(), 1), 1);
    assert_eq!(now(&paced, goban), strike.tick + 1);
    let strikes = app_strikes(&paced, goban);
    assert_eq!(strikes, [strike.tick], "it is marked on the line");
    // A new game keeps the breakpoints, without strikes.
    request(&mut paced, goban, RequestKind::Reset(Box::new(setup)));
    assert!(app_strikes(&paced, goban).is_empty());
    assert_eq!(paced.world().get::<Breakpoints>(goban).expect("kept").all.len(), 2);
}

fn app_strikes(app: &App, goban: Entity) -> Vec<u64> {
    let breakpoints = app.world().get::<Breakpoints>(goban).expect("set");
    breakpoints.strikes(record(app, goban)).map(|strike| strike.tick).collect()
}

#[test]
fn a_disabled_breakpoint_does_not_strike() {
    let (mut app, goban) = world(&setup(7, "tromp-taylor", 1), &[]);
    let all = vec![Breakpoint { when: StopCondition::Tick(3), on: false }];
    request(&mut app, goban, RequestKind::Breakpoints(all));
    assert_eq!(ticks(app.world_mut(), 10), 10);
}

#[test]
fn a_win_rate_condition_uses_the_reports_of_one_mind() {
    let mut setup = setup(9, "tromp-taylor", 3);
    setup.brains =
        ByColor::new("mcts:playouts=40".parse().expect("it"), "mcts:playouts=40".parse().expect("it"));
    // A breakpoint that is never reached makes the minds report win rates.
    let (mut plain, goban) = world(&setup, &[StopCondition::WinRate(Color::Black, 0.0)]);
    ticks(plain.world_mut(), 40);
    let reports = record(&plain, goban)
        .line_from(0)
        .flat_map(|tick| Color::ALL.map(|mover| (tick.row.tick, mover, tick.said[mover].winrate)));
    let reports: Vec<(u64, Color, f64)> =
        reports.filter_map(|(tick, mover, winrate)| Some((tick, mover, 100.0 * winrate?))).collect();
    // A limit between two successive win rates of Black's mind.
    let blacks: Vec<f64> =
        reports.iter().filter(|(_, mover, _)| *mover == Color::Black).map(|(.., percent)| *percent).collect();
    let pair = blacks[2..].windows(2).find(|pair| pair[0] != pair[1]).expect("it changes its mind");
    let percent = (pair[0] + pair[1]) / 2.0;
    let mut previous = ByColor::<Option<f64>>::default();
    let crossed = reports.iter().find(|(_, mover, now)| {
        let before = previous[*mover].replace(*now);
        before.is_some_and(|before| (before < percent) != (*now < percent))
    });
    let crossed = crossed.expect("as chosen").0;
    let (mut app, goban) = world(&setup, &[StopCondition::WinRate(Color::Black, percent)]);
    ticks(app.world_mut(), 40);
    assert_eq!(now(&app, goban), crossed);
}

#[test]
fn the_model_of_2016_departs_from_the_rules() {
    let mut setup = setup(12, "netlogo-2016", 2);
    let brain = "netlogo".parse::<BrainSpec>().expect("it");
    setup.brains = ByColor::new(brain.clone(), brain);
    let (mut app, goban) = world(&setup, &[StopCondition::Disagreement]);
    let played = ticks(app.world_mut(), 2000);
    let breakpoints = app.world().get::<Breakpoints>(goban).expect("set");
    let strike = breakpoints.here(record(&app, goban)).expect("a group stands without liberties");
    assert!(strike.why.contains("without liberties"), "{}", strike.why);
    assert_eq!(strike.tick, played);
}

/// True if a group on the board has no liberty.
fn departs(app: &App, goban: Entity) -> bool {
    let (occupancy, groups) = (app.world().get::<Occupancy>(goban), app.world().get::<Groups>(goban));
    let links = app.world().get::<Links>(goban);
    Departures::of(occupancy.expect("it"), groups.expect("it"), links.expect("it")).groups > 0
}

#[test]
fn a_departure_present_from_the_start_does_not_strike() {
    let mut setup = setup(12, "netlogo-2016", 2);
    let brain = "netlogo".parse::<BrainSpec>().expect("it");
    setup.brains = ByColor::new(brain.clone(), brain);
    let (mut plain, other) = world(&setup, &[]);
    let mut after = vec![false];
    while after.len() < 1000 && ticks(plain.world_mut(), 1) == 1 {
        after.push(departs(&plain, other));
    }
    for (pair, strikes) in [([false, true], true), ([true, true], false)] {
        let at = after.windows(2).position(|two| two == pair).expect("it comes about");
        for jumps in [false, true] {
            let (mut app, goban) = world(&setup, &[]);
            if jumps {
                // Starts at the last tick with the opposite condition.
                let from = after.iter().rposition(|departs| *departs != pair[0]).expect("it comes about");
                assert_eq!(ticks(app.world_mut(), from as u64), from as u64);
                set(&mut app, goban, &[StopCondition::Disagreement]);
                assert_eq!(seek(app.world_mut(), goban, at as u64), at as u64);
            } else {
                assert_eq!(ticks(app.world_mut(), at as u64), at as u64);
                set(&mut app, goban, &[StopCondition::Disagreement]);
            }
            assert_eq!(ticks(app.world_mut(), 1), 1);
            let breakpoints = app.world().get::<Breakpoints>(goban).expect("set");
            let strike = breakpoints.here(record(&app, goban));
            assert_eq!(strike.is_some(), strikes, "after tick {at}, with a jump: {jumps}");
        }
    }
}
