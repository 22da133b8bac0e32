//! Record of the game on a goban: the tree of everything played, and the node that the goban shows.

use super::keyframe::{Keyframe, Keyframes};
use super::step::{RecordEvent, RecordStep, RecordSteps};
use super::text::{Heading, Text, add_node, opening};
use super::{Edit, HistoryError};
use crate::{Choice, GameSetup, GobanSetup, RecordTick, TallyRow};
use bevy::ecs::prelude::*;
use std::sync::Arc;
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{
    Collection, MarkedMove, Markup, NodeId, NodeRef, marked_moves_by, stone_of,
};
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use stonefield_minds::BrainSpec;
use stonefield_search::Evaluation;

/// Tree of everything played on a goban, with the node that the goban shows: the present.
///
/// Each ply and each edit is added as it happens. [`seek`](super::seek) and [`Navigate`](super::Navigate)
/// move the goban to other nodes, and remove none.
#[derive(Component)]
pub struct GameRecord {
    pub(super) games: Collection,
    pub(super) root: NodeId,
    pub(super) size: Size,
    /// True under `netlogo-2016`: captures differ from Go, and a tick has two plies.
    pub(super) netlogo: bool,
    pub(super) steps: RecordSteps,
    /// Nodes from the root through the present to the end of its known continuation.
    pub(super) line: Vec<NodeId>,
    /// Place of the present: the index in `line` of the node that the goban shows.
    pub(super) at: usize,
    /// True while a node is played that is in the tree already, as one of a file: events belong to that node.
    pub(super) entering: bool,
    pub(super) keyframes: Keyframes,
    /// Number of changes of node names.
    pub(super) named: u64,
    /// Minds at the beginning.
    brains: ByColor<BrainSpec>,
    /// Heat parameters at the beginning.
    heat: HeatParams,
    /// Heading for texts of this and later games. `None`: no text is kept.
    heading: Option<Heading>,
    pub(super) text: Result<Text, HistoryError>,
}

impl GameRecord {
    /// Record of a game that begins with this position. With a heading, the SGF text of the game is kept.
    pub(crate) fn new(setup: &GameSetup, position: &Position, heading: Option<Heading>) -> Self {
        let brains = setup.brains.clone();
        let mut record = Self::empty(position.size(), setup.quirks().is_some(), brains, setup.heat);
        if let Some(heading) = heading {
            record.write(opening(setup, position, &heading), heading);
        }
        record
    }

    fn empty(size: Size, netlogo: bool, brains: ByColor<BrainSpec>, heat: HeatParams) -> Self {
        let mut games = Collection::new();
        let root = games.add_game();
        let mut steps = RecordSteps::new();
        steps.begin(root, None);
        Self {
            games,
            root,
            size,
            netlogo,
            steps,
            line: vec![root],
            at: 0,
            entering: false,
            keyframes: Keyframes::new(size),
            named: 0,
            brains,
            heat,
            heading: None,
            text: Err(HistoryError::NoText),
        }
    }

    /// Starts to keep the SGF text of a new game, or stores the error if the text cannot be written.
    fn write(&mut self, opened: Result<Collection, HistoryError>, heading: Heading) {
        match opened {
            Ok(games) => {
                let root = games.games()[0];
                self.adopt(games, root, Text::new());
            }
            Err(error) => self.text = Err(error),
        }
        self.heading = Some(heading);
    }

    /// Starts to keep the SGF text of the game on a goban. The game must have no moves yet.
    pub fn keep_text(world: &mut World, goban: Entity, heading: Heading) {
        let mut query = world.query::<(&GobanSetup, &mut Self)>();
        let Ok((GobanSetup(setup), mut record)) = query.get_mut(world, goban) else { return };
        let opened = setup.position().map_err(HistoryError::from);
        record.write(opened.and_then(|position| opening(setup, &position, &heading)), heading);
    }

    /// Moves the heading out of the record, for the next game on the goban.
    pub(crate) fn heading(&mut self) -> Option<Heading> {
        self.heading.take()
    }

    /// Replaces the tree of a game without moves, by that of a file or of a new text. The row and the
    /// keyframe of the root node stay.
    pub(super) fn adopt(&mut self, games: Collection, root: NodeId, text: Text) {
        let (row, first) = (self.steps.row(self.root), self.keyframes.at(self.root));
        self.keyframes = Keyframes::new(self.size);
        (self.games, self.root, self.line, self.at) = (games, root, vec![root], 0);
        self.steps = RecordSteps::new();
        self.steps.begin(root, None);
        self.steps.set_tick(root, 0, false, row);
        if let Some(first) = first {
            self.keyframes.keep(root, first);
        }
        self.text = Ok(text);
    }

