//! Dead stones at the end: one word, and the same result at every door.

use crate::support::gtp::Engine;
use crate::support::program::{err, fed, out, stonefield};
use bevy::prelude::{App, Entity};
use stonefield_go::notation::sgf;
use stonefield_go::{ByColor, DeadStones, Move, Outcome, Rules, Setup};
use stonefield_sim::history::{Heading, ReplayVerdict, open, verify};
use stonefield_sim::{
    Ending, GameRecord, GameSetup, Request, RequestKind, Tally, create_app, seek, spawn_goban,
};
use stonefield_testing::boards::ENDED;
use stonefield_testing::scratch::Scratch;

/// The result of the board in each way, komi 7.5, and the stones that are dead then.
const RESULTS: [(&str, &str, &str); 3] =
    [("played", "W+4.5", ""), ("proved", "W+15.5", "D1"), ("estimated", "B+1.5", "D1 C8")];

/// What a command says on stdout, given some lines; it must succeed.
fn says(args: &[&str], lines: &str) -> String {
    let output = fed(&mut stonefield(args), lines);
    assert!(output.status.success(), "{args:?}: {}{}", out(&output), err(&output));
    out(&output)
}

/// What a command that is refused says, and its exit code.
fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = stonefield(args).output().expect("it starts");
    (output.status.code(), err(&output))
}

/// Two who only pass.
const PASSING: [&str; 4] = ["--black", "scripted:moves=[]", "--white", "scripted:moves=[]"];

/// The board as a window has it, both persons having passed.
fn at_a_board(dead: DeadStones) -> (App, Entity) {
    let start: Setup = ENDED.parse().expect("a board");
    let person = || "human".parse().expect("a person");
    let brains = ByColor::new(person(), person());
    let setup = GameSetup { size: start.size(), start: Some(start), brains, dead, ..GameSetup::default() };
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    GameRecord::keep_text(app.world_mut(), goban, Heading::default());
    for _ in 0..2 {
        app.world_mut().write_message(Request { goban, kind: RequestKind::Move(Move::Pass) });
        app.update();
    }
    (app, goban)
}

#[test]
fn every_door_says_the_same_of_the_same_board() {
    let folder = Scratch::new("doors");
    let board = folder.file("board.txt", ENDED);
    for (word, result, dead) in RESULTS {
        let at = |args: &[&str]| -> Vec<String> {
            [args, &["--position", &board, "--dead", word]].concat().iter().map(ToString::to_string).collect()
        };
        let run = |args: Vec<String>, lines: &str| {
            says(&args.iter().map(String::as_str).collect::<Vec<_>>(), lines)
        };
        let listed = dead.split(' ').filter(|name| !name.is_empty()).count();
        // run: as CSV, JSON and text, with a record.
        let records = folder.plain(word);
        let games = [&["run", "--games", "1"], &PASSING[..]].concat();
        let csv = run(at(&[&games[..], &["--format", "csv", "--sgf", &records]].concat()), "");
        let [head, row] = csv.lines().collect::<Vec<_>>()[..] else { panic!("{csv}") };
        assert!(head.ends_with(",dead,stopped") && row.ends_with(&format!(",{word},")), "{csv}");
        assert_eq!(row.split(',').nth(3), Some(result), "{csv}");
        let json: serde_json::Value =
            serde_json::from_str(&run(at(&[&games[..], &["--format", "json"]].concat()), "")).expect("JSON");
        assert_eq!((&json["games"][0]["result"], &json["games"][0]["dead"]), (&result.into(), &word.into()));
        assert_eq!(json["setup"]["dead"], word);
        let text = run(at(&games), "");
        let row = text.lines().find(|line| line.contains(result)).expect("a row");
        assert!(row.trim_end().ends_with(word), "{text}");
        // play
        let saved = folder.plain(&format!("{word}.sgf"));
        let play = at(&["play", "--text", "--no-board", "--brain", "scripted:moves=[]"]);
        let told = run(play, &format!("pass\nscore\nsave {saved}\nquit\n"));
        let words = format!("Result: {result}, dead stones {word}");
        assert_eq!(told.matches(&words).count(), 2, "{told}");
        // The window's own world.
        let (app, goban) = at_a_board(word.parse().expect("a word"));
        let (tally, ending) = (app.world().get::<Tally>(goban), app.world().get::<Ending>(goban));
        let (tally, ending) = (tally.expect("a tally"), ending.expect("an ending"));
        assert_eq!(tally.outcome.as_ref().map(Outcome::to_string).as_deref(), Some(result));
        assert!(ending.counted && !ending.by_hand && ending.dead.len() == listed, "{ending:?}");
        // GTP, by the flag and by the command.
        for by_flag in [true, false] {
            let mut engine =
                Engine::stonefield(&["--position", &board, "--dead", if by_flag { word } else { "played" }]);
            engine.tell("play b pass");
            engine.tell("play w pass");
            if !by_flag {
                engine.tell(&format!("stonefield-dead {word}"));
            }
            assert_eq!(
                (engine.tell("stonefield-dead").as_str(), engine.tell("final_score").as_str()),
                (word, result)
            );
            assert_eq!(engine.tell("final_status_list dead").replace('\n', " "), dead);
            let everything =
                ["alive", "dead", "seki"].map(|status| engine.tell(&format!("final_status_list {status}")));
            let stones = everything.iter().flat_map(|list| list.split_whitespace()).count();
            assert_eq!(stones, ENDED.matches(['X', 'O']).count(), "{everything:?}");
            assert!(engine.close().1);
        }
        // Records: that of the run, which knows how it was counted, and that of the person's game.
        let record = &format!("{records}/game-000000.sgf");
        for path in [record, &saved] {
            let file = std::fs::read_to_string(path).expect("a record");
            assert!(
                file.contains(&format!("RE[{result}]")) && file.contains(&format!("[dead={word}]")),
                "{file}"
            );
            let end: serde_json::Value =
                serde_json::from_str(&says(&["sgf", "final", "--json", path], "")).expect("JSON");
            assert_eq!((&end["counted"], &end["dead"]), (&result.into(), &word.into()), "{path}");
            assert_eq!(end["dead_stones"].as_array().map(Vec::len), Some(listed), "{path}");
            let text = says(&["sgf", "final", path], "");
            assert!(text.contains(&format!("counted {result}, dead stones {word}")), "{text}");
            let shown = says(&["replay", "--text", path], "");
            let last = shown.lines().last().expect("a line");
            assert!(
                last.contains(&format!("; {result} (")) && last.contains(&format!("; dead stones {word}")),
                "{shown}"
            );
            // Counted otherwise on demand.
            for (other, result, _) in RESULTS {
                let text = says(&["sgf", "final", "--dead", other, path], "");
                assert!(text.contains(&format!("counted {result}, dead stones {other}")), "{text}");
            }
        }
        assert!(says(&["replay", "--check", record], "").contains("the same game"));
    }
}

