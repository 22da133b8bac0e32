//! Observations for tests of minds.

use stonefield_go::Position;
use stonefield_minds::BrainSpec;
use stonefield_sim::OwnedObservation;

/// Returns an observation with position and agents, for any kind of mind.
pub fn observation(position: &Position) -> OwnedObservation {
    let rule = BrainSpec::named("random").expect("a mind");
    OwnedObservation::of(position.clone(), &rule).expect("a board that a world can have")
}
