//! Where a game stands between its plies, and the work of the ply under way.

use super::Changes;
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{ByColor, Color, Move, PlayError, Point, Position};

/// What the next ply depends on besides the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// Whose turn it is.
    pub to_move: Color,
    /// Turns that each colour has had.
    pub turns: ByColor<u32>,
    /// Stones that each colour has placed by moves.
    pub placed: ByColor<u32>,
    /// Stones that each colour has been handed for passes, where the rules have it so.
    pub pass_stones: ByColor<u32>,
    /// The patch that bears the mark of simple ko: its stone was taken alone by a stone among enemies, and may not come back at once.
    pub ko: Option<Point>,
    /// Who has passed in the tick under way (`netlogo-2016`).
    pub passed: ByColor<bool>,
    /// What was done last.
    pub last: Option<Move>,
    /// Passes in a row.
    pub passes: u32,
    /// Black has moved in the tick under way and White has not (`netlogo-2016`).
    pub half: bool,
    /// The losses of each colour (`netlogo-2016`): what its stones carry as [`Captures`](super::Captures).
    pub losses: ByColor<u32>,
}

impl GameProgress {
    /// A game that goes on from a position.
    pub(crate) fn of(position: &Position) -> Self {
        let mut turns = ByColor::default();
        let mut pass_stones = ByColor::default();
        for turn in position.turns() {
            turns[turn.color] += 1;
            let handed = position.rules().pass_stones && turn.action == Move::Pass;
            pass_stones[!turn.color] += u32::from(handed);
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

    /// An edit has changed the board: passes, the last move and the mark of ko are forgotten.
    pub(crate) const fn edited(&mut self) {
        (self.passes, self.last, self.ko) = (0, None, None);
    }

    /// Gives the turn to a colour. As after a pass the mark of ko is lifted; a game that both had ended by passing is taken up again.
    pub(crate) fn hand_turn(&mut self, color: Color) {
        if self.passes >= 2 {
            self.passes = 0;
        }
        if self.to_move != color {
            (self.to_move, self.ko) = (color, None);
        }
    }
}

/// The ply under way: what one system of the tick leaves for the next.
#[derive(Component, Clone, Debug)]
pub(crate) struct PlyScratch {
    /// Whether the tick is for this goban.
    pub due: bool,
    /// Whether its game has just come to an end.
    pub ended: bool,
    /// Whether a tick has come to its end with this ply, and not by playing it again.
    pub ticked: bool,
    /// Whether this tick's heat has been measured.
    pub warmed: bool,
    /// Whose turn has been counted in the temperature that patches keep for a mind, and the number of that turn.
    pub kept: Option<(Color, u32)>,
    /// Whether the mind of the colour to move has begun its turn and not come to its end.
    pub thinking: bool,
    /// The tick in which the ply falls.
    pub tick: u64,
    /// The colour that makes this ply.
    pub mover: Color,
    /// What was chosen.
    pub chosen: Option<Choice>,
    /// Why the referee would have forbidden it, where it was asked.
    pub unlawful: Option<PlayError>,
    /// The sum of the temperature over all patches, as measured in this tick.
    pub capacity: f64,
    /// The id of the stone placed.
    pub placed: Option<u32>,
    /// Ids of the stones whose situation the placement changed.
    pub touched: Vec<u32>,
    /// Enemy stones that the ply took.
    pub taken: u32,
    /// Own stones that the ply lost, by suicide.
    pub lost: u32,
    /// What the plies of the tick have done so far.
    pub changes: Changes,
    /// Room for the stones of a dying group.
    pub dying: Vec<u32>,
    /// Ids of the stones that have died in a ply of `netlogo-2016`.
    pub dead: Vec<u32>,
    /// Room for the neighbours of stones that have left.
    pub neighbours: Vec<u32>,
    /// Room for lists of roots of groups.
    pub roots: Vec<u32>,
    /// Stones by id that stood before a jump along the timeline and may stand after it.
    pub parked: BTreeMap<u32, Entity>,
    /// Whether deaths are told of recorded plies too.
    pub tells: bool,
    /// Set while the timeline plays recorded plies.
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
            tells: false,
            replay: None,
        }
    }
}

/// What a colour does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move of the rules.
    Move(Move),
    /// It gives up, or its mind insisted on an illegal move where the rules know no pass.
    Resign,
    /// It has no time left.
    Late,
    /// Its mind failed: the game counts for nothing.
    Fail,
}

/// A ply that is played again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay {
    /// What was chosen then.
    pub choice: Choice,
    /// Whether anything yet to come depends on this tick's heat.
    pub heat: bool,
    /// The heat of all patches together as the record knows it.
    pub capacity: Option<f64>,
    /// The node of the record that it belongs to; `None` where it is not on record yet.
    pub known: Option<NodeId>,
    /// Whether keyframes are kept on the way.
    pub keeps: bool,
}
