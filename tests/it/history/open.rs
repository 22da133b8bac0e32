//! Opening records: contradictory records are refused, and nothing panics.

use crate::support::open_property::{holds, record};
use crate::support::program::{self, err};
use proptest::prelude::*;
use rand::RngExt;
use stonefield_go::notation::sgf;
use stonefield_go::{Color, Point};
use stonefield_minds::Trust;
use stonefield_search::Rng;
use stonefield_sim::Session;
use stonefield_sim::history::Opened;
use stonefield_testing::chance::by_chance;
use stonefield_testing::scratch::Scratch;

fn open(text: &str) -> Result<(Session, Opened), String> {
    let games = sgf::read_text(text).expect("a record").collection;
    let game = games.games()[0];
    Session::reopen(games, game, Trust::default()).map_err(|error| error.to_string())
}

/// Record of this program: `SZ`, then entries.
fn ours(size: &str, entries: &str) -> String {
    format!("(;GM[1]FF[4]SZ[{size}]STONEFIELD[form=1]{entries};B[cc];W[dd])")
}

const MINDS: &str = "[black=random][white=random]";

#[test]
fn two_board_sizes_are_refused_in_one_line() {
    let told = |size: &str, entries: &str| open(&ours(size, entries)).err().unwrap_or_default();
    for entries in ["[size=5][rules=chinese]", "[size=10]", "[size=9x10]", "[size=1024]", "[size=52]"] {
        let line = told("9", &format!("{entries}{MINDS}"));
        assert!(line.starts_with("the record has two board sizes: SZ makes a 9x9 board"), "{line}");
    }
    // Under these rules the board is one larger than the size.
    let line = told("9", &format!("[size=9][rules=netlogo-2016]{MINDS}"));
    assert!(line.contains("size=9x9, which under its rules makes a 10x10 board"), "{line}");
    let line = told("10", &format!("[size=9][rules=netlogo-2016]{MINDS}"));
    assert!(!line.contains("two board sizes"), "{line}");
    assert_eq!(told("9", &format!("[size=9]{MINDS}")), "");
}

#[test]
fn two_beginnings_are_refused_in_one_line() {
    let text = |stones: &str, entries: &str| {
        format!("(;GM[1]FF[4]SZ[9]{stones}STONEFIELD[form=1][size=9]{entries}{MINDS};B[cc])")
    };
    let told = |stones: &str, entries: &str| open(&text(stones, entries)).err().unwrap_or_default();
    assert_eq!(told("AB[cc]", "[start=drawn]"), "");
    let line = told("AB[cc]", "");
    assert!(line.contains("at C7 the first node has a black stone") && line.contains("no stone"), "{line}");
    let line = told("", "[handicap=2]");
    assert!(
        line.starts_with("the record has two starting positions: at ") && line.ends_with(" a black stone"),
        "{line}"
    );
}

#[test]
fn entries_that_are_missing_are_named() {
    for (entries, key) in [
        ("[size=9][black=random]", "white=random"),
        ("[size=9][white=random]", "black=random"),
        ("[black=random][white=random]", "size=9"),
    ] {
        let line = open(&ours("9", entries)).err().unwrap_or_default();
        assert!(line.contains("no entry") && line.ends_with(key), "{line}");
    }
    for (entry, allowed) in [
        ("seed=18446744073709551616", "a whole number from 0 to 18446744073709551615"),
        ("game=-1", "a whole number from 0 to 18446744073709551615"),
        ("handicap=x", "a whole number from 0 to 4294967295"),
        ("komi=six", "a number is expected, as in 6.5"),
    ] {
        let line = open(&ours("9", &format!("[size=9]{MINDS}[{entry}]"))).err().unwrap_or_default();
        assert!(line.contains(entry) && line.contains(allowed), "{line}");
    }
}

#[test]
fn every_command_names_a_record_with_two_sizes() {
    let folder = Scratch::new("sizes");
    let commands: [(&[&str], i32); 9] = [
        (&["replay", "--text"], 2),
        (&["replay", "--check"], 2),
        (&["sgf", "show"], 2),
        (&["sgf", "analyze", "--brain", "random"], 2),
        (&["sgf", "convert"], 1),
        (&["think", "--brain", "random"], 2),
        (&["sgf", "final"], 1),
        (&["sgf", "check"], 1),
        (&["life"], 2),
    ];
    let whole = [
        ours("9", &format!("[size=5]{MINDS}")),
        ours("9", &format!("[size=9][size=5]{MINDS}")),
        ours("9", &format!("[size=5][size=9]{MINDS}")),
        ours("9]SZ[5", &format!("[size=9]{MINDS}")),
        ours("9][5:9", &format!("[size=9]{MINDS}")),
    ];
    // Records with further faults: commands that replay may report another fault first.
    let broken = ["[black=random]", "[form=2]", "[seed=x]", "[rules=none]"]
        .map(|entry| ours("9", &format!("[size=5]{entry}")));
    for (n, text) in whole.iter().chain(&broken).enumerate() {
        let file = folder.file("two.sgf", text.as_bytes());
        for (words, code) in commands.iter().filter(|(words, _)| n < whole.len() || words[0] != "replay") {
            let mut line = [words, &[file.as_str()][..]].concat();
            if words == &["life"] {
                line.push("C3");
            }
            let output = program::stonefield(&line).output().expect("the program runs");
            let told = String::from_utf8_lossy(&output.stdout).into_owned() + &err(&output);
            assert_eq!(output.status.code(), Some(*code), "{text} {line:?}: {told}");
            assert_eq!(told.matches("two board sizes").count(), 1, "{text} {line:?}: {told}");
            assert!(told.contains("two.sgf") && !told.contains("panicked"), "{text} {line:?}: {told}");
        }
        let openings = folder.path("openings");
        std::fs::create_dir_all(&openings).expect("a folder");
        std::fs::copy(&file, openings.join("two.sgf")).expect("a record");
        let plan =
            "seed = 1\nsize = 9\nplayers = [\"random\", \"sensible\"]\nopenings = \"openings\"\ngames = 2\n";
        let plan = folder.file("plan.toml", plan);
        let output = program::stonefield(&["lab", "tournament", &plan, "-o", &folder.plain("t.db")]).output();
        program::refused(&output.expect("the program runs"), &["two.sgf", "two board sizes"]);
    }
}

