//! Repeat: the command that plays the games of a store again.

use crate::Plan;
use crate::store::StoreHeader;

/// Keys of the settings of a tuning's games, and their flags of `lab tune`.
const GAME_FLAGS: [(&str, &str); 6] = [
    ("size", "--size"),
    ("rules", "--rules"),
    ("komi", "--komi"),
    ("open", "--open"),
    ("max_ticks", "--max-ticks"),
    ("seed", "--seed"),
];

/// Keys of the settings of a tuning's search, and their flags of `lab tune`.
const SEARCH_FLAGS: [(&str, &str); 4] = [
    ("pairs", "--pairs"),
    ("candidates", "--candidates"),
    ("deviation", "--deviation"),
    ("validation", "--validation"),
];

/// Returns the command that plays the games of the plan in `plan.toml`. `file`: path of the store, quoted.
pub(super) fn play_command(header: &StoreHeader, file: &str) -> String {
    let has_programs = || {
        let minds = Plan::read(&header.plan).map(|plan| plan.minds()).unwrap_or_default();
        minds.iter().any(|mind| mind.info().external)
    };
    let allow = if header.kind != "tuning" && has_programs() { " --allow-programs" } else { "" };
    match header.kind.as_str() {
        "tuning" => tune_command(header, file),
        "tournament" => format!("stonefield lab tournament plan.toml -o {file}{allow}"),
        _ => format!("stonefield lab run plan.toml -o {file}{allow}"),
    }
}

/// Returns the command of a tuning, from the settings that its games share.
fn tune_command(header: &StoreHeader, file: &str) -> String {
    let value = |key: &str| {
        let mut lines = header.canonical.lines().filter_map(|line| line.split_once(" = "));
        lines.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let mut words = vec!["stonefield lab tune".to_owned(), shell_word(value("mind").unwrap_or_default())];
    let mut flag = |name: &str, value: &str| words.push(format!("{name} {}", shell_word(value)));
    // The list is `[MIND], [MIND], …`.
    let against = value("against").unwrap_or_default();
    let against = against.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(against);
    against.split("], [").for_each(|mind| flag("--against", mind));
    flag("--params", &value("params").unwrap_or_default().replace(", ", ","));
    for (key, name) in SEARCH_FLAGS.into_iter().chain(GAME_FLAGS) {
        if let Some(value) = value(key).filter(|value| *value != "usual") {
            flag(name, value);
        }
    }
    words.push(format!("-o {file}"));
    words.join(" ")
}

/// Quotes a text, if necessary, as one word of a command line.
#[must_use]
pub fn shell_word(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_store_has_its_command() {
        let header = |kind: &str, canonical: &str| StoreHeader {
            kind: kind.to_owned(),
            canonical: canonical.to_owned(),
            ..StoreHeader::default()
        };
        let command = |kind: &str| play_command(&header(kind, ""), "'my games.db'");
        assert_eq!(command("experiment"), "stonefield lab run plan.toml -o 'my games.db'");
        assert_eq!(command("tournament"), "stonefield lab tournament plan.toml -o 'my games.db'");
        let canonical = "open = 4\nseed = 3\nsize = 5x5\nmind = swarm:radius=3\nagainst = [sensible], [swarm:shape=1,spread=2], [gtp:[gnugo --mode gtp]]\n\
                         params = spread=0:2, shape=0:6\npairs = 2\ncandidates = usual\ndeviation = 0.2\nvalidation = 4\n";
        assert_eq!(
            play_command(&header("tuning", canonical), "t.db"),
            "stonefield lab tune 'swarm:radius=3' --against sensible --against 'swarm:shape=1,spread=2' --against 'gtp:[gnugo --mode gtp]' \
             --params 'spread=0:2,shape=0:6' --pairs 2 --deviation 0.2 --validation 4 --size 5x5 --open 4 --seed 3 -o t.db"
        );
    }
}
