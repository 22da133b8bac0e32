//! The record of the game on a goban, as a tree that grows while the game goes on.

use super::write::{opening, result, write_edit, write_evaluation, write_world};
use super::{BY_WORLD, Heading, PRIVATE, SheetError};
use crate::go::{Color, Move, Outcome, Position, Setup, Size};
use crate::notation::sgf::{Collection, NodeId, NodeRef, Play, illegal_moves};
use crate::search::Evaluation;
use crate::sim::turn::Choice;
use crate::sim::{Configured, Edit, Game, GameSetup, Tally, Timeline};
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the revisions of the next book begin: no two books share one.
static FIRST_REVISION: AtomicU64 = AtomicU64::new(0);

/// The record of the game on a goban: the whole tree of a file, or of all that has been played since the game began.
///
/// The tree is what counts: nothing that was played leaves it, while the [`Timeline`] holds one line of it at a time. Each ply and
/// each doing of a hand is written here as it happens; a node is gone to by [`Walk`](super::Walk).
#[derive(Component)]
pub struct Kifu {
    heading: Heading,
    book: Result<Book, SheetError>,
}

/// A record, and where in it the goban stands.
pub struct Book {
    pub(super) games: Collection,
    pub(super) root: NodeId,
    size: Size,
    /// Whether stones die otherwise than in Go, and a tick is two plies.
    pub(super) netlogo: bool,
    /// The nodes of the timeline, from the first; each is one deeper than the one before.
    pub(super) line: Vec<Stop>,
    /// Where the goban stands in `line`.
    pub(super) at: usize,
    /// The board of those who know only Go, at a node; kept where it is needed.
    board: Option<(NodeId, Play)>,
    /// The moves that it had when it was opened and the law forbids, and why.
    illegal: BTreeMap<NodeId, String>,
    /// How the games that came to an end here ended, by their last node.
    ends: BTreeMap<NodeId, String>,
    revision: u64,
    shape: u64,
    saved: u64,
    /// Whether it holds what seeds and minds cannot bring back.
    unique: bool,
    /// Whether there is a file that it belongs in.
    filed: bool,
}

/// A node of the timeline, and how much of it is done once the node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub node: NodeId,
    pub plies: usize,
    pub edits: usize,
}

/// A turn that is written down.
#[derive(Clone, Copy)]
pub(in crate::sim) struct Turn {
    /// Whose.
    pub color: Color,
    /// What was done.
    pub choice: Choice,
    /// How the mind that moved saw the game.
    pub black: Evaluation,
    /// Whether it cannot be brought back by seeds and minds.
    pub unique: bool,
}

impl Kifu {
    /// Begins the record of the game on a goban, which has just begun.
    pub fn attach(world: &mut World, goban: Entity, heading: Heading) {
        let Some(Configured(setup)) = world.get::<Configured>(goban) else { return };
        let kifu = Self { book: Book::new(setup, &heading), heading };
        world.entity_mut(goban).insert(kifu);
    }

    /// Begins another record, if there was one, for another game.
    pub(in crate::sim) fn anew(world: &mut World, goban: Entity) {
        if let Some(old) = world.entity_mut(goban).take::<Self>() {
            Self::attach(world, goban, old.heading);
        }
    }

    pub(super) fn opened(games: Collection, line: Vec<Stop>, position: &Position, heading: Heading) -> Self {
        let root = line[0].node;
        let netlogo = position.rules().quirks.is_some();
        let illegal = illegal_moves(games.node(root)).into_iter().collect();
        let bare = Book::bare(games, root, position.size(), netlogo, line);
        let book = Book { unique: true, illegal, ..bare };
        Self { heading, book: Ok(book) }
    }

    /// The record.
    ///
    /// # Errors
    /// Why there is none: a board that SGF has no letters for.
    pub const fn book(&self) -> Result<&Book, &SheetError> {
        self.book.as_ref()
    }

    pub(super) fn book_mut(&mut self) -> Option<&mut Book> {
        self.book.as_mut().ok()
    }

    /// The record as it now stands is in a file.
    pub fn mark_saved(&mut self) {
        if let Ok(book) = &mut self.book {
            book.saved = book.revision;
        }
    }

    /// There is a file that the record belongs in, or none.
    pub fn file(&mut self, filed: bool) {
        if let Ok(book) = &mut self.book {
            book.filed = filed;
        }
    }

