//! Chart: curves over two axes, drawn as SVG. Each curve has its name beside it, in its colour and with its own mark.

use super::html::escaped;
use super::scale::Scale;
use std::fmt::Write;

/// Curves over two axes.
#[derive(Clone, Debug, Default)]
pub(super) struct Chart {
    /// What is seen, in a few words.
    pub title: String,
    /// What a reader has to know to read it, in sentences.
    pub note: String,
    /// The name of the horizontal axis with its unit, and that of the vertical one.
    pub names: [String; 2],
    /// Whether each axis is logarithmic.
    pub log: [bool; 2],
    /// Values of the horizontal axis that are marked, instead of round ones.
    pub marks: Option<Vec<f64>>,
    /// Whether vertical values are shares, told in per cent.
    pub percent: bool,
    /// A vertical value that others are compared with.
    pub level: Option<f64>,
    pub curves: Vec<Curve>,
}

/// A curve of a chart.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// What stands beside it; nothing where it is empty.
    pub name: String,
    /// Which of the colours it has.
    pub color: usize,
    pub shape: CurveShape,
    /// Whether its line is broken.
    pub broken: bool,
    pub points: Vec<CurvePoint>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CurveShape {
    /// Dots with their intervals, joined by a line.
    JoinedDots,
    /// A line; its intervals are a band around it.
    Line,
    /// Small dots alone.
    Points,
    /// Steps: each value holds from its place to that of the next, and the last point is the end.
    Steps,
}

/// A point of a curve.
#[derive(Clone, Debug, Default)]
pub(super) struct CurvePoint {
    pub x: f64,
    pub y: f64,
    /// The interval around `y`.
    pub around: Option<(f64, f64)>,
    /// What is shown where it is pointed at.
    pub about: String,
}

impl CurvePoint {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }
}

/// Colours that there are: as many curves can be told apart.
pub(super) const COLORS: usize = 6;

/// Width and height of a chart, and what is kept free around its curves.
const SIZE: (f64, f64) = (800.0, 400.0);
const LEFT: f64 = 64.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 50.0;

/// The width of a letter, about.
const LETTER: f64 = 7.6;

/// Letters of a name that are shown at most.
const MOST_LETTERS: usize = 34;

/// How far names are from each other, from line to line.
const LINE: f64 = 14.0;

/// How far apart dots at one place are drawn.
const ASIDE: f64 = 5.0;

impl Chart {
    /// As a figure of HTML; nothing where there is nothing to be seen.
    pub(super) fn figure(&self) -> String {
        let Some(svg) = self.svg() else { return String::new() };
        let (title, note) = (escaped(&self.title), escaped(&self.note));
        format!("<figure>\n{svg}<figcaption><b>{title}.</b> {note}</figcaption>\n</figure>\n")
    }

    /// Whether names stand at the right ends of curves, not above their tops.
    fn names_right(&self) -> bool {
        self.curves.iter().all(|curve| curve.shape != CurveShape::Steps)
    }

    fn named(&self) -> impl Iterator<Item = &Curve> {
        self.curves.iter().filter(|curve| !curve.name.is_empty() && !curve.points.is_empty())
    }

