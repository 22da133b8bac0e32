//! Exports and the report page of a store, read by other programs.

use crate::support::program::{err, out, refused, run_command, stonefield};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use stonefield_lab::export::{ExportFormat, export};
use stonefield_lab::store::{ResultStore, StoreTable};
use stonefield_lab::{Laboratory, Plan, PlayedRow, RowListener, RunSettings, write_report_page};
use stonefield_testing::scratch::Scratch;
use stonefield_testing::{require, skip};

/// Plan with rows in every table and some missing values: a mind without playouts has none.
const PLAN: &str = "seed = 5\ngames = 6\nalternate = true\nsize = [5, 7]\nblack = [\"random\", \"sensible\"]\nstones = 20\n\
measures = [\"captures\", \"playouts\", \"score@5\", \"stones@10\", \"cluster_sizes\", \"avalanches\"]\n";

/// Stops after a number of games.
struct Until(u64);

impl RowListener for Until {
    fn row(&mut self, _: PlayedRow) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Plays a plan into a store with `threads` threads, in parts of `go` games.
fn play(plan: &str, path: &Path, threads: usize, go: u64) {
    let plan = Plan::read(plan).expect("a plan");
    let rows = plan.rows();
    loop {
        let mut laboratory = Laboratory::open(plan.clone(), path, false).expect("a store");
        let settings = RunSettings { threads, ..RunSettings::default() };
        laboratory.play(&settings, &mut Until(go)).expect("played");
        let committed = laboratory.store().committed();
        laboratory.close().expect("written");
        if committed == rows {
            return;
        }
    }
}

fn exported(path: &Path, table: StoreTable, format: ExportFormat) -> Vec<u8> {
    let store = ResultStore::look(path).expect("a store");
    let mut bytes = Vec::new();
    export(&store, table, format, &mut bytes).expect("exported");
    bytes
}

/// Output of a script of `tests/clients/readers`.
fn python(script: &str, args: &[&str]) -> String {
    let script = format!("{}/tests/clients/readers/{script}", env!("CARGO_MANIFEST_DIR"));
    let (code, printed, errors) =
        run_command(Command::new("python3").arg(script).args(args).stdin(Stdio::null()));
    assert_eq!(code, Some(0), "{args:?}: {errors}");
    printed
}

/// True if this Python module is installed.
fn has_module(name: &str) -> bool {
    let mut command = Command::new("python3");
    let found = command.args(["-c", &format!("import {name}")]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success()) || skip(&format!("Python has no {name}"))
}

const FORMATS: [(ExportFormat, &str); 5] = [
    (ExportFormat::Csv, "csv"),
    (ExportFormat::Json { machine: false }, "json"),
    (ExportFormat::Parquet, "parquet"),
    (ExportFormat::BehaviorSpaceTable, "table.csv"),
    (ExportFormat::BehaviorSpaceSpreadsheet, "spreadsheet.csv"),
];

/// True if a format can contain a table.
fn has(format: ExportFormat, table: StoreTable) -> bool {
    !matches!(format, ExportFormat::BehaviorSpaceTable | ExportFormat::BehaviorSpaceSpreadsheet)
        || matches!(table, StoreTable::Games | StoreTable::Ticks)
}

#[test]
fn other_programs_read_the_exports() {
    if !require("python3") {
        return;
    }
    let folder = Scratch::new("exports");
    let store = folder.path("games.db");
    play(PLAN, &store, 2, u64::MAX);
    let readers: [(&str, ExportFormat, &str, Option<&str>); 8] = [
        ("csv", ExportFormat::Csv, "csv", None),
        ("json", ExportFormat::Json { machine: false }, "json", None),
        ("behaviorspace", ExportFormat::BehaviorSpaceTable, "table.csv", None),
        ("spreadsheet", ExportFormat::BehaviorSpaceSpreadsheet, "spreadsheet.csv", None),
        ("pyarrow", ExportFormat::Parquet, "parquet", Some("pyarrow")),
        ("duckdb", ExportFormat::Parquet, "parquet", Some("duckdb")),
        ("pandas", ExportFormat::Parquet, "parquet", Some("pandas")),
        ("pandas-csv", ExportFormat::Csv, "csv", Some("pandas")),
    ];
    for (reader, format, end, module) in readers {
        if module.is_some_and(|module| !has_module(module)) {
            continue;
        }
        for table in StoreTable::ALL.into_iter().filter(|table| has(format, *table)) {
            let file = folder.file(&format!("{}.{end}", table.name()), exported(&store, table, format));
            let printed = python(
                "read_export.py",
                &[reader, &folder.plain("games.db"), table.name(), table.key(), &file],
            );
            let rows: u64 = printed.trim().parse().expect("a count");
            assert!(rows >= 24, "{reader}, {}: {rows}", table.name());
        }
    }
}

#[test]
fn values_that_are_missing_are_missing_and_rows_are_in_order() {
    let folder = Scratch::new("order");
    let store = folder.path("games.db");
    play(PLAN, &store, 3, u64::MAX);
    let text = String::from_utf8(exported(&store, StoreTable::Games, ExportFormat::Csv)).expect("text");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().expect("names").clone();
    let at = |name: &str| heads.iter().position(|head| head == name).expect("a column");
    let lines: Vec<_> = reader.records().map(|line| line.expect("a line")).collect();
    let rows: Vec<u64> = lines.iter().map(|line| line[0].parse().expect("a row")).collect();
    assert_eq!(rows, (0..24).collect::<Vec<_>>());
    assert!(lines.iter().all(|line| line[at("fault")].is_empty() && line[at("black_playouts")].is_empty()));
    assert!(
        heads.iter().all(|head| !head.contains("seconds") && !head.contains("thinking")),
        "timing is a table apart"
    );
    let table = String::from_utf8(exported(&store, StoreTable::Ticks, ExportFormat::BehaviorSpaceTable))
        .expect("text");
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines[5], "\"0\",\"6\",\"0\",\"6\"", "the largest board");
    assert!(
        lines[6].starts_with(
            "\"[run number]\",\"combination\",\"repetition\",\"seed\",\"game\",\"size\",\"black\""
        )
    );
    assert!(lines[6].ends_with(
        "\"swapped\",\"[step]\",\"black_score\",\"white_score\",\"black_stones\",\"white_stones\""
    ));
    assert!(lines[7].starts_with("\"1\",\"0\",\"0\",\"5\",\"0\",\"5\",\"random\""), "{}", lines[7]);
    // At tick 5 the score is measured, but not the stones.
    assert!(lines[8].ends_with("\"\",\"\""), "{}", lines[8]);
}

