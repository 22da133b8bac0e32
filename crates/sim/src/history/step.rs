//! Events and measurements of each node of a record.

use super::Edit;
use super::row_log::{RowLog, RowReader};
use crate::{Choice, TallyRow};
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::notation::{Regular, RegularList};
use stonefield_go::{Color, Move, Size};
use stonefield_search::Evaluation;

/// Ply in four bytes: the colour, and the number of a point or a code for another choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply(u32);

impl Ply {
    const PASS: u32 = Self::WHITE - 1;
    const RESIGN: u32 = Self::WHITE - 2;
    const FAIL: u32 = Self::WHITE - 3;
    const LATE: u32 = Self::WHITE - 4;
    /// Bit that marks plies of White.
    const WHITE: u32 = 1 << 31;

    pub fn new(color: Color, choice: Choice, size: Size) -> Self {
        let code = match choice {
            Choice::Resign => Self::RESIGN,
            Choice::Fail => Self::FAIL,
            Choice::Late => Self::LATE,
            Choice::Move(Move::Pass) => Self::PASS,
            Choice::Move(Move::Play(point)) => number(size.index(point)),
        };
        Self(if color == Color::White { code | Self::WHITE } else { code })
    }

    pub const fn color(self) -> Color {
        if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White }
    }

    pub fn choice(self, size: Size) -> Choice {
        match self.0 & !Self::WHITE {
            Self::PASS => Choice::Move(Move::Pass),
            Self::RESIGN => Choice::Resign,
            Self::FAIL => Choice::Fail,
            Self::LATE => Choice::Late,
            index => Choice::Move(Move::Play(size.point(index as usize))),
        }
    }

    /// Colour and move of the ply. `None`: the ply ended the game without a move.
    pub fn played(self, size: Size) -> Option<(Color, Move)> {
        match self.choice(size) {
            Choice::Move(played) => Some((self.color(), played)),
            Choice::Resign | Choice::Late | Choice::Fail => None,
        }
    }
}

/// Evaluation by the mind that moved.
#[derive(Clone, Debug)]
pub(super) struct MoveEvaluation {
    pub node: NodeId,
    pub color: Color,
    /// Evaluation for Black, before the move.
    pub black: Evaluation,
    /// Name of the mind, if it was recorded.
    pub mind: Option<Box<str>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RecordEvent<'a> {
    Ply(Ply),
    Edit(&'a Edit),
}

/// Event in four bytes: a ply, or the number of an edit with the bit [`PackedEvent::EDIT`]. In a ply this bit
/// is 0, or the next higher one is 1.
#[derive(Clone, Copy, Debug)]
struct PackedEvent(u32);

impl PackedEvent {
    const EDIT: u32 = 1 << 29;

    const fn ply(ply: Ply) -> Self {
        Self(ply.0)
    }

    fn edit(number: usize) -> Self {
        Self(Self::EDIT | self::number(number))
    }

    fn read(self, edits: &[Edit]) -> Option<RecordEvent<'_>> {
        match self.number_of_edit() {
            Some(number) => edits.get(number).map(RecordEvent::Edit),
            None => Some(RecordEvent::Ply(Ply(self.0))),
        }
    }

    const fn number_of_edit(self) -> Option<usize> {
        if self.0 >> 29 == 1 { Some((self.0 ^ Self::EDIT) as usize) } else { None }
    }
}

/// Code for "none" in numbers of events, rows and evaluations.
const NONE: u32 = u32::MAX;

/// Data of a node apart from its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RecordStep {
    /// Number of the node's first event. [`NONE`]: the node was not played yet.
    first: u32,
    count: u32,
    /// Tick of the node's ply. Without a ply: of the last ply before the node.
    pub tick: u32,
    /// Number of plies up to the end of the node.
    pub plies: u32,
    /// Numbers of the node's row and evaluation in their lists. [`NONE`]: there is none.
    row: u32,
    evaluation: u32,
    /// True when the tick is not over after the node.
    pub half: bool,
    /// True when SGF cannot express the node, as for a resignation. The node has a parent, but is not among
    /// the parent's children.
    pub silent: bool,
}

impl RecordStep {
    const UNKNOWN: Self = Self {
        first: NONE,
        count: 0,
        tick: 0,
        plies: 0,
        row: NONE,
        evaluation: NONE,
        half: false,
        silent: false,
    };

    /// Last tick that is over at the end of the node.
    pub fn done(self) -> u64 {
        u64::from(self.tick) - u64::from(self.half)
    }
}

impl Regular for RecordStep {
    fn after(self, steps: u32) -> Self {
        let advance = |number: u32| if number == NONE { NONE } else { number.wrapping_add(steps) };
        Self {
            first: advance(self.first),
            tick: self.tick.wrapping_add(steps),
            plies: self.plies.wrapping_add(steps),
            row: advance(self.row),
            evaluation: advance(self.evaluation),
            ..self
        }
    }
}

/// Steps of a record by node number.
#[derive(Clone, Default)]
pub(super) struct RecordSteps {
    steps: RegularList<RecordStep>,
    events: Vec<PackedEvent>,
    edits: Vec<Edit>,
    rows: RowLog,
    evaluations: Vec<MoveEvaluation>,
    /// Nodes that change seats or heat parameters, each with its place on the line.
    settings: Vec<(usize, NodeId)>,
}

/// Initial capacity, in nodes: enough for a short game.
const INITIAL_CAPACITY: usize = 128;

impl RecordSteps {
    pub fn new() -> Self {
        Self {
            steps: RegularList::with_capacity(INITIAL_CAPACITY),
            events: Vec::with_capacity(INITIAL_CAPACITY),
            rows: RowLog::with_room(INITIAL_CAPACITY),
            ..Self::default()
        }
    }

