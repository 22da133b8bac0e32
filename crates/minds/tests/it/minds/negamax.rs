//! Tests of the fixed-depth search: values, switches that change only the computing time, budgets, stops, and
//! reports.

use crate::support::clock::{Clock, answer};
use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use stonefield_go::{Color, Move, Position, Rules, Size};
use stonefield_minds::{Answer, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_search::negamax::{Bound, LOSS, NegamaxParams, NegamaxSearch, WIN};
use stonefield_search::{Dice, Purpose, Rng, StopWatch, Unwatched};
use stonefield_testing::boards::{drawn, point};

const SWITCHES: [&str; 9] = ["ab", "history", "scout", "tt", "id", "pvs", "killers", "lazy", "incremental"];

fn params(text: &str) -> NegamaxParams {
    text.parse::<BrainSpec>().unwrap_or_else(|error| panic!("{text}: {error}")).read()
}

fn rng(seed: u64) -> Rng {
    Dice::new(seed, 0, 0).rng(0, None, Purpose::Think)
}

/// Search that has run to its end.
fn searched(text: &str, position: &Position) -> NegamaxSearch {
    let mut search = NegamaxSearch::new(position, &params(text), rng(1));
    search.run(u64::MAX, &mut Unwatched);
    assert!(search.is_complete());
    search
}

/// Position after at most `plies` random moves, with few passes.
fn random(size: Size, rules: Rules, plies: usize, rng: &mut Rng) -> Position {
    let mut position = Position::new(size, rules);
    for _ in 0..plies {
        let legal = position.legal_moves();
        let points: Vec<Move> = legal.iter().copied().filter(|action| action.point().is_some()).collect();
        let passes = points.is_empty() || rng.random_bool(0.05);
        let choices = if passes { &legal } else { &points };
        let Some(&action) = choices.get(rng.random_range(0..choices.len().max(1))) else { break };
        let mut after = position.clone();
        after.play_unchecked(action);
        if after.is_over() {
            break;
        }
        position = after;
    }
    position
}

/// Reference value of a position: recursion over all legal moves, without pruning or a table, and with an
/// evaluation of its own.
mod reference {
    use super::*;
    use stonefield_go::field::{BouzyField, BouzyParams, TerritoryField};

    fn evaluate(position: &Position) -> i32 {
        let setup = position.setup();
        let mut territory = TerritoryField::new(position.size());
        territory.measure(setup.stones());
        let bouzy_sum = |erosions| {
            let mut field = BouzyField::new(position.size(), BouzyParams { dilations: 5, erosions });
            field.measure(setup.stones());
            let vacant_sign = |(value, stone): (&i16, &Option<Color>)| {
                if stone.is_some() { 0 } else { i32::from(value.signum()) }
            };
            field.values().iter().zip(setup.stones()).map(vacant_sign).sum::<i32>()
        };
        let captured = position.captured_by();
        let white = 200 * territory.values().iter().map(|&value| i32::from(value)).sum::<i32>()
            + 200 * (captured.white as i32 - captured.black as i32)
            + 10 * bouzy_sum(21)
            + bouzy_sum(0);
        if position.to_move() == Color::White { white } else { -white }
    }

    pub fn value(position: &Position, depth: u32) -> i32 {
        if let Some(outcome) = position.outcome() {
            return match outcome.winner() {
                None => 0,
                Some(winner) if winner == position.to_move() => WIN,
                Some(_) => LOSS,
            };
        }
        if depth == 0 {
            return evaluate(position);
        }
        let after = |action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            -value(&child, depth - 1)
        };
        position.legal_moves().into_iter().map(after).max().unwrap_or_else(|| evaluate(position))
    }
}

