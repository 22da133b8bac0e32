//! Score, capacity and a measure of choice against ticks.

use super::super::theme::PanelColors;
use super::columns::{AddSection, Section};
use super::decimate::Decimated;
use super::goban::{Requests, WatchedGoban};
use super::surveys::{self, Surveys};
use crate::go::ByColor;
use crate::sim::{MEASURES, Measure, RequestKind};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{self, Color32, ComboBox, FontId, Rect, RichText, Sense, Ui, UiBuilder, Vec2, Vec2b};
use egui_plot::{AxisHints, GridInput, GridMark, HPlacement, Line, Plot, PlotPoints, VLine};

/// What is plotted: the rows of the game so far, and the measure that was chosen besides score and capacity.
#[derive(Resource, Default)]
pub struct Plots {
    rows: Decimated,
    measure: Option<&'static Measure>,
}

impl Plots {
    /// The whole game, thinned out.
    #[must_use]
    pub const fn rows(&self) -> &Decimated {
        &self.rows
    }

    /// The measure that was chosen, where the whole board must be gone over for it.
    #[must_use]
    pub fn surveyed(&self) -> Option<&'static Measure> {
        self.measure.filter(|measure| measure.is_surveyed())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Plots>().add_section(Section::Plots, show).add_plugins(surveys::plugin);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    mut plots: ResMut<Plots>,
    surveys: Res<Surveys>,
    mut requests: Requests,
) {
    let Some(goban) = goban.get() else { return };
    let Plots { rows, measure } = &mut *plots;
    rows.update(*measure, |first| goban.record.line_rows_from(first));
    // What stands above is seen together with two plots.
    let room = ui.clip_rect().height();
    let height = ((room - 504.0) / 2.0).clamp(96.0, 170.0);
    let chances = ByColor::from_fn(|color| {
        let chances = goban.record.chances(color);
        chances.map(|(tick, share)| [tick as f64, 100.0 * share]).collect()
    });
    let surveyed = measure.filter(|measure| measure.is_surveyed());
    let surveyed = surveyed.map(|measure| surveys.points(goban.record, measure));
    let measured = surveyed.unwrap_or_else(|| rows.chosen());
    let to = panel(ui, rows, measure, measured, &chances, goban.tally.tick, height);
    requests.send(to.map(RequestKind::Seek));
}

/// A pen: its name, its colour, and its points.
type PlotLine = (&'static str, Color32, Vec<[f64; 2]>);

/// Black's chances in per cent as each mind saw them, by tick.
pub type Chances = ByColor<Vec<[f64; 2]>>;

/// Shows the plots of the whole game, `tick` marked, each so high where there are two, and lets a measure be chosen for one more: `measured` is what
/// it came to by tick. Returns the tick that was clicked.
pub fn panel(
    ui: &mut Ui,
    pens: &Decimated,
    chosen: &mut Option<&'static Measure>,
    measured: ByColor<Vec<[f64; 2]>>,
    chances: &Chances,
    tick: u64,
    height: f32,
) -> Option<u64> {
    let colors = PanelColors::here(ui);
    // More take little more room than two, so that what comes below stays in sight.
    let with_chances = chances.iter().any(|(_, points)| !points.is_empty());
    let height = if with_chances || chosen.is_some() { (0.7 * height).max(70.0) } else { height };
    title(ui, "Score", &[("Black", colors.black), ("White", colors.white)]);
    let last = pens.buckets().last().map_or(0, |bucket| bucket.tick);
    let score = vec![
        ("Black", colors.black, pens.points(|bucket| bucket.score.black)),
        ("White", colors.white, pens.points(|bucket| bucket.score.white)),
    ];
    let mut to = plot(ui, "score", score, (last, tick), height, 1.0);
    ui.add_space(4.0);
    title(ui, "Capacity", &[("global temperature", colors.warm)]);
    let capacity = vec![("Capacity", colors.warm, pens.points(|bucket| bucket.capacity))];
    to = to.or(plot(ui, "capacity", capacity, (last, tick), height, 1.0));
    ui.add_space(4.0);
    if let Some(measure) = *chosen {
        let by_color = [("Black", colors.black), ("White", colors.white)];
        let whole = [(measure.unit, colors.warm)];
        title(ui, measure.name, if measure.is_by_color() { &by_color[..] } else { &whole });
        let lines = if measure.is_by_color() {
            vec![("Black", colors.black, measured.black), ("White", colors.white, measured.white)]
        } else {
            vec![(measure.unit, colors.warm, measured.black)]
        };
        to = to.or(plot(ui, "chosen", lines, (last, tick), height, 1.0));
    }
    chooser(ui, chosen);
    if !with_chances {
        return to;
    }
    ui.add_space(4.0);
    title(ui, "Black wins, %", &[("Black", colors.black), ("White", colors.white)]);
    let chances =
        vec![("Black", colors.black, chances.black.clone()), ("White", colors.white, chances.white.clone())];
    to.or(plot(ui, "chances", chances, (last, tick), height, 100.0))
}

/// Lets a measure be chosen. Those for which the board must be gone over are plotted from then on, as the board is shown.
fn chooser(ui: &mut Ui, chosen: &mut Option<&'static Measure>) {
    let text = chosen.map_or("Another measure", |measure| measure.name);
    ComboBox::from_id_salt("measure").width(ui.available_width()).selected_text(text).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, "none");
        for measure in &MEASURES {
            ui.selectable_value(chosen, Some(measure), measure.name).on_hover_text(measure.about);
        }
    });
}

