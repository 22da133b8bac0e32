//! Repeat: the commands that play the games of a store again, and report them.

use crate::store::StoreHeader;

/// Settings of a tuning's games that are flags of `lab tune`, by their keys.
const BASE: [(&str, &str); 6] = [
    ("size", "--size"),
    ("rules", "--rules"),
    ("komi", "--komi"),
    ("open", "--open"),
    ("max_ticks", "--max-ticks"),
    ("seed", "--seed"),
];

/// And those of its search.
const SEARCH: [(&str, &str); 4] = [
    ("pairs", "--pairs"),
    ("candidates", "--candidates"),
    ("deviation", "--deviation"),
    ("validation", "--validation"),
];

/// The command that plays the games, where `file` is the store as one word; `plan.toml` is the plan as it was written.
pub(super) fn played_by(header: &StoreHeader, file: &str) -> String {
    match header.kind.as_str() {
        "tuning" => tuned_by(header, file),
        "tournament" => format!("stonefield lab tournament plan.toml -o {file}"),
        _ => format!("stonefield lab run plan.toml -o {file}"),
    }
}

/// The command of a tuning, whose plan is what its games have in common.
fn tuned_by(header: &StoreHeader, file: &str) -> String {
    let value = |key: &str| {
        let mut lines = header.canonical.lines().filter_map(|line| line.split_once(" = "));
        lines.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let mut words = vec!["stonefield lab tune".to_owned(), word(value("mind").unwrap_or_default())];
    let mut flag = |name: &str, value: &str| words.push(format!("{name} {}", word(value)));
    // Each stands in brackets of its own.
    let against = value("against").unwrap_or_default();
    let against = against.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(against);
    against.split("], [").for_each(|mind| flag("--against", mind));
    flag("--params", &value("params").unwrap_or_default().replace(", ", ","));
    for (key, name) in SEARCH.into_iter().chain(BASE) {
        if let Some(value) = value(key).filter(|value| *value != "usual") {
            flag(name, value);
        }
    }
    words.push(format!("-o {file}"));
    words.join(" ")
}

/// A text as one word of a command line.
pub(super) fn word(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_store_is_played_by_its_own_command() {
        let header = |kind: &str, canonical: &str| StoreHeader {
            kind: kind.to_owned(),
            canonical: canonical.to_owned(),
            ..StoreHeader::default()
        };
        let told = |kind: &str| played_by(&header(kind, ""), "'my games.db'");
        assert_eq!(told("experiment"), "stonefield lab run plan.toml -o 'my games.db'");
        assert_eq!(told("tournament"), "stonefield lab tournament plan.toml -o 'my games.db'");
        let canonical = "open = 4\nseed = 3\nsize = 5x5\nmind = swarm:radius=3\nagainst = [sensible], [swarm:shape=1,spread=2], [gtp:[gnugo --mode gtp]]\n\
                         params = spread=0:2, shape=0:6\npairs = 2\ncandidates = usual\ndeviation = 0.2\nvalidation = 4\n";
        assert_eq!(
            played_by(&header("tuning", canonical), "t.db"),
            "stonefield lab tune 'swarm:radius=3' --against sensible --against 'swarm:shape=1,spread=2' --against 'gtp:[gnugo --mode gtp]' \
             --params 'spread=0:2,shape=0:6' --pairs 2 --deviation 0.2 --validation 4 --size 5x5 --open 4 --seed 3 -o t.db"
        );
    }
}
