//! Text from elsewhere made safe for a line or a terminal: what would break either is escaped.

use std::borrow::Cow;

/// Whether a character does something to a terminal, or to the order of what stands around it, instead of being seen: the controls
/// C0, DEL and C1, bidirectional embeddings, overrides and isolates, and the separators of lines and paragraphs.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with every hidden character as an escape such as `\u001b`, which JSON reads as the character; line feeds and tabs stay.
/// All text from elsewhere goes through it before it reaches a terminal.
///
/// ```
/// use stonefield_go::notation::visible;
///
/// assert_eq!(visible("a\u{1b}[2Jb\n"), "a\\u001b[2Jb\n");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let escaped = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    // Most text is plain, and in most of that each byte tells at once.
    if !text.contains(escaped) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if escaped(c) { plain += &escape(c) } else { plain.push(c) }
    }
    Cow::Owned(plain)
}

fn escape(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

/// The characters of a text, those that are hidden or end a line as escapes such as `\n` and `\u001b`.
pub fn one_line(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(|c| {
        let escaped = is_hidden(c).then(|| match c {
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            c => escape(c),
        });
        let plain = escaped.is_none().then_some(c);
        escaped.unwrap_or_default().chars().collect::<Vec<_>>().into_iter().chain(plain)
    })
}

/// The text without the byte order marks that some editors and shells put before it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
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
        assert_eq!(excerpt("a\nb\u{1b}石\u{202e}", 9), "a\\nb\\u001b石\\u202e");
        assert_eq!(excerpt("石石石", 2), "石石…");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn whatever_is_hidden_is_shown_and_nothing_else_changes() {
        for c in (0..=0x3000).filter_map(char::from_u32) {
            let text = c.to_string();
            let changed = visible(&text) != text;
            let bidi = matches!(u32::from(c), 0x202a..=0x202e | 0x2066..=0x2069);
            let hidden = c.is_control() || bidi || matches!(c, '\u{2028}' | '\u{2029}');
            assert_eq!(changed, hidden && !matches!(c, '\n' | '\t'), "{c:?}");
            let json = serde_json::to_string(&text).expect("text");
            let shown = visible(&json);
            assert_eq!(serde_json::from_str::<String>(&shown).ok(), Some(text), "{c:?} as JSON");
        }
        assert_eq!(visible("石 é\n\tx"), "石 é\n\tx");
    }
}
