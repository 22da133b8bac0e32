//! The tree search: what it plays by, what it tells of itself, and that it has none of the faults of its forerunner of 2013.

#[path = "support/clock.rs"]
mod clock;

use clock::{Clock, watched};
use rand::{RngExt, SeedableRng};
use stonefield::brain::mcts::{Branch, NodeId, Params, Search};
use stonefield::brain::{BrainSpec, Dice, Progress, Rng, Seen, Unwatched, Use, Watch};
use stonefield::go::{Color, Ko, Move, Position, Rules, Scoring, Setup, Size};

fn preset(name: &str) -> Rules {
    Rules::preset(name).expect("a preset")
}

fn empty(side: u16, rules: Rules) -> Position {
    Position::new(Size::square(side).expect("a size"), rules)
}

fn drawn(diagram: &str, to_move: Color, rules: Rules) -> Position {
    let mut setup: Setup = diagram.parse().expect("a diagram");
    setup.to_move = to_move;
    Position::from_setup(&setup, rules).expect("a position")
}

fn point(name: &str) -> Move {
    name.parse().expect("a move")
}

fn spec(text: &str) -> BrainSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn search(position: &Position, text: &str, seed: u64) -> Search {
    Search::new(position, &Params::of(&spec(text)), Rng::seed_from_u64(seed))
}

fn run(search: &mut Search, count: u32) {
    search.run(count, &mut |_| false);
}

fn choice(text: &str, position: &Position) -> Progress {
    let seen = Seen { position, heat: &[], turn: 0, asked: None };
    spec(text).build().choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched)
}

/// Calls `f` for every node with children: the position there, the node, and the branches.
fn walk(search: &Search, f: &mut impl FnMut(&Position, NodeId, &[Branch])) {
    let mut left = vec![(search.position().clone(), NodeId::ROOT)];
    while let Some((position, node)) = left.pop() {
        let branches = search.branches(node, usize::MAX);
        f(&position, node, &branches);
        for branch in branches.iter().filter(|branch| branch.children > 0) {
            let mut next = position.clone();
            next.try_play(branch.action).expect("a legal move");
            left.push((next, branch.node));
        }
    }
}

// What went wrong in 2013: no ko; no test for the end of the game.
#[test]
fn every_move_of_the_tree_is_legal_and_nothing_follows_the_end() {
    let mut nodes = 0;
    let mut repetitions = 0;
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
                            let each = match outcome.winner() {
                                Some(winner) => f64::from(u8::from(winner == position.to_move())),
                                None => 0.5,
                            };
                            assert_eq!(branch.wins, each * f64::from(branch.visits), "{outcome}");
                        }
                    }
                    let empty = (0..position.empties()).map(|i| Move::Play(position.empty(i)));
                    repetitions += empty
                        .filter(|&action| {
                            matches!(
                                position.check(action),
                                Err(stonefield::go::PlayError::Superko(_) | stonefield::go::PlayError::Ko(_))
                            )
                        })
                        .count();
                });
            }
        }
    }
    assert!(nodes > 50_000 && repetitions > 300, "{nodes} nodes, {repetitions} repetitions in the way");
}

