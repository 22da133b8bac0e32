//! Compressed list of a record's rows. A row is stored as its difference from the row before.

use crate::{Changes, TallyRow};
use stonefield_go::{ByColor, Color};

/// Number of rows in a block.
const BLOCK: usize = 64;

/// Largest number of uncompressed rows. Most games are shorter and are never compressed.
const UNPACKED_ROWS: usize = 8 * BLOCK;

/// Rows of a record, in the order in which they were first measured. All but the last ones, at most
/// [`UNPACKED_ROWS`], are compressed in blocks, to about 9 bytes per row instead of 104. No bit is lost.
#[derive(Clone, Default)]
pub(super) struct RowLog {
    blocks: Vec<Box<[u8]>>,
    last: Vec<TallyRow>,
}

impl RowLog {
    pub const fn len(&self) -> usize {
        self.blocks.len() * BLOCK + self.last.len()
    }

    /// Creates a list with a capacity of `room` rows, at most one block.
    pub fn with_room(room: usize) -> Self {
        Self { blocks: Vec::new(), last: Vec::with_capacity(room.min(BLOCK)) }
    }

    /// Row with this number.
    pub fn get(&self, at: usize) -> Option<TallyRow> {
        let Some(block) = self.blocks.get(at / BLOCK) else {
            return self.last.get(at - self.blocks.len() * BLOCK).copied();
        };
        Unpacked::new(block).nth(at % BLOCK)
    }

    pub fn push(&mut self, row: TallyRow) {
        if self.last.len() == UNPACKED_ROWS {
            self.blocks.extend(self.last.chunks(BLOCK).map(pack));
            self.last.clear();
        }
        self.last.push(row);
    }

    pub fn replace(&mut self, at: usize, row: TallyRow) {
        let packed = self.blocks.len() * BLOCK;
        if let Some(block) = self.blocks.get_mut(at / BLOCK) {
            let mut rows = Unpacked::new(block).collect::<Vec<_>>();
            if let Some(old) = rows.get_mut(at % BLOCK).filter(|old| **old != row) {
                *old = row;
                *block = pack(&rows);
            }
        } else if let Some(old) = self.last.get_mut(at - packed) {
            *old = row;
        }
    }
}

/// Reads rows. Consecutive reads unpack each block only once.
pub(super) struct RowReader<'a> {
    log: &'a RowLog,
    block: Option<usize>,
    rows: Vec<TallyRow>,
}

impl<'a> RowReader<'a> {
    pub const fn new(log: &'a RowLog) -> Self {
        Self { log, block: None, rows: Vec::new() }
    }

    /// Row with this number.
    pub fn get(&mut self, at: usize) -> Option<TallyRow> {
        let Some(block) = self.log.blocks.get(at / BLOCK) else { return self.log.get(at) };
        if self.block != Some(at / BLOCK) {
            self.block = Some(at / BLOCK);
            self.rows.clear();
            self.rows.extend(Unpacked::new(block));
        }
        self.rows.get(at % BLOCK).copied()
    }
}

/// Number of integers in a row that describe the board. Only those that changed are written.
const STATES: usize = 12;

/// Number of integers in a row that count events of the tick. Only those above 0 are written.
const EVENTS: usize = 6;

/// Places of the other fields, after the integers.
const CAPACITY: usize = STATES + EVENTS;
const SCORE: usize = CAPACITY + 1;
const WHITE_SCORE: usize = SCORE + 1;
const TICK: usize = WHITE_SCORE + 1;

/// Places in the order of their flag bits. Fields that change often come first, because 7 flags take a byte
/// and high flags that are 0 take none.
const ORDER: [usize; TICK + 1] = [
    // Capacity, stones, groups, merges and their largest size.
    CAPACITY,
    0,
    1,
    2,
    3,
    12,
    13,
    // Groups in atari, unions, largest group, eye points.
    6,
    7,
    14,
    4,
    5,
    10,
    11,
    // Captures, scores, spanning groups, tick.
    15,
    16,
    17,
    SCORE,
    WHITE_SCORE,
    8,
    9,
    TICK,
];

/// Integers of a row.
fn numbers(row: &TallyRow) -> ([u32; STATES], [u32; EVENTS]) {
    let TallyRow { stones, groups, largest, in_atari, spanning, eye_points, changes, .. } = row;
    let mut states = [0; STATES];
    for (at, by_color) in [stones, groups, largest, in_atari, spanning, eye_points].into_iter().enumerate() {
        (states[2 * at], states[2 * at + 1]) = (by_color.black, by_color.white);
    }
    let Changes { merges, merge_size, unions, captures, captured_groups, largest_capture } = *changes;
    (states, [merges, merge_size, unions, captures, captured_groups, largest_capture])
}

