//! Chart of the laboratory: the histogram of a number over games, or its mean by tick during games.

use super::super::chart::{ChartLook, bars, nearest, paint};
use crate::shell::theme::{INKS, PanelColors};
use bevy_egui::egui::{Sense, Ui, WidgetInfo, WidgetType};
use egui_plot::{Corner, PlotResponse};
use stonefield_go::notation::counted;
use stonefield_lab::GameLine;
use stonefield_lab::chart::{Bins, Chart, Curve, CurveShape, Histogram, ticks};

/// Largest number of points of a curve.
pub const MAX_POINTS: usize = 250;

/// Approximate number of bins of a histogram.
const BINS: f64 = 20.0;

/// Approximate number of ticks of the x axis and the y axis.
const TICKS: [f64; 2] = [8.0, 5.0];

/// Largest distance of a click from the point of a curve that it picks, in screen points.
const NEAR: f32 = 24.0;

/// Numbers of a histogram that are counted together, and the bars that show them.
#[derive(Clone, Debug)]
pub struct NumberList {
    /// Index of the series, and true if the numbers are those of its second side.
    pub source: (usize, bool),
    /// Name and look of the bars.
    pub bars: Curve,
    /// The numbers.
    pub values: Vec<f64>,
}

/// Bar of a histogram, or point of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPlace {
    /// Index of the curve.
    pub curve: usize,
    /// Number of the bin, or tick of the point.
    pub at: i64,
}

/// Chart, and the series of its curves.
#[derive(Clone, Debug)]
pub struct Drawn {
    chart: Chart,
    /// Index of the series of each curve, and true if the curve is of its second side.
    sources: Vec<(usize, bool)>,
    /// Counts of the bars; `None` if curves are drawn.
    histogram: Option<Histogram>,
}

impl Drawn {
    /// Returns the histogram of lists of numbers, with `log` of their natural logarithms; `None` without a
    /// number.
    pub fn of_lists(lists: Vec<NumberList>, log: bool) -> Option<Self> {
        let values = || lists.iter().flat_map(|list| list.values.iter().copied());
        let values = || values().filter(|value| !log || *value > 0.0);
        let scaled = values().map(|value| if log { value.ln() } else { value });
        let range = scaled
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if !(range.0.is_finite() && range.1.is_finite()) {
            return None;
        }
        let whole = !log && values().all(|value| value.fract() == 0.0);
        let bins = Bins { ln: log, whole, ..Bins::around(range, BINS, if whole { 1.0 } else { 1e-3 }) };
        let mut histogram = Histogram::new(bins, lists.len());
        for (at, list) in lists.iter().enumerate() {
            list.values.iter().for_each(|&value| histogram.add(at, value, 1));
        }
        let lanes = lists.len();
        // Lists of different sizes are compared by shares, not by counts.
        let percent = (1..lanes).any(|list| histogram.total(list) != histogram.total(list - 1));
        let bars = lists.iter().enumerate().map(|(lane, list)| {
            let total = if percent { histogram.total(lane).max(1) as f64 } else { 1.0 };
            let points = histogram.points(lane, Some(histogram.range()), |count| count as f64 / total);
            Curve { shape: CurveShape::Bars { lane, lanes }, points, ..list.bars.clone() }
        });
        let mut chart = Chart {
            least: [f64::from(u8::from(whole)), if percent { 0.0 } else { 1.0 }],
            percent,
            curves: bars.collect(),
            ..Chart::default()
        };
        if let Some(range) = chart.extent(0).filter(|_| log) {
            let ticks = ticks(range, false, TICKS[0], 0.0).into_iter();
            chart.marks = Some(ticks.map(|(value, text)| (value, format!("e^{text}"))).collect());
        }
        let sources = lists.iter().map(|list| list.source).collect();
        Some(Self { chart, sources, histogram: Some(histogram) })
    }

    /// Returns curves by tick, each with the index of its series; `None` without a point. `log`: logarithmic
    /// y axis.
    pub fn of_curves(curves: Vec<(usize, Curve)>, log: bool) -> Option<Self> {
        let (series, curves): (Vec<usize>, Vec<Curve>) = curves.into_iter().unzip();
        let names = ["tick".to_owned(), String::new()];
        let chart = Chart { names, log: [false, log], least: [1.0, 0.0], curves, ..Chart::default() };
        chart.extent(1)?;
        let sources = series.into_iter().map(|series| (series, false)).collect();
        Some(Self { chart, sources, histogram: None })
    }

