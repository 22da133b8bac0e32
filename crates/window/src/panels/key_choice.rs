//! The choice of a key: an action is clicked in the list of keys, and the next chord pressed is its key. One that belongs to another action is
//! taken only after a question.

use crate::shell::chord::Chord;
use crate::shell::keys::{ACTIONS, Bindings};

/// A key that is being chosen for an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyChoice {
    /// The place of the action among [`ACTIONS`].
    pub at: usize,
    /// The key that is replaced, if the action has one.
    pub old: Option<Chord>,
    /// Whether the action keeps that one as well.
    pub keeps: bool,
    /// The key that was pressed for it.
    pub pressed: Option<Chord>,
    /// The key that was pressed and cannot be had: the browser keeps it.
    pub kept: Option<Chord>,
}

impl KeyChoice {
    /// Waits for a key in the place of another, or for the first one.
    #[must_use]
    pub const fn new(at: usize, old: Option<Chord>) -> Self {
        Self { at, old, keeps: false, pressed: None, kept: None }
    }

    /// What is to be said of the choice, before a key is pressed and while it belongs to another action.
    #[must_use]
    pub fn words(&self, bindings: &Bindings) -> String {
        let about = ACTIONS[self.at].about;
        let Some((chord, other)) = self.conflict(bindings) else {
            let kept =
                self.kept.map(|kept| format!("The browser keeps {kept} for itself. ")).unwrap_or_default();
            return format!("{kept}Press the new key for '{about}'. Esc leaves it as it is.");
        };
        let left: Vec<String> =
            bindings.of(other).iter().filter(|&&other| other != chord).map(ToString::to_string).collect();
        let left = if left.is_empty() {
            "would have no key then".to_owned()
        } else {
            format!("keeps {}", left.join(", "))
        };
        format!(
            "{chord} is the key of '{}', which {left}. Is it to be the key of '{about}'?",
            ACTIONS[other].about
        )
    }

    /// The key that was pressed and the other action that it belongs to, by its place.
    #[must_use]
    pub fn conflict(&self, bindings: &Bindings) -> Option<(Chord, usize)> {
        let chord = self.pressed?;
        bindings.holder(&chord).filter(|&other| other != self.at).map(|other| (chord, other))
    }

    /// The bindings with the key that was pressed, from whomever it is taken; without one, with the old key gone.
    #[must_use]
    pub fn taken(&self, bindings: &Bindings) -> Bindings {
        let mut keys = bindings.of(self.at).to_vec();
        let place = keys.iter().position(|key| Some(*key) == self.old);
        match (place, self.pressed) {
            (Some(place), Some(chord)) if !self.keeps => keys[place] = chord,
            (Some(place), None) => drop(keys.remove(place)),
            (_, Some(chord)) => keys.push(chord),
            (None, None) => {}
        }
        let mut once: Vec<Chord> = Vec::new();
        for key in keys {
            if !once.contains(&key) {
                once.push(key);
            }
        }
        let mut bindings = bindings.clone();
        bindings.rebind(self.at, once);
        bindings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::keys::Action;
    use crate::shell::layers::Layer;

    fn chord(text: &str) -> Chord {
        text.parse().expect("a key")
    }

    fn at(action: Action) -> usize {
        ACTIONS.iter().position(|info| info.action == action).expect("listed")
    }

    #[test]
    fn a_conflict_is_named_before_the_key_is_taken() {
        let bindings = Bindings::default();
        let mut choice = KeyChoice::new(at(Action::Pass), Some(chord("P")));
        assert_eq!(
            choice.words(&bindings),
            "Press the new key for 'pass (a person's turn)'. Esc leaves it as it is."
        );
        choice.pressed = Some(chord("T"));
        assert_eq!(choice.conflict(&bindings), Some((chord("T"), at(Action::Layer(Layer::Temperature)))));
        assert_eq!(
            choice.words(&bindings),
            "T is the key of 'temperature', which would have no key then. Is it to be the key of 'pass (a person's turn)'?"
        );
        let taken = choice.taken(&bindings);
        assert_eq!(taken.text(Action::Pass), "T");
        assert_eq!(taken.text(Action::Layer(Layer::Temperature)), "");
        choice.pressed = Some(chord("F1"));
        assert!(choice.words(&bindings).contains("which keeps ?."), "{}", choice.words(&bindings));
    }

    #[test]
    fn a_key_is_replaced_added_or_removed() {
        let bindings = Bindings::default();
        let help = at(Action::Help);
        let chosen = |old, keeps, pressed: Option<&str>| {
            let choice = KeyChoice { at: help, old, keeps, pressed: pressed.map(chord), kept: None };
            assert_eq!(choice.conflict(&bindings), None);
            choice.taken(&bindings).text(Action::Help)
        };
        assert_eq!(chosen(Some(chord("F1")), false, Some("F2")), "?, F2");
        assert_eq!(chosen(Some(chord("F1")), true, Some("F2")), "?, F1, F2");
        assert_eq!(chosen(Some(chord("F1")), false, Some("?")), "?");
        assert_eq!(chosen(Some(chord("F1")), false, None), "?");
        assert_eq!(chosen(None, false, Some("F2")), "?, F1, F2");
    }
}
