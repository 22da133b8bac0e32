//! Edits of a collection: add, move and remove nodes, and set properties.

use super::tree::{NONE, NodeLinks, Property, Span};
use super::{Collection, NodeId, coord, parse_move, read::to_u32, text};
use crate::{Color, Move, Point, Size};

/// Smallest amount of unused text, in bytes, for which [`Collection`] compacts its text.
const MIN_UNUSED_BYTES: usize = 1 << 16;

impl Collection {
    /// Appends a game of one empty node.
    pub fn add_game(&mut self) -> NodeId {
        let id = self.push_node(NONE);
        self.games.push(id);
        id
    }

    /// Adds an empty node as the last child of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.push_node(parent.0);
        let last = self.links(parent).last_child;
        self.change_links(parent, |parent| {
            parent.last_child = id.0;
            if last == NONE {
                parent.first_child = id.0;
            }
        });
        if let Some(last) = NodeId::from_link(last) {
            self.change_links(last, |last| last.next_sibling = id.0);
        }
        id
    }

    /// Adds an empty node that is not written to files. The node has a parent, but is not one of the parent's
    /// children.
    pub fn add_unwritten(&mut self, parent: NodeId) -> NodeId {
        self.push_node(parent.0)
    }

    fn push_node(&mut self, parent: u32) -> NodeId {
        let id = NodeId(to_u32(self.nodes.len()));
        self.nodes.push(NodeLinks {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: NONE,
        });
        id
    }

    fn change_links(&mut self, node: NodeId, change: impl FnOnce(&mut NodeLinks)) {
        self.nodes.change(node.0 as usize, change);
    }

    /// Returns the child with the given move. Adds the child if it is missing.
    ///
    /// The flag is true if the child was added. Returns `None` if the move has a point and a side of the
    /// board is longer than 52, because SGF cannot write such a point.
    pub fn add_move(
        &mut self,
        node: NodeId,
        color: Color,
        action: Move,
        size: Size,
    ) -> Option<(NodeId, bool)> {
        let name = move_name(color);
        let value = coord::move_text(action, size)?;
        let is_action = |raw: Option<&str>| {
            raw.and_then(|raw| parse_move(raw, size).ok()).is_some_and(|parsed| parsed == action)
        };
        let existing =
            self.node(node).children().find(|child| is_action(child.value(name))).map(super::NodeRef::id);
        if let Some(existing) = existing {
            return Some((existing, false));
        }
        let child = self.add_child(node);
        self.set_escaped(child, name, [value]);
        Some((child, true))
    }

    /// Sets the move of a node. Replaces the old move, of either colour.
    ///
    /// Does nothing if the move has a point and a side of the board is longer than 52.
    pub fn set_move(&mut self, node: NodeId, color: Color, action: Move, size: Size) {
        if let Some(value) = coord::move_text(action, size) {
            self.clear(node, move_name(!color));
            self.set_escaped(node, move_name(color), [value]);
        }
    }

    /// Removes a node and its descendants, and returns its parent. Removing a root removes the game.
    pub fn remove(&mut self, node: NodeId) -> Option<NodeId> {
        self.unused_bytes += self.node(node).preorder().map(values_length).sum::<usize>();
        let parent = NodeId::from_link(self.links(node).parent);
        match parent {
            Some(parent) => self.unlink(parent, node),
            None => self.games.retain(|game| *game != node),
        }
        self.compact();
        parent
    }

    /// Unlinks a node, with its descendants, from its parent.
    fn unlink(&mut self, parent: NodeId, node: NodeId) {
        let next = self.links(node).next_sibling;
        let previous =
            self.node(parent).children().find(|child| child.has_next_sibling(node)).map(super::NodeRef::id);
        match previous {
            Some(previous) => self.change_links(previous, |previous| previous.next_sibling = next),
            None if self.links(parent).first_child == node.0 => {
                self.change_links(parent, |parent| parent.first_child = next);
            }
            // A node of `add_unwritten` is not among the children.
            None => {}
        }
        if self.links(parent).last_child == node.0 {
            self.change_links(parent, |parent| {
                parent.last_child = previous.map_or(NONE, |previous| previous.0);
            });
        }
        self.change_links(node, |node| (node.parent, node.next_sibling) = (NONE, NONE));
    }

    /// Makes the line from the root to a node the main line of its game.
    pub fn promote(&mut self, node: NodeId) {
        let mut child = node;
        while let Some(parent) = NodeId::from_link(self.links(child).parent) {
            self.make_first_child(parent, child);
            child = parent;
        }
    }

    fn make_first_child(&mut self, parent: NodeId, node: NodeId) {
        let first = self.links(parent).first_child;
        if first == node.0 {
            return;
        }
        self.unlink(parent, node);
        // The node was not the first child, so `first` is still valid.
        self.change_links(parent, |parent| parent.first_child = node.0);
        self.change_links(node, |moved| (moved.next_sibling, moved.parent) = (first, parent.0));
    }

    /// Sets a property of a node to these texts. Without texts the property is removed.
    ///
    /// A name has letters and digits and begins with a letter. Other characters are dropped.
    /// Does nothing if no character remains.
    pub fn set_texts<'t>(&mut self, node: NodeId, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.set_escaped(node, name, texts.into_iter().map(|value| text::escape(value).into_owned()));
    }

    /// Sets a property of a node to one text. See [`Collection::set_texts`].
    pub fn set_text(&mut self, node: NodeId, name: &str, value: &str) {
        self.set_texts(node, name, [value]);
    }

    /// Sets a property of a node to points, in canonical order. See [`Collection::set_texts`].
    ///
    /// If a side of the board is longer than 52, all points are dropped, because SGF cannot write them.
    pub fn set_points(
        &mut self,
        node: NodeId,
        name: &str,
        points: impl IntoIterator<Item = Point>,
        size: Size,
    ) {
        self.set_escaped(node, name, coord::point_list(points.into_iter(), size));
    }

    /// Sets a property of a node to composed values `first:second`. See [`Collection::set_texts`].
    pub fn set_pairs<'t>(
        &mut self,
        node: NodeId,
        name: &str,
        pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) {
        let composed = |(a, b)| format!("{}:{}", text::escape_part(a), text::escape_part(b));
        self.set_escaped(node, name, pairs.into_iter().map(composed));
    }

    /// Sets a property of a node to values that are already escaped as in a file.
    ///
    /// A value with an unescaped closing bracket, or with an unescaped backslash at its end, is escaped,
    /// because it would break the file.
    pub fn set_raw<'t>(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = &'t str>) {
        let to_safe_value = |raw: &'t str| {
            if is_valid_value(raw) { raw.to_owned() } else { text::escape(raw).into_owned() }
        };
        self.set_escaped(node, name, values.into_iter().map(to_safe_value));
    }

    /// Removes all properties with this name. Returns true if there was one.
    pub fn clear(&mut self, node: NodeId, name: &str) -> bool {
        let existed = self.node(node).property(name).is_some();
        self.set_escaped(node, name, []);
        existed
    }

    /// Sets a property to escaped values.
    ///
    /// The values replace those of the first property with this name. Other properties with the name are
    /// removed. If the node has no property with this name, one is appended. Without values, all properties
    /// with the name are removed.
    pub(super) fn set_escaped(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = String>) {
        let name: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .skip_while(|c| !c.is_ascii_alphabetic())
            .collect();
        if name.is_empty() {
            return;
        }
        let first = self.values.len();
        for value in values {
            let span = self.store(&value);
            self.values.push(span);
        }
        let new_values = (to_u32(first), to_u32(self.values.len() - first));
        let mut previous = NONE;
        // Without values there is nothing to set: all properties with the name are removed.
        let mut is_set = new_values.1 == 0;
        let mut link = self.links(node).first_property;
        while link != NONE {
            let property = self.properties[link as usize];
            if self.slice(property.name) == name {
                self.unused_bytes += self.property_length(property);
                if is_set {
                    self.link_property(node, previous, property.next);
                    link = property.next;
                    continue;
                }
                let property = &mut self.properties[link as usize];
                (property.first_value, property.value_count) = new_values;
                is_set = true;
            }
            previous = link;
            link = property.next;
        }
        if !is_set {
            let name = self.store(&name);
            self.append(node, previous, name, new_values, NONE);
        }
        self.compact();
    }

    /// Makes `next` the property after `previous`, or the first property of the node if `previous` is
    /// [`NONE`].
    fn link_property(&mut self, node: NodeId, previous: u32, next: u32) {
        if previous == NONE {
            self.change_links(node, |node| node.first_property = next);
        } else {
            self.properties[previous as usize].next = next;
        }
    }

    /// Merges properties of a node that have the same name into the first one.
    pub(super) fn join_properties(&mut self, node: NodeId) {
        let links = self.property_links(node);
        let name_of = |link: &u32| self.slice(self.properties[*link as usize].name);
        let mut sorted = links.clone();
        // The sort is stable: properties with the same name keep their order.
        sorted.sort_by(|a, b| name_of(a).cmp(name_of(b)));
        let groups: Vec<Vec<u32>> = sorted
            .chunk_by(|a, b| name_of(a) == name_of(b))
            .filter(|group| group.len() > 1)
            .map(<[u32]>::to_vec)
            .collect();
        if groups.is_empty() {
            return;
        }
        let mut removed = Vec::new();
        for group in groups {
            let first = self.values.len();
            for link in &group {
                let property = self.properties[*link as usize];
                let from = property.first_value as usize;
                self.values.extend_from_within(from..from + property.value_count as usize);
            }
            let values = (to_u32(first), to_u32(self.values.len() - first));
            let merged = &mut self.properties[group[0] as usize];
            (merged.first_value, merged.value_count) = values;
            removed.extend_from_slice(&group[1..]);
        }
        removed.sort_unstable();
        let remaining = links.into_iter().filter(|link| removed.binary_search(link).is_err());
        self.relink(node, remaining.collect());
    }

    /// Sorts the properties of a node by the `rank` of their names. Equal ranks keep their order.
    pub(super) fn arrange_properties(&mut self, node: NodeId, rank: impl Fn(&str) -> usize) {
        let mut links = self.property_links(node);
        links.sort_by_key(|link| rank(self.slice(self.properties[*link as usize].name)));
        self.relink(node, links);
    }

    /// Indices of a node's properties, in order.
    fn property_links(&self, node: NodeId) -> Vec<u32> {
        let not_none = |link: u32| (link != NONE).then_some(link);
        let first = not_none(self.links(node).first_property);
        std::iter::successors(first, |link| not_none(self.properties[*link as usize].next)).collect()
    }

    /// Gives a node these properties, in this order.
    fn relink(&mut self, node: NodeId, links: Vec<u32>) {
        let mut previous = NONE;
        for link in links {
            self.link_property(node, previous, link);
            previous = link;
        }
        self.link_property(node, previous, NONE);
    }

    /// Appends a property to a node, and returns the index of the property. `last` is the last property of
    /// the node so far, or [`NONE`]. `offset` is the byte offset of the property in the text that was read,
    /// or [`NONE`].
    pub(super) fn append(
        &mut self,
        node: NodeId,
        last: u32,
        name: Span,
        (first_value, value_count): (u32, u32),
        offset: u32,
    ) -> u32 {
        let link = to_u32(self.properties.len());
        self.properties.push(Property { name, first_value, value_count, next: NONE, offset });
        self.link_property(node, last, link);
        link
    }

    /// Appends a text to the collection's text.
    fn store(&mut self, text: &str) -> Span {
        let span = Span { start: to_u32(self.text.len()), length: to_u32(text.len()) };
        self.text.push_str(text);
        span
    }

    /// Length of all values of a property, in bytes.
    fn property_length(&self, property: Property) -> usize {
        let first = property.first_value as usize;
        let values = &self.values[first..first + property.value_count as usize];
        values.iter().map(|span| span.length as usize).sum()
    }

    /// Removes the unused text if it has at least [`MIN_UNUSED_BYTES`] bytes and is at least half of the
    /// whole text.
    fn compact(&mut self) {
        if self.unused_bytes < MIN_UNUSED_BYTES || self.unused_bytes * 2 < self.text.len() {
            return;
        }
        let old = std::mem::take(&mut self.text);
        let old_values = std::mem::take(&mut self.values);
        let mut text = String::new();
        let mut copy_text = |span: Span| {
            let from = span.start as usize;
            let start = to_u32(text.len());
            text.push_str(old.get(from..from + span.length as usize).unwrap_or_default());
            Span { start, length: span.length }
        };
        let mut values = Vec::new();
        for root in self.games.clone() {
            let mut links = Vec::new();
            for node in self.node(root).preorder() {
                let mut link = self.links(node.id()).first_property;
                while link != NONE {
                    links.push(link);
                    link = self.properties[link as usize].next;
                }
            }
            for link in links {
                let property = &mut self.properties[link as usize];
                property.name = copy_text(property.name);
                property.offset = NONE;
                let first = property.first_value as usize;
                property.first_value = to_u32(values.len());
                values.extend(
                    old_values[first..first + property.value_count as usize]
                        .iter()
                        .map(|span| copy_text(*span)),
                );
            }
        }
        // Nodes outside the game trees, such as removed ones, are not in the new text. They lose their
        // properties.
        let mut in_tree = vec![false; self.nodes.len()];
        for root in self.games.clone() {
            for node in self.node(root).preorder() {
                in_tree[node.id().0 as usize] = true;
            }
        }
        for (node, in_tree) in (0..).map(NodeId).zip(in_tree) {
            if !in_tree && self.links(node).first_property != NONE {
                self.change_links(node, |node| node.first_property = NONE);
            }
        }
        self.text = text;
        self.values = values;
        self.unused_bytes = 0;
    }
}

/// Property name of a colour's moves.
pub(super) const fn move_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Length of all values of a node, in bytes.
fn values_length(node: super::NodeRef<'_>) -> usize {
    node.properties().flat_map(super::PropertyRef::values).map(str::len).sum()
}

/// True if a value can be written between brackets: no bracket closes it early, and no backslash escapes the
/// closing one.
fn is_valid_value(raw: &str) -> bool {
    let mut escaped = false;
    for byte in raw.bytes() {
        if byte == b']' && !escaped {
            return false;
        }
        escaped = byte == b'\\' && !escaped;
    }
    !escaped
}
