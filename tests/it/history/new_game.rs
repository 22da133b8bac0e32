//! A new game is new for the minds too: the last game does not affect them, and engines keep running.

use stonefield_testing as support;

use crate::support::gtp::Engine;
use crate::support::observation::observation;
use std::path::Path;
use stonefield_go::{ByColor, Move, Position, Rules, Size};
use stonefield_minds::{Answer, BRAINS, Brain, BrainSpec, Observation};
use stonefield_search::{Dice, Purpose, StopWatch, Thought};
use stonefield_sim::{Advice, GameSetup, Request, RequestKind, create_app, reset, spawn_goban, tick};
use stonefield_testing::scratch::Scratch;

/// Moves with their visits in the engine's last report.
fn visits(report: &str) -> Vec<String> {
    let last = report.lines().rfind(|line| line.starts_with("info ")).expect("an analysis");
    let words: Vec<&str> = last.split_whitespace().collect();
    words.windows(4).filter(|four| four[0] == "move" && four[2] == "visits").map(<[&str]>::concat).collect()
}

/// Analysis and move of the engine.
fn thinks(engine: &mut Engine) -> (Vec<String>, String) {
    let report = engine.tell("kata-genmove_analyze b 1000");
    let played = report.lines().find_map(|line| line.strip_prefix("play ")).expect("a move").to_owned();
    (visits(&report), played)
}

#[test]
fn a_tree_is_not_kept_for_another_game() {
    let folder = Scratch::new("new-game");
    let load = format!("loadsgf {}", folder.file("record.sgf", "(;GM[1]FF[4]SZ[5]KM[7.5])"));
    for brain in ["mcts:playouts=400", "mix:a=[mcts:playouts=400],b=random,p=0"] {
        let start = || Engine::stonefield(&["--size", "5", "--seed", "7", "--brain", brain]);
        let first = thinks(&mut start());
        for anew in ["clear_board", "boardsize 5", &load] {
            // The second game of the seed, after a game with a search and after one without.
            let (mut engine, mut fresh) = (start(), start());
            assert_eq!(thinks(&mut engine), first);
            engine.tell(anew);
            fresh.tell("play w A1");
            fresh.tell(anew);
            let second = thinks(&mut engine);
            assert_eq!(second, thinks(&mut fresh), "{anew}");
            assert_ne!(second, first, "the next game of the seed has other chance");
            // The first game of the seed again.
            engine.tell(anew);
            engine.tell("stonefield-seed 7");
            assert_eq!(thinks(&mut engine), first, "{anew}");
            assert!(engine.close().1);
        }
    }
}

#[test]
fn the_same_games_come_one_after_the_other_and_alone() {
    let moves = |engine: &mut Engine| -> Vec<String> {
        (0..12).map(|ply| engine.tell(if ply % 2 == 0 { "genmove b" } else { "genmove w" })).collect()
    };
    let start = || Engine::stonefield(&["--size", "5", "--seed", "3", "--brain", "mcts:playouts=60"]);
    let mut engine = start();
    let games: Vec<Vec<String>> = (0..3)
        .map(|_| {
            engine.tell("clear_board");
            moves(&mut engine)
        })
        .collect();
    assert_ne!(games[0], games[1]);
    for game in &games {
        engine.tell("clear_board");
        engine.tell("stonefield-seed 3");
        let again = moves(&mut engine);
        assert_eq!(again, games[0], "{game:?}");
    }
    assert_eq!(moves(&mut start()), games[0]);
}

fn choose(mind: &mut dyn Brain, position: &Position, turn: u32) -> (Answer, Option<Thought>) {
    let observation = observation(position);
    let seen = Observation { turn, ..observation.as_observation() };
    let mut thought = None;
    let mut watch =
        StopWatch::new(|| 0.0, || false).with_thoughts(true, |latest| thought = Some(latest.clone()));
    let rng = Dice::new(1, 0, 0).rng(turn.into(), Some(position.to_move()), Purpose::Think);
    (mind.choose(&seen, rng, &mut watch), thought)
}

