//! Seats: the player of each colour.

use crate::thinking::{AskedBy, Mind, MindPool};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Move, Size};
use stonefield_minds::engine::Fault;
use stonefield_minds::rules::swarm;
use stonefield_minds::{BrainSpec, Conversation, Demand, Observation, TreeView, Trust};
use stonefield_search::{RngAddress, Watch};

/// Rights that the user gives to minds named in files, for gobans set up later. Without this resource, only
/// cheap minds are allowed.
#[derive(Resource, Clone, Debug, Default)]
pub struct TrustPolicy(pub Trust);

/// Players of a goban.
#[derive(Component)]
pub struct Seats {
    specs: ByColor<BrainSpec>,
    /// Rights of minds. Each mind is checked before it is seated.
    trust: Trust,
    /// Size of the board, on which the cost of a mind depends.
    size: Size,
    /// Rights that a mind named in a file lacks. Its seat stays empty until the user gives these rights.
    demands: ByColor<Option<Demand>>,
    pub(crate) minds: ByColor<Mind>,
    /// Parameters of the swarm that plays a colour, if one does.
    swarms: ByColor<Option<swarm::SwarmParams>>,
    /// Move that the person at a seat has asked for and that is not played yet.
    pub asked: ByColor<Option<Move>>,
    /// Reason why the mind at a seat failed.
    pub(crate) faults: ByColor<Option<String>>,
    /// True while the program at a seat has not started. The game waits for it.
    absent: ByColor<bool>,
    /// True if the person to move resigns.
    pub(crate) gives_up: bool,
    /// True if the colour to move has no time left.
    pub(crate) late: bool,
    /// Colour to move, `None` when the game is over.
    pub(crate) to_move: Option<Color>,
}

impl Seats {
    /// Creates minds for a board of this size. The seat of a mind without the necessary rights stays empty.
    #[must_use]
    pub fn new(specs: ByColor<BrainSpec>, trust: Trust, size: Size) -> Self {
        let ByColor { black, white } = specs.map(|spec| admit(&trust, spec, size));
        let ((black, black_demand), (white, white_demand)) = (black, white);
        Self {
            minds: ByColor::new(Mind::new(&black), Mind::new(&white)),
            swarms: ByColor::new(swarm::params_of(&black), swarm::params_of(&white)),
            specs: ByColor::new(black, white),
            trust,
            size,
            demands: ByColor::new(black_demand, white_demand),
            asked: ByColor::default(),
            faults: ByColor::default(),
            absent: ByColor::default(),
            gives_up: false,
            late: false,
            to_move: Some(Color::Black),
        }
    }

    /// Returns seats for another game on a board of this size. Programs that fit a new seat keep running
    /// and start a new game.
    pub(crate) fn reseat(self, specs: ByColor<BrainSpec>, size: Size) -> Self {
        let Self { specs: old, minds, trust, demands, .. } = self;
        let mut fresh = Self::new(specs, trust, size);
        let mut programs = [(Color::Black, minds.black), (Color::White, minds.white)]
            .into_iter()
            .filter(|(color, _)| old[*color].info().external && demands[*color].is_none())
            .collect::<Vec<_>>();
        for color in Color::ALL {
            // A program keeps its colour if it fits that seat, else it may take the other seat.
            let fits =
                |old_color: Color| old[old_color] == fresh.specs[color] && fresh.demands[color].is_none();
            let same = programs.iter().position(|(old_color, _)| *old_color == color && fits(color));
            let other_needs_it = fresh.specs[!color] == fresh.specs[color];
            let other = || programs.iter().position(|(old_color, _)| fits(*old_color) && !other_needs_it);
            if let Some(at) = same.or_else(other) {
                fresh.minds[color] = programs.swap_remove(at).1;
                fresh.minds[color].new_game();
            }
        }
        fresh
    }

    /// Starts what minds on this thread need, such as programs, and blocks until all of it is ready.
    ///
    /// # Errors
    /// The first colour whose mind cannot start, and the reason.
    pub fn prepare(&mut self) -> Result<(), (Color, Fault)> {
        for color in Color::ALL {
            self.minds[color].prepare().map_err(|why| (color, why))?;
        }
        Ok(())
    }

    /// Player of a colour.
    #[must_use]
    pub fn spec(&self, color: Color) -> &BrainSpec {
        &self.specs[color]
    }

    /// Players of both colours.
    #[must_use]
    pub const fn specs(&self) -> &ByColor<BrainSpec> {
        &self.specs
    }

    /// Parameters of the swarm of a colour, `None` if no swarm plays it.
    #[must_use]
    pub fn swarm(&self, color: Color) -> Option<&swarm::SwarmParams> {
        self.swarms[color].as_ref()
    }

    /// True if a person plays this colour.
    #[must_use]
    pub fn is_human(&self, color: Color) -> bool {
        self.specs[color].info().human
    }

    /// Reason why the mind of this colour failed, if it did.
    #[must_use]
    pub fn fault(&self, color: Color) -> Option<&str> {
        self.faults[color].as_deref()
    }

