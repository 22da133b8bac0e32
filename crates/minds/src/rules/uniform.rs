//! A choice among equals: of the vacant patches that fit, each as likely as any other.

use crate::Agents;
use crate::uniform::UniformMover;
use stonefield_go::Move;
use stonefield_search::{Candidate, Thought, Watch};

/// Vacant patches up to which the moves of a choice among equals are listed.
const LISTED: usize = 1024;

/// One of the vacant patches (and pass, when `with_pass`) for which `fits` holds, all equally likely; `None` when there is none. Told of
/// it: each move that fits has the same prior, and the chosen one stands first.
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
    let candidates = vacant.len() + usize::from(with_pass);
    let chosen = uniform.draw(candidates, candidate, &fits)?;
    // A list as long as a large board is of no use.
    if watch.curious() && vacant.len() <= LISTED {
        let mut moves = (0..candidates).map(candidate).filter(|&choice| fits(choice)).collect::<Vec<_>>();
        moves.sort_unstable_by_key(|&choice| (choice != chosen, choice));
        let prior = Some(1.0 / moves.len().max(1) as f64);
        let candidates = moves.into_iter().map(|action| Candidate {
            visits: u64::from(action == chosen),
            prior,
            variation: vec![action],
            ..Candidate::new(action)
        });
        watch.thought(&Thought { candidates: candidates.collect(), ..Thought::default() });
    }
    Some(chosen)
}
