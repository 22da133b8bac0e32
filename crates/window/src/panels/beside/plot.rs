//! One measure of all boards, against their ticks.

use super::super::super::theme::{INKS, PanelColors};
use super::super::goban::ShownGobanItem;
use super::super::plots::axis::{marks, short};
use super::super::plots::kind::PlotKind;
use super::NAMES;
use bevy::ecs::entity::Entity;
use bevy_egui::egui::{ComboBox, CursorIcon, Rangef, RichText, Sense, Stroke, Ui, Vec2, Vec2b};
use egui_plot::{AxisHints, Corner, Legend, Line, LineStyle, Plot, PlotPoints};
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::{GameRecord, MEASURES, Measure, Measurement, TallyRow};

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

/// A measure of a game, tick by tick: Black's number less White's where each colour has one. What was taken in is kept, so that only ticks that are new
/// are looked at.
#[derive(Clone, Debug, Default)]
pub struct BoardCurve {
    /// The board, the name of the measure, and the tick with which it begins.
    of: Option<(Entity, &'static str, u64)>,
    /// Every so manyth tick has a point.
    every: u64,
    /// The next tick to be looked at, and the node with which the one before it ends.
    next: u64,
    after: Option<NodeId>,
    points: Vec<[f64; 2]>,
    /// The present, which may still be changed by hand.
    last: Option<[f64; 2]>,
}

impl BoardCurve {
    /// Takes in what is new; returns how many ticks were looked at.
    fn update(&mut self, board: Entity, record: &GameRecord, measure: &'static Measure, from: u64) -> u64 {
        let now = record.now();
        let before =
            |next: u64| next.checked_sub(1).filter(|tick| *tick >= from).map(|tick| record.node_of(tick));
        let goes_on = self.next <= now && self.after == before(self.next);
        if self.of != Some((board, measure.name, from)) || !goes_on {
            // Another game or measure, or it was brought back.
            let of = Some((board, measure.name, from));
            *self = Self { of, every: 1, next: from, ..Self::default() };
        }
        let mut looked = 0;
        for row in record.rows_from(self.next as usize) {
            looked += 1;
            let point = point(&row, measure);
            if row.tick >= now {
                self.last = point;
            } else if row.tick.is_multiple_of(self.every) {
                self.points.extend(point);
            }
        }
        while self.points.len() > POINTS {
            self.every *= 2;
            let every = self.every;
            self.points.retain(|[tick, _]| (*tick as u64).is_multiple_of(every));
        }
        self.next = now.max(from);
        self.after = before(self.next);
        looked
    }

    /// Its points, the present last.
    fn points(&self) -> Vec<[f64; 2]> {
        self.points.iter().copied().chain(self.last).collect()
    }
}

fn point(row: &TallyRow, measure: &Measure) -> Option<[f64; 2]> {
    let value = match measure.in_row(row)? {
        Measurement::Whole(number) => number,
        Measurement::Each(numbers) => numbers.black - numbers.white,
    };
    Some([row.tick as f64, value])
}

/// Shows the plot and what chooses its measure; `curves` keeps what was found.
pub fn show(
    ui: &mut Ui,
    chosen: &mut usize,
    curves: &mut Vec<BoardCurve>,
    boards: &[(Entity, ShownGobanItem<'_, '_>)],
    from: u64,
) {
    let Some(measure) = MEASURES.get(*chosen) else { return };
    let colors = PanelColors::here(ui);
    ui.horizontal(|ui| {
        let netlogo = boards.iter().any(|(_, goban)| goban.setup.0.rules.quirks.is_some());
        let name = |measure: &'static Measure| PlotKind::Curve(measure).title(netlogo);
        ComboBox::from_id_salt("measure").width(150.0).selected_text(name(measure)).show_ui(ui, |ui| {
            for (at, measure) in measures() {
                ui.selectable_value(chosen, at, name(measure)).on_hover_text(measure.about);
            }
        });
        let of = if measure.is_by_color() { "Black's less White's" } else { "of the whole board" };
        ui.label(RichText::new(format!("{of}, in {}, against ticks", measure.unit)).color(colors.weak));
    });
    curves.resize(boards.len(), BoardCurve::default());
    for (curve, (board, goban)) in curves.iter_mut().zip(boards) {
        curve.update(*board, goban.record, measure, from);
    }
    let high = height(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), high), Sense::hover());
    ui.painter().rect_filled(rect, 5.0, colors.wood);
    let mut inner = ui.new_child(bevy_egui::egui::UiBuilder::new().max_rect(rect.shrink(4.0)));
    // All marks are written, however near they are.
    let inked = |hints: AxisHints<'static>| hints.tick_label_color(colors.black).label_spacing(1.0..=2.0);
    Plot::new("boards")
        .show_background(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .grid_color(colors.wood_line)
        .auto_bounds(Vec2b::TRUE)
        // Before there is a curve the first ticks have room.
        .include_x(from as f64)
        .include_x(from as f64 + 10.0)
        .x_grid_spacer(|input| marks(input, 8.0, 1.0))
        .y_grid_spacer(|input| marks(input, 3.0, 0.0))
        .custom_x_axes(vec![inked(AxisHints::new_x()).formatter(|mark, _| format!("{:.0}", mark.value))])
        .custom_y_axes(vec![
            inked(AxisHints::new_y())
                .formatter(|mark, _| short(mark.value, mark.step_size))
                .min_thickness(34.0),
        ])
        .legend(Legend::default().position(Corner::LeftTop).background_alpha(0.4))
        .show(&mut inner, |plot| {
            for (at, curve) in curves.iter().enumerate() {
                let line = Line::new(NAMES[at % NAMES.len()], PlotPoints::from(curve.points()));
                let dashed = LineStyle::dashed_loose();
                let style = if at % 2 == 0 { LineStyle::Solid } else { dashed };
                plot.line(line.color(INKS[at % INKS.len()]).width(2.0).style(style));
            }
        });
}