    /// Step of a node. Unknown nodes count as not played.
    pub fn get(&self, node: NodeId) -> RecordStep {
        self.steps.get(node.index()).unwrap_or(RecordStep::UNKNOWN)
    }

    /// True when a node was played, so that its events are known.
    pub fn is_known(&self, node: NodeId) -> bool {
        self.get(node).first != NONE
    }

    /// Events of a node, in order.
    pub fn events(&self, node: NodeId) -> impl DoubleEndedIterator<Item = RecordEvent<'_>> + Clone + use<'_> {
        self.packed(node).iter().filter_map(|event| event.read(&self.edits))
    }

    pub fn has_no_events(&self, node: NodeId) -> bool {
        self.packed(node).is_empty()
    }

    fn packed(&self, node: NodeId) -> &[PackedEvent] {
        let step = self.get(node);
        let first = step.first as usize;
        self.events.get(first..first + step.count as usize).unwrap_or_default()
    }

    /// Ply of a node. A node has at most one.
    pub fn ply(&self, node: NodeId) -> Option<Ply> {
        self.events(node).find_map(|event| match event {
            RecordEvent::Ply(ply) => Some(ply),
            RecordEvent::Edit(_) => None,
        })
    }

    /// Measurements at the end of the tick that ends in a node. `None`: no tick ends there.
    pub fn row(&self, node: NodeId) -> Option<TallyRow> {
        let row = self.get(node).row;
        if row == NONE { None } else { self.rows.get(row as usize) }
    }

    /// Returns a reader of rows. Reading nodes in order is fast, because each block is unpacked once.
    pub fn rows(&self) -> impl FnMut(NodeId) -> Option<TallyRow> + use<'_> {
        let mut reader = RowReader::new(&self.rows);
        move |node| {
            let row = self.get(node).row;
            if row == NONE { None } else { reader.get(row as usize) }
        }
    }

    /// Evaluation by the mind that moved in a node.
    pub fn evaluation(&self, node: NodeId) -> Option<&MoveEvaluation> {
        self.evaluations.get(self.get(node).evaluation as usize)
    }

    /// Begins a node without events. `before` is its parent, whose tick, number of plies and flags it gets.
    pub fn begin(&mut self, node: NodeId, before: Option<NodeId>) {
        let before = before.map_or(RecordStep::UNKNOWN, |before| self.get(before));
        let step =
            RecordStep { first: number(self.events.len()), count: 0, row: NONE, evaluation: NONE, ..before };
        while self.steps.len() < node.index() {
            self.steps.push(RecordStep::UNKNOWN);
        }
        if self.steps.len() == node.index() {
            self.steps.push(step);
        } else {
            self.steps.change(node.index(), |old| *old = step);
        }
    }

    /// Marks a node as not played.
    pub fn mark_unplayed(&mut self, node: NodeId) {
        self.steps.change(node.index(), |step| *step = RecordStep::UNKNOWN);
    }

    /// Adds a ply to the node that was begun last.
    pub fn push_ply(&mut self, node: NodeId, ply: Ply) {
        let counted = self.steps.change(node.index(), |step| {
            step.count += 1;
            step.plies += 1;
        });
        if counted.is_some() {
            self.events.push(PackedEvent::ply(ply));
        }
    }

    /// Adds an edit to the node that was begun last, which is at `place` of the line.
    pub fn push_edit(&mut self, node: NodeId, place: usize, edit: Edit) {
        if self.steps.change(node.index(), |step| step.count += 1).is_some() {
            if matches!(edit, Edit::Seat(..) | Edit::Heat(_)) {
                self.settings.push((place, node));
            }
            self.events.push(PackedEvent::edit(self.edits.len()));
            self.edits.push(edit);
        }
    }

    /// Replaces the only edit of a node.
    pub fn replace(&mut self, node: NodeId, edit: Edit) {
        let number = self.packed(node).first().and_then(|event| event.number_of_edit());
        if let Some(old) = number.and_then(|number| self.edits.get_mut(number)) {
            *old = edit;
        }
    }

    /// Nodes that change seats or heat parameters, each with its place on its line. Nodes of the same line
    /// are in order.
    pub fn settings(&self) -> impl Iterator<Item = (usize, NodeId)> {
        self.settings.iter().copied()
    }

    /// Sets whether SGF cannot express a node.
    pub fn set_silent(&mut self, node: NodeId, silent: bool) {
        if self.get(node).silent != silent {
            self.steps.change(node.index(), |step| step.silent = silent);
        }
    }

    /// Sets the tick of a node, whether the tick continues after it (`half`), and the measurements at the
    /// tick's end. Without `row`, earlier measurements stay.
    pub fn set_tick(&mut self, node: NodeId, tick: u64, half: bool, row: Option<TallyRow>) {
        let Some(old) = self.steps.get(node.index()) else { return };
        let mut step = RecordStep { tick: u32::try_from(tick).unwrap_or(u32::MAX), half, ..old };
        match row {
            Some(row) if step.row != NONE => self.rows.replace(step.row as usize, row),
            Some(row) => {
                step.row = number(self.rows.len());
                self.rows.push(row);
            }
            None => {}
        }
        // Replays mostly repeat the old values.
        if step != old {
            self.steps.change(node.index(), |old| *old = step);
        }
    }

    /// Records or replaces the evaluation of a node.
    pub fn record_evaluation(&mut self, evaluation: MoveEvaluation) {
        let Some(step) = self.steps.get(evaluation.node.index()) else { return };
        if let Some(old) = self.evaluations.get_mut(step.evaluation as usize) {
            *old = evaluation;
        } else {
            let new = number(self.evaluations.len());
            self.steps.change(evaluation.node.index(), |step| step.evaluation = new);
            self.evaluations.push(evaluation);
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}
