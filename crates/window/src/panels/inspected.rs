//! What was clicked: the facts of a stone, its group and its patch.

use bevy_egui::egui::Color32;
use stonefield_go::{Color, Point};
use stonefield_search::{Bid, Motive};

/// What a stone is credited with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneCredit {
    /// Enemy stones that its placement took.
    Captures(u32),
    /// Under `netlogo-2016`: the losses of its own colour, as that model counts them. At the end of a tick all stones of the colour carry the same number.
    Losses(u32),
}

/// A stone's components, and what its goban knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneFacts {
    /// Its number in the order of placement.
    pub id: u32,
    /// The colour of the stone.
    pub color: Color,
    /// Its own liberties.
    pub own: u32,
    /// Its group's pseudo-liberties, as it senses them.
    pub pseudo_liberties: u32,
    /// The tick in which it was placed.
    pub born: u64,
    /// What it is credited with.
    pub credit: StoneCredit,
    /// Its group, if it is in one.
    pub group: Option<GroupFacts>,
    /// How many like stones it is linked to.
    pub links: u32,
    /// What it bids for, where a swarm plays its colour.
    pub bids: Vec<(Point, Motive, f32)>,
}

/// What is known of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFacts {
    /// The number of its oldest stone.
    pub oldest: u32,
    /// The tick in which that one was placed.
    pub born: u64,
    /// How many stones it has.
    pub stones: u32,
    /// Its liberties, each once, and how many of them are eye points; `None` of a group that is too large to go over.
    pub liberties: Option<(u32, u32)>,
    /// Enemy stones that its stones took; `None` under `netlogo-2016`, where stones carry losses.
    pub captures: Option<u32>,
    /// The colour that it is drawn in.
    pub ink: Color32,
}

/// What was clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// The point that was clicked.
    pub point: Point,
    /// The heat of the patch there.
    pub temperature: f32,
    /// The stone that is there, or the one that is followed.
    pub stone: Option<StoneFacts>,
    /// The stone that was followed and is not on the board.
    pub gone: Option<(u32, Color)>,
    /// What the stones of the swarm that moved last bid for the point.
    pub wanted: Vec<Bid>,
    /// The tick now.
    pub tick: u64,
}
