//! Heavy mover: chooses moves by a policy.

use super::ataris::Ataris;
use super::pattern::patterns_around;
use super::{Policy, is_bad_self_atari, nakade, pattern_at};
use crate::Rng;
use crate::dice::random_below;
use crate::playout::{Mover, Trace, must_stop};
use stonefield_go::board::{Storage, UpdateTactics};
use stonefield_go::{Board, Color};

/// Mover that plays both sides by a policy.
#[derive(Clone, Default)]
pub(in super::super) struct Heavy {
    policy: Policy,
    /// Policy of the current turn: `policy`, or random moves late in a playout.
    active: Policy,
    ataris: Ataris,
    /// Buffer: cells of the moves among which to draw.
    choices: Vec<usize>,
    /// Number of turns until all moves are random.
    turns_left: usize,
}

/// Number of turns per board point after which all moves of a playout are random. A policy may capture and
/// recapture without end. Random moves do not.
const TURNS_PER_POINT: usize = 3;

impl Heavy {
    pub(in super::super) fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Prepares for a playout from this board.
    pub(in super::super) fn start<S: Storage>(&mut self, board: &Board<S>) {
        self.ataris.start(board);
        self.active = self.policy;
        self.turns_left = TURNS_PER_POINT * board.size().area();
    }

    /// Chooses the cell of a move. `None` for a pass, or if the trace stopped the turn.
    fn choose<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let color = Color::ALL[C];
        if self.turns_left == 0 {
            self.active = Policy::LIGHT;
        }
        self.turns_left = self.turns_left.saturating_sub(1);
        let policy = self.active;
        // Without a last move, the whole board is searched.
        let is_local = policy.local && last != 0;
        if policy.capture || policy.save {
            self.ataris.refresh(board);
            self.choices.clear();
            self.add_urgent::<S, SUICIDE>(board, color, last, is_local);
            if let Some(cell) = self.draw_choice(rng) {
                return Some(cell);
            }
        }
        if policy.nakade && last != 0 {
            let vital = nakade(board, last).filter(|&cell| self.is_allowed::<S, C, SUICIDE>(board, cell));
            if vital.is_some() {
                return vital;
            }
        }
        if policy.patterns {
            self.choices.clear();
            if is_local {
                self.add_patterns_around::<S, C, SUICIDE>(board, last);
            } else {
                self.add_patterns::<S, T, C, SUICIDE>(board, trace);
            }
            if let Some(cell) = self.draw_choice(rng) {
                return Some(cell);
            }
        }
        if policy.capture {
            self.choices.clear();
            self.add_good_captures::<S, SUICIDE>(board, color);
            if let Some(cell) = self.draw_choice(rng) {
                return Some(cell);
            }
        }
        self.draw_any::<S, T, C, SUICIDE>(board, rng, trace)
    }

    /// Adds moves that extend own chains out of atari, captures that save such chains, and captures of the
    /// chain that was just played.
    fn add_urgent<S: Storage, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        color: Color,
        last: usize,
        is_local: bool,
    ) {
        let Self { active: policy, ataris, choices, .. } = self;
        for atari in ataris.chains() {
            if atari.color != color {
                let was_just_played = last != 0 && board.chain_id(last) == atari.chain;
                if policy.capture
                    && was_just_played
                    && is_good_capture::<S, SUICIDE>(board, color, atari.liberty)
                {
                    choices.push(atari.liberty);
                }
                continue;
            }
            if !policy.save || is_local && !board.touches_chain(last, atari.chain) {
                continue;
            }
            if board.liberties_after(color, atari.liberty) >= 2
                && board.is_legal(color, atari.liberty, SUICIDE)
            {
                choices.push(atari.liberty);
            }
            for attacker in ataris.chains().iter().filter(|other| other.color != color) {
                let is_adjacent = board.chain_cells(atari.chain).any(|stone| {
                    board.neighbours(stone).into_iter().any(|other| board.chain_id(other) == attacker.chain)
                });
                if is_adjacent && is_good_capture::<S, SUICIDE>(board, color, attacker.liberty) {
                    choices.push(attacker.liberty);
                }
            }
        }
    }

    /// Adds all good captures.
    fn add_good_captures<S: Storage, const SUICIDE: bool>(&mut self, board: &Board<S>, color: Color) {
        let Self { ataris, choices, .. } = self;
        let enemies = ataris.chains().iter().filter(|atari| atari.color != color);
        choices.extend(
            enemies
                .map(|atari| atari.liberty)
                .filter(|&cell| is_good_capture::<S, SUICIDE>(board, color, cell)),
        );
    }

    /// Adds pattern moves on the whole board.
    fn add_patterns<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        trace: &mut T,
    ) {
        for i in 0..board.empty_count() {
            if must_stop::<S, T>(trace, i) {
                return;
            }
            let cell = board.nth_empty(i);
            if pattern_at(board, Color::ALL[C], cell) && self.is_allowed::<S, C, SUICIDE>(board, cell) {
                self.choices.push(cell);
            }
        }
    }

    /// Adds pattern moves around a cell.
    #[inline]
    fn add_patterns_around<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &Board<S>,
        last: usize,
    ) {
        let mut bits = patterns_around(board, Color::ALL[C], last);
        if bits == 0 {
            return;
        }
        let ([a, b, c, d], [e, f, g, h]) = (board.neighbours(last), board.diagonal(last));
        let surroundings = [a, b, c, d, e, f, g, h];
        while bits != 0 {
            let cell = surroundings[bits.trailing_zeros() as usize & 7];
            bits &= bits - 1;
            if self.is_allowed::<S, C, SUICIDE>(board, cell) {
                self.choices.push(cell);
            }
        }
    }

    /// Returns true if a playout may play on an empty cell and the policy does not avoid the move.
    #[inline]
    fn is_allowed<S: Storage, const C: usize, const SUICIDE: bool>(
        &self,
        board: &Board<S>,
        cell: usize,
    ) -> bool {
        board.is_sensible::<C, SUICIDE>(cell)
            && !(self.active.self_atari && is_bad_self_atari(board, Color::ALL[C], cell))
    }

    /// Draws one of the choices. All are equally likely.
    #[inline]
    fn draw_choice(&self, rng: &mut Rng) -> Option<usize> {
        match self.choices[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(self.choices[random_below(rng, self.choices.len())]),
        }
    }

    /// Draws one of the allowed cells of the whole board. All are equally likely.
    #[inline]
    fn draw_any<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &self,
        board: &mut Board<S>,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let mut remaining = board.empty_count();
        while remaining > 0 && !must_stop::<S, T>(trace, remaining) {
            let i = random_below(rng, remaining);
            let cell = board.nth_empty(i);
            if self.is_allowed::<S, C, SUICIDE>(board, cell) {
                return Some(cell);
            }
            remaining -= 1;
            board.swap_empty::<UpdateTactics>(i, remaining);
        }
        None
    }
}

