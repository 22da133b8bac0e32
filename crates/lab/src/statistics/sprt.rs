//! Sequential probability ratio test: decides between two hypotheses while games are played.

use super::{ScoreCounts, expected_score};
use std::f64::consts::LN_10;
use std::fmt;
use std::str::FromStr;
use stonefield_go::notation::{excerpt, suggestion};

/// Keys of a test, in the order in which they are written.
const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// Default of `alpha` and `beta`.
const ERROR_RATE: f64 = 0.05;

/// Replaces a count of 0, so that no score has the probability 0.
const SMALL_COUNT: f64 = 1e-3;

/// Scale of Elo in which `elo0` and `elo1` are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SprtModel {
    /// Logistic Elo, as in ratings: a difference d means the expected score 1 ∕ (1 + 10^(−d∕400)).
    #[default]
    Logistic,
    /// Normalized Elo: the mean score minus ½, in standard deviations of a game, times 800 ∕ ln 10.
    Normalized,
}

impl SprtModel {
    /// All models.
    pub const ALL: [Self; 2] = [Self::Logistic, Self::Normalized];

    /// Returns the name in the text of a [`Sprt`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }

    /// Returns the limit of `elo0` and `elo1`: the largest allowed absolute value, in Elo of the model.
    #[must_use]
    pub const fn limit(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalized => 200.0,
        }
    }
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// The results do not decide yet.
    Continue,
    /// H0 is accepted: the difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// H1 is accepted: the difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A sequential probability ratio test of the difference between two players. Under the hypothesis H0 the
/// difference is `elo0`, under H1 it is `elo1`.
///
/// Results are single games ([`Trinomial`](super::Trinomial)) or, better, pairs of games
/// ([`Pentanomial`](super::Pentanomial)).
///
/// ```
/// use stonefield_lab::statistics::{Pentanomial, Sprt, SprtState};
///
/// let test: Sprt = "elo0=0,elo1=20,alpha=0.05,beta=0.05".parse()?;
/// let llr = test.llr(&Pentanomial::new([10, 20, 60, 40, 45, 25]));
/// assert_eq!((format!("{llr:.2}"), test.state(llr)), ("4.87".to_owned(), SprtState::AcceptH1));
/// let error = "elo0=5,elo1=5".parse::<Sprt>().unwrap_err();
/// assert_eq!(error.to_string(), "elo0 is 5 and elo1 is 5: elo0 must be less than elo1");
/// # Ok::<(), stonefield_lab::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

