//! Plot of a measure by tick.

use super::super::chart::{ChartLook, paint, show_tooltip};
use super::draw::{PlotAnswer, PlotStyle, head, inks, shown_pens};
use super::kind::PlotKind;
use super::view::{PlotData, PlotsView};
use crate::shell::theme::PanelColors;
use bevy_egui::egui::{Color32, InputState, PointerButton, Rect, Ui, pos2};
use stonefield_lab::chart::{Chart, Curve, CurvePoint, CurveShape, number};
use stonefield_sim::Measure;

/// Speed of zooming with the wheel, per point of scrolling.
const WHEEL: f64 = 0.005;

/// Draws the plot of a measure and returns the user's request.
pub fn show(
    ui: &mut Ui,
    measure: &'static Measure,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: PlotStyle,
) -> Option<PlotAnswer> {
    let kind = PlotKind::Curve(measure);
    let last = data.last();
    let at = view.pointed.filter(|_| !look.printed).unwrap_or(data.tick);
    let answer = head(ui, kind, data.values(measure, at), view, look);
    let span = view.span(last);
    let (points, max_gap) = data.points(measure, span);
    let mut chart =
        Chart { names: ["tick", measure.unit].map(str::to_owned), least: [1.0, 0.0], ..Chart::default() };
    for (color, _) in shown_pens(view, kind) {
        for run in points[color].chunk_by(|one, other| other[0] - one[0] <= max_gap) {
            let run = run.iter().map(|&[x, y]| CurvePoint::new(x, y)).collect();
            chart.curves.push(Curve::new("", color, CurveShape::Line, run));
        }
    }
    let now = (data.tick as f64, 110);
    let cursors = [now].into_iter().chain(view.pointed.map(|tick| (tick as f64, 60)));
    let full = if measure.unit == "%" { 100.0 } else { 1.0 };
    let inks = inks(PanelColors::here(ui), kind);
    let chart_look = ChartLook {
        span: Some(span.into()),
        shows: [Vec::new(), vec![0.0, full]],
        cursors: cursors.filter(|_| !look.printed).collect(),
        ..look.of(kind, &inks, if look.wide { 8.0 } else { 4.0 })
    };
    let Some(shown) = paint(ui, &chart, &chart_look).filter(|_| !look.printed) else { return answer };
    let (response, transform) = (&shown.response, &shown.transform);
    let value_at = |x: f32| transform.value_from_position(pos2(x, 0.0)).x;
    let nearest = |x: f32| value_at(x).round().clamp(0.0, data.rows.last() as f64) as u64;
    if let Some(pointer) = response.hover_pos() {
        let tick = nearest(pointer.x);
        view.next_pointed = Some(tick);
        let wheel = if look.wide {
            ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta.y))
        } else {
            0.0
        };
        let times = (-WHEEL * f64::from(wheel)).exp() / f64::from(ui.input(InputState::zoom_delta));
        if (times - 1.0).abs() > 1e-6 {
            view.zoom(value_at(pointer.x), times, last);
        }
        if view.drag_start.is_none() && !response.dragged() {
            show_tooltip(ui, response, &words(kind, tick, data.values(measure, tick), view));
        }
    }
    if response.dragged_by(PointerButton::Primary) {
        view.pan(-f64::from(response.drag_delta().x) * transform.dvalue_dpos()[0], last);
    }
    if let Some(pointer) = response.interact_pointer_pos() {
        if response.drag_started_by(PointerButton::Secondary) {
            let begun = ui.input(|input| input.pointer.press_origin());
            view.drag_start = Some(value_at(begun.unwrap_or(pointer).x));
        }
        if let Some(from) = view.drag_start.filter(|_| response.dragged_by(PointerButton::Secondary)) {
            let frame = *transform.frame();
            let x = transform.position_from_point(&[from, 0.0].into()).x;
            let marked = Rect::from_x_y_ranges(x.min(pointer.x)..=x.max(pointer.x), frame.y_range());
            ui.painter().rect_filled(marked.intersect(frame), 0.0, Color32::from_white_alpha(60));
        }
        if response.drag_stopped_by(PointerButton::Secondary)
            && let Some(from) = view.drag_start.take()
        {
            view.set_span(Some([from, value_at(pointer.x)]), last);
        }
    }
    // A double click undoes the jump of its first click.
    if response.double_clicked() {
        view.set_span(None, last);
        return Some(PlotAnswer::Seek(view.tick_before_click));
    }
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        view.tick_before_click = data.tick;
        return Some(PlotAnswer::Seek(nearest(pointer.x)));
    }
    answer
}

/// Returns the tooltip of a tick.
fn words(kind: PlotKind, tick: u64, values: [Option<f64>; 2], view: &PlotsView) -> Vec<String> {
    let mut lines = vec![format!("{}, tick {tick}", view.title(kind))];
    for (at, pen) in shown_pens(view, kind) {
        let opinion = matches!(kind, PlotKind::Curve(measure) if measure.is_opinion());
        let who = pen.map_or_else(String::new, |color| match opinion {
            true => format!("{color}'s mind: "),
            false => format!("{color} "),
        });
        let value_text = values[at]
            .map_or_else(|| "not known".to_owned(), |value| format!("{} {}", number(value), kind.unit()));
        lines.push(format!("{who}{value_text}"));
    }
    lines
}
