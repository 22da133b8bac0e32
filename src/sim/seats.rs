//! Who plays each colour.

use crate::brain::mcts::Search;
use crate::brain::{Brain, BrainSpec, Conversation};
use crate::go::{ByColor, Color, Move};
use bevy::ecs::prelude::*;

/// The minds of a goban.
#[derive(Component)]
pub struct Seats {
    specs: ByColor<BrainSpec>,
    pub(super) minds: ByColor<Box<dyn Brain>>,
    /// What the person at a seat asked for and has not got yet.
    pub asked: ByColor<Option<Move>>,
    /// Why the mind at a seat could not go on.
    pub(super) faults: ByColor<Option<String>>,
    /// The mind to move is to come to its end now.
    pub(super) hurry: bool,
    /// The person to move gives the game up.
    pub(super) gives_up: bool,
    /// `None` when the game is over.
    pub(super) to_move: Option<Color>,
}

impl Seats {
    /// Fresh minds.
    #[must_use]
    pub fn new(specs: ByColor<BrainSpec>) -> Self {
        let minds = ByColor::from_fn(|color| specs[color].build());
        Self {
            specs,
            minds,
            asked: ByColor::default(),
            faults: ByColor::default(),
            hurry: false,
            gives_up: false,
            to_move: Some(Color::Black),
        }
    }

    /// The same seats for another game. Minds that are programs of their own stay: they need not be started anew.
    pub(super) fn reseat(self, specs: ByColor<BrainSpec>) -> Self {
        let mut fresh = Self::new(specs);
        let Self { specs: old, minds, .. } = self;
        let mut kept = [(Color::Black, minds.black), (Color::White, minds.white)]
            .into_iter()
            .filter(|(color, _)| old[*color].info().outside)
            .collect::<Vec<_>>();
        for color in Color::ALL {
            // Its own seat before the other's: minds may have changed colours.
            let fits = |seat: Color| old[seat] == fresh.specs[color];
            let own = kept.iter().position(|(seat, _)| *seat == color && fits(*seat));
            let wanted_there = fresh.specs[!color] == fresh.specs[color];
            let other = || kept.iter().position(|(seat, _)| fits(*seat) && !wanted_there);
            if let Some(at) = own.or_else(other) {
                fresh.minds[color] = kept.swap_remove(at).1;
            }
        }
        fresh
    }

    /// Has the minds start what they need, and waits for it.
    ///
    /// # Errors
    /// The first colour whose mind cannot be started, and why.
    pub fn prepare(&mut self) -> Result<(), (Color, String)> {
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

    /// What is said between the program that plays this colour and us; `None` when no program does.
    #[must_use]
    pub fn conversation(&self, color: Color) -> Option<&Conversation> {
        self.minds[color].conversation()
    }

    /// The tree that the mind of this colour searches; `None` for a mind that has none, or has not thought yet.
    #[must_use]
    pub fn search(&self, color: Color) -> Option<&Search> {
        self.minds[color].search()
    }

    /// The tree that the mind of a colour looks through to a fixed depth, as much of it as is kept.
    #[must_use]
    pub fn minimax(&self, color: Color) -> Option<&crate::brain::negamax::Tree> {
        self.minds[color].minimax()
    }

    /// The colour whose turn it is; `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The colour that waits for a person to move.
    #[must_use]
    pub fn waiting(&self) -> Option<Color> {
        self.to_move.filter(|&color| self.is_human(color) && self.asked[color].is_none() && !self.gives_up)
    }

    /// Puts a fresh mind in a seat.
    pub(super) fn seat(&mut self, color: Color, spec: BrainSpec) {
        self.minds[color] = spec.build();
        self.specs[color] = spec;
        self.asked[color] = None;
        self.faults[color] = None;
    }
}
