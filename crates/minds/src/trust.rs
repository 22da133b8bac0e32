//! Trust: limits for minds that a file names. The user is asked before a mind exceeds them.
//!
//! A record, suite, plan or store is data. A mind that it names is seated at once only if it is cheap. A
//! mind that is a separate program, or has no reasonable bound on its computing, leaves its seat empty
//! until the user fills it. [`BrainSpec::build`] enforces this for every mind, and [`Trust`] holds what the
//! user allows.

use super::engine::{self, Program};
use super::{BrainSpec, Origin, minds::mix};
use std::fmt;
use stonefield_go::Size;
use stonefield_search::{mcts, negamax};

/// Resource that a mind needs beyond the limits for files.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// A program to start, given by its command line and its working folder, if it names one.
    Program {
        /// Command line.
        command: String,
        /// Working folder.
        folder: Option<String>,
    },
    /// More than [`Demand::SECONDS`] of CPU time for one move, as [`BrainSpec::work_on`] estimates it.
    Work {
        /// CPU time of one move, in seconds.
        seconds: f64,
        /// Board size.
        size: Size,
    },
    /// More than [`Demand::MEMORY`] for a tree or a table, in bytes.
    Memory(u64),
    /// More threads than the machine has cores.
    Threads(u64),
}

impl Demand {
    /// Limit for CPU time of one move, in seconds.
    pub const SECONDS: f64 = 10.0;
    /// Limit for a tree or a table, in bytes.
    pub const MEMORY: u64 = 1 << 30;

    /// Returns true if the demand can be met on this platform. A web page cannot start programs.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !(cfg!(target_family = "wasm") && matches!(self, Self::Program { .. }))
    }

    /// Command line of the program, if the demand is for one.
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
            Self::Work { seconds, size } => {
                write!(f, "asks for {} of computing a move on {size}", Span(*seconds))
            }
            Self::Memory(bytes) => write!(f, "asks for {} MB of memory", bytes / 1_000_000),
            Self::Threads(threads) => write!(f, "asks for {threads} threads"),
        }
    }
}

/// A duration in seconds, written in a suitable unit.
struct Span(f64);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(&str, f64); 5] = [
            ("seconds", 1.0),
            ("minutes", 60.0),
            ("hours", 3600.0),
            ("days", 86_400.0),
            ("years", 31_557_600.0),
        ];
        // At least two of the unit.
        let fits = |(_, unit): &&(&str, f64)| self.0 >= 2.0 * unit;
        let (name, unit) = UNITS.iter().rev().find(fits).unwrap_or(&UNITS[0]);
        let count = self.0 / unit;
        if count > 1e6 {
            write!(f, "more than a million {name}")
        } else {
            write!(f, "about {count:.0} {name}")
        }
    }
}

/// Resources of a mind besides CPU time. The parts of a mix are summed.
#[derive(Clone, Debug, Default)]
struct Resources {
    program: Option<Demand>,
    memory: u64,
    threads: u64,
}

/// Size of a node of a tree search and of an entry of negamax's table, in bytes.
const NODE: u64 = 32;

impl Resources {
    fn of(spec: &BrainSpec) -> Self {
        if let Some(parts) = mix::parts(spec) {
            let [first, second] = parts.map(|part| Self::of(&part));
            return Self {
                program: first.program.or(second.program),
                memory: first.memory.saturating_add(second.memory),
                threads: first.threads.saturating_add(second.threads),
            };
        }
        let none = Self::default();
        match spec.name() {
            "gtp" => {
                let engine::EngineParams { command, dir, .. } = spec.read();
                let folder = Some(dir).filter(|folder| !folder.is_empty());
                Self { program: Some(Demand::Program { command, folder }), ..none }
            }
            "mcts" => {
                let mcts::MctsParams { max_nodes, threads, .. } = spec.read();
                Self { memory: u64::from(max_nodes) * NODE, threads: threads as u64, ..none }
            }
            "negamax" => {
                let negamax::NegamaxParams { table, .. } = spec.read();
                Self { memory: table as u64 * NODE, ..none }
            }
            _ => none,
        }
    }
}

