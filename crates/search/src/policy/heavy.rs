//! Choosing a move by a policy.

use super::ataris::Ataris;
use super::pattern::patterns_around;
use super::{Policy, is_bad_self_atari, nakade, pattern_at};
use crate::Rng;
use crate::dice::below;
use crate::playout::{Mover, Trace, is_told};
use stonefield_go::board::{Storage, Tactics};
use stonefield_go::{Board, Color};

/// Chooses and makes the moves of both sides, and keeps the room it needs for that.
#[derive(Clone, Default)]
pub(in super::super) struct Heavy {
    policy: Policy,
    /// The parts that are on now.
    on: Policy,
    ataris: Ataris,
    choices: Vec<usize>,
    /// Turns until chance alone goes on.
    left: usize,
}

/// Turns of a playout for each point of the board, after which it goes on by chance alone: a policy may take and retake for ever, chance does
/// not.
const TURNS: usize = 3;

impl Heavy {
    pub(in super::super) fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Takes up a board to be played out.
    pub(in super::super) fn start<S: Storage>(&mut self, board: &Board<S>) {
        self.ataris.start(board);
        self.on = self.policy;
        self.left = TURNS * board.size().area();
    }

    fn choose<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let color = Color::ALL[C];
        if self.left == 0 {
            self.on = Policy::LIGHT;
        }
        self.left = self.left.saturating_sub(1);
        let policy = self.on;
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
                self.shapes_around::<S, C, SUICIDE>(board, last);
            } else {
                self.shapes::<S, T, C, SUICIDE>(board, trace);
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
        self.chance::<S, T, C, SUICIDE>(board, rng, trace)
    }

    /// Rescues of own chains, and captures that rescue them or take what has just been played.
    fn urgent<S: Storage, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        color: Color,
        last: usize,
        local: bool,
    ) {
        let Self { on: policy, ataris, choices, .. } = self;
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

    /// Cells that make a pattern, wherever they are.
    fn shapes<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        trace: &mut T,
    ) {
        for i in 0..board.empties() {
            if is_told::<S, T>(trace, i) {
                return;
            }
            let cell = board.empty(i);
            if pattern_at(board, Color::ALL[C], cell) && self.fits::<S, C, SUICIDE>(board, cell) {
                self.choices.push(cell);
            }
        }
    }

    /// Those around a cell that make a pattern.
    #[inline]
    fn shapes_around<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        last: usize,
    ) {
        let mut found = patterns_around(board, Color::ALL[C], last);
        if found == 0 {
            return;
        }
        let ([a, b, c, d], [e, f, g, h]) = (board.near(last), board.diagonal(last));
        let around = [a, b, c, d, e, f, g, h];
        while found != 0 {
            let cell = around[found.trailing_zeros() as usize & 7];
            found &= found - 1;
            if self.fits::<S, C, SUICIDE>(board, cell) {
                self.choices.push(cell);
            }
        }
    }

    /// Whether a playout may play on an empty cell, and the policy lets it.
    #[inline]
    fn fits<S: Storage, const C: usize, const SUICIDE: bool>(&self, board: &Board<S>, cell: usize) -> bool {
        board.is_sensible::<C, SUICIDE>(cell)
            && !(self.on.self_atari && is_bad_self_atari(board, Color::ALL[C], cell))
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
    fn chance<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &self,
        board: &mut Board<S>,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let mut left = board.empties();
        while left > 0 && !is_told::<S, T>(trace, left) {
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
    fn turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let choice = self.choose::<S, T, C, SUICIDE>(board, last, rng, trace);
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

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::playout::{Start, cap, run_from};
    use rand::SeedableRng;
    use std::collections::BTreeSet;
    use stonefield_go::Size;
    use stonefield_go::board::Fixed;

    /// A policy for each side.
    struct Both([Heavy; 2]);

    impl Mover for Both {
        fn turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
            &mut self,
            board: &mut Board<S>,
            last: usize,
            rng: &mut Rng,
            trace: &mut T,
        ) -> Option<usize> {
            let choice = self.0[C].turn::<S, T, C, SUICIDE>(board, last, rng, trace);
            if let Some(cell) = choice {
                self.0[1 - C].ataris.played(board, cell);
            }
            choice
        }
    }

    /// Of games on 9×9 with colours alternating and no komi, how many in a hundred the first policy wins.
    fn wins(first: Policy, second: Policy, games: u32) -> f64 {
        let size = Size::square(9).expect("a size");
        let empty = Board::<Fixed<128>>::new(size);
        let mut rng = Rng::seed_from_u64(3);
        let mut won = 0;
        for game in 0..games {
            let mut board = empty.clone();
            let policies = if game % 2 == 0 { [first, second] } else { [second, first] };
            let mut both = Both(policies.map(Heavy::new));
            both.0.iter_mut().for_each(|heavy| heavy.start(&board));
            let start = Start { to_move: Color::Black, last: None, suicide: false, cap: cap(size.area()) };
            let [black, white] = run_from(&mut both, &mut board, start, &mut rng, &mut ()).area;
            won += u32::from(if game % 2 == 0 { black > white } else { white > black });
        }
        100.0 * f64::from(won) / f64::from(games)
    }

    #[test]
    fn the_heavy_policy_beats_chance_and_its_parts_help() {
        let heavy = Policy::HEAVY;
        let all = wins(heavy, Policy::LIGHT, 400);
        assert!(all > 90.0, "{all}");
        // Captures far away and nakade are for judging what is alive; in single games they decide little.
        for (part, without) in [
            ("save", Policy { save: false, ..heavy }),
            ("patterns", Policy { patterns: false, ..heavy }),
            ("self-atari", Policy { self_atari: false, ..heavy }),
        ] {
            let share = wins(heavy, without, 1000);
            assert!(share > 52.0, "{part}: {share}");
        }
    }

    /// The points that Black plays, sooner or later, when White has just played `last`.
    fn chosen(diagram: &str, last: &str, policy: Policy) -> String {
        let start = board(diagram);
        let last = at(&start, last);
        let mut heavy = Heavy::new(policy);
        let mut points = BTreeSet::new();
        for seed in 0..400 {
            let mut board = start.clone();
            heavy.start(&board);
            let choice =
                heavy.turn::<_, _, 0, false>(&mut board, last, &mut Rng::seed_from_u64(seed), &mut ());
            points.insert(choice.map_or_else(|| "pass".to_owned(), |cell| board.point(cell).to_string()));
        }
        points.into_iter().collect::<Vec<_>>().join(" ")
    }

    const NONE: Policy = Policy::LIGHT;

    #[test]
    fn a_stone_just_put_into_atari_is_taken() {
        let diagram = ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .";
        assert_eq!(chosen(diagram, "B3", Policy { capture: true, ..NONE }), "C3");
        assert_eq!(chosen(diagram, "B3", Policy::HEAVY), "C3");
        assert!(chosen(diagram, "B3", NONE).split(' ').count() > 15);
    }

    #[test]
    fn what_is_in_atari_anywhere_is_taken_after_the_shapes() {
        let diagram = ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . O";
        assert_eq!(chosen(diagram, "E1", Policy { capture: true, ..NONE }), "C3");
    }

    #[test]
    fn own_stones_are_saved_by_running_and_by_taking() {
        let diagram = ". . O X .\n. O X O .\n. . . O X\n. . . X .\n. . . . .";
        // C4 runs out at C3, or takes C5 at B5.
        assert_eq!(chosen(diagram, "D4", Policy { save: true, ..NONE }), "B5 C3");
        let diagram = ". . . O X\n. . O X .\n. . O X O\n. . . O .\n. . . . .";
        // D4 and D3 find no second liberty at E4, but take D5 at C5.
        assert_eq!(chosen(diagram, "E3", Policy { save: true, ..NONE }), "C5");
    }

    #[test]
    fn stones_that_cannot_run_take_what_attacks_them() {
        // C2 cannot run; B2, which attacks it, can be taken at A2.
        let diagram = ". . . . .\n. . . . .\n. X O O .\n. O X O .\n. X . O .";
        assert_eq!(chosen(diagram, "D2", Policy { save: true, ..NONE }), "A2");
    }

    #[test]
    fn the_vital_point_beside_the_last_move_is_played() {
        let diagram = ". . . O X\nO O O O X\nX X X X X\n. . . . .\n. . . . .";
        assert_eq!(chosen(diagram, "D5", Policy { nakade: true, ..NONE }), "B5");
    }

    #[test]
    fn shapes_are_looked_for_around_the_last_move_or_everywhere() {
        let diagram = ". . . . . .\n. X O X . .\n. . . . . .\n. . . . . .\n. X O X . .\n. . . . . .";
        let near = chosen(diagram, "C5", Policy { patterns: true, local: true, ..NONE });
        let all = chosen(diagram, "C5", Policy { patterns: true, ..NONE });
        assert!(near.split(' ').all(|point| point.ends_with(['4', '5', '6'])), "{near}");
        assert!(near.contains("C4") && all.contains("C4") && all.contains("C3"), "{all}");
    }

    #[test]
    fn self_atari_that_gains_nothing_is_left_out() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nO O . . .\n. . O . .";
        assert!(chosen(diagram, "C1", NONE).contains("A1"));
        assert!(!chosen(diagram, "C1", Policy { self_atari: true, ..NONE }).contains("A1"));
    }
}
