//! Tree of a mind that searches to a fixed depth: values, windows and cut-offs.

use super::canvas::{self, TreeCanvas};
use super::layout;
use crate::marks::candidates::value_ink;
use crate::marks::pointed_line::MoveLine;
use crate::shell::theme::{self, PanelColors};
use bevy_egui::egui::{self, Align2, Color32, Label, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use stonefield_go::Color;
use stonefield_go::notation::counted;
use stonefield_search::negamax::{EndReason, NegamaxSnapshot, NegamaxSnapshotNode, value_text};

/// Radius of a node, in points.
const RADIUS: f32 = 10.0;

/// Layout of a negamax tree, with room below each node for its value and window.
const LAYOUT: TreeCanvas =
    TreeCanvas { spacing: Vec2::new(54.0, 84.0), stretch: 2.5, margin: Vec2::new(70.0, 78.0), top: 20.0 };

/// Width of the colour scale, in units of the evaluation. Its middle is the highest value below the root.
const COLOR_SCALE: f64 = 2000.0;

const fn end_text(end: EndReason) -> &'static str {
    match end {
        EndReason::Searched => "all its moves were searched",
        EndReason::Cut => "beta cut-off: a reply refutes the move that leads here",
        EndReason::Table => "known from the table",
        EndReason::Leaf => "the depth was reached: evaluated",
        EndReason::Lazy => "evaluated as far as it took to see that it lies outside of the window",
        EndReason::Over => "the game is over",
    }
}

/// Draws a tree. Returns the line to the node under the pointer.
pub(super) fn show(ui: &mut Ui, tree: &NegamaxSnapshot) -> Option<MoveLine> {
    let summary = match tree.taken.first() {
        None => "No nodes recorded: they are recorded only while this panel is open and the search is slow enough to follow."
            .to_owned(),
        Some(root) => {
            let more = if tree.full { ", the first of more" } else { "" };
            let how = if root.numbers.left.is_some() { "searched" } else { "being searched" };
            let (moves, nodes) = (counted(tree.depth, "move"), counted(tree.kept, "node"));
            format!("{how} {moves} deep, {nodes} kept{more}; {} to move", root.numbers.to_move)
        }
    };
    ui.label(RichText::new(summary).weak());
    let height = ui.available_height();
    let places = layout::places(&tree.taken.iter().map(|node| node.parent).collect::<Vec<_>>());
    let key = (tree.ply, tree.taken.len(), 0);
    LAYOUT.show(ui, height, key, places.iter().copied(), |ui, at| paint(ui, tree, &|node| at(places[node])))
}

fn paint(ui: &Ui, tree: &NegamaxSnapshot, at: &dyn Fn(usize) -> Pos2) -> Option<MoveLine> {
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    let drawn = &tree.taken;
    let root_color = drawn.first().map(|root| root.numbers.to_move)?;
    // The value for the side to move at the root.
    let root_value = |node: &NegamaxSnapshotNode| {
        let value = node.numbers.left.map(|(value, _)| value)?;
        Some(f64::from(if node.numbers.to_move == root_color { value } else { -value }))
    };
    let best = drawn.iter().skip(1).filter_map(root_value).fold(f64::NEG_INFINITY, f64::max);
    for (i, node) in drawn.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let (from, to) = (at(parent), at(i));
        let cut = matches!(node.numbers.left, Some((_, EndReason::Cut)));
        let ink = if cut { colors.off } else { colors.weak };
        painter.line_segment([from, to], Stroke::new(if cut { 1.0 } else { 2.0 }, ink));
        if cut {
            strike(painter, from.lerp(to, 0.5), to - from, colors.error);
        }
    }
    let mut pointed = None;
    for (i, node) in drawn.iter().enumerate() {
        let place = at(i);
        let numbers = &node.numbers;
        let share = root_value(node).map_or(0.5, |value| 0.5 + (value - best) / COLOR_SCALE);
        let fill = if numbers.left.is_some() { value_ink(share.clamp(0.0, 1.0)) } else { colors.button[2] };
        let mover = tree.mover(i);
        let rim = Stroke::new(2.0, if mover == Color::Black { colors.black } else { colors.white });
        painter.circle(place, RADIUS, fill, rim);
        let text = |below: f32, text: String, size: f32, ink: Color32| {
            canvas::label(ui, place + Vec2::new(0.0, RADIUS + below), text, size, ink);
        };
        let name = node.action.map_or_else(|| "here".to_owned(), |action| action.to_string());
        let value = numbers.left.map_or("…".to_owned(), |(value, _)| value_text(value));
        text(8.0, format!("{name} {value}"), 11.0, colors.text);
        text(19.0, format!("α {}", value_text(numbers.alpha)), 9.5, colors.weak);
        text(29.0, format!("β {}", value_text(numbers.beta)), 9.5, colors.weak);
        if numbers.pruned > 0 {
            // The number of pruned branches.
            let root = place + Vec2::new(0.0, RADIUS + 35.0);
            let tip = root + Vec2::new(0.0, 12.0);
            painter.line_segment([root, tip], Stroke::new(1.0, colors.off));
            strike(painter, root.lerp(tip, 0.6), tip - root, colors.error);
            let beside = tip + Vec2::new(6.0, -6.0);
            let count = numbers.pruned.to_string();
            painter.text(beside, Align2::LEFT_CENTER, count, theme::text_font(), colors.off);
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
    pointed.map(|i| tree.line(i))
}

/// Draws a short stroke across a line with the direction `along`.
fn strike(painter: &egui::Painter, at: Pos2, along: Vec2, ink: Color32) {
    let across = (along.normalized() + along.normalized().rot90()) * 4.0;
    painter.line_segment([at - across, at + across], Stroke::new(1.5, ink));
}

/// Returns the tooltip of a node, in lines.
fn details(node: &NegamaxSnapshotNode, mover: Color) -> Vec<String> {
    let numbers = &node.numbers;
    let mut lines = Vec::new();
    lines.extend(node.action.map(|action| format!("{mover} {action}")));
    let whose = numbers.to_move;
    match numbers.left {
        Some((value, end)) => {
            lines.push(format!("value {} for {whose}, who is to move", value_text(value)));
            lines.push(end_text(end).to_owned());
        }
        None => lines.push("being searched".to_owned()),
    }
    lines.push(format!("α {}, β {}", value_text(numbers.alpha), value_text(numbers.beta)));
    let (moves, nodes) = (counted(numbers.depth, "move"), counted(numbers.children, "node"));
    lines.push(format!("{moves} deep from here, {nodes} below it kept"));
    if numbers.pruned > 0 {
        lines.push(format!("{} never looked at", counted(numbers.pruned, "move")));
    }
    lines
}
