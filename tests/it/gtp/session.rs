//! Stonefield as an engine under the Go Text Protocol, with real processes on both sides.

use crate::support::gtp::Engine;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_testing::scratch::Scratch;

/// Runs Stonefield as an engine on the whole input.
fn converse(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonefield"))
        .arg("gtp")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The engine may quit before it has read everything.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("it ends")
    })
}

/// Responses in an output, with status and id. Fails on any other content.
fn responses(output: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(output).expect("text");
    let mut parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.pop(), Some(""), "the output ends within a response: {text:?}");
    for part in &parts {
        let fit = part.starts_with(['=', '?']) && part.chars().all(|c| "\n\t".contains(c) || !c.is_control());
        assert!(fit, "no response: {part:?}");
    }
    parts.into_iter().map(str::to_owned).collect()
}

/// Responses to each line of a script.
fn script(args: &[&str], lines: &str) -> Vec<String> {
    let output = converse(args, lines.as_bytes());
    assert!(output.status.success(), "{lines}: {}", String::from_utf8_lossy(&output.stderr));
    responses(&output.stdout)
}

/// Checks that each line gets the response next to it.
fn holds(args: &[&str], talk: &[(&str, &str)]) {
    let lines: Vec<_> = talk.iter().map(|(line, _)| *line).collect();
    let answers = script(args, &(lines.join("\n") + "\n"));
    assert_eq!(answers.len(), talk.len(), "{answers:?}");
    for ((line, expected), answer) in talk.iter().zip(&answers) {
        assert_eq!(answer, expected, "{line}");
    }
}

#[test]
fn ids_comments_and_odd_bytes_follow_the_protocol() {
    let output = converse(
        &[],
        b"protocol_version\n\n12 name\r\n  # nothing\n\t7\tprotocol_version # two\nna\x00me\x07\n\
          0 known_command\tplay\n1 KNOWN_COMMAND play\n2 nonsense\n3\nname extra\n  \r\n5 quit\nname\n",
    );
    assert!(output.status.success());
    assert_eq!(
        responses(&output.stdout),
        [
            "= 2",
            "=12 Stonefield",
            "=7 2",
            "= Stonefield",
            "=0 true",
            "?1 unknown command",
            "?2 unknown command",
            "?3 unknown command",
            "? syntax error",
            "=5"
        ]
    );
    assert!(output.stderr.is_empty());
}

#[test]
fn the_end_of_input_ends_the_engine() {
    assert_eq!(script(&[], ""), [""; 0]);
    assert_eq!(script(&[], "protocol_version"), ["= 2"], "the last line may lack its end");
}

#[test]
fn every_command_is_known_and_answers() {
    let listed = script(&[], "list_commands\n").remove(0);
    let names: Vec<&str> = listed.trim_start_matches("= ").lines().collect();
    let demanded = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
        undo fixed_handicap place_free_handicap set_free_handicap reg_genmove final_score final_status_list showboard
        time_settings time_left gogui-analyze_commands gogui-rules_game_id list_stones
        all_legal is_legal captures countlib kgs-rules kata-set-rules kata-get-rules cputime gomill-describe_engine
        gomill-explain_last_move lz-analyze kata-analyze analyze lz-genmove_analyze kata-genmove_analyze";
    for name in demanded.split_whitespace() {
        assert!(names.contains(&name), "{name} is missing");
    }
    let mut engine = Engine::stonefield(&["--size", "5"]);
    for name in &names {
        assert_eq!(engine.ask(&format!("known_command {name}")), Ok("true".to_owned()));
    }
    // Commands that write files write them in a temporary folder.
    let folder = Scratch::new("gtp");
    for name in names.iter().filter(|name| **name != "quit") {
        let nonsense = match *name {
            "printsgf" => folder.plain("written ~ ~ ~"),
            _ => "~ ~ ~ ~ ~ ~".to_owned(),
        };
        // Without arguments and with wrong ones, each command answers once, and the next line is read.
        for line in [(*name).to_owned(), format!("{name} {nonsense}")] {
            // The next line ends an analysis.
            engine.send(&line);
            engine.send("protocol_version");
            assert_ne!(engine.response(), Err("unknown command".to_owned()), "{line}");
            assert_eq!(engine.response(), Ok("2".to_owned()), "after {line}");
        }
    }
    assert_eq!(engine.ask("quit"), Ok(String::new()));
    assert_eq!(engine.close(), (String::new(), true));
}

