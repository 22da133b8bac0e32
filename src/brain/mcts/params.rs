//! Everything of the search that can be tuned.

use crate::brain::registry::{Kind, ParamInfo, Value};
use crate::brain::{BrainSpec, suggestion};

/// What playouts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playouts {
    /// Any point that is no own eye, each equally likely.
    Light,
    /// Moves that answer the last one first.
    Heavy,
}

/// How threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parallel {
    /// In one tree.
    Tree,
    /// Each in a tree of its own; what they found is added up at the root.
    Root,
}

/// What game is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The one that the rules in force describe.
    Rules,
    /// The first capture wins, whatever the rules say.
    AtariGo,
}

/// All that can be tuned. Defaults were found by matches: see `docs/strength.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Simulations a move, 1…10⁹. Default 3,000.
    pub playouts: u32,
    /// Seconds a move; 0: as many as [`Params::playouts`] says, however long that takes. Where nobody keeps the time,
    /// [`Params::playouts`] counts after all, but 1,000 at least. Default 0.
    pub time: f64,
    /// Weight of √(ln N ∕ n) in a move's bound, 0…10. Default 0: RAVE and priors explore; without them about 0.6 is right.
    pub explore: f64,
    /// Whether moves are also judged by the simulations in which they came later.
    pub rave: bool,
    /// Visits at which RAVE counts about half (for a move with many RAVE visits), 1…10⁶. Default 1,200.
    pub rave_k: f64,
    /// Whether a new move begins with virtual visits for what it looks like.
    pub prior: bool,
    /// What playouts are made of.
    pub policy: Playouts,
    /// Threads, 1…256.
    pub threads: usize,
    /// How they work together.
    pub parallel: Parallel,
    /// Whether the tree of the last turn is used on.
    pub reuse: bool,
    /// The most nodes kept, of 32 bytes each, all trees together. Every root has its children, even where they are more.
    pub max_nodes: u32,
    /// Chance of winning below which it resigns, 0…0.5; 0: never.
    pub resign: f64,
    /// Visits after which a move gets children, 1…1,000. Default 3.
    pub expand: u32,
    /// What game is searched.
    pub style: Style,
    /// What moves look like.
    pub weights: Weights,
}

/// Virtual visits that a new move gets for what it looks like: won ones where that speaks for it, lost ones where it speaks against
/// it.
// CITE: priors as virtual visits: S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", 2007.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Half won, for every move.
    pub even: u16,
    /// Won: it captures a stone.
    pub capture_one: u16,
    /// Won: it captures more.
    pub capture_many: u16,
    /// Won: it takes a chain of its own out of atari.
    pub escape: u16,
    /// Lost: it runs with a chain that is caught in a ladder all the same.
    pub ladder: u16,
    /// Won: it leaves an enemy chain one liberty.
    pub atari: u16,
    /// Won: it leaves an enemy chain one liberty, and no way out.
    pub catch: u16,
    /// Won: it makes a 3×3 pattern.
    pub pattern: u16,
    /// Lost: it gives itself up to capture and gains nothing.
    pub self_atari: u16,
    /// Won: one, two or three steps from the last move.
    pub near: [u16; 3],
    /// Lost: on the first or second line with no stone near.
    pub empty_edge: u16,
    /// Won: on the third line with no stone near.
    pub empty_third: u16,
    /// Lost: a pass while there is something to play.
    pub pass: u16,
}

impl Weights {
    const NAMES: [&'static str; 15] = [
        "even",
        "capture_one",
        "capture_many",
        "escape",
        "ladder",
        "atari",
        "catch",
        "pattern",
        "self_atari",
        "near1",
        "near2",
        "near3",
        "empty_edge",
        "empty_third",
        "pass",
    ];

