//! What any mind sees of a position.

use stonefield_go::Position;
use stonefield_minds::BrainSpec;
use stonefield_sim::OwnedObservation;

/// The position and its agents, for minds of either kind.
pub fn observation(position: &Position) -> OwnedObservation {
    let rule = BrainSpec::named("random").expect("a mind");
    OwnedObservation::of(position.clone(), &rule).expect("a board that a world can have")
}
