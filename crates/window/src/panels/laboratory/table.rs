//! Tables of the laboratory, with heads that sort and lines that can be clicked. Only visible lines are
//! drawn.

use crate::shell::theme::{self, PanelColors};
use bevy_egui::egui::{
    Align2, Color32, FontId, Pos2, Rect, ScrollArea, Sense, Stroke, TextStyle, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

/// Column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// Title in the head.
    pub title: String,
    /// Tooltip of the head.
    pub about: String,
    /// Width of its values, in characters; longer values are cut off.
    pub wide: usize,
    /// True if its values are numbers, which are right-aligned.
    pub number: bool,
}

/// Cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Text.
    Text(String),
    /// Text in a weak colour.
    Weak(String),
    /// Text in the colour of errors.
    Fault(String),
    /// Share from 0 to 1 and its 95 % interval, as a bar with whiskers. `None` without a game.
    Share(Option<(f64, (f64, f64))>),
}

impl TableCell {
    fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Weak(text) | Self::Fault(text) => text.clone(),
            Self::Share(None) => "–".to_owned(),
            Self::Share(Some((share, (low, high)))) => {
                format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
            }
        }
    }
}

/// Click in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableClick {
    /// Head of a column, by index.
    Head(usize),
    /// Line, by index; true if Ctrl or Shift was held.
    Line(usize, bool),
}

/// Order of the lines of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOrder {
    /// Index of the column.
    pub column: usize,
    /// True if the highest value comes first.
    pub falling: bool,
}

impl TableOrder {
    /// Returns the order after a click on a head: a new column begins with its highest number or first text,
    /// another click reverses it.
    #[must_use]
    pub fn clicked(now: Option<Self>, column: usize, number: bool) -> Self {
        match now {
            Some(now) if now.column == column => Self { column, falling: !now.falling },
            _ => Self { column, falling: number },
        }
    }
}

/// Content of a table.
pub struct TableData<'a> {
    /// Columns.
    pub columns: &'a [TableColumn],
    /// Order that the head shows.
    pub order: Option<TableOrder>,
    /// Number of lines.
    pub lines: usize,
    /// Largest number of visible lines; the rest is reached by scrolling.
    pub visible_lines: usize,
    /// Tooltip of the lines.
    pub about: &'static str,
    /// Colour of bars.
    pub ink: Color32,
}

/// Width of a share with its bar, in characters.
pub const SHARE: usize = 38;

/// Width of the bar of a share, in points.
const BAR: f32 = 84.0;

/// Gap between two columns, in points.
const GAP: f32 = 12.0;

fn font() -> FontId {
    theme::mono_font()
}

