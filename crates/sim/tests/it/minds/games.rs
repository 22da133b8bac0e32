//! Every mind under all rules, sizes and positions returns a legal move, a pass or a plain error.

use crate::support::observation::observation;
use rand::{RngExt, SeedableRng};
use stonefield_go::{Move, Position, Quirks, Rules, Size};
use stonefield_minds::{Answer, BRAINS, Brain, BrainSpec, Observation};
use stonefield_search::{Dice, Purpose, Rng, Unwatched};

/// Specs with the smallest budgets, for every mind that needs no program or person.
const TINY: [&str; 33] = [
    "random",
    "sensible",
    "netlogo",
    "scripted:then=sensible",
    "monte-carlo:games=1,plies=1",
    "monte-carlo:games=2,plies=3,weaken=on",
    "monte-carlo:games=1,score=area",
    "monte-carlo:games=1,plies=100,score=flood",
    "mcts:playouts=1",
    "mcts:playouts=12,policy=light,expand=1",
    "mcts:playouts=9,policy=heavy,expand=1,max_nodes=1000",
    "mcts:playouts=10,rave=off,prior=off,explore=1,expand=2",
    "mcts:playouts=8,threads=2,expand=1",
    "mcts:playouts=8,threads=2,parallel=root,expand=1",
    "mcts:playouts=10,style=atari-go,expand=1",
    "mcts:playouts=10,value=score,expand=1",
    "mcts:playouts=10,value=score,rave=off,prior=off,explore=0.2,expand=1,policy=light",
    "negamax:nodes=60",
    "negamax:nodes=25,scout=off,id=off,eval=liberties",
    "negamax:nodes=40,quiescence=2,moves=near,eval=area",
    "negamax:nodes=30,ab=off,tt=off,incremental=off,depth=1",
    "negamax:nodes=9,eval=control,shuffle=on",
    "temperature",
    "temperature:seek=cold,steps=2,keep=on",
    "temperature:seek=gradient,rate=1,noise=1",
    "liberties",
    "swarm",
    "swarm:arbiter=max,radius=2",
    "swarm:arbiter=vote,softmax=0.5",
    "swarm:arbiter=auction,radius=8",
    "swarm:arbiter=random,least=0,rash=1",
    "swarm:softmax=10,least=20",
    "mix:a=swarm,b=[mix:a=liberties,b=temperature],p=0.5",
];

/// Boards for every kind of storage, narrow ones, and the largest beyond the coordinates of GTP.
const SIZES: [(u16, u16); 12] =
    [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (3, 3), (5, 5), (7, 19), (9, 9), (13, 13), (19, 19), (25, 25)];

fn rules() -> Vec<Rules> {
    let mut all: Vec<Rules> = Rules::names().filter_map(|name| Rules::preset(name).ok()).collect();
    all.push(Rules { stones_each: Some(6), ..Rules::default() });
    if let Ok(world) = Rules::preset("netlogo-2016") {
        all.push(Rules {
            quirks: Some(Quirks { eye_taboo: false, pass_only_when_stuck: false, ..Quirks::ALL }),
            ..world
        });
    }
    all
}

/// Returns a position after random play.
fn position(size: Size, rules: Rules, plies: usize, rng: &mut Rng) -> Position {
    let mut position = Position::new(size, rules);
    for _ in 0..plies {
        let legal = position.legal_moves();
        let points: Vec<Move> = legal.iter().copied().filter(|action| action.point().is_some()).collect();
        let among = if points.is_empty() { &legal } else { &points };
        let Some(&action) = among.get(rng.random_range(0..among.len().max(1))) else { break };
        position.play_unchecked(action);
    }
    position
}

fn choose(mind: &mut dyn Brain, position: &Position, turn: u32) -> Answer {
    let observation = observation(position);
    mind.choose(
        &Observation { turn, ..observation.as_observation() },
        Dice::new(3, 1, 0).rng(u64::from(turn), None, Purpose::Think),
        &mut Unwatched,
    )
}

