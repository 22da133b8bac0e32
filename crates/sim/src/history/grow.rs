//! Grow: adds moves and edits on a goban to its record.

use super::record::GameRecord;
use super::step::{MoveEvaluation, Ply, RecordEvent};
use super::text::{add_node, read_time, write_edit, write_evaluation, write_strokes, write_time};
use super::{Edit, PRIVATE};
use crate::{Brush, Choice, TallyRow};
use stonefield_go::notation::sgf::{NodeId, NodeRef, parse_move};
use stonefield_go::{Color, Move, Outcome, Point, Position};
use stonefield_search::{Evaluation, TimeControl, TimeLeft};

#[derive(Clone, Copy)]
pub(super) struct RecordedTurn {
    pub color: Color,
    /// Choice of the mind or person.
    pub choice: Choice,
    /// Evaluation for Black by the mind that moved.
    pub black: Evaluation,
    /// True when seeds and minds cannot reproduce the turn.
    pub unique: bool,
    pub tick: u64,
    /// Measurements at the end of the tick. `None`: the tick is not over.
    pub row: Option<TallyRow>,
}

impl GameRecord {
    /// Records the measurements at the beginning of the game.
    pub(crate) fn first_row(&mut self, row: TallyRow) {
        self.record_row(self.root, Some(row));
    }

    /// Records the measurements of the tick that ends in a node, if any.
    pub(super) fn record_row(&mut self, node: NodeId, row: Option<TallyRow>) {
        if let Some(row) = row {
            self.steps.set_tick(node, row.tick, false, Some(row));
        }
    }

    /// Records a turn. `outcome` is the outcome of the game, or `None` if the game continues.
    pub(super) fn record_turn(&mut self, turn: &RecordedTurn, position: &Position, outcome: Option<Outcome>) {
        let ply = Ply::new(turn.color, turn.choice, self.size);
        let node = if self.entering {
            let node = self.line[self.at];
            self.record_ply(node, turn, ply);
            node
        } else {
            self.advance(turn, ply)
        };
        if turn.black != Evaluation::default() {
            self.steps.record_evaluation(MoveEvaluation {
                node,
                color: turn.color,
                black: turn.black,
                mind: None,
            });
        }
        if !self.entering
            && let Ok(text) = &mut self.text
        {
            // Other SGF programs capture by the rules of Go, so the next node may correct their board.
            if self.netlogo && matches!(turn.choice, Choice::Move(_)) {
                let before = self.at.checked_sub(1).map(|at| self.line[at]);
                let last = text.correct_board(&mut self.games, node, before, &position.setup());
                if last != node {
                    if !self.steps.is_known(last) {
                        self.steps.begin(last, Some(node));
                    }
                    self.line.push(last);
                    self.at += 1;
                }
            }
            if let Some(outcome) = outcome {
                self.end(outcome);
            }
        }
    }

    /// Moves to the child that consists of this turn, added if missing.
    fn advance(&mut self, turn: &RecordedTurn, ply: Ply) -> NodeId {
        self.line.truncate(self.at + 1);
        let here = self.line[self.at];
        let children = self.games.node(here).children().map(NodeRef::id);
        let existing = { children }.find(|child| self.is_exactly(*child, turn, ply));
        let silent = !matches!(turn.choice, Choice::Move(_));
        let node = existing.unwrap_or_else(|| add_node(&mut self.games, here, silent));
        self.line.push(node);
        self.at += 1;
        if self.steps.is_known(node) {
            self.steps.set_tick(node, turn.tick, turn.row.is_none(), turn.row);
        } else {
            self.steps.begin(node, Some(here));
            self.steps.set_silent(node, silent);
            self.record_ply(node, turn, ply);
        }
        if let (Ok(text), None, Choice::Move(action)) = (&mut self.text, existing, turn.choice) {
            self.games.set_move(node, turn.color, action, self.size);
            write_evaluation(&mut self.games, node, turn.black);
            text.unique |= turn.unique;
            text.change_shape();
            if !text.ends.is_empty() {
                text.write_result(&mut self.games, self.root);
            }
        }
        node
    }

