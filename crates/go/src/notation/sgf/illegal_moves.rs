//! Search for the illegal moves of a record.

use super::check::version_and_info;
use super::replay::{IllegalMove, IllegalReason};
use super::variation_replay::VariationReplay;
use super::walk::Preorder;
use super::{Collection, NodeId, NodeRef};

/// Illegal moves of a game, in all variations, each with its reason.
///
/// Empty for games other than Go and for invalid board sizes. The moves are checked under
/// [`BoardInfo::rules`](super::BoardInfo::rules).
#[must_use]
pub fn illegal_moves(root: NodeRef<'_>) -> Vec<(NodeId, String)> {
    let mut search = IllegalMoveSearch::new(root);
    while search.check_next(root.collection(), usize::MAX) {}
    search.moves
}

/// Incremental search for the moves that [`illegal_moves`] lists.
pub struct IllegalMoveSearch {
    /// `None` for games other than Go and for invalid board sizes: their moves are not checked.
    variations: Option<VariationReplay>,
    /// Next node to check, and its depth.
    next: Option<(NodeId, usize)>,
    /// Illegal moves found so far.
    moves: Vec<(NodeId, String)>,
}

impl IllegalMoveSearch {
    /// Starts a search at the root of a game.
    #[must_use]
    pub fn new(root: NodeRef<'_>) -> Self {
        let variations = version_and_info(root).1.map(|info| VariationReplay::new(&info));
        Self { variations, next: Some((root.id(), 0)), moves: Vec::new() }
    }

    /// Checks up to `max_nodes` further nodes. Returns true if more nodes remain.
    ///
    /// `games` must be the same, unchanged collection in each call.
    pub fn check_next(&mut self, games: &Collection, max_nodes: usize) -> bool {
        let Some(variations) = &mut self.variations else { return false };
        let Some((node, depth)) = self.next.take() else { return false };
        let Some(node) = games.get(node) else { return false };
        let mut walk = Preorder::resume_at(node, depth);
        for _ in 0..max_nodes {
            let Some((node, depth)) = walk.next_with_depth() else { return false };
            let (_, effect) = variations.play_node(node, depth);
            if let Some(IllegalMove { reason: IllegalReason::Rule(why), .. }) = effect.illegal {
                self.moves.push((node.id(), why.to_string()));
            }
        }
        self.next = walk.next_with_depth().map(|(node, depth)| (node.id(), depth));
        self.next.is_some()
    }

    /// Illegal moves found so far, each with its reason.
    #[must_use]
    pub fn into_moves(self) -> Vec<(NodeId, String)> {
        self.moves
    }
}
