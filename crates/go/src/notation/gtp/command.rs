//! GTP requests: splits incoming bytes into lines, and lines into id, command name and arguments.

use crate::notation::without_byte_order_mark;

/// Longest accepted line, in bytes. Control characters and comments do not count.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// A command that was sent, with its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpRequest {
    /// Digits of the id, which the response must repeat. `None` if the line has no id.
    pub id: Option<String>,
    /// Command name. Empty if the line has only an id.
    pub name: String,
    /// Text after the command name, without leading and trailing spaces.
    pub arguments: String,
}

impl GtpRequest {
    /// Parses a line without comments and control characters. Returns `None` for a blank line.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        // Some programs write a byte order mark before the first line.
        let line = without_byte_order_mark(line).trim_matches(' ');
        if line.is_empty() {
            return None;
        }
        let (id, command) = match split_word(line) {
            (first, rest) if first.bytes().all(|b| b.is_ascii_digit()) => (Some(first.to_owned()), rest),
            _ => (None, line),
        };
        let (name, arguments) = split_word(command);
        Some(Self { id, name: name.to_owned(), arguments: arguments.to_owned() })
    }

    /// Arguments of the command, split at spaces.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.arguments.split(' ').filter(|word| !word.is_empty())
    }
}

/// The first word, and the rest without leading spaces.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start_matches(' ')),
        None => (text, ""),
    }
}

/// A line longer than [`MAX_LINE_BYTES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongLine {
    /// Id at the start of the line, if any.
    pub id: Option<String>,
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A blank line or a comment. It gets no response, but it may end a running analysis.
    Blank,
    /// A command to execute.
    Request(GtpRequest),
    /// A line longer than [`MAX_LINE_BYTES`].
    TooLong(LongLine),
}

/// Splits a byte stream into requests.
///
/// Control characters and comments are removed, tabs become spaces. The buffer holds at most
/// [`MAX_LINE_BYTES`] of a line.
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
    /// Current line, without control characters and comments.
    line: Vec<u8>,
    /// True after `#`, until the line ends.
    in_comment: bool,
    /// True if the current line is longer than [`MAX_LINE_BYTES`].
    is_too_long: bool,
}

impl Splitter {
    /// Reads the next bytes and calls `on_line` for each completed line.
    pub fn feed(&mut self, bytes: &[u8], on_line: &mut impl FnMut(Line)) {
        for &byte in bytes {
            match byte {
                b'\n' => on_line(self.finish().unwrap_or(Line::Blank)),
                _ if self.in_comment => {}
                b'#' => self.in_comment = true,
                b'\t' | b' ' => {
                    // Leading spaces do not count towards the length limit.
                    if !self.line.is_empty() {
                        self.push_byte(b' ');
                    }
                }
                _ if byte.is_ascii_control() => {}
                _ => self.push_byte(byte),
            }
        }
    }

    /// Ends the current line as a line end does, and returns the line. `None` if the line is blank.
    #[must_use]
    pub fn finish(&mut self) -> Option<Line> {
        let Self { line, is_too_long, .. } = std::mem::take(self);
        let request = GtpRequest::read(&String::from_utf8_lossy(&line))?;
        Some(if is_too_long { Line::TooLong(LongLine { id: request.id }) } else { Line::Request(request) })
    }

    fn push_byte(&mut self, byte: u8) {
        if self.line.len() < MAX_LINE_BYTES {
            self.line.push(byte);
        } else if byte != b' ' {
            self.is_too_long = true;
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
            Line::Request(GtpRequest { id, name, arguments }) => (id, name, arguments),
            other => panic!("{other:?}"),
        };
        lines(bytes).into_iter().filter(|line| *line != Line::Blank).map(read).collect()
    }

    fn request(id: Option<&str>, name: &str, arguments: &str) -> Vec<(Option<String>, String, String)> {
        vec![(id.map(str::to_owned), name.to_owned(), arguments.to_owned())]
    }

    #[test]
    fn ids_names_and_arguments_are_split() {
        assert_eq!(requests(b"name\n"), request(None, "name", ""));
        assert_eq!(requests(b"\xef\xbb\xbf1 name\n"), request(Some("1"), "name", ""));
        assert_eq!(requests(b"12 play b D4\n"), request(Some("12"), "play", "b D4"));
        assert_eq!(requests(b"007   play   b   D4  \n"), request(Some("007"), "play", "b   D4"));
        assert_eq!(requests(b"5\n"), request(Some("5"), "", ""));
        assert_eq!(requests(b"5x name\n"), request(None, "5x", "name"));
        assert_eq!(requests(b"-1 name\n"), request(None, "-1", "name"));
        assert_eq!(requests(b"1 2 name\n"), request(Some("1"), "2", "name"));
    }

    #[test]
    fn control_characters_are_removed_and_tabs_become_spaces() {
        assert_eq!(requests(b"pl\0ay\tb\x07\x7f D4\r\n"), request(None, "play", "b D4"));
        assert_eq!(requests(b"\t 3\tname \t\r\n"), request(Some("3"), "name", ""));
    }

    #[test]
    fn comments_and_empty_lines_are_no_requests() {
        assert_eq!(requests(b"\n\r\n \t \n# a comment\n  # another\n\0\n"), []);
        assert_eq!(requests(b"1 name# a name\n"), request(Some("1"), "name", ""));
        assert_eq!(requests(b"name"), request(None, "name", ""), "the last line may lack its end");
    }

    #[test]
    fn blank_lines_are_reported() {
        assert_eq!(lines(b"\n# interrupt\n \t"), [Line::Blank, Line::Blank]);
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_once_with_its_id() {
        let mut long = b"42 play ".to_vec();
        long.resize(MAX_LINE_BYTES + 100, b'x');
        long.extend(b"\nname\n");
        let lines = lines(&long);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], Line::TooLong(LongLine { id: Some("42".to_owned()) }));
        let mut spaces = vec![b' '; 3 * MAX_LINE_BYTES];
        spaces.extend(b"name");
        spaces.resize(6 * MAX_LINE_BYTES, b' ');
        spaces.push(b'#');
        spaces.resize(9 * MAX_LINE_BYTES, b'x');
        assert_eq!(requests(&spaces), request(None, "name", ""));
    }

    proptest! {
        #[test]
        fn the_split_of_the_bytes_does_not_matter(
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
