//! The doors to stdout and stderr: what others wrote (names, comments, file names, words of engines) does nothing to a terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use stonefield_go::notation::{one_line, visible};

/// What a command writes to stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    /// Text for people, or for programs as JSON or CSV.
    Text,
    /// Data that programs take byte for byte, such as a record; for a terminal it is text.
    Data,
    /// Pictures of this program's own with the controls of a terminal; elsewhere it is text. Such a view passes what others wrote through
    /// [`visible`] itself.
    Screen,
}

/// The door to stdout, for a command that writes this.
pub(super) fn stdout(kind: OutputKind) -> Visible<io::StdoutLock<'static>> {
    let stdout = io::stdout().lock();
    let as_it_is = match kind {
        OutputKind::Text => false,
        OutputKind::Data => !stdout.is_terminal(),
        OutputKind::Screen => stdout.is_terminal(),
    };
    Visible { inner: stdout, as_it_is, begun: Vec::new() }
}

/// The door to stderr.
pub(super) fn stderr() -> Visible<io::Stderr> {
    Visible { inner: io::stderr(), as_it_is: false, begun: Vec::new() }
}

/// Writes a line about what is done to stderr, which may be closed. It stays one line, whatever is in it.
pub(super) fn say(line: impl Display) {
    let line: String = one_line(&line.to_string()).collect();
    let _ = writeln!(stderr(), "stonefield: {line}");
}

/// The name of a file on one line, whatever is in it.
pub(super) fn file_name(path: &Path) -> String {
    one_line(&path.display().to_string()).collect()
}

/// Writes text on with its hidden characters made visible, as [`visible`] does, and bytes that are no UTF-8 as `U+FFFD`.
#[derive(Debug)]
pub(super) struct Visible<W> {
    inner: W,
    /// Whether everything passes unchanged.
    as_it_is: bool,
    /// The beginning of a character whose end has not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.as_it_is {
            return self.inner.write(bytes);
        }
        let mut text = std::mem::take(&mut self.begun);
        text.extend_from_slice(bytes);
        let mut shown = String::with_capacity(text.len());
        let mut rest = &text[..];
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    shown += &visible(valid);
                    rest = &[];
                }
                Err(error) => {
                    let (valid, other) = rest.split_at(error.valid_up_to());
                    shown += &visible(&String::from_utf8_lossy(valid));
                    match error.error_len() {
                        Some(length) => {
                            shown.push(char::REPLACEMENT_CHARACTER);
                            rest = &other[length..];
                        }
                        None => {
                            self.begun = other.to_vec();
                            rest = &[];
                        }
                    }
                }
            }
        }
        self.inner.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.begun).is_empty() {
            self.inner.write_all("\u{fffd}".as_bytes())?;
        }
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        let mut door = Visible { inner: Vec::new(), as_it_is: false, begun: Vec::new() };
        for part in parts {
            door.write_all(part).expect("memory");
        }
        door.flush().expect("memory");
        String::from_utf8(door.inner).expect("text")
    }

    #[test]
    fn text_is_shown_however_it_is_cut() {
        let text = "a\u{1b}b 石\u{9b}\u{202e}é\n".as_bytes();
        let whole = shown(&[text]);
        assert_eq!(whole, "a\\u001bb 石\\u009b\\u202eé\n");
        for cut in 0..text.len() {
            assert_eq!(shown(&[&text[..cut], &text[cut..]]), whole, "{cut}");
        }
        assert_eq!(shown(&[b"x\xffy", b"\xe7\x9f"]), "x\u{fffd}y\u{fffd}");
    }
}
