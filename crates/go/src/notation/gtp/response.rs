//! GTP responses: `=` or `?`, the id, the text, and an empty line.

use std::fmt;

/// Response to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<'a> {
    /// Digits of the request's id.
    pub id: Option<&'a str>,
    /// Text of the answer, or the error message.
    pub result: Result<&'a str, &'a str>,
}

impl Response<'_> {
    /// Sign and id: the start of a response. The caller writes the rest of the response later.
    #[must_use]
    pub fn head(&self) -> String {
        format!("{}{}", if self.result.is_ok() { '=' } else { '?' }, self.id.unwrap_or_default())
    }
}

impl fmt::Display for Response<'_> {
    /// Writes the whole response with the two line ends that end it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Ok(text) | Err(text)) = self.result;
        let text = body(text);
        f.write_str(&self.head())?;
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n\n")
    }
}

/// Text in the form that a response may contain.
///
/// Removes control characters other than line ends and tabs. Removes empty lines, which would end the
/// response. The first line may be empty: then the text begins on the line after `=`, as a table does.
#[must_use]
pub fn body(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let line = line.trim_end();
        if i > 0 && line.is_empty() {
            continue;
        }
        if i > 0 {
            out.push('\n');
        }
        out.push_str(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(id: Option<&str>, result: Result<&str, &str>) -> String {
        Response { id, result }.to_string()
    }

    #[test]
    fn a_response_follows_the_protocol() {
        assert_eq!(written(None, Ok("")), "=\n\n");
        assert_eq!(written(Some("7"), Ok("2")), "=7 2\n\n");
        assert_eq!(written(Some("7"), Err("illegal move")), "?7 illegal move\n\n");
        assert_eq!(written(None, Ok("\n1 2\n3 4\n")), "= \n1 2\n3 4\n\n");
        assert_eq!(written(None, Ok("a\n\nb\r\n\n")), "= a\nb\n\n", "an empty line would end it too early");
    }

    proptest! {
        #[test]
        fn a_response_has_no_empty_line_before_its_end(text in "[a-c\\n\\r\\t \\x00é]{0,20}") {
            let response = written(Some("1"), Ok(&text));
            let (inside, rest) = response.split_once("\n\n").expect("an end");
            prop_assert_eq!(rest, "");
            prop_assert!(inside.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()));
        }
    }
}
