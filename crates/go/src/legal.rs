//! Counting legal positions, column state by column state.

use super::Size;
use std::collections::HashMap;

/// The longest shorter side that [`legal_positions`] takes on.
const MOST_ROWS: u16 = 7;

/// The largest area whose count surely fits in 128 bits: 3⁸⁰ < 2¹²⁸ < 3⁸¹.
const MOST_AREA: usize = 80;

/// Why legal positions cannot be counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "legal positions of {0} are too many to count: the shorter side at most {MOST_ROWS}, at most {MOST_AREA} points"
)]
pub struct LegalError(Size);

/// A point of the frontier: 0 empty, else a chain's number from 1 with its colour and whether it has a liberty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Slot {
    chain: u8,
    black: bool,
    free: bool,
}

/// Number of positions in which every chain has a liberty, the empty board among them.
///
/// Points are added one by one; a state is what the last `rows` of them look like from the rest of the board.
///
/// # Errors
/// When the board is too large.
// CITE: border states: J. Tromp, G. Farnebäck, "Combinatorics of Go", 2007.
pub fn legal_positions(size: Size) -> Result<u128, LegalError> {
    let (rows, columns) = (size.width().min(size.height()), size.width().max(size.height()));
    if rows > MOST_ROWS || size.area() > MOST_AREA {
        return Err(LegalError(size));
    }
    let rows = usize::from(rows);
    let mut states: HashMap<Vec<Slot>, u128> = HashMap::from([(vec![Slot::default(); rows], 1)]);
    for column in 0..usize::from(columns) {
        for row in 0..rows {
            let mut next: HashMap<Vec<Slot>, u128> = HashMap::with_capacity(states.len() * 2);
            for (state, count) in &states {
                for stone in [None, Some(true), Some(false)] {
                    if let Some(state) = add(state, row, column > 0, stone) {
                        *next.entry(state).or_default() += count;
                    }
                }
            }
            states = next;
        }
    }
    let alive = |state: &[Slot]| state.iter().all(|slot| slot.chain == 0 || slot.free);
    Ok(states.iter().filter(|(state, _)| alive(state)).map(|(_, count)| count).sum())
}

/// The state after a point in `row`: its neighbours are the slot it replaces (unless this is the first column) and the
/// slot before. `None` when a chain is left without liberties for good.
fn add(state: &[Slot], row: usize, behind: bool, stone: Option<bool>) -> Option<Vec<Slot>> {
    let mut next = state.to_vec();
    let left = behind.then(|| state[row]);
    let below = (row > 0).then(|| state[row - 1]);
    let near = [left, below];
    match stone {
        None => {
            for slot in near.into_iter().flatten().filter(|slot| slot.chain != 0) {
                free(&mut next, slot.chain);
            }
            next[row] = Slot::default();
        }
        Some(black) => {
            if let Some(left) = left.filter(|left| left.chain != 0 && left.black != black) {
                let elsewhere =
                    state.iter().enumerate().any(|(i, slot)| i != row && slot.chain == left.chain);
                if !left.free && !elsewhere {
                    return None;
                }
            }
            let fresh = u8::MAX;
            next[row] = Slot { chain: fresh, black, free: false };
            let mut has_liberty = false;
            for slot in near.into_iter().flatten() {
                if slot.chain == 0 {
                    has_liberty = true;
                } else if slot.black == black {
                    has_liberty |= slot.free;
                    for other in next.iter_mut().filter(|other| other.chain == slot.chain) {
                        other.chain = fresh;
                    }
                }
            }
            if has_liberty {
                free(&mut next, fresh);
            } else {
                // A chain's mark is the same at all its points.
                for other in next.iter_mut().filter(|other| other.chain == fresh) {
                    other.free = false;
                }
            }
        }
    }
    number(&mut next);
    Some(next)
}

fn free(state: &mut [Slot], chain: u8) {
    for slot in state.iter_mut().filter(|slot| slot.chain == chain) {
        slot.free = true;
    }
}

/// Numbers the chains in the order in which they appear, so that equal states are the same.
fn number(state: &mut [Slot]) {
    let mut names = [0_u8; 256];
    let mut used = 0;
    for slot in state.iter_mut().filter(|slot| slot.chain != 0) {
        let name = &mut names[usize::from(slot.chain)];
        if *name == 0 {
            used += 1;
            *name = used;
        }
        slot.chain = *name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizeError;

    // CITE: OEIS A094777, and the known counts of one-line boards.
    #[test]
    fn counts_are_the_known_ones() -> Result<(), SizeError> {
        let count = |width, height| Size::new(width, height).map(legal_positions);
        for (side, known) in [(1, 1), (2, 57), (3, 12_675), (4, 24_318_165), (5, 414_295_148_741)] {
            assert_eq!(count(side, side)?, Ok(known), "{side}x{side}");
        }
        for (length, known) in [(1, 1), (2, 5), (3, 15), (4, 41), (5, 113), (6, 313)] {
            assert_eq!(count(length, 1)?, Ok(known), "1x{length}");
            assert_eq!(count(1, length)?, Ok(known), "{length}x1");
        }
        assert_eq!(count(3, 5)?, count(5, 3)?);
        assert!(count(19, 19)?.is_err());
        Ok(())
    }
}
