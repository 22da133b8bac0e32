//! Games written as records, and replays of records.

use stonefield_testing as support;

use crate::support::program::{self, err, fed, out};
use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;
use bevy::prelude::App;
use std::path::Path;
use std::process::{Command, Output};
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{self, Collection, NodeRef, Replay};
use stonefield_go::{ByColor, Color, Move, Point, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::history::{Heading, Opened, ReplayVerdict, open, verify};
use stonefield_sim::{
    Brush, GameRecord, GameSetup, Opening, Referee, Request, RequestKind, Tally, create_app, play_out, seek,
    spawn_goban, state_hash,
};
use stonefield_testing::scratch::Scratch;

fn setup(size: &str, rules: &str, black: &str, white: &str) -> GameSetup {
    let brain = |text: &str| text.parse::<BrainSpec>().expect("a brain");
    GameSetup {
        size: size.parse::<Size>().expect("a size"),
        rules: Rules::preset(rules).expect("rules"),
        brains: ByColor::new(brain(black), brain(white)),
        seed: 7,
        game: 3,
        ..GameSetup::default()
    }
}

fn world(setup: &GameSetup) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    GameRecord::keep_text(
        app.world_mut(),
        goban,
        Heading { date: Some("2001-02-03".to_owned()), ..Heading::default() },
    );
    (app, goban)
}

fn request(app: &mut App, goban: Entity, request: RequestKind) {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
}

/// In this variant of Atari Go a chain may take its own last liberty, and loses the game.
#[test]
fn a_lost_game_by_suicide_is_played_kept_and_played_again() {
    let folder = Scratch::new("suicide");
    let run = |words: &str| {
        let game = ["run", "--size", "3", "--rules", "atari-go", "--black", "random", "--white", "random"];
        out(&stonefield(&game.into_iter().chain(words.split(' ')).collect::<Vec<_>>()))
    };
    let text = run("--suicide allowed --games 300");
    assert!(text.starts_with("3x3 board, atari-go, komi 0, suicide allowed;"), "{text}");
    let lost = text.lines().find(|line| line.contains("+Suicide"));
    let game = lost.and_then(|line| line.split_whitespace().next()).expect("one of 300 is lost by suicide");
    run(&format!("--suicide allowed --games 1 --game {game} --sgf {}", folder.folder().display()));
    let records = folder.records();
    let [file] = &records[..] else { panic!("{records:?}") };
    assert!(std::fs::read_to_string(file).is_ok_and(|text| text.contains("suicide=allowed")));
    let again = stonefield(&["replay", "--check", file.to_str().expect("a name in letters")]);
    assert!(again.status.success(), "{}", err(&again));
    // Where it is forbidden nobody plays it.
    let text = run("--suicide forbidden --games 300");
    assert!(!text.contains("+Suicide"), "{text}");
}

/// Record of a goban, as written to a file.
fn written(app: &App, goban: Entity) -> Collection {
    let record = app.world().get::<GameRecord>(goban).expect("a record");
    let text = sgf::write(record.text().expect("a text"));
    let reading = sgf::read(&text).expect("a game");
    assert_eq!(reading.problems, []);
    assert_eq!(sgf::check(&reading.collection), [], "{}", String::from_utf8_lossy(&text));
    reading.collection
}

/// Replays a record to its end.
fn reenact(world: &mut World, root: NodeRef<'_>) -> Opened {
    let opened =
        open(world, root.collection().clone(), root.id(), Heading::default()).expect("happens again");
    seek(world, opened.goban, u64::MAX);
    opened
}

fn stones(app: &App, goban: Entity) -> String {
    app.world().get::<Referee>(goban).expect("a game").position.setup().to_string()
}

