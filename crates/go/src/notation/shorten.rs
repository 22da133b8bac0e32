//! Refusals that repeat what was given, but not at a length that hides the rest.

use super::excerpt;

/// Characters of what was given that a refusal repeats in one piece.
pub const REPEATED: usize = 200;

/// Characters of the longest refusal.
const LONGEST: usize = 4000;

/// A refusal in one line, in which no more than [`REPEATED`] characters in a row come from what was given; an ellipsis stands for
/// the rest.
#[must_use]
pub fn shortened(refusal: &str, given: &[&str]) -> String {
    let given: Vec<_> = given.iter().filter(|text| text.len() > REPEATED).collect();
    if given.is_empty() || refusal.len() <= REPEATED {
        return excerpt(refusal, LONGEST);
    }
    let mut short = String::new();
    let mut rest = refusal;
    while let Some(first) = rest.chars().next() {
        let window = rest.char_indices().nth(REPEATED).map(|(at, last)| &rest[..at + last.len_utf8()]);
        let found = window.and_then(|window| given.iter().find_map(|text| Some(&text[text.find(window)?..])));
        let Some(text) = found else {
            short.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        short.extend(rest.chars().take(REPEATED).chain(['…']));
        let same = rest.chars().zip(text.chars()).take_while(|(a, b)| a == b);
        rest = &rest[same.map(|(c, _)| c.len_utf8()).sum()..];
    }
    excerpt(&short, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_given_is_repeated_at_length() {
        let long = format!("石{}end", "x".repeat(5000));
        let told =
            shortened(&format!("--size: '{long}' is not a size, nor is '{}'", &long[3..]), &["run", &long]);
        let [one, other] = [format!("'石{}…'", "x".repeat(199)), format!("'{}…'", "x".repeat(200))];
        assert_eq!(told, format!("--size: {one} is not a size, nor is {other}"));
    }

    #[test]
    fn what_is_short_stays_as_it_is() {
        let most = "a".repeat(REPEATED);
        let line = format!("'{most}' is none of {}", "b, ".repeat(400));
        assert_eq!(shortened(&line, &["run", &most]), line);
        assert_eq!(shortened("line\nbreak", &[]), "line\\nbreak");
        assert_eq!(shortened(&"b".repeat(LONGEST + 7), &[]).chars().count(), LONGEST + 1);
    }

    proptest! {
        #[test]
        fn a_refusal_keeps_what_stands_around(given in "[a-c石\\n]{0,600}", cut in 0_usize..50) {
            let from = given.char_indices().nth(cut).map_or(0, |(at, _)| at);
            let told = shortened(&format!("<<{}>>", &given[from..]), &[&given]);
            prop_assert!(told.starts_with("<<") && told.ends_with(">>") && !told.contains('\n'));
            let repeated = told.trim_matches(['<', '>']).replace("\\n", "n").chars().count();
            prop_assert!(repeated <= REPEATED + 1);
            prop_assert_eq!(repeated == REPEATED + 1, given[from..].chars().count() > REPEATED);
        }
    }
}
