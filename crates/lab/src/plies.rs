//! Plies: encodes the choices of a game in a few bytes each.

use stonefield_go::{Color, Move, Size};
use stonefield_sim::Choice;

/// Codes of choices. The code of a play on the board is [`FIRST_POINT`] plus the number of its point.
const PASS: u64 = 0;
const RESIGN: u64 = 1;
const LATE: u64 = 2;
const FAIL: u64 = 3;
const FIRST_POINT: u64 = 4;

/// Encodes the plies of a game, each as a variable-length integer with seven bits a byte, low bits first. The
/// lowest bit of the integer is the colour (1: White), the other bits are the code of the choice.
///
/// ```
/// use stonefield_go::{Color, Move, Size};
/// use stonefield_lab::{decode_plies, encode_plies};
/// use stonefield_sim::Choice;
///
/// let size = Size::square(9)?;
/// let plies = [(Color::Black, Choice::Move("C3".parse()?)), (Color::White, Choice::Move(Move::Pass))];
/// let bytes = encode_plies(size, plies);
/// assert_eq!(bytes.len(), 2);
/// assert_eq!(decode_plies(size, &bytes), Some(plies.to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode_plies(size: Size, plies: impl IntoIterator<Item = (Color, Choice)>) -> Vec<u8> {
    let plies = plies.into_iter();
    // On most boards a ply has at most two bytes.
    let mut bytes = Vec::with_capacity(2 * plies.size_hint().1.unwrap_or(0));
    for (color, choice) in plies {
        let code = match choice {
            Choice::Move(Move::Pass) => PASS,
            Choice::Move(Move::Play(point)) => FIRST_POINT + size.index(point) as u64,
            Choice::Resign => RESIGN,
            Choice::Late => LATE,
            Choice::Fail => FAIL,
        };
        let mut bits = code << 1 | u64::from(color == Color::White);
        while bits >= 0x80 {
            bytes.push((bits & 0x7f) as u8 | 0x80);
            bits >>= 7;
        }
        bytes.push((bits & 0x7f) as u8);
    }
    bytes
}

/// Largest number of plies of a game that is opened. Its replay takes about 300 MB of memory and ten seconds.
pub(super) const MAX_PLIES: u64 = 1_000_000;

/// Length of the longest encoded ply, in bytes, on the largest board.
pub(super) const PLY_BYTES: u64 = 4;

/// Returns the number of plies in the output of [`encode_plies`]. Each ply ends with a byte below 128.
pub(super) fn count_plies(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte < 0x80).count() as u64
}

/// Decodes the output of [`encode_plies`]; `None` if the bytes are damaged, or a point is not on the board.
#[must_use]
pub fn decode_plies(size: Size, bytes: &[u8]) -> Option<Vec<(Color, Choice)>> {
    let mut plies = Vec::new();
    let mut bytes = bytes.iter();
    while let Some(&first) = bytes.next() {
        let mut number = u64::from(first & 0x7f);
        let (mut last, mut shift) = (first, 7);
        while last & 0x80 != 0 {
            last = *bytes.next()?;
            // Integers of more than six bytes are refused.
            number |= u64::from(last & 0x7f).checked_shl(shift).filter(|_| shift < 42)?;
            shift += 7;
        }
        let color = if number & 1 == 1 { Color::White } else { Color::Black };
        let choice = match number >> 1 {
            PASS => Choice::Move(Move::Pass),
            RESIGN => Choice::Resign,
            LATE => Choice::Late,
            FAIL => Choice::Fail,
            code => {
                let index = usize::try_from(code - FIRST_POINT).ok().filter(|&index| index < size.area())?;
                Choice::Move(Move::Play(size.point(index)))
            }
        };
        plies.push((color, choice));
    }
    Some(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_decoded_as_encoded_on_the_largest_board() {
        let size = Size::square(1024).expect("a size");
        let ends = [Choice::Move(Move::Pass), Choice::Resign, Choice::Late, Choice::Fail];
        let points = size.points().step_by(997).map(|point| Choice::Move(Move::Play(point)));
        let plies: Vec<_> =
            ends.into_iter().chain(points).zip(Color::ALL.into_iter().cycle()).map(|(a, b)| (b, a)).collect();
        assert_eq!(decode_plies(size, &encode_plies(size, plies.clone())), Some(plies));
    }

    #[test]
    fn invalid_bytes_are_refused() {
        let size = Size::square(3).expect("a size");
        for bytes in [&[0x80][..], &[0x7f], &[0xff; 12]] {
            assert_eq!(decode_plies(size, bytes), None, "{bytes:?}");
        }
        assert_eq!(decode_plies(size, &[]), Some(Vec::new()));
    }
}
