//! Weights of the features that determine a move's prior.

use stonefield_go::notation::suggestion;

/// Declares each weight with its default.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident = $default:literal,)+) => {
        /// Number of virtual visits that a new move gets for each of its features. They count as won for a
        /// good feature, as lost for a bad one.
        // CITE: priors as virtual visits: S. Gelly, D. Silver, "Combining online and offline knowledge in
        // UCT", 2007.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: u16,)+
        }

        impl Weights {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            fn values_mut(&mut self) -> impl Iterator<Item = &mut u16> {
                [$(&mut self.$name),+].into_iter()
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $default),+ }
            }
        }

        /// Default weights as a list that [`Weights::read`] accepts.
        macro_rules! default_weights {
            () => { concat!($(" ", stringify!($name), "=", $default),+) };
        }
    };
}

weights! {
    /// Every move. Half of the visits count as won.
    even = 10,
    /// Won: the move captures one stone.
    capture_one = 15,
    /// Won: the move captures more than one stone.
    capture_many = 30,
    /// Won: the move saves a chain of its colour from atari.
    escape = 25,
    /// Lost: the move extends a chain that is nevertheless caught in a ladder.
    ladder = 15,
    /// Won: the move puts an enemy chain in atari, which can escape.
    atari = 5,
    /// Won: the move puts an enemy chain in atari, which cannot escape.
    catch = 15,
    /// Won: the move matches a 3×3 pattern.
    pattern = 20,
    /// Lost: the move is a self-atari that gains nothing.
    self_atari = 25,
    /// Won: the move is one step from the last move.
    near1 = 24,
    /// Won: the move is two steps from the last move.
    near2 = 22,
    /// Won: the move is three steps from the last move.
    near3 = 8,
    /// Lost: the move is on the first or second line with no stone near.
    empty_edge = 10,
    /// Won: the move is on the third line with no stone near.
    empty_third = 10,
    /// Lost: the move is a pass, and there are other moves.
    pass = 20,
}

pub(super) use default_weights;

impl Weights {
    /// Reads a list such as `pattern=30 near1=10`. Weights that it does not name have their defaults.
    ///
    /// # Errors
    /// If an entry has an unknown name or no number in range, or is given twice.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::default();
        let mut given = Vec::new();
        for entry in text.split([' ', ',']).filter(|entry| !entry.is_empty()) {
            let (name, value) = entry.split_once('=').unwrap_or((entry, ""));
            let Some((weight, _)) =
                weights.values_mut().zip(Self::NAMES).find(|(_, weight_name)| **weight_name == name)
            else {
                return Err(WeightsError::Unknown(name.to_owned()));
            };
            let number = value.parse().ok().filter(|number| *number <= MAX_WEIGHT);
            *weight = number.ok_or_else(|| WeightsError::Number(name.to_owned()))?;
            if given.contains(&name) {
                return Err(WeightsError::Twice(name.to_owned()));
            }
            given.push(name);
        }
        Ok(weights)
    }
}

/// Error in a list of weights. Each variant names the entry at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Unknown weight.
    #[error("'{0}' is not a weight; they are {all}{near}", all = Weights::NAMES.join(", "), near = suggestion(.0, Weights::NAMES.iter().copied()))]
    Unknown(String),
    /// Value that is not a number in range.
    #[error("{0} is a whole number of visits from 0 to {MAX_WEIGHT}")]
    Number(String),
    /// Weight that is given more than once.
    #[error("{0} given twice")]
    Twice(String),
}

/// Largest number of virtual visits for one feature.
const MAX_WEIGHT: u16 = 1000;

#[cfg(test)]
mod tests {
    use super::super::MctsParams;
    use super::*;
    use crate::Parameters;

    #[test]
    fn the_default_weights_are_in_the_description() {
        let about =
            MctsParams::LIST.iter().find(|param| param.name == "weights").map_or("", |param| param.about);
        assert!(
            about.contains(&format!("0 to {MAX_WEIGHT}"))
                && about.ends_with("near3=8 empty_edge=10 empty_third=10 pass=20")
        );
        let mut weights = Weights { pass: 1, ..Weights::default() };
        assert_ne!(weights, Weights::default());
        weights = Weights::read(default_weights!()).expect("a list");
        assert_eq!(weights, Weights::default());
    }

    #[test]
    fn a_list_changes_only_the_weights_that_it_names() {
        let changed = Weights { pattern: 30, near2: 1, ..Weights::default() };
        assert_eq!(Weights::read("pattern=30 near2=1"), Ok(changed));
        assert_eq!(Weights::read(" near2=1, pattern=30 "), Ok(changed));
        assert_eq!(Weights::read(""), Ok(Weights::default()));
    }
}
