//! Trust: what a mind that a file names may not do without being asked about.
//!
//! A record, suite, plan or store is data. A mind that it names is seated at once only if it is cheap; one that is a program of
//! its own, or computes without a reasonable bound, leaves the seat empty until the user fills it. [`BrainSpec::build`] holds this for
//! every mind that is made, and [`Trust`] knows what the user allows.

use super::engine::{self, Program};
use super::minds::monte_carlo::{self, Score};
use super::{BrainSpec, Origin, minds::mix};
use crate::search::{mcts, negamax};
use std::fmt;
use std::path::Path;

/// What a mind asks for beyond what a file may use without being trusted.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// To start this program, given by its command line and its working folder, if it names one.
    Program {
        /// The command line.
        command: String,
        /// The folder it runs in.
        folder: Option<String>,
    },
    /// More than [`Demand::PLAYOUTS`] playouts a move.
    Playouts(u64),
    /// More than [`Demand::SECONDS`] seconds a move.
    Seconds(f64),
    /// To look more than [`Demand::DEPTH`] plies ahead by negamax.
    Depth(u64),
    /// More than [`Demand::PLIES`] plies of flat sampling for each possible move.
    Plies(u64),
    /// More than [`Demand::NODES`] nodes a move by negamax.
    Nodes(u64),
    /// More than [`Demand::MEMORY`] bytes for its tree or its table.
    Memory(u64),
    /// More threads than there are cores.
    Threads(u64),
}

impl Demand {
    /// Playouts a move that a file may ask for.
    pub const PLAYOUTS: u64 = 100_000;
    /// Seconds a move.
    pub const SECONDS: f64 = 60.0;
    /// Plies that negamax looks ahead.
    pub const DEPTH: u64 = 6;
    /// Plies of flat sampling for each possible move: games × plies.
    pub const PLIES: u64 = 100_000;
    /// Nodes of negamax a move.
    pub const NODES: u64 = 10_000_000;
    /// Bytes of a tree or a table.
    pub const MEMORY: u64 = 1 << 30;

    /// Whether it can be met where this program runs: a page starts no programs.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !(cfg!(target_family = "wasm") && matches!(self, Self::Program { .. }))
    }

    /// The command line of the program that it is about.
    #[must_use]
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Program { command, .. } => Some(command),
            _ => None,
        }
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program { command, folder: None } => write!(f, "asks for the program `{command}`"),
            Self::Program { command, folder: Some(folder) } => {
                write!(f, "asks for the program `{command}` in the folder `{folder}`")
            }
            Self::Playouts(count) => write!(f, "asks for {count} playouts a move"),
            Self::Seconds(seconds) => write!(f, "asks for {seconds} seconds a move"),
            Self::Depth(plies) => write!(f, "asks to look {plies} plies ahead"),
            Self::Plies(plies) => write!(f, "asks for {plies} plies of sampling for each possible move"),
            Self::Nodes(nodes) => write!(f, "asks for {nodes} nodes a move"),
            Self::Memory(bytes) => write!(f, "asks for {} MB of memory", bytes / 1_000_000),
            Self::Threads(threads) => write!(f, "asks for {threads} threads"),
        }
    }
}

/// What a mind takes for one move; the parts of a mix are summed.
#[derive(Clone, Debug, Default)]
struct Cost {
    program: Option<Demand>,
    playouts: u64,
    seconds: f64,
    depth: u64,
    plies: u64,
    nodes: u64,
    memory: u64,
    threads: u64,
}

/// Bytes of a node of a tree search, and of an entry of negamax's table.
const NODE: u64 = 32;

/// Plies of a sampled game that is played to its end: the mean on 19×19, rounded up.
const WHOLE_GAME: u64 = 500;

impl Cost {
    fn of(spec: &BrainSpec) -> Self {
        if let Some(parts) = mix::parts(spec) {
            let [mut sum, other] = parts.map(|part| Self::of(&part));
            sum.add(other);
            return sum;
        }
        let none = Self::default();
        match spec.name() {
            "gtp" => {
                let engine::EngineParams { command, dir, .. } = spec.read();
                let folder = Some(dir).filter(|folder| !folder.is_empty());
                Self { program: Some(Demand::Program { command, folder }), ..none }
            }
            "mcts" => {
                let mcts::MctsParams { playouts, time, max_nodes, threads, .. } = spec.read();
                let memory = u64::from(max_nodes) * NODE;
                Self { playouts: playouts.into(), seconds: time, memory, threads: threads as u64, ..none }
            }
            "monte-carlo" => {
                let monte_carlo::MonteCarloParams { games, time, plies, score, .. } = spec.read();
                let plies = if score == Score::Area { WHOLE_GAME } else { plies.into() };
                Self { plies: u64::from(games).saturating_mul(plies), seconds: time, ..none }
            }
            "negamax" => {
                // The depth counts where neither time nor nodes are given. What captures add counts too, and without alpha-beta half
                // the depth takes as long.
                let negamax::NegamaxParams { depth, quiescence, time, nodes, ab, table, .. } = spec.read();
                let bounded = time > 0.0 || nodes > 0;
                let plies = u64::from(depth + quiescence) * if ab { 1 } else { 2 };
                let depth = if bounded { 0 } else { plies };
                Self { seconds: time, depth, nodes, memory: table as u64 * NODE, ..none }
            }
            _ => none,
        }
    }

