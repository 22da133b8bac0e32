//! Collection of games: all nodes of all games of a file, in flat lists.

use crate::notation::{Regular, RegularList};

/// Null link: no node or no property.
pub(super) const NONE: u32 = u32::MAX;

/// Identifier of a node in its [`Collection`]. Edits of other nodes do not change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Index of the node among all nodes of the collection, in the order of their creation.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn from_link(link: u32) -> Option<Self> {
        if link == NONE { None } else { Some(Self(link)) }
    }
}

/// Links of a node. Each is an index or [`NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeLinks {
    pub parent: u32,
    pub first_child: u32,
    pub last_child: u32,
    pub next_sibling: u32,
    pub first_property: u32,
}

impl Regular for NodeLinks {
    fn after(self, steps: u32) -> Self {
        let shifted = |link: u32| if link == NONE { NONE } else { link.wrapping_add(steps) };
        Self {
            parent: shifted(self.parent),
            first_child: shifted(self.first_child),
            last_child: shifted(self.last_child),
            next_sibling: shifted(self.next_sibling),
            first_property: shifted(self.first_property),
        }
    }
}

/// A property, as an entry of its node's linked list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub name: Span,
    /// Index of the first value in [`Collection::values`].
    pub first_value: u32,
    /// Number of values.
    pub value_count: u32,
    /// Next property of the node, or [`NONE`].
    pub next: u32,
    /// Byte offset in the text that was read. [`NONE`] if an edit added the property or compacted the text.
    pub offset: u32,
}

/// Part of a collection's text: byte offset and length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub start: u32,
    pub length: u32,
}

/// Game trees, in the order of the file.
///
/// Values are stored in Unicode with the escapes of the file. Names are stored as in the file, but long names
/// of known properties are shortened (`AddBlack` becomes `AB`).
///
/// Two collections are equal if they have the same nodes in the same order, with the same properties and
/// values. The layout of the text does not matter.
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
    /// Text of all names and values: first the text that was read, then the text that edits have added.
    pub(super) text: String,
    pub(super) nodes: RegularList<NodeLinks>,
    pub(super) properties: Vec<Property>,
    pub(super) values: Vec<Span>,
    pub(super) games: Vec<NodeId>,
    /// Number of bytes of `text` that edits have made unused.
    pub(super) unused_bytes: usize,
}

impl Collection {
    /// A collection without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Root nodes of the games, in the order of the file.
    #[must_use]
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    /// Read access to a node.
    ///
    /// # Panics
    /// Panics if the node belongs to another collection and its index is too large for this collection.
    #[must_use]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id, links: self.links(id) }
    }

    pub(super) fn links(&self, id: NodeId) -> NodeLinks {
        self.nodes.at(id.0 as usize)
    }

    /// Read access to a node, or `None` if its index is too large. A removed node still exists, without a
    /// parent.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.nodes.get(id.0 as usize).map(|links| NodeRef { tree: self, id, links })
    }

    /// Number of nodes, including removed ones.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Game number and node number of a node, counted as in [`Problem`](super::Problem).
    ///
    /// Valid only while the collection is unchanged since it was read.
    #[must_use]
    pub fn game_and_node(&self, id: NodeId) -> (u32, u32) {
        let game = self.games.partition_point(|root| *root <= id);
        let root = self.games.get(game.saturating_sub(1)).map_or(0, |root| root.0);
        (u32::try_from(game).unwrap_or(u32::MAX), id.0.saturating_sub(root))
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.text.get(start..start + span.length as usize).unwrap_or_default()
    }
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        let same_game = |(&a, &b): (&NodeId, &NodeId)| {
            let (mut left, mut right) = (self.node(a).preorder(), other.node(b).preorder());
            loop {
                match (left.next_with_depth(), right.next_with_depth()) {
                    (None, None) => return true,
                    (Some((a, depth_a)), Some((b, depth_b))) if depth_a == depth_b && a.same_content(b) => {}
                    _ => return false,
                }
            }
        };
        self.games.len() == other.games.len() && self.games.iter().zip(&other.games).all(same_game)
    }
}

impl Eq for Collection {}

/// Reference to a node and its collection.
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    pub(super) tree: &'a Collection,
    id: NodeId,
    links: NodeLinks,
}

