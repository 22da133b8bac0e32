//! Tree of variations: a grid of stones, of which only the visible part is drawn.

use crate::shell::severity;
use crate::shell::theme::{self, PanelColors};
use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};
use stonefield_go::Color;
use stonefield_go::notation::sgf::{NodeId, NodeRef, TreeLayout};
use stonefield_sim::GameRecord;

/// Side of a square of the grid, in points.
const SQUARE: f32 = 22.0;

/// Radius of a stone, in points.
const RADIUS: f32 = 7.5;

/// State of the tree.
#[derive(Default)]
pub struct RecordTreeView {
    /// Layout of the tree, and its cache key: root, shape of the record, number of games.
    grid: TreeLayout,
    key: Option<(NodeId, u64, usize)>,
    /// Node to which the view scrolled last.
    scrolled_to: Option<NodeId>,
    /// Root of the game, once a move with a loss has been drawn.
    judged_game: Option<NodeId>,
}

impl RecordTreeView {
    /// True if a move with a loss has been drawn in this game.
    pub fn is_judged(&self, record: &GameRecord) -> bool {
        self.judged_game == Some(record.root())
    }

    fn update(&mut self, record: &GameRecord) {
        let key = (record.root(), record.shape(), record.games().len());
        if self.key != Some(key) {
            self.grid = TreeLayout::of(record.games().node(record.root()));
            self.key = Some(key);
            self.scrolled_to = None;
        }
    }
}

/// Answer of the tree.
#[derive(Clone, Copy, Default)]
pub struct TreeAnswer {
    /// Node under the pointer.
    pub pointed: Option<NodeId>,
    /// Node that was clicked.
    pub clicked: Option<NodeId>,
}

/// Draws the tree in the available room.
pub fn show(ui: &mut Ui, view: &mut RecordTreeView, record: &GameRecord) -> TreeAnswer {
    view.update(record);
    let colors = PanelColors::here(ui);
    let room = ui.available_rect_before_wrap();
    ui.painter().rect(room, 5.0, colors.well, Stroke::new(1.0, colors.line), StrokeKind::Inside);
    let mut answer = TreeAnswer::default();
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room.shrink(2.0)));
    ScrollArea::both().id_salt("tree").auto_shrink(false).animated(false).show_viewport(
        &mut inner,
        |ui, visible| {
            answer = draw_visible(ui, view, record, visible);
        },
    );
    ui.allocate_rect(room, Sense::hover());
    answer
}

fn draw_visible(ui: &mut Ui, view: &mut RecordTreeView, record: &GameRecord, visible: Rect) -> TreeAnswer {
    let (columns, rows) = view.grid.size();
    let size = vec2(columns as f32, rows as f32) * SQUARE + Vec2::splat(8.0);
    let (whole, response) = ui.allocate_exact_size(size.max(visible.size()), Sense::click());
    let origin = whole.min + Vec2::splat(4.0);
    let middle =
        |column: u32, row: u32| origin + (vec2(column as f32, row as f32) + Vec2::splat(0.5)) * SQUARE;
    let here = record.here().id();
    if view.scrolled_to != Some(here)
        && let Some((column, row)) = view.grid.column_and_row(here)
    {
        let square = Rect::from_center_size(middle(column, row), Vec2::splat(SQUARE));
        ui.scroll_to_rect(square.expand2(vec2(2.5, 0.6) * SQUARE), None);
        view.scrolled_to = Some(here);
    }
    let part = |low: f32, high: f32| {
        let square = |at: f32| ((at - 4.0) / SQUARE).floor().max(0.0) as usize;
        square(low)..square(high) + 1
    };
    let (across, down) = (part(visible.left(), visible.right()), part(visible.top(), visible.bottom()));
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    let (lit, dim) = (Stroke::new(2.0, colors.chosen), Stroke::new(1.25, colors.off));
    let on_line = |node: NodeId, column: u32| record.on_line(column as usize) == Some(node);
    for fork in view.grid.variation_lines(across.clone(), down.clone()) {
        let stroke = if on_line(fork.node, fork.column) { lit } else { dim };
        let (from, to) = (middle(fork.column - 1, fork.parent_row), middle(fork.column, fork.row));
        let corner = pos2(from.x, to.y - SQUARE);
        painter.line_segment([from, corner], stroke);
        painter.line_segment([corner, to], stroke);
    }
    let drawn: Vec<_> = view.grid.nodes(across, down).collect();
    for &(node, column, row) in &drawn {
        let before = column.checked_sub(1).filter(|column| view.grid.node_at(*column, row).is_some());
        let follows = || {
            let parent = record.games().node(node).parent().map(NodeRef::id);
            parent
                .is_some_and(|parent| view.grid.column_and_row(parent).is_some_and(|(_, other)| other == row))
        };
        if let Some(before) = before.filter(|_| follows()) {
            let stroke = if on_line(node, column) { lit } else { dim };
            painter.line_segment([middle(before, row), middle(column, row)], stroke);
        }
    }
    for (node, column, row) in drawn {
        let at = middle(column, row);
        draw_node(painter, colors, record.games().node(node), at, on_line(node, column));
        if record.illegal(node).is_some() {
            let arm = Vec2::splat(RADIUS * 0.75);
            for arm in [arm, vec2(-arm.x, arm.y)] {
                painter.line_segment([at - arm, at + arm], Stroke::new(2.5, colors.error));
            }
        }
        if let Some(loss) = record.loss(node) {
            let fade = |color: Color32| faded(color, on_line(node, column), colors);
            view.judged_game = Some(record.root());
            severity::dot(painter, at, 5.0, loss.severity(), fade);
        }
        if node == here {
            painter.circle_stroke(at, RADIUS + 2.5, Stroke::new(2.0, colors.chosen));
        }
    }
    let pointed = response.hover_pos().and_then(|at| {
        let place = (at - origin) / SQUARE;
        (place.x >= 0.0 && place.y >= 0.0)
            .then(|| view.grid.node_at(place.x as u32, place.y as u32))
            .flatten()
    });
    let clicked = response.clicked();
    if let Some(node) = pointed {
        response
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .on_hover_text_at_pointer(words(record, node));
    }
    TreeAnswer { pointed, clicked: pointed.filter(|_| clicked) }
}

