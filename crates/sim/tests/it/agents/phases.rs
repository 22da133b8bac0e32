//! A tick that runs phase by phase equals a whole tick, and the traces of its phases are true.

use crate::support;
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use stonefield_go::{ByColor, Color, Move, Point, Setup};
use stonefield_sim::{
    Brush, GameSetup, GobanSetup, Occupancy, OwnLiberties, Phase, PhaseTrace, PhaseWork, Phases, Request,
    RequestKind, Tally, TickChooser, create_app, spawn_goban, state_hash, tick,
};

fn setup(size: u16, rules: &str, black: &str, white: &str, seed: u64) -> GameSetup {
    GameSetup { seed, ..support::setup(size, rules, black, white) }
}

/// A drawn board on which both colours play scripted moves.
fn drawn(drawing: &str, rules: &str, quirks: &str, black: &str, white: &str) -> GameSetup {
    let start = drawing.parse::<Setup>().expect("a drawing");
    let script = |moves| format!("scripted:moves=[{moves}]");
    let mut setup = setup(9, rules, &script(black), &script(white), 1);
    if let Some(switches) = setup.rules.quirks.as_mut() {
        switches.apply(&format!("-world_off_by_one{quirks}")).expect("quirks");
    }
    GameSetup { size: start.size(), start: Some(start), ..setup }
}

struct Game {
    app: App,
    goban: Entity,
}

impl Game {
    fn new(setup: &GameSetup) -> Self {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
        Self { app, goban }
    }

    fn ask(&mut self, kind: RequestKind) {
        self.app.world_mut().write_message(Request { goban: self.goban, kind });
        self.app.update();
    }

    /// Runs the next phase.
    fn phase(&mut self) -> PhaseTrace {
        self.ask(RequestKind::Phase);
        self.trace().expect("a phase was done")
    }

    /// Runs phases up to this one of this colour's turn.
    fn until(&mut self, phase: Phase, mover: Color) -> PhaseTrace {
        let mut traces = std::iter::repeat_with(|| self.phase()).take(20);
        traces.find(|trace| (trace.phase, trace.mover) == (phase, mover)).expect("the phase comes")
    }

    fn trace(&self) -> Option<PhaseTrace> {
        self.app.world().get::<Phases>(self.goban).map(|phases| phases.trace().clone())
    }

    fn hash(&self) -> u64 {
        state_hash(self.app.world(), self.goban)
    }

    fn get<C: Component>(&self) -> &C {
        self.app.world().get(self.goban).expect("a component")
    }

    fn ticks(&self) -> u64 {
        self.get::<Tally>().tick
    }

    fn over(&self) -> bool {
        self.get::<Tally>().outcome.is_some()
    }
}

fn names(points: &[Point]) -> Vec<String> {
    let mut names = points.iter().map(ToString::to_string).collect::<Vec<_>>();
    names.sort();
    names
}

#[test]
fn phase_by_phase_is_the_same_game() {
    let pairs = [
        ("tromp-taylor", "swarm", "random"),
        ("chinese", "sensible", "swarm"),
        ("netlogo-2016", "netlogo", "netlogo"),
        ("atari-go", "mcts:playouts=8", "liberties"),
        ("japanese", "temperature", "swarm"),
    ];
    let mut left = 0;
    for seed in 0..50 {
        let (rules, black, white) = pairs[seed as usize % pairs.len()];
        let setup = setup(5 + (seed % 3) as u16, rules, black, white, seed);
        let (mut whole, mut stepped) = (Game::new(&setup), Game::new(&setup));
        while whole.ticks() < 50 && !whole.over() {
            tick(whole.app.world_mut());
            // Now and then a tick stops in the middle, or another request arrives there.
            let phases = if whole.ticks() % 4 == 0 { seed % 13 } else { 99 };
            for _ in 0..phases {
                let trace = stepped.phase();
                if stepped.ticks() == whole.ticks() {
                    break;
                }
                assert_eq!(trace.tick, whole.ticks(), "seed {seed}");
            }
            left += u64::from(stepped.ticks() < whole.ticks());
            match seed % 2 {
                0 => stepped.ask(RequestKind::FinishTick),
                _ => stepped.ask(RequestKind::Rate(4.0)),
            }
            if stepped.ticks() < whole.ticks() {
                stepped.ask(RequestKind::Step(1));
            }
            assert_eq!((stepped.ticks(), stepped.hash()), (whole.ticks(), whole.hash()), "seed {seed}");
        }
        assert!(whole.ticks() > 2, "seed {seed}");
    }
    assert!(left > 50, "ticks were left in the middle");
}

