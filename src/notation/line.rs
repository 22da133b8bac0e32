//! Text that somebody wrote, fit for a line: what would break the line is escaped.

/// The characters of a text, those that control a terminal or end a line as escapes such as `\\n`.
pub fn one_line(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(|c| {
        let escaped = c.is_control().then(|| c.escape_default());
        escaped.into_iter().flatten().chain((!c.is_control()).then_some(c))
    })
}

/// As [`one_line`], of the first `most` characters; where there are more, an ellipsis says so.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => one_line(&text[..end]).chain(['…']).collect(),
        None => one_line(text).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_the_line_and_length_is_told() {
        assert_eq!(excerpt("a\nb\u{1b}石", 9), "a\\nb\\u{1b}石");
        assert_eq!(excerpt("石石石", 2), "石石…");
        assert_eq!(excerpt("", 0), "");
    }
}
