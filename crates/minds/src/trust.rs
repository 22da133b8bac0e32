//! Trust: limits for the resources of a mind that a file names. A mind beyond the limits needs the user's
//! permission.
//!
//! A game record, test suite, experiment plan or result store is data from others. A mind that such a file
//! names is seated at once only if it is cheap. If it is an external program, or needs more than the limits,
//! its seat stays empty until the user fills it. [`BrainSpec::build`] enforces this for every mind. [`Trust`]
//! holds the permissions of the user.

use super::engine::{self, Program};
use super::{BrainInfo, BrainSpec, Origin, minds::mix};
use std::fmt;
use stonefield_go::Size;
use stonefield_search::{mcts, negamax};

/// Resource that a mind needs beyond the limits for files.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// An external program, which has to be started.
    Program {
        /// Command line.
        command: String,
        /// Working folder, if the specification names one.
        folder: Option<String>,
    },
    /// More than [`Demand::MAX_SECONDS`] of CPU time for one move, by the estimate of
    /// [`BrainSpec::seconds_per_move`].
    Work {
        /// Estimated CPU time of one move, in seconds.
        seconds: f64,
        /// Board size.
        size: Size,
    },
    /// More than [`Demand::MAX_MEMORY`] for a tree or a table. Holds the memory, in bytes.
    Memory(u64),
    /// More threads than the machine has cores. Holds the number of threads.
    Threads(u64),
}

impl Demand {
    /// Limit for the CPU time of one move, in seconds.
    pub const MAX_SECONDS: f64 = 10.0;
    /// Limit for the memory of a tree or a table, in bytes.
    pub const MAX_MEMORY: u64 = 1 << 30;

    /// Returns true if the demand can be met on this platform.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        BrainInfo::STARTS_PROGRAMS || !matches!(self, Self::Program { .. })
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
                write!(f, "asks for {} of computing a move on {size}", ReadableDuration(*seconds))
            }
            Self::Memory(bytes) => write!(f, "asks for {} MB of memory", bytes / 1_000_000),
            Self::Threads(threads) => write!(f, "asks for {threads} threads"),
        }
    }
}

/// Duration in seconds that is displayed in the largest fitting unit.
struct ReadableDuration(f64);

impl fmt::Display for ReadableDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(&str, f64); 5] = [
            ("seconds", 1.0),
            ("minutes", 60.0),
            ("hours", 3600.0),
            ("days", 86_400.0),
            ("years", 31_557_600.0),
        ];
        // A unit fits if the duration is at least two of it.
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

/// Resources that a mind needs besides CPU time. Those of the parts of a mix are added up.
#[derive(Clone, Debug, Default)]
struct Resources {
    program: Option<Demand>,
    memory: u64,
    threads: u64,
}

/// Memory of one node of a search tree, or of one entry of the transposition table of negamax, in bytes.
const NODE_BYTES: u64 = 32;

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
                Self { memory: u64::from(max_nodes) * NODE_BYTES, threads: threads as u64, ..none }
            }
            "negamax" => {
                let negamax::NegamaxParams { table, .. } = spec.read();
                Self { memory: table as u64 * NODE_BYTES, ..none }
            }
            _ => none,
        }
    }
}

impl BrainSpec {
    /// First resource that the mind needs beyond the limits for files, on a board of this size and a machine
    /// with this number of cores. `None` if the mind is cheap. The origin of the mind does not matter here.
    #[must_use]
    pub fn demand(&self, size: Size, cores: usize) -> Option<Demand> {
        let Resources { program, memory, threads } = Resources::of(self);
        let seconds = self.seconds_per_move(size);
        program
            .or_else(|| (seconds > Demand::MAX_SECONDS).then_some(Demand::Work { seconds, size }))
            .or_else(|| (memory > Demand::MAX_MEMORY).then_some(Demand::Memory(memory)))
            .or_else(|| (threads > cores.max(1) as u64).then_some(Demand::Threads(threads)))
    }
}

/// Permissions for minds that files name. Each part of the program that fills seats has its own.
#[derive(Clone, Debug)]
pub struct Trust {
    /// True if every demand of a file is allowed.
    allows_all: bool,
    /// Engines of the user's settings.
    settings_engines: Vec<BrainSpec>,
    /// Minds that the user has allowed after a question.
    allowed: Vec<BrainSpec>,
    /// Number of cores of the machine.
    cores: usize,
}

impl Default for Trust {
    /// Allows only cheap minds with one thread.
    fn default() -> Self {
        Self { allows_all: false, settings_engines: Vec::new(), allowed: Vec::new(), cores: 1 }
    }
}

impl Trust {
    /// Creates permissions for the engines of the user's settings, on a machine with this number of cores.
    /// If `allows_all` is true, every demand of a file is allowed. An engine without a fixed folder gets no
    /// permission: its command could mean files in the current folder, which may be the folder of the
    /// untrusted file.
    #[must_use]
    pub fn new(mut settings_engines: Vec<BrainSpec>, cores: usize, allows_all: bool) -> Self {
        settings_engines.retain(works_in_a_fixed_folder);
        Self { allows_all, settings_engines, allowed: Vec::new(), cores }
    }

