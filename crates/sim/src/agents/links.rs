//! Links between stones of one colour.

use super::{Closure, Occupancy};
use bevy::ecs::prelude::*;
use petgraph::Direction;
use petgraph::algo::connected_components;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{EdgeRef, GetAdjacencyMatrix, IntoEdgeReferences, IntoNeighbors, NodeCompactIndexable};
use stonefield_go::Size;

/// Links of a goban. Under the rules of Go: between adjacent stones of one colour. Under `netlogo-2016`:
/// between all pairs of stones in the connected component of a new stone (transitive closure).
#[derive(Component, Clone, Debug)]
pub enum Links {
    /// Links between adjacent stones of one colour.
    Neighbours(NeighbourLinks),
    /// Links of `netlogo-2016`, made by transitive closure.
    Closure(Closure),
}

impl Links {
    /// Creates an empty set of links for a board of this size.
    #[must_use]
    pub fn new(size: Size, netlogo: bool) -> Self {
        if netlogo { Self::Closure(Closure::new(size)) } else { Self::Neighbours(NeighbourLinks::default()) }
    }

    /// Iterates over all links as pairs of stone ids, each once.
    pub fn pairs(&self) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
        match self {
            Self::Neighbours(links) => Box::new(pairs(links.graph())),
            Self::Closure(links) => Box::new(pairs(links)),
        }
    }

    /// True if a link joins two stones.
    #[must_use]
    pub fn joins(&self, a: u32, b: u32) -> bool {
        let (a, b) = (NodeIndex::from(a), NodeIndex::from(b));
        match self {
            Self::Neighbours(links) => links.graph.contains_edge(a, b),
            Self::Closure(links) => links.is_adjacent(&(), a, b),
        }
    }

    /// Number of links of a stone.
    #[must_use]
    pub fn degree(&self, id: u32) -> u32 {
        match self {
            Self::Neighbours(links) => degree(links.graph(), id),
            Self::Closure(links) => degree(links, id),
        }
    }

    /// Number of connected components of the stones on the board. A stone without links is one component.
    #[must_use]
    pub fn components(&self, occupancy: &Occupancy) -> usize {
        match self {
            Self::Neighbours(links) => components(links.graph(), occupancy),
            Self::Closure(links) => components(links, occupancy),
        }
    }
}

/// Iterates over all links of a graph of stones as pairs of their ids, each once.
pub(super) fn pairs<G>(graph: G) -> impl Iterator<Item = (u32, u32)>
where
    G: IntoEdgeReferences<NodeId = NodeIndex>,
{
    graph.edge_references().map(|edge| (id(edge.source()), id(edge.target())))
}

/// Iterates over the stones that a stone of a graph is linked to.
pub(crate) fn linked<G>(graph: G, stone: u32) -> impl Iterator<Item = u32>
where
    G: IntoNeighbors<NodeId = NodeIndex>,
{
    graph.neighbors(NodeIndex::from(stone)).map(id)
}

/// Number of links of a stone of a graph.
#[inline]
pub(crate) fn degree<G>(graph: G, stone: u32) -> u32
where
    G: IntoNeighbors<NodeId = NodeIndex>,
{
    u32::try_from(graph.neighbors(NodeIndex::from(stone)).count()).unwrap_or(u32::MAX)
}

/// Number of connected components of a graph, without the nodes of removed stones.
fn components<G>(graph: G, occupancy: &Occupancy) -> usize
where
    G: NodeCompactIndexable + IntoEdgeReferences<NodeId = NodeIndex>,
{
    let removed = graph.node_count() - occupancy.ids().count();
    connected_components(graph) - removed
}

fn id(node: NodeIndex) -> u32 {
    u32::try_from(node.index()).unwrap_or(u32::MAX)
}

impl Links {
    /// Adds a new stone on the point with this number.
    pub(crate) fn add(&mut self, id: u32, index: usize) {
        match self {
            Self::Neighbours(links) => links.add(id),
            Self::Closure(links) => links.add(id, index),
        }
    }

    /// Removes the links of a stone.
    pub(crate) fn remove(&mut self, id: u32) {
        match self {
            Self::Neighbours(links) => links.isolate(id),
            Self::Closure(links) => links.remove(id),
        }
    }

    /// Links two stones of one colour that are not linked yet.
    pub(crate) fn connect(&mut self, a: u32, b: u32) {
        match self {
            Self::Neighbours(links) => links.connect(a, b),
            Self::Closure(links) => links.connect(a, b),
        }
    }
}

/// Links between adjacent stones: a graph of stone ids. A removed stone keeps its node, without links.
#[derive(Clone, Debug, Default)]
pub struct NeighbourLinks {
    graph: UnGraph<(), ()>,
}

impl NeighbourLinks {
    /// Builds the links between all adjacent stones of one colour on the board.
    pub(crate) fn among(occupancy: &Occupancy) -> Self {
        let mut links = Self::default();
        for id in occupancy.ids() {
            links.add(id);
            let neighbours = occupancy.same_color_neighbours(occupancy.index_of(id), id);
            neighbours.filter(|other| *other < id).for_each(|other| links.connect(id, other));
        }
        links
    }

    /// Returns the graph. Node indices are stone ids.
    #[must_use]
    pub const fn graph(&self) -> &UnGraph<(), ()> {
        &self.graph
    }

    /// Adds nodes up to this stone id.
    pub(crate) fn add(&mut self, id: u32) {
        while self.graph.node_count() <= id as usize {
            self.graph.add_node(());
        }
    }

    /// Links two stones that are not linked yet.
    pub(crate) fn connect(&mut self, a: u32, b: u32) {
        self.graph.add_edge(NodeIndex::from(a), NodeIndex::from(b), ());
    }

    /// Removes all links of a stone.
    pub(crate) fn isolate(&mut self, id: u32) {
        let node = NodeIndex::from(id);
        for direction in [Direction::Outgoing, Direction::Incoming] {
            while let Some(edge) = self.graph.first_edge(node, direction) {
                self.graph.remove_edge(edge);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_stone_loses_its_links() {
        let mut links = NeighbourLinks::default();
        links.add(3);
        links.connect(0, 1);
        links.connect(2, 1);
        links.connect(2, 3);
        assert_eq!(degree(links.graph(), 1), 2);
        links.isolate(1);
        assert_eq!(pairs(links.graph()).collect::<Vec<_>>(), [(2, 3)]);
        assert_eq!([0, 1, 3].map(|id| degree(links.graph(), id)), [0, 0, 1]);
    }
}
