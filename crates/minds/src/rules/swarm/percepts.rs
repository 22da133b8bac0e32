//! What the stones of a colour perceive, kept from turn to turn: only what has changed is looked at again.

use super::SwarmParams;
use super::spot::{GroupPercept, Spot, View, number, within};
use crate::{Agents, Surroundings};
use rand::RngExt;
use stonefield_go::{Color, Point, Size};
use stonefield_search::{Effort, Rng};

/// A group has been walked.
const WALKED: u8 = 1;
/// A point is to be looked at.
const LOOK: u8 = 2;
/// How warm it is around a point is to be felt.
const FEEL: u8 = 4;
/// A stone is to bid.
const STIR: u8 = 8;
/// A point lies in the row of one that has changed, and near it.
const NEAR: u8 = 16;

/// Points, each once.
#[derive(Clone, Debug, Default)]
struct PointSet(Vec<u32>);

impl PointSet {
    fn note(&mut self, marks: &mut [u8], mark: u8, index: usize) {
        if marks[index] & mark == 0 {
            marks[index] |= mark;
            self.0.push(number(index));
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&point| point as usize)
    }
}

/// What the stones of a colour perceive on a board of one size.
///
/// All of it follows from the agents as they stand: whether it was made from nothing or brought up to date
/// makes no difference.
#[derive(Clone, Debug)]
pub(super) struct Percepts {
    pub params: SwarmParams,
    pub color: Color,
    pub size: Size,
    /// Whether all there is has been perceived. When it was told to stop in the middle, it begins from
    /// nothing.
    complete: bool,
    /// By point number: the colour of the stone there.
    pub stands: Vec<Option<Color>>,
    /// By point: what the stone there hears.
    pub heard: Vec<GroupPercept>,
    pub map: Map,
    ko: Option<usize>,
    /// The enemy stone that has just come.
    pub fresh: Option<usize>,
    /// Stones of the colour.
    pub standing: usize,
    marks: Vec<u8>,
    /// Points where a stone has come or gone, and the colour that stood there before.
    changed: Vec<(usize, Option<Color>)>,
    look: PointSet,
    feel: PointSet,
    /// Points that show something else than before.
    altered: Vec<u32>,
    near: PointSet,
    stirred: PointSet,
}

/// Spots and warmth by place: the points of a board with a margin around, so that what is around a point
/// always exists.
#[derive(Clone, Debug)]
pub(super) struct Map {
    margin: usize,
    pub stride: usize,
    pub spots: Vec<Spot>,
    /// How cold each place is, 0 to 1 plus a small amount that tells equals apart; less than 0 where no stone
    /// bids.
    pub cold: Vec<f32>,
    /// How hot each place is, on the same scale.
    pub hot: Vec<f32>,
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

    /// The place of a point.
    #[inline]
    pub fn place(&self, size: Size, index: usize) -> usize {
        let width = usize::from(size.width());
        (index / width + self.margin) * self.stride + index % width + self.margin
    }

    /// The point of a place that is not on the margin.
    #[inline]
    pub fn index(&self, size: Size, place: usize) -> usize {
        (place / self.stride - self.margin) * usize::from(size.width()) + place % self.stride - self.margin
    }

    /// The mean heat of a place and those around it; beyond the edge it is cold.
    fn mean(&self, place: usize) -> f32 {
        let rows = [place - self.stride, place, place + self.stride];
        rows.iter().map(|&at| self.heat[at - 1] + self.heat[at] + self.heat[at + 1]).sum::<f32>() / 9.0
    }
}

impl Percepts {
    /// Nothing perceived yet.
    pub fn new(size: Size, params: SwarmParams, color: Color) -> Self {
        let area = size.area();
        Self {
            params,
            color,
            size,
            complete: false,
            stands: vec![None; area],
            heard: vec![GroupPercept::default(); area],
            map: Map::new(size, &params),
            ko: None,
            fresh: None,
            standing: 0,
            marks: vec![0; area],
            changed: Vec::new(),
            look: PointSet::default(),
            feel: PointSet::default(),
            altered: Vec::new(),
            near: PointSet::default(),
            stirred: PointSet::default(),
        }
    }

    /// Forgets all: it begins from nothing next time.
    pub const fn forget(&mut self) {
        self.complete = false;
    }

    /// What is to be seen of a point.
    pub fn spot(&self, index: usize) -> &Spot {
        &self.map.spots[self.map.place(self.size, index)]
    }

    /// Whether the last turn's perceiving came to its end.
    pub const fn are_complete(&self) -> bool {
        self.complete
    }

