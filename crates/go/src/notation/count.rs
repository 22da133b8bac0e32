//! Counts in words.

use std::fmt::Display;

/// So many of something, with their verb: `1 row is`, `2 rows are`.
pub fn counted_are(count: u64, one: &str) -> String {
    format!("{} {}", counted(count, one), verb(count))
}

/// So many of all that there are, with their verb: `1 of 1 row is`, `0 of 1 row is`, `1 of 3 rows is`, `0 of 3 rows are`.
pub fn counted_of(count: u64, all: u64, one: &str) -> String {
    format!("{count} of {} {}", counted(all, one), if all == 1 { "is" } else { verb(count) })
}

const fn verb(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// So many of something: `1 move`, `2 moves`, `3 plies`.
pub fn counted(count: impl TryInto<u64> + Display + Copy, one: &str) -> String {
    let is_one = count.try_into().is_ok_and(|count| count == 1);
    match one.strip_suffix('y') {
        _ if is_one => format!("{count} {one}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, counted_are, counted_of};

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "node")), ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!([1_u8, 3].map(|count| counted(count, "ply")), ["1 ply", "3 plies"]);
        assert_eq!([1_usize, 4].map(|count| counted(count, "day")), ["1 day", "4 days"]);
        assert_eq!([1, 2].map(|count| counted_are(count, "game")), ["1 game is", "2 games are"]);
        let told = [(1, 1), (1, 3), (0, 3)].map(|(count, all)| counted_of(count, all, "row"));
        assert_eq!(told, ["1 of 1 row is", "1 of 3 rows is", "0 of 3 rows are"]);
    }
}
