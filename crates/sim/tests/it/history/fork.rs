//! Games that continue from a moment of another game, with other players.

use crate::support::mirror_setup;
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{Mark, Markup};
use stonefield_go::{ByColor, Color, Move, Point};
use stonefield_minds::BrainSpec;
use stonefield_sim::history::{Heading, Navigate, Note};
use stonefield_sim::{
    Brush, Fork, Forked, ForkedGame, GameRecord, GameSetup, Goban, GobanSetup, Heat, Jumped, Pace, Patch,
    Referee, Refused, Request, RequestKind, Seats, Stone, Tally, agree, create_app, play_out, spawn_goban,
    state_hash,
};

fn brain(text: &str) -> BrainSpec {
    text.parse().expect("a brain")
}

fn setup(size: u16, rules: &str, seed: u64) -> GameSetup {
    GameSetup { seed, ..mirror_setup(size, rules, "sensible") }
}

fn start_game(setup: &GameSetup, ticks: u64) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    play_out(app.world_mut(), goban, ticks);
    (app, goban)
}

fn request(app: &mut App, goban: Entity, request: RequestKind) {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
}

fn moves(app: &App, goban: Entity) -> Vec<Move> {
    app.world().get::<GameRecord>(goban).expect("a record").moves().collect()
}

fn fork(app: &mut App, goban: Entity, mind: &str, seed: u64) -> Entity {
    let moment = Fork::of(app.world(), goban).expect("a game");
    let brains = ByColor::from_fn(|_| brain(mind));
    moment.begin(app.world_mut(), brains, seed).expect("it has begun before")
}

fn count<F: bevy::ecs::query::QueryFilter>(app: &mut App) -> usize {
    app.world_mut().query_filtered::<Entity, F>().iter(app.world()).count()
}

#[test]
fn a_fork_has_the_history_of_its_moment() {
    for rules in ["chinese", "tromp-taylor", "japanese", "netlogo-2016"] {
        let (mut app, goban) = start_game(&setup(7, rules, 3), 25);
        let fork = fork(&mut app, goban, "sensible", 3);
        let world = app.world_mut();
        assert_eq!(state_hash(world, goban), state_hash(world, fork), "{rules}");
        let position = |goban| &world.get::<Referee>(goban).expect("a game").position;
        for action in position(goban).size().points().map(Move::Play) {
            // Checks ko and superko too.
            assert_eq!(position(goban).check(action), position(fork).check(action), "{rules} {action}");
        }
        agree(world, fork).expect("agents and referee agree");
        assert_eq!(moves(&app, goban), moves(&app, fork));
        // The same minds and the same seed lead to the same result.
        let [one, two] = [goban, fork].map(|goban| {
            play_out(app.world_mut(), goban, 2000).map(|finished| (finished.score, finished.ticks))
        });
        assert_eq!(one, two, "{rules}");
    }
}

#[test]
fn edits_are_restored_with_a_moment_and_seats_are_not() {
    let (mut app, goban) = start_game(&setup(5, "chinese", 1), 4);
    let free = {
        let position = &app.world().get::<Referee>(goban).expect("a game").position;
        position.size().points().find(|&point| position.at(point).is_none()).expect("an empty point")
    };
    request(&mut app, goban, RequestKind::Paint(free, Brush::White));
    request(&mut app, goban, RequestKind::Seat(Color::Black, brain("random")));
    let heat = HeatParams { keep: true, ..HeatParams::default() };
    request(&mut app, goban, RequestKind::Heat(heat));
    request(&mut app, goban, RequestKind::Step(3));
    let fork = fork(&mut app, goban, "liberties", 1);
    let world = app.world_mut();
    assert_eq!(state_hash(world, goban), state_hash(world, fork));
    assert_eq!(world.get::<GobanSetup>(fork).expect("a set-up").0.heat, heat);
    assert_eq!(
        world.get::<Heat>(goban).expect("heat").0.values(),
        world.get::<Heat>(fork).expect("heat").0.values()
    );
    let seats = world.get::<Seats>(fork).expect("seats");
    assert!(Color::ALL.into_iter().all(|color| seats.spec(color).name() == "liberties"));
}

