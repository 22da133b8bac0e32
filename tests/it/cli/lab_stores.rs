//! Files of the laboratory: remains of killed runs, links, names of other things, and misnamed shards.

use crate::support::program::{err, out, refused, stonefield};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_lab::store::{ResultStore, StoreTable};
use stonefield_testing::scratch::Scratch;

const PLAN: &str = "seed = 5\ngames = 6\nsize = [4, 5]\nblack = \"random\"\nopen = 4\n";

/// Plan that takes some seconds to play.
const LONG: &str = "seed = 9\ngames = 4000\nsize = 7\nblack = \"random\"\n";

const VARIABLES: [&str; 11] = [
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_STEP",
    "SLURM_ARRAY_TASK_COUNT",
    "JOB_COMPLETION_INDEX",
    "PBS_ARRAY_INDEX",
    "SGE_TASK_ID",
    "SGE_TASK_FIRST",
    "SGE_TASK_LAST",
    "SGE_TASK_STEPSIZE",
];

fn lab(folder: &Scratch, args: &[&str]) -> Command {
    let mut command = stonefield(&[&["lab"], args].concat());
    VARIABLES.into_iter().for_each(|name| {
        command.env_remove(name);
    });
    command.current_dir(folder.folder());
    command
}

fn run(folder: &Scratch, args: &[&str]) -> Output {
    lab(folder, args).output().expect("it starts")
}

/// Checks that the command succeeded, and returns its stderr.
fn well(output: &Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    err(output)
}

fn count(path: &Path) -> u64 {
    ResultStore::look(path).and_then(|store| store.count(StoreTable::Games)).unwrap_or(0)
}

/// Empty database with the start of a journal, as left by a process that is killed while it creates a store.
fn killed_at_birth(path: &Path) {
    let database = Connection::open(path).expect("it opens");
    database.pragma_update(None, "user_version", 0).expect("it writes");
    database.execute_batch("CREATE TABLE t (a); DROP TABLE t; VACUUM").expect("it writes");
    drop(database);
    assert_eq!(fs::metadata(path).expect("there").len(), 4096);
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    // In its first state, before any content is valid, the number of pages is zero.
    let mut bytes = vec![0; 512];
    bytes[..8].copy_from_slice(&[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    bytes[16..20].copy_from_slice(&1_u32.to_be_bytes());
    bytes[20..24].copy_from_slice(&512_u32.to_be_bytes());
    bytes[24..28].copy_from_slice(&4096_u32.to_be_bytes());
    fs::write(journal, bytes).expect("writable");
}

/// Leaves a store as after a kill in the middle of a commit: pages are changed, the journal has the old ones.
fn killed_in_commit(path: &Path) {
    let journal = {
        let mut name = path.as_os_str().to_owned();
        name.push("-journal");
        name
    };
    let database = Connection::open(path).expect("it opens");
    database.execute_batch("PRAGMA cache_spill=1; PRAGMA cache_size=1; BEGIN; UPDATE games SET seed = 77, moves = zeroblob(9000)").expect("it writes");
    let copies = (fs::read(path).expect("there"), fs::read(&journal).expect("it was begun"));
    database.execute_batch("ROLLBACK").expect("it goes back");
    drop(database);
    fs::write(path, copies.0).expect("writable");
    fs::write(journal, copies.1).expect("writable");
}

#[test]
fn a_store_whose_first_run_was_killed_at_once_is_begun_again() {
    let folder = Scratch::new("lab-birth");
    folder.file("plan.toml", PLAN);
    let path = folder.path("games.db");
    for more in [&[][..], &["--force"]] {
        killed_at_birth(&path);
        refused(&run(&folder, &["show", "games.db"]), &["games.db", "the file is empty"]);
        killed_at_birth(&path);
        let played = run(&folder, &[&["run", "plan.toml", "-o", "games.db"], more].concat());
        assert!(well(&played).contains("12 of 12 rows are in games.db"));
        assert_eq!(folder.names(), ["games.db", "plan.toml"]);
        fs::remove_file(&path).expect("there");
    }
    // A database of another program is not changed, even with `--force`.
    let other = Connection::open(folder.path("other.db")).expect("it opens");
    other.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1)").expect("it writes");
    drop(other);
    let words = ["other.db: this is not a store of games"];
    refused(&run(&folder, &["run", "plan.toml", "-o", "other.db", "--force"]), &words);
    let other = Connection::open(folder.path("other.db")).expect("it opens");
    assert_eq!(other.query_row("SELECT a FROM t", [], |row| row.get::<_, i64>(0)), Ok(1));
}

#[test]
fn whenever_a_first_run_is_killed_the_same_command_goes_on() {
    let folder = Scratch::new("lab-first-kill");
    folder.file("plan.toml", LONG);
    for kill in 0..30_u64 {
        let name = format!("{kill}.db");
        let mut child = lab(&folder, &["run", "plan.toml", "-o", &name, "--threads", "1"])
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(10 + 3 * kill));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let path = folder.path(&name);
        assert!(
            !path.exists() || ResultStore::look(&path).is_ok(),
            "a file that is no whole store after {kill}"
        );
    }
    folder.file("plan.toml", LONG.replace("4000", "4"));
    fs::remove_file(folder.path("0.db")).unwrap_or(());
    well(&run(&folder, &["run", "plan.toml", "-o", "0.db"]));
    assert!(folder.names().iter().all(|name| !name.starts_with("0.db-")), "{:?}", folder.names());
}

