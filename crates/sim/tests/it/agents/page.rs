//! Games that the page must reproduce: `web/tests/games.json`. Native code must produce the same hashes.
//!
//! The hashes change with intended changes of games, as those of `determinism.rs` do. To rewrite them:
//! `STONEFIELD_WRITE_GAMES=1 cargo test --test it page::`.

use serde_json::{Value, json};
use std::path::Path;
use stonefield_go::{DeadStones, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, create_app, spawn_goban, state_hash, ticks};

const GAMES: usize = 200;

const RULES: [&str; 7] =
    ["chinese", "tromp-taylor", "japanese", "aga", "new-zealand", "atari-go", "netlogo-2016"];

/// Minds whose budgets are playouts, nodes or none.
const MINDS: [&str; 16] = [
    "random",
    "sensible",
    "netlogo",
    "temperature",
    "temperature:seek=gradient,keep=on,steps=2",
    "liberties",
    "swarm",
    "mix:a=random,b=swarm,p=0.3",
    "mcts:playouts=60",
    "mcts:playouts=150",
    "negamax:depth=1",
    "negamax:depth=2",
    "monte-carlo:games=2",
    "monte-carlo:games=1,score=area",
    "sensible",
    "liberties",
];

/// Longest game, in ticks.
const MOST: u64 = 2000;

/// Returns the address of a game.
fn game(number: usize) -> String {
    let rules = RULES[number % RULES.len()];
    let side = 5 + number * 7 % 15;
    let size =
        if number.is_multiple_of(9) { format!("{side}x{}", 5 + number * 3 % 9) } else { side.to_string() };
    let [black, white] = [number, number * 5 + 3].map(|at| MINDS[at % MINDS.len()]);
    // The NetLogo world adds one to its size, and has neither handicap nor fill.
    let extra = match number % 10 {
        3 if rules != "netlogo-2016" => "&fill=0.3",
        6 if rules != "netlogo-2016" && side >= 9 && side % 2 == 1 && !size.contains('x') => "&handicap=3",
        _ => "",
    };
    format!("?size={size}&rules={rules}&black={black}&white={white}&seed={number}{extra}")
}

/// Returns the set-up of an address, for the fields that [`game`] uses.
fn setup(address: &str) -> GameSetup {
    let mut setup = GameSetup::default();
    for pair in address[1..].split('&') {
        let (name, value) = pair.split_once('=').expect("a value");
        match name {
            "size" => setup.size = value.parse::<Size>().expect("a size"),
            "rules" => setup.rules = Rules::preset(value).expect("rules"),
            "black" => setup.brains.black = value.parse::<BrainSpec>().expect("a mind"),
            "white" => setup.brains.white = value.parse::<BrainSpec>().expect("a mind"),
            "seed" => setup.seed = value.parse().expect("a seed"),
            "fill" => setup.opening.fill = value.parse().expect("a share"),
            "handicap" => setup.handicap = value.parse().expect("a handicap"),
            _ => panic!("{name}"),
        }
    }
    setup.dead = DeadStones::default_under(&setup.rules);
    setup
}

/// Plays the game of an address. Returns its last tick and the final hash.
fn played(address: &str) -> (u64, u64) {
    let mut app = create_app();
    let setup = setup(address);
    setup.check().unwrap_or_else(|error| panic!("{address}: {error}"));
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    let done = ticks(app.world_mut(), MOST);
    assert!(done < MOST, "{address} does not end");
    (done, state_hash(app.world(), goban))
}

#[test]
fn the_games_of_the_page_are_reproduced() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/games.json");
    let results: Vec<Value> = (0..GAMES)
        .map(|number| {
            let address = game(number);
            let (tick, hash) = played(&address);
            json!({ "address": address, "tick": tick, "hash": format!("{hash:016x}") })
        })
        .collect();
    if std::env::var_os("STONEFIELD_WRITE_GAMES").is_some() {
        let lines: Vec<String> = results.iter().map(Value::to_string).collect();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).expect("writable");
    }
    let held: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("a file")).expect("a list of games");
    assert_eq!(held.len(), GAMES);
    for (held, result) in held.iter().zip(&results) {
        assert_eq!(held, result);
    }
}

#[test]
fn both_colours_meet_all_minds_and_all_presets() {
    let games: Vec<String> = (0..GAMES).map(game).collect();
    for name in RULES {
        assert!(games.iter().any(|address| address.contains(&format!("rules={name}&"))), "{name}");
    }
    for name in MINDS {
        for color in ["black", "white"] {
            assert!(
                games.iter().any(|address| address.contains(&format!("{color}={name}&"))),
                "{color} {name}"
            );
        }
    }
    assert_eq!(setup(&games[0]).brains.black.to_string(), "random");
}
