//! Thoughts: the state of a mind's search, in one form for all minds, so that one panel can show them.

use serde::{Deserialize, Serialize};
use std::fmt;
use stonefield_go::{Color, Move, Point};

/// Thoughts of a mind about the current position, from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Moves under consideration, best first.
    pub candidates: Vec<Candidate>,
    /// Playouts, or visits if the mind counts visits.
    pub playouts: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Depth of the search that the best move's value comes from, in plies.
    pub depth: u32,
    /// Probability of a win, 0 to 1; `None` if unknown.
    pub winrate: Option<f64>,
    /// Lead of the colour to move, in points, negative if it is behind; `None` if unknown.
    pub lead: Option<f64>,
    /// Ownership of each point, by point number: 1 is the mind's own, -1 the other colour's. Empty if
    /// unknown.
    pub ownership: Vec<f32>,
    /// Working time, in seconds; `None` if unknown. Playouts or nodes divided by it give the speed.
    pub seconds: Option<f64>,
    /// Bids of the stones, for minds whose stones decide together. Bids for the chosen move come first,
    /// highest first. Bids for the other candidates follow in the candidates' order. The weights for a move
    /// add up to its [`Candidate::score`].
    pub bids: Vec<Bid>,
    /// Reason for the choice, in words; empty if there is none.
    pub reason: String,
    /// Further remarks, one line each.
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
    /// Converts between the view of `color` and the view of Black, in both directions.
    #[must_use]
    pub fn for_black(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self {
                winrate: self.winrate.map(|share| 1.0 - share),
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

    /// Returns true if the mind prefers no candidate to another.
    #[must_use]
    pub fn is_indifferent(&self) -> bool {
        let assessment = |candidate: &Candidate| {
            (candidate.winrate, candidate.lead, candidate.prior, candidate.score, candidate.at_most)
        };
        let same = |a: &Candidate, b: &Candidate| assessment(a) == assessment(b);
        self.candidates.len() > 1
            && self.winrate.is_none()
            && self.candidates.iter().all(|candidate| candidate.visits <= 1)
            && self.candidates.windows(2).all(|pair| same(&pair[0], &pair[1]))
    }

    /// Returns the bids for a point, in the order of [`Thought::bids`].
    pub fn bids_for(&self, point: Point) -> impl Iterator<Item = &Bid> + '_ {
        self.bids.iter().filter(move |bid| bid.to == point)
    }
}

/// Rounds a number to `digits` decimal places. Never returns negative zero, so zero is printed without a
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
    /// Visits of the search to the move.
    pub visits: u64,
    /// Positions searched below the move, for searches that count nodes instead of visits.
    pub nodes: u64,
    /// Probability of a win, 0 to 1.
    pub winrate: Option<f64>,
    /// Lead of the colour to move after the move, in points; negative if it is behind.
    pub lead: Option<f64>,
    /// RAVE win rate, 0 to 1: share of wins among the games in which the move was played at any time.
    pub rave: Option<f64>,
    /// Value before the search, or probability with which the mind plays the move, 0 to 1.
    pub prior: Option<f64>,
    /// Value in the mind's own measure, higher is better. The mind's documentation names the measure.
    pub score: Option<f64>,
    /// True if the value is an upper bound: the search left the move once it was no better than another.
    pub at_most: bool,
    /// Lower bound of `winrate`, 0 to 1.
    pub lower_bound: Option<f64>,
    /// Principal variation, with the move itself first.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// Returns the search effort spent on the move: visits, or nodes if there are no visits.
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
            at_most: false,
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
    /// Point that it bids for.
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

    /// Returns the motive in words, as in `connect 3.1`.
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
