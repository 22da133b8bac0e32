//! Clocks of a game: when they run, what the record stores, and how they end a game.

use bevy::ecs::prelude::*;
use bevy::prelude::App;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;
use stonefield_go::notation::sgf;
use stonefield_go::{ByColor, Color, Move, Outcome, Point, Size, WinBy};
use stonefield_minds::BrainSpec;
use stonefield_search::TimeLeft;
use stonefield_sim::history::Heading;
use stonefield_sim::{Clocks, GameRecord, GameSetup, Request, RequestKind, Tally, create_app, spawn_goban};

/// Creates a game with this time control and frames of one second.
fn world(time: &str, black: &str, white: &str) -> (App, Entity) {
    let brain = |text: &str| text.parse::<BrainSpec>().expect("a brain");
    let setup = GameSetup {
        size: Size::square(5).expect("a size"),
        brains: ByColor::new(brain(black), brain(white)),
        time: time.parse().expect("a time"),
        ..GameSetup::default()
    };
    let mut app = create_app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    GameRecord::keep_text(app.world_mut(), goban, Heading::default());
    app.update();
    (app, goban)
}

fn request(app: &mut App, goban: Entity, kind: RequestKind) {
    app.world_mut().write_message(Request { goban, kind });
    app.update();
}

fn left(app: &App, goban: Entity) -> [(f64, u32); 2] {
    let Clocks(time) = app.world().get::<Clocks>(goban).expect("every goban has them");
    Color::ALL.map(|color| {
        let TimeLeft { seconds, periods } = time.left[color];
        (seconds, periods)
    })
}

#[test]
fn the_clock_of_the_colour_to_move_runs_and_its_end_loses_the_game() {
    let (mut app, goban) = world("3+1x2", "human", "human");
    let play = |x, y| RequestKind::Move(Move::Play(Point::new(x, y)));
    for _ in 0..9 {
        app.update();
    }
    assert_eq!(left(&app, goban), [(3.0, 0), (3.0, 0)], "a game that stands still takes no time");
    request(&mut app, goban, RequestKind::Play);
    app.update();
    assert_eq!(left(&app, goban), [(2.0, 0), (3.0, 0)]);
    app.update();
    request(&mut app, goban, play(2, 2));
    assert_eq!(
        left(&app, goban),
        [(2.0, 1), (3.0, 0)],
        "its last second was used up, and the period is whole"
    );
    app.update();
    assert_eq!(left(&app, goban), [(2.0, 1), (2.0, 0)]);
    request(&mut app, goban, play(1, 1));
    request(&mut app, goban, RequestKind::Pause);
    assert_eq!(left(&app, goban), [(1.0, 1), (1.0, 0)]);
    for _ in 0..9 {
        app.update();
    }
    request(&mut app, goban, RequestKind::Seek(1));
    app.update();
    assert_eq!(left(&app, goban), [(2.0, 1), (3.0, 0)], "as they stood after the first move");
    request(&mut app, goban, RequestKind::Seek(2));
    app.update();
    assert_eq!(left(&app, goban), [(2.0, 1), (1.0, 0)]);
    request(&mut app, goban, RequestKind::Play);
    for _ in 0..3 {
        app.update();
    }
    let tally = app.world().get::<Tally>(goban).expect("a tally");
    assert_eq!(tally.outcome, Some(Outcome::Win { winner: Color::White, by: WinBy::Time }));
    assert_eq!(left(&app, goban), [(0.0, 1), (1.0, 0)]);
    let record = app.world().get::<GameRecord>(goban).expect("a record");
    let text = String::from_utf8(sgf::write(record.text().expect("a text"))).expect("text");
    for property in ["TM[3]", "OT[1x2 byo-yomi]", "RE[W+T]", "BL[2.0]OB[1]", "WL[1.0]", "[time=3+1x2]"] {
        assert!(text.contains(property), "{property}: {text}");
    }
}

#[test]
fn a_mind_can_lose_on_time_but_not_without_a_limit() {
    let (mut app, goban) = world("0+0x0", "human", "human");
    request(&mut app, goban, RequestKind::Play);
    for _ in 0..1000 {
        app.update();
    }
    assert_eq!(app.world().get::<Tally>(goban).and_then(|tally| tally.outcome), None);
    // The mind runs on a thread, and its time ends long before it has an answer.
    let (mut app, goban) = world("20+0x0", "mcts:playouts=50000000", "human");
    app.init_resource::<stonefield_sim::MindPool>();
    request(&mut app, goban, RequestKind::Play);
    for _ in 0..25 {
        app.update();
    }
    let outcome = app.world().get::<Tally>(goban).and_then(|tally| tally.outcome);
    assert_eq!(outcome, Some(Outcome::Win { winner: Color::White, by: WinBy::Time }));
}
