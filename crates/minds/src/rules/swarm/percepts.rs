//! Percepts of the stones of a colour, kept from turn to turn. An update reads only what has changed.

use super::SwarmParams;
use super::features::{FeatureReader, Features, GroupPercept, points_within, to_u32};
use crate::{Agents, Surroundings};
use rand::RngExt;
use stonefield_go::{Color, Point, Size};
use stonefield_search::{Effort, Rng};

/// Mark of a stone: its group has been updated.
const GROUP_DONE: u8 = 1;
/// Mark of a point: its features must be read again.
const FEATURES_DUE: u8 = 2;
/// Mark of a point: the temperature around it must be read again.
const TEMPERATURE_DUE: u8 = 4;
/// Mark of a stone: it must bid again.
const BID_DUE: u8 = 8;
/// Mark of a point: it is within reach of a changed point of the same row.
const NEAR_IN_ROW: u8 = 16;

/// List of distinct points. The marks of a point have a bit for each list that contains the point.
#[derive(Clone, Debug, Default)]
struct PointSet(Vec<u32>);

impl PointSet {
    /// Adds a point and sets its `mark`, unless the point has the mark already.
    #[inline]
    fn insert(&mut self, marks: &mut [u8], mark: u8, index: usize) {
        if marks[index] & mark == 0 {
            marks[index] |= mark;
            self.0.push(to_u32(index));
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&point| point as usize)
    }
}

/// Percepts of the stones of a colour, on a board of one size.
///
/// Percepts depend only on the current agents. An update and a computation from scratch give the same
/// percepts.
#[derive(Clone, Debug)]
pub(super) struct Percepts {
    pub params: SwarmParams,
    pub color: Color,
    pub size: Size,
    /// True if the last update reached its end. Otherwise the next one starts from scratch.
    complete: bool,
    /// For each point, the colour of its stone.
    pub stones: Vec<Option<Color>>,
    /// For each point, the percept of the group on it.
    pub groups: Vec<GroupPercept>,
    pub map: PaddedMap,
    ko: Option<usize>,
    /// Point of the enemy stone that was placed in the last ply, if the stone is still on the board.
    pub newest_enemy: Option<usize>,
    /// Number of stones of the swarm's colour.
    pub stone_count: usize,
    /// For each point, the marks that this update has set.
    marks: Vec<u8>,
    /// Points where a stone was added or removed, with the stone before.
    stone_changes: Vec<(usize, Option<Color>)>,
    /// Points with the mark [`FEATURES_DUE`].
    features_due: PointSet,
    /// Points with the mark [`TEMPERATURE_DUE`].
    temperature_due: PointSet,
    /// Points whose features, coldness or heat have changed. A point can be listed twice.
    changed_points: Vec<u32>,
    /// Points with the mark [`NEAR_IN_ROW`].
    near_in_row: PointSet,
    /// Points with the mark [`BID_DUE`].
    stones_to_bid: PointSet,
}

/// Features and temperature of a board with a margin around it. With the margin, all points within reach of a
/// point have valid indices.
///
/// A cell is an index into this larger board.
#[derive(Clone, Debug)]
pub(super) struct PaddedMap {
    /// Width of the margin, in cells.
    margin: usize,
    /// Number of cells in a row.
    pub stride: usize,
    /// Features of each cell.
    pub features: Vec<Features>,
    /// Coldness of each cell, from 0 to 1, plus a small tie-breaker. -1 where stones may not bid.
    pub cold: Vec<f32>,
    /// A quarter of the temperature of each cell, plus the same tie-breaker. -1 where stones may not bid.
    pub hot: Vec<f32>,
    /// Temperature of each cell.
    temperature: Vec<f32>,
}

impl PaddedMap {
    fn new(size: Size, params: &SwarmParams) -> Self {
        let margin = usize::from(params.reach());
        let stride = usize::from(size.width()) + 2 * margin;
        let len = stride * (usize::from(size.height()) + 2 * margin);
        Self {
            margin,
            stride,
            features: vec![Features::default(); len],
            cold: vec![-1.0; len],
            hot: vec![-1.0; len],
            temperature: vec![0.0; len],
        }
    }

