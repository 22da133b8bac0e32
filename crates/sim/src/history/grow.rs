//! Grow: what happens on a goban is written into its record.

use super::record::GameRecord;
use super::step::{MoveEvaluation, Ply, RecordEvent};
use super::text::{add_node, read_time, write_edit, write_evaluation, write_strokes, write_time};
use super::{Edit, PRIVATE};
use crate::{Brush, Choice, TallyRow};
use stonefield_go::notation::sgf::{NodeId, NodeRef, parse_move};
use stonefield_go::{Color, Move, Outcome, Point, Position};
use stonefield_search::{Evaluation, TimeControl, TimeLeft};

/// A turn that is written down.
#[derive(Clone, Copy)]
pub(super) struct RecordedTurn {
    /// The colour whose turn it was.
    pub color: Color,
    /// What was done.
    pub choice: Choice,
    /// How the mind that moved saw the game.
    pub black: Evaluation,
    /// Whether it cannot be brought back by seeds and minds.
    pub unique: bool,
    /// The tick that it belongs to.
    pub tick: u64,
    /// What was measured at the end of the tick; `None` where that goes on.
    pub row: Option<TallyRow>,
}

impl GameRecord {
    /// What was measured at the beginning.
    pub(crate) fn first_row(&mut self, row: TallyRow) {
        self.measure(self.root, Some(row));
    }

    /// What was measured at the end of the tick that comes to its end in a node, if one does.
    pub(super) fn measure(&mut self, node: NodeId, row: Option<TallyRow>) {
        if let Some(row) = row {
            self.steps.measured(node, row.tick, false, Some(row));
        }
    }

