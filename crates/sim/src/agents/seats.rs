//! Who plays each colour.

use crate::thinking::{AskedBy, Mind, MindPool};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Move, Size};
use stonefield_minds::engine::Fault;
use stonefield_minds::rules::swarm;
use stonefield_minds::{BrainSpec, Conversation, Demand, Observation, TreeView, Trust};
use stonefield_search::{RngAddress, Watch};

/// What the user lets records have: gobans that are set up from now on seat minds by it. Without it, only what is cheap.
#[derive(Resource, Clone, Debug, Default)]
pub struct TrustPolicy(pub Trust);

/// The minds of a goban.
#[derive(Component)]
pub struct Seats {
    specs: ByColor<BrainSpec>,
    /// Who may be seated; every mind passes it.
    trust: Trust,
    /// The board, on which the work of a mind depends.
    size: Size,
    /// What the mind that a file names for an empty seat asks for.
    demands: ByColor<Option<Demand>>,
    pub(crate) minds: ByColor<Mind>,
    /// How the stones of a colour bid, where a swarm plays it.
    swarms: ByColor<Option<swarm::SwarmParams>>,
    /// What the person at a seat asked for and has not got yet.
    pub asked: ByColor<Option<Move>>,
    /// Why the mind at a seat could not go on.
    pub(crate) faults: ByColor<Option<String>>,
    /// Whether the program at a seat has still to start: the game waits for it.
    absent: ByColor<bool>,
    /// The person to move gives the game up.
    pub(crate) gives_up: bool,
    /// The colour to move has no time left.
    pub(crate) late: bool,
    /// `None` when the game is over.
    pub(crate) to_move: Option<Color>,
}

impl Seats {
    /// Fresh minds for a board of this size, as far as they are trusted; a seat whose mind is not stays
    /// empty.
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

    /// The same seats for another game, on a board of this size. Minds that are programs of their own stay,
    /// and are told of it: they need not be restarted.
    pub(crate) fn reseat(self, specs: ByColor<BrainSpec>, size: Size) -> Self {
        let Self { specs: old, minds, trust, demands, .. } = self;
        let mut fresh = Self::new(specs, trust, size);
        let mut kept = [(Color::Black, minds.black), (Color::White, minds.white)]
            .into_iter()
            .filter(|(color, _)| old[*color].info().external && demands[*color].is_none())
            .collect::<Vec<_>>();
        for color in Color::ALL {
            // Its own seat before the other's: minds may have changed colours.
            let fits = |seat: Color| old[seat] == fresh.specs[color] && fresh.demands[color].is_none();
            let own = kept.iter().position(|(seat, _)| *seat == color && fits(*seat));
            let wanted_there = fresh.specs[!color] == fresh.specs[color];
            let other = || kept.iter().position(|(seat, _)| fits(*seat) && !wanted_there);
            if let Some(at) = own.or_else(other) {
                fresh.minds[color] = kept.swap_remove(at).1;
                fresh.minds[color].new_game();
            }
        }
        fresh
    }

    /// Has the minds start what they need, and waits for it.
    ///
    /// # Errors
    /// The first colour whose mind cannot be started, and why.
    pub fn prepare(&mut self) -> Result<(), (Color, Fault)> {
        for color in Color::ALL {
            self.minds[color].prepare().map_err(|why| (color, why))?;
        }
        Ok(())
    }

    /// Who plays a colour.
    #[must_use]
    pub fn spec(&self, color: Color) -> &BrainSpec {
        &self.specs[color]
    }

    /// Who plays, Black first.
    #[must_use]
    pub const fn specs(&self) -> &ByColor<BrainSpec> {
        &self.specs
    }

    /// How the stones of a colour bid; `None` where no swarm plays it.
    #[must_use]
    pub fn swarm(&self, color: Color) -> Option<&swarm::SwarmParams> {
        self.swarms[color].as_ref()
    }

    /// Whether a person plays this colour.
    #[must_use]
    pub fn is_human(&self, color: Color) -> bool {
        self.specs[color].info().human
    }

    /// Why the mind of this colour could not go on, if it could not.
    #[must_use]
    pub fn fault(&self, color: Color) -> Option<&str> {
        self.faults[color].as_deref()
    }

    /// Whether a mind plays this colour, and neither a person nor an empty seat.
    #[must_use]
    pub fn has_mind(&self, color: Color) -> bool {
        !self.is_human(color) && self.demands[color].is_none()
    }

