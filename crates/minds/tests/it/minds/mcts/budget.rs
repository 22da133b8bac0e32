//! End of a search: budgets in playouts and time, threads, and the early stop once the leader cannot be
//! overtaken.

use super::{drawn, empty, preset, run, search, spec, tree};
use crate::support::clock::{Clock, answer};
use stonefield_go::{Color, Move, Rules, Size};
use stonefield_minds::{Answer, Observation};
use stonefield_search::mcts::{MctsNodeId, MctsSearch};
use stonefield_search::{Dice, Purpose, Unwatched};
use stonefield_testing::strewn::strewn;

#[test]
fn the_same_seed_gives_the_same_tree() {
    let position = empty(5, preset("chinese"));
    let tree_of = |text: &str| {
        let mut mind = spec(text).build();
        let observation = Observation { position: &position, agents: None, turn: 0 };
        mind.choose(&observation, Dice::new(2, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched);
        tree(mind.as_mut(), &position)
    };
    let text = "mcts:playouts=700";
    let expected = tree_of(text);
    assert!(expected.simulations <= 700 && expected.taken.len() > 50);
    assert_eq!(tree_of(text), expected);
    let separate_trees = "mcts:playouts=600,threads=3,parallel=root";
    assert_eq!(tree_of(separate_trees), tree_of(separate_trees), "one tree for each thread");
}

/// The board is so large that one simulation takes milliseconds. So the stops fall inside of simulations.
#[test]
fn a_stopped_search_continues_to_the_same_tree() {
    let position = strewn(Size::new(37, 30).expect("a size"), 0.3, 5, Rules::default());
    for text in ["mcts:expand=1", "mcts:policy=light,prior=off,rave=off,explore=1", "mcts:style=atari-go"] {
        let mut whole = search(&position, text, 5);
        run(&mut whole, 30);
        let mut stopped = search(&position, text, 5);
        for max_checks in 1.. {
            let checks_left = std::cell::Cell::new(max_checks);
            stopped.run(30 - u32::try_from(stopped.simulations()).expect("few"), &|| {
                checks_left.set(checks_left.get() - 1);
                checks_left.get() == 0
            });
            assert!(max_checks < 5000, "{text}: the search does not end");
            if stopped.simulations() == 30 {
                break;
            }
        }
        let snapshot = |search: &MctsSearch| search.snapshot(usize::MAX, usize::MAX, &[]);
        assert!(snapshot(&stopped) == snapshot(&whole), "{text}: the trees differ");
    }
}

#[test]
fn threads_keep_the_budget_on_large_boards() {
    let position = strewn(Size::square(150).expect("a size"), 0.3, 5, Rules::default());
    let observation = Observation { position: &position, agents: None, turn: 0 };
    for text in ["mcts:playouts=12,expand=1,threads=6", "mcts:playouts=12,expand=1,threads=3,parallel=root"] {
        let mut mind = spec(text).build();
        let answer =
            mind.choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched);
        assert!(matches!(answer, Answer::Move(Move::Play(_))), "{text}: {answer:?}");
        assert_eq!(tree(mind.as_mut(), &position).simulations, 12, "{text}");
    }
}

#[test]
fn threads_share_a_tree_and_keep_the_budget() {
    let position = empty(7, preset("chinese"));
    for text in ["mcts:threads=4,expand=2", "mcts:threads=4,parallel=root,expand=2"] {
        let mut search = search(&position, text, 1);
        run(&mut search, 2003);
        assert_eq!(search.simulations(), 2003);
        if !text.contains("root") {
            assert_eq!(search.counts(MctsNodeId::ROOT).visits, 2003);
            let branches = search.branches(MctsNodeId::ROOT, usize::MAX);
            let visits_below: u32 = branches.iter().map(|branch| branch.visits).sum();
            assert_eq!(visits_below, 2003);
            assert!(branches.iter().all(|branch| branch.wins <= f64::from(branch.visits)));
        }
        assert!(search.winrate().is_some_and(|rate| (0.0..=1.0).contains(&rate)));
    }
}

