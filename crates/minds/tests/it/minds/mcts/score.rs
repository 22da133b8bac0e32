//! A tree that keeps mean scores.

use super::{choice, drawn, empty, preset, run, search};
use stonefield_go::{Color, Ko, Move, Position, Rules, Setup};
use stonefield_minds::Answer;
use stonefield_search::mcts::MctsNodeId;

fn level(name: &str) -> Rules {
    Rules { komi: 0.0, ..preset(name) }
}

/// The board with the colours changed, the other colour to move.
fn swapped(position: &Position) -> Position {
    let mut setup: Setup = position.setup();
    for at in setup.size().points() {
        setup.set(at, setup.at(at).map(|color| !color));
    }
    setup.to_move = !setup.to_move;
    Position::from_setup(&setup, *position.rules()).expect("a position")
}

const FIGHT: &str = "
    . . . . . . .
    . . O X . . .
    . O X . X O .
    . O X X O . .
    . . O O X X .
    . . . . . . .
    . . . . . . .";

#[test]
fn a_simulation_counts_its_score_for_whoever_moved() {
    for (rules, komi) in [("chinese", 0.0), ("chinese", 7.5), ("tromp-taylor", 0.5)] {
        let position = drawn(FIGHT, Color::White, Rules { komi, ko: Ko::Simple, ..preset(rules) });
        let mut search = search(&position, "mcts:value=score,policy=light,expand=1", 9);
        let mut results = Vec::new();
        for _ in 0..300 {
            let simulation = search.step();
            let mut board = position.clone();
            for branch in &simulation.descent {
                board.try_play(branch.action).expect("legal");
            }
            for &(color, action) in &simulation.playout {
                if board.is_over() {
                    board.resume();
                }
                if board.to_move() != color {
                    // The other passed, which ends a ko.
                    board.set_ko(None);
                }
                board.try_play_as(color, action).expect("legal");
            }
            let score = board.score();
            let lead = score.black - (score.white - komi);
            assert!(
                (simulation.result - (lead + 49.0) / 98.0).abs() < 1e-9,
                "{} for a lead of {lead} on\n{}",
                simulation.result,
                board.setup()
            );
            for (depth, change) in simulation.update.iter().enumerate() {
                // White moves first, so Black has moved into the root.
                let own = if depth % 2 == 0 { simulation.result } else { 1.0 - simulation.result };
                assert!((change.after.wins - change.before.wins - own).abs() < 1e-9);
                assert_eq!(change.after.visits, change.before.visits + 1);
            }
            results.push(simulation.result);
        }
        results.sort_by(f64::total_cmp);
        results.dedup();
        assert!(results.len() > 10, "scores, not only wins: {results:?}");
    }
}

/// What went wrong in 2013: the side to move did not choose for itself. Here White plays with a board as Black does with the same board in other colours.
#[test]
fn each_side_chooses_for_itself() {
    for text in [
        "mcts:value=score,policy=light",
        "mcts:value=score,policy=light,rave=off,prior=off,explore=0.1",
        "mcts:value=score",
    ] {
        let position = drawn(FIGHT, Color::Black, level("chinese"));
        let mut both = [position.clone(), swapped(&position)].map(|position| search(&position, text, 4));
        for search in &mut both {
            run(search, 3_000);
        }
        let [black, white] = both.each_ref().map(|search| search.branches(MctsNodeId::ROOT, usize::MAX));
        let told = |branches: &[stonefield_search::mcts::Branch]| -> Vec<(Move, u32, String)> {
            branches.iter().map(|b| (b.action, b.visits, format!("{:.6}", b.wins))).collect()
        };
        assert_eq!(told(&black), told(&white), "{text}");
        // The answers to the move looked at most are the other's, and each goes where its own mean is best.
        for (search, branches) in both.iter().zip([&black, &white]) {
            let answers = search.branches(branches[0].node, usize::MAX);
            let mean = |at: usize| answers[at].mean().expect("visited");
            let tried = answers.iter().filter(|answer| answer.visits > 0).count();
            let weighted: f64 = (0..tried).map(mean).sum::<f64>() / tried as f64;
            assert!(tried > 3 && mean(0) > weighted, "{text}: {} of {weighted}", mean(0));
        }
    }
}

/// On 3×3 the centre wins the whole board: nine points.
#[test]
fn the_lead_is_the_mean_score() {
    for komi in [0.0, 2.5] {
        let rules = Rules { komi, ..preset("chinese") };
        let position = empty(3, rules);
        let mut first = search(&position, "mcts:value=score", 2);
        run(&mut first, 4_000);
        let thought = first.thought(0.0);
        assert_eq!(thought.candidates[0].action.to_string(), "B2");
        let lead = thought.candidates[0].lead.expect("a lead");
        assert!((5.0..=9.0).contains(&(lead + komi)), "{lead}");
        assert!(thought.candidates[0].winrate.is_some_and(|share| share > 0.8), "{thought:?}");
        assert!(thought.reason.contains("leads by +"), "{}", thought.reason);
        let mut after = position.clone();
        after.try_play("B2".parse().expect("a move")).expect("legal");
        let mut second = search(&after, "mcts:value=score", 2);
        run(&mut second, 4_000);
        let behind = second.thought(0.0).lead.expect("a lead");
        assert!((-9.0..=-4.0).contains(&(behind - komi)), "{behind}");
        assert!(second.winrate().is_some_and(|share| share < 0.2));
    }
}

#[test]
fn it_resigns_by_its_chances_and_wins_count_where_no_points_do() {
    let board = "
        O O . O .
        O O O O O
        X O O O O
        . X O O .
        X . X O O
        ";
    let lost = drawn(board, Color::Black, preset("chinese"));
    assert_eq!(choice("mcts:playouts=200,value=score,resign=0.1", &lost), Answer::Resign);
    assert!(matches!(choice("mcts:playouts=200,value=score", &lost), Answer::Move(_)));
    let position = empty(5, preset("atari-go"));
    for (rules, text) in [("atari-go", ""), ("chinese", ",style=atari-go")] {
        let position = Position::new(position.size(), preset(rules));
        let [score, win] = ["score", "win"].map(|value| {
            let mut search = search(&position, &format!("mcts:value={value}{text}"), 8);
            run(&mut search, 500);
            search.branches(MctsNodeId::ROOT, usize::MAX)
        });
        assert_eq!(score, win);
    }
}
