//! Variations on the board: the moves that go on from a node, or stand beside its own, as `ST` asks for them.

use super::{NodeId, NodeRef, parse_move};
use crate::{Color, Point, Size};

/// Which variations a record has marked on the board.
// CITE: the property ST of SGF FF[4]: 1 asks for siblings instead of children, 2 for no marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedVariations {
    /// What follows a node: `ST[0]`, or none.
    Children,
    /// What stands beside it: `ST[1]`.
    Siblings,
    /// None: `ST[2]` and `ST[3]`.
    None,
}

impl MarkedVariations {
    /// What the first node of a game says; what it says otherwise than SGF counts as nothing said.
    #[must_use]
    pub fn of(root: NodeRef<'_>) -> Self {
        match root.value("ST").map(str::trim) {
            Some("1") => Self::Siblings,
            Some("2" | "3") => Self::None,
            _ => Self::Children,
        }
    }
}

/// A move that a record has besides those on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayOn {
    /// Its node.
    pub node: NodeId,
    /// Whose move it is.
    pub color: Color,
    /// Where it is.
    pub point: Point,
    /// Whether the game goes on with it; else it is a variation.
    pub next: bool,
}

/// The moves that are marked at a node `here`, as the first node of its game, `root`, asks for it, one for each point: those that follow it, of which
/// the game goes on with `next`, or those beside it. Passes have no point.
#[must_use]
pub fn ways_on(root: NodeRef<'_>, here: NodeRef<'_>, next: Option<NodeId>, size: Size) -> Vec<WayOn> {
    ways_by(root, here, next, size, |node| stone_of(node, size))
}

/// The stone that a node places, as its text says.
#[must_use]
pub fn stone_of(node: NodeRef<'_>, size: Size) -> Option<(Color, Point)> {
    let of = |color, name| node.value(name).map(|raw| (color, raw));
    let (color, raw) = of(Color::Black, "B").or_else(|| of(Color::White, "W"))?;
    Some((color, parse_move(raw, size).ok()?.point()?))
}

/// As [`ways_on`], where `stone` says which stone a node places.
pub fn ways_by(
    root: NodeRef<'_>,
    here: NodeRef<'_>,
    next: Option<NodeId>,
    size: Size,
    stone: impl Fn(NodeRef<'_>) -> Option<(Color, Point)>,
) -> Vec<WayOn> {
    let (of, next) = match MarkedVariations::of(root) {
        MarkedVariations::Children => (Some(here), next),
        MarkedVariations::Siblings => (here.parent(), None),
        MarkedVariations::None => (None, None),
    };
    let others = of.into_iter().flat_map(NodeRef::children).filter(|child| child.id() != here.id());
    let mut ways: Vec<WayOn> = Vec::new();
    for child in others.take(size.area()) {
        let Some((color, point)) = stone(child) else { continue };
        let way = WayOn { node: child.id(), color, point, next: Some(child.id()) == next };
        match ways.iter_mut().find(|other| other.point == point) {
            Some(other) if way.next => *other = way,
            Some(_) => {}
            None => ways.push(way),
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;

    /// The marks at the node with a name, as `next:` or `other:` and the point.
    fn marks(text: &str, name: &str) -> Vec<String> {
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let mut nodes = root.preorder();
        let here = nodes.find(|node| node.text("N").as_deref() == Some(name)).expect("a node of that name");
        let next = here.first_child().map(NodeRef::id);
        let ways = ways_on(root, here, next, "9".parse().expect("a size"));
        let word =
            |way: &WayOn| format!("{} {} {}", if way.next { "next" } else { "other" }, way.color, way.point);
        ways.iter().map(word).collect()
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
        assert_eq!(marks(&game("ST[1]"), "root"), [""; 0], "nothing stands beside the first node");
        for style in ["ST[2]", "ST[3]"] {
            assert_eq!(marks(&game(style), "one"), [""; 0]);
        }
    }

    #[test]
    fn of_two_nodes_with_one_move_the_next_is_marked() {
        let games = read_text("(;SZ[9](;B[cc])(;B[cc];W[dd]))").expect("a game").collection;
        let root = games.node(games.games()[0]);
        let second = root.children().nth(1).map(NodeRef::id);
        let ways = ways_on(root, root, second, "9".parse().expect("a size"));
        assert_eq!(ways.iter().map(|way| (Some(way.node), way.next)).collect::<Vec<_>>(), [(second, true)]);
    }
}