    /// Sets the heading of later games on the goban.
    pub(super) fn set_heading(&mut self, heading: Heading) {
        self.heading = Some(heading);
    }

    /// Copies the line up to the present, without an unfinished tick, as if these minds had been seated from
    /// the beginning. The copy has the markup on the board, but no other text and no evaluations.
    pub(super) fn along_line(&self, brains: ByColor<BrainSpec>) -> Self {
        self.along_line_to(self.at, brains)
    }

    /// Like [`GameRecord::along_line`], up to another place of the line.
    pub(super) fn along_line_to(&self, at: usize, brains: ByColor<BrainSpec>) -> Self {
        let mut copy = Self::empty(self.size, self.netlogo, brains, self.heat);
        copy.line.clear();
        let end = self.whole_before(at);
        let mut row_of = self.steps.rows();
        for &node in &self.line[..=end] {
            let before = copy.line.last().copied();
            let step = self.steps.get(node);
            let new = before.map_or(copy.root, |before| add_node(&mut copy.games, before, step.silent));
            for property in self.games.node(node).properties().filter(|it| Markup::is_markup(it.name())) {
                copy.games.set_raw(new, property.name(), property.values());
            }
            copy.steps.begin(new, before);
            for event in self.steps.events(node) {
                match event {
                    RecordEvent::Ply(ply) => copy.steps.push_ply(new, ply),
                    RecordEvent::Edit(Edit::Seat(..)) => {}
                    RecordEvent::Edit(edit) => copy.steps.push_edit(new, copy.line.len(), edit.clone()),
                }
            }
            copy.steps.set_tick(new, u64::from(step.tick), step.half, row_of(node));
            copy.steps.set_silent(new, step.silent);
            if let Some(keyframe) = self.keyframes.at(node) {
                copy.keyframes.keep(new, keyframe);
            }
            copy.line.push(new);
        }
        copy.at = end;
        copy
    }

    fn step(&self, at: usize) -> RecordStep {
        self.line.get(at).map_or_else(|| self.steps.get(self.root), |node| self.steps.get(*node))
    }

