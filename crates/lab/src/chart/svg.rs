//! SVG: charts as figures of an HTML page. Curves have names, colours and marks. Lengths are in SVG units.

use super::{COLORS, Chart, Curve, CurvePoint, CurveShape};
use std::fmt::{Display, Write};
use stonefield_go::notation::excerpt;

/// Width and height of a chart, and the margins around its curves.
const SIZE: (f64, f64) = (800.0, 400.0);
const LEFT: f64 = 64.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 50.0;

/// Approximate number of ticks of an axis.
const TICKS: f64 = 6.0;

/// Approximate width of a letter.
const LETTER: f64 = 7.6;

/// Longest name of a curve, in letters. Longer names are shortened.
const MAX_LETTERS: usize = 34;

/// Smallest vertical distance between names.
const LINE: f64 = 14.0;

/// Horizontal distance between dots of neighbouring curves at the same x value.
const DOT_SHIFT: f64 = 5.0;

/// Escapes a text for HTML and SVG. Characters that XML does not allow are left out.
#[must_use]
pub fn escaped(text: impl Display) -> String {
    let mut safe = String::new();
    for letter in text.to_string().chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\n' | '\t' => safe.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => safe.push(letter),
        }
    }
    safe
}

/// Formats a coordinate with at most one decimal.
fn tenth(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// Formats points for the attribute `points`.
fn point_list(points: &[(f64, f64)]) -> String {
    let points: Vec<_> = points.iter().map(|(x, y)| format!("{},{}", tenth(*x), tenth(*y))).collect();
    points.join(" ")
}

/// Elements of a drawing, as SVG text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg(pub String);

impl Svg {
    /// Adds a line with the given attributes.
    pub fn line(&mut self, attributes: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(tenth);
        let _ = writeln!(self.0, "<line {attributes} x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }

    /// Adds a text. `before` and `after`: attributes around its coordinates; each begins with a space.
    pub fn text(&mut self, before: &str, (x, y): (f64, f64), after: &str, text: &str) {
        let (x, y, text) = (tenth(x), tenth(y), escaped(text));
        let _ = writeln!(self.0, "<text{before} x=\"{x}\" y=\"{y}\"{after}>{text}</text>");
    }

    /// Returns the drawing as an HTML figure with a caption.
    pub fn figure(&self, height: f64, title: &str, note: &str) -> String {
        let (width, title, note) = (SIZE.0, escaped(title), escaped(note));
        format!(
            "<figure>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n{}</svg>\n\
             <figcaption><b>{title}.</b> {note}</figcaption>\n</figure>\n",
            self.0
        )
    }
}

/// Attributes of texts: style and alignment.
const FAINT: &str = " class=\"faint\"";
pub(crate) const MIDDLE: &str = " text-anchor=\"middle\"";
pub(crate) const END: &str = " text-anchor=\"end\"";

/// Scale of an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// Least and greatest value; above 0 on a logarithmic scale.
    pub values: (f64, f64),
    /// Coordinates of these values.
    pub places: (f64, f64),
    /// True for a logarithmic scale.
    pub log: bool,
}

impl Scale {
    /// Returns the coordinate of a value.
    pub fn place(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.log { libm::log10(value.max(f64::MIN_POSITIVE)) } else { value };
        let (low, high) = (scaled(self.values.0), scaled(self.values.1));
        let share = if high > low { (scaled(value) - low) / (high - low) } else { 0.5 };
        self.places.0 + share * (self.places.1 - self.places.0)
    }
}

impl Chart {
    /// Returns the chart as an HTML figure with SVG. Empty if an axis has no value to show.
    #[must_use]
    pub fn figure(&self) -> String {
        let svg = self.draw().map(|svg| svg.figure(SIZE.1, &self.title, &self.note));
        svg.unwrap_or_default()
    }

    /// Returns true if names are written right of curves. False: above the highest steps.
    fn has_names_right(&self) -> bool {
        let has_steps = |curve: &Curve| matches!(curve.shape, CurveShape::Steps | CurveShape::Bars { .. });
        !self.curves.iter().any(has_steps)
    }

    fn named(&self) -> impl Iterator<Item = &Curve> {
        self.curves.iter().filter(|curve| !curve.name.is_empty() && !curve.points.is_empty())
    }

    fn draw(&self) -> Option<Svg> {
        let (width, height) = SIZE;
        let longest = self.named().map(|curve| shorten_name(&curve.name).chars().count()).max().unwrap_or(0);
        let right = if self.has_names_right() { longest as f64 * LETTER + 20.0 } else { 20.0 };
        let x_axis = Scale {
            values: self.axis_range(0)?,
            places: (LEFT, (width - right).max(LEFT + 200.0)),
            log: self.log[0],
        };
        let y_axis = Scale { values: self.axis_range(1)?, places: (height - BOTTOM, TOP), log: self.log[1] };
        let mut svg = Svg::default();
        self.draw_axes(&mut svg, &x_axis, &y_axis);
        for (at, curve) in self.curves.iter().enumerate() {
            // Dots of different curves at the same x value are drawn side by side.
            let shift = (at as f64 - (self.curves.len() as f64 - 1.0) / 2.0) * DOT_SHIFT;
            let shift = if curve.shape == CurveShape::JoinedDots { shift } else { 0.0 };
            let points: Vec<&CurvePoint> = self.placed(curve).collect();
            draw_curve(&mut svg, curve, &points, shift, &x_axis, &y_axis);
        }
        if self.has_names_right() {
            self.draw_names_right(&mut svg, &x_axis, &y_axis);
        } else {
            self.draw_names_above(&mut svg, &x_axis, &y_axis);
        }
        Some(svg)
    }

    /// Returns the ends of an axis: the extent of the values and a margin.
    fn axis_range(&self, axis: usize) -> Option<(f64, f64)> {
        let (low, high) = self.extent(axis)?;
        if self.log[axis] {
            let margin = libm::pow(high / low, 0.04).max(1.05);
            return Some((low / margin, high * margin));
        }
        let has_names_above = !self.has_names_right();
        let width = if high > low { high - low } else { high.abs().max(1.0) };
        Some(match axis {
            0 if has_names_above => (low, high),
            // The names need space above the steps.
            1 if has_names_above => (0.0, high * (1.1 + 0.07 * self.curves.len() as f64)),
            _ => (low - 0.05 * width, high + 0.05 * width),
        })
    }

    fn draw_axes(&self, svg: &mut Svg, x_axis: &Scale, y_axis: &Scale) {
        let ((left, right), (bottom, top)) = (x_axis.places, y_axis.places);
        for (value, text) in self.ticks(1, y_axis.values, TICKS) {
            let y = y_axis.place(value);
            svg.line("class=\"grid\"", (left, y), (right, y));
            svg.text(FAINT, (left - 8.0, y + 4.0), END, &text);
        }
        for (value, text) in self.ticks(0, x_axis.values, TICKS) {
            let x = x_axis.place(value);
            svg.line("class=\"axis\"", (x, bottom), (x, bottom + 4.0));
            svg.text(FAINT, (x, bottom + 18.0), MIDDLE, &text);
        }
        svg.line("class=\"axis\"", (left, bottom), (right, bottom));
        if let Some(y) = self.level.map(|level| y_axis.place(level)) {
            svg.line("class=\"axis\" stroke-dasharray=\"2 3\"", (left, y), (right, y));
        }
        svg.text("", (f64::midpoint(left, right), bottom + 38.0), MIDDLE, &self.names[0]);
        let middle = f64::midpoint(bottom, top);
        let turned = format!("{MIDDLE} transform=\"rotate(-90 14 {middle})\"");
        svg.text("", (14.0, middle), &turned, &self.names[1]);
    }

    /// Writes the name of each curve beside its right end.
    fn draw_names_right(&self, svg: &mut Svg, x_axis: &Scale, y_axis: &Scale) {
        let ends = self.named().filter_map(|curve| {
            let last = self.placed(curve).next_back()?;
            let name = shorten_name(&curve.name);
            let width = name.chars().count() as f64 * LETTER;
            Some(EndName {
                x: x_axis.place(last.x) + 12.0,
                y: y_axis.place(last.y),
                width,
                name,
                color: curve.color,
            })
        });
        let mut ends: Vec<EndName> = ends.collect();
        ends.sort_by(|a, b| a.y.total_cmp(&b.y));
        // Names that overlap move down, from the top on, and then up, from the bottom on, into the chart.
        for at in 0..ends.len() {
            let (above, rest) = ends.split_at_mut(at);
            let limits = above.iter().filter(|other| other.overlaps(&rest[0])).map(|other| other.y + LINE);
            rest[0].y = limits.fold(rest[0].y.max(TOP), f64::max);
        }
        for at in (0..ends.len()).rev() {
            let (rest, below) = ends.split_at_mut(at + 1);
            let limits = below.iter().filter(|other| other.overlaps(&rest[at])).map(|other| other.y - LINE);
            rest[at].y = limits.fold(rest[at].y.min(SIZE.1 - BOTTOM), f64::min);
        }
        for EndName { x, y, name, color, .. } in ends {
            svg.text(&name_class(color), (x, y + 4.0), "", &name);
        }
    }

    /// Writes the name of each curve above its highest step.
    fn draw_names_above(&self, svg: &mut Svg, x_axis: &Scale, y_axis: &Scale) {
        // Middle, baseline and half the width of each name.
        let mut names: Vec<(f64, f64, f64)> = Vec::new();
        for curve in self.named() {
            let steps = curve.points.windows(2);
            let Some(top) = steps.max_by(|a, b| a[0].y.total_cmp(&b[0].y)) else { continue };
            let name = shorten_name(&curve.name);
            let half = name.chars().count() as f64 * LETTER / 2.0;
            let middle = x_axis.place(f64::midpoint(top[0].x, top[1].x));
            let x =
                middle.clamp(x_axis.places.0 + half, (x_axis.places.1 - half).max(x_axis.places.0 + half));
            let mut y = y_axis.place(top[0].y) - 8.0;
            let overlaps = |y: f64| {
                names.iter().any(|&(other_x, other_y, other_half)| {
                    (x - other_x).abs() < half + other_half + 8.0 && (y - other_y).abs() < LINE
                })
            };
            while overlaps(y) && y > TOP {
                y -= 2.0;
            }
            names.push((x, y, half));
            svg.text(&name_class(curve.color), (x, y), MIDDLE, &name);
        }
    }
}

/// Name at the right end of a curve.
struct EndName {
    x: f64,
    y: f64,
    width: f64,
    name: String,
    color: usize,
}

impl EndName {
    /// Returns true if two names overlap horizontally.
    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width && other.x < self.x + self.width
    }
}

/// Returns a name, shortened to at most [`MAX_LETTERS`].
fn shorten_name(name: &str) -> String {
    let is_long = name.chars().count() > MAX_LETTERS;
    if is_long { excerpt(name, MAX_LETTERS - 1) } else { name.to_owned() }
}

fn name_class(color: usize) -> String {
    format!(" class=\"name s{}\"", color % COLORS)
}

fn draw_curve(svg: &mut Svg, curve: &Curve, points: &[&CurvePoint], dx: f64, x_axis: &Scale, y_axis: &Scale) {
    if points.is_empty() {
        return;
    }
    let color = curve.color % COLORS;
    let places: Vec<_> =
        points.iter().map(|point| (x_axis.place(point.x) + dx, y_axis.place(point.y))).collect();
    let bottom = y_axis.places.0;
    let (mut bands, mut lines) = (Vec::new(), Vec::new());
    match curve.shape {
        CurveShape::Points => {}
        CurveShape::JoinedDots => lines.push(places.clone()),
        CurveShape::Line => {
            let around = points.iter().filter_map(|point| Some((x_axis.place(point.x), point.around?)));
            let lows = around.clone().map(|(x, (low, _))| (x, y_axis.place(low)));
            let highs: Vec<_> = around.map(|(x, (_, high))| (x, y_axis.place(high))).collect();
            bands.push(lows.chain(highs.into_iter().rev()).collect());
            lines.push(places.clone());
        }
        // Bars are drawn as steps with a transparent area, so that curves behind stay visible.
        CurveShape::Steps | CurveShape::Bars { .. } => {
            let steps = places.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
            let [first, last] = [0, places.len() - 1].map(|end| (places[end].0, bottom));
            lines.push([first].into_iter().chain(steps).chain([last]).collect());
            bands.clone_from(&lines);
        }
    }
    let _ = writeln!(svg.0, "<g class=\"s{color}\">");
    for band in bands.iter().filter(|band| !band.is_empty()) {
        let _ = writeln!(svg.0, "<polygon class=\"band\" points=\"{}\"/>", point_list(band));
    }
    let dashes = if curve.broken { " stroke-dasharray=\"6 4\"" } else { "" };
    for line in lines {
        let points = point_list(&line);
        let _ = writeln!(svg.0, "<polyline class=\"line\" fill=\"none\"{dashes} points=\"{points}\"/>");
    }
    let radius = match curve.shape {
        CurveShape::JoinedDots => 4.6,
        CurveShape::Points => 2.6,
        _ => 0.0,
    };
    for (point, (x, y)) in points.iter().zip(places).filter(|_| radius > 0.0) {
        draw_dot(svg, point, (x, y), color, radius, y_axis);
    }
    svg.0 += "</g>\n";
}

fn draw_dot(svg: &mut Svg, point: &CurvePoint, (x, y): (f64, f64), color: usize, r: f64, y_axis: &Scale) {
    if let Some((low, high)) = point.around {
        svg.line("class=\"whisker\"", (x, y_axis.place(low)), (x, y_axis.place(high)));
    }
    let about = if point.about.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escaped(&point.about))
    };
    let _ = writeln!(svg.0, "{}{about}</path>", mark(x, y, color, r));
}

