//! An engine at a board: brought into step, asked for a move, and heard while it thinks.

use super::connection::{Connection, EngineReply, INTRODUCTION, Received, Timeouts};
use super::pipe::shown;
use super::process::Program;
use super::sync::{SyncEffect, SyncState, SyncStep, SyncTarget};
use super::{Fault, Trouble};
use crate::{Answer, Conversation, Observation, Voice};
use std::collections::VecDeque;
use std::time::Duration;
use stonefield_go::notation::gtp::{Analysis, ResponseStatus, Scale};
use stonefield_go::{Color, Move, Turn};
use stonefield_search::{Candidate, PlayerTime, Thought, TimeControl, Unwatched, Watch};

/// Hundredths of a second between two reports of an engine that thinks aloud.
const INTERVAL: u32 = 20;

/// An engine that runs.
pub(super) struct RunningEngine {
    connection: Connection,
    sync: SyncState,
    /// What it has answered of [`INTRODUCTION`].
    introduced: usize,
    /// What is to be said next.
    steps: VecDeque<SyncStep>,
    /// Whether the steps have to be planned again.
    lost: bool,
    /// What was said last and waits for its answer.
    said: Option<Said>,
    thought: Thought,
    /// What it could not be told.
    notes: Vec<String>,
    /// What a person wants to say to it.
    asked: VecDeque<String>,
    /// The game that it is given, and the one that it has been given, for a person to look at.
    aim: Option<SyncTarget>,
    shown: Option<SyncTarget>,
    /// How time was limited when it was told last, and whether it has been told in this turn what is left.
    timed: Option<TimeControl>,
    knows_time: bool,
    /// Its CPU time when the turn began, in seconds, where that is counted and known.
    meter: Option<f64>,
    /// Whether the meter has been read in this turn, and whether what it has started was looked for in this game.
    metered: bool,
    knows_kin: bool,
    /// Whether it was told to quit and has done so.
    pub(super) left: bool,
}

/// What waits for its answer.
enum Said {
    /// One of [`INTRODUCTION`].
    Question(&'static str),
    /// What brings it into step.
    Step(SyncStep),
    /// That it should move.
    Move(Asked),
    /// What else it thought of, besides this choice; `None` when that is of no use any more.
    Thoughts(Option<Move>),
    /// What a person said to it.
    Person(Remark),
}

/// A move that it was asked for.
struct Asked {
    command: String,
    color: Color,
    /// How it writes shares, if it thinks aloud.
    scale: Option<Scale>,
    /// What it has chosen in a line of its own.
    chosen: Option<String>,
    /// Whether its answer is of no use any more.
    stale: bool,
}

/// What a person said to an engine.
struct Remark {
    /// The command's name in small letters.
    command: String,
    /// Whether its answer goes on until another line comes.
    endless: bool,
}

impl Remark {
    fn of(line: &str) -> Self {
        let command = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        let endless = command.ends_with("analyze") && !command.contains("genmove");
        Self { command, endless }
    }

    /// Whether the answer comes line by line.
    fn streams(&self) -> bool {
        self.command.ends_with("analyze")
    }

    /// Whether the engine may have another game on its board afterwards.
    fn disturbs(&self) -> bool {
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
        let reads = self.command.starts_with("gogui-") || self.command.starts_with("kata-get-");
        !self.endless && !reads && !HARMLESS.contains(&self.command.as_str())
    }
}

impl RunningEngine {
    /// Starts an engine.
    pub(super) fn start(
        program: &Program,
        limits: Timeouts,
        conversation: &mut Conversation,
    ) -> Result<Self, Fault> {
        let mut connection = Connection::start(program, limits)?;
        connection.conversation = std::mem::take(conversation);
        connection.conversation.note(Voice::Event, &format!("{} is started", program.words.join(" ")));
        Ok(Self {
            connection,
            sync: SyncState::default(),
            introduced: 0,
            steps: VecDeque::new(),
            lost: true,
            said: None,
            thought: Thought::default(),
            notes: Vec::new(),
            asked: VecDeque::new(),
            aim: None,
            shown: None,
            timed: None,
            knows_time: false,
            meter: None,
            metered: false,
            knows_kin: false,
            left: false,
        })
    }

    /// A new game begins: the engine is told so before the next turn, whatever it has on its board.
    pub(super) fn new_game(&mut self) {
        self.begin();
        self.knows_kin = false;
        self.sync.end_game();
        self.timed = None;
        self.aim = None;
        self.shown = None;
    }

