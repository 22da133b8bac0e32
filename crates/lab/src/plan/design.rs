//! Design: the combinations of values that a plan plays.

use super::super::axis::{Axis, AxisError, AxisValue};
use rand::RngExt;
use serde::{Deserialize, Deserializer};
use std::sync::Arc;
use stonefield_minds::toml_text::allowed;
use stonefield_search::{Dice, Purpose};
use stonefield_sim::GameSetup;

/// Combinations of a plan.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    chosen: Chosen,
    /// Indices of the axes, in the order in which they change a set-up.
    order: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Chosen {
    /// Number of combinations, if all are played. The last axis changes fastest.
    All(u64),
    /// A sample: for each point, the value of each axis. The pairings of a tournament (the first axis) are
    /// not sampled: all are played at each point, so they change fastest. `pairings` is their number.
    Sample { points: Arc<Vec<Vec<AxisValue>>>, pairings: Option<u64> },
}

/// Method of sampling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sampling {
    /// Points of the Sobol sequence, scrambled by the seed. They fill the space evenly.
    // CITE: I. M. Sobol, "On the distribution of points in a cube and the approximate evaluation of
    // integrals", USSR Computational Mathematics and Mathematical Physics 7 (1967); B. Burley, "Practical
    // hash-based Owen scrambling", Journal of Computer Graphics Techniques 9 (2020).
    Sobol,
    /// Latin hypercube. Each axis is cut into as many parts as there are points, and each part has one point.
    // CITE: M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values of
    // input variables in the analysis of output from a computer code", Technometrics 21 (1979).
    Latin,
}

/// Largest number of points of a sample.
pub(super) const MAX_POINTS: u64 = 65_536;

/// Reads a design: its text, the method of sampling and the number of points. `None` for `all`.
pub(super) fn design<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<(String, (Sampling, u64))>, D::Error> {
    let text = String::deserialize(deserializer).unwrap_or_default();
    let sample = text.split_once(':').and_then(|(how, points)| {
        let how = match how.trim() {
            "sobol" => Sampling::Sobol,
            "latin" => Sampling::Latin,
            _ => return None,
        };
        let points = points.trim().parse().ok().filter(|points| (1..=MAX_POINTS).contains(points))?;
        Some((text.clone(), (how, points)))
    });
    let design = (text == "all" || sample.is_some()).then_some(sample);
    allowed(design, &format!("all, sobol:POINTS or latin:POINTS, with 1 to {MAX_POINTS} points"))
}

impl Combinations {
    /// Returns an empty set of combinations.
    pub(super) const fn none() -> Self {
        Self { chosen: Chosen::All(0), order: Vec::new() }
    }

