//! Swarm: percepts are those of the agents, bids add up, and no stone perceives beyond its radius.

use crate::support::observation::observation;
use crate::support::world;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use stonefield_go::{ByColor, Color, Move, Point, Position, Rules, Setup, Size};
use stonefield_minds::rules::swarm::SwarmParams;
use stonefield_minds::{Answer, Brain, BrainSpec};
use stonefield_search::{Dice, Motive, ParamKind, Purpose, Rng, StopWatch, Thought, Unwatched, Value};
use stonefield_sim::{GameSetup, play_out};

fn mind(spec: &str) -> Box<dyn Brain> {
    spec.parse::<BrainSpec>().expect("a spec").build()
}

fn rng(throw: u64) -> Rng {
    Dice::new(4, 0, 0).rng(throw, None, Purpose::Think)
}

/// Returns the move and the last thought.
fn ask(mind: &mut dyn Brain, position: &Position, throw: u64) -> (Move, Thought) {
    let mut thought = None;
    let mut watch =
        StopWatch::new(|| 0.0, || false).with_thoughts(true, |latest| thought = Some(latest.clone()));
    match mind.choose(&observation(position).as_observation(), rng(throw), &mut watch) {
        Answer::Move(action) => (action, thought.expect("a thought")),
        other => panic!("{other:?}"),
    }
}

fn drawn(diagram: &str, rules: &str, to_move: Color) -> Position {
    let mut setup: Setup = diagram.parse().expect("a diagram");
    setup.to_move = to_move;
    Position::from_setup(&setup, Rules::preset(rules).expect("a preset")).expect("a position")
}

/// Positions of random play, with few to many stones.
fn positions(side: u16, rules: &str) -> Vec<Position> {
    let mut rng = Rng::seed_from_u64(u64::from(side));
    let mut all = Vec::new();
    let size = Size::square(side).expect("a size");
    let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
    for ply in 0..size.area() * 2 {
        let points: Vec<Move> =
            position.legal_moves().into_iter().filter(|action| action.point().is_some()).collect();
        if points.is_empty() {
            break;
        }
        position.play_unchecked(points[rng.random_range(0..points.len())]);
        if ply % 3 == 1 {
            all.push(position.clone());
        }
    }
    all
}

const SPECS: [&str; 7] = [
    "swarm",
    "swarm:arbiter=max",
    "swarm:arbiter=vote",
    "swarm:arbiter=auction",
    "swarm:arbiter=random",
    "swarm:radius=7,softmax=2",
    "swarm:radius=2,rash=1,least=0",
];

/// Returns the liberties of the chain on a point, each once; none for a vacant point.
fn liberties(position: &Position, point: Point) -> BTreeSet<Point> {
    let chain = position.chain(point).into_iter();
    let around = chain.flat_map(|stone| position.size().neighbours(stone));
    around.filter(|&next| position.at(next).is_none()).collect()
}

fn apart(a: Point, b: Point) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

