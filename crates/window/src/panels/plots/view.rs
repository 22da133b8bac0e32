//! Choices of the user: the plots, their curves, and the visible ticks.

use super::decimate::{Decimated, MAX_BUCKETS};
use super::kind::{Distribution, PlotKind};
use super::moment::Moment;
use super::surveys::Surveys;
use crate::shell::lit_groups::LitGroups;
use std::collections::BTreeSet;
use stonefield_go::Color;
use stonefield_sim::{GameRecord, Measure};

/// Names of the default plots.
const DEFAULT_PLOTS: [&str; 3] = ["score", "capacity", "win_rate"];

/// Least number of visible ticks.
const MIN_TICKS: f64 = 8.0;

/// Choices of the user, and the state of the pointer in the plots.
#[derive(Clone, Debug)]
pub struct PlotsView {
    /// Names of the shown plots.
    pub shown: BTreeSet<&'static str>,
    /// Curves that are switched off: plot and colour. The only curve of a plot is stored as Black.
    pub hidden: BTreeSet<(&'static str, Color)>,
    /// First and last visible tick. `None`: the whole game.
    span: Option<[f64; 2]>,
    /// Tick under the pointer in the last frame. All plots of this frame mark it.
    pub pointed: Option<u64>,
    /// Tick under the pointer in the present frame, for the next one.
    pub next_pointed: Option<u64>,
    /// Tick where a drag with the right button began.
    pub drag_start: Option<f64>,
    /// Tick of the game before the last click in a plot. A double click goes back to it.
    pub tick_before_click: u64,
    /// Height of titles and footer in the plots' window in the last frame, in points.
    pub text_height: f32,
    /// True if the game has NetLogo quirks. Its score is then that of the NetLogo model.
    pub netlogo: bool,
}

impl Default for PlotsView {
    fn default() -> Self {
        Self {
            shown: DEFAULT_PLOTS.into(),
            hidden: BTreeSet::new(),
            span: None,
            pointed: None,
            next_pointed: None,
            drag_start: None,
            tick_before_click: 0,
            text_height: 0.0,
            netlogo: false,
        }
    }
}

impl PlotsView {
    /// Returns the shown plots, in the order of the list.
    pub fn chosen(&self) -> impl Iterator<Item = PlotKind> {
        PlotKind::all().filter(|kind| self.shown.contains(kind.name()))
    }

    /// Returns the heading of a plot.
    #[must_use]
    pub fn title(&self, kind: PlotKind) -> String {
        kind.title(self.netlogo)
    }

    /// Returns the names of the shown plots.
    #[must_use]
    pub fn names(&self) -> BTreeSet<String> {
        self.shown.iter().map(|&name| name.to_owned()).collect()
    }

    /// Shows the plots with these names. Unknown names are ignored.
    pub fn choose(&mut self, names: &BTreeSet<String>) {
        self.shown = PlotKind::all().map(PlotKind::name).filter(|name| names.contains(*name)).collect();
    }

    /// True if exactly the default plots are shown.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.shown == BTreeSet::from(DEFAULT_PLOTS)
    }

    /// True if only a part of the game is visible.
    #[must_use]
    pub const fn is_zoomed(&self) -> bool {
        self.span.is_some()
    }

    /// Returns the first and the last visible tick. `last`: last tick of the game.
    #[must_use]
    pub fn span(&self, last: u64) -> [f64; 2] {
        self.span.filter(|[low, _]| *low < last as f64).unwrap_or([0.0, last as f64])
    }

    /// Sets the visible ticks, at least [`MIN_TICKS`]. `None` shows the whole game, as does a span that is at
    /// least as long as the game.
    pub fn set_span(&mut self, span: Option<[f64; 2]>, last: u64) {
        self.span = span.and_then(|[one, other]| {
            let last = last as f64;
            let width = (other - one).abs().max(MIN_TICKS);
            let low = one.min(other).min(last - width).max(0.0);
            (width < last).then_some([low, low + width])
        });
    }

    /// Multiplies the number of visible ticks by `times`. The tick `at` keeps its place.
    pub fn zoom(&mut self, at: f64, times: f64, last: u64) {
        let [low, high] = self.span(last).map(|end| at + (end - at) * times);
        self.set_span(Some([low, high]), last);
    }

    /// Moves the visible ticks by `ticks`, within the game. No effect while the whole game is visible.
    pub fn pan(&mut self, ticks: f64, last: u64) {
        if let Some([low, high]) = self.span {
            let low = (low + ticks).clamp(0.0, (last as f64 - (high - low)).max(0.0));
            self.set_span(Some([low, low + high - self.span(last)[0]]), last);
        }
    }
}

/// Data of the plots.
pub struct PlotData<'a> {
    /// Ticks of the whole game, decimated.
    pub rows: &'a Decimated,
    /// Record of the game.
    pub record: &'a GameRecord,
    /// Surveys of the board.
    pub surveys: &'a Surveys,
    /// Histograms.
    pub moment: &'a Moment,
    /// Groups that are lit on the board.
    pub lit: &'a LitGroups,
    /// Present tick.
    pub tick: u64,
}

