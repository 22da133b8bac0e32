//! A key together with the modifiers held: as text, and as it comes from the keyboard.

use bevy::input::keyboard::{Key, KeyCode};
use std::fmt;
use std::str::FromStr;

/// The keys that have a name instead of a character, as they are written in the settings.
const NAMED: [(&str, Key); 26] = [
    ("Space", Key::Space),
    ("Left", Key::ArrowLeft),
    ("Right", Key::ArrowRight),
    ("Up", Key::ArrowUp),
    ("Down", Key::ArrowDown),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PageUp", Key::PageUp),
    ("PageDown", Key::PageDown),
    ("Enter", Key::Enter),
    ("Esc", Key::Escape),
    ("Tab", Key::Tab),
    ("Backspace", Key::Backspace),
    ("Delete", Key::Delete),
    ("F1", Key::F1),
    ("F2", Key::F2),
    ("F3", Key::F3),
    ("F4", Key::F4),
    ("F5", Key::F5),
    ("F6", Key::F6),
    ("F7", Key::F7),
    ("F8", Key::F8),
    ("F9", Key::F9),
    ("F10", Key::F10),
    ("F11", Key::F11),
    ("F12", Key::F12),
];

/// A key and the modifiers held with it.
///
/// Its text is `Ctrl+Alt+Shift+` as far as held, then a name (`Space`, `Left`, `F11`) or a character. Shift is
/// told apart for letters and names only: it takes part in typing `?` or `+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    ctrl: bool,
    alt: bool,
    shift: bool,
    key: Key,
}

/// The modifiers held while a key goes down.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Shift.
    pub shift: bool,
}

impl Chord {
    /// What was pressed. A keyboard of another script falls back on the place of the key, so that `T` works
    /// where that key types a Cyrillic letter.
    #[must_use]
    pub fn pressed(logical: &Key, place: KeyCode, held: Held) -> Self {
        let key = match logical {
            Key::Character(text) if text.as_str() == " " => Key::Space,
            Key::Character(text) if text.is_ascii() => Key::Character(text.to_lowercase().into()),
            Key::Character(_) => match latin(place) {
                Some(letter) => Key::Character(letter.to_string().into()),
                None => logical.clone(),
            },
            _ => logical.clone(),
        };
        Self { shift: held.shift && tells_shift(&key), ctrl: held.ctrl, alt: held.alt, key }
    }
}

impl Chord {
    /// Whether it writes nothing into a field of text.
    #[must_use]
    pub const fn is_command(&self) -> bool {
        self.ctrl || self.alt
    }
}

fn tells_shift(key: &Key) -> bool {
    match key {
        Key::Character(text) => text.chars().all(char::is_alphabetic),
        _ => true,
    }
}

/// The letter that a Latin keyboard has at this place.
fn latin(place: KeyCode) -> Option<char> {
    let name = format!("{place:?}");
    name.strip_prefix("Key")?.chars().next().map(|letter| letter.to_ascii_lowercase())
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if held {
                text.push_str(name);
            }
        }
        match &self.key {
            Key::Character(character) => text.push_str(&character.to_uppercase()),
            key => {
                let name = NAMED.iter().find(|(_, named)| named == key).map_or("?", |(name, _)| name);
                text.push_str(name);
            }
        }
        f.pad(&text)
    }
}

/// Text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no key: a character or {names}, after Ctrl+, Alt+ or Shift+", names = names())]
pub struct ChordError(String);

fn names() -> String {
    let mut names =
        NAMED.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('F')).collect::<Vec<_>>();
    names.push("F1 to F12");
    names.join(", ")
}

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Self, ChordError> {
        let bad = || ChordError(text.to_owned());
        let mut held = Held::default();
        let mut rest = text.trim();
        while let Some((modifier, after)) = rest.split_once('+') {
            match modifier.trim().to_ascii_lowercase().as_str() {
                "ctrl" => held.ctrl = true,
                "alt" => held.alt = true,
                "shift" => held.shift = true,
                _ => break,
            }
            rest = after.trim();
        }
        let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest));
        let key = match (named, rest.chars().count()) {
            (Some((_, key)), _) => key.clone(),
            (None, 1) => Key::Character(rest.to_lowercase().into()),
            _ => return Err(bad()),
        };
        if held.shift && !tells_shift(&key) {
            return Err(bad());
        }
        Ok(Self { ctrl: held.ctrl, alt: held.alt, shift: held.shift, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_read_as_they_are_written() {
        for text in
            ["Space", "Shift+Left", "Ctrl+N", "Ctrl+Alt+Shift+B", ".", "?", "+", "Ctrl++", "2", "F11", "T"]
        {
            assert_eq!(text.parse::<Chord>().map(|chord| chord.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("ctrl + n".parse::<Chord>(), "Ctrl+N".parse::<Chord>());
    }

    #[test]
    fn nonsense_is_no_chord() {
        for text in ["", "Ctrl+", "F13", "Spaec", "Shift+?", "Hyper+T", "ab"] {
            assert!(text.parse::<Chord>().is_err(), "{text}");
        }
    }

    #[test]
    fn shift_counts_for_letters_and_names_only() {
        let shift = Held { shift: true, ..Held::default() };
        let typed =
            |text: &str, place, held| Chord::pressed(&Key::Character(text.into()), place, held).to_string();
        assert_eq!(typed("B", KeyCode::KeyB, shift), "Shift+B");
        assert_eq!(typed("?", KeyCode::Slash, shift), "?");
        assert_eq!(Chord::pressed(&Key::ArrowLeft, KeyCode::ArrowLeft, shift).to_string(), "Shift+Left");
        assert_eq!(typed("е", KeyCode::KeyT, Held::default()), "T", "the place tells on another script");
    }
}