    /// Cell of a point.
    #[inline]
    pub fn cell(&self, size: Size, index: usize) -> usize {
        let width = usize::from(size.width());
        (index / width + self.margin) * self.stride + index % width + self.margin
    }

    /// Point of a cell that is not on the margin.
    #[inline]
    pub fn point(&self, size: Size, cell: usize) -> usize {
        (cell / self.stride - self.margin) * usize::from(size.width()) + cell % self.stride - self.margin
    }

    /// Mean temperature of a cell and its eight neighbours. Cells of the margin count as 0.
    fn mean_temperature(&self, cell: usize) -> f32 {
        let rows = [cell - self.stride, cell, cell + self.stride];
        rows.iter()
            .map(|&middle| {
                self.temperature[middle - 1] + self.temperature[middle] + self.temperature[middle + 1]
            })
            .sum::<f32>()
            / 9.0
    }
}

impl Percepts {
    /// Percepts before the first update.
    pub fn new(size: Size, params: SwarmParams, color: Color) -> Self {
        let area = size.area();
        Self {
            params,
            color,
            size,
            complete: false,
            stones: vec![None; area],
            groups: vec![GroupPercept::default(); area],
            map: PaddedMap::new(size, &params),
            ko: None,
            newest_enemy: None,
            stone_count: 0,
            marks: vec![0; area],
            stone_changes: Vec::new(),
            features_due: PointSet::default(),
            temperature_due: PointSet::default(),
            changed_points: Vec::new(),
            near_in_row: PointSet::default(),
            stones_to_bid: PointSet::default(),
        }
    }

    /// Makes the next update start from scratch.
    pub const fn reset(&mut self) {
        self.complete = false;
    }

    /// Features of a point.
    pub fn features(&self, index: usize) -> &Features {
        &self.map.features[self.map.cell(self.size, index)]
    }

    /// Returns true if the last update reached its end.
    pub const fn are_complete(&self) -> bool {
        self.complete
    }

