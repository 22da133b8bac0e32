//! Replay of all variations of a game.

use super::{BoardInfo, NodeEffect, NodeId, NodeRef, Replay};

/// Largest number of boards in the cache of a [`VariationReplay`].
const MAX_CACHED: usize = 4096;

/// Largest total size of the cached boards, in points. At least 16 boards are always allowed.
const MAX_CACHED_POINTS: usize = 1 << 21;

/// Replay of all variations of a game in preorder, with a cache of the boards after nodes with variations.
pub(super) struct VariationReplay {
    /// Board after the node `last_played`.
    replay: Replay,
    last_played: Option<NodeId>,
    info: BoardInfo,
    /// Boards after some of the nodes with variations on the path to `last_played`, the deepest last.
    cache: Vec<CachedReplay>,
    /// Largest number of boards in the cache.
    max_cached: usize,
}

struct CachedReplay {
    node: NodeId,
    depth: usize,
    replay: Replay,
}

impl VariationReplay {
    pub(super) fn new(info: &BoardInfo) -> Self {
        let max_cached = (MAX_CACHED_POINTS / info.size.area()).clamp(16, MAX_CACHED);
        Self { replay: Replay::new(info), last_played: None, info: *info, cache: Vec::new(), max_cached }
    }

    /// Plays the next node in preorder. `depth` is the number of ancestors of the node.
    pub(super) fn play_node(&mut self, node: NodeRef<'_>, depth: usize) -> (&Replay, NodeEffect) {
        let parent = node.parent();
        if let Some(parent) = parent.filter(|parent| Some(parent.id()) != self.last_played) {
            self.go_back_to(parent, depth - 1);
        }
        let effect = self.replay.step(node);
        self.last_played = Some(node.id());
        if node.has_variations() {
            if self.cache.len() >= self.max_cached {
                // Drop every second board.
                let mut even = false;
                self.cache.retain(|_| {
                    even = !even;
                    even
                });
            }
            self.cache.push(CachedReplay { node: node.id(), depth, replay: self.replay.clone() });
        }
        (&self.replay, effect)
    }

    /// Restores the board after `target`, an ancestor of `last_played`, from the nearest cached board.
    fn go_back_to(&mut self, target: NodeRef<'_>, depth: usize) {
        while self.cache.last().is_some_and(|cached| cached.depth > depth) {
            self.cache.pop();
        }
        let nearest = self.cache.last();
        let nearest_node = nearest.map(|cached| cached.node);
        let missing: Vec<_> = target.ancestors().take_while(|node| Some(node.id()) != nearest_node).collect();
        self.replay = nearest.map_or_else(|| Replay::new(&self.info), |cached| cached.replay.clone());
        for node in missing.into_iter().rev() {
            self.replay.step(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ProblemKind, check, read};
    use super::*;

    #[test]
    fn variations_are_played_from_their_parent() {
        // Each main-line node has a variation that plays on its point again, which is illegal.
        let mut text = "(;SZ[19]".to_owned();
        let points: Vec<String> =
            ('a'..='s').flat_map(|x| ('a'..='r').map(move |y| format!("{x}{y}"))).collect();
        for (i, point) in points.iter().enumerate() {
            let color = if i % 2 == 0 { "B" } else { "W" };
            text += &format!(";{color}[{point}]C[x](;AE[ss]");
        }
        for point in points.iter().rev() {
            text += &format!(")(;B[{point}])");
        }
        text.push(')');
        let reading = read(text.as_bytes()).expect("a game");
        let problems = check(&reading.collection);
        let illegal =
            problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::Illegal { .. })).count();
        assert!(illegal >= points.len() - 30, "{illegal} of {}", points.len());
        for max_cached in [1, 7] {
            let root = reading.collection.node(reading.collection.games()[0]);
            let info = BoardInfo::of(root).expect("a size");
            let mut variations = VariationReplay { max_cached, ..VariationReplay::new(&info) };
            let mut walk = root.preorder();
            while let Some((node, depth)) = walk.next_with_depth() {
                let (replay, _) = variations.play_node(node, depth);
                let plain = Replay::after_node(node).expect("a size");
                assert!(replay.position().setup() == plain.position().setup());
                assert_eq!(replay.move_count(), plain.move_count());
            }
        }
    }
}
