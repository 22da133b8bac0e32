//! Values inside brackets: escapes, line breaks and numbers.

use std::borrow::Cow;

/// Text in the form of a value: with a backslash before each backslash and closing bracket.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_chars(text, |c| matches!(c, '\\' | ']'))
}

/// Text in the form of one half of a composed value: escaped like [`escape`], and with escaped colons.
#[must_use]
pub(super) fn escape_part(text: &str) -> Cow<'_, str> {
    escape_chars(text, |c| matches!(c, '\\' | ']' | ':'))
}

fn escape_chars(text: &str, needs_escape: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&needs_escape) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if needs_escape(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Cow::Owned(escaped)
}

/// Text of a value that may have several lines.
///
/// Resolves escapes and removes soft line breaks, which have a backslash before them. Other line breaks
/// become `\n`. Tabs, vertical tabs and form feeds become spaces.
#[must_use]
pub fn unescape(raw: &str) -> String {
    decode(raw, false)
}

/// Text of a value, like [`unescape`]. `one_line`: true if line breaks become spaces.
pub(super) fn decode(raw: &str, one_line: bool) -> String {
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
                    text.push(if one_line { ' ' } else { '\n' });
                }
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// Canonical form of a value, the only form that is written to files. `None` if the value has this form
/// already.
pub(super) fn canonical(raw: &str, one_line: bool) -> Option<String> {
    let may_change = |b: u8| matches!(b, b'\\' | b'\r' | b'\t' | 0xb | 0xc) || (one_line && b == b'\n');
    if !raw.bytes().any(may_change) {
        return None;
    }
    let text = escape(&decode(raw, one_line)).into_owned();
    (text != raw).then_some(text)
}

/// The two halves of a composed value, split at the first colon that is not escaped. `None` without such a
/// colon.
pub(super) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let is_separator = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        is_separator
    })?;
    Some((&raw[..at], &raw[at + 1..]))
}

/// Parses a decimal number without an exponent. A comma is accepted as the decimal point.
pub(super) fn real(raw: &str) -> Option<f64> {
    let text = raw.trim().replacen(',', ".", 1);
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.'));
    text.parse::<f64>().ok().filter(|number| is_plain && number.is_finite())
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
        fn the_canonical_form_is_unique(raw in "[a\\\\\\]\n\r\t:é]*", one_line: bool) {
            let raw = raw.replace(']', "");
            let form = canonical(&raw, one_line).unwrap_or_else(|| raw.clone());
            prop_assert_eq!(decode(&form, one_line), decode(&raw, one_line));
            prop_assert_eq!(canonical(&form, one_line), None);
        }
    }
}
