//! Error messages that quote the user's input, with long quotes cut.

use super::excerpt;

/// Longest quote of the user's input in an error message, in characters.
pub const MAX_QUOTE_CHARS: usize = 200;

/// Longest error message, in characters.
const MAX_MESSAGE_CHARS: usize = 4000;

/// The message on one line, with shortened quotes of the inputs.
///
/// A quote is a part of an input that the message repeats. An ellipsis replaces what follows the first
/// [`MAX_QUOTE_CHARS`] characters of a quote.
#[must_use]
pub fn shortened(message: &str, inputs: &[&str]) -> String {
    let long_inputs: Vec<_> = inputs.iter().filter(|input| input.len() > MAX_QUOTE_CHARS).collect();
    if long_inputs.is_empty() || message.len() <= MAX_QUOTE_CHARS {
        return excerpt(message, MAX_MESSAGE_CHARS);
    }
    let mut short = String::new();
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let next_chars =
            rest.char_indices().nth(MAX_QUOTE_CHARS).map(|(at, last)| &rest[..at + last.len_utf8()]);
        let quoted_input = next_chars
            .and_then(|chars| long_inputs.iter().find_map(|input| Some(&input[input.find(chars)?..])));
        let Some(quoted_input) = quoted_input else {
            short.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        short.extend(rest.chars().take(MAX_QUOTE_CHARS).chain(['…']));
        let quote = rest.chars().zip(quoted_input.chars()).take_while(|(a, b)| a == b);
        rest = &rest[quote.map(|(c, _)| c.len_utf8()).sum()..];
    }
    excerpt(&short, MAX_MESSAGE_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_quotes_are_cut() {
        let long = format!("石{}end", "x".repeat(5000));
        let short =
            shortened(&format!("--size: '{long}' is not a size, nor is '{}'", &long[3..]), &["run", &long]);
        let [first, second] = [format!("'石{}…'", "x".repeat(199)), format!("'{}…'", "x".repeat(200))];
        assert_eq!(short, format!("--size: {first} is not a size, nor is {second}"));
    }

    #[test]
    fn short_quotes_are_not_changed() {
        let longest_quote = "a".repeat(MAX_QUOTE_CHARS);
        let line = format!("'{longest_quote}' is none of {}", "b, ".repeat(400));
        assert_eq!(shortened(&line, &["run", &longest_quote]), line);
        assert_eq!(shortened("line\nbreak", &[]), "line\\nbreak");
        assert_eq!(shortened(&"b".repeat(MAX_MESSAGE_CHARS + 7), &[]).chars().count(), MAX_MESSAGE_CHARS + 1);
    }

    proptest! {
        #[test]
        fn text_around_a_quote_is_kept(input in "[a-c石\\n]{0,600}", cut in 0_usize..50) {
            let from = input.char_indices().nth(cut).map_or(0, |(at, _)| at);
            let short = shortened(&format!("<<{}>>", &input[from..]), &[&input]);
            prop_assert!(short.starts_with("<<") && short.ends_with(">>") && !short.contains('\n'));
            let repeated = short.trim_matches(['<', '>']).replace("\\n", "n").chars().count();
            prop_assert!(repeated <= MAX_QUOTE_CHARS + 1);
            prop_assert_eq!(repeated == MAX_QUOTE_CHARS + 1, input[from..].chars().count() > MAX_QUOTE_CHARS);
        }
    }
}
