//! A collection: all nodes of all games of a file, in flat lists.

use super::walk::Preorder;
use crate::notation::{Regular, RegularList};

/// "None" among the numbers of nodes and properties.
pub(super) const NONE: u32 = u32::MAX;

/// A node of the [`Collection`] that gave it. It stays the same node whatever is edited around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Its place among all nodes of its collection, in the order in which they came in.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn from_link(link: u32) -> Option<Self> {
        if link == NONE { None } else { Some(Self(link)) }
    }
}

/// The parent, children and siblings of a node and where its properties begin; links are numbers or [`NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeLinks {
    pub parent: u32,
    pub first: u32,
    pub last: u32,
    pub next: u32,
    pub property: u32,
}

impl Regular for NodeLinks {
    fn after(self, places: u32) -> Self {
        let on = |link: u32| if link == NONE { NONE } else { link.wrapping_add(places) };
        Self {
            parent: on(self.parent),
            first: on(self.first),
            last: on(self.last),
            next: on(self.next),
            property: on(self.property),
        }
    }
}

/// A property of a node, and where the node's next one is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub name: Span,
    /// The number of the first of its values.
    pub values: u32,
    pub count: u32,
    pub next: u32,
    /// Where it stood in the text that was read, in bytes from the start.
    pub at: u32,
}

/// A piece of a collection's text, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub start: u32,
    pub length: u32,
}

/// Games as trees, in the order of the file.
///
/// Values are kept as they stand between their brackets, backslashes included, once decoded to Unicode. Names are kept as they
/// stand; the old long forms of known properties (`AddBlack`) are kept as `AB`.
///
/// Two collections are equal when they have the same games: the same nodes in the same order with the same properties and
/// values, whatever their text was laid out like.
///
/// ```
/// use stonefield_go::notation::sgf::{Collection, write};
/// use stonefield_go::{Color, Position, Rules, Size};
///
/// let mut game = Position::new(Size::square(9)?, Rules::default());
/// game.try_play("E5".parse()?)?;
/// game.try_play("G3".parse()?)?;
/// let mut games = Collection::new();
/// let root = games.add_game();
/// games.set_text(root, "SZ", "9");
/// let mut node = root;
/// for turn in game.turns() {
///     node = games.add_move(node, turn.color, turn.action, game.size()).expect("no side above 52").0;
/// }
/// let before = games.node(node).parent().expect("a move before").id();
/// games.add_move(before, Color::White, "C3".parse()?, game.size());
/// assert_eq!(String::from_utf8(write(&games))?, "(;SZ[9];B[ee]\n(;W[gg])\n(;W[cg]))\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Collection {
    /// What names and values point into: the text as it was read, then what edits have added.
    pub(super) text: String,
    pub(super) nodes: RegularList<NodeLinks>,
    pub(super) properties: Vec<Property>,
    pub(super) values: Vec<Span>,
    pub(super) games: Vec<NodeId>,
    /// Bytes of the text that edits have left unused.
    pub(super) waste: usize,
}

impl Collection {
    /// A collection without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first nodes of the games, in order.
    #[must_use]
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    /// A node, to look at.
    ///
    /// # Panics
    /// When the node is of another collection and this one has not as many.
    #[must_use]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id, node: self.links(id) }
    }

    /// The links of a node.
    pub(super) fn links(&self, id: NodeId) -> NodeLinks {
        self.nodes.at(id.0 as usize)
    }

    /// A node, if there is one of that number; removed ones are still there, without a parent.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.nodes.get(id.0 as usize).map(|node| NodeRef { tree: self, id, node })
    }

    /// Number of nodes, those of removed branches among them.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The game of a node of the file as it was read, and the node's number in it: both as
    /// [`Problem`](super::Problem) counts them.
    #[must_use]
    pub fn place(&self, id: NodeId) -> (u32, u32) {
        let game = self.games.partition_point(|root| *root <= id);
        let root = self.games.get(game.saturating_sub(1)).map_or(0, |root| root.0);
        (u32::try_from(game).unwrap_or(u32::MAX), id.0.saturating_sub(root))
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.text.get(start..start + span.length as usize).unwrap_or_default()
    }
}

impl std::fmt::Debug for Collection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&super::write(self)))
    }
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        let same_game = |(&a, &b): (&NodeId, &NodeId)| {
            let (mut left, mut right) = (self.node(a).preorder(), other.node(b).preorder());
            loop {
                match (left.next_with_depth(), right.next_with_depth()) {
                    (None, None) => return true,
                    (Some((a, depth)), Some((b, other))) if depth == other && a.same_content(b) => {}
                    _ => return false,
                }
            }
        };
        self.games.len() == other.games.len() && self.games.iter().zip(&other.games).all(same_game)
    }
}

impl Eq for Collection {}

/// A node with its collection.
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    pub(super) tree: &'a Collection,
    id: NodeId,
    node: NodeLinks,
}