    fn slots(&mut self) -> [&mut u16; 15] {
        let [near1, near2, near3] = &mut self.near;
        [
            &mut self.even,
            &mut self.capture_one,
            &mut self.capture_many,
            &mut self.escape,
            &mut self.ladder,
            &mut self.atari,
            &mut self.catch,
            &mut self.pattern,
            &mut self.self_atari,
            near1,
            near2,
            near3,
            &mut self.empty_edge,
            &mut self.empty_third,
            &mut self.pass,
        ]
    }

    /// The defaults changed by a list such as `pattern=30 near1=10`.
    ///
    /// # Errors
    /// Which entry is no weight, and what there is; or which has no number in range, or is given twice.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::default();
        let mut given = [false; Self::NAMES.len()];
        for entry in text.split([' ', ',']).filter(|entry| !entry.is_empty()) {
            let (name, value) = entry.split_once('=').unwrap_or((entry, ""));
            let slot = Self::NAMES.iter().position(|known| *known == name);
            let number = value.parse().ok().filter(|number| *number <= MOST_WEIGHT);
            match (slot, number) {
                (Some(slot), Some(number)) => {
                    if std::mem::replace(&mut given[slot], true) {
                        return Err(WeightsError::Twice(name.to_owned()));
                    }
                    *weights.slots()[slot] = number;
                }
                (None, _) => return Err(WeightsError::Unknown(name.to_owned())),
                _ => return Err(WeightsError::Number(name.to_owned())),
            }
        }
        Ok(weights)
    }
}

/// Why a list is none of weights; each names the entry at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// There is no such weight.
    #[error("'{0}' is no weight; they are {all}{near}", all = Weights::NAMES.join(", "), near = suggestion(.0, Weights::NAMES.into_iter()))]
    Unknown(String),
    /// It has no number in range.
    #[error("{0} is a whole number of visits from 0 to {MOST_WEIGHT}")]
    Number(String),
    /// It stands there more than once.
    #[error("{0} given twice")]
    Twice(String),
}

/// The most virtual visits for one thing.
const MOST_WEIGHT: u16 = 1000;

impl Default for Weights {
    fn default() -> Self {
        Self {
            even: 10,
            capture_one: 15,
            capture_many: 30,
            escape: 25,
            ladder: 15,
            atari: 5,
            catch: 15,
            pattern: 20,
            self_atari: 25,
            near: [24, 22, 8],
            empty_edge: 10,
            empty_third: 10,
            pass: 20,
        }
    }
}

/// The parameters as the registry lists them.
pub(super) const LIST: &[ParamInfo] = &[
    ParamInfo::new(
        "playouts",
        "simulations a move",
        "",
        Kind::Int { min: 1, max: 1_000_000_000, default: 3000 },
    ),
    ParamInfo::new(
        "time",
        "time a move; 0: by playouts",
        "seconds",
        Kind::Float { min: 0.0, max: 86400.0, default: 0.0 },
    ),
    ParamInfo::new(
        "explore",
        "weight of exploration; 0 is best with rave, about 0.6 without",
        "",
        Kind::Float { min: 0.0, max: 10.0, default: 0.0 },
    ),
    ParamInfo::new(
        "rave",
        "judge moves by simulations in which they came later, too",
        "",
        Kind::Switch { default: true },
    ),
    ParamInfo::new(
        "rave_k",
        "how long that counts: about half at so many visits",
        "visits",
        Kind::Float { min: 1.0, max: 1e6, default: 1200.0 },
    ),
    ParamInfo::new(
        "prior",
        "begin moves with virtual visits for what they look like",
        "",
        Kind::Switch { default: true },
    ),
    ParamInfo::new(
        "policy",
        "what playouts are made of",
        "",
        Kind::Choice { options: &["light", "heavy"], default: "heavy" },
    ),
    ParamInfo::new(
        "threads",
        "threads; with more than one in a tree no game comes again",
        "",
        Kind::Int { min: 1, max: 256, default: 1 },
    ),
    ParamInfo::new(
        "parallel",
        "threads share one tree, or each has its own and the roots are added up",
        "",
        Kind::Choice { options: &["tree", "root"], default: "tree" },
    ),
    ParamInfo::new("reuse", "use the tree of the last turn on", "", Kind::Switch { default: true }),
    ParamInfo::new(
        "max_nodes",
        "nodes kept, of 32 bytes each; a root has its children in any case",
        "nodes",
        Kind::Int { min: 1000, max: 1_000_000_000, default: 4_000_000 },
    ),
    ParamInfo::new(
        "resign",
        "chance of winning below which it resigns; 0: never",
        "",
        Kind::Float { min: 0.0, max: 0.5, default: 0.0 },
    ),
    ParamInfo::new(
        "expand",
        "visits at which a move gets children",
        "visits",
        Kind::Int { min: 1, max: 1000, default: 3 },
    ),
    ParamInfo::new(
        "style",
        "the game that is searched: the rules' own, or the first capture",
        "",
        Kind::Choice { options: &["rules", "atari-go"], default: "rules" },
    ),
    ParamInfo {
        name: "weights",
        about: "virtual visits of prior that are not the usual ones, as in pattern=30 near1=10; each is 0 to 1000. The usual \
                ones: even=10 capture_one=15 capture_many=30 escape=25 ladder=15 atari=5 catch=15 pattern=20 self_atari=25 \
                near1=24 near2=22 near3=8 empty_edge=10 empty_third=10 pass=20",
        unit: "",
        kind: Kind::Text { default: "" },
        check: |text| Ok(Weights::read(text).map(drop)?),
    },
];

