//! What a mind lets be seen of its thinking, so that one panel explains every mind.

use crate::go::Move;

/// A mind's thoughts about the position before it, from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The moves it considers, the best first.
    pub candidates: Vec<Candidate>,
    /// Games it has played out, or visits where it counts those.
    pub playouts: u64,
    /// Positions it has looked at.
    pub nodes: u64,
    /// Plies that its search reaches.
    pub depth: u32,
    /// How likely it wins, 0 to 1; `None` when it does not know.
    pub winrate: Option<f64>,
    /// By how many points it leads; `None` when it does not know.
    pub lead: Option<f64>,
    /// Whose each point will be, by point number: 1 its own, -1 the other's; empty when it does not know.
    pub ownership: Vec<f32>,
    /// Seconds it has thought; `None` when it does not tell. Playouts by seconds is its speed.
    pub seconds: Option<f64>,
    /// What else it has to say, one line each.
    pub notes: Vec<String>,
}

impl Thought {
    /// Whether it likes no candidate better than another.
    #[must_use]
    pub fn is_indifferent(&self) -> bool {
        let same =
            |a: &Candidate, b: &Candidate| (a.winrate, a.lead, a.prior) == (b.winrate, b.lead, b.prior);
        self.candidates.len() > 1
            && self.winrate.is_none()
            && self.candidates.iter().all(|candidate| candidate.visits <= 1)
            && self.candidates.windows(2).all(|pair| same(&pair[0], &pair[1]))
    }
}

/// A move that a mind considers.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// How often its search went there.
    pub visits: u64,
    /// How likely it wins, 0 to 1.
    pub winrate: Option<f64>,
    /// By how many points it leads.
    pub lead: Option<f64>,
    /// How often the games were won in which the move came at any time, 0 to 1.
    pub rave: Option<f64>,
    /// What it thought of the move before it looked, 0 to 1.
    pub prior: Option<f64>,
    /// A lower bound of `winrate`, 0 to 1.
    pub lower_bound: Option<f64>,
    /// What it expects to follow, the move itself first.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// A move of which nothing is known yet.
    #[must_use]
    pub const fn new(action: Move) -> Self {
        Self {
            action,
            visits: 0,
            winrate: None,
            lead: None,
            rave: None,
            prior: None,
            lower_bound: None,
            variation: Vec::new(),
        }
    }
}