/// Expected score of a colour: without captures it changes by as much as the number of stones.
fn score_after(before: &TallyRow, row: &TallyRow, color: Color) -> f64 {
    before.score[color] + (f64::from(row.stones[color]) - f64::from(before.stones[color]))
}

/// Difference of two numbers, if it is an integer below 10^9 that restores `to` exactly.
fn whole_step(from: f64, to: f64) -> Option<i64> {
    let step = to - from;
    let is_whole = step.abs() < 1e9 && step.fract() == 0.0 && (from + step).to_bits() == to.to_bits();
    #[expect(clippy::cast_possible_truncation, reason = "a whole number below 10^9")]
    is_whole.then_some(step as i64)
}

fn pack(rows: &[TallyRow]) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(16 * rows.len());
    let mut before = TallyRow::default();
    for row in rows {
        pack_row(&mut bytes, &before, row);
        before = *row;
    }
    bytes.into_boxed_slice()
}

fn pack_row(bytes: &mut Vec<u8>, before: &TallyRow, row: &TallyRow) {
    let (old, (states, events)) = (numbers(before).0, numbers(row));
    let capacity = (row.capacity.to_bits() != before.capacity.to_bits()).then_some(before.capacity);
    let score = |color| {
        let expected = score_after(before, row, color);
        (row.score[color].to_bits() != expected.to_bits()).then_some(expected)
    };
    let differs = |place: usize| match place {
        CAPACITY => capacity.is_some(),
        SCORE => score(Color::Black).is_some(),
        TICK => row.tick != before.tick.wrapping_add(1),
        place if place < STATES => states[place] != old[place],
        place if place < CAPACITY => events[place - STATES] != 0,
        _ => score(Color::White).is_some(),
    };
    let flags =
        ORDER.iter().enumerate().fold(0, |flags, (bit, place)| flags | u64::from(differs(*place)) << bit);
    put(bytes, flags);
    for (_, place) in ORDER.into_iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1) {
        match place {
            CAPACITY => put_real(bytes, before.capacity, row.capacity),
            TICK => put(bytes, row.tick),
            place if place < STATES => put(bytes, zigzag(i64::from(states[place]) - i64::from(old[place]))),
            place if place < CAPACITY => put(bytes, u64::from(events[place - STATES])),
            place => {
                let color = if place == SCORE { Color::Black } else { Color::White };
                put_real(bytes, score_after(before, row, color), row.score[color]);
            }
        }
    }
}

/// Iterator over the rows of a compressed block.
struct Unpacked<'a> {
    bytes: &'a [u8],
    before: TallyRow,
}

impl<'a> Unpacked<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, before: TallyRow::default() }
    }

    fn take_real(&mut self, expected: f64) -> f64 {
        match take(&mut self.bytes) {
            0 => {
                let (bits, rest) = self.bytes.split_first_chunk().unwrap_or((&[0; 8], &[]));
                self.bytes = rest;
                f64::from_le_bytes(*bits)
            }
            #[expect(clippy::cast_precision_loss, reason = "a whole number below 10^9")]
            step => expected + unzigzag(step - 1) as f64,
        }
    }
}

impl Iterator for Unpacked<'_> {
    type Item = TallyRow;

    #[expect(clippy::cast_possible_truncation, reason = "only u32 values were written")]
    fn next(&mut self) -> Option<TallyRow> {
        if self.bytes.is_empty() {
            return None;
        }
        let before = self.before;
        let flags = take(&mut self.bytes);
        let (mut states, mut events) = (numbers(&before).0, [0; EVENTS]);
        let (mut capacity, mut tick) = (before.capacity, before.tick.wrapping_add(1));
        // Stones are written before the scores that they predict.
        let mut score = ByColor::new(None, None);
        let stones = |states: &[u32; STATES]| {
            let stones = ByColor::new(states[0], states[1]);
            TallyRow { stones, ..TallyRow::default() }
        };
        for (_, place) in ORDER.into_iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1) {
            match place {
                CAPACITY => capacity = self.take_real(capacity),
                TICK => tick = take(&mut self.bytes),
                place if place < STATES => {
                    let step = unzigzag(take(&mut self.bytes));
                    states[place] = (i64::from(states[place]) + step) as u32;
                }
                place if place < CAPACITY => events[place - STATES] = take(&mut self.bytes) as u32,
                place => {
                    let color = if place == SCORE { Color::Black } else { Color::White };
                    let expected = score_after(&before, &stones(&states), color);
                    score[color] = Some(self.take_real(expected));
                }
            }
        }
        let pair = |at: usize| ByColor::new(states[2 * at], states[2 * at + 1]);
        let [merges, merge_size, unions, captures, captured_groups, largest_capture] = events;
        let row = TallyRow {
            tick,
            capacity,
            score: ByColor::from_fn(|color| {
                score[color].unwrap_or_else(|| score_after(&before, &stones(&states), color))
            }),
            stones: pair(0),
            groups: pair(1),
            largest: pair(2),
            in_atari: pair(3),
            spanning: pair(4),
            eye_points: pair(5),
            changes: Changes { merges, merge_size, unions, captures, captured_groups, largest_capture },
        };
        self.before = row;
        Some(row)
    }
}

