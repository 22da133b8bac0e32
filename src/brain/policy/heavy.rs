//! Choosing a move by a policy.

use super::ataris::Ataris;
use super::{Policy, is_bad_self_atari, nakade, pattern_at};
use crate::brain::Rng;
use crate::brain::playout::{Mover, below};
use crate::go::board::{EMPTY, Storage, Tactics};
use crate::go::{Board, Color};

/// Chooses and makes the moves of both sides, and keeps the room it needs for that.
#[derive(Clone, Default)]
pub(in super::super) struct Heavy {
    policy: Policy,
    ataris: Ataris,
    choices: Vec<usize>,
}

impl Heavy {
    pub(in super::super) fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Takes up a board to be played out.
    pub(in super::super) fn start<S: Storage>(&mut self, board: &Board<S>) {
        self.ataris.start(board);
    }

    fn choose<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
    ) -> Option<usize> {
        let color = Color::ALL[C];
        let policy = self.policy;
        // Without a last move there is no near and far.
        let local = policy.local && last != 0;
        if policy.capture || policy.save {
            self.ataris.refresh(board);
            self.choices.clear();
            self.urgent::<S, SUICIDE>(board, color, last, local);
            if let Some(cell) = self.any(rng) {
                return Some(cell);
            }
        }
        if policy.nakade && last != 0 {
            let vital = nakade(board, last).filter(|&cell| self.fits::<S, C, SUICIDE>(board, cell));
            if vital.is_some() {
                return vital;
            }
        }
        if policy.patterns {
            self.choices.clear();
            if local {
                let around = board.near(last).into_iter().chain(board.diagonal(last));
                self.shapes::<S, C, SUICIDE>(board, around);
            } else {
                self.shapes::<S, C, SUICIDE>(board, (0..board.empties()).map(|i| board.empty(i)));
            }
            if let Some(cell) = self.any(rng) {
                return Some(cell);
            }
        }
        if policy.capture {
            self.choices.clear();
            self.captures::<S, SUICIDE>(board, color);
            if let Some(cell) = self.any(rng) {
                return Some(cell);
            }
        }
        self.chance::<S, C, SUICIDE>(board, rng)
    }

    /// Rescues of own chains, and captures that rescue them or take what has just been played.
    fn urgent<S: Storage, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        color: Color,
        last: usize,
        local: bool,
    ) {
        let Self { policy, ataris, choices, .. } = self;
        for atari in ataris.now() {
            if atari.color != color {
                let fresh = last != 0 && board.chain(last) == atari.chain;
                if policy.capture && fresh && sound::<S, SUICIDE>(board, color, atari.liberty) {
                    choices.push(atari.liberty);
                }
                continue;
            }
            if !policy.save || local && !board.touches_chain(last, atari.chain) {
                continue;
            }
            if board.liberties_after(color, atari.liberty) >= 2
                && board.is_legal(color, atari.liberty, SUICIDE)
            {
                choices.push(atari.liberty);
            }
            for attacker in ataris.now().iter().filter(|other| other.color != color) {
                let touches = board.chain_cells(atari.chain).any(|stone| {
                    board.near(stone).into_iter().any(|other| board.chain(other) == attacker.chain)
                });
                if touches && sound::<S, SUICIDE>(board, color, attacker.liberty) {
                    choices.push(attacker.liberty);
                }
            }
        }
    }

    /// Captures of anything, except those that are taken back at a loss.
    fn captures<S: Storage, const SUICIDE: bool>(&mut self, board: &Board<S>, color: Color) {
        let Self { ataris, choices, .. } = self;
        let enemies = ataris.now().iter().filter(|atari| atari.color != color);
        choices.extend(
            enemies.map(|atari| atari.liberty).filter(|&cell| sound::<S, SUICIDE>(board, color, cell)),
        );
    }

    /// Those of the cells that make a pattern.
    #[inline]
    fn shapes<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        cells: impl Iterator<Item = usize>,
    ) {
        for cell in cells {
            if board.holds(cell) == EMPTY
                && pattern_at(board, Color::ALL[C], cell)
                && self.fits::<S, C, SUICIDE>(board, cell)
            {
                self.choices.push(cell);
            }
        }
    }

    /// Whether a playout may play on an empty cell, and the policy lets it.
    #[inline]
    fn fits<S: Storage, const C: usize, const SUICIDE: bool>(&self, board: &Board<S>, cell: usize) -> bool {
        board.is_sensible::<C, SUICIDE>(cell)
            && !(self.policy.self_atari && is_bad_self_atari(board, Color::ALL[C], cell))
    }

    /// One of the choices, all equally likely.
    #[inline]
    fn any(&self, rng: &mut Rng) -> Option<usize> {
        match self.choices[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(self.choices[below(rng, self.choices.len())]),
        }
    }

    /// Any cell that fits, all equally likely.
    #[inline]
    fn chance<S: Storage, const C: usize, const SUICIDE: bool>(
        &self,
        board: &mut Board<S>,
        rng: &mut Rng,
    ) -> Option<usize> {
        let mut left = board.empties();
        while left > 0 {
            let i = below(rng, left);
            let cell = board.empty(i);
            if self.fits::<S, C, SUICIDE>(board, cell) {
                return Some(cell);
            }
            left -= 1;
            board.swap_empty::<Tactics>(i, left);
        }
        None
    }
}

impl Mover for Heavy {
    #[inline]
    fn turn<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
    ) -> Option<usize> {
        let choice = self.choose::<S, C, SUICIDE>(board, last, rng);
        match choice {
            Some(cell) => {
                board.play_nth::<C, Tactics>(board.place(cell));
                self.ataris.played(board, cell);
            }
            None => board.clear_ko(),
        }
        choice
    }
}

/// Whether a capture is legal and not taken back at a loss.
#[inline]
fn sound<S: Storage, const SUICIDE: bool>(board: &Board<S>, color: Color, cell: usize) -> bool {
    board.is_legal(color, cell, SUICIDE) && !is_bad_self_atari(board, color, cell)
}