#[test]
fn set_up_after_two_passes_is_shown() {
    let text = "(;GM[1]FF[4]SZ[5];B[aa];W[];B[];AW[bb];B[cc])";
    let (mut session, opened) = open(text).expect("playable");
    assert!(!opened.cut_short);
    session.seek(u64::MAX);
    let stones = |session: &Session| {
        ["A5", "B4", "C3"].map(|name| session.position().at(name.parse::<Point>().expect("a point")))
    };
    assert_eq!(stones(&session), [Some(Color::Black), Some(Color::White), Some(Color::Black)]);
    // Passes after the end do not change the count. A stone does.
    let (mut session, opened) = open("(;GM[1]SZ[5];B[aa];W[];B[];W[];C[end])").expect("playable");
    session.seek(u64::MAX);
    assert!(session.position().is_over() && opened.cut_short);
    let (mut session, opened) = open("(;GM[1]SZ[5];B[aa];W[];B[];W[];B[];W[bb];B[cc])").expect("playable");
    session.seek(u64::MAX);
    assert!(!session.position().is_over() && !opened.cut_short);
    assert_eq!(stones(&session), [Some(Color::Black), Some(Color::White), Some(Color::Black)]);
}

#[test]
fn records_that_once_ended_the_program_are_handled() {
    for text in [ours("9", &format!("[size=5]{MINDS}")), ours("5", &format!("[size=9]{MINDS}"))] {
        holds(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_record_can_be_opened_or_is_refused(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        holds(record(&choices).as_bytes());
    }
}

/// Random records, and randomly changed records of the project, in one process that reports its memory.
/// `STONEFIELD_FUZZ` sets their number: `STONEFIELD_FUZZ=100000 cargo test --release --test it -- --ignored
/// --nocapture random_records`
#[test]
#[ignore = "runs as long as is asked for"]
fn random_records_are_opened_or_refused() {
    let known = known_records();
    let drawn = |rng: &mut Rng| {
        if rng.random_bool(0.7) {
            let length = rng.random_range(0..160_u32);
            record(&(0..length).map(|_| rng.random()).collect::<Vec<u8>>()).into_bytes()
        } else {
            changed(&known[rng.random_range(0..known.len() as u32) as usize], rng)
        }
    };
    by_chance(10_000, drawn, |bytes| holds(bytes), |bytes| String::from_utf8_lossy(bytes).into_owned());
}

/// Short records of the project.
fn known_records() -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for folder in ["assets/examples", "assets/lessons"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        let bytes = paths.iter().map(|path| std::fs::read(path).expect("readable"));
        records.extend(bytes.filter(|bytes| bytes.len() < 4000));
    }
    records
}

/// Record with some of its bytes changed, left out or doubled, or with values of the other kind.
fn changed(record: &[u8], rng: &mut Rng) -> Vec<u8> {
    const PIECES: [&str; 14] = [
        ";",
        "(;",
        ")",
        "[",
        "]",
        "SZ[5]",
        "[size=9]",
        ";B[]",
        ";W[]",
        "AE[aa:ee]",
        "AB[aa]",
        "PL[W]",
        "[start=drawn]",
        "\\",
    ];
    let mut bytes = record.to_vec();
    for _ in 0..rng.random_range(1..6_u32) {
        let at = rng.random_range(0..bytes.len().max(1) as u32) as usize;
        let end = (at + rng.random_range(0..12_u32) as usize).min(bytes.len());
        match rng.random_range(0..4_u32) {
            0 if at < bytes.len() => bytes[at] = rng.random(),
            1 => drop(bytes.drain(at.min(end)..end)),
            2 => {
                let part = bytes[at.min(end)..end].to_vec();
                drop(bytes.splice(at.min(end)..at.min(end), part));
            }
            _ => {
                let piece = PIECES[rng.random_range(0..PIECES.len() as u32) as usize];
                drop(bytes.splice(at.min(bytes.len())..at.min(bytes.len()), piece.bytes()));
            }
        }
    }
    bytes
}
