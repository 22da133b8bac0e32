//! Moves to mark on the board: children or siblings of a node, as the property `ST` asks.

use super::{NodeId, NodeRef, parse_move};
use crate::{Color, Point, Size};

/// Variations that a record wants marked on the board.
// CITE: the property ST of SGF FF[4]: 1 asks for siblings instead of children, 2 for no marks on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedVariations {
    /// Children of the node: `ST[0]`, or no `ST`.
    Children,
    /// Siblings of the node: `ST[1]`.
    Siblings,
    /// No variations: `ST[2]` and `ST[3]`.
    None,
}

impl MarkedVariations {
    /// Reads `ST` of a root node. An invalid value counts as a missing `ST`.
    #[must_use]
    pub fn of(root: NodeRef<'_>) -> Self {
        match root.value("ST").map(str::trim) {
            Some("1") => Self::Siblings,
            Some("2" | "3") => Self::None,
            _ => Self::Children,
        }
    }
}

/// A move in the record that is marked on the board but not yet played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedMove {
    /// Node of the move.
    pub node: NodeId,
    /// Colour that plays the move.
    pub color: Color,
    /// Point of the move.
    pub point: Point,
    /// True if the current line continues with this move. False for other variations.
    pub is_next: bool,
}

/// Moves to mark on the board at the node `here`, at most one for each point.
///
/// `ST` in `root` selects the children or the siblings of `here`. `next` is the child of `here` with which
/// the current line continues. Passes are not marked, because they have no point.
#[must_use]
pub fn marked_moves(
    root: NodeRef<'_>,
    here: NodeRef<'_>,
    next: Option<NodeId>,
    size: Size,
) -> Vec<MarkedMove> {
    marked_moves_by(root, here, next, size, |node| stone_of(node, size))
}

/// Stone that a node's move places. `None` for a pass, an invalid point or a node without a move.
#[must_use]
pub fn stone_of(node: NodeRef<'_>, size: Size) -> Option<(Color, Point)> {
    let color_and_value = |color, name| node.value(name).map(|raw| (color, raw));
    let (color, raw) = color_and_value(Color::Black, "B").or_else(|| color_and_value(Color::White, "W"))?;
    Some((color, parse_move(raw, size).ok()?.point()?))
}

/// Moves to mark on the board, like [`marked_moves`]. `stone_placed_by` replaces [`stone_of`].
pub fn marked_moves_by(
    root: NodeRef<'_>,
    here: NodeRef<'_>,
    next: Option<NodeId>,
    size: Size,
    stone_placed_by: impl Fn(NodeRef<'_>) -> Option<(Color, Point)>,
) -> Vec<MarkedMove> {
    let (parent, next) = match MarkedVariations::of(root) {
        MarkedVariations::Children => (Some(here), next),
        MarkedVariations::Siblings => (here.parent(), None),
        MarkedVariations::None => (None, None),
    };
    let candidates = parent.into_iter().flat_map(NodeRef::children).filter(|child| child.id() != here.id());
    let mut moves: Vec<MarkedMove> = Vec::new();
    for child in candidates.take(size.area()) {
        let Some((color, point)) = stone_placed_by(child) else { continue };
        let marked = MarkedMove { node: child.id(), color, point, is_next: Some(child.id()) == next };
        match moves.iter_mut().find(|earlier| earlier.point == point) {
            Some(earlier) if marked.is_next => *earlier = marked,
            Some(_) => {}
            None => moves.push(marked),
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;

    /// Marked moves at the node with this name (`N`), each as `next` or `other`, colour and point.
    fn marks(text: &str, name: &str) -> Vec<String> {
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let mut nodes = root.preorder();
        let here = nodes.find(|node| node.text("N").as_deref() == Some(name)).expect("a node of that name");
        let next = here.first_child().map(NodeRef::id);
        let moves = marked_moves(root, here, next, "9".parse().expect("a size"));
        let describe = |marked: &MarkedMove| {
            format!("{} {} {}", if marked.is_next { "next" } else { "other" }, marked.color, marked.point)
        };
        moves.iter().map(describe).collect()
    }

    #[test]
    fn children_or_siblings_are_marked_as_the_record_asks() {
        let game = |style: &str| {
            format!(
                "(;SZ[9]{style}N[root];B[cc]N[one](;W[dd]N[two];B[ee])(;W[])(;W[ff])(;C[x])(;W[ff])(;B[gg]))"
            )
        };
        let children = ["next White D6", "other White F4", "other Black G3"];
        for style in ["", "ST[0]", "ST[7]", "ST[x]"] {
            assert_eq!(marks(&game(style), "one"), children, "{style}");
            assert_eq!(marks(&game(style), "two"), ["next Black E5"]);
            assert_eq!(marks(&game(style), "root"), ["next Black C7"]);
        }
        assert_eq!(marks(&game("ST[1]"), "two"), ["other White F4", "other Black G3"]);
        assert_eq!(marks(&game("ST[1]"), "one"), [""; 0]);
        assert_eq!(marks(&game("ST[1]"), "root"), [""; 0], "a root has no siblings");
        for style in ["ST[2]", "ST[3]"] {
            assert_eq!(marks(&game(style), "one"), [""; 0]);
        }
    }

    #[test]
    fn of_two_nodes_with_the_same_move_the_next_is_marked() {
        let games = read_text("(;SZ[9](;B[cc])(;B[cc];W[dd]))").expect("a game").collection;
        let root = games.node(games.games()[0]);
        let second = root.children().nth(1).map(NodeRef::id);
        let moves = marked_moves(root, root, second, "9".parse().expect("a size"));
        assert_eq!(moves.iter().map(|m| (Some(m.node), m.is_next)).collect::<Vec<_>>(), [(second, true)]);
    }
}
