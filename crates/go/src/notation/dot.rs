//! Graphs as text in the DOT language of Graphviz, line by line, so that they can be written while they grow.

/// What stands before everything else.
#[must_use]
pub fn begin(name: &str) -> String {
    format!("digraph {} {{\n", quoted(name))
}

/// Begins a part of the graph with a frame and a title; [`end`] ends it.
#[must_use]
pub fn part(name: &str, title: &str) -> String {
    format!("subgraph {} {{\nlabel={};\n", quoted(&format!("cluster {name}")), quoted(title))
}

/// A title above the whole graph.
#[must_use]
pub fn title(text: &str) -> String {
    format!("labelloc=\"t\";\nlabel={};\n", quoted(text))
}

/// A line that holds for all nodes from here on.
#[must_use]
pub fn nodes(attributes: &[(&str, &str)]) -> String {
    format!("node{};\n", list(attributes))
}

/// A node; given again, its new attributes are added.
#[must_use]
pub fn node(name: &str, attributes: &[(&str, &str)]) -> String {
    format!("{}{};\n", quoted(name), list(attributes))
}

/// An edge from one node to another.
#[must_use]
pub fn edge(from: &str, to: &str, attributes: &[(&str, &str)]) -> String {
    format!("{} -> {}{};\n", quoted(from), quoted(to), list(attributes))
}

/// Ends what was begun last.
#[must_use]
pub const fn end() -> &'static str {
    "}\n"
}

fn list(attributes: &[(&str, &str)]) -> String {
    let entries: Vec<String> =
        attributes.iter().map(|(name, value)| format!("{name}={}", quoted(value))).collect();
    if entries.is_empty() { String::new() } else { format!(" [{}]", entries.join(", ")) }
}

/// Text in quotes; line breaks as DOT writes them.
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
    fn anything_may_stand_in_a_name() {
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