#[test]
fn forks_play_by_themselves_and_are_reproducible() {
    let run = || {
        let (mut app, goban) = start_game(&setup(7, "chinese", 5), 10);
        let before = state_hash(app.world(), goban);
        let boards = ["sensible", "random"].map(|mind| fork(&mut app, goban, mind, 9));
        for board in boards {
            request(&mut app, board, RequestKind::Rate(f32::INFINITY));
            request(&mut app, board, RequestKind::Play);
        }
        while boards.iter().any(|&board| app.world().get::<Tally>(board).expect("a tally").outcome.is_none())
        {
            app.update();
        }
        let after = boards.map(|board| moves(&app, board));
        assert_eq!(before, state_hash(app.world(), goban), "the game they come from stands still");
        assert_eq!(after[0][..10], after[1][..10]);
        assert_ne!(after[0], after[1]);
        after
    };
    assert_eq!(run(), run());
    let other = || {
        let (mut app, goban) = start_game(&setup(7, "chinese", 5), 10);
        let board = fork(&mut app, goban, "sensible", 10);
        play_out(app.world_mut(), board, 2000);
        moves(&app, board)
    };
    assert_ne!(run()[0], other(), "another seed is another game");
}

#[test]
fn forks_change_nothing_of_the_game_and_leave_nothing_behind() {
    let (mut app, goban) = start_game(&setup(7, "chinese", 2), 12);
    let kinds =
        |app: &mut App| [count::<With<Goban>>(app), count::<With<Stone>>(app), count::<With<Patch>>(app)];
    let (before, all) = (kinds(&mut app), count::<()>(&mut app));
    let boards = ["mcts:playouts=30", "swarm"].map(|mind| fork(&mut app, goban, mind, 2));
    assert_eq!(count::<With<Fork>>(&mut app), 2);
    for board in boards {
        request(&mut app, board, RequestKind::Rate(f32::INFINITY));
        request(&mut app, board, RequestKind::Play);
    }
    for _ in 0..30 {
        request(&mut app, goban, RequestKind::Step(1));
    }
    assert!(boards.iter().all(|&board| moves(&app, board).len() > 12));
    for board in boards {
        app.world_mut().despawn(board);
    }
    let (mut quiet, other) = start_game(&setup(7, "chinese", 2), 42);
    assert_eq!(state_hash(app.world(), goban), state_hash(quiet.world_mut(), other));
    let after = kinds(&mut app);
    let grown = after[1] - before[1];
    assert_eq!((after[0], after[2]), (before[0], before[2]));
    assert_eq!(count::<()>(&mut app), all + grown);
}

/// Returns the messages about forks and refusals since the last call.
fn new_messages<M: Message + Clone>(app: &App, cursor: &mut MessageCursor<M>) -> Vec<M> {
    cursor.read(app.world().resource::<Messages<M>>()).cloned().collect()
}

#[test]
fn forks_are_created_repeated_and_removed() {
    let (mut app, goban) = start_game(&setup(7, "chinese", 5), 10);
    let (mut forked, mut refused) = (MessageCursor::<Forked>::default(), MessageCursor::<Refused>::default());
    let game = |mind: &str| ForkedGame { brains: ByColor::from_fn(|_| brain(mind)), seed: Some(9) };
    let games = vec![game("sensible"), game("random")];
    let fork = |again| RequestKind::Fork { games: games.clone(), pace: (true, 1e6), again };
    request(&mut app, goban, fork(false));
    let first = new_messages(&app, &mut forked).pop().expect("two boards");
    assert_eq!((first.of, first.gobans.len()), (goban, 2));
    let at = |app: &App, board| app.world().get::<Tally>(board).map(|tally| tally.tick);
    assert!(first.gobans.iter().all(|&board| at(&app, board) >= Some(10)));
    (0..5).for_each(|_| app.update());
    assert!(first.gobans.iter().all(|&board| at(&app, board) > Some(10)), "they run");
    // Repeats the fork from the start of the first one. The original game is not a fork.
    request(&mut app, first.gobans[0], fork(true));
    let second = new_messages(&app, &mut forked).pop().expect("two more");
    assert_eq!(app.world().get::<Fork>(second.gobans[1]).expect("a fork").tick(), 10);
    request(&mut app, goban, fork(true));
    assert_eq!(new_messages(&app, &mut forked), []);
    request(&mut app, goban, RequestKind::Remove);
    let reasons =
        new_messages(&app, &mut refused).into_iter().map(|refusal| refusal.reason).collect::<Vec<_>>();
    assert_eq!(reasons, ["there is no game to start a fork from", "only a fork of a game can be removed"]);
    // New games begin at the start, and are forks too.
    let own = GameSetup { game: 7, ..setup(5, "chinese", 3) };
    request(&mut app, goban, RequestKind::Begin { games: vec![own.clone()], pace: (false, 2.0) });
    let third = new_messages(&app, &mut forked).pop().expect("one more");
    assert_eq!((at(&app, third.gobans[0]), third.of), (Some(0), goban));
    assert_eq!(app.world().get::<GobanSetup>(third.gobans[0]).expect("a set-up").0, own);
    let wrong = GameSetup { handicap: 9, ..setup(2, "chinese", 3) };
    request(&mut app, goban, RequestKind::Begin { games: vec![own, wrong], pace: (false, 2.0) });
    assert_eq!(new_messages(&app, &mut forked), [], "all or none");
    for board in first.gobans.into_iter().chain(second.gobans).chain(third.gobans) {
        request(&mut app, board, RequestKind::Remove);
    }
    assert_eq!(count::<With<Goban>>(&mut app), 1);
}

