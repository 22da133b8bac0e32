//! The tree of a mind that searches to a fixed depth: values, windows and what was cut off.

use super::super::super::ideas::value_ink;
use super::super::super::theme::Inks;
use super::canvas::{self, Paper};
use super::{Line, layout};
use crate::brain::negamax::{Branch, End, NodeId, Numbers, Tree, value_text};
use crate::go::{Color, Position};
use crate::notation::counted;
use bevy_egui::egui::{self, Align2, Color32, FontId, Label, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use std::collections::VecDeque;

/// How large a node is, in points.
const RADIUS: f32 = 10.0;

/// How a tree lies: below each node there is room for its value and window.
const PAPER: Paper =
    Paper { apart: Vec2::new(54.0, 84.0), widest: 2.5, margin: Vec2::new(70.0, 78.0), above: 20.0 };

/// How much better or worse than the root a node is that has the last colour, in units of the evaluation.
const FAR: f64 = 2000.0;

/// A node that is drawn.
struct Drawn {
    /// The move that leads to it; `None` for the root.
    branch: Option<Branch>,
    numbers: Numbers,
    parent: Option<usize>,
    /// From the left in leaves, and from above in plies.
    place: (f32, usize),
}

/// The beginning of a tree, ply by ply: of each node the first `most` moves, the better ones first, and at most so many nodes in all.
fn grow(tree: &Tree, most: usize, nodes: usize) -> Vec<Drawn> {
    let Some(root) = tree.numbers(NodeId::ROOT) else { return Vec::new() };
    let mut drawn = vec![Drawn { branch: None, numbers: root, parent: None, place: (0.0, 0) }];
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    let mut open = VecDeque::from([0_usize]);
    while let Some(at) = open.pop_front() {
        for branch in kept(tree, drawn[at].numbers.node, most) {
            if drawn.len() >= nodes {
                break;
            }
            let next = drawn.len();
            open.push_back(next);
            let place = (0.0, drawn[at].place.1 + 1);
            drawn.push(Drawn { branch: Some(branch), numbers: branch.numbers, parent: Some(at), place });
            children.push(Vec::new());
            children[at].push(next);
        }
    }
    for (node, across) in drawn.iter_mut().zip(layout::spread(&children)) {
        node.place.0 = across;
    }
    drawn
}

/// The moves of a node that are worth most to the side that makes them, in the order they were searched. A move that was searched again counts as
/// it was searched last.
fn kept(tree: &Tree, at: NodeId, most: usize) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for branch in tree.branches(at, usize::MAX) {
        match branches.iter_mut().find(|other| other.action == branch.action) {
            Some(other) => *other = branch,
            None => branches.push(branch),
        }
    }
    // What is worth least to the other side, who is to move there.
    let worth = |branch: &Branch| branch.numbers.left.map_or(i32::MAX, |(value, _)| value);
    let mut order: Vec<usize> = (0..branches.len()).collect();
    order.sort_by_key(|&i| (worth(&branches[i]), i));
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|i| branches[i]).collect()
}

const fn why(end: End) -> &'static str {
    match end {
        End::Searched => "all its moves were searched",
        End::Cut => "a move of it refutes the one that leads here",
        End::Table => "known from the table",
        End::Leaf => "no plies were left: evaluated",
        End::Lazy => "evaluated as far as it took to see that it lies outside of the window",
        End::Over => "the game is over",
    }
}

/// Draws a tree; returns the line to the node pointed at.
pub(super) fn show(ui: &mut Ui, tree: &Tree, limits: (usize, usize), first: Color) -> Option<Line> {
    let drawn = grow(tree, limits.0, limits.1);
    let told = if drawn.is_empty() {
        "Nothing of the search is kept: it is kept while somebody looks on at a readable speed.".to_owned()
    } else {
        let more = if tree.is_full() { ", the first of more" } else { "" };
        let done = drawn.first().is_some_and(|root| root.numbers.left.is_some());
        let how = if done { "searched to" } else { "being searched to" };
        let (plies, nodes) = (counted(tree.depth(), "ply"), counted(tree.len(), "node"));
        format!("{how} {plies}, {nodes} kept{more}; {first} to move")
    };
    ui.label(RichText::new(told).weak());
    let height = ui.available_height();
    let places = drawn.iter().map(|node| node.place);
    let of = (tree.position().map_or(0, Position::ply), drawn.len(), 0);
    PAPER.show(ui, height, of, places, |ui, at| paint(ui, &drawn, &|node| at(node.place)))
}

