//! Minds on threads of their own play the same games as on the calling thread, and nothing blocks.

use crate::support::setup;
use std::time::{Duration, Instant};
use stonefield_go::{Color, Size};
use stonefield_minds::TreeView;
use stonefield_sim::{
    Advice, Compared, GameSetup, MindPool, Pace, Refused, Request, RequestKind, Seats, Tally, Thinking,
    create_app, play_out, spawn_goban, state_hash,
};
use stonefield_testing as support;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::Messages;

fn square(side: u16) -> Size {
    Size::square(side).expect("a size")
}

/// A world whose minds run on threads.
fn pooled() -> App {
    let mut app = create_app();
    app.init_resource::<MindPool>();
    app
}

fn request(app: &mut App, goban: Entity, request: RequestKind) {
    app.world_mut().write_message(Request { goban, kind: request });
}

/// Runs frames until a condition holds, at most two minutes.
fn until(app: &mut App, what: &str, mut holds: impl FnMut(&App) -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !holds(app) {
        assert!(Instant::now() < end, "{what}: not after two minutes");
        app.update();
    }
}

fn tick(app: &App, goban: Entity) -> u64 {
    app.world().get::<Tally>(goban).expect("a goban").tick
}

fn is_thinking(app: &App, goban: Entity) -> bool {
    app.world().get::<Thinking>(goban).expect("a goban").is_active()
}

/// Number of threads of this process that run minds.
fn threads() -> usize {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return 0 };
    let names = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.trim() == "mind").count()
}

#[test]
fn the_same_game_is_played_in_place_on_threads_and_in_frames() {
    for (size, rules, black, white) in [
        (square(5), "chinese", "mcts:playouts=40", "negamax:depth=1"),
        (square(5), "japanese", "monte-carlo:games=2,plies=4", "swarm"),
        (square(4), "netlogo-2016", "mcts:playouts=10", "sensible"),
        (square(5), "chinese", "mix:a=[mcts:playouts=20],b=random,p=0.4", "mcts:playouts=30,reuse=off"),
        // Large enough for rules to run on threads too.
        (Size::new(70, 60).expect("a size"), "chinese", "swarm", "temperature:keep=on,steps=1"),
    ] {
        let setup = setup(size, rules, black, white);
        let ticks = if size.area() > 1000 { 12 } else { 60 };
        let mut here = create_app();
        let goban = spawn_goban(here.world_mut(), &setup).expect("a goban");
        play_out(here.world_mut(), goban, ticks);
        let (expected, end) = (state_hash(here.world_mut(), goban), tick(&here, goban));

        let mut there = pooled();
        let goban = spawn_goban(there.world_mut(), &setup).expect("a goban");
        play_out(there.world_mut(), goban, ticks);
        assert_eq!(tick(&there, goban), end, "{black} and {white}");
        assert_eq!(state_hash(there.world_mut(), goban), expected, "{black} and {white}");

        let mut frames = pooled();
        let goban = spawn_goban(frames.world_mut(), &setup).expect("a goban");
        for frame in 0_u32.. {
            let left = end - tick(&frames, goban);
            if left == 0 {
                break;
            }
            assert!(frame < 100_000, "{black} and {white}: no end");
            // Stopped in the middle of its turn now and then, and asked for its tree.
            if frame % 9 == 8 {
                request(&mut frames, goban, RequestKind::StopThinking);
            }
            if frame % 9 == 0 {
                request(&mut frames, goban, RequestKind::Step(u32::try_from(left).expect("few")));
            }
            request(&mut frames, goban, RequestKind::ShowTree { color: Color::Black, moves: 3, nodes: 20 });
            frames.update();
            std::thread::sleep(Duration::from_micros(500));
        }
        assert_eq!(state_hash(frames.world_mut(), goban), expected, "{black} and {white}, in frames");
    }
}

