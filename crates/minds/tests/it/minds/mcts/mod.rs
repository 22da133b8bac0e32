//! Tests of the Monte Carlo tree search: choice of moves, reports, and faults of an earlier program of 2013
//! that must not come back.

mod budget;
mod choice;
mod score;
mod thoughts;
mod tree;

use rand::SeedableRng;
use stonefield_go::{Position, Rules, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_search::mcts::{Branch, MctsNodeId, MctsSearch, MctsSnapshot};
use stonefield_search::{Dice, Purpose, Rng, Unwatched};
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

/// Search whose root has its children.
fn search(position: &Position, text: &str, seed: u64) -> MctsSearch {
    let mut search = MctsSearch::new(position, &spec(text).read(), Rng::seed_from_u64(seed));
    search.expand_roots(&|| false);
    search
}

/// All visited nodes of a mind's tree, after the mind has chosen a move.
fn tree(mind: &mut dyn Brain, position: &Position) -> MctsSnapshot {
    let observation = Observation { position, agents: None, turn: 0 };
    match mind.reply(&observation, &Inquiry::Tree { moves: usize::MAX, nodes: usize::MAX }) {
        Some(Reply::Tree(TreeView::Simulated(tree))) => tree,
        other => panic!("{other:?}"),
    }
}

/// Branches below the node with index `parent`, by falling visits, with the index of each child.
fn children_of(tree: &MctsSnapshot, parent: usize) -> Vec<(usize, &Branch)> {
    let nodes = tree.taken.iter().enumerate().filter(|(_, node)| node.parent == Some(parent));
    nodes.filter_map(|(index, node)| Some((index, node.branch.as_ref()?))).collect()
}

fn run(search: &mut MctsSearch, count: u32) {
    search.run(count, &|| false);
}

/// Answer of a mind with this specification.
fn choice(text: &str, position: &Position) -> Answer {
    let observation = Observation { position, agents: None, turn: 0 };
    spec(text).build().choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), &mut Unwatched)
}

/// Calls `f` with the position, node and branches of every node that has children.
fn walk(search: &MctsSearch, f: &mut impl FnMut(&Position, MctsNodeId, &[Branch])) {
    let mut pending = vec![(search.position().clone(), MctsNodeId::ROOT)];
    while let Some((position, node)) = pending.pop() {
        let branches = search.branches(node, usize::MAX);
        f(&position, node, &branches);
        for branch in branches.iter().filter(|branch| branch.children > 0) {
            let mut next = position.clone();
            next.try_play(branch.action).expect("a legal move");
            pending.push((next, branch.node));
        }
    }
}
