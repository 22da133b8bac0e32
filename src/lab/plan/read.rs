//! Reading a plan in TOML.

use super::design::{Combinations, MOST_POINTS, Sampling};
use super::error::{PlanError, PlanFault};
use super::measure::{GameNumbers, MOST_TICKS, PlanMeasure, RowMeasure, Times};
use super::tournament::{Entrant, MOST_PLAYERS, Pairing, Tournament};
use super::{MOST_ROWS, Plan, QUIRKS, position};
use crate::brain::{BrainSpec, Origin};
use crate::go::Setup;
use crate::lab::axis::names as axis_names;
use crate::lab::statistics::Sprt;
use crate::lab::{Axis, AxisError};
use crate::notation::{excerpt, suggestion};
use crate::sim::{Check, MOST_OPENING_PLIES};
use std::mem;
use std::ops::Range;
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
    design: Option<(Place, Sampling, u64)>,
    tournament: TournamentKeys,
    /// The folder of openings.
    openings: Option<(Place, String)>,
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
        trust: None,
    };
    let mut reader = Reader {
        plan,
        places: Vec::new(),
        design: None,
        tournament: TournamentKeys::default(),
        openings: None,
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
            let Some((_, prefix)) = TABLES.iter().find(|(table, _)| *table == name) else {
                return Err((place, unknown(name)));
            };
            for (inner, value) in table {
                let word: &str = inner.get_ref().as_ref();
                let full = match word {
                    // `[black]` with `mind = …`, `[rules]` with `preset = …`.
                    "mind" if prefix.ends_with('.') => name.to_owned(),
                    "preset" if name == "rules" => name.to_owned(),
                    _ => format!("{prefix}{word}"),
                };
                self.axis(&full, inner.span(), value)?;
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
            "positions" => self.positions(value)?,
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
                    if self.plan.measures.contains(&measure) {
                        return Err((place, PlanFault::MeasureTwice(text)));
                    }
                    self.plan.measures.push(measure);
                }
            }
            "seed" if value.get_ref().as_integer().is_some() => {
                self.plan.seed = whole(name, value, 0, i64::MAX as u64)?;
            }
            _ => self.axis(name, place, value)?,
        }
        Ok(())
    }

    fn axis(&mut self, name: &str, place: Place, value: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        let known = axis_names().any(|known| known.replace('-', "_") == name.replace('-', "_"));
        if !known && !name.contains('.') {
            return Err((place, unknown(name)));
        }
        let texts = texts(name, value)?;
        // A value is refused where it stands.
        for (text, place) in &texts {
            Axis::new(name, [&**text], true).map_err(|error| (place.clone(), error.into()))?;
        }
        let mut axis = Axis::new(name, texts.iter().map(|(text, _)| &**text), true)
            .map_err(|error| (value.span(), error.into()))?;
        axis.set_minds(|mind| mind.clone().named_by(Origin::File));
        if let Some(other) = self.plan.axes.iter().find(|other| other.clashes_with(&axis)) {
            return Err((place, PlanFault::Twice(other.name(), axis.name())));
        }
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
            let other = self.plan.axes[at].name();
            return Err((self.places[at].clone(), PlanFault::Twice("players".to_owned(), other)));
        }
        if self.plan.games % 2 == 1 {
            return Err((games, PlanFault::OddGames(self.plan.games)));
        }
        if let Some(place) = kept {
            return Err((place, PlanFault::KeptColours));
        }
        if let Some((place, ..)) = &self.design {
            return Err((place.clone(), PlanFault::SampledPlayers));
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
        let Self { mut plan, places, design, openings, .. } = self;
        if let Some((place, folder)) = openings.filter(|_| plan.positions.is_empty()) {
            let moves = Some(plan.open).filter(|moves| *moves > 0);
            return Err((place, PlanFault::Openings { folder, moves }));
        }
        let whole = 0..end.min(1);
        plan.combinations = match design {
            Some((place, how, points)) => Combinations::sample(&plan.axes, how, points, plan.seed)
                .map_err(|error| (place, error.into()))?,
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
            let labels = plan.axes.iter().zip(plan.labels(combination));
            let values: Vec<_> = labels.map(|(axis, label)| format!("{} = {label}", axis.name())).collect();
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
        Ok(mind.named_by(Origin::File))
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

fn kind(key: &str, value: &Spanned<DeValue<'_>>, allowed: &str) -> Fault {
    let given = match text_of(value.get_ref()) {
        Some(text) => format!("'{}'", excerpt(&text, 60)),
        None => format!("a {}", value.get_ref().type_str()),
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
            Some(digits.parse::<f64>().map_or(digits, |number| number.to_string()))
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
mod tests {
    use super::*;
    use crate::go::ByColor;

    fn plan(text: &str) -> Plan {
        Plan::read(text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn rows_go_through_all_combinations_before_any_is_repeated() {
        let plan = plan("seed = 7\ngames = 3\nsize = \"5:2:9\"\nblack = [\"random\", \"sensible\"]\n");
        assert_eq!((plan.combinations(), plan.rows()), (6, 18));
        let games: Vec<_> = (0..6).map(|row| plan.game(row).expect("a game").setup).collect();
        let told: Vec<_> = games.iter().map(|game| format!("{} {}", game.size, game.brains.black)).collect();
        assert_eq!(
            told,
            ["5x5 random", "5x5 sensible", "7x7 random", "7x7 sensible", "9x9 random", "9x9 sensible"]
        );
        let again = plan.game(6).expect("a game").setup;
        assert_eq!((again.size, again.seed, again.game), (games[0].size, 7, 6));
    }

    #[test]
    fn pairs_open_alike_and_change_colours() {
        let plan = plan("games = 4\nopen = 6\nalternate = true\nsize = [5, 7]\nblack = \"random\"\n");
        let game = |row| plan.game(row).expect("a game");
        let (one, other) = (game(1), game(3));
        assert_eq!((one.swapped, other.swapped), (false, true));
        assert_eq!(one.setup.opening, other.setup.opening);
        assert_eq!(one.setup.size, other.setup.size);
        assert_eq!(other.setup.brains.white.name(), "random");
        assert_ne!(one.setup.opening, game(5).setup.opening);
    }

    #[test]
    fn rules_quirks_heat_and_parameters_of_minds_vary() {
        let plan = plan(
            "games = 1\nrules = \"netlogo-2016\"\nsize = 5\n[quirks]\neye_taboo = [true, false]\n\
             [heat]\nrate = [0.5, 0.25]\ndecay = \"none\"\n[black]\nmind = \"swarm\"\nradius = \"2:1:4\"\n",
        );
        assert_eq!(plan.combinations(), 12);
        let setup = plan.game(11).expect("a game").setup;
        assert_eq!(setup.quirks().expect("quirks").to_string(), "-eye_taboo");
        assert_eq!((setup.heat.rate, setup.heat.keep), (0.25, false));
        assert_eq!(setup.brains.black.to_string(), "swarm:radius=4");
        assert_eq!(setup.brains.white.name(), "netlogo");
    }

    #[test]
    fn a_sample_has_as_many_combinations_as_points() {
        for design in ["sobol:16", "latin:16"] {
            let plan = plan(&format!(
                "games = 2\ndesign = \"{design}\"\nsize = \"5..9\"\nkomi = \"0.0..10.0\"\nblack = [\"random\", \"sensible\"]\n"
            ));
            assert_eq!((plan.combinations(), plan.rows()), (16, 32));
            let games: Vec<_> = (0..16).map(|row| plan.game(row).expect("a game").setup).collect();
            assert!((5..=9).all(|side| games.iter().any(|game| game.size.width() == side)), "{design}");
            assert!(games.iter().all(|game| (0.0..=10.0).contains(&game.rules.komi)));
            assert_eq!(games.iter().filter(|game| game.brains.black.name() == "random").count(), 8);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_column() {
        for (text, says) in [
            ("seed = 5\nsise = 7\n", "line 2, column 1: a plan has no key 'sise'; nearest: 'size'"),
            ("games = 0\n", "line 1, column 9: games is a whole number from 1 to 1000000000, and not '0'"),
            ("games = \"many\"\n", "not 'many'"),
            ("size = [5, 0]\n", "line 1, column 12: '0' is not a value of size"),
            ("size = []\n", "an empty list"),
            ("size = \"9:2:5\"\n", "a range is first:step:last"),
            ("size = \"5..9\"\n", "for sampled designs"),
            ("black = \"nobody\"\n", "line 1, column 9"),
            ("black = \"random\"\n\"black.radius\" = 3\n", "black = random, black.radius = 3: "),
            (
                "measures = [\"winer\"]\n",
                "line 1, column 13: nothing called 'winer' is measured; nearest: 'winner'",
            ),
            ("measures = [\"winner\", \"winner\"]\n", "twice"),
            ("design = \"sobol\"\n", "sobol:POINTS"),
            ("design = \"sobol:999999\"\n", "1 to 65536"),
            ("minds = \"random\"\nblack = \"random\"\n", "minds and black set the same"),
            ("ko = \"simple\"\nrules = \"netlogo-2016\"\n", "their quirks decide"),
            ("[quirks]\neye_taboo = true\n", "no quirks"),
            ("[nonsense]\na = 1\n", "no key 'nonsense'"),
            ("seed = \n", "line 1, column"),
            ("open = 99\n", "from 0 to 60"),
            ("games = 1000000000\nseed = [1, 2]\nsize = \"1:1:1000\"\n", "more than 1000000000000 rows"),
            ("size = 1024\nrules = \"netlogo-2016\"\n", "too large"),
        ] {
            let said = Plan::read(text).expect_err(text).to_string();
            assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn players_meet_in_pairs_of_games_with_colours_changed() {
        let plan = plan(
            "games = 4\nopen = 4\nsize = [5, 7]\n[players]\nzoe = \"random\"\nabe = \"sensible\"\nbob = \"swarm\"\n",
        );
        assert_eq!((plan.combinations(), plan.rows(), plan.alternates()), (6, 24, true));
        let seats = |row| {
            let game = plan.game(row).expect("a game");
            let (first, second) = plan.players(plan.place(row).0).expect("players");
            let names = plan.tournament().expect("a tournament").players();
            let ByColor { black, white } = game.setup.brains;
            format!("{}-{} {} {black} {white}", names[first].name, names[second].name, game.setup.size)
        };
        assert_eq!(seats(0), "zoe-abe 5x5 random sensible");
        assert_eq!(seats(3), "zoe-bob 7x7 random swarm");
        assert_eq!(seats(4), "abe-bob 5x5 sensible swarm");
        assert_eq!(seats(10), "abe-bob 5x5 swarm sensible");
        let opening = |row| plan.game(row).expect("a game").setup.opening;
        assert_eq!(opening(4), opening(10));
        assert_ne!(opening(4), opening(16));
        let text = plan.canonical();
        assert!(text.contains("players = zoe = random, abe = sensible, bob = swarm\n"), "{text}");
        assert!(text.contains("measures = thinking\n") && text.contains("pairing = round-robin\n"), "{text}");
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let gauntlet = plan(
            "games = 2\npairing = \"gauntlet\"\nplayers = [\"swarm\", \"random\", \"sensible\", \"liberties\"]\n",
        );
        let pairs: Vec<_> = (0..gauntlet.combinations()).map(|at| gauntlet.players(at)).collect();
        assert_eq!(pairs, [Some((0, 1)), Some((0, 2)), Some((0, 3))]);
        let all = plan("games = 2\nplayers = [\"swarm\", \"random\", \"sensible\", \"liberties\"]\n");
        assert_eq!(all.combinations(), 6);
        assert_ne!(all.hash(), gauntlet.hash());
    }

    #[test]
    fn pairs_of_games_begin_with_positions_in_turn() {
        let plan = plan(
            "games = 6\nsize = 2\nopen = 9\npositions = [\"w X./..\", \"b .X/O.\"]\nplayers = [\"random\", \"sensible\"]\n",
        );
        let start = |row| plan.game(row).expect("a game").setup.start.expect("a position").to_string();
        assert_eq!(
            (0..6).map(start).collect::<Vec<_>>(),
            ["X .\n. .\n", "X .\n. .\n", ". X\nO .\n", ". X\nO .\n", "X .\n. .\n", "X .\n. .\n"]
        );
        assert_eq!((plan.open(), plan.game(0).expect("a game").setup.opening.plies), (0, 0));
        assert!(plan.canonical().contains("positions = 2 "), "{}", plan.canonical());
        for (text, says) in [
            ("size = 3\npositions = [\"w X./..\"]\n", "3x3"),
            ("size = 2\npositions = [\"w X./..\", \"b ...\"]\n", "position 2 is 3x1, and the first is 2x2"),
            ("size = 2\npositions = [\"X./..\"]\n", "line 2, column 14: 'X./..' is no position"),
            ("size = 2\nopenings = \"games\"\n", "line 2, column 12: openings = \"games\" is read by"),
        ] {
            let said = Plan::read(text).expect_err(text).to_string();
            assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_tournament_is_named() {
        for (text, says) in [
            ("players = [\"random\"]\n", "line 1, column 1: 1 players: a tournament has 2 to 100"),
            ("players = [\"random\", \"nobody\"]\n", "line 1, column 22: no brain 'nobody'"),
            ("players = [\"random\", \"random\"]\n", "two players are called 'random'"),
            ("players = \"random\"\n", "players is a list of minds, or a table"),
            ("players = [\"random\", \"swarm\"]\nblack = \"swarm\"\n", "players and black set the same"),
            (
                "players = [\"random\", \"swarm\"]\n\"black.radius\" = 3\n",
                "players and black.radius set the same",
            ),
            ("games = 5\nplayers = [\"random\", \"swarm\"]\n", "line 1, column 9: players play each opening"),
            ("alternate = false\nplayers = [\"random\", \"swarm\"]\n", "leave alternate out"),
            ("design = \"latin:4\"\nplayers = [\"random\", \"swarm\"]\n", "leave design out"),
            (
                "pairing = \"swiss\"\nplayers = [\"random\", \"swarm\"]\n",
                "round-robin or gauntlet, and not 'swiss'",
            ),
            ("pairing = \"gauntlet\"\n", "line 1, column 1: pairing is for tournaments"),
            ("sprt = \"elo0=0,elo1=5\"\n", "sprt is for tournaments"),
            (
                "sprt = \"elo0=5,elo1=5\"\nplayers = [\"random\", \"swarm\"]\n",
                "sprt: elo0 is 5 and elo1 is 5",
            ),
            (
                "sprt = \"elo0=0,elo1=5\"\nplayers = [\"random\", \"swarm\", \"sensible\"]\n",
                "compares two players, and there are 3",
            ),
            ("[players]\na = 3\nb = \"swarm\"\n", "line 2, column 5: a is a mind, and not '3'"),
            ("[players]\n\"\" = \"random\"\nb = \"swarm\"\n", "no name of a player"),
        ] {
            let said = Plan::read(text).expect_err(text).to_string();
            assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn two_plans_differ_in_what_is_told() {
        let one = plan("games = 5\nsize = [5, 7]\nmeasures = [\"captures\"]\n");
        let other = plan("# the same\nsize = [5, 7]\nmeasures = [\"captures\"]\ngames = 5\n");
        assert_eq!((one.difference(&other.canonical()), one.hash()), (None, other.hash()));
        let other = plan("games = 5\nsize = [5, 9]\nmeasures = [\"captures\"]\n");
        assert_eq!(one.difference(&other.canonical()).as_deref(), Some("size 5, 9, not 5, 7"));
    }
}
