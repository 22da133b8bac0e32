//! Lines of the user: edited with a history in a terminal, plain otherwise.

use crate::cli::terminal::await_resumed;
use crossterm::terminal;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Cmd, Config, Editor, KeyEvent};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use stonefield_go::notation::without_byte_order_mark;

/// Longest line that is read completely without an editor, in bytes.
const MAX_LINE: u64 = 4096;

/// Largest input that is read without an editor, in bytes. No game needs more.
const MAX_INPUT: u64 = 1 << 20;

/// Time to wait after Esc for the rest of a key sequence, in milliseconds.
const ESC: u16 = 100;

/// Reader of the user's lines.
pub(super) struct LineReader {
    /// Line editor of a terminal. `None` if stdin is read directly.
    editor: Option<Editor<(), MemHistory>>,
    /// Number of bytes that were read without an editor.
    read: u64,
}

impl LineReader {
    /// Creates a reader: with an editor in a terminal, without one otherwise.
    pub(super) fn new(terminal: bool) -> io::Result<Self> {
        let editor = terminal.then(editor).transpose().map_err(io_error)?;
        Ok(Self { editor, read: 0 })
    }

    /// Reads the next line. `None` at the end of the input, or after Ctrl-C in the editor.
    pub(super) fn read(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        if let Some(editor) = &mut self.editor {
            return edit(editor, prompt, out);
        }
        let line = self.read_plain(prompt, out)?;
        if !io::stdin().is_terminal() {
            // Input is not echoed. The next output starts on a new line.
            writeln!(out)?;
        }
        Ok(line)
    }

    /// Reads a line of stdin, without spaces at its ends. The part of a line after [`MAX_LINE`] is skipped.
    fn read_plain(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let is_first = self.read == 0;
        let line = read_line(io::stdin().lock(), &mut self.read)?;
        Ok(line.map(|line| if is_first { without_byte_order_mark(&line).to_owned() } else { line }))
    }
}

fn editor() -> Result<Editor<(), MemHistory>, ReadlineError> {
    // Without bracketed paste, pasted lines are separate commands.
    let config =
        Config::builder().auto_add_history(true).bracketed_paste(false).keyseq_timeout(Some(ESC)).build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history)?;
    // The editor would stop and resume the program before `when_stopped` has restored the terminal.
    editor.bind_sequence(KeyEvent::ctrl('Z'), Cmd::Noop);
    Ok(editor)
}

fn edit(
    editor: &mut Editor<(), MemHistory>,
    prompt: &str,
    out: &mut dyn Write,
) -> io::Result<Option<String>> {
    out.flush()?;
    let settings = Settings::now();
    // The editor enters raw mode too, but only this call can be undone on a signal, a suspension or a panic.
    terminal::enable_raw_mode()?;
    let line = editor.readline(prompt);
    await_resumed();
    terminal::disable_raw_mode()?;
    // If the program was resumed as the line ended, raw mode may have saved the editor's settings as normal.
    settings.restore();
    // The editor wrote its line feed in raw mode, without a carriage return.
    write!(out, "\r")?;
    match line {
        Ok(line) => Ok(Some(line)),
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(io_error(error)),
    }
}

/// Saved settings of the terminal.
struct Settings {
    #[cfg(unix)]
    saved: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl Settings {
    fn now() -> Self {
        Self { saved: rustix::termios::tcgetattr(io::stdin()).ok() }
    }

    fn restore(self) {
        if let Some(saved) = self.saved {
            // Errors are ignored: there is nothing else to try.
            let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, &saved);
        }
    }
}

#[cfg(not(unix))]
impl Settings {
    const fn now() -> Self {
        Self {}
    }

    fn restore(self) {}
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Reads the next line of an input, and adds its bytes to `read`. Fails if `read` exceeds [`MAX_INPUT`].
fn read_line(mut input: impl BufRead, read: &mut u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    *read += input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? as u64;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        *read += input.take(MAX_INPUT).skip_until(b'\n')? as u64;
    }
    if *read > MAX_INPUT {
        let why = format!("the input has more than {} MB, which no game needs", MAX_INPUT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_endless_input_is_refused() {
        let mut read = 0;
        let mut input = io::Cursor::new(
            [b"d4\n".to_vec(), vec![b'x'; 2 * MAX_LINE as usize], b"\nend".to_vec()].concat(),
        );
        let mut next = || read_line(&mut input, &mut read).expect("within the limit").map(|line| line.len());
        assert_eq!((next(), next(), next(), next()), (Some(2), Some(MAX_LINE as usize), Some(3), None));
        for endless in [b"\0", b"\n"] {
            let (mut input, mut read) = (io::BufReader::new(io::repeat(endless[0])), 0);
            let error = std::iter::repeat_with(|| read_line(&mut input, &mut read)).find_map(Result::err);
            assert!(error.is_some_and(|error| error.to_string().contains("more than 1 MB")));
        }
    }
}