impl Params {
    /// The parameters that a spec of `mcts` gives.
    ///
    /// # Panics
    /// When the spec is another mind's.
    #[must_use]
    pub fn of(spec: &BrainSpec) -> Self {
        let float = |key| match spec.get(key) {
            Value::Float(value) => value,
            _ => 0.0,
        };
        let int = |key| match spec.get(key) {
            Value::Int(value) => u32::try_from(value).unwrap_or(u32::MAX),
            _ => 0,
        };
        let is = |key, word| match spec.get(key) {
            Value::Switch(value) => value == (word == "on"),
            Value::Choice(value) => value == word,
            _ => false,
        };
        Self {
            playouts: int("playouts"),
            time: float("time"),
            explore: float("explore"),
            rave: is("rave", "on"),
            rave_k: float("rave_k"),
            prior: is("prior", "on"),
            policy: if is("policy", "light") { Playouts::Light } else { Playouts::Heavy },
            threads: int("threads") as usize,
            parallel: if is("parallel", "root") { Parallel::Root } else { Parallel::Tree },
            reuse: is("reuse", "on"),
            max_nodes: int("max_nodes"),
            resign: float("resign"),
            expand: int("expand"),
            style: if is("style", "atari-go") { Style::AtariGo } else { Style::Rules },
            weights: match spec.get("weights") {
                Value::Text(text) => Weights::read(&text).unwrap_or_default(),
                _ => Weights::default(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights as a list that [`Weights::read`] takes.
    fn list(mut weights: Weights) -> String {
        let values = weights.slots().map(|value| *value);
        let entries = Weights::NAMES.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
        entries.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_usual_weights_are_told() {
        let usual = list(Weights::default());
        let about = LIST.iter().find(|param| param.name == "weights").map_or("", |param| param.about);
        assert!(about.ends_with(&usual), "{about}");
        assert!(about.contains(&format!("0 to {MOST_WEIGHT}")));
        assert_eq!(Weights::read(&usual), Ok(Weights::default()));
    }

    #[test]
    fn a_list_changes_what_it_names_and_nothing_else() {
        let changed = Weights { pattern: 30, near: [24, 1, 8], ..Weights::default() };
        assert_eq!(Weights::read("pattern=30 near2=1"), Ok(changed));
        assert_eq!(Weights::read(" near2=1, pattern=30 "), Ok(changed));
        assert_eq!(Weights::read(""), Ok(Weights::default()));
    }
}
