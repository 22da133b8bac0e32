//! `gtp`: another Go program, in a process of its own, which speaks GTP.
//!
//! From the outside in: `player` asks it for moves, `sync` knows what it has been told, [`Connection`] is the
//! conversation, `process` its pipes and its end, `living` sees to it that none outlives this program, `request` hears the signals
//! that ask the program to end.
//!
//! What such a mind does is not decided by this program: the same seed need not give the same game.

mod connection;
mod engines;
mod environment;
mod group;
mod kin;
mod living;
mod pipe;
mod player;
mod process;
mod request;
mod sync;
mod trial;
mod trouble;
mod writer;

pub use super::fault::{Fault, Trouble};
pub use connection::{Connection, EngineReply, Timeouts};
pub use engines::{Engine, Engines, EnginesError, EntryError};
pub use environment::ADDED_VARIABLES;
pub use living::shut_down;
pub use process::Program;
pub use request::{Signal, SignalListener, is_ignored};
pub use trial::Trial;

use crate::{Answer, Brain, BrainInfo, BrainSpec, Conversation, Inquiry, Observation, Reply, Voice};
use player::RunningEngine;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefield_go::notation::gtp::GtpRequest;
use stonefield_search::params;
use stonefield_search::{Parameters, Rng, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo {
    outside: true,
    main: Some("command"),
    ..BrainInfo::planner(
        "gtp",
        "another Go program that speaks GTP, as in gtp:[gnugo --mode gtp]",
        EngineParams::LIST,
        make,
    )
};

params! {
    /// What is started, and how long it may take.
    pub(super) struct EngineParams {
        /// its command line, or the name that the settings give it
        pub command: String = "" by command_line;
        /// how long it may be silent when it owes an answer
        timeout: f64 = 60.0 in 0.1..=1e6, "seconds";
        /// how long a whole answer may take, such as a move, whatever it says meanwhile; 0: ten times timeout
        whole as "move": f64 = 0.0 in 0.0..=1e6, "seconds";
        /// how long it may take to start
        start: f64 = 60.0 in 0.1..=1e6, "seconds";
        /// the folder it works in; else the present one, or that of the settings for an engine named there
        pub dir: String = "";
    }
}

/// Why a text is not a command line, in words that say what would be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum CommandError {
    /// It is empty or holds spaces only.
    #[error("the command line of a program, or the name of an engine")]
    Blank,
    /// A quote stays open.
    #[error("a command line whose quotes end")]
    Quotes,
}

/// A command line that can be split, or nothing.
fn command_line(text: &str) -> Result<String, CommandError> {
    if text.is_empty() || Program::split(text).is_some() {
        return Ok(text.to_owned());
    }
    Err(if text.trim().is_empty() { CommandError::Blank } else { CommandError::Quotes })
}

/// How long a batch waits for the engine to say something.
const PATIENT: Duration = Duration::from_millis(20);

/// How many times the limit of silence a whole answer may take where nothing else is said.
const WHOLE: u32 = 10;

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let params: EngineParams = spec.read();
    let (program, limits) = (params.program(spec.place()), params.limits());
    Box::new(External { program, limits, player: None, past: Conversation::default(), told: 0 })
}

impl EngineParams {
    fn limits(&self) -> Timeouts {
        let [answer, whole, start] = [self.timeout, self.whole, self.start].map(Duration::from_secs_f64);
        Timeouts { start, answer, whole: if whole.is_zero() { answer * WHOLE } else { whole } }
    }

    /// The program, which works in a folder that is found from `place`.
    fn program(&self, place: Option<&Path>) -> Program {
        let folder = Some(&self.dir).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Program {
            words: Program::split(&self.command).unwrap_or_default(),
            folder: match (place, folder) {
                (Some(place), Some(folder)) => Some(place.join(folder)),
                (Some(place), None) => Some(place.to_owned()),
                (None, folder) => folder,
            },
            placed: place.is_some(),
        }
    }
}

