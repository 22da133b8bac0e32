//! Graphs as text in the DOT language of Graphviz.
//!
//! Each function returns one piece of text, so that a caller can write a graph while it grows.

/// First line of a graph. [`end`] closes the graph.
#[must_use]
pub fn begin(name: &str) -> String {
    format!("digraph {} {{\n", quoted(name))
}

/// First lines of a framed part of the graph with a title. [`end`] closes the part.
#[must_use]
pub fn part(name: &str, title: &str) -> String {
    format!("subgraph {} {{\nlabel={};\n", quoted(&format!("cluster {name}")), quoted(title))
}

/// Title above the whole graph.
#[must_use]
pub fn title(text: &str) -> String {
    format!("labelloc=\"t\";\nlabel={};\n", quoted(text))
}

/// Default attributes for all nodes that follow.
#[must_use]
pub fn nodes(attributes: &[(&str, &str)]) -> String {
    format!("node{};\n", list(attributes))
}

/// A node. A second line for the same name adds attributes to the node.
#[must_use]
pub fn node(name: &str, attributes: &[(&str, &str)]) -> String {
    format!("{}{};\n", quoted(name), list(attributes))
}

/// A directed edge between two nodes.
#[must_use]
pub fn edge(from: &str, to: &str, attributes: &[(&str, &str)]) -> String {
    format!("{} -> {}{};\n", quoted(from), quoted(to), list(attributes))
}

/// Closing line of the innermost open part or graph.
#[must_use]
pub const fn end() -> &'static str {
    "}\n"
}

fn list(attributes: &[(&str, &str)]) -> String {
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
        let text = begin("a \"tree\"")
            + &part("1", "depth 1")
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