/// Returns the open element of a mark: circle, square, diamond, two triangles or flat rectangle, by colour.
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
        Curve::new(name, color, shape, points.iter().map(|&(x, y)| CurvePoint::new(x, y)).collect())
    }

    /// Returns the y coordinates of the names of curves.
    fn name_heights(svg: &str) -> Vec<f64> {
        let names = svg.lines().filter(|line| line.starts_with("<text class=\"name"));
        let height = |line: &str| line.split("y=\"").nth(1)?.split('"').next()?.parse().ok();
        names.filter_map(height).collect()
    }

    #[test]
    fn names_of_curves_with_one_end_do_not_overlap() {
        let curves = (0..4).map(|at| curve("a name", at, CurveShape::Line, &[(0.0, 1.0), (9.0, 2.0)]));
        let chart = Chart { curves: curves.collect(), ..Chart::default() };
        let heights = name_heights(&chart.figure());
        assert_eq!(heights.len(), 4);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.2), "{heights:?}");
        let tops =
            (0..3).map(|at| curve("a name", at, CurveShape::Steps, &[(0.0, 0.5), (1.0, 0.2), (2.0, 0.0)]));
        let chart = Chart { curves: tops.collect(), ..Chart::default() };
        let mut heights = name_heights(&chart.figure());
        heights.sort_by(f64::total_cmp);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.2), "{heights:?}");
    }

    #[test]
    fn points_that_no_axis_shows_are_not_drawn() {
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

    #[test]
    fn equal_ratios_have_equal_lengths_on_a_logarithmic_scale() {
        let scale = Scale { values: (1.0, 100.0), places: (0.0, 200.0), log: true };
        assert!((scale.place(10.0) - 100.0).abs() < 1e-9);
        let flipped = Scale { values: (0.0, 4.0), places: (300.0, 100.0), log: false };
        assert!((flipped.place(1.0) - 250.0).abs() < 1e-9);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("<b>\"&\"</b>\u{1b}\n"), "&lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;\n");
    }
}
