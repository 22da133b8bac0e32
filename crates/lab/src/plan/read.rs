//! Reads a plan in TOML.

use super::super::axis::{key_of, names as axis_names};
use super::design::{Combinations, Sampling, design};
use super::error::{PlanError, PlanFault};
use super::measure::{GameNumbers, PlanMeasure, RowMeasure, Times};
use super::tournament::{Entrant, MAX_PLAYERS, Pairing, Tournament, players};
use super::{MAX_AXES, MAX_ROWS, MAX_TICKS, Plan, QUIRKS, position};
use crate::statistics::Sprt;
use crate::{Axis, AxisError};
use serde::Deserialize;
use std::collections::BTreeSet;
use stonefield_go::Setup;
use stonefield_go::notation::{excerpt, number_text, suggestion};
use stonefield_minds::toml_text::{Parsed, Whole, line_and_column, refusal, word};
use stonefield_minds::{BRAINS, Origin};
use stonefield_sim::{Check, MAX_OPENING_PLIES, SetupError};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Deserializer};

/// Keys of a plan that are never axes: those of [`Keys`] and [`LISTS`]. Without `seed`, which is an axis
/// unless it is one whole number.
const KEYS: [&str; 14] = [
    "games",
    "design",
    "alternate",
    "open",
    "max_ticks",
    "measures",
    "stones",
    "check",
    "description",
    "players",
    "pairing",
    "sprt",
    "openings",
    "positions",
];

/// Keys with a value or a list of values.
const LISTS: [&str; 2] = ["measures", "positions"];

/// Keys that serde reads: all that are not axes, except [`LISTS`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    seed: Option<Whole<u64, 0, { i64::MAX as i128 }>>,
    games: Option<Whole<u64, 1, 1_000_000_000>>,
    #[serde(default, deserialize_with = "design")]
    design: Option<(String, (Sampling, u64))>,
    alternate: Option<bool>,
    open: Option<Whole<u32, 0, { MAX_OPENING_PLIES as i128 }>>,
    max_ticks: Option<Whole<u64, 1, { MAX_TICKS as i128 }>>,
    stones: Option<Whole<u64, 1, { MAX_TICKS as i128 }>>,
    check: Option<Parsed<Check>>,
    #[serde(rename = "description")]
    _description: Option<String>,
    #[serde(default, deserialize_with = "players")]
    players: Option<Vec<Entrant>>,
    #[serde(default, deserialize_with = "word")]
    pairing: Pairing,
    sprt: Option<Parsed<Sprt>>,
    openings: Option<String>,
}

/// Tables whose keys are axes. The name of the axis is the prefix and the key. Exceptions: `mind` and
/// `preset`, whose axis has the name of the table.
const TABLES: [(&str, &str); 6] = [
    ("heat", "heat_"),
    ("quirks", ""),
    ("rules", ""),
    ("black", "black."),
    ("white", "white."),
    ("minds", "minds."),
];

/// A fault, and its place: the number of bytes before it in the text.
type Fault = (usize, PlanFault);

pub(super) fn read(source: &str) -> Result<Plan, PlanError> {
    parse(source).map_err(|(place, fault)| {
        let (line, column) = line_and_column(source, place);
        PlanError { line, column, fault }
    })
}

/// State of reading a plan.
struct Reader<'t> {
    table: &'t DeTable<'t>,
    plan: Plan,
    /// Place of the values of each axis of the plan.
    places: Vec<usize>,
    /// Key of each axis in words, for messages. Without the axis of the players.
    written: Vec<String>,
}

fn parse(source: &str) -> Result<Plan, Fault> {
    let table = DeTable::parse(source).map_err(|error| {
        let span = error.span().unwrap_or_default();
        let message = match (error.message(), source.get(span.clone())) {
            ("duplicate key", Some(key)) => format!("duplicate key {}", excerpt(key, 60)),
            (message, _) => excerpt(message, 200),
        };
        (span.start, PlanFault::Syntax(message))
    })?;
    let (keys, rest): (Vec<_>, Vec<_>) = table.get_ref().iter().partition(|(key, value)| {
        let name: &str = key.get_ref();
        KEYS.contains(&name) && !LISTS.contains(&name) || name == "seed" && value.get_ref().is_integer()
    });
    let keys = keys.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    let keys = Keys::deserialize(Deserializer::from(Spanned::new(0..0, keys))).map_err(|error| {
        let (place, message) = refusal(source, &error);
        (place, PlanFault::Value(message))
    })?;
    let (design, sample) = keys.design.unzip();
    let plan = Plan {
        source: source.to_owned(),
        seed: keys.seed.map_or(1, |seed| seed.0),
        games: keys.games.map_or(100, |games| games.0),
        axes: Vec::new(),
        design,
        combinations: Combinations::none(),
        alternate: keys.alternate.unwrap_or(false),
        open: keys.open.map_or(0, |plies| plies.0),
        max_ticks: keys.max_ticks.map(|ticks| ticks.0),
        measures: Vec::new(),
        stones: keys.stones.map(|ticks| ticks.0),
        check: keys.check.map_or(Check::Sample, |check| check.0),
        positions: Vec::new(),
        tournament: None,
        sprt: keys.sprt.map(|sprt| sprt.0),
        series: None,
        trust: None,
    };
    let mut reader = Reader { table: table.get_ref(), plan, places: Vec::new(), written: Vec::new() };
    for (key, value) in rest {
        reader.entry(key, value)?;
    }
    reader.add_tournament(keys.players, keys.pairing)?;
    if let Some(folder) = keys.openings.filter(|_| reader.plan.positions.is_empty()) {
        let moves = Some(reader.plan.open).filter(|moves| *moves > 0);
        return Err((reader.place("openings"), PlanFault::Openings { folder, moves }));
    }
    reader.finish(sample)
}

