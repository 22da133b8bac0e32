//! Charts: curves over two axes, as values. [`Chart::figure`] draws a chart as SVG; a window has a painter of
//! its own.

mod histogram;
mod numbers;
pub(crate) mod svg;
mod ticks;

pub use histogram::{Bins, Histogram};
pub use numbers::{capital, fixed, mean, number, percent};
pub use svg::escaped;
pub use ticks::{Tick, round_up, short, ticks};

/// Colours that can be told apart: more curves share them.
pub const COLORS: usize = 6;

/// Curves over two axes, the horizontal one first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Subject, in a few words.
    pub title: String,
    /// Sentences that a reader needs to read the chart.
    pub note: String,
    /// Name and unit of each axis.
    pub names: [String; 2],
    /// True for each axis that is logarithmic.
    pub log: [bool; 2],
    /// Least distance between the ticks of each axis; 1 where values are whole numbers.
    pub least: [f64; 2],
    /// Ticks of the horizontal axis, instead of round values.
    pub marks: Option<Vec<Tick>>,
    /// True if vertical values are shares, written in per cent.
    pub percent: bool,
    /// Vertical value that the others are compared with.
    pub level: Option<f64>,
    /// Curves, those in front last.
    pub curves: Vec<Curve>,
}

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name in the legend; empty: none.
    pub name: String,
    /// Number of its colour in the painter's palette.
    pub color: usize,
    /// Form.
    pub shape: CurveShape,
    /// True if lines are broken, and bars hollow.
    pub broken: bool,
    /// Points, from left to right.
    pub points: Vec<CurvePoint>,
}

/// Form of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveShape {
    /// Dots with their intervals, joined by a line.
    JoinedDots,
    /// A line; its intervals are a band around it.
    Line,
    /// Small dots alone.
    Points,
    /// Steps: each value holds from its place to that of the next, and the last point is the end.
    Steps,
    /// Bars between the same places, each in one of so many equal lanes beside each other.
    Bars {
        /// Lane, from 0.
        lane: usize,
        /// Number of lanes.
        lanes: usize,
    },
}

/// A point of a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Horizontal value.
    pub x: f64,
    /// Vertical value.
    pub y: f64,
    /// Interval around `y`.
    pub around: Option<(f64, f64)>,
    /// Text that is shown where the pointer is; empty: none.
    pub about: String,
}

/// Share of a bin that its bars take.
const FILLED: f64 = 0.88;

impl CurvePoint {
    /// A point without an interval and a text.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }
}

impl Curve {
    /// A curve with an unbroken line.
    #[must_use]
    pub fn new(name: impl Into<String>, color: usize, shape: CurveShape, points: Vec<CurvePoint>) -> Self {
        Self { name: name.into(), color, shape, broken: false, points }
    }

    /// Ends of each bar and its height, from left to right; `at` maps horizontal values to places.
    pub fn bars(&self, at: impl Fn(f64) -> f64) -> impl Iterator<Item = (f64, f64, f64)> {
        let (lane, lanes) = match self.shape {
            CurveShape::Bars { lane, lanes } => (lane as f64, lanes as f64),
            _ => (0.0, 1.0),
        };
        self.points.windows(2).map(move |pair| {
            let (left, width) = (at(pair[0].x), at(pair[1].x) - at(pair[0].x));
            let share = |lane: f64| left + width * ((1.0 - FILLED) / 2.0 + FILLED * lane / lanes);
            (share(lane), share(lane + 1.0), pair[0].y)
        })
    }
}

impl Chart {
    /// Least and greatest value on an axis, intervals and the level included; `None` without a point on it.
    #[must_use]
    pub fn extent(&self, axis: usize) -> Option<(f64, f64)> {
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let values = points.flat_map(|point| match (axis, point.around) {
            (0, _) => [point.x; 2],
            (_, Some((low, high))) => [low.min(point.y), high.max(point.y)],
            (_, None) => [point.y; 2],
        });
        let values = values.chain(self.level.filter(|_| axis == 1));
        let (low, high) = values
            .filter(|value| self.has_place(axis, *value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        (low <= high).then_some((low, high))
    }

    /// True if a value has a place on an axis: a logarithmic one has none for 0 and less.
    #[must_use]
    pub fn has_place(&self, axis: usize, value: f64) -> bool {
        value.is_finite() && (!self.log[axis] || value > 0.0)
    }

    /// Points of a curve that have a place on both axes.
    pub fn placed<'a>(&'a self, curve: &'a Curve) -> impl DoubleEndedIterator<Item = &'a CurvePoint> {
        curve.points.iter().filter(|point| self.has_place(0, point.x) && self.has_place(1, point.y))
    }

    /// Ticks of an axis that shows this range: about so many.
    #[must_use]
    pub fn ticks(&self, axis: usize, range: (f64, f64), most: f64) -> Vec<Tick> {
        if let Some(marks) = self.marks.as_ref().filter(|_| axis == 0) {
            return marks.clone();
        }
        let mut ticks = ticks(range, self.log[axis], most, self.least[axis]);
        if self.percent && axis == 1 {
            ticks.iter_mut().for_each(|(value, text)| *text = percent(*value).replace(".0 %", " %"));
        }
        ticks
    }
}
