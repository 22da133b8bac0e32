//! Log of the lines between this program and a mind that is a separate program.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Largest number of kept lines.
const MAX_LINES: usize = 4000;

/// Longest kept line, in characters. Longer ones are cut.
const MAX_LINE_LENGTH: usize = 2000;

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
    #[serde(rename = "Aside")]
    Stderr,
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

/// Part of a conversation that is new since the last update.
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

/// Latest lines in both directions, and the commands of the other program.
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
    /// Adds a line, and cuts it if it is too long. Drops the oldest line if there are too many.
    pub(super) fn add_line(&mut self, speaker: Speaker, text: &str) {
        self.line_count += 1;
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        let text = match text.char_indices().nth(MAX_LINE_LENGTH) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        self.lines.push_back(ConversationLine { speaker, text });
    }

    /// Returns the kept lines after the first `reported` lines of the conversation.
    pub(super) fn lines_after(&self, reported: u64) -> ConversationUpdate {
        let new_count = usize::try_from(self.line_count.saturating_sub(reported)).unwrap_or(usize::MAX);
        ConversationUpdate {
            lines: self.lines.iter().skip(self.lines.len().saturating_sub(new_count)).cloned().collect(),
            program_name: self.program_name.clone(),
            commands: self.commands.clone(),
            waiting: self.waiting,
        }
    }

    /// Adds the lines of an update, and replaces the other fields by those of the update.
    pub fn add_update(&mut self, update: ConversationUpdate) {
        let ConversationUpdate { lines, program_name, commands, waiting } = update;
        for ConversationLine { speaker, text } in lines {
            self.add_line(speaker, &text);
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

    /// Completes the beginning of a command. Returns the longest common beginning of all commands that begin
    /// with `typed`, in lower or upper case, and these commands.
    #[must_use]
    pub fn complete_command(&self, typed: &str) -> (String, Vec<&str>) {
        let lower = typed.to_lowercase();
        let begins_so = |name: &&str| name.to_lowercase().starts_with(&lower);
        let matches = self.commands.iter().map(String::as_str).filter(begins_so).collect::<Vec<_>>();
        let Some((first, others)) = matches.split_first() else { return (typed.to_owned(), matches) };
        let beginning = others.iter().fold(*first, |beginning, name| {
            let common = beginning.chars().zip(name.chars()).take_while(|(a, b)| a == b);
            &beginning[..common.map(|(c, _)| c.len_utf8()).sum::<usize>()]
        });
        // Commands that differ in case may have less in common than the typed text.
        let beginning = if beginning.len() < typed.len() { typed } else { beginning };
        (beginning.to_owned(), matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lines_are_dropped_and_long_ones_cut() {
        let mut conversation = Conversation::default();
        for number in 0..MAX_LINES + 3 {
            conversation.add_line(Speaker::Us, &number.to_string());
        }
        conversation.add_line(Speaker::Program, &"ä".repeat(MAX_LINE_LENGTH + 1));
        assert_eq!(conversation.lines().len(), MAX_LINES);
        assert_eq!(conversation.lines()[0].text, "4");
        let last = &conversation.lines()[MAX_LINES - 1];
        assert_eq!((last.speaker, last.text.chars().count()), (Speaker::Program, MAX_LINE_LENGTH + 1));
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
            let (beginning, matches) = conversation.complete_command(typed);
            assert_eq!((beginning.as_str(), matches.len()), (completed, match_count), "{typed}");
        }
    }
}
