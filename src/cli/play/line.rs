//! A line typed by a person: with a history under the arrow keys in a terminal, plain otherwise.

use crate::cli::terminal::await_resumed;
use crossterm::terminal;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Cmd, Config, Editor, KeyEvent};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use stonefield_go::notation::without_byte_order_mark;

/// The longest line that is taken, in bytes.
const MOST: u64 = 4096;

/// Bytes that are taken in all where nobody types: no game takes so many.
const MOST_OF_ALL: u64 = 1 << 20;

/// How long an Esc waits for what makes a longer key of it, in milliseconds.
const ESC: u16 = 100;

/// Asks for lines.
pub(super) struct Asker {
    /// In a terminal; `None` where stdin is read as it comes.
    editor: Option<Editor<(), MemHistory>>,
    /// Bytes that have been read where nobody types.
    read: u64,
}

impl Asker {
    /// One that asks in a terminal, or reads stdin as it comes.
    pub(super) fn new(terminal: bool) -> io::Result<Self> {
        let editor = terminal.then(editor).transpose().map_err(system)?;
        Ok(Self { editor, read: 0 })
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        if let Some(editor) = &mut self.editor {
            return edit(editor, prompt, out);
        }
        let line = self.plain(prompt, out)?;
        if !io::stdin().is_terminal() {
            // What is read is not echoed; the words that follow begin on a line of their own.
            writeln!(out)?;
        }
        Ok(line)
    }

    /// A line of stdin without its end. What is too long is cut off, and the rest of it passed over.
    fn plain(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let is_first = self.read == 0;
        let line = line_of(io::stdin().lock(), &mut self.read)?;
        Ok(line.map(|line| if is_first { without_byte_order_mark(&line).to_owned() } else { line }))
    }
}

fn editor() -> Result<Editor<(), MemHistory>, ReadlineError> {
    // Lines that are pasted are commands, one after the other.
    let config =
        Config::builder().auto_add_history(true).bracketed_paste(false).keyseq_timeout(Some(ESC)).build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history)?;
    // The editor would stop the program and go on before `when_stopped` has given the terminal back.
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
    // The editor does the same on its own, but only this can be undone from outside: by a signal, a stop or a panic.
    terminal::enable_raw_mode()?;
    let line = editor.readline(prompt);
    await_resumed();
    terminal::disable_raw_mode()?;
    // Where the program went on as the line ended, it may have taken the editor's settings for those of before.
    settings.restore();
    // The editor's line feed found the terminal raw.
    write!(out, "\r")?;
    match line {
        Ok(line) => Ok(Some(line)),
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(system(error)),
    }
}

/// The settings of the terminal.
struct Settings {
    #[cfg(unix)]
    known: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl Settings {
    fn now() -> Self {
        Self { known: rustix::termios::tcgetattr(io::stdin()).ok() }
    }

    fn restore(self) {
        if let Some(known) = self.known {
            // There is nothing else to try.
            let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, &known);
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

fn system(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The next line of an input of which so many bytes have been read.
fn line_of(mut input: impl BufRead, read: &mut u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    *read += input.by_ref().take(MOST).read_until(b'\n', &mut bytes)? as u64;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        *read += input.take(MOST_OF_ALL).skip_until(b'\n')? as u64;
    }
    if *read > MOST_OF_ALL {
        let why = format!("the input holds more than {} MB, which is not a game", MOST_OF_ALL >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_without_end_is_refused() {
        let mut read = 0;
        let mut input =
            io::Cursor::new([b"d4\n".to_vec(), vec![b'x'; 2 * MOST as usize], b"\nend".to_vec()].concat());
        let mut next = || line_of(&mut input, &mut read).expect("short").map(|line| line.len());
        assert_eq!((next(), next(), next(), next()), (Some(2), Some(MOST as usize), Some(3), None));
        for endless in [b"\0", b"\n"] {
            let (mut input, mut read) = (io::BufReader::new(io::repeat(endless[0])), 0);
            let error = std::iter::repeat_with(|| line_of(&mut input, &mut read)).find_map(Result::err);
            assert!(error.is_some_and(|error| error.to_string().contains("more than 1 MB")));
        }
    }
}
