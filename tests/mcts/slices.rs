//! What ends a search, or comes between: quotas, budgets, a lack of time, threads, a leader that cannot be caught.

use super::{drawn, empty, preset, run, search, spec, walk};
use crate::clock::{Clock, watched};
use crate::strewn::strewn;
use stonefield::brain::mcts::{NodeId, Params, Search};
use stonefield::brain::{Answer, Dice, Progress, Seen, Unwatched, Use, Watch};
use stonefield::go::{Color, Move, Rules, Scoring, Size};

#[test]
fn a_quota_changes_nothing_but_the_slices() {
    let position = empty(5, preset("chinese"));
    let whole = |text: &str| {
        let mut mind = spec(text).build();
        let seen = Seen { position: &position, heat: &[], turn: 0 };
        mind.choose(&seen, Dice::new(2, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
        mind.search().map(|search| search.branches(NodeId::ROOT, usize::MAX))
    };
    let sliced = |text: &str, quota| {
        let mut mind = spec(text).build();
        let seen = Seen { position: &position, heat: &[], turn: 0 };
        mind.begin(&seen, Dice::new(2, 0, 0).rng(0, None, Use::Think));
        let mut slices = 0;
        while mind.advance(&seen, quota, &mut Unwatched) == Progress::More {
            slices += 1;
        }
        (slices, mind.search().map(|search| search.branches(NodeId::ROOT, usize::MAX)))
    };
    let text = "mcts:playouts=700";
    let all = whole(text);
    let total: u32 = all.iter().flatten().map(|branch| branch.visits).sum();
    assert!(total <= 700);
    for quota in [1, 64, 256] {
        let (slices, branches) = sliced(text, quota);
        assert!(slices >= total / quota.max(1) / 2, "{slices} slices of {quota}");
        assert_eq!(branches, all);
    }
    assert_eq!(whole(text), all, "the same seed is the same tree");
    let roots = "mcts:playouts=600,threads=3,parallel=root";
    assert_eq!(whole(roots), whole(roots), "a tree for each thread keeps to the seed");
    for quota in [1, 16, 100] {
        assert_eq!(sliced(roots, quota).1, whole(roots), "slices of {quota}");
    }
}

/// Has little time for a mind, and may look at its thoughts in some of its slices.
#[derive(Default)]
struct Restless {
    slices: u32,
    curious: bool,
}

impl Watch for Restless {
    fn stop(&self) -> bool {
        false
    }

    fn pauses(&self) -> bool {
        true
    }

    fn elapsed(&self) -> f64 {
        0.0
    }

    fn curious(&self) -> bool {
        self.curious && self.slices % 11 > 6
    }
}

/// On a board so large that a simulation may be left in the middle.
#[test]
fn left_in_the_middle_it_goes_on_as_if_it_never_had_been() {
    let size = Size::new(37, 30).expect("a size");
    let others = Rules { scoring: Scoring::StonesAndCaptures, ..Rules::default() };
    let [by_law, other] = [Rules::default(), others].map(|rules| strewn(size, 0.3, 5, rules));
    let open = empty(33, preset("atari-go"));
    for (text, position) in [
        ("mcts:playouts=60,expand=1", &by_law),
        ("mcts:playouts=60,policy=light,prior=off,rave=off,explore=1", &by_law),
        ("mcts:playouts=40,expand=1", &open),
        ("mcts:playouts=20,expand=1", &other),
    ] {
        let seen = Seen { position, heat: &[], turn: 0 };
        let dice = || Dice::new(5, 0, 0).rng(0, None, Use::Think);
        let mut whole = spec(text).build();
        let chosen = whole.choose(&seen, dice(), &mut Unwatched);
        let mut left = spec(text).build();
        left.begin(&seen, dice());
        let mut watch = Restless { slices: 0, curious: true };
        let found = loop {
            watch.slices += 1;
            match left.advance(&seen, 1, &mut watch) {
                Progress::More => {}
                Progress::Done(done) => break done,
                Progress::Waiting => panic!("it is no person"),
            }
        };
        let (whole, left) = (whole.search().expect("a search"), left.search().expect("a search"));
        assert!(u64::from(watch.slices) > whole.simulations() + 15, "{text}: left {} times", watch.slices);
        assert_eq!(found, chosen, "{text}");
        let told = |search: &Search| {
            let mut nodes = Vec::new();
            walk(search, &mut |_, node, branches| nodes.push((node, branches.to_vec())));
            (search.simulations(), nodes)
        };
        assert!(told(left) == told(whole), "{text}: another tree");
    }
}

/// A slice may be over before all threads have boards of their own, and before any playout is.
#[test]
fn threads_come_to_an_end_in_slices_too() {
    let size = Size::square(150).expect("a size");
    let position = strewn(size, 0.3, 5, Rules::default());
    let seen = Seen { position: &position, heat: &[], turn: 0 };
    for text in ["mcts:playouts=12,expand=1,threads=6", "mcts:playouts=12,expand=1,threads=3,parallel=root"] {
        let mut mind = spec(text).build();
        mind.begin(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think));
        let mut watch = Restless::default();
        let found = loop {
            watch.slices += 1;
            assert!(watch.slices < 5000, "{text}: {:?}", mind.search().map(Search::simulations));
            match mind.advance(&seen, 16, &mut watch) {
                Progress::More => {}
                Progress::Done(done) => break done,
                Progress::Waiting => panic!("it is no person"),
            }
        };
        assert!(matches!(found, Answer::Move(Move::Play(_))), "{text}: {found:?}");
        assert_eq!(mind.search().map(Search::simulations), Some(12), "{text}");
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
            assert_eq!(search.numbers(NodeId::ROOT).visits, 2003);
            let branches = search.branches(NodeId::ROOT, usize::MAX);
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
        for quota in [u32::MAX, 64, 1] {
            let text = format!("mcts:time=10,playouts={playouts},policy=light");
            let mut mind = spec(&text).build();
            let seen = Seen { position: &position, heat: &[], turn: 0 };
            mind.begin(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think));
            let chosen = loop {
                match mind.advance(&seen, quota, &mut Unwatched) {
                    Progress::More => {}
                    Progress::Done(chosen) => break chosen,
                    Progress::Waiting => panic!("it is no person"),
                }
            };
            assert!(matches!(chosen, Answer::Move(_)), "{chosen:?}");
            assert_eq!(mind.search().map(Search::simulations), Some(done), "{text} in slices of {quota}");
        }
    }
}

#[test]
fn a_leader_that_cannot_be_caught_ends_the_search() {
    // The middle wins.
    let position = empty(5, preset("chinese"));
    let mut mind = spec("mcts:playouts=20000").build();
    let seen = Seen { position: &position, heat: &[], turn: 0 };
    mind.choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
    let done = mind.search().expect("it has one").simulations();
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
            let seen = Seen { position: &position, heat: &[], turn: 0 };
            let chosen = mind.choose(&seen, rng(), &mut Unwatched);
            let done = mind.search().expect("it has one").simulations();
            stopped += u32::from(done < budget);
            // The same search to its end.
            let mut whole = Search::new(&position, &Params::of(&spec(&text)), rng());
            run(&mut whole, 1500);
            let branches = whole.branches(NodeId::ROOT, usize::MAX);
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
