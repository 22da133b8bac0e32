//! Reading, writing and editing of game records, and recovery from bad files.

use crate::support::sgf_property;
use proptest::prelude::*;
use stonefield_go::notation::sgf::{self, Collection, NodeId, NodeRef, ProblemKind, Reading};
use stonefield_go::{Color, Move, Point, Size};

fn reading(text: &str) -> Reading {
    sgf::read_text(text).expect("a game")
}

/// Reads a text that must have no problems.
fn clean(text: &str) -> Collection {
    let reading = reading(text);
    assert_eq!(reading.problems, [], "{text}");
    reading.collection
}

fn written(collection: &Collection) -> String {
    String::from_utf8(sgf::write(collection)).expect("UTF-8")
}

/// Reads a text. Returns the text that is written for it, and the kinds of the problems.
fn repaired(text: &str) -> (String, Vec<ProblemKind>) {
    let reading = reading(text);
    sgf_property::holds(text.as_bytes());
    (written(&reading.collection), reading.problems.into_iter().map(|problem| problem.kind).collect())
}

#[test]
fn a_tree_is_the_same_after_writing_and_reading() {
    for text in [
        "(;)\n",
        "(;FF[4]GM[1]SZ[19]C[a\\]b\\\\c];B[aa];W[]\n(;B[cc];W[dd])\n(;B[ee]\n(;W[ff])\n(;W[gg])))\n",
        "(;a1[x]XYZ[\\]][][ ]KGSDE[aa:bb])\n(;GM[2])\n",
        "(;AB[aa:cc][dd]\n(;;;))\n",
    ] {
        let games = clean(text);
        let again = clean(&written(&games));
        assert!(again == games, "{text}");
    }
    let text = "(;FF[4]SZ[9];B[aa]\n(;W[bb];B[cc])\n(;W[dd]))\n(;GM[1])\n";
    assert_eq!(written(&clean(text)), text);
}

#[test]
fn unknown_properties_are_not_changed() {
    let values = "(;FF[4]XX[a\r\nb\\\n\tc\\:][ d ]kgs[1]Foo[2]Z9[é\\\\])";
    assert_eq!(written(&reading(values).collection), values[..values.len() - 1].to_owned() + "CA[UTF-8])\n");
}

#[test]
fn common_errors_in_files_are_repaired() {
    let (text, faults) =
        repaired("From: x (see below)\n\n(;GM[1];B[aa]\r\n ;W [bb] \r ;AB [cc]\t[dd] )  bye");
    assert_eq!(text, "(;GM[1];B[aa];W[bb];AB[cc][dd])\n");
    assert!(matches!(faults[..], [ProblemKind::LeadingText, ProblemKind::TextBetween(_)]), "{faults:?}");

    let (text, faults) = repaired("(GM[1]SZ[9];B[aa]W[bb](B[cc])(;B[dd]))");
    assert_eq!(text, "(;GM[1]SZ[9];B[aa];W[bb]\n(;B[cc])\n(;B[dd]))\n");
    assert!(faults.iter().all(|fault| matches!(fault, ProblemKind::NoSemicolon(_))) && faults.len() == 3);

    let (text, faults) = repaired("(;GaMe[1]PlayerBlack[x]AddBlack[aa](;Black[bb];White[cc]");
    assert_eq!(text, "(;GM[1]PB[x]AB[aa];B[bb];W[cc])\n");
    assert!(matches!(faults[..], [ProblemKind::Unclosed(2)]));

    let (text, faults) = repaired("(;B[aa];W[bb");
    assert_eq!(text, "(;B[aa];W[bb])\n");
    assert!(matches!(faults[..], [ProblemKind::UnclosedValue(_), ProblemKind::Unclosed(1)]));

    let (text, faults) = repaired("(;B[aa](;W[bb]);C[x]())) (;B[cc])");
    assert_eq!(text, "(;B[aa]\n(;W[bb])\n(;C[x]))\n(;B[cc])\n");
    let kinds = matches!(
        faults[..],
        [ProblemKind::AfterVariations, ProblemKind::EmptyBranch, ProblemKind::ExtraClose]
    );
    assert!(kinds, "{faults:?}");

    let (text, faults) = repaired("(;B[aa] !? [lost] C W[bb])");
    assert_eq!(text, "(;B[aa];W[bb])\n");
    let kinds = matches!(
        faults[..],
        [ProblemKind::Stray(_), ProblemKind::NoName(_), ProblemKind::NoValue(_), ProblemKind::NoSemicolon(_)]
    );
    assert!(kinds, "{faults:?}");

    assert_eq!(repaired(" \n;GM[1];B[aa]").0, "(;GM[1];B[aa])\n");
    for no_game in ["", "   ", "hello", "(hello)", "\0\0\0", ")))", "((((", "[;B[aa]]"] {
        assert_eq!(sgf::read_text(no_game).map(drop), Err(sgf::ReadError::NoGame), "{no_game:?}");
    }
}

