//! A copy of the agents, for rules that run outside of the simulation.

use super::{Agents, KeptTemperatureParams, LibertySums, StoneView, Surroundings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stonefield_go::{Color, Move, Rules, Size};

/// Copy of the facts that the agents of a board know. Plain data, which can be sent to another thread or
/// process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Facts")]
pub struct AgentsCopy(Facts);

/// Fields of the copy in their serialised form. They may contradict each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Facts {
    size: Size,
    rules: Rules,
    to_move: Color,
    vacant: Vec<u32>,
    #[serde(rename = "near")]
    neighbour_stone_counts: Vec<u8>,
    temperature: Vec<f32>,
    kept: Vec<(KeptTemperatureParams, Vec<f32>)>,
    ko: Option<usize>,
    /// Colour that has an eye point on each point, by point number.
    eyes: Vec<Option<Color>>,
    stones: Vec<Option<StoneInGroup>>,
    newest: Option<usize>,
    salt: u64,
    /// True if the colour to move may play on a point, by point number.
    playable: Vec<bool>,
    may_pass: bool,
}

/// A stone, and the id and size of its group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StoneInGroup {
    stone: StoneView,
    group: u32,
    size: u32,
    /// Point of the next stone of its group.
    next: u32,
    /// Liberty sums of the group. Not serialised, but computed again by `TryFrom`.
    #[serde(skip)]
    sums: LibertySums,
}

/// Error for a copy whose fields contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the agents of a {0} board do not fit together")]
pub struct AgentsCopyError(Size);

impl TryFrom<Facts> for AgentsCopy {
    type Error = AgentsCopyError;

    fn try_from(facts: Facts) -> Result<Self, AgentsCopyError> {
        let area = facts.size.area();
        let on_board = |point: usize| point < area;
        let lengths = [
            facts.neighbour_stone_counts.len(),
            facts.temperature.len(),
            facts.eyes.len(),
            facts.stones.len(),
            facts.playable.len(),
        ];
        let kept_fit = facts.kept.iter().all(|(_, values)| values.len() == area);
        let points =
            facts.ko.into_iter().chain(facts.newest).chain(facts.vacant.iter().map(|&point| point as usize));
        // Each stone must be the next stone of exactly one stone of its group. Then every ring is closed.
        let mut has_predecessor = vec![false; area];
        let has_valid_next = |(point, entry): (usize, &Option<StoneInGroup>)| {
            entry.is_none_or(|entry| {
                let next = entry.next as usize;
                let same_group =
                    facts.stones.get(next).copied().flatten().is_some_and(|other| other.group == entry.group);
                same_group && on_board(point) && !std::mem::replace(&mut has_predecessor[next], true)
            })
        };
        let fits = lengths.iter().all(|&length| length == area)
            && kept_fit
            && points.into_iter().all(on_board)
            && facts.vacant.iter().all(|&point| facts.stones[point as usize].is_none())
            && facts.stones.iter().enumerate().all(has_valid_next);
        if !fits {
            return Err(AgentsCopyError(facts.size));
        }
        let mut copy = Self(facts);
        copy.compute_liberty_sums();
        Ok(copy)
    }
}

impl AgentsCopy {
    /// Copies the facts of the agents, with the kept temperatures that a mind needs.
    #[must_use]
    pub fn new(agents: &dyn Agents, kept: &[KeptTemperatureParams]) -> Self {
        let size = agents.size();
        let stones = (0..size.area()).map(|point| {
            let next = u32::try_from(agents.next_in_group(point)).ok()?;
            let (group, size) = (agents.group_id(point)?, agents.group_size(point));
            let sums = agents.liberty_sums(point);
            Some(StoneInGroup { stone: agents.stone(point)?, group, size, next, sums })
        });
        let mut playable = vec![false; size.area()];
        for &point in agents.vacant() {
            playable[point as usize] = agents.is_playable(point as usize);
        }
        let kept = kept
            .iter()
            .filter_map(|&params| Some((params, agents.kept_temperature(params)?.to_vec())))
            .collect();
        Self(Facts {
            size,
            rules: *agents.rules(),
            to_move: agents.to_move(),
            vacant: agents.vacant().to_vec(),
            neighbour_stone_counts: agents.neighbour_stone_counts().to_vec(),
            temperature: agents.temperature().to_vec(),
            kept,
            ko: agents.ko(),
            eyes: (0..size.area()).map(|point| agents.eye_color(point)).collect(),
            stones: stones.collect(),
            newest: agents.newest_stone(),
            salt: agents.salt(),
            playable,
            may_pass: agents.is_legal(Move::Pass),
        })
    }

    /// Computes the liberty sums of every stone's group from the stones.
    fn compute_liberty_sums(&mut self) {
        let mut sums_by_group: BTreeMap<u32, LibertySums> = BTreeMap::new();
        let stones = self.0.stones.iter().enumerate();
        for (point, entry) in stones.filter_map(|(point, stone)| Some((point, (*stone)?))) {
            let sums = sums_by_group.entry(entry.group).or_default();
            let vacant = self.0.size.around(point).filter(|&next| self.0.stones[next].is_none());
            *sums = sums.with(vacant.collect());
        }
        for entry in self.0.stones.iter_mut().flatten() {
            entry.sums = sums_by_group.get(&entry.group).copied().unwrap_or_default();
        }
    }

    fn entry(&self, point: usize) -> Option<&StoneInGroup> {
        self.0.stones[point].as_ref()
    }
}

impl Agents for AgentsCopy {
    fn size(&self) -> Size {
        self.0.size
    }

    fn rules(&self) -> &Rules {
        &self.0.rules
    }

    fn to_move(&self) -> Color {
        self.0.to_move
    }

    fn vacant(&self) -> &[u32] {
        &self.0.vacant
    }

    fn neighbour_stone_counts(&self) -> &[u8] {
        &self.0.neighbour_stone_counts
    }

    fn temperature(&self) -> &[f32] {
        &self.0.temperature
    }

    fn kept_temperature(&self, params: KeptTemperatureParams) -> Option<&[f32]> {
        self.0.kept.iter().find(|(key, _)| *key == params).map(|(_, values)| &values[..])
    }

    fn ko(&self) -> Option<usize> {
        self.0.ko
    }

    fn eye_color(&self, point: usize) -> Option<Color> {
        self.0.eyes[point]
    }

    fn color_at(&self, point: usize) -> Option<Color> {
        self.entry(point).map(|entry| entry.stone.color)
    }

    fn stone(&self, point: usize) -> Option<StoneView> {
        self.entry(point).map(|entry| entry.stone)
    }

    fn group_liberties(&self, point: usize) -> u32 {
        self.entry(point).map_or(0, |entry| entry.stone.group_liberties)
    }

    fn liberty_sums(&self, point: usize) -> LibertySums {
        self.entry(point).map_or_else(LibertySums::default, |entry| entry.sums)
    }

    fn group_id(&self, point: usize) -> Option<u32> {
        self.entry(point).map(|entry| entry.group)
    }

    fn group_size(&self, point: usize) -> u32 {
        self.entry(point).map_or(0, |entry| entry.size)
    }

    fn next_in_group(&self, point: usize) -> usize {
        self.entry(point).map_or(point, |entry| entry.next as usize)
    }

    fn newest_stone(&self) -> Option<usize> {
        self.0.newest
    }

    fn salt(&self) -> u64 {
        self.0.salt
    }

    fn is_legal(&self, action: Move) -> bool {
        match action {
            Move::Pass => self.0.may_pass,
            Move::Play(point) => self.0.size.contains(point) && self.0.playable[self.0.size.index(point)],
        }
    }
}
