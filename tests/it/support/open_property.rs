//! Property test of opening records, shared by ordinary tests and the fuzz target.

use stonefield_go::notation::sgf::{self, Collection, NodeId, NodeRef, Replay, size_of};
use stonefield_go::{Rules, Setup};
use stonefield_minds::Trust;
use stonefield_sim::Session;
use stonefield_sim::history::{Heading, HistoryError, Navigate, check_size};

/// Largest number of games of a file that are opened.
const MAX_GAMES: usize = 2;

/// Largest number of nodes of a game that are visited.
const MAX_NODES: usize = 48;

/// Largest number of visited nodes on boards larger than 13×13 points. After two passes dead stones are
/// determined at each visit, which takes long there.
const MAX_FAR: usize = 6;

/// Largest board on which minds play, in points.
const MAX_PLAYED: usize = 36;

/// Opens the games of a file, steps and seeks through them, and checks that every way to a node leads to the
/// same board. Also checks that `loadsgf` and `sgf final` have the same board at the end.
///
/// # Panics
/// When a check fails.
pub fn holds(bytes: &[u8]) {
    let Ok(reading) = sgf::read(bytes) else { return };
    let games = reading.collection;
    for &game in games.games().iter().take(MAX_GAMES) {
        let opened = Session::reopen(games.clone(), game, Trust::default());
        match opened {
            Ok((session, _)) => {
                let size = size_of(games.node(game)).expect("a game that was opened has a board");
                assert_eq!(session.position().size(), size, "one board size");
                assert!(check_size(games.node(game)).is_ok());
                walk(session);
                // Minds of a file replay its moves on boards where that is fast.
                let root = games.node(game);
                if size.area() <= MAX_PLAYED && root.main_line().count() <= MAX_NODES {
                    let verdict = Session::verify(root, Trust::default());
                    verdict.err().iter().for_each(is_plain);
                }
            }
            Err(error) => is_plain(&error),
        }
        loads_as_final(&games, game);
    }
}

/// Checks that a refusal is one line without control characters.
fn is_plain(error: &HistoryError) {
    let told = error.to_string();
    assert!(!told.is_empty() && !told.contains(char::is_control), "{told:?}");
}

/// Position of a session as a set-up, true if the game is over, and the current tick.
fn board(session: &Session) -> (Setup, bool, u64) {
    (session.position().setup(), session.position().is_over(), session.record().now())
}

/// Navigates through a game in all ways.
fn walk(mut session: Session) {
    let ends = [0, 1, u64::MAX, 2, u64::MAX / 2];
    let visited = ends.map(|tick| {
        session.seek(tick);
        board(&session)
    });
    for (tick, before) in ends.into_iter().zip(visited) {
        session.seek(tick);
        assert_eq!(board(&session), before, "tick {tick}");
    }
    let root = session.record().root();
    let most = if session.position().size().area() > 13 * 13 { MAX_FAR } else { MAX_NODES };
    let nodes: Vec<NodeId> =
        session.record().games().node(root).preorder().map(NodeRef::id).take(most).collect();
    let mut known: Vec<(NodeId, (Setup, bool, u64))> = Vec::new();
    for &node in nodes.iter().chain(nodes.iter().rev()) {
        match session.navigate(Navigate::To(node)) {
            Ok(()) => {
                let here = board(&session);
                // In the NetLogo world a node in the middle of a tick has no fixed board: it depends on the
                // next move.
                let whole = session.setup().quirks().is_none();
                match known.iter().find(|(other, _)| *other == node) {
                    Some((_, before)) => assert!(!whole || here == *before, "{node:?}: {here:?}, {before:?}"),
                    None => known.push((node, here)),
                }
            }
            Err(error) => is_plain(&error),
        }
    }
    for way in [
        Navigate::First,
        Navigate::NextBranch,
        Navigate::Sibling(1),
        Navigate::Last,
        Navigate::By(-1),
        Navigate::PreviousBranch,
        Navigate::Sibling(-1),
        Navigate::By(-1_000_000),
    ] {
        if let Err(error) = session.navigate(way) {
            is_plain(&error);
        }
    }
    session.frame();
    if let Ok(text) = session.record().text() {
        assert!(sgf::read(&sgf::write(text)).is_ok(), "its text is a record");
    }
}

