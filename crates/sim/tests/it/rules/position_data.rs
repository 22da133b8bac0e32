//! A position that is serialized and parsed continues the same game with the same random numbers.

use crate::support::observation::observation;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use stonefield_go::{Color, Move, Point, Position, Rules, Setup, Size};
use stonefield_minds::BrainSpec;
use stonefield_search::playout::measure_playouts;
use stonefield_search::policy::Policy;
use stonefield_search::{Dice, Purpose, Rng, RngAddress, Unwatched};

fn again(position: &Position) -> Position {
    let text = serde_json::to_string(position).expect("written");
    let read: Position = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&read).expect("written"), text, "what is read is written the same");
    read
}

/// Returns all visible data of a position, except its origin.
fn describe(position: &Position) -> String {
    let size = position.size();
    let points = || size.points();
    let empty: Vec<Point> = (0..position.empty_count()).map(|i| position.nth_empty(i)).collect();
    let turns: Vec<_> = position.turns().collect();
    let chains: Vec<_> = points().map(|it| position.chain(it)).collect();
    let liberties: Vec<_> =
        points().map(|it| (position.liberties(it), position.pseudo_liberties(it))).collect();
    let eyes: Vec<_> = Color::ALL
        .into_iter()
        .flat_map(|color| points().map(move |it| position.is_eye_point(color, it)))
        .collect();
    let legal =
        Color::ALL.map(|color| points().map(|it| position.check_for(color, it.into())).collect::<Vec<_>>());
    let counts =
        (position.ply(), position.passes(), position.last_move(), position.stones(), position.hash());
    let more =
        (position.captured_by(), position.placed(), position.ko(), position.outcome(), position.score());
    format!(
        "{}{} {:?} {counts:?} {more:?} {turns:?} {empty:?} {chains:?} {liberties:?} {eyes:?} {legal:?} {:?}",
        position.setup(),
        position.to_move(),
        position.rules(),
        position.legal_moves(),
    )
}

/// Draws a random move by its index among the empty points.
fn drawn(position: &Position, rng: &mut Rng) -> Move {
    for _ in 0..20 {
        if position.empty_count() == 0 || rng.random_bool(0.03) {
            break;
        }
        let action = Move::Play(position.nth_empty(rng.random_range(0..position.empty_count())));
        if position.is_legal(action) {
            return action;
        }
    }
    Move::Pass
}

/// Plays random moves.
fn play_stones(position: &mut Position, stones: usize, rng: &mut Rng) {
    let mut left = stones;
    while left > 0 {
        let point = position.nth_empty(rng.random_range(0..position.empty_count()));
        left -= usize::from(position.try_play(point.into()).is_ok());
    }
}

/// Changes a position: mostly a turn, sometimes an edit.
fn step(position: &mut Position, rng: &mut Rng) {
    let size = position.size();
    let any = size.point(rng.random_range(0..size.area()));
    let color = Color::ALL[rng.random_range(0..2)];
    match rng.random_range(0..60) {
        0 => position.put(any, color),
        1 => position.lift(any),
        2 | 3 => position.hand_turn(color),
        4 => position.set_ko(rng.random_bool(0.5).then_some(any)),
        5 | 6 => {
            *position = taken_back(position);
        }
        7 => position.resume(),
        8 => position.set_to_move(color),
        9 => {
            position.remember_origin();
        }
        // Records may contain illegal moves.
        10 if position.at(any).is_none() => {
            let _ = position.play_as_unchecked(color, any.into());
        }
        11 => {
            let _ = position.play_as_unchecked(color, Move::Pass);
        }
        _ => {
            let action = drawn(position, rng);
            let _ = position.try_play(action);
        }
    }
}

/// Returns the position before its last turn, if it has one.
fn taken_back(position: &Position) -> Position {
    let turns: Vec<_> = position.turns().collect();
    let mut back = position.origin().into_owned();
    for turn in turns.iter().take(turns.len().saturating_sub(1)) {
        back.play_as_unchecked(turn.color, turn.action);
    }
    back
}

fn assert_same(original: &Position, read: &Position, what: &str) {
    assert_eq!(describe(original), describe(read), "{what}");
    assert_eq!(describe(&original.origin()), describe(&read.origin()), "{what}: the origin");
    assert!(original.is_continuation_of(read) && read.is_continuation_of(original), "{what}");
}

