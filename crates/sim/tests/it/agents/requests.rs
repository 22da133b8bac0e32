//! Requests of panels and their effects.

use crate::support::{setup, world};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use bevy::time::TimeUpdateStrategy;
use std::time::{Duration, Instant};
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf;
use stonefield_go::{ByColor, Color, DeadStones, Move, Outcome, Point, Size};
use stonefield_minds::{Answer, BrainSpec};
use stonefield_sim::history::{Heading, Navigate};
use stonefield_sim::{
    Advice, AnswersAtOnce, Brush, Captured, Compared, Ending, GameOver, GameRecord, GameSetup, GobanSetup,
    Heat, MindPool, Newcomers, Occupancy, OnGoban, Pace, Patch, Placed, Referee, Refused, Request,
    RequestKind, Seats, Stone, Tally, Temperature, agree, create_app, reset, spawn_goban, start_programs,
    state_hash, tick,
};
use stonefield_testing::{self as support, boards};

fn drawn(drawing: &str, rules: &str) -> GameSetup {
    let start = drawing.parse::<stonefield_go::Setup>().expect("a drawing");
    GameSetup { size: start.size(), start: Some(start), ..setup(9, rules, "human", "human") }
}

/// Makes a request. Returns the reason if it is refused.
fn request(app: &mut App, goban: Entity, request: RequestKind) -> Option<String> {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
    let refused = facts::<Refused>(app).into_iter().map(|refused| refused.reason).next();
    app.world_mut().resource_mut::<Messages<Refused>>().clear();
    refused
}

fn facts<M: Message + Clone>(app: &App) -> Vec<M> {
    let messages = app.world().resource::<Messages<M>>();
    messages.get_cursor().read(messages).cloned().collect()
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn at(app: &App, goban: Entity, name: &str) -> Option<Color> {
    app.world().get::<Referee>(goban).and_then(|game| game.position.at(point(name)))
}

fn tally(app: &App, goban: Entity) -> &Tally {
    app.world().get::<Tally>(goban).expect("a tally")
}

#[test]
fn two_people_play_by_clicking() {
    let (mut app, goban) = world(&setup(5, "chinese", "human", "human"));
    assert_eq!(app.world().get::<Seats>(goban).and_then(Seats::waiting), Some(Color::Black));
    tick(app.world_mut());
    assert_eq!(tally(&app, goban).tick, 0, "nothing happens while a person is to move");
    for (ticks, name) in (1..).zip(["C3", "C2", "pass", "B3"]) {
        let wanted = name.parse::<Move>().expect("a move");
        assert_eq!(request(&mut app, goban, RequestKind::Move(wanted)), None);
        assert_eq!(tally(&app, goban).tick, ticks);
    }
    assert_eq!(at(&app, goban, "C2"), Some(Color::White));
    let reason = request(&mut app, goban, RequestKind::Move(Move::Play(point("C3")))).expect("a reason");
    assert!(reason.contains("C3") && reason.contains("occupied"), "{reason}");
    assert_eq!(tally(&app, goban).tick, 4);
    request(&mut app, goban, RequestKind::Move(Move::Pass));
    request(&mut app, goban, RequestKind::Move(Move::Pass));
    assert_eq!(facts::<GameOver>(&app).len(), 1);
    assert!(
        request(&mut app, goban, RequestKind::Move(Move::Pass)).is_some_and(|reason| reason.contains("over"))
    );
}

#[test]
fn a_person_plays_white_in_the_middle_of_a_netlogo_tick() {
    let (mut app, goban) = world(&setup(5, "netlogo-2016", "netlogo", "human"));
    tick(app.world_mut());
    assert_eq!(tally(&app, goban).tick, 0, "half a tick");
    assert_eq!(app.world().get::<Seats>(goban).and_then(Seats::waiting), Some(Color::White));
    assert_eq!(app.world().get::<Occupancy>(goban).map(Occupancy::standing), Some(ByColor::new(2, 1)));
    let half = state_hash(app.world(), goban);
    app.update();
    assert_eq!(state_hash(app.world(), goban), half);
    let position = &app.world().get::<Referee>(goban).expect("a game").position;
    let wanted = position.legal_moves()[0];
    assert_eq!(request(&mut app, goban, RequestKind::Move(wanted)), None);
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).plies), (1, 2));
    // A jump to the start in the middle of the next tick discards its half.
    tick(app.world_mut());
    assert_eq!(request(&mut app, goban, RequestKind::Seek(1)), None);
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).plies), (1, 2));
    assert_eq!(app.world().get::<Seats>(goban).and_then(Seats::to_move), Some(Color::Black));
}

