//! Text inside brackets: escapes, line breaks and numbers.

use std::borrow::Cow;

/// Text as a value contains it, with a backslash before each backslash and closing bracket.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_these(text, |c| matches!(c, '\\' | ']'))
}

/// Text as one half of a composed value contains it: escaped like [`escape`], and colons too.
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

/// A value as text of several lines.
///
/// Escapes are resolved and soft line breaks removed. Other line breaks become `\n`, tabs and form feeds
/// become spaces.
#[must_use]
pub fn unescape(raw: &str) -> String {
    decode(raw, false)
}

/// A value as text, like [`unescape`]. With `simple`, line breaks become spaces.
pub(super) fn decode(raw: &str, simple: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { chars.next() } else { Some(c) }) else { break };
        match c {
            '\n' | '\r' => {
                // One line break may be two characters, in either order.
                chars.next_if(|&next| matches!(next, '\n' | '\r') && next != c);
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

/// Canonical form of a value, which is the only form that is written. `None` if the value has it already.
pub(super) fn canonical(raw: &str, simple: bool) -> Option<String> {
    let needs_work = |b: u8| matches!(b, b'\\' | b'\r' | b'\t' | 0xb | 0xc) || (simple && b == b'\n');
    if !raw.bytes().any(needs_work) {
        return None;
    }
    let text = escape(&decode(raw, simple)).into_owned();
    (text != raw).then_some(text)
}

/// The two halves of a composed value, split at the first colon that is not escaped.
pub(super) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let is_separator = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        is_separator
    })?;
    Some((&raw[..at], &raw[at + 1..]))
}

/// Parses a decimal number. A comma is accepted as the decimal point.
pub(super) fn real(raw: &str) -> Option<f64> {
    let text = raw.trim().replacen(',', ".", 1);
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.'));
    text.parse::<f64>().ok().filter(|number| plain && number.is_finite())
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
        fn escaped_text_unescapes_to_itself(text in "[^\r\t\u{b}\u{c}]*") {
            prop_assert_eq!(unescape(&escape(&text)), text.clone());
            prop_assert_eq!(unescape(&escape_part(&text)), text);
        }

        #[test]
        fn the_canonical_form_is_unique(raw in "[a\\\\\\]\n\r\t:é]*", simple: bool) {
            let raw = raw.replace(']', "");
            let form = canonical(&raw, simple).unwrap_or_else(|| raw.clone());
            prop_assert_eq!(decode(&form, simple), decode(&raw, simple));
            prop_assert_eq!(canonical(&form, simple), None);
        }
    }
}
