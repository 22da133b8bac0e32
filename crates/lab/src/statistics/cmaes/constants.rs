//! Constants of CMA-ES.

/// Constants that follow from the dimension and the number of points. The names are those of the tutorial
/// that [`Cmaes`](super::Cmaes) cites; `chi` is the expected length of a standard normal vector.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Constants {
    pub(super) weights: Vec<f64>,
    pub(super) mu_eff: f64,
    pub(super) c_sigma: f64,
    pub(super) d_sigma: f64,
    pub(super) c_c: f64,
    pub(super) c_1: f64,
    pub(super) c_mu: f64,
    pub(super) chi: f64,
}

impl Constants {
    /// Computes table 1 of the tutorial, for `n` numbers and this number of points in a generation.
    pub(super) fn of(n: f64, points: usize) -> Self {
        let raw: Vec<f64> = (1..=points)
            .map(|rank| libm::log((points as f64 + 1.0) / 2.0) - libm::log(rank as f64))
            .collect();
        // Sum and effective number of the weights that `is_part` selects.
        let effective = |is_part: &dyn Fn(&&f64) -> bool| {
            let (sum, squares) =
                raw.iter().filter(is_part).fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
            (sum, if squares > 0.0 { sum * sum / squares } else { 0.0 })
        };
        let (positive, mu_eff) = effective(&|weight| **weight > 0.0);
        let (negative, mu_eff_negative) = effective(&|weight| **weight < 0.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu =
            (2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff)).min(1.0 - c_1);
        let negative_sum = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_negative / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let weights =
            raw.iter().map(|w| if *w >= 0.0 { w / positive } else { negative_sum * w / -negative }).collect();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        Self {
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of pycma 4.5.0 (`CMAEvolutionStrategy(5 * [0], 1, {'popsize': 8})`): the weights, `mu_eff`,
    /// `c_1`, `c_mu` and `c_c`.
    #[test]
    fn constants_agree_with_pycma() {
        let constants = Constants::of(5.0, 8);
        let weights = [
            0.529_930_184_478_779,
            0.285_714_285_714_286,
            0.142_857_142_857_143,
            0.041_498_386_949_792,
            -0.148_537_434_530_791,
            -0.405_574_676_013_03,
            -0.622_896_567_138_545,
            -0.811_149_352_026_059,
        ];
        let others = [constants.mu_eff, constants.c_1, constants.c_mu, constants.c_c];
        let expected_others =
            [2.600_178_826_113_18, 0.047_292_304_159_401, 0.047_859_049_602_982, 0.450_199_557_992_808];
        for (computed, expected) in
            constants.weights.iter().chain(&others).zip(weights.iter().chain(&expected_others))
        {
            assert!((computed - expected).abs() < 1e-13, "{computed} {expected}");
        }
    }
}
