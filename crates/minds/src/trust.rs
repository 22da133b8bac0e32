//! Trust: what a mind that a file names may not do without being asked about.
//!
//! A record, suite, plan or store is data. A mind that it names is seated at once only if it is cheap; one that is a program of
//! its own, or computes without a reasonable bound, leaves the seat empty until the user fills it. [`BrainSpec::build`] holds this for
//! every mind that is made, and [`Trust`] knows what the user allows.

use super::engine::{self, Program};
use super::{BrainSpec, Origin, minds::mix};
use std::fmt;
use stonefield_go::Size;
use stonefield_search::{mcts, negamax};

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
    /// More than [`Demand::SECONDS`] of computing for one move, as [`BrainSpec::work_on`] estimates it.
    Work {
        /// CPU time of one move, in seconds.
        seconds: f64,
        /// The board.
        size: Size,
    },
    /// More than [`Demand::MEMORY`] bytes for its tree or its table.
    Memory(u64),
    /// More threads than there are cores.
    Threads(u64),
}

impl Demand {
    /// CPU time of one move that a file may ask for, in seconds.
    pub const SECONDS: f64 = 10.0;
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
            Self::Work { seconds, size } => {
                write!(f, "asks for {} of computing a move on {size}", Span(*seconds))
            }
            Self::Memory(bytes) => write!(f, "asks for {} MB of memory", bytes / 1_000_000),
            Self::Threads(threads) => write!(f, "asks for {threads} threads"),
        }
    }
}

/// A time, rounded to the unit that suits it.
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
        // Two of a unit at least.
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

/// Resources that a mind takes besides time; the parts of a mix are summed.
#[derive(Clone, Debug, Default)]
struct Means {
    program: Option<Demand>,
    memory: u64,
    threads: u64,
}

/// Bytes of a node of a tree search, and of an entry of negamax's table.
const NODE: u64 = 32;

impl Means {
    fn of(spec: &BrainSpec) -> Self {
        if let Some(parts) = mix::parts(spec) {
            let [one, other] = parts.map(|part| Self::of(&part));
            return Self {
                program: one.program.or(other.program),
                memory: one.memory.saturating_add(other.memory),
                threads: one.threads.saturating_add(other.threads),
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
    /// Demand of the mind on a board of this size, beyond what a file may use without being trusted, on a
    /// machine of so many cores; `None` for a mind that is cheap. Who named it does not matter here.
    #[must_use]
    pub fn demand(&self, size: Size, cores: usize) -> Option<Demand> {
        let Means { program, memory, threads } = Means::of(self);
        let seconds = self.work_on(size);
        program
            .or_else(|| (seconds > Demand::SECONDS).then_some(Demand::Work { seconds, size }))
            .or_else(|| (memory > Demand::MEMORY).then_some(Demand::Memory(memory)))
            .or_else(|| (threads > cores.max(1) as u64).then_some(Demand::Threads(threads)))
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
    /// With the engines of the user's settings, the cores of this machine, and whether `all` that files ask
    /// for is allowed. An engine that does not
    /// work in a fixed folder is no known one: words of its command would mean files of the folder that one
    /// is in, which may be the file's.
    #[must_use]
    pub fn new(mut known: Vec<BrainSpec>, cores: usize, all: bool) -> Self {
        known.retain(works_in_a_fixed_folder);
        Self { all, known, allowed: Vec::new(), cores }
    }

    /// The engines of the user's settings are these from now on, as in [`Trust::new`].
    pub fn set_known(&mut self, mut known: Vec<BrainSpec>) {
        known.retain(works_in_a_fixed_folder);
        self.known = known;
    }

    /// Allows this mind, with these parameters, from now on.
    pub fn allow(&mut self, spec: &BrainSpec) {
        if !self.allowed.contains(spec) {
            self.allowed.push(spec.clone());
        }
    }

    /// The mind as it may be seated at a board of this size. One that the user named comes back as it is. One
    /// that a file named comes back as the user's if it
    /// is cheap, equal to an engine of the settings in its whole line, or allowed. An engine of the settings
    /// works where the settings have it.
    ///
    /// # Errors
    /// What it asks for: its seat stays empty.
    pub fn admit(&self, spec: &BrainSpec, size: Size) -> Result<BrainSpec, Demand> {
        if spec.origin() != Origin::File {
            return Ok(spec.clone());
        }
        let known = self.known.iter().find(|known| *known == spec);
        match spec.demand(size, self.cores) {
            Some(demand) if !self.all && known.is_none() && !self.allowed.contains(spec) => Err(demand),
            _ => Ok(known.unwrap_or(spec).clone().named_by(Origin::User)),
        }
    }
}

/// Whether the program of a mind, where it has one, works in the same folder wherever the user is. A mix has
/// none.
fn works_in_a_fixed_folder(spec: &BrainSpec) -> bool {
    Program::of(spec)
        .is_none_or(|program| program.placed && program.folder.is_some_and(|folder| folder.is_absolute()))
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
    fn the_limits_are_where_they_are_said_to_be() {
        for (cheap, expensive, asks) in [
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
            let asked = of_file(expensive).demand(square(19), 2).expect(expensive).to_string();
            assert!(asked.contains(asks), "{expensive}: {asked}");
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

    /// However its words are written: it works in the folder of the settings or in one that they name.
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
                (program.folder.as_deref(), program.placed),
                (Some(Path::new(folder)), true),
                "{line}"
            );
            // Without a place it would be another program elsewhere.
            let trust = Trust::new(vec![line.parse().expect("a spec")], 4, false);
            assert!(trust.admit(&of_file(line), square(9)).is_err(), "{line}");
            // Programs that the user types run where the user is.
            let typed: BrainSpec = line.parse().expect("a spec");
            assert!(!Program::of(&typed).expect("a program").placed, "{line}");
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
        for other in
            ["gtp:[gnugo --mode gtp]", "gtp:[gnugo --mode gtp -o x],timeout=5", "gtp:gnugo", "mcts:threads=5"]
        {
            assert!(trust.admit(&of_file(other), square(9)).is_err(), "{other}");
            assert!(
                trust.admit(&other.parse().expect("a spec"), square(9)).is_ok(),
                "named by the user: {other}"
            );
            let mut allowed = trust.clone();
            allowed.allow(&of_file(other));
            assert!(allowed.admit(&of_file(other), square(9)).is_ok(), "{other}");
            assert!(Trust::new(vec![], 4, true).admit(&of_file(other), square(9)).is_ok(), "{other}");
        }
    }
}
