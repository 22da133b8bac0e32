//! Window of the plots, with more room than the column.

use super::draw::{PlotAnswer, PlotStyle};
use super::view::{PlotData, PlotsView};
use super::{Board, Plots, list};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::panel::OpenPanels;
use crate::shell::state::BoardArea;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{from_right, hint};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{self, Frame, Margin, RichText, ScrollArea, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Least size of the window, in points.
const MIN_SIZE: Vec2 = Vec2::new(320.0, 240.0);

/// Least width of the card at the right, and default width of the window over it, in points.
const MIN_COLUMN: f32 = 200.0;
const DEFAULT_WIDTH: f32 = 320.0;

/// Least width of plots that are side by side, in points.
const MIN_PLOT_WIDTH: f32 = 300.0;

/// Width of the scroll bar, gap between board and window, both in points, and largest share of the board's
/// width that the window may take.
const SCROLL_BAR: f32 = 9.0;
const GAP: f32 = 6.0;
const MAX_SHARE: f32 = 0.3;

/// Least and largest height of a plot, in points.
const HEIGHTS: (f32, f32) = (130.0, 340.0);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, make_room.after(PanelSystems::Right).before(PanelSystems::Below));
}

/// Narrows the board's area for a window that covers the card at the right and a little more.
fn make_room(
    mut contexts: EguiContexts,
    plots: Res<Plots>,
    panels: OpenPanels,
    mut free: ResMut<FreeSpace>,
) -> Result {
    let whole = contexts.ctx_mut()?.content_rect();
    let Some(window) = plots.place.filter(|_| panels.is_open(super::WINDOW)) else { return Ok(()) };
    let column = free.rect().right();
    let needed = column - window.left() + GAP;
    let covers_column = whole.right() - column >= MIN_COLUMN && window.right() > column;
    if covers_column && needed > 0.0 && needed < MAX_SHARE * free.rect().width() {
        free.leave_right(needed);
    }
    Ok(())
}

pub(super) fn show(
    mut contexts: EguiContexts,
    area: Res<BoardArea>,
    mut plots: ResMut<Plots>,
    mut panels: OpenPanels,
    mut board: Board,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut open = true;
    let Plots { rows, moment, view, .. } = &mut *plots;
    // The window opens over the card at the right, or, without one, over the upper part of the board.
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let whole = ctx.content_rect();
    let (corner, size) = if whole.right() - max.x >= MIN_COLUMN {
        let size = Vec2::new(DEFAULT_WIDTH, (max.y - min.y - 16.0).max(MIN_SIZE.y));
        (egui::pos2(whole.right() - size.x - 28.0, min.y + 8.0), size)
    } else {
        let size = Vec2::new((max.x - min.x - 16.0).max(MIN_SIZE.x), (0.6 * (max.y - min.y)).max(MIN_SIZE.y));
        (egui::pos2(min.x + 8.0, min.y + 8.0), size)
    };
    let answer = board.with(rows, moment, |data| {
        let shown = super::WINDOW
            .window()
            .resizable(true)
            .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(12)))
            .default_pos(corner)
            .default_size(size)
            .min_size(MIN_SIZE)
            .show(&ctx, |ui| panel(ui, view, data, &mut open));
        shown.map(|shown| (shown.response.rect, shown.inner.flatten()))
    });
    let (place, answer) = answer.flatten().unzip();
    plots.place = place;
    if !open {
        panels.set(super::WINDOW, false);
    }
    plots.carry_out(answer.flatten(), &mut board);
    Ok(())
}

/// Draws the content of the window. Returns the user's request.
fn panel(ui: &mut Ui, view: &mut PlotsView, data: &PlotData<'_>, open: &mut bool) -> Option<PlotAnswer> {
    ui.horizontal(|ui| {
        ui.heading(RichText::new("Plots").color(PanelColors::here(ui).strong));
        list::chooser(ui, 104.0, view);
        list::whole_game_button(ui, view, data.last());
        from_right(ui, |ui| {
            if ui.button("Close").clicked() {
                *open = false;
            }
            let words = "wheel zooms, drag pans, right drag marks ticks, double click resets, a click goes to the tick";
            if ui.available_width() > 480.0 {
                hint(ui, words);
            }
        });
    });
    ui.add_space(4.0);
    let chosen = list::plots_with_data(view, data);
    let columns = ((ui.available_width() / MIN_PLOT_WIDTH) as usize).clamp(1, chosen.len().max(1));
    let rows = chosen.len().div_ceil(columns).max(1);
    let height = ((ui.available_height() - view.text_height) / rows as f32).clamp(HEIGHTS.0, HEIGHTS.1);
    let mut answer = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar covers no plot.
        ui.set_max_width(ui.available_width() - SCROLL_BAR);
        for row in chosen.chunks(columns) {
            ui.columns(columns, |columns| {
                for (ui, &kind) in columns.iter_mut().zip(row) {
                    let plot_answer =
                        list::plot(ui, kind, view, data, PlotStyle { height, wide: true, printed: false });
                    answer = answer.take().or(plot_answer);
                }
            });
        }
        list::footer(ui, view, data);
        view.text_height = ui.min_size().y - height * rows as f32;
    });
    answer
}