    /// Replaces the engines of the user's settings. The condition of [`Trust::new`] applies.
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

    /// Decides whether a mind may be seated on a board of this size, and returns the specification to seat. A
    /// mind that no file names is returned unchanged. A mind that a file names gets the user as its origin,
    /// in four cases: it is cheap, it equals an engine of the settings in all parameters, the user has
    /// allowed it, or everything is allowed. An engine of the settings gets the base folder of the settings.
    ///
    /// # Errors
    /// Fails with the demand of the mind in all other cases. The seat must then stay empty.
    pub fn admit(&self, spec: &BrainSpec, size: Size) -> Result<BrainSpec, Demand> {
        if spec.origin() != Origin::File {
            return Ok(spec.clone());
        }
        let same_engine = self.settings_engines.iter().find(|engine| *engine == spec);
        match spec.demand(size, self.cores) {
            Some(demand) if !self.allows_all && same_engine.is_none() && !self.allowed.contains(spec) => {
                Err(demand)
            }
            _ => Ok(same_engine.unwrap_or(spec).clone().with_origin(Origin::User)),
        }
    }
}

/// Returns true if the working folder of the mind's program is fixed, or if the mind has no program. A mix
/// has no program.
fn works_in_a_fixed_folder(spec: &BrainSpec) -> bool {
    Program::of(spec).is_none_or(|program| {
        program.bound_to_folder && program.folder.is_some_and(|folder| folder.is_absolute())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn named_by_file(text: &str) -> BrainSpec {
        text.parse::<BrainSpec>().expect("a spec").with_origin(Origin::File)
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
            assert_eq!(named_by_file(cheap).demand(square(19), 2), None, "{cheap}");
            let demand = named_by_file(expensive).demand(square(19), 2).expect(expensive).to_string();
            assert!(demand.contains(message), "{expensive}: {demand}");
        }
    }

    #[test]
    fn every_mind_but_a_program_is_cheap_by_default() {
        for (info, side) in crate::BRAINS.iter().flat_map(|info| [(info, 9), (info, 19)]) {
            assert_eq!(
                named_by_file(info.name).demand(square(side), 1).is_some(),
                info.external,
                "{}",
                info.name
            );
        }
    }

    /// Engine of a settings file in `/srv/me`.
    fn settings_engine(text: &str) -> BrainSpec {
        text.parse::<BrainSpec>()
            .expect("a spec")
            .with_origin(Origin::Settings)
            .with_base_folder(Path::new("/srv/me"))
    }

    /// Covers all ways to write the command. The engine runs in the folder of the settings file, or in a
    /// folder that the settings name.
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
            let trust = Trust::new(vec![settings_engine(line)], 4, false);
            let admitted = trust.admit(&named_by_file(line), square(9)).expect(line);
            let program = Program::of(&admitted).expect("a program");
            assert_eq!(
                (program.folder.as_deref(), program.bound_to_folder),
                (Some(Path::new(folder)), true),
                "{line}"
            );
            // Without a base folder the command could mean another program.
            let trust = Trust::new(vec![line.parse().expect("a spec")], 4, false);
            assert!(trust.admit(&named_by_file(line), square(9)).is_err(), "{line}");
            // A program that the user types runs in the current folder.
            let typed: BrainSpec = line.parse().expect("a spec");
            assert!(!Program::of(&typed).expect("a program").bound_to_folder, "{line}");
        }
        let mut other = settings_engine("gtp:[sh engine.sh]");
        other.set_text("command", "sh other.sh").expect("a command");
        assert_eq!(other.base_folder(), None, "another command is not that of the settings");
    }

    #[test]
    fn a_file_gets_what_the_user_allows_and_nothing_else() {
        let line = "gtp:[gnugo --mode gtp],timeout=5";
        let engine = settings_engine(line);
        let trust = Trust::new(vec![engine.clone()], 4, false);
        let admitted = trust.admit(&named_by_file(line), square(9)).expect("an engine of the settings");
        assert_eq!((admitted.origin(), &admitted), (Origin::User, &engine));
        for text in
            ["gtp:[gnugo --mode gtp]", "gtp:[gnugo --mode gtp -o x],timeout=5", "gtp:gnugo", "mcts:threads=5"]
        {
            assert!(trust.admit(&named_by_file(text), square(9)).is_err(), "{text}");
            assert!(
                trust.admit(&text.parse().expect("a spec"), square(9)).is_ok(),
                "named by the user: {text}"
            );
            let mut with_permission = trust.clone();
            with_permission.allow(&named_by_file(text));
            assert!(with_permission.admit(&named_by_file(text), square(9)).is_ok(), "{text}");
            assert!(Trust::new(vec![], 4, true).admit(&named_by_file(text), square(9)).is_ok(), "{text}");
        }
    }
}
