//! What an empty point shows to the stones that perceive it: nothing but what lies on the eight points around it.

use super::Params;
use super::perception::{NOBODY, Perception, number};
use crate::brain::{Agents, Surroundings};
use crate::go::{Color, Point, Size};
use crate::search::Effort;
use crate::search::policy::is_pattern;

/// What is to be seen of a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    /// The share of a bid that stands, more than 0 for points that may be bid for.
    pub weight: f32,
    /// The liberties of the new stone's group as it would feel them.
    pub liberties: u32,
    /// How much it matters to join the groups beside it; 0 where there is but one.
    pub cut: f32,
    /// How badly the most beset enemy stone beside it wants liberties.
    pub enemy_need: f32,
    /// Whether an enemy stone stands on the eight points around.
    pub contact: bool,
    /// Whether a stone here would cut, bend round or block.
    pub shape: bool,
    /// Points beside it that would be surrounded by its colour.
    pub eyes: u8,
    /// Points beside it that the enemy would surround from here.
    pub enemy_eyes: u8,
    /// Whether an enemy stone here would have more than one liberty.
    pub free: bool,
    /// The number of the point.
    pub index: u32,
}

/// The points of a board with a margin around, so that whoever looks about never looks beyond.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots {
    pub margin: usize,
    pub stride: usize,
    pub spots: Vec<Spot>,
    /// How cold each point is, 0 to 1 and a trifle that tells equals apart; less than 0 where nobody bids.
    pub cold: Vec<f32>,
    /// How hot.
    pub hot: Vec<f32>,
    /// By the name of a group: the two liberties of an enemy group that has no more, as point numbers and one.
    pub pairs: Vec<[u32; 2]>,
    /// Heat with the margin.
    heat: Vec<f32>,
}

/// Who looks, at what.
pub(super) struct View<'a, A: ?Sized> {
    pub agents: &'a A,
    pub felt: &'a Perception,
    pub params: &'a Params,
    pub color: Color,
    /// Tells points apart that are alike.
    pub salt: u64,
}

impl Spots {
    /// Room for a board.
    pub fn new(size: Size, params: &Params) -> Self {
        let margin = usize::from(params.reach());
        let stride = usize::from(size.width()) + 2 * margin;
        let len = stride * (usize::from(size.height()) + 2 * margin);
        Self {
            margin,
            stride,
            spots: vec![Spot::default(); len],
            cold: vec![-1.0; len],
            hot: vec![-1.0; len],
            pairs: Vec::new(),
            heat: vec![0.0; len],
        }
    }

    /// Where a point lies in the rows with the margin.
    pub const fn place(&self, x: usize, y: usize) -> usize {
        (y + self.margin) * self.stride + x + self.margin
    }

    /// What is to be seen of a point.
    #[inline]
    pub fn at(&self, point: Point) -> &Spot {
        &self.spots[self.place(usize::from(point.x), usize::from(point.y))]
    }

    /// Looks at all points; tells whether any of them may be bid for, `None` when it was told to stop.
    pub fn refresh<A: Agents + ?Sized>(
        &mut self,
        view: &View<'_, A>,
        effort: &mut Effort<'_>,
    ) -> Option<bool> {
        let size = view.agents.size();
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        self.pairs.clear();
        self.pairs.resize(size.area(), [0; 2]);
        for y in 0..height {
            let row = self.place(0, y);
            self.heat[row..row + width]
                .copy_from_slice(&view.agents.temperature()[y * width..(y + 1) * width]);
        }
        let mut any = false;
        for y in 0..height {
            for x in 0..width {
                let (at, index) = (self.place(x, y), y * width + x);
                let spot = self.look(view, index);
                (self.cold[at], self.hot[at]) = (-1.0, -1.0);
                if spot.weight > 0.0 {
                    any = true;
                    let trifle = trifle(view.salt, index);
                    let line = line(x.min(width - 1 - x).min(y).min(height - 1 - y));
                    let around = [at - self.stride, at, at + self.stride];
                    let sum: f32 =
                        around.iter().map(|&at| self.heat[at - 1] + self.heat[at] + self.heat[at + 1]).sum();
                    let cold = (1.0 - sum / (9.0 * view.params.warm)).max(0.0);
                    self.cold[at] = cold * line + trifle;
                    self.hot[at] = self.heat[at] / 4.0 + trifle;
                }
                self.spots[at] = spot;
            }
            effort.spend(width)?;
        }
        Some(any)
    }

