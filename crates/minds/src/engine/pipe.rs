//! Readers for the output of an engine. Their memory is bounded, whatever the engine writes.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// Longest line, in bytes. A line with the full analysis of a 25×25 board takes a fifth of that.
pub(super) const MAX_LINE_BYTES: usize = 512 << 10;

/// Largest number of bytes from the end of stderr that are kept for a message.
const MAX_LAST_BYTES: usize = 2048;

/// Largest amount of stderr output that is kept until [`StderrBuffer::take_lines`], in bytes.
const MAX_UNTAKEN_BYTES: usize = 16 << 10;

/// Longest line of output in a message, in characters.
const MAX_QUOTE_CHARS: usize = 160;

/// Event on the standard output of an engine.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PipeEvent {
    /// A line, without its line break and control characters.
    Line(String),
    /// A line longer than [`MAX_LINE_BYTES`].
    LongLine,
    /// End of the output.
    Closed,
}

/// Reads lines until the end of the stream, or until `on_event` returns false.
pub(super) fn read_lines(stream: impl Read, mut on_event: impl FnMut(PipeEvent) -> bool) {
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
        let consumed = end.map_or(chunk.len(), |end| end + 1);
        line.extend_from_slice(&chunk[..end.unwrap_or(consumed)]);
        stream.consume(consumed);
        if line.len() > MAX_LINE_BYTES {
            on_event(PipeEvent::LongLine);
            return;
        }
        if end.is_some() && !on_event(PipeEvent::Line(plain_text(&std::mem::take(&mut line)))) {
            return;
        }
    }
    if !line.is_empty() && !on_event(PipeEvent::Line(plain_text(&line))) {
        return;
    }
    on_event(PipeEvent::Closed);
}

/// Text without control characters and terminal escape sequences, such as colours. A tab becomes a space.
fn plain_text(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    while let Some(start) = text.find("\u{1b}[") {
        let rest = &text[start + 2..];
        let end = rest.find(|c: char| ('@'..='~').contains(&c)).map_or(text.len(), |end| start + 3 + end);
        text.replace_range(start..end, "");
    }
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// Buffer for the stderr of an engine: its last bytes, and the lines that were not taken yet.
#[derive(Debug, Default)]
pub(super) struct StderrBuffer {
    /// Last bytes of the output, at most [`MAX_LAST_BYTES`].
    last: VecDeque<u8>,
    /// Output that was not taken yet. Beyond [`MAX_UNTAKEN_BYTES`], further output is dropped.
    untaken: Vec<u8>,
}

impl StderrBuffer {
    /// Appends output.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = MAX_UNTAKEN_BYTES.saturating_sub(self.untaken.len());
        self.untaken.extend(&bytes[..bytes.len().min(room)]);
        let bytes = &bytes[bytes.len().saturating_sub(MAX_LAST_BYTES)..];
        let excess = (self.last.len() + bytes.len()).saturating_sub(MAX_LAST_BYTES);
        self.last.drain(..excess);
        self.last.extend(bytes);
    }

    /// Last line that is not blank, shortened for a message.
    pub(super) fn last_line(&self) -> Option<String> {
        let bytes = self.last.iter().copied().collect::<Vec<_>>();
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rev().find(|line| !plain_text(line.as_bytes()).trim().is_empty())?;
        Some(one_line(&plain_text(line.as_bytes())))
    }

    /// Takes the complete lines since the last call. From a full buffer, takes everything.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        let is_full = self.untaken.len() >= MAX_UNTAKEN_BYTES;
        let end = self.untaken.iter().rposition(|&byte| byte == b'\n').map(|end| end + 1);
        let end = if is_full { Some(self.untaken.len()) } else { end };
        let bytes = end.map(|end| self.untaken.drain(..end).collect::<Vec<_>>()).unwrap_or_default();
        let lines = bytes.split(|&byte| byte == b'\n').map(plain_text);
        lines.filter(|line| !line.trim().is_empty()).collect()
    }
}

/// First line of a text, shortened for a message. An ellipsis marks what is left out.
pub(super) fn one_line(text: &str) -> String {
    let mut lines = text.trim().lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let end = first.char_indices().nth(MAX_QUOTE_CHARS).map(|(end, _)| end);
    let is_cut = end.is_some() || lines.next().is_some();
    format!("{}{}", &first[..end.unwrap_or(first.len())], if is_cut { "…" } else { "" })
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
    fn lines_are_plain_and_the_end_is_reported() {
        let line = |text: &str| PipeEvent::Line(text.to_owned());
        assert_eq!(lines(b"= a\tb\r\n\n\x07c"), [line("= a b"), line(""), line("c"), PipeEvent::Closed]);
        assert_eq!(lines(b"\xff\n"), [line("\u{fffd}"), PipeEvent::Closed]);
        assert_eq!(lines(b""), [PipeEvent::Closed]);
    }

    #[test]
    fn reading_ends_at_a_line_that_is_too_long() {
        assert_eq!(lines(&vec![b'x'; MAX_LINE_BYTES + 2]), [PipeEvent::LongLine]);
    }

    #[test]
    fn the_last_line_is_short() {
        let mut buffer = StderrBuffer::default();
        assert_eq!(buffer.last_line(), None);
        for _ in 0..10_000 {
            buffer.push(b"noise\n");
        }
        assert!(buffer.last.len() <= MAX_LAST_BYTES && buffer.last.capacity() <= 4 * MAX_LAST_BYTES);
        assert_eq!((buffer.take_lines().len(), buffer.untaken.len()), (MAX_UNTAKEN_BYTES.div_ceil(6), 0));
        buffer.push("no licence \u{1b}[0m\n \n".as_bytes());
        assert_eq!(buffer.last_line().as_deref(), Some("no licence"));
        assert_eq!((buffer.take_lines(), buffer.take_lines()), (vec!["no licence ".to_owned()], vec![]));
        buffer.push(&[b'y'; 3 * MAX_LAST_BYTES]);
        assert_eq!(buffer.last_line().map(|words| words.chars().count()), Some(MAX_QUOTE_CHARS + 1));
    }
}
