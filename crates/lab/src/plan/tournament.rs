//! Tournament: the players of a plan, and their pairings.

use super::super::axis::Axis;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use stonefield_go::ByColor;
use stonefield_minds::toml_text::Parsed;
use stonefield_minds::{BrainSpec, Origin};

/// Largest number of players.
pub const MAX_PLAYERS: usize = 100;

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Name of the player, unique in the tournament.
    pub name: String,
    /// Mind of the player.
    pub mind: BrainSpec,
}

/// Reads the players: a table of names and minds, or a list of minds, whose texts are then the names.
pub(super) fn players<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Entrant>>, D::Error> {
    deserializer.deserialize_any(PlayersVisitor).map(Some)
}

struct PlayersVisitor;

impl<'de> Visitor<'de> for PlayersVisitor {
    type Value = Vec<Entrant>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of minds, or a table of lines NAME = \"MIND\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Entrant>, A::Error> {
        let mut players = Vec::new();
        while let Some(Parsed(mind)) = list.next_element::<Parsed<BrainSpec>>()? {
            players.push(Entrant { name: mind.to_string(), mind: mind.with_origin(Origin::File) });
        }
        Ok(players)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Vec<Entrant>, A::Error> {
        let mut players = Vec::new();
        while let Some((name, Parsed(mind))) = table.next_entry::<String, Parsed<BrainSpec>>()? {
            players.push(Entrant { name: name.trim().to_owned(), mind: mind.with_origin(Origin::File) });
        }
        Ok(players)
    }
}

/// Rule that decides which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Each player meets each other player.
    #[default]
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

    /// Returns the rule that decides which players meet.
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
