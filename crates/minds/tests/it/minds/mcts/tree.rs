//! Content of the search tree: legal moves, consistent visits and wins, children, and bounded memory.

use super::{drawn, empty, point, preset, run, search, walk};
use stonefield_go::{Color, Ko, Move, Rules};
use stonefield_search::mcts::{Branch, MctsNodeId};

// Faults of the program of 2013: it had no ko rule, and no test for the end of the game.
#[test]
fn every_move_of_the_tree_is_legal_and_nothing_follows_the_end() {
    let mut nodes = 0;
    let mut ko_bans = 0;
    for (rules, sides) in [
        ("tromp-taylor", [1, 2, 3]),
        ("chinese", [2, 3, 4]),
        ("japanese", [2, 3, 5]),
        ("aga", [2, 3, 4]),
        ("new-zealand", [2, 3, 4]),
        ("netlogo-2016", [2, 3, 4]),
        ("atari-go", [2, 3, 5]),
    ] {
        for side in sides {
            for text in ["mcts:expand=1,policy=light", "mcts:expand=1,rave=off,prior=off,explore=1"] {
                let position = empty(side, preset(rules));
                if position.is_over() {
                    continue;
                }
                let mut search = search(&position, text, 3);
                run(&mut search, 3000);
                walk(&search, &mut |position, _, branches| {
                    assert!(!position.is_over(), "moves after the end");
                    for branch in branches {
                        nodes += 1;
                        let fault = position.check(branch.action).err();
                        assert_eq!(fault, None, "{rules} {side}: {} in\n{}", branch.action, position.setup());
                        if branch.action.point().is_some_and(|p| position.at(p).is_some()) {
                            continue;
                        }
                        let mut next = position.clone();
                        next.play_unchecked(branch.action);
                        if let Some(outcome) = next.outcome() {
                            // Every visit to the end of a game has the same result.
                            assert_eq!(branch.children, 0);
                            let result = match outcome.winner() {
                                Some(winner) => f64::from(u8::from(winner == position.to_move())),
                                None => 0.5,
                            };
                            assert_eq!(branch.wins, result * f64::from(branch.visits), "{outcome}");
                        }
                    }
                    let empty = (0..position.empty_count()).map(|i| Move::Play(position.nth_empty(i)));
                    ko_bans += empty
                        .filter(|&action| {
                            matches!(
                                position.check(action),
                                Err(stonefield_go::PlayError::Superko(_) | stonefield_go::PlayError::Ko(_))
                            )
                        })
                        .count();
                });
            }
        }
    }
    assert!(nodes > 50_000 && ko_bans > 300, "{nodes} nodes, {ko_bans} moves forbidden by ko");
}

