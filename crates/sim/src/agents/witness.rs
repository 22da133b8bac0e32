//! Comparison of the agents with the referee: its frequency, and the differences that it can find.

use super::{Groups, Links, Occupancy};
use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;
use stonefield_go::notation::{counted, suggestion};
use stonefield_go::{Color, Move, Outcome, PlayError, Point};

/// Frequency of the comparison of agents and referee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// Never.
    Off,
    /// Every 64th ply, and the end of the game. These comparisons are full, except for the plies on boards
    /// above 64×64: there only what [`Check::Every`] compares at every ply, without the legal moves.
    Sample,
    /// Every ply: the move, the hash, the counts and the senses of the stones that the ply touches; on boards
    /// up to 13×13 also all legal moves. A full comparison follows the end of the game and, on boards up to
    /// 64×64, every 64th ply.
    #[default]
    Every,
}

impl Check {
    /// All values, the most frequent check first.
    pub const ALL: [Self; 3] = [Self::Every, Self::Sample, Self::Off];

    /// Name in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Sample => "sample",
            Self::Every => "every",
        }
    }

    /// True if the ply with this number is compared.
    pub(crate) const fn compares_ply(self, ply: u64) -> bool {
        match self {
            Self::Off => false,
            Self::Sample => ply.is_multiple_of(PLIES),
            Self::Every => true,
        }
    }

    /// True if the legal moves are compared after each ply, on a board of `area` points.
    pub(crate) const fn compares_moves(self, area: usize) -> bool {
        matches!(self, Self::Every) && area <= SMALL
    }

    /// True for a full comparison after a ply, on a board of `area` points. `over`: the ply ended the game.
    pub(crate) const fn compares_all(self, ply: u64, over: bool, area: usize) -> bool {
        match self {
            Self::Off => false,
            _ if over => true,
            Self::Sample | Self::Every => area <= LARGE && ply.is_multiple_of(PLIES),
        }
    }
}

/// Plies between two full comparisons.
const PLIES: u64 = 64;

/// Largest board, in points, on which legal moves are compared after each ply.
const SMALL: usize = 13 * 13;

/// Largest board, in points, with full comparisons during the game. On larger ones only the end has one.
const LARGE: usize = 64 * 64;

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error of a text that is no name of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not every, sample or off{near}", near = suggestion(.0, Check::ALL.iter().map(|check| check.name())))]
pub struct CheckError(String);

impl FromStr for Check {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Self, CheckError> {
        Self::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| CheckError(text.to_owned()))
    }
}

/// Results of the referee's comparisons in a game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Witness {
    /// Number of plies after which agents and referee were compared.
    pub looked: u64,
    /// Number of these plies after which agents and referee agreed.
    pub agreed: u64,
    /// First disagreement, which ended the game, and the number of its ply.
    pub found: Option<(u64, Disagreement)>,
}

impl Witness {
    /// Returns the result in words, such as `agents = referee: 302 of 302 moves`.
    #[must_use]
    pub fn words(&self) -> String {
        let disagreement = self.disagreement();
        disagreement.unwrap_or_else(|| format!("agents = referee: {} of {} moves", self.agreed, self.looked))
    }

    /// Returns the disagreement that ended the game, in words with ply and place, if there is one.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        self.found.map(|(ply, found)| format!("agents and referee disagree after ply {ply}: {found}"))
    }

    /// Returns [`Witness::words`]; in the NetLogo world without a disagreement, the [`Departures`] in words.
    #[must_use]
    pub fn words_of(&self, occupancy: &Occupancy, groups: &Groups, links: &Links) -> String {
        match (links, self.found) {
            (Links::Closure(_), None) => Departures::of(occupancy, groups, links).to_string(),
            _ => self.words(),
        }
    }
}

/// Departures of the NetLogo world from the rules of Go on the present board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Departures {
    /// Groups on the board without a liberty.
    pub groups: u32,
    /// Stones of these groups. By the rules of Go they would have been captured.
    pub stones: u32,
    /// Stones that have fewer links than their group has other stones.
    pub behind: u32,
}

