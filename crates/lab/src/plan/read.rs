//! Reading a plan in TOML.

use super::super::axis::{key_of, names as axis_names};
use super::design::{Combinations, MOST_POINTS, Sampling};
use super::error::{PlanError, PlanFault};
use super::measure::{GameNumbers, PlanMeasure, RowMeasure, Times};
use super::tournament::{Entrant, MOST_PLAYERS, Pairing, Tournament};
use super::{MOST_AXES, MOST_ROWS, MOST_TICKS, Plan, QUIRKS, position};
use crate::statistics::Sprt;
use crate::{Axis, AxisError};
use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;
use stonefield_go::Setup;
use stonefield_go::notation::{excerpt, number_text, suggestion};
use stonefield_minds::{BRAINS, BrainSpec, Origin};
use stonefield_sim::{Check, MOST_OPENING_PLIES, SetupError};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Keys of a plan that no axis has.
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

/// Tables whose keys have a prefix without them.
const TABLES: [(&str, &str); 6] = [
    ("heat", "heat-"),
    ("quirks", ""),
    ("rules", ""),
    ("black", "black."),
    ("white", "white."),
    ("minds", "minds."),
];

/// A place in the text.
type Place = Range<usize>;

/// Something wrong at a place.
type Fault = (Place, PlanFault);

pub(super) fn read(source: &str) -> Result<Plan, PlanError> {
    parse(source).map_err(|(place, fault)| {
        let before = source.get(..place.start.min(source.len())).unwrap_or(source);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        PlanError { line, column, fault }
    })
}

/// What has been read so far.
struct Reader {
    plan: Plan,
    places: Vec<Place>,
    /// The key of each axis as it is written.
    written: Vec<String>,
    design: Option<(Place, Sampling, u64)>,
    tournament: TournamentKeys,
    /// The folder of openings.
    openings: Option<(Place, String)>,
    /// Place of the positions.
    positions: Option<Place>,
}

/// What has been read of a tournament, each with its place.
#[derive(Default)]
struct TournamentKeys {
    players: Option<(Place, Vec<Entrant>)>,
    pairing: Option<(Place, Pairing)>,
    sprt: Option<Place>,
    games: Place,
    /// Where `alternate = false` stands.
    kept: Option<Place>,
}

fn parse(source: &str) -> Result<Plan, Fault> {
    let table = DeTable::parse(source).map_err(|error| {
        let text = error.message().lines().next().unwrap_or("").to_owned();
        (error.span().unwrap_or(0..0), PlanFault::Syntax(excerpt(&text, 200)))
    })?;
    let plan = Plan {
        source: source.to_owned(),
        seed: 1,
        games: 100,
        axes: Vec::new(),
        design: None,
        combinations: Combinations::none(),
        alternate: false,
        open: 0,
        max_ticks: None,
        measures: Vec::new(),
        stones: None,
        check: Check::Sample,
        positions: Vec::new(),
        tournament: None,
        sprt: None,
        #[cfg(not(target_family = "wasm"))]
        series: None,
        trust: None,
    };
    let mut reader = Reader {
        plan,
        places: Vec::new(),
        written: Vec::new(),
        design: None,
        tournament: TournamentKeys::default(),
        openings: None,
        positions: None,
    };
    for (key, value) in table.get_ref() {
        reader.entry(key, value)?;
    }
    reader.finish(source.len())
}

