//! Laboratory: real processes play plans into stores, and are interrupted in many ways.

use crate::support::program::{err, out, refused, run_command, stonefield};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_lab::store::{Datum, ResultStore, StoreError, StoreTable};
use stonefield_testing::require;
use stonefield_testing::scratch::Scratch;

/// Plan of 60 short games with all measures.
const PLAN: &str = "seed = 5\ngames = 15\nsize = [4, 5]\nblack = \"random\"\nwhite = [\"sensible\", \"liberties\"]\nalternate = true\nopen = 4\n\
                    measures = [\"captures\", \"prisoners\", \"capacity@7\", \"area@10\", \"liberties\", \"cluster_sizes@20\", \"avalanches\"]\n\
                    stones = 25\n";

/// Plan that takes some seconds to play.
const LONG: &str = "seed = 9\ngames = 4000\nsize = [7, 9]\nblack = [\"random\", \"sensible\"]\nmeasures = [\"captures\", \"avalanches\"]\n";

fn lab(folder: &Scratch, args: &[&str]) -> Command {
    let mut command = stonefield(&[&["lab"], args].concat());
    for name in [
        "SLURM_ARRAY_TASK_ID",
        "SLURM_ARRAY_TASK_MIN",
        "SLURM_ARRAY_TASK_COUNT",
        "SLURM_ARRAY_TASK_MAX",
        "SLURM_ARRAY_TASK_STEP",
        "SGE_TASK_STEPSIZE",
        "JOB_COMPLETION_INDEX",
        "PBS_ARRAY_INDEX",
        "SGE_TASK_ID",
        "SGE_TASK_FIRST",
        "SGE_TASK_LAST",
    ] {
        command.env_remove(name);
    }
    command.current_dir(folder.folder());
    command
}

fn run(folder: &Scratch, args: &[&str]) -> Output {
    lab(folder, args).output().expect("it starts")
}

/// Checks that the command succeeded.
fn well(output: &Output) {
    assert!(output.status.success(), "{}", err(output));
}

/// Content of a store as text, without timing.
fn content(path: &Path) -> String {
    let store = ResultStore::look(path).expect("a store");
    let mut text = store.header().canonical.clone();
    for table in StoreTable::ALL.into_iter().filter(|table| *table != StoreTable::Timing) {
        let read = store.each(table, |values| {
            text += &format!("{} {values:?}\n", table.name());
            Ok::<(), StoreError>(())
        });
        read.expect("readable");
    }
    for row in store.rows().expect("readable").iter() {
        text += &format!("{row} {:?}\n", store.game(row).expect("readable").expect("there").1);
    }
    text
}

fn count(path: &Path) -> u64 {
    ResultStore::look(path).and_then(|store| store.count(StoreTable::Games)).unwrap_or(0)
}