    fn add(&mut self, other: Self) {
        self.program = self.program.take().or(other.program);
        self.playouts = self.playouts.saturating_add(other.playouts);
        self.seconds += other.seconds;
        self.depth = self.depth.saturating_add(other.depth);
        self.plies = self.plies.saturating_add(other.plies);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.memory = self.memory.saturating_add(other.memory);
        self.threads = self.threads.saturating_add(other.threads);
    }

    fn demand(self, cores: u64) -> Option<Demand> {
        let Self { program, playouts, seconds, depth, plies, nodes, memory, threads } = self;
        program
            .or_else(|| (playouts > Demand::PLAYOUTS).then_some(Demand::Playouts(playouts)))
            .or_else(|| (seconds > Demand::SECONDS).then_some(Demand::Seconds(seconds)))
            .or_else(|| (depth > Demand::DEPTH).then_some(Demand::Depth(depth)))
            .or_else(|| (plies > Demand::PLIES).then_some(Demand::Plies(plies)))
            .or_else(|| (nodes > Demand::NODES).then_some(Demand::Nodes(nodes)))
            .or_else(|| (memory > Demand::MEMORY).then_some(Demand::Memory(memory)))
            .or_else(|| (threads > cores.max(1)).then_some(Demand::Threads(threads)))
    }
}

impl BrainSpec {
    /// What the mind asks for beyond what a file may use without being trusted, on a machine of so many cores; `None` for a mind that is
    /// cheap. Who named it does not matter here.
    #[must_use]
    pub fn demand(&self, cores: usize) -> Option<Demand> {
        Cost::of(self).demand(cores as u64)
    }
}

/// What the user lets files have. A place where seats are filled holds one.
#[derive(Clone, Debug)]
pub struct Trust {
    /// Whether whatever a file asks for is allowed.
    all: bool,
    /// The engines of the user's settings.
    known: Vec<BrainSpec>,
    /// What the user has allowed when asked.
    allowed: Vec<BrainSpec>,
    cores: usize,
}

impl Default for Trust {
    /// A file may have cheap minds of one thread, and nothing else.
    fn default() -> Self {
        Self { all: false, known: Vec::new(), allowed: Vec::new(), cores: 1 }
    }
}

impl Trust {
    /// With the engines of the user's settings, the cores of this machine, and whether `all` that files ask for is allowed. An engine whose
    /// program is found from the working folder is no known one: that folder may be the file's.
    #[must_use]
    pub fn new(mut known: Vec<BrainSpec>, cores: usize, all: bool) -> Self {
        known.retain(is_the_same_anywhere);
        Self { all, known, allowed: Vec::new(), cores }
    }

    /// The engines of the user's settings are these from now on, as in [`Trust::new`].
    pub fn set_known(&mut self, mut known: Vec<BrainSpec>) {
        known.retain(is_the_same_anywhere);
        self.known = known;
    }

    /// Allows this mind, with these parameters, from now on.
    pub fn allow(&mut self, spec: &BrainSpec) {
        if !self.allowed.contains(spec) {
            self.allowed.push(spec.clone());
        }
    }

    /// The mind as it may be seated. One that the user named comes back as it is. One that a file named comes back as the user's if it
    /// is cheap, equal to an engine of the settings in its whole line, or allowed.
    ///
    /// # Errors
    /// What it asks for: its seat stays empty.
    pub fn admit(&self, spec: &BrainSpec) -> Result<BrainSpec, Demand> {
        if spec.origin() != Origin::File {
            return Ok(spec.clone());
        }
        match spec.demand(self.cores) {
            Some(demand) if !self.all && !self.known.contains(spec) && !self.allowed.contains(spec) => {
                Err(demand)
            }
            _ => Ok(spec.clone().named_by(Origin::User)),
        }
    }
}