/// Returns the tooltip of a node: title, legality, loss, and the first 160 characters of its comment.
fn words(record: &GameRecord, node: NodeId) -> String {
    let node = record.games().node(node);
    let mut words = super::words::title(record, node);
    if let Some(why) = record.illegal(node.id()) {
        words = format!("{words}\nillegal: {why}");
    }
    if let Some(loss) = record.loss(node.id()) {
        words = format!("{words}\n{loss}: {}", loss.severity().word());
    }
    if let Some(comment) = node.text_start("C", 4 * 160).filter(|text| !text.trim().is_empty()) {
        let begun: String = comment.chars().take(160).collect();
        let more = if begun.len() < comment.len() { "…" } else { "" };
        words = format!("{words}\n{begun}{more}");
    }
    words
}

/// Returns a colour, faded unless `lit`. It is mixed with the background, as half-transparent colours turn
/// grey where they are blended in linear light.
fn faded(color: Color32, lit: bool, colors: &PanelColors) -> Color32 {
    if lit { color } else { color.lerp_to_gamma(colors.well, 0.42) }
}

/// Returns fill and rim of a stone. On a dark background a black stone is lighter and has a bright rim.
fn stone_look(colors: &PanelColors, color: Color) -> (Color32, Stroke) {
    let dark = colors.well.intensity() < 0.5;
    match color {
        Color::Black if dark => (colors.button[0], Stroke::new(1.5, colors.text)),
        Color::Black => (colors.black, Stroke::new(1.0, colors.weak)),
        Color::White => (colors.white, Stroke::new(1.0, colors.weak)),
    }
}

fn draw_node(painter: &Painter, colors: &PanelColors, node: NodeRef<'_>, at: Pos2, lit: bool) {
    let faded = |color: Color32| faded(color, lit, colors);
    let rim = Stroke::new(1.0, faded(colors.weak));
    let has = |names: &[&str]| node.properties().any(|property| names.contains(&property.name()));
    if let Some((color, raw)) = super::words::raw_move(node) {
        let (fill, rim) = stone_look(colors, color);
        painter.circle(at, RADIUS, faded(fill), Stroke::new(rim.width, faded(rim.color)));
        if raw.trim().is_empty() {
            let ink = if color == Color::Black { colors.white } else { colors.black };
            painter.hline(at.x - 3.5..=at.x + 3.5, at.y, Stroke::new(1.75, faded(ink)));
        }
    } else if has(&["AB", "AW", "AE", "PL"]) {
        // Stones that are set up: a black and a white one side by side.
        for (color, aside) in [(Color::White, vec2(2.5, 1.5)), (Color::Black, vec2(-2.5, -1.5))] {
            let (fill, rim) = stone_look(colors, color);
            painter.circle(at + aside, 5.0, faded(fill), Stroke::new(rim.width, faded(rim.color)));
        }
    } else if node.parent().is_none() {
        painter.rect(
            Rect::from_center_size(at, Vec2::splat(11.0)),
            2.5,
            faded(colors.wood),
            rim,
            StrokeKind::Inside,
        );
    } else {
        painter.circle(at, 4.0, faded(colors.weak), Stroke::NONE);
    }
    let corner = at + vec2(6.0, -6.5);
    let verdict = if has(&["BM", "DO"]) {
        Some(("?", colors.error))
    } else if has(&["TE", "IT"]) {
        Some(("!", colors.on))
    } else {
        None
    };
    if let Some((sign, ink)) = verdict {
        painter.text(corner + vec2(1.5, 0.0), Align2::CENTER_CENTER, sign, theme::text_font(), ink);
    } else if has(&["C"]) {
        painter.circle(corner, 3.2, faded(colors.chosen), Stroke::new(1.2, colors.well));
    }
    if has(&["N", "HO"]) {
        painter.hline(at.x - 6.0..=at.x + 6.0, at.y + RADIUS + 2.5, Stroke::new(1.5, faded(colors.chosen)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::palette::Theme;

    #[test]
    fn stones_differ_from_the_background_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            let colors = PanelColors::of(theme);
            for color in Color::ALL {
                let (fill, rim) = stone_look(colors, color);
                let contrast = |ink: Color32| (ink.intensity() - colors.well.intensity()).abs();
                assert!(contrast(rim.color).max(contrast(fill)) > 0.4, "{theme:?} {color}");
            }
            assert_ne!(stone_look(colors, Color::Black).0, stone_look(colors, Color::White).0);
        }
    }
}
