//! Swarm as a rule, for use outside of the simulation: every stone bids anew in each turn.

use super::SwarmParams;
use super::bid::StoneBids;
use super::stones::Swarm;
use crate::{Agents, Answer, BrainSpec, Rule};
use stonefield_search::{Rng, Watch};

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Rule> {
    Box::new(SwarmRule { params: spec.read(), swarm: None, bids: Vec::new() })
}

struct SwarmRule {
    params: SwarmParams,
    swarm: Option<Swarm>,
    /// Bids of each stone, sorted by the stone's point.
    bids: Vec<(usize, StoneBids)>,
}

impl Rule for SwarmRule {
    fn decide(&mut self, agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch) -> Answer {
        let Self { params, swarm, bids } = self;
        let (size, color) = (agents.size(), agents.to_move());
        let swarm = match swarm {
            Some(swarm) if swarm.matches(size, color) => swarm,
            swarm => swarm.insert(Swarm::new(size, *params, color)),
        };
        swarm.reset();
        swarm.perceive(agents, &|| watch.stop());
        bids.clear();
        for stone in swarm.stones_to_bid() {
            bids.push((stone, swarm.bids(stone)));
        }
        let no_bids = StoneBids::default();
        bids.iter().for_each(|(_, bids)| swarm.replace_bids(&no_bids, bids));
        let bids_of = |stone: usize| {
            let index = bids.binary_search_by_key(&stone, |(stone, _)| *stone).ok()?;
            bids.get(index).map(|(_, bids)| bids)
        };
        swarm.decide(agents, &bids_of, rng, watch)
    }
}
