//! CMA-ES: finds the minimum of a function of up to 100 numbers. It learns from the values in which
//! directions to search.

mod constants;
mod eigen;
mod error;

pub use error::CmaesError;

use constants::Constants;
use eigen::eigen;
use error::{MAX_DIMENSIONS, MAX_POINTS};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use stonefield_search::{Dice, Purpose};

/// Default initial standard deviation, as a share of the range. The optimum is expected within three
/// deviations of the start.
const DEVIATION: f64 = 0.3;

/// Largest standard deviation along a principal axis, as a share of the ranges. Without this limit it would
/// grow for ever if the function is constant.
const MAX_DEVIATION: f64 = 1.0;

/// Largest absolute value of a number in the lists of a state. Its square does not overflow.
const MAX_NUMBER: f64 = 1e100;

/// Covariance matrix adaptation evolution strategy: minimizes a function of 1 to 100 numbers, each with its
/// own range.
///
/// [`Cmaes::ask`] returns points, and [`Cmaes::tell`] takes the values of the function at these points.
/// Values may be noisy. Within the ranges only their order counts. Numbers are searched as shares of their
/// ranges, so a wide range counts no more than a narrow one. A point outside a range is evaluated at the
/// nearest point inside, and is ranked worse the farther outside it is.
///
/// Random numbers are derived from the seed and the generation, so [`Cmaes::ask`] returns the same points
/// until [`Cmaes::tell`] is called. [`Cmaes::to_text`] writes the whole state. A search that is read back
/// continues identically, on any machine.
///
/// ```
/// use stonefield_lab::statistics::Cmaes;
///
/// let mut search = Cmaes::new(&[(-5.0, 5.0), (0.0, 100.0)], 1)?;
/// let cost = |x: &Vec<f64>| (x[0] - 2.0).powi(2) + (x[1] - 70.0).powi(2);
/// for _ in 0..100 {
///     let values: Vec<f64> = search.ask().iter().map(cost).collect();
///     search.tell(&values)?;
/// }
/// let best = search.mean();
/// assert!((best[0] - 2.0).abs() < 1e-3 && (best[1] - 70.0).abs() < 1e-2);
/// # Ok::<(), stonefield_lab::statistics::CmaesError>(())
/// ```
// CITE: N. Hansen, "The CMA evolution strategy: a tutorial", arXiv:1604.00772 (2016, revised 2023): figure 6
// and table 1, with negative weights (active CMA); for ranges, the section "Boundaries and constraints":
// distance to the repaired point.
#[derive(Clone, Debug, PartialEq)]
pub struct Cmaes {
    state: State,
    constants: Constants,
    /// Unit vectors of the principal axes of the covariance, one per row.
    axes: Vec<f64>,
    /// Standard deviation along each principal axis, in step sizes.
    lengths: Vec<f64>,
}

/// State of a search. Points are in shares of the ranges: 0 is the lower end, 1 the upper end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    ranges: Vec<(f64, f64)>,
    seed: u64,
    /// Number of points in a generation.
    asked: usize,
    /// Number of finished generations.
    generation: u64,
    mean: Vec<f64>,
    /// Step size σ of the tutorial, in shares of the ranges.
    step: f64,
    /// Evolution path of the step size, `p_σ`.
    step_path: Vec<f64>,
    /// Evolution path of the covariance, `p_c`.
    path: Vec<f64>,
    /// Covariance matrix for step size 1, row by row.
    covariance: Vec<f64>,
}

impl Cmaes {
    /// Creates a search in these ranges (lower and upper end of each number). It starts in the middle. A
    /// generation has 4 + ⌊3 ln n⌋ points for n numbers, as the tutorial recommends.
    ///
    /// # Errors
    /// If there is no number or more than 100, or a range has no positive and finite width.
    pub fn new(ranges: &[(f64, f64)], seed: u64) -> Result<Self, CmaesError> {
        let n = ranges.len();
        let asked = Self::usual_points(n);
        let mut covariance = vec![0.0; n * n];
        (0..n).for_each(|i| covariance[i * n + i] = 1.0);
        Self::try_from(State {
            ranges: ranges.to_vec(),
            seed,
            asked,
            generation: 0,
            mean: vec![0.5; n],
            step: DEVIATION,
            step_path: vec![0.0; n],
            path: vec![0.0; n],
            covariance,
        })
    }

    /// Returns the default number of points in a generation for this number of parameters.
    #[must_use]
    pub fn usual_points(parameters: usize) -> usize {
        4 + (3.0 * libm::log(parameters.max(1) as f64)) as usize
    }

