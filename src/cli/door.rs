//! Writers to stdout and stderr. They escape control characters, so that text from outside (names, comments,
//! file names, messages of engines) cannot control a terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use stonefield_go::notation::{one_line, visible};

/// Kind of output that a command writes to stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    /// Text for people, or JSON or CSV for programs. Always escaped.
    Text,
    /// Data that programs read byte for byte, such as a record. Escaped on a terminal only.
    Data,
    /// Boards drawn with escape sequences. Escaped except on a terminal. The view itself passes text from
    /// outside through [`visible`].
    Screen,
}

/// Writer to stdout for this kind of output.
pub(super) fn stdout(kind: OutputKind) -> Visible<io::StdoutLock<'static>> {
    let stdout = io::stdout().lock();
    let is_raw = match kind {
        OutputKind::Text => false,
        OutputKind::Data => !stdout.is_terminal(),
        OutputKind::Screen => stdout.is_terminal(),
    };
    Visible { inner: stdout, is_raw, partial_char: Vec::new() }
}

/// Escaping writer to stderr.
pub(super) fn stderr() -> Visible<io::Stderr> {
    Visible { inner: io::stderr(), is_raw: false, partial_char: Vec::new() }
}

/// Writes a message to stderr, as one line. Errors are ignored, because stderr may be closed.
pub(super) fn say(line: impl Display) {
    let line: String = one_line(&line.to_string()).collect();
    let _ = writeln!(stderr(), "stonefield: {line}");
}

/// Name of a file on one line, with control characters escaped.
pub(super) fn file_name(path: &Path) -> String {
    one_line(&path.display().to_string()).collect()
}

/// Writer that escapes hidden characters, as [`visible`] does, and writes `U+FFFD` for bytes that are not
/// UTF-8.
#[derive(Debug)]
pub(super) struct Visible<W> {
    inner: W,
    /// True if all bytes pass unchanged.
    is_raw: bool,
    /// First bytes of a character whose other bytes are still to come.
    partial_char: Vec<u8>,
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_raw {
            return self.inner.write(bytes);
        }
        let mut text = std::mem::take(&mut self.partial_char);
        text.extend_from_slice(bytes);
        let mut escaped = String::with_capacity(text.len());
        let mut rest = &text[..];
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    escaped += &visible(valid);
                    rest = &[];
                }
                Err(error) => {
                    let (valid, other) = rest.split_at(error.valid_up_to());
                    escaped += &visible(&String::from_utf8_lossy(valid));
                    match error.error_len() {
                        Some(length) => {
                            escaped.push(char::REPLACEMENT_CHARACTER);
                            rest = &other[length..];
                        }
                        None => {
                            self.partial_char = other.to_vec();
                            rest = &[];
                        }
                    }
                }
            }
        }
        self.inner.write_all(escaped.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.partial_char).is_empty() {
            self.inner.write_all("\u{fffd}".as_bytes())?;
        }
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(parts: &[&[u8]]) -> String {
        let mut writer = Visible { inner: Vec::new(), is_raw: false, partial_char: Vec::new() };
        for part in parts {
            writer.write_all(part).expect("written to memory");
        }
        writer.flush().expect("written to memory");
        String::from_utf8(writer.inner).expect("UTF-8")
    }

    #[test]
    fn text_split_between_writes_is_escaped_alike() {
        let text = "a\u{1b}b 石\u{9b}\u{202e}é\n".as_bytes();
        let whole = escaped(&[text]);
        assert_eq!(whole, "a\\u001bb 石\\u009b\\u202eé\n");
        for cut in 0..text.len() {
            assert_eq!(escaped(&[&text[..cut], &text[cut..]]), whole, "{cut}");
        }
        assert_eq!(escaped(&[b"x\xffy", b"\xe7\x9f"]), "x\u{fffd}y\u{fffd}");
    }
}
