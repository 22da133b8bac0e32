//! Everything of the search that can be tuned.

use crate::brain::BrainSpec;
use crate::brain::registry::{Kind, ParamInfo, Value};
use crate::field::BouzyParams;

/// What a position is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Territory, captures, potential territory and influence, each with its weight.
    Fields,
    /// Own control less the enemy's, in sixteenths, its waves sent in the order of the points.
    Control,
    /// The liberties of the own chain that has fewest, less those of the enemy's.
    Liberties,
    /// Stones and territory, less the enemy's.
    Area,
}

/// Which moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All legal ones.
    All,
    /// Those not more than two lines from a stone, and the pass.
    Near,
}

/// What a drawn game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// 0.
    Draw,
    /// A loss of the side that would be to move, whichever it is.
    Loss,
}

/// All that can be tuned. Switches change how long a search takes, never its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Plies looked ahead, 1…64. Default 3.
    pub depth: u32,
    /// Seconds a move, 0…86,400; 0: no bound. Default 0.
    pub time: f64,
    /// Nodes a move, 0…10¹²; 0: no bound. Default 0.
    pub nodes: u64,
    /// Whether a move that is refuted already is left.
    pub ab: bool,
    /// Whether moves that have refuted others are tried early.
    pub history: bool,
    /// Whether the first moves are tried in the order of what they lead to at once.
    pub scout: bool,
    /// Whether positions are remembered.
    pub tt: bool,
    /// Whether it looks one ply ahead first, then two, and so on.
    pub id: bool,
    /// Whether moves after the first are first asked only whether they are better.
    pub pvs: bool,
    /// Whether the last moves that refuted something at the same ply are tried early.
    pub killers: bool,
    /// Whether an evaluation ends as soon as it is known to be of no account.
    pub lazy: bool,
    /// Whether positions at the end of a line are judged without being set up.
    pub incremental: bool,
    /// Plies of captures and ataris after the last ply, 0…16. Default 0.
    pub quiescence: u32,
    /// Which moves are looked at.
    pub moves: Moves,
    /// What a position is judged by.
    pub eval: Eval,
    /// Weight of a point of territory, 0…1,000. Default 200.
    pub territory: i32,
    /// Weight of a stone taken, 0…1,000. Default 200.
    pub captures: i32,
    /// Weight of a point of potential territory, 0…1,000. Default 10.
    pub potential: i32,
    /// Weight of a point of influence, 0…1,000. Default 1.
    pub influence: i32,
    /// Dilations and erosions of potential territory. Default 5 and 21.
    pub bouzy: BouzyParams,
    /// Dilations of influence, 0…10. Default 5.
    pub range: u8,
    /// What a drawn game counts.
    pub tie: Tie,
    /// Positions remembered, of 32 bytes each.
    pub table: usize,
    /// Whether chance decides between moves that are equally good.
    pub shuffle: bool,
}

const fn int(name: &'static str, about: &'static str, unit: &'static str, range: [i64; 3]) -> ParamInfo {
    let [min, max, default] = range;
    ParamInfo { name, about, unit, kind: Kind::Int { min, max, default }, check: ParamInfo::ANY }
}

const fn switch(name: &'static str, about: &'static str, default: bool) -> ParamInfo {
    ParamInfo { name, about, unit: "", kind: Kind::Switch { default }, check: ParamInfo::ANY }
}

const fn choice(name: &'static str, about: &'static str, options: &'static [&'static str]) -> ParamInfo {
    let kind = Kind::Choice { options, default: options[0] };
    ParamInfo { name, about, unit: "", kind, check: ParamInfo::ANY }
}

