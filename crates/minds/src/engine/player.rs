//! An engine that plays: keeps its board in step with the game, asks it for moves, and reads its analysis.

use super::connection::{Connection, EngineReply, INTRODUCTION, Received, Timeouts};
use super::pipe::one_line;
use super::process::Program;
use super::sync::{SyncEffect, SyncState, SyncStep, SyncTarget};
use super::{EngineError, Fault};
use crate::{Answer, Conversation, Observation, Speaker};
use std::collections::VecDeque;
use std::time::Duration;
use stonefield_go::notation::gtp::{Analysis, ResponseStatus, Scale};
use stonefield_go::{Color, Move, Turn};
use stonefield_search::{Candidate, PlayerTime, Thought, TimeControl, Unwatched, Watch};

/// Time between two analysis reports of an engine, in hundredths of a second.
const INTERVAL: u32 = 20;

/// A running engine with the state of its game.
pub(super) struct RunningEngine {
    connection: Connection,
    sync: SyncState,
    /// Number of answered commands of [`INTRODUCTION`].
    introduced: usize,
    /// Commands to send next.
    steps: VecDeque<SyncStep>,
    /// True if `steps` must be planned again.
    needs_sync: bool,
    /// Last command, while its reply is missing.
    awaited: Option<Awaited>,
    thought: Thought,
    /// Notes for the thought: optional commands that the engine has refused.
    notes: Vec<String>,
    /// Lines of a person that are not sent yet.
    person_lines: VecDeque<String>,
    /// Game for which `steps` were last planned to serve a person's command.
    person_target: Option<SyncTarget>,
    /// Game that the engine's board was last brought to for a person's command.
    person_board: Option<SyncTarget>,
    /// Time control that was sent last.
    sent_time_control: Option<TimeControl>,
    /// True if the remaining time was sent in this turn.
    has_sent_time_left: bool,
    /// CPU time of the engine when the turn began, in seconds. `None` if it is not counted or not known.
    cpu_at_begin: Option<f64>,
    /// True if the CPU time was read at the beginning of this turn.
    has_read_cpu: bool,
    /// True if the descendants were looked for in this game.
    has_found_descendants: bool,
    /// True if a person has sent `quit` and the engine has accepted it.
    pub(super) has_quit: bool,
}

/// A command whose reply is missing.
enum Awaited {
    /// A command of [`INTRODUCTION`].
    Question(&'static str),
    /// A step to the wanted game.
    Step(SyncStep),
    /// A request for a move.
    Move(MoveRequest),
    /// `top_moves`, sent after this move was chosen. `None` if the reply is no longer needed.
    Thoughts(Option<Move>),
    /// A command of a person.
    Person(PersonCommand),
}

/// A request for a move.
struct MoveRequest {
    command: String,
    color: Color,
    /// Scale of the winrates in its analysis. `None` if the engine sends none.
    scale: Option<Scale>,
    /// Move in the line `play MOVE` at the end of an analysis.
    chosen: Option<String>,
    /// True if the reply is no longer needed.
    stale: bool,
}

/// A command that a person has sent to an engine.
struct PersonCommand {
    /// Name of the command, in lower case.
    name: String,
    /// True if the reply runs until the next line is sent.
    endless: bool,
}

impl PersonCommand {
    fn of(line: &str) -> Self {
        let name = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        let endless = name.ends_with("analyze") && !name.contains("genmove");
        Self { name, endless }
    }

    /// Returns true if the reply is streamed line by line.
    fn streams(&self) -> bool {
        self.name.ends_with("analyze")
    }

    /// Returns true if the command may change the engine's board.
    fn may_change_board(&self) -> bool {
        const HARMLESS: [&str; 15] = [
            "protocol_version",
            "name",
            "version",
            "known_command",
            "list_commands",
            "help",
            "showboard",
            "final_score",
            "final_status_list",
            "list_stones",
            "all_legal",
            "is_legal",
            "captures",
            "countlib",
            "top_moves",
        ];
        let reads = self.name.starts_with("gogui-") || self.name.starts_with("kata-get-");
        !self.endless && !reads && !HARMLESS.contains(&self.name.as_str())
    }
}

impl RunningEngine {
    /// Starts an engine. Its log continues the given conversation.
    pub(super) fn start(
        program: &Program,
        limits: Timeouts,
        conversation: &mut Conversation,
    ) -> Result<Self, Fault> {
        let mut connection = Connection::start(program, limits)?;
        connection.conversation = std::mem::take(conversation);
        connection.conversation.add_line(Speaker::Event, &format!("{} is started", program.words.join(" ")));
        Ok(Self {
            connection,
            sync: SyncState::default(),
            introduced: 0,
            steps: VecDeque::new(),
            needs_sync: true,
            awaited: None,
            thought: Thought::default(),
            notes: Vec::new(),
            person_lines: VecDeque::new(),
            person_target: None,
            person_board: None,
            sent_time_control: None,
            has_sent_time_left: false,
            cpu_at_begin: None,
            has_read_cpu: false,
            has_found_descendants: false,
            has_quit: false,
        })
    }

