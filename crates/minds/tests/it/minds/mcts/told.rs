//! What a search tells of itself.

use super::{below, drawn, empty, preset, run, search, spec, tree};
use crate::support::clock::{Clock, watched};
use stonefield_go::{Color, Move, Rules};
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Dice, Use};

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
        assert_eq!(watched("mcts", position, &mut clock), Answer::Move(Move::Pass));
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
        let seen = Observation { position: &position, agents: None, turn };
        let rng = Dice::new(5, 0, 0).rng(u64::from(turn), None, Use::Think);
        let Answer::Move(action) = mind.choose(&seen, rng, &mut clock) else { panic!("a move") };
        let (_, thought) = clock.heard.last().expect("a thought");
        let told = format!(" of {} playouts", thought.playouts + brought);
        assert!(thought.reason.contains(&told), "{}: no '{told}'", thought.reason);
        let added = format!(", {brought} of them from before this turn;");
        assert_eq!(thought.reason.contains(&added), turn > 0, "{}", thought.reason);
        // The other side answers as is expected of it.
        let tree = tree(mind.as_mut(), &position);
        let (at, own) = below(&tree, 0)[0];
        let (at, reply) = below(&tree, at)[0];
        assert_eq!(own.action, action);
        brought = below(&tree, at).iter().map(|(_, branch)| u64::from(branch.visits)).sum();
        assert!(brought > 0);
        position.try_play(action).expect("legal");
        position.try_play(reply.action).expect("legal");
    }
}

#[test]
fn the_usual_weights_stand_in_the_page_on_minds() {
    let about =
        BrainSpec::named("mcts").expect("a mind").info().param("weights").expect("its parameter").about;
    let (_, usual) = about.split_once("ones: ").expect("the usual ones are told");
    let page = include_str!("../../../../../../docs/minds.md");
    for entry in usual.split(' ') {
        let (name, value) = entry.split_once('=').expect("a weight");
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` | {value} |")));
        assert!(row.is_some(), "{entry} is not in the table");
    }
    assert_eq!(usual.split(' ').count(), 15);
}
