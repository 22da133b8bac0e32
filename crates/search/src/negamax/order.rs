//! Move ordering: the earlier the best move is tried, the fewer nodes are searched.

use crate::Rng;
use rand::RngExt;

/// Move with its order key.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedMove {
    /// Point index of the move; the board's area for a pass.
    pub(super) spot: u32,
    /// Main key: the table's move, killers, the value of a one-ply search.
    first: u64,
    /// Key among equals: history, then the order of the points.
    second: u64,
}

/// Main key of the table's move, which is tried before all others.
const HINT: u64 = 1 << 63;
/// Main keys of the two killer moves, the latest first.
const KILLERS: [u64; 2] = [1 << 62, 1 << 61];

impl OrderedMove {
    /// Sets the main key by the value of a one-ply search. The table's move still comes first.
    pub(super) const fn set_value(&mut self, value: i32) {
        self.first = self.first & HINT | (value as i64 - i32::MIN as i64).cast_unsigned();
    }

    /// Whole order key. The move with the greatest key is tried first.
    pub(super) const fn key(&self) -> u128 {
        (self.first as u128) << 64 | self.second as u128
    }
}

/// Number of moves selected one by one, best first. The other moves are sorted when they are needed.
const PICKED: usize = 6;
/// Number of moves sorted at a time after those.
const SORTED: usize = 4096;

/// Brings the best of the moves from index `next` on to that index, and returns its spot.
pub(super) fn pick(moves: &mut [OrderedMove], next: usize) -> Option<u32> {
    let rest = moves.get_mut(next..)?;
    let key = |choice: &OrderedMove| std::cmp::Reverse(choice.key());
    if next < PICKED {
        let best = rest.iter().enumerate().max_by_key(|(_, choice)| choice.key())?.0;
        rest.swap(0, best);
    } else if (next - PICKED).is_multiple_of(SORTED) {
        let first = if rest.len() > SORTED {
            rest.select_nth_unstable_by_key(SORTED, key);
            &mut rest[..SORTED]
        } else {
            &mut *rest
        };
        first.sort_unstable_by_key(key);
    }
    rest.first().map(|choice| choice.spot)
}

/// Statistics of moves in one search.
#[derive(Debug)]
pub(super) struct Order {
    /// History scores by colour and spot: the sum of depth² over cuts.
    // CITE: the history heuristic: J. Schaeffer, 1983; as in Negamax Go, 2017.
    history: [Vec<u32>; 2],
    /// Killers by ply: the last two moves that caused a cut, if killers are used.
    // CITE: killer moves: S. Akl, M. Newborn, "The principal continuation and the killer heuristic", 1977.
    killers: Vec<[u32; 2]>,
    /// Ranks by spot, which decide when all else is equal.
    ranks: Vec<u32>,
    use_history: bool,
    use_killers: bool,
}

/// Placeholder for no move.
pub(super) const NONE: u32 = u32::MAX;

impl Order {
    /// Creates empty statistics for a board of `area` points. With `rng`, ties are broken at random.
    pub(super) fn new(area: usize, history: bool, killers: bool, rng: Option<&mut Rng>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
        let mut ranks: Vec<u32> = (0..=area as u32).rev().collect();
        if let Some(rng) = rng {
            for i in (1..area).rev() {
                ranks.swap(i, rng.random_range(0..=i));
            }
        }
        let none = vec![0; area + 1];
        Self {
            history: [none.clone(), none],
            killers: Vec::new(),
            ranks,
            use_history: history,
            use_killers: killers,
        }
    }

    /// Order key of a move of a colour, `ply` plies from the root. `hint` is the move that the table has.
    #[inline]
    pub(super) fn choice(&self, color: usize, ply: usize, spot: u32, hint: u32) -> OrderedMove {
        let mut first = 0;
        if spot == hint {
            first = HINT;
        } else if let Some(killers) = self.killers.get(ply) {
            for (killer, score) in killers.iter().zip(KILLERS) {
                if *killer == spot {
                    first = score;
                }
            }
        }
        let at = spot as usize;
        let second = u64::from(self.history[color][at]) << 32 | u64::from(self.ranks[at]);
        OrderedMove { spot, first, second }
    }

    /// Records that a move of a colour caused a cut with `depth` plies left.
    pub(super) fn record_cut(&mut self, color: usize, ply: usize, spot: u32, depth: u32) {
        if self.use_history {
            let score = &mut self.history[color][spot as usize];
            *score = score.saturating_add(depth * depth);
        }
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [NONE; 2]);
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

    fn order(order: &Order, hint: u32) -> Vec<u32> {
        let mut moves: Vec<OrderedMove> = (0..10).map(|spot| order.choice(0, 2, spot, hint)).collect();
        (0..10).map(|next| pick(&mut moves, next).expect("ten moves")).collect()
    }

    #[test]
    fn hints_come_first_then_killers_then_history() {
        let mut statistics = Order::new(9, true, true, None);
        assert_eq!(order(&statistics, NONE), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        statistics.record_cut(0, 5, 7, 3);
        statistics.record_cut(0, 5, 8, 2);
        statistics.record_cut(1, 2, 4, 1);
        statistics.record_cut(0, 2, 9, 1);
        assert_eq!(order(&statistics, 3), [3, 9, 4, 7, 8, 0, 1, 2, 5, 6]);
        let empty = Order::new(9, false, false, None);
        assert_eq!(order(&empty, 3), [3, 0, 1, 2, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn many_moves_are_picked_in_sorted_order() {
        let area = 10_000;
        let statistics = Order::new(area, true, true, Some(&mut rand::SeedableRng::seed_from_u64(4)));
        let mut moves: Vec<OrderedMove> =
            (0..area as u32).map(|spot| statistics.choice(0, 2, spot, 77)).collect();
        let mut sorted = moves.clone();
        sorted.sort_by_key(|choice| std::cmp::Reverse(choice.key()));
        for (next, choice) in sorted.iter().enumerate() {
            assert_eq!(pick(&mut moves, next), Some(choice.spot));
        }
        assert_eq!(pick(&mut moves, area), None);
    }

    #[test]
    fn one_ply_values_go_before_killers() {
        let mut statistics = Order::new(3, true, true, None);
        statistics.record_cut(0, 2, 1, 4);
        let mut moves: Vec<OrderedMove> = (0..3).map(|spot| statistics.choice(0, 2, spot, NONE)).collect();
        for (choice, value) in moves.iter_mut().zip([-5, -5, 7]) {
            choice.set_value(value);
        }
        let spots: Vec<_> = (0..4).map_while(|next| pick(&mut moves, next)).collect();
        assert_eq!(spots, [2, 1, 0]);
    }
}
