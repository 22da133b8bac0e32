//! Pairs: results of two games of the same players, with colours swapped between them.

use super::wilson_of;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Number of results for each score. Scores are from 0 to 1 in equal steps.
pub trait ScoreCounts {
    /// Number of games that a result covers: 1, or 2 for a pair.
    const GAMES: u32;

    /// Returns the counts, from score 0 to score 1.
    fn counts(&self) -> Vec<f64>;
}

/// Results of single games, from the point of view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn (jigo).
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Creates results from wins, draws and losses.
    #[must_use]
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of points, from 0 to 1. `None` without a game.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the 95 % interval of the share of points (Wilson); 0 to 1 without a game.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson_of(self.points(), self.games())
    }

    /// Returns the same results from the point of view of the other player.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl ScoreCounts for Trinomial {
    const GAMES: u32 = 1;

    fn counts(&self) -> Vec<f64> {
        [self.losses, self.draws, self.wins].map(|count| count as f64).to_vec()
    }
}

/// Results of pairs of games, from the point of view of one player. The order of the two games does not
/// matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// Both games lost.
    pub ll: u64,
    /// One lost, one drawn.
    pub ld: u64,
    /// One won, one lost.
    pub wl: u64,
    /// Both drawn.
    pub dd: u64,
    /// One won, one drawn.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl Pentanomial {
    /// Creates results from counts in the order LL, LD, WL, DD, WD, WW.
    #[must_use]
    pub const fn new([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Self {
        Self { ll, ld, wl, dd, wd, ww }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// Returns the results of the single games.
    #[must_use]
    pub const fn games(&self) -> Trinomial {
        Trinomial {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: self.wd + 2 * self.dd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }
}

/// Scores of pairs are 0, ¼, ½, ¾ and 1 point per game. A win and a loss have the same score as two draws.
impl ScoreCounts for Pentanomial {
    const GAMES: u32 = 2;

    fn counts(&self) -> Vec<f64> {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww].map(|count| count as f64).to_vec()
    }
}

/// Result of a game for the first player of a pair, who plays Black in one game and White in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedGame {
    /// The first player won.
    Won,
    /// The game was drawn (jigo).
    Drawn,
    /// The first player lost.
    Lost,
    /// The game does not count.
    Void,
}

impl PairedGame {
    /// Returns the points of the first player, doubled; `None` for a void game.
    const fn half_points(self) -> Option<u8> {
        match self {
            Self::Won => Some(2),
            Self::Drawn => Some(1),
            Self::Lost => Some(0),
            Self::Void => None,
        }
    }
}

impl From<PairedGame> for Trinomial {
    /// Creates the results of one game; all counts are 0 for a void game.
    fn from(game: PairedGame) -> Self {
        match game {
            PairedGame::Won => Self::new(1, 0, 0),
            PairedGame::Drawn => Self::new(0, 1, 0),
            PairedGame::Lost => Self::new(0, 0, 1),
            PairedGame::Void => Self::default(),
        }
    }
}

/// Count of pairs of games.
///
/// A pair with a void game is void: its other game does not count either.
///
/// ```
/// use stonefield_lab::statistics::{PairedGame::{Drawn, Lost, Void, Won}, Pairs};
///
/// // Games 0 and 1 are a pair, and so are 2 and 3. Games may come in any order.
/// let pairs = Pairs::of_games([(0, Won), (3, Void), (1, Drawn), (2, Lost), (4, Won)]);
/// assert_eq!((pairs.counted.wd, pairs.counted.pairs(), pairs.void, pairs.open), (1, 1, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs that count.
    pub counted: Pentanomial,
    /// Number of pairs with a void game.
    pub void: u64,
    /// Number of pairs with one game only, which is not void.
    pub open: u64,
}