#[test]
fn what_is_usual_depends_on_the_door_and_the_rules() {
    let folder = Scratch::new("usual");
    let board = folder.file("board.txt", ENDED);
    for (rules, usual) in [
        ("chinese", "estimated"),
        ("japanese", "estimated"),
        ("aga", "estimated"),
        ("new-zealand", "estimated"),
        ("tromp-taylor", "played"),
        ("atari-go", "played"),
    ] {
        let mut engine = Engine::stonefield(&["--rules", rules]);
        assert_eq!(engine.tell("stonefield-dead"), usual, "{rules}");
        assert_eq!(DeadStones::default_under(&Rules::preset(rules).expect("a preset")).name(), usual);
        // run plays its games to their end.
        let args =
            [&["run", "--games", "1", "--size", "5", "--rules", rules, "--format", "csv"], &PASSING[..]]
                .concat();
        let csv = says(&args, "");
        assert!(csv.ends_with(",played,\n"), "{rules}: {csv}");
        // play --text takes off what people would agree on.
        if rules != "atari-go" {
            let args = [
                "play",
                "--text",
                "--no-board",
                "--rules",
                rules,
                "--position",
                &board,
                "--brain",
                "scripted:moves=[]",
            ];
            let told = says(&args, "score\nquit\n");
            assert!(told.contains(&format!("dead stones {usual}")), "{rules}: {told}");
        }
    }
    let csv = says(&["run", "--games", "1", "--size", "5", "--rules", "netlogo-2016", "--format", "csv"], "");
    assert!(csv.ends_with(",played,\n"), "{csv}");
    // What has been said stays when the rules change, as far as they have dead stones.
    let mut engine = Engine::stonefield(&["--position", &board]);
    for (command, word, result) in [
        ("stonefield-dead", "estimated", "B+1.5"),
        ("kata-set-rules tromp-taylor", "played", "W+4.5"),
        ("stonefield-dead proved", "proved", "W+15.5"),
        ("kata-set-rules chinese", "proved", "W+15.5"),
    ] {
        engine.tell(command);
        assert_eq!(
            (engine.tell("stonefield-dead").as_str(), engine.tell("final_score").as_str()),
            (word, result),
            "{command}"
        );
    }
}