fn title(ui: &mut Ui, name: &str, pens: &[(&str, Color32)]) {
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(name)
                .text_style(super::super::theme::heading())
                .color(PanelColors::here(ui).strong),
        );
        super::widgets::from_right(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for &(pen, color) in pens.iter().rev() {
                ui.label(RichText::new(pen).small().weak());
                let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 10.0), Sense::hover());
                let painter = ui.painter();
                painter.rect_filled(rect, 2.0, PanelColors::here(ui).wood);
                let stroke = egui::Stroke::new(2.0, color);
                painter.hline(rect.shrink2(Vec2::new(2.0, 0.0)).x_range(), rect.center().y, stroke);
            }
        });
    });
}

/// A plot of ticks up to the last and the present one, and of values from 0 to `most` or more. Returns the tick that was clicked.
fn plot(
    ui: &mut Ui,
    id: &'static str,
    lines: Vec<PlotLine>,
    (last, tick): (u64, u64),
    height: f32,
    most: f64,
) -> Option<u64> {
    let colors = PanelColors::here(ui);
    let (ground, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(ground, 5.0, colors.wood);
    let inner = Rect::from_min_max(ground.min + Vec2::new(10.0, 9.0), ground.max - Vec2::new(3.0, 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner));
    let shown = last.max(tick).max(10);
    let visuals = ui.visuals_mut();
    visuals.override_text_color = Some(colors.black);
    let axis = |hints: AxisHints<'static>| {
        hints
            .tick_label_color(colors.black)
            .tick_label_font(FontId::proportional(10.5))
            .label_spacing(1.0..=2.0)
    };
    let x = axis(AxisHints::new_x()).formatter(|mark, _| short(mark.value)).min_thickness(15.0);
    let y = axis(AxisHints::new_y()).formatter(|mark, _| short(mark.value)).min_thickness(34.0);
    let plot = Plot::new(id)
        .height(inner.height())
        .width(inner.width())
        .show_background(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
        .set_margin_fraction(Vec2::new(0.0, 0.04))
        .grid_color(colors.wood_line)
        .grid_fade(0.0)
        .x_grid_spacer(|input| marks(input, 4.0))
        .y_grid_spacer(|input| marks(input, 4.0))
        .custom_x_axes(vec![x])
        .custom_y_axes(vec![y.placement(HPlacement::Right)])
        .include_x(0.0)
        .include_x(shown as f64)
        .include_y(0.0)
        .include_y(most)
        .auto_bounds(Vec2b::TRUE)
        .show(&mut ui, |plot| {
            let mark = Color32::from_black_alpha(70);
            plot.vline(VLine::new("now", tick as f64).color(mark).width(1.0).allow_hover(false));
            for (name, color, points) in lines {
                let points = PlotPoints::from(points);
                plot.line(Line::new(name, points).color(color).width(1.75));
            }
        });
    let at = plot.response.interact_pointer_pos().filter(|_| plot.response.clicked())?;
    let clicked = plot.transform.value_from_position(at).x.round();
    Some((clicked.max(0.0) as u64).min(last))
}

/// Marks at round numbers, about so many.
fn marks(input: GridInput, wanted: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = round_step((high - low) / wanted);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let mark = |at: i64| GridMark { value: at as f64 * step, step_size: step };
    (first..=last.min(first + 20)).map(mark).collect()
}

/// The next of …, 1, 2, 5, 10, 20, 50, … at or above.
fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.max(1e-6).log10().floor());
    [1.0, 2.0, 5.0].map(|factor| factor * unit).into_iter().find(|&step| step >= least).unwrap_or(10.0 * unit)
}

/// A number in at most five characters.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.1}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        size if size >= 10.0 || size == 0.0 => format!("{value:.0}"),
        _ => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_stay_short_and_steps_round() {
        for (least, step) in [(0.3, 0.5), (1.0, 1.0), (2.1, 5.0), (26.0, 50.0), (900.0, 1000.0)] {
            assert_eq!(super::round_step(least), step);
        }
        for (value, text) in
            [(0.0, "0"), (250.0, "250"), (0.5, "0.5"), (25_000.0, "25k"), (2.5e6, "2.5M"), (-40.0, "-40")]
        {
            assert_eq!(super::short(value), text);
        }
    }
}
