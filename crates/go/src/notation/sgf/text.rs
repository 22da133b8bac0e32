//! Text inside brackets: escapes and line breaks.

use std::borrow::Cow;

/// Text as a value holds it: backslashes before backslashes and closing brackets.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_these(text, |c| matches!(c, '\\' | ']'))
}

/// Text as one half of a composed value holds it: colons too are escaped.
#[must_use]
pub(super) fn escape_part(text: &str) -> Cow<'_, str> {
    escape_these(text, |c| matches!(c, '\\' | ']' | ':'))
}

fn escape_these(text: &str, special: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Cow::Owned(escaped)
}

/// A value as text of several lines: escapes resolved, soft line breaks gone, line breaks of any system as `\n`, other white
/// space as spaces.
#[must_use]
pub fn unescape(raw: &str) -> String {
    decode(raw, false)
}

/// As [`unescape`]; of one line where `simple`, its line breaks spaces.
pub(super) fn decode(raw: &str, simple: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { chars.next() } else { Some(c) }) else { break };
        match c {
            '\n' | '\r' => {
                // One line break may be two characters, in either order.
                chars.next_if(|&other| matches!(other, '\n' | '\r') && other != c);
                if !escaped {
                    text.push(if simple { ' ' } else { '\n' });
                }
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// The one way a text is written; `None` when it is written so already.
pub(super) fn canonical(raw: &str, simple: bool) -> Option<String> {
    let odd = |b: u8| matches!(b, b'\\' | b'\r' | b'\t' | 0xb | 0xc) || (simple && b == b'\n');
    if !raw.bytes().any(odd) {
        return None;
    }
    let text = escape(&decode(raw, simple)).into_owned();
    (text != raw).then_some(text)
}

/// The two halves of a composed value, cut at the first colon that is not escaped.
pub(super) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let cut = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        cut
    })?;
    Some((&raw[..at], &raw[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_soft_line_breaks_are_resolved() {
        assert_eq!(unescape("a\\]b\\\\c\\:d"), "a]b\\c:d");
        assert_eq!(unescape("soft\\\r\nbreak\\\n\rtwo\\\nthree"), "softbreaktwothree");
        assert_eq!(unescape("a\r\nb\n\rc\rd\n\ne\tf\\"), "a\nb\nc\nd\n\ne f");
        assert_eq!(decode("a\nb\\\nc", true), "a bc");
        assert_eq!(halves("aa\\:b:c:d"), Some(("aa\\:b", "c:d")));
    }

    proptest! {
        #[test]
        fn text_comes_back(text in "[^\r\t\u{b}\u{c}]*") {
            prop_assert_eq!(unescape(&escape(&text)), text.clone());
            prop_assert_eq!(unescape(&escape_part(&text)), text);
        }

        #[test]
        fn there_is_one_way_to_write_a_text(raw in "[a\\\\\\]\n\r\t:é]*", simple: bool) {
            let raw = raw.replace(']', "");
            let once = canonical(&raw, simple).unwrap_or_else(|| raw.clone());
            prop_assert_eq!(decode(&once, simple), decode(&raw, simple));
            prop_assert_eq!(canonical(&once, simple), None);
        }
    }
}
