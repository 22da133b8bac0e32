//! Escapes for untrusted text that is shown in a line or a terminal.

use std::borrow::Cow;

/// True for invisible characters that control the terminal, the text direction or the line.
///
/// Hidden are the control characters (C0, DEL and C1), the bidirectional embeddings, overrides and isolates,
/// and the line and paragraph separators.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Replaces hidden characters by escapes such as `\u001b`. Line feeds and tabs stay.
///
/// The escapes are valid in JSON strings. All untrusted text must pass through this function before it
/// reaches a terminal.
///
/// ```
/// use stonefield_go::notation::visible;
///
/// assert_eq!(visible("a\u{1b}[2Jb\n"), "a\\u001b[2Jb\n");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let needs_escape = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    // Most text needs no escape and is returned without a copy.
    if !text.contains(needs_escape) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if needs_escape(c) { visible += &escape(c) } else { visible.push(c) }
    }
    Cow::Owned(visible)
}

fn escape(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

/// Iterator over the text as a single line. Hidden characters, line ends and tabs become escapes such as `\n`
/// and `\u001b`.
pub fn one_line(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(|c| {
        let escaped = is_hidden(c).then(|| match c {
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            c => escape(c),
        });
        let unchanged = escaped.is_none().then_some(c);
        escaped.unwrap_or_default().chars().collect::<Vec<_>>().into_iter().chain(unchanged)
    })
}

/// The text without leading byte order marks, which some editors and shells write.
#[must_use]
pub fn without_byte_order_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// First `max_chars` characters of the text, escaped as in [`one_line`]. If the text is longer, an ellipsis
/// follows.
#[must_use]
pub fn excerpt(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => one_line(&text[..end]).chain(['…']).collect(),
        None => one_line(text).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_stays_on_one_line_and_marks_a_cut() {
        assert_eq!(excerpt("a\nb\u{1b}石\u{202e}", 9), "a\\nb\\u001b石\\u202e");
        assert_eq!(excerpt("石石石", 2), "石石…");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn only_hidden_characters_are_escaped() {
        for c in (0..=0x3000).filter_map(char::from_u32) {
            let text = c.to_string();
            let changed = visible(&text) != text;
            let bidi = matches!(u32::from(c), 0x202a..=0x202e | 0x2066..=0x2069);
            let hidden = c.is_control() || bidi || matches!(c, '\u{2028}' | '\u{2029}');
            assert_eq!(changed, hidden && !matches!(c, '\n' | '\t'), "{c:?}");
            let json = serde_json::to_string(&text).expect("text");
            let escaped = visible(&json);
            assert_eq!(serde_json::from_str::<String>(&escaped).ok(), Some(text), "{c:?} as JSON");
        }
        assert_eq!(visible("石 é\n\tx"), "石 é\n\tx");
    }
}
