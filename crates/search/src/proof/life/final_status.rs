//! Proved status of the groups of a finished game.

use super::region::Region;
use super::region_points::region_points;
use super::survey::Survey;
use super::{LifeLimits, Status, nearby, study_region};
use crate::Watch;
use stonefield_go::{Point, Position};

/// Node limit for the first reading of a group, and for each search of a part near it.
const FIRST_NODES: u64 = 20_000;

/// Node limits for readings that are repeated with more nodes.
const AGAIN_BUDGET: Budget = Budget { per_group: 60_000, total: 120_000 };

/// Node limits for repeated readings of narrow regions. Large groups in seki or in a race have such regions.
const NARROW_BUDGET: Budget = Budget { per_group: 250_000, total: 500_000 };
/// Largest narrow region, in empty points.
const NARROW_POINTS: usize = 4;

/// Node limits for each group and for all groups together.
struct Budget {
    per_group: u64,
    total: u64,
}

/// Largest region that is read, in empty points.
const MAX_REGION_POINTS: usize = 14;

/// Largest region, in empty points, that is read again after the groups in it that are proved to stay are
/// removed.
const MAX_REGION_WITH_NEIGHBOURS: usize = 40;

/// Largest board, in points, on which groups are read. On larger boards only unconditional life (Benson) is
/// known.
pub const MAX_READ_AREA: usize = 128 * 128;

/// Proved facts about a chain of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledChain {
    /// Points of the chain, in order.
    pub stones: Vec<Point>,
    /// Status of the chain, if it is proved.
    pub status: Option<Status>,
    /// True if it is proved that the chain is not captured. The proof may leave open whether it is alive or
    /// in seki.
    pub stays: bool,
}

/// Reader of the groups of a finished game. A group is alive, dead or in seki if a quick proof shows it,
/// whoever moves first and whoever wins the kos.
///
/// A reading assumes that chains around the group stay, that is, are not captured. These assumptions are
/// proved too. A proof that a group is dead depends on the enemy chains, a proof of life on the friendly
/// chains, and a proof of seki on both. The proof that such a chain stays must play on other points than the
/// proofs that depend on it. Then each move can be answered in the proof to which its point belongs.
pub struct FinalStatusReader<'p> {
    survey: Survey<'p>,
    chains: Vec<Chain>,
}

/// Facts about a chain.
#[derive(Default)]
struct Chain {
    /// Status by unconditional life (Benson).
    static_status: Option<Status>,
    readings: Vec<GroupReading>,
    /// Points of each proof that the chain stays.
    stay_proofs: Vec<ProofPoints>,
    /// Sets of points. For each set, no proof that the chain stays was found that avoids the set.
    failed_exclusions: Vec<ProofPoints>,
    /// Number of empty points of the region, if the region is small enough but the reading took too many
    /// nodes.
    unread_points: Option<usize>,
}

/// Proof of a chain's status, on condition that certain chains stay.
struct GroupReading {
    status: Status,
    proof_points: ProofPoints,
    /// Chains of its own colour that the proof depends on.
    friends: Vec<usize>,
    /// Enemy chains that the proof depends on.
    enemies: Vec<usize>,
}

/// Indices of the points on which a proof plays, in order.
type ProofPoints = Vec<usize>;

fn are_disjoint(proof_points: &[usize], other: &[usize]) -> bool {
    proof_points.iter().all(|point| other.binary_search(point).is_err())
}

impl<'p> FinalStatusReader<'p> {
    /// Reads all groups. `None` if the watcher stopped the survey of the board.
    #[must_use]
    pub fn new(position: &'p Position, watch: &mut dyn Watch) -> Option<Self> {
        let survey = Survey::of(position, watch).ok()?;
        let chains = survey.chains().iter().map(|stones| {
            let owner = survey.owner(stones[0]);
            let is_of_color = |owner| position.at(stones[0]) == Some(owner);
            let static_status =
                owner.map(|owner| if is_of_color(owner) { Status::Alive } else { Status::Dead });
            let stay_proofs =
                if static_status == Some(Status::Alive) { vec![ProofPoints::new()] } else { Vec::new() };
            Chain { static_status, stay_proofs, ..Chain::default() }
        });
        let mut reader = Self { chains: chains.collect(), survey };
        if position.size().area() > MAX_READ_AREA {
            return Some(reader);
        }
        for chain in 0..reader.chains.len() {
            if reader.chains[chain].static_status.is_none() {
                reader.read_region(chain, &[], FIRST_NODES, watch);
            }
        }
        for chain in 0..reader.chains.len() {
            if reader.has_no_proof(chain) {
                reader.read_without_neighbours(chain, watch);
            }
        }
        let is_narrow = |chain: &usize| {
            reader.chains[*chain].unread_points.is_some_and(|empties| empties <= NARROW_POINTS)
        };
        let narrow: Vec<usize> = (0..reader.chains.len()).filter(is_narrow).collect();
        reader.read_with_budget(&narrow, &NARROW_BUDGET, watch);
        reader.find_all_stay_proofs(watch);
        Some(reader)
    }