#[test]
fn a_held_goban_waits_and_then_continues() {
    let (mut app, goban) = start_game(&setup(9, "chinese", 5), 0);
    request(&mut app, goban, RequestKind::Rate(f32::INFINITY));
    request(&mut app, goban, RequestKind::Hold(true));
    request(&mut app, goban, RequestKind::Play);
    let tick = |app: &App| app.world().get::<Tally>(goban).expect("a tally").tick;
    (0..3).for_each(|_| app.update());
    assert_eq!(tick(&app), 0);
    request(&mut app, goban, RequestKind::Hold(false));
    assert!(tick(&app) > 0);
}

#[test]
fn a_watched_goban_replaces_another_at_its_rate() {
    let (mut app, old) = start_game(&setup(5, "chinese", 5), 3);
    let new = spawn_goban(app.world_mut(), &setup(7, "chinese", 1)).expect("a goban");
    request(&mut app, old, RequestKind::Rate(123.0));
    request(&mut app, new, RequestKind::Watch { instead_of: Some(old) });
    assert!(app.world().get_entity(old).is_err(), "it is gone");
    assert_eq!(app.world().get::<Pace>(new).expect("a pace").rate, 123.0);
    let mut jumped = MessageCursor::<Jumped>::default();
    let jump = new_messages(&app, &mut jumped).pop().expect("a jump");
    assert_eq!((jump.goban, jump.tick, jump.new_game), (new, 0, true));
}

#[test]
fn a_fork_has_the_marks_of_the_record_and_its_own_variations() {
    let (mut app, goban) = start_game(&setup(7, "chinese", 5), 0);
    GameRecord::keep_text(app.world_mut(), goban, Heading::default());
    for _ in 0..3 {
        request(&mut app, goban, RequestKind::Step(1));
    }
    let here = app.world().get::<GameRecord>(goban).expect("a record").here().id();
    let point: Point = "C3".parse().expect("a point");
    request(&mut app, goban, RequestKind::Note(here, Note::Mark(Mark::Triangle, point)));
    let fork = fork(&mut app, goban, "random", 9);
    let record = |app: &App| {
        let record = app.world().get::<GameRecord>(fork).expect("a record");
        (Markup::of(record.here(), record.size()).marks, record.moves_to_mark())
    };
    assert_eq!(record(&app).0, [(Mark::Triangle, point)]);
    assert!(record(&app).1.is_empty(), "nothing follows yet");
    let last = moves(&app, fork).pop().expect("a move");
    request(&mut app, fork, RequestKind::Navigate(Navigate::By(-1)));
    let (marks, ways) = record(&app);
    assert!(marks.is_empty());
    assert!(ways.len() == 1 && ways[0].is_next && Move::Play(ways[0].point) == last, "{ways:?} {last}");
    let to = ways[0].node;
    request(&mut app, fork, RequestKind::Navigate(Navigate::To(to)));
    assert_eq!(record(&app).0.len(), 1, "a way can be followed");
    assert!(app.world().get::<GameRecord>(fork).is_some_and(|record| record.text().is_err()));
}
