//! Elo: ratings of players from all their games against each other.

use super::{CrossTable, Trinomial, Z95, normal_below};
use std::f64::consts::LN_10;

/// Elo per natural unit of rating: 400 ∕ ln 10, about 174.
const SCALE: f64 = 400.0 / LN_10;

/// Number of virtual draws of each player if the results alone do not bound all ratings.
const FALLBACK_DRAWS: f64 = 1.0;

/// Newton's method ends when no rating changes by more than this, in natural units.
const TOLERANCE: f64 = 1e-11;

/// Returns the expected score, from 0 to 1, of a player whose rating is higher by `difference` Elo.
#[must_use]
pub fn expected_score(difference: f64) -> f64 {
    logistic(difference / SCALE)
}

/// Returns the difference in Elo that gives this expected score, from 0 to 1; −∞ for 0 and ∞ for 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    SCALE * (libm::log(score) - libm::log(1.0 - score))
}

/// Returns the probability that a player is stronger than another, from their games. Draws do not count. If
/// there are only draws or no games, it is ½.
// CITE: Chess Programming Wiki, "Match Statistics", likelihood of superiority: ½ (1 + erf((w − l) ∕ √(2 (w +
// l)))).
#[must_use]
pub fn superiority(results: &Trinomial) -> f64 {
    let decided = (results.wins + results.losses) as f64;
    if decided == 0.0 {
        return 0.5;
    }
    normal_below((results.wins as f64 - results.losses as f64) / decided.sqrt())
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// A rating or a difference of ratings, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Rating in Elo.
    pub elo: f64,
    /// Standard error in Elo.
    pub error: f64,
}

impl Rating {
    /// Returns half the width of the 95 % interval, in Elo.
    #[must_use]
    pub fn margin(&self) -> f64 {
        Z95 * self.error
    }

    /// Returns the 95 % interval, in Elo: lower and upper end.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        (self.elo - self.margin(), self.elo + self.margin())
    }
}

/// Bounds on the difference between two players that follow from the results alone, without a prior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Bounded on both sides: each took points from the other, directly or through other players.
    Bounded,
    /// Only the first took points, directly or through other players: the difference has no upper bound.
    Above,
    /// Only the second took points, directly or through other players: the difference has no lower bound.
    Below,
    /// No bound: neither took points from the other, directly or through other players.
    Unknown,
}

/// Ratings of maximum likelihood, from all games of the players.
///
/// A player with a rating higher by d Elo has an expected score of 1 ∕ (1 + 10^(−d∕400)); a draw is half a
/// win and half a loss. Ratings are relative: their mean is 0, or one player is the anchor. Intervals come
/// from the observed Fisher information. They are too wide if many games are drawn, because a draw counts as
/// half a win and half a loss; but draws (jigo) are rare.
///
/// The likelihood has no maximum if a player, or a group of players, took no points from the others.
/// [`Ratings::of`] then gives each player one virtual draw against an average player, so that all ratings are
/// finite. [`Ratings::relation`] returns which bounds a difference has without virtual draws.
///
/// ```
/// use stonefield_lab::statistics::{CrossTable, Ratings, Trinomial};
///
/// let mut table = CrossTable::new(2);
/// table.add(0, 1, Trinomial::new(75, 0, 25));
/// let ratings = Ratings::of(&table);
/// let difference = ratings.difference(0, 1);
/// assert_eq!((difference.elo.round(), difference.margin().round()), (191.0, 79.0));
/// assert!(ratings.superiority(0, 1) > 0.999 && ratings.prior() == 0.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Rating of each player, in Elo.
    elo: Vec<f64>,
    /// Covariance of the ratings, row by row, in Elo².
    covariance: Vec<f64>,
    /// Number of virtual draws of each player.
    prior: f64,
    /// Row by row: true if the row's player took points from the column's player, directly or through others.
    reach: Vec<bool>,
}

impl Ratings {
    /// Returns the ratings of maximum likelihood if they exist, otherwise those with one virtual draw for
    /// each player.
    #[must_use]
    pub fn of(table: &CrossTable) -> Self {
        Self::maximum_likelihood(table).unwrap_or_else(|| Self::fit(table, FALLBACK_DRAWS))
    }

