//! What is said between a mind that is a program of its own and us.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Lines of a conversation that are kept, at most.
const LINES: usize = 4000;

/// Characters kept of a line.
const WIDTH: usize = 2000;

/// Who says a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Voice {
    /// We, to have it play.
    Us,
    /// A person, through us.
    Person,
    /// The program, as an answer.
    Program,
    /// The program, beside its answers: its stderr.
    Aside,
    /// Nobody: what happened to the program, in plain words.
    Event,
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utterance {
    /// Who said the line.
    pub voice: Voice,
    /// The line, without its end.
    pub text: String,
}

/// What has been said since it was told last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The lines, the oldest first.
    pub lines: Vec<Utterance>,
    /// The name that the program goes by; empty before it is known.
    pub partner: String,
    /// The commands that it says it knows, in its order.
    pub commands: Vec<String>,
    /// Lines of a person that it has not been told yet.
    pub waiting: usize,
}

/// The last lines that were said, in both directions, and the commands that the program knows.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    lines: VecDeque<Utterance>,
    /// Lines noted since the conversation began.
    heard: u64,
    /// The name that the program goes by; empty before it is known.
    pub partner: String,
    /// The commands that it says it knows, in its order.
    pub commands: Vec<String>,
    /// Lines of a person that it has not been told yet.
    pub waiting: usize,
}

impl Conversation {
    /// Takes down a line; one that is very long is cut, and the oldest go.
    pub(super) fn note(&mut self, voice: Voice, text: &str) {
        self.heard += 1;
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        let text = match text.char_indices().nth(WIDTH) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        self.lines.push_back(Utterance { voice, text });
    }

    /// What has been said after so many lines.
    pub(super) fn since(&self, heard: u64) -> Said {
        let more = usize::try_from(self.heard.saturating_sub(heard)).unwrap_or(usize::MAX);
        Said {
            lines: self.lines.iter().skip(self.lines.len().saturating_sub(more)).cloned().collect(),
            partner: self.partner.clone(),
            commands: self.commands.clone(),
            waiting: self.waiting,
        }
    }

    /// Takes over what has been said elsewhere.
    pub fn hear(&mut self, said: Said) {
        let Said { lines, partner, commands, waiting } = said;
        for Utterance { voice, text } in lines {
            self.note(voice, &text);
        }
        (self.partner, self.commands, self.waiting) = (partner, commands, waiting);
    }

    /// How many lines were noted since the conversation began.
    pub(super) const fn heard(&self) -> u64 {
        self.heard
    }

    /// The lines, the oldest first: at most 4,000.
    #[must_use]
    pub const fn lines(&self) -> &VecDeque<Utterance> {
        &self.lines
    }

    /// What a command that has begun like this can become: the longest beginning that all the known ones share, and those.
    #[must_use]
    pub fn complete(&self, begun: &str) -> (String, Vec<&str>) {
        let lower = begun.to_lowercase();
        let fits = |name: &&str| name.to_lowercase().starts_with(&lower);
        let fitting = self.commands.iter().map(String::as_str).filter(fits).collect::<Vec<_>>();
        let Some((first, others)) = fitting.split_first() else { return (begun.to_owned(), fitting) };
        let shared = others.iter().fold(*first, |shared, other| {
            let same = shared.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            &shared[..same.map(|(c, _)| c.len_utf8()).sum::<usize>()]
        });
        // Names that differ in case may share less than was typed.
        let shared = if shared.len() < begun.len() { begun } else { shared };
        (shared.to_owned(), fitting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lines_go_and_long_ones_are_cut() {
        let mut conversation = Conversation::default();
        for i in 0..LINES + 3 {
            conversation.note(Voice::Us, &i.to_string());
        }
        conversation.note(Voice::Program, &"ä".repeat(WIDTH + 1));
        assert_eq!(conversation.lines().len(), LINES);
        assert_eq!(conversation.lines()[0].text, "4");
        let last = &conversation.lines()[LINES - 1];
        assert_eq!((last.voice, last.text.chars().count()), (Voice::Program, WIDTH + 1));
    }

    #[test]
    fn a_command_is_completed_as_far_as_all_agree() {
        let commands = ["play", "place_free_handicap", "name", "Showboard"].map(str::to_owned).to_vec();
        let known = Conversation { commands, ..Conversation::default() };
        for (begun, whole, fitting) in [
            ("p", "pla", 2),
            ("plac", "place_free_handicap", 1),
            ("PLAY", "play", 1),
            ("show", "Showboard", 1),
            ("x", "x", 0),
            ("", "", 4),
        ] {
            let (shared, names) = known.complete(begun);
            assert_eq!((shared.as_str(), names.len()), (whole, fitting), "{begun}");
        }
    }
}