#[test]
fn rows_are_the_same_for_any_number_of_threads() {
    let folder = Scratch::new("lab-threads");
    folder.file("plan.toml", PLAN);
    let stores = ["1", "2", "5"].map(|threads| {
        let name = format!("{threads}.db");
        well(&run(&folder, &["run", "plan.toml", "-o", &name, "--threads", threads]));
        content(&folder.path(&name))
    });
    assert!(stores[0] == stores[1] && stores[1] == stores[2]);
    let store = ResultStore::look(&folder.path("1.db")).expect("a store");
    let counts = StoreTable::ALL.map(|table| store.count(table).expect("readable"));
    assert_eq!(counts[0], 60);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
fn a_row_is_the_game_that_its_seed_and_number_play_anywhere() {
    let folder = Scratch::new("lab-row");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let store = ResultStore::look(&folder.path("games.db")).expect("a store");
    let columns = store.columns(StoreTable::Games);
    let at = |name: &str| columns.iter().position(|column| column.name == name).expect("a column");
    for row in [0, 7, 22, 59] {
        let (values, _) = store.game(row).expect("readable").expect("played");
        let value = |name: &str| values[at(name)].to_string();
        // The game with swapped colours has the opening of the other game of its pair, so `run` with its row
        // number plays another game.
        if value("swapped") == "1" {
            continue;
        }
        let number = row.to_string();
        let flags =
            ["--size", &value("size"), "--black", &value("black_mind"), "--white", &value("white_mind")];
        let more = ["--seed", "5", "--game", &number, "--games", "1", "--open", "4", "--format", "csv"];
        let output = stonefield(&[&["run"], &flags[..], &more].concat()).output().expect("it starts");
        let line = out(&output).lines().nth(1).expect("a game").to_owned();
        let wanted =
            [value("result"), value("winner"), value("black_score"), value("white_score"), value("ticks")];
        assert!(line.contains(&format!(",{},", wanted.join(","))), "{line}: {wanted:?}");
        let shown = stonefield(&["replay", &folder.plain("games.db"), &number, "--text"])
            .output()
            .expect("it starts");
        assert!(out(&shown).contains(&value("result")), "{}", out(&shown));
    }
    let (code, _, told) = run_command(&mut stonefield(&["replay", &folder.plain("games.db"), "60"]));
    assert_eq!(
        (code, told.contains("there is no row 60: the plan has 60, from 0")),
        (Some(2), true),
        "{told}"
    );
    let (code, _, told) = run_command(&mut stonefield(&["replay", &folder.plain("games.db")]));
    assert_eq!((code, told.contains("name the row")), (Some(2), true), "{told}");
}

/// Random number below a limit.
fn chance(below: u64) -> u64 {
    RandomState::new().hash_one(0) % below
}

fn kills_lose_nothing(kills: u64) {
    let folder = Scratch::new("lab-kills");
    folder.file("plan.toml", LONG);
    let (path, mut killed, mut seen_before) = (folder.path("killed.db"), 0, 0);
    while killed < kills {
        let mut child = lab(&folder, &["run", "plan.toml", "-o", "killed.db", "--threads", "2"])
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(200 + chance(1200)));
        // Rows that a reader can see before the kill must be there after it.
        let seen = count(&path);
        child.kill().expect("it can be killed");
        if child.wait().expect("it is gone").success() {
            std::fs::remove_file(&path).expect("there");
            seen_before = 0;
            continue;
        }
        killed += 1;
        let there = count(&path);
        assert!(there >= seen && there >= seen_before, "{seen} rows were seen, {there} are there");
        seen_before = there;
    }
    well(&run(&folder, &["run", "plan.toml", "-o", "killed.db", "--threads", "2"]));
    well(&run(&folder, &["run", "plan.toml", "-o", "whole.db", "--threads", "1"]));
    assert!(content(&path) == content(&folder.path("whole.db")), "rows are lost, doubled or half written");
    println!(
        "{killed} kills, {seen_before} rows before the last one; all 16000 rows are there, once and whole"
    );
}

#[test]
fn a_kill_loses_no_row_and_doubles_none() {
    kills_lose_nothing(3);
}

