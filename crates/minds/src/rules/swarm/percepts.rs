//! Percepts of the stones of a colour, kept from turn to turn. Only changed parts are read again.

use super::SwarmParams;
use super::spot::{GroupPercept, Spot, View, number, within};
use crate::{Agents, Surroundings};
use rand::RngExt;
use stonefield_go::{Color, Point, Size};
use stonefield_search::{Effort, Rng};

/// Mark: the group of this stone has been updated.
const GROUP_DONE: u8 = 1;
/// Mark: the features of this point must be read again.
const SPOT_DUE: u8 = 2;
/// Mark: the temperature around this point must be read again.
const HEAT_DUE: u8 = 4;
/// Mark: this stone must bid again.
const BID_DUE: u8 = 8;
/// Mark: this point is within reach of a changed point of the same row.
const NEAR_IN_ROW: u8 = 16;

/// List of distinct points. A bit in the marks of a point tells that the list contains it.
#[derive(Clone, Debug, Default)]
struct PointSet(Vec<u32>);

impl PointSet {
    /// Adds a point that does not have `mark` yet, and marks it.
    #[inline]
    fn insert(&mut self, marks: &mut [u8], mark: u8, index: usize) {
        if marks[index] & mark == 0 {
            marks[index] |= mark;
            self.0.push(number(index));
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&point| point as usize)
    }
}

/// Percepts of the stones of a colour, on a board of one size.
///
/// They depend only on the current agents. An update and a computation from scratch give the same percepts.
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
    pub map: Map,
    ko: Option<usize>,
    /// Enemy stone of the last move, if it is still on the board.
    pub newest_enemy: Option<usize>,
    /// Number of stones of the colour.
    pub stone_count: usize,
    /// For each point, the marks of this update.
    marks: Vec<u8>,
    /// Points where a stone was added or removed, with the colour before.
    changed_points: Vec<(usize, Option<Color>)>,
    spots_due: PointSet,
    heat_due: PointSet,
    /// Points with changed features or temperature.
    changed_spots: Vec<u32>,
    near_in_row: PointSet,
    bids_due: PointSet,
}

/// Features and temperature of a board with a margin around it, so that every point has all neighbours in
/// reach.
///
/// A place is an index into this larger board.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// Width of the margin, in places.
    margin: usize,
    /// Places in a row.
    pub stride: usize,
    pub spots: Vec<Spot>,
    /// Coldness of each place, from 0 to 1, plus a small tie-breaker. Below 0 where no stone bids.
    pub cold: Vec<f32>,
    /// Heat of each place, a quarter of its temperature, plus the same tie-breaker. Below 0 where no stone
    /// bids.
    pub hot: Vec<f32>,
    /// Temperature of each place.
    heat: Vec<f32>,
}

impl Map {
    fn new(size: Size, params: &SwarmParams) -> Self {
        let margin = usize::from(params.reach());
        let stride = usize::from(size.width()) + 2 * margin;
        let len = stride * (usize::from(size.height()) + 2 * margin);
        Self {
            margin,
            stride,
            spots: vec![Spot::default(); len],
            cold: vec![-1.0; len],
            hot: vec![-1.0; len],
            heat: vec![0.0; len],
        }
    }

    /// Place of a point.
    #[inline]
    pub fn place(&self, size: Size, index: usize) -> usize {
        let width = usize::from(size.width());
        (index / width + self.margin) * self.stride + index % width + self.margin
    }

    /// Point of a place that is not on the margin.
    #[inline]
    pub fn index(&self, size: Size, place: usize) -> usize {
        (place / self.stride - self.margin) * usize::from(size.width()) + place % self.stride - self.margin
    }