#[test]
fn a_store_that_was_left_in_the_middle_of_a_commit_is_read_by_all() {
    let folder = Scratch::new("lab-hot");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "games.db"]));
    let whole = out(&run(&folder, &["export", "games.db"]));
    let path = folder.path("games.db");
    let commands: [&[&str]; 5] = [
        &["export", "games.db"],
        &["show", "games.db"],
        &["report", "games.db", "-o", "page.html"],
        &["merge", "out.db", "games.db", "--force"],
        &["run", "plan.toml", "-o", "games.db"],
    ];
    for args in commands {
        killed_in_commit(&path);
        let told = run(&folder, args);
        well(&told);
        assert_eq!(out(&run(&folder, &["export", "games.db"])), whole, "{args:?}");
    }
    assert_eq!(out(&run(&folder, &["export", "out.db"])), whole);
}

#[cfg(unix)]
#[test]
fn one_file_is_one_store_whatever_its_name_is() {
    let folder = Scratch::new("lab-links");
    folder.file("plan.toml", LONG);
    std::os::unix::fs::symlink("games.db", folder.path("link.db")).expect("it links");
    let mut child = lab(&folder, &["run", "plan.toml", "-o", "link.db", "--threads", "1"])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let since = Instant::now();
    while count(&folder.path("games.db")) == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    for name in ["games.db", "link.db"] {
        refused(&run(&folder, &["run", "plan.toml", "-o", name]), &[name, "another run writes it now"]);
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    fs::hard_link(folder.path("games.db"), folder.path("twin.db")).expect("it links");
    for name in ["games.db", "twin.db"] {
        refused(&run(&folder, &["run", "plan.toml", "-o", name]), &[name, "hard links", "copy it"]);
    }
}

#[test]
fn names_that_sqlite_reads_otherwise_are_files() {
    let folder = Scratch::new("lab-names");
    folder.file("plan.toml", PLAN);
    for name in [":memory:", "file:x.db?mode=memory", "file:uri.db"] {
        if cfg!(windows) {
            return;
        }
        well(&run(&folder, &["run", "plan.toml", "-o", name]));
        assert_eq!(count(&folder.path(name)), 12, "{name}");
        assert!(out(&run(&folder, &["show", name])).contains("12 of 12 rows"), "{name}");
        well(&run(&folder, &["merge", "out.db", name, "--force"]));
        assert_eq!(count(&folder.path("out.db")), 12, "{name}");
    }
}

#[test]
fn parts_of_a_store_and_its_plan_are_not_written_over() {
    let folder = Scratch::new("lab-parts");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "w.db"]));
    for end in ["-wal", "-shm", "-journal", ".lock"] {
        let name = format!("w.db{end}");
        refused(&run(&folder, &["export", "w.db", "-o", &name]), &["--output", "a part of the store"]);
        refused(&run(&folder, &["run", "plan.toml", "-o", &name]), &["--output", "a part of the store"]);
        assert!(!folder.path(&name).exists());
    }
    well(&run(&folder, &["export", "w.db", "-o", "other-wal"]));
    for command in ["export", "report"] {
        refused(
            &run(&folder, &[command, "w.db", "-o", "plan.toml", "--force"]),
            &["is the plan of the store"],
        );
    }
    assert_eq!(folder.text("plan.toml"), PLAN);
}