#[test]
fn the_value_equals_the_reference() {
    let mut dice = Rng::seed_from_u64(7);
    for round in 0..60 {
        let presets =
            ["chinese", "tromp-taylor", "japanese", "aga", "new-zealand", "atari-go", "netlogo-2016"];
        let rules = Rules::preset(presets[round % 7]).expect("a preset");
        let (side, depth) = [(3, 3), (4, 2), (2, 4), (5, 2)][round % 4];
        let plies = dice.random_range(0..2 * side * side);
        let position = random(Size::square(side as u16).expect("a size"), rules, plies, &mut dice);
        let value = reference::value(&position, depth);
        let search = searched(&format!("negamax:depth={depth}"), &position);
        assert_eq!(search.value().unwrap_or(value), value, "{} {}", rules.name, position.setup());
        assert_eq!(search.value().is_none(), position.is_over() || position.legal_moves().is_empty());
    }
}

/// Turns off each switch alone, all switches, and random sets of them. The value must be the same, and the
/// best move must have this value.
#[test]
fn switches_change_nothing_but_the_time() {
    let mut dice = Rng::seed_from_u64(21);
    let (mut search_count, mut capture_count, mut different_moves) = (0, 0, 0);
    for round in 0..300 {
        let presets =
            ["chinese", "tromp-taylor", "japanese", "aga", "new-zealand", "atari-go", "netlogo-2016"];
        let rules = Rules::preset(presets[round % 7]).expect("a preset");
        let (side, depth) = [(3, 4), (4, 3), (2, 6), (5, 2), (3, 3), (2, 5)][round % 6];
        let extra = [
            "",
            ",eval=area",
            ",eval=liberties",
            ",eval=control",
            ",quiescence=3",
            ",moves=near",
            ",range=2",
            ",range=8,dilations=3,erosions=7",
            ",tie=loss,eval=area",
            ",influence=0",
            ",potential=0",
        ][round % 11];
        let area = side * side;
        let plies = dice.random_range(area / 2..3 * area);
        let position = random(Size::square(side as u16).expect("a size"), rules, plies, &mut dice);
        if position.is_over() || position.legal_moves().is_empty() {
            continue;
        }
        capture_count += u32::from(position.captured_by().black > 0);
        let base_spec = format!("negamax:depth={depth}{extra}");
        let reference = searched(&base_spec, &position);
        let value = reference.value().expect("a value");
        let mut switch_sets: Vec<Vec<&str>> = SWITCHES.iter().map(|switch| vec![*switch]).collect();
        switch_sets.push(SWITCHES.to_vec());
        for _ in 0..4 {
            switch_sets.push(SWITCHES.into_iter().filter(|_| dice.random_bool(0.5)).collect());
        }
        for switches in switch_sets {
            let text = switches.iter().fold(base_spec.clone(), |text, switch| text + "," + switch + "=off");
            let switched = searched(&text, &position);
            assert_eq!(switched.value(), Some(value), "{text} under {} in\n{}", rules.name, position.setup());
            let best = switched.best().expect("a move");
            different_moves += u32::from(Some(best) != reference.best());
            // A search of the position after the best move, one ply less deep, must give the same value.
            let mut after = position.clone();
            after.try_play(best).expect("a legal move");
            if let Some(outcome) = after.outcome() {
                let outcome_value = match outcome.winner() {
                    Some(winner) => {
                        if winner == position.to_move() {
                            WIN
                        } else {
                            LOSS
                        }
                    }
                    None if text.contains("tie=loss") => WIN,
                    None => 0,
                };
                assert_eq!(outcome_value, value, "{text}: {best} in\n{}", position.setup());
            } else if depth > 1 {
                let after_search = searched(
                    &text.replace(&format!("depth={depth}"), &format!("depth={}", depth - 1)),
                    &after,
                );
                // A search that begins after the move does not know the earlier positions, which superko
                // needs. Without captures no position can repeat.
                let is_comparable = position.rules().ko == stonefield_go::Ko::None
                    || after.captured_by() == position.captured_by();
                if is_comparable {
                    assert_eq!(
                        after_search.value().map(|value| -value),
                        Some(value),
                        "{text}: {best} in\n{}",
                        position.setup()
                    );
                }
            }
            search_count += 1;
        }
    }
    assert!(
        search_count > 3000 && capture_count > 50 && different_moves > 0,
        "{search_count} {capture_count} {different_moves}"
    );
}

fn empty(side: u16) -> Position {
    Position::new(Size::square(side).expect("a size"), Rules::default())
}

