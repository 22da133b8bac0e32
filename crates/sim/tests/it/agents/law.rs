//! The agents' data suffice for the rules of Go: at every ply of random games, their legal moves, eyes,
//! captures, hashes, ends and scores equal those of the referee.

use bevy::ecs::prelude::*;
use rand::{RngExt, SeedableRng};
use stonefield_go::{ByColor, Color, Goal, Move, PRESETS, PlayError, Position, Rules, Size};
use stonefield_minds::{Agents, BrainSpec, Surroundings};
use stonefield_search::Rng;
use stonefield_sim::{
    Brush, GameSetup, GobanSetup, GobanView, Referee, Request, RequestKind, Tally, Witness, agree,
    create_app, reset, seek, spawn_goban, tick,
};

/// Compares all data of a goban's agents with the referee. Returns the number of compared points.
fn compare(world: &mut World, goban: Entity, context: &str) -> usize {
    agree(world, goban).unwrap_or_else(|error| panic!("{context}: {error}"));
    let agents = GobanView::of(world, goban).expect("agents");
    let position = &world.get::<Referee>(goban).expect("a referee").position;
    let rules = position.rules();
    let board = || format!("{context}, {} to move\n{}", position.to_move(), position.setup());
    let size = position.size();
    assert_eq!(agents.to_move(), position.to_move(), "{}", board());
    assert_eq!(agents.ko(), position.ko().map(|point| size.index(point)), "ko: {}", board());
    let mut vacant = agents.vacant().to_vec();
    vacant.sort_unstable();
    let empty = size.points().filter(|&point| position.at(point).is_none());
    assert_eq!(vacant, empty.map(|point| size.index(point) as u32).collect::<Vec<_>>());
    let outcome = world.get::<Tally>(goban).expect("a tally").outcome;
    if rules.quirks.is_none() {
        assert_eq!(outcome, position.outcome(), "{}", board());
        assert_eq!(agents.score_with(&[]), position.score(), "{}", board());
    }
    for color in Color::ALL {
        if outcome.is_none() {
            for action in size.points().map(Move::Play).chain([Move::Pass]) {
                let (own, law) = (agents.check_for(color, action), position.check_for(color, action));
                assert_eq!(own, law, "{color} {action}: {}", board());
            }
        }
        for point in size.points() {
            let eye = agents.is_eye_point(color, size.index(point));
            assert_eq!(eye, position.is_eye_point(color, point), "{color} {point}: {}", board());
        }
    }
    2 * size.area()
}

/// Plays games of a preset and compares at every ply.
fn play(size: Size, rules: Rules, brains: [&str; 2], games: u64) -> usize {
    let [black, white] = brains.map(|brain| brain.parse::<BrainSpec>().expect("a spec"));
    let setup = GameSetup { size, rules, brains: ByColor::new(black, white), ..GameSetup::default() };
    if setup.check().is_err() {
        return 0;
    }
    let mut app = create_app();
    let world = app.world_mut();
    let goban = spawn_goban(world, &setup).expect("a goban");
    let mut compared = 0;
    for game in 0..games {
        reset(world, goban, &GameSetup { game, ..setup.clone() }).expect("a game");
        for ply in 0..4 * size.area() + 20 {
            compared += compare(world, goban, &format!("{size} {}, game {game}, ply {ply}", rules.name));
            if world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some()) {
                break;
            }
            tick(world);
        }
    }
    compared
}

/// Number of games for a board of this area.
const fn games(area: usize) -> u64 {
    match area {
        0..=16 => 40,
        17..=36 => 12,
        37..=81 => 4,
        82..=169 => 2,
        _ => 1,
    }
}

fn presets() -> impl Iterator<Item = Rules> {
    let presets = PRESETS.iter().map(|(name, _)| Rules::preset(name).expect("a preset"));
    let base = Rules::default();
    let atari = Rules::preset("atari-go").expect("a preset");
    presets.chain([Rules { stones_each: Some(20), ..base }, Rules { suicide: true, ..atari }])
}

#[test]
fn random_play_agrees_on_every_small_board() {
    let mut compared = 0;
    for rules in presets() {
        for width in 1..=7 {
            for height in 1..=width {
                let size = Size::new(width, height).expect("a size");
                compared += play(size, rules, ["random", "random"], games(size.area()));
                compared += play(size, rules, ["sensible", "random"], games(size.area()) / 4);
            }
        }
    }
    assert!(compared > 5_000_000, "{compared}");
}

#[test]
fn random_play_agrees_on_larger_boards() {
    let mut compared = 0;
    for (n, rules) in presets().enumerate() {
        for side in 8..=25 {
            // Every preset on every third size.
            if (usize::from(side) + n).is_multiple_of(3) {
                let size = Size::square(side).expect("a size");
                compared += play(size, rules, ["sensible", "sensible"], games(size.area()));
            }
        }
        compared += play(Size::new(7, 19).expect("a size"), rules, ["sensible", "random"], 1);
    }
    assert!(compared > 2_000_000, "{compared}");
}