// What went wrong in 2013: a playout that stops when one side is out of moves; no eye test; captured points never played
// again; a score without eyes.
#[test]
fn playouts_go_on_to_two_passes_by_the_law_and_are_counted_with_their_eyes() {
    let rules = Rules { ko: Ko::Simple, ..preset("chinese") };
    let (mut went_on, mut played_again, mut eyes) = (0, 0, 0);
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
            let mut last = None;
            for &(color, action) in &simulation.playout {
                let at = action.point().expect("passes are not told");
                assert!(!board.is_eye_point(color, at), "{color} fills its eye {at} in\n{}", board.setup());
                went_on += u32::from(last == Some(color));
                last = Some(color);
                played_again += u32::from(captured.contains(&at));
                let before = board.setup();
                if board.is_over() {
                    board.resume();
                }
                if board.to_move() != color {
                    // The other passed, which ends a ko.
                    board.set_ko(None);
                }
                board.try_play_as(color, action).expect("legal");
                let taken =
                    board.size().points().filter(|&p| before.at(p).is_some() && board.at(p).is_none());
                captured.extend(taken);
            }
            if policy == "light" {
                let score = board.score();
                eyes += u32::from(score.black - f64::from(board.stones().black) > 0.0);
                let lead = score.black - score.white;
                let result = if lead > 0.0 { 1.0 } else { 0.0 };
                assert_eq!(simulation.result, result, "{score:?} of\n{}", board.setup());
                // Neither side has anything left but eyes.
                for color in Color::ALL {
                    for i in 0..board.empties() {
                        let at = board.empty(i);
                        let ko = board.ko() == Some(at);
                        let free = board.check_for(color, Move::Play(at)).is_ok() && !ko;
                        assert!(!free || board.is_eye_point(color, at), "{at} is left to {color}");
                    }
                }
            }
        }
    }
    assert!(went_on > 100 && played_again > 100 && eyes > 50, "{went_on} {played_again} {eyes}");
}

// What went wrong in 2013: the side whose turn it is did not choose for itself.
#[test]
fn each_side_chooses_for_itself() {
    // A seki: who plays into it is captured. A tree in which one side's moves are chosen as the other would like them lets the mistake pass.
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
        let moves = search.branches(NodeId::ROOT, usize::MAX);
        assert_eq!(moves[0].action, Move::Pass, "{color} wins by leaving it alone");
        for (mistake, capture) in [("B2", "B3"), ("B3", "B2")] {
            let played = moves.iter().find(|branch| branch.action == point(mistake)).expect("it is legal");
            let reply = &search.branches(played.node, 1)[0];
            assert!(played.visits >= 30, "{color} {mistake}: {} visits", played.visits);
            assert_eq!(reply.action, point(capture), "{color} {mistake}");
            let (own, other) = (played.mean().expect("visited"), reply.mean().expect("visited"));
            assert!(own < 0.45 && other > 0.55, "{color} {mistake}: {own}, and {other} for the reply");
        }
    }
    // Each side has one liberty left: whoever is to move takes everything, and whoever passes loses it.
    let race = "
        . X X O O
        X X X O O
        X X X O O
        X X X O O
        X X X O .
    ";
    for (color, capture, other_capture) in [(Color::Black, "E1", "A5"), (Color::White, "A5", "E1")] {
        // Komi makes it a draw when both pass.
        let position = drawn(race, color, Rules { komi: 5.0, ..preset("chinese") });
        for text in ["mcts", "mcts:explore=1.5,expand=1,rave=off,prior=off,policy=light"] {
            let mut search = search(&position, text, 4);
            run(&mut search, 3000);
            let moves = search.branches(NodeId::ROOT, usize::MAX);
            assert_eq!(moves[0].action, point(capture), "{color} {text}");
            let won = moves[0].mean().expect("visited");
            assert!(won > 0.75, "{color} {text}: {won} for the capture");
            assert!(search.winrate().is_some_and(|rate| rate > 0.65), "{color} {text}");
            let pass = moves.iter().find(|branch| branch.action == Move::Pass).expect("it is legal");
            if let Some(reply) = search.branches(pass.node, 1).first().filter(|reply| reply.visits > 5) {
                assert_eq!(reply.action, point(other_capture), "{color} {text}");
                let (own, other) = (pass.mean().expect("visited"), reply.mean().expect("visited"));
                assert!(
                    own < 0.35 && other > 0.7,
                    "{color} {text}: {own} for a pass, {other} for the answer"
                );
            } else {
                assert!(text == "mcts", "{color}: the pass is looked at");
            }
        }
    }
}

