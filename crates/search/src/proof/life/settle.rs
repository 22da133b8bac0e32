//! Proved status of the groups of a finished game.

use super::reach::reach;
use super::region::Region;
use super::survey::Survey;
use super::{LifeLimits, Status, nearby, study_region};
use crate::Watch;
use stonefield_go::{Point, Position};

/// Node limit for the first reading of a group, and for each search of a part near it.
const NODES: u64 = 20_000;

/// Node limits for closer readings.
const CLOSE_BUDGET: Budget = Budget { per_group: 60_000, total: 120_000 };

/// Node limits for closer readings of regions with at most [`NARROW`] empty points. Large groups in seki or
/// in a race have such regions.
const NARROW_BUDGET: Budget = Budget { per_group: 250_000, total: 500_000 };
/// Largest narrow region, in empty points.
const NARROW: usize = 4;

/// Node limits for each group and for all groups together.
struct Budget {
    per_group: u64,
    total: u64,
}

/// Largest region that is read, in empty points.
const POINTS: usize = 14;

/// Largest region, in empty points, that is read again without the groups that live by themselves.
const DIVIDED: usize = 40;

/// Largest board, in points, on which groups are read. On larger boards only the results of unconditional
/// life (Benson) are known.
pub const MOST_READ: usize = 128 * 128;

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

/// Reads the groups of a finished game. A group is alive, dead or in seki if a quick proof shows that for
/// both sides moving first and both sides winning all kos.
///
/// A reading assumes that chains around the group stay, and these assumptions are proved too. A proof that a
/// group is dead needs the enemy chains to stay; a proof of life needs the friendly chains; a proof of seki
/// needs both. Each of these chains must be held on points that the proof itself does not play on. Then each
/// move can be answered where it is made.
pub struct EndReader<'p> {
    survey: Survey<'p>,
    chains: Vec<Chain>,
}

/// Facts about a chain.
#[derive(Default)]
struct Chain {
    /// Status by unconditional life (Benson).
    static_status: Option<Status>,
    readings: Vec<GroupReading>,
    /// Grounds of proofs, on each of which the chain can be held.
    grounds: Vec<Ground>,
    /// Grounds of other chains, apart from which no ground was found for this chain.
    failed: Vec<Ground>,
    /// Empty points of the region, if it is small enough but its first reading took too many nodes.
    unread: Option<usize>,
}

/// Proof of a chain's status, on condition that certain chains stay.
struct GroupReading {
    status: Status,
    ground: Ground,
    /// Chains of its own colour that the proof depends on.
    friends: Vec<usize>,
    /// Enemy chains that the proof depends on.
    enemies: Vec<usize>,
}

/// Indices of the points that a proof plays on, in order.
type Ground = Vec<usize>;

fn are_apart(ground: &[usize], other: &[usize]) -> bool {
    ground.iter().all(|point| other.binary_search(point).is_err())
}

impl<'p> EndReader<'p> {
    /// Reads all groups. `None` if the watcher stopped the survey of the board.
    #[must_use]
    pub fn new(position: &'p Position, watch: &mut dyn Watch) -> Option<Self> {
        let survey = Survey::of(position, watch).ok()?;
        let chains = survey.chains().iter().map(|stones| {
            let owner = survey.owner(stones[0]);
            let lives = |owner| position.at(stones[0]) == Some(owner);
            let static_status = owner.map(|owner| if lives(owner) { Status::Alive } else { Status::Dead });
            let grounds = if static_status == Some(Status::Alive) { vec![Ground::new()] } else { Vec::new() };
            Chain { static_status, grounds, ..Chain::default() }
        });
        let mut reader = Self { chains: chains.collect(), survey };
        if position.size().area() > MOST_READ {
            return Some(reader);
        }
        for chain in 0..reader.chains.len() {
            if reader.chains[chain].static_status.is_none() {
                reader.read(chain, &[], NODES, watch);
            }
        }
        for chain in 0..reader.chains.len() {
            if reader.has_no_proof(chain) {
                reader.read_without_neighbours(chain, watch);
            }
        }
        let narrow = |chain: &usize| reader.chains[*chain].unread.is_some_and(|empties| empties <= NARROW);
        let narrow: Vec<usize> = (0..reader.chains.len()).filter(narrow).collect();
        reader.read_closer(&narrow, &NARROW_BUDGET, watch);
        reader.find_all_grounds(watch);
        Some(reader)
    }

    fn has_no_proof(&self, chain: usize) -> bool {
        self.chains[chain].static_status.is_none() && self.chains[chain].readings.is_empty()
    }

    fn stone(&self, chain: usize) -> Point {
        self.survey.chains()[chain][0]
    }

    fn limits(nodes: u64) -> LifeLimits {
        LifeLimits { nodes, points: POINTS, room: if nodes > NODES { 16 } else { 14 } }
    }

    /// Reads a group in its region. Chains that are `kept_outside` are assumed to stay. Returns the number
    /// of nodes visited.
    fn read(&mut self, chain: usize, kept_outside: &[usize], nodes: u64, watch: &mut dyn Watch) -> u64 {
        let point = self.stone(chain);
        let Ok(Some(inside)) = reach(&self.survey, kept_outside, point, POINTS, watch) else { return 0 };
        let Ok(region) = Region::cut(&self.survey, &inside, point, POINTS, false) else { return 0 };
        let verdict = study_region(self.survey.position, &region, Self::limits(nodes), 0, watch).ok();
        self.chains[chain].unread = verdict.is_none().then_some(region.empties);
        let Some(verdict) = verdict else { return nodes };
        let Some(status) = verdict.status() else { return verdict.nodes };
        let walls = verdict.walls.iter().map(|&wall| self.survey.number(wall));
        let (friends, enemies) = walls.partition(|&wall| self.survey.color(wall) == verdict.color);
        let ground = self.ground(&region);
        self.chains[chain].readings.push(GroupReading { status, ground, friends, enemies });
        verdict.nodes
    }

