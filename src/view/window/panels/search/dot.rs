//! The tree that is shown as text in the language DOT, for a file.

use crate::brain::TreeView;
use crate::go::Color;
use crate::notation::dot;
use crate::search::mcts::MctsSnapshot;
use crate::search::negamax::{NegamaxSnapshot, value_text};

/// A graph of what a mind has shown of its tree; `None` where that is nothing.
#[must_use]
pub fn text(tree: &TreeView) -> Option<String> {
    match tree {
        TreeView::Simulated(tree) => Some(simulated(tree)),
        TreeView::FixedDepth(tree) => (!tree.taken.is_empty()).then(|| fixed_depth(tree)),
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

fn begin(name: &str) -> String {
    dot::begin(name) + &dot::nodes(&[("shape", "box"), ("fontname", "monospace")])
}

fn name(at: usize) -> String {
    format!("n{at}")
}

/// N, the share won, and the worth of each node; edges the wider the more often they were gone.
pub fn simulated(tree: &MctsSnapshot) -> String {
    let mut text = begin("mcts");
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
    text + dot::end()
}

/// Value, α and β of each node.
fn fixed_depth(tree: &NegamaxSnapshot) -> String {
    let mut text = begin("negamax");
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
    text + dot::end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Position, Rules, Size};
    use crate::search::mcts::{MctsParams, MctsSearch};
    use crate::search::{Dice, Use};

    #[test]
    fn every_node_is_written_once_and_has_one_edge_but_the_root() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
        let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
        search.run(80, &|| false);
        let tree = search.snapshot(3, 12, &[]);
        let text = text(&TreeView::Simulated(tree.clone())).expect("a tree");
        assert!(text.starts_with("digraph \"mcts\" {\n") && text.ends_with("}\n"), "{text}");
        assert_eq!(text.matches(" -> ").count(), tree.taken.len() - 1);
        assert_eq!(text.matches("label=").count(), tree.taken.len());
        let action = tree.taken[1].branch.as_ref().expect("a move").action;
        assert!(text.contains(&format!("label=\"{action}\\nN ")), "{text}");
    }
}