#[test]
fn a_stop_is_obeyed_at_any_time() {
    let position = empty(9, preset("chinese"));
    for stop_at in [0.0, 0.02, 0.3] {
        let mut clock = Clock::new(0.001);
        clock.stop_at = stop_at;
        let Answer::Move(action) = answer("mcts:playouts=1000000000", &position, &mut clock) else {
            panic!("a stopped mind must answer with a move");
        };
        assert!(position.is_legal(action));
        assert!(clock.now() < stop_at + 0.05);
    }
}

#[test]
fn a_time_limit_without_a_clock_becomes_a_playout_limit() {
    let position = empty(5, preset("chinese"));
    // Without a running clock the search plays at least 1000 simulations.
    for (playouts, expected) in [(50, 1000), (1500, 1500)] {
        let text = format!("mcts:time=10,playouts={playouts},policy=light");
        let mut mind = spec(&text).build();
        let observation = Observation { position: &position, agents: None, turn: 0 };
        let chosen =
            mind.choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched);
        assert!(matches!(chosen, Answer::Move(_)), "{chosen:?}");
        assert_eq!(tree(mind.as_mut(), &position).simulations, expected, "{text}");
    }
}

#[test]
fn a_leader_that_cannot_be_overtaken_ends_the_search() {
    // The centre move wins, and soon has far more visits than any other.
    let position = empty(5, preset("chinese"));
    let mut mind = spec("mcts:playouts=20000").build();
    let observation = Observation { position: &position, agents: None, turn: 0 };
    mind.choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched);
    let done = tree(mind.as_mut(), &position).simulations;
    assert!(done < 15_000, "{done}");
}

#[test]
fn stopping_early_does_not_change_the_choice() {
    // White's stones on the left are dead, but they count as alive if both sides pass now.
    let dead = "
        . . . X O .
        . O O X O .
        . . . X O .
        X X X X O .
        O O O O O .
    ";
    // A seki: a pass draws, and has by far the most visits.
    let seki = "
        X X X
        X . O
        X . O
        O O O
    ";
    let budget = 1500;
    let text = format!("mcts:playouts={budget},policy=light,rave=off,prior=off,explore=0.6,expand=1");
    let (mut early_stops, mut pass_leads) = (0, 0);
    for (diagram, komi, may_pass) in [(dead, 1.5, false), (seki, 0.0, true)] {
        let position = drawn(diagram, Color::Black, Rules { komi, ..preset("chinese") });
        for seed in 0..40 {
            let turn_rng = || Dice::new(seed, 0, 0).rng(0, None, Purpose::Think);
            let mut mind = spec(&text).build();
            let observation = Observation { position: &position, agents: None, turn: 0 };
            let chosen = mind.choose(&observation, turn_rng(), &mut Unwatched);
            let done = tree(mind.as_mut(), &position).simulations;
            early_stops += u32::from(done < budget);
            // The same search without the early stop.
            let mut whole = MctsSearch::new(&position, &spec(&text).read(), turn_rng());
            run(&mut whole, 1500);
            let branches = whole.branches(MctsNodeId::ROOT, usize::MAX);
            pass_leads += u32::from(branches[0].action == Move::Pass);
            let candidates = || branches.iter().filter(|branch| may_pass || branch.action != Move::Pass);
            let most_visits = candidates().map(|branch| branch.visits).max();
            let visits =
                candidates().find(|branch| Answer::Move(branch.action) == chosen).map(|branch| branch.visits);
            assert_eq!(visits, most_visits, "{chosen:?} after {done}, seed {seed}, in\n{diagram}");
        }
    }
    assert!(
        early_stops > 0 && pass_leads > 30,
        "{early_stops} early stops, the pass leads {pass_leads} times"
    );
}
