//! The referee as a witness: how closely it watches, and where the agents come apart from it.

use super::{Groups, Links, Occupancy};
use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;
use stonefield_go::notation::counted;
use stonefield_go::{Color, Move, Outcome, PlayError, Point};

/// How closely the referee watches the agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// Not at all.
    Off,
    /// One ply in 64, and the end of the game.
    Sample,
    /// Every ply: the move, the hash, the counts and the senses of the stones that a ply touches, and up to
    /// 13×13 all legal moves. All there is one
    /// ply in 64, and at the end.
    #[default]
    Every,
}

impl Check {
    /// All of them, the closest first.
    pub const ALL: [Self; 3] = [Self::Every, Self::Sample, Self::Off];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Sample => "sample",
            Self::Every => "every",
        }
    }

    /// Whether a ply is looked at.
    pub(crate) const fn looks(self, ply: u64) -> bool {
        match self {
            Self::Off => false,
            Self::Sample => ply.is_multiple_of(PLIES),
            Self::Every => true,
        }
    }

    /// Whether the legal moves are compared after each ply on a board of so many points.
    pub(crate) const fn looks_at_moves(self, area: usize) -> bool {
        matches!(self, Self::Every) && area <= SMALL
    }

    /// Whether all there is is compared after a ply on a board of so many points.
    pub(crate) const fn looks_at_all(self, ply: u64, over: bool, area: usize) -> bool {
        match self {
            Self::Off => false,
            _ if over => true,
            Self::Sample | Self::Every => area <= LARGE && ply.is_multiple_of(PLIES),
        }
    }
}

/// Plies from one full comparison to the next.
const PLIES: u64 = 64;

/// Largest board, in points, on which legal moves are compared after each ply.
const SMALL: usize = 13 * 13;

/// Points of a board above which all is compared at the end only.
const LARGE: usize = 64 * 64;

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is none of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no check '{0}': every, sample or off")]
pub struct CheckError(String);

impl FromStr for Check {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Self, CheckError> {
        Self::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| CheckError(text.to_owned()))
    }
}

/// What the referee of a goban has seen of its game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Witness {
    /// Plies that it has looked at.
    pub looked: u64,
    /// Of those, plies after which agents and referee agreed.
    pub agreed: u64,
    /// The first disagreement, which ended the game, and the ply after which it was found.
    pub found: Option<(u64, Disagreement)>,
}

impl Witness {
    /// How agents and referee compare, in words, such as `agents = referee: 302 of 302 plies`.
    #[must_use]
    pub fn words(&self) -> String {
        let told = self.disagreement();
        told.unwrap_or_else(|| format!("agents = referee: {} of {} plies", self.agreed, self.looked))
    }

    /// Why the game counts for nothing, if agents and referee have come apart: after which ply, where, and in what.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        self.found.map(|(ply, found)| format!("agents and referee disagree after ply {ply}: {found}"))
    }

    /// [`Witness::words`]; where the quirks of the NetLogo world are in force, how far they depart from the law at this moment.
    #[must_use]
    pub fn words_of(&self, occupancy: &Occupancy, groups: &Groups, links: &Links) -> String {
        match (links, self.found) {
            (Links::Closure(_), None) => Departures::of(occupancy, groups, links).to_string(),
            _ => self.words(),
        }
    }
}

/// Where the quirks of the NetLogo world depart from the law of Go at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Departures {
    /// Groups that stand without a liberty.
    pub groups: u32,
    /// The stones of these groups: by the law they would have been taken before.
    pub stones: u32,
    /// Stones with fewer links than there are others in their group: links lag behind.
    pub behind: u32,
}

impl Departures {
    /// Looks at the stones of a goban.
    #[must_use]
    pub fn of(occupancy: &Occupancy, groups: &Groups, links: &Links) -> Self {
        let mut found = Self::default();
        let is_stuck = |id: u32| occupancy.own_liberties(occupancy.index_of(id)) == 0;
        for id in occupancy.ids() {
            // A group is looked at where its oldest stone is.
            if groups.oldest(id) == Some(id) && groups.members(id).all(is_stuck) {
                found.groups += 1;
                found.stones += groups.size(id);
            }
            found.behind += u32::from(links.degree(id) + 1 < groups.size(id));
        }
        found
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

/// What agents or referee say of a move.
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

fn ended(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "goes on".to_owned(), |outcome| format!("has ended: {outcome}"))
}

/// Where agents and referee come apart.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Disagreement {
    /// What stands on a point.
    #[error("{point}: the agents have {agents:?}, the referee {referee:?}")]
    Stone {
        /// The point at which they differ.
        point: Point,
        /// The colour of the agents' stone.
        agents: Option<Color>,
        /// The colour of the referee's.
        referee: Option<Color>,
    },
    /// A stone's own liberties.
    #[error("{point}: the stone counts {agents} own liberties, there are {referee}")]
    Own {
        /// The point at which they differ.
        point: Point,
        /// The number that the stone senses.
        agents: u32,
        /// The empty points beside it on the referee's board, 0…4.
        referee: u32,
    },
    /// A stone's group liberties.
    #[error("{point}: the stone hears of {agents} liberties, its chain has {referee}")]
    Group {
        /// The point at which they differ.
        point: Point,
        /// The number that the stone senses.
        agents: u32,
        /// The chain's pseudo-liberties.
        referee: u32,
    },
    /// The links of a stone.
    #[error("{point}: the stone has {agents} links, and {referee} like neighbours")]
    Links {
        /// The point at which they differ.
        point: Point,
        /// Links of the stone: 0 to 4 by the rules of Go.
        agents: u32,
        /// Its neighbours of the same colour on the referee's board, 0…4.
        referee: u32,
    },
    /// The stones of a group.
    #[error("{point}: the group is not the referee's chain")]
    Chain {
        /// A stone of it.
        point: Point,
    },
    /// Which moves are allowed.
    #[error("{action}: by the agents {agents}, by the referee {referee}")]
    Move {
        /// The move that one allows and the other forbids.
        action: Move,
        /// What the agents say of it.
        agents: Ruling,
        /// What the referee says of it.
        referee: Ruling,
    },
    /// The hash of the stones.
    #[error("the agents' stones have the hash {agents:016x}, the referee's {referee:016x}")]
    Hash {
        /// Hash of the agents' stones.
        agents: u64,
        /// Hash of the referee's stones.
        referee: u64,
    },
    /// Whether a patch is among the vacant ones.
    #[error("{point}: the list of vacant patches is wrong")]
    Listed {
        /// The point at which they differ.
        point: Point,
    },
    /// How many patches are vacant.
    #[error("by the agents {agents} patches are vacant, by the referee {referee}")]
    Vacant {
        /// Vacant patches by the agents.
        agents: usize,
        /// Empty points by the referee.
        referee: usize,
    },
    /// How the game has ended, or that it goes on.
    #[error("by the agents the game {}, by the referee it {}", ended(*.agents), ended(*.referee))]
    End {
        /// How it ended by the agents.
        agents: Option<Outcome>,
        /// How by the referee.
        referee: Option<Outcome>,
    },
    /// A count of standing stones or captures.
    #[error("{color}: the agents count {agents} {what}, the referee {referee}")]
    Count {
        /// The colour whose stones or captures are counted.
        color: Color,
        /// What is counted, in words.
        what: &'static str,
        /// How many the agents count.
        agents: u32,
        /// How many the referee counts.
        referee: u32,
    },
}
