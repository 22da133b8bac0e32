//! The links between like stones.

use super::{Closure, Occupancy};
use crate::go::Size;
use bevy::ecs::prelude::*;
use petgraph::Direction;
use petgraph::graph::{NodeIndex, UnGraph};

/// The links of a goban. Under true Go they join neighbouring like stones; under `netlogo-2016` they are what that
/// model's closures have made.
#[derive(Component, Clone, Debug)]
pub enum Links {
    /// Between neighbouring like stones.
    Neighbours(NeighbourLinks),
    /// As the closures of `netlogo-2016` made them.
    Closure(Closure),
}

impl Links {
    /// No links on a board of this size.
    #[must_use]
    pub fn new(size: Size, netlogo: bool) -> Self {
        if netlogo { Self::Closure(Closure::new(size)) } else { Self::Neighbours(NeighbourLinks::default()) }
    }

    /// All links as pairs of stone ids, each once.
    pub fn pairs(&self) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
        match self {
            Self::Neighbours(links) => Box::new(links.pairs()),
            Self::Closure(links) => Box::new(links.pairs()),
        }
    }

    /// Whether a link joins two stones.
    #[must_use]
    pub fn joins(&self, occupancy: &Occupancy, a: u32, b: u32) -> bool {
        match self {
            Self::Neighbours(links) => links.graph.contains_edge(NodeIndex::from(a), NodeIndex::from(b)),
            Self::Closure(links) => links.joins(occupancy.index_of(a), occupancy.index_of(b)),
        }
    }

    /// How many links a stone has.
    #[must_use]
    pub fn degree(&self, id: u32) -> u32 {
        match self {
            Self::Neighbours(links) => links.degree(id),
            Self::Closure(links) => links.degree(id),
        }
    }
}

impl Links {
    /// Makes room for a new stone on the point with this number.
    pub(in crate::sim) fn add(&mut self, id: u32, index: usize) {
        match self {
            Self::Neighbours(links) => links.add(id),
            Self::Closure(links) => links.add(id, index),
        }
    }

    /// Takes away the links of a stone that leaves the point with this number.
    pub(in crate::sim) fn remove(&mut self, id: u32, index: usize) {
        match self {
            Self::Neighbours(links) => links.isolate(id),
            Self::Closure(links) => links.remove(index),
        }
    }

    /// Links two like stones that were not linked.
    pub(in crate::sim) fn connect(&mut self, occupancy: &Occupancy, a: u32, b: u32) {
        match self {
            Self::Neighbours(links) => links.connect(a, b),
            Self::Closure(links) => links.connect(occupancy.index_of(a), occupancy.index_of(b)),
        }
    }
}

/// A graph whose nodes are stone ids; a stone that has left keeps its node, without links.
#[derive(Clone, Debug, Default)]
pub struct NeighbourLinks {
    graph: UnGraph<(), ()>,
}

impl NeighbourLinks {
    /// The links between all stones that stand.
    pub(in crate::sim) fn among(occupancy: &Occupancy) -> Self {
        let mut links = Self::default();
        for id in occupancy.ids() {
            links.add(id);
            let likes = occupancy.like_neighbours(occupancy.index_of(id), id);
            likes.filter(|like| *like < id).for_each(|like| links.connect(id, like));
        }
        links
    }

    /// The graph; node indices are stone ids.
    #[must_use]
    pub const fn graph(&self) -> &UnGraph<(), ()> {
        &self.graph
    }

    /// All links as pairs of stone ids, each once.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let id = |node: NodeIndex| u32::try_from(node.index()).unwrap_or(u32::MAX);
        self.graph.raw_edges().iter().map(move |edge| (id(edge.source()), id(edge.target())))
    }

    /// How many links a stone has.
    #[must_use]
    pub fn degree(&self, id: u32) -> u32 {
        let count = self.graph.neighbors(NodeIndex::from(id)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Makes room for a stone.
    pub(in crate::sim) fn add(&mut self, id: u32) {
        while self.graph.node_count() <= id as usize {
            self.graph.add_node(());
        }
    }

    /// Links two stones that were not linked.
    pub(in crate::sim) fn connect(&mut self, a: u32, b: u32) {
        self.graph.add_edge(NodeIndex::from(a), NodeIndex::from(b), ());
    }

    /// Takes all links off a stone.
    pub(in crate::sim) fn isolate(&mut self, id: u32) {
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
    fn a_stone_that_leaves_takes_its_links_along() {
        let mut links = NeighbourLinks::default();
        links.add(3);
        links.connect(0, 1);
        links.connect(2, 1);
        links.connect(2, 3);
        assert_eq!(links.degree(1), 2);
        links.isolate(1);
        assert_eq!(links.pairs().collect::<Vec<_>>(), [(2, 3)]);
        assert_eq!((links.degree(0), links.degree(1), links.degree(3)), (0, 0, 1));
    }
}