#[test]
fn a_person_takes_back_to_the_last_turn_of_its_own() {
    let waits = |app: &App, goban| app.world().get::<Seats>(goban).and_then(Seats::waiting);
    let take_back = |app: &mut App, goban| {
        let refused = request(app, goban, RequestKind::TakeBack);
        refused.map_or_else(|| Ok(tally(app, goban).tick), Err)
    };
    let (mut app, goban) = world(&setup(5, "chinese", "human", "sensible"));
    assert!(take_back(&mut app, goban).is_err_and(|reason| reason.contains("no move to take back")));
    assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Play(point("C3")))), None);
    assert_eq!(take_back(&mut app, goban), Ok(0), "before the mind has answered");
    assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Play(point("C3")))), None);
    assert_eq!(request(&mut app, goban, RequestKind::Step(1)), None);
    assert_eq!((tally(&app, goban).tick, waits(&app, goban)), (2, Some(Color::Black)));
    assert_eq!(take_back(&mut app, goban), Ok(0), "with the answer");
    assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Play(point("C3")))), None);
    assert_eq!(request(&mut app, goban, RequestKind::Step(1)), None);
    assert_eq!(request(&mut app, goban, RequestKind::Resign), None);
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome.is_some()), (3, true));
    assert_eq!(take_back(&mut app, goban), Ok(2), "its own resignation");
    assert_eq!(waits(&app, goban), Some(Color::Black));
    // No stone can be placed on a board of one point: two passes end the game.
    for (black, white, ticks) in [("human", "sensible", 0), ("sensible", "human", 1)] {
        let (mut app, goban) = world(&setup(1, "chinese", black, white));
        if black != "human" {
            assert_eq!(request(&mut app, goban, RequestKind::Step(1)), None);
            assert!(take_back(&mut app, goban).is_err(), "the person has made no move");
        }
        assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Pass)), None);
        if black == "human" {
            assert_eq!(request(&mut app, goban, RequestKind::Step(1)), None);
        }
        assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome.is_some()), (2, true));
        assert_eq!(take_back(&mut app, goban), Ok(ticks));
        assert!(waits(&app, goban).is_some());
    }
    // In the NetLogo world both colours move within a tick.
    let (mut app, goban) = world(&setup(5, "netlogo-2016", "netlogo", "human"));
    tick(app.world_mut());
    let wanted = app.world().get::<Referee>(goban).expect("a game").position.legal_moves()[0];
    assert_eq!(request(&mut app, goban, RequestKind::Move(wanted)), None);
    tick(app.world_mut());
    assert_eq!(take_back(&mut app, goban), Ok(0));
}

#[test]
fn a_mind_answers_a_person_at_once_if_set() {
    let stands = |app: &App, goban| (tally(app, goban).tick, tally(app, goban).plies);
    let paused = |app: &App, goban| app.world().get::<Pace>(goban).is_some_and(|pace| !pace.is_busy());
    let play = |name: &str| RequestKind::Move(Move::Play(point(name)));
    let (mut app, goban) = world(&setup(5, "chinese", "human", "sensible"));
    request(&mut app, goban, play("C3"));
    assert_eq!(stands(&app, goban), (1, 1), "it answers on Go");
    request(&mut app, goban, RequestKind::Step(1));
    let on_go = state_hash(app.world(), goban);
    let (mut app, goban) = world(&setup(5, "chinese", "human", "sensible"));
    app.insert_resource(AnswersAtOnce(true));
    request(&mut app, goban, play("C3"));
    assert!(stands(&app, goban) == (2, 2) && paused(&app, goban), "it answers, and the game stands still");
    assert_eq!(state_hash(app.world(), goban), on_go, "the same game");
    request(&mut app, goban, RequestKind::Pause);
    assert_eq!(request(&mut app, goban, RequestKind::TakeBack), None);
    app.update();
    assert_eq!(stands(&app, goban), (0, 0), "what was taken back is not played again");
    // In the NetLogo world White's mind answers within the same tick.
    let (mut app, goban) = world(&setup(5, "netlogo-2016", "human", "netlogo"));
    app.insert_resource(AnswersAtOnce(true));
    let wanted = app.world().get::<Referee>(goban).expect("a game").position.legal_moves()[0];
    request(&mut app, goban, RequestKind::Move(wanted));
    assert!(stands(&app, goban) == (1, 2) && paused(&app, goban));
    // A mind that begins a game against a person moves at once after a reset, but not on the first board.
    let begins = setup(5, "chinese", "sensible", "human");
    let (mut app, goban) = world(&begins);
    app.insert_resource(AnswersAtOnce(true));
    app.update();
    assert_eq!(stands(&app, goban), (0, 0));
    request(&mut app, goban, RequestKind::Reset(Box::new(begins)));
    assert!(stands(&app, goban) == (1, 1) && paused(&app, goban));
    // Without a person no mind moves on a paused board.
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "random"));
    app.insert_resource(AnswersAtOnce(true));
    request(&mut app, goban, RequestKind::Step(1));
    app.update();
    assert_eq!(stands(&app, goban), (1, 1));
}

