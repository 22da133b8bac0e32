//! A mind that is asked: the one handle for all of them.

use super::actor::{Mailbox, NEVER};
use super::pool::{MindPool, ONLY_THERE, Pool};
use super::{AskedBy, FromMind, Question, ToMind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use stonefield_minds::engine::Fault;
use stonefield_minds::{
    Answer, Brain, BrainInfo, BrainSpec, Conversation, Inquiry, Observation, Reply, TreeView,
};
use stonefield_search::supply::start_thread;
use stonefield_search::{RngAddress, Thought, Watch};

/// Points of a board up to which a mind that does not search answers within the tick. Copying the agents for a thread takes as long as most rules take
/// to choose.
const QUICK: usize = 4096;

/// A mind at a seat, or one that gives advice.
pub(crate) struct Mind {
    place: Location,
    /// The turn asked last.
    turn: u64,
    answer: Option<Answer>,
    thought: Option<Thought>,
    tree: Option<TreeView>,
    /// Whether a tree has been asked for and not come.
    looks: bool,
    conversation: Option<Conversation>,
}

/// Where a mind works.
enum Location {
    /// Where it is asked.
    Here(Box<dyn Brain>),
    /// On a thread.
    There(Arc<Mailbox>, Arc<Pool>),
    /// Nowhere, for a moment.
    Nowhere,
}

impl Mind {
    pub(crate) fn new(spec: &BrainSpec) -> Self {
        Self::built(spec, spec.build())
    }

    /// The mind of this name that has been built already.
    pub(super) fn built(spec: &BrainSpec, brain: Box<dyn Brain>) -> Self {
        Self {
            place: Location::Here(brain),
            turn: 0,
            answer: None,
            thought: None,
            tree: None,
            looks: false,
            conversation: spec.info().external.then(Conversation::default),
        }
    }

    /// Starts what it needs before its first turn, and waits for it.
    pub(crate) fn prepare(&mut self) -> Result<(), Fault> {
        match &mut self.place {
            Location::Here(brain) => brain.prepare(),
            Location::There(..) | Location::Nowhere => Ok(()),
        }
    }

    /// A new game begins.
    pub(crate) fn new_game(&mut self) {
        self.leave();
        (self.thought, self.tree, self.looks) = (None, None, false);
        match &mut self.place {
            Location::Here(brain) => brain.new_game(),
            Location::There(..) => self.send(ToMind::NewGame),
            Location::Nowhere => {}
        }
    }

    /// Asks it about a position. Where there is a pool and it computes for long, the answer comes later, by [`Mind::hear`]; anywhere else it is
    /// there at once, and `watch` hears its thoughts.
    pub(crate) fn ask(
        &mut self,
        spec: &BrainSpec,
        seen: &Observation<'_>,
        chance: RngAddress,
        asker: AskedBy,
        pool: Option<&MindPool>,
        watch: &mut dyn Watch,
    ) {
        self.turn += 1;
        (self.answer, self.thought) = (None, None);
        if !spec.info().is_possible() {
            self.answer = Some(Answer::Failed(BrainInfo::IMPOSSIBLE.to_owned()));
            return;
        }
        if let Some(pool) = pool
            && (spec.searches()
                || spec.info().external
                || spec.evaluates_all_points() && seen.position.size().area() > QUICK && pool.is_ready())
        {
            self.move_there(spec, pool);
            // A rule of the agents answers here too, though a frame takes longer then.
            if let (true, Some(why), Location::Here(_)) = (spec.searches(), ONLY_THERE, &self.place) {
                self.answer = Some(Answer::Failed(why.to_owned()));
                return;
            }
        }
        match &mut self.place {
            Location::Here(brain) => {
                self.answer = Some(brain.choose(seen, chance.rng(), watch));
            }
            Location::There(mailbox, _) => {
                mailbox.person.store(asker == AskedBy::Person, Relaxed);
                mailbox.curious.store(watch.wants_thoughts(), Relaxed);
                let turn = self.turn;
                self.send(ToMind::Ask(turn, Box::new(Question::new(spec, seen, chance, watch.time()))));
            }
            Location::Nowhere => {}
        }
    }

    /// Moves it to a thread, unless it is there already or no thread is available.
    fn move_there(&mut self, spec: &BrainSpec, pool: &MindPool) {
        if !matches!(self.place, Location::Here(_)) {
            return;
        }
        let Some(pool) = pool.pool().cloned() else { return };
        let Location::Here(brain) = std::mem::replace(&mut self.place, Location::Nowhere) else { return };
        let mailbox = pool.seat(spec, brain);
        if spec.info().external {
            let (mine, bell) = (Arc::clone(&mailbox), Arc::clone(&pool));
            if start_thread("engine", move || mine.attend(&|| bell.ring())).is_err() {
                // No thread is available: it answers where it is asked.
                self.place = Location::Here(spec.build());
                return;
            }
        }
        self.place = Location::There(mailbox, pool);
    }

    fn send(&self, message: ToMind) {
        if let Location::There(mailbox, pool) = &self.place {
            mailbox.send(message);
            if self.conversation.is_none() {
                pool.schedule(mailbox);
            }
        }
    }

    /// Takes in what it has told; whether that was anything.
    pub(crate) fn hear(&mut self) -> bool {
        let Location::There(mailbox, _) = &self.place else { return false };
        let FromMind { thought, answer, replies } = mailbox.take();
        let mut heard = !replies.is_empty();
        // What comes late is of another turn.
        for (_, thought) in thought.into_iter().filter(|(turn, _)| *turn == self.turn) {
            (self.thought, heard) = (Some(thought), true);
        }
        for (_, answer) in answer.into_iter().filter(|(turn, _)| *turn == self.turn) {
            (self.answer, heard) = (Some(answer), true);
        }
        for reply in replies {
            match reply {
                Some(Reply::Tree(tree)) => (self.tree, self.looks) = (Some(tree), false),
                Some(Reply::Conversation(said)) => self.conversation.get_or_insert_default().add_update(said),
                Some(Reply::Nodes(_)) => {}
                None => (self.tree, self.looks) = (None, false),
            }
        }
        heard
    }

    /// Whether the answer to the last question has come.
    pub(crate) const fn has_answered(&self) -> bool {
        self.answer.is_some()
    }

    /// The answer to the last question, if it has come.
    pub(crate) fn take_answer(&mut self) -> Option<Answer> {
        self.answer.take()
    }

    /// What it has said since this was called last.
    pub(crate) fn take_thought(&mut self) -> Option<Thought> {
        self.thought.take()
    }

    /// Has it come to its end with the best it has.
    pub(crate) fn stop(&self) {
        if let Location::There(mailbox, pool) = &self.place {
            mailbox.stopped.fetch_max(self.turn, Relaxed);
            pool.signal(mailbox);
        }
    }

    /// Has it drop its turn: the answer is of no use any more.
    pub(crate) fn leave(&mut self) {
        if let Location::There(mailbox, pool) = &self.place {
            mailbox.left.fetch_max(self.turn, Relaxed);
            pool.signal(mailbox);
            self.turn += 1;
        }
        self.answer = None;
    }

    /// Whether its thoughts are looked at from now on.
    pub(crate) fn watch(&self, curious: bool) {
        if let Location::There(mailbox, _) = &self.place {
            mailbox.curious.store(curious, Relaxed);
        }
    }

    /// Asks for a part of its tree, unless it has been asked and has not replied.
    pub(crate) fn look(&mut self, seen: &Observation<'_>, moves: usize, nodes: usize) {
        let inquiry = Inquiry::Tree { moves, nodes };
        match &mut self.place {
            Location::Here(brain) => {
                if let Some(Reply::Tree(tree)) = brain.reply(seen, &inquiry) {
                    self.tree = Some(tree);
                }
            }
            Location::There(..) if !self.looks => {
                self.looks = true;
                self.send(ToMind::Inquire(inquiry, None));
            }
            Location::There(..) | Location::Nowhere => {}
        }
    }

    /// Says a person's line to the program that it is.
    pub(crate) fn say(
        &mut self,
        spec: &BrainSpec,
        line: String,
        seen: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
    ) {
        if let Some(pool) = pool {
            self.move_there(spec, pool);
        }
        if let Location::Here(brain) = &mut self.place {
            if let Some(Reply::Conversation(said)) = brain.reply(seen, &Inquiry::Say(line)) {
                self.conversation.get_or_insert_default().add_update(said);
            }
            return;
        }
        let question = Question::new(spec, seen, chance, None);
        self.send(ToMind::Inquire(Inquiry::Say(line), Some(Box::new(question))));
    }

    /// The part of its tree that it has shown last.
    pub(crate) const fn tree(&self) -> Option<&TreeView> {
        self.tree.as_ref()
    }

    /// What has been said between it and us; `None` for minds that are not programs.
    pub(crate) const fn conversation(&self) -> Option<&Conversation> {
        self.conversation.as_ref()
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        if let Location::There(mailbox, pool) = &self.place {
            mailbox.left.store(NEVER, Relaxed);
            pool.signal(mailbox);
        }
    }
}