    /// Begins a new game. The engine's board is cleared before its next turn.
    pub(super) fn new_game(&mut self) {
        self.begin();
        self.has_found_descendants = false;
        self.sync.end_game();
        self.sent_time_control = None;
        self.person_target = None;
        self.person_board = None;
    }

    /// Begins a turn. Replies to earlier requests are no longer needed.
    pub(super) fn begin(&mut self) {
        self.needs_sync = true;
        self.has_sent_time_left = false;
        self.has_read_cpu = false;
        self.thought = Thought::default();
        match &mut self.awaited {
            Some(Awaited::Move(request)) => request.stale = true,
            Some(Awaited::Thoughts(choice)) => *choice = None,
            Some(Awaited::Question(_) | Awaited::Step(_) | Awaited::Person(_)) | None => {}
        }
    }

    /// Conversation so far.
    pub(super) const fn conversation(&self) -> &Conversation {
        &self.connection.conversation
    }

    /// Takes the conversation out of the engine.
    pub(super) fn into_conversation(self) -> Conversation {
        self.connection.conversation
    }

    /// Queues a person's line. It is sent once no reply is missing. An empty line ends an analysis.
    pub(super) fn ask(&mut self, line: String) {
        self.end_analysis();
        if !line.is_empty() {
            self.person_lines.push_back(line);
            self.connection.conversation.waiting = self.person_lines.len();
        }
    }

    /// Ends the analysis that a person has started, if one runs.
    fn end_analysis(&mut self) {
        if let Some(Awaited::Person(command)) = &mut self.awaited
            && std::mem::take(&mut command.endless)
        {
            self.connection.interrupt();
        }
    }

    /// Sends the next line of a person, once the engine has the game on its board. Returns false if there
    /// is nothing to send.
    fn send_person_line(&mut self, observation: &Observation<'_>) -> Result<bool, Fault> {
        if self.person_lines.is_empty() {
            return Ok(false);
        }
        // The board is brought to the game once. Later changes by the person stay until the game changes.
        let target = SyncTarget::of(observation.position);
        if self.person_board.as_ref() != Some(&target) {
            self.needs_sync |= self.person_target.as_ref() != Some(&target);
            self.plan_sync(&target)?;
            self.person_target = Some(target.clone());
            if let Some(step) = self.steps.pop_front() {
                self.send_step(step);
                return Ok(true);
            }
            self.person_board = Some(target);
        }
        let Some(line) = self.person_lines.pop_front() else { return Ok(false) };
        self.connection.conversation.waiting = self.person_lines.len();
        let command = PersonCommand::of(&line);
        self.connection.send_as(Speaker::Person, &line, command.streams(), command.endless);
        if command.may_change_board() {
            // The engine's board is unknown afterwards. The next turn sends the whole game.
            self.sync = SyncState::default();
            self.needs_sync = true;
        }
        self.awaited = Some(Awaited::Person(command));
        Ok(true)
    }

    /// Serves the engine between turns: sends a person's lines and waits up to `wait` for a reply.
    pub(super) fn attend(&mut self, observation: &Observation<'_>, wait: Duration) -> Result<(), Fault> {
        if self.introduced < INTRODUCTION.len() {
            return self.introduce(wait).map(drop);
        }
        if self.awaited.is_none() && !self.send_person_line(observation)? {
            return self.connection.poll(Duration::ZERO).map(drop);
        }
        match self.connection.poll(wait)? {
            Received::Reply(reply) => match self.awaited.take() {
                Some(Awaited::Step(step)) => self.handle_step_reply(step, &reply)?,
                Some(Awaited::Move(request)) => self.handle_stale_move(&request, &reply),
                Some(Awaited::Person(command)) => self.handle_person_reply(&command, &reply),
                Some(Awaited::Thoughts(_) | Awaited::Question(_)) | None => {}
            },
            Received::Line(line) => self.handle_line(&line, observation, &mut Unwatched),
            Received::Noise | Received::Nothing => {}
        }
        Ok(())
    }

