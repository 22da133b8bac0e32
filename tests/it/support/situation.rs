//! What any mind sees of a position.

use stonefield::brain::BrainSpec;
use stonefield::go::Position;
use stonefield::sim::Situation;

/// The position and its agents, for minds of either kind.
pub fn situation(position: &Position) -> Situation {
    let rule = BrainSpec::named("random").expect("a mind");
    Situation::of(position.clone(), &rule).expect("a board that a world can have")
}
