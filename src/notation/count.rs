//! Counts in words.

use std::fmt::Display;

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
    use super::counted;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "node")), ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!([1_u8, 3].map(|count| counted(count, "ply")), ["1 ply", "3 plies"]);
        assert_eq!([1_usize, 4].map(|count| counted(count, "day")), ["1 day", "4 days"]);
    }
}