    /// Begins a turn: whatever was under way is no longer wanted.
    pub(super) fn begin(&mut self) {
        self.lost = true;
        self.knows_time = false;
        self.metered = false;
        self.thought = Thought::default();
        match &mut self.said {
            Some(Said::Move(asked)) => asked.stale = true,
            Some(Said::Thoughts(choice)) => *choice = None,
            Some(Said::Question(_) | Said::Step(_) | Said::Person(_)) | None => {}
        }
    }

    /// What has been said.
    pub(super) const fn conversation(&self) -> &Conversation {
        &self.connection.conversation
    }

    /// Gives back what has been said.
    pub(super) fn into_conversation(self) -> Conversation {
        self.connection.conversation
    }

    /// Has a person's line said as soon as nothing else waits for an answer; an empty one ends an analysis.
    pub(super) fn ask(&mut self, line: String) {
        self.end_analysis();
        if !line.is_empty() {
            self.asked.push_back(line);
            self.connection.conversation.waiting = self.asked.len();
        }
    }

    /// Ends an analysis that a person asked for.
    fn end_analysis(&mut self) {
        if let Some(Said::Person(remark)) = &mut self.said
            && std::mem::take(&mut remark.endless)
        {
            self.connection.interrupt();
        }
    }

    /// Says what a person wants said, once the engine has the game on its board; `false` when there is nothing to say.
    fn put_in(&mut self, seen: &Observation<'_>) -> Result<bool, Fault> {
        if self.asked.is_empty() {
            return Ok(false);
        }
        // Whatever the person has done with its board since stays, until the game goes on.
        let wanted = SyncTarget::of(seen.position);
        if self.shown.as_ref() != Some(&wanted) {
            self.lost |= self.aim.as_ref() != Some(&wanted);
            self.plan_sync(&wanted)?;
            self.aim = Some(wanted.clone());
            if let Some(step) = self.steps.pop_front() {
                self.step(step);
                return Ok(true);
            }
            self.shown = Some(wanted);
        }
        let Some(line) = self.asked.pop_front() else { return Ok(false) };
        self.connection.conversation.waiting = self.asked.len();
        let remark = Remark::of(&line);
        self.connection.tell(Voice::Person, &line, remark.streams(), remark.endless);
        if remark.disturbs() {
            // Whatever it has on its board then, it is told everything again.
            self.sync = SyncState::default();
            self.lost = true;
        }
        self.said = Some(Said::Person(remark));
        Ok(true)
    }

    /// Looks after what goes on between turns, and waits so long for an answer that the engine owes.
    pub(super) fn attend(&mut self, seen: &Observation<'_>, wait: Duration) -> Result<(), Fault> {
        if self.introduced < INTRODUCTION.len() {
            return self.introduce(wait).map(drop);
        }
        if self.said.is_none() && !self.put_in(seen)? {
            return self.connection.hear(Duration::ZERO).map(drop);
        }
        match self.connection.hear(wait)? {
            Received::Reply(reply) => match self.said.take() {
                Some(Said::Step(step)) => self.obeyed(step, &reply)?,
                Some(Said::Move(asked)) => self.late(&asked, &reply),
                Some(Said::Person(remark)) => self.answered_person(&remark, &reply),
                Some(Said::Thoughts(_) | Said::Question(_)) | None => {}
            },
            Received::Line(line) => self.line(&line, seen, &mut Unwatched),
            Received::Noise | Received::Nothing => {}
        }
        Ok(())
    }

    /// Gets to know the engine; `true` when that is done.
    pub(super) fn introduce(&mut self, wait: Duration) -> Result<bool, Fault> {
        match (&self.said, INTRODUCTION.get(self.introduced)) {
            (None, Some(question)) => {
                self.connection.send(question, false);
                self.said = Some(Said::Question(question));
            }
            (Some(Said::Question(question)), _) => {
                if let Received::Reply(reply) = self.connection.hear(wait)? {
                    self.connection.introduce(question, &reply);
                    self.introduced += 1;
                    self.said = None;
                }
            }
            _ => {}
        }
        Ok(self.introduced == INTRODUCTION.len())
    }

    /// Begins to count the CPU time of the turn, once the engine has got ready to play.
    pub(super) fn meter(&mut self) {
        if self.introduced < INTRODUCTION.len() || std::mem::replace(&mut self.metered, true) {
            return;
        }
        if !std::mem::replace(&mut self.knows_kin, true) {
            self.connection.find_kin();
        }
        self.meter = self.connection.cpu_seconds();
    }

