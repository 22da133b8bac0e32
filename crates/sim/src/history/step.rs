//! What happened in each node of a record, and what was measured after it.

use super::Edit;
use super::row_log::{RowLog, RowReader};
use crate::{Choice, TallyRow};
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::notation::{Regular, RegularList};
use stonefield_go::{Color, Move, Size};
use stonefield_search::Evaluation;

/// A ply in four bytes: who moved, and the number of a point or one of the numbers that no point has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply(u32);

impl Ply {
    const PASS: u32 = Self::WHITE - 1;
    const RESIGN: u32 = Self::WHITE - 2;
    const FAIL: u32 = Self::WHITE - 3;
    const LATE: u32 = Self::WHITE - 4;
    /// What White's plies have besides.
    const WHITE: u32 = 1 << 31;

    pub fn new(color: Color, choice: Choice, size: Size) -> Self {
        let what = match choice {
            Choice::Resign => Self::RESIGN,
            Choice::Fail => Self::FAIL,
            Choice::Late => Self::LATE,
            Choice::Move(Move::Pass) => Self::PASS,
            Choice::Move(Move::Play(point)) => number(size.index(point)),
        };
        Self(if color == Color::White { what | Self::WHITE } else { what })
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

    /// The move that was made, and whose it was; `None` where the game was given up.
    pub fn played(self, size: Size) -> Option<(Color, Move)> {
        match self.choice(size) {
            Choice::Move(played) => Some((self.color(), played)),
            Choice::Resign | Choice::Late | Choice::Fail => None,
        }
    }
}

/// What the mind that moved said.
#[derive(Clone, Debug)]
pub(super) struct MoveEvaluation {
    /// The node of the move.
    pub node: NodeId,
    /// Whose move it was.
    pub color: Color,
    /// How good the game looked to Black before.
    pub black: Evaluation,
    /// The mind, where it was noted.
    pub mind: Option<Box<str>>,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RecordEvent<'a> {
    Ply(Ply),
    Edit(&'a Edit),
}

/// One thing that happened in four bytes: a ply, or the number of an edit, marked as no ply is.
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

/// "None" among the numbers of events, rows and voices.
const NONE: u32 = u32::MAX;

/// A node, besides its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RecordStep {
    /// The first of its events, [`NONE`] for a node of a file that has not been played yet, and how many there are.
    first: u32,
    count: u32,
    /// The tick that it belongs to.
    pub tick: u32,
    /// Plies up to its end.
    pub plies: u32,
    row: u32,
    voice: u32,
    /// Whether its tick goes on after it.
    pub half: bool,
    /// Whether SGF has no text for it, as for a resignation: it hangs below its parent, and is none of its children.
    pub silent: bool,
}

impl RecordStep {
    const UNKNOWN: Self =
        Self { first: NONE, count: 0, tick: 0, plies: 0, row: NONE, voice: NONE, half: false, silent: false };

    /// The tick that has come to its end when the node has.
    pub fn done(self) -> u64 {
        u64::from(self.tick) - u64::from(self.half)
    }
}

impl Regular for RecordStep {
    fn after(self, steps: u32) -> Self {
        let on = |number: u32| if number == NONE { NONE } else { number.wrapping_add(steps) };
        Self {
            first: on(self.first),
            tick: self.tick.wrapping_add(steps),
            plies: self.plies.wrapping_add(steps),
            row: on(self.row),
            voice: on(self.voice),
            ..self
        }
    }
}

/// The steps of a record by the numbers of their nodes.
#[derive(Clone, Default)]
pub(super) struct RecordSteps {
    steps: RegularList<RecordStep>,
    events: Vec<PackedEvent>,
    edits: Vec<Edit>,
    rows: RowLog,
    voices: Vec<MoveEvaluation>,
    /// The nodes in which seats or heat are changed, each with how many lie before it.
    settings: Vec<(usize, NodeId)>,
}

/// Nodes that there is room for before more is needed: those of a short game.
const ROOM: usize = 128;

impl RecordSteps {
    /// None yet.
    pub fn new() -> Self {
        Self {
            steps: RegularList::with_capacity(ROOM),
            events: Vec::with_capacity(ROOM),
            rows: RowLog::with_room(ROOM),
            ..Self::default()
        }
    }

    /// A node; one that has not been played where there is no such number.
    pub fn get(&self, node: NodeId) -> RecordStep {
        self.steps.get(node.index()).unwrap_or(RecordStep::UNKNOWN)
    }

    /// Whether it is known what happens in a node.
    pub fn is_known(&self, node: NodeId) -> bool {
        self.get(node).first != NONE
    }

    /// What happened in a node, in order.
    pub fn events(&self, node: NodeId) -> impl DoubleEndedIterator<Item = RecordEvent<'_>> + Clone + use<'_> {
        self.packed(node).iter().filter_map(|event| event.read(&self.edits))
    }