#[test]
fn binary_files_are_refused_and_damaged_records_are_read() {
    let mut state = 1_u64;
    let mut noise = |length: usize| -> Vec<u8> {
        let mut byte = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        (0..length).map(|_| byte()).collect()
    };
    for length in [100, 1000, 60_000] {
        for _ in 0..20 {
            let bytes = [noise(length), b"(;".to_vec(), noise(length)].concat();
            assert_eq!(sgf::read(&bytes).map(drop), Err(sgf::ReadError::Binary), "{length}");
            // The intact part of a damaged record is read.
            let bytes = [b"(;SZ[9];B[aa]".to_vec(), noise(length)].concat();
            let reading = sgf::read(&bytes).expect("a game");
            assert!(reading.problems.len() > 1, "the damage was not reported");
        }
    }
    assert!(sgf::read(b"(;)").is_ok() && sgf::read(b"(;C[\x01\x02\x03])").is_ok());
    // A text that can be read can be read again after writing, although the written text is shorter.
    for length in 0..1200 {
        let bytes = [b"(;".to_vec(), vec![b'*'; length], b"C[\0\0\0\x01]X[a])".to_vec()].concat();
        let Ok(reading) = sgf::read(&bytes) else { continue };
        assert!(sgf::read(&sgf::write(&reading.collection)).is_ok(), "{length}");
    }
}

#[test]
fn problems_have_a_line_and_a_column() {
    let reading = reading("(;C[日本];B[aa]\r\n\r\n  ? ;W[bb]\r;B[cc]$)");
    let addresses: Vec<_> =
        reading.problems.iter().map(|problem| (problem.line, problem.column, problem.node)).collect();
    assert_eq!(addresses, [(3, 3, Some(1)), (4, 7, Some(3))]);
}

#[test]
fn all_kinds_of_line_ends_give_the_same_text() {
    for end in ["\n", "\r\n", "\r", "\n\r"] {
        let text = format!("(;C[one{end}two\\{end}three]{end};N[a{end}b])");
        let games = clean(&text);
        let root = games.node(games.games()[0]);
        assert_eq!(root.text("C").as_deref(), Some("one\ntwothree"), "{end:?}");
        assert_eq!(root.first_child().and_then(|node| node.text("N")).as_deref(), Some("a b"));
        assert_eq!(written(&games), "(;C[one\ntwothree];N[a b])\n");
    }
}

#[test]
fn a_tree_can_be_edited() {
    let size = Size::square(9).expect("a size");
    let mut games = Collection::new();
    let root = games.add_game();
    games.set_text(root, "C", "a]b\\c: é");
    let point = |x, y| Move::Play(Point::new(x, y));
    let play = |games: &mut Collection, node, color, action| {
        games.add_move(node, color, action, size).expect("a board with letters")
    };
    let (c3, new) = play(&mut games, root, Color::Black, point(2, 2));
    assert!(new);
    assert_eq!(play(&mut games, root, Color::Black, point(2, 2)), (c3, false), "the same move is followed");
    let (d4, _) = play(&mut games, root, Color::Black, point(3, 3));
    let (pass, _) = play(&mut games, d4, Color::White, Move::Pass);
    assert_eq!(play(&mut games, d4, Color::White, Move::Pass), (pass, false));
    assert_eq!(games.node(pass).path(), [root, d4, pass]);
    assert_eq!(games.node(pass).depth(), 2);
    assert_eq!(games.node(root).main_line().map(NodeRef::id).collect::<Vec<_>>(), [root, c3]);
    games.promote(pass);
    assert_eq!(games.node(root).main_line().map(NodeRef::id).collect::<Vec<_>>(), [root, d4, pass]);
    assert_eq!(written(&games), "(;C[a\\]b\\\\c: é]CA[UTF-8]\n(;B[df];W[])\n(;B[cg]))\n");
    assert_eq!(games.remove(d4), Some(root));
    assert_eq!(written(&games), "(;C[a\\]b\\\\c: é]CA[UTF-8];B[cg])\n");
    games.set_points(c3, "TR", [Point::new(8, 0), Point::new(0, 8)], size);
    games.set_raw(c3, "XX", ["ok\\]", "no]", "end\\"]);
    assert!(games.clear(root, "C") && !games.clear(root, "C"));
    assert_eq!(written(&games), "(;CA[UTF-8];B[cg]TR[aa][ii]XX[ok\\]][no\\]][end\\\\])\n");
    assert_eq!(games.remove(root), None);
    assert!(games.is_empty());
}

