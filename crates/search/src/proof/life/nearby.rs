//! Groups whose region is large and that live by a small part of it.

use super::question::LifeGoal;
use super::region::Region;
use super::survey::Survey;
use super::{Fate, GroupReader, LifeError, LifeLimits, LifeVerdict, Status};
use crate::Watch;
use stonefield_go::{ByColor, Point};

/// Regions of no more empty points than these are not looked at in parts.
pub(super) const LEAST: usize = 17;

/// Empty points of the parts that are looked at one after the other.
const PARTS: [usize; 4] = [8, 11, 14, LEAST];

/// One in so many nodes may go into the part around the whole group, for each size; and as many into all those around single points.
const SHARE: u64 = 16;

/// Whether a group is sure to live by the points nearest to it, or by those nearest to one of its liberties: when all beyond is the enemy's,
/// who moves first and wins all kos. No point that is `apart` is among them. With the verdict comes the part it lives by.
///
/// # Errors
/// When it was told to stop.
pub(super) fn lives(
    survey: &Survey,
    point: Point,
    apart: &[bool],
    limits: LifeLimits,
    nodes: &mut u64,
    watch: &mut dyn Watch,
) -> Result<Option<(LifeVerdict, Region)>, LifeError> {
    let position = survey.position;
    let size = position.size();
    let free = |&stone| size.neighbours(stone).filter(|&next| position.at(next).is_none());
    let mut liberties: Vec<Point> = survey.chain(point).iter().flat_map(free).collect();
    liberties.sort_unstable();
    liberties.dedup();
    let single = limits.nodes / SHARE / liberties.len().max(1) as u64;
    let mut before = 0;
    for part in PARTS.map(|part| part.min(limits.points)) {
        if std::mem::replace(&mut before, part) == part {
            break;
        }
        let single = liberties.iter().map(|&liberty| (Some(liberty), single));
        for (from, share) in std::iter::once((None, limits.nodes / SHARE)).chain(single) {
            if watch.stop() {
                return Err(LifeError::Stopped);
            }
            if share == 0 {
                continue;
            }
            let Ok(region) = survey.near((point, from), apart, part) else { continue };
            let most = LifeLimits { nodes: *nodes + share, ..limits };
            let mut reader = GroupReader { position, region: &region, limits: most, nodes: *nodes };
            let enemy = !region.color;
            let lives = match reader.ask(LifeGoal::Eyes, enemy, enemy, watch) {
                Ok((lives, _)) => lives,
                Err(LifeError::Spent { .. }) => false,
                Err(error) => return Err(error),
            };
            *nodes = reader.nodes;
            if lives {
                let Region { color, empties: points, .. } = region;
                let first = ByColor::from_fn(|_| Fate::sure(Status::Alive));
                let walls = Vec::new();
                let verdict = LifeVerdict { color, first, points, nearby: true, walls, nodes: *nodes };
                return Ok(Some((verdict, region)));
            }
        }
    }
    Ok(None)
}