/// Reason why a test is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A part that is not `KEY=VALUE`.
    #[error(
        "'{0}' is not KEY=VALUE: a test is elo0=NUMBER,elo1=NUMBER[,alpha=NUMBER][,beta=NUMBER][,model=NAME]"
    )]
    Form(String),
    /// Unknown key.
    #[error("a test has no '{0}': its keys are {keys}{near}", keys = KEYS.join(", "), near = suggestion(.0, KEYS.into_iter()))]
    Key(String),
    /// A key that is given twice.
    #[error("{0} is given twice: it is allowed once")]
    Twice(&'static str),
    /// A key that is missing.
    #[error("{0} is missing: a test needs elo0 and elo1")]
    Missing(&'static str),
    /// A value that is not a number.
    #[error("{key} is '{given}': it must be a number")]
    Number {
        /// The key.
        key: &'static str,
        /// The text that was given.
        given: String,
    },
    /// A number out of its range.
    #[error("{key} is {given}: it must be {allowed}")]
    Range {
        /// The key.
        key: &'static str,
        /// The number that was given.
        given: f64,
        /// Numbers that are allowed.
        allowed: String,
    },
    /// `elo0` is not below `elo1`.
    #[error("elo0 is {0} and elo1 is {1}: elo0 must be less than elo1")]
    Order(f64, f64),
    /// Unknown model.
    #[error("model is '{0}': it must be logistic or normalized{near}", near = suggestion(.0, SprtModel::ALL.into_iter().map(SprtModel::name)))]
    Model(String),
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1`. If H0 holds, the test accepts H1 with a probability of about
    /// `alpha`. If H1 holds, it accepts H0 with a probability of about `beta`.
    ///
    /// # Errors
    /// If a difference is beyond [`SprtModel::limit`], `elo0` is not below `elo1`, or an error rate is not
    /// between 0 and 0.5, exclusive.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: SprtModel) -> Result<Self, SprtError> {
        let limit = model.limit();
        for (key, given) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-limit..=limit).contains(&given) {
                let allowed = format!("-{limit} to {limit} with model={}", model.name());
                return Err(SprtError::Range { key, given, allowed });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (key, given) in [("alpha", alpha), ("beta", beta)] {
            if !(given > 0.0 && given < 0.5) {
                return Err(SprtError::Range {
                    key,
                    given,
                    allowed: "more than 0 and less than 0.5".to_owned(),
                });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Returns `elo0` and `elo1`, in Elo of the model.
    #[must_use]
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the scale of `elo0` and `elo1`.
    #[must_use]
    pub const fn model(&self) -> SprtModel {
        self.model
    }

    /// Returns the bounds of the log-likelihood ratio: H0 is accepted at or below the first (below 0), H1 at
    /// or above the second (above 0).
    // CITE: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16
    // (1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// Returns the decision at a log-likelihood ratio.
    #[must_use]
    pub fn state(&self, llr: f64) -> SprtState {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            SprtState::AcceptH0
        } else if llr >= upper {
            SprtState::AcceptH1
        } else {
            SprtState::Continue
        }
    }

    /// Returns the generalized log-likelihood ratio of the results: ln(L1 ∕ L0). L1 is the likelihood under
    /// the likeliest distribution of scores with the difference `elo1`, L0 the same with `elo0`. Above 0 the
    /// results favour H1. 0 without results.
    #[must_use]
    pub fn llr<C: ScoreCounts>(&self, results: &C) -> f64 {
        let counts = results.counts();
        if counts.iter().all(|&count| count == 0.0) {
            return 0.0;
        }
        let counts: Vec<f64> =
            counts.into_iter().map(|count| if count == 0.0 { SMALL_COUNT } else { count }).collect();
        let total: f64 = counts.iter().sum();
        let scores = Scores { shares: counts.iter().map(|count| count / total).collect() };
        let likeliest = |elo: f64| match self.model {
            SprtModel::Logistic => scores.likeliest_with_mean(expected_score(elo)),
            SprtModel::Normalized => {
                let per_game = elo * LN_10 / 800.0;
                scores.likeliest_with_ratio(per_game * f64::from(C::GAMES).sqrt())
            }
        };
        let (p0, p1) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = counts.iter().zip(p0.iter().zip(&p1));
        terms.map(|(count, (p0, p1))| count * libm::log(p1 / p0)).sum()
    }
}

/// A distribution of scores from 0 to 1 in equal steps.
struct Scores {
    /// Share of each score in the results, above 0.
    shares: Vec<f64>,
}

impl Scores {
    fn score(&self, at: usize) -> f64 {
        at as f64 / (self.shares.len() - 1) as f64
    }

    /// Returns the distribution p with Σ p φ = 0 under which the shares p̂ are likeliest: p = p̂ ∕ (1 + θ φ).
    /// `None` unless some φ are above 0 and some below.
    fn likeliest(&self, phi: &[f64]) -> Option<Vec<f64>> {
        let largest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = phi.iter().copied().fold(f64::INFINITY, f64::min);
        if !(smallest < 0.0 && largest > 0.0) {
            return None;
        }
        // Between these bounds of θ, Σ p φ decreases from ∞ to −∞. Bisection finds its zero.
        let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
        loop {
            let theta = low + (high - low) / 2.0;
            if theta <= low || theta >= high {
                return Some(
                    self.shares.iter().zip(phi).map(|(share, phi)| share / (1.0 + theta * phi)).collect(),
                );
            }
            let sum: f64 =
                self.shares.iter().zip(phi).map(|(share, phi)| share * phi / (1.0 + theta * phi)).sum();
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
        }
    }

    /// Returns the likeliest distribution with this mean, above 0 and below 1.
    // CITE: M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
    // multinomial distribution", cantate.be/Fishtest/comparing_approximations.pdf, proposition 1.1.
    fn likeliest_with_mean(&self, mean: f64) -> Vec<f64> {
        let phi: Vec<f64> = (0..self.shares.len()).map(|at| self.score(at) - mean).collect();
        self.likeliest(&phi).unwrap_or_else(|| self.shares.clone())
    }

    /// Returns the likeliest distribution whose mean is `ratio` standard deviations above ½.
    // CITE: M. Van den Bergh, "Comments on normalized Elo", cantate.be/Fishtest/normalized_elo_practical.pdf,
    // section 4.1: the fixed point of equation 4.9, from the uniform distribution.
    fn likeliest_with_ratio(&self, ratio: f64) -> Vec<f64> {
        let n = self.shares.len();
        let mut p = vec![1.0 / n as f64; n];
        for _ in 0..MAX_ITERATIONS {
            let mean: f64 = p.iter().enumerate().map(|(at, p)| p * self.score(at)).sum();
            let squared_deviation = |at: usize| (self.score(at) - mean) * (self.score(at) - mean);
            let variance: f64 = p.iter().enumerate().map(|(at, p)| p * squared_deviation(at)).sum();
            let deviation = variance.sqrt();
            let phi: Vec<f64> = (0..n)
                .map(|at| {
                    self.score(at) - 0.5 - ratio * deviation * (1.0 + squared_deviation(at) / variance) / 2.0
                })
                .collect();
            let Some(next) = self.likeliest(&phi) else { break };
            let change = p.iter().zip(&next).map(|(p, next)| (next - p).abs()).fold(0.0, f64::max);
            p = next;
            if change < TOLERANCE {
                break;
            }
        }
        p
    }
}

/// Largest number of iterations of [`Scores::likeliest_with_ratio`].
const MAX_ITERATIONS: usize = 200;

/// The iteration of [`Scores::likeliest_with_ratio`] ends when no probability changes by this or more.
const TOLERANCE: f64 = 1e-12;

impl fmt::Display for Sprt {
    /// Writes the text that [`Sprt::from_str`] reads: `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={}", model.name())
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic` in any order. `alpha`, `beta` and `model`
    /// are optional; their defaults are those of this example.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut given: [Option<&str>; KEYS.len()] = [None; KEYS.len()];
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| SprtError::Form(excerpt(part, 60)))?;
            let (key, value) = (key.trim(), value.trim());
            let at =
                KEYS.iter().position(|name| *name == key).ok_or_else(|| SprtError::Key(excerpt(key, 60)))?;
            if given[at].replace(value).is_some() {
                return Err(SprtError::Twice(KEYS[at]));
            }
        }
        let number = |at: usize| {
            let read = |text: &str| {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| SprtError::Number { key: KEYS[at], given: excerpt(text, 60) })
            };
            given[at].map(read).transpose()
        };
        let elo0 = number(0)?.ok_or(SprtError::Missing(KEYS[0]))?;
        let elo1 = number(1)?.ok_or(SprtError::Missing(KEYS[1]))?;
        let (alpha, beta) = (number(2)?.unwrap_or(ERROR_RATE), number(3)?.unwrap_or(ERROR_RATE));
        let model = given[4].map_or(Ok(SprtModel::default()), |name| {
            let model = SprtModel::ALL.into_iter().find(|model| model.name() == name);
            model.ok_or_else(|| SprtError::Model(excerpt(name, 60)))
        })?;
        Self::new(elo0, elo1, alpha, beta, model)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    fn test(elo0: f64, elo1: f64, model: SprtModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
    }

    /// Values from fastchess (`sprt_test.cpp`), which lists single games as wins, losses and draws.
    #[test]
    fn ratios_agree_with_fastchess() {
        use SprtModel::{Logistic, Normalized};
        for ((wins, losses, draws), elo0, elo1, model, llr) in [
            ((36433, 36027, 68692), 0.0, 2.0, Normalized, "0.92"),
            ((10871, 10650, 20431), -1.75, 0.25, Normalized, "2.30"),
            ((21404, 21184, 40708), 0.5, 2.5, Logistic, "-1.57"),
            ((57433, 57030, 106_593), 0.0, 2.0, Logistic, "-2.59"),
        ] {
            let ratio = test(elo0, elo1, model).llr(&Trinomial::new(wins, draws, losses));
            assert_eq!(format!("{ratio:.2}"), llr);
        }
        for (counts, elo0, elo1, model, llr) in [
            ([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, Normalized, "2.25"),
            ([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, Normalized, "3.01"),
            ([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, Logistic, "-3.07"),
            ([871, 26175, 55003, 980, 26678, 821], 0.0, 2.0, Logistic, "-4.98"),
        ] {
            let ratio = test(elo0, elo1, model).llr(&Pentanomial::new(counts));
            assert_eq!(format!("{ratio:.2}"), llr);
        }
    }

    /// Only one score occurs. The tests of fastchess expect 120.56 and 111.82, with a tolerance of 1 %. The
    /// values here are from scipy, by constrained optimization (SLSQP).
    #[test]
    fn a_count_of_0_is_replaced_by_a_small_count() {
        let single = test(0.0, 10.0, SprtModel::Normalized).llr(&Trinomial::new(4250, 0, 0));
        let pairs = test(0.0, 5.0, SprtModel::Normalized).llr(&Pentanomial::new([0, 0, 0, 0, 0, 5550]));
        assert!(
            (single - 120.548_268).abs() < 1e-5 && (pairs - 111.797_555).abs() < 1e-5,
            "{single} {pairs}"
        );
        assert_eq!(test(0.0, 10.0, SprtModel::Normalized).llr(&Trinomial::default()), 0.0);
    }

    #[test]
    fn few_results_have_a_finite_ratio_and_better_results_a_higher_one() {
        for model in SprtModel::ALL {
            for (elo0, elo1) in [(0.0, 20.0), (-150.0, 150.0), (-model.limit(), model.limit())] {
                let test = test(elo0, elo1, model);
                for at in 0..243_u64 {
                    let counts = [at % 3, at / 3 % 3, at / 9 % 3, 0, at / 27 % 3, at / 81];
                    let llr = test.llr(&Pentanomial::new(counts));
                    let mut better = counts;
                    better[5] += 1;
                    let higher = test.llr(&Pentanomial::new(better));
                    assert!(llr.is_finite() && higher.is_finite(), "{test}: {counts:?}");
                    assert!(higher > llr, "{test}: {counts:?} {llr} {higher}");
                }
            }
        }
    }

    #[test]
    fn a_test_reads_as_it_is_written() {
        let full: Sprt =
            "model=normalized, beta=0.1, elo1=12.5, elo0=-2.5, alpha=0.01".parse().expect("a test");
        assert_eq!(full, Sprt::new(-2.5, 12.5, 0.01, 0.1, SprtModel::Normalized).expect("a test"));
        assert_eq!(full.to_string().parse(), Ok(full));
        let short: Sprt = "elo0=0,elo1=20".parse().expect("a test");
        assert_eq!(short.to_string(), "elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic");
    }

    #[test]
    fn refusals_name_the_key_what_was_given_and_what_is_allowed() {
        for (text, refusal) in [
            ("elo0=0", "elo1 is missing: a test needs elo0 and elo1"),
            ("elo1=0", "elo0 is missing: a test needs elo0 and elo1"),
            ("elo0=0,elo1=x", "elo1 is 'x': it must be a number"),
            ("elo0=nan,elo1=5", "elo0 is 'nan': it must be a number"),
            ("elo0=20,elo1=0", "elo0 is 20 and elo1 is 0: elo0 must be less than elo1"),
            ("elo0=0,elo1=1001", "elo1 is 1001: it must be -1000 to 1000 with model=logistic"),
            (
                "elo0=-300,elo1=9,model=normalized",
                "elo0 is -300: it must be -200 to 200 with model=normalized",
            ),
            ("elo0=0,elo1=9,alpha=0", "alpha is 0: it must be more than 0 and less than 0.5"),
            ("elo0=0,elo1=9,beta=0.5", "beta is 0.5: it must be more than 0 and less than 0.5"),
            ("elo0=0,elo0=9", "elo0 is given twice: it is allowed once"),
            (
                "elo0=0,elo1=9,model=logistik",
                "model is 'logistik': it must be logistic or normalized; nearest: 'logistic'",
            ),
            (
                "elo0=0,elo1=9,alfa=0.1",
                "a test has no 'alfa': its keys are elo0, elo1, alpha, beta, model; nearest: 'alpha'",
            ),
            (
                "",
                "'' is not KEY=VALUE: a test is elo0=NUMBER,elo1=NUMBER[,alpha=NUMBER][,beta=NUMBER][,model=NAME]",
            ),
        ] {
            let error = text.parse::<Sprt>().expect_err(text);
            assert_eq!(error.to_string(), refusal);
        }
    }

    #[test]
    fn the_bounds_of_wald_decide() {
        let test = Sprt::new(0.0, 20.0, 0.05, 0.1, SprtModel::Logistic).expect("a test");
        let (lower, upper) = test.bounds();
        assert_eq!(
            (format!("{lower:.4}"), format!("{upper:.4}")),
            ("-2.2513".to_owned(), "2.8904".to_owned())
        );
        let states = [-3.0, lower, 0.0, upper, 9.0].map(|llr| test.state(llr));
        use SprtState::{AcceptH0, AcceptH1, Continue};
        assert_eq!(states, [AcceptH0, AcceptH0, Continue, AcceptH1, AcceptH1]);
    }
}
