//! Compares `loadsgf` with `sgf final`, on every record in the sources.

use std::io::{Cursor, sink};
use std::path::{Path, PathBuf};
use stonefield::gtp::{Opponent, serve};
use stonefield_go::notation::sgf::{self, BoardInfo, Collection, NodeRef, Replay};
use stonefield_go::{Color, Rules, Setup, Size};
use stonefield_minds::BrainSpec;
use stonefield_testing::scratch::Scratch;

/// Approximate number of move numbers that are tested per record.
const MAX_NUMBERS: usize = 8;

/// Files below a folder with one of these extensions.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, endings, found);
        } else if path.extension().is_some_and(|end| endings.iter().any(|known| end == *known)) {
            found.push(path);
        }
    }
}

/// Records in a source file: string literals without format arguments.
fn literals(source: &str) -> Vec<String> {
    source
        .match_indices("\"(;")
        .filter_map(|(at, _)| {
            let text = &source[at + 1..];
            let mut end = 0;
            let mut chars = text.char_indices();
            while let Some((place, c)) = chars.next() {
                match c {
                    '\\' => drop(chars.next()),
                    '"' => {
                        end = place;
                        break;
                    }
                    _ => {}
                }
            }
            let raw = text[..end].replace("\\\n", " ").replace("\\n", "\n").replace("\\\\", "\\");
            (!raw.contains('{')).then_some(raw)
        })
        .collect()
}

/// Records of the project as bytes, with their origin.
fn records() -> Vec<(String, Vec<u8>)> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut games, mut sources) = (Vec::new(), Vec::new());
    for folder in ["assets", "tests", "docs", "web"] {
        files(&home.join(folder), &["sgf"], &mut games);
    }
    for folder in ["crates", "tests", "src"] {
        files(&home.join(folder), &["rs"], &mut sources);
    }
    let mut records: Vec<(String, Vec<u8>)> = games
        .into_iter()
        .map(|path| (path.display().to_string(), std::fs::read(&path).expect("readable")))
        .collect();
    for path in sources {
        let source = std::fs::read_to_string(&path).expect("text");
        records.extend(
            literals(&source)
                .into_iter()
                .map(|text| (format!("{}: {text:.60}", path.display()), text.into())),
        );
    }
    records
}

/// Board of the main line before the move of this number, or at its end.
fn board(root: NodeRef<'_>, before: u32) -> Setup {
    let mut replay = Replay::new(&BoardInfo::of(root).expect("a board"));
    for node in root.main_line() {
        let mut next = replay.clone();
        next.step(node);
        if next.move_count() >= before && node.parent().is_some() {
            break;
        }
        replay = next;
    }
    replay.position().setup()
}

/// Stones of a colour as listed by GTP.
fn stones(board: &Setup, color: Color) -> String {
    let points = board.size().points().filter(|point| board.at(*point) == Some(color));
    points.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

/// Responses of an engine to these lines.
fn answers(lines: &str) -> Vec<String> {
    let size = Size::square(9).expect("a size");
    let mut engine = Opponent::new(&BrainSpec::default(), size, Rules::default(), 1).expect("an engine");
    let mut out = Vec::new();
    serve(&mut engine, Cursor::new(lines.as_bytes().to_vec()), &mut out, &mut sink()).expect("memory");
    let text = String::from_utf8(out).expect("text");
    text.trim_end().split("\n\n").map(str::to_owned).collect()
}

/// Compares one record. Returns `false` if it is refused for a valid reason.
fn compare(name: &str, games: &Collection, file: &str) -> bool {
    let root = games.node(games.games()[0]);
    let Ok(info) = BoardInfo::of(root) else { return false };
    let mut moves = Replay::new(&info);
    for node in root.main_line() {
        moves.step(node);
    }
    let mut numbers = vec![u32::MAX];
    numbers.extend((1..=moves.move_count() + 1).step_by(1 + moves.move_count() as usize / MAX_NUMBERS));
    let lines: String = numbers
        .iter()
        .map(|number| {
            let number = if *number == u32::MAX { String::new() } else { format!(" {number}") };
            format!("loadsgf {file}{number}\nlist_stones b\nlist_stones w\n")
        })
        .collect();
    let answers = answers(&lines);
    for (number, answer) in numbers.into_iter().zip(answers.chunks(3)) {
        if let Some(why) = answer[0].strip_prefix("? cannot load file: ") {
            let square = info.size.width() == info.size.height() && info.size.width() <= 25;
            let allowed = !square
                || ["without a liberty", "no liberty", "two board sizes"]
                    .iter()
                    .any(|word| why.contains(word));
            assert!(allowed, "{name}: {why}");
            return false;
        }
        let expected = board(root, number);
        for (color, told) in [(Color::Black, &answer[1]), (Color::White, &answer[2])] {
            assert_eq!(
                told.trim_start_matches('=').trim(),
                stones(&expected, color),
                "{name}, before move {number}"
            );
        }
    }
    true
}

#[test]
fn every_record_is_loaded_unchanged() {
    let folder = Scratch::new("loaded");
    let mut compared = 0;
    for (at, (name, bytes)) in records().into_iter().enumerate() {
        let Ok(reading) = sgf::read(&bytes) else { continue };
        let file = folder.file(&format!("{at}.sgf"), &bytes);
        compared += usize::from(compare(&name, &reading.collection, &file));
    }
    assert!(compared > 150, "{compared} records");
}

#[test]
fn moves_after_two_passes_are_loaded() {
    let folder = Scratch::new("passes");
    for (at, text) in [
        "(;GM[1]FF[4]SZ[5];B[aa];W[];B[];AW[bb];B[cc])",
        "(;GM[1]FF[4]SZ[5];B[aa];W[];B[];AE[aa];AW[bb]PL[W];W[cc])",
        "(;GM[1]FF[4]SZ[5];B[aa];W[];B[];W[];B[];W[cc])",
        "(;GM[1]FF[4]SZ[5];B[];W[];B[];PL[B];B[cc];AB[dd][ee];W[];B[];W[aa])",
        "(;GM[1]FF[4]SZ[5]AB[aa][bb];B[];W[];AE[aa]AW[bb];C[end])",
    ]
    .into_iter()
    .enumerate()
    {
        let games = sgf::read_text(text).expect("a record").collection;
        let file = folder.file(&format!("{at}.sgf"), text);
        assert!(compare(text, &games, &file), "{text}");
    }
}
