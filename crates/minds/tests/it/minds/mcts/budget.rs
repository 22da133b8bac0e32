//! What ends a search: budgets, a lack of time, threads, a leader that cannot be caught.

use super::{drawn, empty, preset, run, search, spec, tree};
use crate::support::clock::{Clock, watched};
use stonefield_go::{Color, Move, Rules, Size};
use stonefield_minds::{Answer, Observation};
use stonefield_search::mcts::{MctsNodeId, MctsSearch};
use stonefield_search::{Dice, Unwatched, Use};
use stonefield_testing::strewn::strewn;

#[test]
fn the_same_seed_is_the_same_tree() {
    let position = empty(5, preset("chinese"));
    let whole = |text: &str| {
        let mut mind = spec(text).build();
        let seen = Observation { position: &position, agents: None, turn: 0 };
        mind.choose(&seen, Dice::new(2, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
        tree(mind.as_mut(), &position)
    };
    let text = "mcts:playouts=700";
    let all = whole(text);
    assert!(all.simulations <= 700 && all.taken.len() > 50);
    assert_eq!(whole(text), all);
    let roots = "mcts:playouts=600,threads=3,parallel=root";
    assert_eq!(whole(roots), whole(roots), "a tree for each thread keeps to the seed");
}

/// On a board so large that a simulation takes milliseconds.
#[test]
fn a_search_that_is_stopped_in_the_middle_goes_on_as_if_it_never_had_been() {
    let position = strewn(Size::new(37, 30).expect("a size"), 0.3, 5, Rules::default());
    for text in ["mcts:expand=1", "mcts:policy=light,prior=off,rave=off,explore=1", "mcts:style=atari-go"] {
        let mut whole = search(&position, text, 5);
        run(&mut whole, 30);
        let mut stopped = search(&position, text, 5);
        for looks in 1.. {
            let left = std::cell::Cell::new(looks);
            stopped.run(30 - u32::try_from(stopped.simulations()).expect("few"), &|| {
                left.set(left.get() - 1);
                left.get() == 0
            });
            assert!(looks < 5000, "{text}: it comes to no end");
            if stopped.simulations() == 30 {
                break;
            }
        }
        let told = |search: &MctsSearch| search.snapshot(usize::MAX, usize::MAX, &[]);
        assert!(told(&stopped) == told(&whole), "{text}: another tree");
    }
}

#[test]
fn threads_keep_the_budget_on_large_boards() {
    let position = strewn(Size::square(150).expect("a size"), 0.3, 5, Rules::default());
    let seen = Observation { position: &position, agents: None, turn: 0 };
    for text in ["mcts:playouts=12,expand=1,threads=6", "mcts:playouts=12,expand=1,threads=3,parallel=root"] {
        let mut mind = spec(text).build();
        let found = mind.choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
        assert!(matches!(found, Answer::Move(Move::Play(_))), "{text}: {found:?}");
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
            assert_eq!(search.numbers(MctsNodeId::ROOT).visits, 2003);
            let branches = search.branches(MctsNodeId::ROOT, usize::MAX);
            let below: u32 = branches.iter().map(|branch| branch.visits).sum();
            assert_eq!(below, 2003);
            assert!(branches.iter().all(|branch| branch.wins <= f64::from(branch.visits)));
        }
        assert!(search.winrate().is_some_and(|rate| (0.0..=1.0).contains(&rate)));
    }
}

#[test]
fn it_stops_wherever_it_is_told_to() {
    let position = empty(9, preset("chinese"));
    for stop_at in [0.0, 0.02, 0.3] {
        let mut clock = Clock::new(0.001);
        clock.stop_at = stop_at;
        let Answer::Move(action) = watched("mcts:playouts=1000000000", &position, &mut clock) else {
            panic!("it was to stop");
        };
        assert!(position.is_legal(action));
        assert!(clock.now() < stop_at + 0.05);
    }
}

#[test]
fn a_budget_of_time_without_a_clock_is_one_of_playouts() {
    let position = empty(5, preset("chinese"));
    // Not before a thousand is it known that the clock stands still.
    for (playouts, done) in [(50, 1000), (1500, 1500)] {
        let text = format!("mcts:time=10,playouts={playouts},policy=light");
        let mut mind = spec(&text).build();
        let seen = Observation { position: &position, agents: None, turn: 0 };
        let chosen = mind.choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
        assert!(matches!(chosen, Answer::Move(_)), "{chosen:?}");
        assert_eq!(tree(mind.as_mut(), &position).simulations, done, "{text}");
    }
}

#[test]
fn a_leader_that_cannot_be_caught_ends_the_search() {
    // The middle wins.
    let position = empty(5, preset("chinese"));
    let mut mind = spec("mcts:playouts=20000").build();
    let seen = Observation { position: &position, agents: None, turn: 0 };
    mind.choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
    let done = tree(mind.as_mut(), &position).simulations;
    assert!(done < 15_000, "{done}");
}

#[test]
fn what_is_left_out_by_stopping_early_could_not_have_changed_the_choice() {
    // White's stones on the left are dead, but count if both pass.
    let dead = "
        . . . X O .
        . O O X O .
        . . . X O .
        X X X X O .
        O O O O O .
    ";
    // A seki: the pass draws and leads by far.
    let seki = "
        X X X
        X . O
        X . O
        O O O
    ";
    let budget = 1500;
    let text = format!("mcts:playouts={budget},policy=light,rave=off,prior=off,explore=0.6,expand=1");
    let (mut stopped, mut led) = (0, 0);
    for (diagram, komi, may_pass) in [(dead, 1.5, false), (seki, 0.0, true)] {
        let position = drawn(diagram, Color::Black, Rules { komi, ..preset("chinese") });
        for seed in 0..40 {
            let rng = || Dice::new(seed, 0, 0).rng(0, None, Use::Think);
            let mut mind = spec(&text).build();
            let seen = Observation { position: &position, agents: None, turn: 0 };
            let chosen = mind.choose(&seen, rng(), &mut Unwatched);
            let done = tree(mind.as_mut(), &position).simulations;
            stopped += u32::from(done < budget);
            // The same search to its end.
            let mut whole = MctsSearch::new(&position, &spec(&text).read(), rng());
            run(&mut whole, 1500);
            let branches = whole.branches(MctsNodeId::ROOT, usize::MAX);
            led += u32::from(branches[0].action == Move::Pass);
            let may_be_chosen = || branches.iter().filter(|branch| may_pass || branch.action != Move::Pass);
            let most = may_be_chosen().map(|branch| branch.visits).max();
            let visits = may_be_chosen()
                .find(|branch| Answer::Move(branch.action) == chosen)
                .map(|branch| branch.visits);
            assert_eq!(visits, most, "{chosen:?} after {done}, seed {seed}, in\n{diagram}");
        }
    }
    assert!(stopped > 0 && led > 30, "{stopped} stopped early, {led} with the pass in the lead");
}