    /// Returns all combinations; `None` if their number is too large for 64 bits.
    pub(super) fn all(axes: &[Axis]) -> Option<Self> {
        let count = axes.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.len() as u64))?;
        Some(Self { chosen: Chosen::All(count), order: order(axes) })
    }

    /// Returns a sample of at most [`MAX_POINTS`] points. `paired`: true if the first axis is the pairings
    /// of a tournament, which are all played at each point. Fails if an axis refuses a sampled number.
    pub(super) fn sample(
        axes: &[Axis],
        method: Sampling,
        points: u64,
        seed: u64,
        paired: bool,
    ) -> Result<Self, AxisError> {
        let points = points.min(MAX_POINTS);
        let pairings = axes.first().filter(|_| paired).map(|axis| axis.len() as u64);
        let sampled = &axes[usize::from(pairings.is_some())..];
        let numbers = match method {
            Sampling::Sobol => sobol(points, sampled.len(), seed),
            Sampling::Latin => latin(points, sampled.len(), seed),
        };
        let values = numbers.into_iter().map(|point| {
            sampled.iter().zip(point).map(|(axis, drawn)| axis.sampled(drawn)).collect::<Result<Vec<_>, _>>()
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { chosen: Chosen::Sample { points: Arc::new(values), pairings }, order: order(axes) })
    }

    pub(super) fn count(&self) -> u64 {
        match &self.chosen {
            Chosen::All(count) => *count,
            // At most 65,536 points and 4,950 pairings.
            Chosen::Sample { points, pairings } => points.len() as u64 * pairings.unwrap_or(1),
        }
    }

    /// Returns the indices of the axes, in the order in which they change a set-up.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the index of an axis's value in a combination; `None` if the axis is sampled.
    pub(super) fn place(&self, axes: &[Axis], combination: u64, axis: usize) -> Option<usize> {
        if let Chosen::Sample { pairings, .. } = &self.chosen {
            let pairing = combination.checked_rem((*pairings).filter(|_| axis == 0)?)?;
            return usize::try_from(pairing).ok();
        }
        let changes_faster = axes[axis + 1..].iter().map(|axis| axis.len() as u64).product::<u64>();
        let count = axes[axis].len() as u64;
        usize::try_from(combination / changes_faster.max(1) % count.max(1)).ok()
    }

    /// Returns the value of an axis in a combination; `None` if there is no such combination.
    fn at<'a>(&'a self, axes: &'a [Axis], combination: u64, axis: usize) -> Option<&'a AxisValue> {
        match &self.chosen {
            Chosen::Sample { points, pairings: None } => {
                points.get(usize::try_from(combination).ok()?)?.get(axis)
            }
            Chosen::Sample { points, pairings: Some(pairings) } if axis > 0 => {
                points.get(usize::try_from(combination.checked_div(*pairings)?).ok()?)?.get(axis - 1)
            }
            Chosen::All(_) | Chosen::Sample { .. } => {
                axes[axis].value(self.place(axes, combination, axis)?)
            }
        }
    }

    /// Returns the text of an axis's value in a combination; empty if there is no such combination.
    pub(super) fn value<'a>(&'a self, axes: &'a [Axis], combination: u64, axis: usize) -> &'a str {
        self.at(axes, combination, axis).map_or("", |value| &value.label)
    }

    /// Changes a set-up to the value of an axis. Does nothing if there is no such combination.
    pub(super) fn apply(
        &self,
        axes: &[Axis],
        combination: u64,
        axis: usize,
        setup: &mut GameSetup,
    ) -> Result<(), AxisError> {
        self.at(axes, combination, axis).map_or(Ok(()), |value| value.apply(setup))
    }
}

/// Returns the indices of the axes in the order in which they change a set-up.
fn order(axes: &[Axis]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|&axis| axes[axis].order());
    order
}

/// Returns points of a scrambled Sobol sequence. Coordinates are from 0 to below 1.
fn sobol(points: u64, axes: usize, seed: u64) -> Vec<Vec<f64>> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the upper half of the seed is folded into the lower"
    )]
    let scramble = (seed ^ (seed >> 32)) as u32;
    // The sequence has a limited number of dimensions. Further axes repeat it with another scramble.
    let coordinate = |point: u32, axis: u32| {
        let rescramble = (axis / sobol_burley::NUM_DIMENSIONS).wrapping_mul(0x9e37_79b9);
        f64::from(sobol_burley::sample(point, axis % sobol_burley::NUM_DIMENSIONS, scramble ^ rescramble))
    };
    #[expect(clippy::cast_possible_truncation, reason = "at most MAX_POINTS points and MAX_AXES axes")]
    (0..points as u32).map(|point| (0..axes as u32).map(|axis| coordinate(point, axis)).collect()).collect()
}

/// Returns points of a Latin hypercube. Coordinates are from 0 to below 1.
fn latin(points: u64, axes: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut coordinates = vec![Vec::with_capacity(axes); usize::try_from(points).unwrap_or(0)];
    let count = coordinates.len();
    for axis in 0..axes {
        let mut rng = Dice::new(seed, axis as u64, 0).rng(0, None, Purpose::Other);
        // Shuffles the parts (Fisher-Yates).
        let mut parts: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            parts.swap(last, rng.random_range(0..=last));
        }
        for (point, part) in coordinates.iter_mut().zip(parts) {
            let place_in_part: f64 = rng.random_range(0.0..1.0);
            point.push((part as f64 + place_in_part) / count as f64);
        }
    }
    coordinates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_and_sobol_put_one_point_into_each_part_of_each_axis() {
        for points in [latin(16, 3, 7), sobol(16, 3, 7)] {
            for axis in 0..3 {
                let mut parts: Vec<_> = points.iter().map(|point| (point[axis] * 16.0) as usize).collect();
                parts.sort_unstable();
                assert_eq!(parts, (0..16).collect::<Vec<_>>());
            }
        }
        assert_ne!(latin(16, 2, 7), latin(16, 2, 8));
        assert_eq!(latin(16, 2, 7), latin(16, 2, 7));
    }
}
