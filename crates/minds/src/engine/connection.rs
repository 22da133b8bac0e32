//! The conversation with an engine: one command at a time, numbered, each with an answer or a fault.

use super::pipe::{PipeEvent, shown};
use super::process::{Process, Program};
use super::{Fault, Trouble};
use crate::{Conversation, Voice};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use stonefield_go::notation::gtp::{Head, ResponseStatus};

/// Bytes of the longest answer.
const LONGEST: usize = 1 << 20;

/// How long one waits for the exit status of an engine that says nothing any more.
const AFTERMATH: Duration = Duration::from_secs(1);

/// The most that one poll counts towards a time limit: the poll before may have been long ago.
const GAP: Duration = Duration::from_millis(250);

/// How long to wait for an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeouts {
    /// Until its first answers.
    pub start: Duration,
    /// Until any other answer, or the next line of an analysis.
    pub answer: Duration,
    /// Until the end of an answer, whatever is said meanwhile.
    pub whole: Duration,
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReply {
    /// Whether it did what it was told.
    pub status: ResponseStatus,
    /// What it said, its lines separated by line breaks.
    pub text: String,
}

/// What one look at an engine brings.
#[derive(Debug)]
pub(super) enum Received {
    /// The engine has said nothing new.
    Nothing,
    /// Something that matters only as a part of what follows.
    Noise,
    /// A line of an answer that comes line by line.
    Line(String),
    /// The end of an answer.
    Reply(EngineReply),
}

/// A command on its way.
struct Pending {
    id: u32,
    command: String,
    /// Whether the lines of the answer are told one by one.
    streams: bool,
    limit: Duration,
    /// How long all of it may take; `None` for an analysis that goes on until another line comes.
    whole: Option<Duration>,
    /// `None` until the answer begins.
    status: Option<ResponseStatus>,
    text: String,
    /// Since it last said something that counts, and since it was told: as far as it was polled.
    waited: Duration,
    lasted: Duration,
    looked: Instant,
}

impl Pending {
    /// What is wrong when it has taken too long.
    fn is_late(&self, behind: bool) -> Option<Trouble> {
        let command = || self.command.clone();
        let whole = self.whole.filter(|whole| self.lasted > *whole);
        let over = if self.waited > self.limit { Some(self.limit) } else { whole };
        let seconds = over?.as_secs_f64();
        Some(match (self.status, whole) {
            (Some(_), Some(limit)) => Trouble::TooLong {
                command: command(),
                lasted: self.lasted.as_secs_f64(),
                limit: limit.as_secs_f64(),
            },
            _ if behind => Trouble::Unread { command: command(), seconds },
            _ => Trouble::Silent { command: command(), seconds },
        })
    }
}

/// An engine that one talks to.
pub struct Connection {
    process: Process,
    limits: Timeouts,
    name: String,
    known: BTreeSet<String>,
    next_id: u32,
    pending: Option<Pending>,
    /// Whether it has ever answered: before that, it may say what it likes.
    answered: bool,
    last_line: String,
    /// When its output came to an end.
    closed: Option<Instant>,
    /// What has been said.
    pub(super) conversation: Conversation,
}

