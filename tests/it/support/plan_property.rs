//! Property test of texts given to the laboratory, as a plan or in another place. Shared by ordinary tests
//! and the fuzz target.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;
use stonefield_go::notation::{CsvTable, cell};
use stonefield_lab::plan::{MAX_PLAYERS, PlanFault, PlanText, positions_line};
use stonefield_lab::statistics::Sprt;
use stonefield_lab::{Axis, Plan, PlanError, ReportCondition, RowLayout, Study, TunedParam};
use stonefield_minds::{BrainSpec, Trust};
use stonefield_sim::GameSetup;

/// Largest number of rows of a plan, as documented.
const MAX_ROWS: u64 = 1_000_000_000_000;

/// Number of combinations, and of rows, of a plan that are checked from the first on. Later ones: a few.
const LOOKED_AT: u64 = 40;

/// File that would exist if an engine of a generated plan was started.
#[must_use]
pub fn trace() -> PathBuf {
    std::env::temp_dir().join("stonefield-plan-trace")
}

/// Reads a text as a plan or, if it does not look like one, as the laboratory's other texts. Checks that it
/// is read or refused in one line, that written text reads back the same, and that no engine is started.
///
/// # Panics
/// When a check fails.
pub fn holds(text: &str) {
    match Plan::read(text) {
        Ok(plan) => of_plan(text, &plan),
        Err(error) => {
            of_error(text, &error);
            if text.lines().nth(1).is_none() || text.starts_with('{') {
                others(text);
            }
            if text.contains(';') {
                table(text);
            }
        }
    }
    assert!(!trace().exists(), "a plan that is read starts no engine");
}

/// Checks that a refusal is one line and names a position in the text. If the fault is in the openings, also
/// reads the text with a position before it.
fn of_error(text: &str, error: &PlanError) {
    is_plain(error);
    let lines = text.matches('\n').count() + 1;
    assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
    if matches!(error.fault, PlanFault::Openings { .. }) {
        let positions = "positions = [\"b ..../..../..../....\"]\n";
        match Plan::read(&format!("{positions}{text}")) {
            Ok(plan) => assert_eq!((plan.positions().len(), plan.open()), (1, 0)),
            Err(error) => is_plain(&error),
        }
    }
}

