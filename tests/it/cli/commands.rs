//! Runs the real program: its output, and its refusals.

use crate::support::program::{self, err, out};
use std::process::{Output, Stdio};
use stonefield_testing::scratch::Scratch;

fn stonefield(args: &[&str]) -> Output {
    let mut command = program::stonefield(args);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("the program runs")
}

fn stdout(args: &[&str]) -> String {
    let output = stonefield(args);
    assert!(output.status.success(), "{args:?}: {}", err(&output));
    String::from_utf8(output.stdout).expect("text")
}

/// Checks that the program refuses the arguments: exit code 2, empty stdout, one line on stderr with these
/// words.
fn refused(args: &[&str], words: &[&str]) {
    let output = stonefield(args);
    let line = err(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
    assert!(output.stdout.is_empty(), "{args:?} wrote to stdout");
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{args:?}: not one line: {line:?}");
    assert!(line.starts_with("stonefield: "), "{args:?}: {line}");
    for word in words {
        assert!(line.contains(word), "{args:?}: no {word:?} in {line}");
    }
}

#[test]
fn set_up_flags_are_refused_in_one_line_by_every_command() {
    let cases: [(&[&str], &[&str]); 30] = [
        (&["--size", "0"], &["--size", "0x0", "1 to 1024"]),
        (&["--size", "2000"], &["--size", "2000", "1 to 1024"]),
        (&["--size", "9x"], &["--size", "'9x'", "N or WxH"]),
        (&["--size", "-3"], &["--size", "-3"]),
        (&["--size"], &["--size", "missing"]),
        (&["--size", "9", "--size", "9"], &["--size", "twice"]),
        (&["--rules", "chinees"], &["--rules", "'chinees'", "tromp-taylor", "nearest: 'chinese'"]),
        (&["--rules", "Chinese\nrules"], &["--rules", "Chinese\\nrules"]),
        (&["--quirks", "-eye_taboo"], &["--quirks", "chinese", "netlogo-2016"]),
        (&["--rules", "netlogo-2016", "--suicide", "allowed"], &["--suicide", "netlogo-2016", "--quirks"]),
        (&["--suicide", "perhaps"], &["--suicide", "'perhaps'", "allowed", "forbidden"]),
        (
            &["--rules", "netlogo-2016", "--quirks", "-eye_tabu"],
            &["--quirks", "'eye_tabu'", "nearest: 'eye_taboo'"],
        ),
        (&["--rules", "netlogo-2016", "--quirks", ""], &["--quirks", "''"]),
        (&["--komi", "seven"], &["--komi", "'seven'", "a number"]),
        (&["--komi", "NaN"], &["--komi", "'NaN'"]),
        (&["--komi", "inf"], &["--komi", "'inf'"]),
        (&["--handicap", "1"], &["--handicap", "'1'", "2 to 9"]),
        (&["--handicap", "9", "--size", "2"], &["--handicap", "2x2"]),
        (&["--rules", "netlogo-2016", "--handicap", "2"], &["--handicap", "netlogo-2016"]),
        (&["--rules", "netlogo-2016", "--size", "200"], &["--size", "201x201", "64x64"]),
        (&["--black", "sensibel"], &["--black", "'sensibel'", "random", "nearest: 'sensible'"]),
        (&["--white", "scripted:mvoes=[D4]"], &["--white", "'mvoes'", "nearest: 'moves'"]),
        (&["--white", "scripted:then=never"], &["--white", "then=never", "pass, random or sensible"]),
        (&["--black", "scripted:moves=[D4"], &["--black", "brackets"]),
        (&["--seed", "one"], &["--seed", "'one'", "a whole number"]),
        (&["--seed", "99999999999999999999"], &["--seed", "18446744073709551615"]),
        (&["--heat-rate", "1.5"], &["--heat-rate", "'1.5'", "from 0 to 1"]),
        (&["--heat-neighbours", "6"], &["--heat-neighbours", "'6'", "8 or 4"]),
        (&["--position", "/nowhere/at/all"], &["--position", "/nowhere/at/all"]),
        (&["--sise", "9"], &["'--sise'", "nearest: '--size'"]),
    ];
    for (flags, words) in cases {
        refused(&[&["run", "--games", "1"], flags].concat(), words);
        refused(&[&["watch", "--text"], flags].concat(), words);
        refused(flags, words);
    }
}

#[test]
fn commands_refuse_their_own_flags_in_one_line() {
    let cases: [(&[&str], &[&str]); 34] = [
        (&["rnu"], &["'rnu'", "run", "nearest: 'run'"]),
        (&["run", "9"], &["run", "'9'"]),
        (&["run", "--games", "0"], &["--games", "'0'", "from 1"]),
        (&["run", "--games", "many"], &["--games", "'many'"]),
        (&["run", "--threads", "0"], &["--threads", "'0'"]),
        (&["run", "--game", "9223372036854775807"], &["--game", "up to 9223372036854775807", "begins with"]),
        (&["run", "--format", "xml"], &["--format", "'xml'", "text, json, csv, netlogo"]),
        (&["run", "--format", "jsno"], &["--format", "nearest: 'json'"]),
        (&["run", "--max-ticks", "0"], &["--max-ticks", "'0'"]),
        (&["run", "--every", "0", "--format", "csv"], &["--every", "'0'", "from 1"]),
        (&["run", "--every", "7"], &["--every", "'7'", "--format text", "json and csv"]),
        (&["run", "--every", "7", "--format", "netlogo"], &["--every", "--format netlogo", "json and csv"]),
        (&["run", "--black", "human"], &["--black", "human"]),
        (&["run", "--white", "human"], &["--white", "human"]),
        (&["watch", "--text", "--white", "human"], &["--white", "human"]),
        (&["watch"], &["--text", "missing"]),
        (&["perft", "--size", "3"], &["--depth", "missing"]),
        (&["life"], &["<FILE> and <POINT> are missing"]),
        (&["life", "game.sgf"], &["<POINT> is missing"]),
        (&["perft", "--depth", "x"], &["--depth", "'x'"]),
        (&["perft", "--depth", "2", "--rules", "netlogo-2016"], &["--rules", "netlogo-2016"]),
        (&["legal"], &["--size", "missing"]),
        (&["legal", "--size", "19"], &["--size", "19x19", "too many"]),
        (&["bench", "--seconds", "-1"], &["--seconds", "'-1'"]),
        (&["bench", "--policy", "heavier"], &["--policy", "light, heavy", "nearest: 'heavy'"]),
        (&["bench", "--size", "0"], &["--size", "0x0"]),
        (&["bench", "--sim", "--count"], &["--sim", "--count"]),
        (&["bench", "--tree", "--seconds", "1"], &["no flag '--tree'", "`cargo bench --bench tables`"]),
        (&["bench", "--negamax"], &["no flag '--negamax'", "`cargo bench --bench tables`"]),
        (&["bench", "--sgf"], &["no flag '--sgf'", "`cargo bench --bench tables`"]),
        (&["bench", "--count", "--playouts", "5"], &["--count and --playouts"]),
        (&["rules", "--verbose"], &["'--verbose'"]),
        (&["--size", "9", "run"], &["--size", "before the command"]),
        (&["--", "run"], &["run"]),
    ];
    for (args, words) in cases {
        refused(args, words);
    }
}

#[test]
fn broken_diagrams_are_refused_in_one_line() {
    let cases: [(&[u8], &[&str], &[&str]); 7] = [
        (b"..X\n.Q.\n...\n", &[], &["line 2, column 2", "'Q'"]),
        (b"...\n..\n", &[], &["line 2", "2 points where the rows above have 3"]),
        (b"..\n.\n", &[], &["line 2", "1 point where"]),
        (b"", &[], &["empty"]),
        (b"\xff\xfe", &[], &["UTF-8"]),
        (b"XO\nOO\n", &[], &["A1"]),
        (b"...\n...\n...\n", &["--size", "9"], &["3x3", "9x9"]),
    ];
    let folder = Scratch::new("diagrams");
    for (i, (content, flags, words)) in cases.into_iter().enumerate() {
        let file = folder.file(&format!("diagram-{i}"), content);
        refused(&[&["run", "--position", &file], flags].concat(), &[&["--position"], words].concat());
        refused(&[&["perft", "--depth", "1", "--position", &file], flags].concat(), &["--position"]);
    }
}

#[test]
fn no_argument_causes_a_panic() {
    for args in [vec![""], vec!["-"], vec!["run", "--black", ""], vec!["run", "--quirks"], vec!["\u{1b}[2J"]]
    {
        refused(&args, &[]);
    }
}

#[test]
fn help_and_version_are_results() {
    assert!(stdout(&["--help"]).contains("Usage"));
    assert!(stdout(&["run", "--help"]).contains("--alternate"));
    assert!(stdout(&["--version"]).starts_with("stonefield "));
}

#[test]
fn rules_and_brains_are_listed() {
    let rules = stdout(&["rules"]);
    for name in ["tromp-taylor", "netlogo-2016", "score_by_degree"] {
        assert!(rules.contains(name), "{name}");
    }
    let brains = stdout(&["brains"]);
    for name in ["random", "sensible", "netlogo", "monte-carlo", "mcts", "human", "scripted", "moves", "then"]
    {
        assert!(brains.contains(name), "{name}");
    }
    assert!(rules.lines().chain(brains.lines()).all(|line| line.chars().count() <= 100));
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_any_number_of_threads() {
    for format in ["text", "json", "csv", "netlogo"] {
        for rules in ["chinese", "netlogo-2016"] {
            let run = |threads| {
                stdout(&[
                    "run",
                    "--games",
                    "12",
                    "--size",
                    "7",
                    "--seed",
                    "5",
                    "--alternate",
                    "--white",
                    "random",
                    "--format",
                    format,
                    "--rules",
                    rules,
                    "--threads",
                    threads,
                ])
            };
            let one = run("1");
            assert!(!one.is_empty());
            for threads in ["2", "3"] {
                assert_eq!(one, run(threads), "{format}, {rules}, {threads} threads");
            }
        }
    }
}

#[test]
fn seeds_and_games_differ() {
    let run = |seed| stdout(&["run", "--games", "4", "--size", "9", "--format", "csv", "--seed", seed]);
    assert_ne!(run("1"), run("2"));
    let first = run("1");
    let rest =
        stdout(&["run", "--games", "1", "--size", "9", "--format", "csv", "--seed", "1", "--game", "3"]);
    assert_eq!(first.lines().last(), rest.lines().last(), "any game of a series can be played alone");
}

#[test]
fn the_netlogo_format_is_the_classic_line_and_nothing_else() {
    let text = stdout(&[
        "run",
        "--rules",
        "netlogo-2016",
        "--size",
        "5",
        "--games",
        "40",
        "--format",
        "netlogo",
        "--seed",
        "3",
    ]);
    let mut wins = 0;
    for line in text.lines() {
        let parts: Vec<_> = line.split(',').collect();
        let [name, black, white] = parts[..] else { panic!("not three parts: {line}") };
        let [black, white] = [black, white].map(|score| score.parse::<i64>().expect("a whole number"));
        let expected = match black.cmp(&white) {
            std::cmp::Ordering::Greater => "Blacks-wins",
            std::cmp::Ordering::Less => "Whites-wins",
            std::cmp::Ordering::Equal => "Tie-wins",
        };
        assert_eq!(name, expected, "{line}");
        wins += 1;
    }
    assert!(wins > 20, "{text}");
}

#[test]
fn json_is_one_document_whose_summary_agrees_with_its_games() {
    let text = stdout(&[
        "run",
        "--games",
        "30",
        "--size",
        "5",
        "--alternate",
        "--white",
        "random",
        "--format",
        "json",
    ]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("one document");
    let games = document["games"].as_array().expect("a list");
    assert_eq!(games.len(), 30);
    let black = games.iter().filter(|game| game["winner"] == "black").count();
    let sides = document["summary"]["sides"].as_array().expect("a list");
    assert_eq!(sides[0]["name"], "Black");
    assert_eq!(sides[0]["wins"], black);
    let sensible =
        games.iter().filter(|game| game["winner"].as_str().is_some_and(|winner| game[winner] == "sensible"));
    assert_eq!(sides[2]["name"], "sensible");
    assert_eq!(sides[2]["wins"], sensible.count());
    let ticks: f64 = games.iter().filter_map(|game| game["ticks"].as_f64()).sum();
    let mean = document["summary"]["ticks"]["mean"].as_f64().expect("a mean");
    assert!((mean - ticks / 30.0).abs() < 1e-9);
    // One line per game.
    assert_eq!(text.lines().filter(|line| line.contains("\"result\"")).count(), 30);
}

#[test]
fn csv_has_the_same_columns_in_every_line() {
    for brain in ["sensible", "scripted:moves=[A1 B2],then=random"] {
        let text = stdout(&[
            "run",
            "--games",
            "10",
            "--size",
            "5",
            "--format",
            "csv",
            "--black",
            brain,
            "--alternate",
        ]);
        let mut lines = text.lines();
        let head = lines.next().expect("a header");
        assert_eq!(head, "game,black,white,result,winner,black_score,white_score,ticks,fault,dead,stopped");
        for line in lines {
            assert_eq!(columns(line), columns(head), "{line}");
        }
        assert_eq!(text.lines().count(), 11);
    }
}

/// Number of fields of a CSV line. Commas in quotes do not separate fields.
fn columns(line: &str) -> usize {
    let mut inside = false;
    1 + line
        .chars()
        .filter(|&c| {
            inside ^= c == '"';
            c == ',' && !inside
        })
        .count()
}

#[test]
fn a_limit_of_ticks_leaves_games_unfinished() {
    let text = stdout(&["run", "--games", "3", "--size", "9", "--max-ticks", "10", "--format", "csv"]);
    assert_eq!(text.matches("unfinished").count(), 6, "{text}");
    assert!(text.lines().skip(1).all(|line| line.ends_with(",10,,played,")), "{text}");
}

#[test]
fn a_condition_stops_games_and_says_so() {
    let stopped = |format: &str, more: &[&str]| {
        let args = [
            "run", "--games", "4", "--size", "9", "--black", "random", "--white", "random", "--format",
            format,
        ];
        stdout(&[&args, more].concat())
    };
    let capture = ["--stop-when", "capture>=2", "--stop-when", "tick=200"];
    let csv = stopped("csv", &capture);
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(lines.len(), 4, "{csv}");
    for line in &lines {
        assert!(line.contains(",stopped,unfinished,") && line.contains(",capture>=2: "), "{csv}");
    }
    let text = stopped("text", &capture);
    assert_eq!(text.matches(" stones died").count(), 4, "{text}");
    assert!(text.contains("4 unfinished (4 stopped)"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&stopped("json", &capture)).expect("JSON");
    assert_eq!(json["setup"]["stop_when"], "capture>=2 tick=200");
    assert_eq!((&json["summary"]["unfinished"], &json["summary"]["stopped"]), (&4.into(), &4.into()));
    // The game is the same up to the stop, on any number of threads, measured or not. A condition that is
    // never met changes nothing.
    for (game, line) in lines.iter().enumerate() {
        let row = &json["games"][game];
        assert_eq!((&row["result"], &row["winner"]), (&"stopped".into(), &"unfinished".into()));
        assert!(line.contains(row["stopped"].as_str().expect("a reason")), "{line}: {row}");
        assert!(line.contains(&format!(",{},", row["ticks"])), "{line}: {row}");
    }
    assert_eq!(stopped("csv", &[&capture[..], &["--threads", "3"]].concat()), csv);
    let measured = stopped("json", &[&capture[..], &["--every", "7"]].concat());
    let measured: serde_json::Value = serde_json::from_str(&measured).expect("JSON");
    for game in 0..4 {
        assert_eq!(measured["games"][game]["ticks"], json["games"][game]["ticks"]);
        assert_eq!(measured["games"][game]["stopped"], json["games"][game]["stopped"]);
    }
    assert_eq!(stopped("csv", &["--stop-when", "group>=400"]), stopped("csv", &[]));
    assert!(stopped("csv", &["--stop-when", "tick=3"]).contains(",3,,played,tick=3: it has come"));
}

#[test]
fn the_summary_adds_up() {
    let text = stdout(&["run", "--games", "20", "--size", "5"]);
    assert!(text.contains("20 games: 20 counted"), "{text}");
    assert!(text.contains("95 % interval") && text.contains("komi 7.5"), "{text}");
}

#[test]
fn counts_equal_published_ones() {
    let perft = stdout(&["perft", "--size", "2", "--rules", "tromp-taylor", "--depth", "6"]);
    assert_eq!(perft, "0 1\n1 5\n2 21\n3 68\n4 156\n5 316\n6 604\n");
    assert_eq!(stdout(&["legal", "--size", "3"]), "12675\n");
    assert_eq!(stdout(&["legal", "--size", "1x6"]), "313\n");
}

#[test]
fn a_position_from_a_file_is_played_on() {
    let folder = Scratch::new("played-on");
    let file = folder.file("board.txt", b". X .\nX X X\n. X .\n");
    let text = stdout(&["run", "--games", "1", "--position", &file, "--format", "csv", "--komi", "0"]);
    // White cannot live and Black fills no eye: all points are Black's.
    assert!(text.contains("B+9"), "{text}");
}

#[test]
fn without_a_terminal_a_game_is_shown_as_plain_pictures() {
    let text = stdout(&["watch", "--text", "--size", "5"]);
    assert!(text.contains("tick 20;") && text.contains("captures"), "{text}");
    assert!(!text.contains('\u{1b}'), "no escape sequences in plain text");
    let last = text.lines().last().expect("a line");
    assert!(last.contains("B+") || last.contains("W+") || last.contains("Draw"), "{last}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_a_message_and_text_are_shown() {
    let output = stonefield(&["--size", "5"]);
    let line = err(&output);
    assert!(output.status.success(), "{line}");
    assert!(line.lines().count() == 1 && line.contains("no window, as "), "{line}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("tick 20;"));
    refused(&["--black", "human"], &["--black", "human"]);
}

#[cfg(unix)]
#[test]
fn a_closed_stdout_is_no_error() {
    let mut child = program::stonefield(&["run", "--games", "100000", "--size", "5", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    // stderr, which is still read, says what was played.
    let told = err(&output);
    assert!(told.contains("0 rows written to stdout") && !told.contains("Broken pipe"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
    let output = program::stonefield(&["rules"]).stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cannot write to stdout"));
}

#[test]
fn think_searches_one_position() {
    let text = stdout(&["think", "--brain", "negamax:depth=2", "--size", "5", "--komi", "0.5"]);
    assert!(text.contains("Black to play: ") && text.contains("2 plies deep"), "{text}");
    let folder = Scratch::new("think");
    let path = &folder.file("think.sgf", b"(;GM[1]FF[4]SZ[5]RU[Chinese];B[cc];W[cd];B[bb])");
    let text = stdout(&["think", path, "--brain", "mcts:playouts=50", "--move", "1", "--candidates", "3"]);
    assert!(text.contains("White to play: ") && text.contains("50 playouts"), "{text}");
    assert!(text.lines().filter(|line| line.contains('%')).count() >= 1, "{text}");
    refused(&["think", path, "--brain", "mcts", "--move", "9"], &["--move", "9"]);
    for (flag, value) in [("--size", "9"), ("--komi", "3"), ("--suicide", "allowed"), ("--position", "a.txt")]
    {
        refused(&["think", path, "--brain", "mcts", flag, value], &[&format!("{flag} is for a new game")]);
    }
    refused(&["think", "--brain", "human"], &["--brain", "person"]);
    refused(&["think", "--brain", "mcts", "--dot", "tree.dot"], &["--dot", "negamax"]);
    refused(
        &["think", "--brain", "negamax:depth=1", "--size", "2", "--dot", path],
        &["think.sgf", "--force"],
    );
    refused(&["think", "--brain", "negamax:depth=1", "--size", "2", "--force"], &["--force", "--dot"]);
    refused(&["think", "--brain", "negamax:depth=0"], &["depth=0", "1 to 64"]);
    refused(
        &["think", "--brain", "negamax", "--dot", "/nowhere/at/all.dot"],
        &["--dot", "/nowhere/at/all.dot"],
    );
    refused(&["think", "--brain", "negamax", "--dot-nodes", "0", "--dot", "x"], &["--dot-nodes"]);
}

/// Faults of a record before the searched position are reported in one line. Faults that do not affect the
/// board are left to `sgf check`.
#[test]
fn think_reports_faults_of_a_record() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        (
            "(;SZ[5];B[cc];W[cc])",
            &[],
            &["node 2: move 2, White C3, is illegal: C3 is occupied; the board is"],
        ),
        ("(;SZ[5];B[cc];W[cc])", &["--move", "1"], &[]),
        (
            "(;SZ[5];B[cc];W[zz];B[cc])",
            &[],
            &["W[zz] is off the 5x5 board", "(stonefield sgf check names one more)"],
        ),
        ("(;SZ[5]AB[zz][aa];W[cc])", &[], &["AB[zz] is off the 5x5 board"]),
        ("(;SZ[5];B[cc];W[b", &[], &["the text ends within the value [b", "names 2 more"]),
        ("(;SZ[5];B[cc];W[b", &["--move", "1"], &[]),
        ("(;SZ[5];B[cc])(;SZ[5];B[cc];W[cc])", &["--game", "1"], &[]),
        ("(;SZ[5];B[cc])(;SZ[5];B[cc];W[cc])", &["--game", "2"], &["game 2, node 2: move 2"]),
        ("(;SZ[5]KM[much]DT[then];B[cc]HO[7](;W[bb])(;W[cc]))", &[], &[]),
    ];
    let folder = Scratch::new("record-faults");
    for (i, (record, flags, words)) in cases.into_iter().enumerate() {
        let file = folder.file(&format!("faults-{i}.sgf"), record);
        let output = stonefield(&[&["think", &file, "--brain", "random"], flags].concat());
        let line = err(&output);
        assert!(output.status.success() && !output.stdout.is_empty(), "{record}: {line}");
        assert_eq!(line.lines().count(), usize::from(!words.is_empty()), "{record}: {line}");
        for word in words {
            assert!(
                line.starts_with("stonefield: ") && line.contains(word),
                "{record}: no {word:?} in {line}"
            );
        }
    }
}

#[test]
fn think_leaves_out_values_that_were_not_measured() {
    let text = stdout(&["think", "--brain", "negamax:depth=1", "--size", "5", "--candidates", "0"]);
    assert!(text.contains(", 1 ply deep,") && !text.contains("1 plies"), "{text}");
    assert!(!text.contains("refuted") && text.contains("table: knew 0 % of 1"), "{text}");
    let text = stdout(&["think", "--brain", "negamax:nodes=1,tt=off", "--size", "5"]);
    for word in ["- of", "knew", "refuted"] {
        assert!(!text.contains(word), "no {word:?}: {text}");
    }
    // Zero has no minus sign.
    let text = stdout(&["think", "--brain", "temperature:seek=cold", "--size", "5"]);
    assert!(text.contains("0.00") && !text.contains("-0.00"), "{text}");
}

#[test]
fn the_tree_of_a_mix_is_written_when_negamax_is_in_it() {
    let folder = Scratch::new("mix");
    let file = folder.file("mix.dot", "");
    let think = |brain: &str| {
        let output = stonefield(&["think", "--brain", brain, "--size", "3", "--force", "--dot", &file]);
        assert!(output.status.success(), "{brain}");
        let told = err(&output);
        (std::fs::read_to_string(&file).expect("written"), told)
    };
    for brain in ["mix:a=[negamax:depth=2],b=random,p=0", "mix:a=random,b=[mix:b=[negamax:depth=2],p=1],p=1"]
    {
        let (dot, told) = think(brain);
        assert!(
            dot.contains("label=\"2 plies\"") && dot.ends_with("}\n}\n") && told.is_empty(),
            "{told}{dot}"
        );
    }
    let (dot, told) = think("mix:a=[negamax:depth=2],b=random,p=1");
    assert!(dot.starts_with("digraph") && dot.ends_with("}\n") && !dot.contains("label"), "{dot}");
    assert!(told.contains("no tree in it") && told.lines().count() == 1, "{told}");
    refused(&["think", "--brain", "mix:a=mcts", "--dot", &file], &["--dot", "mix:a=mcts", "negamax"]);
}

#[test]
fn the_tree_is_written_as_dot() {
    let folder = Scratch::new("tree");
    let path = &folder.plain("tree.dot");
    stdout(&["think", "--brain", "negamax:depth=3", "--size", "4", "--dot", path, "--dot-nodes", "60"]);
    let dot = std::fs::read_to_string(path).expect("written");
    assert!(dot.starts_with("digraph") && dot.ends_with("}\n}\n"), "{dot}");
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    // One tree for each depth, each with at most the requested number of nodes. They show windows, cut-offs
    // and pruned moves.
    assert!(dot.contains("label=\"2 plies\"") && dot.contains("label=\"3 plies\""));
    let entered = dot.lines().filter(|line| line.contains("tooltip=")).count();
    assert!((61..=120).contains(&entered), "{entered}");
    assert!(dot.contains("[-∞, ∞]") && dot.contains(", cut") && dot.contains("grey70"), "{dot}");
    // Every edge joins existing nodes.
    for line in dot.lines().filter(|line| line.contains(" -> ")) {
        for end in line.split(" [").next().unwrap_or(line).trim_end_matches(';').split(" -> ") {
            assert!(dot.contains(&format!("{end} [")), "{line}");
        }
    }
}

/// Output of `run --format csv`: the header, and the rows grouped by game, each row as a list of fields.
fn measured(args: &[&str]) -> (Vec<String>, Vec<Vec<Vec<String>>>) {
    let text = stdout(&[&["run", "--format", "csv"], args].concat());
    let split = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let mut lines = text.lines().map(split);
    let head = lines.next().expect("a header");
    let rows: Vec<_> = lines.collect();
    assert!(rows.iter().all(|row| row.len() == head.len()), "{text}");
    (head, rows.chunk_by(|one, other| one[0] == other[0]).map(<[_]>::to_vec).collect())
}

#[test]
fn requested_ticks_are_measured() {
    let listed = stdout(&["run", "--measures"]);
    assert!(
        include_str!("../../../docs/measures.md").contains(&listed),
        "the list in docs/measures.md is another"
    );
    for (rules, every) in [("chinese", 7), ("netlogo-2016", 5), ("tromp-taylor", 1000)] {
        let flags =
            ["--games", "3", "--size", "5", "--rules", rules, "--alternate", "--every", &every.to_string()];
        let (head, games) = measured(&flags);
        let columns = &head[2..head.len() - 2];
        assert_eq!(
            (&head[..2], &head[head.len() - 2..]),
            (&["game", "tick"].map(String::from)[..], &["result", "winner"].map(String::from)[..])
        );
        let words: Vec<_> = listed.split_whitespace().collect();
        assert!(columns.iter().all(|name| words.contains(&&**name)), "{listed}");
        let json = stdout(&[&["run", "--format", "json"], &flags[..]].concat());
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let plain = stdout(&[&["run", "--format", "csv"], &flags[..flags.len() - 2]].concat());
        assert_eq!((games.len(), json["setup"]["every"].as_u64()), (3, Some(every)));
        for ((number, game), line) in games.iter().enumerate().zip(plain.lines().skip(1)) {
            let ended: Vec<_> = line.split(',').collect();
            let last: u64 = ended[7].parse().expect("ticks");
            let ticks: Vec<u64> = game.iter().map(|row| row[1].parse().expect("a tick")).collect();
            let mut expected: Vec<u64> = (0..=last).step_by(every as usize).collect();
            expected.extend((!last.is_multiple_of(every)).then_some(last));
            assert_eq!(ticks, expected, "{rules} game {number}");
            let ends: Vec<_> = game.iter().map(|row| (&*row[row.len() - 2], &*row[row.len() - 1])).collect();
            assert!(ends[..ends.len() - 1].iter().all(|end| *end == ("", "")));
            assert_eq!(ends.last(), Some(&(ended[3], ended[4])));
            let rows = json["games"][number]["rows"].as_array().expect("rows");
            assert_eq!(rows.len(), game.len());
            for (object, row) in rows.iter().zip(game) {
                assert_eq!(object.as_object().map(serde_json::Map::len), Some(columns.len() + 1));
                for (name, text) in head[1..head.len() - 2].iter().zip(&row[1..]) {
                    assert_eq!(object[name].as_f64(), text.parse().ok(), "{name}");
                }
            }
        }
        assert!(json["games"][0]["rows"][0]["capacity"].is_number());
        let threads = |count| stdout(&[&["run", "--threads", count, "--format", "csv"], &flags[..]].concat());
        assert_eq!(threads("1"), threads("3"));
    }
    let (_, games) = measured(&["--games", "1", "--size", "5", "--max-ticks", "9", "--every", "4"]);
    let ticks: Vec<_> = games[0].iter().map(|row| &*row[1]).collect();
    assert_eq!((ticks, &*games[0][3][29]), (vec!["0", "4", "8", "9"], "unfinished"));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = program::stonefield(&["run", "--games", "1"]);
    command.arg(std::ffi::OsStr::from_bytes(b"--seed=\xff"));
    let output = command.output().expect("the program runs");
    program::refused(&output, &["'--seed=\u{fffd}'", "must be UTF-8 text"]);
    // A file name may be any bytes. The point must be text.
    let mut command = program::stonefield(&["life"]);
    command.args([b"r\xff.sgf", b"\xfeC3456"].map(|name| std::ffi::OsStr::from_bytes(name)));
    program::refused(
        &command.output().expect("the program runs"),
        &["'\u{fffd}C3456'", "must be UTF-8 text"],
    );
    refused(&["think", "--brain", "random", ""], &["stonefield: FILE: a value is missing"]);
}

#[test]
fn texts_may_begin_with_a_byte_order_mark() {
    let folder = Scratch::new("mark");
    let file = |name: &str, text: &str| folder.file(name, format!("\u{feff}{text}"));
    let suite = file("a.tst", "1 name\n#? [Stonefield]\n");
    let settings = file("a.toml", "[engines.x]\ncommand = \"y\"\n");
    let diagram = file("a.txt", ". X\nO .\n");
    let record = file("a.sgf", "(;GM[1]FF[4]CA[UTF-8]SZ[9];B[cc])\n");
    for (args, words) in [
        (&["gtp-regress", "--brain", "random", &suite][..], "a.tst"),
        (&["brains", "--config", &settings], "gtp:y"),
        (&["perft", "--depth", "1", "--position", &diagram], "3"),
        (&["sgf", "check", &record], ""),
        (&["think", "--brain", "random", &record], "White to play"),
    ] {
        let output = stonefield(args);
        assert!(output.status.success() && err(&output).is_empty(), "{args:?}: {}", err(&output));
        assert!(out(&output).contains(words), "{args:?}: {}", out(&output));
    }
    for (args, input, words) in [
        (&["gtp"][..], "\u{feff}1 name\n", "=1 Stonefield"),
        (&["play", "--text", "--size", "5", "--no-board"], "\u{feff}score\nquit\n", "As the board stands"),
    ] {
        let output = program::fed(&mut program::stonefield(args), input);
        assert!(out(&output).contains(words), "{args:?}: {}", out(&output));
    }
}
