//! What decides the games of a series, in a form that can be kept beside them.

use super::{GameResult, Series, format};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stonefield_go::{ByColor, Color};

/// What decides the games of a series: in two series of one study, games of one number are the same.
///
/// How many games there are, and where they begin to be counted, is not a part of it: a study may be played bit by bit. The version of the program
/// is, for another one may play otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Study(Map<String, Value>);

/// The key of the version.
const VERSION: &str = "stonefield";

impl Study {
    /// That of a series.
    #[must_use]
    pub fn of(series: &Series) -> Self {
        let mut facts = match serde_json::to_value(format::SetupJson::of(series)) {
            Ok(Value::Object(facts)) => facts,
            // Plain numbers and text always have a JSON form.
            _ => Map::new(),
        };
        facts.insert(VERSION.to_owned(), env!("CARGO_PKG_VERSION").into());
        // Which games are played with colours changed depends on where the count begins.
        facts.remove("first_game");
        let changed = match (series.alternate, series.setup.game % 2) {
            (false, _) => "never",
            (true, 0) => "odd games",
            (true, _) => "even games",
        };
        facts.remove("alternate");
        facts.insert("colors_change_in".to_owned(), changed.into());
        for fact in facts.values_mut().filter(|fact| fact.is_f64()) {
            // Read again as a number, its last digit might be another.
            *fact = fact.to_string().into();
        }
        Self(facts)
    }

    /// As JSON for people, a line each.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Plain numbers and text always have a JSON form.
        serde_json::to_string_pretty(&self.0).unwrap_or_default() + "\n"
    }

    /// Reads what [`Study::to_text`] writes; `None` of anything else.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok().filter(|facts: &Map<_, _>| facts.contains_key(VERSION)).map(Self)
    }

    /// The first thing in which another study is not this one, in words: `seed 1, not 2`; `None` where it is the same.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let told = |value: Option<&Value>| match value {
            None | Some(Value::Null) => "none".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        let keys = self.0.keys().chain(other.0.keys());
        keys.map(|key| (key, self.0.get(key), other.0.get(key))).find(|(_, own, other)| own != other).map(
            |(key, own, other)| {
                let name = if key == VERSION { "version".to_owned() } else { key.replace('_', " ") };
                format!("{name} {}, not {}", told(other), told(own))
            },
        )
    }
}

/// A game that was played, as it is kept.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: u64,
    swapped: bool,
    /// As text, for as a number its last digit might be read as another.
    black_score: String,
    white_score: String,
    /// As [`stonefield_go::Outcome`] is written; `None` when it was given up or stopped.
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    ticks: u64,
    /// Whose mind could not go on (true for Black), neither's where agents and referee disagreed, and why.
    fault: Option<(Option<bool>, String)>,
    /// As text, for the same reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    measured: Vec<String>,
}

impl GameResult {
    /// As a line of JSON.
    #[must_use]
    pub fn to_line(&self) -> String {
        let entry = Entry {
            game: self.game,
            swapped: self.swapped,
            black_score: self.score.black.to_string(),
            white_score: self.score.white.to_string(),
            result: self.outcome.map(|outcome| outcome.to_string()),
            stopped: self.stopped.clone(),
            ticks: self.ticks,
            fault: self.fault.clone().map(|(color, why)| (color.map(|color| color == Color::Black), why)),
            measured: self.measured.iter().map(ToString::to_string).collect(),
        };
        // Plain numbers and text always have a JSON form.
        serde_json::to_string(&entry).unwrap_or_default()
    }

    /// Reads what [`GameResult::to_line`] writes; `None` of anything else.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Self> {
        let entry: Entry = serde_json::from_slice(line).ok()?;
        Some(Self {
            game: entry.game,
            swapped: entry.swapped,
            score: ByColor::new(entry.black_score.parse().ok()?, entry.white_score.parse().ok()?),
            outcome: entry.result.map(|result| result.parse()).transpose().ok()?,
            stopped: entry.stopped,
            ticks: entry.ticks,
            fault: entry.fault.map(|(black, why)| {
                (black.map(|black| if black { Color::Black } else { Color::White }), why)
            }),
            measured: entry.measured.iter().map(|tick| tick.parse()).collect::<Result<_, _>>().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MeasuredTick;
    use stonefield_go::{Outcome, WinBy};
    use stonefield_sim::{BoardSurvey, TallyRow, all_numbers};
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
    fn what_decides_the_games_makes_another_study_and_their_number_does_not() {
        let study = Study::of(&series(|_| ()));
        assert_eq!(Study::read(study.to_text().as_bytes()), Some(study.clone()));
        for (changed, words) in [
            (series(|it| it.setup.seed = 2), Some("seed 1, not 2")),
            (series(|it| it.setup.rules.komi = 0.1), Some("komi 7.5, not 0.1")),
            (series(|it| it.max_ticks = 9), Some("max ticks 1000, not 9")),
            (series(|it| it.alternate = true), Some("colors change in never, not odd games")),
            (series(|it| it.every = Some(5)), Some("every none, not 5")),
            (series(|it| it.setup.opening.plies = 6), Some("open none, not 6")),
            (series(|it| it.stops = vec![StopCondition::Capture(3)]), Some("stop when none, not capture>=3")),
            (series(|it| it.games = 3), None),
            (series(|it| it.setup.game = 3), None),
        ] {
            let told = Study::of(&changed).difference(&study);
            assert_eq!(told.as_deref(), words);
        }
        let odd = |game| Study::of(&series(|it| (it.alternate, it.setup.game) = (true, game)));
        assert_eq!(odd(2).difference(&odd(0)), None);
        assert!(odd(1).difference(&odd(0)).is_some());
        assert_eq!(Study::read(b"{}"), None);
        assert_eq!(Study::read(b"(;GM[1])"), None);
    }

    #[test]
    fn a_result_is_read_as_it_is_written() {
        let game = GameResult {
            game: u64::MAX,
            swapped: true,
            score: ByColor::new(0.1 + 0.2, 7.5),
            outcome: Some(Outcome::Win { winner: Color::White, by: WinBy::Points(7.2) }),
            stopped: None,
            ticks: 81,
            fault: None,
            measured: Vec::new(),
        };
        let fault = Some((Some(Color::White), "it said \"\n\"".to_owned()));
        let failed = GameResult { outcome: Some(Outcome::Void), fault, ..game.clone() };
        let differs = GameResult { fault: Some((None, "they disagree".to_owned())), ..failed.clone() };
        let none = all_numbers(&TallyRow::default(), &BoardSurvey::default());
        let tick = |tick, number| MeasuredTick { tick, numbers: none.iter().map(|_| number).collect() };
        let measured =
            GameResult { measured: vec![tick(0, 0.1 + 0.2), tick(u64::MAX, 1e300)], ..game.clone() };
        let capped = GameResult { outcome: None, ..game.clone() };
        let stopped = GameResult { stopped: Some("tick=81: it has come".to_owned()), ..capped.clone() };
        for game in [capped, stopped, failed, differs, measured, game] {
            let line = game.to_line();
            assert_eq!((line.lines().count(), GameResult::read(line.as_bytes())), (1, Some(game)));
        }
        assert_eq!(GameResult::read(b"{\"game\":1}"), None);
    }
}