impl Reader {
    fn entry(&mut self, key: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        let (name, place) = (key.get_ref().as_ref(), key.span());
        if name == "players" {
            self.tournament.players = Some((place, players(value)?));
            return Ok(());
        }
        if let DeValue::Table(table) = value.get_ref() {
            let Some((table_name, prefix)) = TABLES.iter().find(|(table, _)| *table == name) else {
                return Err((place, unknown(name)));
            };
            for (inner, value) in table {
                let word: &str = inner.get_ref().as_ref();
                if prefix.ends_with('.') && !mind_keys().any(|key| key == word) {
                    let (given, near) = (excerpt(word, 60), suggestion(word, mind_keys()));
                    return Err((inner.span(), PlanFault::MindKey { table: table_name, given, near }));
                }
                let full = match word {
                    // `[black]` with `mind = …`, `[rules]` with `preset = …`.
                    "mind" if prefix.ends_with('.') => name.to_owned(),
                    "preset" if name == "rules" => name.to_owned(),
                    _ => format!("{prefix}{word}"),
                };
                let known = || {
                    axis_names()
                        .filter_map(|name| name.strip_prefix(prefix))
                        .map(|name| name.replace('-', "_"))
                };
                if *table_name == "heat" && known().all(|key| key != word.replace('-', "_")) {
                    let all: Vec<String> = known().collect();
                    let near = suggestion(word, all.iter().map(String::as_str));
                    let known = format!("{near}; its keys are {}", all.join(", "));
                    let (table, given) = (table_name, excerpt(word, 60));
                    return Err((inner.span(), PlanFault::TableKey { table, given, known }));
                }
                self.axis(&full, &format!("{word} of [{table_name}]"), inner.span(), value)?;
            }
            return Ok(());
        }
        match name {
            "games" => {
                self.plan.games = whole(name, value, 1, 1_000_000_000)?;
                self.tournament.games = value.span();
            }
            "alternate" => {
                let given = value.get_ref().as_bool();
                self.plan.alternate = given.ok_or_else(|| kind(name, value, "true or false"))?;
                self.tournament.kept = (!self.plan.alternate).then_some(place);
            }
            "open" => {
                let plies = whole(name, value, 0, MOST_OPENING_PLIES.into())?;
                self.plan.open = u32::try_from(plies).unwrap_or(MOST_OPENING_PLIES);
            }
            "max_ticks" => self.plan.max_ticks = Some(whole(name, value, 1, MOST_TICKS)?),
            "stones" => self.plan.stones = Some(whole(name, value, 1, MOST_TICKS)?),
            "check" => {
                let text = text_of(value.get_ref()).unwrap_or_default();
                self.plan.check = text.parse().map_err(|_| kind(name, value, "every, sample or off"))?;
            }
            "description" => {
                value.get_ref().as_str().ok_or_else(|| kind(name, value, "a text"))?;
            }
            "design" => self.design(value)?,
            "openings" => {
                let folder = value.get_ref().as_str().ok_or_else(|| kind(name, value, "a folder"))?;
                self.openings = Some((value.span(), folder.to_owned()));
            }
            "positions" => {
                self.positions = Some(value.span());
                self.positions(value)?;
            }
            "pairing" => {
                let text = text_of(value.get_ref()).unwrap_or_default();
                let pairing = Pairing::ALL.into_iter().find(|pairing| pairing.name() == text);
                let refused = || (value.span(), PlanFault::Pairing(excerpt(&text, 60)));
                self.tournament.pairing = Some((place, pairing.ok_or_else(refused)?));
            }
            "sprt" => {
                let text = value.get_ref().as_str().ok_or_else(|| kind(name, value, "a text"))?;
                let sprt: Sprt = text.parse().map_err(|error| (value.span(), PlanFault::Sprt(error)))?;
                self.plan.sprt = Some(sprt);
                self.tournament.sprt = Some(value.span());
            }
            "measures" => {
                for (text, place) in texts(name, value)? {
                    let measure = PlanMeasure::read(&text).map_err(|fault| (place.clone(), fault))?;
                    let kind = |of: &PlanMeasure| (of.measure, matches!(of.times, Times::Every(_)));
                    // One column has room for one interval.
                    if self.plan.measures.iter().any(|other| kind(other) == kind(&measure)) {
                        return Err((place, PlanFault::MeasureTwice(text)));
                    }
                    self.plan.measures.push(measure);
                }
            }
            "seed" if value.get_ref().as_integer().is_some() => {
                self.plan.seed = whole(name, value, 0, i64::MAX as u64)?;
            }
            _ => self.axis(name, &key_of(name), place, value)?,
        }
        Ok(())
    }