    /// Returns the ratings of maximum likelihood, without a prior; `None` if the likelihood has no maximum,
    /// because a player or a group took no points from the others.
    // CITE: L. R. Ford, "Solution of a ranking problem from binary comparisons", American Mathematical
    // Monthly 64 (1957): the condition; R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block
    // designs", Biometrika 39 (1952): the model. Ordo and Bayeselo use it too.
    #[must_use]
    pub fn maximum_likelihood(table: &CrossTable) -> Option<Self> {
        reach(table).iter().all(|&reached| reached).then(|| Self::fit(table, 0.0))
    }

    /// Returns the ratings with `draws` virtual draws of each player against an average player.
    ///
    /// # Panics
    /// If `draws` is not finite and above 0.
    // CITE: virtual games with an average player, R. Coulom, "Whole-history rating", Computers and Games
    // 2008. Bayeselo shares its virtual draws among the opponents instead, which does not connect groups that
    // never met.
    #[must_use]
    pub fn with_prior(table: &CrossTable, draws: f64) -> Self {
        assert!(draws > 0.0 && draws.is_finite(), "{draws} virtual draws: more than 0");
        Self::fit(table, draws)
    }

    fn fit(table: &CrossTable, prior: f64) -> Self {
        let n = table.players();
        let mut ratings = vec![0.0; n];
        let mut value = log_likelihood(table, prior, &ratings);
        let mut inverse = vec![0.0; n * n];
        // Newton's method, at most 200 steps.
        for _ in 0..200 {
            let gradient = gradient(table, prior, &ratings);
            inverse = information(table, prior, &ratings);
            invert(&mut inverse, n);
            let step: Vec<f64> = (0..n).map(|i| dot(&inverse[i * n..][..n], &gradient)).collect();
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            // No rating changes by more than 2 natural units. A step that lowers the likelihood is halved.
            let mut length = (2.0 / longest).min(1.0);
            let (next, next_value) = loop {
                let next: Vec<f64> = ratings.iter().zip(&step).map(|(r, s)| r + length * s).collect();
                let next_value = log_likelihood(table, prior, &next);
                if next_value >= value || length * longest <= TOLERANCE {
                    break (next, next_value);
                }
                length /= 2.0;
            };
            (ratings, value) = (next, next_value);
            if length * longest <= TOLERANCE {
                break;
            }
        }
        let mean = ratings.iter().sum::<f64>() / n as f64;
        let mut result = Self {
            elo: ratings.iter().map(|rating| (rating - mean) * SCALE).collect(),
            covariance: inverse.iter().map(|part| part * SCALE * SCALE).collect(),
            prior,
            reach: reach(table),
        };
        let equal_weights = vec![1.0 / n as f64; n];
        result.relative_to(&equal_weights);
        result
    }

    /// Changes the covariance to that of the differences from a weighted mean of the ratings. The weights
    /// have the sum 1.
    fn relative_to(&mut self, weights: &[f64]) {
        let n = self.elo.len();
        let rows: Vec<f64> = (0..n).map(|i| dot(&self.covariance[i * n..][..n], weights)).collect();
        let mean_variance = dot(&rows, weights);
        for i in 0..n {
            for j in 0..n {
                self.covariance[i * n + j] += mean_variance - rows[i] - rows[j];
            }
        }
    }

    /// Shifts all ratings so that `player` has the rating `elo`. The errors are then those of the differences
    /// from that player.
    ///
    /// # Panics
    /// If the player does not exist.
    #[must_use]
    pub fn anchored(mut self, player: usize, elo: f64) -> Self {
        let shift = elo - self.elo[player];
        self.elo.iter_mut().for_each(|rating| *rating += shift);
        let mut weights = vec![0.0; self.elo.len()];
        weights[player] = 1.0;
        self.relative_to(&weights);
        self
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.elo.len()
    }

    /// Returns the number of virtual draws of each player; 0 for ratings of maximum likelihood.
    #[must_use]
    pub const fn prior(&self) -> f64 {
        self.prior
    }