impl Departures {
    /// Counts the departures on a goban.
    #[must_use]
    pub fn of(occupancy: &Occupancy, groups: &Groups, links: &Links) -> Self {
        let mut departures = Self::default();
        let is_stuck = |id: u32| occupancy.own_liberties(occupancy.index_of(id)) == 0;
        for id in occupancy.ids() {
            // Counts each group once, at its oldest stone.
            if groups.oldest(id) == Some(id) && groups.members(id).all(is_stuck) {
                departures.groups += 1;
                departures.stones += groups.size(id);
            }
            departures.behind += u32::from(links.degree(id) + 1 < groups.size(id));
        }
        departures
    }
}

impl fmt::Display for Departures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { groups, stones, behind } = self;
        write!(
            f,
            "quirks: {} without liberties ({}), {} with links missing",
            counted(*groups as usize, "group"),
            counted(*stones as usize, "stone"),
            counted(*behind as usize, "stone")
        )
    }
}

/// Verdict of the agents or the referee on a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruling(pub Result<(), PlayError>);

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(()) => f.write_str("allowed"),
            Err(error) => write!(f, "forbidden ({error})"),
        }
    }
}

const fn stone(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "a black stone",
        Some(Color::White) => "a white stone",
        None => "no stone",
    }
}

fn ended(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "continues".to_owned(), |outcome| format!("has ended: {outcome}"))
}

/// Difference between agents and referee.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Disagreement {
    /// The stone on a point.
    #[error("{point}: the agents have {}, the referee {}", stone(*.agents), stone(*.referee))]
    Stone {
        /// Point at which they differ.
        point: Point,
        /// Colour of the agents' stone.
        agents: Option<Color>,
        /// Colour of the referee's stone.
        referee: Option<Color>,
    },
    /// Own liberties of a stone.
    #[error("{point}: the stone senses {agents} own liberties, the referee counts {referee}")]
    Own {
        /// Point of the stone.
        point: Point,
        /// Number that the stone senses.
        agents: u32,
        /// Empty points beside it on the referee's board, 0 to 4.
        referee: u32,
    },
    /// Group liberties of a stone.
    #[error("{point}: the stone senses {agents} group liberties, the referee counts {referee}")]
    Group {
        /// Point of the stone.
        point: Point,
        /// Number that the stone senses.
        agents: u32,
        /// Pseudo-liberties of the referee's chain.
        referee: u32,
    },
    /// Links of a stone.
    #[error("{point}: the stone has {agents} links, but {referee} adjacent stones of its colour")]
    Links {
        /// Point of the stone.
        point: Point,
        /// Links of the stone, 0 to 4 by the rules of Go.
        agents: u32,
        /// Adjacent stones of its colour on the referee's board, 0 to 4.
        referee: u32,
    },
    /// Stones of a group.
    #[error("{point}: the agents' group differs from the referee's chain")]
    Chain {
        /// Point of a stone of the group.
        point: Point,
    },
    /// Legality of a move.
    #[error("{action}: by the agents {agents}, by the referee {referee}")]
    Move {
        /// Move that one allows and the other forbids.
        action: Move,
        /// Verdict of the agents.
        agents: Ruling,
        /// Verdict of the referee.
        referee: Ruling,
    },
    /// Hash of the stones.
    #[error("the agents' stones have the hash {agents:016x}, the referee's {referee:016x}")]
    Hash {
        /// Hash of the agents' stones.
        agents: u64,
        /// Hash of the referee's stones.
        referee: u64,
    },
    /// Entry of a patch in the list of vacant patches.
    #[error("{point}: the agents' list of vacant patches is wrong")]
    Listed {
        /// Point of the patch.
        point: Point,
    },
    /// Number of vacant patches.
    #[error("the agents count {agents} vacant patches, the referee {referee}")]
    Vacant {
        /// Vacant patches in the agents' list.
        agents: usize,
        /// Empty points on the referee's board.
        referee: usize,
    },
    /// Outcome of the game, or that it continues.
    #[error("by the agents the game {}, by the referee it {}", ended(*.agents), ended(*.referee))]
    End {
        /// Outcome by the agents.
        agents: Option<Outcome>,
        /// Outcome by the referee.
        referee: Option<Outcome>,
    },
    /// Count of stones or captures.
    #[error("{color}: the agents count {agents} {what}, the referee {referee}")]
    Count {
        /// Colour whose stones or captures are counted.
        color: Color,
        /// Counted things, in words.
        what: &'static str,
        /// Number by the agents.
        agents: u32,
        /// Number by the referee.
        referee: u32,
    },
}