// Faults of the program of 2013: a playout stopped once one side had no moves, filled eyes, and never played
// on captured points again. The score left out eyes.
#[test]
fn playouts_end_with_two_passes_and_are_scored_with_their_eyes() {
    let rules = Rules { ko: Ko::Simple, ..preset("chinese") };
    let (mut moves_in_a_row, mut replayed_points, mut eyes) = (0, 0, 0);
    for policy in ["light", "heavy"] {
        let position = empty(5, rules);
        let mut search = search(&position, &format!("mcts:policy={policy}"), 9);
        for _ in 0..200 {
            let simulation = search.step();
            let mut board = position.clone();
            for branch in &simulation.descent {
                board.try_play(branch.action).expect("legal");
            }
            if board.is_over() {
                continue;
            }
            let mut captured = Vec::new();
            let mut last_color = None;
            for &(color, action) in &simulation.playout {
                let point = action.point().expect("passes are not reported");
                assert!(
                    !board.is_eye_point(color, point),
                    "{color} fills its eye {point} in\n{}",
                    board.setup()
                );
                moves_in_a_row += u32::from(last_color == Some(color));
                last_color = Some(color);
                replayed_points += u32::from(captured.contains(&point));
                let before = board.setup();
                if board.is_over() {
                    board.resume();
                }
                if board.to_move() != color {
                    // The opponent has passed, which ends the ko ban.
                    board.set_ko(None);
                }
                board.try_play_as(color, action).expect("legal");
                let new_captures =
                    board.size().points().filter(|&p| before.at(p).is_some() && board.at(p).is_none());
                captured.extend(new_captures);
            }
            if policy == "light" {
                let score = board.score();
                eyes += u32::from(score.black - f64::from(board.stones().black) > 0.0);
                let lead = score.black - score.white;
                let result = if lead > 0.0 { 1.0 } else { 0.0 };
                assert_eq!(simulation.result, result, "{score:?} of\n{}", board.setup());
                // The playout has ended: the only legal points of each side are its own eyes.
                for color in Color::ALL {
                    for i in 0..board.empty_count() {
                        let point = board.nth_empty(i);
                        let ko = board.ko() == Some(point);
                        let is_playable = board.check_for(color, Move::Play(point)).is_ok() && !ko;
                        assert!(
                            !is_playable || board.is_eye_point(color, point),
                            "{point} is left to {color}"
                        );
                    }
                }
            }
        }
    }
    assert!(
        moves_in_a_row > 100 && replayed_points > 100 && eyes > 50,
        "{moves_in_a_row} {replayed_points} {eyes}"
    );
}

// Fault of the program of 2013: it did not choose nodes from the view of the side to move.
#[test]
fn each_side_chooses_from_its_own_view() {
    // A seki: the side that plays into it is captured. A tree that chooses replies from the wrong view does
    // not punish the mistake.
    let seki = "
        X X X
        X . O
        X . O
        O O O
    ";
    for (color, komi) in [(Color::Black, -0.5), (Color::White, 0.5)] {
        let position = drawn(seki, color, Rules { komi, ..preset("chinese") });
        let mut search = search(&position, "mcts:explore=1.5,expand=1,rave=off,prior=off,policy=light", 1);
        run(&mut search, 5000);
        let moves = search.branches(MctsNodeId::ROOT, usize::MAX);
        assert_eq!(moves[0].action, Move::Pass, "{color} wins by a pass");
        for (mistake, capture) in [("B2", "B3"), ("B3", "B2")] {
            let played = moves.iter().find(|branch| branch.action == point(mistake)).expect("it is legal");
            let reply = &search.branches(played.node, 1)[0];
            assert!(played.visits >= 30, "{color} {mistake}: {} visits", played.visits);
            assert_eq!(reply.action, point(capture), "{color} {mistake}");
            let (mistake_mean, reply_mean) =
                (played.mean().expect("visited"), reply.mean().expect("visited"));
            assert!(
                mistake_mean < 0.45 && reply_mean > 0.55,
                "{color} {mistake}: {mistake_mean}, and {reply_mean} for the reply"
            );
        }
    }
    // Each side has one liberty: the side to move captures everything, and is captured if it passes.
    let race = "
        . X X O O
        X X X O O
        X X X O O
        X X X O O
        X X X O .
    ";
    for (color, capture, reply_capture) in [(Color::Black, "E1", "A5"), (Color::White, "A5", "E1")] {
        // With this komi two passes give a draw.
        let position = drawn(race, color, Rules { komi: 5.0, ..preset("chinese") });
        for text in ["mcts", "mcts:explore=1.5,expand=1,rave=off,prior=off,policy=light"] {
            let mut search = search(&position, text, 4);
            run(&mut search, 3000);
            let moves = search.branches(MctsNodeId::ROOT, usize::MAX);
            assert_eq!(moves[0].action, point(capture), "{color} {text}");
            let capture_mean = moves[0].mean().expect("visited");
            assert!(capture_mean > 0.75, "{color} {text}: {capture_mean} for the capture");
            assert!(search.winrate().is_some_and(|rate| rate > 0.65), "{color} {text}");
            let pass = moves.iter().find(|branch| branch.action == Move::Pass).expect("it is legal");
            if let Some(reply) = search.branches(pass.node, 1).first().filter(|reply| reply.visits > 5) {
                assert_eq!(reply.action, point(reply_capture), "{color} {text}");
                let (pass_mean, reply_mean) = (pass.mean().expect("visited"), reply.mean().expect("visited"));
                assert!(
                    pass_mean < 0.35 && reply_mean > 0.7,
                    "{color} {text}: {pass_mean} for a pass, {reply_mean} for the answer"
                );
            } else {
                assert!(text == "mcts", "{color}: the pass has too few visits");
            }
        }
    }
}