    /// True if a mind plays this colour; false for a person and for an empty seat.
    #[must_use]
    pub fn has_mind(&self, color: Color) -> bool {
        !self.is_human(color) && self.demands[color].is_none()
    }

    /// True if the program at this seat has not started, or could not start. The game waits as for a person.
    #[must_use]
    pub fn is_absent(&self, color: Color) -> bool {
        self.absent[color]
    }

    /// Makes the game wait until the program at a seat has started.
    pub(crate) fn await_program(&mut self, color: Color) {
        self.absent[color] = true;
    }

    /// Seats a program that has started.
    pub(crate) fn seat_program(&mut self, color: Color, mind: Mind) {
        self.minds[color] = mind;
        self.absent[color] = false;
    }

    /// True if a mind plays this colour against a person.
    #[must_use]
    pub fn answers_person(&self, color: Color) -> bool {
        self.has_mind(color) && self.is_human(!color)
    }

    /// Rights that the mind named in a file for this seat lacks. `None` if the seat is filled.
    #[must_use]
    pub fn demand(&self, color: Color) -> Option<&Demand> {
        self.demands[color].as_ref()
    }

    /// Reason why a seat is empty, in one line. `None` if a mind or a person sits there.
    #[must_use]
    pub fn vacancy(&self, color: Color) -> Option<String> {
        Some(format!("{color}'s seat is empty: the record {}", self.demand(color)?))
    }

    /// Conversation with the program that plays this colour. `None` if no program does.
    #[must_use]
    pub fn conversation(&self, color: Color) -> Option<&Conversation> {
        self.minds[color].conversation()
    }

    /// Part of the search tree that the mind of this colour returned last, if any in this game.
    #[must_use]
    pub fn tree(&self, color: Color) -> Option<&TreeView> {
        self.minds[color].tree()
    }

    /// Asks the mind of a colour for a move. The seat must have a mind.
    pub(crate) fn ask(
        &mut self,
        color: Color,
        observation: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
        watch: &mut dyn Watch,
    ) {
        self.minds[color].ask(&self.specs[color], observation, chance, AskedBy::Game, pool, watch);
    }

    /// Sends a person's line to the program that plays a colour.
    pub(crate) fn send_line(
        &mut self,
        color: Color,
        line: String,
        observation: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
    ) {
        self.minds[color].send_line(&self.specs[color], line, observation, chance, pool);
    }

    /// Asks the mind of a colour for a part of its search tree, with at most `moves` moves of each node and
    /// `nodes` nodes in all.
    pub(crate) fn request_tree(
        &mut self,
        color: Color,
        observation: &Observation<'_>,
        moves: usize,
        nodes: usize,
    ) {
        self.minds[color].request_tree(observation, moves, nodes);
    }

    /// Colour to move, `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Colour to move if the game waits: for a person's move, an empty seat, or the start of a program.
    /// `None` also if the next tick has something to play: a person's move, a resignation, or a loss on time.
    #[must_use]
    pub fn waiting(&self) -> Option<Color> {
        let waits = |color| self.needs_person(color) && self.asked[color].is_none();
        self.to_move.filter(|&color| waits(color) && !self.gives_up && !self.late)
    }

    /// True if no mind can play this colour now: a person's or empty seat, or a program that has not started.
    pub(crate) fn needs_person(&self, color: Color) -> bool {
        !self.has_mind(color) || self.absent[color]
    }

    /// Colour to move if the game waits for a person's move.
    #[must_use]
    pub fn waiting_for_person(&self) -> Option<Color> {
        self.waiting().filter(|&color| self.is_human(color))
    }

    /// Fills an empty seat with the mind that a file names for the seat, after the user allowed this mind.
    /// The other seat is filled too if its mind now has all the rights that it needs.
    pub(crate) fn allow(&mut self, color: Color) {
        self.trust.allow(&self.specs[color]);
        for color in Color::ALL {
            if self.demands[color].is_some() {
                self.seat(color, self.specs[color].clone());
            }
        }
    }

    /// Returns the mind with the settings allowed on this board. `None` if the user must allow it first.
    pub(crate) fn admitted(&self, spec: &BrainSpec) -> Option<BrainSpec> {
        self.trust.admit(spec, self.size).ok()
    }

    /// Seats a new mind, or leaves the seat empty if the mind needs more rights.
    pub(crate) fn seat(&mut self, color: Color, spec: BrainSpec) {
        let (spec, demand) = admit(&self.trust, spec, self.size);
        self.absent[color] &= self.specs[color] == spec;
        self.minds[color] = Mind::new(&spec);
        self.swarms[color] = swarm::params_of(&spec);
        self.specs[color] = spec;
        self.demands[color] = demand;
        self.asked[color] = None;
        self.faults[color] = None;
    }
}

/// Checks a mind's rights; every mind is checked here before it is seated. Returns the mind with the settings
/// that it may have, and the rights that it lacks.
fn admit(trust: &Trust, spec: BrainSpec, size: Size) -> (BrainSpec, Option<Demand>) {
    match trust.admit(&spec, size) {
        Ok(admitted) => (admitted, None),
        Err(demand) => (spec, Some(demand)),
    }
}