/// Checks that the record of a goban shows the same board in standard SGF, can be replayed exactly, and
/// follows from its seeds and minds.
fn holds(app: &App, goban: Entity) -> Collection {
    let record = written(app, goban);
    let root = record.node(record.games()[0]);
    let last = root.main_line().last().expect("a node");
    let replay = Replay::after_node(last).expect("a board");
    assert_eq!(
        replay.position().setup().to_string().replace('\n', "/"),
        stones(app, goban).replace('\n', "/")
    );

    let mut other = create_app();
    let again = reenact(other.world_mut(), root);
    assert!(again.ours && again.painted_positions == 0 && !again.cut_short);
    let (old, new) = (app.world().get::<GameRecord>(goban), other.world().get::<GameRecord>(again.goban));
    let (old, new) = (old.expect("a record"), new.expect("a record"));
    assert!(old.moves().eq(new.moves()), "the moves differ");
    assert!(old.edits().eq(new.edits()), "the hands differ");
    assert_eq!(state_hash(app.world(), goban), state_hash(other.world(), again.goban), "the agents differ");

    let verdict = verify(create_app().world_mut(), root).expect("can be played anew");
    assert_eq!(verdict, ReplayVerdict::Same { moves: old.moves().count(), taken: Vec::new() });
    record
}

#[test]
fn games_of_all_rules_can_be_replayed() {
    for (size, rules, brain) in [
        ("9", "chinese", "sensible"),
        ("7x5", "tromp-taylor", "random"),
        ("5", "japanese", "random"),
        ("6", "aga", "sensible"),
        ("4", "new-zealand", "random"),
        ("9", "atari-go", "sensible"),
        ("8", "netlogo-2016", "netlogo"),
        ("6", "netlogo-2016", "random"),
    ] {
        for handicap in [0, 2] {
            let mut setup = setup(size, rules, brain, brain);
            if handicap > 0 && (rules == "netlogo-2016" || setup.size.width() < 7 || setup.size.height() < 7)
            {
                continue;
            }
            setup.handicap = handicap;
            let (mut app, goban) = world(&setup);
            for ticks in [0, 1, 17, 2000] {
                play_out(app.world_mut(), goban, ticks);
                holds(&app, goban);
            }
        }
    }
}

#[test]
fn manual_moves_and_edits_are_in_the_record() {
    for rules in ["chinese", "netlogo-2016"] {
        let brain = if rules == "chinese" { "sensible" } else { "netlogo" };
        let (mut app, goban) = world(&setup("8", rules, brain, brain));
        request(&mut app, goban, RequestKind::Paint(Point::new(4, 4), Brush::White));
        request(&mut app, goban, RequestKind::Step(9));
        let free = |app: &App| {
            let position = &app.world().get::<Referee>(goban).expect("a game").position;
            position.size().points().find(|point| {
                position.at(*point).is_none()
                    && position.size().neighbours(*point).any(|n| position.at(n).is_none())
            })
        };
        let point = free(&app).expect("an empty point");
        request(&mut app, goban, RequestKind::Paint(point, Brush::Black));
        request(&mut app, goban, RequestKind::Paint(point, Brush::White));
        request(&mut app, goban, RequestKind::Seat(Color::White, "random".parse().expect("a mind")));
        request(
            &mut app,
            goban,
            RequestKind::Heat(HeatParams { keep: true, rate: 0.25, ..HeatParams::default() }),
        );
        request(&mut app, goban, RequestKind::Step(6));
        request(&mut app, goban, RequestKind::Paint(point, Brush::Remove));
        request(&mut app, goban, RequestKind::Seat(Color::Black, "human".parse().expect("a mind")));
        let record = holds(&app, goban);
        let text = String::from_utf8(sgf::write(&record)).expect("UTF-8");
        assert!(
            text.contains("C[From here on White is played by random.]STONEFIELD[white=random]"),
            "{text}"
        );
        assert!(text.contains("STONEFIELD[heat_rate=0.25]"), "{text}");

        // A move of a person is in the record, and is not asked for again.
        for _ in 0..3 {
            let legal = app.world().get::<Referee>(goban).expect("a game").position.legal_moves();
            request(&mut app, goban, RequestKind::Move(legal[0]));
            request(&mut app, goban, RequestKind::Step(1));
        }
        holds(&app, goban);

        // Moves after the current node stay in the record.
        let before = written(&app, goban);
        seek(app.world_mut(), goban, 5);
        assert!(written(&app, goban) == before);
    }
}

