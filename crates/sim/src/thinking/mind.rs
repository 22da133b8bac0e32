//! Handle of a mind. It is the same for a mind on the calling thread, on another thread and in a web worker.

use super::actor::{ALL_TURNS, Mailbox};
use super::pool::{Crew, MindPool, NO_WORKER, Pool};
use super::{AskedBy, FromMind, Question, ToMind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use stonefield_minds::engine::Fault;
use stonefield_minds::{
    Answer, Brain, BrainInfo, BrainSpec, Conversation, Inquiry, Observation, Reply, TreeView,
};
use stonefield_search::supply::start_thread;
use stonefield_search::{RngAddress, Thought, Watch};

/// Largest board, in points, on which a rule that evaluates all points answers within the tick. On such
/// boards, a copy of the agents for another thread takes as long as most rules need.
const LARGEST_QUICK_BOARD: usize = 4096;

/// A mind at a seat or an adviser.
pub(crate) struct Mind {
    location: Location,
    /// Number of the last turn. A cancellation counts too, so that a late answer does not match the number.
    turn: u64,
    answer: Option<Answer>,
    thought: Option<Thought>,
    tree: Option<TreeView>,
    /// True if a tree was asked for and has not arrived.
    tree_requested: bool,
    conversation: Option<Conversation>,
}

/// Place where a mind runs.
enum Location {
    /// On the calling thread.
    Here(Box<dyn Brain>),
    /// On a thread of the pool or of its own, or in a web worker.
    There(Arc<Mailbox>, Arc<Pool>),
    /// Placeholder while the mind is moved to another thread.
    Nowhere,
}

impl Mind {
    pub(crate) fn new(spec: &BrainSpec) -> Self {
        Self::built(spec, spec.build())
    }

    /// Creates the handle of a mind that is built already.
    pub(super) fn built(spec: &BrainSpec, brain: Box<dyn Brain>) -> Self {
        Self {
            location: Location::Here(brain),
            turn: 0,
            answer: None,
            thought: None,
            tree: None,
            tree_requested: false,
            conversation: spec.info().external.then(Conversation::default),
        }
    }

    /// Starts what a mind on this thread needs before its first turn, and blocks until that is ready.
    pub(crate) fn prepare(&mut self) -> Result<(), Fault> {
        match &mut self.location {
            Location::Here(brain) => brain.prepare(),
            Location::There(..) | Location::Nowhere => Ok(()),
        }
    }

    /// Starts a new game.
    pub(crate) fn new_game(&mut self) {
        self.cancel();
        (self.thought, self.tree, self.tree_requested) = (None, None, false);
        match &mut self.location {
            Location::Here(brain) => brain.new_game(),
            Location::There(..) => self.send(ToMind::NewGame),
            Location::Nowhere => {}
        }
    }

    /// Asks for a move. With a pool, minds that search, external programs, and rules on large boards
    /// answer later, through [`Mind::receive`]. Other minds answer at once, and send thoughts to `watch`.
    pub(crate) fn ask(
        &mut self,
        spec: &BrainSpec,
        observation: &Observation<'_>,
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
                || spec.evaluates_all_points()
                    && observation.position.size().area() > LARGEST_QUICK_BOARD
                    && pool.pool().is_some_and(|pool| pool.is_ready()))
        {
            self.move_there(spec, pool);
            // Without a web worker, a search fails. A rule answers on this thread, in a longer frame.
            if !Pool::CAN_BLOCK && spec.searches() && matches!(self.location, Location::Here(_)) {
                self.answer = Some(Answer::Failed(NO_WORKER.to_owned()));
                return;
            }
        }
        match &mut self.location {
            Location::Here(brain) => {
                self.answer = Some(brain.choose(observation, chance.rng(), watch));
            }
            Location::There(mailbox, _) => {
                mailbox.for_person.store(asker == AskedBy::Person, Relaxed);
                mailbox.wants_thoughts.store(watch.wants_thoughts(), Relaxed);
                let turn = self.turn;
                self.send(ToMind::Ask(
                    turn,
                    Box::new(Question::new(spec, observation, chance, watch.time())),
                ));
            }
            Location::Nowhere => {}
        }
    }

    /// Moves the mind to another thread, if it is not there already and a thread is available.
    fn move_there(&mut self, spec: &BrainSpec, pool: &MindPool) {
        if !matches!(self.location, Location::Here(_)) {
            return;
        }
        let Some(pool) = pool.pool().cloned() else { return };
        let Location::Here(brain) = std::mem::replace(&mut self.location, Location::Nowhere) else { return };
        let mailbox = Arc::new(Mailbox::new(brain));
        pool.seat(spec, &mailbox);
        if spec.info().external {
            let (program, notifier) = (Arc::clone(&mailbox), Arc::clone(&pool));
            if start_thread("engine", move || program.run_program(&|| notifier.bell().ring())).is_err() {
                // No thread is available: the mind is built anew on the calling thread.
                self.location = Location::Here(spec.build());
                return;
            }
        }
        self.location = Location::There(mailbox, pool);
    }

    fn send(&self, message: ToMind) {
        if let Location::There(mailbox, pool) = &self.location {
            mailbox.send(message);
            if self.conversation.is_none() {
                pool.schedule(mailbox);
            }
        }
    }

    /// Reads the messages of the mind. Returns true if any was a reply, or of the current turn.
    pub(crate) fn receive(&mut self) -> bool {
        let Location::There(mailbox, _) = &self.location else { return false };
        let FromMind { thought, answer, replies } = mailbox.take();
        let mut received = !replies.is_empty();
        // Messages of earlier turns are late and dropped.
        for (_, thought) in thought.into_iter().filter(|(turn, _)| *turn == self.turn) {
            (self.thought, received) = (Some(thought), true);
        }
        for (_, answer) in answer.into_iter().filter(|(turn, _)| *turn == self.turn) {
            (self.answer, received) = (Some(answer), true);
        }
        for reply in replies {
            match reply {
                Some(Reply::Tree(tree)) => (self.tree, self.tree_requested) = (Some(tree), false),
                Some(Reply::Conversation(update)) => {
                    self.conversation.get_or_insert_default().add_update(update);
                }
                Some(Reply::Nodes(_)) => {}
                None => (self.tree, self.tree_requested) = (None, false),
            }
        }
        received
    }

    /// True if the last question is answered.
    pub(crate) const fn has_answered(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the answer to the last question, if it has arrived.
    pub(crate) fn take_answer(&mut self) -> Option<Answer> {
        self.answer.take()
    }

    /// Takes the latest thought that has arrived since the last call.
    pub(crate) fn take_thought(&mut self) -> Option<Thought> {
        self.thought.take()
    }

    /// Stops the turn of a mind on another thread: the mind answers with its best move so far.
    pub(crate) fn stop(&self) {
        if let Location::There(mailbox, pool) = &self.location {
            mailbox.stopped.fetch_max(self.turn, Relaxed);
            pool.signal(mailbox);
        }
    }

    /// Cancels the turn, and drops its answer.
    pub(crate) fn cancel(&mut self) {
        if let Location::There(mailbox, pool) = &self.location {
            mailbox.cancelled.fetch_max(self.turn, Relaxed);
            pool.signal(mailbox);
            self.turn += 1;
        }
        self.answer = None;
    }

    /// Sets whether a mind on another thread sends thoughts.
    pub(crate) fn set_wants_thoughts(&self, wants_thoughts: bool) {
        if let Location::There(mailbox, _) = &self.location {
            mailbox.wants_thoughts.store(wants_thoughts, Relaxed);
        }
    }

    /// Asks for a part of the search tree, with at most `moves` moves of each node and `nodes` nodes in all.
    /// Does nothing while such a request is open.
    pub(crate) fn request_tree(&mut self, observation: &Observation<'_>, moves: usize, nodes: usize) {
        let inquiry = Inquiry::Tree { moves, nodes };
        match &mut self.location {
            Location::Here(brain) => {
                if let Some(Reply::Tree(tree)) = brain.reply(observation, &inquiry) {
                    self.tree = Some(tree);
                }
            }
            Location::There(..) if !self.tree_requested => {
                self.tree_requested = true;
                self.send(ToMind::Inquire(inquiry, None));
            }
            Location::There(..) | Location::Nowhere => {}
        }
    }

    /// Sends a person's line to an external program.
    pub(crate) fn send_line(
        &mut self,
        spec: &BrainSpec,
        line: String,
        observation: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
    ) {
        if let Some(pool) = pool {
            self.move_there(spec, pool);
        }
        if let Location::Here(brain) = &mut self.location {
            if let Some(Reply::Conversation(update)) = brain.reply(observation, &Inquiry::Say(line)) {
                self.conversation.get_or_insert_default().add_update(update);
            }
            return;
        }
        let question = Question::new(spec, observation, chance, None);
        self.send(ToMind::Inquire(Inquiry::Say(line), Some(Box::new(question))));
    }

    /// Returns the part of the search tree that arrived last.
    pub(crate) const fn tree(&self) -> Option<&TreeView> {
        self.tree.as_ref()
    }

    /// Returns the conversation with an external program, `None` for other minds.
    pub(crate) const fn conversation(&self) -> Option<&Conversation> {
        self.conversation.as_ref()
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        if let Location::There(mailbox, pool) = &self.location {
            mailbox.cancelled.store(ALL_TURNS, Relaxed);
            pool.signal(mailbox);
        }
    }
}
