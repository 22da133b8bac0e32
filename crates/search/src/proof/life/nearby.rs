//! Proofs that a group with a large region lives, from a small part of the region.

use super::question::LifeGoal;
use super::region::Region;
use super::survey::Survey;
use super::{FinalStatus, GroupReader, LifeError, LifeLimits, LifeVerdict, Status};
use crate::Watch;
use stonefield_go::{ByColor, Point};

/// Largest region, in empty points, that is read as a whole at once. Of larger ones, parts are read first.
pub(super) const LARGEST_WHOLE: usize = 17;

/// Sizes of the parts, in empty points, in the order in which they are read.
const PART_SIZES: [usize; 4] = [8, 11, 14, LARGEST_WHOLE];

/// Divisor of the node limit, which gives one share. For each size, the part around the whole group gets one
/// share, and all parts around single liberties together get another share.
const SHARE_DIVISOR: u64 = 16;

/// Proves that a group lives, from the points nearest to it or to one of its liberties. The proof assumes
/// that the enemy owns all other points, moves first and wins all kos. Points that are `excluded` are not in
/// the part. Adds the nodes visited to `nodes`. Returns the verdict and the part; `None` if there is no such
/// proof.
///
/// # Errors
/// If the watcher stopped the search.
pub(super) fn prove_life(
    survey: &Survey,
    point: Point,
    excluded: &[bool],
    limits: LifeLimits,
    nodes: &mut u64,
    watch: &mut dyn Watch,
) -> Result<Option<(LifeVerdict, Region)>, LifeError> {
    let position = survey.position;
    let size = position.size();
    let empty_neighbours = |&stone| size.neighbours(stone).filter(|&next| position.at(next).is_none());
    let mut liberties: Vec<Point> = survey.chain(point).iter().flat_map(empty_neighbours).collect();
    liberties.sort_unstable();
    liberties.dedup();
    let share_per_liberty = limits.nodes / SHARE_DIVISOR / liberties.len().max(1) as u64;
    let mut previous_size = 0;
    for part_size in PART_SIZES.map(|points| points.min(limits.points)) {
        if std::mem::replace(&mut previous_size, part_size) == part_size {
            break;
        }
        let liberty_shares = liberties.iter().map(|&liberty| (Some(liberty), share_per_liberty));
        for (from, share) in std::iter::once((None, limits.nodes / SHARE_DIVISOR)).chain(liberty_shares) {
            if watch.stop() {
                return Err(LifeError::Stopped);
            }
            if share == 0 {
                continue;
            }
            let Ok(region) = survey.part_near((point, from), excluded, part_size) else { continue };
            let share_limits = LifeLimits { nodes: *nodes + share, ..limits };
            let mut reader = GroupReader { position, region: &region, limits: share_limits, nodes: *nodes };
            let enemy = !region.color;
            let lives = match reader.ask(LifeGoal::Eyes, enemy, enemy, watch) {
                Ok((lives, _)) => lives,
                Err(LifeError::OutOfNodes { .. }) => false,
                Err(error) => return Err(error),
            };
            *nodes = reader.nodes;
            if lives {
                let Region { color, empties: points, .. } = region;
                let if_first = ByColor::from_fn(|_| FinalStatus::without_ko(Status::Alive));
                let walls = Vec::new();
                let verdict = LifeVerdict { color, if_first, points, nearby: true, walls, nodes: *nodes };
                return Ok(Some((verdict, region)));
            }
        }
    }
    Ok(None)
}