/// Neither does any other command write over a store or over a part of one.
#[test]
fn no_command_writes_its_output_over_a_store() {
    let folder = Scratch::new("lab-kept");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "w.db"]));
    folder.file("game.sgf", "(;GM[1]FF[4]SZ[5];B[aa])");
    let bytes = fs::read(folder.path("w.db")).expect("there");
    #[cfg(unix)]
    std::os::unix::fs::symlink("w.db", folder.path("link.db")).expect("writable");
    let series = ["run", "--size", "3", "--games", "2", "--format", "csv", "--force"];
    let convert = ["sgf", "convert", "game.sgf", "--force"];
    let names = if cfg!(unix) { &["w.db", "link.db"][..] } else { &["w.db"] };
    for command in [&series[..], &convert] {
        for name in names {
            let mut output = stonefield(&[command, &["-o", name]].concat());
            let output = output.current_dir(folder.folder()).output().expect("it starts");
            refused(&output, &[name, "is a store and is never replaced"]);
        }
        for end in ["-wal", "-shm", "-journal", ".lock"] {
            let name = format!("w.db{end}");
            let mut output = stonefield(&[command, &["-o", &name]].concat());
            let output = output.current_dir(folder.folder()).output().expect("it starts");
            refused(&output, &[&name, "is the name of a part of the store"]);
        }
    }
    assert_eq!(fs::read(folder.path("w.db")).expect("there"), bytes);
}

