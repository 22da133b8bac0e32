//! Tournaments: tables independent of threads, kills and order, statistical tests, and engines that fail.

#![cfg(unix)]

use crate::support::program::{run_command, stonefield};
use std::time::{Duration, Instant};
use stonefield_lab::store::ResultStore;
use stonefield_testing::scratch::{Scratch, names};

/// Tournament of three players. It takes a second or two.
const THREE: &str = "seed = 7\ngames = 200\nsize = 5\nopen = 2\n[players]\nchance = \"random\"\nplain = \"sensible\"\nfree = \"liberties\"\n";

/// Runs the program in a folder. Returns exit code, stdout and stderr.
fn lab(folder: &Scratch, args: &[&str]) -> (Option<i32>, String, String) {
    run_command(stonefield(&[&["lab"], args].concat()).current_dir(folder.folder()))
}

/// Table as text, without CPU times, which differ between runs.
fn steady(table: &str) -> Vec<String> {
    let is_time = |word: &str| word.ends_with("µs") || word.ends_with("ms");
    let mut lines = Vec::new();
    for line in table.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        // In `12.5 ms` the number is removed with the unit.
        let kept = (0..words.len()).filter(|&at| {
            !(is_time(words[at])
                || words[at] == "s"
                || words.get(at + 1).is_some_and(|next| is_time(next) || *next == "s"))
        });
        lines.push(kept.map(|at| words[at]).collect::<Vec<_>>().join(" "));
    }
    lines
}

/// Checks that nothing was played: exit code 2 and one line with these words.
fn refused((code, out, err): (Option<i32>, String, String), words: &[&str]) {
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    for word in words {
        assert!(err.contains(word), "no {word:?} in {err}");
    }
}