    /// Sets the number of points in a generation. More points search more widely, and tolerate more noise.
    ///
    /// # Errors
    /// If the number is less than 4 or more than 10,000.
    pub fn with_points(self, points: usize) -> Result<Self, CmaesError> {
        Self::try_from(State { asked: points, ..self.state })
    }

    /// Sets the start point, and the initial standard deviation as a share of the ranges: above 0, at most 1.
    ///
    /// # Errors
    /// If the number of values differs from that of the ranges, a value is not within its range, or the
    /// deviation is not above 0 and at most 1.
    pub fn starting_at(mut self, point: &[f64], deviation: f64) -> Result<Self, CmaesError> {
        let ranges = &self.state.ranges;
        let within = |at: usize| {
            let (low, high) = ranges[at];
            point.get(at).is_some_and(|value| (low..=high).contains(value))
        };
        if let Some(at) = (0..ranges.len()).find(|&at| !within(at)) {
            return Err(CmaesError::Start(at + 1));
        }
        if point.len() > ranges.len() {
            return Err(CmaesError::Start(ranges.len() + 1));
        }
        if !(deviation > 0.0 && deviation <= 1.0) {
            return Err(CmaesError::Deviation(deviation));
        }
        self.state.mean =
            point.iter().zip(ranges).map(|(value, (low, high))| (value - low) / (high - low)).collect();
        self.state.step = deviation;
        Ok(self)
    }