    /// Number of complete ticks from the beginning to the present.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.step(self.at).done()
    }

    /// Last complete tick of the line.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.step(self.line.len() - 1).done()
    }

    /// Number of plies up to the present.
    pub(super) fn plies(&self) -> usize {
        self.step(self.at).plies as usize
    }

    /// Choice of the ply after the first `before` plies. `None`: there is no such ply up to the present.
    pub(super) fn choice(&self, before: usize) -> Option<Choice> {
        let line = &self.line[..=self.at];
        let at = line.partition_point(|node| self.steps.get(*node).plies as usize <= before);
        self.steps.ply(*line.get(at)?).map(|ply| ply.choice(self.size))
    }

    /// Moves up to the present, in order. Resignations, losses on time and failures are not moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.turns().map(|(_, played)| played)
    }

    /// Moves up to the present, in order, each with its colour.
    pub fn turns(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        let plies = self.line[..=self.at].iter().filter_map(|node| self.steps.ply(*node));
        plies.filter_map(|ply| ply.played(self.size))
    }

    /// Moves of one tick up to the present, each with its colour. Found by binary search.
    pub fn turns_in(&self, tick: u64) -> impl Iterator<Item = (Color, Move)> + '_ {
        let line = &self.line[..=self.at];
        let before = |end: u64| line.partition_point(|node| u64::from(self.steps.get(*node).tick) < end);
        let plies = line[before(tick)..before(tick + 1)].iter().filter_map(|node| self.steps.ply(*node));
        plies.filter_map(|ply| ply.played(self.size))
    }

    /// Last node of a tick on the line. For a tick beyond the line: the last node of the line.
    #[must_use]
    pub fn node_of(&self, tick: u64) -> NodeId {
        self.line[self.end_of(tick)]
    }

    /// True when a node is on the line at the end of this tick: the last ply of the tick, or a later node
    /// before the next ply.
    #[must_use]
    pub fn passes_node(&self, node: NodeId, tick: u64) -> bool {
        let end = self.end_of(tick);
        (0..=end).rev().take_while(|&at| self.step(at).done() == tick).any(|at| self.line[at] == node)
    }

    /// Edits up to the present, each with the number of plies before it.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &Edit)> + '_ {
        self.line[..=self.at].iter().flat_map(|node| {
            let events = self.steps.events(*node);
            let after = self.steps.get(*node).plies as usize;
            events.clone().enumerate().filter_map(move |(at, event)| match event {
                RecordEvent::Edit(edit) => {
                    let later = events.clone().skip(at);
                    let later = later.filter(|event| matches!(event, RecordEvent::Ply(_))).count();
                    Some((after - later, edit))
                }
                RecordEvent::Ply(_) => None,
            })
        })
    }

    /// Measurements at the end of each tick up to the present. The first row is that of the root node.
    pub fn rows(&self) -> impl Iterator<Item = TallyRow> {
        self.rows_from(0)
    }

    /// Like [`GameRecord::rows`], without the first `first` rows, which are skipped by binary search.
    pub fn rows_from(&self, first: usize) -> impl Iterator<Item = TallyRow> {
        self.rows_of(&self.line[..=self.at], first)
    }

    /// Ticks of the whole line, from that of the root node: 0, or 1 if the root node has a move. The first
    /// `first` ones are skipped by binary search. Evaluations are those of this run of the program or, where
    /// there are none, of the opened file.
    pub fn line_from(&self, first: usize) -> impl Iterator<Item = RecordTick> {
        let (mut evaluations, mut passed) = (ByColor::<Evaluation>::default(), ByColor::<bool>::default());
        let mut row_of = self.steps.rows();
        self.line[self.tick_start(&self.line, first)..].iter().filter_map(move |&node| {
            if let Some(ply) = self.steps.ply(node) {
                evaluations[ply.color()] = self.mind_evaluation(node);
                passed[ply.color()] = ply.choice(self.size) == Choice::Move(Move::Pass);
            }
            let row = row_of(node)?;
            Some(RecordTick {
                node,
                row,
                said: std::mem::take(&mut evaluations),
                passed: std::mem::take(&mut passed),
            })
        })
    }

    /// Like [`GameRecord::line_from`], from this tick on.
    pub fn ticks_from(&self, tick: u64) -> impl Iterator<Item = RecordTick> {
        let first = self.steps.row(self.root).map_or(0, |row| row.tick);
        self.line_from(usize::try_from(tick.saturating_sub(first)).unwrap_or(usize::MAX))
    }

    /// Evaluation for Black by the mind that moved in a node: of this run of the program or, if there is
    /// none, of the file.
    fn mind_evaluation(&self, node: NodeId) -> Evaluation {
        if let Some(evaluation) = self.steps.evaluation(node) {
            return evaluation.black;
        }
        let Some(node) = self.games.get(node) else { return Evaluation::default() };
        let share = node.real("SBKV").map(|percent| percent / 100.0);
        let lead = node.real("SBKS").filter(|points| points.is_finite());
        Evaluation { winrate: share.filter(|share| (0.0..=1.0).contains(share)), lead }
    }

    fn rows_of<'a>(&'a self, line: &'a [NodeId], first: usize) -> impl Iterator<Item = TallyRow> + 'a {
        let mut row_of = self.steps.rows();
        line[self.tick_start(line, first)..].iter().filter_map(move |node| row_of(*node))
    }

    /// Place in a line of the first node after `first` ticks, of which that of the root node is one. Each
    /// tick has a row.
    fn tick_start(&self, line: &[NodeId], first: usize) -> usize {
        let tick = self.steps.row(self.root).map_or(0, |row| row.tick) + first as u64;
        line.partition_point(|node| u64::from(self.steps.get(*node).tick) < tick)
    }

    /// Minds and heat parameters at a place of the line.
    pub(super) fn settings_at(&self, at: usize) -> (ByColor<BrainSpec>, HeatParams) {
        let (mut seats, mut heat) = (self.brains.clone(), self.heat);
        let on_line = |(place, node): &(usize, NodeId)| *place <= at && self.line[*place] == *node;
        let nodes = self.steps.settings().filter(on_line);
        for event in nodes.flat_map(|(_, node)| self.steps.events(node)) {
            let RecordEvent::Edit(edit) = event else { continue };
            match edit {
                Edit::Seat(color, spec) => seats[*color] = spec.clone(),
                Edit::Heat(params) => heat = *params,
                Edit::Paint(..) | Edit::Turn(_) | Edit::Mark(..) => {}
            }
        }
        (seats, heat)
    }

    /// Minds and heat parameters at the beginning.
    pub(super) const fn beginning(&self) -> (&ByColor<BrainSpec>, HeatParams) {
        (&self.brains, self.heat)
    }

    /// Last place up to `at` at which no tick is unfinished.
    pub(super) fn whole_before(&self, at: usize) -> usize {
        (0..=at).rev().find(|&at| !self.step(at).half).unwrap_or(0)
    }

    /// This place or, if its tick is unfinished, the end of the tick. If the line ends before the tick does:
    /// the last place at which no tick is unfinished.
    pub(super) fn whole_at(&self, at: usize) -> usize {
        let at = at.min(self.line.len() - 1);
        let tick_end = (at..self.line.len()).find(|&at| !self.step(at).half);
        tick_end.unwrap_or_else(|| self.whole_before(at))
    }

    /// Last place of a tick on the line, with the edits after the tick.
    pub(super) fn end_of(&self, tick: u64) -> usize {
        let within = |node: &NodeId| u64::from(self.steps.get(*node).tick) <= tick;
        self.line.partition_point(within).max(1) - 1
    }

    /// True when there is no ply and no edit between two places of the line.
    pub(super) fn is_same(&self, one: usize, other: usize) -> bool {
        let between = one.min(other) + 1..=one.max(other);
        self.line[between].iter().all(|node| self.steps.has_no_events(*node))
    }

    /// Last keyframe from place `first` to place `last` of the line, with its place.
    pub(super) fn keyframe_between(&self, first: usize, last: usize) -> Option<(usize, Arc<Keyframe>)> {
        (first..=last).rev().find_map(|at| Some((at, self.keyframes.at(self.line[at])?)))
    }

    /// Places of moves, legal or not, and of other plies up to the present, from the last to the first. A
    /// move in the root node is left out, because it cannot be taken back.
    pub(super) fn move_places(&self) -> impl Iterator<Item = usize> + '_ {
        let has_move = |at: &usize| {
            let node = self.line[*at];
            let text = |name| self.games.node(node).property(name).is_some();
            self.steps.ply(node).is_some() || text("B") || text("W")
        };
        (1..=self.at).rev().filter(has_move)
    }

    /// Drops the present tick if it is unfinished, and the rest of the line.
    pub(super) fn drop_half(&mut self) {
        self.at = self.whole_before(self.at);
        self.line.truncate(self.at + 1);
    }

    /// The tree, with all games of its file. Its nodes have no SGF moves if no text is kept.
    #[must_use]
    pub const fn games(&self) -> &Collection {
        &self.games
    }

    /// Root node of the game.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Node that the goban shows. After a resignation, which SGF cannot express: the node before.
    #[must_use]
    pub fn here(&self) -> NodeRef<'_> {
        self.games.node(self.line[self.depth()])
    }

    /// Depth of [`GameRecord::here`]. The root has depth 0.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.written_before(self.at)
    }

    /// Last place up to this one whose node SGF can express.
    pub(super) fn written_before(&self, at: usize) -> usize {
        (0..=at).rev().find(|&at| !self.step(at).silent).unwrap_or(0)
    }

    /// Node of the line at a depth. `None`: the line is shorter, or SGF cannot express the node.
    #[must_use]
    pub fn on_line(&self, depth: usize) -> Option<NodeId> {
        self.line.get(depth).copied().filter(|node| !self.steps.get(*node).silent)
    }

    /// Nodes from the root through the present to the end of its known continuation, with those that SGF
    /// cannot express.
    #[must_use]
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// Last node of the line that SGF can express, with its tick.
    #[must_use]
    pub fn last_written(&self) -> (NodeId, u64) {
        let at = self.written_before(self.line.len() - 1);
        (self.line[at], self.step(at).done())
    }

    /// Number of changes of node names so far.
    #[must_use]
    pub const fn named(&self) -> u64 {
        self.named
    }

    /// Node after the present on the line or, if the line ends here, its first child in the tree.
    #[must_use]
    pub fn next_node(&self) -> Option<NodeId> {
        self.on_line(self.depth() + 1).or_else(|| self.here().first_child().map(NodeRef::id))
    }

    /// Moves to mark on the board at the present. The SGF property `ST` of the root node selects them.
    #[must_use]
    pub fn moves_to_mark(&self) -> Vec<MarkedMove> {
        let stone = |node: NodeRef<'_>| self.stone(node.id());
        marked_moves_by(self.games.node(self.root), self.here(), self.next_node(), self.size, stone)
    }

    /// Stone that a node places, by its text, or by its ply if no text is kept.
    #[must_use]
    pub fn stone(&self, node: NodeId) -> Option<(Color, Point)> {
        if self.text.is_ok() {
            return stone_of(self.games.node(node), self.size);
        }
        let ply = self.steps.ply(node)?;
        match ply.choice(self.size) {
            Choice::Move(Move::Play(point)) => Some((ply.color(), point)),
            Choice::Move(Move::Pass) | Choice::Resign | Choice::Late | Choice::Fail => None,
        }
    }

    /// Name of a colour's mind, from its last evaluation up to the present that has a name. `None`: none has.
    #[must_use]
    pub fn mind(&self, color: Color) -> Option<&str> {
        let mut last = self.line[..=self.at].iter().rev().filter_map(|node| self.steps.evaluation(*node));
        last.find(|evaluation| evaluation.color == color && evaluation.mind.is_some())?.mind.as_deref()
    }
}