#[test]
#[ignore = "takes a minute: cargo test --test it cli::lab -- --ignored --nocapture"]
fn fifty_kills_lose_no_row_and_double_none() {
    kills_lose_nothing(50);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_and_the_same_command_resumes_it() {
    let folder = Scratch::new("lab-signal");
    folder.file("plan.toml", LONG);
    let mut seen = 0;
    for signal in ["-TERM", "-INT"] {
        let child = lab(&folder, &["run", "plan.toml", "-o", "games.db", "--threads", "1"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // The process handles signals once it plays.
        let (since, before) = (Instant::now(), seen);
        while count(&folder.path("games.db")) <= before && since.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("it can be sent");
        let output = child.wait_with_output().expect("it ends");
        let told = err(&output);
        assert!(!output.status.success() && told.contains("rows are safe in"), "{told}");
        let safe: u64 = told.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
        seen = count(&folder.path("games.db"));
        assert_eq!(safe, seen, "{told}");
    }
    assert!(!folder.path("games.db-wal").exists(), "everything is in the one file");
}

#[test]
fn unplayable_plans_are_refused_in_one_line() {
    let folder = Scratch::new("lab-refused");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let before = content(&folder.path("games.db"));
    folder.file("other.toml", PLAN.replace("seed = 5", "seed = 6"));
    let other = run(&folder, &["run", "other.toml", "-o", "games.db"]);
    refused(&other, &["--output", "games.db holds games of another plan (seed 5, not 6)", "--force"]);
    assert!(content(&folder.path("games.db")) == before);
    folder.file("no.db", "this is not a store of games, and long enough for a page of one");
    refused(&run(&folder, &["run", "plan.toml", "-o", "no.db"]), &["no.db: this is not a store of games"]);
    refused(&run(&folder, &["show", "no.db"]), &["no.db: this is not a store of games"]);
    std::fs::create_dir(folder.path("folder.db")).expect("writable");
    refused(&run(&folder, &["run", "plan.toml", "-o", "folder.db"]), &["folder"]);
    refused(
        &run(&folder, &["run", "plan.toml", "-o", "missing/games.db"]),
        &["--output", "missing/games.db"],
    );
    refused(&run(&folder, &["run", "missing.toml", "-o", "x.db"]), &["missing.toml: "]);
    refused(&run(&folder, &["show", "missing.db"]), &["missing.db: "]);
    folder.file("typo.toml", "games = 3\nsise = 5\n");
    let typo = run(&folder, &["run", "typo.toml", "-o", "x.db"]);
    refused(&typo, &["typo.toml: line 2, column 1: a plan has no key 'sise'; nearest: 'size'"]);
    folder.file("program.toml", "games = 1\nblack = \"gtp:[touch here]\"\n");
    let program = run(&folder, &["run", "program.toml", "-o", "x.db"]);
    refused(&program, &["asks for the program `touch here`", "--allow-programs"]);
    folder.file("person.toml", "games = 1\nblack = \"human\"\n");
    refused(&run(&folder, &["run", "person.toml", "-o", "x.db"]), &["human waits for a person"]);
    assert!(!folder.path("x.db").exists() && !folder.path("here").exists(), "nothing was begun");
    // No export and no report replaces a store. `run --force` replaces only a store of games.
    for command in ["export", "report"] {
        let over = run(&folder, &[command, "games.db", "-o", "games.db", "--force"]);
        refused(&over, &["--output", "games.db is a store and is never replaced"]);
    }
    let text = std::fs::read(folder.path("no.db")).expect("there");
    refused(
        &run(&folder, &["run", "plan.toml", "-o", "no.db", "--force"]),
        &["no.db: this is not a store of games"],
    );
    assert_eq!(std::fs::read(folder.path("no.db")).expect("there"), text);
    refused(
        &run(&folder, &["run", "plan.toml", "-o", "plan.toml", "--force"]),
        &["plan.toml: this is not a store"],
    );
    assert!(std::fs::read_to_string(folder.path("plan.toml")).expect("there") == PLAN);
    refused(
        &run(&folder, &["merge", "games.db", "games.db", "--force"]),
        &["games.db", "a store that they come from"],
    );
    folder.file("twice.toml", "games = 2\nmeasures = [\"score@10\", \"score@20\"]\n");
    let twice = run(&folder, &["run", "twice.toml", "-o", "games.db", "--force"]);
    refused(&twice, &["twice.toml: line 2, column 25: score@20 is asked for twice"]);
    assert!(content(&folder.path("games.db")) == before, "all games are there");
    // A store cut in half.
    let whole = std::fs::read(folder.path("games.db")).expect("there");
    std::fs::write(folder.path("cut.db"), &whole[..whole.len() / 2]).expect("writable");
    refused(&run(&folder, &["show", "cut.db"]), &["cut.db: this is not a store of games, or it is damaged"]);
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    if !require("python3") {
        return;
    }
    let folder = Scratch::new("lab-newer");
    folder.file("plan.toml", "games = 1\nsize = 4\n");
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let change =
        "import sqlite3; c = sqlite3.connect('games.db'); c.execute('pragma user_version = 99'); c.commit()";
    let python = Command::new("python3").args(["-c", change]).current_dir(folder.folder()).status();
    assert!(python.expect("it starts").success());
    for args in [&["show", "games.db"][..], &["run", "plan.toml", "-o", "games.db"]] {
        refused(&run(&folder, args), &["games.db: a store of version 99", "use a newer program"]);
    }
}

#[test]
fn one_process_at_a_time_adds_games() {
    let folder = Scratch::new("lab-busy");
    folder.file("plan.toml", LONG);
    let mut child = lab(&folder, &["run", "plan.toml", "-o", "games.db", "--threads", "1"])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let since = Instant::now();
    while count(&folder.path("games.db")) == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let other = run(&folder, &["run", "plan.toml", "-o", "games.db"]);
    let shown = run(&folder, &["show", "games.db"]);
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    refused(&other, &["--output", "another run writes it now"]);
    well(&shown);
}

#[test]
fn a_full_disk_ends_a_run_and_safe_rows_are_reported() {
    let folder = Scratch::new("lab-full");
    folder.file("plan.toml", LONG);
    // A write beyond the limit sends SIGXFSZ. The shell passes on that it is ignored, or the default action,
    // which kills a program.
    for (name, trap) in [("ignored.db", "trap '' XFSZ; "), ("usual.db", "")] {
        // Files are limited to 512 blocks of 1024 bytes.
        let script = format!(
            "ulimit -f 512; {trap}exec {} lab run plan.toml -o {name} --threads 1",
            env!("CARGO_BIN_EXE_stonefield")
        );
        let mut command = Command::new("bash");
        let output = command.args(["-c", &script]).current_dir(folder.folder()).output().expect("it starts");
        let told = err(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {told}");
        assert!(told.contains(&format!("rows are safe in {name}")) && told.lines().count() == 2, "{told}");
        assert!(told.contains("files may not have more than 524288 bytes here"), "{told}");
        let safe: u64 = told.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
        assert!(safe > 0 && safe == count(&folder.path(name)), "{told}");
    }
    // Without the limit a run succeeds.
    folder.file("small.toml", LONG.replace("games = 4000", "games = 4"));
    well(&run(&folder, &["run", "small.toml", "-o", "small.db"]));
}

/// Engines start with the default action for the file size signal.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_inherit_the_file_size_signal_action() {
    let folder = Scratch::new("lab-limit-engine");
    let program = env!("CARGO_BIN_EXE_stonefield");
    let engine =
        format!("gtp:[sh -c 'grep Sig /proc/$$/status > signals; exec {program} gtp --brain random']");
    folder.file("plan.toml", format!("games = 1\nsize = 4\nblack = {engine:?}\n"));
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db", "--allow-programs"]));
    let signals = folder.text("signals");
    for mask in ["SigIgn:", "SigCgt:"] {
        let mask = signals.lines().find_map(|line| line.strip_prefix(mask)).expect("a mask");
        let mask = u64::from_str_radix(mask.trim(), 16).expect("a number");
        // SIGXFSZ is signal 25: bit 24 of the mask.
        assert_eq!(mask >> 24 & 1, 0, "{signals}");
    }
}

#[test]
fn a_scheduler_tells_the_shard_or_is_refused() {
    let folder = Scratch::new("lab-scheduler");
    folder.file("plan.toml", "games = 6\nsize = 4\nblack = \"random\"\n");
    let task = |args: &[&str], variables: &[(&str, &str)]| {
        let args = [&["run", "plan.toml", "-o"], args].concat();
        lab(&folder, &args).envs(variables.iter().copied()).output().expect("it starts")
    };
    // Grid Engine counts its tasks from 1. The number of shards comes from the array, or from `--shards`.
    for (out, more) in [("plain", &[][..]), ("told", &["--shards", "4"])] {
        for id in ["1", "2", "3", "4"] {
            let args = [&[out], more].concat();
            let variables = [("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "4"), ("SGE_TASK_ID", id)];
            well(&task(&args, &variables));
        }
        let merged = run(&folder, &["merge", &format!("{out}.db"), out]);
        well(&merged);
        assert!(
            err(&merged).contains("6 of 6 rows are in") && err(&merged).contains("from 4 stores"),
            "{}",
            err(&merged)
        );
    }
    // A task that is submitted again keeps its number.
    let again = [("SGE_TASK_FIRST", "3"), ("SGE_TASK_LAST", "3"), ("SGE_TASK_ID", "3")];
    let again = task(&["told", "--shards", "4"], &again);
    assert!(err(&again).contains("1 of 1 row is in told/shard-00002-of-00004.db"), "{}", err(&again));
    refused(
        &task(&["told", "--shards", "4"], &[("SGE_TASK_ID", "5")]),
        &["--shards", "SGE_TASK_ID is 5", "1 to 4"],
    );
    refused(&task(&["told", "--shards", "4"], &[("SGE_TASK_ID", "0")]), &["SGE_TASK_ID is 0", "1 to 4"]);
    refused(&task(&["x"], &[("SLURM_ARRAY_TASK_ID", "x")]), &["SLURM_ARRAY_TASK_ID is 'x'"]);
    refused(
        &task(&["x", "--shards", "3"], &[("SLURM_ARRAY_TASK_ID", "-1")]),
        &["SLURM_ARRAY_TASK_ID is '-1'"],
    );
    let count = [("SLURM_ARRAY_TASK_ID", "0"), ("SLURM_ARRAY_TASK_COUNT", "many")];
    refused(&task(&["x"], &count), &["SLURM_ARRAY_TASK_COUNT is 'many'"]);
    assert!(!folder.path("x").exists());
    // A Grid Engine job that is no array.
    well(&task(&["whole"], &[("SGE_TASK_ID", "undefined")]));
    assert_eq!(self::count(&folder.path("whole")), 6);
}

#[test]
fn rows_of_an_overlap_are_not_counted_where_none_is_asked_for() {
    let folder = Scratch::new("lab-overlap");
    folder.file("plan.toml", "games = 50\nsize = 3\n");
    let shard = ["run", "plan.toml", "-o", "shards", "--shard", "2/4"];
    let wide = run(&folder, &[&shard[..], &["--overlap", "10%"]].concat());
    assert!(err(&wide).contains("14 of 14 rows are in"), "{}", err(&wide));
    let plain = run(&folder, &shard);
    assert!(err(&plain).contains("12 of 12 rows are in"), "{}", err(&plain));
}

#[test]
fn a_changed_plan_is_refused_with_all_that_is_different() {
    let folder = Scratch::new("lab-differences");
    folder.file("plan.toml", "seed = 1\ngames = 2\nsize = [4, 5]\nmeasures = [\"score\", \"captures\"]\n");
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let other = "seed = 2\ngames = 2\nsize = [4, 6]\nkomi = 3\nmeasures = [\"score\", \"area@5\"]\n";
    folder.file("plan.toml", other);
    refused(
        &run(&folder, &["run", "plan.toml", "-o", "games.db"]),
        &[
            "(komi none, not 3; measures with captures and without area@5; seed 1, not 2; size with 5 and without 6)",
        ],
    );
}

#[test]
fn a_damaged_source_is_named_when_it_is_merged() {
    let folder = Scratch::new("lab-damaged");
    folder.file("plan.toml", PLAN);
    for shard in ["0/2", "1/2"] {
        well(&run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", shard]));
    }
    let damaged = folder.path("shards/shard-00001-of-00002.db");
    let whole = std::fs::read(&damaged).expect("there");
    let mut met = 0;
    // The damage may be in pages that are checked first, or in those that are read only when rows are taken.
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xa5);
        std::fs::write(&damaged, &bytes).expect("writable");
        let merged = run(&folder, &["merge", "out.db", "shards", "--force"]);
        if !merged.status.success() {
            met += 1;
            refused(
                &merged,
                &["shards/shard-00001-of-00002.db: this is not a store of games, or it is damaged"],
            );
        }
        if met == 12 {
            break;
        }
    }
    assert!(met > 2, "{met}");
}

#[test]
fn messages_name_the_argument_on_one_line() {
    let folder = Scratch::new("lab-words");
    folder.file("plan.toml", "games = 3\nsize = 4\nblack = \"random\"\n");
    let played = run(&folder, &["run", "plan.toml", "-o", "a\nb.db"]);
    well(&played);
    assert_eq!(err(&played), "stonefield: 3 of 3 rows are in a\\nb.db\n");
    let shown = out(&run(&folder, &["show", "a\nb.db", "1"]));
    assert!(shown.ends_with("\nstonefield replay a\\nb.db 1 opens this game\n"), "{shown}");
    let records = run(&folder, &["sgf", "a\nb.db", "r\ns", "--rows", "1"]);
    assert_eq!(err(&records), "stonefield: 1 record is in r\\ns\n");
    let merged = run(&folder, &["merge", "c\td.db", "a\nb.db"]);
    assert_eq!(err(&merged), "stonefield: 3 of 3 rows are in c\\td.db, from 1 store\n");
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    for flag in ["--failed", "--plan"] {
        let line = format!("{flag} and ROW cannot be given together");
        refused(&run(&folder, &["show", "games.db", flag, "3"]), &[&line]);
    }
    refused(
        &run(&folder, &["sgf", "games.db", "all", "--rows", "1,99"]),
        &["--rows", "no row 99", "games.db", "0 to 2"],
    );
    assert!(!folder.path("all").exists());
    let submit = ["submit", "plan.toml", "--on", "parallel", "-o", "games.db"];
    refused(&run(&folder, &submit), &["--output", "games.db", "no folder"]);
    folder.file("openings.toml", "games = 2\nsize = 4\nopenings = \"nowhere\"\n");
    let openings = run(&folder, &["run", "openings.toml", "-o", "x.db"]);
    refused(&openings, &["openings.toml: line 3, column 12: openings: nowhere"]);
    folder.file("one.toml", "games = 1\nsize = 4\nrules = \"netlogo-2016\"\nworld_off_by_one = \"off\"\n");
    let one = run(&folder, &["run", "one.toml", "-o", "one.db"]);
    assert_eq!(err(&one), "stonefield: 1 of 1 row is in one.db\n");
    let shown = out(&run(&folder, &["show", "one.db"]));
    assert!(shown.starts_with("experiment: 1 of 1 row, plan "), "{shown}");
}

#[test]
fn shards_merge_to_what_one_process_plays_and_differences_are_found() {
    let folder = Scratch::new("lab-shards");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "whole.db"]));
    for shard in ["0/3", "1/3"] {
        well(&run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", shard, "--overlap", "20%"]));
    }
    let status = run(&folder, &["status", "shards"]);
    assert!(out(&status).contains("40 of 60 rows; 2 of 3 shards are finished"), "{}", out(&status));
    assert!(out(&status).contains("--array=2"), "{}", out(&status));
    refused(
        &run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", "0/4"]),
        &["shards has shards of 3"],
    );
    // The scheduler's variables select the shard.
    let last = lab(&folder, &["run", "plan.toml", "-o", "shards", "--overlap", "20%"])
        .envs([("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_ARRAY_TASK_MIN", "0"), ("SLURM_ARRAY_TASK_COUNT", "3")])
        .output()
        .expect("it starts");
    well(&last);
    let again = run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", "2/3", "--overlap", "20%"]);
    well(&again);
    let merged = run(&folder, &["merge", "merged.db", "shards"]);
    well(&merged);
    assert!(err(&merged).contains("12 rows were played more than once: 12 are the same"), "{}", err(&merged));
    assert!(content(&folder.path("merged.db")) == content(&folder.path("whole.db")));
    let status = run(&folder, &["status", "shards"]);
    assert!(out(&status).contains("nothing is missing"), "{}", out(&status));
    // Another plan is refused.
    folder.file("other.toml", PLAN.replace("seed = 5", "seed = 6"));
    well(&run(&folder, &["run", "other.toml", "-o", "other.db"]));
    refused(
        &run(&folder, &["merge", "x.db", "shards", "other.db"]),
        &["other.db: games of another plan (seed 6, not 5)"],
    );
    // A row with a different result is named and left out.
    if require("python3") {
        let change = "import sqlite3; c = sqlite3.connect('shards/shard-00001-of-00003.db'); \
                      c.execute('update games set ticks = ticks + 1 where row = 0'); c.commit()";
        let python = Command::new("python3").args(["-c", change]).current_dir(folder.folder()).status();
        assert!(python.expect("it starts").success());
        let merged = run(&folder, &["merge", "differs.db", "shards"]);
        assert_eq!(merged.status.code(), Some(1));
        assert!(err(&merged).contains("row 0 of"), "{}", err(&merged));
        assert_eq!(count(&folder.path("differs.db")), 59);
    }
}

#[test]
fn a_mind_that_fails_marks_its_row_and_the_rest_goes_on() {
    if !require("python3") {
        return;
    }
    let folder = Scratch::new("lab-fails");
    // The engine passes. In its third game it ends, until a file says that it is repaired.
    let engine = r"
import os, sys
games = int(open('count').read()) if os.path.exists('count') else 0
answers = {'genmove': 'PASS', 'protocol_version': '2', 'name': 'it', 'version': '1', 'known_command': 'false'}
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words and words[0].isdigit() else ''
    word = words[0] if words else ''
    if word == 'clear_board':
        games += 1
        open('count', 'w').write(str(games))
    if word == 'genmove' and games == 3 and not os.path.exists('mended'):
        sys.exit(3)
    answer = 'genmove\nplay\nboardsize\nclear_board\nkomi\nquit' if word == 'list_commands' else answers.get(word, '')
    print(f'={number} {answer}\n', flush=True)
    if word == 'quit':
        break
";
    folder.file("engine.py", engine);
    folder.file("plan.toml", "games = 6\nsize = 4\nblack = \"gtp:[python3 engine.py],dir=.\"\nwhite = \"random\"\nmax_ticks = 60\n");
    let args = ["run", "plan.toml", "-o", "games.db", "--threads", "1", "--allow-programs"];
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(
        err(&output).contains("not repeatable") && err(&output).contains("--retry-failed"),
        "{}",
        err(&output)
    );
    let store = ResultStore::look(&folder.path("games.db")).expect("a store");
    let failed = store.failed_rows().expect("readable");
    assert_eq!((store.count(StoreTable::Games).expect("readable"), failed.len()), (6, 1));
    let row = failed.iter().next().expect("one");
    let (values, _) = store.game(row).expect("readable").expect("there");
    assert!(values.iter().any(|value| matches!(value, Datum::Text(text) if text == "failed")));
    drop(store);
    let listed = run(&folder, &["show", "games.db", "--failed"]);
    assert!(out(&listed).contains("Black"), "{}", out(&listed));
    folder.file("mended", "");
    well(&run(&folder, &[&args[..], &["--retry-failed"]].concat()));
    let store = ResultStore::look(&folder.path("games.db")).expect("a store");
    assert!(store.failed_rows().expect("readable").is_empty());
}

#[test]
fn the_end_of_a_game_that_is_given_up_is_written_once() {
    let folder = Scratch::new("lab-given-up");
    for (limit, ticks) in [(10, vec![0, 5, 10]), (12, vec![0, 5, 10, 12])] {
        let plan = format!(
            "games = 1\nsize = 9\nmax_ticks = {limit}\nstones = 5\nmeasures = [\"cluster_sizes@5\"]\n"
        );
        folder.file("plan.toml", plan);
        well(&run(&folder, &["run", "plan.toml", "-o", "games.db", "--force"]));
        let store = ResultStore::look(&folder.path("games.db")).expect("a store");
        for table in [StoreTable::Clusters, StoreTable::Stones] {
            let mut seen = Vec::new();
            let read = store.each(table, |values| {
                seen.push(values[1].number().unwrap_or(-1.0) as u64);
                Ok::<(), StoreError>(())
            });
            read.expect("readable");
            seen.dedup();
            // An empty board has no groups and no stones.
            assert_eq!(seen, ticks[1..], "{} up to {limit}", table.name());
        }
    }
}

#[test]
fn listed_measures_can_be_requested() {
    let folder = Scratch::new("lab-measures");
    let listed = run(&folder, &["measures"]);
    let text = out(&listed);
    // Each line has a name, its unit and a sentence, separated by two blanks.
    let names: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 20, "{text}");
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    folder.file(
        "plan.toml",
        format!("games = 2\nsize = 5\nblack = \"mcts:playouts=20\"\nmeasures = [{}]\n", quoted.join(", ")),
    );
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let shown = out(&run(&folder, &["show", "games.db", "0"]));
    for name in ["black_playouts", "black_prisoners", "control", "white_area", "all_box_dimension"] {
        let line = shown.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        assert!(line.split_whitespace().nth(1).is_some_and(|value| value != "-"), "{name}: {shown}");
    }
}
