//! Elo estimate: the difference between two players, estimated from games or pairs of games.

use super::{ScoreCounts, Z95, elo_of, normal_below, wilson_of};
use std::f64::consts::LN_10;

/// Estimate of the difference in strength between two players, with 95 % intervals.
///
/// The intervals are those of the mean score, from its variance, converted to Elo. If all scores are equal,
/// the interval is Wilson's. Pairs of games with colours swapped give narrower intervals than single games,
/// because the advantage of a colour and of an opening cancels within a pair.
///
/// ```
/// use stonefield_lab::statistics::{EloEstimate, Trinomial};
///
/// let estimate = EloEstimate::of(&Trinomial::new(136, 111, 96)).expect("there are games");
/// assert_eq!(format!("{:.2} ± {:.2}", estimate.elo, estimate.margin()), "40.70 ± 30.43");
/// assert_eq!(format!("{:.2} %", 100.0 * estimate.superiority), "99.60 %");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Mean score, from 0 to 1.
    pub score: f64,
    /// Difference in Elo; ±∞ for a score of 1 or 0.
    pub elo: f64,
    /// 95 % interval of the difference, lower and upper end. An unbounded end is ±∞.
    pub interval: (f64, f64),
    /// Difference in normalized Elo, as [`SprtModel::Normalized`](super::SprtModel::Normalized) defines it.
    /// The larger its absolute value, the fewer games prove a difference. If all scores are equal, it is ±∞,
    /// or 0 for scores of ½.
    pub normalized: f64,
    /// Half the width of the 95 % interval of the normalized Elo; ∞ if all scores are equal.
    pub normalized_margin: f64,
    /// Probability that the player is the stronger one, from 0 to 1.
    pub superiority: f64,
}

impl EloEstimate {
    /// Returns the estimate from results; `None` if there is no game.
    // CITE: M. Van den Bergh, "Comments on normalized Elo", cantate.be/Fishtest/normalized_elo_practical.pdf;
    // the intervals are those of fastchess.
    #[must_use]
    pub fn of<C: ScoreCounts>(results: &C) -> Option<Self> {
        let counts = results.counts();
        let total: f64 = counts.iter().sum();
        if total == 0.0 {
            return None;
        }
        let steps = (counts.len() - 1) as f64;
        let mean = |of_score: &dyn Fn(f64) -> f64| {
            let terms = counts.iter().enumerate().map(|(i, count)| count * of_score(i as f64 / steps));
            let sum: f64 = terms.sum();
            sum / total
        };
        let score = mean(&|score| score);
        let variance = mean(&|value| (value - score) * (value - score));
        let error = (variance / total).sqrt();
        let half_width = Z95 * error;
        let advantage = score - 0.5;
        let normal = Self {
            score,
            elo: elo_of(score),
            interval: (elo_of((score - half_width).max(0.0)), elo_of((score + half_width).min(1.0))),
            normalized: advantage / (f64::from(C::GAMES) * variance).sqrt() * 800.0 / LN_10,
            normalized_margin: half_width / (f64::from(C::GAMES) * variance).sqrt() * 800.0 / LN_10,
            superiority: normal_below(advantage / error),
        };
        if counts.iter().filter(|&&count| count > 0.0).count() > 1 {
            return Some(normal);
        }
        // All scores are equal, so the variance is 0.
        let (low, high) = wilson_of(score * total, total as u64);
        let side = if advantage == 0.0 { 0.0 } else { advantage.signum() };
        Some(Self {
            interval: (elo_of(low), elo_of(high)),
            normalized: if side == 0.0 { 0.0 } else { side * f64::INFINITY },
            normalized_margin: f64::INFINITY,
            superiority: normal_below(side * total.sqrt()),
            ..normal
        })
    }

    /// Returns half the width of the 95 % interval, in Elo; ∞ if the interval is unbounded.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    fn format_estimate(estimate: Option<EloEstimate>) -> String {
        estimate.map_or_else(String::new, |e| {
            let (elo, margin, superiority) = (e.elo, e.margin(), 100.0 * e.superiority);
            format!(
                "{elo:.2} ± {margin:.2}, {:.2} ± {:.2}, {superiority:.2} %",
                e.normalized, e.normalized_margin
            )
        })
    }

    /// Expected values from fastchess (`elo_test.cpp`), with all digits given there. The source has no Elo
    /// for the first and the third row.
    #[test]
    fn estimates_agree_with_fastchess() {
        let single =
            |wins, losses, draws| format_estimate(EloEstimate::of(&Trinomial::new(wins, draws, losses)));
        assert!(single(76, 89, 123).ends_with(", -20.76 ± 40.13, 15.53 %"));
        assert_eq!(single(136, 96, 111), "40.70 ± 30.43, 49.77 ± 36.77, 99.60 %");
        assert!(single(34, 356, 0).contains(", -508.44 ± 34.48, "));
        let pairs = |counts| format_estimate(EloEstimate::of(&Pentanomial::new(counts)));
        assert_eq!(pairs([34, 54, 31, 32, 64, 75]), "55.58 ± 27.65, 57.94 ± 28.28, 100.00 %");
        assert_eq!(pairs([332, 433, 457, 41, 333, 334]), "-8.64 ± 10.33, -9.17 ± 10.96, 5.05 %");
        assert_eq!(pairs([7895, 8757, 5485, 200, 568, 9999]), "-21.04 ± 2.95, -19.01 ± 2.65, 0.00 %");
    }

    #[test]
    fn the_interval_has_no_upper_bound_near_a_score_of_1() {
        let won_all = EloEstimate::of(&Trinomial::new(5, 0, 0)).expect("games");
        assert_eq!(
            (won_all.elo, won_all.margin(), won_all.normalized),
            (f64::INFINITY, f64::INFINITY, f64::INFINITY)
        );
        // Wilson's lower bound of 5 of 5 is 56.55 %.
        assert!(
            (won_all.interval.0 - elo_of(0.5655)).abs() < 0.1 && won_all.interval.1 == f64::INFINITY,
            "{won_all:?}"
        );
        assert!((won_all.superiority - 0.9873).abs() < 1e-4);
        let won_nine = EloEstimate::of(&Trinomial::new(9, 0, 1)).expect("games");
        assert!(
            won_nine.interval.0.is_finite()
                && won_nine.interval.1 == f64::INFINITY
                && won_nine.margin() == f64::INFINITY
        );
        let draws_only = EloEstimate::of(&Pentanomial::new([0, 0, 3, 4, 0, 0])).expect("games");
        assert_eq!((draws_only.elo, draws_only.normalized, draws_only.superiority), (0.0, 0.0, 0.5));
        assert!(draws_only.margin() > 100.0 && draws_only.margin().is_finite());
        assert_eq!(EloEstimate::of(&Trinomial::default()), None);
    }
}
