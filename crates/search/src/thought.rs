//! Thoughts: the state of the search of a mind (a computer player), in one form for all minds, so that one
//! panel can show it.

use serde::{Deserialize, Serialize};
use std::fmt;
use stonefield_go::{Color, Move, Point};

/// State of a mind's search of the current position. All values are from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Moves under consideration, best first.
    pub candidates: Vec<Candidate>,
    /// Number of playouts, or of visits if the mind counts visits.
    pub playouts: u64,
    /// Number of positions searched.
    pub nodes: u64,
    /// Depth, in plies, of the search that gave the value of the best move.
    pub depth: u32,
    /// Probability of a win, 0 to 1; `None` if unknown.
    pub winrate: Option<f64>,
    /// Lead of the colour to move, in points, negative if it is behind; `None` if unknown.
    pub lead: Option<f64>,
    /// Ownership of each point, by point number. 1: owned by the colour to move. -1: owned by the other
    /// colour. Empty if unknown.
    pub ownership: Vec<f32>,
    /// Working time, in seconds; `None` if unknown. Playouts or nodes divided by it give the speed.
    pub seconds: Option<f64>,
    /// Bids of the stones, for minds whose stones decide together. Bids for the chosen move come first, the
    /// highest first. Bids for the other candidates follow, in the order of the candidates. The weights of
    /// the bids for a move add up to its [`Candidate::score`].
    pub bids: Vec<Bid>,
    /// Reason for the best move, as a text; empty if there is none.
    pub reason: String,
    /// Further remarks, each one line.
    pub notes: Vec<String>,
}

/// Evaluation of a game from the view of one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Probability of a win, 0 to 1; `None` if unknown.
    pub winrate: Option<f64>,
    /// Lead in points; `None` if unknown.
    pub lead: Option<f64>,
}

impl Evaluation {
    /// Converts the evaluation from the view of `color` to the view of Black. The same function converts
    /// back.
    #[must_use]
    pub fn swap_view_for(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self {
                winrate: self.winrate.map(|share| 1.0 - share),
                // `0.0 - points` is never negative zero.
                lead: self.lead.map(|points| 0.0 - points),
            },
        }
    }
}

impl Thought {
    /// Returns the evaluation from the view of the colour to move.
    #[must_use]
    pub const fn evaluation(&self) -> Evaluation {
        Evaluation { winrate: self.winrate, lead: self.lead }
    }

    /// Returns true if nothing tells the candidates apart: there are at least two, each has at most one
    /// visit, and their values are the same.
    #[must_use]
    pub fn is_indifferent(&self) -> bool {
        let values = |candidate: &Candidate| {
            (candidate.winrate, candidate.lead, candidate.prior, candidate.score, candidate.is_upper_bound)
        };
        let same_values = |a: &Candidate, b: &Candidate| values(a) == values(b);
        self.candidates.len() > 1
            && self.winrate.is_none()
            && self.candidates.iter().all(|candidate| candidate.visits <= 1)
            && self.candidates.windows(2).all(|pair| same_values(&pair[0], &pair[1]))
    }

    /// Returns the bids for a point, in the order of [`Thought::bids`].
    pub fn bids_for(&self, point: Point) -> impl Iterator<Item = &Bid> + '_ {
        self.bids.iter().filter(move |bid| bid.to == point)
    }
}

/// Rounds a number to `digits` decimal places. Never returns negative zero, which would be printed with a
/// minus sign.
#[must_use]
pub fn rounded(value: f64, digits: u8) -> f64 {
    let unit = 10_f64.powi(digits.into());
    // -0.0 + 0.0 is +0.0.
    (value * unit).round() / unit + 0.0
}

/// Move that a mind considers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Move under consideration.
    pub action: Move,
    /// Number of visits of the search to the move.
    pub visits: u64,
    /// Number of positions searched after the move, for searches that count nodes instead of visits.
    pub nodes: u64,
    /// Probability of a win, 0 to 1; `None` if unknown.
    pub winrate: Option<f64>,
    /// Lead, in points, of the colour that makes the move; negative if it is behind. `None` if unknown.
    pub lead: Option<f64>,
    /// RAVE win rate, 0 to 1: share of wins among the games in which the same colour played the move, now or
    /// later. `None` if unknown.
    pub rave: Option<f64>,
    /// Prior probability of the move before the search, 0 to 1. For a mind without a search: the probability
    /// that it plays the move.
    pub prior: Option<f64>,
    /// Value in the mind's own measure; higher is better. The mind's documentation names the measure.
    pub score: Option<f64>,
    /// True if `winrate` and `lead` are only upper bounds. The search of this move stopped when the move
    /// could not be better than another one.
    #[serde(rename = "at_most")]
    pub is_upper_bound: bool,
    /// Lower bound of `winrate`, 0 to 1.
    pub lower_bound: Option<f64>,
    /// Principal variation. It begins with the move itself.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// Returns the work of the search on the move: its visits, or its nodes if it has no visits.
    #[must_use]
    pub const fn effort(&self) -> u64 {
        if self.visits > 0 { self.visits } else { self.nodes }
    }

    /// Creates a candidate of which nothing is known yet.
    #[must_use]
    pub const fn new(action: Move) -> Self {
        Self {
            action,
            visits: 0,
            nodes: 0,
            is_upper_bound: false,
            winrate: None,
            lead: None,
            rave: None,
            prior: None,
            score: None,
            lower_bound: None,
            variation: Vec::new(),
        }
    }
}

/// Bid of a stone for a move of its colour on an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bid {
    /// Point of the stone that bids.
    pub from: Point,
    /// Empty point for which the stone bids.
    pub to: Point,
    /// Purpose of the move.
    pub motive: Motive,
    /// Weight of the bid, more than 0, in the unit of [`Candidate::score`].
    pub weight: f32,
}

/// Purpose for which a stone wants a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Motive {
    /// Get its group out of atari.
    Flee,
    /// Gain liberties.
    Extend,
    /// Connect to another group, or avoid a cut.
    Connect,
    /// Capture enemy stones, or put them in atari.
    Strike,
    /// Surround enemy stones.
    Surround,
    /// Make an eye.
    Eye,
    /// Play where heat is low, far from stones.
    Spread,
    /// Play where heat is high, among stones.
    Heat,
}

impl Motive {
    /// All motives, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Flee,
        Self::Extend,
        Self::Connect,
        Self::Strike,
        Self::Surround,
        Self::Eye,
        Self::Spread,
        Self::Heat,
    ];

    /// Returns the words that are shown for the motive, as in `connect 3.1`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Flee => "flee",
            Self::Extend => "extend",
            Self::Connect => "connect",
            Self::Strike => "strike",
            Self::Surround => "surround",
            Self::Eye => "make an eye",
            Self::Spread => "spread",
            Self::Heat => "follow heat",
        }
    }
}

impl fmt::Display for Motive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_written_without_a_minus_sign() {
        for (value, digits, expected) in [
            (-0.0, 1, "+0.0"),
            (-0.049, 1, "+0.0"),
            (-0.051, 1, "-0.1"),
            (0.04, 1, "+0.0"),
            (-0.004, 2, "+0.00"),
            (-12.345, 2, "-12.35"),
            (7.0, 0, "+7"),
            (-0.4, 0, "+0"),
        ] {
            assert_eq!(format!("{:+.*}", usize::from(digits), rounded(value, digits)), expected, "{value}");
        }
    }
}