#[test]
fn after_a_game_every_mind_equals_a_new_one() {
    for info in BRAINS.iter().filter(|info| !info.human && !info.external) {
        let spec = match info.name {
            "mcts" => "mcts:playouts=80".to_owned(),
            "monte-carlo" => "monte-carlo:games=2".to_owned(),
            "negamax" => "negamax:depth=2".to_owned(),
            "temperature" => "temperature:keep=on".to_owned(),
            "mix" => "mix:a=[mcts:playouts=50],b=[negamax:depth=2],p=0.5".to_owned(),
            name => name.to_owned(),
        };
        let spec: BrainSpec = spec.parse().or_else(|_| info.name.parse()).expect("a spec");
        let (mut old, size) = (spec.build(), Size::square(5).expect("a size"));
        let game = |mind: &mut dyn Brain| {
            let mut position = Position::new(size, Rules::default());
            let mut told = Vec::new();
            for turn in 0..5 {
                for _ in 0..2 {
                    told.push(choose(mind, &position, turn));
                    let action = match told.last() {
                        Some((Answer::Move(action), _)) if position.is_legal(*action) => *action,
                        _ => Move::Pass,
                    };
                    if position.is_over() || position.try_play(action).is_err() {
                        return told;
                    }
                }
            }
            told
        };
        let first = game(old.as_mut());
        old.new_game();
        assert!(game(old.as_mut()) == first, "{spec}");
        assert!(game(spec.build().as_mut()) == first, "{spec}");
    }
}

/// Mock engine that logs its commands in a file of this folder.
struct Mock(Scratch);

impl Mock {
    fn new(name: &str) -> Option<Self> {
        support::require("python3").then(|| Self(Scratch::new(name)))
    }

    fn spec(&self) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/mock.py");
        format!("gtp:[python3 '{}' setup 'log={}']", script.display(), self.0.plain("log"))
    }

    /// Number of starts, and the logged lines with these words, without ids.
    fn heard(&self, words: &[&str]) -> (usize, Vec<String>) {
        let text = self.0.text("log");
        let plain =
            text.lines().map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' '));
        let lines = plain.clone().filter(|line| words.iter().any(|word| line.starts_with(word)));
        (plain.filter(|line| line.starts_with("pid ")).count(), lines.map(str::to_owned).collect())
    }
}

const TOLD: [&str; 4] = ["clear_board", "undo", "genmove", "play"];

#[test]
fn a_program_is_told_of_a_new_game_and_goes_on_running() {
    let Some(mock) = Mock::new("session") else { return };
    let mut engine = Engine::stonefield(&["--size", "5", "--brain", &mock.spec()]);
    engine.tell("genmove b");
    engine.tell("undo");
    engine.tell("clear_board");
    engine.tell("genmove b");
    assert_eq!(
        mock.heard(&TOLD),
        (1, ["clear_board", "genmove b"].repeat(2).into_iter().map(str::to_owned).collect())
    );
    assert!(engine.close().1);
}

#[test]
fn a_program_at_a_board_is_told_of_a_new_game_and_goes_on_running() {
    let Some(mock) = Mock::new("board") else { return };
    let size = Size::square(5).expect("a size");
    let brains = ByColor::new(mock.spec().parse().expect("a spec"), "sensible".parse().expect("a spec"));
    let setup = GameSetup { size, brains, ..GameSetup::default() };
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    for _ in 0..2 {
        tick(app.world_mut());
        reset(app.world_mut(), goban, &setup).expect("a game");
    }
    assert_eq!(
        mock.heard(&TOLD),
        (1, ["clear_board", "genmove b"].repeat(2).into_iter().map(str::to_owned).collect())
    );
}

#[test]
fn advice_in_a_new_game_is_what_it_was_in_the_first() {
    let size = Size::square(5).expect("a size");
    let mut app = create_app();
    let setup = GameSetup { size, ..GameSetup::default() };
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    let adviser: BrainSpec = "mcts:playouts=200".parse().expect("a spec");
    let mut asked = |request: RequestKind| {
        app.world_mut().write_message(Request { goban, kind: request });
        app.update();
        let thought = app.world().get::<Advice>(goban).and_then(|advice| advice.thought().cloned());
        thought.map(|thought| {
            thought.candidates.iter().map(|known| (known.action, known.visits)).collect::<Vec<_>>()
        })
    };
    let first = asked(RequestKind::Advise(Some(adviser.clone())));
    assert!(first.is_some());
    assert_eq!(asked(RequestKind::Reset(Box::new(setup))), None, "what was said of the last game is gone");
    assert_eq!(asked(RequestKind::Advise(Some(adviser))), first);
}
