//! A line typed by a person: with a history under the arrow keys in a terminal, plain otherwise.

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is taken, in bytes.
const MOST: u64 = 4096;

/// Bytes that are taken in all where nobody types: no game takes so many.
const MOST_OF_ALL: u64 = 1 << 20;

/// Asks for lines.
pub(super) struct Asker {
    terminal: bool,
    /// Bytes that have been read where nobody types.
    read: u64,
    history: Vec<String>,
}

impl Asker {
    /// One that asks in a terminal, or reads stdin as it comes.
    pub(super) const fn new(terminal: bool) -> Self {
        Self { terminal, read: 0, history: Vec::new() }
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        let line = if self.terminal { self.edit(prompt, out) } else { self.plain(prompt, out) }?;
        if !self.terminal && !io::stdin().is_terminal() {
            // What is read is not echoed; the words that follow begin on a line of their own.
            writeln!(out)?;
        }
        if let Some(line) = &line
            && !line.trim().is_empty()
            && self.history.last() != Some(line)
        {
            self.history.push(line.clone());
        }
        Ok(line)
    }

    /// A line of stdin without its end. What is too long is cut off, and the rest of it passed over.
    fn plain(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        line_of(io::stdin().lock(), &mut self.read)
    }

    fn edit(&self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        // First, so that every key works once the prompt is seen.
        terminal::enable_raw_mode()?;
        let line = self.keys(prompt, out);
        terminal::disable_raw_mode()?;
        writeln!(out)?;
        line
    }

    fn keys(&self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut editor = Editor::new(&self.history);
        loop {
            let Event::Key(key) = event::read()? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match editor.key(key) {
                Key::On => {}
                Key::Done => return Ok(Some(editor.text())),
                Key::End => return Ok(None),
            }
            let back = editor.text.len() - editor.at;
            write!(out, "\r\u{1b}[K{prompt}{}", editor.text())?;
            if back > 0 {
                write!(out, "\u{1b}[{back}D")?;
            }
            out.flush()?;
        }
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
        let why = format!("the input holds more than {} MB, which is no game", MOST_OF_ALL >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// What a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    /// The line goes on.
    On,
    /// The line is complete.
    Done,
    /// There will be no more lines.
    End,
}

/// A line while it is typed.
struct Editor<'a> {
    text: Vec<char>,
    /// Characters before the cursor.
    at: usize,
    history: &'a [String],
    /// Which line of the history is shown; its length for the one that is typed.
    shown: usize,
}

impl<'a> Editor<'a> {
    const fn new(history: &'a [String]) -> Self {
        Self { text: Vec::new(), at: 0, history, shown: history.len() }
    }

    fn text(&self) -> String {
        self.text.iter().collect()
    }

    fn key(&mut self, key: KeyEvent) -> Key {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Key::End,
                // Enter, typed while the program was stopped: the terminal made a line feed of it.
                KeyCode::Char('j') => Key::Done,
                KeyCode::Char('d') if self.text.is_empty() => Key::End,
                KeyCode::Char('u') => {
                    self.text.drain(..self.at);
                    self.at = 0;
                    Key::On
                }
                _ => Key::On,
            };
        }
        match key.code {
            KeyCode::Enter => return Key::Done,
            KeyCode::Char(c) if self.text.len() < 200 => {
                self.text.insert(self.at, c);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Up => self.show(self.shown.saturating_sub(1)),
            KeyCode::Down => self.show((self.shown + 1).min(self.history.len())),
            _ => {}
        }
        Key::On
    }

    fn show(&mut self, line: usize) {
        if line != self.shown {
            self.shown = line;
            self.text = self.history.get(line).map(|line| line.chars().collect()).unwrap_or_default();
            self.at = self.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(history: &[&str], keys: &[KeyCode]) -> String {
        let history: Vec<String> = history.iter().map(|line| (*line).to_owned()).collect();
        let mut editor = Editor::new(&history);
        for &code in keys {
            assert_eq!(editor.key(KeyEvent::new(code, KeyModifiers::NONE)), Key::On);
        }
        editor.text()
    }

    #[test]
    fn a_line_can_be_mended() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        assert_eq!(typed(&[], &[Char('d'), Char('5'), Backspace, Char('4')]), "d4");
        assert_eq!(typed(&[], &[Char('4'), Home, Char('d'), End, Char('!'), Left, Delete]), "d4");
        assert_eq!(typed(&[], &[Left, Right, Backspace, Delete, Char('a')]), "a");
    }

    #[test]
    fn arrows_go_through_what_was_typed_before() {
        use KeyCode::{Char, Down, Up};
        let history = ["d4", "pass"];
        assert_eq!(typed(&history, &[Up]), "pass");
        assert_eq!(typed(&history, &[Up, Up]), "d4");
        assert_eq!(typed(&history, &[Up, Up, Up, Down]), "pass");
        assert_eq!(typed(&history, &[Char('x'), Up, Down]), "");
    }

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

    #[test]
    fn control_c_and_d_end_it_and_a_line_feed_is_enter() {
        let key = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        assert_eq!(Editor::new(&[]).key(key('j')), Key::Done);
        assert_eq!(Editor::new(&[]).key(key('c')), Key::End);
        assert_eq!(Editor::new(&[]).key(key('d')), Key::End);
        let mut editor = Editor::new(&[]);
        editor.key(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE));
        assert_eq!(editor.key(key('d')), Key::On);
    }
}