#[test]
fn a_capture_names_the_stones_that_die() {
    let drawing = ". . . . .
                   . X X . .
                   X O O . .
                   . X X . .
                   . . . . O";
    let mut game = Game::new(&drawn(drawing, "chinese", "", "D3", "A1"));
    let warm = game.phase();
    assert_eq!(
        (warm.phase, warm.tick, warm.mover, warm.chooser),
        (Phase::Warm, 1, Color::Black, TickChooser::Planner)
    );
    let PhaseWork::Warm { contacts, .. } = warm.work else { panic!("{warm:?}") };
    let near = game.get::<Occupancy>().near().iter().map(|&near| u64::from(near)).sum::<u64>();
    assert_eq!(contacts, near);
    assert_eq!(warm.read.len(), 8);
    assert_eq!(warm.written, [], "it was measured when the game began");
    // A planner chooses: the stones neither perceive nor bid.
    let decide = game.phase();
    assert_eq!(decide.phase, Phase::Decide);
    assert_eq!(game.get::<Occupancy>().standing(), ByColor::new(5, 3));
    let place = game.phase();
    assert_eq!((place.phase, names(&place.written)), (Phase::Place, vec!["D3".to_owned()]));
    assert_eq!(game.get::<Occupancy>().standing(), ByColor::new(6, 3));
    let link = game.phase();
    assert_eq!(link.work, PhaseWork::Link { links: Vec::new(), made: 0, size: 1 });
    assert_eq!(names(&link.read), ["C3", "D2", "D4", "E3"]);
    let sense = game.phase();
    let PhaseWork::Sense(sensing) = &sense.work else { panic!("{sense:?}") };
    let felt = |name: &str| {
        let stone = sensing.stones.iter().find(|stone| stone.point.to_string() == name).expect("it sensed");
        (stone.own, stone.group)
    };
    assert_eq!((felt("D3"), felt("C3"), felt("B3")), (((0, 3), (0, 3)), ((1, 0), (1, 0)), ((0, 0), (1, 0))));
    assert_eq!(
        (sensing.counted, sensing.summed, names(&sense.written)),
        (2, 3, vec!["B3".into(), "C3".into(), "D3".into()])
    );
    let capture = game.phase();
    let PhaseWork::Capture { dead, sensing } = &capture.work else { panic!("{capture:?}") };
    let dead: Vec<_> = dead.iter().map(|(point, color)| (point.to_string(), *color)).collect();
    assert_eq!(dead, [("B3".to_owned(), Color::White), ("C3".to_owned(), Color::White)]);
    assert_eq!(names(&capture.read), ["C3", "D3"], "the new stone and those beside it are looked at");
    let again = sensing.stones.iter().map(|stone| stone.point).collect::<Vec<_>>();
    assert_eq!(names(&again), ["A3", "B2", "B4", "C2", "C4", "D3"]);
    assert_eq!(game.ticks(), 0, "nothing has been written down yet");
    let tally = game.phase();
    let PhaseWork::Tally { stones, captures, outcome, half } = tally.work else { panic!("{tally:?}") };
    assert_eq!((stones, captures, outcome, half), (ByColor::new(6, 1), ByColor::new(2, 0), None, false));
    assert_eq!(game.ticks(), 1);
    let warm = game.phase();
    assert_eq!((warm.tick, warm.mover, warm.read.len()), (2, Color::White, 7));
    assert!(warm.written.len() > 9, "a stone has come and two have gone");
}

