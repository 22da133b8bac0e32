//! Counts with their nouns, as in `2 rows are`.

use std::fmt::Display;

/// Count and noun with the verb "to be": `1 row is`, `2 rows are`.
pub fn counted_are(count: u64, singular: &str) -> String {
    format!("{} {}", counted(count, singular), verb(count))
}

/// Count out of a total, with the verb "to be".
///
/// Examples: `1 of 1 row is`, `0 of 1 row is`, `1 of 3 rows is`, `0 of 3 rows are`.
pub fn counted_of(count: u64, total: u64, singular: &str) -> String {
    format!("{count} of {} {}", counted(total, singular), if total == 1 { "is" } else { verb(count) })
}

const fn verb(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Count with its noun, in the plural unless the count is 1: `1 move`, `2 moves`, `3 plies`.
pub fn counted(count: impl TryInto<u64> + Display + Copy, singular: &str) -> String {
    let is_one = count.try_into().is_ok_and(|count| count == 1);
    match singular.strip_suffix('y') {
        _ if is_one => format!("{count} {singular}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ => format!("{count} {singular}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, counted_are, counted_of};

    #[test]
    fn only_a_count_of_one_is_singular() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "node")), ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!([1_u8, 3].map(|count| counted(count, "ply")), ["1 ply", "3 plies"]);
        assert_eq!([1_usize, 4].map(|count| counted(count, "day")), ["1 day", "4 days"]);
        assert_eq!([1, 2].map(|count| counted_are(count, "game")), ["1 game is", "2 games are"]);
        let texts = [(1, 1), (1, 3), (0, 3)].map(|(count, total)| counted_of(count, total, "row"));
        assert_eq!(texts, ["1 of 1 row is", "1 of 3 rows is", "0 of 3 rows are"]);
    }
}