/// How high the plot is at least and at first, in points, and the share of the window that it has at most.
const HEIGHTS: (f32, f32, f32) = (56.0, 96.0, 0.45);

/// Shows an edge by which the plot is made higher or lower; returns how high it is.
fn height(ui: &mut Ui) -> f32 {
    let id = ui.id().with("height of the plot");
    let (least, usual, share) = HEIGHTS;
    let most = (share * ui.ctx().content_rect().height()).max(least);
    let before: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(usual);
    let (edge, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 7.0), Sense::drag());
    let high = (before - response.drag_delta().y).clamp(least, most);
    ui.data_mut(|data| data.insert_temp(id, high));
    let colors = PanelColors::here(ui);
    let lit = response.hovered() || response.dragged();
    let color = if lit { colors.chosen } else { colors.line };
    let middle = Rangef::new(edge.center().x - 24.0, edge.center().x + 24.0);
    ui.painter().hline(middle, edge.center().y, Stroke::new(2.0, color));
    response
        .on_hover_cursor(CursorIcon::ResizeVertical)
        .on_hover_text("Drag to make the plot higher or lower");
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{GameSetup, create_app, seek, spawn_goban, ticks};

    #[test]
    fn only_ticks_that_are_new_are_looked_at_and_a_long_game_is_thinned_out() {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a goban");
        let (measure, mut curve) = (&MEASURES[usual()], BoardCurve::default());
        let update = |app: &bevy::app::App, curve: &mut BoardCurve| {
            let record = app.world().get::<GameRecord>(goban).expect("a record");
            curve.update(goban, record, measure, 2)
        };
        ticks(app.world_mut(), 40);
        assert_eq!(update(&app, &mut curve), 39, "from tick 2 on");
        assert_eq!(update(&app, &mut curve), 1, "the present alone");
        ticks(app.world_mut(), 5);
        assert_eq!(update(&app, &mut curve), 6);
        // As if it had been looked at once.
        let mut whole = BoardCurve::default();
        update(&app, &mut whole);
        assert_eq!(curve.points(), whole.points());
        assert_eq!(curve.points().len(), 44);
        // Brought back, it ends there.
        seek(app.world_mut(), goban, 20);
        assert_eq!(update(&app, &mut curve), 19);
        assert_eq!(curve.points(), whole.points()[..19]);
        ticks(app.world_mut(), 800);
        update(&app, &mut curve);
        let points = curve.points();
        assert!(points.len() <= POINTS + 1 && points.len() > POINTS / 3, "{}", points.len());
        assert!(points.is_sorted_by_key(|[tick, _]| *tick as u64));
        assert_eq!(points.last().map(|[tick, _]| *tick as u64), curve.next.into());
    }
}