#[test]
fn sizes_from_1_to_25_and_no_others() {
    let mut engine = Engine::stonefield(&[]);
    for side in 1..=25 {
        assert_eq!(engine.ask(&format!("boardsize {side}")), Ok(String::new()));
        assert_eq!(engine.tell("query_boardsize"), side.to_string());
    }
    for side in ["0", "26", "-1", "1000000000", "99999999999999999999999999"] {
        assert_eq!(engine.ask(&format!("boardsize {side}")), Err("unacceptable size".to_owned()), "{side}");
    }
    for side in ["", "x", "9.5", "9 9", "-"] {
        assert_eq!(engine.ask(&format!("boardsize {side}")), Err("syntax error".to_owned()), "{side}");
    }
    assert_eq!(engine.tell("query_boardsize"), "25", "a refused size changes nothing");
    assert_eq!(engine.tell("play b z25"), "");
    assert_eq!(engine.tell("list_stones black"), "Z25");
}

#[test]
fn moves_are_taken_refused_and_taken_back() {
    holds(
        &["--size", "5", "--rules", "chinese"],
        &[
            ("play B a1", "="),
            ("play black C3", "="),
            ("play WHITE b1", "="),
            ("play w A1", "? illegal move"),
            ("play w f1", "? illegal move"),
            ("play w a6", "? illegal move"),
            ("play w i1", "? syntax error"),
            ("play w", "? syntax error"),
            ("play red a2", "? syntax error"),
            ("play w a2", "="),
            ("captures w", "= 1"),
            ("list_stones b", "= C3"),
            ("is_legal b a1", "= 0"),
            ("is_legal b pass", "= 1"),
            ("is_legal b q19", "? invalid color or coordinate"),
            ("countlib a2", "= 3"),
            ("countlib a1", "? vertex must not be empty"),
            ("countlib z9", "? invalid coordinate"),
            ("play b PASS", "="),
            ("undo", "="),
            ("undo", "="),
            ("list_stones b", "= A1 C3"),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("list_stones b", "="),
        ],
    );
}

#[test]
fn ko_and_superko_follow_the_rules() {
    let ko = [
        "play b b1",
        "play w c1",
        "play b a2",
        "play w d2",
        "play b b3",
        "play w c3",
        "play b c2",
        "play w b2",
    ];
    for (rules, retaken) in [("japanese", "= 0"), ("tromp-taylor", "= 0")] {
        let mut talk: Vec<(&str, &str)> = ko.map(|line| (line, "=")).to_vec();
        talk.extend([("is_legal w c2", "= 1"), ("is_legal b c2", retaken), ("play b c2", "? illegal move")]);
        // A move elsewhere and its reply lift the ban.
        talk.extend([("play b e5", "="), ("play w e4", "="), ("play b c2", "=")]);
        holds(&["--size", "5", "--rules", rules], &talk);
    }
    holds(
        &["--size", "2", "--rules", "chinese"],
        &[
            ("play b a1", "="),
            ("play w b2", "="),
            ("play b a2", "="),
            ("play b b1", "="),
            ("list_stones w", "="),
        ],
    );
    holds(
        &["--size", "2", "--rules", "new-zealand"],
        &[
            ("play b a1", "="),
            ("play b a2", "="),
            ("play b b1", "="),
            ("is_legal b b2", "= 1"),
            ("play b b2", "="),
            ("list_stones b", "="),
            ("play w a1", "="),
            ("undo", "="),
        ],
    );
    holds(
        &["--size", "2", "--rules", "chinese"],
        &[("play b a1", "="), ("play b a2", "="), ("play b b1", "="), ("play b b2", "? illegal move")],
    );
}