    /// Whether anything happened in a node.
    pub fn is_quiet(&self, node: NodeId) -> bool {
        self.packed(node).is_empty()
    }

    fn packed(&self, node: NodeId) -> &[PackedEvent] {
        let step = self.get(node);
        let first = step.first as usize;
        self.events.get(first..first + step.count as usize).unwrap_or_default()
    }

    /// The ply of a node; it has one at most.
    pub fn ply(&self, node: NodeId) -> Option<Ply> {
        self.events(node).find_map(|event| match event {
            RecordEvent::Ply(ply) => Some(ply),
            RecordEvent::Edit(_) => None,
        })
    }

    /// What was measured at the end of the tick that came to its end in a node.
    pub fn row(&self, node: NodeId) -> Option<TallyRow> {
        let row = self.get(node).row;
        if row == NONE { None } else { self.rows.get(row as usize) }
    }

    /// Reads the rows of many nodes: without unpacking one after the other anew where the nodes follow each other.
    pub fn rows(&self) -> impl FnMut(NodeId) -> Option<TallyRow> + use<'_> {
        let mut reader = RowReader::new(&self.rows);
        move |node| {
            let row = self.get(node).row;
            if row == NONE { None } else { reader.get(row as usize) }
        }
    }

    /// What the mind that moved in a node said.
    pub fn voice(&self, node: NodeId) -> Option<&MoveEvaluation> {
        self.voices.get(self.get(node).voice as usize)
    }

    /// Nothing has happened in a node yet, which follows another.
    pub fn begin(&mut self, node: NodeId, before: Option<NodeId>) {
        let before = before.map_or(RecordStep::UNKNOWN, |before| self.get(before));
        let step =
            RecordStep { first: number(self.events.len()), count: 0, row: NONE, voice: NONE, ..before };
        while self.steps.len() < node.index() {
            self.steps.push(RecordStep::UNKNOWN);
        }
        if self.steps.len() == node.index() {
            self.steps.push(step);
        } else {
            self.steps.change(node.index(), |known| *known = step);
        }
    }

    /// It is not known any more what happens in a node.
    pub fn forget(&mut self, node: NodeId) {
        self.steps.change(node.index(), |step| *step = RecordStep::UNKNOWN);
    }

    /// A ply is made in the node that was begun last.
    pub fn push_ply(&mut self, node: NodeId, ply: Ply) {
        let counted = self.steps.change(node.index(), |step| {
            step.count += 1;
            step.plies += 1;
        });
        if counted.is_some() {
            self.events.push(PackedEvent::ply(ply));
        }
    }

    /// An edit is made in the node that was begun last, with so many before it.
    pub fn push_edit(&mut self, node: NodeId, place: usize, edit: Edit) {
        if self.steps.change(node.index(), |step| step.count += 1).is_some() {
            if matches!(edit, Edit::Seat(..) | Edit::Heat(_)) {
                self.settings.push((place, node));
            }
            self.events.push(PackedEvent::edit(self.edits.len()));
            self.edits.push(edit);
        }
    }

    /// Another edit takes the place of the one that is made in a node.
    pub fn replace(&mut self, node: NodeId, edit: Edit) {
        let number = self.packed(node).first().and_then(|event| event.number_of_edit());
        if let Some(known) = number.and_then(|number| self.edits.get_mut(number)) {
            *known = edit;
        }
    }

    /// The nodes in which seats or heat are changed, each with how many lie before it; those of a line in its order.
    pub fn settings(&self) -> impl Iterator<Item = (usize, NodeId)> {
        self.settings.iter().copied()
    }

    /// Whether SGF has no text for a node.
    pub fn silence(&mut self, node: NodeId, silent: bool) {
        if self.get(node).silent != silent {
            self.steps.change(node.index(), |step| step.silent = silent);
        }
    }

    /// A node belongs to a tick, which may go on after it, and at whose end something was measured.
    pub fn measured(&mut self, node: NodeId, tick: u64, half: bool, row: Option<TallyRow>) {
        let Some(known) = self.steps.get(node.index()) else { return };
        let mut step = RecordStep { tick: u32::try_from(tick).unwrap_or(u32::MAX), half, ..known };
        match row {
            Some(row) if step.row != NONE => self.rows.replace(step.row as usize, row),
            Some(row) => {
                step.row = number(self.rows.len());
                self.rows.push(row);
            }
            None => {}
        }
        // Mostly it was known before.
        if step != known {
            self.steps.change(node.index(), |known| *known = step);
        }
    }

    /// What the mind that moves in a node says, in place of what was said there before.
    pub fn say(&mut self, voice: MoveEvaluation) {
        let Some(step) = self.steps.get(voice.node.index()) else { return };
        if let Some(known) = self.voices.get_mut(step.voice as usize) {
            *known = voice;
        } else {
            let new = number(self.voices.len());
            self.steps.change(voice.node.index(), |step| step.voice = new);
            self.voices.push(voice);
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}