    /// CPU time of the engine in this turn, in seconds; `None` where the system does not tell, or the turn was not counted.
    pub(super) fn spent(&self) -> Option<f64> {
        let before = self.meter.filter(|_| self.metered)?;
        // What it had started may be gone, and its time with it.
        Some((self.connection.cpu_seconds()? - before).max(0.0))
    }

    /// Does one thing of the turn: says something, or waits for an answer for so long; the answer of the turn when that has come.
    pub(super) fn advance(
        &mut self,
        seen: &Observation<'_>,
        watch: &mut dyn Watch,
        wait: Duration,
    ) -> Result<Option<Answer>, Fault> {
        if self.introduced < INTRODUCTION.len() {
            return self.introduce(wait).map(|_| None);
        }
        self.end_analysis();
        if self.said.is_none() {
            if !self.put_in(seen)? {
                self.say(seen, watch.time())?;
            }
            return Ok(None);
        }
        if let Some(best) = self.best_in_a_hurry(seen, watch) {
            return Ok(Some(Answer::Move(best)));
        }
        match self.connection.hear(wait)? {
            Received::Nothing | Received::Noise => Ok(None),
            Received::Line(line) => {
                self.line(&line, seen, watch);
                Ok(None)
            }
            Received::Reply(reply) => self.answered(&reply, seen, watch),
        }
    }

    /// Plans the steps to a game, if that has to be done again.
    fn plan_sync(&mut self, wanted: &SyncTarget) -> Result<(), Fault> {
        if std::mem::take(&mut self.lost) {
            let knows = |command: &str| self.connection.knows(command);
            let steps = self.sync.commands_to(wanted, &knows);
            self.steps = steps.map_err(|size| self.connection.fault(Trouble::NotSquare(size)))?;
        }
        Ok(())
    }

    /// Says a step on the way.
    fn step(&mut self, step: SyncStep) {
        self.connection.send(&step.command, false);
        self.said = Some(Said::Step(step));
    }

    /// Says the next thing on the way to a move.
    fn say(&mut self, seen: &Observation<'_>, time: Option<PlayerTime>) -> Result<(), Fault> {
        self.plan_sync(&SyncTarget::of(seen.position))?;
        if let (true, Some(time)) = (self.steps.is_empty() && !self.knows_time, time) {
            let begins = self.timed.replace(time.control) != Some(time.control);
            let knows = |command: &str| self.connection.knows(command);
            self.steps.extend(SyncStep::of_time(time, begins, &knows));
            self.knows_time = true;
        }
        if let Some(step) = self.steps.pop_front() {
            self.step(step);
            return Ok(());
        }
        let color = seen.position.to_move();
        let letter = color.letter().to_ascii_lowercase();
        let (command, scale) = if self.connection.knows("kata-genmove_analyze") {
            (format!("kata-genmove_analyze {letter} {INTERVAL} ownership true"), Some(Scale::Unit))
        } else if self.connection.knows("lz-genmove_analyze") {
            (format!("lz-genmove_analyze {letter} {INTERVAL}"), Some(Scale::TenThousand))
        } else {
            (format!("genmove {letter}"), None)
        };
        self.connection.send(&command, scale.is_some());
        self.said = Some(Said::Move(Asked { command, color, scale, chosen: None, stale: false }));
        Ok(())
    }

    /// The best move so far of an engine that thinks aloud, when there is no more time. Its own choice is no longer waited for.
    fn best_in_a_hurry(&mut self, seen: &Observation<'_>, watch: &dyn Watch) -> Option<Move> {
        let Some(Said::Move(asked)) = &mut self.said else { return None };
        if asked.stale || !watch.stop() {
            return None;
        }
        let best = self.thought.candidates.iter().map(|candidate| candidate.action);
        let best = best.into_iter().find(|&action| seen.position.is_legal(action))?;
        asked.stale = true;
        Some(best)
    }

    /// Hears a line of an engine that thinks aloud.
    fn line(&mut self, line: &str, seen: &Observation<'_>, watch: &mut dyn Watch) {
        let Some(Said::Move(asked)) = &mut self.said else {
            self.connection.is_alive();
            return;
        };
        if let Some(chosen) = line.trim().strip_prefix("play ") {
            asked.chosen = Some(chosen.trim().to_owned());
            self.connection.is_alive();
            return;
        }
        let size = seen.position.size();
        let Some(analysis) = asked.scale.and_then(|scale| Analysis::read(line, scale, size)) else { return };
        self.connection.is_alive();
        if !asked.stale {
            take(&mut self.thought, analysis, &self.notes);
            watch.thought(&self.thought);
        }
    }

