//! Series whose games start with stones: each is played to its end, independent of threads and earlier games.

use crate::support::program::{run_command, stonefield};
use stonefield_testing::scratch::Scratch;

/// Number of games of each series. Errors from entity numbers that are used twice show after some 80 games.
const GAMES: &str = "3000";

/// Checks that two tables of results are equal, with a row for each game, and that no game failed.
fn are_whole_and_equal([one, two]: &[Vec<u8>; 2]) {
    assert!(one == two, "one thread and two give other games");
    let table = String::from_utf8_lossy(one);
    assert_eq!(table.lines().count(), 3001, "{}", table.lines().next().unwrap_or_default());
    assert!(!table.contains("void") && !table.contains("disagree"), "{table}");
}

/// Board of 7×7 with stones on a third of it, as a diagram and as a record.
const DIAGRAM: &str = "\
    . X . . O . .
    . . X . . O .
    X . . O . . X
    . O . . X . .
    . . X . . O .
    O . . X . . .
    . X . . O . .
";
const RECORD: &str = "(;SZ[7]AB[ba][cb][ac][gc][ed][ce][df][bg]AW[ea][fb][dc][bd][fe][af][eg])";

#[test]
fn scattered_stones_and_positions_in_a_series() {
    let folder = Scratch::new("stones-run");
    folder.file("start.txt", DIAGRAM);
    for start in [&["--size", "9", "--fill", "0.3"][..], &["--position", "start.txt"]] {
        let tables = ["1", "2"].map(|threads| {
            let args = ["run", "--games", GAMES, "--seed", "1", "--format", "csv", "--threads", threads];
            let (code, table, err) =
                run_command(stonefield(&[&args, start].concat()).current_dir(folder.folder()));
            assert_eq!(code, Some(0), "{start:?}, {threads} threads: {err}");
            table.into_bytes()
        });
        are_whole_and_equal(&tables);
    }
}

#[test]
fn scattered_stones_in_a_plan() {
    let folder = Scratch::new("stones-lab");
    folder.file(
        "plan.toml",
        format!("seed = 1\ngames = {GAMES}\nsize = 9\nfill = 0.3\nblack = \"sensible\"\n"),
    );
    played_into_stores(&folder, "run");
}

#[test]
fn positions_of_a_folder_in_a_tournament() {
    let folder = Scratch::new("stones-tournament");
    std::fs::create_dir(folder.path("book")).expect("a folder");
    folder.file("book/1.sgf", RECORD);
    folder.file("book/2.sgf", "(;SZ[7]AB[bb][cc][dd]AW[ee][ff][fe]PL[W])");
    let plan = format!(
        "seed = 1\ngames = {GAMES}\nsize = 7\nopenings = \"book\"\nplayers = [\"random\", \"sensible\"]\n"
    );
    folder.file("plan.toml", &plan);
    played_into_stores(&folder, "tournament");
}

/// Plays `plan.toml` into a store with one thread and with two. Checks that the tables of games are equal.
fn played_into_stores(folder: &Scratch, command: &str) {
    let store = |threads: &str| format!("{threads}.db");
    let tables = ["1", "2"].map(|threads| {
        let args = ["lab", command, "plan.toml", "-o", &store(threads), "--threads", threads];
        let (code, _, err) = run_command(stonefield(&args).current_dir(folder.folder()));
        assert_eq!(code, Some(0), "{threads} threads: {err}");
        let args = ["lab", "export", &store(threads)];
        run_command(stonefield(&args).current_dir(folder.folder())).1.into_bytes()
    });
    are_whole_and_equal(&tables);
}