    fn svg(&self) -> Option<String> {
        let (width, height) = SIZE;
        let longest = self.named().map(|curve| shown(&curve.name).chars().count()).max().unwrap_or(0);
        let right = if self.names_right() { longest as f64 * LETTER + 20.0 } else { 20.0 };
        let across = Scale {
            values: self.range(0)?,
            places: (LEFT, (width - right).max(LEFT + 200.0)),
            log: self.log[0],
        };
        let up = Scale { values: self.range(1)?, places: (height - BOTTOM, TOP), log: self.log[1] };
        let mut svg = format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n",
            escaped(&self.title)
        );
        self.draw_axes(&mut svg, &across, &up);
        for (at, curve) in self.curves.iter().enumerate() {
            // Dots at one place stand beside each other.
            let aside = (at as f64 - (self.curves.len() as f64 - 1.0) / 2.0) * ASIDE;
            let aside = if matches!(curve.shape, CurveShape::JoinedDots) { aside } else { 0.0 };
            draw_curve(&mut svg, curve, aside, &across, &up);
        }
        if self.names_right() {
            self.name_ends(&mut svg, &across, &up);
        } else {
            self.name_tops(&mut svg, &across, &up);
        }
        svg += "</svg>\n";
        Some(svg)
    }

    /// The least and the greatest value of an axis, with some room.
    fn range(&self, axis: usize) -> Option<(f64, f64)> {
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let values = points.flat_map(|point| match (axis, point.around) {
            (0, _) => [point.x; 2],
            (_, Some((low, high))) => [low.min(point.y), high.max(point.y)],
            (_, None) => [point.y; 2],
        });
        let level = self.level.filter(|_| axis == 1);
        let values =
            values.chain(level).filter(|value| value.is_finite() && (!self.log[axis] || *value > 0.0));
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        if self.log[axis] {
            let room = libm::pow(high / low, 0.04).max(1.05);
            return Some((low / room, high * room));
        }
        let steps = !self.names_right();
        let width = if high > low { high - low } else { high.abs().max(1.0) };
        Some(match axis {
            0 if steps => (low, high),
            // Above steps there is room for names.
            1 if steps => (0.0, high * (1.1 + 0.07 * self.curves.len() as f64)),
            _ => (low - 0.05 * width, high + 0.05 * width),
        })
    }

    fn draw_axes(&self, svg: &mut String, across: &Scale, up: &Scale) {
        let ((left, right), (bottom, top)) = (across.places, up.places);
        for (value, name) in up.marks() {
            let (y, name) =
                (up.place(value), if self.percent { super::figures::percent(value) } else { name });
            let name = name.replace(".0 %", " %");
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
            );
            let (x, y) = (left - 8.0, y + 4.0);
            let _ = writeln!(
                svg,
                "<text class=\"faint\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{name}</text>"
            );
        }
        let own =
            |marks: &Vec<f64>| marks.iter().map(|value| (*value, super::figures::number(*value))).collect();
        for (value, name) in self.marks.as_ref().map_or_else(|| across.marks(), own) {
            let (x, y) = (across.place(value), bottom + 18.0);
            let end = bottom + 4.0;
            let _ = writeln!(
                svg,
                "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{end}\"/>"
            );
            let _ = writeln!(
                svg,
                "<text class=\"faint\" x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>"
            );
        }
        let _ = writeln!(
            svg,
            "<line class=\"axis\" x1=\"{left}\" y1=\"{bottom}\" x2=\"{right:.1}\" y2=\"{bottom}\"/>"
        );
        if let Some(level) = self.level {
            let y = up.place(level);
            let _ = writeln!(
                svg,
                "<line class=\"axis\" stroke-dasharray=\"2 3\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
            );
        }
        let [x_name, y_name] = self.names.each_ref().map(escaped);
        let (middle, y) = (f64::midpoint(left, right), bottom + 38.0);
        let _ = writeln!(svg, "<text x=\"{middle:.1}\" y=\"{y}\" text-anchor=\"middle\">{x_name}</text>");
        let middle = f64::midpoint(bottom, top);
        let _ = writeln!(
            svg,
            "<text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {middle})\">{y_name}</text>"
        );
    }

    /// The name of each curve beside its right end.
    fn name_ends(&self, svg: &mut String, across: &Scale, up: &Scale) {
        let ends = self.named().filter_map(|curve| {
            let last = curve.points.iter().rfind(|point| is_seen(point, across, up))?;
            let name = shown(&curve.name);
            let width = name.chars().count() as f64 * LETTER;
            Some(EndName {
                x: across.place(last.x) + 12.0,
                y: up.place(last.y),
                width,
                name,
                color: curve.color,
            })
        });
        let mut ends: Vec<EndName> = ends.collect();
        ends.sort_by(|a, b| a.y.total_cmp(&b.y));
        // No name on another: each at least a line below those that it would touch, and all of them within the picture.
        for at in 0..ends.len() {
            let (before, rest) = ends.split_at_mut(at);
            let least = before.iter().filter(|other| other.touches(&rest[0])).map(|other| other.y + LINE);
            rest[0].y = least.fold(rest[0].y.max(TOP), f64::max);
        }
        for at in (0..ends.len()).rev() {
            let (rest, after) = ends.split_at_mut(at + 1);
            let most = after.iter().filter(|other| other.touches(&rest[at])).map(|other| other.y - LINE);
            rest[at].y = most.fold(rest[at].y.min(SIZE.1 - BOTTOM), f64::min);
        }
        for EndName { x, y, name, color, .. } in ends {
            let (y, color, name) = (y + 4.0, color % COLORS, escaped(name));
            let _ = writeln!(svg, "<text class=\"name s{color}\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
        }
    }

    /// The name of each curve above its highest step.
    fn name_tops(&self, svg: &mut String, across: &Scale, up: &Scale) {
        let mut placed: Vec<(f64, f64, f64)> = Vec::new();
        for curve in self.named() {
            let steps = curve.points.windows(2);
            let Some(top) = steps.max_by(|a, b| a[0].y.total_cmp(&b[0].y)) else { continue };
            let name = shown(&curve.name);
            let half = name.chars().count() as f64 * LETTER / 2.0;
            let middle = across.place(f64::midpoint(top[0].x, top[1].x));
            let x =
                middle.clamp(across.places.0 + half, (across.places.1 - half).max(across.places.0 + half));
            let mut y = up.place(top[0].y) - 8.0;
            let clashes = |y: f64| {
                placed.iter().any(|&(other, above, wide)| {
                    (x - other).abs() < half + wide + 8.0 && (y - above).abs() < LINE
                })
            };
            while clashes(y) && y > TOP {
                y -= 2.0;
            }
            placed.push((x, y, half));
            let (color, name) = (curve.color % COLORS, escaped(name));
            let _ = writeln!(
                svg,
                "<text class=\"name s{color}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{name}</text>"
            );
        }
    }
}

