//! Changing a collection: what a variation tree asks for.

use super::tree::{NONE, NodeLinks, Property, Span};
use super::{Collection, NodeId, coord, parse_move, read::number, text};
use crate::{Color, Move, Point, Size};

/// Bytes of unused text below which tidying up is not worth the work.
const TIDY: usize = 1 << 16;

impl Collection {
    /// Adds a game of one empty node after the others.
    pub fn add_game(&mut self) -> NodeId {
        let id = self.push(NONE);
        self.games.push(id);
        id
    }

    /// Adds an empty node below another: what follows it, or if something does already a variation after the others.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.push(parent.0);
        let last = self.links(parent).last;
        self.change_links(parent, |above| {
            above.last = id.0;
            if last == NONE {
                above.first = id.0;
            }
        });
        if let Some(last) = NodeId::from_link(last) {
            self.change_links(last, |last| last.next = id.0);
        }
        id
    }

    /// Adds an empty node that follows another and is in no text: it knows its parent, and is none of its children.
    pub fn add_silent(&mut self, parent: NodeId) -> NodeId {
        self.push(parent.0)
    }

    fn push(&mut self, parent: u32) -> NodeId {
        let id = NodeId(number(self.nodes.len()));
        self.nodes.push(NodeLinks { parent, first: NONE, last: NONE, next: NONE, property: NONE });
        id
    }

    fn change_links(&mut self, node: NodeId, change: impl FnOnce(&mut NodeLinks)) {
        self.nodes.change(node.0 as usize, change);
    }

    /// Plays a move from a node: goes to the child that makes it, or adds one. Says too whether it is new.
    ///
    /// `size` is the board's; a move on a board with a side longer than 52 cannot be written and is `None`.
    pub fn add_move(
        &mut self,
        node: NodeId,
        color: Color,
        action: Move,
        size: Size,
    ) -> Option<(NodeId, bool)> {
        let name = move_name(color);
        let value = coord::move_text(action, size)?;
        let makes_it = |raw: Option<&str>| {
            raw.and_then(|raw| parse_move(raw, size).ok()).is_some_and(|made| made == action)
        };
        let known =
            self.node(node).children().find(|child| makes_it(child.value(name))).map(super::NodeRef::id);
        if let Some(known) = known {
            return Some((known, false));
        }
        let child = self.add_child(node);
        self.put(child, name, [value]);
        Some((child, true))
    }

    /// Gives a node a move, in place of the one it has. On a board with a side longer than 52 nothing happens.
    pub fn set_move(&mut self, node: NodeId, color: Color, action: Move, size: Size) {
        if let Some(value) = coord::move_text(action, size) {
            self.clear(node, move_name(!color));
            self.put(node, move_name(color), [value]);
        }
    }

    /// Removes a node and all below it; the first node of a game takes the game along. Returns the node it followed.
    pub fn remove(&mut self, node: NodeId) -> Option<NodeId> {
        self.waste += self.node(node).preorder().map(weight).sum::<usize>();
        let parent = NodeId::from_link(self.links(node).parent);
        match parent {
            Some(parent) => self.unhook(parent, node),
            None => self.games.retain(|game| *game != node),
        }
        self.tidy();
        parent
    }

    /// Takes a node out from below another; it keeps what is below itself.
    fn unhook(&mut self, parent: NodeId, node: NodeId) {
        let next = self.links(node).next;
        let before = self.node(parent).children().find(|child| child.next_is(node)).map(super::NodeRef::id);
        match before {
            Some(before) => self.change_links(before, |before| before.next = next),
            None if self.links(parent).first == node.0 => {
                self.change_links(parent, |above| above.first = next);
            }
            // It is in no text.
            None => {}
        }
        if self.links(parent).last == node.0 {
            self.change_links(parent, |above| above.last = before.map_or(NONE, |before| before.0));
        }
        self.change_links(node, |node| (node.parent, node.next) = (NONE, NONE));
    }

    /// Makes the line to a node the main line of its game.
    pub fn promote(&mut self, node: NodeId) {
        let mut below = node;
        while let Some(parent) = NodeId::from_link(self.links(below).parent) {
            self.put_first(parent, below);
            below = parent;
        }
    }

    fn put_first(&mut self, parent: NodeId, node: NodeId) {
        let first = self.links(parent).first;
        if first == node.0 {
            return;
        }
        self.unhook(parent, node);
        // It was not the first, so the first stays what it was.
        self.change_links(parent, |above| above.first = node.0);
        self.change_links(node, |moved| (moved.next, moved.parent) = (first, parent.0));
    }

    /// Gives a node a property whose values are texts, replacing what it had under that name; no texts take it away.
    ///
    /// A name is letters and digits, a letter first; anything else in it is dropped, and with an empty name nothing happens.
    pub fn set_texts<'t>(&mut self, node: NodeId, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.put(node, name, texts.into_iter().map(|value| text::escape(value).into_owned()));
    }

    /// As [`Collection::set_texts`] with one text.
    pub fn set_text(&mut self, node: NodeId, name: &str, value: &str) {
        self.set_texts(node, name, [value]);
    }

    /// As [`Collection::set_texts`] with points, in the one order and form they are written in. Points beyond the letters that SGF
    /// has are left out.
    pub fn set_points(
        &mut self,
        node: NodeId,
        name: &str,
        points: impl IntoIterator<Item = Point>,
        size: Size,
    ) {
        self.put(node, name, coord::point_list(points.into_iter(), size));
    }

    /// As [`Collection::set_texts`] with pairs of texts, each pair one value `first:second`.
    pub fn set_pairs<'t>(
        &mut self,
        node: NodeId,
        name: &str,
        pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) {
        let whole = |(a, b)| format!("{}:{}", text::escape_part(a), text::escape_part(b));
        self.put(node, name, pairs.into_iter().map(whole));
    }

    /// Gives a node a property with values as they would stand in a file. Only whether they can stand there is seen to: a bracket
    /// or a last backslash that would break the file is escaped.
    pub fn set_raw<'t>(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = &'t str>) {
        let whole = |raw: &'t str| if stands(raw) { raw.to_owned() } else { text::escape(raw).into_owned() };
        self.put(node, name, values.into_iter().map(whole));
    }

    /// Takes the properties of that name away; says whether there was one.
    pub fn clear(&mut self, node: NodeId, name: &str) -> bool {
        let had = self.node(node).property(name).is_some();
        self.put(node, name, []);
        had
    }

    /// Puts values, ready to be written, under a name: in the place of the first property of that name, else at the end.
    pub(super) fn put(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = String>) {
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
            let span = self.keep(&value);
            self.values.push(span);
        }
        let new = (number(first), number(self.values.len() - first));
        let (mut before, mut last) = (NONE, NONE);
        let mut placed = new.1 == 0;
        let mut link = self.links(node).property;
        while link != NONE {
            let property = self.properties[link as usize];
            if self.slice(property.name) == name {
                self.waste += self.length(property);
                if placed {
                    self.link_property(node, before, property.next);
                    link = property.next;
                    continue;
                }
                let slot = &mut self.properties[link as usize];
                (slot.values, slot.count) = new;
                placed = true;
            }
            before = link;
            last = link;
            link = property.next;
        }
        if !placed {
            let name = self.keep(&name);
            self.append(node, last, name, new, NONE);
        }
        self.tidy();
    }

    fn link_property(&mut self, node: NodeId, before: u32, next: u32) {
        if before == NONE {
            self.change_links(node, |node| node.property = next);
        } else {
            self.properties[before as usize].next = next;
        }
    }

    /// Makes one property of those of a node that share a name, in the place of the first.
    pub(super) fn join_properties(&mut self, node: NodeId) {
        let links = self.property_links(node);
        let name_of = |link: &u32| self.slice(self.properties[*link as usize].name);
        let mut sorted = links.clone();
        // A stable sort: those of one name stay in order.
        sorted.sort_by(|a, b| name_of(a).cmp(name_of(b)));
        let groups: Vec<Vec<u32>> = sorted
            .chunk_by(|a, b| name_of(a) == name_of(b))
            .filter(|group| group.len() > 1)
            .map(<[u32]>::to_vec)
            .collect();
        if groups.is_empty() {
            return;
        }
        let mut joined = Vec::new();
        for group in groups {
            let first = self.values.len();
            for link in &group {
                let property = self.properties[*link as usize];
                let from = property.values as usize;
                self.values.extend_from_within(from..from + property.count as usize);
            }
            let values = (number(first), number(self.values.len() - first));
            let kept = &mut self.properties[group[0] as usize];
            (kept.values, kept.count) = values;
            joined.extend_from_slice(&group[1..]);
        }
        joined.sort_unstable();
        let kept = links.into_iter().filter(|link| joined.binary_search(link).is_err());
        self.relink(node, kept.collect());
    }

    /// Puts the properties of a node in order of what `rank` makes of their names, those of one rank as they are.
    pub(super) fn arrange_properties(&mut self, node: NodeId, rank: impl Fn(&str) -> usize) {
        let mut links = self.property_links(node);
        links.sort_by_key(|link| rank(self.slice(self.properties[*link as usize].name)));
        self.relink(node, links);
    }

    fn property_links(&self, node: NodeId) -> Vec<u32> {
        let of = |link: u32| (link != NONE).then_some(link);
        let first = of(self.links(node).property);
        std::iter::successors(first, |link| of(self.properties[*link as usize].next)).collect()
    }

    fn relink(&mut self, node: NodeId, links: Vec<u32>) {
        let mut before = NONE;
        for link in links {
            self.link_property(node, before, link);
            before = link;
        }
        self.link_property(node, before, NONE);
    }

    /// Adds a property after the given last one of a node.
    pub(super) fn append(
        &mut self,
        node: NodeId,
        last: u32,
        name: Span,
        (values, count): (u32, u32),
        at: u32,
    ) -> u32 {
        let link = number(self.properties.len());
        self.properties.push(Property { name, values, count, next: NONE, at });
        self.link_property(node, last, link);
        link
    }

    fn keep(&mut self, text: &str) -> Span {
        let span = Span { start: number(self.text.len()), length: number(text.len()) };
        self.text.push_str(text);
        span
    }

    fn length(&self, property: Property) -> usize {
        let first = property.values as usize;
        let values = &self.values[first..first + property.count as usize];
        values.iter().map(|span| span.length as usize).sum()
    }

    /// Drops unused text once there is more of it than of text in use.
    fn tidy(&mut self) {
        if self.waste < TIDY || self.waste * 2 < self.text.len() {
            return;
        }
        let old = std::mem::take(&mut self.text);
        let old_values = std::mem::take(&mut self.values);
        let mut text = String::new();
        let mut moved = |span: Span| {
            let from = span.start as usize;
            let start = number(text.len());
            text.push_str(old.get(from..from + span.length as usize).unwrap_or_default());
            Span { start, length: span.length }
        };
        let mut values = Vec::new();
        for root in self.games.clone() {
            let mut links = Vec::new();
            for node in self.node(root).preorder() {
                let mut link = self.links(node.id()).property;
                while link != NONE {
                    links.push(link);
                    link = self.properties[link as usize].next;
                }
            }
            for link in links {
                let property = &mut self.properties[link as usize];
                property.name = moved(property.name);
                property.at = NONE;
                let first = property.values as usize;
                property.values = number(values.len());
                values.extend(
                    old_values[first..first + property.count as usize].iter().map(|span| moved(*span)),
                );
            }
        }
        // A node that was removed must not point into the new text.
        let mut kept = vec![false; self.nodes.len()];
        for root in self.games.clone() {
            for node in self.node(root).preorder() {
                kept[node.id().0 as usize] = true;
            }
        }
        for (node, kept) in (0..).map(NodeId).zip(kept) {
            if !kept && self.links(node).property != NONE {
                self.change_links(node, |node| node.property = NONE);
            }
        }
        self.text = text;
        self.values = values;
        self.waste = 0;
    }
}

/// The property of a colour's moves.
pub(super) const fn move_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn weight(node: super::NodeRef<'_>) -> usize {
    node.properties().flat_map(super::PropertyRef::values).map(str::len).sum()
}

/// Whether a value can stand between brackets: none closes too early, and the last backslash escapes something.
fn stands(raw: &str) -> bool {
    let mut escaped = false;
    for byte in raw.bytes() {
        if byte == b']' && !escaped {
            return false;
        }
        escaped = byte == b'\\' && !escaped;
    }
    !escaped
}