#[test]
fn a_tournament_that_is_killed_goes_on_to_the_same_table() {
    let folder = Scratch::new("lab-tournament");
    // So many games that none of the processes is done when it is killed, however fast the machine is.
    let plan = THREE.replace("games = 200", "games = 3000");
    folder.file("plan.toml", &plan);
    let (code, whole, err) = lab(&folder, &["tournament", "plan.toml", "-o", "whole.db", "--threads", "1"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(whole.starts_with("9000 of 9000 games"), "{whole}");
    let args = ["lab", "tournament", "plan.toml", "-o", "killed.db", "--threads", "2"];
    let mut kills = 0;
    for wait in [80, 160, 240] {
        let mut child = stonefield(&args)
            .current_dir(folder.folder())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(wait));
        kills += u32::from(child.try_wait().expect("known").is_none());
        // The process may have ended by itself.
        let _ = child.kill();
        child.wait().expect("gone");
    }
    assert!(kills > 0, "none was killed in the middle");
    let (code, again, err) = lab(&folder, &args[1..]);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(steady(&again), steady(&whole));
    // `lab table` prints the same table from the store, without playing.
    let (code, table, _) = lab(&folder, &["table", "killed.db"]);
    assert_eq!((code, &steady(&table)), (Some(0), &steady(&whole)));
    // Stronger players come first, whatever their place in the plan.
    let place = |name: &str| table.lines().position(|line| line.contains(name)).expect(name);
    assert!(place("free") < place("chance") && place("plain") < place("chance"), "{table}");
    // Another tournament is refused for this store.
    folder.file("plan.toml", plan.replace("games = 3000", "games = 3002"));
    refused(lab(&folder, &args[1..]), &["--output", "games 3000, not 3002", "--force"]);
}

#[test]
fn shards_merge_to_the_same_table_and_games_are_records() {
    let folder = Scratch::new("lab-tournament-shards");
    folder.file("plan.toml", THREE.replace("games = 200", "games = 4"));
    let (code, whole, err) = lab(&folder, &["tournament", "plan.toml", "-o", "whole.db"]);
    assert_eq!(code, Some(0), "{err}");
    for shard in ["0/2", "1/2"] {
        let (code, _, err) = lab(&folder, &["run", "plan.toml", "-o", "shards", "--shard", shard]);
        assert_eq!(code, Some(0), "{err}");
    }
    assert_eq!(lab(&folder, &["merge", "merged.db", "shards"]).0, Some(0));
    let (_, merged, _) = lab(&folder, &["table", "merged.db"]);
    assert_eq!(steady(&merged), steady(&whole));
    // Only one shard: half of the games.
    let shards = names(&folder.path("shards"));
    let shard = shards.iter().find(|name| name.ends_with(".db")).expect("a shard");
    let (_, part, _) = lab(&folder, &["table", &format!("shards/{shard}")]);
    assert!(part.starts_with("6 of 12 games"), "{part}");
    let (code, _, err) = lab(&folder, &["sgf", "merged.db", "games", "--rows", "0,3-4"]);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(names(&folder.path("games")), ["game-000000.sgf", "game-000003.sgf", "game-000004.sgf"]);
    for name in names(&folder.path("games")) {
        let (code, out, err) = run_command(
            stonefield(&["replay", "--check", &format!("games/{name}")]).current_dir(folder.folder()),
        );
        assert_eq!(code, Some(0), "{name}: {out}{err}");
    }
    // Writing the same record again is allowed, replacing another one is not.
    assert_eq!(lab(&folder, &["sgf", "whole.db", "games"]).0, Some(0));
    folder.file("games/game-000003.sgf", "(;SZ[9])");
    refused(lab(&folder, &["sgf", "merged.db", "games"]), &["game-000003.sgf", "--force"]);
    refused(
        lab(&folder, &["sgf", "merged.db", "games", "--rows", "99"]),
        &["--rows", "no row 99", "0 to 11"],
    );
}

#[test]
fn a_test_decides_the_same_on_any_number_of_threads() {
    let folder = Scratch::new("lab-sprt");
    folder.file(
        "plan.toml",
        "seed = 3\ngames = 400\nsize = 5\nopen = 2\nplayers = [\"sensible\", \"random\"]\n",
    );
    let sprt = "elo0=0,elo1=60,alpha=0.05,beta=0.05";
    let played = |threads: &str| {
        let file = format!("{threads}.db");
        let args = ["tournament", "plan.toml", "-o", &file, "--threads", threads, "--sprt", sprt];
        let (code, table, err) = lab(&folder, &args);
        assert_eq!(code, Some(0), "{err}");
        // The same command has nothing more to play.
        let (code, again, _) = lab(&folder, &args);
        assert_eq!((code, again), (Some(0), table.clone()));
        table
    };
    let (one, three) = (played("1"), played("3"));
    // Only the number of games after the decision differs.
    let said = |table: &str| {
        let lines = steady(table).into_iter();
        lines
            .filter(|line| !line.contains("of 400 games") && !line.contains("after the test"))
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&one), said(&three));
    let line = one.lines().find(|line| line.starts_with("sprt ")).expect("a line of the test");
    assert!(
        line.contains("(-2.94 to 2.94)") && line.contains("H1 is accepted: 60 Elo rather than 0"),
        "{line}"
    );
    assert!(!one.starts_with("400 of"), "{one}");
    // The test can be applied to any store of two players.
    let (code, other, _) = lab(&folder, &["table", "1.db", "--sprt", "elo0=-5,elo1=400"]);
    assert!(code == Some(0) && other.contains("sprt elo0=-5,elo1=400"), "{other}");
    // A plan without the test is another plan.
    refused(lab(&folder, &["tournament", "plan.toml", "-o", "1.db"]), &["sprt elo0=0", "not none"]);
}

