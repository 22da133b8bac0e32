//! Arbitrary bytes as a store, arbitrary text as a plan: the laboratory reads or refuses them in one line.

use super::lab_foreign::{change, count, played, run};
use crate::support::plan_property::{self, plan};
use crate::support::program::{err, refused};
use crate::support::store_property::{PURPOSES, StoreTrial};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use stonefield_search::Rng;
use stonefield_testing::chance::by_chance;

/// Inputs that once lost rows of stores, were refused in several lines, or had a journal that names another
/// file.
const STORES: [&[u8]; 4] = [
    &[230, 0, 182, 119, 196, 189, 181, 147, 81, 116, 186, 0, 125, 80, 248, 134],
    &[245, 1, 1, 123, 88, 232, 190, 212, 203, 224, 154],
    &[245, 0, 1, 0, 5, 0, 16, 14, 0, 5, 0, 16, 14, 0, 5, 0, 16, 14, 0, 2],
    &[0, 0, 7, 0, 4, 0],
];

/// Plans and flags that once were refused in several lines, or took a minute to read.
const TEXTS: [&str; 5] = [
    "# \u{1b}",
    "a\u{85}b",
    "openings = \"/\\n\"\n",
    "players = [\"random\", \"swarm\"]\n\"white.x\\ny\" = 1\n",
    // Each combination has another mind.
    "size = 5\nminds = \"swarm\"\n\"black.spread\" = \"0:0.0005:4.9\"\n\"white.spread\" = \"0:0.0005:4.9\"\n",
];

/// Fewer than `most` random bytes, which are the choices of a store or a plan.
fn drawn(rng: &mut Rng, most: u32) -> Vec<u8> {
    (0..rng.random_range(0..most)).map(|_| rng.random()).collect()
}

/// Tests a file for all purposes of a store.
fn holds(trial: &StoreTrial, bytes: &[u8]) {
    (0..PURPOSES).for_each(|purpose| trial.holds(bytes, purpose));
}

#[test]
fn inputs_that_once_failed_are_handled() {
    let trial = StoreTrial::new();
    STORES.iter().for_each(|bytes| holds(&trial, bytes));
    TEXTS.into_iter().for_each(plan_property::holds);
}

#[test]
fn a_merge_that_is_refused_removes_no_row() {
    let folder = played("inputs-merge");
    change(&folder, "out.db", "UPDATE games SET winner = 'failed', fault = 'it fell' WHERE row = 3");
    // A value of the wrong type is found when its row is copied.
    let types = |from: &str, to: &str| {
        format!(
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE name = 'timing'"
        )
    };
    change(&folder, "evil.db", &types("STRICT", "      "));
    let carry_out = |statement: &str| {
        let database = rusqlite::Connection::open(folder.path("evil.db")).expect("it opens");
        database.execute_batch(statement).expect("it writes");
    };
    carry_out("UPDATE timing SET seconds = 'long' WHERE row = 3");
    carry_out(&types("      ", "STRICT"));
    let told = run(&folder, &["lab", "merge", "out.db", "evil.db"]);
    refused(&told, &["evil.db: its table timing has a text in the column seconds"]);
    assert_eq!(count(&folder, "out.db"), 12);
    assert!(run(&folder, &["lab", "merge", "out.db", "games.db"]).status.success());
    assert_eq!(count(&folder, "out.db"), 12);
}

#[test]
fn words_of_a_store_stay_on_one_line() {
    let folder = played("inputs-words");
    change(&folder, "evil.db", "UPDATE meta SET value = 'a' || char(10) || 'b' WHERE key = 'kind'");
    let run = |args: &[&str]| run(&folder, args);
    refused(&run(&["lab", "table", "evil.db"]), &["evil.db", "of kind a\\nb"]);
    refused(&run(&["lab", "run", "plan.toml", "-o", "evil.db"]), &["(a\\nb, not experiment)"]);
    change(&folder, "evil.db", "UPDATE games SET result = 'a' || char(10) || 'b' WHERE row = 3");
    let told = run(&["lab", "merge", "out.db", "games.db", "evil.db"]);
    let line = err(&told).lines().find(|line| line.contains("is another game")).map(str::to_owned);
    assert!(line.is_some_and(|line| line.contains("result a\\nb, not ")), "{}", err(&told));
}

#[test]
fn any_store_is_read_or_refused() {
    let trial = StoreTrial::new();
    let mut rng = Rng::seed_from_u64(7);
    for _ in 0..200 {
        holds(&trial, &drawn(&mut rng, 40));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_plan_is_read_or_refused(choices in prop::collection::vec(any::<u8>(), 0..40), text in ".{0,60}") {
        plan_property::holds(&plan(&choices));
        plan_property::holds(&text);
    }
}

/// Random stores and plans: 1000 of each, or the number in `STONEFIELD_FUZZ`. `STONEFIELD_FUZZ=10000 cargo
/// test --release --test it -- --ignored --nocapture random_stores`
#[test]
#[ignore = "runs as long as is asked for"]
fn random_stores_and_plans_are_handled() {
    let trial = StoreTrial::new();
    by_chance(
        1000,
        |rng| [drawn(rng, 60), drawn(rng, 60)],
        |[store, choices]| {
            holds(&trial, store);
            plan_property::holds(&plan(choices));
        },
        |[store, choices]| format!("store {store:?}, plan {choices:?}"),
    );
}
