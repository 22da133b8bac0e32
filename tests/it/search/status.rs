//! What lives at the end of a game: a proof wins against an estimate.

use crate::support::gtp::Engine;
use crate::support::observation::observation;
use std::process::Command;
use stonefield_go::{Benson, Move, Outcome, Point, Position, Rules, Size};
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::proof::life::{LifeLimits, Status, study};
use stonefield_search::{Dice, JudgedChain, Purpose, Unwatched, judge};

fn drawn(diagram: &str, rules: Rules) -> Position {
    Position::from_setup(&diagram.parse().expect("a diagram"), rules).expect("a position")
}

/// What a proof says of a chain that counts on no other chain: [`Benson`], or the life solver within some limits.
fn proof(position: &Position, stone: Point, limits: LifeLimits) -> Option<Status> {
    let mut benson = Benson::new(position.size(), position.rules().suicide);
    if let Some(owner) = benson.of_position(position)[position.size().index(stone)] {
        let own = position.at(stone) == Some(owner);
        return Some(if own { Status::Alive } else { Status::Dead });
    }
    let verdict = study(position, stone, limits, &mut Unwatched).ok()?;
    verdict.status().filter(|_| verdict.walls.is_empty())
}

/// Holds the judgement of a position against all proofs; tells how many there are, and how many of them are of seki.
fn holds(position: &Position, limits: LifeLimits) -> (u32, u32) {
    let (mut proofs, mut sekis) = (0, 0);
    for JudgedChain { stones, status, proved } in judge(position) {
        let Some(known) = proof(position, stones[0], limits) else { continue };
        let board = position.setup();
        assert_eq!(
            status == Status::Dead,
            known == Status::Dead,
            "{}: {status}, proved {known}\n{board}",
            stones[0]
        );
        // What is not taken may be known without its being known whether it has two eyes.
        let agree = status == known || !proved || known == Status::Seki && status == Status::Alive;
        assert!(agree, "{}: {status}, proved {known}\n{board}", stones[0]);
        proofs += 1;
        sekis += u32::from(known == Status::Seki);
    }
    (proofs, sekis)
}

/// What is proved at the end of a game at the least: with as many nodes, in regions as large as these.
const QUICK: LifeLimits = LifeLimits { nodes: 20_000, points: 14, table_bits: 14 };

/// Plays a game between two minds and looks at some of its positions, the last one among them.
fn play(size: u16, rules: Rules, minds: [&str; 2], seed: u64, mut look: impl FnMut(&Position)) {
    let mut position = Position::new(Size::square(size).expect("a size"), rules);
    let mut minds = minds.map(|spec| spec.parse::<BrainSpec>().expect("a spec").build());
    let dice = Dice::new(seed, 0, 0);
    for ply in 0_u32..600 {
        let color = position.to_move();
        let observation = observation(&position);
        let seen = Observation { turn: ply / 2, ..observation.as_observation() };
        let rng = dice.rng(ply.into(), Some(color), Purpose::Think);
        let chosen = match minds[color.index()].choose(&seen, rng, &mut Unwatched) {
            Answer::Move(action) if position.is_legal(action) => action,
            _ => Move::Pass,
        };
        position.try_play(chosen).expect("legal");
        if position.is_over() || ply % 19 == 18 {
            look(&position);
        }
        if position.is_over() {
            break;
        }
    }
}

#[test]
fn no_status_contradicts_a_proof() {
    let mut proofs = 0;
    for (number, rules) in ["chinese", "tromp-taylor", "japanese"].into_iter().enumerate() {
        let rules = Rules::preset(rules).expect("a preset");
        for (minds, size) in [
            (["random", "liberties"], 7),
            (["liberties", "sensible"], 9),
            (["mcts:playouts=20", "mcts:playouts=20"], 7),
            (["mcts:playouts=20", "liberties"], 9),
        ] {
            for game in 0..3 {
                play(size, rules, minds, 3 * game + number as u64, |position| {
                    proofs += holds(position, QUICK).0;
                });
            }
        }
    }
    assert!(proofs > 500, "{proofs} proofs");
}

#[test]
fn no_status_contradicts_a_proof_among_the_problems() {
    let (mut proofs, mut sekis) = (0, 0);
    let blocks = include_str!("../../../crates/search/tests/problems/life.txt")
        .split("\n\n")
        .filter(|block| !block.trim().is_empty());
    for block in blocks.step_by(3) {
        let diagram: Vec<&str> = block.trim().lines().skip(1).filter(|line| !line.starts_with('#')).collect();
        let (more, seki) = holds(&drawn(&diagram.join("\n"), Rules::default()), QUICK);
        (proofs, sekis) = (proofs + more, sekis + seki);
    }
    assert!(proofs > 5, "{proofs} proofs, {sekis} of seki");
}