/// Fake engine with the fault `how`.
fn mock(how: &str) -> String {
    format!("gtp:[python3 {}/tests/engines/mock.py {how}]", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn an_engine_that_dies_fails_its_games_and_the_others_are_played() {
    let folder = Scratch::new("lab-engine");
    let text = format!(
        "games = 2\nsize = 5\nmax_ticks = 200\n[players]\nweak = \"{}\"\nplain = \"sensible\"\nchance = \"random\"\n",
        mock("die after=2")
    );
    folder.file("plan.toml", text);
    let args = ["tournament", "plan.toml", "-o", "t.db", "--threads", "2"];
    refused(lab(&folder, &args), &["plan.toml", "asks for the program", "--allow-programs"]);
    let allowed = [&args[..], &["--allow-programs"]].concat();
    let (code, table, err) = lab(&folder, &allowed);
    assert_eq!(code, Some(1), "{err}");
    assert!(table.starts_with("6 of 6 games"), "{table}");
    let line = |name: &str| {
        table
            .lines()
            .rfind(|line| line.starts_with(char::is_numeric) && line.contains(name))
            .map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    let weak = line(" weak ").expect("a line");
    assert_eq!(weak[weak.len() - 2..], ["4", "4"], "{table}");
    let plain = line(" plain ").expect("a line");
    assert_eq!(plain[plain.len() - 2..], ["2", "0"], "{table}");
    // With `--retry-failed` only the failed games are played again.
    let (code, _, err) = lab(&folder, &[&allowed[..], &["--retry-failed"]].concat());
    assert!(code == Some(1) && err.contains("4 rows played again"), "{err}");
}

#[test]
fn errors_are_reported_in_one_line() {
    let folder = Scratch::new("lab-tournament-errors");
    let tried = |plan: &str, flags: &[&str], words: &[&str]| {
        folder.file("plan.toml", plan);
        let args = [&["tournament", "plan.toml", "-o", "t.db"], flags].concat();
        refused(lab(&folder, &args), words);
        assert!(!folder.path("t.db").exists(), "{plan}");
    };
    let two = "players = [\"random\", \"sensible\"]\ngames = 2\nsize = 5\n";
    tried("games = 2\n", &[], &["plan.toml", "players"]);
    tried("players = [\"random\"]\n", &[], &["line 1, column 11", "2 to 100"]);
    tried("games = 3\nplayers = [\"random\", \"swarm\"]\n", &[], &["line 1, column 9", "even"]);
    tried("players = [\"random\", \"human\"]\n", &[], &["plan.toml", "human", "person"]);
    tried(two, &["--sprt", "elo0=0"], &["--sprt", "elo1 is missing"]);
    tried(two, &["--sprt", "elo0=3,elo1=1"], &["--sprt", "elo0 must be less than elo1"]);
    let three = "players = [\"random\", \"sensible\", \"swarm\"]\ngames = 2\nsize = 5\n";
    tried(three, &["--sprt", "elo0=0,elo1=5"], &["--sprt: sprt compares two players, and there are 3"]);
    let tested = format!("sprt = \"elo0=0,elo1=9\"\n{two}");
    tried(&tested, &["--sprt", "elo0=0,elo1=5"], &["--sprt", "the plan has a test (sprt) too"]);
    folder.file("three.toml", three);
    assert_eq!(lab(&folder, &["tournament", "three.toml", "-o", "three.db"]).0, Some(0));
    refused(
        lab(&folder, &["table", "three.db", "--sprt", "elo0=0,elo1=5"]),
        &["--sprt: a test compares two players, and the tournament has 3"],
    );
    tried(two, &["--sprt", "elo0=0,elo1=5", "--shard", "0/2"], &["sprt", "one store"]);
    folder.file("plain.toml", "games = 2\nsize = 5\n");
    assert_eq!(lab(&folder, &["run", "plain.toml", "-o", "plain.db"]).0, Some(0));
    refused(
        lab(&folder, &["table", "plain.db"]),
        &["plain.db", "no store of a tournament", "kind experiment"],
    );
    refused(lab(&folder, &["table", "missing.db"]), &["missing.db"]);
    // A store with a damaged plan is refused before its rows are read.
    for (plan, words) in [
        ("players = [", "its plan: line 1, column "),
        ("games = 2\nsize = 5\n", "its plan is not that of its games: it is damaged"),
    ] {
        std::fs::copy(folder.path("three.db"), folder.path("damaged.db")).expect("it copies");
        let database = rusqlite::Connection::open(folder.path("damaged.db")).expect("it opens");
        database.execute("UPDATE meta SET value = ? WHERE key = 'plan'", [plan]).expect("it writes");
        drop(database);
        let args = ["tournament", "three.toml", "-o", "damaged.db"];
        refused(lab(&folder, &args), &["--output: damaged.db: ", words]);
        assert_eq!(lab(&folder, &[&args[..], &["--force"]].concat()).0, Some(0));
    }
}

/// The table can be printed while another process plays.
#[test]
fn the_table_can_be_printed_while_games_are_played() {
    let folder = Scratch::new("lab-tournament-live");
    folder.file("plan.toml", THREE.replace("games = 200", "games = 40000"));
    let mut child = stonefield(&["lab", "tournament", "plan.toml", "-o", "t.db", "--threads", "1"])
        .current_dir(folder.folder())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let until = Instant::now() + Duration::from_secs(60);
    let table = loop {
        let (code, table, _) = lab(&folder, &["table", "t.db"]);
        if code == Some(0) && !table.starts_with("0 of") {
            break table;
        }
        assert!(Instant::now() < until, "no game in a minute");
        std::thread::sleep(Duration::from_millis(100));
    };
    child.kill().expect("it plays");
    child.wait().expect("gone");
    assert!(table.contains("of 120000 games") && table.contains("CPU per move"), "{table}");
}

/// Flags of a small search.
const TUNE: [&str; 12] = [
    "tune",
    "swarm",
    "--against",
    "sensible",
    "--params",
    "spread=0:5,radius=2:6",
    "--size",
    "5",
    "--pairs",
    "2",
    "--validation",
    "3",
];

#[test]
fn a_search_that_is_killed_goes_on_to_the_same_end() {
    let folder = Scratch::new("lab-tune");
    let tune = |more: &[&str]| lab(&folder, &[&TUNE[..], more].concat());
    let (code, whole, err) = tune(&["-o", "whole.db", "--generations", "6", "--threads", "1"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        whole.contains("recommended: swarm:") && whole.contains("against swarm, on fresh openings:"),
        "{whole}"
    );
    assert_eq!(err.lines().filter(|line| line.contains("generation ")).count(), 6, "{err}");
    // Some generations, then a kill during others, then the rest with other threads.
    assert_eq!(tune(&["-o", "parts.db", "--generations", "2"]).0, Some(0));
    let mut child = stonefield(&[&["lab"], &TUNE[..], &["-o", "parts.db", "--generations", "6"]].concat())
        .current_dir(folder.folder())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_millis(700));
    let _ = child.kill();
    child.wait().expect("gone");
    let (code, again, err) = tune(&["-o", "parts.db", "--generations", "6", "--threads", "3"]);
    assert_eq!(code, Some(0), "{err}");
    // The store has one match more, that after the second generation, but no more games of candidates.
    assert!(again.starts_with("6 generations, ") && again.lines().next() == whole.lines().next(), "{again}");
    let (_, third, err) = tune(&["-o", "parts.db", "--generations", "6"]);
    assert!(third == again && err.contains(" games of matches at the end, 6 generations finished"), "{err}");
    let said = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(said(&again), said(&whole));
    // Its games can be written as records, as those of a plan.
    assert_eq!(lab(&folder, &["sgf", "whole.db", "games", "--rows", "1,20"]).0, Some(0));
    for name in names(&folder.path("games")) {
        let (code, out, err) = run_command(
            stonefield(&["replay", "--check", &format!("games/{name}")]).current_dir(folder.folder()),
        );
        assert_eq!(code, Some(0), "{name}: {out}{err}");
    }
    // Another search is refused for this store.
    refused(tune(&["-o", "whole.db", "--seed", "2"]), &["--output", "seed 1, not 2", "--force"]);
    refused(lab(&folder, &["table", "whole.db"]), &["kind tuning"]);
}

#[test]
fn untunable_parameters_are_refused_in_one_line() {
    let folder = Scratch::new("lab-tune-errors");
    for (params, words) in [
        ("spraed=0:5", &["--params", "no numeric parameter 'spraed'", "nearest: 'spread'"][..]),
        ("spread=5:0", &["--params", "spread=5:0", "the lower one first"]),
        ("spread=0:5,spread=1:2", &["--params", "spread is given twice"]),
        ("radius", &["--params", "NAME=LOW:HIGH"]),
        (
            "spread=3:5",
            &[
                "--params",
                "the search begins with spread=0.6, the value of swarm, which is outside spread=3:5",
            ],
        ),
    ] {
        let args = ["tune", "swarm", "--against", "random", "--params", params, "-o", "t.db"];
        refused(lab(&folder, &args), words);
    }
    let args = ["tune", "sensible", "--against", "random", "--params", "a=0:1", "-o", "t.db"];
    refused(lab(&folder, &args), &["--params: sensible has no numeric parameters"]);
    let args = ["tune", "swarm", "--against", "human", "--params", "spread=0:5", "-o", "t.db"];
    refused(lab(&folder, &args), &["--against", "human", "person"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_tuning_with_a_time_budget_is_reported_as_not_repeatable() {
    let folder = Scratch::new("lab-tune-time");
    for (name, mind, params, told) in [
        ("plain.db", "mcts:playouts=5", "explore=0:2", None),
        ("time.db", "mcts:playouts=5", "time=0:0.02", Some("mcts:playouts=5,time=0.02")),
        ("threads.db", "mcts:playouts=5", "threads=1:2", Some("mcts:playouts=5,threads=2")),
    ] {
        let flags =
            ["--against", "random", "--size", "3", "--generations", "1", "--pairs", "1", "--validation", "0"];
        let args = [&["tune", mind, "--params", params, "-o", name], &flags[..]].concat();
        let (code, out, err) = lab(&folder, &args);
        assert!(code == Some(0) && out.starts_with("1 generation, 8 games of candidates\n"), "{out}{err}");
        assert_eq!(err.contains("not repeatable"), told.is_some(), "{name}: {err}");
        let store = ResultStore::look(&folder.path(name)).expect("a store");
        assert_eq!(store.header().unrepeatable, told.unwrap_or_default());
    }
}

#[test]
fn games_open_with_the_records_of_a_folder() {
    let folder = Scratch::new("lab-openings");
    std::fs::create_dir(folder.path("book")).expect("a folder");
    folder.file("book/1.sgf", "(;SZ[5];B[bb];W[dd];B[bd];W[db])");
    folder.file("book/2.sgf", "(;SZ[5]AB[cc]PL[W];W[bb];B[dd])");
    folder.file("book/notes.txt", "nothing");
    let plan = "games = 6\nsize = 5\nopen = 3\nopenings = \"book\"\nplayers = [\"random\", \"sensible\"]\n";
    folder.file("plan.toml", plan);
    let args = ["tournament", "plan.toml", "-o", "t.db"];
    let (code, table, err) = lab(&folder, &args);
    assert!(code == Some(0) && table.starts_with("6 of 6 games"), "{err}");
    // The store contains the positions, so its games can be written as records without the folder.
    let book = ["(;SZ[5];B[bb];W[dd];B[bd];W[db])", "(;SZ[5];B[cc])"];
    std::fs::remove_dir_all(folder.path("book")).expect("removable");
    assert_eq!(lab(&folder, &["sgf", "t.db", "games"]).0, Some(0));
    for (row, stones) in [("0", ["AB[bb][bd]", "AW[dd]", "PL[W]"]), ("3", ["AB[cc][dd]", "AW[bb]", "PL[W]"])]
    {
        let name = format!("games/game-00000{row}.sgf");
        let text = folder.text(&name);
        assert!(stones.iter().all(|stones| text.contains(stones)), "{text}");
        let (code, out, err) =
            run_command(stonefield(&["replay", "--check", &name]).current_dir(folder.folder()));
        assert_eq!(code, Some(0), "{name}: {out}{err}");
    }
    refused(lab(&folder, &args), &["plan.toml", "openings", "book", "lab show STORE.db --plan"]);
    // The plan in the store has the positions and can be resumed without the folder.
    let (_, kept, _) = lab(&folder, &["show", "t.db", "--plan"]);
    folder.file("kept.toml", kept);
    let (code, table, err) = lab(&folder, &["tournament", "kept.toml", "-o", "t.db"]);
    assert!(code == Some(0) && table.starts_with("6 of 6 games"), "{err}");
    // A changed folder makes another tournament.
    std::fs::create_dir(folder.path("book")).expect("a folder");
    folder.file("book/1.sgf", book[0]);
    folder.file("book/2.sgf", book[1]);
    refused(lab(&folder, &args), &["--output", "positions", "--force"]);
    folder.file("book/2.sgf", "(;SZ[5];B[bb];W[bb])");
    refused(lab(&folder, &args), &["2.sgf", "move 2 is illegal"]);
    folder.file("book/2.sgf", "(;SZ[9];B[bb])");
    refused(lab(&folder, &args), &["2.sgf is on 9x9, and ", "1.sgf is on 5x5"]);
    // Openings of another board size: the message names both keys.
    folder.file("book/1.sgf", "(;SZ[9];B[bb])");
    let words = "openings are drawn on 9x9, but size is";
    refused(
        lab(&folder, &args),
        &[&format!("plan.toml: line 2, column 8: {words} 5x5: write size = \"9x9\"")],
    );
    folder.file("plan.toml", plan.replace("size = 5\n", ""));
    refused(
        lab(&folder, &args),
        &[&format!("plan.toml: line 3, column 12: {words} not set, and its default is 19x19")],
    );
    folder.file("book/1.sgf", book[0]);
    // Line numbers refer to the file, even with positions before it.
    folder.file("book/2.sgf", book[1]);
    folder.file("plan.toml", format!("{plan}sise = 3\n"));
    refused(lab(&folder, &args), &["line 6, column 1: a plan has no key 'sise'"]);
}

/// The engine runs below a shell, as engines started by a script do. The CPU time of shell and engine counts.
/// The time that it takes to measure does not.
#[cfg(target_os = "linux")]
#[test]
fn the_processor_time_of_an_engine_is_its_own() {
    let folder = Scratch::new("lab-engine-time");
    let program = env!("CARGO_BIN_EXE_stonefield");
    let engine = format!("gtp:[sh -c '{program} gtp --brain mcts:playouts=2000; true']");
    folder.file(
        "plan.toml",
        format!("games = 2\nsize = 5\nmax_ticks = 12\n[players]\nengine = {engine:?}\nown = \"mcts:playouts=2000\"\n"),
    );
    let (code, table, err) = lab(&folder, &["tournament", "plan.toml", "-o", "games.db", "--allow-programs"]);
    assert_eq!(code, Some(0), "{err}");
    let store = ResultStore::look(&folder.path("games.db")).expect("a store");
    let standings = stonefield_lab::Standings::of(&store, None).expect("standings");
    let cost = [0, 1].map(|at: usize| {
        let player = &standings.players[at];
        assert!(player.moves >= 10 && player.failed == 0, "{player:?} {table}");
        player.seconds / player.moves as f64
    });
    assert!((0.3..4.0).contains(&(cost[0] / cost[1])), "{cost:?} {table}");
}
