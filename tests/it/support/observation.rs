//! What any mind sees of a position.

use stonefield::brain::BrainSpec;
use stonefield::go::Position;
use stonefield::sim::OwnedObservation;

/// The position and its agents, for minds of either kind.
pub fn observation(position: &Position) -> OwnedObservation {
    let rule = BrainSpec::named("random").expect("a mind");
    OwnedObservation::of(position.clone(), &rule).expect("a board that a world can have")
}
