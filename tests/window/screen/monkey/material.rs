//! Records of several kinds and sizes, and good and bad engines.

use super::super::display::command;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use std::fs;
use std::path::Path;
use stonefield_go::notation::sgf;
use stonefield_go::{Color, Move, Position, Rules, Size};

/// Record with variations, a comment and marks.
pub(super) const BRANCHES: &str =
    "(;GM[1]FF[4]SZ[9]PB[A]PW[B];B[ee]C[here]LB[cc:1](;W[ce];B[ge]TR[ee])(;W[cc];B[gc](;W[gg])(;W[cg])))\n";

/// Record with names and comments in four languages, and stones that are set up before the first move.
const LANGUAGES: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[李昌鎬]PW[이세돌]EV[本因坊戦]GN[Cờ vây]AB[pd]AW[dp];\
    B[dd]C[黑棋占角。白棋如何应对？](;W[pq]C[これは定石です。しかし、黒は厚い。];B[qo]C[백의 응수를 봅니다.])\
    (;W[qf]C[Trắng chơi ở cạnh phải.];B[nc];W[pj]C[日本棋院])(;W[od]))\n";

/// Record of a position that was set up, with White to move.
const PUT_UP: &str =
    "(;GM[1]FF[4]SZ[13]AB[cc][cd][dc][jj][kj]AW[dd][de][ed][ii][ij]PL[W]C[White to move];W[ee];B[ef])\n";

/// Record that breaks off, with a point outside the board and an illegal move.
const BROKEN: &str = "lost (;GM[1]FF[4]SZ[9];B[ee];W[zz];B[ee]C[breaks off";

/// Returns a record whose seats have the minds `black` and `white`, named as in records.
pub(super) fn seated(size: u16, black: &str, white: &str, moves: &str) -> String {
    format!(
        "(;FF[4]GM[1]SZ[{size}]KM[7.5]RU[Chinese]STONEFIELD[form=1][size={size}][rules=chinese][komi=7.5][handicap=0]\
         [black={}][white={}][seed=1][game=0]{moves})\n",
        black.replace(']', "\\]"),
        white.replace(']', "\\]"),
    )
}

/// Returns a record of a random game of at most `moves` moves, with a comment after every 50 moves.
fn random_game(size: u16, moves: usize) -> String {
    let mut rng = SmallRng::seed_from_u64(size.into());
    let mut position = Position::new(Size::square(size).expect("a size"), Rules::default());
    let mut text = format!("(;GM[1]FF[4]SZ[{size}]PB[Random]PW[Random]");
    for at in 0..moves {
        let legal: Vec<_> = position.legal_moves().into_iter().filter_map(Move::point).collect();
        let Some(&point) = legal.choose(&mut rng) else { break };
        let color = if position.to_move() == Color::Black { "B" } else { "W" };
        position.try_play(Move::Play(point)).expect("legal");
        let letter = |at: u16| char::from(b'a' + u8::try_from(at).expect("a small board"));
        let [x, y] = [letter(point.x), letter(size - 1 - point.y)];
        text += &format!(";{color}[{x}{y}]");
        if at % 50 == 49 {
            text += &format!("C[after {} moves]", at + 1);
        }
    }
    text + ")\n"
}

/// Engine: its name in the settings, and its command line.
pub(super) struct Player {
    pub(super) name: &'static str,
    pub(super) command: String,
}

/// Returns the engines: GNU Go, if it is installed, and mocks that are slow, end, hang or write nonsense.
pub(super) fn players() -> Vec<Player> {
    let mock = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/mock.py");
    let bad = ["slow", "die", "nonsense", "garbage", "illegal", "die-at-start", "chatter"];
    let mut players: Vec<_> = bad
        .into_iter()
        .map(|name| Player { name, command: format!("python3 {mock} {name} after=2") })
        .collect();
    if command("gnugo").arg("--version").status().is_ok_and(|status| status.success()) {
        let command = "gnugo --mode gtp --level 1 --chinese-rules --positional-superko".to_owned();
        players.insert(0, Player { name: "gnugo", command });
    }
    players
}

/// Returns the section of the settings that lists the engines.
pub(super) fn settings(players: &[Player]) -> String {
    let lines = players.iter().map(|player| format!("{} = \"{}\"\n", player.name, player.command));
    format!("\n[engines]\n{}", lines.collect::<String>())
}

/// Writes the records to a folder. Returns their names and texts.
pub(super) fn write_records(folder: &Path) -> Vec<(String, String)> {
    let example = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples").join(name);
        fs::read_to_string(path).expect("an example")
    };
    let mut records: Vec<(String, String)> = vec![
        ("branches.sgf".into(), BRANCHES.into()),
        ("languages.sgf".into(), LANGUAGES.into()),
        ("put-up.sgf".into(), PUT_UP.into()),
        ("long.sgf".into(), random_game(19, 350)),
        ("small.sgf".into(), random_game(5, 12)),
        ("broken.sgf".into(), BROKEN.into()),
        ("none.sgf".into(), "\u{0}\u{1} no game".into()),
        ("several.sgf".into(), format!("{BRANCHES}{PUT_UP}{LANGUAGES}")),
    ];
    for name in ["middle-game.sgf", "netlogo-20.sgf", "handicap-9.sgf"] {
        records.push((name.into(), example(name)));
    }
    for (name, text) in &records {
        fs::write(folder.join(name), text).expect("a file");
    }
    records
}

/// Returns the title of a lesson.
pub(super) fn lesson() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons/capture.sgf");
    let text = fs::read(path).expect("a lesson");
    let games = sgf::read(&text).expect("a record").collection;
    let title = games.node(games.games()[0]).value("GN").map(ToString::to_string);
    title.expect("it has a title")
}
