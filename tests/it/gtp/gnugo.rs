//! GNU Go and Stonefield over the Go Text Protocol: they check each other's rules, and play each other.

use stonefield_testing as support;

use crate::support::gtp::Engine;
use std::collections::BTreeSet;
use std::process::Command;

fn gnugo(args: &[&str]) -> Engine {
    let mut command = Command::new("sh");
    // Debian's folder for games is not always in the path.
    command.args(["-c", "PATH=\"$PATH:/usr/games\"; exec gnugo --mode gtp \"$@\"", "gnugo"]).args(args);
    Engine::start(command)
}

fn have_gnugo() -> bool {
    std::path::Path::new("/usr/games/gnugo").exists() || support::require("gnugo")
}

/// Random numbers of these games.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        // CITE: xorshift64*, S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

fn points(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Asks both and checks that they list the same points, in any order.
fn agreed(ours: &mut Engine, theirs: &mut Engine, question: &str, game: &str) -> BTreeSet<String> {
    let (our, their) = (points(&ours.tell(question)), points(&theirs.tell(question)));
    assert_eq!(our, their, "{question} after {game}");
    our
}

type Stones = [BTreeSet<String>; 2];

/// Legal moves of both. GNU Go also allows moves that repeat a position with another simple-ko ban. Each of
/// these is played on GNU Go's board, which must then show an earlier position.
fn legal(
    ours: &mut Engine,
    theirs: &mut Engine,
    color: &str,
    seen: &BTreeSet<Stones>,
    game: &str,
) -> (Vec<String>, u32) {
    let question = format!("all_legal {color}");
    let (our, their) = (points(&ours.tell(&question)), points(&theirs.tell(&question)));
    let more: Vec<_> = our.difference(&their).collect();
    assert!(more.is_empty(), "{question} after {game}: GNU Go forbids {more:?}");
    let mut repeats = 0;
    for point in their.difference(&our) {
        theirs.tell(&format!("play {color} {point}"));
        let then = ["b", "w"].map(|color| points(&theirs.tell(&format!("list_stones {color}"))));
        assert!(
            seen.contains(&then),
            "{question} after {game}: GNU Go allows {point}, which repeats nothing"
        );
        theirs.tell("undo");
        repeats += 1;
    }
    (our.into_iter().collect(), repeats)
}

/// Counts of the comparison.
#[derive(Default)]
struct Judged {
    plies: u32,
    repeats: u32,
}

/// Random games, some to their end and some far beyond it. After each ply both must list the same stones,
/// captures and legal moves.
fn judge(sizes: &[u32], games: u32, suicide: bool) -> Judged {
    let (rules, flag) =
        if suicide { ("tromp-taylor", "--allow-suicide") } else { ("chinese", "--forbid-suicide") };
    let mut ours = Engine::stonefield(&["--rules", rules]);
    let mut theirs = gnugo(&["--chinese-rules", "--positional-superko", flag]);
    let mut judged = Judged::default();
    for game in 0..games {
        let size = sizes[game as usize % sizes.len()];
        let mut dice = Dice(u64::from(game) * 2 + 1 + u64::from(suicide));
        let mut record = format!("{rules} {size}:");
        for line in [format!("boardsize {size}"), "clear_board".to_owned()] {
            ours.tell(&line);
            theirs.tell(&line);
        }
        let mut seen = BTreeSet::from([Stones::default()]);
        let mut passes = 0;
        for ply in 0..2 * size * size {
            let color = ["b", "w"][ply as usize % 2];
            let (legal, repeats) = legal(&mut ours, &mut theirs, color, &seen, &record);
            let vertex = match legal.len() {
                0 => "pass",
                _ if dice.below(60) == 0 => "pass",
                count => legal[dice.below(count)].as_str(),
            };
            record += &format!(" {vertex}");
            for engine in [&mut ours, &mut theirs] {
                engine.tell(&format!("play {color} {vertex}"));
            }
            for question in ["captures b", "captures w"] {
                agreed(&mut ours, &mut theirs, question, &record);
            }
            let stones = ["list_stones b", "list_stones w"];
            seen.insert(stones.map(|question| agreed(&mut ours, &mut theirs, question, &record)));
            judged.plies += 1;
            judged.repeats += repeats;
            passes = if vertex == "pass" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
    }
    assert!(ours.close().1 && theirs.close().1);
    judged
}

/// Games that fill the board until only eyes are left: both count the same score.
fn count(sizes: &[u32], games: u32) {
    let mut theirs = gnugo(&["--chinese-rules", "--positional-superko", "--forbid-suicide"]);
    for game in 0..games {
        let size = sizes[game as usize % sizes.len()].to_string();
        let mut ours =
            Engine::stonefield(&["--size", &size, "--brain", "sensible", "--seed", &game.to_string()]);
        for line in [format!("boardsize {size}"), "clear_board".to_owned(), "komi 7.5".to_owned()] {
            theirs.tell(&line);
        }
        let mut passes = 0;
        let mut color = "b";
        while passes < 2 {
            let vertex = ours.tell(&format!("genmove {color}"));
            theirs.tell(&format!("play {color} {vertex}"));
            passes = if vertex == "pass" { passes + 1 } else { 0 };
            color = if color == "b" { "w" } else { "b" };
        }
        let board = ours.tell("showboard");
        assert_eq!(ours.tell("final_score"), theirs.tell("final_score"), "game {game}:{board}");
        assert!(ours.close().1);
    }
    assert!(theirs.close().1);
}

#[test]
fn gnu_go_agrees_on_stones_captures_and_legality() {
    if !have_gnugo() {
        return;
    }
    for suicide in [false, true] {
        assert!(judge(&[3, 4, 5, 7, 9], 10, suicide).plies > 500);
    }
}

#[test]
fn gnu_go_counts_finished_games_alike() {
    if have_gnugo() {
        count(&[5, 7, 9], 6);
    }
}

#[test]
#[ignore = "takes two to three minutes"]
fn gnu_go_agrees_in_many_games() {
    if !have_gnugo() {
        return;
    }
    let sizes: Vec<u32> = (3..=19).collect();
    for suicide in [false, true] {
        let Judged { plies, repeats } = judge(&sizes, 119, suicide);
        eprintln!(
            "119 games, suicide {suicide}: {plies} plies agreed, {repeats} times a repetition passed GNU Go by"
        );
    }
    count(&[5, 6, 7, 8, 9, 11, 13], 70);
}

#[test]
fn a_whole_game_against_gnu_go() {
    if !have_gnugo() {
        return;
    }
    let mut black = Engine::stonefield(&["--size", "9", "--seed", "3"]);
    let mut white = gnugo(&["--level", "1", "--chinese-rules", "--positional-superko"]);
    for line in ["boardsize 9", "clear_board", "komi 7.5", "time_settings 300 0 0"] {
        black.tell(line);
        white.tell(line);
    }
    let (mut passes, mut plies) = (0, 0);
    loop {
        let (mover, other, color) =
            if plies % 2 == 0 { (&mut black, &mut white, "b") } else { (&mut white, &mut black, "w") };
        let vertex = mover.tell(&format!("genmove {color}"));
        plies += 1;
        if vertex.eq_ignore_ascii_case("resign") {
            break;
        }
        other.tell(&format!("play {color} {vertex}"));
        passes = if vertex.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
        assert!(plies < 600, "the game goes on for ever");
    }
    assert!(plies > 20);
    for color in ["b", "w"] {
        agreed(&mut black, &mut white, &format!("list_stones {color}"), "the game");
    }
    assert!(black.tell("final_score").starts_with(['B', 'W', '0']));
    assert!(black.close().1 && white.close().1);
}
