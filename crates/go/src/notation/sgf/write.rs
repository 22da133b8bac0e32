//! Writer from a collection to bytes, in UTF-8 and one canonical layout.

use super::{Collection, NodeRef};

/// Line length, in bytes, from which the next node starts a new line.
const WIDTH: usize = 76;

/// The collection as the bytes of a file in UTF-8.
///
/// Reading the bytes gives an equal collection, and writing that one gives the same bytes.
#[must_use]
pub fn write(collection: &Collection) -> Vec<u8> {
    let beyond_ascii = !collection.text.is_ascii();
    let mut writer = Writer { out: Vec::with_capacity(collection.text.len() + 64), line: 0, beyond_ascii };
    for &game in collection.games() {
        writer.game(collection.node(game));
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
    line: usize,
    /// True if the text is not only ASCII, so that each root needs `CA`.
    beyond_ascii: bool,
}

impl Writer {
    fn game(&mut self, root: NodeRef<'_>) {
        self.out.push(b'(');
        let mut node = root;
        loop {
            self.node(node);
            if let Some(child) = node.first_child() {
                if node.branches() {
                    self.line_break();
                    self.out.push(b'(');
                }
                node = child;
                continue;
            }
            // Climb to the next variation that is not yet written.
            loop {
                let Some(parent) = node.parent() else {
                    self.out.push(b')');
                    self.line_break();
                    return;
                };
                if parent.branches() {
                    self.out.push(b')');
                }
                if let Some(next) = node.next_sibling() {
                    self.line_break();
                    self.out.push(b'(');
                    node = next;
                    break;
                }
                node = parent;
            }
        }
    }

    fn node(&mut self, node: NodeRef<'_>) {
        if self.out.len() - self.line >= WIDTH {
            self.line_break();
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
        if self.beyond_ascii && node.parent().is_none() && node.property("CA").is_none() {
            self.out.extend_from_slice(b"CA[UTF-8]");
        }
    }

    fn line_break(&mut self) {
        self.out.push(b'\n');
        self.line = self.out.len();
    }
}
