//! The groups of a finished game that are sure.

use super::reach::reach;
use super::region::Region;
use super::survey::Survey;
use super::{LifeLimits, Status, nearby, whole};
use crate::Watch;
use stonefield_go::{Point, Position};

/// Nodes for the first reading of a group, and for each look at the points near it.
const NODES: u64 = 20_000;

/// Nodes for a closer reading of a group, and for all closer readings of a board together.
const CLOSER: Budget = Budget { each: 60_000, all: 120_000 };

/// The same where a region has no more empty points than [`NARROW`]: large groups in seki, or in a race, have such.
const NARROWER: Budget = Budget { each: 250_000, all: 500_000 };
const NARROW: usize = 4;

/// Nodes for one group, and for all together.
struct Budget {
    each: u64,
    all: u64,
}

/// Empty points of a region that is read.
const POINTS: usize = 14;

/// Empty points of a region that is divided by the groups in it that live by themselves.
const DIVIDED: usize = 40;

/// Points of a board beyond which nothing is read: there only what lives unconditionally, and what lies in what is another's so, is known.
pub const MOST_READ: usize = 128 * 128;

/// What is proved about a chain of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledChain {
    /// The chain's points in order.
    pub stones: Vec<Point>,
    /// What it is, when that is proved.
    pub status: Option<Status>,
    /// Whether it is proved not to be taken. That may be known without its being known whether it is alive or in seki.
    pub stays: bool,
}

/// Reads the groups of a finished game: each is alive, dead or in seki where that can be proved quickly, no matter who moves first and wins kos.
///
/// A reading takes chains around the group to stay, and all that a proof counts on is proved too: a group is only said to be dead when the enemies around
/// it stay, to live when the friends do, and to be in seki when both do. Each of those must be held on points that the proof does not play on, so
/// that every move is answered where it is made.
pub struct EndReader<'p> {
    survey: Survey<'p>,
    chains: Vec<Chain>,
}

/// What has been found out about a chain.
#[derive(Default)]
struct Chain {
    /// What holds whatever either side plays.
    sure: Option<Status>,
    readings: Vec<GroupReading>,
    /// Grounds on each of which it can be held.
    held: Vec<Ground>,
    /// Grounds apart from which it cannot be held, as far as is known.
    lost: Vec<Ground>,
    /// The empty points of its region, if that is small enough, but took more nodes than a first reading has.
    unread: Option<usize>,
}

/// A proof of what a chain is, if those that it counts on stay.
struct GroupReading {
    status: Status,
    ground: Ground,
    /// The chains of its own colour, and of the other, that it counts on.
    friends: Vec<usize>,
    enemies: Vec<usize>,
}

/// The numbers of the points that a proof plays on, in order.
type Ground = Vec<usize>;

fn are_apart(one: &[usize], other: &[usize]) -> bool {
    one.iter().all(|point| other.binary_search(point).is_err())
}

impl<'p> EndReader<'p> {
    /// Reads all groups. Told to stop at once, it finds out nothing.
    #[must_use]
    pub fn new(position: &'p Position, watch: &mut dyn Watch) -> Option<Self> {
        let survey = Survey::of(position, watch).ok()?;
        let chains = survey.chains().iter().map(|stones| {
            let owner = survey.owner(stones[0]);
            let lives = |owner| position.at(stones[0]) == Some(owner);
            let sure = owner.map(|owner| if lives(owner) { Status::Alive } else { Status::Dead });
            let held = if sure == Some(Status::Alive) { vec![Ground::new()] } else { Vec::new() };
            Chain { sure, held, ..Chain::default() }
        });
        let mut reader = Self { chains: chains.collect(), survey };
        if position.size().area() > MOST_READ {
            return Some(reader);
        }
        for chain in 0..reader.chains.len() {
            if reader.chains[chain].sure.is_none() {
                reader.read(chain, &[], NODES, watch);
            }
        }
        for chain in 0..reader.chains.len() {
            if reader.is_open(chain) {
                reader.divide(chain, watch);
            }
        }
        let narrow = |chain: &usize| reader.chains[*chain].unread.is_some_and(|empties| empties <= NARROW);
        let narrow: Vec<usize> = (0..reader.chains.len()).filter(narrow).collect();
        reader.read_closer(&narrow, &NARROWER, watch);
        reader.hold_all(watch);
        Some(reader)
    }

    fn is_open(&self, chain: usize) -> bool {
        self.chains[chain].sure.is_none() && self.chains[chain].readings.is_empty()
    }

    fn stone(&self, chain: usize) -> Point {
        self.survey.chains()[chain][0]
    }

    fn limits(nodes: u64) -> LifeLimits {
        LifeLimits { nodes, points: POINTS, room: if nodes > NODES { 16 } else { 14 } }
    }

