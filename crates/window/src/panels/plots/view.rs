//! How the user wants plots to be seen: which, which curves of them, and which ticks.

use super::decimate::{Decimated, MOST};
use super::kind::{Distribution, PlotKind};
use super::moment::Moment;
use super::surveys::Surveys;
use crate::shell::lit_groups::LitGroups;
use std::collections::BTreeSet;
use stonefield_go::Color;
use stonefield_sim::{GameRecord, Measure};

/// The plots that are shown unless others are chosen.
const USUAL: [&str; 3] = ["score", "capacity", "win_rate"];

/// Fewer ticks are not shown.
const LEAST: f64 = 8.0;

/// How the user wants plots to be seen.
#[derive(Clone, Debug)]
pub struct PlotsView {
    /// The names of the plots that are shown.
    pub shown: BTreeSet<&'static str>,
    /// The curves that are switched off, by plot and colour; of a plot of the whole board Black's.
    pub hidden: BTreeSet<(&'static str, Color)>,
    /// The first and the last tick that are seen, where not the whole game is.
    span: Option<[f64; 2]>,
    /// The tick that is pointed at.
    pub pointed: Option<u64>,
    /// The same, as it is found while the plots are drawn.
    pub pointing: Option<u64>,
    /// Where ticks begin to be marked with the other button.
    pub marked: Option<f64>,
    /// Where the game stood before a click.
    pub before: u64,
    /// How high the titles of the plots of the window were in the last frame, with what is said below them, in points.
    pub words: f32,
    /// Whether the game is one of the NetLogo world, which has a score of its own.
    pub netlogo: bool,
}

impl Default for PlotsView {
    fn default() -> Self {
        Self {
            shown: USUAL.into(),
            hidden: BTreeSet::new(),
            span: None,
            pointed: None,
            pointing: None,
            marked: None,
            before: 0,
            words: 0.0,
            netlogo: false,
        }
    }
}

impl PlotsView {
    /// The plots that are shown, in the order of the list.
    pub fn chosen(&self) -> impl Iterator<Item = PlotKind> {
        PlotKind::all().filter(|kind| self.shown.contains(kind.name()))
    }

    /// The heading of a plot.
    #[must_use]
    pub fn title(&self, kind: PlotKind) -> String {
        kind.title(self.netlogo)
    }

    /// The names of the plots that are shown.
    #[must_use]
    pub fn names(&self) -> BTreeSet<String> {
        self.shown.iter().map(|&name| name.to_owned()).collect()
    }

    /// Shows the plots with these names, as far as there are any.
    pub fn choose(&mut self, names: &BTreeSet<String>) {
        self.shown = PlotKind::all().map(PlotKind::name).filter(|name| names.contains(*name)).collect();
    }

    /// Whether those are shown that are unless others are chosen.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.shown == BTreeSet::from(USUAL)
    }

    /// Whether not the whole game is seen.
    #[must_use]
    pub const fn is_zoomed(&self) -> bool {
        self.span.is_some()
    }

    /// The ticks that are seen of a game with this last one.
    #[must_use]
    pub fn span(&self, last: u64) -> [f64; 2] {
        self.span.filter(|[low, _]| *low < last as f64).unwrap_or([0.0, last as f64])
    }

    /// Sees these ticks, or the whole game.
    pub fn see(&mut self, span: Option<[f64; 2]>, last: u64) {
        self.span = span.and_then(|[one, other]| {
            let last = last as f64;
            let width = (other - one).abs().max(LEAST);
            let low = one.min(other).min(last - width).max(0.0);
            (width < last).then_some([low, low + width])
        });
    }

    /// Sees so many times as many ticks, the one `at` staying where it is.
    pub fn zoom(&mut self, at: f64, times: f64, last: u64) {
        let [low, high] = self.span(last).map(|end| at + (end - at) * times);
        self.see(Some([low, high]), last);
    }

    /// Sees as many ticks, so many later; the whole game stays where it is.
    pub fn pan(&mut self, ticks: f64, last: u64) {
        if let Some([low, high]) = self.span {
            let low = (low + ticks).clamp(0.0, (last as f64 - (high - low)).max(0.0));
            self.see(Some([low, low + high - self.span(last)[0]]), last);
        }
    }
}

/// What plots are made of.
pub struct PlotData<'a> {
    /// The whole game, thinned out.
    pub rows: &'a Decimated,
    /// The whole game.
    pub record: &'a GameRecord,
    /// What was found by going over the board.
    pub surveys: &'a Surveys,
    /// The distributions.
    pub moment: &'a Moment,
    /// Which groups are lit.
    pub lit: &'a LitGroups,
    /// The present tick.
    pub tick: u64,
}

impl PlotData<'_> {
    /// The last tick that has room in plots.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.rows.last().max(self.tick).max(10)
    }

    /// Why there is nothing to be drawn of a plot, in words; `None` where there is.
    #[must_use]
    pub fn untold(&self, kind: PlotKind) -> Option<&'static str> {
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

    /// The points of a measure where these ticks are seen, of the board or of Black and of White; and how far neighbours may be apart to be joined.
    #[must_use]
    pub fn points(&self, measure: &Measure, [low, high]: [f64; 2]) -> ([Vec<[f64; 2]>; 2], f64) {
        // One point beyond each end, so that curves go on to it.
        let seen = |points: [Vec<[f64; 2]>; 2]| {
            points.map(|mut points| {
                points.truncate(points.partition_point(|point| point[0] <= high) + 1);
                points.drain(..points.partition_point(|point| point[0] < low).saturating_sub(1));
                points
            })
        };
        if measure.is_surveyed() {
            return (seen(self.surveys.points(self.record, measure)), f64::INFINITY);
        }
        // A colour moves at every second tick.
        let joined = |stride: u64| if measure.is_opinion() { 2.0 * stride as f64 } else { f64::INFINITY };
        if self.rows.stride() == 1 || high - low > MOST as f64 {
            return (seen(self.rows.points(measure)), joined(self.rows.stride()));
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

    /// What a measure comes to at a tick, of the board or of Black and of White; of minds what they said last, this tick or the one before.
    #[must_use]
    pub fn values(&self, measure: &Measure, tick: u64) -> [Option<f64>; 2] {
        if measure.is_surveyed() {
            let before = |points: Vec<[f64; 2]>| {
                let end = points.partition_point(|point| point[0] <= tick as f64);
                Some(points[end.checked_sub(1)?][1])
            };
            return self.surveys.points(self.record, measure).map(before);
        }
        let at = |tick: u64| {
            let there = self.record.line_from(tick as usize).next().filter(|found| found.row.tick == tick);
            there.map_or([None; 2], |there| measure.in_tick(&there))
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
        fn what_is_seen_lies_within_the_game(last in 10_u64..10_000, moves in prop::collection::vec((0.0..1.0, 0.2..5.0, -500.0..500.0), 1..20)) {
            let mut view = PlotsView::default();
            for (at, times, ticks) in moves {
                let [low, high] = view.span(last);
                view.zoom(low + at * (high - low), times, last);
                view.pan(ticks, last);
                let [low, high] = view.span(last);
                prop_assert!(low >= 0.0 && high <= last as f64 + 1e-6 && high - low >= LEAST - 1e-6, "{low} to {high}");
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
        view.see(Some([700.0, 300.0]), 1000);
        assert_eq!(view.span(1000), [300.0, 700.0]);
        assert_eq!(view.span(200), [0.0, 200.0], "another game is shorter");
        view.see(None, 1000);
        assert_eq!(view.span(1000), [0.0, 1000.0]);
    }
}