    /// Takes the values of an axis, whose key is written so in words.
    fn axis(
        &mut self,
        name: &str,
        written: &str,
        place: Place,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Fault> {
        let known = axis_names().any(|known| key_of(known) == name.replace('-', "_"));
        let is_param = ["black.", "white.", "minds."].iter().any(|seat| name.starts_with(seat));
        if !known && !is_param {
            return Err((place, unknown(name)));
        }
        if self.plan.axes.len() >= MOST_AXES {
            return Err((place, PlanFault::Axes));
        }
        let texts = texts(name, value)?;
        // A value is refused where it stands.
        let mut keys = BTreeSet::new();
        for (text, place) in &texts {
            let one = Axis::new(name, [&**text], true).map_err(|error| (place.clone(), error.into()))?;
            if let Some(twice) = one.values().iter().find(|value| !keys.insert(value.key())) {
                let (key, value) = (key_of(&one.name()), excerpt(&twice.label, 60));
                return Err((place.clone(), PlanFault::ValueTwice { key, value }));
            }
        }
        let mut axis = Axis::new(name, texts.iter().map(|(text, _)| &**text), true)
            .map_err(|error| (value.span(), error.into()))?;
        axis.set_minds(|mind| mind.clone().with_origin(Origin::File));
        if let Some(other) = self.plan.axes.iter().position(|other| other.clashes_with(&axis)) {
            return Err((place, PlanFault::Twice(self.written[other].clone(), written.to_owned())));
        }
        self.written.push(written.to_owned());
        self.plan.axes.push(axis);
        self.places.push(value.span());
        Ok(())
    }

    fn design(&mut self, value: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        let given = text_of(value.get_ref()).unwrap_or_default();
        let refused = || (value.span(), PlanFault::Design(excerpt(&given, 60)));
        if given == "all" {
            return Ok(());
        }
        let (how, points) = given.split_once(':').ok_or_else(refused)?;
        let how = match how.trim() {
            "sobol" => Sampling::Sobol,
            "latin" => Sampling::Latin,
            _ => return Err(refused()),
        };
        let points = points.trim().parse().ok().filter(|points| (1..=MOST_POINTS).contains(points));
        self.design = Some((value.span(), how, points.ok_or_else(refused)?));
        self.plan.design = Some(given);
        Ok(())
    }

    fn positions(&mut self, value: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        for (text, place) in texts("positions", value)? {
            let refused = |why| (place.clone(), PlanFault::Position { given: excerpt(&text, 60), why });
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

    /// Makes a tournament of the players: their pairings become the first axis.
    fn enter(&mut self) -> Result<(), Fault> {
        let TournamentKeys { players, pairing, sprt, games, kept } = mem::take(&mut self.tournament);
        let Some((place, players)) = players else {
            let stray = pairing.map(|(place, _)| (place, "pairing")).or(sprt.map(|place| (place, "sprt")));
            return stray.map_or(Ok(()), |(place, key)| Err((place, PlanFault::NoPlayers(key))));
        };
        let count = players.len();
        if !(2..=MOST_PLAYERS).contains(&count) {
            return Err((place, PlanFault::Players(count)));
        }
        if let Some(twice) =
            (1..count).find(|&at| players[..at].iter().any(|player| player.name == players[at].name))
        {
            return Err((place, PlanFault::SameName(players[twice].name.clone())));
        }
        if let Some(at) = self.plan.axes.iter().position(Axis::sets_minds) {
            let other = key_of(&self.plan.axes[at].name());
            return Err((self.places[at].clone(), PlanFault::Twice("players".to_owned(), other)));
        }
        if self.plan.games % 2 == 1 {
            return Err((games, PlanFault::OddGames(self.plan.games)));
        }
        if let Some(place) = kept {
            return Err((place, PlanFault::KeptColours));
        }
        if let Some(place) = sprt.filter(|_| count > 2) {
            return Err((place, PlanFault::SprtPlayers(count)));
        }
        let tournament =
            Tournament::new(players, pairing.map_or(Pairing::RoundRobin, |(_, pairing)| pairing));
        self.plan.alternate = true;
        self.plan.axes.insert(0, tournament.axis());
        self.places.insert(0, place);
        self.plan.tournament = Some(tournament);
        // The table of players tells what a move costs.
        let thinking = PlanMeasure { measure: RowMeasure::Game(GameNumbers::Thinking), times: Times::End };
        if !self.plan.measures.contains(&thinking) {
            self.plan.measures.push(thinking);
        }
        Ok(())
    }

    fn finish(mut self, end: usize) -> Result<Plan, Fault> {
        self.enter()?;
        let Self { mut plan, places, design, openings, positions, .. } = self;
        if let Some((place, folder)) = openings.clone().filter(|_| plan.positions.is_empty()) {
            let moves = Some(plan.open).filter(|moves| *moves > 0);
            return Err((place, PlanFault::Openings { folder, moves }));
        }
        let whole = 0..end.min(1);
        plan.combinations = match design {
            Some((place, how, points)) => {
                let paired = plan.tournament.is_some();
                Combinations::sample(&plan.axes, how, points, plan.seed, paired)
                    .map_err(|error| (place, error.into()))?
            }
            None => {
                let span = plan.axes.iter().zip(&places).find(|(axis, _)| axis.is_span());
                if let Some((axis, place)) = span {
                    return Err((place.clone(), AxisError::Span(axis.name()).into()));
                }
                Combinations::all(&plan.axes).ok_or((whole.clone(), PlanFault::TooManyRows))?
            }
        };
        let rows = plan.combinations().checked_mul(plan.games).filter(|rows| *rows <= MOST_ROWS);
        rows.ok_or((whole.clone(), PlanFault::TooManyRows))?;
        plan.look().map_err(|(combination, fault)| {
            if let AxisError::Setup(SetupError::StartSize { given, board }) = fault {
                // Positions of a folder are added to the plan, where the user has not written them.
                let key = if openings.is_some() { "openings" } else { "positions" };
                let size = plan.axes.iter().zip(&places).find(|(axis, _)| axis.name() == "size");
                let is_set = size.is_some();
                let drawn = openings.map(|(place, _)| place).or(positions);
                let place = size.map(|(_, place)| place.clone()).or(drawn).unwrap_or(whole);
                return (place, PlanFault::OpeningSize { key, given, board, is_set });
            }
            let labels = plan.axes.iter().zip(plan.labels(combination));
            let values: Vec<_> =
                labels.map(|(axis, label)| format!("{} = {label}", key_of(&axis.name()))).collect();
            // What varies is where the fault is most likely; else the last thing that was set.
            let place = places.last().cloned().unwrap_or(whole);
            (place, PlanFault::Combination { values: values.join(", "), fault: Box::new(fault) })
        })?;
        Ok(plan)
    }
}

/// The players of a list of minds, or of a table of names and minds.
fn players(value: &Spanned<DeValue<'_>>) -> Result<Vec<Entrant>, Fault> {
    let mind = |key: &str, value: &Spanned<DeValue<'_>>| {
        let text = value.get_ref().as_str().ok_or_else(|| kind(key, value, "a mind"))?;
        let mind = text.parse::<BrainSpec>();
        let mind = mind.map_err(|error| (value.span(), AxisError::from(error).into()))?;
        Ok(mind.with_origin(Origin::File))
    };
    match value.get_ref() {
        DeValue::Array(list) => {
            let players = list.iter().map(|value| {
                let mind = mind("a player", value)?;
                Ok(Entrant { name: mind.to_string(), mind })
            });
            players.collect()
        }
        DeValue::Table(table) => {
            let players = table.iter().map(|(key, value)| {
                let name: &str = key.get_ref().as_ref();
                let name = name.trim();
                if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
                    return Err((key.span(), PlanFault::PlayerName(excerpt(name, 60))));
                }
                Ok(Entrant { name: name.to_owned(), mind: mind(name, value)? })
            });
            players.collect()
        }
        _ => Err(kind("players", value, "a list of minds, or a table of lines NAME = \"MIND\"")),
    }
}

fn unknown(name: &str) -> PlanFault {
    let keys = || KEYS.into_iter().chain(axis_names()).filter(|key| !QUIRKS.contains(key));
    let near = suggestion(name, KEYS.into_iter().chain(axis_names()));
    let known = keys().map(|key| key.replace('-', "_")).collect::<Vec<_>>().join(", ");
    PlanFault::Key {
        given: excerpt(name, 60),
        near: near.replace('-', "_"),
        known: known + ", the quirks, black.NAME and white.NAME",
    }
}

/// The keys that a table of a mind may have.
fn mind_keys() -> impl Iterator<Item = &'static str> {
    let params = BRAINS.iter().flat_map(|brain| brain.params.iter().map(|param| param.name));
    ["mind"].into_iter().chain(params)
}