#[test]
fn words_that_cannot_be_had_are_refused_in_one_line() {
    for (args, said) in [
        (
            &["run", "--dead", "alive"][..],
            "--dead: 'alive' does not say which stones are dead: played, proved or estimated",
        ),
        (
            &["run", "--rules", "atari-go", "--dead", "proved"],
            "--dead: the rules atari-go take no stones off at the end: 'proved' cannot be used, only 'played'",
        ),
        (
            &["watch", "--text", "--rules", "netlogo-2016", "--dead", "estimated"],
            "--dead: the rules netlogo-2016 take no stones off at the end: 'estimated' cannot be used, only 'played'",
        ),
        (&["gtp", "--rules", "atari-go", "--dead", "estimated"], "--dead: the rules atari-go"),
        (&["play", "--text", "--rules", "atari-go", "--dead", "proved"], "--dead: the rules atari-go"),
        (&["sgf", "final", "--dead", "none", "x.sgf"], "--dead: 'none'"),
    ] {
        let (code, err) = refused(args);
        assert_eq!(code, Some(2), "{args:?}: {err}");
        assert!(err.contains(said) && err.lines().count() == 1, "{args:?}: {err}");
    }
    let mut engine = Engine::stonefield(&["--rules", "atari-go"]);
    for (command, why) in [
        (
            "stonefield-dead estimated",
            "the rules atari-go take no stones off at the end: 'estimated' cannot be used, only 'played'",
        ),
        (
            "stonefield-dead nobody",
            "'nobody' does not say which stones are dead: played, proved or estimated",
        ),
        ("stonefield-dead played proved", "syntax error"),
        ("final_score", "cannot score"),
    ] {
        assert_eq!(engine.ask(command), Err(why.to_owned()));
    }
    engine.tell("stonefield-dead played");
}

/// Beside the answer, which is the result alone.
#[test]
fn the_protocol_says_on_stderr_how_it_counted() {
    let folder = Scratch::new("stderr");
    let board = folder.file("board.txt", ENDED);
    let output =
        fed(&mut stonefield(&["gtp", "--position", &board, "--dead", "proved"]), "1 final_score\nquit\n");
    assert_eq!(out(&output), "=1 W+15.5\n\n=\n\n");
    assert_eq!(err(&output), "stonefield: dead stones proved\n");
}

fn outcome(app: &App, goban: Entity) -> (String, Ending) {
    let tally = app.world().get::<Tally>(goban).expect("a tally");
    let ending = app.world().get::<Ending>(goban).expect("an ending").clone();
    (tally.outcome.map(|outcome| outcome.to_string()).unwrap_or_default(), ending)
}

/// What a hand changed stands in the record, and every reader of it comes to the same.
#[test]
fn what_was_changed_by_hand_is_kept_by_records() {
    let folder = Scratch::new("hand");
    let (mut app, goban) = at_a_board(DeadStones::Estimated);
    for (stone, result, dead) in [("C8", "W+15.5", 1), ("D1", "W+4.5", 0), ("C8", "B+12.5", 1)] {
        let request = RequestKind::Mark(stone.parse().expect("a point"));
        app.world_mut().write_message(Request { goban, kind: request });
        app.update();
        let before = outcome(&app, goban);
        assert_eq!((before.0.as_str(), before.1.dead.len(), before.1.by_hand), (result, dead, true));
        let games = app.world().get::<GameRecord>(goban).expect("a record").text().expect("a text");
        let root = games.node(games.games()[0]);
        assert_eq!(root.text("RE").as_deref(), Some(result));
        let mut again = create_app();
        let opened = open(again.world_mut(), games.clone(), root.id(), Heading::default()).expect("playable");
        seek(again.world_mut(), opened.goban, u64::MAX);
        assert_eq!(outcome(&again, opened.goban), before);
        assert!(!opened.cut_short);
        let verdict = verify(create_app().world_mut(), root).expect("it can be played");
        assert_eq!(verdict, ReplayVerdict::Same { moves: 2, taken: Vec::new() });
        let path = folder.file("hand.sgf", sgf::write(games));
        assert!(
            says(&["sgf", "final", &path], "").contains(&format!("counted {result}, dead stones estimated"))
        );
        assert!(says(&["replay", "--check", &path], "").contains("the same game"));
        let shown = says(&["replay", "--text", &path], "");
        assert!(
            shown.contains(&format!("; {result} (")) && shown.contains("estimated, changed by hand"),
            "{shown}"
        );
    }
}

/// A result that does not come of the stones that are said to be dead is told.
#[test]
fn a_check_counts_as_the_record_says() {
    let folder = Scratch::new("check");
    let board = folder.file("board.txt", ENDED);
    let games = folder.plain("games");
    let args = [
        &["run", "--games", "1", "--position", &board, "--dead", "estimated", "--sgf", &games],
        &PASSING[..],
    ];
    says(&args.concat(), "");
    let record = folder.path("games/game-000000.sgf");
    let text = std::fs::read_to_string(&record).expect("a record");
    let path = folder.file("other.sgf", text.replace("[dead=estimated]", "[dead=played]"));
    let output = stonefield(&["replay", "--check", &path]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    let told = out(&output);
    assert!(told.contains("it ends B+1.5 in the record and W+4.5 when replayed"), "{told}");
    // Records of before do not say it, and were counted as they stood.
    let old = text.replace("[dead=estimated]", "").replace("RE[B+1.5]", "RE[W+4.5]");
    std::fs::write(&path, old).expect("written");
    assert!(says(&["replay", "--check", &path], "").contains("the same game"));
}