impl PlotData<'_> {
    /// Returns the last tick of the horizontal axis, at least 10.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.rows.last().max(self.tick).max(10)
    }

    /// Returns the reason why a plot is empty; `None` if it has data.
    #[must_use]
    pub fn reason_if_empty(&self, kind: PlotKind) -> Option<&'static str> {
        let (is_empty, why) = match kind {
            PlotKind::Histogram(of) => (
                self.moment.of(of).range().is_empty(),
                if of == Distribution::GroupSizes { "no groups" } else { "no captures so far" },
            ),
            PlotKind::Curve(measure) if measure.is_surveyed() => {
                (self.surveys.points(self.record, measure)[0].is_empty(), "measured from now on")
            }
            PlotKind::Curve(measure) => (
                measure.is_opinion() && self.rows.points(measure).iter().all(Vec::is_empty),
                "no mind has told it so far; in fast games none is asked",
            ),
        };
        is_empty.then_some(why)
    }

    /// Returns the points of a measure in a span of ticks, and one point beyond each end: those of the board,
    /// or those of Black and of White. Also returns the largest distance of joined points, in ticks.
    #[must_use]
    pub fn points(&self, measure: &Measure, [low, high]: [f64; 2]) -> ([Vec<[f64; 2]>; 2], f64) {
        // One point beyond each end, so that curves reach the edges.
        let in_span = |points: [Vec<[f64; 2]>; 2]| {
            points.map(|mut points| {
                points.truncate(points.partition_point(|point| point[0] <= high) + 1);
                points.drain(..points.partition_point(|point| point[0] < low).saturating_sub(1));
                points
            })
        };
        if measure.is_surveyed() {
            return (in_span(self.surveys.points(self.record, measure)), f64::INFINITY);
        }
        // Each colour moves at every second tick.
        let joined = |stride: u64| if measure.is_opinion() { 2.0 * stride as f64 } else { f64::INFINITY };
        if self.rows.stride() == 1 || high - low > MAX_BUCKETS as f64 {
            return (in_span(self.rows.points(measure)), joined(self.rows.stride()));
        }
        let mut points = <[Vec<[f64; 2]>; 2]>::default();
        let first = low.max(0.0) as usize;
        for tick in self.record.line_from(first).take((high - low) as usize + 3) {
            for (points, number) in points.iter_mut().zip(measure.in_tick(&tick)) {
                points.extend(number.map(|number| [tick.row.tick as f64, number]));
            }
        }
        (points, joined(1))
    }

    /// Returns the value of a measure at a tick: of the board, or of Black and of White. An opinion may be
    /// from the tick before. A survey may be from any earlier tick; the latest one counts.
    #[must_use]
    pub fn values(&self, measure: &Measure, tick: u64) -> [Option<f64>; 2] {
        if measure.is_surveyed() {
            let value_before = |points: Vec<[f64; 2]>| {
                let end = points.partition_point(|point| point[0] <= tick as f64);
                Some(points[end.checked_sub(1)?][1])
            };
            return self.surveys.points(self.record, measure).map(value_before);
        }
        let at = |tick: u64| {
            let row = self.record.line_from(tick as usize).next().filter(|row| row.row.tick == tick);
            row.map_or([None; 2], |row| measure.in_tick(&row))
        };
        let [black, white] = at(tick);
        match tick.checked_sub(1).filter(|_| measure.is_opinion()).map(at) {
            Some([earlier, other]) => [black.or(earlier), white.or(other)],
            None => [black, white],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_visible_ticks_are_in_the_game(last in 10_u64..10_000, moves in prop::collection::vec((0.0..1.0, 0.2..5.0, -500.0..500.0), 1..20)) {
            let mut view = PlotsView::default();
            for (at, times, ticks) in moves {
                let [low, high] = view.span(last);
                view.zoom(low + at * (high - low), times, last);
                view.pan(ticks, last);
                let [low, high] = view.span(last);
                prop_assert!(low >= 0.0 && high <= last as f64 + 1e-6 && high - low >= MIN_TICKS - 1e-6, "{low} to {high}");
            }
            view.zoom(0.0, 1e6, last);
            prop_assert!(!view.is_zoomed());
        }
    }

    #[test]
    fn zooming_keeps_the_tick_under_the_pointer() {
        let mut view = PlotsView::default();
        view.zoom(250.0, 0.5, 1000);
        assert_eq!(view.span(1000), [125.0, 625.0]);
        view.pan(100.0, 1000);
        assert_eq!(view.span(1000), [225.0, 725.0]);
        view.set_span(Some([700.0, 300.0]), 1000);
        assert_eq!(view.span(1000), [300.0, 700.0]);
        assert_eq!(view.span(200), [0.0, 200.0], "another game is shorter");
        view.set_span(None, 1000);
        assert_eq!(view.span(1000), [0.0, 1000.0]);
    }
}