    /// Sends the introduction, one command per call. Returns true when it is complete.
    pub(super) fn introduce(&mut self, wait: Duration) -> Result<bool, Fault> {
        match (&self.awaited, INTRODUCTION.get(self.introduced)) {
            (None, Some(question)) => {
                self.connection.send(question, false);
                self.awaited = Some(Awaited::Question(question));
            }
            (Some(Awaited::Question(question)), _) => {
                if let Received::Reply(reply) = self.connection.poll(wait)? {
                    self.connection.store_introduction(question, &reply);
                    self.introduced += 1;
                    self.awaited = None;
                }
            }
            _ => {}
        }
        Ok(self.introduced == INTRODUCTION.len())
    }

    /// Begins to count the CPU time of the turn, once the introduction is complete.
    pub(super) fn start_cpu_count(&mut self) {
        if self.introduced < INTRODUCTION.len() || std::mem::replace(&mut self.has_read_cpu, true) {
            return;
        }
        if !std::mem::replace(&mut self.has_found_descendants, true) {
            self.connection.find_descendants();
        }
        self.cpu_at_begin = self.connection.cpu_seconds();
    }

    /// CPU time of the engine in this turn, in seconds. `None` if the system does not report it or the turn
    /// was not counted.
    pub(super) fn spent(&self) -> Option<f64> {
        let before = self.cpu_at_begin.filter(|_| self.has_read_cpu)?;
        // A descendant may have ended since. Then its time is missing from the second count.
        Some((self.connection.cpu_seconds()? - before).max(0.0))
    }

    /// Does one step of the turn: sends a command, or waits up to `wait` for output. Returns the answer of
    /// the turn when it has come.
    pub(super) fn advance(
        &mut self,
        observation: &Observation<'_>,
        watch: &mut dyn Watch,
        wait: Duration,
    ) -> Result<Option<Answer>, Fault> {
        if self.introduced < INTRODUCTION.len() {
            return self.introduce(wait).map(|_| None);
        }
        self.end_analysis();
        if self.awaited.is_none() {
            if !self.send_person_line(observation)? {
                self.send_next(observation, watch.time())?;
            }
            return Ok(None);
        }
        if let Some(best) = self.best_when_stopped(observation, watch) {
            return Ok(Some(Answer::Move(best)));
        }
        match self.connection.poll(wait)? {
            Received::Nothing | Received::Noise => Ok(None),
            Received::Line(line) => {
                self.handle_line(&line, observation, watch);
                Ok(None)
            }
            Received::Reply(reply) => self.handle_reply(&reply, observation, watch),
        }
    }

    /// Plans the steps to a game, if they must be planned again.
    fn plan_sync(&mut self, target: &SyncTarget) -> Result<(), Fault> {
        if std::mem::take(&mut self.needs_sync) {
            let knows = |command: &str| self.connection.knows(command);
            let steps = self.sync.commands_to(target, &knows);
            self.steps = steps.map_err(|size| self.connection.fault(EngineError::NotSquare(size)))?;
        }
        Ok(())
    }

    /// Sends a step.
    fn send_step(&mut self, step: SyncStep) {
        self.connection.send(&step.command, false);
        self.awaited = Some(Awaited::Step(step));
    }

