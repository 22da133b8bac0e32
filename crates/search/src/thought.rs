//! What a mind lets be seen of its thinking, so that one panel explains every mind.

use serde::{Deserialize, Serialize};
use std::fmt;
use stonefield_go::{Color, Move, Point};

/// A mind's thoughts about the position before it, from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The moves it considers, the best first.
    pub candidates: Vec<Candidate>,
    /// Games it has played out, or visits where it counts those.
    pub playouts: u64,
    /// Positions it has looked at.
    pub nodes: u64,
    /// Plies that the search reaches from which its best move's value is.
    pub depth: u32,
    /// How likely it wins, 0 to 1; `None` when it does not know.
    pub winrate: Option<f64>,
    /// Points by which the colour to move leads, less than 0 when it is behind; `None` when the mind does not know.
    pub lead: Option<f64>,
    /// Ownership of each point, by point number: 1 its own, -1 the other's; empty when it does not know.
    pub ownership: Vec<f32>,
    /// Seconds it has worked; `None` when it does not tell. Playouts or nodes by seconds is its speed.
    pub seconds: Option<f64>,
    /// What each stone bids for, where stones decide together: what was bid for the chosen move first, the highest of it first, then for the other
    /// candidates in their order. What is bid for a move adds up to its [`Candidate::score`].
    pub bids: Vec<Bid>,
    /// Why it chooses its move, in words; empty when it does not say.
    pub reason: String,
    /// What else it has to say, one line each.
    pub notes: Vec<String>,
}

/// How good a game looks to one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// How likely it wins, 0 to 1; `None` when that is not known.
    pub winrate: Option<f64>,
    /// By how many points it leads; `None` when that is not known.
    pub lead: Option<f64>,
}

impl Evaluation {
    /// From what this colour sees to what Black sees, and from what Black sees to what this colour sees.
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
    /// How good the game looks to the colour to move.
    #[must_use]
    pub const fn evaluation(&self) -> Evaluation {
        Evaluation { winrate: self.winrate, lead: self.lead }
    }

    /// Whether it likes no candidate better than another.
    #[must_use]
    pub fn is_indifferent(&self) -> bool {
        let known = |it: &Candidate| (it.winrate, it.lead, it.prior, it.score, it.at_most);
        let same = |a: &Candidate, b: &Candidate| known(a) == known(b);
        self.candidates.len() > 1
            && self.winrate.is_none()
            && self.candidates.iter().all(|candidate| candidate.visits <= 1)
            && self.candidates.windows(2).all(|pair| same(&pair[0], &pair[1]))
    }

    /// What was bid for a point, in the order of [`Thought::bids`].
    pub fn bids_for(&self, point: Point) -> impl Iterator<Item = &Bid> + '_ {
        self.bids.iter().filter(move |bid| bid.to == point)
    }
}

/// A number with so many digits after the point, as it is to be written: what would be written as nothing has no sign.
#[must_use]
pub fn rounded(value: f64, digits: u8) -> f64 {
    let unit = 10_f64.powi(digits.into());
    // Nothing is not less than nothing.
    (value * unit).round() / unit + 0.0
}

/// A move that a mind considers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The move that is weighed.
    pub action: Move,
    /// How often its search went there, in simulations.
    pub visits: u64,
    /// Positions looked at below it, by a search that does not visit but exhaust.
    pub nodes: u64,
    /// How likely it wins, 0 to 1.
    pub winrate: Option<f64>,
    /// Points by which the colour to move leads once it is played; less than 0 when it is behind.
    pub lead: Option<f64>,
    /// How often the games were won in which the move came at any time, 0 to 1.
    pub rave: Option<f64>,
    /// What it thought of the move before it looked, or how likely it plays it, 0 to 1.
    pub prior: Option<f64>,
    /// What the move comes to by the mind's own measure, the higher the better; which measure, its documentation says.
    pub score: Option<f64>,
    /// Whether what it is worth is known only at most: it was left as soon as it was seen to be no better than another.
    pub at_most: bool,
    /// A lower bound of `winrate`, 0 to 1.
    pub lower_bound: Option<f64>,
    /// What it expects to follow, the move itself first.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// How much was looked at below it: visits, or nodes where those are counted.
    #[must_use]
    pub const fn effort(&self) -> u64 {
        if self.visits > 0 { self.visits } else { self.nodes }
    }

    /// A move of which nothing is known yet.
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

/// What a stone offers for a stone of its colour on an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bid {
    /// Where the stone stands that bids.
    pub from: Point,
    /// The point it bids for.
    pub to: Point,
    /// What it wants there.
    pub motive: Motive,
    /// How much it counts for the point, more than 0, in the unit of [`Candidate::score`].
    pub weight: f32,
}

/// What a stone wants of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Motive {
    /// To get its group out of atari.
    Flee,
    /// To have more liberties.
    Extend,
    /// To be one with another group, or at least not be cut from it.
    Connect,
    /// To take enemy stones, or to leave them one liberty.
    Strike,
    /// To shut enemy stones in.
    Surround,
    /// To have an eye.
    Eye,
    /// To be where it is cold, far from stones.
    Spread,
    /// To be where it is hot, among stones.
    Heat,
}

impl Motive {
    /// All of them, in the order of their numbers.
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

    /// Its word, as in `connect 3.1`.
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
    fn nothing_is_written_without_a_sign() {
        for (value, digits, said) in [
            (-0.0, 1, "+0.0"),
            (-0.049, 1, "+0.0"),
            (-0.051, 1, "-0.1"),
            (0.04, 1, "+0.0"),
            (-0.004, 2, "+0.00"),
            (-12.345, 2, "-12.35"),
            (7.0, 0, "+7"),
            (-0.4, 0, "+0"),
        ] {
            assert_eq!(format!("{:+.*}", usize::from(digits), rounded(value, digits)), said, "{value}");
        }
    }
}
