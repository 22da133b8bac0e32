//! Facts in the program's log: a JSON object on each line.

use serde_json::Value;

pub(super) fn last<'a>(facts: &'a [Value], name: &str) -> Option<&'a Value> {
    facts.iter().rfind(|fact| fact["fact"] == name)
}

pub(super) fn count(facts: &[Value], name: &str) -> usize {
    facts.iter().filter(|fact| fact["fact"] == name).count()
}