#[test]
fn compaction_keeps_the_text_in_use() {
    let mut games = clean("(;GM[1]AB[aa];B[cc](;W[dd]C[x])(;W[ee]C[y]))");
    let root = games.games()[0];
    let last = games.node(root).main_line().last().expect("a node").id();
    let long = "x".repeat(1000);
    for i in 0..2000 {
        games.set_text(last, "C", &format!("{i}{long}"));
    }
    assert_eq!(written(&games), format!("(;GM[1]AB[aa];B[cc]\n(;W[dd]C[1999{long}])\n(;W[ee]C[y]))\n"));
}

/// A record with many kinds of properties, variations and two games.
const RECORD: &str = "(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[9:7]KM[6.5]RU[Chinese]HA[2]PB[黒]PW[a\\]b\\\\]AB[cc][gc:gd]PL[W]XQ[\\]\\:]
C[two\r\nlines\\\nsoft];W[dd]SBKV[48.2](;B[de]LB[dd:a\\:b][ee:2]TR[aa:cc];W[ed];B[];W[tt])(;B[cd]MA[aa]AR[aa:bb];AE[cc]AW[ii]
(;B[ee]C[old])(;W[dc]N[x y]))) (;GaMe[1]SiZe[5]Black[aa];White[bb];AddBlack[cc]Letters[aa][bb])";

/// Makes an edit of the given kind on the node with the given index. `value` selects the text or the point.
fn edit(games: &mut Collection, nodes: &mut Vec<NodeId>, (kind, index, value): (u8, usize, u8)) {
    let size = Size::square(9).expect("a size");
    let node = nodes[index % nodes.len()];
    let text = format!("v{value}]\\:é");
    match kind % 8 {
        0 | 1 => nodes.push(games.add_child(node)),
        2 => {
            let action = Move::Play(Point::new(u16::from(value % 9), u16::from(value / 9 % 9)));
            nodes.push(games.add_move(node, Color::Black, action, size).expect("letters").0);
        }
        3 => games.set_text(node, "C", &text),
        4 => games.set_pairs(node, "LB", [("aa", text.as_str()), ("bb", "x")]),
        5 => games.promote(node),
        6 => drop(games.clear(node, "C")),
        _ if nodes.len() > 3 && games.node(node).parent().is_some() => {
            games.remove(node);
            let remaining: Vec<NodeId> =
                games.games().iter().flat_map(|game| games.node(*game).preorder()).map(NodeRef::id).collect();
            nodes.retain(|node| remaining.contains(node));
        }
        _ => games.set_text(node, "N", &text),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_handled(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        sgf_property::holds(&bytes);
        sgf_property::holds(&[b"(;", &bytes[..]].concat());
    }

    #[test]
    fn pieces_of_records_are_handled(
        pieces in proptest::collection::vec(
            prop::sample::select(vec![
                "(", ")", ";", "(;", "[", "]", "\\", "B[aa]", "W[bb]", "B", "AB[aa:cc][dd]", "AE[bb]", "AW[ab]",
                "SZ[9]", "SZ[3:52]", "SZ[0]", "C[x\\]", "C[é\r\ny]", "N[a\nb]", "CA[Shift_JIS]", "CA[x]", "KM[6.5]",
                "RU[Japanese]", "Foo[1]", "Black[cc]", "tt", "\n", " ", "\u{0}", "LB[aa:x]", "XX[\\]]", "B[tt]", "W[]",
                "HA[2]", "PL[W]", "L[aa][bb]", "é", "B[zz]", "CA[", "FF[3]", "GM[2]",
            ]),
            0..60,
        )
    ) {
        sgf_property::holds(pieces.concat().as_bytes());
        sgf_property::holds(format!("(;{})", pieces.concat()).as_bytes());
    }

    #[test]
    fn damaged_records_are_handled(damages in proptest::collection::vec(any::<(prop::sample::Index, u8, u8)>(), 1..12)) {
        let mut bytes = RECORD.as_bytes().to_vec();
        for (index, kind, byte) in damages {
            let at = index.index(bytes.len());
            match kind % 6 {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.drain(at..(at + usize::from(byte % 16)).min(bytes.len()))),
                3 => bytes.insert(at, b"()[];\\:"[usize::from(byte) % 7]),
                4 => bytes.truncate(at.max(1)),
                _ => {
                    let piece = bytes[at..(at + usize::from(byte)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        sgf_property::holds(&bytes);
    }

    #[test]
    fn edited_trees_are_the_same_after_writing_and_reading(edits in proptest::collection::vec(any::<(u8, usize, u8)>(), 0..80)) {
        let mut games = Collection::new();
        let mut nodes = vec![games.add_game()];
        for change in edits {
            edit(&mut games, &mut nodes, change);
        }
        let text = sgf::write(&games);
        let again = sgf::read(&text).expect("a game");
        prop_assert_eq!(&again.problems[..], &[]);
        // The reader adds `CA` if the text is not only ASCII.
        let root = games.games()[0];
        if !text.is_ascii() {
            games.set_text(root, "CA", "UTF-8");
        }
        prop_assert_eq!(sgf::write(&games), sgf::write(&again.collection));
    }
}
