//! Requests: bytes as they arrive become lines, and lines an id, a command's name and its arguments.

use crate::notation::without_mark;

/// The longest line that is taken, in bytes, without what the protocol drops.
pub const MOST_BYTES: usize = 1 << 20;

/// One command as it was sent, with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpRequest {
    /// The digits that the response has to repeat.
    pub id: Option<String>,
    /// The command's name; empty when the line holds an id alone.
    pub name: String,
    /// What follows the name, without spaces around it.
    pub rest: String,
}

impl GtpRequest {
    /// Reads a line that a [`Splitter`] has cleaned; `None` for one of spaces alone.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        // Some programs begin what they write with a mark of the byte order.
        let line = without_mark(line).trim_matches(' ');
        if line.is_empty() {
            return None;
        }
        let (id, line) = match split_word(line) {
            (first, rest) if first.bytes().all(|b| b.is_ascii_digit()) => (Some(first.to_owned()), rest),
            _ => (None, line),
        };
        let (name, rest) = split_word(line);
        Some(Self { id, name: name.to_owned(), rest: rest.to_owned() })
    }

    /// The arguments, separated at spaces.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.rest.split(' ').filter(|word| !word.is_empty())
    }
}

/// The first word, and what follows without spaces before it.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start_matches(' ')),
        None => (text, ""),
    }
}

/// A line longer than [`MOST_BYTES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongLine {
    /// The id it began with.
    pub id: Option<String>,
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing, or a comment: it wants no answer, though its sender may want an analysis to end.
    Blank,
    /// A command to carry out.
    Request(GtpRequest),
    /// One that was too long to be kept.
    TooLong(LongLine),
}

/// Cuts a stream of bytes into requests: control characters and comments go, tabs become spaces. It holds no more than [`MOST_BYTES`] of a line.
///
/// ```
/// use stonefield_go::notation::gtp::{Line, Response, Splitter};
/// use stonefield_go::{Position, Rules, Size};
///
/// let mut position = Position::new(Size::square(9)?, Rules::default());
/// let mut output = String::new();
/// Splitter::default().feed(b"1 play b D4\n2 play w D4\n", &mut |line| {
///     let Line::Request(request) = line else { return };
///     let words: Vec<&str> = request.words().collect();
///     let (color, vertex) = (words[0].parse().expect("a colour"), words[1].parse().expect("a vertex"));
///     let error = position.try_play_as(color, vertex).err().map(|error| error.to_string());
///     let result = error.as_deref().map_or(Ok(""), Err);
///     output += &Response { id: request.id.as_deref(), result }.to_string();
/// });
/// assert_eq!(output, "=1\n\n?2 D4 is occupied\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    line: Vec<u8>,
    comment: bool,
    overflow: bool,
}

impl Splitter {
    /// Takes the next bytes, and gives each line that they complete.
    pub fn feed(&mut self, bytes: &[u8], give: &mut impl FnMut(Line)) {
        for &byte in bytes {
            match byte {
                b'\n' => give(self.finish().unwrap_or(Line::Blank)),
                _ if self.comment => {}
                b'#' => self.comment = true,
                b'\t' | b' ' => {
                    // A line of nothing but spaces may be as long as it likes.
                    if !self.line.is_empty() {
                        self.keep(b' ');
                    }
                }
                _ if byte.is_ascii_control() => {}
                _ => self.keep(byte),
            }
        }
    }

    /// The line begun last, which no line end follows.
    #[must_use]
    pub fn finish(&mut self) -> Option<Line> {
        let Self { line, overflow, .. } = std::mem::take(self);
        let request = GtpRequest::read(&String::from_utf8_lossy(&line))?;
        Some(if overflow { Line::TooLong(LongLine { id: request.id }) } else { Line::Request(request) })
    }

    fn keep(&mut self, byte: u8) {
        if self.line.len() < MOST_BYTES {
            self.line.push(byte);
        } else if byte != b' ' {
            self.overflow = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        splitter.feed(bytes, &mut |line| lines.push(line));
        lines.extend(splitter.finish());
        lines
    }

    fn requests(bytes: &[u8]) -> Vec<(Option<String>, String, String)> {
        let read = |line| match line {
            Line::Request(GtpRequest { id, name, rest }) => (id, name, rest),
            other => panic!("{other:?}"),
        };
        lines(bytes).into_iter().filter(|line| *line != Line::Blank).map(read).collect()
    }

    fn one(id: Option<&str>, name: &str, rest: &str) -> Vec<(Option<String>, String, String)> {
        vec![(id.map(str::to_owned), name.to_owned(), rest.to_owned())]
    }

    #[test]
    fn ids_names_and_arguments_are_told_apart() {
        assert_eq!(requests(b"name\n"), one(None, "name", ""));
        assert_eq!(requests(b"\xef\xbb\xbf1 name\n"), one(Some("1"), "name", ""));
        assert_eq!(requests(b"12 play b D4\n"), one(Some("12"), "play", "b D4"));
        assert_eq!(requests(b"007   play   b   D4  \n"), one(Some("007"), "play", "b   D4"));
        assert_eq!(requests(b"5\n"), one(Some("5"), "", ""));
        assert_eq!(requests(b"5x name\n"), one(None, "5x", "name"));
        assert_eq!(requests(b"-1 name\n"), one(None, "-1", "name"));
        assert_eq!(requests(b"1 2 name\n"), one(Some("1"), "2", "name"));
    }

    #[test]
    fn control_characters_go_and_tabs_are_spaces() {
        assert_eq!(requests(b"pl\0ay\tb\x07\x7f D4\r\n"), one(None, "play", "b D4"));
        assert_eq!(requests(b"\t 3\tname \t\r\n"), one(Some("3"), "name", ""));
    }

    #[test]
    fn comments_and_empty_lines_want_no_answer() {
        assert_eq!(requests(b"\n\r\n \t \n# a comment\n  # another\n\0\n"), []);
        assert_eq!(requests(b"1 name# a name\n"), one(Some("1"), "name", ""));
        assert_eq!(requests(b"name"), one(None, "name", ""), "the last line may lack its end");
    }

    #[test]
    fn blank_lines_are_seen() {
        assert_eq!(lines(b"\n# interrupt\n \t"), [Line::Blank, Line::Blank]);
    }

    #[test]
    fn a_line_too_long_is_given_once_with_its_id() {
        let mut long = b"42 play ".to_vec();
        long.resize(MOST_BYTES + 100, b'x');
        long.extend(b"\nname\n");
        let given = lines(&long);
        assert_eq!(given.len(), 2);
        assert_eq!(given[0], Line::TooLong(LongLine { id: Some("42".to_owned()) }));
        let mut spaces = vec![b' '; 3 * MOST_BYTES];
        spaces.extend(b"name");
        spaces.resize(6 * MOST_BYTES, b' ');
        spaces.push(b'#');
        spaces.resize(9 * MOST_BYTES, b'x');
        assert_eq!(requests(&spaces), one(None, "name", ""));
    }

    proptest! {
        #[test]
        fn where_the_bytes_are_cut_does_not_matter(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b' '), Just(b'#'), any::<u8>()], 0..200),
            at in 0_usize..200,
        ) {
            let at = at.min(bytes.len());
            let mut splitter = Splitter::default();
            let mut parts = Vec::new();
            splitter.feed(&bytes[..at], &mut |line| parts.push(line));
            splitter.feed(&bytes[at..], &mut |line| parts.push(line));
            parts.extend(splitter.finish());
            prop_assert_eq!(parts, lines(&bytes));
        }
    }
}
