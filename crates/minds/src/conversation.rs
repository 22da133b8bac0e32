//! Log of the lines between this program and a mind that is a separate program.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Largest number of kept lines.
const LINES: usize = 4000;

/// Longest kept line, in characters.
const WIDTH: usize = 2000;

/// Speaker of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speaker {
    /// This program, in order to play.
    Us,
    /// A person, through this program.
    Person,
    /// The other program, as a reply on stdout.
    Program,
    /// The other program, on stderr.
    Aside,
    /// No speaker: an event of the other program, such as its start or a fault.
    Event,
}

/// A line of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversationLine {
    /// Speaker of the line.
    pub speaker: Speaker,
    /// Text of the line, without its line break.
    pub text: String,
}

/// New part of a conversation since the last report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversationUpdate {
    /// New lines, the oldest first.
    pub lines: Vec<ConversationLine>,
    /// Name of the other program. Empty until it is known.
    pub program_name: String,
    /// Commands that the other program lists, in its order.
    pub commands: Vec<String>,
    /// Number of a person's lines that are not sent yet.
    pub waiting: usize,
}

/// Last lines in both directions, and the commands of the other program.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    lines: VecDeque<ConversationLine>,
    /// Number of lines since the conversation began.
    line_count: u64,
    /// Name of the other program. Empty until it is known.
    pub program_name: String,
    /// Commands that the other program lists, in its order.
    pub commands: Vec<String>,
    /// Number of a person's lines that are not sent yet.
    pub waiting: usize,
}

impl Conversation {
    /// Adds a line. Shortens a line that is too long, and drops the oldest line if there are too many.
    pub(super) fn note(&mut self, speaker: Speaker, text: &str) {
        self.line_count += 1;
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        let text = match text.char_indices().nth(WIDTH) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        self.lines.push_back(ConversationLine { speaker, text });
    }

    /// Returns the lines after the first `first` lines of the conversation, as far as they are kept.
    pub(super) fn since(&self, first: u64) -> ConversationUpdate {
        let more = usize::try_from(self.line_count.saturating_sub(first)).unwrap_or(usize::MAX);
        ConversationUpdate {
            lines: self.lines.iter().skip(self.lines.len().saturating_sub(more)).cloned().collect(),
            program_name: self.program_name.clone(),
            commands: self.commands.clone(),
            waiting: self.waiting,
        }
    }

    /// Adds the lines of another process's report, and takes its other fields.
    pub fn add_update(&mut self, update: ConversationUpdate) {
        let ConversationUpdate { lines, program_name, commands, waiting } = update;
        for ConversationLine { speaker, text } in lines {
            self.note(speaker, &text);
        }
        (self.program_name, self.commands, self.waiting) = (program_name, commands, waiting);
    }

    /// Number of lines since the conversation began.
    pub(super) const fn line_count(&self) -> u64 {
        self.line_count
    }

    /// Kept lines, the oldest first. At most 4,000.
    #[must_use]
    pub const fn lines(&self) -> &VecDeque<ConversationLine> {
        &self.lines
    }

    /// Completes the beginning of a command. Returns the longest common beginning of all commands that fit,
    /// and those commands.
    #[must_use]
    pub fn complete(&self, typed: &str) -> (String, Vec<&str>) {
        let lower = typed.to_lowercase();
        let fits = |name: &&str| name.to_lowercase().starts_with(&lower);
        let matches = self.commands.iter().map(String::as_str).filter(fits).collect::<Vec<_>>();
        let Some((first, others)) = matches.split_first() else { return (typed.to_owned(), matches) };
        let shared = others.iter().fold(*first, |shared, name| {
            let common = shared.chars().zip(name.chars()).take_while(|(a, b)| a == b);
            &shared[..common.map(|(c, _)| c.len_utf8()).sum::<usize>()]
        });
        // Names that differ in case may share less than the typed text.
        let shared = if shared.len() < typed.len() { typed } else { shared };
        (shared.to_owned(), matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lines_are_dropped_and_long_ones_cut() {
        let mut conversation = Conversation::default();
        for number in 0..LINES + 3 {
            conversation.note(Speaker::Us, &number.to_string());
        }
        conversation.note(Speaker::Program, &"ä".repeat(WIDTH + 1));
        assert_eq!(conversation.lines().len(), LINES);
        assert_eq!(conversation.lines()[0].text, "4");
        let last = &conversation.lines()[LINES - 1];
        assert_eq!((last.speaker, last.text.chars().count()), (Speaker::Program, WIDTH + 1));
    }

    #[test]
    fn a_command_is_completed_to_the_common_beginning() {
        let commands = ["play", "place_free_handicap", "name", "Showboard"].map(str::to_owned).to_vec();
        let conversation = Conversation { commands, ..Conversation::default() };
        for (typed, completed, match_count) in [
            ("p", "pla", 2),
            ("plac", "place_free_handicap", 1),
            ("PLAY", "play", 1),
            ("show", "Showboard", 1),
            ("x", "x", 0),
            ("", "", 4),
        ] {
            let (shared, names) = conversation.complete(typed);
            assert_eq!((shared.as_str(), names.len()), (completed, match_count), "{typed}");
        }
    }
}
