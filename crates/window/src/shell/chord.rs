//! Chord: a key with modifiers, parsed from text and read from the keyboard.

use crate::platform::{Host, Platform};
use bevy::input::keyboard::{Key as LogicalKey, KeyCode};
use bevy_egui::egui::{Key, KeyboardShortcut, ModifierNames, Modifiers};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use std::fmt;
use std::str::FromStr;

/// Key with its modifiers.
///
/// Text of a chord: the held modifiers of `Ctrl+Alt+Shift+`, then a name (`Space`, `Left`, `F11`) or a
/// character. Shift counts only for letters, names and the key of the full stop, because other characters
/// such as `?` or `+` may need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord(KeyboardShortcut);

impl Chord {
    /// Esc without modifiers.
    pub const ESC: Self = Self(KeyboardShortcut { modifiers: Modifiers::NONE, logical_key: Key::Escape });

    fn new(modifiers: Modifiers, key: Key) -> Self {
        let shift = modifiers.shift && (sign(key).is_none() || key == Key::Period);
        Self(KeyboardShortcut::new(Modifiers { shift, ..modifiers }, key))
    }

    /// Returns the chord of a pressed key; `None` if the key has no name. For characters that are not ASCII
    /// the place of the key decides, so that `T` works where that key types a Cyrillic letter.
    #[must_use]
    pub fn pressed(logical: &LogicalKey, place: KeyCode, held: Modifiers) -> Option<Self> {
        let key = match logical {
            // With Shift, this key types the full stop on some keyboards, and another character on others.
            LogicalKey::Character(text) if text == "." => {
                return Some(Self::new(Modifiers { shift: false, ..held }, Key::Period));
            }
            LogicalKey::Character(text)
                if held.shift && place == KeyCode::Period && !text.chars().any(char::is_alphabetic) =>
            {
                Key::Period
            }
            LogicalKey::Character(text) if !text.is_ascii() => {
                bevy_to_egui_physical_key(&place).filter(|key| key.name().len() == 1)?
            }
            _ => bevy_to_egui_key(logical)?,
        };
        Some(Self::new(held, key))
    }

    /// True if a widget with keyboard focus uses the key: it presses, changes or leaves the widget.
    #[must_use]
    pub const fn is_for_part(&self) -> bool {
        use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape, Space, Tab};
        !self.is_command()
            && matches!(
                self.0.logical_key,
                Space | Enter | Escape | Tab | ArrowLeft | ArrowRight | ArrowUp | ArrowDown
            )
    }

    /// True if the program runs in a page and the browser uses the key: for pages, tabs, copying or pasting.
    #[must_use]
    pub const fn is_of_browser(&self) -> bool {
        use Key::{C, F5, N, R, T, V, W, X};
        let command = self.0.modifiers.ctrl && !self.0.modifiers.alt;
        Host::IN_BROWSER
            && (matches!(self.0.logical_key, F5)
                || command && matches!(self.0.logical_key, C | N | R | T | V | W | X))
    }

    /// True if the key types nothing into a text field: Ctrl or Alt is held.
    #[must_use]
    pub const fn is_command(&self) -> bool {
        self.0.modifiers.ctrl || self.0.modifiers.alt
    }
}

/// Returns the digit or sign that a key types, perhaps with Shift; `None` for letters and names.
fn sign(key: Key) -> Option<&'static str> {
    match key {
        Key::Minus => Some("-"),
        Key::Quote => Some("'"),
        key => Some(key.symbol_or_name())
            .filter(|text| text.len() == 1 && !text.chars().all(char::is_alphabetic)),
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyboardShortcut { modifiers, logical_key: key } = self.0;
        let name = match key {
            Key::Escape => "Esc",
            key => sign(key).unwrap_or(key.name()),
        };
        let held = ModifierNames::NAMES.format(&modifiers, false);
        f.pad(&if held.is_empty() { name.to_owned() } else { held + "+" + name })
    }
}

/// Error of a text that is no name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a key: a letter, a digit, a sign such as ? or +, Space, Left, Right, Up, Down, Home, End, PageUp, PageDown, Enter, \
     Esc, Tab, Backspace, Delete, or F1 to F35, after Ctrl+, Alt+ or Shift+"
)]
pub struct ChordError(String);

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Self, ChordError> {
        let bad = || ChordError(text.to_owned());
        let (mut modifiers, mut rest) = (Modifiers::NONE, text.trim());
        while let Some((modifier, after)) = rest.split_once('+') {
            match modifier.trim().to_ascii_lowercase().as_str() {
                "ctrl" => modifiers.ctrl = true,
                "alt" => modifiers.alt = true,
                "shift" => modifiers.shift = true,
                _ => break,
            }
            rest = after.trim();
        }
        let by_name = || Key::ALL.iter().copied().find(|key| key.name().eq_ignore_ascii_case(rest));
        let key = Key::from_name(rest).or_else(by_name).ok_or_else(bad)?;
        if modifiers.shift && sign(key).is_some() && key != Key::Period {
            return Err(bad());
        }
        Ok(Self::new(modifiers, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_read_as_they_are_written() {
        for text in [
            "Space",
            "Shift+Left",
            "Ctrl+N",
            "Ctrl+Alt+Shift+B",
            ".",
            "?",
            "+",
            "-",
            "'",
            "Ctrl++",
            "2",
            "F11",
            "T",
            "Shift+.",
            "Esc",
        ] {
            assert_eq!(text.parse::<Chord>().map(|chord| chord.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("ctrl + n".parse::<Chord>(), "Ctrl+N".parse::<Chord>());
        assert_eq!("pageup".parse::<Chord>(), "PageUp".parse::<Chord>());
        assert_eq!("escape".parse::<Chord>(), "Esc".parse::<Chord>());
    }

    #[test]
    fn invalid_texts_are_refused() {
        for text in ["", "Ctrl+", "F99", "Spaec", "Shift+?", "Hyper+T", "ab", "é"] {
            assert!(text.parse::<Chord>().is_err(), "{text}");
        }
    }

    #[test]
    fn shift_counts_for_letters_and_names_only() {
        let typed = |key, place, held| Chord::pressed(&key, place, held).map(|chord| chord.to_string());
        let character = |text: &str| LogicalKey::Character(text.into());
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(typed(character("B"), KeyCode::KeyB, Modifiers::SHIFT), is("Shift+B"));
        assert_eq!(typed(character("?"), KeyCode::Slash, Modifiers::SHIFT), is("?"));
        for (text, place, chord) in [
            (">", KeyCode::Period, "Shift+."),
            (":", KeyCode::Period, "Shift+."),
            (".", KeyCode::Comma, "."),
            ("V", KeyCode::Period, "Shift+V"),
        ] {
            assert_eq!(typed(character(text), place, Modifiers::SHIFT), is(chord));
        }
        assert_eq!(typed(LogicalKey::ArrowLeft, KeyCode::ArrowLeft, Modifiers::SHIFT), is("Shift+Left"));
        assert_eq!(
            typed(character("е"), KeyCode::KeyT, Modifiers::NONE),
            is("T"),
            "the place tells on another script"
        );
        assert_eq!(
            typed(character("ß"), KeyCode::Minus, Modifiers::NONE),
            None,
            "only letters have such a place"
        );
        assert_eq!(typed(LogicalKey::Shift, KeyCode::ShiftLeft, Modifiers::SHIFT), None);
    }
}
