//! Study: the facts that decide the games of a series, in a form that can be stored.

use super::Series;
use super::setup_json::SetupJson;
use serde_json::{Map, Value};

/// Facts that decide the games of a series. In two series of one study, repeatable minds play the same games.
///
/// The number of games and the number of the first game are not included, so a study can be played in parts.
/// The version of the program is included, because another version might play differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Study(Map<String, Value>);

/// Key of the version of the program.
const VERSION: &str = "stonefield";

impl Study {
    /// Returns the study of a series.
    #[must_use]
    pub fn of(series: &Series) -> Self {
        let mut facts = match serde_json::to_value(SetupJson::of(series)) {
            Ok(Value::Object(facts)) => facts,
            // Plain numbers and text always have a JSON form.
            _ => Map::new(),
        };
        facts.insert(VERSION.to_owned(), env!("CARGO_PKG_VERSION").into());
        // `alternate` and the first game only decide which games are swapped: the odd ones or the even ones.
        facts.remove("first_game");
        let swapped = match (series.alternate, series.setup.game % 2) {
            (false, _) => "never",
            (true, 0) => "odd games",
            (true, _) => "even games",
        };
        facts.remove("alternate");
        facts.insert("colors_change_in".to_owned(), swapped.into());
        for fact in facts.values_mut().filter(|fact| fact.is_f64()) {
            // Stored as text, because a number that is written and parsed might differ in its last digit.
            *fact = fact.to_string().into();
        }
        Self(facts)
    }

    /// Returns the study as JSON with line breaks, for people.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Plain numbers and text always have a JSON form.
        serde_json::to_string_pretty(&self.0).unwrap_or_default() + "\n"
    }

    /// Returns a line `key = value` for each fact. Stores compare series in this form.
    pub(super) fn canonical(&self) -> String {
        let line = |(key, value): (&String, &Value)| {
            format!("{} = {}\n", name_of(key), text_of(Some(value)).replace('\n', "/"))
        };
        self.0.iter().map(line).collect()
    }

    /// Reads the text of [`Study::to_text`]; `None` unless it is a JSON object with a version of the program.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok().filter(|facts: &Map<_, _>| facts.contains_key(VERSION)).map(Self)
    }

    /// Returns the first difference between two studies: `seed 1, not 2` if `other` has seed 1 and this study
    /// seed 2. `None` if they are equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let keys = self.0.keys().chain(other.0.keys());
        keys.map(|key| (key, self.0.get(key), other.0.get(key))).find(|(_, this, other)| this != other).map(
            |(key, this, other)| match key.as_str() {
                "colors_change_in" => format!("colours change in {}, not {}", games(other), games(this)),
                _ => format!("{} {}, not {}", name_of(key), short(other), short(this)),
            },
        )
    }
}

/// Returns the name of a fact, in words.
fn name_of(key: &str) -> String {
    if key == VERSION { "version".to_owned() } else { key.replace('_', " ") }
}

/// Returns the games in which colours change, in words.
fn games(value: Option<&Value>) -> String {
    let text = text_of(value);
    if text == "never" { "no games".to_owned() } else { text }
}

/// Returns the value of a fact as [`text_of`], a number of 32 bits with the digits that were given.
fn short(value: Option<&Value>) -> String {
    let text = text_of(value);
    let number = text.parse::<f64>().ok().filter(|number| f64::from(*number as f32) == *number);
    number.map_or(text, |number| (number as f32).to_string())
}

/// Returns the value of a fact, in words.
fn text_of(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{GameSetup, StopCondition};

    fn series(change: impl FnOnce(&mut Series)) -> Series {
        let mut series = Series {
            setup: GameSetup::default(),
            games: 10,
            alternate: false,
            max_ticks: 1000,
            every: None,
            stops: Vec::new(),
        };
        change(&mut series);
        series
    }

    #[test]
    fn a_study_depends_on_the_facts_that_decide_the_games() {
        let study = Study::of(&series(|_| ()));
        assert_eq!(Study::read(study.to_text().as_bytes()), Some(study.clone()));
        for (changed, words) in [
            (series(|it| it.setup.seed = 2), Some("seed 1, not 2")),
            (series(|it| it.setup.rules.komi = 0.1), Some("komi 7.5, not 0.1")),
            (series(|it| it.max_ticks = 9), Some("max ticks 1000, not 9")),
            (series(|it| it.alternate = true), Some("colours change in no games, not odd games")),
            (series(|it| it.every = Some(5)), Some("every none, not 5")),
            (series(|it| it.setup.opening.plies = 6), Some("open none, not 6")),
            (series(|it| it.stops = vec![StopCondition::Capture(3)]), Some("stop when none, not capture>=3")),
            (series(|it| it.games = 3), None),
            (series(|it| it.setup.game = 3), None),
        ] {
            let difference = Study::of(&changed).difference(&study);
            assert_eq!(difference.as_deref(), words);
        }
        let odd = |game| Study::of(&series(|it| (it.alternate, it.setup.game) = (true, game)));
        assert_eq!(odd(2).difference(&odd(0)), None);
        assert!(odd(1).difference(&odd(0)).is_some());
        assert_eq!(Study::read(b"{}"), None);
        assert_eq!(Study::read(b"(;GM[1])"), None);
    }
}
