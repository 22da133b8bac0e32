//! Plot of a histogram.

use super::super::chart::{ChartLook, paint, pointed_bar, show_tooltip};
use super::draw::{PlotAnswer, PlotStyle, head, inks, pens, shown_pens};
use super::kind::{Distribution, PlotKind};
use super::view::{PlotData, PlotsView};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::hint;
use bevy_egui::egui::Ui;
use core::ops::RangeInclusive;
use stonefield_go::Color;
use stonefield_lab::chart::{Bins, Chart, Curve, CurveShape, Histogram, short};

/// Least number of bins of doubling width on the axis.
const MIN_BINS: i64 = 4;

/// Draws a histogram and returns the user's request.
pub fn show(
    ui: &mut Ui,
    of: Distribution,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: PlotStyle,
) -> Option<PlotAnswer> {
    let kind = PlotKind::Histogram(of);
    let histogram = data.moment.of(of);
    let total = |pen| Some(histogram.total(pen) as f64);
    let answer = head(ui, kind, [total(0), total(1)], view, look);
    let most = if look.wide { 14 } else { 7 };
    let chart = chart(of, histogram, view, most);
    let bins = histogram.bins;
    let picked = data.lit.0.as_ref().and_then(|(color, sizes)| {
        let curve = chart.curves.iter().position(|curve| pens(kind)[curve.color] == Some(*color))?;
        Some((curve, bins.find(f64::from(*sizes.start()))? as usize))
    });
    let inks = inks(PanelColors::here(ui), kind);
    let chart_look = ChartLook { picked, ..look.of(kind, &inks, most as f64) };
    let Some(shown) = paint(ui, &chart, &chart_look).filter(|_| !look.printed) else { return answer };
    let Some((curve, bin)) = pointed_bar(&chart, &shown) else { return answer };
    let pen = chart.curves[curve].color;
    let lights = of == Distribution::GroupSizes && histogram.count(pen, bin as i64) > 0;
    show_tooltip(ui, &shown.response, &words(kind, histogram, bin as i64, view, lights));
    if !(lights && shown.response.clicked()) {
        return answer;
    }
    let bar = (Color::ALL[pen], sizes(bins, bin));
    Some(PlotAnswer::Light(Some(bar).filter(|bar| data.lit.0.as_ref() != Some(bar))))
}

/// Returns the range of whole numbers of a bin.
fn sizes(bins: Bins, bin: usize) -> RangeInclusive<u32> {
    let [first, last] = bins.ends(bin as i64);
    first as u32..=last as u32
}

/// Returns the chart of a distribution, with about `most` marks on the axis below.
fn chart(of: Distribution, histogram: &Histogram, view: &PlotsView, most: usize) -> Chart {
    let kind = PlotKind::Histogram(of);
    let is_doubling = histogram.bins == Bins::DOUBLING;
    let least = if is_doubling { MIN_BINS } else { 1 };
    let bins = 0..histogram.range().end.max(least);
    let edges = (0..=bins.end).step_by((bins.end as usize).div_ceil(most).max(1));
    let mark = |bin| (histogram.bins.edge(bin), short(histogram.bins.edge(bin), 1.0));
    let lanes = pens(kind).len();
    let curves = shown_pens(view, kind).map(|(lane, _)| {
        let points = histogram.points(lane, Some(bins.clone()), |count| count as f64);
        Curve::new("", lane, CurveShape::Bars { lane, lanes }, points)
    });
    Chart {
        names: [of.axis_name(), kind.unit()].map(str::to_owned),
        log: [is_doubling, true],
        marks: is_doubling.then(|| edges.map(mark).collect()),
        curves: curves.collect(),
        ..Chart::default()
    }
}

/// Returns the tooltip of a bin.
fn words(kind: PlotKind, histogram: &Histogram, bin: i64, view: &PlotsView, lights: bool) -> Vec<String> {
    let of = match kind {
        PlotKind::Histogram(Distribution::GroupSizes) => "Groups of STONES stones",
        PlotKind::Histogram(Distribution::Avalanches) => "Ticks with STONES dead stones",
        _ => "Patches of temperature STONES",
    };
    let mut lines = vec![
        of.replace("STONES", &histogram.bins.words(bin))
            .replace(" 1 stones", " 1 stone")
            .replace("1 dead stones", "1 dead stone"),
    ];
    for (at, pen) in shown_pens(view, kind) {
        let count = histogram.count(at, bin);
        let who = pen.map_or_else(String::new, |color| format!("{color} "));
        let (unit, one) = (kind.unit(), kind.unit().trim_end_matches("es").trim_end_matches('s'));
        lines.push(format!("{who}{count} {}", if count == 1 { one } else { unit }));
    }
    if lights {
        lines.push("Click: light them on the board".to_owned());
    }
    lines
}

/// Draws a hint that names the lit groups and the way to unlight them.
pub fn show_lit(ui: &mut Ui, data: &PlotData<'_>) {
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