#[test]
fn a_game_goes_on_after_two_passes() {
    holds(
        &["--size", "5"],
        &[
            ("play b c3", "="),
            ("play w pass", "="),
            ("play b pass", "="),
            ("play w pass", "="),
            ("final_score", "= B+17.5"),
            ("play b c4", "="),
            ("play w c2", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
        ],
    );
}

#[test]
fn handicap_stones_stand_where_the_protocol_puts_them() {
    holds(
        &["--size", "9"],
        &[
            ("fixed_handicap 2", "= C3 G7"),
            ("fixed_handicap 2", "? board not empty"),
            ("place_free_handicap 2", "? board not empty"),
            ("set_free_handicap a1 b1", "? board not empty"),
            ("undo", "? cannot undo"),
            ("clear_board", "="),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("fixed_handicap 10", "? invalid number of stones"),
            ("fixed_handicap x", "? syntax error"),
            ("fixed_handicap 9", "= C3 E3 G3 C5 E5 G5 C7 E7 G7"),
            ("clear_board", "="),
            ("set_free_handicap a1", "? bad vertex list"),
            ("set_free_handicap a1 a1", "? bad vertex list"),
            ("set_free_handicap a1 k10", "? bad vertex list"),
            ("set_free_handicap a1 pass", "? syntax error"),
            ("set_free_handicap A1 c3 J9", "="),
            ("list_stones b", "= A1 C3 J9"),
            ("boardsize 5", "="),
            ("fixed_handicap 2", "? invalid number of stones"),
            ("place_free_handicap 1", "? invalid number of stones"),
        ],
    );
    let mut engine = Engine::stonefield(&[]);
    for side in 2..=25 {
        for stones in [2, 4, 9, 15, 700] {
            engine.tell(&format!("boardsize {side}"));
            let Ok(vertices) = engine.ask(&format!("place_free_handicap {stones}")) else {
                assert!(side < 3, "size {side} has room for a handicap");
                continue;
            };
            let count = vertices.split(' ').count();
            assert!((2..=stones).contains(&count), "size {side}, {stones}: {vertices}");
            let mut sorted: Vec<_> = vertices.split(' ').map(str::to_owned).collect();
            let mut standing: Vec<_> = engine.tell("list_stones b").split(' ').map(str::to_owned).collect();
            sorted.sort();
            standing.sort();
            assert_eq!(sorted, standing);
        }
    }
    assert!(engine.tell("genmove w").len() >= 2);
}

#[test]
fn rules_have_many_names() {
    let shown = |lines: &str| script(&["--size", "5", "--komi", "0.5"], lines).pop().expect("an answer");
    for (line, rules) in [
        ("kgs-rules japanese", "japanese"),
        ("kgs-rules new_zealand", "new-zealand"),
        ("kata-set-rules tromp-taylor", "tromp-taylor"),
        ("kata-set-rules chinese-ogs", "chinese"),
        (
            "kata-set-rules {\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\"}",
            "new-zealand",
        ),
        ("kata-set-rules { \"ko\" : \"SIMPLE\", \"scoring\" : \"TERRITORY\" }", "japanese"),
        ("kata-set-rule suicide true", "tromp-taylor"),
    ] {
        assert_eq!(shown(&format!("{line}\nstonefield-rules\n")), format!("= {rules}, komi 0.5"), "{line}");
    }
    let talk = "play b c3\nkata-set-rules {\"komi\":3.5}\nlist_stones b\nget_komi\n";
    assert_eq!(script(&["--size", "5"], talk), ["=", "=", "= C3", "= 3.5"]);
    for refused in [
        "{",
        "{\"ko\":\"SPIGHT\"}",
        "{\"hasButton\":true}",
        "{\"tax\":\"ALL\"}",
        "{\"odd\":1}",
        "nonsense",
        "",
    ] {
        let answers = script(&[], &format!("kata-set-rules {refused}\nstonefield-rules\n"));
        assert!(answers[0].starts_with("? "), "{refused}: {}", answers[0]);
        assert_eq!(answers[1], "= chinese, komi 7.5", "{refused} changes nothing");
    }
    let json = shown("kata-get-rules\n");
    for part in [
        "\"ko\":\"POSITIONAL\"",
        "\"scoring\":\"AREA\"",
        "\"suicide\":false",
        "\"tax\":\"NONE\"",
        "\"hasButton\":false",
    ] {
        assert!(json.contains(part), "{json}");
    }
    let back = shown(&format!("kgs-rules aga\nkata-set-rules {}\nstonefield-rules\n", &json[2..]));
    assert_eq!(back, "= chinese, komi 0.5");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed: &str| {
        let lines = "genmove b\ngenmove w\n".repeat(10);
        script(&["--size", "9", "--brain", "sensible", "--seed", seed], &lines)
    };
    assert_eq!(game("5"), game("5"));
    assert_ne!(game("5"), game("6"));
    let mut engine = Engine::stonefield(&["--size", "9", "--seed", "5"]);
    let first = engine.tell("genmove b");
    assert_eq!(engine.tell("undo"), "");
    assert_eq!(engine.tell("reg_genmove b"), first, "the same place has the same dice");
    assert_eq!(engine.tell("list_stones b"), "", "reg_genmove plays nothing");
    assert_eq!(engine.tell("stonefield-seed"), "5");
    engine.tell("stonefield-seed 6");
    assert_eq!(engine.tell("genmove b"), game("6")[0].trim_start_matches("= "));
}

#[test]
fn minds_are_named_changed_and_refused() {
    let mut engine = Engine::stonefield(&["--size", "5", "--brain", "scripted:moves=[C3 pass]"]);
    assert_eq!(engine.tell("genmove b"), "C3");
    assert_eq!(engine.tell("genmove w"), "pass", "an illegal move of the list is a pass");
    assert_eq!(engine.tell("genmove b"), "pass");
    engine.tell("stonefield-brain scripted:moves=[A1 A2],then=random");
    assert_eq!(engine.tell("stonefield-brain"), "scripted:moves=[A1 A2],then=random");
    for refused in ["nobody", "human", "random:x=1"] {
        assert!(engine.ask(&format!("stonefield-brain {refused}")).is_err());
    }
    let output = converse(&["--brain", "human"], b"");
    assert_eq!(output.status.code(), Some(2));
    for args in [["--size", "26"], ["--size", "9x7"], ["--rules", "netlogo-2016"]] {
        assert_eq!(converse(&args, b"").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn games_for_the_first_capture_have_no_pass_and_no_count() {
    holds(
        &["--size", "5", "--rules", "atari-go"],
        &[
            ("play b a1", "="),
            ("play w pass", "? illegal move"),
            ("final_score", "? cannot score"),
            ("play w a2", "="),
            ("play w b1", "="),
            ("play b c3", "? illegal move"),
            ("genmove b", "= resign"),
            ("gogui-rules_game_id", "= Atari Go"),
        ],
    );
}

#[test]
fn living_stones_are_listed_by_group() {
    holds(
        &["--size", "5"],
        &[
            ("play b a1", "="),
            ("play b a2", "="),
            ("play w c3", "="),
            ("final_status_list alive", "= A1 A2\nC3"),
            ("final_status_list dead", "="),
            ("final_status_list seki", "="),
            ("final_status_list ill", "? syntax error"),
        ],
    );
}

#[test]
fn temperature_groups_and_liberties_can_be_queried() {
    let mut engine = Engine::stonefield(&["--size", "3"]);
    engine.tell("play b a1");
    engine.tell("play b b1");
    engine.tell("play w c3");
    assert_eq!(engine.tell("stonefield-groups"), "\n\"\" \"\" 2\n\"\" \"\" \"\"\n1 1 \"\"");
    assert_eq!(engine.tell("stonefield-liberties"), "\n\"\" \"\" 2\n\"\" \"\" \"\"\n3 3 \"\"");
    assert_eq!(engine.tell("stonefield-group b1"), "A1 B1");
    let rows = engine.tell("stonefield-temperature");
    let heat: Vec<f64> = rows.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    // Each of the three stones touches two or three neighbours. Spreading does not change the sum.
    assert_eq!(heat.len(), 9);
    assert!((heat.iter().sum::<f64>() - 7.0).abs() < 0.01, "{rows}");
    assert!(engine.tell("stonefield-heat").contains("COLOR #"));
    assert!(engine.tell("stonefield-candidates w").contains("LABEL "));
    let shown = engine.tell("showboard");
    assert!(shown.starts_with("\n   A B C\n 3 . . O 3\n 2 . . . 2\n 1 X X . 1\n   A B C\n"), "{shown}");
    for line in engine.tell("gogui-analyze_commands").lines() {
        let parts: Vec<_> = line.split('/').collect();
        assert_eq!(parts.len(), 3, "{line}");
        assert!(
            ["gfx", "dboard", "sboard", "plist", "string", "hstring", "none"].contains(&parts[0]),
            "{line}"
        );
        let command = parts[2].replace("%c", "b").replace("%p", "a1");
        if !command.contains('%') {
            engine.tell(&command);
        }
    }
    assert!(engine.tell("cputime").parse::<f64>().is_ok_and(|seconds| seconds >= 0.0));
}

#[test]
fn analysis_streams_until_the_next_line() {
    let mut engine = Engine::stonefield(&["--size", "5"]);
    engine.send("3 lz-analyze b 5");
    assert_eq!(engine.line(), "=3");
    let began = Instant::now();
    let first = engine.line();
    assert!(first.starts_with("info move ") && first.contains(" prior 400 order 0 pv "), "{first}");
    assert_eq!(first.matches("info move").count(), 25);
    for _ in 0..4 {
        assert_eq!(engine.line(), first);
    }
    assert!(began.elapsed() >= Duration::from_millis(150), "five reports within {:?}", began.elapsed());
    engine.send("4 name");
    loop {
        let line = engine.line();
        if line.is_empty() {
            break;
        }
        assert_eq!(line, first);
    }
    assert_eq!(engine.response(), Ok("Stonefield".to_owned()));
    assert_eq!(engine.tell("list_stones b"), "", "looking changes nothing");
    // Every form of analysis, ended by the next line.
    for ask in [
        "analyze",
        "lz-analyze 10",
        "lz-analyze w 10",
        "lz-analyze interval 10",
        "kata-analyze w 10 ownership true rootInfo true maxmoves 3",
    ] {
        engine.send(ask);
        engine.send("protocol_version");
        let answer = engine.response().expect("a stream");
        assert!(answer.contains("info move"), "{ask}: {answer:?}");
        if ask.contains("maxmoves 3") {
            assert_eq!(answer.matches("info move").count(), 3);
            assert!(answer.contains(" prior 0.040000 "), "{answer}");
        }
        assert_eq!(engine.response(), Ok("2".to_owned()));
    }
    for refused in
        ["lz-analyze x", "lz-analyze b -1", "kata-analyze b 10 avoid b c3 5", "kata-analyze b 10 ownership"]
    {
        assert!(engine.ask(refused).is_err(), "{refused}");
    }
}

#[test]
fn a_silent_mind_shows_its_one_move() {
    let mut engine = Engine::stonefield(&["--size", "5", "--brain", "scripted:moves=[C3]"]);
    engine.send("kata-analyze b 2");
    assert_eq!(engine.line(), "=");
    assert_eq!(engine.line(), "info move C3 visits 1 order 0 pv C3");
    // An empty line ends the analysis without a response of its own. So does a comment.
    engine.send("");
    while !engine.line().is_empty() {}
    engine.send("analyze 2");
    assert_eq!(engine.line(), "=");
    engine.send("# interrupt");
    while !engine.line().is_empty() {}
    engine.send("lz-genmove_analyze b 10");
    assert_eq!(engine.response(), Ok("\ninfo move C3 visits 1 order 0 pv C3\nplay C3".to_owned()));
    assert_eq!(engine.tell("list_stones b"), "C3");
    assert!(engine.tell("gomill-explain_last_move").contains("Black C3"));
    // Commands that arrive at once are carried out in order.
    let answers = script(
        &["--size", "5", "--brain", "scripted:moves=[C3]"],
        "1 lz-analyze b 100\n2 kata-genmove_analyze b 100\n3 quit\n",
    );
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1], "=2\ninfo move C3 visits 1 order 0 pv C3\nplay C3");
}

#[test]
fn drawings_go_to_stderr_alone() {
    let output = converse(&["--size", "5"], b"play w c3\ngenmove b\nlz-analyze w 10\nquit\n");
    assert_eq!(responses(&output.stdout).len(), 4);
    let drawn = String::from_utf8(output.stderr).expect("text");
    let blocks: Vec<_> = drawn.split_inclusive("\n\n").collect();
    assert_eq!(blocks.len(), 2, "{drawn}");
    for block in blocks {
        assert!(block.starts_with("gogui-gfx:\nCLEAR\nCOLOR #"), "{block}");
        assert!(
            block.contains("\nLABEL ") && block.contains("\nINFLUENCE ") && block.ends_with("\n\n"),
            "{block}"
        );
    }
}

/// A pipe that nobody reads holds some 64 KiB. Then the writer is blocked.
#[test]
fn unread_drawings_do_not_block() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonefield"))
        .args(["gtp", "--size", "19"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let unread = child.stderr.take();
    let mut input = child.stdin.take().expect("piped");
    input.write_all("genmove b\ngenmove w\n".repeat(100).as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(responses(&output.stdout).len(), 200);
    drop(unread);
}

#[test]
fn junk_of_any_size_is_answered() {
    let mut junk: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    junk.extend(b"\n9 name\n");
    let output = converse(&[], &junk);
    assert!(output.status.success());
    assert_eq!(responses(&output.stdout).last().map(String::as_str), Some("=9 Stonefield"));
    let digits = "9".repeat(100_000);
    assert_eq!(script(&[], &format!("{digits} name\n")), [format!("={digits} Stonefield")]);
    let deep = format!("kata-set-rules {}\nname\n", "{\"a\":".repeat(100_000));
    assert_eq!(script(&[], &deep)[1], "= Stonefield");
}

// Only Linux reports the peak memory of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_100_megabytes_is_refused_in_little_memory() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonefield"))
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"77 play ").expect("it reads");
    let part = vec![b'x'; 1_000_000];
    for _ in 0..100 {
        input.write_all(&part).expect("it reads");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it lives");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak < 64 * 1024, "{peak} KiB");
    input.write_all(b"\nname\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(responses(&output.stdout), ["?77 line too long", "= Stonefield"]);
}

#[test]
fn records_are_written_and_loaded() {
    let folder = Scratch::new("gtp with spaces");
    let path = folder.plain("a game.sgf");
    let path = path.as_str();
    let mut engine = Engine::stonefield(&["--size", "9", "--komi", "5.5"]);
    for line in ["fixed_handicap 2", "play w e5", "play b pass", "play w e6"] {
        engine.tell(line);
    }
    let printed = engine.tell("printsgf");
    for part in ["(;", "SZ[9]", "KM[5.5]", "RU[Chinese]", "HA[2]", "AB[", "W[ee]", "B[]", "W[ed]"] {
        assert!(printed.contains(part), "{printed}");
    }
    assert_eq!(engine.ask(&format!("printsgf {path}")), Ok(String::new()));
    assert!(
        engine.ask("printsgf /nowhere/at/all.sgf").is_err_and(|why| why.starts_with("cannot write file"))
    );
    for (line, white) in [
        (format!("loadsgf {path}"), "E5 E6"),
        (format!("loadsgf {path} 3"), "E5"),
        (format!("loadsgf {path} 1"), ""),
    ] {
        engine.tell("boardsize 19");
        engine.tell("komi 0");
        assert_eq!(engine.ask(&line), Ok(String::new()));
        assert_eq!(
            (engine.tell("query_boardsize"), engine.tell("get_komi")),
            ("9".to_owned(), "5.5".to_owned())
        );
        assert_eq!(engine.tell("list_stones w"), white, "{line}");
        assert_eq!(engine.tell("list_stones b"), "C3 G7");
    }
    engine.tell(&format!("loadsgf {path}"));
    assert_eq!(engine.tell("printsgf"), printed);
    for _ in 0..3 {
        engine.tell("undo");
    }
    assert_eq!(engine.ask("undo"), Err("cannot undo".to_owned()));
    std::fs::write(path, "(;SZ[37];B[aa])").expect("a file");
    for bad in [path, "/nowhere.sgf", "Cargo.toml", "/dev/zero", "/"] {
        let told = engine.ask(&format!("loadsgf {bad}")).expect_err("refused");
        assert!(told.starts_with("cannot load file: ") && !told.contains('\n'), "{told}");
    }
    assert_eq!(engine.ask("loadsgf"), Err("syntax error".to_owned()));
    assert_eq!(engine.tell("list_stones b"), "C3 G7", "what cannot be loaded changes nothing");
    engine.tell("clear_board");
    engine.tell("stonefield-brain mcts:playouts=40");
    engine.tell("genmove b");
    engine.tell("play w a1");
    let printed = engine.tell("printsgf");
    for part in ["PB[mcts:playouts=40]", "DT[", "SBKV[", "SBKS["] {
        assert_eq!(printed.matches(part).count(), 1, "{part}: {printed}");
    }
    engine.tell("undo");
    engine.tell("undo");
    assert!(!engine.tell("printsgf").contains("PB["), "what was taken back is nobody's");
}

/// Commands of gomill 0.8.3, in source order: it checks a player, starts a game with a handicap and ends it.
#[test]
fn a_game_of_gomill_is_answered() {
    let talk = [
        ("protocol_version", "= 2"),
        ("boardsize 9", "="),
        ("clear_board", "="),
        ("komi 0.5", "="),
        ("name", "= Stonefield"),
        ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
        ("known_command gomill-describe_engine", "= true"),
        ("fixed_handicap 4", "= C3 G3 C7 G7"),
        ("known_command gomill-genmove_ex", "= false"),
        ("known_command gomill-cpu_time", "= true"),
        ("genmove w", "= E5"),
        ("known_command gomill-explain_last_move", "= true"),
        (
            "gomill-explain_last_move",
            "= White E5, chosen by scripted:moves=E5\nit says nothing of its thinking",
        ),
        ("play b e6", "="),
        ("genmove w", "= pass"),
        ("play b pass", "="),
        ("known_command final_score", "= true"),
        ("final_score", "= B+3.5"),
        ("quit", "="),
    ];
    holds(&["--brain", "scripted:moves=[E5]"], &talk);
}