    /// Returns the rating of a player.
    ///
    /// # Panics
    /// If the player does not exist.
    #[must_use]
    pub fn rating(&self, player: usize) -> Rating {
        let variance = self.covariance[player * self.elo.len() + player];
        Rating { elo: self.elo[player], error: variance.max(0.0).sqrt() }
    }

    /// Returns the rating of `player` minus that of `other`.
    ///
    /// # Panics
    /// If a player does not exist.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> Rating {
        let at = |i, j| self.covariance[i * self.elo.len() + j];
        let variance = at(player, player) + at(other, other) - 2.0 * at(player, other);
        Rating { elo: self.elo[player] - self.elo[other], error: variance.max(0.0).sqrt() }
    }

    /// Returns the probability that `player` is stronger than `other`, from 0 to 1; ½ against itself.
    ///
    /// # Panics
    /// If a player does not exist.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let Rating { elo, error } = self.difference(player, other);
        if error > 0.0 { normal_below(elo / error) } else { 0.5 }
    }

    /// Returns the bounds on the difference without a prior, with `player` as the first of [`Relation`].
    ///
    /// # Panics
    /// If a player does not exist.
    #[must_use]
    pub fn relation(&self, player: usize, other: usize) -> Relation {
        let n = self.elo.len();
        match (self.reach[player * n + other], self.reach[other * n + player]) {
            (true, true) => Relation::Bounded,
            (true, false) => Relation::Above,
            (false, true) => Relation::Below,
            (false, false) => Relation::Unknown,
        }
    }

    /// Returns the players in decreasing order of rating, and in increasing order of number if ratings are
    /// equal.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.elo.len()).collect();
        order.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]));
        order
    }
}

/// Returns, row by row, true if the row's player took points from the column's player, directly or through
/// others. It is true on the diagonal.
fn reach(table: &CrossTable) -> Vec<bool> {
    let n = table.players();
    let mut reach: Vec<bool> =
        (0..n * n).map(|at| at / n == at % n || table.between(at / n, at % n).points() > 0.0).collect();
    for via in 0..n {
        for from in 0..n {
            if reach[from * n + via] {
                for to in 0..n {
                    reach[from * n + to] |= reach[via * n + to];
                }
            }
        }
    }
    reach
}

/// Iterates over the pairs of players that have a game: both players, and the points of each.
fn meetings(table: &CrossTable) -> impl Iterator<Item = (usize, usize, f64, f64)> {
    let n = table.players();
    let pairs = (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)));
    pairs.filter_map(|(i, j)| {
        let results = table.between(i, j);
        (results.games() > 0).then(|| (i, j, results.points(), results.reversed().points()))
    })
}

/// Returns the log-likelihood of ratings in natural units.
fn log_likelihood(table: &CrossTable, prior: f64, ratings: &[f64]) -> f64 {
    // ln(1 ∕ (1 + e^−x)), without overflow.
    let log = |x: f64| x.min(0.0) - libm::log1p(libm::exp(-x.abs()));
    let of_games: f64 = meetings(table)
        .map(|(i, j, points, other_points)| {
            let difference = ratings[i] - ratings[j];
            points * log(difference) + other_points * log(-difference)
        })
        .sum();
    of_games + ratings.iter().map(|&rating| prior / 2.0 * (log(rating) + log(-rating))).sum::<f64>()
}

/// Returns the gradient of the log-likelihood: for each player, points minus expected points.
fn gradient(table: &CrossTable, prior: f64, ratings: &[f64]) -> Vec<f64> {
    let mut gradient: Vec<f64> = ratings.iter().map(|&rating| prior * (0.5 - logistic(rating))).collect();
    for (i, j, points, other_points) in meetings(table) {
        let surplus = points - (points + other_points) * logistic(ratings[i] - ratings[j]);
        gradient[i] += surplus;
        gradient[j] -= surplus;
    }
    gradient
}

