//! `gtp`: a mind that is another Go program, an engine. It runs in its own process and speaks GTP.
//!
//! Modules, from the highest level to the lowest: `player` asks the engine for moves. `sync` brings the
//! engine's board to the game. [`Connection`] sends commands and reads replies. `process` holds the pipes and
//! ends the process. `running` makes sure that no engine outlives this program. `signals` handles the signals
//! that ask this program to end.
//!
//! The engine uses its own random numbers. So games with the same seed can differ.

mod connection;
mod descendants;
mod engines;
mod environment;
mod errors;
mod group;
mod pipe;
mod player;
mod process;
mod running;
mod signals;
mod sync;
mod trial;
mod writer;

pub use super::fault::{EngineError, Fault};
pub use connection::{Connection, EngineReply, Timeouts};
pub use engines::{Engine, Engines, EnginesError, EntryError};
pub use environment::ADDED_VARIABLES;
pub use process::Program;
pub use running::shut_down;
pub use signals::{Signal, SignalListener, is_ignored};
pub use trial::Trial;

use crate::{Answer, Brain, BrainInfo, BrainSpec, Conversation, Inquiry, Observation, Reply, Speaker};
use player::EnginePlayer;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefield_go::notation::gtp::GtpRequest;
use stonefield_search::params;
use stonefield_search::{Parameters, Rng, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo {
    external: true,
    main_param: Some("command"),
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

/// Reason why a text is not a command line. The message says what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum CommandError {
    /// Empty, or spaces only.
    #[error("the command line of a program, or the name of an engine")]
    Blank,
    /// A quote is not closed.
    #[error("a command line whose quotes end")]
    Quotes,
}

/// Checks that a command line can be split. An empty one is allowed.
fn command_line(text: &str) -> Result<String, CommandError> {
    if text.is_empty() || Program::split(text).is_some() {
        return Ok(text.to_owned());
    }
    Err(if text.trim().is_empty() { CommandError::Blank } else { CommandError::Quotes })
}

/// Longest time that one call waits for output of the engine.
const POLL_WAIT: Duration = Duration::from_millis(20);

/// Default limit for a whole reply, as a multiple of the limit for silence.
const DEFAULT_WHOLE_FACTOR: u32 = 10;

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let params: EngineParams = spec.read();
    let (program, limits) = (params.program(spec.base_folder()), params.limits());
    Box::new(GtpMind {
        program,
        limits,
        player: None,
        earlier_conversation: Conversation::default(),
        reported_lines: 0,
    })
}

impl EngineParams {
    fn limits(&self) -> Timeouts {
        let [answer, whole, start] = [self.timeout, self.whole, self.start].map(Duration::from_secs_f64);
        Timeouts { start, answer, whole: if whole.is_zero() { answer * DEFAULT_WHOLE_FACTOR } else { whole } }
    }

    /// The program. Its default working folder is `base_folder`. A relative working folder is resolved from
    /// it.
    fn program(&self, base_folder: Option<&Path>) -> Program {
        let folder = Some(&self.dir).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Program {
            words: Program::split(&self.command).unwrap_or_default(),
            folder: match (base_folder, folder) {
                (Some(base_folder), Some(folder)) => Some(base_folder.join(folder)),
                (Some(base_folder), None) => Some(base_folder.to_owned()),
                (None, folder) => folder,
            },
            bound_to_folder: base_folder.is_some(),
        }
    }
}

impl Program {
    /// Program of a `gtp` specification. `None` for any other mind.
    #[must_use]
    pub fn of(spec: &BrainSpec) -> Option<Self> {
        (spec.name() == INFO.name).then(|| spec.read::<EngineParams>().program(spec.base_folder()))
    }
}

/// A mind that is another program. The engine is started when it is first needed, and again after a fault.
///
/// GTP cannot interrupt `genmove`. If the mind must stop early and the engine reports its analysis, the mind
/// plays the best move so far, and the move that the engine chooses later is undone. Without an analysis the
/// mind waits for the engine's move.
struct GtpMind {
    program: Program,
    limits: Timeouts,
    /// The running engine, if any.
    player: Option<EnginePlayer>,
    /// Conversation with the engines that ran earlier. Empty while an engine runs, which continues it.
    earlier_conversation: Conversation,
    /// Number of lines of the conversation that were already reported.
    reported_lines: u64,
}