impl Mover for Heavy {
    #[inline]
    fn play_turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let choice = self.choose::<S, T, C, SUICIDE>(board, last, rng, trace);
        match choice {
            Some(cell) => {
                board.play_nth::<C, UpdateTactics>(board.empty_index(cell));
                self.ataris.add_move(board, cell);
            }
            None => board.clear_ko(),
        }
        choice
    }
}

/// Returns true if a capture on a cell is legal and does not lose more stones in the recapture than it
/// captures.
#[inline]
fn is_good_capture<S: Storage, const SUICIDE: bool>(board: &Board<S>, color: Color, cell: usize) -> bool {
    board.is_legal(color, cell, SUICIDE) && !is_bad_self_atari(board, color, cell)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::playout::{Start, cap, run_playout};
    use rand::SeedableRng;
    use std::collections::BTreeSet;
    use stonefield_go::Size;
    use stonefield_go::board::Fixed;

    /// Mover with a policy for each side.
    struct TwoPolicies([Heavy; 2]);

    impl Mover for TwoPolicies {
        fn play_turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
            &mut self,
            board: &mut Board<S>,
            last: usize,
            rng: &mut Rng,
            trace: &mut T,
        ) -> Option<usize> {
            let choice = self.0[C].play_turn::<S, T, C, SUICIDE>(board, last, rng, trace);
            if let Some(cell) = choice {
                self.0[1 - C].ataris.add_move(board, cell);
            }
            choice
        }
    }

    /// Returns the share of games that the first policy wins, in percent. Games are on 9×9 without komi, and
    /// colours alternate.
    fn win_percentage(first: Policy, second: Policy, games: u32) -> f64 {
        let size = Size::square(9).expect("a size");
        let empty = Board::<Fixed<128>>::new(size);
        let mut rng = Rng::seed_from_u64(3);
        let mut won = 0;
        for game in 0..games {
            let mut board = empty.clone();
            let policies = if game % 2 == 0 { [first, second] } else { [second, first] };
            let mut movers = TwoPolicies(policies.map(Heavy::new));
            movers.0.iter_mut().for_each(|heavy| heavy.start(&board));
            let start = Start { to_move: Color::Black, last: None, suicide: false, cap: cap(size.area()) };
            let [black, white] = run_playout(&mut movers, &mut board, start, &mut rng, &mut ()).area;
            won += u32::from(if game % 2 == 0 { black > white } else { white > black });
        }
        100.0 * f64::from(won) / f64::from(games)
    }

    #[test]
    fn the_heavy_policy_beats_the_light_one_and_its_parts_help() {
        let heavy = Policy::HEAVY;
        let against_light = win_percentage(heavy, Policy::LIGHT, 400);
        assert!(against_light > 90.0, "{against_light}");
        // Distant captures and nakade are not tested: they help to judge life and death, but decide few
        // games.
        for (part, without) in [
            ("save", Policy { save: false, ..heavy }),
            ("patterns", Policy { patterns: false, ..heavy }),
            ("self-atari", Policy { self_atari: false, ..heavy }),
        ] {
            let percentage = win_percentage(heavy, without, 1000);
            assert!(percentage > 52.0, "{part}: {percentage}");
        }
    }

    /// Returns all points that Black may choose after White's move `last`.
    fn possible_moves(diagram: &str, last: &str, policy: Policy) -> String {
        let start = board(diagram);
        let last = at(&start, last);
        let mut heavy = Heavy::new(policy);
        let mut points = BTreeSet::new();
        for seed in 0..400 {
            let mut board = start.clone();
            heavy.start(&board);
            let choice =
                heavy.play_turn::<_, _, 0, false>(&mut board, last, &mut Rng::seed_from_u64(seed), &mut ());
            points.insert(choice.map_or_else(|| "pass".to_owned(), |cell| board.point(cell).to_string()));
        }
        points.into_iter().collect::<Vec<_>>().join(" ")
    }

    const NONE: Policy = Policy::LIGHT;

    #[test]
    fn a_stone_just_put_in_atari_is_captured() {
        let diagram = ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .";
        assert_eq!(possible_moves(diagram, "B3", Policy { capture: true, ..NONE }), "C3");
        assert_eq!(possible_moves(diagram, "B3", Policy::HEAVY), "C3");
        assert!(possible_moves(diagram, "B3", NONE).split(' ').count() > 15);
    }

    #[test]
    fn distant_captures_come_after_the_patterns() {
        let diagram = ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . O";
        assert_eq!(possible_moves(diagram, "E1", Policy { capture: true, ..NONE }), "C3");
    }

    #[test]
    fn own_stones_are_saved_by_extension_and_by_capture() {
        let diagram = ". . O X .\n. O X O .\n. . . O X\n. . . X .\n. . . . .";
        // C4 can extend to C3, or capture C5 at B5.
        assert_eq!(possible_moves(diagram, "D4", Policy { save: true, ..NONE }), "B5 C3");
        let diagram = ". . . O X\n. . O X .\n. . O X O\n. . . O .\n. . . . .";
        // D4 and D3 get no second liberty at E4, but can capture D5 at C5.
        assert_eq!(possible_moves(diagram, "E3", Policy { save: true, ..NONE }), "C5");
    }

    #[test]
    fn stones_that_cannot_extend_capture_their_attacker() {
        // C2 cannot extend; its attacker B2 can be captured at A2.
        let diagram = ". . . . .\n. . . . .\n. X O O .\n. O X O .\n. X . O .";
        assert_eq!(possible_moves(diagram, "D2", Policy { save: true, ..NONE }), "A2");
    }

    #[test]
    fn the_vital_point_beside_the_last_move_is_played() {
        let diagram = ". . . O X\nO O O O X\nX X X X X\n. . . . .\n. . . . .";
        assert_eq!(possible_moves(diagram, "D5", Policy { nakade: true, ..NONE }), "B5");
    }

    #[test]
    fn patterns_are_local_or_on_the_whole_board() {
        let diagram = ". . . . . .\n. X O X . .\n. . . . . .\n. . . . . .\n. X O X . .\n. . . . . .";
        let near = possible_moves(diagram, "C5", Policy { patterns: true, local: true, ..NONE });
        let all = possible_moves(diagram, "C5", Policy { patterns: true, ..NONE });
        assert!(near.split(' ').all(|point| point.ends_with(['4', '5', '6'])), "{near}");
        assert!(near.contains("C4") && all.contains("C4") && all.contains("C3"), "{all}");
    }

    #[test]
    fn bad_self_atari_is_avoided() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nO O . . .\n. . O . .";
        assert!(possible_moves(diagram, "C1", NONE).contains("A1"));
        assert!(!possible_moves(diagram, "C1", Policy { self_atari: true, ..NONE }).contains("A1"));
    }
}
