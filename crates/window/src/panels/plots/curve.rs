//! A measure against ticks.

use super::super::super::theme::PanelColors;
use super::axis::{figure, marks, short};
use super::draw::{Look, PlotAnswer, below, beside, ground, head, ink, is_on, pens, tell};
use super::kind::PlotKind;
use super::view::{PlotData, PlotsView};
use bevy_egui::egui::{Color32, InputState, PointerButton, Rect, Ui, pos2};
use egui_plot::{Line, PlotPoints, PlotUi, Points, VLine};
use stonefield_go::Color;
use stonefield_sim::Measure;

/// How fast the wheel zooms, per point that it would scroll.
const WHEEL: f64 = 0.005;

/// Draws a measure and returns what is asked for in it.
pub fn show(
    ui: &mut Ui,
    measure: &'static Measure,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: Look,
) -> Option<PlotAnswer> {
    let kind = PlotKind::Curve(measure);
    let last = data.last();
    let at = view.pointed.filter(|_| !look.printed).unwrap_or(data.tick);
    let answer = head(ui, kind, data.values(measure, at), view, look);
    let span = view.span(last);
    let (points, apart) = data.points(measure, span);
    let Some((mut ui, plot)) = ground(ui, measure.name, look.height) else { return answer };
    let colors = PanelColors::here(&ui);
    // On the wood of the day White's curve needs a rim to be seen.
    let rim = (!ui.visuals().dark_mode).then(|| colors.black.gamma_multiply(0.35));
    let full = if measure.unit == "%" { 100.0 } else { 1.0 };
    let wanted = f64::from(look.height / 34.0).clamp(3.0, 8.0);
    let shown = plot
        .x_grid_spacer(move |input| marks(input, if look.wide { 8.0 } else { 4.0 }, 1.0))
        .y_grid_spacer(move |input| marks(input, wanted, 0.0))
        .custom_x_axes(vec![below(&ui, look, "tick", |mark, _| format!("{:.0}", mark.value))])
        .custom_y_axes(vec![beside(&ui, |mark, _| short(mark.value, mark.step_size))])
        .include_y(0.0)
        .include_y(full)
        .show(&mut ui, |plot| {
            plot.set_plot_bounds_x(span[0]..=span[1]);
            if !look.printed {
                let cursor = |name, tick: u64, alpha| {
                    let color = Color32::from_black_alpha(alpha);
                    VLine::new(name, tick as f64).color(color).width(1.0).allow_hover(false)
                };
                plot.vline(cursor("now", data.tick, 110));
                if let Some(tick) = view.pointed {
                    plot.vline(cursor("pointed", tick, 60));
                }
            }
            for (&pen, points) in pens(kind).iter().zip(&points).filter(|(pen, _)| is_on(view, kind, **pen)) {
                draw(plot, points, apart, ink(colors, pen), rim.filter(|_| pen == Some(Color::White)));
            }
        });
    if look.printed {
        return answer;
    }
    let (response, transform) = (shown.response, shown.transform);
    let tick_at = |x: f32| transform.value_from_position(pos2(x, 0.0)).x;
    let nearest = |x: f32| tick_at(x).round().clamp(0.0, data.rows.last() as f64) as u64;
    if let Some(pointer) = response.hover_pos() {
        let tick = nearest(pointer.x);
        view.pointing = Some(tick);
        let wheel = if look.wide {
            ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta.y))
        } else {
            0.0
        };
        let times = (-WHEEL * f64::from(wheel)).exp() / f64::from(ui.input(InputState::zoom_delta));
        if (times - 1.0).abs() > 1e-6 {
            view.zoom(tick_at(pointer.x), times, last);
        }
        if view.marked.is_none() && !response.dragged() {
            tell(&ui, &response, &words(kind, tick, data.values(measure, tick), view));
        }
    }
    if response.dragged_by(PointerButton::Primary) {
        view.pan(-f64::from(response.drag_delta().x) * transform.dvalue_dpos()[0], last);
    }
    if let Some(pointer) = response.interact_pointer_pos() {
        if response.drag_started_by(PointerButton::Secondary) {
            let begun = ui.input(|input| input.pointer.press_origin());
            view.marked = Some(tick_at(begun.unwrap_or(pointer).x));
        }
        if let Some(from) = view.marked.filter(|_| response.dragged_by(PointerButton::Secondary)) {
            let frame = *transform.frame();
            let x = transform.position_from_point(&[from, 0.0].into()).x;
            let marked = Rect::from_x_y_ranges(x.min(pointer.x)..=x.max(pointer.x), frame.y_range());
            ui.painter().rect_filled(marked.intersect(frame), 0.0, Color32::from_white_alpha(60));
        }
        if response.drag_stopped_by(PointerButton::Secondary)
            && let Some(from) = view.marked.take()
        {
            view.see(Some([from, tick_at(pointer.x)]), last);
        }
    }
    // A second click takes the first one back.
    if response.double_clicked() {
        view.see(None, last);
        return Some(PlotAnswer::Seek(view.before));
    }
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        view.before = data.tick;
        return Some(PlotAnswer::Seek(nearest(pointer.x)));
    }
    answer
}

/// Draws one curve, with a rim if there is one.
fn draw(plot: &mut PlotUi<'_>, points: &[[f64; 2]], apart: f64, color: Color32, rim: Option<Color32>) {
    for run in points.chunk_by(|one, other| other[0] - one[0] <= apart) {
        let rim = rim.map(|rim| (rim, 3.25, 2.8));
        for (color, width, radius) in rim.into_iter().chain([(color, 1.75, 2.0)]) {
            let points = PlotPoints::from(run.to_vec());
            if run.len() == 1 {
                plot.points(Points::new("", points).color(color).radius(radius).allow_hover(false));
            } else {
                plot.line(Line::new("", points).color(color).width(width).allow_hover(false));
            }
        }
    }
}

/// What the curves come to at a tick.
fn words(kind: PlotKind, tick: u64, values: [Option<f64>; 2], view: &PlotsView) -> Vec<String> {
    let mut lines = vec![format!("{}, tick {tick}", view.title(kind))];
    for (&pen, value) in pens(kind).iter().zip(values).filter(|(pen, _)| is_on(view, kind, **pen)) {
        let opinion = matches!(kind, PlotKind::Curve(measure) if measure.is_opinion());
        let who = pen.map_or_else(String::new, |color| match opinion {
            true => format!("{color}'s mind: "),
            false => format!("{color} "),
        });
        let told = value
            .map_or_else(|| "not known".to_owned(), |value| format!("{} {}", figure(value), kind.unit()));
        lines.push(format!("{who}{told}"));
    }
    lines
}
