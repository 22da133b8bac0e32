//! Where the nodes of a game stand when its tree is drawn.

use super::tree::NONE;
use super::{NodeId, NodeRef};
use std::ops::Range;

/// A drawing of a tree on squared paper: columns are nodes from the first, the main line goes along row 0, and variations lie below what they
/// leave, as near as there is room.
///
/// Made in time in proportion to the nodes; what is asked of it afterwards takes time in proportion to the answer.
#[derive(Clone, Debug, Default)]
pub struct TreeLayout {
    strands: Vec<Strand>,
    /// The strand of each node of the collection, and its place in it.
    places: Vec<[u32; 2]>,
    /// The strands of each row, by the column they begin in.
    rows: Vec<Vec<u32>>,
    /// The strands that begin in each column.
    columns: Vec<Vec<u32>>,
}

/// Nodes that follow one another in a row.
#[derive(Clone, Debug)]
struct Strand {
    row: u32,
    column: u32,
    /// The row of the node that it leaves.
    from: u32,
    nodes: Vec<NodeId>,
}

/// A variation's way down from the node that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariationLine {
    /// The column of the variation's first node; the node that it leaves is in the one before.
    pub column: u32,
    /// The row of the node that it leaves.
    pub from: u32,
    /// Its own row.
    pub to: u32,
    /// Its first node.
    pub node: NodeId,
}

impl TreeLayout {
    /// Draws the game that begins with a node.
    #[must_use]
    pub fn of(root: NodeRef<'_>) -> Self {
        let mut layout = Self { places: vec![[NONE; 2]; root.collection().len()], ..Self::default() };
        // The first row that is free in each column.
        let mut free: Vec<u32> = Vec::new();
        let mut todo = vec![(root, 0_usize, 0_u32)];
        while let Some((first, column, from)) = todo.pop() {
            let nodes: Vec<NodeId> = first.main_line().map(NodeRef::id).collect();
            let end = column + nodes.len();
            if free.len() < end {
                free.resize(end, 0);
            }
            // The way down needs room too.
            let taken = &mut free[column.saturating_sub(1)..end];
            let row = taken.iter().copied().max().unwrap_or(0);
            taken.fill(row + 1);
            // The last is done first: the deepest branch lies next to the line, the shallowest below all.
            for (depth, node) in first.main_line().enumerate() {
                let after: Vec<_> = node.children().skip(1).collect();
                todo.extend(after.into_iter().rev().map(|child| (child, column + depth + 1, row)));
            }
            layout.lay(Strand { row, column: number(column), from, nodes });
        }
        for row in &mut layout.rows {
            row.sort_unstable_by_key(|strand| layout.strands[*strand as usize].column);
        }
        layout
    }

