//! `human`: a person. This mind never chooses a move. The person's move reaches the game as a request.

use crate::{Answer, Brain, BrainInfo, BrainSpec, Observation};
use stonefield_search::{Rng, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo {
    human: true,
    ..BrainInfo::planner("human", "you: click a point, or press P to pass", &[], make)
};

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Human)
}

struct Human;

impl Brain for Human {
    fn begin(&mut self, _: &Observation<'_>, _: Rng) {}

    fn batch(&mut self, _: &Observation<'_>, _: &mut dyn Watch) -> Option<Answer> {
        Some(Answer::waits_for_person())
    }
}
