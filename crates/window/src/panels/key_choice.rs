//! Choice of a key: after a click on an action in the list of keys, the next chord is its key. A chord of
//! another action is taken only after a confirmation.

use crate::shell::chord::Chord;
use crate::shell::keys::{ACTIONS, Bindings};

/// Choice of a key for an action, in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyChoice {
    /// Index of the action in [`ACTIONS`].
    pub at: usize,
    /// The key to replace, if any.
    pub old: Option<Chord>,
    /// True if the action also keeps the old key.
    pub keeps_old: bool,
    /// The new key, once it was pressed.
    pub pressed: Option<Chord>,
    /// The last pressed key that is reserved by the browser.
    pub reserved: Option<Chord>,
}

impl KeyChoice {
    /// Returns a choice that waits for a key. `old`: the key to replace, if any.
    #[must_use]
    pub const fn new(at: usize, old: Option<Chord>) -> Self {
        Self { at, old, keeps_old: false, pressed: None, reserved: None }
    }

    /// Returns the text of the choice: an instruction to press a key, or a question if the pressed key
    /// belongs to another action.
    #[must_use]
    pub fn words(&self, bindings: &Bindings) -> String {
        let about = ACTIONS[self.at].about;
        let Some((chord, other)) = self.conflict(bindings) else {
            let refusal = self
                .reserved
                .map(|chord| format!("The browser keeps {chord} for itself. "))
                .unwrap_or_default();
            return format!("{refusal}Press the new key for '{about}'. Esc leaves it as it is.");
        };
        let other_keys: Vec<String> =
            bindings.of(other).iter().filter(|&&key| key != chord).map(ToString::to_string).collect();
        let effect = if other_keys.is_empty() {
            "would have no key then".to_owned()
        } else {
            format!("keeps {}", other_keys.join(", "))
        };
        format!(
            "{chord} is the key of '{}', which {effect}. Is it to be the key of '{about}'?",
            ACTIONS[other].about
        )
    }

    /// Returns the pressed key and the index of the other action that has it. `None` without such an action.
    #[must_use]
    pub fn conflict(&self, bindings: &Bindings) -> Option<(Chord, usize)> {
        let chord = self.pressed?;
        bindings.holder(&chord).filter(|&other| other != self.at).map(|other| (chord, other))
    }

    /// Returns the bindings with the pressed key bound to the action, also if another action has it. Without
    /// a pressed key, the old key is removed.
    #[must_use]
    pub fn apply_to(&self, bindings: &Bindings) -> Bindings {
        let mut keys = bindings.of(self.at).to_vec();
        let index = keys.iter().position(|key| Some(*key) == self.old);
        match (index, self.pressed) {
            (Some(index), Some(chord)) if !self.keeps_old => keys[index] = chord,
            (Some(index), None) => drop(keys.remove(index)),
            (_, Some(chord)) => keys.push(chord),
            (None, None) => {}
        }
        let mut distinct: Vec<Chord> = Vec::new();
        for key in keys {
            if !distinct.contains(&key) {
                distinct.push(key);
            }
        }
        let mut bindings = bindings.clone();
        bindings.rebind(self.at, distinct);
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
        let taken = choice.apply_to(&bindings);
        assert_eq!(taken.text(Action::Pass), "T");
        assert_eq!(taken.text(Action::Layer(Layer::Temperature)), "");
        choice.pressed = Some(chord("F1"));
        assert!(choice.words(&bindings).contains("which keeps ?."), "{}", choice.words(&bindings));
    }

    #[test]
    fn a_key_is_replaced_added_or_removed() {
        let bindings = Bindings::default();
        let help = at(Action::Help);
        let keys_after = |old, keeps, pressed: Option<&str>| {
            let choice =
                KeyChoice { at: help, old, keeps_old: keeps, pressed: pressed.map(chord), reserved: None };
            assert_eq!(choice.conflict(&bindings), None);
            choice.apply_to(&bindings).text(Action::Help)
        };
        assert_eq!(keys_after(Some(chord("F1")), false, Some("F2")), "?, F2");
        assert_eq!(keys_after(Some(chord("F1")), true, Some("F2")), "?, F1, F2");
        assert_eq!(keys_after(Some(chord("F1")), false, Some("?")), "?");
        assert_eq!(keys_after(Some(chord("F1")), false, None), "?");
        assert_eq!(keys_after(None, false, Some("F2")), "?, F1, F2");
    }
}