#[test]
fn a_mind_that_thinks_on_a_thread_answers_a_person_at_once() {
    let (mut app, goban) = world(&setup(5, "chinese", "human", "mcts:playouts=50"));
    app.insert_resource(AnswersAtOnce(true)).insert_resource(MindPool::default());
    request(&mut app, goban, RequestKind::Move(Move::Play(point("C3"))));
    let until = Instant::now() + Duration::from_secs(20);
    while tally(&app, goban).tick < 2 && Instant::now() < until {
        app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
    let pace = app.world().get::<Pace>(goban).expect("a pace");
    assert_eq!((tally(&app, goban).tick, pace.running, pace.is_busy()), (2, false, false));
}

#[test]
fn a_program_that_cannot_be_started_leaves_the_game_as_it_was() {
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "random"));
    request(&mut app, goban, RequestKind::Step(3));
    let before = state_hash(app.world(), goban);
    let seat = |spec: &str| RequestKind::Seat(Color::Black, spec.parse().expect("a mind"));
    for (spec, why) in [
        ("gtp:[/no/such/engine --mode gtp]", "there is no program '/no/such/engine'"),
        ("gtp:[sh -c 'exit 3']", "ended"),
    ] {
        let refused = request(&mut app, goban, seat(spec)).expect("a reason");
        assert!(refused.contains(why), "{refused}");
        let newcomers = app.world().get::<Newcomers>(goban).expect("every goban has them");
        let (wanted, reason) = newcomers.of(Color::Black).expect("it is not forgotten");
        assert_eq!((wanted.to_string(), reason), (spec.to_owned(), Some(refused.as_str())));
        let seats = app.world().get::<Seats>(goban).expect("seats");
        assert_eq!(seats.spec(Color::Black).to_string(), "sensible");
    }
    assert_eq!(request(&mut app, goban, seat("gtp")), None, "a command is still to be typed");
    let newcomers = app.world().get::<Newcomers>(goban).expect("every goban has them");
    assert!(newcomers.of(Color::Black).is_some_and(|(_, why)| why.is_some()));
    assert_eq!(state_hash(app.world(), goban), before);
    request(&mut app, goban, RequestKind::Step(1));
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (4, None), "the game goes on");
    request(&mut app, goban, seat("sensible"));
    let newcomers = app.world().get::<Newcomers>(goban).expect("every goban has them");
    assert!(newcomers.of(Color::Black).is_none(), "whoever sits there stays");
}

/// An engine that starts after a delay. `None`, with a message, if Python is missing.
fn late_engine() -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/engines/mock.py");
    support::require("python3").then(|| format!("gtp:[sh -c 'sleep 0.4; exec python3 {script}']"))
}

/// True while a program starts for Black.
fn starts(app: &App, goban: Entity) -> bool {
    app.world().get::<Newcomers>(goban).expect("every goban has them").starts(Color::Black)
}

fn black(app: &App, goban: Entity) -> String {
    app.world().get::<Seats>(goban).expect("seats").spec(Color::Black).to_string()
}

/// Runs frames until `come` holds; returns false after the time limit.
fn wait(app: &mut App, seconds: u64, condition: impl Fn(&App) -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(seconds);
    while !condition(app) && Instant::now() < until {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    condition(app)
}

#[test]
fn a_late_program_is_not_seated_in_a_game_that_does_not_name_it() {
    let Some(engine) = late_engine() else { return };
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "random"));
    app.insert_resource(MindPool::default());
    let seat = RequestKind::Seat(Color::Black, engine.parse().expect("a mind"));
    request(&mut app, goban, seat.clone());
    assert!(starts(&app, goban));
    request(&mut app, goban, RequestKind::Reset(Box::new(setup(5, "chinese", "swarm", "random"))));
    assert!(!starts(&app, goban), "nobody waits for it any more");
    let sat_down = wait(&mut app, 2, |app| black(app, goban) == engine);
    assert!(!sat_down && black(&app, goban) == "swarm");
    // A new game that names the engine waits until it has started, and its record begins with it.
    request(&mut app, goban, seat);
    request(&mut app, goban, RequestKind::Reset(Box::new(setup(5, "chinese", &engine, "random"))));
    request(&mut app, goban, RequestKind::Play);
    assert!(starts(&app, goban));
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (0, None));
    assert!(wait(&mut app, 20, |app| tally(app, goban).tick >= 2), "it plays");
    let edits = app.world().get::<GameRecord>(goban).expect("a record").edits().count();
    assert_eq!((edits, starts(&app, goban)), (0, false));
}

#[test]
fn a_program_named_for_a_seat_starts_at_once_and_the_game_waits_if_it_fails() {
    let (mut app, goban) = world(&setup(5, "chinese", "gtp:[/no/such/engine]", "random"));
    start_programs(app.world_mut(), goban);
    let refused: Vec<_> = facts::<Refused>(&app).into_iter().map(|refused| refused.reason).collect();
    assert_eq!(refused.len(), 1);
    assert!(refused[0].contains("there is no program '/no/such/engine'"), "{refused:?}");
    app.world_mut().resource_mut::<Messages<Refused>>().clear();
    // The failure is reported once, and the game neither continues nor ends.
    assert_eq!(request(&mut app, goban, RequestKind::Play), None);
    (0..3).for_each(|_| app.update());
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (0, None));
    let reason = request(&mut app, goban, RequestKind::Say(Color::Black, "name".to_owned()));
    assert!(reason.is_some_and(|why| why.contains("has not started")));
    let seats = app.world().get::<Seats>(goban).expect("seats");
    assert!(seats.is_absent(Color::Black) && !seats.is_absent(Color::White));
    // A new game with the same seats waits as well. With another mind it continues.
    let again = setup(5, "chinese", "gtp:[/no/such/engine]", "random");
    request(&mut app, goban, RequestKind::Reset(Box::new(again)));
    assert_eq!(request(&mut app, goban, RequestKind::Step(1)), None);
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (0, None));
    request(&mut app, goban, RequestKind::Seat(Color::Black, "random".parse().expect("a mind")));
    request(&mut app, goban, RequestKind::Step(2));
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (2, None));
}