/// Returns the place of a key or a value.
fn start<T>(part: &Spanned<T>) -> usize {
    part.span().start
}

impl Reader<'_> {
    /// Returns the place of the value of a key; 0 if the plan does not have the key.
    fn place(&self, key: &str) -> usize {
        self.table.get(key).map_or(0, start)
    }

    /// Reads a key that serde does not read: an axis, a table of axes, `measures` or `positions`.
    fn entry(&mut self, key: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        let name: &str = key.get_ref();
        if let DeValue::Table(table) = value.get_ref() {
            let Some((_, prefix)) = TABLES.iter().find(|(table, _)| *table == name) else {
                // A key of a plan that is no table: the refusal says which values it takes.
                if KEYS.into_iter().chain(axis_names()).any(|known| key_of(known) == name) {
                    texts(name, value)?;
                }
                return Err((start(key), unknown(name)));
            };
            for (inner, value) in table {
                let word: &str = inner.get_ref();
                if !is_key_of(name, word) {
                    return Err((start(inner), unknown_in(name, word)));
                }
                let full = match word {
                    // `mind` of `[black]` is the axis `black`, `preset` of `[rules]` the axis `rules`.
                    "mind" if prefix.ends_with('.') => name.to_owned(),
                    "preset" if name == "rules" => name.to_owned(),
                    _ => format!("{prefix}{word}"),
                };
                self.axis(&full, &format!("{word} of [{name}]"), start(inner), value)?;
            }
            return Ok(());
        }
        match name {
            "measures" => {
                for (text, place) in texts(name, value)? {
                    let measure = PlanMeasure::read(&text).map_err(|fault| (place, fault))?;
                    let kind = |of: &PlanMeasure| (of.measure, matches!(of.times, Times::Every(_)));
                    // The table of ticks has each measure once, so a measure can have only one interval.
                    if self.plan.measures.iter().any(|other| kind(other) == kind(&measure)) {
                        return Err((place, PlanFault::MeasureTwice(text)));
                    }
                    self.plan.measures.push(measure);
                }
                Ok(())
            }
            "positions" => {
                for (text, place) in texts(name, value)? {
                    let refused = |why| (place, PlanFault::Position { given: excerpt(&text, 60), why });
                    let position = position::read(&text).map_err(refused)?;
                    let (at, given) = (self.plan.positions.len() + 1, position.size());
                    let size = self.plan.positions.first().map_or(given, Setup::size);
                    if given != size {
                        return Err((place, PlanFault::PositionSize { at, given, size }));
                    }
                    self.plan.positions.push(position);
                }
                Ok(())
            }
            _ => self.axis(name, &key_of(name), start(key), value),
        }
    }

    /// Adds an axis. `written` is its key in the messages, and `place` the place of the key.
    fn axis(
        &mut self,
        name: &str,
        written: &str,
        place: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Fault> {
        let known = axis_names().any(|known| key_of(known) == name.replace('-', "_"));
        let is_param = ["black.", "white.", "minds."].iter().any(|seat| name.starts_with(seat));
        if !known && !is_param {
            let is_table = TABLES.iter().any(|(table, _)| *table == name);
            return Err((place, if is_table { PlanFault::Table(name.to_owned()) } else { unknown(name) }));
        }
        if self.plan.axes.len() >= MAX_AXES {
            return Err((place, PlanFault::Axes));
        }
        let texts = texts(name, value)?;
        // Each value is first read alone, so that an error has the place of the value.
        let mut keys = BTreeSet::new();
        for (text, place) in &texts {
            let one = Axis::new(name, [&**text], true).map_err(|error| (*place, error.into()))?;
            if let Some(twice) = one.values().iter().find(|value| !keys.insert(value.key())) {
                let (key, value) = (key_of(&one.name()), excerpt(&twice.label, 60));
                return Err((*place, PlanFault::ValueTwice { key, value }));
            }
        }
        let mut axis = Axis::new(name, texts.iter().map(|(text, _)| &**text), true)
            .map_err(|error| (start(value), error.into()))?;
        axis.set_minds(|mind| mind.clone().with_origin(Origin::File));
        if let Some(other) = self.plan.axes.iter().position(|other| other.clashes_with(&axis)) {
            return Err((place, PlanFault::Twice(self.written[other].clone(), written.to_owned())));
        }
        self.written.push(written.to_owned());
        self.plan.axes.push(axis);
        self.places.push(start(value));
        Ok(())
    }

    /// Adds the tournament of the players to the plan. Their pairings become the first axis.
    fn add_tournament(&mut self, players: Option<Vec<Entrant>>, pairing: Pairing) -> Result<(), Fault> {
        let Some(players) = players else {
            let stray = ["pairing", "sprt"].into_iter().find(|key| self.table.contains_key(*key));
            return stray.map_or(Ok(()), |key| Err((self.place(key), PlanFault::NoPlayers(key))));
        };
        let count = players.len();
        let place = self.place("players");
        let table = self.table.get("players").and_then(|players| players.get_ref().as_table());
        for name in table.into_iter().flat_map(DeTable::keys) {
            let trimmed = name.get_ref().trim();
            if !(1..=60).contains(&trimmed.chars().count()) || trimmed.chars().any(char::is_control) {
                return Err((start(name), PlanFault::PlayerName(excerpt(trimmed, 60))));
            }
        }
        if !(2..=MAX_PLAYERS).contains(&count) {
            return Err((place, PlanFault::Players(count)));
        }
        if let Some(twice) =
            (1..count).find(|&at| players[..at].iter().any(|player| player.name == players[at].name))
        {
            return Err((place, PlanFault::SameName(players[twice].name.clone())));
        }
        if let Some(at) = self.plan.axes.iter().position(Axis::sets_minds) {
            let other = key_of(&self.plan.axes[at].name());
            return Err((self.places[at], PlanFault::Twice("players".to_owned(), other)));
        }
        if self.plan.games % 2 == 1 {
            return Err((self.place("games"), PlanFault::OddGames(self.plan.games)));
        }
        if self.table.contains_key("alternate") && !self.plan.alternate {
            return Err((self.place("alternate"), PlanFault::KeptColours));
        }
        if self.plan.sprt.is_some() && count > 2 {
            return Err((self.place("sprt"), PlanFault::SprtPlayers(count)));
        }
        let tournament = Tournament::new(players, pairing);
        self.plan.alternate = true;
        self.plan.axes.insert(0, tournament.axis());
        self.places.insert(0, place);
        self.plan.tournament = Some(tournament);
        // The ranking of the players has a column with the CPU time per move.
        let thinking = PlanMeasure { measure: RowMeasure::Game(GameNumbers::Thinking), times: Times::End };
        if !self.plan.measures.contains(&thinking) {
            self.plan.measures.push(thinking);
        }
        Ok(())
    }

    /// Chooses the combinations, and checks that the first 20,000 can be played.
    fn finish(mut self, sample: Option<(Sampling, u64)>) -> Result<Plan, Fault> {
        let axes = &self.plan.axes;
        let combinations = match sample {
            Some((how, points)) => {
                let paired = self.plan.tournament.is_some();
                Combinations::sample(axes, how, points, self.plan.seed, paired)
                    .map_err(|error| (self.place("design"), error.into()))?
            }
            None => {
                let span = axes.iter().zip(&self.places).find(|(axis, _)| axis.is_span());
                if let Some((axis, place)) = span {
                    return Err((*place, AxisError::Span(axis.name()).into()));
                }
                Combinations::all(axes).ok_or((0, PlanFault::TooManyRows))?
            }
        };
        let rows = combinations.count().checked_mul(self.plan.games).filter(|rows| *rows <= MAX_ROWS);
        rows.ok_or((0, PlanFault::TooManyRows))?;
        self.plan.combinations = combinations;
        self.plan.check_combinations().map_err(|(combination, refused, fault)| {
            let axes = &self.plan.axes;
            if let AxisError::Setup(SetupError::StartSize { given, board }) = fault {
                // With `openings`, the positions were added to the plan and are not in the user's text.
                let key = if self.table.contains_key("openings") { "openings" } else { "positions" };
                let size = axes.iter().position(|axis| axis.name() == "size").map(|at| self.places[at]);
                let fault = PlanFault::OpeningSize { key, given, board, is_set: size.is_some() };
                return (size.unwrap_or_else(|| self.place(key)), fault);
            }
            let labels = axes.iter().zip(self.plan.labels(combination));
            let values: Vec<_> =
                labels.map(|(axis, label)| format!("{} = {label}", key_of(&axis.name()))).collect();
            // Values that do not fit together have the place of the last axis that the error names, or else
            // of the last axis.
            let told = fault.to_string();
            let is_named = |axis: &Axis| {
                let name = axis.name();
                let key = name.rsplit('.').next().unwrap_or(&name);
                told.split(|c: char| !(c.is_alphanumeric() || "-_".contains(c))).any(|word| word == key)
            };
            let axis = refused.or_else(|| axes.iter().rposition(is_named)).or(axes.len().checked_sub(1));
            let place = axis.map_or(0, |axis| self.places[axis]);
            (place, PlanFault::Combination { values: values.join(", "), fault: Box::new(fault) })
        })?;
        Ok(self.plan)
    }
}