#[test]
fn status_names_shards_that_are_not_what_their_names_say() {
    let folder = Scratch::new("lab-status");
    folder.file("plan.toml", PLAN);
    folder.file("other.toml", PLAN.replace("seed = 5", "seed = 6"));
    for shard in ["0/6", "1/6", "2/6", "4/6"] {
        well(&run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", shard]));
    }
    let status = || run(&folder, &["status", "shards"]);
    let file = |index: u64| folder.path(&format!("shards/shard-0000{index}-of-00006.db"));
    // After a clean end missing rows are reported at once.
    assert!(out(&status()).contains("to submit again: --array=3,5\n"), "{}", out(&status()));
    killed_at_birth(&file(3));
    let told = status();
    assert!(told.status.success(), "{}", out(&told));
    assert!(out(&told).contains("shard 3 is not counted: ") && out(&told).contains("the file is empty"));
    let merged = well(&run(&folder, &["merge", "out.db", "shards"]));
    assert!(
        merged.contains("the file is empty") && merged.contains("8 of 12 rows are in out.db, from 4 stores")
    );
    // A shard of another plan, one with a wrong name, and two damaged ones.
    well(&run(&folder, &["run", "other.toml", "-o", "others", "--shard", "5/6"]));
    fs::copy(folder.path("others/shard-00005-of-00006.db"), file(5)).expect("it copies");
    fs::copy(file(2), file(3)).expect("it copies");
    fs::write(file(0), "no store").expect("writable");
    fs::write(file(1), "nor this").expect("writable");
    let told = status();
    assert_eq!(told.status.code(), Some(1));
    let told = out(&told);
    for words in [
        "4 of 12 rows; 2 of 6 shards are finished",
        "shard 0 is not counted: ",
        "shard 1 is not counted: ",
        "row 2 belongs to shard 2 of 6 shards, and not to shard 3",
        "games of another plan (seed 6, not 5)",
        "to submit again: --array=0-1,3,5\n",
    ] {
        assert!(told.contains(words), "no {words:?} in {told}");
    }
    refused(&run(&folder, &["merge", "no.db", "shards"]), &["shard-00000", "shard-00001", "seed 6, not 5"]);
}

#[test]
fn status_tells_a_shard_that_is_played_by_its_lock() {
    let folder = Scratch::new("lab-played");
    folder.file("plan.toml", LONG);
    let mut child = lab(&folder, &["run", "plan.toml", "-o", "shards", "--shard", "0/2", "--threads", "1"])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let path = folder.path("shards/shard-00000-of-00002.db");
    let since = Instant::now();
    while count(&path) == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = || out(&run(&folder, &["status", "shards"]));
    let played = status();
    assert!(played.contains("1 shard is played now") && played.contains("--array=1\n"), "{played}");
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    let killed = status();
    assert!(!killed.contains("played now") && killed.contains("--array=0-1\n"), "{killed}");
}

#[test]
fn merging_keeps_games_that_did_not_fail_and_counts_only_what_was_played_twice() {
    let folder = Scratch::new("lab-merge");
    folder.file("plan.toml", PLAN);
    well(&run(&folder, &["run", "plan.toml", "-o", "one.db"]));
    let change = |name: &str, change: &str| {
        fs::copy(folder.path("one.db"), folder.path(name)).expect("it copies");
        Connection::open(folder.path(name)).expect("it opens").execute_batch(change).expect("it changes");
    };
    change("failed.db", "UPDATE games SET fault = 'white: gone', winner = 'failed' WHERE row = 3");
    change("differs.db", "UPDATE games SET ticks = 9999 WHERE row = 4");
    let merge = |args: &[&str]| run(&folder, &[&["merge"], args].concat());
    for sources in [["failed.db", "one.db"], ["one.db", "failed.db"]] {
        let told = well(&merge(&[&["m.db"], &sources[..], &["--force"]].concat()));
        assert!(told.contains("12 rows were played more than once: 11 are the same"), "{told}");
        assert!(told.contains("1 row failed in one store and not in another"), "{told}");
        assert_eq!(out(&run(&folder, &["show", "m.db", "--failed"])), "no game failed\n");
    }
    // Games of a store that is merged again or named three times count once.
    let told = well(&merge(&["m.db", "one.db", "./one.db", "one.db"]));
    assert_eq!(told, "stonefield: 12 of 12 rows are in m.db, from 1 store\n");
    well(&merge(&["n.db", "failed.db"]));
    let told = well(&merge(&["n.db", "one.db"]));
    assert!(
        !told.contains("more than once") && told.contains("the game that did not fail is kept"),
        "{told}"
    );
    assert_eq!(out(&run(&folder, &["show", "n.db", "--failed"])), "no game failed\n");
    let told = merge(&["m.db", "differs.db"]);
    assert_eq!(told.status.code(), Some(1));
    assert!(
        err(&told).contains("row 4 of differs.db is another game")
            && err(&told).contains("removed from m.db too")
    );
    assert_eq!(count(&folder.path("m.db")), 11);
    // If a plan is not repeatable, different results of one row are no error.
    let time = "seed = 5\ngames = 3\nsize = 4\nblack = \"mcts:time=0.01\"\n";
    folder.file("time.toml", time);
    let played = well(&run(&folder, &["run", "time.toml", "-o", "a.db"]));
    assert!(played.contains("not repeatable"), "{played}");
    fs::copy(folder.path("a.db"), folder.path("b.db")).expect("it copies");
    let other = Connection::open(folder.path("b.db")).expect("it opens");
    other.execute_batch("UPDATE games SET moves = zeroblob(4) WHERE row = 1").expect("it changes");
    drop(other);
    let told = well(&merge(&["t.db", "a.db", "b.db"]));
    assert!(told.contains("3 rows were played more than once: 2 are the same"), "{told}");
    assert!(told.contains("1 row differed between stores, because the plan is not repeatable"), "{told}");
    // `status` reports failed games too.
    fs::create_dir(folder.path("shards")).expect("it is made");
    fs::copy(folder.path("failed.db"), folder.path("shards/shard-00000-of-00001.db")).expect("it copies");
    assert!(out(&run(&folder, &["status", "shards"])).contains("1 game failed: lab run --retry-failed"));
}

#[test]
fn tasks_of_arrays_with_steps_and_gaps_are_shards_or_refused() {
    let folder = Scratch::new("lab-arrays");
    folder.file("plan.toml", PLAN);
    let task = |folder_of: &str, variables: &[(&str, &str)], more: &[&str]| {
        let mut command = lab(&folder, &[&["run", "plan.toml", "-o", folder_of], more].concat());
        command.envs(variables.iter().copied()).output().expect("it starts")
    };
    let slurm = |id: &'static str, max, count, step| {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_STEP", step),
        ]
    };
    well(&task("a", &slurm("7", "11", "3", "4"), &[]));
    assert!(folder.path("a/shard-00001-of-00003.db").exists());
    let grid =
        [("SGE_TASK_ID", "7"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "10"), ("SGE_TASK_STEPSIZE", "3")];
    well(&task("b", &grid, &[]));
    assert!(folder.path("b/shard-00002-of-00004.db").exists());
    let gaps = slurm("17", "204", "3", "1");
    refused(&task("c", &gaps, &[]), &["SLURM_ARRAY_TASK_ID is 17", "--shards n"]);
    well(&task("c", &gaps, &["--shards", "205"]));
    assert!(folder.path("c/shard-00017-of-00205.db").exists());
    refused(&task("d", &[("SLURM_ARRAY_TASK_ID", "")], &[]), &["SLURM_ARRAY_TASK_ID is empty"]);
}

