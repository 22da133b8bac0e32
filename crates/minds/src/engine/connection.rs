//! GTP conversation with an engine. Commands have ids and are sent one at a time. Each command ends with a
//! reply or a fault.

use super::pipe::{PipeEvent, one_line};
use super::process::{Process, Program};
use super::{EngineError, Fault};
use crate::{Conversation, Speaker};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use stonefield_go::notation::gtp::{ResponseHead, ResponseStatus};

/// Longest reply, in bytes.
const MAX_REPLY_BYTES: usize = 1 << 20;

/// Longest wait for the exit status after the engine has closed a pipe.
const EXIT_WAIT: Duration = Duration::from_secs(1);

/// Longest time that one poll counts towards a time limit. The caller may pause for longer between two polls.
const MAX_POLL_GAP: Duration = Duration::from_millis(250);

/// Time limits for the replies of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeouts {
    /// Limit for each of the first replies, while the engine starts.
    pub start: Duration,
    /// Limit for the beginning of any other reply, or for the next line of an analysis.
    pub answer: Duration,
    /// Limit for a whole reply, even if the engine keeps writing.
    pub whole: Duration,
}

/// A complete reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReply {
    /// Success (`=`) or failure (`?`).
    pub status: ResponseStatus,
    /// Text of the reply. Its lines are separated by line breaks.
    pub text: String,
}

/// Result of one poll of an engine.
#[derive(Debug)]
pub(super) enum Received {
    /// No new output.
    Nothing,
    /// Output that needs no action of the caller: part of a reply, start-up text, or the end of the output.
    Handled,
    /// A line of a reply that is streamed line by line.
    Line(String),
    /// The complete reply.
    Reply(EngineReply),
}

/// A command that was sent and has no complete reply yet.
struct Pending {
    id: u32,
    command: String,
    /// True if each line of the reply after the first is returned as [`Received::Line`].
    streams: bool,
    /// Limit for silence: the longest time without progress.
    limit: Duration,
    /// Limit for the whole reply. `None` for an analysis, which runs until the next line is sent.
    whole: Option<Duration>,
    /// Status of the reply. `None` until the reply begins.
    status: Option<ResponseStatus>,
    /// Text of the reply so far.
    text: String,
    /// Time since the command was sent or the silence limit was restarted. A poll adds at most
    /// [`MAX_POLL_GAP`], or its own wait if that is longer.
    since_progress: Duration,
    /// Time since the command was sent, counted in the same way.
    since_sent: Duration,
    polled_at: Instant,
}

impl Pending {
    /// Returns the fault if a time limit has passed. `has_unread_input`: true if the engine has not read all
    /// commands.
    fn timeout_error(&self, has_unread_input: bool) -> Option<EngineError> {
        let command = || self.command.clone();
        let exceeded_whole = self.whole.filter(|whole| self.since_sent > *whole);
        let exceeded = if self.since_progress > self.limit { Some(self.limit) } else { exceeded_whole };
        let seconds = exceeded?.as_secs_f64();
        Some(match (self.status, exceeded_whole) {
            (Some(_), Some(limit)) => EngineError::TooSlow {
                command: command(),
                lasted: self.since_sent.as_secs_f64(),
                limit: limit.as_secs_f64(),
            },
            _ if has_unread_input => EngineError::UnreadInput { command: command(), seconds },
            _ => EngineError::NoReply { command: command(), seconds },
        })
    }
}

/// A running engine with its pipes, its command list and the conversation so far.
pub struct Connection {
    process: Process,
    limits: Timeouts,
    /// Name that the engine reports. Before that, the name of its program.
    name: String,
    /// Commands that the engine lists. Empty until the introduction is complete.
    supported_commands: BTreeSet<String>,
    next_id: u32,
    pending: Option<Pending>,
    /// True once the engine has replied to a command. Until then, lines that are not a reply are ignored.
    has_replied: bool,
    /// Last line of standard output that is not blank, shortened for a message.
    last_output_line: String,
    /// Time at which the engine closed its input or output. `None` while both are open.
    closed_at: Option<Instant>,
    /// Log of all lines, in both directions.
    pub(super) conversation: Conversation,
}

