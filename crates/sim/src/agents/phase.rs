//! Phases of a tick that runs phase by phase: its progress, and the reads and writes of the last phase.

use super::{Choice, Heat, KeptTemperature};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Outcome, Point};

/// Part of a tick that can run alone: a step that one sentence of the model describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Patches count the stones around them, and heat spreads.
    Warm,
    /// Stones of a swarm perceive changes around them.
    Perceive,
    /// Stones with changed percepts bid again.
    Bid,
    /// The bids decide the move, or another mind or a person chooses it.
    Decide,
    /// The stone is placed, unless the choice is a pass or ends the game.
    Place,
    /// The new stone is linked to adjacent stones of its colour, under `netlogo-2016` also to others.
    Link,
    /// Stones count their own liberties, then receive the sum of their group.
    Sense,
    /// Stones that sense no liberties die.
    Capture,
    /// Counters are updated, the end of the game and the referee are checked, and the ply is recorded.
    Tally,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Self; 9] = [
        Self::Warm,
        Self::Perceive,
        Self::Bid,
        Self::Decide,
        Self::Place,
        Self::Link,
        Self::Sense,
        Self::Capture,
        Self::Tally,
    ];

    /// English name of the phase.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warm => "Warm",
            Self::Perceive => "Perceive",
            Self::Bid => "Bid",
            Self::Decide => "Decide",
            Self::Place => "Place",
            Self::Link => "Link",
            Self::Sense => "Sense",
            Self::Capture => "Capture",
            Self::Tally => "Tally",
        }
    }

    /// Next phase. After the last one, the first phase of the next turn.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// Marks a goban whose tick runs phase by phase. Its ticks do not run in another way meanwhile.
#[derive(Component)]
pub struct Phases {
    pub(crate) trace: PhaseTrace,
    pub(crate) next: Phase,
    /// Heat before this turn, to restore if the turn is abandoned before a choice.
    pub(crate) before: UnwarmedHeat,
}

impl Phases {
    /// Trace of the last phase.
    #[must_use]
    pub const fn trace(&self) -> &PhaseTrace {
        &self.trace
    }

    /// Next phase. [`Phase::Decide`] as long as a choice is awaited.
    #[must_use]
    pub const fn next(&self) -> Phase {
        self.next
    }

    /// True if a move is awaited: from a mind, a person, an empty seat or a program that starts.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.next == Phase::Decide && self.trace.phase == Phase::Decide
    }

    /// True if a choice was made and its ply is not recorded yet.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        self.next > Phase::Decide
    }
}

/// Heat of a goban before a turn, and the fields of its scratch data that warming changes.
pub(crate) struct UnwarmedHeat {
    pub heat: Heat,
    pub kept: KeptTemperature,
    pub warmed: bool,
    pub turn: Option<(Color, u32)>,
    pub capacity: f64,
}

/// Chooser of the move in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickChooser {
    /// Stones of a swarm, by bids.
    Swarm,
    /// Another rule of the agents.
    Rule,
    /// A mind that plans from the position, such as a search or an external program.
    Planner,
    /// A person.
    Person,
    /// Empty seat.
    Nobody,
}

/// Trace of one phase of one turn: its reads, writes and result.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseTrace {
    /// Phase that ran.
    pub phase: Phase,
    /// Number of the tick, from 1.
    pub tick: u64,
    /// Colour to move.
    pub mover: Color,
    /// Chooser of the move in that turn.
    pub chooser: TickChooser,
    /// Points whose patches or stones were read.
    pub read: Vec<Point>,
    /// Points whose patches or stones were written.
    pub written: Vec<Point>,
    /// Result of the phase.
    pub work: PhaseWork,
}

/// Result of a phase.
#[derive(Clone, Debug, PartialEq)]
pub enum PhaseWork {
    /// Heat was measured and spread.
    Warm {
        /// True if this phase measured the heat. False if an earlier turn of the same tick has done so.
        measured: bool,
        /// Sum over all patches of the number of stones beside each.
        contacts: u64,
        /// Sum of the temperature over all patches.
        capacity: f64,
        /// Warmest patch and its temperature.
        warmest: Option<(Point, f32)>,
    },
    /// Stones perceived. The written points are those of stones with changed percepts.
    Perceive,
    /// Stones bid.
    Bid {
        /// Number of bids of all stones of the colour.
        bids: usize,
        /// Point with the greatest sum of bids, and that sum.
        wanted: Option<(Point, f64)>,
    },
    /// A mind or a person chose. `None`: the choice is still awaited.
    Decide(Option<Choice>),
    /// The choice was carried out.
    Place {
        /// Choice of the mind or person.
        choice: Choice,
        /// Id of the new stone, if a stone was placed.
        stone: Option<u32>,
    },
    /// Links were made.
    Link {
        /// New links, at most [`MAX_LINKS`] of them.
        links: Vec<(Point, Point)>,
        /// Number of all new links.
        made: usize,
        /// Size of the new stone's group, in stones. 0 if no stone was placed.
        size: u32,
    },
    /// Stones sensed.
    Sense(Sensing),
    /// Stones died, and the stones beside them sensed again.
    Capture {
        /// Points and colours of the dead stones.
        dead: Vec<(Point, Color)>,
        /// Senses updated after the capture.
        sensing: Sensing,
    },
    /// Counters were updated.
    Tally {
        /// Stones on the board.
        stones: ByColor<u32>,
        /// Dead enemy stones for each colour in this game, by capture or suicide.
        captures: ByColor<u32>,
        /// Outcome, if the game is over.
        outcome: Option<Outcome>,
        /// True if White's turn of the same tick follows (`netlogo-2016`).
        half: bool,
    },
}

/// Greatest number of new links that are listed one by one.
pub const MAX_LINKS: usize = 2000;

/// Senses updated in a phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensing {
    /// Stones that counted their own liberties or received those of their group.
    pub stones: Vec<SensedStone>,
    /// Number of stones that counted their own liberties.
    pub counted: usize,
    /// Number of stones that received the liberties of their group.
    pub summed: usize,
    /// Stones whose own liberties, as they counted them last, are out of date (`netlogo-2016`).
    pub stale: Vec<SensedStone>,
}

/// Liberties of a stone before and after it sensed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensedStone {
    /// Point of the stone.
    pub point: Point,
    /// Colour of the stone.
    pub color: Color,
    /// Own liberties before and after. In [`Sensing::stale`]: the number last counted, and the true one.
    pub own: (u32, u32),
    /// Group liberties before and after. In [`Sensing::stale`]: twice the number last received.
    pub group: (u32, u32),
}
