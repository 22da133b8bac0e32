//! State of a game between two plies, and scratch data of the current ply.

use super::Changes;
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{ByColor, Color, Move, PlayError, Point, Position};

/// State that the next ply depends on, besides the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// Colour to move.
    pub to_move: Color,
    /// Turns that each colour has had.
    pub turns: ByColor<u32>,
    /// Stones that each colour has placed by moves.
    pub placed: ByColor<u32>,
    /// Stones that each colour has received for the opponent's passes, under rules with pass stones.
    pub pass_stones: ByColor<u32>,
    /// Point forbidden by simple ko: a stone without neighbours of its colour captured the only stone there.
    pub ko: Option<Point>,
    /// True for a colour that has passed in the current tick. Used only under `netlogo-2016`.
    pub passed: ByColor<bool>,
    /// Last move.
    pub last: Option<Move>,
    /// Passes in a row.
    pub passes: u32,
    /// True if Black has moved in the current tick and White has not (`netlogo-2016`).
    pub half: bool,
    /// Losses of each colour (`netlogo-2016`), which its stones carry as [`Captures`](super::Captures).
    pub losses: ByColor<u32>,
}

impl GameProgress {
    /// Returns the state of a game that continues from a position.
    pub(crate) fn of(position: &Position) -> Self {
        let mut turns = ByColor::default();
        let mut pass_stones = ByColor::default();
        for turn in position.turns() {
            turns[turn.color] += 1;
            let gives_stone = position.rules().pass_stones && turn.action == Move::Pass;
            pass_stones[!turn.color] += u32::from(gives_stone);
        }
        Self {
            to_move: position.to_move(),
            turns,
            placed: position.placed(),
            pass_stones,
            ko: position.ko(),
            passed: ByColor::default(),
            last: position.last_move(),
            passes: position.passes(),
            half: false,
            losses: ByColor::default(),
        }
    }

    /// Clears passes, the last move and the ko point after an edit of the board.
    pub(crate) const fn clear_after_edit(&mut self) {
        (self.passes, self.last, self.ko) = (0, None, None);
    }

    /// Gives the turn to a colour. A change of turn clears the ko point, as a pass does. Two passes in a row,
    /// which ended the game, are cleared.
    pub(crate) fn hand_turn(&mut self, color: Color) {
        if self.passes >= 2 {
            self.passes = 0;
        }
        if self.to_move != color {
            (self.to_move, self.ko) = (color, None);
        }
    }
}

/// Data of the current ply that one system of the tick passes to the next.
#[derive(Component, Clone, Debug)]
pub(crate) struct PlyScratch {
    /// True if the tick runs for this goban.
    pub due: bool,
    /// True if the game has just ended, and not by a replay.
    pub ended: bool,
    /// True if the last ply completed a tick and was not a replayed one.
    pub ticked: bool,
    /// True if the heat of this tick was measured, or is not needed in a replay.
    pub warmed: bool,
    /// Colour and number of the last turn that the kept temperatures include.
    pub kept: Option<(Color, u32)>,
    /// True while the mind of the colour to move thinks about its turn.
    pub thinking: bool,
    /// Number of the tick that the ply belongs to.
    pub tick: u64,
    /// Colour that makes this ply.
    pub mover: Color,
    /// The mover's choice.
    pub chosen: Option<Choice>,
    /// Reason why the referee forbids the choice. `None`: the referee allows the choice, or was not asked.
    pub unlawful: Option<PlayError>,
    /// Sum of the temperature over all patches, as measured in this tick.
    pub capacity: f64,
    /// Id of the placed stone.
    pub placed: Option<u32>,
    /// Ids of the placed stone and those beside it, which sense again. Under `netlogo-2016`: ids of the
    /// enemy stones that sense no liberties.
    pub touched: Vec<u32>,
    /// Number of captured enemy stones; 0 under `netlogo-2016`.
    pub taken: u32,
    /// Number of own stones lost by suicide; 0 under `netlogo-2016`.
    pub lost: u32,
    /// Merges and captures of the tick so far.
    pub changes: Changes,
    /// Buffer for the stones of a dying group.
    pub dying: Vec<u32>,
    /// Ids of the stones that died in a ply of `netlogo-2016`.
    pub dead: Vec<u32>,
    /// Buffer for the neighbours of removed stones.
    pub neighbours: Vec<u32>,
    /// Buffer for roots of groups.
    pub roots: Vec<u32>,
    /// Stones by id that were on the board before a jump along the timeline, for reuse after it.
    pub parked: BTreeMap<u32, Entity>,
    /// True if captures of replayed plies are reported too.
    pub reports_replayed: bool,
    /// Set while the timeline replays recorded plies.
    pub replay: Option<Replay>,
}

impl Default for PlyScratch {
    fn default() -> Self {
        Self {
            due: false,
            ended: false,
            ticked: false,
            warmed: false,
            kept: None,
            thinking: false,
            tick: 0,
            mover: Color::Black,
            chosen: None,
            unlawful: None,
            capacity: 0.0,
            placed: None,
            touched: Vec::new(),
            taken: 0,
            lost: 0,
            changes: Changes::default(),
            dying: Vec::new(),
            dead: Vec::new(),
            neighbours: Vec::new(),
            roots: Vec::new(),
            parked: BTreeMap::new(),
            reports_replayed: false,
            replay: None,
        }
    }
}

/// Action of a colour in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move of the rules.
    Move(Move),
    /// Resignation. Also an illegal move of a mind that is not allowed to pass.
    Resign,
    /// Loss on time.
    Late,
    /// The mind failed: the game is void.
    Fail,
}

/// Recorded ply that is replayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay {
    /// Recorded choice.
    pub choice: Choice,
    /// True if later data depends on the heat of this tick.
    pub heat: bool,
    /// Recorded sum of the temperature over all patches. `None`: [`PlyScratch::capacity`] is used.
    pub capacity: Option<f64>,
    /// Node of the record. `None`: the ply is not recorded yet.
    pub known: Option<NodeId>,
    /// True if keyframes are stored during the replay.
    pub keeps: bool,
}
