//! Linear regression.

use std::ops::RangeInclusive;

/// Straight line, fitted by least squares: y = intercept + slope · x.
///
/// ```
/// use stonefield_go::field::LineFit;
///
/// let line = LineFit::of([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("a line");
/// assert_eq!((line.slope, line.intercept, line.at(4.0)), (2.0, 1.0, 9.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineFit {
    /// Change of y when x increases by 1.
    pub slope: f64,
    /// Value of y at x = 0.
    pub intercept: f64,
    /// Standard error of the slope. `None` for two points.
    pub slope_error: Option<f64>,
    /// Standard error of the intercept. `None` for two points.
    pub intercept_error: Option<f64>,
    /// R²: share of the variance of y that the line explains, 0…1. `None` if all y are equal.
    pub explained: Option<f64>,
    /// Number of points of the fit.
    pub points: usize,
}

impl LineFit {
    /// Fits a line to points (x, y). Points that are not finite are ignored.
    ///
    /// Returns `None` if there are fewer than two different x.
    #[must_use]
    pub fn of(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        Self::within(points, f64::NEG_INFINITY..=f64::INFINITY)
    }

    /// Fits a line like [`LineFit::of`] to the points with x in a range.
    #[must_use]
    pub fn within(points: impl IntoIterator<Item = (f64, f64)>, range: RangeInclusive<f64>) -> Option<Self> {
        let points: Vec<(f64, f64)> =
            points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite() && range.contains(x)).collect();
        let n = points.len() as f64;
        let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / n;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        // Differences from the means keep the precision for points far from 0.
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in &points {
            let (x, y) = (x - mean_x, y - mean_y);
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        let (first, rest) = points.split_first()?;
        if rest.iter().all(|point| point.0 == first.0) || xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let intercept = mean_y - slope * mean_x;
        let unexplained: f64 = points
            .iter()
            .map(|(x, y)| y - mean_y - slope * (x - mean_x))
            .map(|residual| residual * residual)
            .sum();
        let variance = (points.len() > 2).then(|| unexplained / (n - 2.0));
        Some(Self {
            slope,
            intercept,
            slope_error: variance.map(|variance| (variance / xx).sqrt()),
            intercept_error: variance.map(|variance| (variance * (1.0 / n + mean_x * mean_x / xx)).sqrt()),
            explained: (yy > 0.0).then(|| (1.0 - unexplained / yy).clamp(0.0, 1.0)),
            points: points.len(),
        })
    }

    /// Value of y on the line.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points (x, y) of the data set Norris.
    const NORRIS: [(f64, f64); 36] = [
        (0.2, 0.1),
        (337.4, 338.8),
        (118.2, 118.1),
        (884.6, 888.0),
        (10.1, 9.2),
        (226.5, 228.1),
        (666.3, 668.5),
        (996.3, 998.5),
        (448.6, 449.1),
        (777.0, 778.9),
        (558.2, 559.2),
        (0.4, 0.3),
        (0.6, 0.1),
        (775.5, 778.1),
        (666.9, 668.8),
        (338.0, 339.3),
        (447.5, 448.9),
        (11.6, 10.8),
        (556.0, 557.7),
        (228.1, 228.3),
        (995.8, 998.0),
        (887.6, 888.8),
        (120.2, 119.6),
        (0.3, 0.3),
        (0.3, 0.6),
        (556.8, 557.6),
        (339.1, 339.3),
        (887.2, 888.0),
        (999.0, 998.5),
        (779.0, 778.9),
        (11.1, 10.2),
        (118.3, 117.6),
        (229.2, 228.9),
        (669.1, 668.4),
        (448.9, 449.2),
        (0.5, 0.2),
    ];

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a / b - 1.0).abs() < 1e-9)
    }

    /// Source of the data and the certified values: NIST Statistical Reference Datasets, Norris.
    #[test]
    fn the_line_has_the_certified_values() {
        let line = LineFit::of(NORRIS).expect("a line");
        assert!(
            close(Some(line.slope), 1.002_116_818_020_45)
                && close(Some(line.intercept), -0.262_323_073_774_029)
        );
        assert!(close(line.slope_error, 0.429_796_848_199_937e-3), "{line:?}");
        assert!(close(line.intercept_error, 0.232_818_234_301_152));
        assert!(close(line.explained, 0.999_993_745_883_712));
    }

    #[test]
    fn points_outside_the_range_are_ignored() {
        let bent = (0..20).map(|x| (f64::from(x), f64::from(if x < 10 { 3 * x } else { 30 - x })));
        let line = LineFit::within(bent, 0.0..=9.0).expect("a line");
        assert_eq!(
            (line.slope, line.points, line.explained, line.slope_error),
            (3.0, 10, Some(1.0), Some(0.0))
        );
    }

    #[test]
    fn points_without_a_line_are_refused() {
        assert_eq!(LineFit::of([]), None);
        assert_eq!(LineFit::of([(1.0, 2.0)]), None);
        assert_eq!(LineFit::of([(0.1, 2.0), (0.1, 3.0), (0.1, 4.0)]), None);
        let two = LineFit::of([(1.0, 2.0), (f64::NAN, 1.0), (2.0, 2.0)]).expect("a line");
        assert_eq!((two.slope, two.slope_error, two.explained, two.points), (0.0, None, None, 2));
    }
}