    /// Records the ply of a turn in a node.
    fn record_ply(&mut self, node: NodeId, turn: &RecordedTurn, ply: Ply) {
        self.steps.push_ply(node, ply);
        self.steps.set_tick(node, turn.tick, turn.row.is_none(), turn.row);
    }

    /// True if the node consists of this turn and nothing else.
    fn is_exactly(&self, node: NodeId, turn: &RecordedTurn, ply: Ply) -> bool {
        if self.steps.is_known(node) {
            return self.steps.events(node).eq([RecordEvent::Ply(ply)]);
        }
        // The node was never played here, so only its text says what it contains.
        let node = self.games.node(node);
        let name = if turn.color == Color::Black { "B" } else { "W" };
        let written = node.value(name).and_then(|raw| parse_move(raw, self.size).ok());
        let is_edit = |name: &str| matches!(name, "AB" | "AW" | "AE" | "PL" | PRIVATE);
        written.map(Choice::Move) == Some(turn.choice)
            && !node.properties().any(|property| is_edit(property.name()))
    }

    /// Child of the present with this move, added if missing. The flag is true if the child was played
    /// before.
    pub(super) fn find_or_add(&mut self, color: Color, action: Move) -> (NodeId, bool) {
        let here = self.line[self.at];
        let (choice, size) = (Choice::Move(action), self.size);
        let ply = Ply::new(color, choice, size);
        let turn =
            RecordedTurn { color, choice, black: Evaluation::default(), unique: true, tick: 0, row: None };
        let children = self.games.node(here).children().map(NodeRef::id);
        let has_move =
            |node: &NodeId| self.steps.ply(*node) == Some(ply) || self.is_exactly(*node, &turn, ply);
        if let Some(node) = { children }.find(has_move) {
            return (node, self.steps.is_known(node));
        }
        let node = self.games.add_child(here);
        if let Ok(text) = &mut self.text {
            self.games.set_move(node, color, action, size);
            text.unique = true;
            text.change_shape();
        }
        (node, false)
    }

    /// Records an evaluation at the last move, with the name of the mind that gave it.
    pub(crate) fn note_mind(&mut self, color: Color, black: Evaluation, mind: &str) {
        let node = self.line[self.at];
        self.steps.record_evaluation(MoveEvaluation { node, color, black, mind: Some(mind.into()) });
        if let Ok(text) = &mut self.text {
            write_evaluation(&mut self.games, node, black);
            text.change();
        }
    }

    /// Records the time left to a colour after the last move.
    pub(super) fn note_time(&mut self, color: Color, left: TimeLeft) {
        let node = self.line[self.depth()];
        if let Ok(text) = &mut self.text {
            write_time(&mut self.games, node, color, left);
            text.change();
        }
    }

    /// Time left to a colour for its next move after the present node, as written in the record. If no time
    /// is written: the full time of this time control.
    #[must_use]
    pub(crate) fn time_left(&self, color: Color, control: TimeControl) -> TimeLeft {
        let mut left = read_time(self.here(), color).unwrap_or_else(|| control.beginning());
        left.moved(control);
        left
    }

    /// Records an edit. `outcome` is the outcome of the game, if it is over.
    pub(super) fn edit(&mut self, edit: Edit, outcome: Option<Outcome>) {
        let here = self.line[self.at];
        if self.entering {
            self.steps.push_edit(here, self.at, edit);
            return;
        }
        if self.is_revised_by(&edit) {
            // Successive changes of the same setting are one change.
            if let (Ok(text), false) = (&mut self.text, self.steps.get(here).silent) {
                write_edit(&mut self.games, here, &edit, self.size);
                text.change();
            }
            self.steps.replace(here, edit);
            return;
        }
        let (node, silent) = self.add_edited();
        let marked = matches!(edit, Edit::Mark(..));
        if let (Ok(text), false) = (&mut self.text, silent) {
            write_edit(&mut self.games, node, &edit, self.size);
            text.unique |= marked || matches!(edit, Edit::Paint(..));
            text.change_shape();
        }
        self.steps.push_edit(node, self.at, edit);
        if let (true, Some(outcome)) = (marked, outcome) {
            self.end(outcome);
        }
    }

