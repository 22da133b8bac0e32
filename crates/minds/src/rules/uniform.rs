//! Uniform random choice among the moves that fulfil a condition, and its report: a [`Thought`] that lists
//! these moves.

use crate::Agents;
use crate::uniform_mover::UniformMover;
use stonefield_go::Move;
use stonefield_search::{Candidate, Thought, Watch};

/// Largest number of vacant points with which a [`Thought`] is reported. With more, none is reported.
const MAX_LISTED: usize = 1024;

/// Random move for which `fits` returns true: a move on a vacant point, or a pass if `with_pass` is true.
/// `None` if there is none.
///
/// The reported [`Thought`] lists all fitting moves with the same prior, the chosen move first.
pub(super) fn uniform_move(
    uniform: &mut UniformMover,
    agents: &dyn Agents,
    with_pass: bool,
    watch: &mut dyn Watch,
    fits: impl Fn(Move) -> bool,
) -> Option<Move> {
    let (size, vacant) = (agents.size(), agents.vacant());
    let candidate =
        |i: usize| vacant.get(i).map_or(Move::Pass, |&point| Move::Play(size.point(point as usize)));
    let candidate_count = vacant.len() + usize::from(with_pass);
    let chosen = uniform.draw(candidate_count, candidate, &fits)?;
    // On large boards the list would be too long to be useful.
    if watch.wants_thoughts() && vacant.len() <= MAX_LISTED {
        let mut moves =
            (0..candidate_count).map(candidate).filter(|&action| fits(action)).collect::<Vec<_>>();
        moves.sort_unstable_by_key(|&action| (action != chosen, action));
        let prior = Some(1.0 / moves.len().max(1) as f64);
        let candidates = moves.into_iter().map(|action| Candidate {
            visits: u64::from(action == chosen),
            prior,
            variation: vec![action],
            ..Candidate::new(action)
        });
        watch.receive_thought(&Thought { candidates: candidates.collect(), ..Thought::default() });
    }
    Some(chosen)
}
