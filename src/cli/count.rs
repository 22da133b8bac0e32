//! Counts in words.

use std::fmt::Display;

/// So many of something: `1 move`, `2 moves`.
pub(super) fn counted(count: impl TryInto<u64> + Display + Copy, one: &str) -> String {
    let is_one = count.try_into().is_ok_and(|count| count == 1);
    format!("{count} {one}{}", if is_one { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "node")), ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!(counted(1_usize, "move"), "1 move");
    }
}
