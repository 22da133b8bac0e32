//! Tournament: the players of a plan, and their pairings.

use super::super::axis::Axis;
use stonefield_go::ByColor;
use stonefield_minds::BrainSpec;

/// Largest number of players.
pub const MOST_PLAYERS: usize = 100;

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Name of the player, unique in the tournament.
    pub name: String,
    /// Mind of the player.
    pub mind: BrainSpec,
}

/// Rule by which players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Each player meets each other player.
    RoundRobin,
    /// The first player meets each other player. No other players meet.
    Gauntlet,
}

impl Pairing {
    /// All pairing rules.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::Gauntlet];

    /// Returns the name in a plan.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// Players of a plan, and their pairings.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    players: Vec<Entrant>,
    pairing: Pairing,
    pairs: Vec<(usize, usize)>,
}

impl Tournament {
    pub(super) fn new(players: Vec<Entrant>, pairing: Pairing) -> Self {
        let count = players.len();
        let first_players = match pairing {
            Pairing::RoundRobin => 0..count,
            Pairing::Gauntlet => 0..count.min(1),
        };
        let pairs =
            first_players.flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect();
        Self { players, pairing, pairs }
    }

    /// Returns the players, in the order of the plan.
    #[must_use]
    pub fn players(&self) -> &[Entrant] {
        &self.players
    }

    /// Returns the rule by which the players are paired.
    #[must_use]
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// Returns the pairings as indices of players. The first player has Black in the first game of each pair.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Returns the pairings as an axis.
    pub(super) fn axis(&self) -> Axis {
        let player = |at: usize| &self.players[at];
        Axis::of_pairings(self.pairs.iter().map(|&(first, second)| {
            let label = format!("{} against {}", player(first).name, player(second).name);
            (label, ByColor::new(player(first).mind.clone(), player(second).mind.clone()))
        }))
    }
}