impl Pairs {
    /// Adds a pair: the first player's results of both games, in any order.
    pub fn push(&mut self, one: PairedGame, other: PairedGame) {
        let (Some(first), Some(second)) = (one.half_points(), other.half_points()) else {
            self.void += 1;
            return;
        };
        let count = match (first.min(second), first.max(second)) {
            (0, 0) => &mut self.counted.ll,
            (0, 1) => &mut self.counted.ld,
            (0, _) => &mut self.counted.wl,
            (1, 1) => &mut self.counted.dd,
            (1, _) => &mut self.counted.wd,
            _ => &mut self.counted.ww,
        };
        *count += 1;
    }

    /// Counts games by number: 0 and 1 are a pair, 2 and 3 the next, and so on.
    ///
    /// Games may come in any order. If two games have the same number, only the first that comes counts. A
    /// pair with a void game is void, even if its other game is missing.
    #[must_use]
    pub fn of_games(games: impl IntoIterator<Item = (u64, PairedGame)>) -> Self {
        let mut games_of_pairs: BTreeMap<u64, [Option<PairedGame>; 2]> = BTreeMap::new();
        for (number, game) in games {
            let pair = games_of_pairs.entry(number / 2).or_default();
            pair[usize::from(number % 2 == 1)].get_or_insert(game);
        }
        let mut pairs = Self::default();
        for pair in games_of_pairs.into_values() {
            match pair {
                [Some(one), Some(other)] => pairs.push(one, other),
                [Some(PairedGame::Void), None] | [None, Some(PairedGame::Void)] => pairs.void += 1,
                _ => pairs.open += 1,
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PairedGame::{Drawn, Lost, Void, Won};

    #[test]
    fn pairs_are_counted_in_any_order_of_their_games() {
        for (one, other, counts) in [
            (Lost, Lost, [1, 0, 0, 0, 0, 0]),
            (Lost, Drawn, [0, 1, 0, 0, 0, 0]),
            (Won, Lost, [0, 0, 1, 0, 0, 0]),
            (Drawn, Drawn, [0, 0, 0, 1, 0, 0]),
            (Won, Drawn, [0, 0, 0, 0, 1, 0]),
            (Won, Won, [0, 0, 0, 0, 0, 1]),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                let mut pairs = Pairs::default();
                pairs.push(one, other);
                assert_eq!(pairs, Pairs { counted: Pentanomial::new(counts), ..Pairs::default() });
                let points = one.half_points().zip(other.half_points()).map(|(a, b)| f64::from(a + b) / 2.0);
                assert_eq!(Some(pairs.counted.games().points()), points);
                assert_eq!(pairs.counted.games().games(), 2);
            }
        }
    }

    #[test]
    fn a_pair_with_a_void_game_does_not_count() {
        let games = [(0, Won), (1, Void), (2, Won), (3, Lost), (4, Void), (5, Lost)];
        let pairs = Pairs::of_games(games);
        assert_eq!(pairs.counted, Pentanomial { wl: 1, ..Pentanomial::default() });
        assert_eq!((pairs.void, pairs.open), (2, 0));
    }

    #[test]
    fn games_are_paired_by_their_numbers() {
        let pairs =
            Pairs::of_games([(7, Won), (0, Lost), (6, Drawn), (1, Drawn), (0, Won), (9, Void), (10, Won)]);
        assert_eq!(pairs.counted, Pentanomial { wd: 1, ld: 1, ..Pentanomial::default() });
        assert_eq!((pairs.void, pairs.open), (1, 1), "game 9 makes its pair void, game 11 is missing");
    }

    #[test]
    fn counts_go_from_the_lowest_score_to_the_highest() {
        assert_eq!(Pentanomial::new([1, 2, 3, 4, 5, 6]).counts(), [1.0, 2.0, 7.0, 5.0, 6.0]);
        let games = Trinomial::new(3, 2, 1);
        assert_eq!((games.counts(), games.points()), (vec![1.0, 2.0, 3.0], 4.0));
        assert_eq!(games.reversed().counts(), [3.0, 2.0, 1.0]);
    }
}