impl<'a> NodeRef<'a> {
    /// Which node it is.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The collection it is of.
    #[must_use]
    pub const fn collection(self) -> &'a Collection {
        self.tree
    }

    fn at(self, link: u32) -> Option<Self> {
        NodeId::from_link(link).map(|id| self.tree.node(id))
    }

    /// The node before it; `None` for the first of a game.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.at(self.node.parent)
    }

    /// What follows on the main line of this branch.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.at(self.node.first)
    }

    /// The next variation beside it.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.at(self.node.next)
    }

    /// Whether the given node is the next variation beside it.
    pub(super) fn next_is(self, other: NodeId) -> bool {
        self.node.next == other.0
    }

    /// Whether more than one node follows.
    #[must_use]
    pub const fn branches(self) -> bool {
        self.node.first != self.node.last
    }

    /// The nodes that follow: the main line first.
    pub fn children(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// This node and what follows it first, to the end of the line.
    pub fn main_line(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(Some(self), |node| node.first_child())
    }

    /// This node, the one before it, and so on to the first of the game.
    pub fn ancestors(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(Some(self), |node| node.parent())
    }

    /// The nodes from the first of the game to this one.
    #[must_use]
    pub fn path(self) -> Vec<NodeId> {
        let mut path: Vec<_> = self.ancestors().map(Self::id).collect();
        path.reverse();
        path
    }

    /// Nodes before it on its path: 0 for the first of a game.
    #[must_use]
    pub fn depth(self) -> usize {
        self.ancestors().skip(1).count()
    }

    /// The first node of its game.
    #[must_use]
    pub fn root(self) -> Self {
        self.ancestors().last().unwrap_or(self)
    }

    /// This node and all below it, each before those that follow it, variations in order.
    #[must_use]
    pub const fn preorder(self) -> Preorder<'a> {
        Preorder::new(self)
    }

    /// Its properties in the order of the file.
    pub fn properties(self) -> impl Iterator<Item = PropertyRef<'a>> + Clone {
        let at = move |link: u32| {
            (link != NONE)
                .then(|| PropertyRef { tree: self.tree, property: &self.tree.properties[link as usize] })
        };
        std::iter::successors(at(self.node.property), move |property| at(property.property.next))
    }

    /// The property of that name; the first, where a faulty file has several.
    #[must_use]
    pub fn property(self, name: &str) -> Option<PropertyRef<'a>> {
        self.properties().find(|property| property.name() == name)
    }

    /// The first value of a property as it stands in the file, escapes included.
    #[must_use]
    pub fn value(self, name: &str) -> Option<&'a str> {
        self.property(name).and_then(|property| property.values().next())
    }

    /// The first value of a property as text: escapes resolved, soft line breaks gone.
    #[must_use]
    pub fn text(self, name: &str) -> Option<String> {
        self.property(name)?.texts().next()
    }

    /// As [`NodeRef::text`], of no more than the first `most` bytes of the value; an ellipsis stands for the rest.
    #[must_use]
    pub fn beginning(self, name: &str, most: usize) -> Option<String> {
        let value = self.value(name).filter(|value| value.len() > most);
        let Some(value) = value else { return self.text(name) };
        Some(super::unescape(&value[..value.floor_char_boundary(most)]) + "…")
    }

    /// The first value of a property as a number, as of `KM`, `SBKV` or `BL`; `None` where it is missing or no number.
    #[must_use]
    pub fn real(self, name: &str) -> Option<f64> {
        self.value(name).and_then(super::info::real)
    }

    /// All values of all properties of that name as they stand in the file.
    pub fn values(self, name: &'a str) -> impl Iterator<Item = &'a str> + Clone {
        self.properties().filter(move |property| property.name() == name).flat_map(PropertyRef::values)
    }

    fn same_content(self, other: NodeRef<'_>) -> bool {
        let same = |(a, b): (PropertyRef<'_>, PropertyRef<'_>)| {
            a.name() == b.name() && a.property.count == b.property.count && a.values().eq(b.values())
        };
        self.properties().count() == other.properties().count()
            && self.properties().zip(other.properties()).all(same)
    }
}

/// A property with its collection.
#[derive(Clone, Copy)]
pub struct PropertyRef<'a> {
    tree: &'a Collection,
    property: &'a Property,
}

impl<'a> PropertyRef<'a> {
    /// Its name, as in `AB`.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.tree.slice(self.property.name)
    }

    /// Its values as they stand in the file, escapes included; at least one in what was read.
    pub fn values(self) -> impl ExactSizeIterator<Item = &'a str> + Clone {
        let first = self.property.values as usize;
        let spans = &self.tree.values[first..first + self.property.count as usize];
        spans.iter().map(move |span| self.tree.slice(*span))
    }

    /// Its values as text: escapes resolved, soft line breaks gone, and no line breaks at all where the property is of one
    /// line.
    pub fn texts(self) -> impl Iterator<Item = String> + 'a {
        let simple = super::kind(self.name()) != Some(super::PropertyKind::Text);
        self.values().map(move |raw| super::text::decode(raw, simple))
    }

    /// Where it stood in the text that was read.
    pub(super) const fn at(self) -> u32 {
        self.property.at
    }
}