/// Returns the observed Fisher information: the negative second derivatives of the log-likelihood.
fn information(table: &CrossTable, prior: f64, ratings: &[f64]) -> Vec<f64> {
    let n = ratings.len();
    // Without a prior the likelihood does not depend on the mean of the ratings. This term fixes the mean,
    // and does not change the differences.
    let mean_term = if prior > 0.0 { 0.0 } else { 1.0 };
    let mut matrix = vec![mean_term; n * n];
    for (i, &rating) in ratings.iter().enumerate() {
        let p = logistic(rating);
        matrix[i * n + i] += prior * p * (1.0 - p);
    }
    for (i, j, points, other_points) in meetings(table) {
        let p = logistic(ratings[i] - ratings[j]);
        let weight = (points + other_points) * p * (1.0 - p);
        matrix[i * n + i] += weight;
        matrix[j * n + j] += weight;
        matrix[i * n + j] -= weight;
        matrix[j * n + i] -= weight;
    }
    matrix
}

/// Inverts a symmetric positive definite matrix in place, by Gauss-Jordan elimination without pivoting.
fn invert(matrix: &mut [f64], n: usize) {
    for pivot in 0..n {
        let inverse = 1.0 / matrix[pivot * n + pivot];
        matrix[pivot * n + pivot] = 1.0;
        for column in 0..n {
            matrix[pivot * n + column] *= inverse;
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = std::mem::replace(&mut matrix[row * n + pivot], 0.0);
            for column in 0..n {
                matrix[row * n + column] -= factor * matrix[pivot * n + column];
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players, then wins, draws and losses of the first.
    type Match = (usize, usize, u64, u64, u64);

    const FIVE: [Match; 8] = [
        (0, 1, 12, 5, 7),
        (0, 2, 15, 3, 6),
        (0, 3, 20, 1, 3),
        (1, 2, 9, 6, 9),
        (1, 4, 14, 4, 2),
        (2, 3, 11, 2, 7),
        (3, 4, 10, 0, 9),
        (2, 4, 13, 5, 4),
    ];

    fn table(players: usize, matches: &[Match]) -> CrossTable {
        let mut table = CrossTable::new(players);
        for &(player, other, wins, draws, losses) in matches {
            table.add(player, other, Trinomial::new(wins, draws, losses));
        }
        table
    }

    fn assert_ratings(ratings: &Ratings, elo: &[f64], errors: &[f64]) {
        for (player, (elo, error)) in elo.iter().zip(errors).enumerate() {
            let rating = ratings.rating(player);
            assert!(
                (rating.elo - elo).abs() < 1e-5 && (rating.error - error).abs() < 1e-5,
                "{player}: {rating:?}"
            );
        }
    }

    /// Values of scipy 1.17.1 (BFGS, then the inverse of the Hessian, for ratings with the mean 0). Ordo
    /// 1.2.6 (`-z 200.2394 -a 0 -d 0`) gives 159.68, 63.07, 19.51, −102.36 and −139.90; the margins in the
    /// last loop are from its simulated games.
    #[test]
    fn ratings_and_errors_agree_with_scipy_and_ordo() {
        let ratings = Ratings::of(&table(5, &FIVE));
        assert_eq!((ratings.prior(), ratings.order()), (0.0, vec![0, 1, 2, 3, 4]));
        assert_ratings(
            &ratings,
            &[159.681_048, 63.066_885, 19.512_974, -102.359_731, -139.901_175],
            &[38.343_875, 37.368_462, 31.200_707, 40.162_653, 40.045_656],
        );
        let difference = ratings.difference(0, 1);
        assert!((difference.elo - 96.614_163).abs() < 1e-5 && (difference.error - 55.691_812).abs() < 1e-5);
        assert!((ratings.superiority(0, 1) - 0.958_611_894).abs() < 1e-8);
        assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
        for (player, margin) in [77.746, 75.010, 62.784, 81.136, 81.377].into_iter().enumerate() {
            // The margins from simulated games are up to 5 % wider.
            let ratio = margin / ratings.rating(player).margin();
            assert!((1.0..1.05).contains(&ratio), "{player}: {ratio}");
        }
    }

    #[test]
    fn an_anchor_has_its_rating_and_no_error() {
        let free = Ratings::of(&table(5, &FIVE));
        let anchored_ratings = free.clone().anchored(4, 1000.0);
        let expected = |player: usize| 1000.0 + free.difference(player, 4).elo;
        assert_ratings(
            &anchored_ratings,
            &[expected(0), expected(1), expected(2), expected(3), 1000.0],
            &[67.330_637, 61.602_716, 56.163_496, 59.937_111, 0.0],
        );
        for (player, other) in [(0, 1), (2, 3), (1, 4)] {
            let (a, b) = (free.difference(player, other), anchored_ratings.difference(player, other));
            assert!((a.elo - b.elo).abs() < 1e-9 && (a.error - b.error).abs() < 1e-9);
        }
    }

    #[test]
    fn two_players_have_the_rating_of_their_score() {
        let ratings = Ratings::of(&table(2, &[(0, 1, 60, 10, 30)]));
        let difference = ratings.difference(0, 1);
        assert!((expected_score(difference.elo) - 0.65).abs() < 1e-12);
        assert!((difference.elo - elo_of(0.65)).abs() < 1e-9);
        // The standard error of the difference is SCALE ∕ √(n p (1 − p)).
        assert!((difference.error - SCALE / (100.0_f64 * 0.65 * 0.35).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_player_who_won_all_games_is_rated_with_a_virtual_draw() {
        let table = table(3, &[(0, 1, 10, 0, 0), (1, 2, 6, 0, 4), (0, 2, 8, 0, 0)]);
        assert_eq!(Ratings::maximum_likelihood(&table), None);
        let ratings = Ratings::of(&table);
        assert_eq!(ratings.prior(), 1.0);
        assert_eq!((ratings.relation(0, 1), ratings.relation(2, 0)), (Relation::Above, Relation::Below));
        assert_eq!(ratings.relation(1, 2), Relation::Bounded);
        assert_ratings(
            &ratings,
            &[430.850_201, -183.762_525, -247.087_677],
            &[167.660_212, 97.029_424, 102.002_057],
        );
    }

    #[test]
    fn groups_that_never_met_are_rated_with_a_virtual_draw() {
        let ratings = Ratings::of(&table(5, &[(0, 1, 6, 2, 2), (2, 3, 3, 0, 7)]));
        assert_eq!((ratings.relation(0, 3), ratings.relation(4, 0)), (Relation::Unknown, Relation::Unknown));
        assert_eq!(ratings.relation(3, 2), Relation::Bounded);
        let difference = ratings.difference(0, 1);
        assert!((difference.elo - 139.094_781).abs() < 1e-5 && (difference.error - 115.589_758).abs() < 1e-5);
        assert!(ratings.rating(4).elo.abs() < 1e-9, "a player without games has the mean rating");
    }

    #[test]
    fn a_weak_prior_and_100_000_wins_give_finite_ratings() {
        let table = table(2, &[(0, 1, 100_000, 0, 0)]);
        let difference = Ratings::with_prior(&table, 0.01).difference(0, 1);
        assert!(difference.elo.is_finite() && difference.elo > 2000.0 && difference.error.is_finite());
        // Solved by bisection: 100,000 (1 − p(d)) = 0.01 (p(d∕2) − ½), where p is the expected score.
        assert!((difference.elo - 2_920.489_661).abs() < 1e-3, "{difference:?}");
    }

    #[test]
    fn a_table_without_players_or_games_is_rated() {
        assert_eq!(Ratings::of(&CrossTable::new(0)).players(), 0);
        let alone = Ratings::of(&CrossTable::new(1));
        assert_eq!(alone.rating(0), Rating { elo: 0.0, error: 0.0 });
    }

    #[test]
    fn superiority_follows_from_wins_and_losses() {
        // 136 wins, 96 losses: Φ(40 ∕ √232), with the normal distribution function Φ.
        let likely = superiority(&Trinomial::new(136, 111, 96));
        assert!((likely - 0.995_681_892).abs() < 1e-8, "{likely}");
        assert_eq!(superiority(&Trinomial::new(0, 5, 0)), 0.5);
        assert_eq!(expected_score(0.0), 0.5);
        assert_eq!((expected_score(400.0) * 11.0).round(), 10.0);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