    /// Mean temperature of a place and its eight neighbours. Places off the board count as 0.
    fn mean_heat(&self, place: usize) -> f32 {
        let rows = [place - self.stride, place, place + self.stride];
        rows.iter()
            .map(|&middle| self.heat[middle - 1] + self.heat[middle] + self.heat[middle + 1])
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
            map: Map::new(size, &params),
            ko: None,
            newest_enemy: None,
            stone_count: 0,
            marks: vec![0; area],
            changed_points: Vec::new(),
            spots_due: PointSet::default(),
            heat_due: PointSet::default(),
            changed_spots: Vec::new(),
            near_in_row: PointSet::default(),
            bids_due: PointSet::default(),
        }
    }

    /// Makes the next update start from scratch.
    pub const fn forget(&mut self) {
        self.complete = false;
    }

    /// Features of a point.
    pub fn spot(&self, index: usize) -> &Spot {
        &self.map.spots[self.map.place(self.size, index)]
    }

    /// Returns true if the last update reached its end.
    pub const fn are_complete(&self) -> bool {
        self.complete
    }

    /// Stones whose percepts have changed and that must bid again. After an update from scratch these are all
    /// stones, in the order of their points. Empty if the last update was stopped.
    pub fn bids_due(&self) -> impl Iterator<Item = usize> + '_ {
        self.bids_due.iter().filter(|_| self.complete)
    }

    /// Updates the percepts from the agents of a board. `None` if the mind was stopped.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, effort: &mut Effort<'_>) -> Option<()> {
        // Under the quirks, group percepts can be out of date, so the stones alone do not determine them.
        let from_scratch = !self.complete || agents.rules().quirks.is_some();
        self.complete = false;
        self.marks.fill(0);
        for list in [&mut self.spots_due, &mut self.heat_due, &mut self.bids_due] {
            list.0.clear();
        }
        self.changed_points.clear();
        self.changed_spots.clear();
        self.update_stones(agents, from_scratch);
        self.update_groups(agents, from_scratch, effort)?;
        self.update_spots(agents, from_scratch, effort)?;
        self.update_heat(agents, from_scratch, effort)?;
        self.update_bids_due(agents, from_scratch);
        self.complete = true;
        Some(())
    }

    /// Finds the added and removed stones.
    fn update_stones<A: Agents + ?Sized>(&mut self, agents: &A, from_scratch: bool) {
        if from_scratch {
            self.groups.fill(GroupPercept::default());
        }
        for (index, before) in self.stones.iter_mut().enumerate() {
            let now = agents.color_at(index);
            if *before == now {
                continue;
            }
            self.stone_count -= usize::from(*before == Some(self.color));
            self.stone_count += usize::from(now == Some(self.color));
            self.changed_points.push((index, std::mem::replace(before, now)));
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
        // Groups with new stones come first. The groups next to changed points follow.
        for n in 0..self.changed_points.len() {
            self.update_group(agents, self.changed_points[n].0, true);
            effort.spend(1)?;
        }
        for n in 0..self.changed_points.len() {
            let (index, before) = self.changed_points[n];
            for next in self.size.around(index) {
                // A group that has lost a stone may be split.
                self.update_group(agents, next, before.is_some() && before == self.stones[next]);
            }
            effort.spend(4)?;
        }
        Some(())
    }

    /// Updates the percept of the group on a point, if there is one, and marks the affected points and
    /// stones.
    ///
    /// `stones_changed` is true if the group has gained or lost stones. It is then updated even if its
    /// liberties are the same.
    fn update_group<A: Agents + ?Sized>(&mut self, agents: &A, stone: usize, stones_changed: bool) {
        let Some(color) = self.stones[stone].filter(|_| self.marks[stone] & GROUP_DONE == 0) else { return };
        let cap = GroupPercept::cap(&self.params);
        let percept = GroupPercept::at(agents, stone, cap);
        if !stones_changed && percept == self.groups[stone] {
            return;
        }
        let quirky = agents.rules().quirks.is_some();
        for member in agents.members(stone) {
            let now =
                if quirky { percept.with_pseudo(agents.group_liberties(member).min(cap)) } else { percept };
            let differs = std::mem::replace(&mut self.groups[member], now) != now;
            self.marks[member] |= GROUP_DONE;
            if differs && color == self.color {
                self.bids_due.insert(&mut self.marks, BID_DUE, member);
            }
            for next in self.size.around(member) {
                match self.stones[next] {
                    None => self.spots_due.insert(&mut self.marks, SPOT_DUE, next),
                    Some(neighbour) if differs && neighbour == self.color && color != self.color => {
                        self.bids_due.insert(&mut self.marks, BID_DUE, next);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Reads the features of the points where they may have changed.
    fn update_spots<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        from_scratch: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let ko_before = std::mem::replace(&mut self.ko, agents.ko());
        if from_scratch {
            self.spots_due.0.clear();
            self.spots_due.0.extend(0..number(self.size.area()));
        } else {
            for &(index, _) in &self.changed_points {
                within(self.size, index, 2)
                    .for_each(|near| self.spots_due.insert(&mut self.marks, SPOT_DUE, near));
                // A stone always bids again if a neighbour was added or removed.
                for near in self.size.around(index).chain([index]) {
                    if self.stones[near] == Some(self.color) {
                        self.bids_due.insert(&mut self.marks, BID_DUE, near);
                    }
                }
            }
            for point in ko_before.into_iter().chain(self.ko) {
                self.spots_due.insert(&mut self.marks, SPOT_DUE, point);
            }
        }
        let view = View { agents, params: &self.params, color: self.color, groups: &self.groups };
        for index in self.spots_due.iter() {
            let spot = view.spot(index);
            let place = self.map.place(self.size, index);
            let before = std::mem::replace(&mut self.map.spots[place], spot);
            if before != spot {
                self.changed_spots.push(number(index));
                self.heat_due.insert(&mut self.marks, HEAT_DUE, index);
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Reads the temperature around the points where it may have changed.
    fn update_heat<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        from_scratch: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let width = usize::from(self.size.width());
        for (row, now) in agents.temperature().chunks_exact(width).enumerate() {
            let first = self.map.place(self.size, row * width);
            let before = &mut self.map.heat[first..first + width];
            // Without an early exit the compiler vectorises this comparison.
            if before.iter().zip(now).fold(true, |same, (before, now)| same & (before == now)) {
                continue;
            }
            for (column, (before, now)) in before.iter_mut().zip(now).enumerate() {
                if before != now {
                    *before = *now;
                    if !from_scratch {
                        within(self.size, row * width + column, 1)
                            .for_each(|near| self.heat_due.insert(&mut self.marks, HEAT_DUE, near));
                    }
                }
            }
            effort.spend(width)?;
        }
        if from_scratch {
            self.heat_due.0.clear();
            self.heat_due.0.extend(0..number(self.size.area()));
        }
        let salt = agents.salt();
        for index in self.heat_due.iter() {
            let place = self.map.place(self.size, index);
            let values = if self.map.spots[place].weight > 0.0 {
                let tie_breaker = tie_breaker(salt, index);
                let cold = (1.0 - self.map.mean_heat(place) / self.params.warm).max(0.0);
                (cold * line_weight(self.size, index) + tie_breaker, self.map.heat[place] / 4.0 + tie_breaker)
            } else {
                (-1.0, -1.0)
            };
            if (self.map.cold[place], self.map.hot[place]) != values {
                (self.map.cold[place], self.map.hot[place]) = values;
                self.changed_spots.push(number(index));
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Marks the stones that perceive a changed point.
    fn update_bids_due<A: Agents + ?Sized>(&mut self, agents: &A, from_scratch: bool) {
        let (own, size) = (Some(self.color), self.size);
        let newest_enemy = agents.newest().filter(|&point| self.stones[point] == Some(!self.color));
        let before = std::mem::replace(&mut self.newest_enemy, newest_enemy);
        let reach = self.params.reach();
        if from_scratch || self.changed_spots.len().saturating_mul(usize::from(2 * reach + 1)) > size.area() {
            let stones = (0..number(size.area())).filter(|&index| self.stones[index as usize] == own);
            self.bids_due.0.clear();
            self.bids_due.0.extend(stones);
            return;
        }
        // First along the rows, then along the columns. Changed points are close together, so this visits
        // fewer points than a square around each of them.
        self.near_in_row.0.clear();
        for &index in &self.changed_spots {
            let Point { x, y } = size.point(index as usize);
            for x in x.saturating_sub(reach)..=(x + reach).min(size.width() - 1) {
                self.near_in_row.insert(&mut self.marks, NEAR_IN_ROW, size.index(Point::new(x, y)));
            }
        }
        for index in self.near_in_row.iter() {
            let Point { x, y } = size.point(index);
            for y in y.saturating_sub(reach)..=(y + reach).min(size.height() - 1) {
                let near = size.index(Point::new(x, y));
                if self.stones[near] == own {
                    self.bids_due.insert(&mut self.marks, BID_DUE, near);
                }
            }
        }
        for index in before.into_iter().chain(newest_enemy).filter(|_| before != newest_enemy) {
            for near in within(size, index, self.params.radius) {
                if self.stones[near] == own {
                    self.bids_due.insert(&mut self.marks, BID_DUE, near);
                }
            }
        }
    }

    /// Coldest point that may be bid for and played, at random among equals. `None` if there is none.
    pub fn coldest(&self, may_play: impl Fn(usize) -> bool, rng: &mut Rng) -> Option<usize> {
        let (mut best, mut equals) = ((-1.0, 0), 0);
        for index in 0..self.size.area() {
            let place = self.map.place(self.size, index);
            if self.map.spots[place].weight <= 0.0 {
                continue;
            }
            let cold =
                (1.0 - self.map.mean_heat(place) / self.params.warm).max(0.0) * line_weight(self.size, index);
            if cold < best.0 || !may_play(index) {
                continue;
            }
            equals = if cold == best.0 { equals + 1 } else { 1 };
            // The n-th equal point replaces the chosen one with probability 1/n. This makes all equally
            // likely.
            if cold > best.0 || cold == best.0 && rng.random_range(0..equals) == 0 {
                best = (cold, index);
            }
        }
        (best.0 >= 0.0).then_some(best.1)
    }
}

/// Factor of the coldness of a point, by its line from the edge.
#[inline]
fn line_weight(size: Size, index: usize) -> f32 {
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