// What went wrong in 2013: the final move chosen by the bound rather than by visits.
#[test]
fn the_most_visited_move_is_played() {
    let position = empty(7, preset("chinese"));
    let mut differs = 0;
    for seed in 0..20 {
        let mut mind = spec("mcts:playouts=150,policy=light,rave=off,prior=off,explore=1.5,expand=1").build();
        let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
        let rng = Dice::new(seed, 0, 0).rng(0, None, Use::Think);
        let chosen = mind.choose(&seen, rng, &mut Unwatched);
        let branches = mind.search().expect("it has one").branches(NodeId::ROOT, usize::MAX);
        let most = branches[0].visits;
        let at = branches.iter().find(|branch| Progress::Done(branch.action) == chosen).expect("in the tree");
        assert_eq!(at.visits, most);
        let highest = branches.iter().max_by(|a, b| a.bound.total_cmp(&b.bound)).expect("some");
        differs += u32::from(highest.action != at.action);
    }
    assert!(differs > 3, "the bound would have chosen the same nearly always");
}

// What went wrong in 2013: an exploration constant copied without knowing what it trades.
#[test]
fn exploration_trades_depth_for_breadth() {
    let position = empty(7, preset("chinese"));
    let shape = |explore: f64| {
        let mut search =
            search(&position, &format!("mcts:policy=light,rave=off,prior=off,expand=2,explore={explore}"), 1);
        run(&mut search, 4000);
        let branches = search.branches(NodeId::ROOT, usize::MAX);
        (branches[0].visits, search.depth())
    };
    let (narrow, deep) = shape(0.2);
    let (wide, flat) = shape(2.0);
    assert!(narrow > 3 * wide && deep > flat, "{narrow} visits and {deep} plies, {wide} and {flat}");
}

#[test]
fn a_step_tells_the_trees_own_numbers_and_steps_are_runs() {
    for text in ["mcts:expand=3", "mcts:expand=1,policy=light,rave=off,explore=0.7", "mcts:style=atari-go"] {
        let position = empty(5, preset("chinese"));
        let (mut stepped, mut ran) = (search(&position, text, 8), search(&position, text, 8));
        for n in 0..400 {
            let before = stepped.branches(NodeId::ROOT, usize::MAX);
            let visits = stepped.numbers(NodeId::ROOT).visits;
            let nodes = stepped.nodes();
            let simulation = stepped.step();
            // Update: one visit each along the path, and the result from the view of who moved there.
            assert_eq!(simulation.update.len(), simulation.descent.len() + 1);
            for (ply, change) in simulation.update.iter().enumerate() {
                assert_eq!(change.after, stepped.numbers(change.after.node));
                assert_eq!(change.after.visits, change.before.visits + 1);
                let black_moved = (ply % 2 == 1) == (position.to_move() == Color::Black);
                let won = if black_moved { simulation.result } else { 1.0 - simulation.result };
                assert_eq!(change.after.wins, change.before.wins + won);
            }
            assert_eq!(simulation.update[0].before.visits, visits);
            // Descent: the branch as it was, chosen for its bound.
            if let Some(first) = simulation.descent.first() {
                let was = before.iter().find(|branch| branch.node == first.node).expect("a move of the root");
                assert_eq!(
                    (was.visits, was.wins, was.rave_visits, was.value),
                    (first.visits, first.wins, first.rave_visits, first.value)
                );
                assert_eq!(was.bound, first.bound, "{n}");
                assert!(before.iter().all(|other| other.bound <= was.bound), "{n}: the highest is gone down");
                let now = stepped.numbers(first.node);
                assert_eq!(now.visits, first.visits + 1);
            }
            // Expansion: the node it names has children now, and they are all that is new.
            match simulation.expanded {
                Some(node) => {
                    let children = stepped.branches(node, usize::MAX);
                    assert_eq!(stepped.nodes(), nodes + children.len() as u64);
                    assert!(children.iter().map(|child| child.visits).sum::<u32>() <= 1);
                }
                None => assert_eq!(stepped.nodes(), nodes),
            }
        }
        run(&mut ran, 150);
        run(&mut ran, 250);
        assert_eq!(ran.simulations(), stepped.simulations());
        assert_eq!(ran.branches(NodeId::ROOT, usize::MAX), stepped.branches(NodeId::ROOT, usize::MAX));
        // A node's visits are those of its children and the ones that ended at itself.
        walk(&ran, &mut |_, node, branches| {
            let below: u32 = branches.iter().map(|branch| branch.visits).sum();
            assert!(below <= ran.numbers(node).visits);
        });
    }
}