/// Checks the boards at the last and the middle node of the main line against plain SGF replay. A record that
/// cannot be opened must be refused in one line.
fn loads_as_final(games: &Collection, game: NodeId) {
    let root = games.node(game);
    let line: Vec<NodeId> = root.main_line().map(NodeRef::id).collect();
    let loaded = Session::open(games.clone(), game, Rules::default(), Heading::default());
    let mut session = match loaded {
        Ok(session) => session,
        Err(error) => return is_plain(&error),
    };
    for at in [line.len() - 1, line.len() / 2] {
        let node = line[at];
        match session.navigate(Navigate::To(node)) {
            Ok(()) => {
                let expected = Replay::after_node(games.node(node)).expect("a board").position().setup();
                assert_eq!(session.position().setup().stones(), expected.stones(), "node {at}");
            }
            Err(error) => panic!("what can be opened can be shown: {error}"),
        }
    }
}

/// Entries of the private property, each with valid and invalid values, alone or together.
const ENTRIES: &[(&str, &[&str])] = &[
    ("form", &["1", "1", "1", "2", ""]),
    ("size", &["5", "9", "5x9", "4", "19", "1", "2", "52", "1024", "0", "", "9x", "6"]),
    (
        "rules",
        &["chinese", "japanese", "aga", "atari-go", "netlogo-2016", "tromp-taylor", "new-zealand", "go", ""],
    ),
    ("komi", &["7.5", "-3", "0", "NaN", "inf", "1e308", "-1e308", "x", ""]),
    ("quirks", &["", "-eye_taboo", "-world_off_by_one", "-world_off_by_one,-eye_taboo", "+none", "x"]),
    ("stones_each", &["0", "1", "5", "4294967295", "-1", ""]),
    ("suicide", &["allowed", "forbidden", ""]),
    ("handicap", &["0", "2", "9", "1", "4294967295", "-1"]),
    (
        "black",
        &[
            "random",
            "human",
            "sensible",
            "scripted:moves=[A1 B2],then=random",
            "mcts:playouts=1",
            "gtp:[x]",
            "",
            "nobody",
        ],
    ),
    ("white", &["random", "human", "netlogo", "negamax:depth=1", "scripted:moves=[Z9]", "", "mix:a=random"]),
    ("seed", &["1", "0", "18446744073709551615", "-1", ""]),
    ("game", &["0", "18446744073709551615", "x"]),
    ("time", &["600", "600+5x30", "0", "1e308", "-1", "10+1/5", ""]),
    ("fill", &["0.3", "0", "0.9", "1", "NaN", "-1", "1e-300"]),
    ("open", &["0", "4", "60", "4294967295", "-1"]),
    ("open_game", &["0", "7", "18446744073709551615"]),
    ("start", &["drawn", "", "x"]),
    ("heat_rate", &["0.1", "0", "1", "7", "NaN", "1e-320"]),
    ("heat_decay", &["0.1", "0", "1", "-1", "inf"]),
    ("heat_keep", &["on", "off", "maybe"]),
    ("heat_neighbours", &["8", "4", "6"]),
    ("dead", &["played", "proved", "estimated", "gone"]),
    ("mark_dead", &["A1", "B2", "Z25", "AA99", "pass", ""]),
    ("mark_alive", &["A1", "C3", "T19", "Q1024", ""]),
    ("by", &["world", "hand"]),
    ("unknown", &["x", "9999999999999999999999"]),
];