#[test]
fn captures_and_rescues_are_found() {
    let diagram = "
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";
    // D3 captures both stones for Black, or saves them for White.
    for depth in [2, 3, 4] {
        let position = drawn(diagram, Color::White, Rules::default());
        assert_eq!(
            searched(&format!("negamax:depth={depth}"), &position).best(),
            Some(point("D3")),
            "{depth}"
        );
    }
    let position = drawn(diagram, Color::Black, Rules::default());
    for text in ["negamax:depth=1", "negamax:depth=2", "negamax:depth=1,quiescence=4", "negamax:nodes=5000"] {
        let mut search = NegamaxSearch::new(&position, &params(text), rng(1));
        search.run(20_000, &mut Unwatched);
        assert_eq!(search.best(), Some(point("D3")), "{text}");
    }
}

#[test]
fn a_winning_pass_is_played() {
    let diagram = "
        . X . O .
        X X . O O
        X X X O .
        . X X O O
        X X X O .
    ";
    let rules = Rules { komi: 0.5, ..Rules::default() };
    let mut position = drawn(diagram, Color::White, rules);
    position.try_play(Move::Pass).expect("legal");
    let search = searched("negamax:depth=1", &position);
    assert_eq!((search.best(), search.value()), (Some(Move::Pass), Some(WIN)));
    // White would lose by a pass and does not play it.
    let mut position = drawn(diagram, Color::Black, rules);
    position.try_play(Move::Pass).expect("legal");
    let search = searched("negamax:depth=1", &position);
    assert_ne!(search.best(), Some(Move::Pass));
    assert!(search.value().is_some_and(|value| value > LOSS));
}

/// Searches the whole game. Black loses on 2×2, and wins on 3×3 with every first move except a corner.
#[test]
fn atari_go_is_solved_on_tiny_boards() {
    let rules =
        Rules { no_move: stonefield_go::NoMove::Loss, ..Rules::preset("atari-go").expect("a preset") };
    for (side, depth, value) in [(2, 8, LOSS), (3, 12, WIN)] {
        let position = Position::new(Size::square(side).expect("a size"), rules);
        let search = searched(&format!("negamax:depth={depth},eval=liberties"), &position);
        assert_eq!(search.value(), Some(value), "{side}");
        if value == WIN {
            let point = search.best().and_then(Move::point).expect("a point");
            assert!(point.x == 1 || point.y == 1, "{point} is a corner");
        }
    }
}

#[test]
fn a_thought_marks_bounds_and_has_values_of_one_depth() {
    let mut rng = rng(8);
    let position = random(Size::square(5).expect("a size"), Rules::default(), 9, &mut rng);
    let thought_of = |text: &str| {
        let mut search =
            NegamaxSearch::new(&position, &params(text), Dice::new(3, 0, 0).rng(0, None, Purpose::Think));
        search.run(u64::MAX, &mut Unwatched);
        search.thought(1.0)
    };
    // Without pruning every value is exact, and every variation has full length.
    let exact_thought = thought_of("negamax:depth=3,ab=off,tt=off");
    assert!(
        exact_thought
            .candidates
            .iter()
            .all(|candidate| !candidate.is_upper_bound && candidate.variation.len() == 3),
        "{:?}",
        exact_thought.candidates
    );
    assert!(!exact_thought.notes.iter().any(|note| note.contains('≤')), "{:?}", exact_thought.notes);
    let exact = |action: Move| {
        let candidate = exact_thought
            .candidates
            .iter()
            .find(|candidate| candidate.action == action)
            .expect("every move has a value");
        candidate.lead.expect("in points")
    };
    // With pruning, an inexact value is marked as an upper bound, and is not below the exact one.
    let pruned = thought_of("negamax:depth=3");
    assert_eq!(pruned.candidates[0].lead, Some(exact(pruned.candidates[0].action)));
    assert!(
        pruned.candidates.iter().any(|candidate| candidate.is_upper_bound)
            && !pruned.candidates[0].is_upper_bound
    );
    assert!(pruned.notes.iter().any(|note| note.contains('≤')), "{:?}", pruned.notes);
    for candidate in &pruned.candidates {
        let (lead, exact) = (candidate.lead.expect("in points"), exact(candidate.action));
        assert!(
            lead == exact || candidate.is_upper_bound && lead > exact,
            "{}: {lead} for {exact}",
            candidate.action
        );
    }
    // A search that is interrupted within an iteration reports only the values of this iteration, and its
    // progress.
    let mut interrupted = 0;
    for max_nodes in (0..).map(|step| 400 * step) {
        let mut search = NegamaxSearch::new(&position, &params("negamax:depth=4"), rng.clone());
        search.run(max_nodes, &mut Unwatched);
        let thought = search.thought(1.0);
        // Before the first value there is no note.
        let note = thought.notes.first().cloned().unwrap_or_default();
        if search.is_complete() {
            assert!(interrupted > 0, "no search was interrupted within an iteration");
            assert!(thought.depth == 4 && !note.contains("as far as"), "{note}");
            break;
        }
        assert_eq!(search.nodes(), max_nodes);
        if note.contains("as far as") {
            interrupted += 1;
            let longest =
                thought.candidates.iter().map(|candidate| candidate.variation.len()).max().unwrap_or(0);
            assert!(longest <= thought.depth as usize, "{longest} moves at {} plies", thought.depth);
            assert!(note.contains(&format!("{} plies deep", thought.depth)), "{note}");
        }
    }
}

