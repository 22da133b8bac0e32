//! An empty seat: nobody plays there until the user fills it.

use super::{Answer, Brain, Progress, Rng, Seen, Watch};

/// Stands where a file names a mind that it may not have for nothing. It starts and computes nothing; moves that are on record can
/// be repeated at it.
pub(super) struct Vacant;

impl Brain for Vacant {
    fn begin(&mut self, _: &Seen<'_>, _: Rng) {}

    fn advance(&mut self, seen: &Seen<'_>, _: u32, _: &mut dyn Watch) -> Progress {
        match seen.asked {
            Some(action) if seen.position.is_legal(action) => Progress::Done(Answer::Move(action)),
            _ => Progress::Waiting,
        }
    }
}