/// The name of a curve at its end.
struct EndName {
    x: f64,
    y: f64,
    width: f64,
    name: String,
    color: usize,
}

impl EndName {
    /// Whether two names would be on each other if they were in the same line.
    fn touches(&self, other: &Self) -> bool {
        self.x < other.x + other.width && other.x < self.x + self.width
    }
}

/// A name, shortened where it is too long for the margin.
fn shown(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_owned();
    }
    name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

fn is_seen(point: &CurvePoint, across: &Scale, up: &Scale) -> bool {
    let on = |scale: &Scale, value: f64| value.is_finite() && (!scale.log || value > 0.0);
    on(across, point.x) && on(up, point.y)
}

fn draw_curve(svg: &mut String, curve: &Curve, aside: f64, across: &Scale, up: &Scale) {
    let color = curve.color % COLORS;
    let seen: Vec<&CurvePoint> = curve.points.iter().filter(|point| is_seen(point, across, up)).collect();
    let at = |point: &CurvePoint| (across.place(point.x) + aside, up.place(point.y));
    let path = |points: &[(f64, f64)]| {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        points.join(" ")
    };
    let places: Vec<_> = seen.iter().map(|point| at(point)).collect();
    let _ = writeln!(svg, "<g class=\"s{color}\">");
    if curve.shape == CurveShape::Line {
        let bands: Vec<_> =
            seen.iter().filter_map(|point| Some((across.place(point.x), point.around?))).collect();
        let lows = bands.iter().map(|(x, (low, _))| (*x, up.place(*low)));
        let highs = bands.iter().rev().map(|(x, (_, high))| (*x, up.place(*high)));
        let around: Vec<_> = lows.chain(highs).collect();
        if !around.is_empty() {
            let _ = writeln!(svg, "<polygon class=\"band\" points=\"{}\"/>", path(&around));
        }
    }
    let dashes = if curve.broken { " stroke-dasharray=\"6 4\"" } else { "" };
    match curve.shape {
        CurveShape::JoinedDots | CurveShape::Line => {
            let _ = writeln!(
                svg,
                "<polyline class=\"line\" fill=\"none\"{dashes} points=\"{}\"/>",
                path(&places)
            );
        }
        CurveShape::Steps => {
            let (ground, mut corners) = (up.places.0, Vec::new());
            corners.extend(places.first().map(|(x, _)| (*x, ground)));
            for pair in places.windows(2) {
                corners.extend([pair[0], (pair[1].0, pair[0].1)]);
            }
            corners.extend(places.last().map(|(x, _)| (*x, ground)));
            let points = path(&corners);
            let _ = writeln!(svg, "<polygon class=\"band\" points=\"{points}\"/>");
            let _ = writeln!(svg, "<polyline class=\"line\" fill=\"none\"{dashes} points=\"{points}\"/>");
        }
        CurveShape::Points => {}
    }
    if matches!(curve.shape, CurveShape::JoinedDots | CurveShape::Points) {
        for point in seen {
            draw_dot(svg, point, at(point), color, curve.shape == CurveShape::Points, up);
        }
    }
    *svg += "</g>\n";
}