#[test]
fn a_stop_is_obeyed_at_any_time() {
    let position = empty(13);
    for stop_at in [0.0, 0.001, 0.02, 0.3] {
        let mut clock = Clock::new(0.001);
        clock.stop_at = stop_at;
        let Answer::Move(action) = answer("negamax:depth=64", &position, &mut clock) else {
            panic!("a stopped mind must answer with a move");
        };
        assert!(position.is_legal(action));
        assert!(clock.now() < stop_at + 0.01);
    }
}

/// Limits the number of nodes after a stop. One node visits the whole board a few dozen times.
/// `crates/sim/tests/it/minds/stops.rs` limits the time on the largest boards.
#[test]
fn stops_are_obeyed_soon_on_boards_of_every_size() {
    const MAX_CHECKS: u64 = 20;
    for side in [1, 5, 13, 19, 25, 60, 150] {
        let position = empty(side);
        let max_nodes = (20_000 / position.size().area() as u64).max(1);
        for spec in ["negamax:depth=64", "negamax:depth=3,scout=off", "negamax:depth=2,quiescence=9"] {
            let (checks, mut nodes) = (Cell::new(0), 0);
            let stop = || {
                checks.set(checks.get() + 1);
                checks.get() > MAX_CHECKS
            };
            let mut watch = StopWatch::new(|| 0.0, stop).with_thoughts(true, |thought| nodes = thought.nodes);
            let choice = answer(spec, &position, &mut watch);
            assert!(matches!(choice, Answer::Move(_)), "{spec} on {side}: {choice:?}");
            assert!(nodes > 0 && nodes <= (MAX_CHECKS + 1) * max_nodes, "{spec} on {side}: {nodes}");
            assert!(checks.get() <= MAX_CHECKS + 3, "{spec} on {side}: the search continued after the stop");
        }
    }
}