/// Shows a table; returns the click on it. `line` returns the cells of a line, and true if it is chosen.
pub fn table(
    ui: &mut Ui,
    name: &str,
    data: &TableData<'_>,
    line: impl Fn(usize) -> (Vec<TableCell>, bool),
) -> Option<TableClick> {
    let colors = PanelColors::here(ui);
    let char_width = ui.painter().layout_no_wrap("0".to_owned(), font(), colors.text).size().x;
    let widths: Vec<f32> = data
        .columns
        .iter()
        .map(|column| char_width * column.wide.max(column.title.chars().count() + 2) as f32 + GAP)
        .collect();
    let total_width: f32 = widths.iter().sum();
    let line_height = ui.text_style_height(&TextStyle::Monospace) + 4.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), line_height + 2.0), Sense::hover());
    let mut clicked = None;
    let table_height = line_height * data.lines.clamp(1, data.visible_lines) as f32;
    ui.spacing_mut().item_spacing.y = 0.0;
    // Scroll bars are visible without the pointer, as a sign of more columns or lines.
    ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
    let scrolled = ScrollArea::both()
        .id_salt(name)
        .max_height(table_height)
        .min_scrolled_height(table_height)
        .auto_shrink([false, true])
        .show_rows(ui, line_height, data.lines, |ui, lines| {
            ui.set_min_width(total_width.max(ui.available_width()));
            for at in lines {
                let (rect, response) = ui.allocate_exact_size(
                    vec2(total_width.max(ui.available_width()), line_height),
                    Sense::click(),
                );
                if !ui.is_rect_visible(rect) {
                    continue;
                }
                let (cells, chosen) = line(at);
                response.widget_info(|| {
                    let texts: Vec<_> = cells.iter().map(TableCell::text).collect();
                    WidgetInfo::selected(WidgetType::Button, true, chosen, texts.join("  "))
                });
                if chosen {
                    ui.painter().rect_filled(rect, 3.0, colors.sand.gamma_multiply(0.45));
                }
                if response.hovered() || response.has_focus() {
                    ui.painter().rect_filled(rect, 3.0, colors.button[0]);
                }
                let mut left = rect.left();
                for ((cell, column), width) in cells.iter().zip(data.columns).zip(&widths) {
                    let place = Rect::from_min_size(pos2(left, rect.top()), vec2(width - GAP, line_height));
                    draw_cell(ui, place, cell, column.number, data.ink);
                    left += width;
                }
                let is_added = ui.input(|input| input.modifiers.ctrl || input.modifiers.shift);
                if response.on_hover_text(data.about).clicked() {
                    clicked = Some(TableClick::Line(at, is_added));
                }
            }
        });
    let mut left = head.left() - scrolled.state.offset.x;
    let mut inner = ui.new_child(UiBuilder::new().id_salt((name, "head")).max_rect(head));
    inner.set_clip_rect(head.intersect(ui.clip_rect()));
    for (index, (column, width)) in data.columns.iter().zip(&widths).enumerate() {
        let place = Rect::from_min_size(pos2(left, head.top()), vec2(width - GAP, line_height));
        left += width;
        if place.right() < head.left() || place.left() > head.right() {
            continue;
        }
        let response = inner.interact(place, inner.id().with(index), Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("by {}", column.title)));
        let arrow = match data.order.filter(|order| order.column == index) {
            Some(order) if order.falling => " ▼",
            Some(_) => " ▲",
            None => "",
        };
        let ink = if response.hovered() || !arrow.is_empty() { colors.strong } else { colors.weak };
        let (align, place) = anchor(place, column.number);
        inner.painter().text(place, align, format!("{}{arrow}", column.title), font(), ink);
        let about = format!("{}\nClick to sort", column.about);
        if response.on_hover_text(about.trim_start()).clicked() {
            clicked = Some(TableClick::Head(index));
        }
    }
    ui.painter().hline(head.x_range(), head.bottom() - 1.0, Stroke::new(1.0, colors.line));
    clicked
}

fn anchor(place: Rect, number: bool) -> (Align2, Pos2) {
    if number {
        (Align2::RIGHT_CENTER, place.right_center())
    } else {
        (Align2::LEFT_CENTER, place.left_center())
    }
}

fn draw_cell(ui: &Ui, place: Rect, cell: &TableCell, number: bool, ink: Color32) {
    let colors = PanelColors::here(ui);
    let painter = ui.painter().with_clip_rect(place.expand(1.0).intersect(ui.clip_rect()));
    let color = match cell {
        TableCell::Text(_) | TableCell::Share(_) => colors.text,
        TableCell::Weak(_) => colors.weak,
        TableCell::Fault(_) => colors.error,
    };
    let text = cell.text();
    if let TableCell::Share(share) = cell {
        let bar = Rect::from_center_size(pos2(place.left() + BAR / 2.0, place.center().y), vec2(BAR, 9.0));
        whiskers(ui, bar, *share, ink);
        painter.text(pos2(bar.right() + 8.0, place.center().y), Align2::LEFT_CENTER, text, font(), color);
        return;
    }
    let (align, at) = anchor(place, number);
    painter.text(at, align, text, font(), color);
}

/// Draws a share as a bar from the left, its interval as whiskers, and a line at one half.
pub fn whiskers(ui: &Ui, bar: Rect, share: Option<(f64, (f64, f64))>, ink: Color32) {
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    painter.rect_filled(bar, 2.0, colors.button[0]);
    let x = |share: f64| bar.left() + bar.width() * share.clamp(0.0, 1.0) as f32;
    if let Some((share, (low, high))) = share {
        painter.rect_filled(bar.with_max_x(x(share)), 2.0, ink.gamma_multiply(0.75));
        let pen = Stroke::new(1.5, colors.strong);
        painter.hline(x(low)..=x(high), bar.center().y, pen);
        for end in [low, high] {
            painter.vline(x(end), bar.shrink2(Vec2::new(0.0, 1.5)).y_range(), pen);
        }
    }
    painter.vline(x(0.5), bar.y_range(), Stroke::new(1.0, colors.weak));
}