#[test]
fn many_boards_with_searches_all_progress() {
    let mut app = pooled();
    let setup = setup(square(9), "chinese", "mcts:playouts=60", "mcts:playouts=60");
    let gobans: Vec<Entity> = (0..16)
        .map(|game| {
            let setup = GameSetup { game, ..setup.clone() };
            let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
            request(&mut app, goban, RequestKind::Rate(f32::INFINITY));
            request(&mut app, goban, RequestKind::Play);
            goban
        })
        .collect();
    until(&mut app, "all boards", |app| gobans.iter().all(|&goban| tick(app, goban) >= 4));
    let ticks: Vec<u64> = gobans.iter().map(|&goban| tick(&app, goban)).collect();
    // Minds take turns, one move each. On a machine with many cores some are slightly ahead.
    let (least, most) = (ticks.iter().min().expect("some"), ticks.iter().max().expect("some"));
    assert!(*most <= 4 * least, "{ticks:?}");
}

/// An endless search occupies the only thread of a small machine.
#[test]
fn a_person_is_answered_while_others_think_without_end() {
    let mut app = pooled();
    let endless = setup(square(9), "chinese", "mcts:time=80000", "mcts:time=80000");
    let gobans: Vec<Entity> =
        (0..4).map(|_| spawn_goban(app.world_mut(), &endless).expect("a goban")).collect();
    for &goban in &gobans {
        request(&mut app, goban, RequestKind::Play);
    }
    until(&mut app, "thinking", |app| gobans.iter().all(|&goban| is_thinking(app, goban)));
    let advise = RequestKind::Advise(Some("mcts:playouts=200".parse().expect("a spec")));
    request(&mut app, gobans[3], advise);
    until(&mut app, "advice", |app| {
        app.world().get::<Advice>(gobans[3]).expect("a goban").answer().is_some()
    });
    // Two compared minds make progress together.
    request(
        &mut app,
        gobans[2],
        RequestKind::Compare(Some(vec![
            Compared::Seat(Color::Black),
            Compared::Mind("mcts:time=70000".parse().expect("a spec")),
            Compared::Seat(Color::White),
        ])),
    );
    until(&mut app, "both compared", |app| {
        let opinions = app.world().get::<Advice>(gobans[2]).expect("a goban").opinions();
        opinions.len() == 2 && opinions.iter().all(|opinion| opinion.thought().is_some())
    });
    request(&mut app, gobans[2], RequestKind::Compare(None));
    // The thinking mind is told to move now, and asked for its tree before.
    request(&mut app, gobans[0], RequestKind::ShowTree { color: Color::Black, moves: 4, nodes: 30 });
    until(&mut app, "a tree", |app| {
        let seats = app.world().get::<Seats>(gobans[0]).expect("a goban");
        matches!(seats.tree(Color::Black), Some(TreeView::Simulated(tree)) if tree.taken.len() > 1)
    });
    request(&mut app, gobans[0], RequestKind::MoveNow);
    until(&mut app, "its move", |app| tick(app, gobans[0]) == 1);
    for &goban in &gobans {
        request(&mut app, goban, RequestKind::StopThinking);
    }
    app.update();
    assert!(gobans.iter().all(|&goban| !is_thinking(&app, goban)));
    assert!(app.world().resource::<Messages<Refused>>().is_empty());
    assert!(!app.world().get::<Pace>(gobans[0]).expect("a goban").running);
    // While they think, another mind is seated, the timeline jumps, and the world is dropped.
    for &goban in &gobans {
        request(&mut app, goban, RequestKind::Play);
    }
    until(&mut app, "thinking again", |app| gobans.iter().all(|&goban| is_thinking(app, goban)));
    request(&mut app, gobans[0], RequestKind::Seek(0));
    request(&mut app, gobans[1], RequestKind::Seat(Color::Black, "sensible".parse().expect("a spec")));
    app.update();
    assert!(!is_thinking(&app, gobans[0]));
    until(&mut app, "another mind", |app| tick(app, gobans[1]) >= 1);
}

#[test]
fn no_thread_is_left_behind() {
    if !support::alone(module_path!(), "no_thread_is_left_behind") {
        return;
    }
    let mut app = pooled();
    let endless = setup(square(13), "chinese", "mcts:time=80000", "human");
    let goban = spawn_goban(app.world_mut(), &endless).expect("a goban");
    request(&mut app, goban, RequestKind::Play);
    until(&mut app, "a thought", |app| {
        app.world().get::<Thinking>(goban).expect("a goban").latest(Color::Black).is_some()
    });
    let began = Instant::now();
    drop(app);
    // The mind's turn would take a day.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    // Other tests in this process have threads of their own.
    let end = Instant::now() + Duration::from_secs(120);
    while threads() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(threads(), 0);
}
