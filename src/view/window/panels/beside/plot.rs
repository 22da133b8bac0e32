//! One measure of all boards, against their ticks.

use super::super::super::palette::BOARD_INKS;
use super::super::super::theme::{PanelColors, rgb};
use super::super::goban::ShownGobanItem;
use super::NAMES;
use crate::sim::{MEASURES, Measure, Measurement, RecordTick};
use bevy_egui::egui::{ComboBox, RichText, Ui, Vec2, Vec2b};
use egui_plot::{Corner, Legend, Line, LineStyle, Plot, PlotPoints};

/// Points of a line at most.
const POINTS: usize = 300;

/// The measures that follow from what happens, which are those that can be plotted.
fn measures() -> impl Iterator<Item = (usize, &'static Measure)> {
    MEASURES.iter().enumerate().filter(|(_, measure)| !measure.is_surveyed())
}

/// The measure that is plotted unless another is chosen.
pub fn usual() -> usize {
    measures().find(|(_, measure)| measure.name == "score").map_or(0, |(at, _)| at)
}

/// A measure of a game, tick by tick: Black's number less White's where each colour has one.
fn points(goban: &ShownGobanItem<'_, '_>, measure: &Measure, from: u64) -> Vec<[f64; 2]> {
    let ticks = goban.record.now().saturating_sub(from) as usize;
    let every = ticks.div_ceil(POINTS).max(1);
    let rows = goban.record.line_from(from as usize).take(ticks + 1);
    let point = |(at, RecordTick { row, .. }): (usize, RecordTick)| {
        if at % every != 0 && at != ticks {
            return None;
        }
        let value = match measure.in_row(&row)? {
            Measurement::Whole(number) => number,
            Measurement::Each(numbers) => numbers.black - numbers.white,
        };
        Some([row.tick as f64, value])
    };
    rows.enumerate().filter_map(point).collect()
}

/// Shows the plot and what chooses its measure.
pub fn show(ui: &mut Ui, chosen: &mut usize, boards: &[&ShownGobanItem<'_, '_>], from: u64) {
    let Some(measure) = MEASURES.get(*chosen) else { return };
    let colors = PanelColors::here(ui);
    ui.horizontal(|ui| {
        let name = |measure: &Measure| measure.name.replace('_', " ");
        ComboBox::from_id_salt("measure").width(150.0).selected_text(name(measure)).show_ui(ui, |ui| {
            for (at, measure) in measures() {
                ui.selectable_value(chosen, at, name(measure)).on_hover_text(measure.about);
            }
        });
        let of = if measure.is_by_color() { "Black's less White's" } else { "of the whole board" };
        ui.label(RichText::new(format!("{of}, in {}, against ticks", measure.unit)).color(colors.weak));
    });
    let (rect, _) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), 96.0), bevy_egui::egui::Sense::hover());
    ui.painter().rect_filled(rect, 5.0, colors.wood);
    let mut inner = ui.new_child(bevy_egui::egui::UiBuilder::new().max_rect(rect.shrink(4.0)));
    Plot::new("boards")
        .show_background(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .grid_color(colors.wood_line)
        .auto_bounds(Vec2b::TRUE)
        .legend(Legend::default().position(Corner::LeftTop).background_alpha(0.4))
        .show(&mut inner, |plot| {
            for (at, goban) in boards.iter().enumerate() {
                let line = Line::new(NAMES[at % NAMES.len()], PlotPoints::from(points(goban, measure, from)));
                let dashed = LineStyle::dashed_loose();
                let style = if at % 2 == 0 { LineStyle::Solid } else { dashed };
                plot.line(line.color(rgb(BOARD_INKS[at % BOARD_INKS.len()])).width(2.0).style(style));
            }
        });
}
