//! Tables of the laboratory: heads that sort, lines that are clicked, as many as there are: only those in sight are drawn.

use crate::shell::theme::PanelColors;
use bevy_egui::egui::{
    Align2, Color32, FontId, Pos2, Rect, ScrollArea, Sense, Stroke, TextStyle, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// What stands above it.
    pub title: String,
    /// What that means.
    pub about: String,
    /// How many characters its values have at most; longer ones are cut off.
    pub wide: usize,
    /// Whether its values are numbers, which stand on the right.
    pub number: bool,
}

/// What stands in a line of a table, in one column.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// A text.
    Text(String),
    /// A text of less weight.
    Weak(String),
    /// A text about what went wrong.
    Fault(String),
    /// A share from 0 to 1 and its 95 % interval, as a bar with whiskers; `None` of no game.
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

/// What was clicked in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableClick {
    /// The head of a column.
    Head(usize),
    /// A line, and whether Ctrl or Shift was held.
    Line(usize, bool),
}

/// A column by which lines are in order, and whether the highest value comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOrder {
    /// The column.
    pub column: usize,
    /// Whether the highest value comes first.
    pub falling: bool,
}

impl TableOrder {
    /// The order after a click on the head of a column: numbers begin with the highest.
    #[must_use]
    pub fn clicked(now: Option<Self>, column: usize, number: bool) -> Self {
        match now {
            Some(now) if now.column == column => Self { column, falling: !now.falling },
            _ => Self { column, falling: number },
        }
    }
}

/// What a table shows.
pub struct TableData<'a> {
    /// Its columns.
    pub columns: &'a [TableColumn],
    /// By which of them its lines are in order.
    pub order: Option<TableOrder>,
    /// How many lines there are.
    pub lines: usize,
    /// How many of them are in sight at most.
    pub shown: usize,
    /// What the lines do when they are clicked.
    pub about: &'static str,
    /// The colour of bars.
    pub ink: Color32,
}

/// How many characters a share with its bar takes.
pub const SHARE: usize = 38;

/// How wide the bar of a share is, in points.
const BAR: f32 = 84.0;

/// Between two columns, in points.
const GAP: f32 = 12.0;

fn font() -> FontId {
    FontId::monospace(11.0)
}

/// Shows a table; `line` makes the cells of a line, and says whether it is chosen.
pub fn table(
    ui: &mut Ui,
    name: &str,
    data: &TableData<'_>,
    line: impl Fn(usize) -> (Vec<TableCell>, bool),
) -> Option<TableClick> {
    let colors = PanelColors::here(ui);
    let one = ui.painter().layout_no_wrap("0".to_owned(), font(), colors.text).size().x;
    let widths: Vec<f32> = data
        .columns
        .iter()
        .map(|column| one * column.wide.max(column.title.chars().count() + 2) as f32 + GAP)
        .collect();
    let whole: f32 = widths.iter().sum();
    let high = ui.text_style_height(&TextStyle::Monospace) + 4.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), high + 2.0), Sense::hover());
    let mut clicked = None;
    let room = high * data.lines.clamp(1, data.shown) as f32;
    ui.spacing_mut().item_spacing.y = 0.0;
    // That there are more columns or lines is seen without the pointer.
    ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
    let scrolled = ScrollArea::both()
        .id_salt(name)
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink([false, true])
        .show_rows(ui, high, data.lines, |ui, lines| {
            ui.set_min_width(whole.max(ui.available_width()));
            for at in lines {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(whole.max(ui.available_width()), high), Sense::click());
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
                    let place = Rect::from_min_size(pos2(left, rect.top()), vec2(width - GAP, high));
                    draw_cell(ui, place, cell, column.number, data.ink);
                    left += width;
                }
                let more = ui.input(|input| input.modifiers.ctrl || input.modifiers.shift);
                if response.on_hover_text(data.about).clicked() {
                    clicked = Some(TableClick::Line(at, more));
                }
            }
        });
    let mut left = head.left() - scrolled.state.offset.x;
    let mut inner = ui.new_child(UiBuilder::new().id_salt((name, "head")).max_rect(head));
    inner.set_clip_rect(head.intersect(ui.clip_rect()));
    for (at, (column, width)) in data.columns.iter().zip(&widths).enumerate() {
        let place = Rect::from_min_size(pos2(left, head.top()), vec2(width - GAP, high));
        left += width;
        if place.right() < head.left() || place.left() > head.right() {
            continue;
        }
        let response = inner.interact(place, inner.id().with(at), Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("by {}", column.title)));
        let arrow = match data.order.filter(|order| order.column == at) {
            Some(order) if order.falling => " ▼",
            Some(_) => " ▲",
            None => "",
        };
        let ink = if response.hovered() || !arrow.is_empty() { colors.strong } else { colors.weak };
        let (align, place) = anchor(place, column.number);
        inner.painter().text(place, align, format!("{}{arrow}", column.title), font(), ink);
        let about = format!("{}\nClick to sort", column.about);
        if response.on_hover_text(about.trim_start()).clicked() {
            clicked = Some(TableClick::Head(at));
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
