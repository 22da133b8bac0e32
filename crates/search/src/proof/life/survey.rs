//! A board looked over once, for the regions of its groups.

use super::LifeError;
use super::reach::{Chains, reach, vicinity};
use super::region::Region;
use crate::Watch;
use stonefield_go::{Benson, Color, Point, Position};

/// What is seen from the board at once.
pub enum StaticStatus {
    /// It lives though its owner always passes.
    Lives,
    /// It lies in what is the enemy's unconditionally.
    Lost,
    /// That takes a search.
    Open(Box<Region>),
}

/// A board that regions are cut out of: its chains, and who holds each point unconditionally.
pub struct Survey<'p> {
    pub position: &'p Position,
    pub(super) chains: Chains,
    pub(super) owners: Vec<Option<Color>>,
}

impl<'p> Survey<'p> {
    /// Looks the board over.
    ///
    /// # Errors
    /// When it was told to stop.
    pub fn of(position: &'p Position, watch: &dyn Watch) -> Result<Self, LifeError> {
        let chains = Chains::of(position, watch)?;
        let mut benson = Benson::new(position.size(), position.rules().suicide);
        Ok(Self { position, chains, owners: benson.of_position(position).to_vec() })
    }

    /// Who holds a point unconditionally.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.owners[self.position.size().index(point)]
    }

    /// The chains in the order of their first points.
    pub fn chains(&self) -> &[Vec<Point>] {
        &self.chains.stones
    }

    /// The number of the chain on a point where a stone stands.
    pub fn number(&self, point: Point) -> usize {
        self.chains.of[self.position.size().index(point)]
    }

    /// The colour of a chain.
    pub fn color(&self, chain: usize) -> Color {
        self.position.at(self.chains.stones[chain][0]).unwrap_or(Color::Black)
    }

    /// The stones of the chain on a point; none on an empty one.
    pub fn chain(&self, point: Point) -> &[Point] {
        let number = self.chains.of[self.position.size().index(point)];
        self.chains().get(number).map_or(&[], Vec::as_slice)
    }

    /// The region of the chain on a point, of at most `most` empty points.
    ///
    /// # Errors
    /// When no stone stands there, the region is larger, or it was told to stop.
    pub fn around(&self, point: Point, most: usize, watch: &dyn Watch) -> Result<StaticStatus, LifeError> {
        let Self { position, .. } = self;
        let size = position.size();
        if !size.contains(point) {
            return Err(LifeError::OffBoard(point, size));
        }
        let color = position.at(point).ok_or(LifeError::NoStone(point))?;
        if position.liberties(point) == 0 {
            return Err(LifeError::NoLiberty { color, point });
        }
        match self.owner(point) {
            Some(owner) if owner == color => return Ok(StaticStatus::Lives),
            Some(_) => return Ok(StaticStatus::Lost),
            None => {}
        }
        match reach(self, &[], point, usize::MAX, watch)? {
            Some(inside) => Region::cut(self, &inside, point, most, false)
                .map(|region| StaticStatus::Open(Box::new(region))),
            None => Err(LifeError::Large { points: usize::MAX, most }),
        }
    }

    /// A part of the region of the chain on a point, of at most `most` empty points: what lies nearest to it, or to a point beside it. All
    /// beyond is taken to be the enemy's for good, except own groups that live unconditionally.
    ///
    /// What the owner reaches here against an enemy who wins all kos, he reaches on the board: his chains have no more liberties here than
    /// there and the enemy's no fewer, and whatever is taken here that might have liberties there counts as all lost. So none of the points
    /// that are `apart` need be looked at, if any are.
    ///
    /// # Errors
    /// When no stone stands there, or the stones in it find no room.
    pub fn near(
        &self,
        (point, from): (Point, Option<Point>),
        apart: &[bool],
        most: usize,
    ) -> Result<Region, LifeError> {
        let inside = vicinity(self.position, &self.chains, (point, from), apart, most);
        Region::cut(self, &inside, point, most, true)
    }
}