fn of_plan(text: &str, plan: &Plan) {
    assert_eq!(plan.source(), text);
    // A sampled plan takes some 80 MB, so it is dropped as soon as possible.
    let again = Plan::read(text).map(|again| (again.canonical(), again.hash()));
    let canonical = plan.canonical();
    assert_eq!(again, Ok((canonical.clone(), plan.hash())));
    assert_eq!(plan.difference(&canonical), None);
    assert!(!canonical.contains('\r') && canonical.lines().all(|line| line.contains(" = ")), "{canonical:?}");
    let rows = plan.rows();
    assert!((1..=MAX_ROWS).contains(&rows), "{rows} rows");
    let names: Vec<_> = plan.axes().iter().map(Axis::name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    columns(plan);
    if let Some(tournament) = plan.tournament() {
        assert!((2..=MAX_PLAYERS).contains(&tournament.players().len()));
        for player in tournament.players() {
            assert_one_line(&player.name);
        }
        assert!(plan.alternates() && plan.games().is_multiple_of(2));
    }
    if let Some(sprt) = plan.sprt() {
        assert_eq!(sprt.to_string().parse().as_ref(), Ok(sprt));
    }
    let positions = positions_line(plan.positions());
    if !plan.positions().is_empty() {
        let again = Plan::read(&format!("games = 2\n{positions}"));
        match again {
            Ok(again) => assert_eq!(again.positions(), plan.positions()),
            // The plan may have another size or other rules than the default ones.
            Err(error) => is_plain(&error),
        }
    }
    let count = plan.combinations();
    for combination in (0..count.min(LOOKED_AT)).chain(count.checked_sub(1)) {
        let labels = plan.labels(combination);
        assert_eq!(labels.len(), plan.axes().len());
        assert_eq!(plan.players(combination).is_some(), plan.tournament().is_some());
    }
    for row in (0..rows.min(LOOKED_AT)).chain([rows / 2, rows - 1]) {
        let (combination, repetition) = plan.place(row);
        assert!(combination < count && repetition < plan.games());
        match plan.game(row) {
            Ok(game) => {
                assert_eq!(game.setup.game, row);
                assert!(game.max_ticks >= 1);
                if game.setup.check().is_ok() {
                    for (_, mind) in game.setup.brains.iter() {
                        mind_reads_back(mind);
                    }
                }
            }
            Err(error) => is_plain(&error),
        }
    }
    if let Some(mind) = plan.unrepeatable() {
        assert_one_line(&mind.to_string());
    }
    if let Err((mind, demand)) = plan.clone().admitted(&Trust::default()) {
        assert_one_line(&mind.to_string());
        demand.iter().for_each(is_plain);
    }
    edited(text, plan);
}

/// Checks that a store accepts the columns of a plan: valid names, each once.
fn columns(plan: &Plan) {
    for (table, columns) in RowLayout::of(plan).columns() {
        let mut names = BTreeSet::new();
        for column in columns {
            let is_plain = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_');
            let name = &column.name;
            assert!(!name.is_empty() && name.len() <= 100 && name.bytes().all(is_plain), "{name:?}");
            assert!(names.insert(name.clone()), "{} has {name} twice", table.name());
        }
    }
}

/// Checks that a change of one key of a plan changes nothing else, and that a set-up given to it is played
/// or refused.
fn edited(text: &str, plan: &Plan) {
    let mut written = PlanText::new(text);
    assert!(written.is_toml(), "what is read as a plan can be edited");
    assert_eq!(written.text(), text);
    written.set("games", "6");
    match Plan::read(written.text()) {
        Ok(other) => {
            assert_eq!(other.games(), 6);
            let without = |plan: &Plan| -> Vec<String> {
                let canonical = plan.canonical();
                canonical.lines().filter(|line| !line.starts_with("games = ")).map(str::to_owned).collect()
            };
            assert_eq!(without(&other), without(plan));
        }
        // With six games per combination, the plan can have too many rows.
        Err(error) => assert_eq!(error.fault, PlanFault::TooManyRows, "{error}"),
    }
    let Ok(game) = plan.game(0) else { return };
    if plan.tournament().is_some() {
        return;
    }
    let mut written = PlanText::new(text);
    written.set_up(&game.setup);
    match Plan::read(written.text()) {
        Ok(other) => {
            let played = other.game(0).expect("a plan that is read has a first game").setup;
            let of = |setup: &GameSetup| {
                (
                    setup.size,
                    setup.rules,
                    setup.heat,
                    setup.handicap,
                    setup.dead,
                    setup.opening.fill,
                    setup.seed,
                )
            };
            assert_eq!(of(&played), of(&game.setup), "{}", written.text());
        }
        Err(error) => is_plain(&error),
    }
}

fn mind_reads_back(mind: &BrainSpec) {
    let said = mind.to_string();
    assert_one_line(&said);
    assert_eq!(said.parse().as_ref(), Ok(mind), "{said}");
}

/// Reads a text in the formats of the laboratory's flags and files.
fn others(text: &str) {
    let line = text.lines().next().unwrap_or_default();
    match line.parse::<Sprt>() {
        Ok(sprt) => assert_eq!(sprt.to_string().parse().as_ref(), Ok(&sprt), "{sprt}"),
        Err(error) => is_plain(&error),
    }
    match line.parse::<ReportCondition>() {
        Ok(condition) => {
            assert_eq!(condition.to_string().parse().as_ref(), Ok(&condition), "{condition}");
        }
        Err(error) => is_plain(&error),
    }
    match line.parse::<Axis>() {
        Ok(axis) => {
            let texts = axis.texts();
            let again = Axis::new(&axis.name(), texts.iter().map(String::as_str), false);
            assert_eq!(again.map(|again| again.texts()), Ok(texts), "{}", axis.name());
        }
        Err(error) => is_plain(&error),
    }
    for mind in ["swarm", "mcts", "random"] {
        let mind: BrainSpec = mind.parse().expect("a mind");
        match TunedParam::read(line, &mind) {
            Ok(param) => assert_eq!(TunedParam::read(&param.to_string(), &mind).as_ref(), Ok(&param)),
            Err(error) => is_plain(&error),
        }
    }
    if let Some(study) = Study::read(text.as_bytes()) {
        assert_eq!(Study::read(study.to_text().as_bytes()), Some(study));
    }
}

/// Writes a text as a table. Checks that it reads back, and that no field is a formula.
fn table(text: &str) {
    // For readers of a table the byte order mark does not belong to the first field.
    let fields: Vec<&str> = text.trim_start_matches('\u{feff}').split([';', '\n']).take(40).collect();
    let width = 1 + fields.len() % 5;
    let rows: Vec<&[&str]> = fields.chunks_exact(width).collect();
    let mut table = CsvTable::new(Vec::new());
    for row in &rows {
        table.line(*row).expect("memory");
    }
    let bytes = table.finish().expect("memory");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*bytes);
    let read: Vec<_> = reader.records().map(|row| row.expect("a line")).collect();
    assert_eq!(read.len(), rows.len());
    for (read, row) in read.iter().zip(&rows) {
        assert_eq!(read.len(), width);
        for (field, text) in read.iter().zip(*row) {
            let begins = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
            assert!(!begins || field.parse::<f64>().is_ok(), "{field:?}");
            assert!(field == cell(text) && (field == *text || field.strip_prefix('\'') == Some(text)));
        }
    }
}

