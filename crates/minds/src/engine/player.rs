//! Player that is an engine: brings the engine's board to the game, asks it for moves, and reads its
//! analysis.

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
const ANALYSIS_INTERVAL: u32 = 20;

/// A running engine that plays a game, with the state of that game.
pub(super) struct EnginePlayer {
    connection: Connection,
    /// State of the engine's board.
    sync: SyncState,
    /// Number of commands of [`INTRODUCTION`] that have their reply.
    introduction_replies: usize,
    /// Commands that bring the engine's board to the game, and are not sent yet.
    steps: VecDeque<SyncStep>,
    /// True if `steps` must be planned again before the next one is sent.
    needs_sync: bool,
    /// The command that waits for its reply, if any.
    pending_command: Option<PendingCommand>,
    /// Analysis of the current turn.
    thought: Thought,
    /// Notes for the thought: optional commands that the engine has refused.
    refusals: Vec<String>,
    /// Lines of a person that are not sent yet.
    person_lines: VecDeque<String>,
    /// Game for which `steps` were last planned before a person's command.
    planned_for_person: Option<SyncTarget>,
    /// Game to which the engine's board was last brought before a person's command.
    synced_for_person: Option<SyncTarget>,
    /// Time control that was sent last.
    sent_time_control: Option<TimeControl>,
    /// True if the players' remaining time was sent in this turn.
    has_sent_time_left: bool,
    /// CPU time of the engine when the turn began, in seconds. `None` if it was not read or is not known.
    cpu_at_turn_start: Option<f64>,
    /// True if the CPU time was read at the beginning of this turn.
    has_read_cpu: bool,
    /// True if the descendants of the engine's process were searched in this game.
    has_found_descendants: bool,
    /// True if a person has sent `quit` and the engine has accepted it.
    pub(super) has_quit: bool,
}

/// A command that waits for its reply.
enum PendingCommand {
    /// A command of [`INTRODUCTION`].
    Introduction(&'static str),
    /// A step that brings the engine's board to the game.
    Step(SyncStep),
    /// A request for a move.
    Move(MoveRequest),
    /// `top_moves`, sent after the engine has chosen this move. `None` if the reply is no longer needed.
    TopMoves(Option<Move>),
    /// A command of a person.
    Person(PersonCommand),
}

/// A request for a move.
struct MoveRequest {
    command: String,
    color: Color,
    /// Scale of the win rates in the analysis. `None` if the command reports no analysis.
    scale: Option<Scale>,
    /// Move in the line `play MOVE` at the end of an analysis.
    chosen: Option<String>,
    /// True if the reply is ignored: the mind has played another move, or a new turn has begun.
    ignored: bool,
}

/// A command that a person has sent to an engine.
struct PersonCommand {
    /// Name of the command, in lower case.
    name: String,
    /// True if the engine replies until the next line is sent, as in an analysis.
    runs_until_next_line: bool,
}

impl PersonCommand {
    fn of(line: &str) -> Self {
        let name = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        let runs_until_next_line = name.ends_with("analyze") && !name.contains("genmove");
        Self { name, runs_until_next_line }
    }

    /// Returns true if the reply is streamed line by line.
    fn streams(&self) -> bool {
        self.name.ends_with("analyze")
    }