impl GtpMind {
    /// Returns the running engine. Starts it if it does not run.
    fn player(&mut self) -> Result<&mut EnginePlayer, Fault> {
        match &mut self.player {
            Some(player) => Ok(player),
            empty => Ok(empty.insert(EnginePlayer::start(
                &self.program,
                self.limits,
                &mut self.earlier_conversation,
            )?)),
        }
    }

    /// Ends the engine after a fault. Returns the message of the fault.
    fn end_after_fault(&mut self, fault: &Fault) -> String {
        self.end_engine(&fault.to_string());
        fault.to_string()
    }

    /// Ends the engine and keeps its conversation.
    fn end_engine(&mut self, why: &str) {
        if let Some(player) = self.player.take() {
            self.earlier_conversation = player.into_conversation();
            self.earlier_conversation.waiting = 0;
        }
        self.earlier_conversation.add_line(Speaker::Event, why);
    }

    /// Ends the engine if it has accepted `quit` from a person.
    fn end_if_quit(&mut self) {
        if self.player.as_ref().is_some_and(|player| player.has_quit) {
            self.end_engine("it has quit; it is restarted when it is needed");
        }
    }
}

impl Brain for GtpMind {
    fn prepare(&mut self) -> Result<(), Fault> {
        let ready = self.player().and_then(|player| {
            while !player.introduce(POLL_WAIT)? {}
            Ok(())
        });
        ready.inspect_err(|fault| drop(self.end_after_fault(fault)))
    }

    fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    fn begin(&mut self, _: &Observation<'_>, _: Rng) {
        if let Some(player) = &mut self.player {
            player.begin_turn();
        }
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let counts_cpu = watch.cpu_clock().is_some();
        let answer = self.player().and_then(|player| {
            if counts_cpu {
                player.start_cpu_count();
            }
            player.advance(observation, watch, POLL_WAIT)
        });
        if counts_cpu && !matches!(answer, Ok(None)) {
            watch.spend(self.player.as_ref().and_then(EnginePlayer::cpu_spent));
        }
        match answer {
            Ok(answer) => {
                self.end_if_quit();
                answer
            }
            Err(fault) => Some(Answer::Failed(self.end_after_fault(&fault))),
        }
    }

    fn reply(&mut self, observation: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        match inquiry {
            Inquiry::Say(line) => self.queue_line(line),
            Inquiry::Attend => self.attend(observation),
            Inquiry::Conversation => {}
            Inquiry::Tree { .. } | Inquiry::Nodes { .. } => return None,
        }
        let conversation =
            self.player.as_ref().map_or(&self.earlier_conversation, EnginePlayer::conversation);
        let new_part = conversation.lines_after(self.reported_lines);
        self.reported_lines = conversation.line_count();
        Some(Reply::Conversation(new_part))
    }
}

impl GtpMind {
    /// Queues a person's line for the engine.
    fn queue_line(&mut self, line: &str) {
        // The id that the person has written is removed, because this program numbers the commands itself. A
        // comment is removed, because it gets no reply.
        let line = line.split('#').next().unwrap_or_default();
        let line = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let line = match GtpRequest::read(&line) {
            Some(request) => format!("{} {}", request.name, request.arguments).trim().to_owned(),
            None => String::new(),
        };
        if line.is_empty() && self.player.is_none() {
            return;
        }
        match self.player() {
            Ok(player) => player.queue_line(line),
            Err(fault) => drop(self.end_after_fault(&fault)),
        }
    }

    /// Sends and receives lines between turns. Waits at most [`POLL_WAIT`] if a reply is missing.
    fn attend(&mut self, observation: &Observation<'_>) {
        let Some(player) = &mut self.player else { return };
        match player.attend(observation, POLL_WAIT) {
            Ok(()) => self.end_if_quit(),
            Err(fault) => drop(self.end_after_fault(&fault)),
        }
    }
}