/// Returns the fault of an unknown key.
fn unknown(name: &str) -> PlanFault {
    let keys = || KEYS.into_iter().chain(axis_names());
    let near = suggestion(name, keys()).replace('-', "_");
    let all = keys().filter(|key| !QUIRKS.contains(key)).map(key_of).collect::<Vec<_>>().join(", ");
    let known = format!("{near}; its keys are {all}, the quirks, black.NAME and white.NAME");
    PlanFault::Key { owner: "a plan".to_owned(), given: excerpt(name, 60), known }
}

/// Returns true if a table of axes may have a key. `[quirks]` and `[rules]` may have the key of any axis.
fn is_key_of(table: &str, key: &str) -> bool {
    let is_axis = || axis_names().any(|axis| key_of(axis) == key.replace('-', "_"));
    matches!(table, "quirks" | "rules") && is_axis() || own_keys(table).any(|own| own == key)
}

/// Returns the fault of an unknown key of a table of axes.
fn unknown_in(table: &str, key: &str) -> PlanFault {
    let near = suggestion(key, own_keys(table));
    let all = match table {
        "black" | "white" | "minds" => "mind and the parameters of that mind".to_owned(),
        _ => own_keys(table).collect::<Vec<_>>().join(", "),
    };
    let known = format!("{near}; its keys are {all}");
    PlanFault::Key { owner: format!("[{table}]"), given: excerpt(key, 60), known }
}