impl Connection {
    /// Starts an engine; nothing has been asked yet.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Program, limits: Timeouts) -> Result<Self, Fault> {
        let name = program.name();
        let process = Process::start(program).map_err(|trouble| Fault {
            engine: name.clone(),
            trouble,
            words: None,
        })?;
        Ok(Self {
            process,
            limits,
            name,
            known: BTreeSet::new(),
            next_id: 1,
            pending: None,
            answered: false,
            last_line: String::new(),
            closed: None,
            conversation: Conversation::default(),
        })
    }

    /// Looks for what the engine has started, so that its CPU time is counted too.
    pub(super) fn find_kin(&mut self) {
        self.process.find_kin();
    }

    /// CPU time of the engine and what it has started so far, in seconds to the hundredth; `None` where the system does not tell.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.process.cpu_seconds()
    }

    /// The engine's name: what it calls itself, or that of its program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has said that it knows a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Sends a command. The answer to the one before must have come.
    pub(super) fn send(&mut self, command: &str, streams: bool) {
        self.tell(Voice::Us, command, streams, false);
    }

    /// Sends a command; the answer to an `endless` one may take as long as it likes. The answer to the one before must
    /// have come.
    pub(super) fn tell(&mut self, voice: Voice, command: &str, streams: bool, endless: bool) {
        let id = self.next_id;
        self.next_id = self.next_id.checked_add(1).unwrap_or(1);
        let Timeouts { start, answer, whole } = self.limits;
        let (limit, whole) = if self.known.is_empty() { (start, start) } else { (answer, whole) };
        let line = format!("{id} {command}");
        self.conversation.note(voice, &line);
        if self.process.write(&line).is_err() {
            // It does not listen any more; it may be about to end, and then there is an exit status to be told.
            self.closed.get_or_insert_with(Instant::now);
        }
        self.pending = Some(Pending {
            id,
            command: shown(command),
            streams,
            limit,
            whole: (!endless).then_some(whole),
            status: None,
            text: String::new(),
            waited: Duration::ZERO,
            lasted: Duration::ZERO,
            looked: Instant::now(),
        });
    }

    /// Ends an answer that goes on until another line comes; from now on it may not last for ever.
    pub(super) fn interrupt(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.lasted = Duration::ZERO;
            pending.whole = Some(self.limits.whole);
        }
        if self.process.write("").is_err() {
            self.closed.get_or_insert_with(Instant::now);
        }
    }

    /// Looks for what the engine says, for so long at most.
    ///
    /// # Errors
    /// When it says what it must not, or nothing for too long.
    pub(super) fn hear(&mut self, wait: Duration) -> Result<Received, Fault> {
        self.listen(wait).map_err(|trouble| self.fault(trouble))
    }

    /// Sends a command and waits for the whole answer.
    ///
    /// # Errors
    /// When there is none.
    pub fn ask(&mut self, command: &str) -> Result<EngineReply, Fault> {
        self.send(command, false);
        loop {
            if let Received::Reply(reply) = self.hear(GAP)? {
                return Ok(reply);
            }
        }
    }

    /// Takes note of what the engine answered to one of [`INTRODUCTION`].
    pub(super) fn introduce(&mut self, command: &str, reply: &EngineReply) {
        if reply.status == ResponseStatus::Failure {
            return;
        }
        let first = shown(reply.text.lines().next().unwrap_or_default());
        match command {
            "name" if !first.is_empty() => self.name = first,
            "version" if !first.is_empty() && first.len() < 24 => self.name += &format!(" {first}"),
            "list_commands" => {
                self.conversation.partner.clone_from(&self.name);
                self.conversation.commands = reply.text.split_whitespace().map(str::to_owned).collect();
                self.known = self.conversation.commands.iter().cloned().collect();
            }
            _ => {}
        }
    }

    /// A fault of this engine.
    pub(super) fn fault(&self, trouble: Trouble) -> Fault {
        let said = || Some(self.last_line.clone()).filter(|line| !line.is_empty() && !trouble.says_enough());
        let words = self.process.last_words().or_else(said);
        Fault { engine: self.name.clone(), trouble, words }
    }

    fn listen(&mut self, wait: Duration) -> Result<Received, Trouble> {
        for line in self.process.asides() {
            self.conversation.note(Voice::Aside, &line);
        }
        let Some(pending) = &mut self.pending else { return Ok(Received::Nothing) };
        let command = pending.command.clone();
        if let Some(closed) = self.closed {
            return self.aftermath(command, closed, wait);
        }
        let event = self.process.hear(wait);
        let looked = pending.looked.elapsed().min(GAP.max(wait));
        pending.looked = Instant::now();
        pending.waited += looked;
        pending.lasted += looked;
        match event {
            None | Some(PipeEvent::Line(_))
                if let Some(trouble) = pending.is_late(self.process.is_behind()) =>
            {
                Err(trouble)
            }
            None if self.process.is_deaf() => {
                self.closed = Some(Instant::now());
                Ok(Received::Noise)
            }
            None => Ok(Received::Nothing),
            Some(PipeEvent::Endless) => Err(Trouble::Endless(command)),
            Some(PipeEvent::Closed) => {
                self.closed = Some(Instant::now());
                Ok(Received::Noise)
            }
            Some(PipeEvent::Line(line)) => self.line(line),
        }
    }

    /// Takes one line of what the engine says.
    fn line(&mut self, line: String) -> Result<Received, Trouble> {
        if !line.trim().is_empty() {
            self.conversation.note(Voice::Program, &line);
        }
        let Some(pending) = &mut self.pending else { return Ok(Received::Noise) };
        let blank = line.trim().is_empty();
        if !blank {
            self.last_line = shown(&line);
        }
        match pending.status {
            None if blank => Ok(Received::Noise),
            None => match Head::read(&line) {
                Some(answer) => {
                    self.answered = true;
                    if answer.id != Some(pending.id) {
                        let command = pending.command.clone();
                        return Err(Trouble::WrongId { command, got: answer.id, expected: pending.id });
                    }
                    pending.status = Some(answer.status);
                    answer.text.clone_into(&mut pending.text);
                    Ok(Received::Noise)
                }
                None if !self.answered || line.starts_with('#') => Ok(Received::Noise),
                None => Err(Trouble::Garbage { command: pending.command.clone(), line: shown(&line) }),
            },
            Some(status) if blank => {
                let text = std::mem::take(&mut pending.text).trim().to_owned();
                self.pending = None;
                Ok(Received::Reply(EngineReply { status, text }))
            }
            Some(_) if pending.streams => Ok(Received::Line(line)),
            Some(_) => {
                if pending.text.len() + line.len() > LONGEST {
                    return Err(Trouble::Endless(pending.command.clone()));
                }
                pending.text.push('\n');
                pending.text += &line;
                Ok(Received::Noise)
            }
        }
    }

    /// The engine reports its analysis: its time begins again.
    pub(super) fn is_alive(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.waited = Duration::ZERO;
        }
    }

    /// What became of an engine whose output has come to an end.
    fn aftermath(&mut self, command: String, closed: Instant, wait: Duration) -> Result<Received, Trouble> {
        let waited = closed.elapsed() > AFTERMATH;
        match self.process.ended() {
            Some(ending) if waited || self.process.is_silent() => Err(Trouble::ended(command, ending)),
            None if waited && self.process.is_deaf() => Err(Trouble::Deaf(command)),
            None if waited => Err(Trouble::Closed(command)),
            _ => {
                std::thread::sleep(wait.min(Duration::from_millis(2)));
                Ok(Received::Nothing)
            }
        }
    }
}

/// What an engine is asked first: which program it is and what it can do.
pub(super) const INTRODUCTION: [&str; 4] = ["protocol_version", "name", "version", "list_commands"];
