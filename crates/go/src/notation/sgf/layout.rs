//! Layout of a game tree on a grid, for drawing.

use super::tree::NONE;
use super::{NodeId, NodeRef};
use std::ops::Range;

/// Layout of a tree on a grid.
///
/// The column of a node is its depth. The main line is in row 0. Each variation is below its parent node, in
/// the first row below everything already placed in the columns of the variation and of its parent node.
///
/// [`TreeLayout::of`] takes time proportional to the number of nodes. Queries take time proportional to the
/// size of the answer.
#[derive(Clone, Debug, Default)]
pub struct TreeLayout {
    strands: Vec<Strand>,
    /// For each node of the collection: index of its strand, and index of the node in the strand. [`NONE`]
    /// for nodes outside the tree.
    strand_indices: Vec<[u32; 2]>,
    /// For each row, the indices of its strands, sorted by their first column.
    rows: Vec<Vec<u32>>,
    /// For each column, the indices of the strands that begin there.
    columns: Vec<Vec<u32>>,
}

/// Line of consecutive nodes in one row: a variation up to its end.
#[derive(Clone, Debug)]
struct Strand {
    row: u32,
    /// Column of the first node.
    column: u32,
    /// Row of the first node's parent. 0 for the root.
    parent_row: u32,
    nodes: Vec<NodeId>,
}

/// Vertical connection from a node down to a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariationLine {
    /// Column of the variation's first node. Its parent is in the column to the left.
    pub column: u32,
    /// Row of the parent.
    pub parent_row: u32,
    /// Row of the variation.
    pub row: u32,
    /// First node of the variation.
    pub node: NodeId,
}

impl TreeLayout {
    /// Lays out the game tree with this root.
    #[must_use]
    pub fn of(root: NodeRef<'_>) -> Self {
        let mut layout = Self { strand_indices: vec![[NONE; 2]; root.collection().len()], ..Self::default() };
        // For each column, the row below all strands so far.
        let mut free_rows: Vec<u32> = Vec::new();
        // Strands to place: first node, its column, and the row of its parent.
        let mut todo = vec![(root, 0_usize, 0_u32)];
        while let Some((first, column, parent_row)) = todo.pop() {
            let nodes: Vec<NodeId> = first.main_line().map(NodeRef::id).collect();
            let end = column + nodes.len();
            if free_rows.len() < end {
                free_rows.resize(end, 0);
            }
            // The connection to the parent needs the column to the left too.
            let columns = &mut free_rows[column.saturating_sub(1)..end];
            let row = columns.iter().copied().max().unwrap_or(0);
            columns.fill(row + 1);
            // Variations of deep nodes are popped first, so they get the rows nearest to this strand.
            for (depth, node) in first.main_line().enumerate() {
                let variations: Vec<_> = node.children().skip(1).collect();
                todo.extend(variations.into_iter().rev().map(|child| (child, column + depth + 1, row)));
            }
            layout.add_strand(Strand { row, column: to_u32(column), parent_row, nodes });
        }
        for row in &mut layout.rows {
            row.sort_unstable_by_key(|strand| layout.strands[*strand as usize].column);
        }
        layout
    }

    fn add_strand(&mut self, strand: Strand) {
        let strand_index = to_u32(self.strands.len());
        for (index, node) in strand.nodes.iter().enumerate() {
            self.strand_indices[node.0 as usize] = [strand_index, to_u32(index)];
        }
        let (row, column) = (strand.row as usize, strand.column as usize);
        self.rows.resize_with(self.rows.len().max(row + 1), Vec::new);
        self.rows[row].push(strand_index);
        self.columns.resize_with(self.columns.len().max(column + strand.nodes.len()), Vec::new);
        self.columns[column].push(strand_index);
        self.strands.push(strand);
    }

