//! Cross table: who played whom, and with what results.

use super::Trinomial;

/// The results of any number of players against each other. Players are numbers from 0.
///
/// ```
/// use stonefield_lab::statistics::{CrossTable, Trinomial};
///
/// let mut table = CrossTable::new(3);
/// table.add(0, 1, Trinomial::new(7, 1, 2));
/// table.add(1, 0, Trinomial::new(4, 0, 6));
/// assert_eq!(table.between(0, 1), Trinomial::new(13, 1, 6));
/// assert_eq!((table.total(1).points(), table.total(2).games()), (6.5, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    /// Row by row: the results of the row's player against the column's.
    results: Vec<Trinomial>,
}

impl CrossTable {
    /// A table without games.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { players, results: vec![Trinomial::default(); players * players] }
    }

    /// How many players there are.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `player` against `other`, seen by `player`. Who is named first does not matter otherwise.
    ///
    /// # Panics
    /// Of a player that the table does not have, and of one who plays itself.
    pub fn add(&mut self, player: usize, other: usize, results: Trinomial) {
        let players = self.players;
        assert!(player < players && other < players, "players {player} and {other} of {players}, from 0");
        assert!(player != other, "player {player} cannot play itself");
        self.results[player * players + other] += results;
        self.results[other * players + player] += results.reversed();
    }

    /// The results of `player` against `other`; none of a player against itself.
    ///
    /// # Panics
    /// Of a player that the table does not have.
    #[must_use]
    pub fn between(&self, player: usize, other: usize) -> Trinomial {
        assert!(other < self.players, "player {other} of {}, from 0", self.players);
        self.results[player * self.players + other]
    }

    /// All results of a player.
    ///
    /// # Panics
    /// Of a player that the table does not have.
    #[must_use]
    pub fn total(&self, player: usize) -> Trinomial {
        let mut total = Trinomial::default();
        for &results in &self.results[player * self.players..][..self.players] {
            total += results;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same_games() {
        let mut table = CrossTable::new(4);
        table.add(2, 0, Trinomial::new(5, 2, 1));
        table.add(0, 3, Trinomial::new(1, 0, 0));
        assert_eq!(table.between(2, 0), Trinomial::new(5, 2, 1));
        assert_eq!(table.between(0, 2), Trinomial::new(1, 2, 5));
        assert_eq!(table.total(0), Trinomial::new(2, 2, 5));
        assert_eq!(table.total(1), Trinomial::default());
    }

    #[test]
    #[should_panic(expected = "player 1 cannot play itself")]
    fn nobody_plays_itself() {
        CrossTable::new(2).add(1, 1, Trinomial::new(1, 0, 0));
    }
}