    /// Whether there is a file that the record belongs in; none for one that has just begun.
    #[must_use]
    pub fn is_filed(&self) -> bool {
        self.book.as_ref().is_ok_and(|book| book.filed)
    }

    /// The record as it now stands is in no file.
    pub fn mark_unsaved(&mut self) {
        if let Ok(book) = &mut self.book {
            book.change();
            book.unique = true;
        }
    }

    /// Whether something would be lost with it: what is not in a file, and that seeds and minds cannot bring back.
    #[must_use]
    pub fn unsaved(&self) -> bool {
        self.book.as_ref().is_ok_and(|book| book.unique && book.revision != book.saved)
    }

    /// Writes a turn down; `done` are the plies and edits before it, `outcome` how it ended the game.
    pub(in crate::sim) fn turn(
        &mut self,
        turn: Turn,
        done: (usize, usize),
        game: &Game,
        outcome: Option<Outcome>,
    ) {
        let Ok(book) = &mut self.book else { return };
        if let Choice::Move(action) = turn.choice {
            book.play(&turn, action, done);
            if book.netlogo {
                book.settle(&game.position.setup(), (done.0 + 1, done.1));
            }
        }
        if let Some(outcome) = outcome {
            book.end(outcome);
        }
    }

    /// Writes down what a hand has done.
    pub(in crate::sim) fn edit(world: &mut World, goban: Entity, edit: &Edit) {
        let mut query = world.query::<(&mut Self, &Timeline, &Tally)>();
        let Ok((mut kifu, timeline, tally)) = query.get_mut(world, goban) else { return };
        if let Ok(book) = &mut kifu.book {
            book.edit(edit, timeline.done());
            if let (Edit::Mark(..), Some(outcome)) = (edit, tally.outcome) {
                book.end(outcome);
            }
        }
    }

    /// Finds where the goban stands after its timeline has been gone along.
    pub(in crate::sim) fn follow(world: &mut World, goban: Entity) {
        let mut query = world.query::<(&mut Self, &Timeline)>();
        let Ok((mut kifu, timeline)) = query.get_mut(world, goban) else { return };
        if let Ok(book) = &mut kifu.book {
            book.follow(timeline.done(), timeline.known());
        }
    }
}

impl Book {
    fn new(setup: &GameSetup, heading: &Heading) -> Result<Self, SheetError> {
        let position = setup.position()?;
        let games = opening(setup, &position, heading)?;
        let root = games.games()[0];
        let first = Stop { node: root, plies: 0, edits: 0 };
        Ok(Self::bare(games, root, position.size(), setup.quirks().is_some(), vec![first]))
    }

    fn bare(games: Collection, root: NodeId, size: Size, netlogo: bool, line: Vec<Stop>) -> Self {
        let first = FIRST_REVISION.fetch_add(1 << 32, Ordering::Relaxed);
        Self {
            games,
            root,
            size,
            netlogo,
            line,
            at: 0,
            board: None,
            illegal: BTreeMap::new(),
            ends: BTreeMap::new(),
            revision: first,
            shape: 0,
            saved: first,
            unique: false,
            filed: false,
        }
    }

    /// All games of the file.
    #[must_use]
    pub const fn games(&self) -> &Collection {
        &self.games
    }

