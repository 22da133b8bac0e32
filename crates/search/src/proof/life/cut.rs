//! Cuts the regions of groups out of a surveyed board.

use super::LifeError;
use super::region::Region;
use super::region_points::{nearest_points, region_points};
use super::survey::Survey;
use crate::Watch;
use stonefield_go::Point;

/// Status of a group that is known without a search, or the region to search.
pub enum StaticStatus {
    /// The group lives unconditionally: even if its owner always passes.
    Lives,
    /// The group is in territory that the enemy owns unconditionally.
    Lost,
    /// A search of this region must find the status.
    Open(Box<Region>),
}

impl Survey<'_> {
    /// Static status of the chain on a point, or its region, with at most `max_points` empty points.
    ///
    /// # Errors
    /// If no stone is on the point, the region is larger, or the watcher stopped the search.
    pub fn region_of(
        &self,
        point: Point,
        max_points: usize,
        watch: &dyn Watch,
    ) -> Result<StaticStatus, LifeError> {
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
        match region_points(self, &[], point, usize::MAX, watch)? {
            Some(inside) => Region::cut(self, &inside, point, max_points, false)
                .map(|region| StaticStatus::Open(Box::new(region))),
            None => Err(LifeError::Large { points: usize::MAX, max_points }),
        }
    }

    /// Part of the region of the chain on a point. It has at most `max_points` empty points, those nearest to
    /// the chain, or to the point `from` next to it. The enemy is assumed to own all other points
    /// unconditionally, except groups of the chain's colour that live unconditionally. Points that are
    /// `excluded` are not in the part.
    ///
    /// If the owner reaches a goal in the part, against an enemy who wins all kos, the owner reaches it on
    /// the board too. The owner's chains have no more liberties in the part than on the board, and the
    /// enemy's chains have no fewer. If a captured chain might have liberties outside, all stones of the
    /// owner count as lost.
    ///
    /// # Errors
    /// If no stone is on the point, or the part has too many points for a bit board.
    pub fn part_near(
        &self,
        (point, from): (Point, Option<Point>),
        excluded: &[bool],
        max_points: usize,
    ) -> Result<Region, LifeError> {
        let inside = nearest_points(self.position, &self.chains, (point, from), excluded, max_points);
        Region::cut(self, &inside, point, max_points, true)
    }
}