#[test]
fn a_quota_changes_nothing_but_the_slices() {
    let position = empty(5, preset("chinese"));
    let whole = |text: &str| {
        let mut mind = spec(text).build();
        let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
        mind.choose(&seen, Dice::new(2, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
        mind.search().map(|search| search.branches(NodeId::ROOT, usize::MAX))
    };
    let sliced = |text: &str, quota| {
        let mut mind = spec(text).build();
        let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
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

/// Has little time for a mind, and looks at its thoughts in some of its slices.
#[derive(Default)]
struct Restless {
    slices: u32,
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
        self.slices % 11 > 6
    }
}

/// On a board so large that a simulation may be left in the middle.
#[test]
fn left_in_the_middle_it_goes_on_as_if_it_never_had_been() {
    let size = Size::new(37, 30).expect("a size");
    let (mut setup, stones) = (Setup::empty(size), &mut Rng::seed_from_u64(5));
    for point in size.points().filter(|_| stones.random_bool(0.3)).collect::<Vec<_>>() {
        setup.set(point, Some(Color::ALL[stones.random_range(0..2)]));
    }
    let (by_law, _) = Position::from_setup_unchecked(&setup, Rules::default()).without_dead_chains();
    let others = Rules { scoring: Scoring::StonesAndCaptures, ..Rules::default() };
    let (other, _) = Position::from_setup_unchecked(&setup, others).without_dead_chains();
    let open = empty(33, preset("atari-go"));
    for (text, position) in [
        ("mcts:playouts=60,expand=1", &by_law),
        ("mcts:playouts=60,policy=light,prior=off,rave=off,explore=1", &by_law),
        ("mcts:playouts=40,expand=1", &open),
        ("mcts:playouts=20,expand=1", &other),
    ] {
        let seen = Seen { position, heat: &[], turn: 0, asked: None };
        let dice = || Dice::new(5, 0, 0).rng(0, None, Use::Think);
        let mut whole = spec(text).build();
        let chosen = whole.choose(&seen, dice(), &mut Unwatched);
        let mut left = spec(text).build();
        left.begin(&seen, dice());
        let mut watch = Restless::default();
        let found = loop {
            watch.slices += 1;
            match left.advance(&seen, 1, &mut watch) {
                Progress::More => {}
                done => break done,
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
fn the_tree_of_the_last_turn_is_used_on() {
    let mut position = empty(5, preset("chinese"));
    let mut search = search(&position, "mcts:expand=2", 6);
    run(&mut search, 2000);
    let first = search.branches(NodeId::ROOT, 1)[0].clone();
    let reply = search.branches(first.node, 1)[0].clone();
    let below = search.branches(reply.node, usize::MAX);
    assert!(!below.is_empty() && reply.visits > 10);
    position.try_play(first.action).expect("legal");
    position.try_play(reply.action).expect("legal");
    assert!(search.follow(&position));
    assert_eq!(search.numbers(NodeId::ROOT).visits, reply.visits);
    let numbers = |branches: &[Branch]| -> Vec<_> {
        branches
            .iter()
            .map(|b| (b.action, b.visits, b.wins, b.rave_visits, b.rave_wins, b.children))
            .collect()
    };
    assert_eq!(numbers(&search.branches(NodeId::ROOT, usize::MAX)), numbers(&below));
    run(&mut search, 100);
    assert_eq!(search.numbers(NodeId::ROOT).visits, reply.visits + 100);
    // Another game is not followed, and the search stays as it was.
    let other = empty(5, preset("japanese"));
    assert!(!search.follow(&other) && !search.follow(&empty(6, preset("chinese"))));
    let mut elsewhere = empty(5, preset("chinese"));
    for name in ["A1", "E5", "A2", "E4"] {
        elsewhere.try_play(point(name)).expect("legal");
    }
    assert!(!search.follow(&elsewhere));
    assert_eq!(search.position().turns().count(), 2);
}

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    let position = empty(9, preset("chinese"));
    let mut search = search(&position, "mcts:max_nodes=1000,expand=1,policy=light", 1);
    run(&mut search, 3000);
    assert!(search.nodes() <= 1000, "{} nodes", search.nodes());
    assert_eq!(search.simulations(), 3000);
    assert!(search.thought(1.0).notes.iter().any(|note| note.contains("full")));
}

#[test]
fn it_wins_by_passing_when_it_is_ahead() {
    // Black leads by far, White has passed.
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
    assert_eq!(choice("mcts:playouts=100", &position), Progress::Done(Move::Pass));
}

#[test]
fn it_does_not_pass_a_won_game_away_while_dead_stones_stand() {
    // White's two stones are dead, but would count for White: with them the left side is nobody's.
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
    // Passing now would lose; taking the stones wins.
    let mut game = position.clone();
    let mut mind = spec("mcts:playouts=400").build();
    for turn in 0..200 {
        if game.is_over() {
            break;
        }
        let seen = Seen { position: &game, heat: &[], turn, asked: None };
        let rng = Dice::new(1, 0, 0).rng(u64::from(turn), None, Use::Think);
        // White only passes.
        let action = if game.to_move() == Color::White {
            Move::Pass
        } else {
            match mind.choose(&seen, rng, &mut Unwatched) {
                Progress::Done(action) => action,
                other => panic!("{other:?}"),
            }
        };
        game.try_play(action).expect("legal");
    }
    assert_eq!(
        game.outcome().and_then(stonefield::go::Outcome::winner),
        Some(Color::Black),
        "{}",
        game.setup()
    );
}

#[test]
fn it_resigns_only_when_told_to() {
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
    assert_eq!(choice("mcts:playouts=200,resign=0.1", &position), Progress::Resign);
    assert!(matches!(choice("mcts:playouts=200", &position), Progress::Done(_)));
}

#[test]
fn atari_go_takes_what_can_be_taken() {
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
        assert_eq!(choice(text, &position), Progress::Done(point("C5")), "{rules}");
        let mut tree = search(&position, text, 1);
        run(&mut tree, 10);
        assert_eq!(tree.branches(NodeId::ROOT, 9).len(), 1, "only moves that capture are looked at");
    }
}

/// The first player wins on 3×3 by any move but a corner, loses on 2×2.
#[test]
fn atari_go_is_solved_on_tiny_boards() {
    for (side, wins) in [(2, false), (3, true)] {
        let position = empty(side, preset("atari-go"));
        let mut search = search(&position, "mcts:expand=1,rave=off,prior=off,explore=0.5", 1);
        run(&mut search, 30_000);
        let best = search.branches(NodeId::ROOT, 1)[0].clone();
        let mean = best.mean().expect("visited");
        assert_eq!(mean > 0.5, wins, "{side}: {mean}");
        if side == 3 {
            let at = best.action.point().expect("a point");
            assert!(!([0, 2].contains(&at.x) && [0, 2].contains(&at.y)), "a corner loses");
        }
    }
}

#[test]
fn thoughts_come_at_most_twenty_times_a_second_and_tell_what_the_tree_holds() {
    let position = empty(9, preset("chinese"));
    let mut clock = Clock::new(0.001);
    watched("mcts:time=2,policy=light", &position, &mut clock);
    let heard = &clock.heard;
    assert!(heard.len() > 10 && heard.len() <= 42, "{} thoughts in two seconds", heard.len());
    let (_, last) = heard.last().expect("some");
    let visits: u64 = last.candidates.iter().map(|candidate| candidate.visits).sum();
    assert!(last.playouts > 0 && visits <= last.playouts && last.nodes > 80 && last.depth > 1);
    assert!(last.seconds.is_some_and(|seconds| (1.5..2.5).contains(&seconds)));
    assert_eq!(last.ownership.len(), 81);
    assert!(last.ownership.iter().all(|share| (-1.0..=1.0).contains(share)));
    let best = &last.candidates[0];
    assert!(best.winrate.is_some() && best.rave.is_some() && best.prior.is_some());
    assert_eq!(best.variation[0], best.action);
    assert!(best.variation.len() > 1);
    let mut line = position.clone();
    for &action in &best.variation {
        line.try_play(action).expect("a legal variation");
    }
}

#[test]
fn where_nothing_is_left_to_play_the_lead_is_the_count() {
    // Two eyes each; Black has 15 points of area, White 10.
    let board = "
        . X X O .
        X X X O O
        X . X O O
        X X X O O
        X X X O .";
    for (rules, komi, black) in [("chinese", 2.5, 2.5), ("tromp-taylor", 7.5, -2.5), ("chinese", 0.0, 5.0)] {
        let mut law = preset(rules);
        law.komi = komi;
        for to_move in Color::ALL {
            let position = drawn(board, to_move, law);
            let own = if to_move == Color::Black { black } else { -black };
            for text in ["mcts:policy=light", "mcts:parallel=root,threads=2"] {
                let mut search = search(&position, text, 1);
                run(&mut search, 50);
                assert_eq!(search.thought(0.0).lead, None, "nobody has asked");
                search.watch_owners(true);
                run(&mut search, 300);
                let thought = search.thought(0.0);
                let pass = thought.candidates.iter().find(|candidate| candidate.action == Move::Pass);
                assert_eq!(pass.and_then(|pass| pass.lead), Some(own), "{rules} {komi} {text}: {thought:?}");
                assert_eq!(thought.lead, Some(own));
            }
        }
    }
    let mut bloodless = search(&empty(5, preset("atari-go")), "mcts", 1);
    bloodless.watch_owners(true);
    run(&mut bloodless, 100);
    assert_eq!(bloodless.thought(0.0).lead, None, "a race is not about points");
}

#[test]
fn it_stops_wherever_it_is_told_to() {
    let position = empty(9, preset("chinese"));
    for stop_at in [0.0, 0.02, 0.3] {
        let mut clock = Clock::new(0.001);
        clock.stop_at = stop_at;
        let Progress::Done(action) = watched("mcts:playouts=1000000000", &position, &mut clock) else {
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
            let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
            mind.begin(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think));
            let chosen = loop {
                match mind.advance(&seen, quota, &mut Unwatched) {
                    Progress::More => {}
                    chosen => break chosen,
                }
            };
            assert!(matches!(chosen, Progress::Done(_)), "{chosen:?}");
            assert_eq!(mind.search().map(Search::simulations), Some(done), "{text} in slices of {quota}");
        }
    }
}

#[test]
fn a_leader_that_cannot_be_caught_ends_the_search() {
    // The middle wins.
    let position = empty(5, preset("chinese"));
    let mut mind = spec("mcts:playouts=20000").build();
    let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
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
            let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
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
                .find(|branch| Progress::Done(branch.action) == chosen)
                .map(|branch| branch.visits);
            assert_eq!(visits, most, "{chosen:?} after {done}, seed {seed}, in\n{diagram}");
        }
    }
    assert!(stopped > 0 && led > 30, "{stopped} stopped early, {led} with the pass in the lead");
}

#[test]
fn a_pass_that_draws_is_played_where_nothing_wins() {
    // A seki: whoever plays into it is captured.
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
            let seen = Seen { position: &position, heat: &[], turn: 0, asked: None };
            let chosen = mind.choose(&seen, Dice::new(seed, 0, 0).rng(0, None, Use::Think), &mut Unwatched);
            assert_eq!(chosen == Progress::Done(Move::Pass), passes, "komi {komi}, seed {seed}: {chosen:?}");
        }
    }
}