    /// Returns the number of finished generations.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.state.generation
    }

    /// Returns the points to evaluate in this generation, all within the ranges.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let point = |k| {
            let point = self.point_at(&self.direction(k));
            point.iter().enumerate().map(|(at, share)| self.value(at, *share)).collect()
        };
        (0..self.state.asked).map(point).collect()
    }

    /// Returns the best estimate: the mean of the search distribution, clamped to the ranges. With noisy
    /// values the mean depends less on chance than the best point.
    #[must_use]
    pub fn mean(&self) -> Vec<f64> {
        self.state.mean.iter().enumerate().map(|(at, share)| self.value(at, *share)).collect()
    }

    /// Returns the standard deviation of the search for each number, in the unit of the number.
    #[must_use]
    pub fn deviations(&self) -> Vec<f64> {
        let n = self.state.mean.len();
        let ranges = self.state.ranges.iter().enumerate();
        ranges
            .map(|(at, (low, high))| {
                (high - low) * self.state.step * self.state.covariance[at * n + at].sqrt()
            })
            .collect()
    }

    /// Converts a share of a range to a number. A share below 0 or above 1 gives the nearest end.
    fn value(&self, at: usize, share: f64) -> f64 {
        let (low, high) = self.state.ranges[at];
        (low + (high - low) * share).clamp(low, high)
    }

    /// Returns the offset of point `k` from the mean, in step sizes. It is normally distributed with the
    /// covariance.
    fn direction(&self, k: usize) -> Vec<f64> {
        let n = self.state.mean.len();
        let mut rng =
            Dice::new(self.state.seed, self.state.generation, k as u64).rng(0, None, Purpose::Other);
        let mut normal = || {
            // CITE: G. Marsaglia, T. A. Bray, "A convenient method for generating normal variables", SIAM
            // Review 6 (1964).
            loop {
                let (u, v) = (2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0);
                let square = u * u + v * v;
                if square > 0.0 && square < 1.0 {
                    break u * (-2.0 * libm::log(square) / square).sqrt();
                }
            }
        };
        let mut direction = vec![0.0; n];
        for (axis, length) in self.lengths.iter().enumerate() {
            let distance = length * normal();
            direction
                .iter_mut()
                .zip(&self.axes[axis * n..])
                .for_each(|(part, axis)| *part += distance * axis);
        }
        direction
    }

    /// Returns the point at an offset from the mean. It may be outside the ranges.
    fn point_at(&self, direction: &[f64]) -> Vec<f64> {
        self.state.mean.iter().zip(direction).map(|(mean, part)| mean + self.state.step * part).collect()
    }

    /// Multiplies a vector by the covariance to the power of −½.
    fn whitened(&self, direction: &[f64]) -> Vec<f64> {
        let n = direction.len();
        let mut white = vec![0.0; n];
        for (axis, length) in self.axes.chunks(n).zip(&self.lengths) {
            let distance = dot(axis, direction) / length;
            white.iter_mut().zip(axis).for_each(|(part, axis)| *part += distance * axis);
        }
        white
    }

    /// Takes the values at the points of [`Cmaes::ask`], in the order of the points, and begins the next
    /// generation. The lowest value is the best; NaN counts as ∞.
    ///
    /// # Errors
    /// If the number of values is not the number of points. The search is then unchanged.
    pub fn tell(&mut self, values: &[f64]) -> Result<(), CmaesError> {
        let asked = self.state.asked;
        if values.len() != asked {
            return Err(CmaesError::Values { given: values.len(), asked });
        }
        let n = self.state.mean.len();
        let directions: Vec<Vec<f64>> = (0..asked).map(|k| self.direction(k)).collect();
        let order = self.ranked(values, &directions);
        let Constants { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi } = self.constants.clone();
        let mut mean_direction = vec![0.0; n];
        for (weight, &k) in weights.iter().zip(&order).filter(|(weight, _)| **weight > 0.0) {
            mean_direction.iter_mut().zip(&directions[k]).for_each(|(part, other)| *part += weight * other);
        }
        let white = self.whitened(&mean_direction);
        let scales: Vec<f64> = order
            .iter()
            .zip(&weights)
            .map(|(&k, &weight)| {
                let white = if weight < 0.0 { self.whitened(&directions[k]) } else { return weight };
                // Scaled by the length of the direction, a negative weight keeps the covariance positive.
                weight * n as f64 / dot(&white, &white).max(f64::MIN_POSITIVE)
            })
            .collect();
        let State { mean, step, step_path, path, covariance, generation, .. } = &mut self.state;
        mean.iter_mut().zip(&mean_direction).for_each(|(part, other)| *part += *step * other);
        let gain = (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        step_path
            .iter_mut()
            .zip(&white)
            .for_each(|(part, other)| *part = (1.0 - c_sigma) * *part + gain * other);
        let length = dot(step_path, step_path).sqrt();
        *generation = generation.saturating_add(1);
        // Share of its final variance that the path has reached. `h_sigma` is false while the path is long.
        let path_variance = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * *generation as f64);
        let h_sigma = length / path_variance.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * chi;
        let gain = if h_sigma { (c_c * (2.0 - c_c) * mu_eff).sqrt() } else { 0.0 };
        path.iter_mut()
            .zip(&mean_direction)
            .for_each(|(part, other)| *part = (1.0 - c_c) * *part + gain * other);
        let delta = if h_sigma { 0.0 } else { c_c * (2.0 - c_c) };
        let decay = 1.0 + c_1 * delta - c_1 - c_mu * weights.iter().sum::<f64>();
        for i in 0..n {
            for j in 0..=i {
                let rank_mu: f64 =
                    scales.iter().zip(&order).map(|(w, &k)| w * directions[k][i] * directions[k][j]).sum();
                let new = decay * covariance[i * n + j] + c_1 * path[i] * path[j] + c_mu * rank_mu;
                (covariance[i * n + j], covariance[j * n + i]) = (new, new);
            }
        }
        *step *= libm::exp((c_sigma / d_sigma * (length / chi - 1.0)).min(1.0));
        self.decompose();
        let longest = self.lengths.iter().copied().fold(0.0, f64::max);
        self.state.step = self.state.step.min(MAX_DEVIATION / longest).max(f64::MIN_POSITIVE);
        Ok(())
    }

    /// Returns the indices of the points from the best to the worst. Of points with equal costs, the one
    /// nearest to the ranges is the best.
    fn ranked(&self, values: &[f64], directions: &[Vec<f64>]) -> Vec<usize> {
        let n = self.state.mean.len();
        // Mean squared distance from the ranges, in standard deviations. The penalty is strong far outside,
        // and weak near the ends.
        let outside = |direction: &Vec<f64>| -> f64 {
            let squared_distance = |(at, share): (usize, &f64)| {
                let deviation = self.state.step * self.state.covariance[at * n + at].sqrt();
                let distance = (share - share.clamp(0.0, 1.0)) / deviation;
                distance * distance
            };
            self.point_at(direction).iter().enumerate().map(squared_distance).sum::<f64>() / n as f64
        };
        let outside: Vec<f64> = directions.iter().map(outside).collect();
        let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        // The interquartile range scales the penalty to the values.
        let scale = match sorted.len() {
            0 => 0.0,
            count => sorted[count - 1 - count / 4] - sorted[count / 4],
        };
        let value_or_worst = |value: f64| if value.is_nan() { f64::INFINITY } else { value };
        let cost: Vec<f64> = values
            .iter()
            .zip(&outside)
            .map(|(value, outside)| value_or_worst(*value) + scale * outside)
            .collect();
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| cost[a].total_cmp(&cost[b]).then(outside[a].total_cmp(&outside[b])));
        order
    }

    /// Computes the axes and lengths from the covariance.
    fn decompose(&mut self) {
        let n = self.state.mean.len();
        let (values, axes) = eigen(self.state.covariance.clone(), n);
        // Rounding errors could give the shortest axes a length of 0, or a negative square.
        let least = values.iter().copied().fold(0.0, f64::max) * 1e-14;
        self.lengths = values.iter().map(|value| value.max(least).max(f64::MIN_POSITIVE).sqrt()).collect();
        self.axes = axes;
    }

    /// Returns the whole state as text, one line of JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Numbers and lists of numbers can always be serialized.
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    /// Reads a search from the text of its state.
    ///
    /// # Errors
    /// If the text is not the state of a search, or one of its numbers is out of range.
    pub fn from_text(text: &str) -> Result<Self, CmaesError> {
        let state: State = serde_json::from_str(text).map_err(|error| CmaesError::Text(error.to_string()))?;
        Self::try_from(state)
    }
}