    fn has_no_proof(&self, chain: usize) -> bool {
        self.chains[chain].static_status.is_none() && self.chains[chain].readings.is_empty()
    }

    fn first_stone(&self, chain: usize) -> Point {
        self.survey.chains()[chain][0]
    }

    fn limits(nodes: u64) -> LifeLimits {
        LifeLimits { nodes, points: MAX_REGION_POINTS, table_bits: if nodes > FIRST_NODES { 16 } else { 14 } }
    }

    /// Reads a group in its region. The chains `excluded_chains` are assumed to stay, outside the region.
    /// Returns the number of nodes visited.
    fn read_region(
        &mut self,
        chain: usize,
        excluded_chains: &[usize],
        nodes: u64,
        watch: &mut dyn Watch,
    ) -> u64 {
        let point = self.first_stone(chain);
        let Ok(Some(inside)) = region_points(&self.survey, excluded_chains, point, MAX_REGION_POINTS, watch)
        else {
            return 0;
        };
        let Ok(region) = Region::cut(&self.survey, &inside, point, MAX_REGION_POINTS, false) else {
            return 0;
        };
        let verdict = study_region(self.survey.position, &region, Self::limits(nodes), 0, watch).ok();
        self.chains[chain].unread_points = verdict.is_none().then_some(region.empties);
        let Some(verdict) = verdict else { return nodes };
        let Some(status) = verdict.status() else { return verdict.nodes };
        let walls = verdict.walls.iter().map(|&wall| self.survey.chain_number(wall));
        let (friends, enemies) = walls.partition(|&wall| self.survey.color(wall) == verdict.color);
        let proof_points = self.proof_points_of(&region);
        self.chains[chain].readings.push(GroupReading { status, proof_points, friends, enemies });
        verdict.nodes
    }

    fn proof_points_of(&self, region: &Region) -> ProofPoints {
        let size = self.survey.position.size();
        // The first point is the group itself, on which nobody plays.
        let mut proof_points: ProofPoints =
            region.points.iter().skip(1).flatten().map(|&point| size.index(point)).collect();
        proof_points.sort_unstable();
        proof_points
    }

    /// Reads a group again, in a region without the surrounding chains that are proved to stay.
    fn read_without_neighbours(&mut self, chain: usize, watch: &mut dyn Watch) {
        let Ok(Some(inside)) =
            region_points(&self.survey, &[], self.first_stone(chain), MAX_REGION_WITH_NEIGHBOURS, watch)
        else {
            return;
        };
        let size = self.survey.position.size();
        let is_other_chain_inside =
            |&other: &usize| other != chain && inside[size.index(self.first_stone(other))];
        let mut living_neighbours: Vec<usize> =
            (0..self.chains.len()).filter(is_other_chain_inside).collect();
        living_neighbours.retain(|&other| self.find_stay_proof(other, &[], watch).is_some());
        if !living_neighbours.is_empty() {
            self.read_region(chain, &living_neighbours, FIRST_NODES, watch);
        }
    }