impl BrainSpec {
    /// Demand of the mind beyond the limits for files, on this board size and with this number of cores.
    /// `None` if the mind is cheap. The origin of the mind does not matter here.
    #[must_use]
    pub fn demand(&self, size: Size, cores: usize) -> Option<Demand> {
        let Resources { program, memory, threads } = Resources::of(self);
        let seconds = self.work_on(size);
        program
            .or_else(|| (seconds > Demand::SECONDS).then_some(Demand::Work { seconds, size }))
            .or_else(|| (memory > Demand::MEMORY).then_some(Demand::Memory(memory)))
            .or_else(|| (threads > cores.max(1) as u64).then_some(Demand::Threads(threads)))
    }
}

/// Permissions for minds that files name. Each place that fills seats holds one.
#[derive(Clone, Debug)]
pub struct Trust {
    /// True if every demand of a file is allowed.
    all: bool,
    /// Engines of the user's settings.
    settings_engines: Vec<BrainSpec>,
    /// Minds that the user has allowed after a question.
    allowed: Vec<BrainSpec>,
    cores: usize,
}

impl Default for Trust {
    /// Allows only cheap minds with one thread.
    fn default() -> Self {
        Self { all: false, settings_engines: Vec::new(), allowed: Vec::new(), cores: 1 }
    }
}

impl Trust {
    /// Creates permissions from the engines of the user's settings, the number of cores, and `all`: every
    /// demand of a file is allowed. An engine without a fixed folder is not accepted as known. Its command
    /// could mean files in the current folder, which may be the folder of the untrusted file.
    #[must_use]
    pub fn new(mut settings_engines: Vec<BrainSpec>, cores: usize, all: bool) -> Self {
        settings_engines.retain(works_in_a_fixed_folder);
        Self { all, settings_engines, allowed: Vec::new(), cores }
    }

    /// Replaces the engines of the user's settings, as in [`Trust::new`].
    pub fn set_settings_engines(&mut self, mut settings_engines: Vec<BrainSpec>) {
        settings_engines.retain(works_in_a_fixed_folder);
        self.settings_engines = settings_engines;
    }

    /// Allows this mind, with these parameters, from now on.
    pub fn allow(&mut self, spec: &BrainSpec) {
        if !self.allowed.contains(spec) {
            self.allowed.push(spec.clone());
        }
    }

    /// Checks a mind for a board of this size, and returns it as it may be seated. A mind that the user
    /// named is returned unchanged. A mind that a file named is accepted, with the user as its origin, in
    /// three cases: it is cheap, it equals an engine of the settings in all parameters, or it was allowed.
    /// An engine of the settings keeps its folder of the settings.
    ///
    /// # Errors
    /// Returns the demand if the mind is not accepted. Its seat stays empty.
    pub fn admit(&self, spec: &BrainSpec, size: Size) -> Result<BrainSpec, Demand> {
        if spec.origin() != Origin::File {
            return Ok(spec.clone());
        }
        let same_engine = self.settings_engines.iter().find(|engine| *engine == spec);
        match spec.demand(size, self.cores) {
            Some(demand) if !self.all && same_engine.is_none() && !self.allowed.contains(spec) => Err(demand),
            _ => Ok(same_engine.unwrap_or(spec).clone().named_by(Origin::User)),
        }
    }
}

