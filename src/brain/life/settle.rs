//! The groups of a finished game that are sure.

use super::survey::Survey;
use super::{LifeLimits, Status, Verdict, study_whole};
use crate::brain::Watch;
use crate::go::{Point, Position};

/// Nodes for each group of a finished game.
const NODES: u64 = 20_000;

/// Empty points of a region that is looked into at the end of a game.
const POINTS: usize = 9;

/// What is sure about each chain of a finished game.
pub struct Settled {
    /// The chains, each with its points in order, in the order of their first points, and what they are when that is sure.
    pub chains: Vec<(Vec<Point>, Option<Status>)>,
}

/// Tells of each chain whether it is alive, dead or in seki where that can be proved quickly, whoever moves first and wins kos.
///
/// A chain is only said to be dead when the enemy around it is proved to stay. Told to stop at once, it tells of none.
#[must_use]
pub fn settled(position: &Position, watch: &mut dyn Watch) -> Settled {
    let size = position.size();
    let Ok(survey) = Survey::of(position, watch) else { return Settled { chains: Vec::new() } };
    // By point: whether the stone on it is proved to stay.
    let mut stays = vec![false; size.area()];
    let mut chains: Vec<(Vec<Point>, Option<Status>)> = Vec::new();
    let mut verdicts: Vec<Option<Verdict>> = Vec::new();
    for chain in survey.chains() {
        let mut chain = chain.clone();
        chain.sort_unstable();
        let limits = LifeLimits { nodes: NODES, points: POINTS, room: 14 };
        let (status, verdict) = match survey.owner(chain[0]) {
            Some(owner) if position.at(chain[0]) == Some(owner) => (Some(Status::Alive), None),
            Some(_) => (Some(Status::Dead), None),
            None if watch.stop() => (None, None),
            None => {
                let verdict = study_whole(&survey, chain[0], limits, watch).ok();
                (verdict.as_ref().and_then(Verdict::status), verdict)
            }
        };
        if matches!(status, Some(Status::Alive | Status::Seki)) {
            for &stone in &chain {
                stays[size.index(stone)] = true;
            }
        }
        chains.push((chain, status));
        verdicts.push(verdict);
    }
    // Death counts on the enemy around it, and life on friends: those must be sure themselves.
    for ((chain, status), verdict) in chains.iter_mut().zip(&verdicts) {
        let color = position.at(chain[0]);
        let counts_on = |wall: &&Point| (position.at(**wall) == color) != (*status == Some(Status::Dead));
        let walls = verdict.iter().flat_map(|verdict| &verdict.walls);
        if !walls.filter(counts_on).all(|wall| stays[size.index(*wall)]) {
            *status = None;
        }
    }
    Settled { chains }
}