    /// Whether the program at this seat is being started, or could not be: the game waits for it, as it does for a person.
    #[must_use]
    pub fn is_absent(&self, color: Color) -> bool {
        self.absent[color]
    }

    /// Has the game wait until the program at a seat has started.
    pub(crate) fn await_program(&mut self, color: Color) {
        self.absent[color] = true;
    }

    /// Puts the program that has started in its seat.
    pub(crate) fn arrive(&mut self, color: Color, mind: Mind) {
        self.minds[color] = mind;
        self.absent[color] = false;
    }

    /// Whether a mind plays this colour against a person.
    #[must_use]
    pub fn answers_person(&self, color: Color) -> bool {
        self.has_mind(color) && self.is_human(!color)
    }

    /// What the mind that a file names for this seat asks for; the seat is empty then. `None` for a seat that is filled.
    #[must_use]
    pub fn demand(&self, color: Color) -> Option<&Demand> {
        self.demands[color].as_ref()
    }

    /// Why the seat of a colour is empty, in one line; `None` where a mind or a person sits there.
    #[must_use]
    pub fn vacancy(&self, color: Color) -> Option<String> {
        Some(format!("{color}'s seat is empty: the record {}", self.demand(color)?))
    }

    /// What is said between the program that plays this colour and us; `None` when no program does.
    #[must_use]
    pub fn conversation(&self, color: Color) -> Option<&Conversation> {
        self.minds[color].conversation()
    }

    /// The part of its tree that the mind of this colour has shown last; `None` for a mind that has none, or was not asked.
    #[must_use]
    pub fn tree(&self, color: Color) -> Option<&TreeView> {
        self.minds[color].tree()
    }

    /// Asks the mind of a colour, which is neither a person's seat nor an empty one.
    pub(crate) fn ask(
        &mut self,
        color: Color,
        seen: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
        watch: &mut dyn Watch,
    ) {
        self.minds[color].ask(&self.specs[color], seen, chance, AskedBy::Game, pool, watch);
    }

    /// Says a person's line to the program that plays a colour.
    pub(crate) fn say(
        &mut self,
        color: Color,
        line: String,
        seen: &Observation<'_>,
        chance: RngAddress,
        pool: Option<&MindPool>,
    ) {
        self.minds[color].say(&self.specs[color], line, seen, chance, pool);
    }

    /// Asks the mind of a colour for a part of its tree: of each node at most so many moves, and at most so many nodes.
    pub(crate) fn look(&mut self, color: Color, seen: &Observation<'_>, moves: usize, nodes: usize) {
        self.minds[color].look(seen, moves, nodes);
    }

    /// The colour whose turn it is; `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The colour that waits: for a person to move, for the user to fill an empty seat, or for its program to start.
    #[must_use]
    pub fn waiting(&self) -> Option<Color> {
        let waits = |color| self.needs_person(color) && self.asked[color].is_none();
        self.to_move.filter(|&color| waits(color) && !self.gives_up && !self.late)
    }

    /// Whether no mind can play this colour now: a person does, the seat is empty, or its program has still to start.
    pub(crate) fn needs_person(&self, color: Color) -> bool {
        !self.has_mind(color) || self.absent[color]
    }

    /// The colour that waits for a person to move.
    #[must_use]
    pub fn waiting_for_person(&self) -> Option<Color> {
        self.waiting().filter(|&color| self.is_human(color))
    }

    /// Fills an empty seat with the mind that a file names for it, and every other seat that asks for the same: the user allows it.
    pub(crate) fn allow(&mut self, color: Color) {
        self.trust.allow(&self.specs[color]);
        for color in Color::ALL {
            if self.demands[color].is_some() {
                self.seat(color, self.specs[color].clone());
            }
        }
    }

    /// The mind as it may sit at this goban; `None` where the user is asked about it first.
    pub(crate) fn admitted(&self, spec: &BrainSpec) -> Option<BrainSpec> {
        self.trust.admit(spec, self.size).ok()
    }

    /// Puts a fresh mind in a seat, as far as it is trusted.
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

/// The mind as it may be seated, or what it asks for: the one place where a seat is filled or left empty.
fn admit(trust: &Trust, spec: BrainSpec, size: Size) -> (BrainSpec, Option<Demand>) {
    match trust.admit(&spec, size) {
        Ok(admitted) => (admitted, None),
        Err(demand) => (spec, Some(demand)),
    }
}