#[test]
fn a_plan_is_submitted_into_a_folder_with_its_own_shards_alone() {
    let folder = Scratch::new("lab-submit");
    folder.file("plan.toml", PLAN);
    folder.file("other.toml", PLAN.replace("seed = 5", "seed = 6"));
    well(&run(&folder, &["run", "plan.toml", "-o", "shards", "--shard", "1/3"]));
    let since = Instant::now();
    let submit = |plan: &str| run(&folder, &["submit", plan, "--on", "parallel", "-o", "shards"]);
    refused(
        &submit("other.toml"),
        &["--output", "shard-00001-of-00003.db holds games of another plan (seed 5, not 6)"],
    );
    assert!(since.elapsed() < Duration::from_secs(8), "it was tried first");
    let told = submit("plan.toml");
    assert!(well(&told).contains("shards has shards of this plan: their number is kept"), "{}", err(&told));
    assert!(out(&told).contains("seq 0 2 |") && out(&told).contains("/3 "), "{}", out(&told));
    fs::copy(folder.path("shards/shard-00001-of-00003.db"), folder.path("shards/shard-00001-of-00004.db"))
        .expect("it copies");
    refused(&submit("plan.toml"), &["--output", "other files there are not"]);
}

/// Engine that ends at its first move, until a file says that it is repaired. Then it passes.
const ENGINE: &str = "\
import os, sys
answers = {'genmove': 'PASS', 'protocol_version': '2', 'name': 'it', 'version': '1', 'known_command': 'false'}
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words and words[0].isdigit() else ''
    word = words[0] if words else ''
    if word == 'genmove' and not os.path.exists('mended'):
        sys.exit(3)
    answer = 'genmove\\nplay\\nboardsize\\nclear_board\\nkomi\\nquit' if word == 'list_commands' else answers.get(word, '')
    print(f'={number} {answer}\\n', flush=True)
    if word == 'quit':
        break
";

#[test]
fn a_search_whose_games_fail_recommends_nothing_and_plays_them_again() {
    if !stonefield_testing::require("python3") {
        return;
    }
    let folder = Scratch::new("lab-tune-failed");
    folder.file("engine.py", ENGINE);
    let tune = |generations: &str, more: &[&str]| {
        let flags = [
            "tune",
            "swarm",
            "--against",
            "gtp:[python3 engine.py],dir=.",
            "--params",
            "spread=0:5",
            "-o",
            "t.db",
        ];
        let few = [
            "--size",
            "4",
            "--pairs",
            "1",
            "--candidates",
            "4",
            "--validation",
            "1",
            "--generations",
            generations,
            "--max-ticks",
            "60",
        ];
        run(&folder, &[&flags[..], &few, more].concat())
    };
    for _ in 0..2 {
        let failed = tune("1", &[]);
        assert_eq!(failed.status.code(), Some(1), "{}", err(&failed));
        let told = err(&failed);
        for words in ["generation 1: no game of its candidates counts", "8 games failed", "--retry-failed"] {
            assert!(told.contains(words), "no {words:?} in {told}");
        }
        assert!(!told.contains("inf") && !out(&failed).contains("recommended"), "{told}{}", out(&failed));
    }
    folder.file("mended", "");
    let mended = tune("1", &["--retry-failed"]);
    assert!(well(&mended).contains("8 games are played again because of a failure"), "{}", err(&mended));
    assert!(out(&mended).contains("recommended: swarm:"), "{}", out(&mended));
    // If a game of an early generation is played again, all games of later generations are removed.
    well(&tune("3", &[]));
    let database = Connection::open(folder.path("t.db")).expect("it opens");
    let change = "UPDATE games SET fault = 'gone' WHERE generation = 1 AND candidate = 0";
    database.execute_batch(change).expect("it changes");
    drop(database);
    let again = tune("3", &["--retry-failed"]);
    let told = well(&again);
    assert!(told.contains("2 games are played again because of a failure, together with "), "{told}");
    assert!(
        well(&tune("1", &[])).contains("t.db has 3 generations, more than --generations 1: none is played")
    );
}

#[test]
fn flags_after_two_dashes_are_reported() {
    let folder = Scratch::new("lab-dashes");
    let told = stonefield(&["replay", "--", "--x.db", "0", "--check"])
        .current_dir(folder.folder())
        .output()
        .expect("it starts");
    refused(&told, &["--check is after --"]);
}