/// Checks that a refusal is one line without control characters.
fn is_plain(error: &impl Display) {
    assert_one_line(&error.to_string());
}

fn assert_one_line(told: &str) {
    assert!(!told.is_empty() && !told.contains(char::is_control), "{told:?}");
}

/// Keys of a plan, each with valid and invalid values, as TOML.
const KEYS: &[(&str, &[&str])] = &[
    ("seed", &["5", "[1, 2]", "\"0..9\"", "-1", "9223372036854775807", "9223372036854775808", "\"1:1:3\""]),
    ("games", &["2", "1", "100", "0", "1000000000", "1_0", "0x10", "2.0", "\"2\""]),
    ("size", &["5", "[4, 5]", "\"4x6\"", "\"2:1:19\"", "\"4..9\"", "52", "1", "\"9x\"", "[5, \"5\"]", "[]"]),
    (
        "rules",
        &["\"chinese\"", "[\"japanese\", \"aga\"]", "\"netlogo-2016\"", "\"atari-go\"", "\"x\\u001b\""],
    ),
    (
        "komi",
        &["7.5", "[0, 0.5]", "\"0:0.5:9\"", "\"-3..3\"", "nan", "inf", "1e308", "\"x\"", "-0.0", "1e-320"],
    ),
    ("ko", &["\"simple\"", "[\"none\", \"positional\"]", "\"no\""]),
    ("suicide", &["true", "[true, false]", "\"allowed\"", "1"]),
    ("scoring", &["\"area\"", "\"territory\"", "\"stones-and-captures\""]),
    ("stones_each", &["\"none\"", "4", "[0, 4294967295]", "-1", "\"1:1:9000\""]),
    ("handicap", &["0", "2", "[2, 9]", "1"]),
    ("fill", &["0.3", "[0, 0.9]", "\"0..0.5\"", "1", "nan", "1e-300"]),
    ("dead", &["\"played\"", "[\"proved\", \"estimated\"]"]),
    ("heat_rate", &["0.1", "\"0:0.01:1\"", "\"0..1\"", "7", "1e-45"]),
    ("heat_neighbours", &["8", "[4, 8]", "6"]),
    ("heat_decay", &["\"none\"", "0.5", "\"0..1\"", "-1"]),
    ("quirk", &["\"eye_taboo\"", "[\"eye_taboo\", \"none\"]", "\"all\""]),
    ("eye_taboo", &["true", "[true, false]", "\"on\""]),
    ("minds", &["\"random\"", "[\"random\", \"sensible\"]", "\"swarm:radius=2\""]),
    (
        "black",
        &[
            "\"random\"",
            "\"swarm\"",
            "\"mcts:playouts=5\"",
            "\"human\"",
            "\"gtp:[touch TRACE]\"",
            "\"mix:a=random\"",
            "\"x\\n\"",
        ],
    ),
    (
        "white",
        &[
            "\"random\"",
            "[\"swarm:radius=2\", \"swarm:radius=3\"]",
            "\"negamax:depth=1\"",
            "\"gtp:[touch TRACE],timeout=1\"",
        ],
    ),
    ("\"black.radius\"", &["2", "[2, 3]", "\"1..3\"", "\"1:1:4\"", "0.5"]),
    ("\"minds.spread\"", &["1", "[1, 2.5]", "\"0..5\"", "\"0:0.001:5\""]),
    ("\"white.x\\ny\"", &["1"]),
    ("\"black.RADIUS\"", &["1"]),
    ("design", &["\"all\"", "\"sobol:8\"", "\"latin:5\"", "\"sobol:65536\"", "\"sobol:0\"", "\"latin: 3 \""]),
    ("alternate", &["true", "false", "1"]),
    ("open", &["4", "0", "60", "4294967295", "-1"]),
    ("max_ticks", &["20", "1", "1000000000000", "0"]),
    ("stones", &["5", "1000000000000", "0"]),
    ("check", &["\"every\"", "\"sample\"", "\"off\"", "\"x\""]),
    ("description", &["\"x\\u001b\"", "\"\"", "'''\na\n'''", "1"]),
    (
        "measures",
        &[
            "[\"captures\"]",
            "[\"score@10\", \"groups\", \"groups@3\"]",
            "\"cluster_sizes@2\"",
            "[\"winner\", \"winner\"]",
            "[\"thinking\", \"stones@0\"]",
            "\"\\u0007\"",
        ],
    ),
    (
        "players",
        &[
            "[\"random\", \"sensible\"]",
            "{ a = \"random\", b = \"swarm\" }",
            "[\"random\"]",
            "{ \"x\\ny\" = \"random\" }",
            "[\"random\", \"random\"]",
            "{ a = \"random\", b = \"random\", \"c, d\" = \"gtp:[touch TRACE]\" }",
        ],
    ),
    ("pairing", &["\"round-robin\"", "\"gauntlet\"", "\"x\""]),
    (
        "sprt",
        &["\"elo0=0,elo1=20\"", "\"elo0=0,elo1=1e308,alpha=1e-300\"", "\"elo0=5,elo1=0\"", "\"\\u0000\""],
    ),
    ("openings", &["\"records\"", "\"/\\n\"", "1"]),
    (
        "positions",
        &[
            "[\"b .X./O../...\"]",
            "[\"w ../..\", \"b ../..\"]",
            "[\"b ../..\", \"b .../.../...\"]",
            "\"x\"",
            "[\"b XX/XX\"]",
        ],
    ),
    ("nothing", &["1", "\"\"", "1979-05-27"]),
    ("heat", &["{ rate = 0.2 }", "{ x = 1 }"]),
];

