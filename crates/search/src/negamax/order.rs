//! Move ordering. The earlier the best move of a node is tried, the fewer nodes are searched.

use crate::Rng;
use rand::RngExt;

/// Move with its order key.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedMove {
    pub(super) spot: u32,
    /// Main key: table move, killer move, or value of a one-ply search.
    main_key: u64,
    /// Key among moves with equal main keys: history, then the order of the points.
    tie_key: u64,
}

/// Main key of the table move, which is tried before all others.
const TABLE_MOVE: u64 = 1 << 63;
/// Main keys of the two killer moves, the latest first.
const KILLERS: [u64; 2] = [1 << 62, 1 << 61];

impl OrderedMove {
    /// Sets the main key from the value of a one-ply search. The table move still comes first.
    pub(super) const fn set_value(&mut self, value: i32) {
        self.main_key = self.main_key & TABLE_MOVE | (value as i64 - i32::MIN as i64).cast_unsigned();
    }

    /// Whole order key. The move with the largest key is tried first.
    pub(super) const fn key(&self) -> u128 {
        (self.main_key as u128) << 64 | self.tie_key as u128
    }
}

/// Number of moves that are picked one by one, the best first. The later moves are sorted in chunks.
const PICKED_SINGLY: usize = 6;
/// Number of moves in a sorted chunk.
const SORT_CHUNK: usize = 4096;

/// Moves the best of `moves[next..]` to index `next`, and returns its spot. Must be called with `next` = 0,
/// 1, 2 and so on.
pub(super) fn pick_next(moves: &mut [OrderedMove], next: usize) -> Option<u32> {
    let rest = moves.get_mut(next..)?;
    let key = |ordered_move: &OrderedMove| std::cmp::Reverse(ordered_move.key());
    if next < PICKED_SINGLY {
        let best = rest.iter().enumerate().max_by_key(|(_, ordered_move)| ordered_move.key())?.0;
        rest.swap(0, best);
    } else if (next - PICKED_SINGLY).is_multiple_of(SORT_CHUNK) {
        let chunk = if rest.len() > SORT_CHUNK {
            rest.select_nth_unstable_by_key(SORT_CHUNK, key);
            &mut rest[..SORT_CHUNK]
        } else {
            &mut *rest
        };
        chunk.sort_unstable_by_key(key);
    }
    rest.first().map(|ordered_move| ordered_move.spot)
}

/// Statistics of moves in one search, from which order keys are computed.
#[derive(Debug)]
pub(super) struct MoveOrder {
    /// History scores by colour and point index: the sum of depth² over cuts.
    // CITE: the history heuristic: J. Schaeffer, 1983; as in Negamax Go, 2017.
    history: [Vec<u32>; 2],
    /// Killer moves by ply: the last two moves that caused a cut. Empty if killers are not used.
    // CITE: killer moves: S. Akl, M. Newborn, "The principal continuation and the killer heuristic", 1977.
    killers: Vec<[u32; 2]>,
    /// Ranks by point index. They decide if all else is equal.
    ranks: Vec<u32>,
    use_history: bool,
    use_killers: bool,
}

/// Point index that means no move.
pub(super) const NO_MOVE: u32 = u32::MAX;

impl MoveOrder {
    /// Creates empty statistics for a board of `area` points. With `rng`, ties are broken at random.
    pub(super) fn new(area: usize, history: bool, killers: bool, rng: Option<&mut Rng>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
        let mut ranks: Vec<u32> = (0..=area as u32).rev().collect();
        if let Some(rng) = rng {
            for i in (1..area).rev() {
                ranks.swap(i, rng.random_range(0..=i));
            }
        }
        let no_history = vec![0; area + 1];
        Self {
            history: [no_history.clone(), no_history],
            killers: Vec::new(),
            ranks,
            use_history: history,
            use_killers: killers,
        }
    }

    /// Returns a move of a colour, `ply` plies from the root, with its order key. `hint` is the table move,
    /// or [`NO_MOVE`].
    #[inline]
    pub(super) fn ordered_move(&self, color: usize, ply: usize, spot: u32, hint: u32) -> OrderedMove {
        let mut main_key = 0;
        if spot == hint {
            main_key = TABLE_MOVE;
        } else if let Some(killers) = self.killers.get(ply) {
            for (killer, key) in killers.iter().zip(KILLERS) {
                if *killer == spot {
                    main_key = key;
                }
            }
        }
        let index = spot as usize;
        let tie_key = u64::from(self.history[color][index]) << 32 | u64::from(self.ranks[index]);
        OrderedMove { spot, main_key, tie_key }
    }

    /// Records that a move of a colour caused a cut with `depth` plies left.
    pub(super) fn record_cut(&mut self, color: usize, ply: usize, spot: u32, depth: u32) {
        if self.use_history {
            let score = &mut self.history[color][spot as usize];
            *score = score.saturating_add(depth * depth);
        }
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [NO_MOVE; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != spot {
                *killers = [spot, killers[0]];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots_in_order(order: &MoveOrder, hint: u32) -> Vec<u32> {
        let mut moves: Vec<OrderedMove> = (0..10).map(|spot| order.ordered_move(0, 2, spot, hint)).collect();
        (0..10).map(|next| pick_next(&mut moves, next).expect("ten moves")).collect()
    }

    #[test]
    fn table_moves_come_first_then_killers_then_history() {
        let mut statistics = MoveOrder::new(9, true, true, None);
        assert_eq!(spots_in_order(&statistics, NO_MOVE), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        statistics.record_cut(0, 5, 7, 3);
        statistics.record_cut(0, 5, 8, 2);
        statistics.record_cut(1, 2, 4, 1);
        statistics.record_cut(0, 2, 9, 1);
        assert_eq!(spots_in_order(&statistics, 3), [3, 9, 4, 7, 8, 0, 1, 2, 5, 6]);
        let empty = MoveOrder::new(9, false, false, None);
        assert_eq!(spots_in_order(&empty, 3), [3, 0, 1, 2, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn many_moves_are_picked_in_sorted_order() {
        let area = 10_000;
        let statistics = MoveOrder::new(area, true, true, Some(&mut rand::SeedableRng::seed_from_u64(4)));
        let mut moves: Vec<OrderedMove> =
            (0..area as u32).map(|spot| statistics.ordered_move(0, 2, spot, 77)).collect();
        let mut sorted = moves.clone();
        sorted.sort_by_key(|ordered_move| std::cmp::Reverse(ordered_move.key()));
        for (next, ordered_move) in sorted.iter().enumerate() {
            assert_eq!(pick_next(&mut moves, next), Some(ordered_move.spot));
        }
        assert_eq!(pick_next(&mut moves, area), None);
    }

    #[test]
    fn one_ply_values_go_before_killers() {
        let mut statistics = MoveOrder::new(3, true, true, None);
        statistics.record_cut(0, 2, 1, 4);
        let mut moves: Vec<OrderedMove> =
            (0..3).map(|spot| statistics.ordered_move(0, 2, spot, NO_MOVE)).collect();
        for (ordered_move, value) in moves.iter_mut().zip([-5, -5, 7]) {
            ordered_move.set_value(value);
        }
        let spots: Vec<_> = (0..4).map_while(|next| pick_next(&mut moves, next)).collect();
        assert_eq!(spots, [2, 1, 0]);
    }
}