/// Each chain by its first stone with what it is, those that live unconditionally left out; and the result with komi 0.5.
fn ends(diagram: &str, rules: &str) -> (Vec<String>, String) {
    let rules = Rules { komi: 0.5, ..Rules::preset(rules).expect("a preset") };
    let position = drawn(diagram, rules);
    let judged = judge(&position);
    let mut benson = Benson::new(position.size(), rules.suicide);
    let owners = benson.of_position(&position);
    let open = |judged: &&JudgedChain| {
        let stone = judged.stones[0];
        owners[position.size().index(stone)] != position.at(stone)
    };
    let told = judged.iter().filter(open).map(|JudgedChain { stones, status, proved }| {
        format!("{} {status}{}", stones[0], if *proved { "" } else { "?" })
    });
    let dead = judged.iter().filter(|judged| judged.status == Status::Dead).map(|judged| judged.stones[0]);
    let score = position.score_with(&dead.collect::<Vec<_>>());
    (told.collect(), Outcome::of(score).to_string())
}

// CITE: two positions of KataGo's tests of its rules, `GroupTaxSekiScoring` and `GroupTaxSekiScoring2` (cpp/tests/testrules.cpp), with their results by area
// without a tax: White +4.5 and White +1.5.
const GROUP_TAX: &str = "
    . X . X O . O . X
    . . . X O O O X .
    . X X X X X X O O
    X O O O O O X O .
    X O . O . O X O O
    X O O O O O X X X
    X X X O . . . O O
    . X X X O O O O .
    . X . X O . O . O";

/// The second has the liberties outside filled, by which all around it comes to be one region.
fn group_tax() -> [(String, &'static str); 2] {
    let filled = GROUP_TAX.replace("X X X O . . . O O", "X X X O X X X O O");
    [(GROUP_TAX.to_owned(), "W+4.5"), (filled, "W+1.5")]
}

#[test]
fn seki_is_found_though_the_group_around_it_has_a_large_region() {
    for (diagram, result) in group_tax() {
        let (told, score) = ends(&diagram, "chinese");
        assert_eq!(score, result);
        assert_eq!(told, ["B7 alive", "H5 seki", "E8 seki", "H8 seki", "B9 alive", "J9 seki"]);
    }
}

#[test]
fn the_protocol_counts_a_seki_as_it_stands() {
    let folder = std::env::temp_dir().join(format!("stonefield-status-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("seki.txt");
    for (diagram, result) in group_tax() {
        std::fs::write(&file, diagram).expect("written");
        let path = file.to_str().expect("a path");
        let mut engine = Engine::stonefield(&["--position", path, "--komi", "0.5"]);
        engine.tell("play b pass");
        engine.tell("play w pass");
        assert_eq!(engine.tell("final_score"), result);
        assert_eq!(engine.tell("final_status_list dead"), "");
        let seki = engine.tell("final_status_list seki");
        assert!(seki.contains("H8") && seki.contains("J9"), "{seki}");
        let alive = engine.tell("final_status_list alive");
        assert!(!alive.contains("H8") && alive.contains("D9"), "{alive}");
        let record = folder.join("seki.sgf");
        engine.tell(&format!("printsgf {}", record.display()));
        assert!(engine.close().1);
        for stone in ["H8", "J9"] {
            let life = Command::new(env!("CARGO_BIN_EXE_stonefield"))
                .args(["life", record.to_str().expect("a path"), stone])
                .output()
                .expect("it runs");
            let said = String::from_utf8(life.stdout).expect("text");
            assert!(said.starts_with(&format!("Black at {stone}: seki\n")), "{said}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// Two groups of each colour that live, above whatever is drawn below them.
const TOP: &str = "
    . O . O X . X
    O O O O X X X
    . O O O X . X
    O O O O X X X";

#[test]
fn sekis_of_the_books_are_found() {
    for (name, bottom, told, result) in [
        (
            "an eye each and a liberty between",
            "X X X X O O O\n. X X . O O .",
            &["A2 seki", "E1 seki"][..],
            "W+3.5",
        ),
        ("an eye against none", "X X X X O O O\n. X X . . O O", &["A2 alive", "E2 dead"], "B+9.5"),
        (
            "no eyes and two liberties between",
            "X X X X O O O\nX X X . O O O\nX X X X O O O\nX X X . O O O",
            &["A1 seki", "E1 seki"],
            "W+2.5",
        ),
        // It is played out where the rules count areas: nothing is proved of the stones that would fight the ko, and none are taken off.
        (
            "bent four in the corner",
            "X X X X O O O\n. X X X O . O\nO X X X O O O\n. O . X O . O",
            &["B1 seki", "A4 alive?", "A2 seki"],
            "W+8.5",
        ),
    ] {
        let (found, score) = ends(&format!("{TOP}\n{bottom}"), "chinese");
        assert_eq!(
            (&found[..], score.as_str()),
            (&told.iter().map(ToString::to_string).collect::<Vec<_>>()[..], result),
            "{name}"
        );
    }
}