impl TryFrom<State> for Cmaes {
    type Error = CmaesError;

    fn try_from(state: State) -> Result<Self, CmaesError> {
        let n = state.ranges.len();
        if !(1..=MAX_DIMENSIONS).contains(&n) {
            return Err(CmaesError::Dimensions(n));
        }
        for (at, &(low, high)) in (1..).zip(&state.ranges) {
            // The width of a range between finite ends can still be infinite.
            if !(low < high && (high - low).is_finite()) {
                return Err(CmaesError::Range { at, low, high });
            }
        }
        if !(4..=MAX_POINTS).contains(&state.asked) {
            return Err(CmaesError::Asked(state.asked));
        }
        let lists = [(&state.mean, n), (&state.step_path, n), (&state.path, n), (&state.covariance, n * n)];
        if lists.iter().any(|(list, length)| list.len() != *length) {
            return Err(CmaesError::Text(format!("its lists do not have the lengths for {n} parameters")));
        }
        if state.step <= 0.0
            || !state.step.is_finite()
            || lists
                .iter()
                .any(|(list, _)| list.iter().any(|part| !(-MAX_NUMBER..=MAX_NUMBER).contains(part)))
        {
            return Err(CmaesError::Text("its step or a number of its lists is out of range".to_owned()));
        }
        if (0..n).any(|i| {
            state.covariance[i * n + i] <= 0.0
                || (0..i).any(|j| state.covariance[i * n + j] != state.covariance[j * n + i])
        }) {
            return Err(CmaesError::Text(
                "its covariance is not symmetric, or not positive on the diagonal".to_owned(),
            ));
        }
        let constants = Constants::of(n as f64, state.asked);
        let mut search = Self { state, constants, axes: Vec::new(), lengths: Vec::new() };
        search.decompose();
        Ok(search)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(mut search: Cmaes, generations: u64, cost: impl Fn(&[f64]) -> f64) -> Cmaes {
        for _ in 0..generations {
            let points = search.ask();
            let within = |point: &Vec<f64>| {
                point.iter().zip(&search.state.ranges).all(|(x, (low, high))| (low..=high).contains(&x))
            };
            assert!(points.iter().all(within), "every point is within the ranges");
            let values: Vec<f64> = points.iter().map(|point| cost(point)).collect();
            search.tell(&values).expect("as many values as points");
        }
        search
    }

    fn search_of_five(seed: u64) -> Cmaes {
        let search = Cmaes::new(&[(-5.0, 5.0); 5], seed).expect("a search");
        search.starting_at(&[3.0, -2.0, 4.0, 1.0, -4.0], 0.2).expect("a start")
    }

    fn sphere(x: &[f64]) -> f64 {
        x.iter().map(|x| x * x).sum()
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        let pairs = x.windows(2);
        pairs.map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)).sum()
    }

    #[test]
    fn sphere_ellipsoid_and_rosenbrock_converge_in_five_dimensions() {
        let ellipsoid = |x: &[f64]| -> f64 {
            // The ellipsoid is rotated. Its curvature in one direction is a million times that in another.
            let sum: f64 = x.iter().sum();
            x.iter()
                .enumerate()
                .map(|(i, x)| 10.0_f64.powf(6.0 * i as f64 / 4.0) * (x - 0.4 * sum).powi(2))
                .sum()
        };
        for seed in 0..5 {
            assert!(sphere(&run(search_of_five(seed), 150, sphere).mean()) < 1e-12);
            assert!(ellipsoid(&run(search_of_five(seed), 350, ellipsoid).mean()) < 1e-12);
        }
        // Some searches end in the second minimum, which is only local.
        let converged = (0..10)
            .filter(|&seed| rosenbrock(&run(search_of_five(seed), 500, rosenbrock).mean()) < 1e-12)
            .count();
        assert!(converged >= 8, "{converged} of 10");
    }

    #[test]
    fn a_search_that_is_read_back_continues_identically() {
        let search = run(search_of_five(3), 40, rosenbrock);
        let copy = Cmaes::from_text(&search.to_text()).expect("the text of a state");
        assert_eq!(copy, search);
        let (search, copy) = (run(search, 40, rosenbrock), run(copy, 40, rosenbrock));
        assert_eq!(search.to_text(), copy.to_text(), "to the last digit");
        assert_eq!(search.ask(), copy.ask());
    }

    #[test]
    fn a_minimum_at_the_ends_of_the_ranges_is_found() {
        let ranges = [(0.0, 10.0), (-1.0, 1.0), (100.0, 400.0), (0.0, 1.0)];
        let slope = |x: &[f64]| x[0] + 5.0 * x[1] - x[2] / 50.0 + (x[3] - 0.25).powi(2);
        for seed in 0..5 {
            let best = run(Cmaes::new(&ranges, seed).expect("a search"), 200, slope).mean();
            assert!(best[0] < 1e-4 && best[1] < -0.9999 && best[2] > 399.99, "{best:?}");
            assert!((best[3] - 0.25).abs() < 1e-2, "{best:?}");
        }
    }

    #[test]
    fn noise_is_tolerated() {
        for seed in 0..5 {
            let search = search_of_five(seed).with_points(40).expect("points");
            let mut rng = Dice::new(99, seed, 0).rng(0, None, Purpose::Other);
            let noise = std::cell::RefCell::new(move || rng.random::<f64>() - 0.5);
            // Noise of ±1 hides the differences between points near the minimum.
            let best = run(search, 100, |x| sphere(x) + 2.0 * noise.borrow_mut()());
            assert!(sphere(&best.mean()) < 0.5, "{:?}", best.mean());
        }
    }

    #[test]
    fn a_flat_function_does_not_widen_the_search_beyond_its_ranges() {
        for value in [0.0, f64::NAN, f64::INFINITY] {
            let search = run(search_of_five(1), 300, |_| value);
            assert!(search.deviations().iter().all(|deviation| *deviation <= 10.0 * MAX_DEVIATION + 1e-9));
            assert!(Cmaes::from_text(&search.to_text()).is_ok());
        }
        let converged = run(search_of_five(1), 3000, sphere);
        assert!(Cmaes::from_text(&converged.to_text()).is_ok(), "long after convergence");
    }

    #[test]
    fn a_search_of_one_number_converges() {
        let search = Cmaes::new(&[(0.0, 8.0)], 2).expect("a search");
        assert_eq!(search.ask().len(), 4);
        let best = run(search, 80, |x| (x[0] - 7.0).abs()).mean();
        assert!((best[0] - 7.0).abs() < 1e-6, "{best:?}");
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let refused = |result: Result<Cmaes, CmaesError>| result.expect_err("refused").to_string();
        assert_eq!(refused(Cmaes::new(&[], 1)), "0 parameters to search: 1 to 100 are allowed");
        assert_eq!(
            refused(Cmaes::new(&[(0.0, 1.0), (2.0, 2.0)], 1)),
            "the range of parameter 2 is 2 to 2: the upper end must be higher, and both finite"
        );
        assert_eq!(
            refused(search_of_five(1).with_points(3)),
            "3 points in a generation: 4 to 10000 are allowed"
        );
        assert_eq!(
            refused(search_of_five(1).starting_at(&[0.0; 4], 0.1)),
            "the start value of parameter 5 is missing, or not within its range"
        );
        assert_eq!(
            refused(search_of_five(1).starting_at(&[0.0; 5], 0.0)),
            "the initial deviation is 0 of the range: it must be more than 0 and at most 1"
        );
        assert_eq!(search_of_five(1).tell(&[1.0]).expect_err("too few").to_string(), "1 values for 8 points");
        assert!(
            refused(Cmaes::from_text("{}"))
                .starts_with("this is not the state of a search: missing field `ranges`")
        );
        assert!(search_of_five(1).to_text().contains("\"step\":0.2"));
        let text = search_of_five(1).to_text().replace("\"step\":0.2", "\"step\":-0.2");
        assert_eq!(
            refused(Cmaes::from_text(&text)),
            "this is not the state of a search: its step or a number of its lists is out of range"
        );
    }
}