/// Writes a number that differs from the expected one: as an integer difference if possible, or else as a 0
/// and the bits of the number.
fn put_real(bytes: &mut Vec<u8>, expected: f64, number: f64) {
    if let Some(step) = whole_step(expected, number) {
        put(bytes, zigzag(step) + 1);
    } else {
        put(bytes, 0);
        bytes.extend(number.to_le_bytes());
    }
}

/// Writes an integer in groups of seven bits, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 128")]
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else { break };
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

/// Maps signed integers to unsigned ones so that small absolute values stay small.
const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameSetup, Opening, Session};
    use proptest::prelude::*;
    use stonefield_go::Size;

    fn same(one: &TallyRow, other: &TallyRow) -> bool {
        let bits = |row: &TallyRow| [row.capacity, row.score.black, row.score.white].map(f64::to_bits);
        bits(one) == bits(other)
            && (one == other || bits(one).into_iter().any(|it| f64::from_bits(it).is_nan()))
    }

    fn count() -> impl Strategy<Value = u32> {
        prop_oneof![0_u32..4, any::<u32>()]
    }

    fn real() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-500_i32..500).prop_map(f64::from),
            (-500_i32..500).prop_map(|it| f64::from(it) + 0.1),
            any::<f64>(),
            Just(-0.0)
        ]
    }

    prop_compose! {
        fn row()(
            counts in prop::collection::vec(count(), STATES + EVENTS),
            reals in prop::collection::vec(real(), 3),
            tick in prop_oneof![0_u64..200, any::<u64>()],
        ) -> TallyRow {
            let pair = |at: usize| ByColor::new(counts[2 * at], counts[2 * at + 1]);
            TallyRow {
                tick,
                capacity: reals[0],
                score: ByColor::new(reals[1], reals[2]),
                stones: pair(0),
                groups: pair(1),
                largest: pair(2),
                in_atari: pair(3),
                spanning: pair(4),
                eye_points: pair(5),
                changes: Changes {
                    merges: counts[12],
                    merge_size: counts[13],
                    unions: counts[14],
                    captures: counts[15],
                    captured_groups: counts[16],
                    largest_capture: counts[17],
                },
            }
        }
    }

    proptest! {
        /// Rows read one by one, rows read in order, and a replaced row.
        #[test]
        fn rows_are_restored_exactly(
            mut rows in prop::collection::vec(row(), 1..3 * UNPACKED_ROWS),
            other in row(),
            at in any::<prop::sample::Index>(),
        ) {
            let mut log = RowLog::with_room(8);
            rows.iter().for_each(|row| log.push(*row));
            let at = at.index(rows.len());
            rows[at] = other;
            log.replace(at, other);
            prop_assert_eq!((log.len(), log.get(rows.len()).is_some()), (rows.len(), false));
            let mut reader = RowReader::new(&log);
            for (at, row) in rows.iter().enumerate() {
                prop_assert!(log.get(at).is_some_and(|restored| same(&restored, row)), "{} {:?}", at, row);
                prop_assert!(reader.get(at).is_some_and(|restored| same(&restored, row)));
            }
        }
    }

    #[test]
    fn a_packed_row_takes_at_most_ten_bytes() {
        let size = Size::square(40).expect("a size");
        let opening = Opening { fill: 0.3, ..Opening::default() };
        let setup = GameSetup { size, opening, ..GameSetup::default() };
        let mut session = Session::new(&setup, None).expect("a game");
        session.play_out(1200);
        let mut log = RowLog::default();
        session.record().rows().for_each(|row| log.push(row));
        let bytes = log.blocks.iter().map(|block| block.len()).sum::<usize>();
        let packed = log.blocks.len() * BLOCK;
        assert!(packed > 900 && bytes <= 10 * packed, "{bytes} bytes for {packed} rows");
    }

    #[test]
    fn every_number_of_a_row_has_a_place() {
        let mut places = ORDER;
        places.sort_unstable();
        assert!(places.into_iter().eq(0..=TICK));
    }
}
