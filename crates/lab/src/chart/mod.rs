//! Charts: curves on two axes, as data. [`Chart::figure`] draws a chart as SVG. The window has its own
//! painter.

mod histogram;
mod numbers;
pub(crate) mod svg;
mod ticks;

pub use histogram::{Bins, Histogram};
pub use numbers::{capital, fixed, mean, number, percent};
pub use svg::escaped;
pub use ticks::{Tick, round_up, short, ticks};

/// Number of distinct colours. If a chart has more curves, some share a colour.
pub const COLORS: usize = 6;

/// Curves on two axes. Each array has the horizontal axis first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Subject, in a few words.
    pub title: String,
    /// Sentences that explain the chart.
    pub note: String,
    /// Name and unit of each axis.
    pub names: [String; 2],
    /// True for each axis that is logarithmic.
    pub log: [bool; 2],
    /// Smallest distance between ticks of each linear axis: 1 for whole numbers, 0 for no limit.
    pub least: [f64; 2],
    /// Ticks of the horizontal axis. `None`: round values.
    pub marks: Option<Vec<Tick>>,
    /// True if vertical values are shares (0 to 1) and their ticks are percentages.
    pub percent: bool,
    /// Reference value on the vertical axis.
    pub level: Option<f64>,
    /// Curves, from back to front.
    pub curves: Vec<Curve>,
}

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name in the legend, or beside the curve. Empty: no name.
    pub name: String,
    /// Index of the colour in the painter's palette.
    pub color: usize,
    /// Shape.
    pub shape: CurveShape,
    /// True for dashed lines and hollow bars.
    pub broken: bool,
    /// Points, from left to right.
    pub points: Vec<CurvePoint>,
}

/// Shape of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveShape {
    /// Dots with their intervals, joined by a line.
    JoinedDots,
    /// A line. Intervals are a band around it.
    Line,
    /// Small dots without a line.
    Points,
    /// Steps: the value of a point holds up to the next point. The last point is only the end.
    Steps,
    /// Bars between neighbouring points. Each bin has equal lanes, one for each curve with bars.
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
    /// Interval around `y`: lower and upper end.
    pub around: Option<(f64, f64)>,
    /// Text of the tooltip. May be empty.
    pub about: String,
}

/// Share of the width of a bin that its bars cover.
const BARS_SHARE: f64 = 0.88;

impl CurvePoint {
    /// Returns a point without interval and text.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }
}

impl Curve {
    /// Returns a curve with solid lines.
    #[must_use]
    pub fn new(name: impl Into<String>, color: usize, shape: CurveShape, points: Vec<CurvePoint>) -> Self {
        Self { name: name.into(), color, shape, broken: false, points }
    }

    /// Returns left end, right end and height of each bar, from left to right. `position` maps x values.
    pub fn bars(&self, position: impl Fn(f64) -> f64) -> impl Iterator<Item = (f64, f64, f64)> {
        let (lane, lanes) = match self.shape {
            CurveShape::Bars { lane, lanes } => (lane as f64, lanes as f64),
            _ => (0.0, 1.0),
        };
        self.points.windows(2).map(move |pair| {
            let (left, width) = (position(pair[0].x), position(pair[1].x) - position(pair[0].x));
            let lane_edge = |lane: f64| left + width * ((1.0 - BARS_SHARE) / 2.0 + BARS_SHARE * lane / lanes);
            (lane_edge(lane), lane_edge(lane + 1.0), pair[0].y)
        })
    }
}

impl Chart {
    /// Returns the least and greatest value on an axis, including intervals and the level. `None`: no value.
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

    /// Returns true if an axis can show a value: a finite number, and above 0 on a logarithmic axis.
    #[must_use]
    pub fn has_place(&self, axis: usize, value: f64) -> bool {
        value.is_finite() && (!self.log[axis] || value > 0.0)
    }

    /// Returns the points of a curve that both axes can show.
    pub fn placed<'a>(&'a self, curve: &'a Curve) -> impl DoubleEndedIterator<Item = &'a CurvePoint> {
        curve.points.iter().filter(|point| self.has_place(0, point.x) && self.has_place(1, point.y))
    }

    /// Returns about `most` ticks of an axis that shows `range`; on the horizontal axis the marks, if any.
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