/// Returns the keys that a table of axes is made for.
fn own_keys(table: &str) -> Box<dyn Iterator<Item = &'static str>> {
    match table {
        "heat" => Box::new(axis_names().filter_map(|axis| axis.strip_prefix("heat-"))),
        "quirks" => Box::new(QUIRKS.into_iter()),
        "rules" => Box::new(["preset", "komi", "ko", "suicide", "scoring", "stones_each"].into_iter()),
        _ => {
            let params = BRAINS.iter().flat_map(|brain| brain.params.iter().map(|param| param.name));
            Box::new(["mind"].into_iter().chain(params))
        }
    }
}

/// Returns the text of a single value. `None` for a list, a table or a date.
fn text_of(value: &DeValue<'_>) -> Option<String> {
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(whole) => {
            let number = i128::from_str_radix(whole.as_str(), whole.radix());
            number.map_or_else(|_| whole.to_string(), |number| number.to_string())
        }
        // A number that is too large for 64 bits is refused as the user wrote it.
        DeValue::Float(number) => match number.as_str().parse().ok()? {
            huge if f64::is_infinite(huge) => number.to_string(),
            number => number_text(number),
        },
        DeValue::Boolean(on) => on.to_string(),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => return None,
    })
}

/// Returns the texts and places of the values of a key: of a single value, or of a list that is not empty.
fn texts(key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<(String, usize)>, Fault> {
    let one = |value: &Spanned<DeValue<'_>>| {
        let text = text_of(value.get_ref()).ok_or_else(|| {
            let found = match value.get_ref() {
                DeValue::Array(list) if list.is_empty() => "an empty list",
                DeValue::Array(_) => "a list in a list",
                other => other.type_str(),
            };
            let key = excerpt(key, 60);
            let fault = format!("{key}: expected a text, a number or a list of them, found {found}");
            (start(value), PlanFault::Value(fault))
        });
        text.map(|text| (text, start(value)))
    };
    match value.get_ref() {
        DeValue::Array(list) if !list.is_empty() => list.iter().map(one).collect(),
        _ => Ok(vec![one(value)?]),
    }
}

#[cfg(test)]
mod tests;
