//! A copy of the agents, for rules that run outside of the simulation.

use super::{Agents, KeepTemperature, LibertySums, StoneView, Surroundings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stonefield_go::{Color, Move, Rules, Size};

/// Facts of the agents of a board when they were copied. Plain data, which can be sent to another thread or
/// program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct AgentsCopy(Parts);

/// Fields of the copy, in the written form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Parts {
    size: Size,
    rules: Rules,
    to_move: Color,
    vacant: Vec<u32>,
    near: Vec<u8>,
    temperature: Vec<f32>,
    kept: Vec<(KeepTemperature, Vec<f32>)>,
    ko: Option<usize>,
    /// Colour whose eye point each point is, by point number.
    eyes: Vec<Option<Color>>,
    stones: Vec<Option<StoneInGroup>>,
    newest: Option<usize>,
    salt: u64,
    /// True if the colour to move may play there, by point number.
    playable: Vec<bool>,
    may_pass: bool,
}

/// A stone and its group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StoneInGroup {
    stone: StoneView,
    group: u32,
    size: u32,
    /// Point of the next stone of its group.
    next: u32,
    /// Not written; computed again when a copy is read.
    #[serde(skip)]
    sums: LibertySums,
}

/// Error of a copy whose parts contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the agents of a {0} board do not fit together")]
pub struct AgentsCopyError(Size);

impl TryFrom<Parts> for AgentsCopy {
    type Error = AgentsCopyError;

    fn try_from(parts: Parts) -> Result<Self, AgentsCopyError> {
        let area = parts.size.area();
        let on_board = |point: usize| point < area;
        let lengths = [
            parts.near.len(),
            parts.temperature.len(),
            parts.eyes.len(),
            parts.stones.len(),
            parts.playable.len(),
        ];
        let kept = parts.kept.iter().all(|(_, values)| values.len() == area);
        let points =
            parts.ko.into_iter().chain(parts.newest).chain(parts.vacant.iter().map(|&point| point as usize));
        // Each stone is the next one of exactly one stone of its group, so that every ring is closed.
        let mut has_predecessor = vec![false; area];
        let ring = |(point, entry): (usize, &Option<StoneInGroup>)| {
            entry.is_none_or(|entry| {
                let next = entry.next as usize;
                let same_group =
                    parts.stones.get(next).copied().flatten().is_some_and(|other| other.group == entry.group);
                same_group && on_board(point) && !std::mem::replace(&mut has_predecessor[next], true)
            })
        };
        let fits = lengths.iter().all(|&length| length == area)
            && kept
            && points.into_iter().all(on_board)
            && parts.vacant.iter().all(|&point| parts.stones[point as usize].is_none())
            && parts.stones.iter().enumerate().all(ring);
        if !fits {
            return Err(AgentsCopyError(parts.size));
        }
        let mut copy = Self(parts);
        copy.count_liberties();
        Ok(copy)
    }
}

impl AgentsCopy {
    /// Copies the agents, with the kept temperatures that a mind has asked for.
    #[must_use]
    pub fn new(agents: &dyn Agents, kept: &[KeepTemperature]) -> Self {
        let size = agents.size();
        let stones = (0..size.area()).map(|point| {
            let next = u32::try_from(agents.next_in_group(point)).ok()?;
            let (group, size) = (agents.group(point)?, agents.group_size(point));
            let sums = agents.liberty_sums(point);
            Some(StoneInGroup { stone: agents.stone(point)?, group, size, next, sums })
        });
        let mut playable = vec![false; size.area()];
        for &point in agents.vacant() {
            playable[point as usize] = agents.is_playable(point as usize);
        }
        let kept =
            kept.iter().filter_map(|&keeping| Some((keeping, agents.kept(keeping)?.to_vec()))).collect();
        Self(Parts {
            size,
            rules: *agents.rules(),
            to_move: agents.to_move(),
            vacant: agents.vacant().to_vec(),
            near: agents.near().to_vec(),
            temperature: agents.temperature().to_vec(),
            kept,
            ko: agents.ko(),
            eyes: (0..size.area()).map(|point| agents.eye(point)).collect(),
            stones: stones.collect(),
            newest: agents.newest(),
            salt: agents.salt(),
            playable,
            may_pass: agents.is_legal(Move::Pass),
        })
    }

    /// Computes the liberty sums of every stone's group.
    fn count_liberties(&mut self) {
        let mut sums_by_group: BTreeMap<u32, LibertySums> = BTreeMap::new();
        let stones = self.0.stones.iter().enumerate();
        for (point, entry) in stones.filter_map(|(point, stone)| Some((point, (*stone)?))) {
            let sums = sums_by_group.entry(entry.group).or_default();
            let around = self.0.size.around(point).filter(|&next| self.0.stones[next].is_none());
            *sums = sums.with(around.collect());
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

    fn near(&self) -> &[u8] {
        &self.0.near
    }

    fn temperature(&self) -> &[f32] {
        &self.0.temperature
    }

    fn kept(&self, keeping: KeepTemperature) -> Option<&[f32]> {
        self.0.kept.iter().find(|(key, _)| *key == keeping).map(|(_, values)| &values[..])
    }

    fn ko(&self) -> Option<usize> {
        self.0.ko
    }

    fn eye(&self, point: usize) -> Option<Color> {
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

    fn group(&self, point: usize) -> Option<u32> {
        self.entry(point).map(|entry| entry.group)
    }

    fn group_size(&self, point: usize) -> u32 {
        self.entry(point).map_or(0, |entry| entry.size)
    }

    fn next_in_group(&self, point: usize) -> usize {
        self.entry(point).map_or(point, |entry| entry.next as usize)
    }

    fn newest(&self) -> Option<usize> {
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
