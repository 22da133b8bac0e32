//! Line fit: a straight line through points, by least squares.

/// The straight line with the least squares of vertical distances.
///
/// ```
/// use stonefield::field::LineFit;
///
/// let fit = LineFit::of(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("two different x");
/// assert_eq!((fit.slope, fit.intercept, fit.error), (2.0, 1.0, Some(0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineFit {
    /// What y grows by where x grows by one.
    pub slope: f64,
    /// y where x is 0.
    pub intercept: f64,
    /// The standard error of the slope, if the points scatter independently; `None` of two points.
    pub error: Option<f64>,
}

impl LineFit {
    /// The line through these points (x, y); `None` where fewer than two x differ.
    #[must_use]
    pub fn of(points: &[(f64, f64)]) -> Option<Self> {
        let n = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
        let squares = sum(&|dx, _| dx * dx);
        if squares.is_nan() || squares <= 0.0 {
            return None;
        }
        let slope = sum(&|dx, dy| dx * dy) / squares;
        let rest = sum(&|dx, dy| (dy - slope * dx).powi(2));
        let error = (points.len() > 2).then(|| (rest / (n - 2.0) / squares).sqrt());
        Some(Self { slope, intercept: y - slope * x, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: x̄ = 2, ȳ = 3, Sxx = 10, Sxy = 9, residuals 0.2 −0.7 … whose squares add up to 1.9.
    #[test]
    fn slope_and_error_are_those_of_the_textbook() {
        let fit = LineFit::of(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 4.0), (4.0, 5.0)]).expect("a line");
        assert!((fit.slope - 0.9).abs() < 1e-12 && (fit.intercept - 1.2).abs() < 1e-12);
        assert!(fit.error.is_some_and(|error| (error - (1.9_f64 / 3.0 / 10.0).sqrt()).abs() < 1e-12));
    }

    #[test]
    fn no_line_goes_through_one_x() {
        assert_eq!(LineFit::of(&[]), None);
        assert_eq!(LineFit::of(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(LineFit::of(&[(1.0, 2.0), (2.0, 3.0)]).map(|fit| fit.error), Some(None));
    }
}