    /// Hears the end of an answer.
    fn answered(
        &mut self,
        reply: &EngineReply,
        seen: &Observation<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Answer>, Fault> {
        match self.said.take() {
            Some(Said::Step(step)) => self.obeyed(step, reply).map(|()| None),
            Some(Said::Move(asked)) => self.moved(asked, reply, seen),
            Some(Said::Thoughts(Some(choice))) => {
                if let Some(candidates) = weighed(reply) {
                    self.thought.candidates = candidates;
                    self.thought.notes.clone_from(&self.notes);
                    watch.thought(&self.thought);
                }
                Ok(Some(Answer::Move(choice)))
            }
            Some(Said::Person(remark)) => {
                self.answered_person(&remark, reply);
                Ok(None)
            }
            Some(Said::Thoughts(None) | Said::Question(_)) | None => Ok(None),
        }
    }

    /// It has done what a person told it, or not.
    fn answered_person(&mut self, remark: &Remark, reply: &EngineReply) {
        self.left = remark.command == "quit" && reply.status == ResponseStatus::Success;
    }

    /// It has moved, but the move is of no use any more.
    fn late(&mut self, asked: &Asked, reply: &EngineReply) {
        let text = asked.chosen.as_deref().unwrap_or(&reply.text);
        if reply.status == ResponseStatus::Success
            && let Ok(Answer::Move(action)) = text.parse()
        {
            self.sync.note(SyncEffect::Turn(Turn { color: asked.color, action }));
        }
        // The way was found without it.
        self.lost = true;
    }

    /// It has carried out a step, or refused it.
    fn obeyed(&mut self, mut step: SyncStep, reply: &EngineReply) -> Result<(), Fault> {
        if reply.status == ResponseStatus::Success {
            self.sync.note(step.effect);
        } else if !step.or.is_empty() {
            step.command = step.or.remove(0);
            self.steps.push_front(step);
        } else if step.needed {
            return Err(self.connection.fault(Trouble::refused(&step.command, &reply.text)));
        } else {
            // Said once, it is not said again.
            self.notes.push(format!("{} refused '{}'", self.connection.name(), shown(&step.command)));
            self.sync.note(step.effect);
        }
        Ok(())
    }

    /// It has moved, or not.
    fn moved(
        &mut self,
        asked: Asked,
        reply: &EngineReply,
        seen: &Observation<'_>,
    ) -> Result<Option<Answer>, Fault> {
        if asked.stale {
            self.late(&asked, reply);
            return Ok(None);
        }
        let Asked { command, color, scale, chosen, .. } = asked;
        if reply.status == ResponseStatus::Failure {
            return Err(self.connection.fault(Trouble::refused(&command, &reply.text)));
        }
        let text = chosen.unwrap_or_else(|| reply.text.clone());
        let action = match text.parse() {
            Ok(Answer::Move(action)) => action,
            Ok(answer) => return Ok(Some(answer)),
            Err(_) => {
                let text = shown(&text);
                return Err(self.connection.fault(Trouble::NoMove { command, text }));
            }
        };
        self.sync.note(SyncEffect::Turn(Turn { color, action }));
        if let Err(why) = seen.position.check(action) {
            return Err(self.connection.fault(Trouble::Illegal { action, why }));
        }
        // GNU Go tells what it weighed, once it has moved.
        if scale.is_none() && self.connection.knows("top_moves") {
            self.connection.send("top_moves", false);
            self.said = Some(Said::Thoughts(Some(action)));
            return Ok(None);
        }
        Ok(Some(Answer::Move(action)))
    }
}

/// Makes a thought of an analysis; an ownership said before stays.
fn take(thought: &mut Thought, analysis: Analysis, notes: &[String]) {
    let candidates = analysis.moves.into_iter().map(|seen| Candidate {
        visits: seen.visits,
        winrate: seen.winrate,
        lead: seen.lead,
        prior: seen.prior,
        lower_bound: seen.lcb,
        variation: seen.pv,
        ..Candidate::new(seen.action)
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

/// Moves and their weights, as in `E5 75.00 F3 74.01`: the share of the weights tells how much the engine thought of each.
fn weighed(reply: &EngineReply) -> Option<Vec<Candidate>> {
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
        let candidates = weighed(&reply("E5 3.00 F3 1.00 ")).expect("two moves");
        let shares: Vec<_> = candidates.iter().map(|c| (c.action.to_string(), c.prior)).collect();
        assert_eq!(shares, [("E5".to_owned(), Some(0.75)), ("F3".to_owned(), Some(0.25))]);
        assert_eq!(weighed(&reply("")), None);
        assert_eq!(weighed(&reply("E5 -1")), None);
    }
}