    /// Finds a proof that a chain stays which plays on none of the points `avoided`. Returns the points
    /// of the proof.
    fn find_stay_proof(
        &mut self,
        chain: usize,
        avoided: &[usize],
        watch: &mut dyn Watch,
    ) -> Option<ProofPoints> {
        let facts = &self.chains[chain];
        if let Some(proof_points) =
            facts.stay_proofs.iter().find(|proof_points| are_disjoint(proof_points, avoided))
        {
            return Some(proof_points.clone());
        }
        if facts.static_status.is_some()
            || watch.stop()
            || facts.failed_exclusions.iter().any(|failed| failed == avoided)
        {
            return None;
        }
        let mut excluded = vec![false; self.survey.position.size().area()];
        for &point in avoided {
            excluded[point] = true;
        }
        let proof = nearby::prove_life(
            &self.survey,
            self.first_stone(chain),
            &excluded,
            Self::limits(FIRST_NODES),
            &mut 0,
            watch,
        );
        if let Ok(Some((_, region))) = proof {
            let proof_points = self.proof_points_of(&region);
            self.chains[chain].stay_proofs.push(proof_points.clone());
            Some(proof_points)
        } else {
            self.chains[chain].failed_exclusions.push(avoided.to_vec());
            None
        }
    }

    /// Returns the points of a proof together with those of proofs that the chains `walls` stay, on which it
    /// depends. `None` if there is no such proof for one of them.
    fn supported_points(
        &mut self,
        proof_points: &[usize],
        walls: &[usize],
        watch: &mut dyn Watch,
    ) -> Option<ProofPoints> {
        let mut all_points = proof_points.to_vec();
        for &wall in walls {
            all_points.extend(self.find_stay_proof(wall, &all_points, watch)?);
            all_points.sort_unstable();
        }
        Some(all_points)
    }

    /// Finds proofs that chains stay. A chain that stays may support the proofs of other chains, so the loop
    /// runs until nothing changes.
    fn find_all_stay_proofs(&mut self, watch: &mut dyn Watch) {
        loop {
            let mut changed = false;
            for chain in 0..self.chains.len() {
                if !self.chains[chain].stay_proofs.is_empty() {
                    continue;
                }
                let readings = std::mem::take(&mut self.chains[chain].readings);
                let stay_readings = readings.iter().filter(|reading| reading.status != Status::Dead);
                let stay_proofs: Vec<ProofPoints> = stay_readings
                    .filter_map(|reading| {
                        self.supported_points(&reading.proof_points, &reading.friends, watch)
                    })
                    .collect();
                changed |= !stay_proofs.is_empty();
                self.chains[chain].stay_proofs.extend(stay_proofs);
                self.chains[chain].readings = readings;
            }
            if !changed {
                return;
            }
        }
    }

    /// Reads those of the given chains that have no proof again, with more nodes.
    pub fn read_again(&mut self, chains: &[usize], watch: &mut dyn Watch) {
        for &chain in chains {
            self.find_stay_proof(chain, &[], watch);
        }
        self.read_with_budget(chains, &AGAIN_BUDGET, watch);
        self.find_all_stay_proofs(watch);
    }

    /// Reads groups again whose reading took too many nodes, the smallest region first, within a budget.
    fn read_with_budget(&mut self, chains: &[usize], budget: &Budget, watch: &mut dyn Watch) {
        let mut nodes_left = budget.total;
        let with_size = |&chain: &usize| Some((self.chains[chain].unread_points?, chain));
        let mut unread: Vec<(usize, usize)> = chains.iter().filter_map(with_size).collect();
        unread.sort_unstable();
        for (_, chain) in unread {
            let nodes = budget.per_group.min(nodes_left);
            if nodes > 0 && self.has_no_proof(chain) {
                nodes_left -= self.read_region(chain, &[], nodes, watch).min(nodes);
            }
        }
    }

    /// Returns the proved facts about each chain, in the order of the chains' first points.
    pub fn settled_chains(&mut self, watch: &mut dyn Watch) -> Vec<SettledChain> {
        (0..self.chains.len())
            .map(|chain| {
                let readings = std::mem::take(&mut self.chains[chain].readings);
                let proved = readings.iter().find(|reading| {
                    let walls: Vec<usize> = match reading.status {
                        Status::Alive => reading.friends.clone(),
                        Status::Dead => reading.enemies.clone(),
                        Status::Seki => reading.friends.iter().chain(&reading.enemies).copied().collect(),
                    };
                    self.supported_points(&reading.proof_points, &walls, watch).is_some()
                });
                let status = self.chains[chain].static_status.or(proved.map(|reading| reading.status));
                self.chains[chain].readings = readings;
                let mut stones = self.survey.chains()[chain].clone();
                stones.sort_unstable();
                SettledChain { stones, status, stays: !self.chains[chain].stay_proofs.is_empty() }
            })
            .collect()
    }
}
