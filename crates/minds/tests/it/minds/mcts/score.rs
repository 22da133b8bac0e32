//! Tree search with mean scores as values (`value=score`).

use super::{choice, drawn, empty, preset, run, search};
use stonefield_go::{Color, Ko, Move, Position, Rules, Setup};
use stonefield_minds::Answer;
use stonefield_search::mcts::MctsNodeId;

/// Preset rules without komi.
fn without_komi(name: &str) -> Rules {
    Rules { komi: 0.0, ..preset(name) }
}

/// Position with the colours of all stones and of the side to move swapped.
fn swapped(position: &Position) -> Position {
    let mut setup: Setup = position.setup();
    for point in setup.size().points() {
        setup.set(point, setup.at(point).map(|color| !color));
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
fn each_node_counts_the_score_for_the_side_that_moved_there() {
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
                    // The opponent has passed, which ends the ko ban.
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
                // White moves at the root, so values at even depths are Black's.
                let mover_result = if depth % 2 == 0 { simulation.result } else { 1.0 - simulation.result };
                assert!((change.after.wins - change.before.wins - mover_result).abs() < 1e-9);
                assert_eq!(change.after.visits, change.before.visits + 1);
            }
            results.push(simulation.result);
        }
        results.sort_by(f64::total_cmp);
        results.dedup();
        assert!(results.len() > 10, "scores, not only wins: {results:?}");
    }
}

/// Fault of the program of 2013: it did not choose nodes from the view of the side to move. Here Black's
/// search of a board must equal White's search of the same board in swapped colours.
#[test]
fn each_side_chooses_from_its_own_view() {
    for text in [
        "mcts:value=score,policy=light",
        "mcts:value=score,policy=light,rave=off,prior=off,explore=0.1",
        "mcts:value=score",
    ] {
        let position = drawn(FIGHT, Color::Black, without_komi("chinese"));
        let mut searches = [position.clone(), swapped(&position)].map(|position| search(&position, text, 4));
        for search in &mut searches {
            run(search, 3_000);
        }
        let [black, white] = searches.each_ref().map(|search| search.branches(MctsNodeId::ROOT, usize::MAX));
        let summary = |branches: &[stonefield_search::mcts::Branch]| -> Vec<(Move, u32, String)> {
            branches.iter().map(|b| (b.action, b.visits, format!("{:.6}", b.wins))).collect()
        };
        assert_eq!(summary(&black), summary(&white), "{text}");
        // The replies to the most visited move are the opponent's. The most visited reply must have a high
        // mean from the opponent's view.
        for (search, branches) in searches.iter().zip([&black, &white]) {
            let replies = search.branches(branches[0].node, usize::MAX);
            let mean = |index: usize| replies[index].mean().expect("visited");
            let visited_count = replies.iter().filter(|reply| reply.visits > 0).count();
            let average: f64 = (0..visited_count).map(mean).sum::<f64>() / visited_count as f64;
            assert!(visited_count > 3 && mean(0) > average, "{text}: {} of {average}", mean(0));
        }
    }
}

/// On 3×3 a first move in the centre wins the whole board: nine points.
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
fn resignation_depends_on_wins_and_atari_go_ignores_scores() {
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
