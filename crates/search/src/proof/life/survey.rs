//! Survey of a board: its chains and unconditional owners. Regions of groups are cut out of a survey.

use super::LifeError;
use super::chains::Chains;
use crate::Watch;
use stonefield_go::{Benson, Color, Point, Position};

/// Board with its chains and the unconditional owner of each point.
pub struct Survey<'p> {
    pub position: &'p Position,
    pub(super) chains: Chains,
    pub(super) owners: Vec<Option<Color>>,
}

impl<'p> Survey<'p> {
    /// Finds the chains and the unconditional owners of a position.
    ///
    /// # Errors
    /// If the watcher stopped the search.
    pub fn of(position: &'p Position, watch: &dyn Watch) -> Result<Self, LifeError> {
        let chains = Chains::of(position, watch)?;
        let mut benson = Benson::new(position.size(), position.rules().suicide);
        Ok(Self { position, chains, owners: benson.of_position(position).to_vec() })
    }

    /// Unconditional owner of a point.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.owners[self.position.size().index(point)]
    }

    /// Chains in the order of their first points.
    pub fn chains(&self) -> &[Vec<Point>] {
        &self.chains.stones
    }

    /// Number of the chain on a point with a stone.
    pub fn chain_number(&self, point: Point) -> usize {
        self.chains.number_of_point[self.position.size().index(point)]
    }

    /// Colour of a chain.
    pub fn color(&self, chain: usize) -> Color {
        self.position.at(self.chains.stones[chain][0]).unwrap_or(Color::Black)
    }

    /// Stones of the chain on a point; empty for an empty point.
    pub fn chain(&self, point: Point) -> &[Point] {
        let number = self.chains.number_of_point[self.position.size().index(point)];
        self.chains().get(number).map_or(&[], Vec::as_slice)
    }
}