#[test]
fn budgets_are_exact_and_thoughts_change_nothing() {
    let position = random(Size::square(7).expect("a size"), Rules::default(), 20, &mut Rng::seed_from_u64(3));
    for text in [
        "negamax:nodes=3217",
        "negamax:depth=3",
        "negamax:depth=3,scout=off,quiescence=2",
        "negamax:nodes=777,id=off",
        "negamax:nodes=1",
    ] {
        let mut search = NegamaxSearch::new(&position, &params(text), rng(1));
        let limit = params(text).nodes;
        search.run(if limit == 0 { u64::MAX } else { limit }, &mut Unwatched);
        if limit > 0 {
            assert_eq!(search.nodes(), limit, "{text}");
        }
        let observation = Observation { position: &position, agents: None, turn: 0 };
        let mut clock = Clock::new(0.01);
        let mut mind = text.parse::<BrainSpec>().expect("a spec").build();
        let answer = mind.choose(&observation, rng(1), &mut clock);
        assert_eq!(Some(answer), search.best().map(Answer::Move), "{text}");
        let (_, last) = clock.thoughts.last().expect("a thought");
        assert_eq!((last.nodes, last.depth), (search.nodes(), search.thought(1.0).depth), "{text}");
        assert_eq!(last.candidates, search.thought(1.0).candidates, "{text}");
    }
    // A mind that has played another game chooses the same move as a new one.
    let observation = Observation { position: &position, agents: None, turn: 0 };
    let spec: BrainSpec = "negamax:depth=3".parse().expect("a spec");
    let mut mind = spec.build();
    let first = mind.choose(&observation, rng(1), &mut Unwatched);
    let other_position = empty(7);
    mind.choose(&Observation { position: &other_position, ..observation }, rng(1), &mut Unwatched);
    assert_eq!(mind.choose(&observation, rng(1), &mut Unwatched), first);
}