/// Checks that a position and its parsed copy behave alike.
fn assert_alike(original: &Position, n: u64) {
    let read = again(original);
    let what = format!("case {n}");
    assert_same(original, &read, &what);
    let [mut one, mut other] = [original.clone(), read.clone()];
    let mut rngs = [(); 2].map(|()| Rng::seed_from_u64(n));
    for ply in 0..30 {
        for (position, rng) in [&mut one, &mut other].into_iter().zip(&mut rngs) {
            if position.is_over() {
                position.resume();
            }
            let action = drawn(position, rng);
            let _ = position.try_play(action);
        }
        if ply % 6 == 5 {
            assert_same(&one, &other, &format!("{what}, {ply} plies on"));
        }
    }
    [one, other] = [one, other].map(|position| taken_back(&position));
    assert_same(&one, &other, &format!("{what}, one taken back"));
    let suicide = original.rules().suicide;
    let playouts = |position| measure_playouts(position, Policy::HEAVY, suicide, 3, n);
    // Playouts need boards without chains that have no liberty.
    if original.origin().without_dead_chains().1.is_empty() && original.without_dead_chains().1.is_empty() {
        assert_eq!(playouts(original), playouts(&read), "{what}: playouts");
    }
    if original.is_over() || original.size().area() > 200 || !n.is_multiple_of(3) {
        return;
    }
    for spec in ["mcts:playouts=30", "negamax:depth=1", "monte-carlo:games=1", "swarm", "temperature:keep=on"]
    {
        let spec: BrainSpec = spec.parse().expect("a spec");
        let chance = RngAddress {
            dice: Dice::new(n, 0, 0),
            tick: 1,
            color: Some(original.to_move()),
            purpose: Purpose::Think,
        };
        let [answer, same] = [original, &read].map(|position| {
            spec.build().choose(&observation(position).as_observation(), chance.rng(), &mut Unwatched)
        });
        assert_eq!(answer, same, "{what}: {spec}");
    }
}

const SIZES: [(u16, u16); 9] = [(1, 1), (1, 7), (2, 2), (3, 5), (5, 5), (9, 9), (13, 7), (19, 19), (40, 30)];

#[test]
fn a_parsed_position_continues_as_the_original() {
    let presets: Vec<&str> = Rules::names().collect();
    for n in 0..7 * 9 {
        let rng = &mut Rng::seed_from_u64(n);
        let (width, height) = SIZES[n as usize % SIZES.len()];
        let size = Size::new(width, height).expect("a size");
        let mut rules = Rules::preset(presets[n as usize / SIZES.len()]).expect("a preset");
        rules.komi = rng.random_range(-9.0..9.0);
        rules.stones_each = rng.random_bool(0.1).then_some(40);
        let mut position = Position::new(size, rules);
        if rng.random_bool(0.3) {
            let mut setup = Setup::empty(size);
            for point in size.points() {
                setup.set(point, [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3)]);
            }
            position = Position::from_setup_unchecked(&setup, rules);
        } else if rng.random_bool(0.3) {
            // Small boards have no handicap points.
            let _ = position.place_handicap(4);
        }
        for _ in 0..4 {
            for _ in 0..rng.random_range(0..=size.area().min(120)) {
                step(&mut position, rng);
            }
            assert_alike(&position, n);
        }
    }
}