// Fault of the program of 2013: its exploration constant was copied without a test of its effect.
#[test]
fn exploration_trades_depth_for_breadth() {
    let position = empty(7, preset("chinese"));
    let visits_and_depth = |explore: f64| {
        let mut search =
            search(&position, &format!("mcts:policy=light,rave=off,prior=off,expand=2,explore={explore}"), 1);
        run(&mut search, 4000);
        let branches = search.branches(MctsNodeId::ROOT, usize::MAX);
        (branches[0].visits, search.depth())
    };
    let (narrow_visits, narrow_depth) = visits_and_depth(0.2);
    let (wide_visits, wide_depth) = visits_and_depth(2.0);
    assert!(
        narrow_visits > 3 * wide_visits && narrow_depth > wide_depth,
        "{narrow_visits} visits and {narrow_depth} plies, {wide_visits} and {wide_depth}"
    );
}

#[test]
fn a_step_reports_the_numbers_of_the_tree_and_many_steps_equal_a_run() {
    for text in ["mcts:expand=3", "mcts:expand=1,policy=light,rave=off,explore=0.7", "mcts:style=atari-go"] {
        let position = empty(5, preset("chinese"));
        let (mut by_steps, mut by_runs) = (search(&position, text, 8), search(&position, text, 8));
        for n in 0..400 {
            let before = by_steps.branches(MctsNodeId::ROOT, usize::MAX);
            let visits = by_steps.counts(MctsNodeId::ROOT).visits;
            let nodes = by_steps.nodes();
            let simulation = by_steps.step();
            // Update: each node on the path gains one visit, and the result from the view of the side that
            // made the move to this node.
            assert_eq!(simulation.update.len(), simulation.descent.len() + 1);
            for (ply, change) in simulation.update.iter().enumerate() {
                assert_eq!(change.after, by_steps.counts(change.after.node));
                assert_eq!(change.after.visits, change.before.visits + 1);
                let black_moved = (ply % 2 == 1) == (position.to_move() == Color::Black);
                let won = if black_moved { simulation.result } else { 1.0 - simulation.result };
                assert_eq!(change.after.wins, change.before.wins + won);
            }
            assert_eq!(simulation.update[0].before.visits, visits);
            // Descent: reports the branch before the update, and chooses the highest bound.
            if let Some(first) = simulation.descent.first() {
                let branch =
                    before.iter().find(|branch| branch.node == first.node).expect("a move of the root");
                assert_eq!(
                    (branch.visits, branch.wins, branch.rave_visits, branch.value),
                    (first.visits, first.wins, first.rave_visits, first.value)
                );
                assert_eq!(branch.bound, first.bound, "{n}");
                assert!(
                    before.iter().all(|other| other.bound <= branch.bound),
                    "{n}: the search must descend to the highest bound"
                );
                let numbers = by_steps.counts(first.node);
                assert_eq!(numbers.visits, first.visits + 1);
            }
            // Expansion: the reported node has children now, and they are the only new nodes.
            match simulation.expanded {
                Some(node) => {
                    let children = by_steps.branches(node, usize::MAX);
                    assert_eq!(by_steps.nodes(), nodes + children.len() as u64);
                    assert!(children.iter().map(|child| child.visits).sum::<u32>() <= 1);
                }
                None => assert_eq!(by_steps.nodes(), nodes),
            }
        }
        run(&mut by_runs, 150);
        run(&mut by_runs, 250);
        assert_eq!(by_runs.simulations(), by_steps.simulations());
        assert_eq!(
            by_runs.branches(MctsNodeId::ROOT, usize::MAX),
            by_steps.branches(MctsNodeId::ROOT, usize::MAX)
        );
        // A node's visits are those of its children plus the simulations that ended at the node.
        walk(&by_runs, &mut |_, node, branches| {
            let below: u32 = branches.iter().map(|branch| branch.visits).sum();
            assert!(below <= by_runs.counts(node).visits);
        });
    }
}

