//! A histogram as bars.

use super::super::super::keys::Action;
use super::super::super::theme::PanelColors;
use super::super::key_hints::with_keys;
use super::super::widgets::hint;
use super::axis::{log_marks, marks, short};
use super::draw::{Look, PlotAnswer, below, beside, ground, head, ink, is_on, pens, tell};
use super::histogram::Histogram;
use super::kind::{Distribution, PlotKind};
use super::view::{PlotData, PlotsView};
use bevy_egui::egui::{Stroke, Ui};
use core::ops::RangeInclusive;
use egui_plot::{Bar, BarChart, GridInput, GridMark};
use stonefield_go::Color;

/// The logarithm at which bars stand: that of half a thing.
const FOOT: f64 = -0.301;

/// Draws a distribution and returns what is asked for in it.
pub fn show(
    ui: &mut Ui,
    of: Distribution,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: Look,
) -> Option<PlotAnswer> {
    let kind = PlotKind::Histogram(of);
    let histogram = data.moment.of(of);
    let total = |pen| Some(histogram.total(pen) as f64);
    let answer = head(ui, kind, [total(0), total(1)], view, look);
    let Some((mut ui, plot)) = ground(ui, kind.name(), look.height) else { return answer };
    let bins = histogram.counts().len().max(if of == Distribution::Temperatures { 1 } else { 4 });
    let most = histogram.counts().iter().flatten().copied().max().unwrap_or(1).max(10) as f64;
    let end = bins as f64 - 0.5;
    let edges = |input: GridInput| {
        // Marks stand where bins begin.
        let input = GridInput { bounds: (input.bounds.0 + 0.5, input.bounds.1 + 0.5), ..input };
        let marks = marks(input, if look.wide { 14.0 } else { 7.0 }, 1.0);
        marks.into_iter().map(|mark| GridMark { value: mark.value - 0.5, ..mark }).collect::<Vec<_>>()
    };
    let step = histogram.edge(1) - histogram.edge(0);
    let chart = bars(&ui, kind, histogram, view, data);
    let words_x = move |mark: GridMark, _: &RangeInclusive<f64>| {
        let edge = histogram.edge((mark.value + 0.5).round().max(0.0) as usize);
        short(edge, if of == Distribution::Temperatures { step } else { 1.0 })
    };
    let shown = plot
        .x_grid_spacer(edges)
        .y_grid_spacer(log_marks)
        .custom_x_axes(vec![below(&ui, look, of.along(), words_x)])
        .custom_y_axes(vec![beside(&ui, |mark, _| short(10_f64.powf(mark.value).round(), 1.0))])
        .show(&mut ui, |plot| {
            plot.set_plot_bounds_x(-0.5..=end);
            plot.set_plot_bounds_y(FOOT..=most.log10() * 1.06);
            for bars in chart {
                plot.bar_chart(bars);
            }
        });
    if look.printed {
        return answer;
    }
    let (response, transform) = (shown.response, shown.transform);
    let pointed = response.hover_pos().and_then(|pointer| {
        let x = transform.value_from_position(pointer).x + 0.5;
        let bin = x.max(0.0) as usize;
        let pen = usize::from(kind.is_by_color() && x.fract() >= 0.5);
        Some((bin, pen, *histogram.counts().get(bin)?))
    });
    let Some((bin, pen, counts)) = pointed else { return answer };
    let lights = of == Distribution::GroupSizes && counts[pen] > 0;
    tell(&ui, &response, &words(kind, histogram, bin, counts, view, lights));
    if !(lights && response.clicked()) {
        return answer;
    }
    let bar = (Color::ALL[pen], histogram.sizes(bin));
    Some(PlotAnswer::Light(Some(bar).filter(|bar| data.lit.0.as_ref() != Some(bar))))
}

/// The bars of each colour; those whose groups are lit have an outline.
fn bars(
    ui: &Ui,
    kind: PlotKind,
    histogram: &Histogram,
    view: &PlotsView,
    data: &PlotData<'_>,
) -> Vec<BarChart> {
    let colors = PanelColors::here(ui);
    let each = kind.is_by_color();
    let chart = |(pen, color): (usize, Option<Color>)| {
        let bar = |(bin, count): (usize, &[u64; 2])| {
            let lit = color
                .zip(data.lit.0.as_ref())
                .is_some_and(|(color, lit)| *lit == (color, histogram.sizes(bin)));
            let rim = if lit {
                Stroke::new(2.5, colors.accent)
            } else {
                Stroke::new(1.0, colors.black.gamma_multiply(0.6))
            };
            let (at, width) =
                if each { (bin as f64 + 0.45 * (pen as f64 - 0.5), 0.42) } else { (bin as f64, 0.88) };
            let bar = Bar::new(at, (count[pen] as f64).log10() - FOOT).base_offset(FOOT).width(width);
            (count[pen] > 0).then(|| bar.fill(ink(colors, color)).stroke(rim))
        };
        let bars = histogram.counts().iter().enumerate().filter_map(bar).collect();
        BarChart::new("", bars).allow_hover(false)
    };
    let on = pens(kind).iter().copied().enumerate().filter(|(_, pen)| is_on(view, kind, *pen));
    on.map(chart).collect()
}

/// What lies in a bin.
fn words(
    kind: PlotKind,
    histogram: &Histogram,
    bin: usize,
    counts: [u64; 2],
    view: &PlotsView,
    lights: bool,
) -> Vec<String> {
    let of = match kind {
        PlotKind::Histogram(Distribution::GroupSizes) => "Groups of STONES stones",
        PlotKind::Histogram(Distribution::Avalanches) => "Ticks with STONES dead stones",
        _ => "Patches of temperature STONES",
    };
    let mut lines = vec![
        of.replace("STONES", &histogram.words(bin))
            .replace(" 1 stones", " 1 stone")
            .replace("1 dead stones", "1 dead stone"),
    ];
    for (&pen, count) in pens(kind).iter().zip(counts).filter(|(pen, _)| is_on(view, kind, **pen)) {
        let who = pen.map_or_else(String::new, |color| format!("{color} "));
        let (unit, one) = (kind.unit(), kind.unit().trim_end_matches("es").trim_end_matches('s'));
        lines.push(format!("{who}{count} {}", if count == 1 { one } else { unit }));
    }
    if lights {
        lines.push("Click: light them on the board".to_owned());
    }
    lines
}

/// Says which groups are lit, and how they are let go.
pub fn tell_lit(ui: &mut Ui, data: &PlotData<'_>) {
    if let Some((color, sizes)) = &data.lit.0 {
        let stones = match (sizes.start(), sizes.end()) {
            (1, 1) => "1 stone".to_owned(),
            (first, last) => format!("{first} to {last} stones"),
        };
        let lit = format!("Lit on the board: {color}'s groups of {stones}. Click the bar again to let go");
        let lit = with_keys(ui, &lit, Action::Close);
        hint(ui, lit);
    }
}