impl<'a> NodeRef<'a> {
    /// Identifier of the node.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The collection that contains the node.
    #[must_use]
    pub const fn collection(self) -> &'a Collection {
        self.tree
    }

    fn linked_node(self, link: u32) -> Option<Self> {
        NodeId::from_link(link).map(|id| self.tree.node(id))
    }

    /// The parent node. `None` for a root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.linked_node(self.links.parent)
    }

    /// The first child, which continues the main line.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.linked_node(self.links.first_child)
    }

    /// The next sibling, which is the next variation.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.linked_node(self.links.next_sibling)
    }

    /// True if `sibling` is the next sibling.
    pub(super) fn has_next_sibling(self, sibling: NodeId) -> bool {
        self.links.next_sibling == sibling.0
    }

    /// True if the node has more than one child: variations begin after it.
    #[must_use]
    pub const fn has_variations(self) -> bool {
        self.links.first_child != self.links.last_child
    }

    /// Children, the main line first.
    pub fn children(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// This node, its first child, the first child of that node, and so on to the end of the line.
    pub fn main_line(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(Some(self), |node| node.first_child())
    }

    /// This node, its parent, and so on to the root.
    pub fn ancestors(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(Some(self), |node| node.parent())
    }

    /// Nodes from the root to this node, both included.
    #[must_use]
    pub fn path(self) -> Vec<NodeId> {
        let mut path: Vec<_> = self.ancestors().map(Self::id).collect();
        path.reverse();
        path
    }

    /// Number of ancestors. 0 for a root.
    #[must_use]
    pub fn depth(self) -> usize {
        self.ancestors().skip(1).count()
    }

    /// Root of the node's game.
    #[must_use]
    pub fn root(self) -> Self {
        self.ancestors().last().unwrap_or(self)
    }

    /// Properties in the order of the file.
    pub fn properties(self) -> impl Iterator<Item = PropertyRef<'a>> + Clone {
        let property_at = move |link: u32| {
            (link != NONE)
                .then(|| PropertyRef { tree: self.tree, property: &self.tree.properties[link as usize] })
        };
        let first = property_at(self.links.first_property);
        std::iter::successors(first, move |property| property_at(property.property.next))
    }

    /// First property with this name. Only a faulty file has more than one in a node.
    #[must_use]
    pub fn property(self, name: &str) -> Option<PropertyRef<'a>> {
        self.properties().find(|property| property.name() == name)
    }

    /// First value of a property, with its escapes as in the file.
    #[must_use]
    pub fn value(self, name: &str) -> Option<&'a str> {
        self.property(name).and_then(|property| property.values().next())
    }

    /// First value of a property as text: escapes are resolved and soft line breaks removed.
    #[must_use]
    pub fn text(self, name: &str) -> Option<String> {
        self.property(name)?.texts().next()
    }

    /// Start of the text that [`NodeRef::text`] returns, from at most `max_bytes` bytes of the value.
    ///
    /// An ellipsis marks a cut.
    #[must_use]
    pub fn text_start(self, name: &str, max_bytes: usize) -> Option<String> {
        let value = self.value(name).filter(|value| value.len() > max_bytes);
        let Some(value) = value else { return self.text(name) };
        Some(super::unescape(&value[..value.floor_char_boundary(max_bytes)]) + "…")
    }

    /// First value of a property such as `KM`, `SBKV` or `BL`, as a number.
    ///
    /// Returns `None` if the property is missing or not a number.
    #[must_use]
    pub fn real(self, name: &str) -> Option<f64> {
        self.value(name).and_then(super::text::real)
    }

    /// Values of all properties with this name, with their escapes as in the file.
    pub fn values(self, name: &'a str) -> impl Iterator<Item = &'a str> + Clone {
        self.properties().filter(move |property| property.name() == name).flat_map(PropertyRef::values)
    }

    fn same_content(self, other: NodeRef<'_>) -> bool {
        let same = |(a, b): (PropertyRef<'_>, PropertyRef<'_>)| {
            a.name() == b.name()
                && a.property.value_count == b.property.value_count
                && a.values().eq(b.values())
        };
        self.properties().count() == other.properties().count()
            && self.properties().zip(other.properties()).all(same)
    }
}

/// Reference to a property and its collection.
#[derive(Clone, Copy)]
pub struct PropertyRef<'a> {
    tree: &'a Collection,
    property: &'a Property,
}

impl<'a> PropertyRef<'a> {
    /// Name of the property, such as `AB`.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.tree.slice(self.property.name)
    }

    /// Values, with their escapes as in the file. A property that was read has at least one.
    pub fn values(self) -> impl ExactSizeIterator<Item = &'a str> + Clone {
        let first = self.property.first_value as usize;
        let spans = &self.tree.values[first..first + self.property.value_count as usize];
        spans.iter().map(move |span| self.tree.slice(*span))
    }

    /// Values as text: escapes are resolved and soft line breaks removed.
    ///
    /// In a property with text of one line, other line breaks become spaces.
    pub fn texts(self) -> impl Iterator<Item = String> + 'a {
        let simple = super::property_kind(self.name()) != Some(super::PropertyKind::Text);
        self.values().map(move |raw| super::text::decode(raw, simple))
    }

    /// Byte offset of the property in the text that was read.
    pub(super) const fn offset(self) -> u32 {
        self.property.offset
    }
}