#[test]
fn a_failed_mind_is_replaced() {
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "gtp:[/no/such/engine]"));
    request(&mut app, goban, RequestKind::Step(2));
    assert_eq!(tally(&app, goban).outcome, Some(Outcome::Void));
    request(&mut app, goban, RequestKind::Seat(Color::White, "random".parse().expect("a mind")));
    let seats = app.world().get::<Seats>(goban).expect("seats");
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (1, None));
    assert_eq!((seats.to_move(), seats.fault(Color::White)), (Some(Color::White), None));
    request(&mut app, goban, RequestKind::Step(2));
    assert_eq!((tally(&app, goban).tick, tally(&app, goban).outcome), (3, None));
}

#[test]
fn only_a_persons_move_can_be_requested() {
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "human"));
    let reason = request(&mut app, goban, RequestKind::Move(Move::Pass)).expect("a reason");
    assert!(reason.contains("sensible"), "{reason}");
    assert_eq!(request(&mut app, goban, RequestKind::Step(3)), None);
    assert_eq!(tally(&app, goban).tick, 1, "White is to move");
    let human = BrainSpec::named("random").expect("a brain");
    assert_eq!(request(&mut app, goban, RequestKind::Seat(Color::White, human)), None);
    assert_eq!(request(&mut app, goban, RequestKind::Step(3)), None);
    assert_eq!(tally(&app, goban).tick, 4);
}

#[test]
fn painting_leaves_no_chain_without_a_liberty() {
    let (mut app, goban) = world(&drawn(
        ". O . . .
         O . O X .
         . O X . .
         . . . . .",
        "chinese",
    ));
    let paint = |app: &mut App, name: &str, brush| {
        let refused = request(app, goban, RequestKind::Paint(point(name), brush));
        agree(app.world_mut(), goban).expect("agreement");
        refused
    };
    let reason = paint(&mut app, "B3", Brush::Black).expect("a reason");
    assert!(reason.contains("Black") && reason.contains("B3"), "{reason}");
    assert_eq!(paint(&mut app, "B3", Brush::White), None);
    let joined = app.world().get::<Tally>(goban).map(|tally| tally.groups.white);
    assert_eq!(joined, Some(1));
    assert_eq!(paint(&mut app, "B3", Brush::White), None, "it is there already");
    assert_eq!(paint(&mut app, "C3", Brush::Black), None, "a stone of the other colour in its place");
    assert_eq!((at(&app, goban, "C3"), tally(&app, goban).stones), (Some(Color::Black), ByColor::new(3, 4)));
    assert_eq!(paint(&mut app, "C3", Brush::Remove), None);
    assert_eq!(paint(&mut app, "B3", Brush::Remove), None, "a chain falls apart");
    assert_eq!(tally(&app, goban).groups.white, 3);
    assert!(paint(&mut app, "Z1", Brush::Black).is_some_and(|reason| reason.contains("Z1")));
    assert_eq!(tally(&app, goban).tick, 0);
    assert_eq!(facts::<Captured>(&app).len(), 0);
}

#[test]
fn a_painted_stone_captures_like_a_played_one() {
    let (mut app, goban) = world(&drawn(
        ". X X .
         X O O .
         O X X .
         . . . .",
        "chinese",
    ));
    GameRecord::keep_text(app.world_mut(), goban, Heading::default());
    let paint = |app: &mut App, name: &str, brush| {
        let refused = request(app, goban, RequestKind::Paint(point(name), brush));
        agree(app.world_mut(), goban).expect("agreement");
        refused
    };
    // Fills the last liberty of two stones. The third stone is not connected to them.
    assert_eq!(paint(&mut app, "D3", Brush::Black), None);
    assert_eq!((at(&app, goban, "B3"), at(&app, goban, "C3")), (None, None));
    assert_eq!((at(&app, goban, "D3"), at(&app, goban, "A2")), (Some(Color::Black), Some(Color::White)));
    assert_eq!(
        (tally(&app, goban).stones, tally(&app, goban).captures),
        (ByColor::new(6, 1), ByColor::new(0, 0))
    );
    // A stone without a liberty that captures nothing is refused.
    let reason = paint(&mut app, "D4", Brush::White).expect("a reason");
    assert!(reason.contains("White") && reason.contains("D4"), "{reason}");
    let record = app.world().get::<GameRecord>(goban).expect("a record");
    let text = String::from_utf8(sgf::write(record.text().expect("a text"))).expect("UTF-8");
    assert!(text.contains(";AB[db]AE[bb][cb]"), "one node: {text}");
    // The edit is one step, back and forward.
    for (way, black) in [(-1, 5), (1, 6)] {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::By(way))), None);
        agree(app.world_mut(), goban).expect("agreement");
        assert_eq!(tally(&app, goban).stones.black, black);
    }
}

