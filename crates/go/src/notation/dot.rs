//! Graphs as text in the DOT language of Graphviz.
//!
//! Each function returns a few lines of text. So a caller can write a graph part by part.

/// First line of a directed graph. [`end`] returns the closing line.
#[must_use]
pub fn begin_graph(name: &str) -> String {
    format!("digraph {} {{\n", quoted(name))
}

/// First lines of a part of the graph that is drawn in a frame with a title. [`end`] returns the closing
/// line.
#[must_use]
pub fn begin_part(name: &str, title: &str) -> String {
    format!("subgraph {} {{\nlabel={};\n", quoted(&format!("cluster {name}")), quoted(title))
}

/// Line that sets the title above the whole graph.
#[must_use]
pub fn title(text: &str) -> String {
    format!("labelloc=\"t\";\nlabel={};\n", quoted(text))
}

/// Line that sets the default attributes of all nodes after it.
#[must_use]
pub fn node_defaults(attributes: &[(&str, &str)]) -> String {
    format!("node{};\n", attribute_list(attributes))
}

/// Line for a node. Another line with the same name adds attributes to the node.
#[must_use]
pub fn node(name: &str, attributes: &[(&str, &str)]) -> String {
    format!("{}{};\n", quoted(name), attribute_list(attributes))
}

/// Line for a directed edge between two nodes.
#[must_use]
pub fn edge(from: &str, to: &str, attributes: &[(&str, &str)]) -> String {
    format!("{} -> {}{};\n", quoted(from), quoted(to), attribute_list(attributes))
}

/// Closing line of the innermost part or graph that is open.
#[must_use]
pub const fn end() -> &'static str {
    "}\n"
}

/// Attributes in brackets, after a space. Empty without attributes.
fn attribute_list(attributes: &[(&str, &str)]) -> String {
    let entries: Vec<String> =
        attributes.iter().map(|(name, value)| format!("{name}={}", quoted(value))).collect();
    if entries.is_empty() { String::new() } else { format!(" [{}]", entries.join(", ")) }
}

/// Text in double quotes, with quotes, backslashes and line breaks escaped as in DOT.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_labels_are_quoted() {
        let text = begin_graph("a \"tree\"")
            + &begin_part("1", "depth 1")
            + &node("n1", &[("label", "D4\nvalue -5"), ("color", "grey")])
            + &edge("n0", "n1", &[])
            + end()
            + end();
        assert_eq!(
            text,
            "digraph \"a \\\"tree\\\"\" {\nsubgraph \"cluster 1\" {\nlabel=\"depth 1\";\n\"n1\" [label=\"D4\\nvalue -5\", \
             color=\"grey\"];\n\"n0\" -> \"n1\";\n}\n}\n"
        );
        assert_eq!(quoted("a\\b"), "\"a\\\\b\"");
    }
}
