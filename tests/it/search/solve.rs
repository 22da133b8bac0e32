//! Small boards solved: the known values, and the same from a search that remembers nothing.

use crate::support::program;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stonefield_go::{Color, Move, NoMove, Position, Rules, Size};
use stonefield_search::proof::solve::{Puzzle, SolveLimits, ValueBounds};
use stonefield_search::{StopWatch, Unwatched};
use stonefield_testing::scratch::Scratch;

fn position(width: u16, height: u16, rules: &str) -> Position {
    let rules = Rules { komi: 0.0, ..Rules::preset(rules).expect("a preset") };
    Position::new(Size::new(width, height).expect("a size"), rules)
}

/// Room for the positions of a board of up to 3×3, or of a game for the first capture up to 4×4.
const SMALL: SolveLimits = SolveLimits { nodes: u64::MAX, table_bits: 18 };

fn worth(position: &Position) -> ValueBounds {
    worth_within(position, SMALL)
}

fn worth_within(position: &Position, limits: SolveLimits) -> ValueBounds {
    Puzzle::new(position).expect("a puzzle").solve(limits, &mut Unwatched, |_| {})
}

fn first_moves(position: &Position, limits: SolveLimits) -> Vec<(String, Option<i32>)> {
    let value = |puzzle: &Puzzle| puzzle.solve(limits, &mut Unwatched, |_| {}).value();
    let name = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let moves = Puzzle::new(position).expect("a puzzle").first_moves();
    moves.iter().map(|(moves, next)| (name(moves), value(next))).collect()
}

// CITE: values of small boards: E. van der Werf, J. Uiterwijk, J. van den Herik, "Solving Go on small boards", 2003; J. Tromp.
#[test]
fn small_boards_have_their_known_values_by_area() {
    for (width, height, known) in [(1, 1, 0), (3, 1, 3), (4, 1, 4), (1, 4, 4), (2, 2, 1), (3, 3, 9)] {
        let worth = worth(&position(width, height, "chinese"));
        assert_eq!(worth.value(), Some(known), "{width}x{height}");
    }
    let moves = first_moves(&position(3, 3, "chinese"), SMALL);
    let wins: Vec<_> =
        moves.iter().filter(|(_, value)| *value == Some(9)).map(|(name, _)| name.as_str()).collect();
    assert_eq!(wins, ["B2"]);
    assert!(moves.iter().all(|(_, value)| value.is_some()) && moves.len() == 4, "{moves:?}");
}

#[test]
fn the_first_capture_is_whose_it_is_known_to_be() {
    let value = |width, height, no_move| {
        let mut rules = Rules::preset("atari-go").expect("a preset");
        rules.no_move = no_move;
        worth(&Position::new(Size::new(width, height).expect("a size"), rules)).value()
    };
    for (side, known) in [(1, -1), (2, -1), (3, 1), (4, -1)] {
        assert_eq!(value(side, side, NoMove::Loss), Some(known), "{side}");
    }
    for (side, known) in [(1, 0), (2, -1), (3, 1), (4, -1)] {
        assert_eq!(value(side, side, NoMove::Draw), Some(known), "{side}");
    }
    assert_eq!((value(3, 1, NoMove::Loss), value(3, 1, NoMove::Draw)), (Some(1), Some(0)));
    let moves = first_moves(&position(3, 3, "atari-go"), SMALL);
    let wins: Vec<_> =
        moves.iter().filter(|(_, value)| *value == Some(1)).map(|(name, _)| name.as_str()).collect();
    assert_eq!(wins, ["B1 A2 C2 B3", "B2"]);
}

#[test]
#[ignore = "minutes"]
fn four_by_four_has_its_known_value_by_area() {
    let four = position(4, 4, "chinese");
    let worth = worth_within(&four, SolveLimits::default());
    assert_eq!(worth.value(), Some(2), "{worth:?}");
    let moves = first_moves(&four, SolveLimits::default());
    let told: Vec<_> = moves.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let known = [("A1 D1 A4 D4", -16), ("B1 C1 A2 D2 A3 D3 B4 C4", -16), ("B2 C2 B3 C3", 2), ("pass", -2)];
    assert_eq!(told, known.map(|(name, value)| (name, Some(value))));
}

#[test]
#[ignore = "minutes"]
fn the_first_capture_on_five_by_five_is_blacks() {
    for no_move in [NoMove::Loss, NoMove::Draw] {
        let mut rules = Rules::preset("atari-go").expect("a preset");
        rules.no_move = no_move;
        let mut five = Position::new(Size::square(5).expect("a size"), rules);
        let worth = worth_within(&five, SolveLimits::default());
        assert_eq!((worth.value(), worth.best), (Some(1), "C3".parse().ok()), "{no_move:?}: {worth:?}");
        five.try_play("C3".parse().expect("a move")).expect("legal");
        assert_eq!(worth_within(&five, SolveLimits::default()).value(), Some(1), "{no_move:?}");
    }
}

