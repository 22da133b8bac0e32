//! A search tree as text in the language DOT, for a file: the part that is shown, or all of it.

use stonefield_go::Color;
use stonefield_go::notation::dot;
use stonefield_minds::TreeView;
use stonefield_search::mcts::MctsSnapshot;
use stonefield_search::negamax::{NegamaxSnapshot, value_text};

/// Nodes that a file has at most: more of them Graphviz does not lay out in minutes.
pub const MOST: usize = 10_000;

/// A graph, and how much of its tree it is.
pub struct TreeGraph {
    /// The graph.
    pub text: String,
    /// Such as `the 10000 most visited nodes of 53210`.
    pub extent: String,
}

/// A graph of what a mind has shown of its tree; `None` where that is nothing.
#[must_use]
pub fn graph(tree: &TreeView) -> Option<TreeGraph> {
    match tree {
        TreeView::Simulated(tree) => Some(simulated(tree)),
        TreeView::FixedDepth(tree) => (!tree.taken.is_empty()).then(|| fixed_depth(tree)),
    }
}

/// How many moves of each node and how many nodes in all a mind was asked for when it showed this.
pub const fn asked(tree: &TreeView) -> (usize, usize) {
    match tree {
        TreeView::Simulated(tree) => tree.asked,
        TreeView::FixedDepth(tree) => tree.asked,
    }
}

/// How a node looks whose move this colour makes.
const fn look(mover: Color) -> [(&'static str, &'static str); 3] {
    let (fill, font) = match mover {
        Color::Black => ("grey20", "white"),
        Color::White => ("white", "black"),
    };
    [("style", "filled"), ("fillcolor", fill), ("fontcolor", font)]
}

fn begin(name: &str, extent: &str) -> String {
    dot::begin_graph(name)
        + &dot::title(&format!("{name}: {extent}"))
        + &dot::node_defaults(&[("shape", "box"), ("fontname", "monospace")])
}

fn name(at: usize) -> String {
    format!("n{at}")
}

/// N, the share won, and the worth of each node; edges the wider the more often they were gone.
pub fn simulated(tree: &MctsSnapshot) -> TreeGraph {
    let (taken, all) = (tree.taken.len(), tree.nodes);
    let first = if tree.trees > 1 {
        format!(" in {} trees, of which this is the first", tree.trees)
    } else {
        String::new()
    };
    let extent = if tree.is_whole() {
        format!("all {taken} nodes that were visited, of {all}{first}")
    } else if tree.asked.0 == usize::MAX {
        format!("the {taken} most visited nodes of {all}{first}")
    } else {
        format!("{taken} of the most visited nodes, at most {} of each, of {all}{first}", tree.asked.0)
    };
    let mut text = begin("mcts", &extent);
    let most = tree.taken.iter().filter_map(|node| node.branch.as_ref()).map(|it| it.visits).max();
    for (at, node) in tree.taken.iter().enumerate() {
        let Some((branch, parent)) = node.branch.as_ref().zip(node.parent) else {
            let label = format!("{} to move\nN {}", tree.setup.to_move, tree.simulations);
            text += &dot::node(&name(at), &[("label", &label)]);
            continue;
        };
        let mean = branch.mean().map_or_else(String::new, |mean| format!(", {:.1} %", 100.0 * mean));
        let label = format!("{}\nN {}{mean}\nvalue {:.3}", branch.action, branch.visits, branch.value);
        let mover = tree.mover(at);
        let tooltip = format!("{mover} {}, W {:.1}", branch.action, branch.wins);
        let look = look(mover);
        text += &dot::node(&name(at), &[("label", &label), ("tooltip", &tooltip), look[0], look[1], look[2]]);
        let share = f64::from(branch.visits) / f64::from(most.unwrap_or(1).max(1));
        let width = format!("{:.2}", 0.5 + 4.5 * share);
        text += &dot::edge(&name(parent), &name(at), &[("penwidth", &width)]);
    }
    TreeGraph { text: text + dot::end(), extent }
}

/// Value, α and β of each node.
fn fixed_depth(tree: &NegamaxSnapshot) -> TreeGraph {
    let (taken, kept) = (tree.taken.len(), tree.kept);
    let more = if tree.full { " and more that were not kept" } else { "" };
    let extent = if tree.asked.0 == usize::MAX && taken < tree.asked.1 {
        format!("all {taken} nodes, the last search of each move counting, of {kept} kept{more}")
    } else {
        format!("the first {taken} nodes, ply by ply, of {kept} kept{more}")
    };
    let mut text = begin("negamax", &extent);
    for (at, node) in tree.taken.iter().enumerate() {
        let numbers = &node.numbers;
        let action = node.action.map_or_else(|| "here".to_owned(), |action| action.to_string());
        let value = numbers.left.map_or_else(|| "…".to_owned(), |(value, _)| value_text(value));
        let window = format!("[{}, {}]", value_text(numbers.alpha), value_text(numbers.beta));
        let pruned = if numbers.pruned > 0 { format!("\n{} pruned", numbers.pruned) } else { String::new() };
        let label = format!("{action} {value}\n{window}{pruned}");
        let look = look(tree.mover(at));
        text += &dot::node(&name(at), &[("label", &label), look[0], look[1], look[2]]);
        if let Some(parent) = node.parent {
            text += &dot::edge(&name(parent), &name(at), &[]);
        }
    }
    TreeGraph { text: text + dot::end(), extent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Position, Rules, Size};
    use stonefield_search::mcts::{MctsParams, MctsSearch};
    use stonefield_search::{Dice, Purpose};

    #[test]
    fn every_node_is_written_once_and_has_one_edge_but_the_root() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
        let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
        search.run(80, &|| false);
        for (moves, nodes, extent) in [(3, 12, "12 of the most visited"), (usize::MAX, MOST, "all ")] {
            let tree = search.snapshot(moves, nodes, &[]);
            let graph = graph(&TreeView::Simulated(tree.clone())).expect("a tree");
            let TreeGraph { text, extent: told } = graph;
            assert!(text.starts_with("digraph \"mcts\" {\n") && text.ends_with("}\n"), "{text}");
            assert!(told.starts_with(extent) && text.contains(&told), "{told}");
            assert_eq!(text.matches(" -> ").count(), tree.taken.len() - 1);
            assert_eq!(text.matches("[label=").count(), tree.taken.len());
            let action = tree.taken[1].branch.as_ref().expect("a move").action;
            assert!(text.contains(&format!("label=\"{action}\\nN ")), "{text}");
        }
        // All that was visited is in the file: a node for each simulation that grew the tree, far more than are shown.
        let whole = search.snapshot(usize::MAX, MOST, &[]);
        assert!(whole.taken.len() > 25 && whole.is_whole());
        let visited = whole.taken.iter().filter_map(|node| node.branch.as_ref()).all(|it| it.visits > 0);
        assert!(visited);
    }
}