fn kind(key: &str, value: &Spanned<DeValue<'_>>, allowed: &str) -> Fault {
    let given = match text_of(value.get_ref()) {
        Some(text) => {
            // A number is repeated as it is written.
            let text = value.get_ref().as_float().map_or(text, |number| number.as_str().to_owned());
            format!("'{}'", excerpt(&text, 60))
        }
        None => {
            let what = value.get_ref().type_str();
            let article = if what.starts_with(['a', 'i']) { "an" } else { "a" };
            format!("{article} {what}")
        }
    };
    (value.span(), PlanFault::Kind { key: key.to_owned(), given, allowed: allowed.to_owned() })
}

/// A whole number.
fn whole(key: &str, value: &Spanned<DeValue<'_>>, least: u64, most: u64) -> Result<u64, Fault> {
    let number = value.get_ref().as_integer().and_then(|number| {
        let digits: String = number.as_str().chars().filter(|digit| *digit != '_').collect();
        u64::from_str_radix(&digits, number.radix()).ok()
    });
    let allowed = || kind(key, value, &format!("a whole number from {least} to {most}"));
    number.filter(|number| (least..=most).contains(number)).ok_or_else(allowed)
}

/// A plain value as text.
fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            let digits: String = number.as_str().chars().filter(|digit| *digit != '_').collect();
            i64::from_str_radix(&digits, number.radix())
                .ok()
                .map(|number| number.to_string())
                .or(Some(digits))
        }
        DeValue::Float(number) => {
            let digits: String = number.as_str().chars().filter(|digit| *digit != '_').collect();
            Some(digits.parse::<f64>().map_or(digits, number_text))
        }
        DeValue::Boolean(on) => Some(on.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// The values of a key, one or a list, each with its place.
fn texts(key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<(String, Place)>, Fault> {
    let one = |value: &Spanned<DeValue<'_>>| {
        let text =
            text_of(value.get_ref()).ok_or_else(|| kind(key, value, "a text, a number or a list of them"));
        text.map(|text| (text, value.span()))
    };
    match value.get_ref() {
        DeValue::Array(list) if list.is_empty() => Err((value.span(), PlanFault::Empty(key.to_owned()))),
        DeValue::Array(list) => list.iter().map(one).collect(),
        _ => Ok(vec![one(value)?]),
    }
}

#[cfg(test)]
mod tests;