fn paint(ui: &Ui, drawn: &[Drawn], at: &dyn Fn(&Drawn) -> Pos2) -> Option<Line> {
    let inks = Inks::here(ui);
    let painter = ui.painter();
    let first = drawn.first().map(|root| root.numbers.to_move)?;
    // All from the view of the side to move at the root.
    let own = |node: &Drawn| {
        let value = node.numbers.left.map(|(value, _)| value)?;
        Some(f64::from(if node.numbers.to_move == first { value } else { -value }))
    };
    let ground = drawn.iter().skip(1).filter_map(own).fold(f64::NEG_INFINITY, f64::max);
    for node in drawn {
        let Some(parent) = node.parent else { continue };
        let (from, to) = (at(&drawn[parent]), at(node));
        let cut = matches!(node.numbers.left, Some((_, End::Cut)));
        let ink = if cut { inks.off } else { inks.weak };
        painter.line_segment([from, to], Stroke::new(if cut { 1.0 } else { 2.0 }, ink));
        if cut {
            strike(painter, from.lerp(to, 0.5), to - from, inks.error);
        }
    }
    let mut pointed = None;
    for (i, node) in drawn.iter().enumerate() {
        let place = at(node);
        let numbers = &node.numbers;
        let share = own(node).map_or(0.5, |value| 0.5 + (value - ground) / FAR);
        let fill = if numbers.left.is_some() { value_ink(share.clamp(0.0, 1.0)) } else { inks.button[2] };
        let mover = node.branch.map_or(first, |_| !numbers.to_move);
        let rim = Stroke::new(2.0, if mover == Color::Black { inks.black } else { inks.white });
        painter.circle(place, RADIUS, fill, rim);
        let text = |below: f32, text: String, size: f32, ink: Color32| {
            canvas::write(ui, place + Vec2::new(0.0, RADIUS + below), text, size, ink);
        };
        let name = node.branch.map_or_else(|| "here".to_owned(), |branch| branch.action.to_string());
        let value = numbers.left.map_or("…".to_owned(), |(value, _)| value_text(value));
        text(8.0, format!("{name} {value}"), 11.0, inks.text);
        text(19.0, format!("α {}", value_text(numbers.alpha)), 9.5, inks.weak);
        text(29.0, format!("β {}", value_text(numbers.beta)), 9.5, inks.weak);
        if numbers.pruned > 0 {
            // Branches that were never looked at.
            let root = place + Vec2::new(0.0, RADIUS + 35.0);
            let tip = root + Vec2::new(0.0, 12.0);
            painter.line_segment([root, tip], Stroke::new(1.0, inks.off));
            strike(painter, root.lerp(tip, 0.6), tip - root, inks.error);
            let beside = tip + Vec2::new(6.0, -6.0);
            let count = numbers.pruned.to_string();
            painter.text(beside, Align2::LEFT_CENTER, count, FontId::proportional(9.5), inks.off);
        }
        let near = Rect::from_center_size(place, Vec2::splat(2.0 * RADIUS + 4.0));
        let response = ui.interact(near, ui.id().with(("minimax", i)), Sense::hover());
        if response.hovered() {
            pointed = Some(i);
            response.on_hover_ui(|ui| {
                for line in details(node, mover) {
                    ui.add(Label::new(line).extend());
                }
            });
        }
    }
    pointed.map(|i| line(drawn, i))
}

/// A short stroke across a branch.
fn strike(painter: &egui::Painter, at: Pos2, along: Vec2, ink: Color32) {
    let across = (along.normalized() + along.normalized().rot90()) * 4.0;
    painter.line_segment([at - across, at + across], Stroke::new(1.5, ink));
}

/// All that is known of a node.
fn details(node: &Drawn, mover: Color) -> Vec<String> {
    let numbers = &node.numbers;
    let mut lines = Vec::new();
    lines.extend(node.branch.map(|branch| format!("{mover} {}", branch.action)));
    let whose = numbers.to_move;
    match numbers.left {
        Some((value, end)) => {
            lines.push(format!("value {} for {whose}, who is to move", value_text(value)));
            lines.push(why(end).to_owned());
        }
        None => lines.push("being searched".to_owned()),
    }
    lines.push(format!("α {}, β {}", value_text(numbers.alpha), value_text(numbers.beta)));
    let (plies, nodes) = (counted(numbers.depth, "ply"), counted(numbers.children, "node"));
    lines.push(format!("{plies} left, {nodes} below it kept"));
    if numbers.pruned > 0 {
        lines.push(format!("{} never looked at", counted(numbers.pruned, "move")));
    }
    lines
}

/// The moves that lead to a node.
fn line(drawn: &[Drawn], at: usize) -> Line {
    let mut line = Vec::new();
    let mut next = Some(at);
    while let Some(at) = next {
        if let Some(branch) = &drawn[at].branch {
            line.push((!branch.numbers.to_move, branch.action));
        }
        next = drawn[at].parent;
    }
    line.reverse();
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::negamax::Node;

    fn tree() -> Tree {
        let mut tree = Tree::new(100);
        let mut hear = |node: &Node| tree.hear(node);
        hear(&Node::Begin { depth: 2 });
        let mut enter = |id, parent, action: &str, to_move| {
            let action = (!action.is_empty()).then(|| action.parse().expect("a move"));
            hear(&Node::Enter { id, parent, action, to_move, depth: 1, alpha: -9, beta: 9 });
        };
        enter(0, None, "", Color::Black);
        for (id, parent, action, to_move) in [
            (1, Some(0), "A1", Color::White),
            (2, Some(1), "B1", Color::Black),
            (3, Some(0), "C1", Color::White),
            (4, Some(0), "D1", Color::White),
            (5, Some(0), "A1", Color::White),
        ] {
            enter(id, parent, action, to_move);
        }
        for (id, value, end) in [
            (1, -3, End::Cut),
            (2, 3, End::Leaf),
            (3, -8, End::Searched),
            (4, 5, End::Cut),
            (5, -7, End::Searched),
        ] {
            tree.hear(&Node::Leave { id, value, end, pruned: u32::from(end == End::Cut) });
        }
        tree
    }

    #[test]
    fn the_best_moves_are_drawn_in_the_order_they_were_searched() {
        let drawn = grow(&tree(), 2, 50);
        let names: Vec<String> =
            drawn[1..].iter().map(|node| node.branch.expect("a move").action.to_string()).collect();
        assert_eq!(names, ["A1", "C1"], "D1 is worth least, and A1 counts as searched again");
        assert_eq!(drawn[1].numbers.left, Some((-7, End::Searched)));
        let all = grow(&tree(), 9, 50);
        assert_eq!(all.len(), 4);
        assert_eq!(grow(&tree(), 9, 2).len(), 2);
        assert!(grow(&Tree::new(9), 9, 9).is_empty());
        assert_eq!(line(&all, 2), [(Color::Black, "C1".parse().expect("a move"))]);
    }
}