    /// The first node of the game on the board.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// The board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The node that the goban shows.
    #[must_use]
    pub fn here(&self) -> NodeRef<'_> {
        self.games.node(self.line[self.at].node)
    }

    /// Why the law forbids the move of a node; `None` where it does not, or is not known to.
    #[must_use]
    pub fn illegal(&self, node: NodeId) -> Option<&str> {
        self.illegal.get(&node).map(String::as_str)
    }

    /// How many moves there were that the law forbids.
    #[must_use]
    pub fn illegal_count(&self) -> usize {
        self.illegal.len()
    }

    /// How many nodes lie before it.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.at
    }

    /// The node of the timeline with so many before it.
    #[must_use]
    pub fn on_line(&self, depth: usize) -> Option<NodeId> {
        self.line.get(depth).map(|stop| stop.node)
    }

    /// A number that is another after every change.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// A number that is another after every change of which nodes there are and how they hang together.
    #[must_use]
    pub const fn shape(&self) -> u64 {
        self.shape
    }

    /// Whether it holds what seeds and minds cannot bring back.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        self.unique
    }

    pub(super) const fn change(&mut self) {
        self.revision += 1;
    }

    pub(super) const fn change_shape(&mut self) {
        self.change();
        self.shape += 1;
    }

    /// Somebody wrote something in by hand.
    pub(super) const fn by_hand(&mut self) {
        self.unique = true;
    }

    /// The ticks that so many plies take.
    pub(super) const fn ticks(&self, plies: usize) -> u64 {
        (if self.netlogo { plies.div_ceil(2) } else { plies }) as u64
    }

    fn arrive(&mut self, node: NodeId, plies: usize, edits: usize) {
        self.line.push(Stop { node, plies, edits });
        self.at = self.line.len() - 1;
    }

    fn play(&mut self, turn: &Turn, action: Move, (plies, edits): (usize, usize)) {
        self.line.truncate(self.at + 1);
        let here = self.line[self.at].node;
        let Some((node, new)) = self.games.add_move(here, turn.color, action, self.size) else { return };
        if new {
            write_evaluation(&mut self.games, node, turn.black);
            self.unique |= turn.unique;
            self.change_shape();
        }
        self.arrive(node, plies + 1, edits);
        if new && !self.ends.is_empty() {
            self.tell_result();
        }
    }

    fn edit(&mut self, edit: &Edit, (plies, edits): (usize, usize)) {
        self.line.truncate(self.at + 1);
        let node = self.games.add_child(self.line[self.at].node);
        write_edit(&mut self.games, node, edit, self.size);
        self.unique |= matches!(edit, Edit::Paint(..) | Edit::Mark(..));
        self.change_shape();
        self.arrive(node, plies, edits + 1);
    }

    /// Sets the board of those who know only Go right, where it is not what stands.
    fn settle(&mut self, board: &Setup, (plies, edits): (usize, usize)) {
        let here = self.line[self.at].node;
        let before = self.at.checked_sub(1).map(|at| self.line[at].node);
        let known = self.board.take().filter(|(node, _)| Some(*node) == before);
        let play = match known {
            Some((_, mut play)) => {
                play.step(self.games.node(here));
                Ok(play)
            }
            None => Play::at(self.games.node(here)),
        };
        let Ok(mut play) = play else { return };
        let stands = play.position().setup();
        let mut last = here;
        if stands.stones() != board.stones() {
            let node = self.games.add_child(here);
            write_world(&mut self.games, node, &stands, board);
            let new = self.games.node(node);
            let same = |other: &NodeRef<'_>| {
                other.id() != node
                    && other.value(PRIVATE) == Some(BY_WORLD)
                    && ["AB", "AW", "AE"].into_iter().all(|name| other.values(name).eq(new.values(name)))
            };
            let known = self.games.node(here).children().find(same).map(NodeRef::id);
            last = known.unwrap_or(node);
            if known.is_some() {
                self.games.remove(node);
            }
            play.step(self.games.node(last));
            self.change_shape();
            self.arrive(last, plies, edits);
        }
        self.board = Some((last, play));
    }

    /// The game has come to an end at the present.
    fn end(&mut self, outcome: Outcome) {
        self.ends.insert(self.line[self.at].node, result(outcome));
        self.tell_result();
    }

    /// Writes the result of the main line, if it came to an end here, and takes away that of another line.
    pub(super) fn tell_result(&mut self) {
        let root = self.games.node(self.root);
        let told = root.text("RE");
        if told.as_ref().is_some_and(|told| !self.ends.values().any(|end| end == told)) {
            return;
        }
        let end = root.main_line().last().and_then(|leaf| self.ends.get(&leaf.id())).cloned();
        if end != told {
            self.games.set_texts(self.root, "RE", end.as_deref());
            self.change();
        }
    }

    /// Forgets what was known of nodes that are gone.
    pub(super) fn forget(&mut self) {
        let games = &self.games;
        let root = self.root;
        self.ends.retain(|node, _| games.get(*node).is_some_and(|node| node.root().id() == root));
        self.board = None;
    }

    fn follow(&mut self, done: (usize, usize), known: (usize, usize)) {
        let within =
            |(plies, edits): (usize, usize)| move |stop: &Stop| stop.plies <= plies && stop.edits <= edits;
        let kept = self.line.partition_point(within(known)).max(1);
        self.line.truncate(kept);
        let last = self.line.partition_point(within(done)).max(1) - 1;
        let place = |stop: &Stop| (stop.plies, stop.edits);
        // Several nodes may lie at one moment of the game: who stands at one of them stays there.
        if self.line.get(self.at).map(place) != self.line.get(last).map(place) {
            self.at = last;
        }
    }
}