/// Table headers.
const TABLES: &[&str] = &[
    "heat",
    "quirks",
    "rules",
    "black",
    "white",
    "minds",
    "players",
    "x",
    "\"\\u001b\"",
    "heat.rate",
    "[heat]",
];

/// Builds a plan from a list of choices. Any bytes give a plan, most of them one that is nearly valid.
#[must_use]
pub fn plan(choices: &[u8]) -> String {
    let mut choices = choices.iter().copied();
    let mut text = String::new();
    while let Some(choice) = choices.next() {
        let number = |choice: Option<u8>| usize::from(choice.unwrap_or(0));
        match choice {
            0..=239 => {
                let (key, values) = KEYS[usize::from(choice) % KEYS.len()];
                let value = values[number(choices.next()) % values.len()];
                text += &format!("{key} = {value}\n");
            }
            240..=247 => text += &format!("[{}]\n", TABLES[number(choices.next()) % TABLES.len()]),
            248..=250 => text += "mind = \"swarm\"\nradius = [1, 2]\n",
            251 => text += "# \u{1b}\n",
            252 => text += "preset = \"netlogo-2016\"\nrate = 0.5\n",
            253 => text.truncate(text.trim_end().len()),
            _ => text += "\r\n",
        }
    }
    text.replace("TRACE", &trace().display().to_string())
}