/// NetLogo's layout: runs side by side, settings above, then the results of the measures, then all steps.
#[test]
fn a_spreadsheet_has_its_runs_in_columns() {
    let folder = Scratch::new("spreadsheet");
    let store = folder.path("games.db");
    let plan =
        "seed = 5\ngames = 2\nsize = [4, 5]\nblack = \"random\"\nmeasures = [\"score@5\", \"captures\"]\n";
    play(plan, &store, 1, u64::MAX);
    let lines = |table| {
        let text = exported(&store, table, ExportFormat::BehaviorSpaceSpreadsheet);
        let text = String::from_utf8(text).expect("text");
        let lines = text.lines().map(|line| {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
            reader.records().next().map_or_else(Vec::new, |record| {
                record.expect("fields").iter().map(str::to_owned).collect::<Vec<String>>()
            })
        });
        lines.collect::<Vec<_>>()
    };
    let ticks = lines(StoreTable::Ticks);
    let heads: Vec<&str> = ticks.iter().skip(6).map(|line| line.first().map_or("", String::as_str)).collect();
    let at = |name: &str| 6 + heads.iter().position(|head| *head == name).expect(name);
    assert_eq!(ticks[0][1], "Spreadsheet version 2.0");
    assert!(
        heads.starts_with(&["[run number]", "combination", "repetition", "seed", "game", "size"]),
        "{heads:?}"
    );
    let after = &heads[heads.iter().position(|head| *head == "swapped").expect("swapped") + 1..];
    let summary =
        ["[reporter]", "[final]", "[min]", "[max]", "[mean]", "[total steps]", "", "[all run data]", ""];
    assert_eq!(after[..summary.len()], summary);
    // Each of the four games has three columns: the steps, and the score of each colour.
    assert_eq!(ticks[at("[run number]")][1..], ["1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4"]);
    assert_eq!(ticks[at("size")][1..], ["4", "", "", "5", "", "", "4", "", "", "5", "", ""]);
    assert_eq!(ticks[at("[reporter]")][1..4], ["[step]", "black_score", "white_score"]);
    assert_eq!(ticks[at("[all run data]")][1..], ticks[at("[reporter]")][1..]);
    let data = &ticks[at("[all run data]") + 1..];
    for column in 1..=12 {
        let filled = data.iter().map(|line| &line[column]).take_while(|text| !text.is_empty());
        let numbers: Vec<f64> = filled.map(|text| text.parse().expect("a number")).collect();
        let told = |name: &str| ticks[at(name)][column].parse::<f64>().expect(name);
        assert!(numbers.len() > 2, "column {column}");
        assert_eq!(told("[final]"), numbers[numbers.len() - 1]);
        assert_eq!(told("[min]"), numbers.iter().copied().fold(f64::INFINITY, f64::min));
        assert_eq!(told("[max]"), numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        assert!((told("[mean]") - numbers.iter().sum::<f64>() / numbers.len() as f64).abs() < 1e-9);
        if column % 3 == 1 {
            assert_eq!((numbers[0], told("[total steps]")), (0.0, numbers[numbers.len() - 1]));
        }
    }
    let games = lines(StoreTable::Games);
    let place = games.iter().position(|line| line.first().is_some_and(|head| head == "[final value]"));
    let place = place.expect("the values of the end");
    assert!(games.iter().all(|line| line.first().is_none_or(|head| head != "[min]")));
    let steps =
        |line: &[String]| line.iter().skip(1).step_by(games[place].len() / 4).cloned().collect::<Vec<_>>();
    assert_eq!((games[place][1].as_str(), games.len()), ("[step]", place + 2));
    assert_eq!(
        steps(&games[place + 1]),
        ticks[at("[total steps]")].iter().skip(1).step_by(3).cloned().collect::<Vec<_>>()
    );
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_on_goes() {
    let folder = Scratch::new("bytes");
    let (one, other) = (folder.path("one.db"), folder.path("other.db"));
    play(PLAN, &one, 1, u64::MAX);
    play(PLAN, &other, 3, 7);
    for (format, name) in FORMATS {
        for table in
            StoreTable::ALL.into_iter().filter(|table| *table != StoreTable::Timing && has(format, *table))
        {
            let (one, other) = (exported(&one, table, format), exported(&other, table, format));
            assert!(one == other, "{name}, {}", table.name());
        }
    }
}

#[test]
fn export_writes_whole_files_and_refuses_unknown_names() {
    let folder = Scratch::new("command");
    let store = folder.path("games.db");
    play("games = 3\nsize = 5\nmeasures = [\"cluster_sizes\"]\n", &store, 2, u64::MAX);
    let run = |args: &[&str]| {
        let mut command = stonefield(&[&["lab", "export", "games.db"], args].concat());
        command.current_dir(folder.folder()).output().expect("it starts")
    };
    let csv = run(&[]);
    assert!(csv.status.success(), "{}", err(&csv));
    assert_eq!(out(&csv).into_bytes(), exported(&store, StoreTable::Games, ExportFormat::Csv));
    assert!(run(&["--format", "parquet", "--table", "clusters", "-o", "c.parquet"]).status.success());
    let bytes = std::fs::read(folder.path("c.parquet")).expect("there");
    assert_eq!(bytes, exported(&store, StoreTable::Clusters, ExportFormat::Parquet));
    assert_eq!(run(&["--format", "parquet", "--table", "clusters"]).stdout, bytes, "a pipe takes bytes");
    let said = out(&run(&["--format", "json", "--machine"]));
    assert!(said.contains("\"machine\": \"") && said.contains("\"date\": \"20"), "{said}");
    folder.file("old.csv", "old");
    for (args, words) in [
        (&["--format", "cvs"][..], &["no format 'cvs'", "nearest: 'csv'"][..]),
        (&["--table", "game"], &["no table 'game'", "nearest: 'games'"]),
        (
            &["--format", "behaviorspace-table", "--table", "clusters", "-o", "old.csv", "--force"],
            &["--table", "games and ticks"],
        ),
        (
            &["--format", "behaviorspace-spreadsheet", "--table", "stones"],
            &["--table", "behaviorspace-spreadsheet is for the tables"],
        ),
        (&["--machine"], &["--machine", "json"]),
        (&["-o", "none/there.csv"], &["none/there.csv"]),
        (&["-o", "old.csv"], &["old.csv: this file exists: --force replaces it"]),
        (&["--force"], &["--force", "the file of --output, which is not given"]),
    ] {
        let refused = run(args);
        let line = err(&refused);
        assert_eq!((refused.status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(refused.stdout.is_empty() && words.iter().all(|word| line.contains(word)), "{line}");
    }
    assert_eq!(folder.text("old.csv"), "old");
    assert!(run(&["-o", "old.csv", "--force"]).status.success());
    assert_eq!(folder.text("old.csv"), out(&csv));
    folder.file("text.db", "no store");
    let refused = stonefield(&["lab", "export", &folder.plain("text.db")]).output().expect("it starts");
    assert!(refused.status.code() == Some(2) && err(&refused).contains("not a store"), "{}", err(&refused));
}

#[test]
fn the_report_is_one_page_whose_commands_open_games() {
    let folder = Scratch::new("report");
    let store = folder.path("the games.db");
    play(PLAN, &store, 2, u64::MAX);
    let here = |args: &[&str]| stonefield(args).current_dir(folder.folder()).output().expect("it starts");
    let output = here(&["lab", "report", "the games.db", "-o", "report.html"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{}", err(&output));
    let page = folder.text("report.html");
    let report = ["lab", "report", "the games.db", "-o", "report.html"];
    folder.file("report.html", "notes");
    refused(&here(&report), &["report.html: this file exists: --force replaces it"]);
    assert_eq!(folder.text("report.html"), "notes");
    assert!(here(&[&report[..], &["--force"]].concat()).status.success());
    assert!(folder.text("report.html") == page);
    refused(&here(&["lab", "report", "the games.db", "--force"]), &["--force", "which is not given"]);
    let look = ResultStore::look(&store).expect("a store");
    let mut again = Vec::new();
    write_report_page(&look, Path::new("the games.db"), &[], &mut again).expect("written");
    assert!(page.as_bytes() == again, "the same each time");
    for words in [
        "24 of 24 games have been played",
        "seed = 5",
        "stonefield lab run plan.toml -o 'the games.db'",
        "Share of wins of the first mind by size",
        "Logarithm of the scores of both colours",
        "Sizes of groups at the end",
        "Sizes of avalanches",
        "Black score during games",
        "The longest game",
    ] {
        assert!(page.contains(words), "no {words:?}");
    }
    if !require("python3") {
        return;
    }
    let printed = python("read_page.py", &[&folder.plain("report.html")]);
    let mut lines = printed.lines();
    let told = lines.next().expect("what is in the page");
    assert!(told.ends_with("What was played, All combinations, Charts, Games to look at"), "{told}");
    let commands: BTreeSet<&str> = lines.collect();
    assert!(!commands.is_empty(), "{printed}");
    for command in commands.into_iter().take(5) {
        let words = shlex::split(command).expect("a command");
        let row: u64 = words[3].parse().expect("a row");
        let (values, _) = look.game(row).expect("readable").expect("there");
        let at = look
            .columns(StoreTable::Games)
            .iter()
            .position(|column| column.name == "result")
            .expect("a column");
        let words: Vec<&str> = words[1..].iter().map(String::as_str).chain(["--text"]).collect();
        let shown = here(&words);
        assert!(shown.status.success(), "{command}: {}", err(&shown));
        let result = values[at].to_string();
        assert!(out(&shown).contains(&result), "{command}: no {result} in {}", out(&shown));
    }
}

/// Checks that the commands of the page for its first four rows open the games of these rows. Returns the
/// number of rows that the page names in commands.
fn commands_open_games(folder: &Scratch, page: &str, file: &str) -> usize {
    let store = ResultStore::look(&folder.path(file)).expect("a store");
    let columns = store.columns(StoreTable::Games);
    let at = columns.iter().position(|column| column.name == "result").expect("a column");
    let before = format!("<code>stonefield replay {file} ");
    let rows: BTreeSet<u64> =
        page.split(&before).skip(1).filter_map(|rest| rest.split('<').next()?.parse().ok()).collect();
    for row in rows.iter().take(4) {
        let args = ["replay", file, &row.to_string(), "--text"];
        let shown = stonefield(&args).current_dir(folder.folder()).output().expect("it starts");
        let result = store.game(*row).expect("readable").expect("there").0[at].to_string();
        assert!(
            shown.status.success() && out(&shown).contains(&result),
            "{row}: {}{}",
            out(&shown),
            err(&shown)
        );
    }
    rows.len()
}

#[test]
fn reports_of_tournaments_and_tunings_open_their_games() {
    let folder = Scratch::new("reports");
    folder.file(
        "plan.toml",
        "seed = 7\ngames = 20\nsize = [4, 5]\nopen = 2\nplayers = [\"random\", \"sensible\", \"liberties\"]\n",
    );
    let here = |args: &[&str]| run_command(stonefield(args).current_dir(folder.folder()));
    let (code, _, err) = here(&["lab", "tournament", "plan.toml", "-o", "games.db"]);
    assert_eq!(code, Some(0), "{err}");
    let (code, page, err) = here(&["lab", "report", "games.db"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(commands_open_games(&folder, &page, "games.db") > 1, "{page}");
    for words in [
        "120 of 120 games",
        "the first player of a pairing",
        "stonefield lab tournament plan.toml -o games.db",
    ] {
        assert!(page.contains(words), "no {words:?}");
    }
    // The page says that it contains only a part.
    let (code, part, err) =
        here(&["lab", "report", "games.db", "--where", "size=4", "--where", "first=random"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        part.contains("40 games have been played of the 2 of 6 combinations with size=4 and first=random")
    );
    assert!(
        part.contains("lab report games.db --where ") && !part.contains("<td class=\"n\">5</td>"),
        "{part}"
    );
    assert!(commands_open_games(&folder, &part, "games.db") > 0);
    let (code, _, err) = here(&["lab", "report", "games.db", "--where", "size=9"]);
    assert_eq!((code, err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains("--where") && err.contains("its values are 4, 5"), "{err}");
    let tune = [
        "lab",
        "tune",
        "swarm",
        "--against",
        "sensible",
        "--params",
        "spread=0:2",
        "--size",
        "4",
        "--pairs",
        "2",
        "--generations",
        "2",
        "--validation",
        "3",
        "-o",
        "tune.db",
    ];
    let (code, _, err) = here(&tune);
    assert_eq!(code, Some(0), "{err}");
    let (code, page, err) = here(&["lab", "report", "tune.db"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(commands_open_games(&folder, &page, "tune.db") > 1, "{page}");
    for words in [
        "games have been played; the mind that is tuned won",
        "parameters of a candidate",
        "stonefield lab tune swarm --against sensible",
    ] {
        assert!(page.contains(words), "no {words:?}");
    }
    // The opening differs from game to game, so combinations are not distinguished by it.
    assert!(page.contains("<th class=\"n\">generation</th>") && !page.contains(">opening</th>"), "{page}");
    // The command of the page resumes the same search, which is complete.
    let command =
        page.split("<pre>").find_map(|text| text.strip_prefix("stonefield lab tune ")).expect("a command");
    let words = shlex::split(command.lines().next().expect("a line")).expect("words");
    let words: Vec<&str> =
        ["lab", "tune", "--generations", "2"].into_iter().chain(words.iter().map(String::as_str)).collect();
    let (code, _, err) = here(&words);
    assert!(code == Some(0) && err.contains("the search continues"), "{err}");
}

#[test]
fn every_measure_of_ticks_and_every_set_up_has_its_chart() {
    let folder = Scratch::new("pictures");
    let measures = [
        "stones",
        "groups",
        "largest_group",
        "mean_group",
        "groups_in_atari",
        "spanning_groups",
        "eye_points",
        "score",
        "merges",
        "captures",
        "captured_groups",
        "largest_capture",
        "capacity",
        "area",
        "influence",
    ];
    let known = stonefield_lab::plan::row_measures();
    let measures: Vec<String> = measures
        .iter()
        .filter(|name| known.iter().any(|measure| measure.name() == **name))
        .map(|name| format!("\"{name}@5\""))
        .collect();
    assert!(measures.len() > 12, "{measures:?}");
    let plan = format!(
        "games = 4\nsize = \"4:1:7\"\nblack = [\"random\", \"sensible\"]\nmeasures = [\"cluster_sizes\", {}]\n",
        measures.join(", ")
    );
    let store = folder.path("games.db");
    play(&plan, &store, 2, u64::MAX);
    let look = ResultStore::look(&store).expect("a store");
    let mut page = Vec::new();
    write_report_page(&look, Path::new("games.db"), &[], &mut page).expect("written");
    let page = String::from_utf8(page).expect("text");
    // Eight set-ups, six per chart.
    for measure in look.columns(StoreTable::Ticks).iter().skip(2) {
        let name = measure.name.replace('_', " ");
        let charts = page.matches("during games (2 of 2)").count();
        assert!(
            page.to_lowercase().contains(&format!("{name} during games (1 of 2)")) && charts > 12,
            "{name}"
        );
    }
    for title in ["Scores of both colours (2 of 2)", "Logarithm of the scores of both colours (2 of 2)"] {
        assert!(page.contains(title), "no {title:?}");
    }
    // One law per set-up.
    let laws = page.split("Power laws of sizes of groups at the end").nth(1).expect("a table");
    let rows = laws.split("</table>").next().expect("a table").matches("<tr>").count();
    assert_eq!(rows, 1 + 8);
}

#[test]
fn the_study_of_2016_is_drawn_as_it_was_published() {
    let plan =
        include_str!("../../../assets/experiments/netlogo-2016.toml").replace("games = 2000", "games = 8");
    let folder = Scratch::new("study");
    let store = folder.path("study.db");
    play(&plan, &store, 2, u64::MAX);
    let mut page = Vec::new();
    write_report_page(&ResultStore::look(&store).expect("a store"), Path::new("study.db"), &[], &mut page)
        .expect("written");
    let page = String::from_utf8(page).expect("text");
    let figure = |title: &str| {
        let mut figures =
            page.split("</figure>").filter(|figure| figure.contains(&format!("<b>{title}.</b>")));
        figures.next().unwrap_or_else(|| panic!("no {title:?}"))
    };
    // Figure 6: shares of wins and ties by size. Figure 7: logarithms of the scores of all sizes.
    let shares = figure("Shares of wins and draws by size");
    assert!([">Black<", ">White<", ">draws<"].iter().all(|curve| shares.contains(curve)), "{shares}");
    let scores = figure("Logarithm of the scores of both colours");
    for curve in
        ["Black", "White"].iter().flat_map(|color| [9, 13, 19].map(|size| format!(">{color}, size {size}<")))
    {
        assert!(scores.contains(&curve), "no {curve}: {scores}");
    }
}