    /// Adds a node for edits after the present, and moves to it. Returns `true` if the node has no text.
    fn add_edited(&mut self) -> (NodeId, bool) {
        let here = self.line[self.at];
        self.line.truncate(self.at + 1);
        let silent = self.steps.get(here).silent;
        let node = add_node(&mut self.games, here, silent);
        self.steps.begin(node, Some(here));
        self.line.push(node);
        self.at += 1;
        (node, silent)
    }

    /// Records brush strokes, in one node.
    pub(super) fn paint(&mut self, strokes: &[(Point, Brush)]) {
        let node = if self.entering {
            self.line[self.at]
        } else {
            let (node, silent) = self.add_edited();
            if let (Ok(text), false) = (&mut self.text, silent) {
                write_strokes(&mut self.games, node, strokes, self.size);
                text.unique = true;
                text.change_shape();
            }
            node
        };
        for &(point, brush) in strokes {
            self.steps.push_edit(node, self.at, Edit::Paint(point, brush));
        }
    }

    /// True if the present node holds only one change of the same setting, is not the root, and has no
    /// children and no keyframe. The new edit then replaces that change.
    fn is_revised_by(&self, edit: &Edit) -> bool {
        let here = self.line[self.at];
        let is_replaceable = here != self.root
            && self.games.node(here).children().next().is_none()
            && self.keyframes.at(here).is_none();
        let mut events = self.steps.events(here);
        let (Some(RecordEvent::Edit(before)), None) = (events.next(), events.next()) else { return false };
        let same = match (before, edit) {
            (Edit::Seat(before, _), Edit::Seat(color, _)) => before == color,
            (Edit::Heat(_), Edit::Heat(_)) => true,
            _ => false,
        };
        is_replaceable && same
    }

    /// Records the outcome at the present.
    fn end(&mut self, outcome: Outcome) {
        let here = self.line[self.depth()];
        if let Ok(text) = &mut self.text {
            text.end(&mut self.games, self.root, here, outcome);
        }
    }

    /// Moves to the node of the tree that is played next: the root, or a child of the present.
    pub(super) fn begin_node(&mut self, node: NodeId) {
        if node != self.root {
            let here = self.line[self.at];
            self.line.truncate(self.at + 1);
            self.line.push(node);
            self.at += 1;
            self.steps.begin(node, Some(here));
        }
        self.entering = true;
    }

    /// Ends the playing of the node of [`GameRecord::begin_node`]. `whole`: all its events were applied.
    /// Otherwise the node is removed from the line again.
    pub(super) fn end_node(&mut self, whole: bool) {
        self.entering = false;
        if !whole && self.at > 0 {
            self.steps.mark_unplayed(self.line[self.at]);
            self.line.truncate(self.at);
            self.at -= 1;
        }
    }

    /// Removes the node at a later place of the line from the tree, with all its descendants.
    pub(super) fn remove_from(&mut self, at: usize) {
        let Some(&node) = self.line.get(at) else { return };
        self.line.truncate(at);
        self.remove(node);
    }

    /// Removes a node from the tree, with all its descendants.
    pub(super) fn remove(&mut self, node: NodeId) {
        let Self { games, root, keyframes, text, .. } = self;
        games.remove(node);
        keyframes.retain(|node, _| games.get(node).is_some_and(|node| node.root().id() == *root));
        if let Ok(text) = text {
            text.drop_removed(games, *root);
            text.change_shape();
            text.unique = true;
            text.write_result(games, *root);
        }
    }
}