    /// Sends the next step to the game, or the request for a move if none is left.
    fn send_next(&mut self, observation: &Observation<'_>, time: Option<PlayerTime>) -> Result<(), Fault> {
        self.plan_sync(&SyncTarget::of(observation.position))?;
        if let (true, Some(time)) = (self.steps.is_empty() && !self.has_sent_time_left, time) {
            let begins = self.sent_time_control.replace(time.control) != Some(time.control);
            let knows = |command: &str| self.connection.knows(command);
            self.steps.extend(SyncStep::of_time(time, begins, &knows));
            self.has_sent_time_left = true;
        }
        if let Some(step) = self.steps.pop_front() {
            self.send_step(step);
            return Ok(());
        }
        let color = observation.position.to_move();
        let letter = color.letter().to_ascii_lowercase();
        let (command, scale) = if self.connection.knows("kata-genmove_analyze") {
            (format!("kata-genmove_analyze {letter} {INTERVAL} ownership true"), Some(Scale::Unit))
        } else if self.connection.knows("lz-genmove_analyze") {
            (format!("lz-genmove_analyze {letter} {INTERVAL}"), Some(Scale::TenThousand))
        } else {
            (format!("genmove {letter}"), None)
        };
        self.connection.send(&command, scale.is_some());
        self.awaited = Some(Awaited::Move(MoveRequest { command, color, scale, chosen: None, stale: false }));
        Ok(())
    }

    /// Best legal move of the analysis so far, if the watch says stop. The engine's later reply is then
    /// ignored.
    fn best_when_stopped(&mut self, observation: &Observation<'_>, watch: &dyn Watch) -> Option<Move> {
        let Some(Awaited::Move(request)) = &mut self.awaited else { return None };
        if request.stale || !watch.stop() {
            return None;
        }
        let best = self.thought.candidates.iter().map(|candidate| candidate.action);
        let best = best.into_iter().find(|&action| observation.position.is_legal(action))?;
        request.stale = true;
        Some(best)
    }

    /// Handles a line of an analysis.
    fn handle_line(&mut self, line: &str, observation: &Observation<'_>, watch: &mut dyn Watch) {
        let Some(Awaited::Move(request)) = &mut self.awaited else {
            self.connection.restart_silence_limit();
            return;
        };
        if let Some(chosen) = line.trim().strip_prefix("play ") {
            request.chosen = Some(chosen.trim().to_owned());
            self.connection.restart_silence_limit();
            return;
        }
        let size = observation.position.size();
        let Some(analysis) = request.scale.and_then(|scale| Analysis::read(line, scale, size)) else {
            return;
        };
        self.connection.restart_silence_limit();
        if !request.stale {
            update_thought(&mut self.thought, analysis, &self.notes);
            watch.receive_thought(&self.thought);
        }
    }

