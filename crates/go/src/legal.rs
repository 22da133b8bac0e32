//! Count of legal positions, by dynamic programming over frontier states.

use super::Size;
use std::collections::HashMap;

/// Limit of [`legal_positions`] for the shorter side, in points.
const MAX_ROWS: u16 = 7;

/// Largest area, in points, whose count always fits in 128 bits: 3⁸⁰ < 2¹²⁸ < 3⁸¹.
const MAX_AREA: usize = 80;

/// Error: a board is too large to count its legal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "legal positions of {0} are too many to count: the shorter side at most {MAX_ROWS}, at most {MAX_AREA} points"
)]
pub struct LegalError(Size);

/// Content of a frontier point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Slot {
    /// Number of the chain, from 1. 0: the point is empty.
    chain: u8,
    black: bool,
    /// True if the chain has a liberty.
    has_liberty: bool,
}

/// Number of positions in which every chain has a liberty, the empty board included.
///
/// Points are added one by one. A state is the content of the last `rows` points, which are the frontier to
/// the rest of the board.
///
/// # Errors
/// [`LegalError`] when the board is too large.
// CITE: border states: J. Tromp, G. Farnebäck, "Combinatorics of Go", 2007.
pub fn legal_positions(size: Size) -> Result<u128, LegalError> {
    let (rows, columns) = (size.width().min(size.height()), size.width().max(size.height()));
    if rows > MAX_ROWS || size.area() > MAX_AREA {
        return Err(LegalError(size));
    }
    let rows = usize::from(rows);
    let mut states: HashMap<Vec<Slot>, u128> = HashMap::from([(vec![Slot::default(); rows], 1)]);
    for column in 0..usize::from(columns) {
        for row in 0..rows {
            let mut next: HashMap<Vec<Slot>, u128> = HashMap::with_capacity(states.len() * 2);
            for (state, count) in &states {
                for stone in [None, Some(true), Some(false)] {
                    if let Some(state) = add_point(state, row, column > 0, stone) {
                        *next.entry(state).or_default() += count;
                    }
                }
            }
            states = next;
        }
    }
    let is_legal = |state: &[Slot]| state.iter().all(|slot| slot.chain == 0 || slot.has_liberty);
    Ok(states.iter().filter(|(state, _)| is_legal(state)).map(|(_, count)| count).sum())
}

/// State after a new point in `row`, or `None` if a chain can no longer get a liberty.
///
/// The slot that the new point replaces is its left neighbour, if `has_left` is true. The slot before it is
/// its lower neighbour, if `row` > 0. `stone` is true for a black stone and false for a white one. `None`:
/// the new point is empty.
fn add_point(state: &[Slot], row: usize, has_left: bool, stone: Option<bool>) -> Option<Vec<Slot>> {
    let mut next = state.to_vec();
    let left = has_left.then(|| state[row]);
    let below = (row > 0).then(|| state[row - 1]);
    let neighbours = [left, below];
    match stone {
        None => {
            for slot in neighbours.into_iter().flatten().filter(|slot| slot.chain != 0) {
                mark_liberty(&mut next, slot.chain);
            }
            next[row] = Slot::default();
        }
        Some(black) => {
            if let Some(left) = left.filter(|left| left.chain != 0 && left.black != black) {
                let has_other_slot =
                    state.iter().enumerate().any(|(i, slot)| i != row && slot.chain == left.chain);
                if !left.has_liberty && !has_other_slot {
                    return None;
                }
            }
            let new_chain = u8::MAX;
            next[row] = Slot { chain: new_chain, black, has_liberty: false };
            let mut has_liberty = false;
            for slot in neighbours.into_iter().flatten() {
                if slot.chain == 0 {
                    has_liberty = true;
                } else if slot.black == black {
                    has_liberty |= slot.has_liberty;
                    for other in next.iter_mut().filter(|other| other.chain == slot.chain) {
                        other.chain = new_chain;
                    }
                }
            }
            if has_liberty {
                mark_liberty(&mut next, new_chain);
            } else {
                // All slots of a chain must have the same value of `has_liberty`.
                for other in next.iter_mut().filter(|other| other.chain == new_chain) {
                    other.has_liberty = false;
                }
            }
        }
    }
    renumber_chains(&mut next);
    Some(next)
}

/// Marks a chain as having a liberty.
fn mark_liberty(state: &mut [Slot], chain: u8) {
    for slot in state.iter_mut().filter(|slot| slot.chain == chain) {
        slot.has_liberty = true;
    }
}

/// Numbers the chains in the order of their first slots, so that equivalent states are equal.
fn renumber_chains(state: &mut [Slot]) {
    let mut new_numbers = [0_u8; 256];
    let mut used = 0;
    for slot in state.iter_mut().filter(|slot| slot.chain != 0) {
        let new_number = &mut new_numbers[usize::from(slot.chain)];
        if *new_number == 0 {
            used += 1;
            *new_number = used;
        }
        slot.chain = *new_number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizeError;

    // CITE: OEIS A094777, and the known counts of boards with one row.
    #[test]
    fn counts_are_the_known_ones() -> Result<(), SizeError> {
        let count = |width, height| Size::new(width, height).map(legal_positions);
        for (side, expected) in [(1, 1), (2, 57), (3, 12_675), (4, 24_318_165), (5, 414_295_148_741)] {
            assert_eq!(count(side, side)?, Ok(expected), "{side}x{side}");
        }
        for (length, expected) in [(1, 1), (2, 5), (3, 15), (4, 41), (5, 113), (6, 313)] {
            assert_eq!(count(length, 1)?, Ok(expected), "1x{length}");
            assert_eq!(count(1, length)?, Ok(expected), "{length}x1");
        }
        assert_eq!(count(3, 5)?, count(5, 3)?);
        assert!(count(19, 19)?.is_err());
        Ok(())
    }
}