#[test]
fn a_captured_group_leaves_and_its_captor_is_credited() {
    let (mut app, goban) = world(&drawn(
        ". X X .
         X O O .
         . X X .",
        "chinese",
    ));
    request(&mut app, goban, RequestKind::Move(Move::Play(point("D2"))));
    assert_eq!((at(&app, goban, "B2"), at(&app, goban, "C2")), (None, None));
    assert_eq!(tally(&app, goban).captures, ByColor::new(2, 0));
    assert_eq!(facts::<Captured>(&app).len(), 2);
    let placed = facts::<Placed>(&app)[0];
    let captures = app.world().get::<stonefield_sim::Captures>(placed.stone).expect("a credit");
    assert_eq!(captures.0, 2);
    agree(app.world_mut(), goban).expect("agreement");
}

#[test]
fn a_legal_suicide_removes_the_movers_stones() {
    let (mut app, goban) = world(&drawn(
        "X . O
         O O .",
        "tromp-taylor",
    ));
    request(&mut app, goban, RequestKind::Move(Move::Play(point("B2"))));
    assert_eq!((at(&app, goban, "A2"), at(&app, goban, "B2")), (None, None));
    assert_eq!(tally(&app, goban).captures, ByColor::new(0, 2));
    agree(app.world_mut(), goban).expect("agreement");
}

#[test]
fn the_pace_follows_the_clock() {
    let (mut app, goban) = world(&setup(9, "chinese", "sensible", "sensible"));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    app.update();
    request(&mut app, goban, RequestKind::Rate(5.0));
    assert_eq!(request(&mut app, goban, RequestKind::Play), None);
    let before = tally(&app, goban).tick;
    (0..20).for_each(|_| app.update());
    assert_eq!(tally(&app, goban).tick - before, 10);
    request(&mut app, goban, RequestKind::Pause);
    let before = tally(&app, goban).tick;
    app.update();
    assert_eq!(tally(&app, goban).tick, before);
    assert!(request(&mut app, goban, RequestKind::Rate(0.0)).is_some());
    request(&mut app, goban, RequestKind::Rate(f32::INFINITY));
    request(&mut app, goban, RequestKind::Play);
    (0..50).for_each(|_| app.update());
    assert!(tally(&app, goban).outcome.is_some());
    assert!(app.world().get::<Pace>(goban).is_some_and(|pace| !pace.running), "rest after the end");
    assert!(request(&mut app, goban, RequestKind::Play).is_some_and(|reason| reason.contains("over")));
}

#[test]
fn heat_parameters_can_change_during_a_game() {
    let (mut app, goban) = world(&setup(9, "chinese", "sensible", "sensible"));
    request(&mut app, goban, RequestKind::Step(30));
    let keep = HeatParams { keep: true, decay: 0.2, ..HeatParams::default() };
    assert_eq!(request(&mut app, goban, RequestKind::Heat(keep)), None);
    request(&mut app, goban, RequestKind::Step(30));
    assert!(tally(&app, goban).capacity > 300.0, "heat is kept");
    assert!(request(&mut app, goban, RequestKind::Heat(HeatParams { rate: 2.0, ..keep })).is_some());
    assert_eq!(app.world().get::<GobanSetup>(goban).map(|setup| setup.0.heat), Some(keep));
}

#[test]
fn an_invalid_reset_does_not_change_the_game() {
    let (mut app, goban) = world(&setup(9, "chinese", "sensible", "sensible"));
    request(&mut app, goban, RequestKind::Step(10));
    let before = state_hash(app.world(), goban);
    for bad in [
        setup(65, "netlogo-2016", "netlogo", "netlogo"),
        GameSetup { handicap: 99, ..GameSetup::default() },
        GameSetup { size: Size::square(5).expect("a size"), ..drawn("X . .", "chinese") },
        drawn("X O .\nO . .", "chinese"),
    ] {
        let reason = request(&mut app, goban, RequestKind::Reset(Box::new(bad))).expect("a reason");
        assert!(!reason.contains('\n'), "{reason}");
        assert_eq!(state_hash(app.world(), goban), before);
    }
    assert_eq!(
        request(&mut app, goban, RequestKind::Reset(Box::new(setup(13, "japanese", "random", "random")))),
        None
    );
    let rows = app.world().get::<GameRecord>(goban).expect("a record").rows().count();
    assert_eq!((tally(&app, goban).tick, rows), (0, 1));
    assert_eq!(app.world().get::<Occupancy>(goban).map(|o| o.patches().len()), Some(169));
    let patches = app.world_mut().query::<(&Patch, &OnGoban)>().iter(app.world()).count();
    assert_eq!(patches, 169, "the old patches are gone");
}

