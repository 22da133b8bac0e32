//! Search trees as a DOT file, the format of Graphviz, written during the search.

use std::io::{BufWriter, IntoInnerError, Write};
use std::path::Path;
use stonefield_files::Draft;
use stonefield_go::notation::{counted, dot};
use stonefield_search::negamax::{EndReason, NodeEvent, value_text};

/// Colour of pruned moves.
const GREY: &str = "grey70";

/// DOT file that grows with the search. It gets its name when the search is over.
pub(super) struct DotFile {
    out: BufWriter<Draft>,
    /// Largest number of nodes to write for each tree. Iterative deepening has one tree per depth.
    most: u64,
    trees: u32,
    /// Nodes that were entered and not left yet: number, move, alpha-beta window.
    open: Vec<(u64, String, String)>,
    error: Option<std::io::Error>,
}

impl DotFile {
    /// Creates the file. At most `most` nodes of each tree are written.
    pub(super) fn create(path: &Path, most: u64) -> std::io::Result<Self> {
        let mut out = BufWriter::new(Draft::begin(path)?);
        out.write_all(dot::begin_graph("negamax").as_bytes())?;
        out.write_all(dot::node_defaults(&[("shape", "box"), ("fontname", "monospace")]).as_bytes())?;
        Ok(Self { out, most, trees: 0, open: Vec::new(), error: None })
    }

    /// True after a failed write. Later events are ignored.
    pub(super) const fn failed(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn write_event(&mut self, node: &NodeEvent) {
        if self.error.is_some() {
            return;
        }
        let text = match *node {
            NodeEvent::Begin { depth } => {
                let before = if self.trees > 0 { dot::end() } else { "" };
                self.trees += 1;
                self.open.clear();
                format!("{before}{}", dot::begin_part(&self.trees.to_string(), &counted(depth, "ply")))
            }
            NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta } if id < self.most => {
                let (fill, font) = if to_move == stonefield_go::Color::Black {
                    ("grey20", "white")
                } else {
                    ("white", "black")
                };
                let name = self.name(id);
                let at = action.map_or("root".to_owned(), |action| action.to_string());
                let window = format!("[{}, {}]", value_text(alpha), value_text(beta));
                let plies = format!("{to_move} to move, {} left", counted(depth, "ply"));
                let mut text = dot::node(
                    &name,
                    &[
                        ("label", &format!("{at}\n{window}")),
                        ("tooltip", &plies),
                        ("style", "filled"),
                        ("fillcolor", fill),
                        ("fontcolor", font),
                    ],
                );
                if let Some(parent) = parent {
                    text += &dot::edge(&self.name(parent), &name, &[]);
                }
                self.open.push((id, at, window));
                text
            }
            NodeEvent::Leave { id, value, end, pruned } if id < self.most => {
                let name = self.name(id);
                let (why, color) = match end {
                    EndReason::Searched => ("", "black"),
                    EndReason::Cut => (", cut", "red"),
                    EndReason::Table => (", known", "blue"),
                    EndReason::Leaf => (", leaf", "black"),
                    EndReason::Lazy => (", beyond the window", "orange"),
                    EndReason::Over => (", over", "green"),
                };
                let entered = self.open.iter().rposition(|&(open, ..)| open == id);
                let (_, at, window) = entered.map(|i| self.open.swap_remove(i)).unwrap_or_default();
                let label = format!("{at} {}{why}\n{window}", value_text(value));
                let mut text = dot::node(&name, &[("label", &label), ("color", color), ("penwidth", "2")]);
                if pruned > 0 {
                    let pruned_name = format!("{name} pruned");
                    let label = format!("{pruned} pruned");
                    let look = [("color", GREY), ("fontcolor", GREY), ("style", "dashed")];
                    text += &dot::node(&pruned_name, &[("label", &label), look[0], look[1], look[2]]);
                    text += &dot::edge(&name, &pruned_name, &[look[0], look[2]]);
                }
                text
            }
            NodeEvent::Enter { .. } | NodeEvent::Leave { .. } => return,
        };
        self.error = self.out.write_all(text.as_bytes()).err();
    }

    fn name(&self, id: u64) -> String {
        format!("{}.{id}", self.trees)
    }

    /// Completes the file and returns its number of trees.
    pub(super) fn finish(mut self) -> std::io::Result<u32> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        // Closes the last tree, if there is one, and the graph.
        for _ in 0..=self.trees.min(1) {
            self.out.write_all(dot::end().as_bytes())?;
        }
        self.out.into_inner().map_err(IntoInnerError::into_error)?.done()?;
        Ok(self.trees)
    }
}
