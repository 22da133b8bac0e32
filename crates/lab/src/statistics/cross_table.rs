//! Cross table: results of each pairing of players.

use super::Trinomial;

/// Results of players against each other. Players are numbered from 0.
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
    /// Results of each player against each player, row by row, from the point of view of the row's player.
    results: Vec<Trinomial>,
}

impl CrossTable {
    /// Creates a table without games.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { players, results: vec![Trinomial::default(); players * players] }
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `player` against `other`. The results are those of `player`.
    ///
    /// # Panics
    /// If the table does not have one of the players, or if both are the same.
    pub fn add(&mut self, player: usize, other: usize, results: Trinomial) {
        let players = self.players;
        assert!(player < players && other < players, "players {player} and {other} of {players}, from 0");
        assert!(player != other, "player {player} cannot play itself");
        self.results[player * players + other] += results;
        self.results[other * players + player] += results.reversed();
    }

    /// Returns the results of `player` against `other`. There are none if both are the same player.
    ///
    /// # Panics
    /// If the table does not have one of the players.
    #[must_use]
    pub fn between(&self, player: usize, other: usize) -> Trinomial {
        assert!(other < self.players, "player {other} of {}, from 0", self.players);
        self.results[player * self.players + other]
    }

    /// Returns the sum of a player's results against all others.
    ///
    /// # Panics
    /// If the table does not have the player.
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
    fn a_game_counts_for_both_players() {
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
    fn a_player_against_itself_panics() {
        CrossTable::new(2).add(1, 1, Trinomial::new(1, 0, 0));
    }
}
