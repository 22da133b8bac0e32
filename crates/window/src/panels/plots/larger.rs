//! The plots in a window of their own, which has more room than the column.

use super::draw::{Look, PlotAnswer};
use super::view::{PlotData, PlotsView};
use super::{Board, Plots, list};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::state::{BoardArea, Modal};
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{from_right, hint};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{self, Frame, Margin, RichText, ScrollArea, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// The least size of the window, in points.
const LEAST: Vec2 = Vec2::new(320.0, 240.0);

/// How wide a right column is at least, and how wide the window is over it at first, in points.
const COLUMN: f32 = 200.0;
const BESIDE: f32 = 320.0;

/// How wide a plot is at least where several stand beside each other, in points.
const WIDTH: f32 = 300.0;

/// How wide the bar at the side is; and how far the board stays from the window, which may take this share of its room, in points.
const BAR: f32 = 9.0;
const GAP: f32 = 6.0;
const TAKEN: f32 = 0.3;

/// How high a plot is, at least and at most, in points.
const HEIGHTS: (f32, f32) = (130.0, 340.0);

pub(super) fn plugin(app: &mut App) {
    let show = show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None));
    app.add_systems(
        EguiPrimaryContextPass,
        (show, make_room.after(PanelSystems::Right).before(PanelSystems::Below)),
    );
}

/// The board moves aside for a window that stands over the right column and is wider than that.
fn make_room(mut contexts: EguiContexts, plots: Res<Plots>, mut free: ResMut<FreeSpace>) -> Result {
    let whole = contexts.ctx_mut()?.content_rect();
    let Some(window) = plots.place.filter(|_| plots.open) else { return Ok(()) };
    let column = free.rect().right();
    let needed = column - window.left() + GAP;
    let beside = whole.right() - column >= COLUMN && window.right() > column;
    if beside && needed > 0.0 && needed < TAKEN * free.rect().width() {
        free.leave_right(needed);
    }
    Ok(())
}

fn show(
    mut contexts: EguiContexts,
    area: Res<BoardArea>,
    mut plots: ResMut<Plots>,
    mut board: Board,
) -> Result {
    if !plots.open {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let Plots { rows, moment, view, open, .. } = &mut *plots;
    // Over the right column, where the small plots are; where there is none, over the upper part of the board.
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let whole = ctx.content_rect();
    let (corner, size) = if whole.right() - max.x >= COLUMN {
        let size = Vec2::new(BESIDE, (max.y - min.y - 16.0).max(LEAST.y));
        (egui::pos2(whole.right() - size.x - 28.0, min.y + 8.0), size)
    } else {
        let size = Vec2::new((max.x - min.x - 16.0).max(LEAST.x), (0.6 * (max.y - min.y)).max(LEAST.y));
        (egui::pos2(min.x + 8.0, min.y + 8.0), size)
    };
    let answer = board.with(rows, moment, |data| {
        let shown = super::WINDOW
            .window()
            .resizable(true)
            .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(12)))
            .default_pos(corner)
            .default_size(size)
            .min_size(LEAST)
            .show(&ctx, |ui| panel(ui, view, data, open));
        shown.map(|shown| (shown.response.rect, shown.inner.flatten()))
    });
    let (place, answer) = answer.flatten().unzip();
    plots.place = place;
    plots.answer(answer.flatten(), &mut board);
    Ok(())
}

/// What is in the window.
fn panel(ui: &mut Ui, view: &mut PlotsView, data: &PlotData<'_>, open: &mut bool) -> Option<PlotAnswer> {
    ui.horizontal(|ui| {
        ui.heading(RichText::new("Plots").color(PanelColors::here(ui).strong));
        list::chooser(ui, 104.0, view);
        list::whole(ui, view, data.last());
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
    let chosen = list::told(view, data);
    let columns = ((ui.available_width() / WIDTH) as usize).clamp(1, chosen.len().max(1));
    let rows = chosen.len().div_ceil(columns).max(1);
    let height = ((ui.available_height() - view.words) / rows as f32).clamp(HEIGHTS.0, HEIGHTS.1);
    let mut answer = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The bar at the side covers no plot.
        ui.set_max_width(ui.available_width() - BAR);
        for row in chosen.chunks(columns) {
            ui.columns(columns, |columns| {
                for (ui, &kind) in columns.iter_mut().zip(row) {
                    let asked = list::plot(ui, kind, view, data, Look { height, wide: true, printed: false });
                    answer = answer.take().or(asked);
                }
            });
        }
        list::footer(ui, view, data);
        view.words = ui.min_size().y - height * rows as f32;
    });
    answer
}