#[test]
fn every_mind_plays_under_all_rules_on_every_board() {
    let named: Vec<&str> = TINY.iter().map(|text| text.split(':').next().unwrap_or(text)).collect();
    for brain in BRAINS.iter().filter(|brain| !brain.human && !brain.external) {
        assert!(named.contains(&brain.name), "{} is not tried here", brain.name);
    }
    let mut rng = Rng::seed_from_u64(11);
    let (mut tried, mut idle_turns) = (0, 0);
    for (width, height) in SIZES {
        let size = Size::new(width, height).expect("a size");
        for rules in rules() {
            for text in TINY {
                if size.area() > 1000 && rules.name != "chinese" && rules.name != "netlogo-2016" {
                    continue;
                }
                let mut mind = text.parse::<BrainSpec>().expect("a spec").build();
                // One mind plays several games, as in a series.
                for round in 0..2 {
                    let plies = rng.random_range(0..2 * size.area());
                    let position = position(size, rules, plies, &mut rng);
                    match choose(mind.as_mut(), &position, round) {
                        Answer::Move(action) => {
                            // Without legal moves it passes, even if the rules forbid passing.
                            let idle = position.is_over() || position.legal_moves().is_empty();
                            idle_turns += u32::from(idle);
                            assert!(
                                if idle { action == Move::Pass } else { position.is_legal(action) },
                                "{text} on {size} under {}: {action} in\n{}",
                                rules.name,
                                position.setup()
                            );
                        }
                        other => panic!("{text} on {size} under {}: {other:?}", rules.name),
                    }
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 2000 && idle_turns > 100, "{tried} turns, {idle_turns} of them with nothing to do");
}

#[test]
fn whole_games_of_tiny_searches_end_by_the_rules() {
    for (text, rules, side) in [
        ("mcts:playouts=20,expand=1", "tromp-taylor", 5),
        ("mcts:playouts=20,expand=1", "japanese", 5),
        ("mcts:playouts=20,expand=1", "aga", 4),
        ("mcts:playouts=20,expand=1", "new-zealand", 3),
        ("mcts:playouts=20,expand=1", "chinese", 2),
        ("mcts:playouts=20,expand=1", "chinese", 1),
        ("mcts:playouts=30", "atari-go", 6),
        ("mcts:playouts=10", "netlogo-2016", 5),
        ("negamax:nodes=200", "chinese", 4),
        ("negamax:nodes=200", "japanese", 4),
        ("negamax:depth=2", "aga", 3),
        ("negamax:nodes=300", "tromp-taylor", 3),
        ("negamax:depth=2", "atari-go", 6),
        ("negamax:depth=2", "netlogo-2016", 5),
        ("monte-carlo:games=1,plies=4", "chinese", 5),
        ("monte-carlo:games=1,plies=4", "netlogo-2016", 5),
        ("monte-carlo:games=1,score=area", "atari-go", 5),
        ("monte-carlo:games=1,plies=7,score=flood", "atari-go", 5),
        ("monte-carlo:games=1,plies=7,score=flood", "netlogo-2016", 5),
        ("swarm", "tromp-taylor", 9),
        ("swarm", "japanese", 9),
        ("swarm", "aga", 7),
        ("swarm", "new-zealand", 5),
        ("swarm", "chinese", 2),
        ("swarm", "chinese", 1),
        ("swarm", "atari-go", 6),
        ("swarm", "netlogo-2016", 9),
        ("swarm:arbiter=random,rash=1,least=0", "tromp-taylor", 5),
        ("liberties", "tromp-taylor", 5),
        ("liberties", "netlogo-2016", 5),
        ("temperature:keep=on,steps=1", "japanese", 5),
        ("temperature", "netlogo-2016", 5),
    ] {
        let mut minds = [0; 2].map(|_| text.parse::<BrainSpec>().expect("a spec").build());
        let size = Size::square(side).expect("a size");
        let mut game = Position::new(size, Rules::preset(rules).expect("a preset"));
        for turn in 0.. {
            if game.is_over() {
                break;
            }
            assert!(turn < 4000, "{text} under {rules} on {size} goes on for ever");
            let mind = minds[game.to_move().index()].as_mut();
            match choose(mind, &game, turn) {
                Answer::Move(action) => {
                    game.try_play(action).expect("a legal move");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_refusal_names_the_parameter() {
    for (text, words) in [
        ("mcts:playouts=0", "playouts=0"),
        ("mcts:threads=0", "threads=0"),
        ("mcts:time=-1", "time=-1"),
        ("mcts:explore=NaN", "explore=NaN"),
        ("mcts:rave_k=0", "rave_k=0"),
        ("mcts:max_nodes=1", "max_nodes=1"),
        ("mcts:resign=0.9", "resign=0.9"),
        ("mcts:expand=0", "expand=0"),
        ("mcts:policy=haevy", "nearest: 'heavy'"),
        ("mcts:plaouts=7", "nearest: 'playouts'"),
        ("mcts:weights=[patern=3]", "nearest: 'pattern'"),
        ("mcts:weights=[even=many]", "weights=even=many: even is a whole number of visits from 0 to 1000"),
        ("mcts:weights=[pattern=20 pattern=30]", "weights=pattern=20 pattern=30: pattern given twice"),
        ("mcts:rave=maybe", "rave=maybe: on or off"),
        ("mcts:style=go", "rules or atari-go"),
        ("negamax:depth=0", "depth=0: a whole number of plies from 1 to 64"),
        ("negamax:depth=99999999999999999999", "1 to 64"),
        ("negamax:time=-1", "time=-1"),
        ("negamax:nodes=-1", "nodes=-1"),
        ("negamax:quiescence=17", "0 to 16"),
        ("negamax:table=0", "table=0"),
        ("negamax:dilations=11", "0 to 10"),
        ("negamax:erosions=101", "0 to 100"),
        ("negamax:territory=1001", "0 to 1000"),
        ("negamax:eval=fiels", "nearest: 'fields'"),
        ("negamax:scuot=off", "nearest: 'scout'"),
        ("monte-carlo:games=0", "games=0"),
        ("monte-carlo:plies=0", "plies=0"),
        ("monte-carlo:score=luck", "control, flood or area"),
        ("monte-carlo:time=-1", "time=-1"),
        ("temperature:seek=warm", "hot, cold or gradient"),
        ("temperature:rate=1.5", "rate=1.5: a number from 0 to 1"),
        ("temperature:steps=-1", "a whole number of steps from 0 to 100"),
        ("liberties:radius=3", "no parameter 'radius'; it has none"),
        ("swarm:radius=1", "a whole number of steps from 2 to 8"),
        ("swarm:arbiter=king", "sum, max, vote, auction or random"),
        ("swarm:flee=-1", "flee=-1: a number from 0 to 20"),
        ("swarm:softmax=inf", "softmax=inf"),
        ("swarm:ease=0", "ease=0"),
        ("mix:a=[swarm:arbitre=sum]", "nearest: 'arbiter'"),
        ("montecarlo", "nearest: 'monte-carlo'"),
    ] {
        let error = text.parse::<BrainSpec>().expect_err(text).to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn flat_sampling_captures() {
    // White's stone among Black's can be captured; control is worth most there.
    let mut setup: stonefield_go::Setup = "
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .
    "
    .parse()
    .expect("a diagram");
    setup.to_move = stonefield_go::Color::Black;
    let position = Position::from_setup(&setup, Rules::default()).expect("a position");
    let mut mind = "monte-carlo:games=60,plies=1".parse::<BrainSpec>().expect("a spec").build();
    assert_eq!(choose(mind.as_mut(), &position, 0), Answer::Move("D3".parse().expect("a point")));
}