/// Returns true if the mind's program has a fixed working folder, or the mind has no program. A mix has
/// none.
fn works_in_a_fixed_folder(spec: &BrainSpec) -> bool {
    Program::of(spec).is_none_or(|program| {
        program.bound_to_folder && program.folder.is_some_and(|folder| folder.is_absolute())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn of_file(text: &str) -> BrainSpec {
        text.parse::<BrainSpec>().expect("a spec").named_by(Origin::File)
    }

    fn square(side: u16) -> Size {
        Size::square(side).expect("a size")
    }

    #[test]
    fn demands_begin_above_the_limits() {
        for (cheap, expensive, message) in [
            ("mcts:time=9.9", "mcts:time=61", "asks for about 61 seconds of computing a move on 19x19"),
            ("mcts", "mcts:playouts=1000000000", "asks for about 35 hours of computing a move on 19x19"),
            ("negamax:depth=4", "negamax:depth=64", "asks for more than a million years of computing"),
            ("monte-carlo", "monte-carlo:time=86400", "asks for about 24 hours"),
            ("mcts:threads=2", "mcts:threads=3", "asks for 3 threads"),
            ("mcts:max_nodes=33554432", "mcts:max_nodes=33554433", "asks for 1073 MB of memory"),
            ("negamax:table=33554432", "negamax:table=33554433", "MB of memory"),
            ("mix:a=[mcts:threads=2]", "mix:a=[mcts:threads=2],b=mcts", "asks for 3 threads"),
            ("swarm", "gtp:[sh -c 'touch X']", "asks for the program `sh -c 'touch X'`"),
            ("human", "gtp:[a b],dir=/tmp", "asks for the program `a b` in the folder `/tmp`"),
        ] {
            assert_eq!(of_file(cheap).demand(square(19), 2), None, "{cheap}");
            let demand = of_file(expensive).demand(square(19), 2).expect(expensive).to_string();
            assert!(demand.contains(message), "{expensive}: {demand}");
        }
    }

    #[test]
    fn every_mind_is_cheap_by_default_but_a_program() {
        for (info, side) in crate::BRAINS.iter().flat_map(|info| [(info, 9), (info, 19)]) {
            assert_eq!(of_file(info.name).demand(square(side), 1).is_some(), info.outside, "{}", info.name);
        }
    }

    /// An engine of a settings file in `/srv/me`.
    fn settings(text: &str) -> BrainSpec {
        text.parse::<BrainSpec>().expect("a spec").named_by(Origin::Settings).placed_in(Path::new("/srv/me"))
    }

    /// Covers all ways to write the command. The engine runs in the folder of the settings, or in a folder
    /// that they name.
    #[test]
    fn an_engine_of_the_settings_works_in_a_fixed_folder() {
        for (line, folder) in [
            ("gtp:[gnugo --mode gtp]", "/srv/me"),
            ("gtp:[sh engine.sh]", "/srv/me"),
            ("gtp:[./engine -- x]", "/srv/me"),
            ("gtp:[python3 -m engine],timeout=5", "/srv/me"),
            ("gtp:[bin/gnugo],dir=/usr/games", "/usr/games"),
            ("gtp:[bin/gnugo],dir=games", "/srv/me/games"),
        ] {
            let trust = Trust::new(vec![settings(line)], 4, false);
            let admitted = trust.admit(&of_file(line), square(9)).expect(line);
            let program = Program::of(&admitted).expect("a program");
            assert_eq!(
                (program.folder.as_deref(), program.bound_to_folder),
                (Some(Path::new(folder)), true),
                "{line}"
            );
            // Without a base folder it could mean another program.
            let trust = Trust::new(vec![line.parse().expect("a spec")], 4, false);
            assert!(trust.admit(&of_file(line), square(9)).is_err(), "{line}");
            // A program that the user types runs in the current folder.
            let typed: BrainSpec = line.parse().expect("a spec");
            assert!(!Program::of(&typed).expect("a program").bound_to_folder, "{line}");
        }
        let mut other = settings("gtp:[sh engine.sh]");
        other.set_text("command", "sh other.sh").expect("a command");
        assert_eq!(other.place(), None, "another command is not that of the settings");
    }

    #[test]
    fn a_file_gets_what_the_user_allows_and_nothing_else() {
        let line = "gtp:[gnugo --mode gtp],timeout=5";
        let settings = settings(line);
        let trust = Trust::new(vec![settings.clone()], 4, false);
        let admitted = trust.admit(&of_file(line), square(9)).expect("an engine of the settings");
        assert_eq!((admitted.origin(), &admitted), (Origin::User, &settings));
        for text in
            ["gtp:[gnugo --mode gtp]", "gtp:[gnugo --mode gtp -o x],timeout=5", "gtp:gnugo", "mcts:threads=5"]
        {
            assert!(trust.admit(&of_file(text), square(9)).is_err(), "{text}");
            assert!(
                trust.admit(&text.parse().expect("a spec"), square(9)).is_ok(),
                "named by the user: {text}"
            );
            let mut allowed = trust.clone();
            allowed.allow(&of_file(text));
            assert!(allowed.admit(&of_file(text), square(9)).is_ok(), "{text}");
            assert!(Trust::new(vec![], 4, true).admit(&of_file(text), square(9)).is_ok(), "{text}");
        }
    }
}