    fn look<A: Agents + ?Sized>(&mut self, view: &View<'_, A>, index: usize) -> Spot {
        let View { agents, felt, params, color, .. } = *view;
        if agents.color_at(index).is_some() || agents.is_eye_point(color, index) || !agents.is_playable(index)
        {
            return Spot::default();
        }
        let size = agents.size();
        let mut spot = Spot { weight: 1.0, index: number(index), ..Spot::default() };
        let code = agents.neighbourhood(index);
        if code & 0xAAAA == 0xAAAA {
            // No stone around.
            spot.liberties = number(size.around(index).count());
            return spot;
        }
        let mut names = [NOBODY; 4];
        let (mut groups, mut taken) = (0, false);
        for (n, other) in size.around(index).enumerate() {
            let name = felt.name_of(other);
            let first = !names[..n].contains(&name);
            names[n] = name;
            match agents.color_at(other) {
                None => {
                    spot.liberties += 1;
                    let (mut black, mut white, mut empties) = (false, false, 0);
                    for near in size.around(other) {
                        match agents.color_at(near) {
                            None => empties += 1,
                            Some(Color::Black) => black = true,
                            Some(Color::White) => white = true,
                        }
                    }
                    let enemy = if color == Color::Black { white } else { black };
                    // All around it but this point is of its colour, or off the board; that is two steps away from this point.
                    if empties == 1 && params.radius > 2 {
                        spot.eyes += u8::from(!enemy);
                        spot.enemy_eyes += u8::from(black != white && enemy);
                    }
                }
                Some(own) if own == color => {
                    if first {
                        groups += 1;
                        let touches = size.around(index).filter(|&other| felt.name_of(other) == name).count();
                        // Under `netlogo-2016` what a stone hears of may be of before.
                        spot.liberties += felt.group_of(other).saturating_sub(number(touches));
                    }
                }
                Some(_) => {
                    if agents.takes(index, other) {
                        taken = true;
                        spot.liberties += 1;
                    } else if first && let Some(second) = agents.sole_liberty_without(other, index) {
                        self.pairs[name as usize] = [number(index) + 1, number(second) + 1];
                    }
                    spot.enemy_need = spot.enemy_need.max(params.need(felt.group_of(other)));
                }
            }
        }
        let enemies = count(code, (!color).index());
        spot.contact = enemies > 0;
        if taken || groups > 1 && enemies > 0 {
            spot.free = agents.liberties_after(!color, index) > 1;
        }
        if groups > 1 && enemies > 0 {
            spot.cut = if enemies > 1 { 1.0 } else { 0.5 };
            if !spot.free {
                // Who cuts here is taken.
                spot.cut *= 0.3;
            }
        }
        spot.shape = is_pattern(color, code);
        if !taken && agents.liberties_after(color, index) < 2 {
            spot.weight = params.rash;
        }
        spot
    }
}

/// How many of the eight around hold this.
const fn count(code: usize, color: usize) -> u32 {
    let (low, high) = (code & 0x5555, code >> 1 & 0x5555);
    let low = if color == 0 { !low } else { low };
    (low & !high & 0x5555).count_ones()
}

/// What a line is worth where it is cold, from the edge.
const fn line(from_edge: usize) -> f32 {
    match from_edge {
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

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn colours_around_are_counted() {
        // From the lowest bits: black, white, empty, border, black, white, white, empty.
        let code = [0, 1, 2, 3, 0, 1, 1, 2].iter().rev().fold(0, |code, held| code << 2 | held);
        assert_eq!((count(code, 0), count(code, 1)), (2, 3));
    }
}
