//! The seven quirks of the NetLogo model of 2016, each a switch.

use std::fmt;

/// Where the model "GameOfGo" (NetLogo, 2016) departs from Go. `true` keeps the quirk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quirks {
    /// The world runs 0…N, so "size 9" is a 10×10 board. Off: N×N.
    pub world_off_by_one: bool,
    /// A cell is playable when it is empty and its neighbours are neither all black nor all white. Off: the
    /// legal moves of Go (simple ko, no suicide) other than filling an own one-point eye.
    pub eye_taboo: bool,
    /// A colour passes only without a playable cell; both in one tick end the game; no komi. Off: two
    /// passes in a row end it, and komi counts.
    pub pass_only_when_stuck: bool,
    /// Liberties are refreshed only for the mover's colour after its move; the other colour is checked by its
    /// values of before. Off: both colours are refreshed after every placement.
    pub stale_liberties: bool,
    /// A refresh goes stone by stone in random order, summing values some new, some old. Off: all own
    /// liberties first, then all sums.
    pub async_group_sum: bool,
    /// After a placement, what a random stone of the colour reaches is linked pairwise. Off: what the new
    /// stone reaches.
    pub random_closure: bool,
    /// A dying stone makes every standing stone of its colour add its link degree + 1 to its loss score. Off: the
    /// trigger alone adds its own, once: the stones that really die.
    pub score_by_degree: bool,
}

impl Quirks {
    /// Every quirk on: the model as it was published.
    pub const ALL: Self = Self {
        world_off_by_one: true,
        eye_taboo: true,
        pass_only_when_stuck: true,
        stale_liberties: true,
        async_group_sum: true,
        random_closure: true,
        score_by_degree: true,
    };

    /// The names of the switches, in the order of the published description.
    pub const NAMES: [&'static str; 7] = [
        "world_off_by_one",
        "eye_taboo",
        "pass_only_when_stuck",
        "stale_liberties",
        "async_group_sum",
        "random_closure",
        "score_by_degree",
    ];

    /// What each switch does when it is on, in the order of [`Quirks::NAMES`].
    pub const ABOUT: [&'static str; 7] = [
        "a world of size N has N+1 cells each way",
        "cells whose neighbours are all black or all white are not played, not even to capture",
        "a colour passes only when it cannot play; both stuck in one tick end the game; no komi",
        "the colour checked for deaths goes by its liberties of a turn ago, so captures come late",
        "stones add up their group's liberties one by one in random order, some of them old",
        "links are closed from a random stone of the colour, so they lag behind the true chains",
        "every death costs each stone of the colour its number of links + 1, not what really died",
    ];

    /// The switch with the given name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "world_off_by_one" => Some(&mut self.world_off_by_one),
            "eye_taboo" => Some(&mut self.eye_taboo),
            "pass_only_when_stuck" => Some(&mut self.pass_only_when_stuck),
            "stale_liberties" => Some(&mut self.stale_liberties),
            "async_group_sum" => Some(&mut self.async_group_sum),
            "random_closure" => Some(&mut self.random_closure),
            "score_by_degree" => Some(&mut self.score_by_degree),
            _ => None,
        }
    }

    /// Whether the switch with the given name is on; `None` for an unknown name.
    #[must_use]
    pub fn get(mut self, name: &str) -> Option<bool> {
        self.get_mut(name).copied()
    }

    /// Changes switches by a list such as `-score_by_degree,+eye_taboo`; a bare name switches on.
    ///
    /// # Errors
    /// When an entry names no quirk; nothing is changed then.
    pub fn apply(&mut self, list: &str) -> Result<(), QuirkError> {
        let mut changed = *self;
        for entry in list.split(',').map(str::trim) {
            let (on, name) = match entry.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, entry.strip_prefix('+').unwrap_or(entry)),
            };
            let switch = changed.get_mut(name).ok_or_else(|| QuirkError(name.to_owned()))?;
            *switch = on;
        }
        *self = changed;
        Ok(())
    }
}

impl fmt::Display for Quirks {
    /// The switches that are off, as a list that [`Quirks::apply`] reads; empty when all are on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let off = Self::NAMES
            .iter()
            .filter(|name| self.get(name) == Some(false))
            .map(|name| format!("-{name}"))
            .collect::<Vec<_>>();
        f.write_str(&off.join(","))
    }
}

/// A name that is not a quirk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no quirk '{0}'; the quirks are {names}", names = Quirks::NAMES.join(", "))]
pub struct QuirkError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_as_it_is_written() -> Result<(), QuirkError> {
        let mut quirks = Quirks::ALL;
        quirks.apply("-score_by_degree, -eye_taboo")?;
        assert_eq!(quirks.to_string(), "-eye_taboo,-score_by_degree");
        quirks.apply("+eye_taboo,score_by_degree")?;
        assert_eq!(quirks, Quirks::ALL);
        assert_eq!(quirks.apply("-eye_taboo,-nonsense"), Err(QuirkError("nonsense".into())));
        assert_eq!(quirks, Quirks::ALL, "a refused list changes nothing");
        Ok(())
    }
}
