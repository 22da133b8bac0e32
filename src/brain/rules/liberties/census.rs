//! The chains of a board counted by their liberties, and what a play makes of the fewest.

use super::marks::Marks;
use crate::go::board::{EMPTY, Storage};
use crate::go::{Board, Color, Point};
use crate::search::Effort;

/// The chains of a board by their liberties.
#[derive(Default)]
pub(super) struct Census {
    /// Of each colour: liberties and name of every chain, the fewest liberties first.
    chains: [Vec<(u32, usize)>; 2],
    /// By chain name.
    liberties: Vec<u32>,
    /// Liberties that have been counted.
    cells: Marks,
    /// Names of chains that a play changes.
    names: Marks,
    /// What a capture takes.
    taken: Vec<usize>,
}

impl Census {
    /// Counts the chains of a board; `None` when it was told to stop before all were counted.
    pub(super) fn count<S: Storage>(&mut self, board: &Board<S>, effort: &mut Effort<'_>) -> Option<()> {
        let cells = Board::<S>::cells(board.size());
        self.chains.iter_mut().for_each(Vec::clear);
        self.liberties.clear();
        self.liberties.resize(cells, 0);
        self.cells.resize(cells);
        self.names.resize(cells);
        self.taken.clear();
        let size = board.size();
        for y in 0..size.height() {
            for x in 0..size.width() {
                let cell = board.cell(Point::new(x, y));
                if let Some(color) = board.at(cell)
                    && board.chain(cell) == cell
                {
                    self.cells.wipe();
                    let liberties = self.cells.count(board.touched_cells(cell));
                    self.liberties[cell] = liberties;
                    self.chains[color.index()].push((liberties, cell));
                }
            }
            effort.spend(usize::from(size.width()) + self.worked())?;
        }
        self.chains.iter_mut().for_each(|chains| chains.sort_unstable());
        Some(())
    }

    /// Cells gone over since it was asked last: chains may be long.
    pub(super) fn worked(&mut self) -> usize {
        self.taken.len() + std::mem::take(&mut self.cells.work)
    }

    /// The fewest liberties of a colour's chains but for those whose names are marked.
    fn fewest(&self, color: Color) -> Option<u32> {
        let rest = self.chains[color.index()].iter().find(|&&(_, name)| !self.names.has(name));
        rest.map(|&(liberties, _)| liberties)
    }

    /// The fewest own liberties less the enemy's fewest after a legal play: own ones with what is captured gone, the enemy's with it
    /// standing, so that a capture leaves it none; suicide leaves none of its own.
    pub(super) fn after<S: Storage>(&mut self, board: &Board<S>, color: Color, cell: usize) -> f64 {
        let near = board.near(cell);
        let mut enemy = u32::MAX;
        self.taken.clear();
        self.names.wipe();
        for &other in &near {
            let Some(owner) = board.at(other) else { continue };
            let name = board.chain(other);
            if self.names.mark(name) && owner != color {
                if board.takes(cell, other) {
                    self.taken.extend(board.chain_cells(other));
                }
                enemy = enemy.min(self.liberties[name] - 1);
            }
        }
        let captures = !self.taken.is_empty();
        if !captures {
            enemy = enemy.min(self.fewest(!color).unwrap_or(u32::MAX));
        }
        let mut own = self.joined(board, color, cell);
        if captures {
            own = own.min(self.freed(board, color));
        }
        own = own.min(self.fewest(color).unwrap_or(u32::MAX));
        if captures {
            return f64::from(own);
        }
        // Against an empty board there is only one's own side to look at.
        f64::from(own) - if enemy == u32::MAX { 0.0 } else { f64::from(enemy) }
    }

    /// The liberties of the chain that a play makes, captured stones being gone.
    fn joined<S: Storage>(&mut self, board: &Board<S>, color: Color, cell: usize) -> u32 {
        self.cells.wipe();
        self.cells.mark(cell);
        let near = board.near(cell);
        let mut liberties = self.cells.count(near.into_iter().filter(|&other| board.holds(other) == EMPTY));
        for (n, &other) in near.iter().enumerate() {
            let name = board.chain(other);
            let known =
                near[..n].iter().any(|&other| board.at(other) == Some(color) && board.chain(other) == name);
            if board.at(other) == Some(color) && !known {
                liberties += self.cells.count(board.touched_cells(other));
            }
        }
        // What is taken beside any of its stones.
        let is_its = |other: usize| {
            other == cell
                || board.at(other) == Some(color)
                    && near
                        .iter()
                        .any(|&own| board.at(own) == Some(color) && board.chain(own) == board.chain(other))
        };
        let beside = self.taken.iter().copied().filter(|&dead| board.near(dead).into_iter().any(is_its));
        liberties + self.cells.count(beside)
    }

    /// The fewest liberties of the other own chains beside what is taken, which they gain; marks their names.
    fn freed<S: Storage>(&mut self, board: &Board<S>, color: Color) -> u32 {
        let Self { taken, names, cells, liberties, .. } = self;
        let own = |dead: usize| board.near(dead).into_iter().filter(|&other| board.at(other) == Some(color));
        let mut fewest = u32::MAX;
        // Each taken stone gives a liberty to every chain beside it: what they come to is kept where they are counted, and put back.
        cells.wipe();
        for &dead in &*taken {
            let beside = own(dead).map(|other| board.chain(other));
            let mut seen = [usize::MAX; 4];
            for (n, name) in beside.enumerate() {
                if !seen.contains(&name) && (cells.has(name) || names.mark(name)) {
                    cells.mark(name);
                    liberties[name] += 1;
                }
                seen[n] = name;
            }
        }
        for &dead in &*taken {
            for name in own(dead).map(|other| board.chain(other)).filter(|&name| cells.has(name)) {
                fewest = fewest.min(liberties[name]);
            }
        }
        for &dead in &*taken {
            let mut seen = [usize::MAX; 4];
            for (n, name) in own(dead).map(|other| board.chain(other)).enumerate() {
                if !seen.contains(&name) && cells.has(name) {
                    liberties[name] -= 1;
                }
                seen[n] = name;
            }
        }
        fewest
    }
}
