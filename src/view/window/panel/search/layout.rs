//! Which nodes of a tree are drawn, and where.

use super::Line;
use crate::brain::mcts::{Branch, NodeId, Search};
use crate::go::Color;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node that is drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// The move that leads to it; `None` for the root.
    pub branch: Option<Branch>,
    /// The place of its parent in the list, which comes before it.
    pub parent: Option<usize>,
    /// From the left in leaves, and from above in plies.
    pub place: (f32, usize),
}

impl Drawn {
    fn id(&self) -> NodeId {
        self.branch.as_ref().map_or(NodeId::ROOT, |branch| branch.node)
    }
}

/// A drawing that grows: its nodes, the places of each one's children, and the nodes whose moves may come next, the most visited first.
struct Growth {
    drawn: Vec<Drawn>,
    children: Vec<Vec<usize>>,
    open: BinaryHeap<(u32, Reverse<usize>)>,
}

impl Growth {
    fn new() -> Self {
        let root = Drawn { branch: None, parent: None, place: (0.0, 0) };
        let open = BinaryHeap::from([(u32::MAX, Reverse(0))]);
        Self { drawn: vec![root], children: vec![Vec::new()], open }
    }

    /// Adds a move below a node; returns its place in the list.
    fn add(&mut self, parent: usize, branch: Branch) -> usize {
        let at = self.drawn.len();
        if branch.children > 0 {
            self.open.push((branch.visits, Reverse(at)));
        }
        let depth = self.drawn[parent].place.1 + 1;
        self.drawn.push(Drawn { branch: Some(branch), parent: Some(parent), place: (0.0, depth) });
        self.children.push(Vec::new());
        self.children[parent].push(at);
        at
    }

    fn has(&self, parent: usize, branch: &Branch) -> bool {
        self.children[parent].iter().any(|&child| self.drawn[child].id() == branch.node)
    }
}

/// The part of a tree that the search has looked at most: of each node at most so many moves, and at most so many nodes in all. The most visited
/// node is always the next to have its moves shown. The nodes on `path`, one below the other, are always among them.
pub(super) fn grow(search: &Search, most: usize, nodes: usize, path: &[NodeId]) -> Vec<Drawn> {
    let mut growth = Growth::new();
    let mut at = 0;
    for &id in path {
        let of = search.branches(growth.drawn[at].id(), usize::MAX);
        let Some(branch) = of.into_iter().find(|branch| branch.node == id) else { break };
        at = growth.add(at, branch);
    }
    while let Some((_, Reverse(at))) = growth.open.pop() {
        for branch in search.branches(growth.drawn[at].id(), most) {
            if growth.drawn.len() >= nodes || branch.visits == 0 {
                break;
            }
            if !growth.has(at, &branch) {
                growth.add(at, branch);
            }
        }
    }
    let Growth { mut drawn, children, .. } = growth;
    for (node, across) in drawn.iter_mut().zip(spread(&children)) {
        node.place.0 = across;
    }
    drawn
}

/// How far from the left each node stands, in leaves: leaves one beside the other, a parent in the middle above its children. The first node is the
/// root, and a node's children come after it.
pub(super) fn spread(children: &[Vec<usize>]) -> Vec<f32> {
    let mut across = vec![0.0_f32; children.len()];
    let mut leaves = 0.0;
    let mut way: Vec<(usize, bool)> = (!children.is_empty()).then_some((0, false)).into_iter().collect();
    while let Some((at, done)) = way.pop() {
        match children[at].as_slice() {
            [] => {
                across[at] = leaves;
                leaves += 1.0;
            }
            [first, .., last] if done => across[at] = f32::midpoint(across[*first], across[*last]),
            [only] if done => across[at] = across[*only],
            below => {
                way.push((at, true));
                way.extend(below.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    across
}

/// Who makes the move that leads to a node.
pub(super) fn mover(search: &Search, drawn: &[Drawn], at: usize) -> Color {
    let first = search.position().to_move();
    if drawn[at].place.1 % 2 == 1 { first } else { !first }
}

/// The moves that lead to a node.
pub(super) fn line(search: &Search, drawn: &[Drawn], at: usize) -> Line {
    let mut line = Vec::new();
    let mut next = Some(at);
    while let Some(at) = next {
        if let Some(branch) = &drawn[at].branch {
            line.push((mover(search, drawn, at), branch.action));
        }
        next = drawn[at].parent;
    }
    line.reverse();
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::mcts::Params;
    use crate::brain::{BrainSpec, Dice, Use};
    use crate::go::{Position, Rules, Size};

    fn search(simulations: u32) -> Search {
        let spec = BrainSpec::named("mcts").expect("there is one");
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, Some(Color::Black), Use::Think);
        let mut search = Search::new(&position, &Params::of(&spec), rng);
        search.run(simulations, &mut |_| false);
        search
    }

    #[test]
    fn the_most_visited_part_is_drawn_and_no_two_leaves_in_one_place() {
        let search = search(2_000);
        let drawn = grow(&search, 3, 30, &[]);
        assert_eq!(drawn.len(), 30);
        for (i, node) in drawn.iter().enumerate().skip(1) {
            let parent = node.parent.expect("all but the root have one");
            assert!(parent < i && drawn[parent].place.1 + 1 == node.place.1);
            assert!(drawn.iter().filter(|other| other.parent == Some(parent)).count() <= 3);
            let branch = node.branch.as_ref().expect("a move");
            assert_eq!(search.numbers(branch.node).visits, branch.visits, "the numbers are the tree's own");
            let beside = drawn[..i].iter().filter(|other| other.place.1 == node.place.1);
            assert!(beside.clone().all(|other| (other.place.0 - node.place.0).abs() >= 0.99));
        }
        let best = search.branches(NodeId::ROOT, 1).remove(0);
        assert_eq!(line(&search, &drawn, 1), [(Color::Black, best.action)]);
    }

    #[test]
    fn a_tree_that_has_not_been_searched_is_its_root() {
        assert_eq!(grow(&search(0), 4, 40, &[]).len(), 1);
        // A path is drawn however little it has been looked at.
        let search = search(2_000);
        let last = search.branches(NodeId::ROOT, usize::MAX).pop().expect("a move").node;
        for most in [1, 3] {
            let drawn = grow(&search, most, 2, &[last]);
            assert_eq!(drawn[1].id(), last);
            assert!(drawn.iter().filter(|node| node.id() == last).count() == 1);
        }
    }
}
