//! The tree search: what it plays by, what it tells of itself, and that it has none of the faults of its forerunner of 2013.

mod budget;
mod choice;
mod score;
mod told;
mod tree;

use rand::SeedableRng;
use stonefield_go::{Position, Rules, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_search::mcts::{Branch, MctsNodeId, MctsSearch, MctsSnapshot};
use stonefield_search::{Dice, Rng, Unwatched, Use};
use stonefield_testing::boards::{drawn, point};

fn preset(name: &str) -> Rules {
    Rules::preset(name).expect("a preset")
}

fn empty(side: u16, rules: Rules) -> Position {
    Position::new(Size::square(side).expect("a size"), rules)
}

fn spec(text: &str) -> BrainSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn search(position: &Position, text: &str, seed: u64) -> MctsSearch {
    let mut search = MctsSearch::new(position, &spec(text).read(), Rng::seed_from_u64(seed));
    search.open(&|| false);
    search
}

/// The whole tree of a mind that has thought, as far as it was visited.
fn tree(mind: &mut dyn Brain, position: &Position) -> MctsSnapshot {
    let seen = Observation { position, agents: None, turn: 0 };
    match mind.reply(&seen, &Inquiry::Tree { moves: usize::MAX, nodes: usize::MAX }) {
        Some(Reply::Tree(TreeView::Simulated(tree))) => tree,
        other => panic!("{other:?}"),
    }
}

/// The moves below a node of it, the most visited first.
fn below(tree: &MctsSnapshot, at: usize) -> Vec<(usize, &Branch)> {
    let nodes = tree.taken.iter().enumerate().filter(|(_, node)| node.parent == Some(at));
    nodes.filter_map(|(i, node)| Some((i, node.branch.as_ref()?))).collect()
}

fn run(search: &mut MctsSearch, count: u32) {
    search.run(count, &|| false);
}

fn choice(text: &str, position: &Position) -> Answer {
    let seen = Observation { position, agents: None, turn: 0 };
    spec(text).build().choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), &mut Unwatched)
}

/// Calls `f` for every node with children: the position there, the node, and the branches.
fn walk(search: &MctsSearch, f: &mut impl FnMut(&Position, MctsNodeId, &[Branch])) {
    let mut left = vec![(search.position().clone(), MctsNodeId::ROOT)];
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
