//! `stonefield sgf` as a process: good files, bad ones, and disks that are full.

use stonefield_testing as support;

use crate::support::program::{self, err, out};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_testing::scratch::Scratch;

fn stonefield(args: &[&str]) -> Output {
    program::stonefield(args).output().expect("the program runs")
}

/// What a file holds that is there.
fn content(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("the file is there")
}

#[test]
fn set_up_after_a_move_counts_as_well() {
    let folder = Scratch::new("sgf");
    let file = folder.file("after.sgf", b"(;GM[1]FF[4]SZ[9];B[ee];W[cc]AB[gg][gh]PL[W])");
    let told = out(&stonefield(&["sgf", "final", "--json", &file]));
    for point in ["E5", "G3", "G2", "C7"] {
        assert!(told.contains(&format!("\"{point}\"")), "{point}: {told}");
    }
    let shown = out(&stonefield(&["sgf", "show", &file]));
    assert!(shown.contains("White to play"), "{shown}");
}

#[test]
fn programs_are_no_records_whatever_parentheses_they_have() {
    // Its beginning: what follows is another with every build.
    let own = std::fs::read(env!("CARGO_BIN_EXE_stonefield")).expect("readable");
    let folder = Scratch::new("sgf");
    let own = folder.file("program", &own[..1 << 16]);
    let source = folder.file("loop.c", b"int main(void) {\n  for (;;) { a[i] = b[j]; }\n}\n");
    for path in [&own, &source] {
        let told = stonefield(&["sgf", "show", path]);
        assert_eq!(told.status.code(), Some(2), "{path}");
        assert!(err(&told).contains("no game in it") || err(&told).contains("is not text"), "{}", err(&told));
    }
}

#[test]
fn the_records_of_a_run_tell_how_the_minds_saw_the_game() {
    let folder = Scratch::new("views");
    let path = &folder.plain("games");
    let mind = "mcts:playouts=60";
    let played = |folder: &[&str]| {
        let mut args =
            vec!["run", "--size", "5", "--games", "1", "--seed", "3", "--black", mind, "--white", mind];
        args.extend(folder);
        out(&stonefield(&args))
    };
    assert_eq!(played(&["--sgf", path]), played(&[]), "being asked changes no move");
    let record = folder.text("games/game-000000.sgf");
    let moves = record.matches(";B[").count() + record.matches(";W[").count();
    assert!(moves > 5 && record.matches("SBKV[").count() >= moves - 2, "{record}");
}

