//! Plot of one measure of all boards by tick.

use super::super::chart::{ChartLook, paint};
use super::super::plots::decimate::{Bucket, Decimated};
use super::super::plots::kind::PlotKind;
use super::NAMES;
use super::parts::BoardPartsItem;
use crate::shell::theme::{INKS, PanelColors};
use bevy::ecs::entity::Entity;
use bevy_egui::egui::{ComboBox, CursorIcon, Rangef, RichText, Sense, Stroke, Ui, Vec2};
use egui_plot::Corner;
use stonefield_lab::chart::{Chart, Curve, CurvePoint, CurveShape};
use stonefield_sim::{GameRecord, MEASURES, Measure, Measurement, TallyRow};

/// Returns the measures that can be plotted, those without a survey of the board, with their indices.
fn measures() -> impl Iterator<Item = (usize, &'static Measure)> {
    MEASURES.iter().enumerate().filter(|(_, measure)| !measure.is_surveyed())
}

/// Returns the index of the measure that is plotted by default.
pub fn default_measure() -> usize {
    measures().find(|(_, measure)| measure.name == "score").map_or(0, |(at, _)| at)
}

/// A measure of a game by tick: Black's number minus White's if each colour has one.
#[derive(Clone, Debug, Default)]
pub struct BoardCurve {
    /// Board, name of the measure, and first tick.
    source: Option<(Entity, &'static str, u64)>,
    rows: Decimated,
}

impl BoardCurve {
    /// Adds the new ticks up to the present and returns their number.
    fn update(&mut self, board: Entity, record: &GameRecord, measure: &'static Measure, from: u64) -> usize {
        let source = Some((board, measure.name, from));
        if self.source != source {
            *self = Self { source, ..Self::default() };
        }
        let now = record.now();
        let history = |first: usize| {
            record.line_from(from as usize + first).take_while(move |tick| tick.row.tick <= now)
        };
        self.rows.take_in(history, |tick, _| Bucket::of(tick, [value(&tick.row, measure)]))
    }

    fn points(&self) -> Vec<CurvePoint> {
        self.rows.pen_points(0).into_iter().map(|[tick, value]| CurvePoint::new(tick, value)).collect()
    }
}

fn value(row: &TallyRow, measure: &Measure) -> Option<f64> {
    Some(match measure.in_row(row)? {
        Measurement::Whole(number) => number,
        Measurement::Each(numbers) => numbers.black - numbers.white,
    })
}

/// Shows the chooser of the measure, and the plot. `curves`: cache. `from`: first tick.
pub fn show(
    ui: &mut Ui,
    chosen: &mut usize,
    curves: &mut Vec<BoardCurve>,
    boards: &[(Entity, BoardPartsItem<'_, '_>)],
    from: u64,
) {
    let Some(measure) = MEASURES.get(*chosen) else { return };
    let colors = PanelColors::here(ui);
    ui.horizontal(|ui| {
        let netlogo = boards.iter().any(|(_, goban)| goban.referee.position.rules().quirks.is_some());
        let name = |measure: &'static Measure| PlotKind::Curve(measure).title(netlogo);
        ComboBox::from_id_salt("measure").width(150.0).selected_text(name(measure)).show_ui(ui, |ui| {
            for (at, measure) in measures() {
                ui.selectable_value(chosen, at, name(measure))
                    .on_hover_text(PlotKind::Curve(measure).about());
            }
        });
        let whose = if measure.is_by_color() { "Black's less White's" } else { "of the whole board" };
        ui.label(RichText::new(format!("{whose}, in {}, against ticks", measure.unit)).color(colors.weak));
    });
    curves.resize(boards.len(), BoardCurve::default());
    for (curve, (board, goban)) in curves.iter_mut().zip(boards) {
        curve.update(*board, goban.record, measure, from);
    }
    let curves = curves.iter().enumerate().map(|(at, curve)| Curve {
        broken: at % 2 == 1,
        ..Curve::new(NAMES[at % NAMES.len()], at, CurveShape::Line, curve.points())
    });
    let chart = Chart {
        names: ["tick", measure.unit].map(str::to_owned),
        least: [1.0, 0.0],
        curves: curves.collect(),
        ..Chart::default()
    };
    let look = ChartLook {
        name: "boards",
        height: height(ui),
        inks: &INKS,
        ticks: [8.0, 3.0],
        // The horizontal axis always covers 10 ticks from the first one, even while there is no curve.
        shows: [vec![from as f64, from as f64 + 10.0], Vec::new()],
        legend: Some(Corner::LeftTop),
        ..ChartLook::default()
    };
    paint(ui, &chart, &look);
}

/// Smallest and initial height of the plot, in points; largest height, as a share of the window's height.
const HEIGHTS: (f32, f32, f32) = (56.0, 96.0, 0.45);

/// Shows the edge that resizes the plot; returns the plot's height, in points.
fn height(ui: &mut Ui) -> f32 {
    let id = ui.id().with("height of the plot");
    let (least, first, share) = HEIGHTS;
    let largest = (share * ui.ctx().content_rect().height()).max(least);
    let before: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(first);
    let (edge, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 7.0), Sense::drag());
    let height = (before - response.drag_delta().y).clamp(least, largest);
    ui.data_mut(|data| data.insert_temp(id, height));
    let colors = PanelColors::here(ui);
    let lit = response.hovered() || response.dragged();
    let color = if lit { colors.chosen } else { colors.line };
    let middle = Rangef::new(edge.center().x - 24.0, edge.center().x + 24.0);
    ui.painter().hline(middle, edge.center().y, Stroke::new(2.0, color));
    response
        .on_hover_cursor(CursorIcon::ResizeVertical)
        .on_hover_text("Drag to make the plot higher or lower");
    height
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{GameSetup, create_app, seek, spawn_goban, ticks};

    #[test]
    fn only_new_ticks_are_added_and_a_long_game_is_thinned_out() {
        use super::super::super::plots::decimate::MAX_BUCKETS;

        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a goban");
        let (measure, mut curve) = (&MEASURES[default_measure()], BoardCurve::default());
        let update = |app: &bevy::app::App, curve: &mut BoardCurve| {
            let record = app.world().get::<GameRecord>(goban).expect("a record");
            curve.update(goban, record, measure, 2)
        };
        ticks(app.world_mut(), 40);
        assert_eq!(update(&app, &mut curve), 39, "from tick 2 on");
        assert_eq!(update(&app, &mut curve), 0, "nothing is new");
        ticks(app.world_mut(), 5);
        assert_eq!(update(&app, &mut curve), 5);
        // Added in parts, the curve is the same as added at once.
        let mut whole = BoardCurve::default();
        update(&app, &mut whole);
        assert_eq!(curve.points(), whole.points());
        assert_eq!(curve.points().len(), 44);
        // When the board goes back, the curve ends there.
        seek(app.world_mut(), goban, 20);
        assert_eq!(update(&app, &mut curve), 19);
        assert_eq!(curve.points(), whole.points()[..19]);
        ticks(app.world_mut(), 800);
        update(&app, &mut curve);
        let points = curve.points();
        assert!(points.len() <= 2 * MAX_BUCKETS && points.len() > MAX_BUCKETS / 3, "{}", points.len());
        assert!(points.is_sorted_by_key(|point| point.x as u64));
        let last = app.world().get::<GameRecord>(goban).expect("a record").now() as f64;
        assert!(points.last().is_some_and(|point| (last - 2.0..=last).contains(&point.x)));
    }
}