    /// Number of columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.columns.len(), self.rows.len())
    }

    /// Column and row of a node. `None` if the node was added later or is in another game.
    #[must_use]
    pub fn column_and_row(&self, node: NodeId) -> Option<(u32, u32)> {
        let &[strand, index] = self.strand_indices.get(node.0 as usize)?;
        let strand = self.strands.get(strand as usize)?;
        Some((strand.column + index, strand.row))
    }

    /// The node at a column and row.
    #[must_use]
    pub fn node_at(&self, column: u32, row: u32) -> Option<NodeId> {
        self.nodes(column as usize..column as usize + 1, row as usize..row as usize + 1)
            .next()
            .map(|(node, _, _)| node)
    }

    /// Nodes in these columns and rows, each with its column and row.
    pub fn nodes(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> impl Iterator<Item = (NodeId, u32, u32)> + '_ {
        let rows = rows.start.min(self.rows.len())..rows.end.min(self.rows.len());
        self.rows[rows].iter().flat_map(move |row| {
            let columns = columns.clone();
            let strand = move |index: &u32| &self.strands[*index as usize];
            let end = move |index: &u32| strand(index).column as usize + strand(index).nodes.len();
            let first_visible = row.partition_point(|index| end(index) <= columns.start);
            row[first_visible..]
                .iter()
                .map(strand)
                .take_while({
                    let end = columns.end;
                    move |strand| (strand.column as usize) < end
                })
                .flat_map(move |strand| {
                    let first = strand.column as usize;
                    let part = columns.start.max(first)..columns.end.min(first + strand.nodes.len());
                    part.map(move |column| (strand.nodes[column - first], to_u32(column), strand.row))
                })
        })
    }

    /// Connections from nodes down to variations, of which a part is in these columns and rows.
    pub fn variation_lines(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> impl Iterator<Item = VariationLine> + '_ {
        // The connection to a variation is in the column to its left.
        let end = (columns.end + 1).min(self.columns.len());
        let columns = columns.start.min(end)..end;
        self.columns[columns].iter().flatten().filter_map(move |index| {
            let strand = &self.strands[*index as usize];
            let in_rows = (strand.parent_row as usize) < rows.end && strand.row as usize >= rows.start;
            let is_visible = strand.row > strand.parent_row && in_rows;
            is_visible.then(|| VariationLine {
                column: strand.column,
                parent_row: strand.parent_row,
                row: strand.row,
                node: strand.nodes[0],
            })
        })
    }
}

/// Converts an index or a count to 32 bits. A larger number becomes [`NONE`].
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::super::{Collection, read_text};
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The grid as text: each node is the first letter of its name.
    fn drawing(games: &Collection) -> Vec<String> {
        let layout = TreeLayout::of(games.node(games.games()[0]));
        let (width, height) = layout.size();
        let mut rows = vec![vec![' '; width]; height];
        for (node, column, row) in layout.nodes(0..width, 0..height) {
            let name = games.node(node).text("N").and_then(|name| name.chars().next());
            rows[row as usize][column as usize] = name.unwrap_or('?');
            assert_eq!(layout.column_and_row(node), Some((column, row)));
            assert_eq!(layout.node_at(column, row), Some(node));
        }
        rows.into_iter().map(|row| String::from_iter(row).trim_end().to_owned()).collect()
    }

    #[test]
    fn variations_are_below_their_parents() {
        let text = "(;N[a](;N[b](;N[c];N[d](;N[e];N[f])(;N[g]))(;N[h];N[i];N[j]))(;N[k](;N[l])(;N[m])))";
        let games = read_text(text).expect("a game").collection;
        assert_eq!(drawing(&games), ["abcdef", "    g", "  hij", " kl", "  m"]);
        let layout = TreeLayout::of(games.node(games.games()[0]));
        let lines: Vec<_> =
            layout.variation_lines(0..9, 0..9).map(|line| (line.column, line.parent_row, line.row)).collect();
        assert_eq!(lines, [(1, 0, 3), (2, 0, 2), (2, 3, 4), (4, 0, 1)]);
        assert_eq!(layout.variation_lines(3..4, 1..2).count(), 1, "only the visible part");
        assert_eq!(layout.nodes(3..5, 2..3).count(), 2);
    }

    #[test]
    fn a_tree_may_be_deep_and_wide() {
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
        fn no_two_nodes_share_a_place(parents in proptest::collection::vec(any::<proptest::sample::Index>(), 0..60)) {
            let mut games = Collection::new();
            let mut nodes = vec![games.add_game()];
            for parent in parents {
                let child = games.add_child(nodes[parent.index(nodes.len())]);
                nodes.push(child);
            }
            let layout = TreeLayout::of(games.node(nodes[0]));
            let mut squares = HashSet::new();
            for node in nodes {
                let place = layout.column_and_row(node).expect("drawn");
                prop_assert_eq!(place.0 as usize, games.node(node).depth());
                prop_assert!(squares.insert(place));
            }
            // No connection passes through a node.
            let (width, height) = layout.size();
            for line in layout.variation_lines(0..width, 0..height) {
                for row in line.parent_row + 1..=line.row {
                    prop_assert!(!squares.contains(&(line.column - 1, row)));
                }
            }
        }
    }
}