    /// Handles a complete reply.
    fn handle_reply(
        &mut self,
        reply: &EngineReply,
        observation: &Observation<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Answer>, Fault> {
        match self.awaited.take() {
            Some(Awaited::Step(step)) => self.handle_step_reply(step, reply).map(|()| None),
            Some(Awaited::Move(request)) => self.handle_move_reply(request, reply, observation),
            Some(Awaited::Thoughts(Some(choice))) => {
                if let Some(candidates) = read_top_moves(reply) {
                    self.thought.candidates = candidates;
                    self.thought.notes.clone_from(&self.notes);
                    watch.receive_thought(&self.thought);
                }
                Ok(Some(Answer::Move(choice)))
            }
            Some(Awaited::Person(command)) => {
                self.handle_person_reply(&command, reply);
                Ok(None)
            }
            Some(Awaited::Thoughts(None) | Awaited::Question(_)) | None => Ok(None),
        }
    }

    /// Handles the reply to a person's command.
    fn handle_person_reply(&mut self, command: &PersonCommand, reply: &EngineReply) {
        self.has_quit = command.name == "quit" && reply.status == ResponseStatus::Success;
    }

    /// Handles a move that is no longer needed. The engine may have played it on its board.
    fn handle_stale_move(&mut self, request: &MoveRequest, reply: &EngineReply) {
        let text = request.chosen.as_deref().unwrap_or(&reply.text);
        if reply.status == ResponseStatus::Success
            && let Ok(Answer::Move(action)) = text.parse()
        {
            self.sync.apply(SyncEffect::Turn(Turn { color: request.color, action }));
        }
        // The present steps were planned without that move, so they are planned again.
        self.needs_sync = true;
    }

    /// Handles the reply to a step. A refused step is replaced by its next alternative.
    fn handle_step_reply(&mut self, mut step: SyncStep, reply: &EngineReply) -> Result<(), Fault> {
        if reply.status == ResponseStatus::Success {
            self.sync.apply(step.effect);
        } else if !step.alternatives.is_empty() {
            step.command = step.alternatives.remove(0);
            self.steps.push_front(step);
        } else if step.required {
            return Err(self.connection.fault(EngineError::refused(&step.command, &reply.text)));
        } else {
            // The step counts as done, so that it is not sent again.
            self.notes.push(format!("{} refused '{}'", self.connection.name(), one_line(&step.command)));
            self.sync.apply(step.effect);
        }
        Ok(())
    }

    /// Handles the reply to a request for a move.
    fn handle_move_reply(
        &mut self,
        request: MoveRequest,
        reply: &EngineReply,
        observation: &Observation<'_>,
    ) -> Result<Option<Answer>, Fault> {
        if request.stale {
            self.handle_stale_move(&request, reply);
            return Ok(None);
        }
        let MoveRequest { command, color, scale, chosen, .. } = request;
        if reply.status == ResponseStatus::Failure {
            return Err(self.connection.fault(EngineError::refused(&command, &reply.text)));
        }
        let text = chosen.unwrap_or_else(|| reply.text.clone());
        let action = match text.parse() {
            Ok(Answer::Move(action)) => action,
            Ok(answer) => return Ok(Some(answer)),
            Err(_) => {
                let text = one_line(&text);
                return Err(self.connection.fault(EngineError::NoMove { command, text }));
            }
        };
        self.sync.apply(SyncEffect::Turn(Turn { color, action }));
        if let Err(reason) = observation.position.check(action) {
            return Err(self.connection.fault(EngineError::Illegal { action, reason }));
        }
        // GNU Go lists the weights of its candidates after its move.
        if scale.is_none() && self.connection.knows("top_moves") {
            self.connection.send("top_moves", false);
            self.awaited = Some(Awaited::Thoughts(Some(action)));
            return Ok(None);
        }
        Ok(Some(Answer::Move(action)))
    }
}

/// Updates a thought from an analysis. Without ownership in the analysis, the earlier one is kept.
fn update_thought(thought: &mut Thought, analysis: Analysis, notes: &[String]) {
    let candidates = analysis.moves.into_iter().map(|info| Candidate {
        visits: info.visits,
        winrate: info.winrate,
        lead: info.lead,
        prior: info.prior,
        lower_bound: info.lcb,
        variation: info.pv,
        ..Candidate::new(info.action)
    });
    let candidates = candidates.collect::<Vec<_>>();
    if let Some(best) = candidates.first() {
        thought.winrate = best.winrate;
        thought.lead = best.lead;
        thought.playouts = candidates.iter().map(|candidate| candidate.visits).sum();
        thought.depth =
            candidates.iter().map(|c| u32::try_from(c.variation.len()).unwrap_or(0)).max().unwrap_or(0);
        thought.candidates = candidates;
    }
    if !analysis.ownership.is_empty() {
        thought.ownership = analysis.ownership;
    }
    thought.notes = notes.to_vec();
}

/// Reads the reply to `top_moves`: moves and weights, as in `E5 75.00 F3 74.01`. The prior of a candidate
/// is its share of the weights.
fn read_top_moves(reply: &EngineReply) -> Option<Vec<Candidate>> {
    if reply.status == ResponseStatus::Failure {
        return None;
    }
    let words: Vec<_> = reply.text.split_whitespace().collect();
    let pairs = words.chunks_exact(2).map_while(|pair| {
        let weight = pair[1].parse::<f64>().ok().filter(|weight| weight.is_finite() && *weight > 0.0)?;
        Some((pair[0].parse::<Move>().ok()?, weight))
    });
    let pairs: Vec<_> = pairs.collect();
    let total: f64 = pairs.iter().map(|(_, weight)| weight).sum();
    let candidates = pairs.into_iter().map(|(action, weight)| Candidate {
        prior: Some(weight / total),
        variation: vec![action],
        ..Candidate::new(action)
    });
    Some(candidates.collect()).filter(|candidates: &Vec<_>| !candidates.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_become_shares() {
        let reply = |text: &str| EngineReply { status: ResponseStatus::Success, text: text.to_owned() };
        let candidates = read_top_moves(&reply("E5 3.00 F3 1.00 ")).expect("two moves");
        let shares: Vec<_> = candidates.iter().map(|c| (c.action.to_string(), c.prior)).collect();
        assert_eq!(shares, [("E5".to_owned(), Some(0.75)), ("F3".to_owned(), Some(0.25))]);
        assert_eq!(read_top_moves(&reply("")), None);
        assert_eq!(read_top_moves(&reply("E5 -1")), None);
    }
}