    fn lay(&mut self, strand: Strand) {
        let at = number(self.strands.len());
        for (place, node) in strand.nodes.iter().enumerate() {
            self.places[node.0 as usize] = [at, number(place)];
        }
        let (row, column) = (strand.row as usize, strand.column as usize);
        self.rows.resize_with(self.rows.len().max(row + 1), Vec::new);
        self.rows[row].push(at);
        self.columns.resize_with(self.columns.len().max(column + strand.nodes.len()), Vec::new);
        self.columns[column].push(at);
        self.strands.push(strand);
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.columns.len(), self.rows.len())
    }

    /// Column and row of a node; `None` for one that was not there, or of another game.
    #[must_use]
    pub fn place(&self, node: NodeId) -> Option<(u32, u32)> {
        let &[strand, place] = self.places.get(node.0 as usize)?;
        let strand = self.strands.get(strand as usize)?;
        Some((strand.column + place, strand.row))
    }

    /// The node in a square.
    #[must_use]
    pub fn node(&self, column: u32, row: u32) -> Option<NodeId> {
        self.nodes(column as usize..column as usize + 1, row as usize..row as usize + 1)
            .next()
            .map(|(node, _, _)| node)
    }

    /// The nodes in a part of the drawing, each with its column and row.
    pub fn nodes(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> impl Iterator<Item = (NodeId, u32, u32)> + '_ {
        let rows = rows.start.min(self.rows.len())..rows.end.min(self.rows.len());
        self.rows[rows].iter().flat_map(move |row| {
            let columns = columns.clone();
            let strand = move |at: &u32| &self.strands[*at as usize];
            let end = move |at: &u32| strand(at).column as usize + strand(at).nodes.len();
            let begun = row.partition_point(|at| end(at) <= columns.start);
            row[begun..]
                .iter()
                .map(strand)
                .take_while({
                    let last = columns.end;
                    move |strand| (strand.column as usize) < last
                })
                .flat_map(move |strand| {
                    let first = strand.column as usize;
                    let part = columns.start.max(first)..columns.end.min(first + strand.nodes.len());
                    part.map(move |column| (strand.nodes[column - first], number(column), strand.row))
                })
        })
    }

    /// The ways down from nodes to variations that touch a part of the drawing.
    pub fn forks(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> impl Iterator<Item = VariationLine> + '_ {
        // The way down to a column is in the one before.
        let end = (columns.end + 1).min(self.columns.len());
        let columns = columns.start.min(end)..end;
        self.columns[columns].iter().flatten().filter_map(move |at| {
            let strand = &self.strands[*at as usize];
            let seen = (strand.from as usize) < rows.end && strand.row as usize >= rows.start;
            let fork = strand.row > strand.from && seen;
            fork.then(|| VariationLine {
                column: strand.column,
                from: strand.from,
                to: strand.row,
                node: strand.nodes[0],
            })
        })
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::super::{Collection, read_text};
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The names of nodes where they stand.
    fn drawing(games: &Collection) -> Vec<String> {
        let layout = TreeLayout::of(games.node(games.games()[0]));
        let (width, height) = layout.size();
        let mut rows = vec![vec![' '; width]; height];
        for (node, column, row) in layout.nodes(0..width, 0..height) {
            let name = games.node(node).text("N").and_then(|name| name.chars().next());
            rows[row as usize][column as usize] = name.unwrap_or('?');
            assert_eq!(layout.place(node), Some((column, row)));
            assert_eq!(layout.node(column, row), Some(node));
        }
        rows.into_iter().map(|row| String::from_iter(row).trim_end().to_owned()).collect()
    }

    #[test]
    fn variations_lie_below_what_they_leave() {
        let text = "(;N[a](;N[b](;N[c];N[d](;N[e];N[f])(;N[g]))(;N[h];N[i];N[j]))(;N[k](;N[l])(;N[m])))";
        let games = read_text(text).expect("a game").collection;
        assert_eq!(drawing(&games), ["abcdef", "    g", "  hij", " kl", "  m"]);
        let layout = TreeLayout::of(games.node(games.games()[0]));
        let forks: Vec<_> = layout.forks(0..9, 0..9).map(|fork| (fork.column, fork.from, fork.to)).collect();
        assert_eq!(forks, [(1, 0, 3), (2, 0, 2), (2, 3, 4), (4, 0, 1)]);
        assert_eq!(layout.forks(3..4, 1..2).count(), 1, "only what is seen");
        assert_eq!(layout.nodes(3..5, 2..3).count(), 2);
    }

    #[test]
    fn a_deep_and_a_wide_tree_are_drawn() {
        let mut games = Collection::new();
        let root = games.add_game();
        let mut node = root;
        for _ in 0..100_000 {
            node = games.add_child(node);
        }
        for _ in 0..10_000 {
            games.add_child(root);
        }
        let layout = TreeLayout::of(games.node(root));
        assert_eq!(layout.size(), (100_001, 10_001));
        assert_eq!(layout.nodes(500..520, 0..5).count(), 20);
    }

    proptest! {
        #[test]
        fn every_node_has_a_square_of_its_own(parents in proptest::collection::vec(any::<proptest::sample::Index>(), 0..60)) {
            let mut games = Collection::new();
            let mut nodes = vec![games.add_game()];
            for parent in parents {
                let child = games.add_child(nodes[parent.index(nodes.len())]);
                nodes.push(child);
            }
            let layout = TreeLayout::of(games.node(nodes[0]));
            let mut squares = HashSet::new();
            for node in nodes {
                let place = layout.place(node).expect("drawn");
                prop_assert_eq!(place.0 as usize, games.node(node).depth());
                prop_assert!(squares.insert(place));
            }
            // No way down goes through a node.
            let (width, height) = layout.size();
            for fork in layout.forks(0..width, 0..height) {
                for row in fork.from + 1..=fork.to {
                    prop_assert!(!squares.contains(&(fork.column - 1, row)));
                }
            }
        }
    }
}
