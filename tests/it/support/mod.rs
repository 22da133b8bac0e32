//! Helpers shared by tests.

pub mod gtp;
#[path = "../../../crates/sim/tests/it/support/observation.rs"]
pub mod observation;
pub mod open_property;
pub mod plan_property;
pub mod program;
pub mod saver;
pub mod sources;
pub mod store_image;
pub mod store_property;