    /// Points of the stones that must bid again, because their percepts have changed. After an update from
    /// scratch these are all stones, in the order of their points. Empty if the last update was stopped.
    pub fn stones_to_bid(&self) -> impl Iterator<Item = usize> + '_ {
        self.stones_to_bid.iter().filter(|_| self.complete)
    }

    /// Updates the percepts from the agents of a board. `None` if the mind was stopped.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, effort: &mut Effort<'_>) -> Option<()> {
        // With quirks the stones can know old numbers of group liberties, which change without a change of
        // stones.
        let from_scratch = !self.complete || agents.rules().quirks.is_some();
        self.complete = false;
        self.marks.fill(0);
        for list in [&mut self.features_due, &mut self.temperature_due, &mut self.stones_to_bid] {
            list.0.clear();
        }
        self.stone_changes.clear();
        self.changed_points.clear();
        self.update_stones(agents, from_scratch);
        self.update_groups(agents, from_scratch, effort)?;
        self.update_features(agents, from_scratch, effort)?;
        self.update_temperature(agents, from_scratch, effort)?;
        self.update_stones_to_bid(agents, from_scratch);
        self.complete = true;
        Some(())
    }

    /// Lists the points where a stone was added or removed, and updates `stones`.
    fn update_stones<A: Agents + ?Sized>(&mut self, agents: &A, from_scratch: bool) {
        if from_scratch {
            self.groups.fill(GroupPercept::default());
        }
        for (index, stone) in self.stones.iter_mut().enumerate() {
            let now = agents.color_at(index);
            if *stone == now {
                continue;
            }
            self.stone_count -= usize::from(*stone == Some(self.color));
            self.stone_count += usize::from(now == Some(self.color));
            self.stone_changes.push((index, std::mem::replace(stone, now)));
            if now.is_none() {
                self.groups[index] = GroupPercept::default();
            }
        }
    }

    /// Updates the groups that have changed, and those next to added or removed stones.
    fn update_groups<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        from_scratch: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        if from_scratch {
            for index in 0..self.size.area() {
                self.update_group(agents, index, true);
                effort.spend(1)?;
            }
            return Some(());
        }
        // First the groups with new stones, then the groups next to changed points.
        for i in 0..self.stone_changes.len() {
            self.update_group(agents, self.stone_changes[i].0, true);
            effort.spend(1)?;
        }
        for i in 0..self.stone_changes.len() {
            let (index, before) = self.stone_changes[i];
            for next in self.size.around(index) {
                // A neighbour of the removed stone's colour was in the same group, which may be split now.
                self.update_group(agents, next, before.is_some() && before == self.stones[next]);
            }
            effort.spend(4)?;
        }
        Some(())
    }

    /// Updates the percept of the group of the stone on a point, if there is one. Marks the points and stones
    /// whose features or bids may change with it.
    ///
    /// `stones_changed`: true if the group has gained or lost stones. The group is then updated even if its
    /// liberties are the same.
    fn update_group<A: Agents + ?Sized>(&mut self, agents: &A, stone: usize, stones_changed: bool) {
        let Some(color) = self.stones[stone].filter(|_| self.marks[stone] & GROUP_DONE == 0) else { return };
        let cap = GroupPercept::cap(&self.params);
        let percept = GroupPercept::at(agents, stone, cap);
        if !stones_changed && percept == self.groups[stone] {
            return;
        }
        let has_quirks = agents.rules().quirks.is_some();
        for member in agents.members(stone) {
            let now = if has_quirks {
                percept.with_pseudo_liberties(agents.group_liberties(member).min(cap))
            } else {
                percept
            };
            let differs = std::mem::replace(&mut self.groups[member], now) != now;
            self.marks[member] |= GROUP_DONE;
            if differs && color == self.color {
                self.stones_to_bid.insert(&mut self.marks, BID_DUE, member);
            }
            for next in self.size.around(member) {
                match self.stones[next] {
                    None => self.features_due.insert(&mut self.marks, FEATURES_DUE, next),
                    Some(neighbour) if differs && neighbour == self.color && color != self.color => {
                        self.stones_to_bid.insert(&mut self.marks, BID_DUE, next);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Reads the features of the points whose features may have changed.
    fn update_features<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        from_scratch: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let ko_before = std::mem::replace(&mut self.ko, agents.ko());
        if from_scratch {
            self.features_due.0.clear();
            self.features_due.0.extend(0..to_u32(self.size.area()));
        } else {
            for &(index, _) in &self.stone_changes {
                points_within(self.size, index, 2)
                    .for_each(|point| self.features_due.insert(&mut self.marks, FEATURES_DUE, point));
                // A new stone must bid, and a stone bids again if a neighbour was added or removed.
                for stone in self.size.around(index).chain([index]) {
                    if self.stones[stone] == Some(self.color) {
                        self.stones_to_bid.insert(&mut self.marks, BID_DUE, stone);
                    }
                }
            }
            for point in ko_before.into_iter().chain(self.ko) {
                self.features_due.insert(&mut self.marks, FEATURES_DUE, point);
            }
        }
        let reader = FeatureReader { agents, params: &self.params, color: self.color, groups: &self.groups };
        for index in self.features_due.iter() {
            let features = reader.features(index);
            let cell = self.map.cell(self.size, index);
            let before = std::mem::replace(&mut self.map.features[cell], features);
            if before != features {
                self.changed_points.push(to_u32(index));
                self.temperature_due.insert(&mut self.marks, TEMPERATURE_DUE, index);
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Reads the temperature, and computes coldness and heat of the points where they may have changed.
    fn update_temperature<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        from_scratch: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let width = usize::from(self.size.width());
        for (row, now) in agents.temperature().chunks_exact(width).enumerate() {
            let first = self.map.cell(self.size, row * width);
            let before = &mut self.map.temperature[first..first + width];
            // Without an early exit the compiler vectorises this comparison.
            if before.iter().zip(now).fold(true, |same, (before, now)| same & (before == now)) {
                continue;
            }
            for (column, (before, now)) in before.iter_mut().zip(now).enumerate() {
                if before != now {
                    *before = *now;
                    if !from_scratch {
                        points_within(self.size, row * width + column, 1).for_each(|point| {
                            self.temperature_due.insert(&mut self.marks, TEMPERATURE_DUE, point);
                        });
                    }
                }
            }
            effort.spend(width)?;
        }
        if from_scratch {
            self.temperature_due.0.clear();
            self.temperature_due.0.extend(0..to_u32(self.size.area()));
        }
        let salt = agents.salt();
        for index in self.temperature_due.iter() {
            let cell = self.map.cell(self.size, index);
            let cold_and_hot = if self.map.features[cell].bid_factor > 0.0 {
                let tie_breaker = tie_breaker(salt, index);
                let cold = (1.0 - self.map.mean_temperature(cell) / self.params.warm).max(0.0);
                (
                    cold * line_factor(self.size, index) + tie_breaker,
                    self.map.temperature[cell] / 4.0 + tie_breaker,
                )
            } else {
                (-1.0, -1.0)
            };
            if (self.map.cold[cell], self.map.hot[cell]) != cold_and_hot {
                (self.map.cold[cell], self.map.hot[cell]) = cold_and_hot;
                self.changed_points.push(to_u32(index));
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Marks the stones that perceive a changed point or another newest enemy stone.
    fn update_stones_to_bid<A: Agents + ?Sized>(&mut self, agents: &A, from_scratch: bool) {
        let (own, size) = (Some(self.color), self.size);
        let newest_enemy = agents.newest_stone().filter(|&point| self.stones[point] == Some(!self.color));
        let before = std::mem::replace(&mut self.newest_enemy, newest_enemy);
        let reach = self.params.reach();
        if from_scratch || self.changed_points.len().saturating_mul(usize::from(2 * reach + 1)) > size.area()
        {
            let stones = (0..to_u32(size.area())).filter(|&index| self.stones[index as usize] == own);
            self.stones_to_bid.0.clear();
            self.stones_to_bid.0.extend(stones);
            return;
        }
        // Marks first along the rows, then along the columns. Changed points are close together, so this
        // visits fewer points than a square around each changed point.
        self.near_in_row.0.clear();
        for &index in &self.changed_points {
            let Point { x, y } = size.point(index as usize);
            for x in x.saturating_sub(reach)..=(x + reach).min(size.width() - 1) {
                self.near_in_row.insert(&mut self.marks, NEAR_IN_ROW, size.index(Point::new(x, y)));
            }
        }
        for index in self.near_in_row.iter() {
            let Point { x, y } = size.point(index);
            for y in y.saturating_sub(reach)..=(y + reach).min(size.height() - 1) {
                let stone = size.index(Point::new(x, y));
                if self.stones[stone] == own {
                    self.stones_to_bid.insert(&mut self.marks, BID_DUE, stone);
                }
            }
        }
        for index in before.into_iter().chain(newest_enemy).filter(|_| before != newest_enemy) {
            for stone in points_within(size, index, self.params.radius) {
                if self.stones[stone] == own {
                    self.stones_to_bid.insert(&mut self.marks, BID_DUE, stone);
                }
            }
        }
    }

    /// Coldest point that stones may bid for and for which `may_play` returns true, at random among equal
    /// ones. `None` if there is none.
    pub fn coldest(&self, may_play: impl Fn(usize) -> bool, rng: &mut Rng) -> Option<usize> {
        let (mut best, mut equal_count) = ((-1.0, 0), 0);
        for index in 0..self.size.area() {
            let cell = self.map.cell(self.size, index);
            if self.map.features[cell].bid_factor <= 0.0 {
                continue;
            }
            let cold = (1.0 - self.map.mean_temperature(cell) / self.params.warm).max(0.0)
                * line_factor(self.size, index);
            if cold < best.0 || !may_play(index) {
                continue;
            }
            equal_count = if cold == best.0 { equal_count + 1 } else { 1 };
            // The n-th equal point replaces the chosen one with probability 1/n. Then all equal points are
            // equally likely.
            if cold > best.0 || cold == best.0 && rng.random_range(0..equal_count) == 0 {
                best = (cold, index);
            }
        }
        (best.0 >= 0.0).then_some(best.1)
    }
}

/// Factor of the coldness of a point, by its distance from the edge.
#[inline]
fn line_factor(size: Size, index: usize) -> f32 {
    let Point { x, y } = size.point(index);
    match x.min(size.width() - 1 - x).min(y).min(size.height() - 1 - y) {
        0 => 0.2,
        1 => 0.6,
        _ => 1.0,
    }
}

/// Pseudo-random number from 0 to 0.0001, different for each game and point.
fn tie_breaker(salt: u64, index: usize) -> f32 {
    let mixed = (salt ^ index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f32 * (1e-4 / 16_777_216.0)
}
