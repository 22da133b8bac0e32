//! Writer from a collection to bytes, in UTF-8 and one canonical layout.

use super::{Collection, NodeRef};

/// Line length, in bytes, from which the next node starts a new line.
const MIN_BREAK_WIDTH: usize = 76;

/// The collection as the bytes of a file in UTF-8.
///
/// Reading the bytes gives an equal collection. Writing that collection gives the same bytes again.
#[must_use]
pub fn write(collection: &Collection) -> Vec<u8> {
    let needs_charset = !collection.text.is_ascii();
    let mut writer =
        Writer { out: Vec::with_capacity(collection.text.len() + 64), line_start: 0, needs_charset };
    for &game in collection.games() {
        writer.write_game(collection.node(game));
    }
    writer.out
}

impl std::fmt::Debug for Collection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&write(self)))
    }
}

struct Writer {
    out: Vec<u8>,
    /// Offset of the current line's start.
    line_start: usize,
    /// True if the text is not only ASCII: then each root needs `CA`.
    needs_charset: bool,
}

impl Writer {
    fn write_game(&mut self, root: NodeRef<'_>) {
        self.out.push(b'(');
        let mut node = root;
        loop {
            self.write_node(node);
            if let Some(child) = node.first_child() {
                if node.has_variations() {
                    self.break_line();
                    self.out.push(b'(');
                }
                node = child;
                continue;
            }
            // Goes back to the nearest node with a variation that is not yet written.
            loop {
                let Some(parent) = node.parent() else {
                    self.out.push(b')');
                    self.break_line();
                    return;
                };
                if parent.has_variations() {
                    self.out.push(b')');
                }
                if let Some(next) = node.next_sibling() {
                    self.break_line();
                    self.out.push(b'(');
                    node = next;
                    break;
                }
                node = parent;
            }
        }
    }

    fn write_node(&mut self, node: NodeRef<'_>) {
        if self.out.len() - self.line_start >= MIN_BREAK_WIDTH {
            self.break_line();
        }
        self.out.push(b';');
        for property in node.properties() {
            self.out.extend_from_slice(property.name().as_bytes());
            for value in property.values() {
                self.out.push(b'[');
                self.out.extend_from_slice(value.as_bytes());
                self.out.push(b']');
            }
        }
        if self.needs_charset && node.parent().is_none() && node.property("CA").is_none() {
            self.out.extend_from_slice(b"CA[UTF-8]");
        }
    }

    fn break_line(&mut self) {
        self.out.push(b'\n');
        self.line_start = self.out.len();
    }
}
