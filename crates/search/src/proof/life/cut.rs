//! Cuts the regions of groups out of a surveyed board.

use super::LifeError;
use super::reach::{reach, vicinity};
use super::region::Region;
use super::survey::Survey;
use crate::Watch;
use stonefield_go::Point;

/// Status of a group before any search.
pub enum StaticStatus {
    /// The group lives even if its owner always passes.
    Lives,
    /// The group is inside territory that the enemy owns unconditionally.
    Lost,
    /// The status must be found by a search of this region.
    Open(Box<Region>),
}

impl Survey<'_> {
    /// Region of the chain on a point, with at most `most` empty points.
    ///
    /// # Errors
    /// If no stone is on the point, the region is larger, or the watcher stopped it.
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

    /// Part of the region of the chain on a point, with at most `most` empty points: those nearest to the
    /// chain, or to a point beside it. The enemy is assumed to own all other points for good, except own
    /// groups that live unconditionally.
    ///
    /// A goal that the owner reaches here, against an enemy who wins all kos, can be reached on the board.
    /// The owner's chains have no more liberties here than on the board, and the enemy's chains have no
    /// fewer. If a captured chain might have liberties outside, all stones of the owner count as lost. So
    /// points that are `apart` need not be read.
    ///
    /// # Errors
    /// If no stone is on the point, or the part has too many stones.
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