/// Searches the maximum number of plies, on a thread with an eighth of Rust's default stack size.
#[test]
fn the_deepest_search_fits_on_the_stack_of_a_thread() {
    let search_deeply = || {
        // The quiescence search extends ladders by captures and ataris.
        let diagram = "
            . . . . . . .
            . . O O . . .
            . O X X O . .
            . . O . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
        ";
        let position = drawn(diagram, Color::Black, Rules::default());
        for text in ["depth=64,id=off,quiescence=16", "depth=1,quiescence=16", "eval=control,depth=64,id=off"]
        {
            let mut search =
                NegamaxSearch::new(&position, &params(&format!("negamax:{text},scout=off,ab=off")), rng(1));
            search.run(3000, &mut Unwatched);
            assert_eq!(search.nodes(), 3000);
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(search_deeply);
    thread.expect("a thread").join().expect("the stack is large enough");
}

#[test]
fn shuffle_chooses_at_random_among_equal_moves() {
    let position = empty(5);
    let best = |text: &str, seed| {
        let mut search = NegamaxSearch::new(&position, &params(text), rng(seed));
        search.run(u64::MAX, &mut Unwatched);
        (search.value(), search.best())
    };
    let unshuffled = "negamax:depth=1,scout=off,eval=area";
    assert_eq!(best(unshuffled, 1), best(unshuffled, 2));
    let shuffled: Vec<_> =
        (0..20).map(|seed| best("negamax:depth=1,scout=off,eval=area,shuffle=on", seed)).collect();
    assert!(shuffled.iter().all(|(value, _)| *value == best(unshuffled, 1).0));
    assert!(shuffled.iter().any(|(_, action)| *action != shuffled[0].1));
}

#[test]
fn a_time_limit_without_a_clock_still_ends() {
    assert!(matches!(answer("negamax:time=100", &empty(5), &mut Unwatched), Answer::Move(_)));
}

#[test]
fn thoughts_report_the_result() {
    let position = random(Size::square(9).expect("a size"), Rules::default(), 30, &mut Rng::seed_from_u64(5));
    let mut clock = Clock::new(0.001);
    let Answer::Move(chosen) = answer("negamax:depth=3", &position, &mut clock) else { panic!("no choice") };
    assert!(clock.thoughts.len() > 1);
    let (_, last) = clock.thoughts.last().expect("some");
    assert_eq!((last.depth, last.candidates[0].action), (3, chosen));
    assert!(last.nodes > 100 && last.seconds.is_some() && last.lead.is_some());
    assert!(last.notes.iter().any(|note| note.contains("nodes a second")), "{:?}", last.notes);
    assert!(
        last.notes.iter().any(|note| note.contains("refuted"))
            && last.notes.iter().any(|note| note.contains("table"))
    );
    assert!(last.candidates.len() > 10 && last.candidates[0].lead == last.lead);
    let mut line = position.clone();
    for &action in &last.candidates[0].variation {
        line.try_play(action).expect("a legal variation");
    }
    assert!(last.candidates[0].variation.len() > 1);
    // The value of the search is the evaluation at the end of its variation.
    let search = searched("negamax:depth=3,tt=off", &position);
    let mut end = position.clone();
    for action in search.variation() {
        end.try_play(action).expect("a legal variation");
    }
    assert_eq!(search.variation().len(), 3);
    let end_value = reference::value(&end, 0);
    let value_for_mover = if end.to_move() == position.to_move() { end_value } else { -end_value };
    assert_eq!(Some(value_for_mover), search.value());
    let exact: Vec<_> =
        search.root_results().into_iter().filter(|(_, root)| root.bound == Bound::Exact).collect();
    assert!(
        exact
            .iter()
            .any(|(action, root)| Some(*action) == search.best() && Some(root.value) == search.value())
    );
}

#[test]
fn the_reported_tree_is_the_searched_tree() {
    use stonefield_search::negamax::{EndReason, NegamaxNodeId, NegamaxTree};
    let position = random(Size::square(5).expect("a size"), Rules::default(), 9, &mut Rng::seed_from_u64(8));
    let observation = Observation { position: &position, agents: None, turn: 0 };
    let mut mind = "negamax:depth=3,pvs=off".parse::<BrainSpec>().expect("a spec").build();
    mind.choose(&observation, rng(1), &mut Unwatched);
    let tree_inquiry = Inquiry::Tree { moves: 4, nodes: 9 };
    assert!(mind.reply(&observation, &tree_inquiry).is_none(), "the watch was not curious");
    let nodes_inquiry = Inquiry::Nodes { most: u64::MAX };
    mind.reply(&observation, &nodes_inquiry);
    let Answer::Move(best) = mind.choose(&observation, rng(1), &mut Clock::new(0.0001)) else {
        panic!("no choice")
    };
    let Some(Reply::Nodes(nodes)) = mind.reply(&observation, &nodes_inquiry) else {
        panic!("the events are recorded")
    };
    let mut tree = NegamaxTree::of(&position, nodes.len());
    nodes.iter().for_each(|node| tree.apply_event(node));
    // The mind's reply must equal a part of this tree.
    let Some(Reply::Tree(TreeView::FixedDepth(snapshot))) = mind.reply(&observation, &tree_inquiry) else {
        panic!("the watch was curious")
    };
    assert_eq!(snapshot, tree.snapshot(4, 9));
    let search = searched("negamax:depth=3,pvs=off", &position);
    let root = tree.numbers(NegamaxNodeId::ROOT).expect("a root");
    assert_eq!((tree.depth(), root.left), (3, search.value().map(|value| (value, EndReason::Searched))));
    let branches = tree.branches(NegamaxNodeId::ROOT, usize::MAX);
    assert_eq!(branches.len(), position.legal_moves().len());
    assert_eq!(root.children as usize, branches.len());
    let played = branches.iter().find(|branch| branch.action == best).expect("the move that was played");
    assert_eq!(played.numbers.left.map(|(value, _)| -value), search.value());
    let (mut cuts, mut nodes) = (0, 0);
    let mut stack = vec![NegamaxNodeId::ROOT];
    while let Some(node) = stack.pop() {
        nodes += 1;
        let numbers = tree.numbers(node).expect("a node");
        let below = tree.branches(node, usize::MAX);
        let (value, end) = numbers.left.expect("every node is finished");
        assert!(numbers.alpha < numbers.beta);
        match end {
            EndReason::Searched | EndReason::Cut => {
                // Alpha-beta is fail-soft: the value is the best value of the children.
                let best_below =
                    below.iter().filter_map(|branch| branch.numbers.left).map(|(value, _)| -value).max();
                assert_eq!(best_below, Some(value));
                assert_eq!(end == EndReason::Cut, value >= numbers.beta);
                cuts += u32::from(end == EndReason::Cut && numbers.pruned > 0);
            }
            _ => assert!(below.is_empty()),
        }
        let mut board = position.clone();
        for action in tree.path(node) {
            board.try_play(action).expect("a legal path");
        }
        assert_eq!(board.to_move(), numbers.to_move);
        stack.extend(below.iter().map(|branch| branch.numbers.node));
    }
    assert_eq!(nodes, tree.len());
    assert!(cuts > 5 && !tree.is_full());
}
