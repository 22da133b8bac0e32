//! Contours of heat: nested areas that are at least as warm as a step of the scale, as outlines for SVG.

use std::fmt::Write;
use stonefield_go::Size;

/// Number of steps of the scale.
const STEPS: usize = 24;

/// Grid of values over a board and its margin, row by row from the bottom.
pub(super) struct HeatGrid {
    columns: usize,
    rows: usize,
    /// Distance of values, and coordinate of the first column and row, in cells.
    step: f32,
    first: f32,
    values: Vec<f32>,
}

impl HeatGrid {
    /// Returns the heat of a board, 0 to 1, smooth between points. It fades out in the margin.
    pub(super) fn of(size: Size, margin: f32, heat: impl Fn(usize) -> f32) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        // A large board has small cells in the picture.
        let fine = if width.max(height) > 40 { 2 } else { 4 };
        let step = 1.0 / fine as f32;
        let margin_steps = (margin / step).floor() as usize;
        let (columns, rows) =
            ((width - 1) * fine + 1 + 2 * margin_steps, (height - 1) * fine + 1 + 2 * margin_steps);
        let first = -(margin_steps as f32) * step;
        let heats: Vec<f32> = (0..size.area()).map(heat).collect();
        let at = |x: isize, y: isize| {
            let x = x.clamp(0, width as isize - 1) as usize;
            heats[y.clamp(0, height as isize - 1) as usize * width + x]
        };
        let row = |x: f32, y: isize| {
            let left = x.floor();
            let four: [f32; 4] = std::array::from_fn(|k| at(left as isize - 1 + k as isize, y));
            curve(four, x - left)
        };
        let beyond = |at: f32, side: usize| (-0.5 - at).max(at - (side as f32 - 0.5)).max(0.0);
        let mut values = Vec::with_capacity(columns * rows);
        for j in 0..rows {
            let y = first + j as f32 * step;
            for i in 0..columns {
                let x = first + i as f32 * step;
                let low = y.floor();
                let four: [f32; 4] = std::array::from_fn(|k| row(x, low as isize - 1 + k as isize));
                let away = beyond(x, width).max(beyond(y, height));
                let fade = (1.0 - away / (margin - 0.5).max(0.1)).clamp(0.0, 1.0);
                values.push(curve(four, y - low).clamp(0.0, 1.0) * fade);
            }
        }
        Self { columns, rows, step, first, values }
    }

    /// Returns a share of the scale, for the colour, and an SVG path for each step that is reached. `at`
    /// converts board coordinates to the picture.
    pub(super) fn areas(&self, at: impl Fn(f32, f32) -> (f32, f32)) -> Vec<(f32, String)> {
        let level = |step: usize| step as f32 / STEPS as f32;
        let areas = (1..=STEPS).map(|step| {
            // The colour is that half-way to the next step.
            ((level(step) + 0.5 / STEPS as f32).min(1.0), self.area(level(step), &at))
        });
        areas.filter(|(_, path)| !path.is_empty()).collect()
    }

    fn area(&self, level: f32, at: &impl Fn(f32, f32) -> (f32, f32)) -> String {
        let mut path = String::new();
        let place = |i: f32, j: f32| at(self.first + i * self.step, self.first + j * self.step);
        let value = |i: usize, j: usize| self.values[j * self.columns + i];
        let polygon = |path: &mut String, corners: &[(f32, f32)]| {
            for (n, &(i, j)) in corners.iter().enumerate() {
                let (x, y) = place(i, j);
                let _ = write!(path, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
            }
            path.push('Z');
        };
        for j in 0..self.rows - 1 {
            let mut full_from = None;
            for i in 0..self.columns {
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (i + x, j + y));
                let inside = |&(x, y): &(usize, usize)| value(x, y) >= level;
                let last = i == self.columns - 1;
                if !last && corners.iter().all(inside) {
                    full_from = full_from.or(Some(i));
                    continue;
                }
                if let Some(from) = full_from.take() {
                    let (from, to, low) = (from as f32, i as f32, j as f32);
                    polygon(&mut path, &[(from, low), (to, low), (to, low + 1.0), (from, low + 1.0)]);
                }
                if last || !corners.iter().any(inside) {
                    continue;
                }
                let mut outline = Vec::with_capacity(8);
                for n in 0..4 {
                    let ((x, y), (next_x, next_y)) = (corners[n], corners[(n + 1) % 4]);
                    let (here, next) = (value(x, y), value(next_x, next_y));
                    let (from, to) = ((x as f32, y as f32), (next_x as f32, next_y as f32));
                    if here >= level {
                        outline.push(from);
                    }
                    if (here >= level) != (next >= level) {
                        let part = (level - here) / (next - here);
                        outline.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
                    }
                }
                polygon(&mut path, &outline);
            }
        }
        path
    }
}

/// Returns the Catmull–Rom spline through four values at -1, 0, 1, 2, at `t` from 0 to 1.
fn curve([a, b, c, d]: [f32; 4], t: f32) -> f32 {
    b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warmer_areas_are_inside_cooler_ones() {
        let size = Size::square(9).expect("a size");
        let middle = 4 * 9 + 4;
        let grid = HeatGrid::of(size, 1.25, |at| if at == middle { 1.0 } else { 0.0 });
        assert!((grid.values.iter().copied().fold(0.0, f32::max) - 1.0).abs() < 1e-6, "the point itself");
        let areas = grid.areas(|x, y| (x * 10.0, y * 10.0));
        assert!(areas.len() >= STEPS - 1, "{}", areas.len());
        let reach = |path: &str| {
            let numbers = path.split(['M', 'L', 'Z', ' ']).filter_map(|text| text.parse::<f32>().ok());
            numbers.map(|number| (number - 40.0).abs()).fold(0.0, f32::max)
        };
        let reaches: Vec<f32> = areas.iter().map(|(_, path)| reach(path)).collect();
        assert!(reaches.windows(2).all(|pair| pair[1] <= pair[0] + 1e-3), "{reaches:?}");
        assert!(reaches[0] < 15.0, "no farther than the next point: {reaches:?}");
    }

    #[test]
    fn no_heat_has_no_area() {
        let size = Size::square(5).expect("a size");
        assert_eq!(HeatGrid::of(size, 1.25, |_| 0.0).areas(|x, y| (x, y)), []);
    }
}
