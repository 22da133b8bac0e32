//! `petgraph` traits for [`Closure`]. Nodes are stone ids; a removed stone keeps its node, without links.

use super::{Closure, NONE, Ones};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{
    Data, GetAdjacencyMatrix, GraphBase, IntoEdgeReferences, IntoNeighbors, IntoNodeIdentifiers,
    NodeCompactIndexable, NodeCount, NodeIndexable, Visitable,
};
use std::iter::Map;
use std::ops::Range;

/// Set of visited nodes, of the same type as for `petgraph`'s own graphs.
type Visited = <UnGraph<(), ()> as Visitable>::Map;

impl GraphBase for Closure {
    type NodeId = NodeIndex;
    type EdgeId = (NodeIndex, NodeIndex);
}

impl Data for Closure {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl NodeCount for Closure {
    fn node_count(&self) -> usize {
        self.points.len()
    }
}

impl NodeIndexable for Closure {
    fn node_bound(&self) -> usize {
        self.points.len()
    }

    fn to_index(&self, node: NodeIndex) -> usize {
        node.index()
    }

    fn from_index(&self, index: usize) -> NodeIndex {
        NodeIndex::new(index)
    }
}

impl NodeCompactIndexable for Closure {}

impl IntoNodeIdentifiers for &Closure {
    type NodeIdentifiers = Map<Range<usize>, fn(usize) -> NodeIndex>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        (0..self.points.len()).map(NodeIndex::new)
    }
}

impl<'a> IntoNeighbors for &'a Closure {
    type Neighbors = Linked<'a>;

    #[inline]
    fn neighbors(self, node: NodeIndex) -> Linked<'a> {
        let row = self.point_of(node.index()).map_or(&[][..], |point| self.row(point));
        Linked { ids: &self.ids, points: Ones::of(row) }
    }
}

impl<'a> IntoEdgeReferences for &'a Closure {
    type EdgeRef = (NodeIndex, NodeIndex, &'a ());
    type EdgeReferences = LinksOf<'a>;

    fn edge_references(self) -> LinksOf<'a> {
        LinksOf { closure: self, points: 0..self.ids.len(), id: NONE, later: Ones::of(&[]) }
    }
}

impl Visitable for Closure {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited::with_capacity(self.node_bound())
    }

    fn reset_map(&self, map: &mut Visited) {
        map.clear();
        map.grow(self.node_bound());
    }
}

/// The rows of a closure are its adjacency matrix.
impl GetAdjacencyMatrix for Closure {
    type AdjMatrix = ();

    fn adjacency_matrix(&self) {}

    fn is_adjacent(&self, (): &(), a: NodeIndex, b: NodeIndex) -> bool {
        let points = self.point_of(a.index()).zip(self.point_of(b.index()));
        points.is_some_and(|(a, b)| self.row(a)[b / 64] >> (b % 64) & 1 != 0)
    }
}

/// Iterator over the stones linked to one stone, in the order of their points.
#[derive(Clone, Debug)]
pub struct Linked<'a> {
    ids: &'a [u32],
    points: Ones<'a>,
}

impl Iterator for Linked<'_> {
    type Item = NodeIndex;

    #[inline]
    fn next(&mut self) -> Option<NodeIndex> {
        self.points.next().map(|point| NodeIndex::from(self.ids[point]))
    }

    #[inline]
    fn count(self) -> usize {
        self.points.count()
    }
}

/// Iterator over the links of a closure, each once, in ascending order of the lower point number.
#[derive(Clone, Debug)]
pub struct LinksOf<'a> {
    closure: &'a Closure,
    /// Points not visited yet.
    points: Range<usize>,
    /// Id of the current stone: the first stone of the next link.
    id: u32,
    /// Points linked to the point of `id` that have a greater number and are not returned yet.
    later: Ones<'a>,
}

impl<'a> Iterator for LinksOf<'a> {
    type Item = (NodeIndex, NodeIndex, &'a ());

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let ids = &self.closure.ids;
        loop {
            if let Some(other) = self.later.next() {
                return Some((NodeIndex::from(self.id), NodeIndex::from(ids[other]), &()));
            }
            let closure = self.closure;
            let point = self.points.find(|&point| ids[point] != NONE)?;
            (self.id, self.later) = (ids[point], Ones::after(closure.row(point), point));
        }
    }
}