#[test]
fn the_tree_of_the_last_turn_is_reused() {
    let turn_rng = || stonefield_search::Dice::new(6, 0, 0).rng(1, None, stonefield_search::Purpose::Think);
    let mut position = empty(5, preset("chinese"));
    let mut search = search(&position, "mcts:expand=2", 6);
    run(&mut search, 2000);
    let played = search.branches(MctsNodeId::ROOT, 1)[0].clone();
    let reply = search.branches(played.node, 1)[0].clone();
    let kept_branches = search.branches(reply.node, usize::MAX);
    assert!(!kept_branches.is_empty() && reply.visits > 10);
    position.try_play(played.action).expect("legal");
    position.try_play(reply.action).expect("legal");
    assert!(search.follow(&position, turn_rng()));
    assert_eq!(search.counts(MctsNodeId::ROOT).visits, reply.visits);
    let summary = |branches: &[Branch]| -> Vec<_> {
        branches
            .iter()
            .map(|b| (b.action, b.visits, b.wins, b.rave_visits, b.rave_wins, b.children))
            .collect()
    };
    assert_eq!(summary(&search.branches(MctsNodeId::ROOT, usize::MAX)), summary(&kept_branches));
    run(&mut search, 100);
    assert_eq!(search.counts(MctsNodeId::ROOT).visits, reply.visits + 100);
    // The search refuses to follow another game, and stays unchanged.
    let other_game = empty(5, preset("japanese"));
    assert!(
        !search.follow(&other_game, turn_rng()) && !search.follow(&empty(6, preset("chinese")), turn_rng())
    );
    let mut other_moves = empty(5, preset("chinese"));
    for name in ["A1", "E5", "A2", "E4"] {
        other_moves.try_play(point(name)).expect("legal");
    }
    assert!(!search.follow(&other_moves, turn_rng()));
    assert_eq!(search.position().turns().count(), 2);
}

#[test]
fn with_a_full_tree_the_search_continues() {
    let position = empty(9, preset("chinese"));
    let mut search = search(&position, "mcts:max_nodes=1000,expand=1,policy=light", 1);
    run(&mut search, 3000);
    assert!(search.nodes() <= 1000, "{} nodes", search.nodes());
    assert_eq!(search.simulations(), 3000);
    assert!(search.thought(1.0).notes.iter().any(|note| note.contains("full")));
}

#[test]
fn the_roots_have_their_children_under_every_memory_limit() {
    let position = empty(9, preset("chinese"));
    // Each thread needs 83 nodes: a root, 81 points and the pass.
    for (text, nodes) in [
        ("mcts:threads=2,parallel=root,max_nodes=1000,expand=1,policy=light", 1000),
        ("mcts:threads=256,parallel=root,max_nodes=1000,expand=1,policy=light", 256 * 83),
    ] {
        let mut search = search(&position, text, 1);
        run(&mut search, 2000);
        assert!(search.nodes() <= nodes, "{text}: {} nodes", search.nodes());
        assert_eq!(search.simulations(), 2000);
        assert!(search.branches(MctsNodeId::ROOT, usize::MAX).len() == 82);
    }
}