#[test]
fn both_colours_have_their_turn_in_a_netlogo_tick_and_believe_old_values() {
    let drawing = ". . . .
                   . X . .
                   X O . .
                   . X . .";
    let mut game = Game::new(&drawn(drawing, "netlogo-2016", "", "C2 D1", "D4 A4"));
    let sense = game.until(Phase::Sense, Color::Black);
    let PhaseWork::Sense(sensing) = &sense.work else { panic!("{sense:?}") };
    assert!(sensing.stones.iter().all(|stone| stone.color == Color::Black), "the mover's alone");
    assert_eq!(sensing.counted, 4);
    let stale: Vec<_> = sensing.stale.iter().map(|stone| (stone.point.to_string(), stone.own)).collect();
    assert_eq!(stale, [("B2".to_owned(), (1, 0))], "White's stone still believes in its last liberty");
    let capture = game.until(Phase::Capture, Color::Black);
    assert!(
        matches!(&capture.work, PhaseWork::Capture { dead, .. } if dead.is_empty()),
        "too early: {capture:?}"
    );
    let tally = game.until(Phase::Tally, Color::Black);
    assert!(matches!(tally.work, PhaseWork::Tally { half: true, .. }) && game.ticks() == 0);
    let white = game.until(Phase::Tally, Color::White);
    assert!(matches!(white.work, PhaseWork::Tally { half: false, .. }) && game.ticks() == 1);
    let capture = game.until(Phase::Capture, Color::Black);
    let PhaseWork::Capture { dead, .. } = &capture.work else { panic!("{capture:?}") };
    assert_eq!(dead, &[("B2".parse().expect("a point"), Color::White)], "one own turn late");
}

#[test]
fn a_swarm_perceives_and_bids() {
    let mut game = Game::new(&setup(7, "chinese", "swarm", "random", 3));
    (0..6).for_each(|_| tick(game.app.world_mut()));
    let perceive = game.until(Phase::Perceive, Color::Black);
    assert_eq!(perceive.chooser, TickChooser::Swarm);
    assert!((1..=3).contains(&perceive.written.len()) && perceive.read.len() > 9);
    let bid = game.phase();
    let PhaseWork::Bid { bids, wanted } = bid.work else { panic!("{bid:?}") };
    assert!(bids > 0 && wanted.is_some() && !bid.written.is_empty());
    assert_eq!(bid.read, perceive.written, "those bid again that perceive something else");
    let decide = game.phase();
    assert_eq!(decide.phase, Phase::Decide);
    // White's turn has no bids.
    game.until(Phase::Tally, Color::Black);
    assert_eq!([game.phase().phase, game.phase().phase], [Phase::Warm, Phase::Decide]);
}

#[test]
fn a_person_moves_in_the_middle_of_the_phases() {
    let drawing = "X . .
                   . . .
                   . . O";
    let humans = |drawing| {
        let humans = drawn(drawing, "chinese", "", "", "");
        GameSetup {
            brains: ByColor::new("human", "human").map(|brain| brain.parse().expect("a brain")),
            ..humans
        }
    };
    let mut game = Game::new(&humans(drawing));
    let waits = game.until(Phase::Decide, Color::Black);
    assert_eq!(waits.work, PhaseWork::Decide(None));
    assert_eq!(game.phase(), waits, "there is nothing to go on with");
    game.ask(RequestKind::Move("B2".parse::<Move>().expect("a move")));
    assert!(matches!(game.trace().expect("phases").work, PhaseWork::Decide(Some(_))));
    assert_eq!(game.get::<Occupancy>().standing().black, 1);
    game.until(Phase::Tally, Color::Black);
    // A turn that stops before a choice has not begun.
    game.until(Phase::Decide, Color::White);
    let mut whole = Game::new(&humans(drawing));
    whole.ask(RequestKind::Move("B2".parse::<Move>().expect("a move")));
    for game in [&mut game, &mut whole] {
        game.ask(RequestKind::Paint("A1".parse().expect("a point"), Brush::Black));
        game.ask(RequestKind::Move("C2".parse::<Move>().expect("a move")));
    }
    assert!(game.app.world().get::<Phases>(game.goban).is_none());
    assert_eq!((game.ticks(), game.hash()), (2, whole.hash()));
}

#[test]
fn written_points_match_the_stones() {
    let mut game = Game::new(&setup(6, "netlogo-2016", "netlogo", "netlogo", 5));
    for _ in 0..200 {
        let trace = game.phase();
        if game.over() {
            break;
        }
        let (PhaseWork::Sense(sensing) | PhaseWork::Capture { sensing, .. }) = &trace.work else { continue };
        let occupancy = game.get::<Occupancy>();
        let own = |point| {
            let stone = occupancy.stone(point).expect("it stands");
            game.app.world().get::<OwnLiberties>(stone).expect("liberties").0
        };
        for stone in &sensing.stones {
            assert_eq!(own(stone.point), stone.own.1);
        }
        for stone in &sensing.stale {
            assert_eq!(own(stone.point), stone.own.0);
            assert_eq!(occupancy.own_liberties(occupancy.size().index(stone.point)), stone.own.1);
        }
    }
    assert!(game.get::<GobanSetup>().0.quirks().is_some());
}