#[test]
fn bids_add_up_to_the_score_of_every_candidate() {
    let mut checked = 0;
    for text in SPECS {
        let mut mind = mind(text);
        let spec: BrainSpec = text.parse().expect("a spec");
        let reach = spec.read::<SwarmParams>().radius - 1;
        for rules in ["chinese", "tromp-taylor", "netlogo-2016"] {
            for (throw, position) in (0..).zip(positions(9, rules)) {
                let (action, thought) = ask(mind.as_mut(), &position, throw);
                assert!(position.is_legal(action));
                let Some(chosen) = thought.bids.first() else { continue };
                assert_eq!(thought.candidates[0].action, action, "what is chosen stands first");
                assert_eq!(Move::Play(chosen.to), action);
                let mut order = Vec::new();
                for bid in &thought.bids {
                    assert_eq!(position.at(bid.from), Some(position.to_move()), "own stones bid");
                    assert!(apart(bid.from, bid.to) <= reach, "{text}: {bid:?} is out of reach");
                    assert!(bid.weight > 0.0);
                    if order.last() != Some(&Move::Play(bid.to)) {
                        order.push(Move::Play(bid.to));
                    }
                }
                let candidates: Vec<Move> =
                    thought.candidates.iter().map(|candidate| candidate.action).collect();
                assert_eq!(order, candidates, "bids come in the order of the candidates");
                for candidate in &thought.candidates {
                    assert!(position.is_legal(candidate.action), "{text}: {}", candidate.action);
                    let point = candidate.action.point().expect("a point");
                    assert!(!position.is_eye_point(position.to_move(), point));
                    let sum: f64 = thought.bids_for(point).map(|bid| f64::from(bid.weight)).sum();
                    let score = candidate.score.expect("a score");
                    assert!((sum - score).abs() <= 1e-5 * score.max(1.0), "{text}: {sum} for {score}");
                    checked += 1;
                }
                assert_eq!(thought.reason, words(&thought, chosen.to), "{text}");
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// Computes the expected reason text from the reported bids.
fn words(thought: &Thought, point: Point) -> String {
    let stones: BTreeSet<Point> = thought.bids_for(point).map(|bid| bid.from).collect();
    let mut sums: BTreeMap<Motive, f32> = BTreeMap::new();
    let mut bids: Vec<_> = thought.bids_for(point).collect();
    bids.sort_by_key(|bid| (bid.from.y, bid.from.x));
    for bid in bids {
        *sums.entry(bid.motive).or_default() += bid.weight;
    }
    // The text sorts motives by size. The order of addition differs here, so nearly equal ones may be
    // swapped.
    let reason = thought.reason.split(": ").nth(1).unwrap_or_default();
    let mut order: Vec<Motive> = reason
        .split(", ")
        .filter_map(|part| Motive::ALL.into_iter().find(|motive| part.starts_with(motive.word())))
        .collect();
    assert!(order.windows(2).all(|pair| sums[&pair[0]] >= sums[&pair[1]] - 1e-4), "{}", thought.reason);
    order.sort();
    assert_eq!(order, sums.keys().copied().collect::<Vec<_>>(), "{}", thought.reason);
    let parts: Vec<String> = reason
        .split(", ")
        .map(|part| {
            let motive =
                Motive::ALL.into_iter().find(|motive| part.starts_with(motive.word())).expect("a motive");
            let sum = sums[&motive];
            let stated: f32 =
                part.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number");
            assert!((stated - sum).abs() <= 0.0501, "{part} for {sum}");
            part.to_owned()
        })
        .collect();
    let who = if stones.len() == 1 { "1 stone".to_owned() } else { format!("{} stones", stones.len()) };
    format!("{who}: {}", parts.join(", "))
}

/// Returns the bids of one stone, by point and motive.
fn bids_of(thought: &Thought, from: Point) -> Vec<(Point, Motive, u32)> {
    let bids = thought.bids.iter().filter(|bid| bid.from == from);
    let mut bids: Vec<_> = bids.map(|bid| (bid.to, bid.motive, bid.weight.to_bits())).collect();
    bids.sort_unstable();
    bids
}

/// A stone placed far away changes no bids of a stone. Far means the radius plus two steps, as heat spreads
/// that far. Groups within the radius must have the same liberties, as a stone receives those from its group.
#[test]
fn no_stone_perceives_beyond_its_radius() {
    let rules = Rules::preset("chinese").expect("rules");
    let mut rng = Rng::seed_from_u64(8);
    let (mut compared, mut nearer) = (0, 0);
    for radius in [2_u16, 3, 4] {
        let mut mind = mind(&format!("swarm:radius={radius}"));
        for position in positions(13, "chinese").into_iter().take(40) {
            // Without history, so that ko forbids nothing.
            let before = Position::from_setup_unchecked(&position.setup(), rules);
            let empty: Vec<Point> = (0..before.empty_count()).map(|i| before.nth_empty(i)).collect();
            let far = empty[rng.random_range(0..empty.len())];
            let mut setup = before.setup();
            setup.set(far, Some(if rng.random::<bool>() { Color::Black } else { Color::White }));
            let Ok(after) = Position::from_setup(&setup, rules) else { continue };
            let (_, thought) = ask(mind.as_mut(), &before, 1);
            let (_, thought_after) = ask(mind.as_mut(), &after, 1);
            for stone in before.size().points().filter(|&point| before.at(point) == Some(before.to_move())) {
                let within = before.size().points().filter(|&point| apart(point, stone) <= radius);
                let felt = |position: &Position, point| {
                    (position.pseudo_liberties(point), liberties(position, point))
                };
                let same = within.clone().all(|point| felt(&before, point) == felt(&after, point));
                let alike = bids_of(&thought, stone) == bids_of(&thought_after, stone);
                if apart(stone, far) > radius + 2 && same {
                    assert!(alike, "radius {radius}: {far} changes what {stone} bids in\n{}", before.setup());
                    compared += 1;
                } else if apart(stone, far) <= 1 && !alike {
                    nearer += 1;
                }
            }
        }
    }
    assert!(compared > 1000 && nearer > 100, "{compared} far, {nearer} near");
}

#[test]
fn a_colour_without_stones_plays_the_coldest_point() {
    let lone = drawn(
        "O . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .",
        "chinese",
        Color::Black,
    );
    let mut chosen = BTreeSet::new();
    for throw in 0..200 {
        let (action, thought) = ask(mind("swarm").as_mut(), &lone, throw);
        assert!(thought.bids.is_empty());
        assert_eq!(thought.reason, "no stone of the colour stands: the coldest point");
        chosen.insert(action.to_string());
    }
    // Points from the third line on, which the heat of A7 does not reach.
    for name in ["C3", "D3", "E5", "E4", "D4"] {
        assert!(chosen.contains(name), "{chosen:?}");
    }
    assert!(chosen.iter().all(|name| ["3", "4", "5"].iter().any(|row| name.ends_with(row))), "{chosen:?}");
}

#[test]
fn each_weight_leads_to_its_kind_of_move() {
    // All other weights are 0.
    let only = |weights: &str| {
        let mut spec = BrainSpec::named("swarm").expect("listed");
        for name in [
            "flee", "extend", "connect", "capture", "atari", "surround", "press", "shape", "eye", "spoil",
            "spread", "heat", "least",
        ] {
            spec.set(name, Value::Float(0.0)).expect("in range");
        }
        for (name, value) in weights.split(',').filter_map(|entry| entry.split_once('=')) {
            spec.set_text(name, value).expect("in range");
        }
        spec.to_string()
    };
    for (weights, motive, diagram, expected) in [
        // Leaves atari, or captures the attackers.
        ("flee=1", Motive::Flee, ". . . . .\n. O O . .\nO X . . .\n. O . . .\n. . . . .", "C3"),
        ("flee=1", Motive::Flee, ". . . . .\n. X O X .\n. O X O .\n. . . . .\n. . . . .", "C5 C2"),
        ("capture=1", Motive::Strike, ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .", "C3"),
        ("atari=1", Motive::Strike, ". . . . .\n. X X . .\n. O O . .\n. X X . .\n. . . . .", "A3 D3"),
        ("connect=1", Motive::Connect, ". . . . .\n. X . X .\n. O . O .\n. . . . .\n. . . . .", "C4"),
        ("eye=1", Motive::Eye, "X X . . .\n. . . . .\nX X . . .\n. . . . .\n. . . . .", "B4"),
        ("surround=1", Motive::Surround, ". . . . .\n. . . . .\n. X O . .\n. . . . .\n. . . . .", "C2 C4"),
        ("extend=1,ease=9", Motive::Extend, ". . . . .\n. O . . .\nO X . . .\n. O . . .\n. . . . .", "C3"),
    ] {
        let position = drawn(diagram, "chinese", Color::Black);
        let (action, thought) = ask(mind(&only(weights)).as_mut(), &position, 1);
        assert!(thought.bids.iter().all(|bid| bid.motive == motive), "{weights}: {:?}", thought.bids);
        assert!(expected.contains(&action.to_string()), "{weights}: {action} in\n{diagram}");
        let wanted: Vec<String> =
            thought.candidates.iter().map(|candidate| candidate.action.to_string()).collect();
        for name in expected.split(' ') {
            assert!(wanted.contains(&name.to_owned()), "{weights}: {wanted:?} in\n{diagram}");
        }
    }
    let rows = [". . . . . . . . ."; 4].join("\n");
    let lone = drawn(&format!("{rows}\n. . . . X . . . .\n{rows}"), "chinese", Color::Black);
    let cold = ask(mind(&only("spread=1")).as_mut(), &lone, 1).0.point().expect("a point");
    let hot = ask(mind(&only("heat=1")).as_mut(), &lone, 1).0.point().expect("a point");
    let stone = Point::new(4, 4);
    assert!(apart(cold, stone) >= 2 && apart(hot, stone) == 1, "{cold} and {hot}");
}

#[test]
fn the_same_seed_gives_the_same_move_and_reason() {
    for text in SPECS {
        let (mut one, mut other) = (mind(text), mind(text));
        for (throw, position) in (0..).zip(positions(7, "chinese")) {
            let first = ask(one.as_mut(), &position, throw);
            assert_eq!(ask(one.as_mut(), &position, throw), first, "{text}: asked twice");
            assert_eq!(ask(other.as_mut(), &position, throw), first, "{text}: asked of another");
            let silent = other.choose(&observation(&position).as_observation(), rng(throw), &mut Unwatched);
            assert_eq!(silent, Answer::Move(first.0), "{text}: nobody listens");
        }
    }
}

/// Every parameter in the panel has an effect: with another value the mind chooses, bids or says something
/// else on at least one board. Every parameter with an effect is in the panel.
#[test]
fn every_parameter_has_an_effect() {
    let positions = positions(9, "chinese");
    let does = |spec: &BrainSpec| {
        let mut mind = spec.build();
        let asked = (0..).zip(&positions).map(|(throw, position)| ask(mind.as_mut(), position, throw));
        asked.map(|(action, thought)| (action, thought.bids, thought.reason)).collect::<Vec<_>>()
    };
    let usual = BrainSpec::named("swarm").expect("listed");
    let done = does(&usual);
    let usual_params = format!("{:?}", usual.read::<SwarmParams>());
    let fields = usual_params.matches(": ").count();
    assert_eq!(fields, usual.info().params.len(), "{usual_params}");
    for param in usual.info().params {
        let other = match param.kind {
            ParamKind::Int { max, .. } => Value::Int(max),
            ParamKind::Float { max, default, min } => Value::Float(if default == max { min } else { max }),
            ParamKind::Choice { options, .. } => Value::Choice(options[options.len() - 1]),
            ParamKind::Switch { default } => Value::Switch(!default),
            ParamKind::Text { .. } => panic!("no slider"),
        };
        let mut changed = usual.clone();
        changed.set(param.name, other).expect("in range");
        let after = format!("{:?}", changed.read::<SwarmParams>());
        let differs = |a: &str, b: &str| a.split(", ").zip(b.split(", ")).filter(|(a, b)| a != b).count();
        assert_eq!(differs(&usual_params, &after), 1, "{}: {after}", param.name);
        let field = after.split(", ").zip(usual_params.split(", ")).find(|(a, b)| a != b).expect("one").0;
        assert!(
            field.trim_start_matches("SwarmParams { ").starts_with(param.name),
            "{}: {field}",
            param.name
        );
        assert_ne!(does(&changed), done, "{} changes nothing that the mind does", param.name);
        assert_ne!(param.about, "");
    }
}

/// Before it passes it captures dead stones, which count under area scoring. It keeps its eyes.
#[test]
fn the_swarm_captures_dead_stones_and_then_passes() {
    for seed in 0..10 {
        let mut game = drawn(
            ". . . . X . O . .
             . O . . X . O O .
             . . . . X O O . .
             . . . . X X O . .
             X X X X X . O O O
             . X . X O O O . .
             X X X X O . . O .
             X . X O O . O . .
             . X X O . . . . .",
            "chinese",
            Color::Black,
        );
        let mut mind = mind("swarm");
        for ply in 0..200 {
            if game.is_over() {
                break;
            }
            let black = game.to_move() == Color::Black;
            let action = if black { ask(mind.as_mut(), &game, 1000 * seed + ply).0 } else { Move::Pass };
            if let Some(point) = action.point() {
                assert!(!game.is_eye_point(game.to_move(), point), "{point}");
            }
            game.try_play(action).expect("a legal move");
        }
        assert!(game.is_over(), "it passes in the end");
        assert_eq!(game.at("B8".parse().expect("a point")), None, "seed {seed}:\n{}", game.setup());
        assert_eq!(game.at("E6".parse().expect("a point")), Some(Color::Black), "{}", game.setup());
    }
}

/// Returns the number of wins of the swarm in games with alternating colours.
fn wins(other: &str, games: u64) -> u64 {
    let [swarm, other]: [BrainSpec; 2] = ["swarm", other].map(|spec| spec.parse().expect("a spec"));
    let won = (0..games).filter(|&game| {
        let own = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut brains = ByColor::new(swarm.clone(), other.clone());
        if own == Color::White {
            std::mem::swap(&mut brains.black, &mut brains.white);
        }
        let size = Size::square(9).expect("a size");
        let (mut app, goban) = world(&GameSetup { size, brains, game, ..GameSetup::default() });
        let finished = play_out(app.world_mut(), goban, 500);
        finished.and_then(|finished| finished.outcome.winner()) == Some(own)
    });
    won.count() as u64
}

/// The limits are far below the results in `docs/strength.md`, so that only a real loss of strength fails.
#[test]
fn the_swarm_beats_random_play_and_flat_sampling() {
    let chance = wins("sensible", 60);
    assert!(chance >= 56, "{chance} of 60");
    let sampling = wins("monte-carlo:games=5,plies=5", 20);
    assert!(sampling >= 12, "{sampling} of 20");
}