    /// Writes a turn down; `outcome` is how it ended the game.
    pub(super) fn turn(&mut self, turn: &RecordedTurn, position: &Position, outcome: Option<Outcome>) {
        let ply = Ply::new(turn.color, turn.choice, self.size);
        let node = if self.entering {
            let node = self.line[self.at];
            self.happened(node, turn, ply);
            node
        } else {
            self.advance(turn, ply)
        };
        if turn.black != Evaluation::default() {
            self.steps.say(MoveEvaluation { node, color: turn.color, black: turn.black, mind: None });
        }
        if !self.entering
            && let Ok(text) = &mut self.text
        {
            if self.netlogo && matches!(turn.choice, Choice::Move(_)) {
                let before = self.at.checked_sub(1).map(|at| self.line[at]);
                let last = text.settle(&mut self.games, node, before, &position.setup());
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

    /// Goes to the node below this one in which a turn is made, or adds one.
    fn advance(&mut self, turn: &RecordedTurn, ply: Ply) -> NodeId {
        self.line.truncate(self.at + 1);
        let here = self.line[self.at];
        let children = self.games.node(here).children().map(NodeRef::id);
        let known = { children }.find(|child| self.makes(*child, turn, ply));
        let silent = !matches!(turn.choice, Choice::Move(_));
        let node = known.unwrap_or_else(|| add_node(&mut self.games, here, silent));
        self.line.push(node);
        self.at += 1;
        if self.steps.is_known(node) {
            self.steps.measured(node, turn.tick, turn.row.is_none(), turn.row);
        } else {
            self.steps.begin(node, Some(here));
            self.steps.silence(node, silent);
            self.happened(node, turn, ply);
        }
        if let (Ok(text), None, Choice::Move(action)) = (&mut self.text, known, turn.choice) {
            self.games.set_move(node, turn.color, action, self.size);
            write_evaluation(&mut self.games, node, turn.black);
            text.unique |= turn.unique;
            text.change_shape();
            if !text.ends.is_empty() {
                text.tell_result(&mut self.games, self.root);
            }
        }
        node
    }

    /// The ply of a turn was made in a node.
    fn happened(&mut self, node: NodeId, turn: &RecordedTurn, ply: Ply) {
        self.steps.push_ply(node, ply);
        self.steps.measured(node, turn.tick, turn.row.is_none(), turn.row);
    }

    /// Whether a turn, and nothing else, is made in a node.
    fn makes(&self, node: NodeId, turn: &RecordedTurn, ply: Ply) -> bool {
        if self.steps.is_known(node) {
            return self.steps.events(node).eq([RecordEvent::Ply(ply)]);
        }
        // It has not been played, so its text says what happens.
        let node = self.games.node(node);
        let name = if turn.color == Color::Black { "B" } else { "W" };
        let made = node.value(name).and_then(|raw| parse_move(raw, self.size).ok());
        let more = |name: &str| matches!(name, "AB" | "AW" | "AE" | "PL" | PRIVATE);
        made.map(Choice::Move) == Some(turn.choice)
            && !node.properties().any(|property| more(property.name()))
    }

    /// The node that follows the present with a move of a colour, added where there is none; `true` where it has been played before.
    pub(super) fn find_or_add(&mut self, color: Color, action: Move) -> (NodeId, bool) {
        let here = self.line[self.at];
        let (choice, size) = (Choice::Move(action), self.size);
        let ply = Ply::new(color, choice, size);
        let turn =
            RecordedTurn { color, choice, black: Evaluation::default(), unique: true, tick: 0, row: None };
        let children = self.games.node(here).children().map(NodeRef::id);
        let made = |node: &NodeId| self.steps.ply(*node) == Some(ply) || self.makes(*node, &turn, ply);
        if let Some(node) = { children }.find(made) {
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

    /// Notes what the mind said that has made the last move, and which mind it is.
    pub(crate) fn note_mind(&mut self, color: Color, black: Evaluation, mind: &str) {
        let node = self.line[self.at];
        self.steps.say(MoveEvaluation { node, color, black, mind: Some(mind.into()) });
        if let Ok(text) = &mut self.text {
            write_evaluation(&mut self.games, node, black);
            text.change();
        }
    }

    /// Notes what a colour has left of its time when it has made the last move.
    pub(super) fn note_time(&mut self, color: Color, left: TimeLeft) {
        let node = self.line[self.depth()];
        if let Ok(text) = &mut self.text {
            write_time(&mut self.games, node, color, left);
            text.change();
        }
    }

    /// What a colour has left of its time by the record, in a game of this control.
    #[must_use]
    pub(crate) fn time_left(&self, color: Color, control: TimeControl) -> TimeLeft {
        let mut left = read_time(self.here(), color).unwrap_or_else(|| control.beginning());
        left.moved(control);
        left
    }

    /// Writes an edit down; `outcome` is how the game has ended, if it has.
    pub(super) fn edit(&mut self, edit: Edit, outcome: Option<Outcome>) {
        let here = self.line[self.at];
        if self.entering {
            self.steps.push_edit(here, self.at, edit);
            return;
        }
        if self.is_revised_by(&edit) {
            // A mind that is changed again before anything else happens is one change, not several.
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

    /// Adds a node after the present in which edits are made, and goes there; `true` for one that no text
    /// has.
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

    /// Writes strokes of the brush down, in one node.
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

    /// Whether the present is a change of the same seat or of heat, and nothing follows it: an edit takes its place then.
    fn is_revised_by(&self, edit: &Edit) -> bool {
        let here = self.line[self.at];
        let last = here != self.root
            && self.games.node(here).children().next().is_none()
            && self.keyframes.at(here).is_none();
        let mut events = self.steps.events(here);
        let (Some(RecordEvent::Edit(before)), None) = (events.next(), events.next()) else { return false };
        let same = match (before, edit) {
            (Edit::Seat(before, _), Edit::Seat(color, _)) => before == color,
            (Edit::Heat(_), Edit::Heat(_)) => true,
            _ => false,
        };
        last && same
    }

    /// The game has come to an end at the present.
    fn end(&mut self, outcome: Outcome) {
        let here = self.line[self.depth()];
        if let Ok(text) = &mut self.text {
            text.end(&mut self.games, self.root, here, outcome);
        }
    }

    /// A node of a file is to be played after the present, or, where it is the first, at the present.
    pub(super) fn enter(&mut self, node: NodeId) {
        if node != self.root {
            let here = self.line[self.at];
            self.line.truncate(self.at + 1);
            self.line.push(node);
            self.at += 1;
            self.steps.begin(node, Some(here));
        }
        self.entering = true;
    }

    /// The node that is being played has been played, or cannot be.
    pub(super) fn entered(&mut self, whole: bool) {
        self.entering = false;
        if !whole && self.at > 0 {
            self.steps.forget(self.line[self.at]);
            self.line.truncate(self.at);
            self.at -= 1;
        }
    }

    /// Takes the node at a place of the line that lies after the present out of the tree, with all that follows.
    pub(super) fn cut(&mut self, at: usize) {
        let Some(&node) = self.line.get(at) else { return };
        self.line.truncate(at);
        self.remove(node);
    }

    /// Takes a node out of the tree, with all that follows.
    pub(super) fn remove(&mut self, node: NodeId) {
        let Self { games, root, keyframes, text, .. } = self;
        games.remove(node);
        keyframes.retain(|node, _| games.get(node).is_some_and(|node| node.root().id() == *root));
        if let Ok(text) = text {
            text.forget(games, *root);
            text.change_shape();
            text.unique = true;
            text.tell_result(games, *root);
        }
    }
}