impl Connection {
    /// Starts an engine. No command is sent yet.
    ///
    /// # Errors
    /// Fails if the program cannot be started.
    pub fn start(program: &Program, limits: Timeouts) -> Result<Self, Fault> {
        let name = program.name();
        let process = Process::start(program).map_err(|error| Fault {
            engine: name.clone(),
            error,
            last_output: None,
        })?;
        Ok(Self {
            process,
            limits,
            name,
            supported_commands: BTreeSet::new(),
            next_id: 1,
            pending: None,
            has_replied: false,
            last_output_line: String::new(),
            closed_at: None,
            conversation: Conversation::default(),
        })
    }

    /// Finds the processes that the engine has started, so that their CPU time is counted too.
    pub(super) fn find_descendants(&mut self) {
        self.process.find_descendants();
    }

    /// CPU time of the engine and its known descendants, in seconds. `None` if the system does not report
    /// it.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.process.cpu_seconds()
    }

    /// Name that the engine reports. Before that, the name of its program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if the engine lists this command in `list_commands`.
    #[must_use]
    pub fn supports(&self, command: &str) -> bool {
        self.supported_commands.contains(command)
    }

    /// Sends a command of this program. The previous command must have its reply.
    pub(super) fn send(&mut self, command: &str, streams: bool) {
        self.send_as(Speaker::Us, command, streams, false);
    }

    /// Sends a command of `speaker`. The previous command must have its reply. With `runs_until_next_line`
    /// the whole reply has no time limit.
    pub(super) fn send_as(
        &mut self,
        speaker: Speaker,
        command: &str,
        streams: bool,
        runs_until_next_line: bool,
    ) {
        let id = self.next_id;
        self.next_id = self.next_id.checked_add(1).unwrap_or(1);
        let Timeouts { start, answer, whole } = self.limits;
        let (limit, whole) =
            if self.supported_commands.is_empty() { (start, start) } else { (answer, whole) };
        let line = format!("{id} {command}");
        self.conversation.add_line(speaker, &line);
        if self.process.write(&line).is_err() {
            // The engine has closed its input and may be ending. [`Self::check_exit`] waits for its exit
            // status.
            self.closed_at.get_or_insert_with(Instant::now);
        }
        self.pending = Some(Pending {
            id,
            command: one_line(command),
            streams,
            limit,
            whole: (!runs_until_next_line).then_some(whole),
            status: None,
            text: String::new(),
            since_progress: Duration::ZERO,
            since_sent: Duration::ZERO,
            polled_at: Instant::now(),
        });
    }

    /// Sends an empty line, which ends an analysis. From now on the limit for a whole reply applies.
    pub(super) fn interrupt(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.since_sent = Duration::ZERO;
            pending.whole = Some(self.limits.whole);
        }
        if self.process.write("").is_err() {
            self.closed_at.get_or_insert_with(Instant::now);
        }
    }

    /// Waits for output of the engine, for at most `wait`.
    ///
    /// # Errors
    /// Fails if the output is not valid GTP, a time limit has passed, or the engine has ended.
    pub(super) fn poll(&mut self, wait: Duration) -> Result<Received, Fault> {
        self.read_output(wait).map_err(|error| self.fault(error))
    }

    /// Sends a command and waits for the complete reply.
    ///
    /// # Errors
    /// Fails if no valid reply comes in time.
    pub fn ask(&mut self, command: &str) -> Result<EngineReply, Fault> {
        self.send(command, false);
        loop {
            if let Received::Reply(reply) = self.poll(MAX_POLL_GAP)? {
                return Ok(reply);
            }
        }
    }

    /// Stores the engine's reply to a command of [`INTRODUCTION`].
    pub(super) fn store_introduction(&mut self, command: &str, reply: &EngineReply) {
        if reply.status == ResponseStatus::Failure {
            return;
        }
        let first = one_line(reply.text.lines().next().unwrap_or_default());
        match command {
            "name" if !first.is_empty() => self.name = first,
            "version" if !first.is_empty() && first.len() < 24 => self.name += &format!(" {first}"),
            "list_commands" => {
                self.conversation.program_name.clone_from(&self.name);
                self.conversation.commands = reply.text.split_whitespace().map(str::to_owned).collect();
                self.supported_commands = self.conversation.commands.iter().cloned().collect();
            }
            _ => {}
        }
    }

    /// Builds a fault with the engine's name and its last line on stderr. Without such a line, the last line
    /// on standard output is used, unless the error needs no quote.
    pub(super) fn fault(&self, error: EngineError) -> Fault {
        let last_stdout_line = || {
            Some(self.last_output_line.clone())
                .filter(|line| !line.is_empty() && !error.needs_no_last_output())
        };
        let last_output = self.process.last_stderr_line().or_else(last_stdout_line);
        Fault { engine: self.name.clone(), error, last_output }
    }

    /// Takes one event of the engine's output, and checks the time limits.
    fn read_output(&mut self, wait: Duration) -> Result<Received, EngineError> {
        for line in self.process.take_stderr_lines() {
            self.conversation.add_line(Speaker::Stderr, &line);
        }
        let Some(pending) = &mut self.pending else { return Ok(Received::Nothing) };
        let command = pending.command.clone();
        if let Some(closed_at) = self.closed_at {
            return self.check_exit(command, closed_at, wait);
        }
        let event = self.process.next_event(wait);
        let elapsed = pending.polled_at.elapsed().min(MAX_POLL_GAP.max(wait));
        pending.polled_at = Instant::now();
        pending.since_progress += elapsed;
        pending.since_sent += elapsed;
        match event {
            None | Some(PipeEvent::Line(_))
                if let Some(error) = pending.timeout_error(self.process.has_unread_input()) =>
            {
                Err(error)
            }
            None if self.process.has_closed_input() => {
                self.closed_at = Some(Instant::now());
                Ok(Received::Handled)
            }
            None => Ok(Received::Nothing),
            Some(PipeEvent::LongLine) => Err(EngineError::ReplyTooLong(command)),
            Some(PipeEvent::Closed) => {
                self.closed_at = Some(Instant::now());
                Ok(Received::Handled)
            }
            Some(PipeEvent::Line(line)) => self.handle_line(line),
        }
    }

    /// Handles one line of the engine's standard output.
    fn handle_line(&mut self, line: String) -> Result<Received, EngineError> {
        if !line.trim().is_empty() {
            self.conversation.add_line(Speaker::Program, &line);
        }
        let Some(pending) = &mut self.pending else { return Ok(Received::Handled) };
        let is_blank = line.trim().is_empty();
        if !is_blank {
            self.last_output_line = one_line(&line);
        }
        match pending.status {
            None if is_blank => Ok(Received::Handled),
            None => match ResponseHead::read(&line) {
                Some(head) => {
                    self.has_replied = true;
                    if head.id != Some(pending.id) {
                        let command = pending.command.clone();
                        return Err(EngineError::WrongId {
                            command,
                            received: head.id,
                            expected: pending.id,
                        });
                    }
                    pending.status = Some(head.status);
                    head.text.clone_into(&mut pending.text);
                    Ok(Received::Handled)
                }
                None if !self.has_replied || line.starts_with('#') => Ok(Received::Handled),
                None => {
                    Err(EngineError::NotAReply { command: pending.command.clone(), line: one_line(&line) })
                }
            },
            Some(status) if is_blank => {
                let text = std::mem::take(&mut pending.text).trim().to_owned();
                self.pending = None;
                Ok(Received::Reply(EngineReply { status, text }))
            }
            Some(_) if pending.streams => Ok(Received::Line(line)),
            Some(_) => {
                if pending.text.len() + line.len() > MAX_REPLY_BYTES {
                    return Err(EngineError::ReplyTooLong(pending.command.clone()));
                }
                pending.text.push('\n');
                pending.text += &line;
                Ok(Received::Handled)
            }
        }
    }

    /// Restarts the limit for silence. Call this after a line of the analysis.
    pub(super) fn restart_silence_limit(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.since_progress = Duration::ZERO;
        }
    }

    /// Handles an engine that has closed a pipe. Waits up to [`EXIT_WAIT`] for its exit status, then fails.
    fn check_exit(
        &mut self,
        command: String,
        closed_at: Instant,
        wait: Duration,
    ) -> Result<Received, EngineError> {
        let wait_is_over = closed_at.elapsed() > EXIT_WAIT;
        match self.process.exit_status() {
            Some(ending) if wait_is_over || self.process.has_read_stderr() => {
                Err(EngineError::ended(command, ending))
            }
            None if wait_is_over && self.process.has_closed_input() => Err(EngineError::ClosedInput(command)),
            None if wait_is_over => Err(EngineError::ClosedOutput(command)),
            _ => {
                std::thread::sleep(wait.min(Duration::from_millis(2)));
                Ok(Received::Nothing)
            }
        }
    }
}

/// First commands to each engine, in this order. `list_commands` is the last, and completes the introduction.
pub(super) const INTRODUCTION: [&str; 4] = ["protocol_version", "name", "version", "list_commands"];
