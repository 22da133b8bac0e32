//! Groups with a large region that live by a small part of it.

use super::question::LifeGoal;
use super::region::Region;
use super::survey::Survey;
use super::{Fate, GroupReader, LifeError, LifeLimits, LifeVerdict, Status};
use crate::Watch;
use stonefield_go::{ByColor, Point};

/// Largest region, in empty points, that is searched only as a whole.
pub(super) const LARGEST_WHOLE: usize = 17;

/// Empty points of the parts, which are read in this order.
const PARTS: [usize; 4] = [8, 11, 14, LARGEST_WHOLE];

/// Divisor of the node limit. For each size, the part around the whole group gets one share, and all parts
/// around single liberties together get another.
const SHARE_DIVISOR: u64 = 16;

/// Proves that a group lives by the points nearest to it, or to one of its liberties. The proof assumes that
/// the enemy owns all other points, moves first and wins all kos. Points that are `apart` do not belong to
/// the part. Returns the verdict and the part; `None` if there is no such proof.
///
/// # Errors
/// If the watcher stopped the search.
pub(super) fn prove_life(
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
    let share_each = limits.nodes / SHARE_DIVISOR / liberties.len().max(1) as u64;
    let mut previous_part = 0;
    for part in PARTS.map(|part| part.min(limits.points)) {
        if std::mem::replace(&mut previous_part, part) == part {
            break;
        }
        let liberty_shares = liberties.iter().map(|&liberty| (Some(liberty), share_each));
        for (from, share) in std::iter::once((None, limits.nodes / SHARE_DIVISOR)).chain(liberty_shares) {
            if watch.stop() {
                return Err(LifeError::Stopped);
            }
            if share == 0 {
                continue;
            }
            let Ok(region) = survey.near((point, from), apart, part) else { continue };
            let share_limits = LifeLimits { nodes: *nodes + share, ..limits };
            let mut reader = GroupReader { position, region: &region, limits: share_limits, nodes: *nodes };
            let enemy = !region.color;
            let lives = match reader.ask(LifeGoal::Eyes, enemy, enemy, watch) {
                Ok((lives, _)) => lives,
                Err(LifeError::Spent { .. }) => false,
                Err(error) => return Err(error),
            };
            *nodes = reader.nodes;
            if lives {
                let Region { color, empties: points, .. } = region;
                let first = ByColor::from_fn(|_| Fate::without_ko(Status::Alive));
                let walls = Vec::new();
                let verdict = LifeVerdict { color, first, points, nearby: true, walls, nodes: *nodes };
                return Ok(Some((verdict, region)));
            }
        }
    }
    Ok(None)
}