    /// Returns the number of values that are in no bar: those of 0 or below, which have no logarithm.
    pub fn left_out(&self) -> u64 {
        self.histogram.as_ref().map_or(0, Histogram::left_out)
    }

    /// True if places of one chart mean the same in the other.
    pub fn has_places_of(&self, other: &Self) -> bool {
        let bins = |of: &Self| of.histogram.as_ref().map(|histogram| (histogram.bins, histogram.range()));
        self.sources == other.sources && bins(self) == bins(other)
    }

    /// Returns the index of the series of a place.
    pub fn series(&self, place: DrawnPlace) -> Option<usize> {
        self.sources.get(place.curve).map(|source| source.0)
    }

    /// True if a game of the series is in a bar, or lasts to the tick of a point.
    pub fn holds(&self, place: DrawnPlace, game: &GameLine) -> bool {
        let second = self.sources.get(place.curve).is_some_and(|source| source.1);
        let value = if second { game.second } else { game.value };
        match &self.histogram {
            Some(histogram) => histogram.bins.find(value) == Some(place.at),
            None => i64::try_from(game.ticks).is_ok_and(|ticks| ticks >= place.at),
        }
    }

    /// Returns a place as text.
    pub fn words(&self, place: DrawnPlace) -> String {
        let name = &self.chart.curves[place.curve].name;
        let Some(histogram) = &self.histogram else {
            return format!("{name}, games that last to tick {}", place.at);
        };
        let (count, all) = (histogram.count(place.curve, place.at), histogram.total(place.curve));
        let share = 100.0 * count as f64 / all.max(1) as f64;
        let range = histogram.bins.words(place.at);
        format!("{name}, {range}: {} of {all} ({share:.1} %)", counted(count, "game"))
    }

    /// Shows the chart with the picked place marked; returns the place that was clicked. `height`: in points.
    pub fn show(&self, ui: &mut Ui, height: f32, picked: Option<DrawnPlace>) -> Option<DrawnPlace> {
        let first = self.histogram.as_ref().map(|histogram| histogram.range().start);
        let bar = picked.zip(first).map(|(place, first)| (place.curve, (place.at - first) as usize));
        let look = ChartLook {
            name: "games",
            height,
            inks: &INKS,
            ticks: TICKS,
            picked: bar,
            legend: first.is_none().then_some(Corner::RightTop),
            moves: first.is_none(),
            ..ChartLook::default()
        };
        let painted = paint(ui, &self.chart, &look)?;
        if let Some(first) = first {
            return self.clicked_bar(ui, &painted, first, picked);
        }
        let at = painted.response.clicked().then(|| painted.response.interact_pointer_pos()).flatten()?;
        let (curve, point) = nearest(&self.chart, &painted, at, NEAR)?;
        Some(DrawnPlace { curve, at: self.chart.curves[curve].points[point].x as i64 })
    }

    /// Makes each bar a button; returns the bar that was clicked. A short bar can be clicked anywhere above
    /// it.
    fn clicked_bar(
        &self,
        ui: &Ui,
        painted: &PlotResponse<()>,
        first: i64,
        picked: Option<DrawnPlace>,
    ) -> Option<DrawnPlace> {
        let mut clicked = None;
        for (curve, bar, area) in bars(&self.chart, painted) {
            let place = DrawnPlace { curve, at: first + bar as i64 };
            if self.chart.curves[curve].points[bar].y <= 0.0 {
                continue;
            }
            let response = ui.interact(area, ui.id().with(("bar", curve, bar)), Sense::click());
            let words = || self.words(place);
            response
                .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("bar {}", words())));
            if response.hovered() || picked == Some(place) {
                ui.painter().rect_filled(area, 0.0, PanelColors::here(ui).white.gamma_multiply(0.2));
            }
            if response.clicked() {
                clicked = Some(place);
            }
            response.on_hover_ui(|ui| {
                ui.label(words());
                ui.weak("Click to list these games");
            });
        }
        clicked
    }
}