impl Program {
    /// The program of a `gtp`; `None` for any other mind.
    #[must_use]
    pub fn of(spec: &BrainSpec) -> Option<Self> {
        (spec.name() == INFO.name).then(|| spec.read::<EngineParams>().program(spec.place()))
    }
}

/// A mind that is another program, started when it is first needed and restarted after a fault.
///
/// It can be hurried only as far as GTP goes, which knows no way to interrupt `genmove`: of an engine that reports its analysis the best
/// move so far is played at once, and its own choice, when it comes, is taken back; any other is waited for.
struct External {
    program: Program,
    limits: Timeouts,
    player: Option<RunningEngine>,
    /// What was said to the engine before the one that will be started next.
    past: Conversation,
    /// How much of what was said has been told on.
    told: u64,
}

impl External {
    /// The engine, started if it does not run.
    fn player(&mut self) -> Result<&mut RunningEngine, Fault> {
        match &mut self.player {
            Some(player) => Ok(player),
            none => Ok(none.insert(RunningEngine::start(&self.program, self.limits, &mut self.past)?)),
        }
    }

    /// Gives the engine up.
    fn fail(&mut self, fault: &Fault) -> String {
        self.bury(&fault.to_string());
        fault.to_string()
    }

    /// Lets the engine go; what was said stays.
    fn bury(&mut self, why: &str) {
        if let Some(player) = self.player.take() {
            self.past = player.into_conversation();
            self.past.waiting = 0;
        }
        self.past.note(Voice::Event, why);
    }

    /// Lets an engine go that a person has sent away.
    fn release_if_quit(&mut self) {
        if self.player.as_ref().is_some_and(|player| player.left) {
            self.bury("it has quit; it is restarted when it is needed");
        }
    }
}

impl Brain for External {
    fn prepare(&mut self) -> Result<(), Fault> {
        let ready = self.player().and_then(|player| {
            while !player.introduce(PATIENT)? {}
            Ok(())
        });
        ready.inspect_err(|fault| drop(self.fail(fault)))
    }

    fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    fn begin(&mut self, _: &Observation<'_>, _: Rng) {
        if let Some(player) = &mut self.player {
            player.begin();
        }
    }

    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let counts = watch.cpu_clock().is_some();
        let answer = self.player().and_then(|player| {
            if counts {
                player.meter();
            }
            player.advance(seen, watch, PATIENT)
        });
        if counts && !matches!(answer, Ok(None)) {
            watch.spend(self.player.as_ref().and_then(RunningEngine::spent));
        }
        match answer {
            Ok(answer) => {
                self.release_if_quit();
                answer
            }
            Err(fault) => Some(Answer::Failed(self.fail(&fault))),
        }
    }

    fn reply(&mut self, seen: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        match inquiry {
            Inquiry::Say(line) => self.say(line),
            Inquiry::Attend => self.attend(seen),
            Inquiry::Said => {}
            Inquiry::Tree { .. } | Inquiry::Nodes { .. } => return None,
        }
        let conversation = self.player.as_ref().map_or(&self.past, RunningEngine::conversation);
        let said = conversation.since(self.told);
        self.told = conversation.heard();
        Some(Reply::Said(said))
    }
}

impl External {
    /// Says a person's line to the engine, as soon as that has time.
    fn say(&mut self, line: &str) {
        // A number of the person's own would not fit ours, and a comment gets no answer.
        let line = line.split('#').next().unwrap_or_default();
        let line = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let line = match GtpRequest::read(&line) {
            Some(request) => format!("{} {}", request.name, request.rest).trim().to_owned(),
            None => String::new(),
        };
        if line.is_empty() && self.player.is_none() {
            return;
        }
        match self.player() {
            Ok(player) => player.ask(line),
            Err(fault) => drop(self.fail(&fault)),
        }
    }

    /// Looks after what goes on between turns; waits for the engine a while where that owes an answer.
    fn attend(&mut self, seen: &Observation<'_>) {
        let Some(player) = &mut self.player else { return };
        match player.attend(seen, PATIENT) {
            Ok(()) => self.release_if_quit(),
            Err(fault) => drop(self.fail(&fault)),
        }
    }
}