/// SGF properties, each with values.
const PROPERTIES: &[(&str, &[&str])] = &[
    ("B", &["aa", "bb", "cc", "dd", "ba", "ab", "", "tt", "zz", "ee", "ZZ", "a"]),
    ("W", &["bb", "aa", "ca", "db", "", "tt", "cc", "ad", "ii", "99", "ac"]),
    ("AB", &["aa", "bb][cc", "aa:dd", "ab][ba", "", "zz", "aa:bc", "ee", "bb:ss"]),
    ("AW", &["bb", "aa", "aa:ee", "cb][bc", "dd", "", "ba:bd", "ab"]),
    ("AE", &["aa", "aa:ee", "bb", "aa:ss", "cc", "x"]),
    ("PL", &["B", "W", "1", "2", "x", ""]),
    ("KM", &["6.5", "-1e9", "x", "7,5"]),
    ("HA", &["2", "9", "-1", "99999999999"]),
    ("RU", &["Chinese", "Japanese", "AGA", "NZ", "atari-go", "netlogo-2016", "x"]),
    ("RE", &["B+R", "W+0.5", "Void", "B+T", "", "?"]),
    ("SBKV", &["50", "-1", "1e400", "x"]),
    ("TM", &["600", "-1", "x"]),
    ("BL", &["10", "-1", "NaN"]),
    ("C", &["a", "STONEFIELD", "\\]"]),
    ("TR", &["aa", "zz", "aa:zz"]),
    ("LB", &["aa:1", "aa", "zz:x"]),
    ("SZ", &["5", "9", "3:7"]),
];

/// Values of `SZ` in the root node.
const SIZES: &[&str] = &["5", "9", "4", "5:9", "1", "2", "3", "19", "10", "6", "52", "1:2", "0", "53", "x"];

/// Builds a record from a list of choices. Any bytes give a record, most of them with a header of this
/// program.
#[must_use]
pub fn record(choices: &[u8]) -> String {
    let mut choices = choices.iter().copied();
    let mut text = String::from("(;GM[1]FF[4]");
    let head = choices.next().unwrap_or(0);
    let size = pick(SIZES, choices.next());
    if head % 16 != 0 {
        text += &format!("SZ[{size}]");
    }
    if head % 4 != 1 {
        // The first entries are required. Sometimes one contradicts `SZ`.
        let same = if size.contains(':') { size.replace(':', "x") } else { size.to_owned() };
        let side = if head % 8 == 2 { pick(ENTRIES[1].1, choices.next()).to_owned() } else { same };
        text += &format!("STONEFIELD[form=1][size={side}]");
        if head % 8 != 6 {
            text += "[rules=chinese][black=random][white=random]";
        }
        for _ in 0..choices.next().unwrap_or(0) % 8 {
            text += &entry(&mut choices);
        }
    }
    let mut open = 1_usize;
    while let Some(choice) = choices.next() {
        match choice % 16 {
            0 => {
                text += "(";
                open += 1;
                text += ";";
            }
            1 if open > 1 => {
                text += ")";
                open -= 1;
            }
            2 => text += &format!(";STONEFIELD{}", entry(&mut choices)),
            3 => text += ";B[];W[]",
            4..=6 => {
                let (name, values) = PROPERTIES[usize::from(choices.next().unwrap_or(0)) % PROPERTIES.len()];
                text += &format!("{name}[{}]", pick(values, choices.next()));
            }
            7 => text += ";",
            choice => {
                let name = if choice % 2 == 0 { "B" } else { "W" };
                let letter = |choice: Option<u8>| char::from(b'a' + choice.unwrap_or(0) % 9);
                text += &format!(";{name}[{}{}]", letter(choices.next()), letter(choices.next()));
            }
        }
    }
    text + &")".repeat(open)
}

/// Picks one of some values.
fn pick<'v>(values: &[&'v str], choice: Option<u8>) -> &'v str {
    values[usize::from(choice.unwrap_or(0)) % values.len()]
}

/// Entry of the private property, in its brackets.
fn entry(choices: &mut impl Iterator<Item = u8>) -> String {
    let (key, values) = ENTRIES[usize::from(choices.next().unwrap_or(0)) % ENTRIES.len()];
    format!("[{key}={}]", pick(values, choices.next()).replace(']', "\\]"))
}