#[test]
fn several_gobans_run_side_by_side() {
    let mut app = create_app();
    let boards =
        [setup(9, "chinese", "sensible", "sensible"), setup(5, "netlogo-2016", "netlogo", "netlogo")];
    let gobans = [0, 1, 0, 1].map(|i: usize| spawn_goban(app.world_mut(), &boards[i]).expect("a goban"));
    for _ in 0..25 {
        tick(app.world_mut());
    }
    let hash = |i: usize| state_hash(app.world(), gobans[i]);
    assert_eq!((hash(0), hash(1)), (hash(2), hash(3)));
    for (i, goban) in gobans.into_iter().enumerate() {
        // A board alone in its world has the same result.
        let (mut alone, other) = world(&boards[i % 2]);
        (0..25).for_each(|_| tick(alone.world_mut()));
        let values = |app: &App, goban: Entity| {
            let patches = app.world().get::<Occupancy>(goban).expect("occupancy").patches().to_vec();
            let heat = |patch: Entity| app.world().get::<Temperature>(patch).map(|heat| heat.0);
            patches.into_iter().map(heat).collect::<Vec<_>>()
        };
        assert_eq!(values(&alone, other), values(&app, goban));
    }
    for goban in gobans {
        app.world_mut().despawn(goban);
    }
    let left =
        app.world_mut().query_filtered::<Entity, Or<(With<Stone>, With<Patch>)>>().iter(app.world()).count();
    assert_eq!(left, 0, "patches and stones go with their goban");
}

/// Patches of all gobans share one table, whose order changes as gobans are added and removed.
#[test]
fn patches_have_the_heat_of_their_own_goban_after_others_are_added_and_removed() {
    let mut app = create_app();
    let spec = |size| setup(size, "chinese", "sensible", "sensible");
    let mut gobans =
        [9, 5, 7].map(|size| spawn_goban(app.world_mut(), &spec(size)).expect("a goban")).to_vec();
    for round in 0..8 {
        (0..3).for_each(|_| tick(app.world_mut()));
        for &goban in &gobans {
            let world = app.world();
            let occupancy = world.get::<Occupancy>(goban).expect("occupancy");
            let heat = world.get::<Heat>(goban).expect("heat").0.values();
            assert!(heat.iter().any(|&value| value > 0.0));
            for (index, &patch) in occupancy.patches().iter().enumerate() {
                let temperature = world.get::<Temperature>(patch).expect("a patch").0;
                assert_eq!(temperature, heat[index], "patch {index} in round {round}");
            }
        }
        // The first goban is removed; the table's last patches move to its rows. Another may be added.
        let removed = gobans.remove(0);
        app.world_mut().despawn(removed);
        let size = [9, 5, 7, 4][round % 4];
        if round % 3 != 2 {
            gobans.push(spawn_goban(app.world_mut(), &spec(size)).expect("a goban"));
        }
        reset(app.world_mut(), gobans[0], &spec([6, 5][round % 2])).expect("a game");
    }
}

fn advice(app: &App, goban: Entity) -> &Advice {
    app.world().get::<Advice>(goban).expect("on every goban")
}

#[test]
fn advice_is_about_the_present_position_and_changes_nothing() {
    let (mut app, goban) = world(&setup(5, "chinese", "human", "sensible"));
    assert_eq!(request(&mut app, goban, RequestKind::Advise(None)), None);
    let current = advice(&app, goban);
    assert_eq!(
        (current.color(), current.spec().map(BrainSpec::name)),
        (Some(Color::Black), Some("sensible"))
    );
    let Some(Answer::Move(first)) = current.answer().cloned() else { panic!("{:?}", current.answer()) };
    assert!(current.thought().is_some_and(|thought| thought.candidates.iter().any(|c| c.action == first)));
    assert!(!current.is_active());
    // Requests for advice do not change the game.
    request(&mut app, goban, RequestKind::Move(Move::Play(point("C3"))));
    request(&mut app, goban, RequestKind::Step(1));
    let (mut quiet, other) = world(&setup(5, "chinese", "human", "sensible"));
    request(&mut quiet, other, RequestKind::Move(Move::Play(point("C3"))));
    request(&mut quiet, other, RequestKind::Step(1));
    assert_eq!(state_hash(app.world_mut(), goban), state_hash(quiet.world_mut(), other));
    assert_eq!((advice(&app, goban).answer(), advice(&app, goban).color()), (None, None));
}

#[test]
fn constant_advice_follows_the_game() {
    let (mut app, goban) = world(&setup(5, "chinese", "human", "human"));
    assert_eq!(request(&mut app, goban, RequestKind::Advise(None)), None);
    assert_eq!(advice(&app, goban).spec().map(BrainSpec::name), Some("mcts"));
    assert!(advice(&app, goban).thought().is_some_and(|thought| thought.winrate.is_some()));
    let person = Some("human".parse().expect("a brain"));
    assert!(
        request(&mut app, goban, RequestKind::Advise(person)).is_some_and(|why| why.contains("is a person"))
    );
    let mind: BrainSpec = "sensible".parse().expect("a brain");
    assert_eq!(request(&mut app, goban, RequestKind::KeepAdvising(Some(Some(mind)))), None);
    app.update();
    assert_eq!(advice(&app, goban).color(), Some(Color::Black));
    request(&mut app, goban, RequestKind::Move(Move::Play(point("C3"))));
    app.update();
    let current = advice(&app, goban);
    assert_eq!(current.color(), Some(Color::White));
    assert_ne!(current.answer(), Some(&Answer::Move(Move::Play(point("C3")))));
    // Stopped by Esc, the opinion stays; switched off, it is cleared at once.
    request(&mut app, goban, RequestKind::StopThinking);
    assert!(!advice(&app, goban).is_constant());
    assert_eq!(advice(&app, goban).color(), Some(Color::White));
    request(&mut app, goban, RequestKind::KeepAdvising(Some(None)));
    app.update();
    assert!(advice(&app, goban).answer().is_some());
    request(&mut app, goban, RequestKind::KeepAdvising(None));
    let current = advice(&app, goban);
    assert_eq!((current.color(), current.answer()), (None, None));
    assert!(current.thought().is_none() && !current.is_constant());
    request(&mut app, goban, RequestKind::Move(Move::Play(point("A1"))));
    app.update();
    assert_eq!(advice(&app, goban).color(), None);
}