/// The parameters as the registry lists them.
pub(super) const LIST: &[ParamInfo] = &[
    int("depth", "plies looked ahead, where neither time nor nodes are given", "plies", [1, 64, 3]),
    ParamInfo {
        name: "time",
        about: "time a move, as deep as it goes; 0: by depth",
        unit: "seconds",
        kind: Kind::Float { min: 0.0, max: 86400.0, default: 0.0 },
        check: ParamInfo::ANY,
    },
    int("nodes", "positions a move, as deep as it goes; 0: by depth", "nodes", [0, 1_000_000_000_000, 0]),
    switch("ab", "alpha-beta: leave a move as soon as it is refuted", true),
    switch("history", "try moves early that have refuted others", true),
    switch("scout", "try the first moves in the order of what they lead to at once", true),
    switch("tt", "remember positions", true),
    switch("id", "look one ply ahead, then two, and so on", true),
    switch("pvs", "ask of moves after the first only whether they are better, with a null window", true),
    switch("killers", "try the last moves early that refuted others at the same ply", true),
    switch("lazy", "end an evaluation as soon as it cannot matter", true),
    switch("incremental", "judge the last ply without setting it up", true),
    int("quiescence", "plies of captures and ataris after the last one", "plies", [0, 16, 0]),
    choice("moves", "all legal moves, or those not more than two lines from a stone", &["all", "near"]),
    choice("eval", "what positions are judged by", &["fields", "control", "liberties", "area"]),
    int("territory", "weight of a point of territory", "", [0, 1000, 200]),
    int("captures", "weight of a stone taken", "", [0, 1000, 200]),
    int("potential", "weight of a point of potential territory", "", [0, 1000, 10]),
    int("influence", "weight of a point of influence", "", [0, 1000, 1]),
    int("dilations", "of potential territory", "", [0, BouzyParams::MOST.dilations as i64, 5]),
    int("erosions", "of potential territory", "", [0, BouzyParams::MOST.erosions as i64, 21]),
    int("range", "dilations of influence", "", [0, BouzyParams::MOST.dilations as i64, 5]),
    choice("tie", "a drawn game counts 0, or as a loss of whoever would move", &["draw", "loss"]),
    int("table", "positions remembered, of 32 bytes each", "positions", [1024, 1 << 28, 1 << 18]),
    switch("shuffle", "let chance decide between equally good moves", false),
];

impl Params {
    /// The parameters that a spec of `negamax` gives.
    ///
    /// # Panics
    /// When the spec is another mind's.
    #[must_use]
    pub fn of(spec: &BrainSpec) -> Self {
        let int = |key| match spec.get(key) {
            Value::Int(value) => value,
            _ => 0,
        };
        let is = |key, word| match spec.get(key) {
            Value::Switch(value) => value == (word == "on"),
            Value::Choice(value) => value == word,
            _ => false,
        };
        // The ranges of the list see to it that all of them fit.
        let small = |key| i32::try_from(int(key)).unwrap_or(0);
        let passes = |key| u8::try_from(int(key)).unwrap_or(0);
        Self {
            depth: u32::try_from(int("depth")).unwrap_or(1),
            time: match spec.get("time") {
                Value::Float(value) => value,
                _ => 0.0,
            },
            nodes: u64::try_from(int("nodes")).unwrap_or(0),
            ab: is("ab", "on"),
            history: is("history", "on"),
            scout: is("scout", "on"),
            tt: is("tt", "on"),
            id: is("id", "on"),
            pvs: is("pvs", "on"),
            killers: is("killers", "on"),
            lazy: is("lazy", "on"),
            incremental: is("incremental", "on"),
            quiescence: u32::try_from(int("quiescence")).unwrap_or(0),
            moves: if is("moves", "near") { Moves::Near } else { Moves::All },
            eval: match spec.get("eval") {
                Value::Choice("control") => Eval::Control,
                Value::Choice("liberties") => Eval::Liberties,
                Value::Choice("area") => Eval::Area,
                _ => Eval::Fields,
            },
            territory: small("territory"),
            captures: small("captures"),
            potential: small("potential"),
            influence: small("influence"),
            bouzy: BouzyParams { dilations: passes("dilations"), erosions: passes("erosions") },
            range: passes("range"),
            tie: if is("tie", "loss") { Tie::Loss } else { Tie::Draw },
            table: usize::try_from(int("table")).unwrap_or(1024),
            shuffle: is("shuffle", "on"),
        }
    }

    /// The deepest that it looks: a budget of time or nodes goes as deep as it lasts.
    pub(super) const fn deepest(&self) -> u32 {
        if self.id && (self.time > 0.0 || self.nodes > 0) { MOST_DEPTH } else { self.depth }
    }
}

/// The most plies that are looked ahead.
pub(super) const MOST_DEPTH: u32 = 64;
