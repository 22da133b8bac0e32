//! The seven quirks of the NetLogo model of 2016, each with a switch.

use std::fmt;

/// Differences between the model "GameOfGo" (NetLogo, 2016) and Go. A field is true if the quirk is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quirks {
    /// On: coordinates are 0…N, so "size 9" is a 10×10 board. Off: N×N.
    pub world_off_by_one: bool,
    /// On: a cell is playable if it is empty and its neighbours are neither all black nor all white. Off: a
    /// cell is playable if the move is legal in Go (simple ko, no suicide) and does not fill a one-point eye
    /// of the player.
    pub eye_taboo: bool,
    /// On: a colour passes only if it has no playable cell. Two passes in one tick end the game. No komi.
    /// Off: two consecutive passes end the game, and komi counts.
    pub pass_only_when_stuck: bool,
    /// On: after a move, only the liberties of the mover's colour are updated. The check for deaths of the
    /// other colour uses old values. Off: both colours are updated after every move.
    pub stale_liberties: bool,
    /// On: an update handles the stones in random order, so the liberty sum of a group mixes new and old
    /// values. Off: the liberties of all stones are updated first, then all sums.
    pub async_group_sum: bool,
    /// On: after a move, the stones that a random stone of the colour reaches are linked pairwise.
    /// Off: the stones that the new stone reaches are linked.
    pub random_closure: bool,
    /// On: when a stone dies, every stone of the same colour on the board adds its link degree + 1 to the
    /// colour's loss score. Off: only the stone that triggers the death adds its link degree + 1, once. This
    /// sum is the number of stones that die.
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

    /// Names of the switches, in the order of the published description.
    pub const NAMES: [&'static str; 7] = [
        "world_off_by_one",
        "eye_taboo",
        "pass_only_when_stuck",
        "stale_liberties",
        "async_group_sum",
        "random_closure",
        "score_by_degree",
    ];

    /// Effect of each switch when it is on, in the order of [`Quirks::NAMES`].
    pub const ABOUT: [&'static str; 7] = [
        "a world of size N has N+1 cells each way",
        "cells whose neighbours are all black or all white are not played, not even to capture",
        "a colour passes only when it cannot play; both stuck in one tick end the game; no komi",
        "the colour checked for deaths goes by its liberties of a turn ago, so captures come late",
        "stones add up their group's liberties one by one in random order, some of them old",
        "links are closed from a random stone of the colour, so they lag behind the true chains",
        "every death costs each stone of the colour its number of links + 1, not what really died",
    ];

    /// Switch with the given name, or `None` for an unknown name.
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

    /// Returns true if the switch with the given name is on. `None` for an unknown name.
    #[must_use]
    pub fn get(mut self, name: &str) -> Option<bool> {
        self.get_mut(name).copied()
    }

    /// Changes the switches in a list such as `-score_by_degree,+eye_taboo`: `-` turns a quirk off, `+` or no
    /// sign turns it on.
    ///
    /// # Errors
    /// [`QuirkError`] when an entry is not the name of a quirk. Then no switch is changed.
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
    /// Writes the switches that are off, as a list for [`Quirks::apply`]. The list is empty when all are on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let off = Self::NAMES
            .iter()
            .filter(|name| self.get(name) == Some(false))
            .map(|name| format!("-{name}"))
            .collect::<Vec<_>>();
        f.write_str(&off.join(","))
    }
}

/// Name that is not the name of a quirk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no quirk '{0}'; the quirks are {names}", names = Quirks::NAMES.join(", "))]
pub struct QuirkError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_parses_as_it_is_written() -> Result<(), QuirkError> {
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