    /// The stones whose percepts have changed, which have to bid again; after a fresh start all, in the order
    /// of their points. None where perceiving was stopped before its end.
    pub fn stirred(&self) -> impl Iterator<Item = usize> + '_ {
        self.stirred.iter().filter(|_| self.complete)
    }

    /// Perceives the agents of a board, with the colour to move. `None` when it was told to stop.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, effort: &mut Effort<'_>) -> Option<()> {
        // What stones hear of under the quirks may be of before, so it does not follow from what stands.
        let whole = !self.complete || agents.rules().quirks.is_some();
        self.complete = false;
        self.marks.fill(0);
        for list in [&mut self.look, &mut self.feel, &mut self.stirred] {
            list.0.clear();
        }
        self.changed.clear();
        self.altered.clear();
        self.compare(agents, whole);
        self.listen(agents, whole, effort)?;
        self.look_around(agents, whole, effort)?;
        self.feel_heat(agents, whole, effort)?;
        self.stir(agents, whole);
        self.complete = true;
        Some(())
    }

    /// Sees who has come and gone.
    fn compare<A: Agents + ?Sized>(&mut self, agents: &A, whole: bool) {
        if whole {
            self.heard.fill(GroupPercept::default());
        }
        for (index, known) in self.stands.iter_mut().enumerate() {
            let now = agents.color_at(index);
            if *known == now {
                continue;
            }
            self.standing -= usize::from(*known == Some(self.color));
            self.standing += usize::from(now == Some(self.color));
            self.changed.push((index, std::mem::replace(known, now)));
            if now.is_none() {
                self.heard[index] = GroupPercept::default();
            }
        }
    }

    /// Hears of the groups that have changed, and of those beside what has come or gone.
    fn listen<A: Agents + ?Sized>(&mut self, agents: &A, whole: bool, effort: &mut Effort<'_>) -> Option<()> {
        if whole {
            for index in 0..self.size.area() {
                self.walk(agents, index, true);
                effort.spend(1)?;
            }
            return Some(());
        }
        // Groups that a stone has joined come before those that only lie beside.
        for n in 0..self.changed.len() {
            self.walk(agents, self.changed[n].0, true);
            effort.spend(1)?;
        }
        for n in 0..self.changed.len() {
            let (index, before) = self.changed[n];
            for next in self.size.around(index) {
                // A group that has lost a stone may have come apart.
                self.walk(agents, next, before.is_some() && before == self.stands[next]);
            }
            effort.spend(4)?;
        }
        Some(())
    }

    /// Updates what the stones know of the group of the stone on a point, if there is one, and notes which
    /// points that concerns. `grown` for a group that stones have joined or left: its points matter too.
    fn walk<A: Agents + ?Sized>(&mut self, agents: &A, stone: usize, grown: bool) {
        let Some(color) = self.stands[stone].filter(|_| self.marks[stone] & WALKED == 0) else { return };
        let most = GroupPercept::most(&self.params);
        let heard = GroupPercept::at(agents, stone, most);
        if !grown && heard == self.heard[stone] {
            return;
        }
        let stale = agents.rules().quirks.is_some();
        for member in agents.members(stone) {
            let now = if stale { heard.with_pseudo(agents.group_liberties(member).min(most)) } else { heard };
            let differs = std::mem::replace(&mut self.heard[member], now) != now;
            self.marks[member] |= WALKED;
            if differs && color == self.color {
                self.stirred.note(&mut self.marks, STIR, member);
            }
            for next in self.size.around(member) {
                match self.stands[next] {
                    None => self.look.note(&mut self.marks, LOOK, next),
                    Some(other) if differs && other == self.color && color != self.color => {
                        self.stirred.note(&mut self.marks, STIR, next);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Looks again at the points that may show something else.
    fn look_around<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        whole: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let ko = std::mem::replace(&mut self.ko, agents.ko());
        if whole {
            self.look.0.clear();
            self.look.0.extend(0..number(self.size.area()));
        } else {
            for &(index, _) in &self.changed {
                within(self.size, index, 2).for_each(|near| self.look.note(&mut self.marks, LOOK, near));
                // A stone that comes or goes beside another concerns it in any case.
                for near in self.size.around(index).chain([index]) {
                    if self.stands[near] == Some(self.color) {
                        self.stirred.note(&mut self.marks, STIR, near);
                    }
                }
            }
            for point in ko.into_iter().chain(self.ko) {
                self.look.note(&mut self.marks, LOOK, point);
            }
        }
        let view = View { agents, params: &self.params, color: self.color, heard: &self.heard };
        for index in self.look.iter() {
            let spot = view.look(index);
            let place = self.map.place(self.size, index);
            let known = std::mem::replace(&mut self.map.spots[place], spot);
            if known != spot {
                self.altered.push(number(index));
                self.feel.note(&mut self.marks, FEEL, index);
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Senses again how warm it is around the points where that may have changed.
    fn feel_heat<A: Agents + ?Sized>(
        &mut self,
        agents: &A,
        whole: bool,
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let width = usize::from(self.size.width());
        for (row, now) in agents.temperature().chunks_exact(width).enumerate() {
            let first = self.map.place(self.size, row * width);
            let known = &mut self.map.heat[first..first + width];
            // Without an early end this is done many at a time.
            if known.iter().zip(now).fold(true, |same, (known, now)| same & (known == now)) {
                continue;
            }
            for (column, (known, now)) in known.iter_mut().zip(now).enumerate() {
                if known != now {
                    *known = *now;
                    if !whole {
                        within(self.size, row * width + column, 1)
                            .for_each(|near| self.feel.note(&mut self.marks, FEEL, near));
                    }
                }
            }
            effort.spend(width)?;
        }
        if whole {
            self.feel.0.clear();
            self.feel.0.extend(0..number(self.size.area()));
        }
        let salt = agents.salt();
        for index in self.feel.iter() {
            let place = self.map.place(self.size, index);
            let felt = if self.map.spots[place].weight > 0.0 {
                let trifle = trifle(salt, index);
                let cold = (1.0 - self.map.mean(place) / self.params.warm).max(0.0);
                (cold * line(self.size, index) + trifle, self.map.heat[place] / 4.0 + trifle)
            } else {
                (-1.0, -1.0)
            };
            if (self.map.cold[place], self.map.hot[place]) != felt {
                (self.map.cold[place], self.map.hot[place]) = felt;
                self.altered.push(number(index));
            }
            effort.spend(1)?;
        }
        Some(())
    }

    /// Notes the stones that perceive what has changed.
    fn stir<A: Agents + ?Sized>(&mut self, agents: &A, whole: bool) {
        let (own, size) = (Some(self.color), self.size);
        let fresh = agents.newest().filter(|&point| self.stands[point] == Some(!self.color));
        let before = std::mem::replace(&mut self.fresh, fresh);
        let reach = self.params.reach();
        if whole || self.altered.len().saturating_mul(usize::from(2 * reach + 1)) > size.area() {
            let all = (0..number(size.area())).filter(|&index| self.stands[index as usize] == own);
            self.stirred.0.clear();
            self.stirred.0.extend(all);
            return;
        }
        // First along the rows, then across them: points that have changed lie close together.
        self.near.0.clear();
        for &index in &self.altered {
            let Point { x, y } = size.point(index as usize);
            for x in x.saturating_sub(reach)..=(x + reach).min(size.width() - 1) {
                self.near.note(&mut self.marks, NEAR, size.index(Point::new(x, y)));
            }
        }
        for index in self.near.iter() {
            let Point { x, y } = size.point(index);
            for y in y.saturating_sub(reach)..=(y + reach).min(size.height() - 1) {
                let near = size.index(Point::new(x, y));
                if self.stands[near] == own {
                    self.stirred.note(&mut self.marks, STIR, near);
                }
            }
        }
        for index in before.into_iter().chain(fresh).filter(|_| before != fresh) {
            for near in within(size, index, self.params.radius) {
                if self.stands[near] == own {
                    self.stirred.note(&mut self.marks, STIR, near);
                }
            }
        }
    }

    /// One of the coldest of the points that may be bid for and played, any of them as likely; `None` where
    /// there is no such point.
    pub fn coldest(&self, may_play: impl Fn(usize) -> bool, rng: &mut Rng) -> Option<usize> {
        let (mut best, mut equals) = ((-1.0, 0), 0);
        for index in 0..self.size.area() {
            let place = self.map.place(self.size, index);
            if self.map.spots[place].weight <= 0.0 {
                continue;
            }
            let cold = (1.0 - self.map.mean(place) / self.params.warm).max(0.0) * line(self.size, index);
            if cold < best.0 || !may_play(index) {
                continue;
            }
            equals = if cold == best.0 { equals + 1 } else { 1 };
            // The n-th of equals takes the place of the others one time in n.
            if cold > best.0 || cold == best.0 && rng.random_range(0..equals) == 0 {
                best = (cold, index);
            }
        }
        (best.0 >= 0.0).then_some(best.1)
    }
}

/// What a point is worth where it is cold, by its line from the edge.
fn line(size: Size, index: usize) -> f32 {
    let Point { x, y } = size.point(index);
    match x.min(size.width() - 1 - x).min(y).min(size.height() - 1 - y) {
        0 => 0.2,
        1 => 0.6,
        _ => 1.0,
    }
}

/// Less than a ten-thousandth, by chance.
fn trifle(salt: u64, index: usize) -> f32 {
    let mixed = (salt ^ index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f32 * (1e-4 / 16_777_216.0)
}