#[test]
fn two_minds_are_compared_until_they_are_switched_off() {
    let (mut app, goban) = world(&setup(5, "chinese", "liberties", "sensible"));
    assert_eq!(request(&mut app, goban, RequestKind::Compare(Some(both()))), None);
    app.update();
    for color in [Color::Black, Color::White, Color::Black] {
        let current = advice(&app, goban);
        assert!(current.compares() && !current.is_constant());
        assert_eq!(current.color(), Some(color));
        let names = current.opinions().iter().map(|opinion| opinion.spec().name()).collect::<Vec<_>>();
        assert_eq!(names, ["liberties", "sensible"]);
        let position = &app.world().get::<Referee>(goban).expect("a game").position;
        for opinion in current.opinions() {
            let Some(Answer::Move(action)) = opinion.answer() else { panic!("{:?}", opinion.answer()) };
            assert!(position.is_legal(*action) && position.to_move() == color);
            assert!(opinion.thought().is_some_and(|thought| !thought.candidates.is_empty()));
        }
        request(&mut app, goban, RequestKind::Step(1));
        app.update();
    }
    assert_eq!(request(&mut app, goban, RequestKind::Compare(None)), None);
    let current = advice(&app, goban);
    assert!(!current.compares() && !current.is_active() && current.color().is_none());
    request(&mut app, goban, RequestKind::Step(1));
    app.update();
    assert!(advice(&app, goban).opinions().iter().all(|opinion| opinion.answer().is_none()));
    // The advice has changed nothing in the game.
    let (mut quiet, other) = world(&setup(5, "chinese", "liberties", "sensible"));
    for _ in 0..4 {
        request(&mut quiet, other, RequestKind::Step(1));
    }
    assert_eq!(state_hash(app.world_mut(), goban), state_hash(quiet.world_mut(), other));
}

#[test]
fn two_minds_on_threads_answer_as_each_alone() {
    let alone = |spec: &str| {
        let (mut app, goban) = world(&setup(7, "chinese", "human", "human"));
        request(&mut app, goban, RequestKind::Advise(Some(spec.parse().expect("a brain"))));
        advice(&app, goban).answer().cloned()
    };
    // Neither mind finishes within the first frame.
    let minds = ["mcts:playouts=4000", "negamax:depth=3"];
    let (mut app, goban) = world(&setup(7, "chinese", minds[0], minds[1]));
    app.init_resource::<MindPool>();
    request(&mut app, goban, RequestKind::Compare(Some(both())));
    let mut both_at_once = false;
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        assert!(Instant::now() < until, "they come to no end");
        app.update();
        both_at_once |= advice(&app, goban).opinions().iter().filter(|one| one.is_active()).count() == 2;
        if !advice(&app, goban).is_active() && advice(&app, goban).color().is_some() {
            break;
        }
    }
    assert!(both_at_once);
    for (opinion, mind) in advice(&app, goban).opinions().iter().zip(minds) {
        assert_eq!(opinion.answer().cloned(), alone(mind), "{mind}");
    }
}

/// The minds of both seats.
fn both() -> Vec<Compared> {
    Color::ALL.map(Compared::Seat).to_vec()
}

