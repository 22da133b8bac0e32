//! Tournament: who plays, and who plays whom.

use super::super::axis::Axis;
use stonefield_go::ByColor;
use stonefield_minds::BrainSpec;

/// The most players that a tournament has.
pub const MOST_PLAYERS: usize = 100;

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// What it is called; no two players are called the same.
    pub name: String,
    /// Who it is.
    pub mind: BrainSpec,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Each player against each other.
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
}

impl Pairing {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::Gauntlet];

    /// The name that a plan has for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// The players of a plan, and who plays whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    players: Vec<Entrant>,
    pairing: Pairing,
    pairs: Vec<(usize, usize)>,
}

impl Tournament {
    pub(super) fn new(players: Vec<Entrant>, pairing: Pairing) -> Self {
        let count = players.len();
        let firsts = match pairing {
            Pairing::RoundRobin => 0..count,
            Pairing::Gauntlet => 0..count.min(1),
        };
        let pairs = firsts.flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect();
        Self { players, pairing, pairs }
    }

    /// Who plays, in the order of the plan.
    #[must_use]
    pub fn players(&self) -> &[Entrant] {
        &self.players
    }

    /// How they are paired.
    #[must_use]
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// The pairings, each by the numbers of its players: the first has Black in the first game of each pair of games.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The pairings as what varies.
    pub(super) fn axis(&self) -> Axis {
        let player = |at: usize| &self.players[at];
        Axis::of_pairings(self.pairs.iter().map(|&(first, second)| {
            let label = format!("{} against {}", player(first).name, player(second).name);
            (label, ByColor::new(player(first).mind.clone(), player(second).mind.clone()))
        }))
    }
}