/// Holds that every subcommand comes to an end on a file, in reasonable time and with an exit code of its own: no panic, no overflow.
/// Returns what `check` said.
fn survives(name: &str, content: &[u8]) -> Output {
    let folder = Scratch::new("sgf");
    let file = folder.file(name, content);
    for command in ["show", "final", "convert"] {
        let begun = Instant::now();
        let output = stonefield(&["sgf", command, &file]);
        let code = output.status.code();
        assert!(matches!(code, Some(0..=2)), "{command} {name}: {:?} {}", output.status, err(&output));
        assert!(!err(&output).contains("panicked"), "{command} {name}: {}", err(&output));
        if code == Some(2) {
            let words = err(&output);
            assert!(words.lines().count() == 1 && words.contains(&file), "{command} {name}: {words}");
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{command} {name} takes too long");
    }
    let output = stonefield(&["sgf", "check", &file]);
    assert!(
        matches!(output.status.code(), Some(0..=2)),
        "check {name}: {:?} {}",
        output.status,
        err(&output)
    );
    output
}

#[test]
fn check_lists_every_problem_and_exits_1() {
    let folder = Scratch::new("sgf");
    let good = folder.file("good.sgf", b"(;FF[4]GM[1]SZ[9]KM[6.5];B[aa];W[bb](;B[cc])(;B[dd]))");
    let bad = folder.file("bad.sgf", b"(;FF[4]SZ[9]\n;B[zz]\n;W[aa];B[aa]KM[x]\n(;W[cc]");
    let output = stonefield(&["sgf", "check", &good]);
    assert_eq!((output.status.code(), &*out(&output)), (Some(0), ""));
    let output = stonefield(&["sgf", "check", &good, &bad]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    let expected = [
        "line 2, column 2, game 1, node 1: B[zz] is off the 9x9 board",
        "line 3, column 8, game 1, node 3: move 3, Black A9, is illegal: A9 is occupied",
        "line 3, column 13, game 1, node 3: KM[x]: a number in digits, as in 6.5, is expected",
        "line 4, column 8, game 1, node 4: the text ends with 2 parenthesis(es) open",
    ];
    let lines: Vec<&str> =
        text.lines().map(|line| line.split_once(": ").map_or(line, |(_, what)| what)).collect();
    assert_eq!(lines, expected);
    assert!(text.lines().all(|line| line.starts_with(&bad)), "{text}");
}

/// The name of a file adds no line to what is said of it.
#[cfg(unix)]
#[test]
fn a_line_end_in_a_name_is_visible() {
    let folder = Scratch::new("sgf-name");
    let file = folder.file("a\nb.sgf", b"(;FF[4]GM[1]SZ[9];B[zz])");
    for command in ["check", "show", "final"] {
        let output = stonefield(&["sgf", command, &file]);
        let said = [out(&output), err(&output)].concat();
        assert!(said.contains("a\\nb.sgf") && !said.contains("a\nb.sgf"), "{command}: {said}");
    }
}

/// Files that cannot be read stop nobody from reading the others; how many they are is told at the end.
#[test]
fn the_other_files_are_looked_at_after_a_bad_one() {
    let folder = Scratch::new("sgf");
    let first = folder.file("first.sgf", b"(;FF[4]GM[1]SZ[9];B[aa];W[bb])");
    let text = folder.file("text.sgf", b"no game at all");
    let last = folder.file("last.sgf", b"(;FF[4]GM[1]SZ[7];B[cc])");
    let files = [first.as_str(), "no-such-file.sgf", &text, &last];
    for command in ["check", "show", "final", "convert"] {
        let output = stonefield(&[&["sgf", command], &files[..]].concat());
        let (shown, told) = (out(&output), err(&output));
        assert_eq!(output.status.code(), Some(1), "{command}: {told}");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{command}: {told}");
        assert!(lines[0].contains("no-such-file.sgf: ") && lines[1].contains(&text), "{told}");
        let done = if command == "show" { "shown" } else { "read" };
        assert_eq!(lines[2], format!("stonefield: 2 of 4 files could not be {done}"));
        // What is good is as if it were alone.
        let alone = [&first, &last].map(|path| out(&stonefield(&["sgf", command, path])));
        let between = if command == "show" { "\n" } else { "" };
        assert_eq!(shown, alone.join(between), "{command}");
        // One alone is refused in one line, and so are all when none can be read.
        let output = stonefield(&["sgf", command, &text]);
        assert_eq!((output.status.code(), err(&output).lines().count()), (Some(2), 1), "{command}");
        let output = stonefield(&["sgf", command, &text, "no-such-file.sgf"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(
            err(&output).ends_with(&format!("none of the 2 files could be {done}\n")),
            "{}",
            err(&output)
        );
    }
    // What a file lacks is told of that file.
    let output = stonefield(&["sgf", "show", &first, &last, "--move", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let refused = format!("{last}: --move: there is no move 2");
    assert!(err(&output).contains(&refused) && out(&output).contains("after move 2"), "{}", err(&output));
    // A record that could not be read is not replaced by others.
    let output = stonefield(&["sgf", "convert", &first, &text, "-o", &text]);
    assert_eq!(
        (output.status.code(), content(&text)),
        (Some(2), b"no game at all".to_vec()),
        "{}",
        err(&output)
    );
    let target = folder.plain("target.sgf");
    let output = stonefield(&["sgf", "convert", &first, &text, "-o", &target]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert_eq!(content(&target), stonefield(&["sgf", "convert", &first]).stdout);
}

#[test]
fn final_tells_how_a_game_stands() {
    let text =
        "(;SZ[5]KM[0.5]RU[NZ]AB[ba][ab]AW[bb];W[aa];B[cb];W[ba];B[bc];W[ee];B[ee];W[tt])(;SZ[0])(;GM[2])";
    let folder = Scratch::new("sgf");
    let file = folder.file("final.sgf", text);
    let output = stonefield(&["sgf", "final", "--json", &file]);
    assert_eq!(output.status.code(), Some(1), "two games have no board");
    let text = out(&output);
    let games: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [first, second, third] = &games[..] else { panic!("{text}") };
    assert_eq!((&first["size"], &first["komi"], &first["moves"]), (&"5x5".into(), &0.5.into(), &7.into()));
    assert_eq!(first["stones"]["black"], serde_json::json!(["E1", "B3", "A4", "C4"]));
    assert_eq!(first["captures"], serde_json::json!({"black": 1, "white": 0}));
    assert_eq!(first["first_capture"], serde_json::json!({"move": 1, "color": "black", "count": 1}));
    let illegal = first["illegal"].as_array().expect("a list");
    assert_eq!(illegal.len(), 3, "{illegal:?}");
    assert!(second["error"].as_str().is_some_and(|error| error.contains("SZ[0]")), "{second}");
    assert!(third["error"].as_str().is_some_and(|error| error.contains("GM[2]")), "{third}");
}

#[test]
fn show_finds_nodes_by_move_number_and_path() {
    let text = "(;SZ[3]GN[a\x1b[2Jb];B[aa](;W[bb]C[main];B[cc])(;W[ca]N[other];B[ac](;W[ba])(;W[ab])))";
    let folder = Scratch::new("sgf");
    let file = folder.file("show.sgf", text);
    let show = |args: &[&str]| {
        let output = stonefield(&[&["sgf", "show", &file], args].concat());
        assert!(output.status.success(), "{}", err(&output));
        out(&output)
    };
    let all = show(&[]);
    assert!(all.contains("8 nodes, 7 moves, 3 lines, 4 nodes deep") && !all.contains('\x1b'), "{all}");
    assert!(all.contains("   A B C\n 3 X . . 3\n 2 . O . 2\n 1 . . X 1\n   A B C\n"), "{all}");
    assert!(show(&["--move", "2"]).contains(" 3 X . . 3\n 2 . O . 2\n 1 . . . 1\n"));
    assert!(show(&["--move", "2"]).contains("C  main"));
    assert!(show(&["--node", "4"]).contains("N  other"));
    assert!(show(&["--node", "1.2.0"]).contains("N  other"));
    let last = show(&["--node", "1.2.1.2.0"]);
    assert!(last.contains(" 3 X . O 3\n 2 O . . 2\n 1 X . . 1\n") && last.contains("node 7"), "{last}");
    for (args, word) in [
        (["--move", "9"], "--move"),
        (["--node", "99"], "--node"),
        (["--node", "1.5"], "--node"),
        (["--node", "x"], "--node"),
        (["--game", "2"], "--game"),
    ] {
        let output = stonefield(&["sgf", "show", &file, args[0], args[1]]);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(word) && err(&output).lines().count() == 1, "{}", err(&output));
    }
}

#[test]
fn convert_writes_one_form_in_utf_8() {
    let (japanese, ..) =
        encoding_rs::SHIFT_JIS.encode("(;GaMe[1]CA[Shift_JIS]PB[武宮]SiZe[9];B[aa];White[tt])");
    let folder = Scratch::new("sgf");
    let file = folder.file("sjis.sgf", &japanese);
    let output = stonefield(&["sgf", "convert", &file]);
    assert_eq!(out(&output), "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[武宮];B[aa];W[])\n");
    let target = folder.file("converted.sgf", b"old");
    // A file of the user is replaced only if that is asked for.
    let output = stonefield(&["sgf", "convert", &file, "-o", &target]);
    program::refused(&output, &["converted.sgf", "exists", "--force"]);
    assert_eq!(content(&target), b"old");
    let output = stonefield(&["sgf", "convert", &file, "-o", &target, "--force"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    program::refused(&stonefield(&["sgf", "convert", &file, "--force"]), &["--force", "--output"]);
    let once = content(&target);
    let output = stonefield(&["sgf", "convert", &target, "-o", &target]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        content(&target),
        once,
        "a file may be converted in its place, and stays as it is the second time"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let big = format!("(;GM[1]C[{}])", "x".repeat(1 << 20));
    let folder = Scratch::new("sgf");
    let file = folder.file("big.sgf", big);
    let old = folder.file("old.sgf", b"(;GM[1]C[old])");
    // No file may grow beyond 64 blocks, and what does is told so rather than killed.
    let program = env!("CARGO_BIN_EXE_stonefield");
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {program} sgf convert {file} --force -o {old}");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(err(&output).contains(&old) && err(&output).lines().count() == 1, "{}", err(&output));
    assert_eq!(content(&old), b"(;GM[1]C[old])");
    assert_eq!(folder.names(), ["big.sgf", "old.sgf"], "nothing is left behind");

    let output = stonefield(&["sgf", "convert", &file, "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("/dev/full"), "{}", err(&output));
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let piped = Command::new(program).args(["sgf", "convert", &file]).stdout(full).output().expect("runs");
    assert_eq!(piped.status.code(), Some(2));
    let folder = std::fs::metadata("/dev/full").expect("still there");
    assert!(!folder.is_file(), "a device stays a device");
    let output = stonefield(&["sgf", "convert", &file, "-o", "/no/such/folder/x.sgf"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bad_files_are_told_of_in_plain_words() {
    for (name, content, words) in [
        ("empty.sgf", &b""[..], &["no game"][..]),
        ("nul.sgf", &[0; 100_000], &["no game"]),
        ("nul-inside.sgf", b"(;SZ[9]C[a\0b];B[a\0])", &["line 1, column 9", "NUL", "B[a\\u0000]"]),
        ("size-0.sgf", b"(;GM[1]\nSZ[0];B[aa])", &["line 2, column 1", "SZ[0]", "1 to 52"]),
        ("size-1.sgf", b"(;SZ[-1];B[aa])", &["SZ[-1]"]),
        ("size-53.sgf", b"(;SZ[53];B[aa])", &["SZ[53]"]),
        ("size-big.sgf", b"(;SZ[1000000000];B[aa])", &["SZ[1000000000]"]),
        ("off.sgf", b"(;SZ[9];B[aa]\n;W[zz])", &["line 2, column 2", "node 2", "W[zz]", "9x9"]),
        ("cut-value.sgf", b"(;SZ[9];B[aa];W[b", &["line 1, column 16", "ends within the value"]),
        ("cut-name.sgf", b"(;SZ[9];B[aa];W", &["W", "no value"]),
        ("cut-tree.sgf", b"(;SZ[9](;B[aa](;W[bb]", &["3 parenthesis(es) open"]),
    ] {
        let output = survives(name, content);
        let said = out(&output) + &err(&output);
        assert!(words.iter().all(|word| said.contains(word)), "{name}: {said}");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{name}: {:?}", output.status);
    }
    let binary: Vec<u8> = (0..2_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    survives("binary.sgf", &binary);
    survives("binary-inside.sgf", &[b"(;", &binary[..]].concat());
}

#[test]
fn depth_costs_no_stack() {
    const DEEP: usize = 100_000;
    for (name, text) in [
        ("deep-nodes.sgf", format!("{}{}", "(;B[aa]".repeat(DEEP), ")".repeat(DEEP))),
        ("deep-open.sgf", "(;".repeat(DEEP)),
        ("deep-empty.sgf", format!("(;{}{}", "(".repeat(DEEP), ")".repeat(DEEP))),
        ("deep-comb.sgf", format!("{}{}", "(;B[aa](;W[bb])".repeat(DEEP), ")".repeat(DEEP))),
        ("long-line.sgf", format!("({})", ";B[aa];W[bb]".repeat(DEEP))),
        ("brackets.sgf", format!("(;AB{})", "[aa:ss]".repeat(DEEP))),
        ("doubles.sgf", format!("(;{})", (0..DEEP).map(|i| format!("P{}[]", i / 2)).collect::<String>())),
        ("properties.sgf", format!("(;{})", "C[]".repeat(DEEP))),
    ] {
        survives(name, text.as_bytes());
    }
}

/// The most memory a run of the program takes, in bytes.
#[cfg(target_os = "linux")]
fn peak(args: &[&str]) -> u64 {
    let program = env!("CARGO_BIN_EXE_stonefield");
    let mut child =
        Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    let mut most = 0;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        most = most.max(kilobytes.unwrap_or(0) * 1024);
        if child.try_wait().expect("waits").is_some() {
            return most;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_in_proportion_to_the_file() {
    const MEGABYTES: usize = 100;
    let fill = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len());
    // A node is 20 bytes, a property 24 and a value 8, however short they are in the file.
    for (name, content, times) in [
        ("line.sgf", format!("(;C[{}])", fill("a long line ", MEGABYTES * 1_000_000)), 4),
        ("junk.sgf", format!("{}(;)", fill("junk(", MEGABYTES * 1_000_000)), 4),
        ("games.sgf", fill("(;B[aa];W[bb])", MEGABYTES * 30_000), 24),
        ("moves.sgf", format!("(;SZ[19]{})", fill(";B[];W[]", MEGABYTES * 250_000)), 40),
        ("nodes.sgf", format!("({})", fill(";", MEGABYTES * 250_000)), 40),
    ] {
        let folder = Scratch::new("sgf");
        let file = folder.file(name, &content);
        let most = peak(&["sgf", "check", &file]);
        let allowed = (content.len() * times + (64 << 20)) as u64;
        assert!(most < allowed, "{name}: {most} bytes for {}", content.len());
    }
}

/// The mock says of every position that its mover wins three times in four and leads by 2.5: each move loses half of that certainty.
#[test]
fn a_game_is_gone_over_by_a_mind() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("sgf");
    let game =
        folder.file("review.sgf", b"(;GM[1]SZ[5]RU[Chinese]XX[kept];B[aa]C[mine];W[ba](;B[ac])(;B[bb]))");
    let mock = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/mock.py");
    let spec = format!("gtp:[python3 '{mock}' kata]");
    let read = folder.plain("reviewed.sgf");
    let args = ["sgf", "analyze", &game, "--brain", &spec, "--json", "-o", &read, "--variations", "40"];
    let output = stonefield(&args);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let rows = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect::<Vec<serde_json::Value>>();
    assert_eq!(rows.len(), 3);
    let numbers = |row: &serde_json::Value, key: &str| row[key].as_f64().expect("a number");
    for (row, (color, at, black, best)) in rows.iter().zip([
        ("black", "A5", 0.25, "A1"),
        ("white", "B5", 0.75, "A1"),
        ("black", "A3", 0.25, "A1"),
    ]) {
        assert_eq!((row["color"].as_str(), row["at"].as_str()), (Some(color), Some(at)));
        assert_eq!(row["best"].as_str(), Some(best));
        assert_eq!((numbers(row, "black_winrate"), numbers(row, "loss")), (black, 0.5));
        assert_eq!((numbers(row, "black_lead").abs(), numbers(row, "points_lost")), (2.5, 5.0));
    }
    let text = String::from_utf8(content(&read)).expect("UTF-8");
    for part in [
        "XX[kept]",
        "C[mine\nReview by gtp:",
        "SBKV[25.00]SBKS[-2.50]",
        "SBKV[75.00]SBKS[2.50]",
        "(;B[bb])",
        "loss 50.0 %, 5.0 points",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // Gone over again, the new line takes the place of the old one.
    let again = stonefield(&["sgf", "analyze", &read, "--brain", &spec, "-o", &read, "--variations", "40"]);
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    assert!(
        out(&again).contains("Black: 2 moves, 0 as the mind would (0 %), mean loss 50.0 %"),
        "{}",
        out(&again)
    );
    assert_eq!(String::from_utf8(content(&read)).expect("UTF-8"), text);
    assert_eq!(stonefield(&["sgf", "check", &read]).status.code(), Some(0));
}

#[test]
fn a_mind_that_gives_no_values_still_says_what_it_would_play() {
    let folder = Scratch::new("sgf");
    let game = folder.file("plain.sgf", b"(;GM[1]SZ[3];B[bb];B[bb];W[zz];W[])");
    let beside = folder.plain("plain.analyzed.sgf");
    let output = stonefield(&["sgf", "analyze", &game, "--brain", "sensible", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let table = out(&output);
    assert!(table.contains("B2 (illegal)") && table.contains("White  pass"), "{table}");
    assert!(err(&output).contains(&beside), "{}", err(&output));
    assert!(!String::from_utf8_lossy(&content(&beside)).contains("SBKV"));
    // A file beside the record may be the user's own.
    let again = ["sgf", "analyze", &game, "--brain", "sensible", "--seed", "3"];
    program::refused(&stonefield(&again), &[&beside, "exists", "--force"]);
    assert_eq!(out(&stonefield(&[&again[..], &["--force"]].concat())), table);
    std::fs::remove_file(&beside).expect("it was written");
    for (args, told) in [
        (&["sgf", "analyze", &game, "--brain", "human"][..], "--brain: human is a person"),
        (&["sgf", "analyze", &game], "--brain"),
        (
            &["sgf", "analyze", "-", "--brain", "random"],
            "--output: for a record from stdin, name a file to write",
        ),
        (&["sgf", "analyze", &game, "--brain", "gtp:[/no/such]"], "--brain: such cannot be started"),
        (&["sgf", "analyze", &game, "--brain", "random", "--game", "2"], "--game: there is no game 2"),
        (&["sgf", "analyze", &game, "--brain", "random", "-o", "/no/such/x.sgf"], "/no/such/x.sgf: "),
    ] {
        let output = stonefield(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            err(&output).contains(told) && err(&output).trim().lines().count() == 1,
            "{args:?}: {}",
            err(&output)
        );
    }
}