#[test]
fn a_comparison_replaces_persons_skips_duplicates_and_ends_at_six_minds() {
    let names = |black: &str, white: &str, more: &[&str]| {
        let (mut app, goban) = world(&setup(5, "chinese", black, white));
        let more = more.iter().map(|spec| Compared::Mind(spec.parse().expect("a brain")));
        let minds = both().into_iter().chain(more).collect();
        assert_eq!(request(&mut app, goban, RequestKind::Compare(Some(minds))), None);
        app.update();
        let opinions = advice(&app, goban).opinions();
        opinions.iter().map(|opinion| opinion.spec().name()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("sensible", "random", &["liberties"]), "sensible random liberties");
    assert_eq!(names("human", "random", &[]), "mcts random");
    assert_eq!(names("human", "human", &["swarm"]), "mcts swarm");
    assert_eq!(names("sensible", "sensible", &[]), "sensible");
    let many = ["liberties", "swarm", "temperature", "negamax:depth=1", "negamax:depth=1,ab=off"];
    assert_eq!(names("sensible", "random", &many), "sensible random liberties swarm temperature negamax");
    let (mut app, goban) = world(&setup(5, "chinese", "sensible", "sensible"));
    let person = vec![Compared::Mind("human".parse().expect("a brain"))];
    let why = request(&mut app, goban, RequestKind::Compare(Some(person))).expect("it is refused");
    assert!(why.contains("human is a person"), "{why}");
    assert!(!advice(&app, goban).compares());
}

#[test]
fn a_person_may_resign() {
    let (mut app, goban) = world(&setup(5, "chinese", "human", "sensible"));
    assert_eq!(request(&mut app, goban, RequestKind::Resign), None);
    assert_eq!(tally(&app, goban).outcome.map(|outcome| outcome.to_string()).as_deref(), Some("W+Resign"));
    assert!(
        request(&mut app, goban, RequestKind::Resign).is_some_and(|why| why.contains("the game is over"))
    );
    assert!(
        request(&mut app, goban, RequestKind::Advise(None))
            .is_some_and(|why| why.contains("the game is over"))
    );
    // The tick can be visited again, and play continues from it.
    request(&mut app, goban, RequestKind::Seek(0));
    assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Play(point("C3")))), None);
    assert_eq!(tally(&app, goban).outcome, None);
    request(&mut app, goban, RequestKind::Step(1));
    assert_eq!(tally(&app, goban).tick, 2);
}

#[test]
fn a_click_after_the_end_toggles_a_group_between_dead_and_alive() {
    let drawn_setup = GameSetup { dead: DeadStones::Estimated, ..drawn(boards::ENDED, "chinese") };
    let (mut app, goban) = world(&drawn_setup);
    let ending = |app: &App| {
        let result = tally(app, goban).outcome.map(|outcome| outcome.to_string()).unwrap_or_default();
        let Ending { dead, by_hand, .. } = app.world().get::<Ending>(goban).cloned().expect("an ending");
        (result, dead.iter().map(Point::to_string).collect::<Vec<_>>().join(" "), by_hand)
    };
    let is = |result: &str, dead: &str, by_hand| (result.to_owned(), dead.to_owned(), by_hand);
    let mark = |app: &mut App, name: &str| request(app, goban, RequestKind::Mark(point(name)));
    let why = mark(&mut app, "C8").expect("the game goes on");
    assert_eq!(why, "dead stones can be changed only after the game was counted");
    assert_eq!(ending(&app), is("", "", false));
    for _ in 0..2 {
        assert_eq!(request(&mut app, goban, RequestKind::Move(Move::Pass)), None);
    }
    assert_eq!(ending(&app), is("B+1.5", "C8 D1", false));
    assert_eq!(mark(&mut app, "C8"), None);
    assert_eq!(ending(&app), is("W+15.5", "D1", true));
    assert_eq!(mark(&mut app, "D1"), None);
    assert_eq!(ending(&app), is("W+4.5", "", true));
    // A group is marked as a whole, dead and alive.
    assert_eq!(mark(&mut app, "A4"), None);
    let (result, dead, _) = ending(&app);
    assert_eq!((result.as_str(), dead.split(' ').count()), ("B+56.5", 22));
    assert_eq!(mark(&mut app, "F4"), None);
    assert_eq!(ending(&app), is("W+4.5", "", true));
    assert_eq!(at(&app, goban, "C8"), Some(Color::White), "nothing leaves the board");
    assert_eq!(mark(&mut app, "A9").as_deref(), Some("no stone stands on A9"));
    assert_eq!(mark(&mut app, "T19").as_deref(), Some("no stone stands on T19"));
    // After a jump the end has its marks; before the end no stone is dead.
    let hash = state_hash(app.world(), goban);
    request(&mut app, goban, RequestKind::Seek(1));
    assert_eq!(ending(&app), is("", "", false));
    request(&mut app, goban, RequestKind::Seek(2));
    assert_eq!(ending(&app), is("W+4.5", "", true));
    assert_eq!(state_hash(app.world(), goban), hash);
    // A new game begins without marks.
    request(&mut app, goban, RequestKind::Reset(Box::new(drawn_setup.clone())));
    assert_eq!(ending(&app), is("", "", false));
    // With fixed rules for dead stones, marks are refused.
    for (dead, result) in [(DeadStones::CapturedOnly, "W+4.5"), (DeadStones::Proved, "W+15.5")] {
        request(&mut app, goban, RequestKind::Reset(Box::new(GameSetup { dead, ..drawn_setup.clone() })));
        for _ in 0..2 {
            request(&mut app, goban, RequestKind::Move(Move::Pass));
        }
        let before = ending(&app);
        assert_eq!(before.0, result);
        let why = mark(&mut app, "C8").expect("refused");
        assert!(why.starts_with(&format!("this game was counted with dead stones {dead}:")), "{why}");
        assert_eq!(ending(&app), before);
    }
    // A resigned game has no score.
    request(&mut app, goban, RequestKind::Reset(Box::new(drawn_setup)));
    request(&mut app, goban, RequestKind::Resign);
    assert_eq!(ending(&app), is("W+Resign", "", false));
    assert!(mark(&mut app, "C8").is_some_and(|why| why.contains("only after the game was counted")));
}