#[test]
fn a_pass_made_at_once_says_why() {
    let ahead = "
        . X . X O
        X X X X O
        . X X O O
        X X X O .
        . X X O O
    ";
    let mut position = drawn(ahead, Color::White, Rules { komi: 0.5, ..preset("chinese") });
    position.try_play(Move::Pass).expect("legal");
    let mut over = position.clone();
    over.try_play(Move::Pass).expect("legal");
    for (position, words, winrate) in [(&position, "wins", Some(1.0)), (&over, "the game is over", None)] {
        let mut clock = Clock::new(0.001);
        assert_eq!(watched("mcts", position, &mut clock), Progress::Done(Move::Pass));
        let (_, thought) = clock.heard.last().expect("a thought");
        assert!(thought.reason.contains(words), "{}", thought.reason);
        assert_eq!(thought.winrate, winrate);
        assert_eq!(thought.candidates[0].action, Move::Pass);
    }
}

#[test]
fn the_reason_names_the_playouts_there_were() {
    let mut position = empty(9, preset("chinese"));
    let mut mind = spec("mcts:playouts=500,policy=light").build();
    let mut brought = 0;
    for turn in 0..3 {
        let mut clock = Clock::new(0.001);
        let seen = Seen { position: &position, heat: &[], turn, asked: None };
        let rng = Dice::new(5, 0, 0).rng(u64::from(turn), None, Use::Think);
        let Progress::Done(action) = mind.choose(&seen, rng, &mut clock) else { panic!("a move") };
        let (_, thought) = clock.heard.last().expect("a thought");
        let told = format!(" of {} playouts", thought.playouts + brought);
        assert!(thought.reason.contains(&told), "{}: no '{told}'", thought.reason);
        let added = format!(", {brought} of them from before this turn;");
        assert_eq!(thought.reason.contains(&added), turn > 0, "{}", thought.reason);
        // The other side answers as is expected of it.
        let search = mind.search().expect("it has one");
        let own = search.branches(NodeId::ROOT, 1)[0].clone();
        let reply = search.branches(own.node, 1)[0].clone();
        assert_eq!(own.action, action);
        brought = search.branches(reply.node, usize::MAX).iter().map(|branch| u64::from(branch.visits)).sum();
        assert!(brought > 0);
        position.try_play(action).expect("legal");
        position.try_play(reply.action).expect("legal");
    }
}