#[test]
fn paint_that_takes_stones_is_in_the_record() {
    let (mut app, goban) = world(&setup("5", "chinese", "random", "random"));
    let size = Size::square(5).expect("a size");
    let (mut chance, mut taken) = (1_u32, 0);
    for number in 0..300 {
        let stones = |app: &App| app.world().get::<Tally>(goban).expect("a tally").stones;
        let before = stones(&app);
        chance = chance.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let point = size.point((chance >> 16) as usize % size.area());
        let brush = if chance >> 30 == 0 { Brush::Black } else { Brush::White };
        request(&mut app, goban, RequestKind::Paint(point, brush));
        let after = stones(&app);
        taken += u32::from(after.black + after.white < before.black + before.white);
        if number % 100 == 20 {
            request(&mut app, goban, RequestKind::Step(3));
        }
    }
    assert!(taken > 3, "{taken}");
    holds(&app, goban);
}

#[test]
fn a_filled_board_is_in_the_record_and_can_be_replayed() {
    let mut setup = setup("13", "chinese", "sensible", "random");
    setup.opening = Opening { fill: 0.4, game: setup.game, ..Opening::default() };
    let (mut app, goban) = world(&setup);
    let first = stones(&app, goban);
    play_out(app.world_mut(), goban, 60);
    let record = holds(&app, goban);
    // Other programs see them as set-up stones.
    let root = record.node(record.games()[0]);
    let set = Replay::after_node(root).expect("a board");
    assert_eq!(set.position().setup().to_string(), first);
    assert!(["AB", "AW"].iter().all(|name| root.value(name).is_some()), "both colours are set up");
    assert!(first.matches(['X', 'O']).count() > 50, "{first}");
    // Another game of the seed has other stones.
    let (other, goban) = world(&setup.numbered(4));
    assert_ne!(stones(&other, goban), first);
}

#[test]
fn a_drawn_start_is_in_the_record() {
    let mut setup = setup("5", "chinese", "sensible", "sensible");
    let mut start: stonefield_go::Setup = ".X.O.\n.X.O.\n.X.O.\n.X.O.\n.X.O.".parse().expect("a drawing");
    start.to_move = Color::White;
    setup.start = Some(start);
    let (mut app, goban) = world(&setup);
    play_out(app.world_mut(), goban, 1000);
    holds(&app, goban);
}

#[test]
fn a_changed_record_is_detected() {
    let (mut app, goban) = world(&setup("9", "chinese", "sensible", "sensible"));
    play_out(app.world_mut(), goban, 1000);
    let record = written(&app, goban);
    let text = String::from_utf8(sgf::write(&record)).expect("UTF-8");
    let judge = |text: &str| {
        let record = sgf::read_text(text).expect("a game").collection;
        verify(create_app().world_mut(), record.node(record.games()[0])).expect("can be played")
    };
    assert!(matches!(judge(&text.replace("[seed=7]", "[seed=8]")), ReplayVerdict::Differs { number: 1, .. }));
    let third = text.match_indices(";B[").nth(2).expect("a move").0;
    let changed = format!("{};B[]{}", &text[..third], &text[third + 6..]);
    assert!(matches!(judge(&changed), ReplayVerdict::Differs { number: 5, recorded: Move::Pass, .. }));
    let result = record.node(record.games()[0]).text("RE").expect("a result");
    let ends = judge(&text.replace(&format!("RE[{result}]"), "RE[B+R]"));
    assert_eq!(ends, ReplayVerdict::Ends { recorded: "B+R".to_owned(), played: result });
}

#[test]
fn any_record_can_be_replayed_even_with_illegal_moves() {
    let text = "(;GM[1]SZ[5]RU[Chinese]PB[A]PW[B]AB[aa][ee];B[bb];W[cc];B[dd];B[bb];W[ee]C[on a stone];AE[aa]AW[ab];B[];W[dc])";
    let record = sgf::read_text(text).expect("a game").collection;
    let root = record.node(record.games()[0]);
    let mut app = create_app();
    let again = reenact(app.world_mut(), root);
    assert!(!again.ours && !again.cut_short && again.painted_positions >= 3, "{again:?}");
    let last = root.main_line().last().expect("a node");
    let replay = Replay::after_node(last).expect("a board");
    assert_eq!(stones(&app, again.goban), replay.position().setup().to_string());
    seek(app.world_mut(), again.goban, 1);
    assert_eq!(
        app.world().get::<Referee>(again.goban).expect("a game").position.stones(),
        ByColor::new(3, 0)
    );
    let verdict = verify(create_app().world_mut(), root);
    assert!(verdict.is_err_and(|error| error.to_string().contains("no seeds and minds")));
}

