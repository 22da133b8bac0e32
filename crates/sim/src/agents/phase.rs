//! The phases of a tick that is done one by one: where it stands, and what the phase done last has read and written.

use super::{Choice, Heat, KeptTemperature};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Outcome, Point};

/// One sentence of the model, as a part of a tick that can be done alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Patches measure the stones around them, and heat spreads.
    Warm,
    /// The stones of a swarm perceive what has changed around them.
    Perceive,
    /// Those that perceive something else than before bid again.
    Bid,
    /// One move is made of the bids, or another mind chooses.
    Decide,
    /// The stone is set.
    Place,
    /// The new stone is linked to its like neighbours.
    Link,
    /// Stones count their own liberties, then hear those of their group.
    Sense,
    /// Stones without liberties die.
    Capture,
    /// It is counted, looked whether the game is over, and written down.
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

    /// Its name.
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

    /// The one after it; after the last the first of the next turn.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// A goban whose tick is done phase by phase. While it has this, nothing else makes it tick.
#[derive(Component)]
pub struct Phases {
    pub(crate) trace: PhaseTrace,
    pub(crate) next: Phase,
    /// What the turn has warmed, as it was before, for a turn that is left before anything was chosen.
    pub(crate) before: UnwarmedHeat,
}

impl Phases {
    /// What the phase done last has read and written.
    #[must_use]
    pub const fn trace(&self) -> &PhaseTrace {
        &self.trace
    }

    /// The phase that comes next. As long as a choice is waited for, that is [`Phase::Decide`].
    #[must_use]
    pub const fn next(&self) -> Phase {
        self.next
    }

    /// Whether a mind or a person has been asked and has not answered.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.next == Phase::Decide && self.trace.phase == Phase::Decide
    }

    /// Whether a move has been chosen and not yet been written down.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        self.next > Phase::Decide
    }
}

/// The heat of a goban before a turn began.
pub(crate) struct UnwarmedHeat {
    pub heat: Heat,
    pub kept: KeptTemperature,
    pub warmed: bool,
    pub turn: Option<(Color, u32)>,
    pub capacity: f64,
}

/// Who chooses in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickChooser {
    /// The stones of a swarm, which bid.
    Swarm,
    /// Another rule of the agents.
    Rule,
    /// A planner, which is asked.
    Planner,
    /// A person.
    Person,
    /// Nobody: the seat is empty.
    Nobody,
}

/// What one phase of one turn has read and written.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseTrace {
    /// The phase.
    pub phase: Phase,
    /// The tick that it belongs to, from 1.
    pub tick: u64,
    /// Whose turn it is.
    pub mover: Color,
    /// Who chooses in that turn.
    pub chooser: TickChooser,
    /// The points whose patches or stones were read.
    pub read: Vec<Point>,
    /// The points whose patches or stones were written.
    pub written: Vec<Point>,
    /// What came of it.
    pub work: PhaseWork,
}

/// What came of a phase.
#[derive(Clone, Debug, PartialEq)]
pub enum PhaseWork {
    /// Heat was measured.
    Warm {
        /// Whether it was: once in a tick, and no more for a turn that was begun before.
        measured: bool,
        /// The stones beside each patch, over all patches.
        contacts: u64,
        /// All heat together.
        capacity: f64,
        /// The warmest patch.
        warmest: Option<(Point, f32)>,
    },
    /// Stones perceived: those written are the ones that perceived something else than before.
    Perceive,
    /// Stones bid.
    Bid {
        /// Bids of all stones of the colour now.
        bids: usize,
        /// The point that most is offered for, and how much.
        wanted: Option<(Point, f64)>,
    },
    /// A mind chose, or `None` where it has not answered yet.
    Decide(Option<Choice>),
    /// The choice was carried out.
    Place {
        /// What was chosen.
        choice: Choice,
        /// The number of the new stone, if there is one.
        stone: Option<u32>,
    },
    /// Links were made.
    Link {
        /// The new links, at most [`MOST_LINKS`] of them.
        links: Vec<(Point, Point)>,
        /// How many there are in all.
        made: usize,
        /// The stones of the new stone's group now; 0 where none was placed.
        size: u32,
    },
    /// Stones sensed.
    Sense(Sensing),
    /// Stones died, and those beside them sensed again.
    Capture {
        /// The stones that died, with their colours.
        dead: Vec<(Point, Color)>,
        /// What was sensed after that.
        sensing: Sensing,
    },
    /// It was counted.
    Tally {
        /// Stones on the board.
        stones: ByColor<u32>,
        /// Stones that each colour has taken so far.
        captures: ByColor<u32>,
        /// How the game ended, if it is over.
        outcome: Option<Outcome>,
        /// Whether White's turn of the same tick follows (`netlogo-2016`).
        half: bool,
    },
}

/// How many new links are listed one by one.
pub const MOST_LINKS: usize = 2000;

/// What stones have sensed in a phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensing {
    /// The stones that counted or heard something.
    pub stones: Vec<SensedStone>,
    /// How many of them counted their own liberties.
    pub counted: usize,
    /// How many of them heard of their group.
    pub heard: usize,
    /// Stones that go on believing in other own liberties than they have (`netlogo-2016`).
    pub stale: Vec<SensedStone>,
}

/// What a stone senses, before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensedStone {
    /// Where it stands.
    pub point: Point,
    /// Its colour.
    pub color: Color,
    /// Its own liberties. For a stale stone: what it believes, and what is true.
    pub own: (u32, u32),
    /// Those of its group.
    pub group: (u32, u32),
}