#[test]
fn the_roots_have_their_children_whatever_the_bound() {
    let position = empty(9, preset("chinese"));
    // A root, its 81 points and the pass.
    for (text, nodes) in [
        ("mcts:threads=2,parallel=root,max_nodes=1000,expand=1,policy=light", 1000),
        ("mcts:threads=256,parallel=root,max_nodes=1000,expand=1,policy=light", 256 * 83),
    ] {
        let mut search = search(&position, text, 1);
        run(&mut search, 2000);
        assert!(search.nodes() <= nodes, "{text}: {} nodes", search.nodes());
        assert_eq!(search.simulations(), 2000);
        assert!(search.branches(NodeId::ROOT, usize::MAX).len() == 82);
    }
}

#[test]
fn the_usual_weights_stand_in_the_page_on_minds() {
    let about =
        BrainSpec::named("mcts").expect("a mind").info().param("weights").expect("its parameter").about;
    let (_, usual) = about.split_once("ones: ").expect("the usual ones are told");
    let page = include_str!("../docs/minds.md");
    for entry in usual.split(' ') {
        let (name, value) = entry.split_once('=').expect("a weight");
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` | {value} |")));
        assert!(row.is_some(), "{entry} is not in the table");
    }
    assert_eq!(usual.split(' ').count(), 15);
}
