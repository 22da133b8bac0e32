//! Thoughts that the search reports.

use super::{children_of, drawn, empty, preset, run, search, spec, tree};
use crate::support::clock::{Clock, answer};
use stonefield_go::{Color, Move, Rules};
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Dice, Purpose};

#[test]
fn thoughts_come_at_most_twenty_times_a_second_and_describe_the_tree() {
    let position = empty(9, preset("chinese"));
    let mut clock = Clock::new(0.001);
    answer("mcts:time=2,policy=light", &position, &mut clock);
    let thoughts = &clock.thoughts;
    assert!(thoughts.len() > 10 && thoughts.len() <= 42, "{} thoughts in two seconds", thoughts.len());
    let (_, last) = thoughts.last().expect("some");
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
fn in_a_finished_position_the_lead_is_the_score() {
    // Each side has two eyes. Black has 15 points of area and White has 10.
    let board = "
        . X X O .
        X X X O O
        X . X O O
        X X X O O
        X X X O .";
    for (rules, komi, black_lead) in
        [("chinese", 2.5, 2.5), ("tromp-taylor", 7.5, -2.5), ("chinese", 0.0, 5.0)]
    {
        let mut rules_with_komi = preset(rules);
        rules_with_komi.komi = komi;
        for to_move in Color::ALL {
            let position = drawn(board, to_move, rules_with_komi);
            let expected = if to_move == Color::Black { black_lead } else { -black_lead };
            for text in ["mcts:policy=light", "mcts:parallel=root,threads=2"] {
                let mut search = search(&position, text, 1);
                run(&mut search, 50);
                assert_eq!(search.thought(0.0).lead, None, "the lead is not recorded yet");
                search.record_owners(true);
                run(&mut search, 300);
                let thought = search.thought(0.0);
                let pass = thought.candidates.iter().find(|candidate| candidate.action == Move::Pass);
                assert_eq!(
                    pass.and_then(|pass| pass.lead),
                    Some(expected),
                    "{rules} {komi} {text}: {thought:?}"
                );
                assert_eq!(thought.lead, Some(expected));
            }
        }
    }
    let mut atari_go = search(&empty(5, preset("atari-go")), "mcts", 1);
    atari_go.record_owners(true);
    run(&mut atari_go, 100);
    assert_eq!(atari_go.thought(0.0).lead, None, "a race for the first capture has no lead");
}

#[test]
fn a_pass_without_a_search_reports_its_reason() {
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
    for (position, reason_part, winrate) in
        [(&position, "wins", Some(1.0)), (&over, "the game is over", None)]
    {
        let mut clock = Clock::new(0.001);
        assert_eq!(answer("mcts", position, &mut clock), Answer::Move(Move::Pass));
        let (_, thought) = clock.thoughts.last().expect("a thought");
        assert!(thought.reason.contains(reason_part), "{}", thought.reason);
        assert_eq!(thought.winrate, winrate);
        assert_eq!(thought.candidates[0].action, Move::Pass);
    }
}

#[test]
fn the_reason_names_the_number_of_playouts() {
    let mut position = empty(9, preset("chinese"));
    let mut mind = spec("mcts:playouts=500,policy=light").build();
    let mut reused_visits = 0;
    for turn in 0..3 {
        let mut clock = Clock::new(0.001);
        let observation = Observation { position: &position, agents: None, turn };
        let rng = Dice::new(5, 0, 0).rng(u64::from(turn), None, Purpose::Think);
        let Answer::Move(action) = mind.choose(&observation, rng, &mut clock) else { panic!("a move") };
        let (_, thought) = clock.thoughts.last().expect("a thought");
        let phrase = format!(" of {} playouts", thought.playouts + reused_visits);
        assert!(thought.reason.contains(&phrase), "{}: no '{phrase}'", thought.reason);
        let reused_phrase = format!(", {reused_visits} of them from before this turn;");
        assert_eq!(thought.reason.contains(&reused_phrase), turn > 0, "{}", thought.reason);
        // The opponent plays the most visited reply.
        let tree = tree(mind.as_mut(), &position);
        let (played_node, played) = children_of(&tree, 0)[0];
        let (reply_node, reply) = children_of(&tree, played_node)[0];
        assert_eq!(played.action, action);
        reused_visits =
            children_of(&tree, reply_node).iter().map(|(_, branch)| u64::from(branch.visits)).sum();
        assert!(reused_visits > 0);
        position.try_play(action).expect("legal");
        position.try_play(reply.action).expect("legal");
    }
}

#[test]
fn the_default_weights_are_in_the_documentation() {
    let about =
        BrainSpec::named("mcts").expect("a mind").info().param("weights").expect("its parameter").about;
    let (_, defaults) = about.split_once("ones: ").expect("the description lists the defaults");
    let page = include_str!("../../../../../../docs/minds.md");
    for entry in defaults.split(' ') {
        let (name, value) = entry.split_once('=').expect("a weight");
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` | {value} |")));
        assert!(row.is_some(), "{entry} is not in the table");
    }
    assert_eq!(defaults.split(' ').count(), 15);
}
