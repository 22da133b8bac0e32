//! Reading what an engine writes, whatever it writes, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// Bytes of the longest line; a full analysis of a 25×25 board takes a fifth of it.
pub(super) const LONGEST: usize = 512 << 10;

/// Bytes that are remembered of what was said last.
const REMEMBERED: usize = 2048;

/// Bytes that wait to be read.
const UNREAD: usize = 16 << 10;

/// Characters of last words that are shown.
const SHOWN: usize = 160;

/// What comes out of a pipe.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PipeEvent {
    /// A line, without its end and control characters.
    Line(String),
    /// A line that has no end.
    Endless,
    /// Nothing will come any more.
    Closed,
}

/// Reads lines until the end or until `tell` wants no more.
pub(super) fn read_lines(stream: impl Read, mut tell: impl FnMut(PipeEvent) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        let chunk = match stream.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |end| end + 1);
        line.extend_from_slice(&chunk[..end.unwrap_or(used)]);
        stream.consume(used);
        if line.len() > LONGEST {
            tell(PipeEvent::Endless);
            return;
        }
        if end.is_some() && !tell(PipeEvent::Line(plain(&std::mem::take(&mut line)))) {
            return;
        }
    }
    if !line.is_empty() && !tell(PipeEvent::Line(plain(&line))) {
        return;
    }
    tell(PipeEvent::Closed);
}

/// Text without control characters and a terminal's colours; a tab becomes a space.
fn plain(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    while let Some(start) = text.find("\u{1b}[") {
        let rest = &text[start + 2..];
        let end = rest.find(|c: char| ('@'..='~').contains(&c)).map_or(text.len(), |end| start + 3 + end);
        text.replace_range(start..end, "");
    }
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// The last that was said.
#[derive(Debug, Default)]
pub(super) struct Tail {
    last: VecDeque<u8>,
    /// What has not been read yet; of too much only the beginning.
    unread: Vec<u8>,
}

impl Tail {
    /// Takes in what came next.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = UNREAD.saturating_sub(self.unread.len());
        self.unread.extend(&bytes[..bytes.len().min(room)]);
        let bytes = &bytes[bytes.len().saturating_sub(REMEMBERED)..];
        let excess = (self.last.len() + bytes.len()).saturating_sub(REMEMBERED);
        self.last.drain(..excess);
        self.last.extend(bytes);
    }

    /// The last line that is not blank, cut to a length to be shown.
    pub(super) fn last_words(&self) -> Option<String> {
        let bytes = self.last.iter().copied().collect::<Vec<_>>();
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rev().find(|line| !plain(line.as_bytes()).trim().is_empty())?;
        Some(shown(&plain(line.as_bytes())))
    }

    /// The whole lines that have come since this was asked last.
    pub(super) fn unread(&mut self) -> Vec<String> {
        let full = self.unread.len() >= UNREAD;
        let end = self.unread.iter().rposition(|&byte| byte == b'\n').map(|end| end + 1);
        let end = if full { Some(self.unread.len()) } else { end };
        let bytes = end.map(|end| self.unread.drain(..end).collect::<Vec<_>>()).unwrap_or_default();
        let lines = bytes.split(|&byte| byte == b'\n').map(plain);
        lines.filter(|line| !line.trim().is_empty()).collect()
    }
}

/// A text in one line, cut to a length to be shown.
pub(super) fn shown(text: &str) -> String {
    let mut lines = text.trim().lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let end = first.char_indices().nth(SHOWN).map(|(end, _)| end);
    let cut = end.is_some() || lines.next().is_some();
    format!("{}{}", &first[..end.unwrap_or(first.len())], if cut { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<PipeEvent> {
        let mut events = Vec::new();
        read_lines(bytes, |event| {
            events.push(event);
            true
        });
        events
    }

    #[test]
    fn lines_come_plain_and_the_end_is_told() {
        let line = |text: &str| PipeEvent::Line(text.to_owned());
        assert_eq!(lines(b"= a\tb\r\n\n\x07c"), [line("= a b"), line(""), line("c"), PipeEvent::Closed]);
        assert_eq!(lines(b"\xff\n"), [line("\u{fffd}"), PipeEvent::Closed]);
        assert_eq!(lines(b""), [PipeEvent::Closed]);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        assert_eq!(lines(&vec![b'x'; LONGEST + 2]), [PipeEvent::Endless]);
    }

    #[test]
    fn last_words_are_the_last_line_and_short() {
        let mut tail = Tail::default();
        assert_eq!(tail.last_words(), None);
        for _ in 0..10_000 {
            tail.push(b"noise\n");
        }
        assert!(tail.last.len() <= REMEMBERED && tail.last.capacity() <= 4 * REMEMBERED);
        assert_eq!((tail.unread().len(), tail.unread.len()), (UNREAD.div_ceil(6), 0));
        tail.push("no licence \u{1b}[0m\n \n".as_bytes());
        assert_eq!(tail.last_words().as_deref(), Some("no licence"));
        assert_eq!((tail.unread(), tail.unread()), (vec!["no licence ".to_owned()], vec![]));
        tail.push(&[b'y'; 3 * REMEMBERED]);
        assert_eq!(tail.last_words().map(|words| words.chars().count()), Some(SHOWN + 1));
    }
}