#[test]
fn an_invalid_position_is_refused() {
    let mut position = Position::new(Size::new(4, 3).expect("a size"), Rules::default());
    for vertex in ["A1", "B1", "C2"] {
        position.try_play(vertex.parse().expect("a point")).expect("legal");
    }
    position.put(Point::new(0, 1), Color::Black);
    position.try_play("D3".parse().expect("a point")).expect("legal");
    let sound = serde_json::to_value(&position).expect("written");
    let read = |value: Value| {
        serde_json::from_value::<Position>(value).map(|it| describe(&it)).map_err(|e| e.to_string())
    };
    assert_eq!(read(sound.clone()), Ok(describe(&position)));
    let mut wrong = Vec::new();
    let huge = json!(u32::MAX);
    for (place, value, word) in [
        ("/size", json!({"width": 0, "height": 3}), "out of range"),
        ("/size", json!({"width": 1025, "height": 3}), "out of range"),
        ("/size", json!({"width": 5, "height": 3}), "points are given"),
        ("/size", json!({"width": 2, "height": 3}), "not on a 2x3 board"),
        ("/size", json!({"width": 1024, "height": 1024}), "points are given"),
        ("/rules/name", json!("chinees"), "no rules 'chinees'"),
        ("/rules/komi", json!(null), "f64"),
        ("/rules/ko", json!("Sometimes"), "unknown variant"),
        ("/rules", json!(7), "invalid type"),
        ("/chains/black", json!([]), "points are given"),
        ("/chains/black", json!([[], [0, 4], [6]]), "a chain without stones"),
        ("/chains/black", json!([[0, 4, 99]]), "point 99"),
        ("/chains/black", json!([[0, 4, 4]]), "there twice"),
        ("/chains/black", json!([[0], [4], [6]]), "broken"),
        ("/chains/black", json!([[0, 4, 6]]), "broken"),
        ("/empty", json!([]), "points are given"),
        ("/empty", json!([-5]), "begins nowhere"),
        ("/empty", json!([2, i32::MIN]), "there twice"),
        ("/empty", json!([11, i32::MIN]), "point 12"),
        ("/empty", json!([i32::MAX]), "is not on"),
        ("/empty", json!([0]), "there twice"),
        ("/state/ply", huge.clone(), "a count of"),
        ("/state/ply", json!(-1), "invalid value"),
        ("/state/ko", json!({"x": 4, "y": 0}), "E1 is not on"),
        ("/state/last", json!({"Play": {"x": 0, "y": 3}}), "A4 is not on"),
        ("/since/turns", json!([26]), "not on a 4x3 board"),
        ("/since/turns", huge.clone(), "invalid type"),
        ("/since/turns", json!([u32::MAX]), "not on a 4x3 board"),
        ("/since/turns", json!([0]), "where a stone stands"),
        ("/since/turns", json!([22, 23]), "where a stone stands"),
        ("/since/state/passes", huge.clone(), "a count of"),
        ("/since/state/placed/white", huge.clone(), "a count of"),
        ("/since/state/prisoners/black", huge, "a count of"),
        ("/since/state/ko", json!({"x": 65535, "y": 65535}), "is not on"),
        ("/since/state/outcome", json!({"Win": {"winner": "Grey", "by": "Capture"}}), "unknown variant"),
        ("/since/state", json!({}), "missing field"),
    ] {
        let mut broken = sound.clone();
        *broken.pointer_mut(place).unwrap_or_else(|| panic!("no {place} in {sound}")) = value.clone();
        let refused = read(broken);
        if !refused.as_ref().is_err_and(|error| error.contains(word)) {
            wrong.push(format!("{place} = {value}: {refused:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let text = sound.to_string();
    for end in (0..text.len()).step_by(7) {
        assert!(serde_json::from_str::<Position>(&text[..end]).is_err(), "{}", &text[..end]);
    }
    for text in ["null", "[]", "{}", "7", "\"\""] {
        assert!(serde_json::from_str::<Position>(text).is_err(), "{text}");
    }
}

#[test]
fn a_game_takes_little_memory() {
    let mut position = Position::new(Size::default(), Rules::default());
    let rng = &mut Rng::seed_from_u64(1);
    play_stones(&mut position, 200, rng);
    let bytes = serde_json::to_string(&position).expect("written").len();
    assert!(bytes < 2500, "{bytes} bytes");
}

/// `cargo test --release --test it rules::position_data -- --ignored --nocapture` prints the time it takes.
#[test]
#[ignore = "a measurement"]
fn figures() {
    let clock = |what: &str, position: &Position| {
        let began = std::time::Instant::now();
        let text = serde_json::to_string(position).expect("written");
        let written = began.elapsed();
        let began = std::time::Instant::now();
        let read: Position = serde_json::from_str(&text).expect("read");
        println!("{what}: {} bytes, written in {written:?}, read in {:?}", text.len(), began.elapsed());
        assert_eq!(read.hash(), position.hash());
    };
    let rng = &mut Rng::seed_from_u64(1);
    let mut game = Position::new(Size::default(), Rules::default());
    play_stones(&mut game, 200, rng);
    clock("19x19, 200 turns", &game);
    let large = Size::square(1024).expect("a size");
    let mut game = Position::new(large, Rules::default());
    clock("1024x1024, empty", &game);
    play_stones(&mut game, 400_000, rng);
    clock("1024x1024, 400,000 turns", &game);
    game.put(game.nth_empty(0), Color::Black);
    clock("1024x1024, as many stones and no turns", &game);
}