    /// Reads a group in its region, chains that are `held` being taken to stay; returns the nodes that it took.
    fn read(&mut self, chain: usize, held: &[usize], nodes: u64, watch: &mut dyn Watch) -> u64 {
        let point = self.stone(chain);
        let Ok(Some(inside)) = reach(&self.survey, held, point, POINTS, watch) else { return 0 };
        let Ok(region) = Region::cut(&self.survey, &inside, point, POINTS, false) else { return 0 };
        let verdict = whole(self.survey.position, &region, Self::limits(nodes), 0, watch).ok();
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
        // The first is the group itself.
        let mut ground: Ground =
            region.points.iter().skip(1).flatten().map(|&point| size.index(point)).collect();
        ground.sort_unstable();
        ground
    }

    /// Reads a group again in a region that leaves out the chains around it that live by themselves.
    fn divide(&mut self, chain: usize, watch: &mut dyn Watch) {
        let Ok(Some(inside)) = reach(&self.survey, &[], self.stone(chain), DIVIDED, watch) else { return };
        let size = self.survey.position.size();
        let is_in = |&other: &usize| other != chain && inside[size.index(self.stone(other))];
        let mut around: Vec<usize> = (0..self.chains.len()).filter(is_in).collect();
        around.retain(|&other| self.hold(other, &[], watch).is_some());
        if !around.is_empty() {
            self.read(chain, &around, NODES, watch);
        }
    }

    /// A ground on which a chain can be held, apart from another.
    fn hold(&mut self, chain: usize, other: &[usize], watch: &mut dyn Watch) -> Option<Ground> {
        let known = &self.chains[chain];
        if let Some(ground) = known.held.iter().find(|ground| are_apart(ground, other)) {
            return Some(ground.clone());
        }
        if known.sure.is_some() || watch.stop() || known.lost.iter().any(|lost| lost == other) {
            return None;
        }
        let mut apart = vec![false; self.survey.position.size().area()];
        for &point in other {
            apart[point] = true;
        }
        let found =
            nearby::lives(&self.survey, self.stone(chain), &apart, Self::limits(NODES), &mut 0, watch);
        if let Ok(Some((_, region))) = found {
            let ground = self.ground(&region);
            self.chains[chain].held.push(ground.clone());
            Some(ground)
        } else {
            self.chains[chain].lost.push(other.to_vec());
            None
        }
    }

    /// The ground of a proof and of all that it counts on, if that can be held.
    fn supported(&mut self, ground: &[usize], walls: &[usize], watch: &mut dyn Watch) -> Option<Ground> {
        let mut all = ground.to_vec();
        for &wall in walls {
            all.extend(self.hold(wall, &all, watch)?);
            all.sort_unstable();
        }
        Some(all)
    }

    /// Notes which chains stay: what stays lets more stay.
    fn hold_all(&mut self, watch: &mut dyn Watch) {
        loop {
            let mut more = false;
            for chain in 0..self.chains.len() {
                if !self.chains[chain].held.is_empty() {
                    continue;
                }
                let readings = std::mem::take(&mut self.chains[chain].readings);
                let stays = readings.iter().filter(|reading| reading.status != Status::Dead);
                let grounds: Vec<Ground> = stays
                    .filter_map(|reading| self.supported(&reading.ground, &reading.friends, watch))
                    .collect();
                more |= !grounds.is_empty();
                self.chains[chain].held.extend(grounds);
                self.chains[chain].readings = readings;
            }
            if !more {
                return;
            }
        }
    }

    /// Looks closer at chains of which nothing is proved.
    pub fn look_closer(&mut self, chains: &[usize], watch: &mut dyn Watch) {
        for &chain in chains {
            self.hold(chain, &[], watch);
        }
        self.read_closer(chains, &CLOSER, watch);
        self.hold_all(watch);
    }

    /// Reads the groups again that took too many nodes, those with the smallest regions first.
    fn read_closer(&mut self, chains: &[usize], budget: &Budget, watch: &mut dyn Watch) {
        let mut left = budget.all;
        let unread = |&chain: &usize| Some((self.chains[chain].unread?, chain));
        let mut unread: Vec<(usize, usize)> = chains.iter().filter_map(unread).collect();
        unread.sort_unstable();
        for (_, chain) in unread {
            let nodes = budget.each.min(left);
            if nodes > 0 && self.is_open(chain) {
                left -= self.read(chain, &[], nodes, watch).min(nodes);
            }
        }
    }

    /// What is proved of each chain, in the order of their first points.
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
                    self.supported(&reading.ground, &walls, watch).is_some()
                });
                let status = self.chains[chain].sure.or(proved.map(|reading| reading.status));
                self.chains[chain].readings = readings;
                let mut stones = self.survey.chains()[chain].clone();
                stones.sort_unstable();
                SettledChain { stones, status, stays: !self.chains[chain].held.is_empty() }
            })
            .collect()
    }
}