/// Whether the program of a mind, where it has one, is the same one in any working folder. A mix has none.
fn is_the_same_anywhere(spec: &BrainSpec) -> bool {
    Program::of(spec).is_none_or(|program| {
        let command = program.words.first().map(Path::new);
        command.is_none_or(|path| path.is_absolute() || path.components().count() == 1)
            || program.folder.is_some_and(|folder| folder.is_absolute())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_file(text: &str) -> BrainSpec {
        text.parse::<BrainSpec>().expect("a spec").named_by(Origin::File)
    }

    #[test]
    fn the_limits_are_where_they_are_said_to_be() {
        for (cheap, expensive, asks) in [
            ("mcts:playouts=100000", "mcts:playouts=100001", "asks for 100001 playouts a move"),
            ("mcts:time=60", "mcts:time=60.5", "asks for 60.5 seconds a move"),
            ("mcts:threads=2", "mcts:threads=3", "asks for 3 threads"),
            ("mcts:max_nodes=33554432", "mcts:max_nodes=33554433", "asks for 1073 MB of memory"),
            ("negamax:depth=6", "negamax:depth=7", "asks to look 7 plies ahead"),
            ("negamax:depth=4,quiescence=2", "negamax:depth=4,quiescence=3", "asks to look 7 plies ahead"),
            ("negamax:depth=3,ab=off", "negamax:depth=4,ab=off", "asks to look 8 plies ahead"),
            ("negamax:time=60,depth=64", "negamax:time=61", "asks for 61 seconds a move"),
            ("negamax:nodes=10000000", "negamax:nodes=10000001", "asks for 10000001 nodes a move"),
            ("negamax:table=33554432", "negamax:table=33554433", "MB of memory"),
            (
                "monte-carlo:games=100,plies=1000",
                "monte-carlo:games=101,plies=1000",
                "asks for 101000 plies of sampling for each possible move",
            ),
            ("monte-carlo:time=60", "monte-carlo:time=61", "asks for 61 seconds a move"),
            (
                "monte-carlo:games=200,plies=1,score=area",
                "monte-carlo:games=201,plies=1,score=area",
                "asks for 100500 plies",
            ),
            (
                "mix:a=[mcts:playouts=50000],b=[mcts:playouts=50000]",
                "mix:a=[mcts:playouts=50000],b=[mix:a=[mcts:playouts=50001]]",
                "asks for 100001 playouts",
            ),
            ("mix:a=[negamax:depth=3],b=[negamax:depth=3]", "mix:a=[negamax:depth=4],b=negamax", "7 plies"),
            ("swarm", "gtp:[sh -c 'touch X']", "asks for the program `sh -c 'touch X'`"),
            ("human", "gtp:[a b],dir=/tmp", "asks for the program `a b` in the folder `/tmp`"),
        ] {
            assert_eq!(of_file(cheap).demand(2), None, "{cheap}");
            let asked = of_file(expensive).demand(2).expect(expensive).to_string();
            assert!(asked.contains(asks), "{expensive}: {asked}");
        }
    }

    #[test]
    fn every_mind_is_cheap_by_default_but_a_program() {
        for info in crate::brain::BRAINS {
            assert_eq!(of_file(info.name).demand(1).is_some(), info.outside, "{}", info.name);
        }
    }

    #[test]
    fn an_engine_that_is_found_from_the_working_folder_is_asked_about() {
        for (line, known) in [
            ("gtp:[gnugo --mode gtp]", true),
            ("gtp:[/usr/games/gnugo --mode gtp]", true),
            ("gtp:[bin/gnugo],dir=/usr/games", true),
            ("gtp:[./gnugo --mode gtp]", false),
            ("gtp:[bin/gnugo],dir=games", false),
        ] {
            let trust = Trust::new(vec![line.parse().expect("a spec")], 4, false);
            assert_eq!(trust.admit(&of_file(line)).is_ok(), known, "{line}");
        }
    }

    #[test]
    fn a_file_gets_what_the_user_allows_and_nothing_else() {
        let line = "gtp:[gnugo --mode gtp],timeout=5";
        let settings: BrainSpec = line.parse().expect("a spec");
        let trust = Trust::new(vec![settings.clone().named_by(Origin::Settings)], 4, false);
        let admitted = trust.admit(&of_file(line)).expect("an engine of the settings");
        assert_eq!((admitted.origin(), &admitted), (Origin::User, &settings));
        for other in
            ["gtp:[gnugo --mode gtp]", "gtp:[gnugo --mode gtp -o x],timeout=5", "gtp:gnugo", "mcts:threads=5"]
        {
            assert!(trust.admit(&of_file(other)).is_err(), "{other}");
            assert!(trust.admit(&other.parse().expect("a spec")).is_ok(), "named by the user: {other}");
            let mut allowed = trust.clone();
            allowed.allow(&of_file(other));
            assert!(allowed.admit(&of_file(other)).is_ok(), "{other}");
            assert!(Trust::new(vec![], 4, true).admit(&of_file(other)).is_ok(), "{other}");
        }
    }
}