    fn ground(&self, region: &Region) -> Ground {
        let size = self.survey.position.size();
        // The first point is the group itself.
        let mut ground: Ground =
            region.points.iter().skip(1).flatten().map(|&point| size.index(point)).collect();
        ground.sort_unstable();
        ground
    }

    /// Reads a group again, in a region without the surrounding chains that live by themselves.
    fn read_without_neighbours(&mut self, chain: usize, watch: &mut dyn Watch) {
        let Ok(Some(inside)) = reach(&self.survey, &[], self.stone(chain), DIVIDED, watch) else { return };
        let size = self.survey.position.size();
        let is_in = |&other: &usize| other != chain && inside[size.index(self.stone(other))];
        let mut living_neighbours: Vec<usize> = (0..self.chains.len()).filter(is_in).collect();
        living_neighbours.retain(|&other| self.find_ground(other, &[], watch).is_some());
        if !living_neighbours.is_empty() {
            self.read(chain, &living_neighbours, NODES, watch);
        }
    }

    /// A ground on which a chain can be held, apart from the ground `other`.
    fn find_ground(&mut self, chain: usize, other: &[usize], watch: &mut dyn Watch) -> Option<Ground> {
        let record = &self.chains[chain];
        if let Some(ground) = record.grounds.iter().find(|ground| are_apart(ground, other)) {
            return Some(ground.clone());
        }
        if record.static_status.is_some()
            || watch.stop()
            || record.failed.iter().any(|failed| failed == other)
        {
            return None;
        }
        let mut apart = vec![false; self.survey.position.size().area()];
        for &point in other {
            apart[point] = true;
        }
        let proof =
            nearby::prove_life(&self.survey, self.stone(chain), &apart, Self::limits(NODES), &mut 0, watch);
        if let Ok(Some((_, region))) = proof {
            let ground = self.ground(&region);
            self.chains[chain].grounds.push(ground.clone());
            Some(ground)
        } else {
            self.chains[chain].failed.push(other.to_vec());
            None
        }
    }

    /// The ground of a proof together with grounds for all chains that it depends on; `None` if one of these
    /// cannot be held.
    fn supporting_ground(
        &mut self,
        ground: &[usize],
        walls: &[usize],
        watch: &mut dyn Watch,
    ) -> Option<Ground> {
        let mut whole_ground = ground.to_vec();
        for &wall in walls {
            whole_ground.extend(self.find_ground(wall, &whole_ground, watch)?);
            whole_ground.sort_unstable();
        }
        Some(whole_ground)
    }

    /// Finds the chains that stay. Each may support proofs for others, so the loop runs until nothing
    /// changes.
    fn find_all_grounds(&mut self, watch: &mut dyn Watch) {
        loop {
            let mut changed = false;
            for chain in 0..self.chains.len() {
                if !self.chains[chain].grounds.is_empty() {
                    continue;
                }
                let readings = std::mem::take(&mut self.chains[chain].readings);
                let stays = readings.iter().filter(|reading| reading.status != Status::Dead);
                let grounds: Vec<Ground> = stays
                    .filter_map(|reading| self.supporting_ground(&reading.ground, &reading.friends, watch))
                    .collect();
                changed |= !grounds.is_empty();
                self.chains[chain].grounds.extend(grounds);
                self.chains[chain].readings = readings;
            }
            if !changed {
                return;
            }
        }
    }

    /// Reads again, with more nodes, those of the chains that have no proof.
    pub fn look_closer(&mut self, chains: &[usize], watch: &mut dyn Watch) {
        for &chain in chains {
            self.find_ground(chain, &[], watch);
        }
        self.read_closer(chains, &CLOSE_BUDGET, watch);
        self.find_all_grounds(watch);
    }

    /// Reads again the groups whose reading took too many nodes, in the order of region size.
    fn read_closer(&mut self, chains: &[usize], budget: &Budget, watch: &mut dyn Watch) {
        let mut nodes_left = budget.total;
        let unread = |&chain: &usize| Some((self.chains[chain].unread?, chain));
        let mut unread: Vec<(usize, usize)> = chains.iter().filter_map(unread).collect();
        unread.sort_unstable();
        for (_, chain) in unread {
            let nodes = budget.per_group.min(nodes_left);
            if nodes > 0 && self.has_no_proof(chain) {
                nodes_left -= self.read(chain, &[], nodes, watch).min(nodes);
            }
        }
    }

    /// Proved facts about each chain, in the order of their first points.
    pub fn known(&mut self, watch: &mut dyn Watch) -> Vec<SettledChain> {
        (0..self.chains.len())
            .map(|chain| {
                let readings = std::mem::take(&mut self.chains[chain].readings);
                let proved = readings.iter().find(|reading| {
                    let walls: Vec<usize> = match reading.status {
                        Status::Alive => reading.friends.clone(),
                        Status::Dead => reading.enemies.clone(),
                        Status::Seki => reading.friends.iter().chain(&reading.enemies).copied().collect(),
                    };
                    self.supporting_ground(&reading.ground, &walls, watch).is_some()
                });
                let status = self.chains[chain].static_status.or(proved.map(|reading| reading.status));
                self.chains[chain].readings = readings;
                let mut stones = self.survey.chains()[chain].clone();
                stones.sort_unstable();
                SettledChain { stones, status, stays: !self.chains[chain].grounds.is_empty() }
            })
            .collect()
    }
}
