//! Inspected point: the facts of a stone, its group and its patch.

use bevy_egui::egui::Color32;
use stonefield_go::{Color, Point};
use stonefield_search::{Bid, Motive};

/// Capture counter of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneCredit {
    /// Number of enemy stones captured by placing this stone.
    Captures(u32),
    /// Under `netlogo-2016`: losses of the stone's colour, as that model counts them. At the end of a tick
    /// all stones of a colour have the same number.
    Losses(u32),
}

/// Components of a stone, and facts from its goban.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneFacts {
    /// Number in the order of placement.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Number of vacant points next to the stone.
    pub own_liberties: u32,
    /// Pseudo-liberties of the group, as the stone senses them.
    pub pseudo_liberties: u32,
    /// The tick in which the stone was placed.
    pub born: u64,
    /// Capture counter.
    pub credit: StoneCredit,
    /// The stone's group, if any.
    pub group: Option<GroupFacts>,
    /// Number of linked stones of the same colour.
    pub links: u32,
    /// Bids of the stone: point, motive, weight. Empty unless a swarm plays its colour.
    pub bids: Vec<(Point, Motive, f32)>,
}

/// Facts of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFacts {
    /// Number of the oldest stone.
    pub oldest: u32,
    /// The tick in which the oldest stone was placed.
    pub born: u64,
    /// Number of stones.
    pub stones: u32,
    /// Number of liberties, each counted once, and of the eye points among them. `None`: the group is too
    /// large to count.
    pub liberties: Option<(u32, u32)>,
    /// Number of enemy stones that the stones of the group captured. `None` under `netlogo-2016`, where
    /// stones have losses.
    pub captures: Option<u32>,
    /// Colour of the group in drawings.
    pub ink: Color32,
}

/// Facts of the clicked point.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// The clicked point.
    pub point: Point,
    /// Heat of the patch.
    pub temperature: f32,
    /// The inspected stone, if it is on the point.
    pub stone: Option<StoneFacts>,
    /// Number and colour of the inspected stone, if it is not on the point at this tick.
    pub gone: Option<(u32, Color)>,
    /// Bids for the point by the stones of the swarm that moved last.
    pub wanted: Vec<Bid>,
    /// Current tick.
    pub tick: u64,
}