/// Whether Black comes to a margin, by playing out every line with the whole past of each; `None` when that takes too long.
fn reaches(position: &Position, margin: i32, budget: &mut u64) -> Option<bool> {
    *budget = budget.checked_sub(1)?;
    if position.is_over() {
        let score = position.score();
        return Some(score.black - score.white >= f64::from(margin));
    }
    let black = position.to_move() == Color::Black;
    for action in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(action);
        if reaches(&next, margin, budget)? == black {
            return Some(black);
        }
    }
    Some(!black)
}

#[test]
fn a_search_that_remembers_nothing_says_the_same() {
    let mut compared = 0;
    let mut state = 7_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for rules in ["chinese", "tromp-taylor", "new-zealand"] {
        let empty = [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)].map(|(w, h)| position(w, h, rules));
        let mut all: Vec<Position> = empty.into();
        for number in 0..60 {
            // The end of a game played at random, the past left behind.
            let (width, height) = [(2, 2), (4, 1), (3, 1), (3, 2)][number % 4];
            let mut game = position(width, height, rules);
            for _ in 0..1 + draw(6) {
                let moves = game.legal_moves();
                let action = moves[draw(moves.len())];
                if action != Move::Pass {
                    game.try_play(action).expect("legal");
                }
            }
            all.push(Position::from_setup(&game.setup(), *game.rules()).expect("sound"));
        }
        for position in all {
            let worth = worth(&position);
            let value = worth.value().unwrap_or_else(|| panic!("not solved\n{}", position.setup()));
            let mut budget = 20_000;
            let least = reaches(&position, value, &mut budget);
            let more = reaches(&position, value + 1, &mut budget);
            if let (Some(least), Some(more)) = (least, more) {
                compared += 1;
                assert!(least && !more, "{rules}: {value}\n{}{:?}", position.setup(), position.to_move());
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_search_stops_soon_after_it_is_told_to() {
    let puzzle = Puzzle::new(&position(5, 5, "chinese")).expect("a puzzle");
    let until = Instant::now() + Duration::from_millis(400);
    let mut watch = StopWatch::new(|| 0.0, || Instant::now() >= until);
    let worth = puzzle.solve(SolveLimits { table_bits: 16, ..SolveLimits::default() }, &mut watch, |_| {});
    let late = until.elapsed();
    assert_eq!((worth.low, worth.high, worth.value()), (-25, 25, None));
    // The whole would take hours; a busy machine may keep it waiting.
    assert!(late < Duration::from_secs(5), "{late:?} late");
}

#[test]
fn nodes_are_a_bound() {
    let puzzle = Puzzle::new(&position(4, 4, "chinese")).expect("a puzzle");
    let worth = puzzle.solve(SolveLimits { table_bits: 12, nodes: 5000 }, &mut Unwatched, |_| {});
    assert!(worth.nodes <= 5001 && worth.value().is_none(), "{worth:?}");
}

fn stonefield(args: &[&str]) -> (Option<i32>, String, String) {
    program::run_command(&mut program::stonefield(args))
}

/// A first interruption asks for what is known; a second one ends it at once.
#[cfg(unix)]
#[test]
fn interrupted_it_tells_what_it_knows() {
    for rules in ["chinese", "atari-go"] {
        let mut solving = Command::new(env!("CARGO_BIN_EXE_stonefield"))
            .args(["solve", "--size", "5", "--rules", rules, "--first-move"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        // Where the system tells, until it listens; half a minute is enough on any machine.
        let listens = || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", solving.id()));
            let caught =
                status.ok()?.lines().find_map(|line| line.strip_prefix("SigCgt:").map(str::to_owned))?;
            u64::from_str_radix(caught.trim(), 16).ok().map(|caught| caught & 2 != 0)
        };
        for _ in 0..600 {
            if listens() == Some(true) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let id = solving.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill").success());
        let mut out = String::new();
        solving.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
        assert_eq!(solving.wait().expect("it ends").code(), Some(1), "{out}");
        let known =
            if rules == "chinese" { "not solved, between White +25 and Black +25" } else { "not solved\n" };
        assert!(out.contains(known) && out.ends_with(", interrupted\n"), "{out}");
    }
}

/// The move that is named brings about at least what it is named for, whichever side is to move; where the side to move loses all, none is named.
#[test]
fn the_move_that_is_named_is_the_winners() {
    let limits = SolveLimits { nodes: 200_000, table_bits: 14 };
    let (mut named, mut lost) = (0, 0);
    for (rules, width, height) in
        [("atari-go", 2, 2), ("atari-go", 3, 3), ("atari-go", 3, 2), ("chinese", 2, 2), ("chinese", 3, 2)]
    {
        let rules = Rules::preset(rules).expect("a preset");
        let root = Position::new(Size::new(width, height).expect("a size"), rules);
        let mut positions = vec![root.clone()];
        for action in root.legal_moves() {
            let mut next = root.clone();
            next.try_play(action).expect("legal");
            if next.is_over() {
                continue;
            }
            for answer in next.legal_moves() {
                let mut after = next.clone();
                after.try_play(answer).expect("legal");
                positions.push(after);
            }
            positions.push(next);
        }
        for position in positions.iter().filter(|position| !position.is_over()) {
            let puzzle = Puzzle::new(position).expect("a puzzle");
            let worth = puzzle.solve(limits, &mut Unwatched, |_| {});
            let value = worth.value().expect("solved");
            if value == puzzle.worst_value() {
                assert_eq!(worth.best, None, "{} moves\n{}", position.to_move(), position.setup());
                lost += 1;
                continue;
            }
            let Some(best) = worth.best else { continue };
            named += 1;
            let moves = puzzle.first_moves();
            let (_, next) = moves.iter().find(|(moves, _)| moves.contains(&best)).expect("a first move");
            let then = next.solve(limits, &mut Unwatched, |_| {}).value();
            assert_eq!(then, Some(value), "{best} by {}\n{}", position.to_move(), position.setup());
        }
    }
    assert!(named > 50 && lost > 20, "{named} {lost}");
}

#[test]
fn the_commands_say_what_they_found() {
    let (code, out, _) = stonefield(&["solve", "--size", "2", "--first-move"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("2x2 chinese, Black to move: Black +1, beginning with"), "{out}");
    assert!(out.contains("  White +1                  pass"), "{out}");
    let (code, out, _) = stonefield(&["solve", "--size", "3", "--rules", "atari-go", "--no-move", "loss"]);
    assert_eq!(
        (code, out.lines().next()),
        (Some(0), Some("3x3 atari-go, Black to move: Black wins, beginning with B2"))
    );
    // No move of the loser's is named as if it brought the result about.
    let (code, out, _) = stonefield(&["solve", "--size", "2", "--rules", "atari-go", "--first-move"]);
    assert_eq!(
        (code, out.lines().next()),
        (Some(0), Some("2x2 atari-go, Black to move: White wins, whatever Black plays"))
    );
    assert!(out.contains("  White wins                A1 B1 A2 B2"), "{out}");
    let (code, out, _) = stonefield(&["solve", "--size", "1", "--rules", "atari-go", "--no-move", "loss"]);
    assert_eq!(
        (code, out.lines().next()),
        (Some(0), Some("1x1 atari-go, Black to move: White wins, as Black has no legal move"))
    );
    let (code, out, _) = stonefield(&["solve", "--size", "5", "--nodes", "1000"]);
    assert_eq!(code, Some(1));
    assert!(!out.contains("beginning"), "nothing is proved: {out}");
    assert!(out.contains("not solved, between White +25 and Black +25"), "{out}");
    let folder = Scratch::new("life");
    let record = "(;GM[1]FF[4]SZ[9]AB[ab][bb][cb][da][db]AW[ac][bc][cc][dc][ec][eb][ea];B[pass])";
    let path = &folder.file("record.sgf", record.replace("B[pass]", "B[]"));
    let stuck = &folder.file("stuck.sgf", "(;GM[1]FF[4]SZ[3]AB[aa]AW[ba][ab])");
    let (code, out, _) = stonefield(&["life", path, "A8"]);
    assert_eq!(code, Some(0));
    let said = "Black at A8: alive if Black moves first (B9), dead if White does (B9)";
    assert_eq!(out.lines().next(), Some(said), "{out}");
    let (code, out, _) = stonefield(&["life", path, "A7"]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("White at A7: unknown: the region is too large"), "{out}");
    for (args, said) in [
        (vec!["life", path, "E5"], "no stone stands on E5"),
        (vec!["life", stuck, "A3"], "the Black chain at A3 stands without a liberty"),
        (vec!["life", path, "T19"], "T19 is off the 9x9 board"),
        (vec!["life", path, "I5"], "is not a point"),
        (vec!["life", path, "A8", "--move", "9"], "--move: there is no move 9"),
        (vec!["life", path, "A8", "--nodes", "0"], "--nodes: '0'"),
        (vec!["life", "/nowhere.sgf", "A8"], "/nowhere.sgf"),
        (vec!["life", path], "POINT"),
        (vec!["solve", "--size", "19"], "--size: a 19x19 board is too large to solve: it has about 10^172"),
        (vec!["solve", "--size", "0"], "--size"),
        (vec!["solve", "--size", "3", "--time", "-1"], "--time: '-1'"),
        (vec!["solve", "--size", "3", "--rules", "japanese"], "--rules: only area scoring"),
        (vec!["solve", "--size", "3", "--rules", "netlogo-2016"], "--rules"),
        (
            vec!["solve", "--size", "3", "--no-move", "loss"],
            "--no-move: chinese is not a game for the first capture",
        ),
        (vec!["solve", "--size", "3", "--stones-each", "4"], "--rules"),
    ] {
        let (code, out, err) = stonefield(&args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(said) && err.lines().count() == 1, "{args:?}: {err}");
    }
}
