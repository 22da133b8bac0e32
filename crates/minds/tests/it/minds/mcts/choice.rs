//! Choice of the move from the searched tree: visits, passes, resignation, and the first capture.

use super::{children_of, choice, drawn, empty, point, preset, run, search, spec, tree};
use stonefield_go::{Color, Move, Rules};
use stonefield_minds::{Answer, Observation};
use stonefield_search::mcts::MctsNodeId;
use stonefield_search::{Dice, Purpose, Unwatched};

// Fault of the program of 2013: it played the move with the highest bound, not the one with the most visits.
#[test]
fn the_most_visited_move_is_played() {
    let position = empty(7, preset("chinese"));
    let mut different_count = 0;
    for seed in 0..20 {
        let mut mind = spec("mcts:playouts=150,policy=light,rave=off,prior=off,explore=1.5,expand=1").build();
        let observation = Observation { position: &position, agents: None, turn: 0 };
        let rng = Dice::new(seed, 0, 0).rng(0, None, Purpose::Think);
        let chosen = mind.choose(&observation, rng, &mut Unwatched);
        let tree = tree(mind.as_mut(), &position);
        let branches: Vec<_> = children_of(&tree, 0).into_iter().map(|(_, branch)| branch).collect();
        let most_visits = branches[0].visits;
        let played =
            branches.iter().find(|branch| Answer::Move(branch.action) == chosen).expect("in the tree");
        assert_eq!(played.visits, most_visits);
        let best_by_bound = branches.iter().max_by(|a, b| a.bound.total_cmp(&b.bound)).expect("some");
        different_count += u32::from(best_by_bound.action != played.action);
    }
    assert!(different_count > 3, "bound and visits nearly always choose the same move");
}

#[test]
fn a_winning_pass_is_played() {
    // Black leads by far, and White has passed.
    let mut position = drawn(
        "
        . X . X O
        X X X X O
        . X X O O
        X X X O .
        . X X O O
        ",
        Color::White,
        Rules { komi: 0.5, ..preset("chinese") },
    );
    position.try_play(Move::Pass).expect("legal");
    assert_eq!(choice("mcts:playouts=100", &position), Answer::Move(Move::Pass));
}

#[test]
fn a_pass_that_loses_by_uncaptured_dead_stones_is_not_played() {
    // White's two stones are dead. While they are on the board, the left side counts for neither colour.
    let diagram = "
        . . . X O .
        . O O X O .
        . . . X O .
        X X X X O .
        O O O O O .
    ";
    let rules = Rules { komi: 1.5, ..preset("chinese") };
    let mut position = drawn(diagram, Color::White, rules);
    position.try_play(Move::Pass).expect("legal");
    // A pass now loses. Capturing the two stones wins.
    let mut game = position.clone();
    let mut mind = spec("mcts:playouts=400").build();
    for turn in 0..200 {
        if game.is_over() {
            break;
        }
        let observation = Observation { position: &game, agents: None, turn };
        let rng = Dice::new(1, 0, 0).rng(u64::from(turn), None, Purpose::Think);
        // White always passes.
        let action = if game.to_move() == Color::White {
            Move::Pass
        } else {
            match mind.choose(&observation, rng, &mut Unwatched) {
                Answer::Move(action) => action,
                other => panic!("{other:?}"),
            }
        };
        game.try_play(action).expect("legal");
    }
    assert_eq!(
        game.outcome().and_then(stonefield_go::Outcome::winner),
        Some(Color::Black),
        "{}",
        game.setup()
    );
}

/// On this 2×2 board every white move is suicide, so the root never gets children.
#[test]
fn atari_go_passes_without_a_legal_point() {
    let mut position = empty(2, preset("chinese"));
    for action in ["A1", "pass", "B2"] {
        position.try_play(point(action)).expect("legal");
    }
    assert_eq!(choice("mcts:playouts=20,style=atari-go", &position), Answer::Move(Move::Pass));
}

#[test]
fn resignation_needs_its_parameter() {
    let position = drawn(
        "
        O O . O .
        O O O O O
        X O O O O
        . X O O .
        X . X O O
        ",
        Color::Black,
        preset("chinese"),
    );
    assert_eq!(choice("mcts:playouts=200,resign=0.1", &position), Answer::Resign);
    assert!(matches!(choice("mcts:playouts=200", &position), Answer::Move(_)));
}

#[test]
fn atari_go_captures_where_it_can() {
    for (rules, text) in [("atari-go", "mcts:playouts=20"), ("chinese", "mcts:playouts=20,style=atari-go")] {
        let position = drawn(
            "
            . . . . .
            . X O X .
            . . X . .
            . O . . .
            . . . . .
            ",
            Color::Black,
            preset(rules),
        );
        assert_eq!(choice(text, &position), Answer::Move(point("C5")), "{rules}");
        let mut tree = search(&position, text, 1);
        run(&mut tree, 10);
        assert_eq!(tree.branches(MctsNodeId::ROOT, 9).len(), 1, "only capturing moves are searched");
    }
}

/// Black wins on 3×3 with every first move except a corner, and loses on 2×2.
#[test]
fn atari_go_is_solved_on_tiny_boards() {
    for (side, wins) in [(2, false), (3, true)] {
        let position = empty(side, preset("atari-go"));
        let mut search = search(&position, "mcts:expand=1,rave=off,prior=off,explore=0.5", 1);
        run(&mut search, 30_000);
        let best = search.branches(MctsNodeId::ROOT, 1)[0].clone();
        let mean = best.mean().expect("visited");
        assert_eq!(mean > 0.5, wins, "{side}: {mean}");
        if side == 3 {
            let point = best.action.point().expect("a point");
            assert!(!([0, 2].contains(&point.x) && [0, 2].contains(&point.y)), "a corner loses");
        }
    }
}

#[test]
fn a_pass_that_draws_is_played_where_nothing_wins() {
    // A seki: a side that plays on one of the two vacant points is captured.
    let seki = "
        X X X
        X . O
        X . O
        O O O
    ";
    for (komi, passes) in [(0.0, true), (1.0, false)] {
        let position = drawn(seki, Color::Black, Rules { komi, ..preset("chinese") });
        for seed in 0..10 {
            let mut mind = spec("mcts:playouts=300").build();
            let observation = Observation { position: &position, agents: None, turn: 0 };
            let chosen =
                mind.choose(&observation, Dice::new(seed, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched);
            assert_eq!(chosen == Answer::Move(Move::Pass), passes, "komi {komi}, seed {seed}: {chosen:?}");
        }
    }
}