#[test]
fn agents_and_referee_agree_on_legal_moves_under_every_quirk() {
    let rules = Rules::preset("netlogo-2016").expect("a preset");
    let mut compared = 0;
    for switches in 0..8_u32 {
        let mut quirks = rules.quirks.expect("quirks");
        quirks.eye_taboo = switches & 1 != 0;
        quirks.stale_liberties = switches & 2 != 0;
        quirks.pass_only_when_stuck = switches & 4 != 0;
        for side in [2, 3, 5, 9] {
            let size = Size::square(side).expect("a size");
            let rules = Rules { quirks: Some(quirks), ..rules };
            compared += play(size, rules, ["netlogo", "netlogo"], games(size.area()));
        }
    }
    assert!(compared > 500_000, "{compared}");
}

#[test]
fn agents_and_referee_agree_after_edits_and_passes() {
    let mut rng = Rng::seed_from_u64(3);
    let mut compared = 0;
    for rules in presets().filter(|rules| rules.goal == Goal::Territory) {
        for side in [2, 4, 6] {
            let size = Size::square(side).expect("a size");
            let random = BrainSpec::named("random").expect("a mind");
            let setup = GameSetup {
                size,
                rules,
                brains: ByColor::new(random.clone(), random),
                ..GameSetup::default()
            };
            let mut app = create_app();
            let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
            for round in 0..150 {
                let world = app.world_mut();
                if world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some()) {
                    reset(world, goban, &GameSetup { game: round, ..setup.clone() }).expect("a game");
                }
                match rng.random_range(0..4) {
                    0 => {
                        let board =
                            world.get::<GobanSetup>(goban).map(|setup| setup.0.board()).expect("a board");
                        let point = board.point(rng.random_range(0..board.area() as u32) as usize);
                        let brush = [Brush::Black, Brush::White, Brush::Remove][rng.random_range(0..3_usize)];
                        world.write_message(Request { goban, kind: RequestKind::Paint(point, brush) });
                        app.update();
                    }
                    _ => tick(world),
                }
                compared += compare(app.world_mut(), goban, &format!("{size} {}, round {round}", rules.name));
            }
            let witness = app.world().get::<Witness>(goban).expect("a witness");
            assert_eq!(
                (witness.found, witness.agreed),
                (None, witness.looked),
                "a stroke is not a disagreement"
            );
        }
    }
    assert!(compared > 30_000, "{compared}");
}

/// A position in the middle of a game keeps its history in a new world.
#[test]
fn agents_take_over_a_position_with_its_history() {
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut rng = Rng::seed_from_u64(9);
    let (mut forbidden, mut compared) = (0, 0);
    for _ in 0..400 {
        let mut position = Position::new(Size::square(2).expect("a size"), rules);
        for _ in 0..12 {
            let legal = position.legal_moves();
            position.play_unchecked(legal[rng.random_range(0..legal.len())]);
            if position.is_over() {
                break;
            }
            let spec: BrainSpec = "random".parse().expect("a spec");
            let observation = stonefield_sim::OwnedObservation::of(position.clone(), &spec).expect("a board");
            let agents = observation.as_observation().agents.expect("agents");
            for action in position.size().points().map(Move::Play).chain([Move::Pass]) {
                assert_eq!(
                    agents.is_legal(action),
                    position.is_legal(action),
                    "{action}\n{}",
                    position.setup()
                );
                let superko = matches!(position.check(action), Err(PlayError::Superko(_)));
                forbidden += u32::from(superko);
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000 && forbidden > 100, "{compared}, {forbidden}");
}

/// After a jump along the timeline, the agents still know all positions that superko forbids.
#[test]
fn jumps_along_the_timeline_agree() {
    let mut rng = Rng::seed_from_u64(11);
    let mut forbidden = 0;
    for preset in ["tromp-taylor", "new-zealand", "chinese"] {
        let rules = Rules::preset(preset).expect("a preset");
        let random = BrainSpec::named("random").expect("a mind");
        let brains = ByColor::new(random.clone(), random);
        let setup =
            GameSetup { size: Size::square(2).expect("a size"), rules, brains, ..GameSetup::default() };
        let mut app = create_app();
        let world = app.world_mut();
        let goban = spawn_goban(world, &setup).expect("a goban");
        for game in 0..60 {
            reset(world, goban, &GameSetup { game, ..setup.clone() }).expect("a game");
            for round in 0..40 {
                if round % 4 == 3 {
                    let now = world.get::<Tally>(goban).expect("a tally").tick;
                    seek(world, goban, rng.random_range(0..=now));
                } else {
                    tick(world);
                }
                compare(world, goban, &format!("{preset}, game {game}, round {round}"));
                let agents = GobanView::of(world, goban).expect("agents");
                let returns = |point| matches!(agents.check(Move::Play(point)), Err(PlayError::Superko(_)));
                forbidden += setup.size.points().filter(|&point| returns(point)).count();
            }
        }
    }
    assert!(forbidden > 100, "{forbidden}");
}
