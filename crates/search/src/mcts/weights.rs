//! What the features of a move are worth before it is tried.

use stonefield_go::notation::suggestion;

/// Each weight with its usual value.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident = $usual:literal,)+) => {
        /// Virtual visits that a new move gets for what it looks like: won ones where that speaks for it, lost ones where it speaks
        /// against it.
        // CITE: priors as virtual visits: S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", 2007.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: u16,)+
        }

        impl Weights {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            fn slots(&mut self) -> impl Iterator<Item = &mut u16> {
                [$(&mut self.$name),+].into_iter()
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $usual),+ }
            }
        }

        /// The usual weights as a list that [`Weights::read`] takes.
        macro_rules! usual_weights {
            () => { concat!($(" ", stringify!($name), "=", $usual),+) };
        }
    };
}

weights! {
    /// Half won, for every move.
    even = 10,
    /// Won: it captures a stone.
    capture_one = 15,
    /// Won: it captures more.
    capture_many = 30,
    /// Won: it takes a chain of its own out of atari.
    escape = 25,
    /// Lost: it runs with a chain that is caught in a ladder all the same.
    ladder = 15,
    /// Won: it leaves an enemy chain one liberty.
    atari = 5,
    /// Won: it leaves an enemy chain one liberty, and no way out.
    catch = 15,
    /// Won: it makes a 3×3 pattern.
    pattern = 20,
    /// Lost: it gives itself up to capture and gains nothing.
    self_atari = 25,
    /// Won: one step from the last move.
    near1 = 24,
    /// Won: two steps from the last move.
    near2 = 22,
    /// Won: three steps from the last move.
    near3 = 8,
    /// Lost: on the first or second line with no stone near.
    empty_edge = 10,
    /// Won: on the third line with no stone near.
    empty_third = 10,
    /// Lost: a pass while there is something to play.
    pass = 20,
}

pub(super) use usual_weights;

impl Weights {
    /// The defaults changed by a list such as `pattern=30 near1=10`.
    ///
    /// # Errors
    /// Which entry is not a weight, and which weights there are; or which has no number in range, or is given twice.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::default();
        let mut given = Vec::new();
        for entry in text.split([' ', ',']).filter(|entry| !entry.is_empty()) {
            let (name, value) = entry.split_once('=').unwrap_or((entry, ""));
            let Some((slot, _)) = weights.slots().zip(Self::NAMES).find(|(_, known)| **known == name) else {
                return Err(WeightsError::Unknown(name.to_owned()));
            };
            let number = value.parse().ok().filter(|number| *number <= MOST_WEIGHT);
            *slot = number.ok_or_else(|| WeightsError::Number(name.to_owned()))?;
            if given.contains(&name) {
                return Err(WeightsError::Twice(name.to_owned()));
            }
            given.push(name);
        }
        Ok(weights)
    }
}

/// Why a list is none of weights; each names the entry at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// There is no such weight.
    #[error("'{0}' is not a weight; they are {all}{near}", all = Weights::NAMES.join(", "), near = suggestion(.0, Weights::NAMES.iter().copied()))]
    Unknown(String),
    /// It has no number in range.
    #[error("{0} is a whole number of visits from 0 to {MOST_WEIGHT}")]
    Number(String),
    /// It stands there more than once.
    #[error("{0} given twice")]
    Twice(String),
}

/// The most virtual visits for one thing.
const MOST_WEIGHT: u16 = 1000;

#[cfg(test)]
mod tests {
    use super::super::MctsParams;
    use super::*;
    use crate::Parameters;

    #[test]
    fn the_usual_weights_are_told() {
        let about =
            MctsParams::LIST.iter().find(|param| param.name == "weights").map_or("", |param| param.about);
        assert!(
            about.contains(&format!("0 to {MOST_WEIGHT}"))
                && about.ends_with("near3=8 empty_edge=10 empty_third=10 pass=20")
        );
        let mut one = Weights { pass: 1, ..Weights::default() };
        assert_ne!(one, Weights::default());
        one = Weights::read(usual_weights!()).expect("a list");
        assert_eq!(one, Weights::default());
    }

    #[test]
    fn a_list_changes_what_it_names_and_nothing_else() {
        let changed = Weights { pattern: 30, near2: 1, ..Weights::default() };
        assert_eq!(Weights::read("pattern=30 near2=1"), Ok(changed));
        assert_eq!(Weights::read(" near2=1, pattern=30 "), Ok(changed));
        assert_eq!(Weights::read(""), Ok(Weights::default()));
    }
}
