//! In which order moves are tried: the sooner the best one, the less has to be looked at.

use crate::Rng;
use rand::RngExt;

/// A move to be tried, and how early.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedMove {
    /// Its point's number; the board's area for a pass.
    pub(super) spot: u32,
    /// What counts first: the table's move, killers, what it leads to at once.
    first: u64,
    /// What decides between equals: history, then the order of the points.
    second: u64,
}

/// The table's move is tried before all others, then the killers.
const HINT: u64 = 1 << 63;
const KILLERS: [u64; 2] = [1 << 62, 1 << 61];

impl OrderedMove {
    /// Puts it where what it leads to at once belongs; the table's move stays before all others.
    pub(super) const fn lead(&mut self, value: i32) {
        self.first = self.first & HINT | (value as i64 - i32::MIN as i64).cast_unsigned();
    }

    /// How early it is to be tried.
    pub(super) const fn key(&self) -> u128 {
        (self.first as u128) << 64 | self.second as u128
    }
}

/// Moves taken one by one from the best; the rest is sorted when it comes to that.
const PICKED: usize = 6;
/// Moves sorted at a time after those.
const SORTED: usize = 4096;

/// Brings the best of the moves from `next` on to that place.
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

/// What a search has learnt about moves.
#[derive(Debug)]
pub(super) struct Order {
    /// By colour and spot: depth² for every cut.
    // CITE: the history heuristic: J. Schaeffer, 1983; as in Negamax Go, 2017.
    history: [Vec<u32>; 2],
    /// By ply: the last two moves that refuted something, where those are kept.
    // CITE: killer moves: S. Akl, M. Newborn, "The principal continuation and the killer heuristic", 1977.
    killers: Vec<[u32; 2]>,
    /// By spot: where it stands when nothing else decides.
    ranks: Vec<u32>,
    use_history: bool,
    use_killers: bool,
}

/// Stands where there is no move.
pub(super) const NONE: u32 = u32::MAX;

impl Order {
    /// Knows nothing of a board of so many points; with `rng` chance decides between equals.
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

    /// A move of a colour, `ply` plies from the root; `hint` is the one that the table has.
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

    /// Learns that a move of a colour has refuted something with so many plies left.
    pub(super) fn cut(&mut self, color: usize, ply: usize, spot: u32, depth: u32) {
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
        let mut known = Order::new(9, true, true, None);
        assert_eq!(order(&known, NONE), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        known.cut(0, 5, 7, 3);
        known.cut(0, 5, 8, 2);
        known.cut(1, 2, 4, 1);
        known.cut(0, 2, 9, 1);
        assert_eq!(order(&known, 3), [3, 9, 4, 7, 8, 0, 1, 2, 5, 6]);
        let blind = Order::new(9, false, false, None);
        assert_eq!(order(&blind, 3), [3, 0, 1, 2, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn many_moves_come_in_the_order_of_a_few() {
        let area = 10_000;
        let known = Order::new(area, true, true, Some(&mut rand::SeedableRng::seed_from_u64(4)));
        let mut moves: Vec<OrderedMove> = (0..area as u32).map(|spot| known.choice(0, 2, spot, 77)).collect();
        let mut sorted = moves.clone();
        sorted.sort_by_key(|choice| std::cmp::Reverse(choice.key()));
        for (next, choice) in sorted.iter().enumerate() {
            assert_eq!(pick(&mut moves, next), Some(choice.spot));
        }
        assert_eq!(pick(&mut moves, area), None);
    }

    #[test]
    fn what_a_move_leads_to_goes_before_killers() {
        let mut known = Order::new(3, true, true, None);
        known.cut(0, 2, 1, 4);
        let mut moves: Vec<OrderedMove> = (0..3).map(|spot| known.choice(0, 2, spot, NONE)).collect();
        for (choice, value) in moves.iter_mut().zip([-5, -5, 7]) {
            choice.lead(value);
        }
        let found: Vec<_> = (0..4).map_while(|next| pick(&mut moves, next)).collect();
        assert_eq!(found, [2, 1, 0]);
    }
}
