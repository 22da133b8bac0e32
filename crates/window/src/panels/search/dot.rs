//! Search tree as DOT text for a file: the part that is shown, or all visited nodes.

use stonefield_go::Color;
use stonefield_go::notation::dot;
use stonefield_minds::TreeView;
use stonefield_search::mcts::MctsSnapshot;
use stonefield_search::negamax::{NegamaxSnapshot, value_text};

/// Largest number of nodes in a file. Graphviz needs minutes to lay out more.
pub const MAX_NODES: usize = 10_000;

/// Graph, and a description of the part of the tree that it has.
pub struct TreeGraph {
    /// DOT text.
    pub text: String,
    /// Description such as `the 10000 most visited nodes of 53210`.
    pub extent: String,
}

/// Returns the graph of a mind's tree; `None` for a fixed-depth tree without nodes.
#[must_use]
pub fn graph(tree: &TreeView) -> Option<TreeGraph> {
    match tree {
        TreeView::Simulated(tree) => Some(mcts_graph(tree)),
        TreeView::FixedDepth(tree) => (!tree.taken.is_empty()).then(|| negamax_graph(tree)),
    }
}

/// Returns the limits with which a mind's tree was requested: moves per node, and nodes in total.
pub const fn limits(tree: &TreeView) -> (usize, usize) {
    match tree {
        TreeView::Simulated(tree) => tree.asked,
        TreeView::FixedDepth(tree) => tree.asked,
    }
}

/// Returns the DOT attributes of a node, in the colour of `mover`, who makes the move to the node.
const fn style(mover: Color) -> [(&'static str, &'static str); 3] {
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

/// Returns the graph of an MCTS tree: visits N, share of wins, value. Edges widen with the visits.
pub fn mcts_graph(tree: &MctsSnapshot) -> TreeGraph {
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
    let max_visits = tree.taken.iter().filter_map(|node| node.branch.as_ref()).map(|it| it.visits).max();
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
        let style = style(mover);
        text +=
            &dot::node(&name(at), &[("label", &label), ("tooltip", &tooltip), style[0], style[1], style[2]]);
        let share = f64::from(branch.visits) / f64::from(max_visits.unwrap_or(1).max(1));
        let width = format!("{:.2}", 0.5 + 4.5 * share);
        text += &dot::edge(&name(parent), &name(at), &[("penwidth", &width)]);
    }
    TreeGraph { text: text + dot::end(), extent }
}

/// Returns the graph of a negamax tree: value, α and β of each node.
fn negamax_graph(tree: &NegamaxSnapshot) -> TreeGraph {
    let (taken, kept) = (tree.taken.len(), tree.kept);
    let more = if tree.full { " and more that were not kept" } else { "" };
    let extent = if tree.asked.0 == usize::MAX && taken < tree.asked.1 {
        format!("all {taken} nodes, the last search of each move counting, of {kept} kept{more}")
    } else {
        format!("the first {taken} nodes, level by level, of {kept} kept{more}")
    };
    let mut text = begin("negamax", &extent);
    for (at, node) in tree.taken.iter().enumerate() {
        let numbers = &node.numbers;
        let action = node.action.map_or_else(|| "here".to_owned(), |action| action.to_string());
        let value = numbers.left.map_or_else(|| "…".to_owned(), |(value, _)| value_text(value));
        let window = format!("[{}, {}]", value_text(numbers.alpha), value_text(numbers.beta));
        let pruned = if numbers.pruned > 0 { format!("\n{} pruned", numbers.pruned) } else { String::new() };
        let label = format!("{action} {value}\n{window}{pruned}");
        let style = style(tree.mover(at));
        text += &dot::node(&name(at), &[("label", &label), style[0], style[1], style[2]]);
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
    fn every_node_is_written_once_and_all_but_the_root_have_one_edge() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
        let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
        search.run(80, &|| false);
        for (moves, nodes, extent) in [(3, 12, "12 of the most visited"), (usize::MAX, MAX_NODES, "all ")] {
            let tree = search.snapshot(moves, nodes, &[]);
            let graph = graph(&TreeView::Simulated(tree.clone())).expect("a tree");
            let TreeGraph { text, extent: description } = graph;
            assert!(text.starts_with("digraph \"mcts\" {\n") && text.ends_with("}\n"), "{text}");
            assert!(description.starts_with(extent) && text.contains(&description), "{description}");
            assert_eq!(text.matches(" -> ").count(), tree.taken.len() - 1);
            assert_eq!(text.matches("[label=").count(), tree.taken.len());
            let action = tree.taken[1].branch.as_ref().expect("a move").action;
            assert!(text.contains(&format!("label=\"{action}\\nN ")), "{text}");
        }
        // The file has a node for each simulation that grew the tree, more than the panel shows.
        let whole = search.snapshot(usize::MAX, MAX_NODES, &[]);
        assert!(whole.taken.len() > 25 && whole.is_whole());
        let visited = whole.taken.iter().filter_map(|node| node.branch.as_ref()).all(|it| it.visits > 0);
        assert!(visited);
    }
}