    /// Returns true if the command may change the engine's board.
    fn may_change_board(&self) -> bool {
        const READ_ONLY: [&str; 15] = [
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
        let name = self.name.as_str();
        let sets_up = ["gogui-play_sequence", "gogui-setup", "gogui-setup_player"].contains(&name);
        let only_reads = name.starts_with("gogui-") && !sets_up || name.starts_with("kata-get-");
        !self.runs_until_next_line && !only_reads && !READ_ONLY.contains(&name)
    }
}

impl EnginePlayer {
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
            introduction_replies: 0,
            steps: VecDeque::new(),
            needs_sync: true,
            pending_command: None,
            thought: Thought::default(),
            refusals: Vec::new(),
            person_lines: VecDeque::new(),
            planned_for_person: None,
            synced_for_person: None,
            sent_time_control: None,
            has_sent_time_left: false,
            cpu_at_turn_start: None,
            has_read_cpu: false,
            has_found_descendants: false,
            has_quit: false,
        })
    }

    /// Begins a new game. The engine's board is cleared before the next turn of the engine.
    pub(super) fn new_game(&mut self) {
        self.begin_turn();
        self.has_found_descendants = false;
        self.sync.end_game();
        self.sent_time_control = None;
        self.planned_for_person = None;
        self.synced_for_person = None;
    }

    /// Begins a turn. The move that an earlier turn has requested is no longer needed.
    pub(super) fn begin_turn(&mut self) {
        self.needs_sync = true;
        self.has_sent_time_left = false;
        self.has_read_cpu = false;
        self.thought = Thought::default();
        match &mut self.pending_command {
            Some(PendingCommand::Move(request)) => request.ignored = true,
            Some(PendingCommand::TopMoves(choice)) => *choice = None,
            Some(PendingCommand::Introduction(_) | PendingCommand::Step(_) | PendingCommand::Person(_))
            | None => {}
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

    /// Queues a line of a person. It is sent when no other command waits for its reply. Every line, even an
    /// empty one, ends an analysis that the person has started.
    pub(super) fn queue_line(&mut self, line: String) {
        self.end_person_analysis();
        if !line.is_empty() {
            self.person_lines.push_back(line);
            self.connection.conversation.waiting = self.person_lines.len();
        }
    }

    /// Ends the analysis that a person has started, if one runs.
    fn end_person_analysis(&mut self) {
        if let Some(PendingCommand::Person(command)) = &mut self.pending_command
            && std::mem::take(&mut command.runs_until_next_line)
        {
            self.connection.interrupt();
        }
    }

    /// Sends the next line of a person, or a step that must be sent before it. Returns false if there is
    /// nothing to send.
    fn send_person_line(&mut self, observation: &Observation<'_>) -> Result<bool, Fault> {
        if self.person_lines.is_empty() {
            return Ok(false);
        }
        // The engine's board is brought to the game once. Then the person may change it, until the game
        // changes.
        let target = SyncTarget::of(observation.position);
        if self.synced_for_person.as_ref() != Some(&target) {
            self.needs_sync |= self.planned_for_person.as_ref() != Some(&target);
            self.plan_sync(&target)?;
            self.planned_for_person = Some(target.clone());
            if let Some(step) = self.steps.pop_front() {
                self.send_step(step);
                return Ok(true);
            }
            self.synced_for_person = Some(target);
        }
        let Some(line) = self.person_lines.pop_front() else { return Ok(false) };
        self.connection.conversation.waiting = self.person_lines.len();
        let command = PersonCommand::of(&line);
        self.connection.send_as(Speaker::Person, &line, command.streams(), command.runs_until_next_line);
        if command.may_change_board() {
            // The engine's board is unknown afterwards. The next turn sends the whole game.
            self.sync = SyncState::default();
            self.needs_sync = true;
        }
        self.pending_command = Some(PendingCommand::Person(command));
        Ok(true)
    }

    /// Between turns: sends the lines of a person, and waits up to `wait` for output of the engine.
    pub(super) fn attend(&mut self, observation: &Observation<'_>, wait: Duration) -> Result<(), Fault> {
        if self.introduction_replies < INTRODUCTION.len() {
            return self.introduce(wait).map(drop);
        }
        if self.pending_command.is_none() && !self.send_person_line(observation)? {
            return self.connection.poll(Duration::ZERO).map(drop);
        }
        match self.connection.poll(wait)? {
            Received::Reply(reply) => match self.pending_command.take() {
                Some(PendingCommand::Step(step)) => self.handle_step_reply(step, &reply)?,
                Some(PendingCommand::Move(request)) => self.handle_ignored_move(&request, &reply),
                Some(PendingCommand::Person(command)) => self.handle_person_reply(&command, &reply),
                Some(PendingCommand::TopMoves(_) | PendingCommand::Introduction(_)) | None => {}
            },
            Received::Line(line) => self.handle_line(&line, observation, &mut Unwatched),
            Received::Handled | Received::Nothing => {}
        }
        Ok(())
    }

    /// Does one step of the introduction: sends a command, or waits up to `wait` for its reply. Returns true
    /// if the introduction is complete.
    pub(super) fn introduce(&mut self, wait: Duration) -> Result<bool, Fault> {
        match (&self.pending_command, INTRODUCTION.get(self.introduction_replies)) {
            (None, Some(command)) => {
                self.connection.send(command, false);
                self.pending_command = Some(PendingCommand::Introduction(command));
            }
            (Some(PendingCommand::Introduction(command)), _) => {
                if let Received::Reply(reply) = self.connection.poll(wait)? {
                    self.connection.store_introduction(command, &reply);
                    self.introduction_replies += 1;
                    self.pending_command = None;
                }
            }
            _ => {}
        }
        Ok(self.introduction_replies == INTRODUCTION.len())
    }

    /// Begins to count the CPU time of the turn. Does nothing before the introduction is complete, and after
    /// the first call in a turn.
    pub(super) fn start_cpu_count(&mut self) {
        if self.introduction_replies < INTRODUCTION.len() || std::mem::replace(&mut self.has_read_cpu, true) {
            return;
        }
        if !std::mem::replace(&mut self.has_found_descendants, true) {
            self.connection.find_descendants();
        }
        self.cpu_at_turn_start = self.connection.cpu_seconds();
    }

    /// CPU time of the engine in this turn, in seconds. `None` if the system does not report it or the turn
    /// was not counted.
    pub(super) fn cpu_spent(&self) -> Option<f64> {
        let at_turn_start = self.cpu_at_turn_start.filter(|_| self.has_read_cpu)?;
        // If a descendant has ended since the turn began, its time may be missing from the present value.
        Some((self.connection.cpu_seconds()? - at_turn_start).max(0.0))
    }

    /// Does one step of the turn: sends a command, or waits up to `wait` for output. Returns the answer of
    /// the turn once it is known.
    pub(super) fn advance(
        &mut self,
        observation: &Observation<'_>,
        watch: &mut dyn Watch,
        wait: Duration,
    ) -> Result<Option<Answer>, Fault> {
        if self.introduction_replies < INTRODUCTION.len() {
            return self.introduce(wait).map(|_| None);
        }
        self.end_person_analysis();
        if self.pending_command.is_none() {
            if !self.send_person_line(observation)? {
                self.send_next(observation, watch.time())?;
            }
            return Ok(None);
        }
        if let Some(best) = self.best_when_stopped(observation, watch) {
            return Ok(Some(Answer::Move(best)));
        }
        match self.connection.poll(wait)? {
            Received::Nothing | Received::Handled => Ok(None),
            Received::Line(line) => {
                self.handle_line(&line, observation, watch);
                Ok(None)
            }
            Received::Reply(reply) => self.handle_reply(&reply, observation, watch),
        }
    }

    /// Plans the steps that bring the engine's board to a game, if they must be planned again.
    fn plan_sync(&mut self, target: &SyncTarget) -> Result<(), Fault> {
        if std::mem::take(&mut self.needs_sync) {
            let supports = |command: &str| self.connection.supports(command);
            let steps = self.sync.steps_to(target, &supports);
            self.steps = steps.map_err(|size| self.connection.fault(EngineError::NotSquare(size)))?;
        }
        Ok(())
    }

    /// Sends a step.
    fn send_step(&mut self, step: SyncStep) {
        self.connection.send(&step.command, false);
        self.pending_command = Some(PendingCommand::Step(step));
    }

    /// Sends the next step, or the request for a move if no step is left.
    fn send_next(&mut self, observation: &Observation<'_>, time: Option<PlayerTime>) -> Result<(), Fault> {
        self.plan_sync(&SyncTarget::of(observation.position))?;
        if let (true, Some(time)) = (self.steps.is_empty() && !self.has_sent_time_left, time) {
            let is_new_control = self.sent_time_control.replace(time.control) != Some(time.control);
            let supports = |command: &str| self.connection.supports(command);
            self.steps.extend(SyncStep::of_time(time, is_new_control, &supports));
            self.has_sent_time_left = true;
        }
        if let Some(step) = self.steps.pop_front() {
            self.send_step(step);
            return Ok(());
        }
        let color = observation.position.to_move();
        let letter = color.letter().to_ascii_lowercase();
        let (command, scale) = if self.connection.supports("kata-genmove_analyze") {
            (format!("kata-genmove_analyze {letter} {ANALYSIS_INTERVAL} ownership true"), Some(Scale::Unit))
        } else if self.connection.supports("lz-genmove_analyze") {
            (format!("lz-genmove_analyze {letter} {ANALYSIS_INTERVAL}"), Some(Scale::TenThousand))
        } else {
            (format!("genmove {letter}"), None)
        };
        self.connection.send(&command, scale.is_some());
        self.pending_command =
            Some(PendingCommand::Move(MoveRequest { command, color, scale, chosen: None, ignored: false }));
        Ok(())
    }

    /// Best legal move of the analysis so far, if the watch asks the mind to stop. Then the later reply of
    /// the engine is ignored. `None` if the mind goes on or the analysis has no legal move.
    fn best_when_stopped(&mut self, observation: &Observation<'_>, watch: &dyn Watch) -> Option<Move> {
        let Some(PendingCommand::Move(request)) = &mut self.pending_command else { return None };
        if request.ignored || !watch.stop() {
            return None;
        }
        let candidates = self.thought.candidates.iter().map(|candidate| candidate.action);
        let best = candidates.into_iter().find(|&action| observation.position.is_legal(action))?;
        request.ignored = true;
        Some(best)
    }

    /// Handles a line of an analysis.
    fn handle_line(&mut self, line: &str, observation: &Observation<'_>, watch: &mut dyn Watch) {
        let Some(PendingCommand::Move(request)) = &mut self.pending_command else {
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
        if !request.ignored {
            update_thought(&mut self.thought, analysis, &self.refusals);
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
        match self.pending_command.take() {
            Some(PendingCommand::Step(step)) => self.handle_step_reply(step, reply).map(|()| None),
            Some(PendingCommand::Move(request)) => self.handle_move_reply(request, reply, observation),
            Some(PendingCommand::TopMoves(Some(choice))) => {
                if let Some(candidates) = read_top_moves(reply) {
                    self.thought.candidates = candidates;
                    self.thought.notes.clone_from(&self.refusals);
                    watch.receive_thought(&self.thought);
                }
                Ok(Some(Answer::Move(choice)))
            }
            Some(PendingCommand::Person(command)) => {
                self.handle_person_reply(&command, reply);
                Ok(None)
            }
            Some(PendingCommand::TopMoves(None) | PendingCommand::Introduction(_)) | None => Ok(None),
        }
    }

    /// Handles the reply to a person's command.
    fn handle_person_reply(&mut self, command: &PersonCommand, reply: &EngineReply) {
        self.has_quit = command.name == "quit" && reply.status == ResponseStatus::Success;
    }

    /// Handles the reply to an ignored request for a move. The engine may have played the move on its board.
    fn handle_ignored_move(&mut self, request: &MoveRequest, reply: &EngineReply) {
        let text = request.chosen.as_deref().unwrap_or(&reply.text);
        if reply.status == ResponseStatus::Success
            && let Ok(Answer::Move(action)) = text.parse()
        {
            self.sync.apply(SyncEffect::Turn(Turn { color: request.color, action }));
        }
        // The steps were planned without that move, so they are planned again.
        self.needs_sync = true;
    }

    /// Handles the reply to a step. After a refusal, the next alternative of the step is sent.
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
            self.refusals.push(format!("{} refused '{}'", self.connection.name(), one_line(&step.command)));
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
        if request.ignored {
            self.handle_ignored_move(&request, reply);
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
        // GNU Go can list the weights of its candidates after it has chosen its move.
        if scale.is_none() && self.connection.supports("top_moves") {
            self.connection.send("top_moves", false);
            self.pending_command = Some(PendingCommand::TopMoves(Some(action)));
            return Ok(None);
        }
        Ok(Some(Answer::Move(action)))
    }
}

/// Updates a thought from an analysis. If the analysis has no ownership, the thought keeps its own.
fn update_thought(thought: &mut Thought, analysis: Analysis, notes: &[String]) {
    let candidates = analysis.moves.into_iter().map(|analysed| Candidate {
        visits: analysed.visits,
        winrate: analysed.winrate,
        lead: analysed.lead,
        prior: analysed.prior,
        lower_bound: analysed.lcb,
        variation: analysed.pv,
        ..Candidate::new(analysed.action)
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

/// Reads the reply to `top_moves`: moves and weights, as in `E5 75.00 F3 74.01`. The prior of a candidate is
/// its share of the sum of the weights. `None` if the reply has no candidate.
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
    fn commands_that_set_up_a_board_are_told_from_those_that_read_it() {
        let may_change = |line: &str| PersonCommand::of(line).may_change_board();
        for line in
            ["play b D4", "gogui-setup b D4", "gogui-play_sequence b D4", "gogui-setup_player w", "undo"]
        {
            assert!(may_change(line), "{line}");
        }
        for line in ["showboard", "gogui-analyze_commands", "gogui-interrupt", "kata-get-rules", "name"] {
            assert!(!may_change(line), "{line}");
        }
    }

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