fn draw_dot(svg: &mut String, point: &CurvePoint, (x, y): (f64, f64), color: usize, small: bool, up: &Scale) {
    if let Some((low, high)) = point.around {
        let (y1, y2) = (up.place(low), up.place(high));
        let _ = writeln!(
            svg,
            "<line class=\"whisker\" x1=\"{x:.1}\" y1=\"{y1:.1}\" x2=\"{x:.1}\" y2=\"{y2:.1}\"/>"
        );
    }
    let about = if point.about.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escaped(&point.about))
    };
    let _ = writeln!(svg, "{}{about}</path>", mark(x, y, color, if small { 2.6 } else { 4.6 }));
}

/// The mark of a colour: circle, square, diamond, triangles, cross. The tag stays open.
fn mark(x: f64, y: f64, color: usize, r: f64) -> String {
    let corners = |corners: &[(f64, f64)]| {
        let corners: Vec<_> =
            corners.iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx * r, y + dy * r)).collect();
        format!("M{}Z", corners.join("L"))
    };
    let path = match color {
        0 => format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0Z", x - r, 2.0 * r, -2.0 * r),
        1 => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => corners(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        3 => corners(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
        4 => corners(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
        _ => corners(&[(-1.1, -0.4), (1.1, -0.4), (1.1, 0.4), (-1.1, 0.4)]),
    };
    format!("<path class=\"dot\" d=\"{path}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, color: usize, shape: CurveShape, points: &[(f64, f64)]) -> Curve {
        let points = points.iter().map(|&(x, y)| CurvePoint::new(x, y)).collect();
        Curve { name: name.to_owned(), color, shape, broken: false, points }
    }

    /// Where the names of curves stand, from the top.
    fn heights(svg: &str) -> Vec<f64> {
        let names = svg.lines().filter(|line| line.starts_with("<text class=\"name"));
        let height = |line: &str| line.split("y=\"").nth(1)?.split('"').next()?.parse().ok();
        names.filter_map(height).collect()
    }

    #[test]
    fn names_of_curves_that_end_together_are_under_each_other() {
        let curves = (0..4).map(|at| curve("a name", at, CurveShape::Line, &[(0.0, 1.0), (9.0, 2.0)]));
        let chart = Chart { curves: curves.collect(), ..Chart::default() };
        let heights = heights(&chart.figure());
        assert_eq!(heights.len(), 4);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.2), "{heights:?}");
        let tops =
            (0..3).map(|at| curve("a name", at, CurveShape::Steps, &[(0.0, 0.5), (1.0, 0.2), (2.0, 0.0)]));
        let chart = Chart { curves: tops.collect(), ..Chart::default() };
        let mut heights = self::heights(&chart.figure());
        heights.sort_by(f64::total_cmp);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.2), "{heights:?}");
    }

    #[test]
    fn what_has_no_place_is_not_drawn() {
        assert_eq!(Chart::default().figure(), "");
        let points = [(0.0, 1.0), (1.0, 0.5), (10.0, f64::NAN), (100.0, 0.1)];
        let chart = Chart {
            log: [true, true],
            curves: vec![curve("<name>", 0, CurveShape::Points, &points)],
            ..Chart::default()
        };
        let figure = chart.figure();
        assert_eq!(figure.matches("class=\"dot\"").count(), 2);
        assert!(figure.contains("&lt;name&gt;") && !figure.contains("NaN"));
        let one =
            Chart { curves: vec![curve("one", 0, CurveShape::Line, &[(3.0, 3.0)])], ..Chart::default() };
        assert!(!one.figure().contains("NaN"));
    }
}