fn stonefield(args: &[&str]) -> Output {
    program::stonefield(args).output().expect("the program runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn run_writes_the_same_records_on_any_number_of_threads() {
    let folders = ["1", "4"].map(|threads| {
        let folder = Scratch::new(&format!("records-{threads}"));
        let output = stonefield(&[
            "run",
            "--games",
            "12",
            "--size",
            "7",
            "--seed",
            "5",
            "--white",
            "random",
            "--alternate",
            "--threads",
            threads,
            "--sgf",
            text(folder.folder()),
            "--date",
            "1999-12-31",
        ]);
        assert!(output.status.success(), "{}", err(&output));
        folder
    });
    let [one, four] = folders.each_ref().map(|folder| {
        let files = folder.records().into_iter();
        files.map(|path| std::fs::read(path).expect("a record")).collect::<Vec<_>>()
    });
    assert_eq!(one.len(), 12);
    assert!(one == four, "the records differ");
    for (number, path) in folders[0].records().iter().enumerate() {
        let output = stonefield(&["replay", "--check", text(path)]);
        assert!(output.status.success(), "{output:?}");
        let record = sgf::read(&one[number]).expect("a game").collection;
        let root = record.node(record.games()[0]);
        let (black, white) = if number % 2 == 0 { ("sensible", "random") } else { ("random", "sensible") };
        assert_eq!(root.text("PB").as_deref(), Some(black));
        assert_eq!(root.text("PW").as_deref(), Some(white));
        assert_eq!(root.text("DT").as_deref(), Some("1999-12-31"));
    }
    let first = &folders[0].records()[0];
    let shown = stonefield(&["replay", text(first), "--text"]);
    let shown = out(&shown);
    assert!(shown.contains("X Black sensible, O White random") && shown.contains("\ntick 20; "), "{shown}");
    let changed = String::from_utf8(one[0].clone()).expect("UTF-8").replace("[seed=5]", "[seed=6]");
    std::fs::write(first, changed).expect("written");
    let output = stonefield(&["replay", "--check", text(first)]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out(&output).contains("another game: move 1"), "{output:?}");
}

#[test]
fn gnu_go_sees_the_same_boards() {
    // Without the NetLogo world, whose chains without liberties GNU Go refuses.
    if !support::require("gnugo") {
        return;
    }
    for (size, rules, more) in [
        ("5", "japanese", &["--black", "random"][..]),
        ("9", "chinese", &[]),
        ("13", "aga", &["--handicap", "5"]),
        ("19", "new-zealand", &["--white", "random"]),
    ] {
        let folder = Scratch::new(&format!("gnugo-{size}-{rules}"));
        let args = ["run", "--games", "4", "--size", size, "--rules", rules, "--sgf", text(folder.folder())];
        let output = stonefield(&[&args[..], more].concat());
        assert!(output.status.success(), "{}", err(&output));
        for path in folder.records() {
            let output = stonefield(&["sgf", "final", "--json", text(&path)]);
            let ours: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let answers = gnugo(&format!(
                "loadsgf {}\nlist_stones black\nlist_stones white\ncaptures black\ncaptures white\nquery_boardsize\nget_komi\n",
                text(&path)
            ));
            let name = path.display();
            for (answer, color) in [(1, "black"), (2, "white")] {
                let mut theirs: Vec<&str> = answers[answer].split_whitespace().collect();
                let stones = ours["stones"][color].as_array().expect("a list");
                let mut stones: Vec<&str> = stones.iter().filter_map(|stone| stone.as_str()).collect();
                theirs.sort_unstable();
                stones.sort_unstable();
                assert_eq!(theirs, stones, "{name}: {color}");
                let captures = ours["captures"][color].to_string();
                assert_eq!(answers[answer + 2], captures, "{name}: captures of {color}");
            }
            let komi = ours["komi"].as_f64().unwrap_or(0.0);
            assert_eq!(answers[6].parse::<f64>().ok(), Some(komi), "{name}");
        }
    }
}

/// GNU Go's responses to commands.
fn gnugo(commands: &str) -> Vec<String> {
    let text = out(&fed(Command::new("gnugo").args(["--mode", "gtp", "--quiet"]), commands));
    text.split("\n\n").map(|answer| answer.trim_start_matches(['=', '?']).trim().to_owned()).collect()
}
