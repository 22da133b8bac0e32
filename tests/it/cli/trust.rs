//! Content of a record or a suite is data: it starts no program and no unlimited search, and writes nothing.

use stonefield_testing as support;

use crate::support::program::{err, out, refused, run_command, stonefield};
use std::fs;
use std::path::Path;
use std::process::Command;
use stonefield_go::Color;
use stonefield_go::notation::sgf;
use stonefield_minds::Trust;
use stonefield_sim::history::{self, Heading, Navigate};
use stonefield_sim::{
    Advice, Fork, Pace, Referee, Request, RequestKind, Seats, Tally, TrustPolicy, create_app, play_out,
    spawn_goban,
};
use stonefield_testing::scratch::Scratch;

/// Folder with settings, in which started programs leave marks.
trait Marks {
    /// True if the program that a file names was started.
    fn touched(&self) -> bool;

    /// True if a program of the settings was started.
    fn touched_by_settings(&self) -> bool;

    /// Exit code, stdout and stderr of the program.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String);
}

impl Marks for Scratch {
    fn touched(&self) -> bool {
        self.path("touched").exists()
    }

    fn touched_by_settings(&self) -> bool {
        self.path("config/stonefield/touched").exists()
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let mut command = stonefield(args);
        command.current_dir(self.folder());
        run_command(
            command.env("XDG_CONFIG_HOME", self.path("config")).env("XDG_STATE_HOME", self.path("state")),
        )
    }
}

/// Command line that leaves a mark in its working folder.
const TOUCH: &str = "gtp:[sh -c 'touch touched'\\]";

/// Record that seats a mind as Black in its first node.
fn record(black: &str, moves: &str) -> String {
    format!(
        "(;FF[4]GM[1]SZ[5]KM[7.5]RU[Chinese]STONEFIELD[form=1][size=5][rules=chinese][komi=7.5][handicap=0]\
         [black={black}][white=random][seed=1][game=0]{moves})"
    )
}

#[test]
fn replay_starts_no_program_and_says_what_it_takes_from_the_record() {
    let folder = Scratch::new("replay");
    folder.file("x.sgf", record(TOUCH, ";B[cc]"));
    folder.file("later.sgf", record("random", &format!(";STONEFIELD[black={TOUCH}];B[cc]")));
    for (file, code) in [("x.sgf", Some(0)), ("later.sgf", Some(0))] {
        let (got, out, err) = folder.run(&["replay", "--check", file]);
        assert_eq!(got, code, "{out}{err}");
        let told = "the same game, 1 move; Black's one move is taken from the record, not replayed: the seat asks for \
                    the program `sh -c 'touch touched'` (--allow-programs fills it)\n";
        assert!(out.ends_with(told), "{out}");
        let (_, out, err) = folder.run(&["replay", "--text", file]);
        assert!(err.contains("Black's seat is empty: the record asks for the program `sh"), "{out}{err}");
        assert!(!folder.touched());
    }
    // With the flag the program is started.
    let (_, out, _) = folder.run(&["replay", "--check", "--allow-programs", "x.sgf"]);
    assert!(folder.touched(), "{out}");
}

#[test]
fn an_engine_of_the_settings_is_known_by_its_whole_line() {
    let folder = Scratch::new("settings");
    fs::create_dir_all(folder.path("config/stonefield")).expect("a folder");
    folder.file("config/stonefield/stonefield.toml", "[engines]\nmark = \"sh -c 'touch touched'\"\n");
    for other in ["gtp:mark", "gtp:[sh -c 'touch touched; true'\\]", "gtp:[sh -c 'touch touched'\\],dir=/"] {
        folder.file("other.sgf", record(other, ";B[cc]"));
        let (_, out, err) = folder.run(&["replay", "--check", "other.sgf"]);
        assert!(out.contains("asks for the program"), "{other}: {out}{err}");
        assert!(!folder.touched() && !folder.touched_by_settings(), "{other}");
    }
    folder.file("known.sgf", record(TOUCH, ";B[cc]"));
    let (_, out, err) = folder.run(&["replay", "--check", "known.sgf"]);
    assert!(folder.touched_by_settings() && !folder.touched() && !out.contains("asks for"), "{out}{err}");
}

/// A file that names an engine of the settings lies next to another program of that name. The engine of the
/// settings runs, however its command is written and whatever the working folder is.
#[cfg(unix)]
#[test]
fn an_engine_of_the_settings_is_not_replaced_by_a_file_beside_the_record() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Scratch::new("beside");
    let (home, down) = ("config/stonefield", "down");
    let log = folder.plain("log");
    for (place, who) in [(home, "own"), (down, "foreign"), ("here", "foreign")] {
        fs::create_dir_all(folder.path(place)).expect("a folder");
        for name in ["engine.sh", "engine"] {
            let path = folder.file(&format!("{place}/{name}"), format!("#!/bin/sh\necho {who} >> '{log}'\n"));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
        }
        folder.file(&format!("{place}/engine.py"), format!("open('{log}', 'a').write('{who}\\n')\n"));
    }
    let path = std::env::var("PATH").unwrap_or_default();
    for (line, more) in [
        ("sh engine.sh", ""),
        ("sh -- engine.sh", ""),
        ("./engine.sh", ""),
        ("env sh ./engine.sh", ""),
        ("python3 -m engine", ""),
        ("python3 engine.py", ""),
        ("sh -c ./engine", ""),
        // The next two are searched in `PATH`. Its relative folders are left out, so they are not found.
        ("engine", ""),
        ("env engine", ""),
        ("sh engine.sh", ",timeout=5"),
    ] {
        if line.starts_with("python3") && !support::require("python3") {
            continue;
        }
        let timeout = if more.is_empty() { "" } else { "timeout = 5" };
        let settings = format!("[engines.mine]\ncommand = \"{line}\"\n{timeout}\n");
        folder.file("config/stonefield/stonefield.toml", settings);
        folder.file("down/x.sgf", record(&format!("gtp:[{line}\\]{more}"), ";B[cc]"));
        folder.file("down/plan.toml", format!("games = 1\nsize = 5\nblack = \"gtp:[{line}]{more}\"\n"));
        let players = format!("games = 2\nsize = 5\n[players]\na = \"gtp:[{line}]{more}\"\nb = \"random\"\n");
        folder.file("down/players.toml", players);
        folder.file("down/x.tst", "10 genmove b\n#? [A1]\n");
        folder.file("down/seat.tst", format!("stonefield-brain gtp:[{line}]{more}\ngenmove b\n"));
        for (at, to) in [("down", ""), ("here", "../down/"), ("", "down/")] {
            for args in [
                &["replay", "--check", "x.sgf"][..],
                &["replay", "--text", "x.sgf"],
                &["lab", "run", "plan.toml", "-o"],
                &["lab", "tournament", "players.toml", "-o"],
                &["gtp-regress", "mine", "x.tst"],
                &["gtp-regress", "--brain", "gtp:mine", "x.tst"],
                &["gtp-regress", "--brain", "random", "seat.tst"],
            ] {
                let _ = fs::remove_file(&log);
                let store = folder.plain("store.db");
                let _ = fs::remove_file(&store);
                let is_file = |word: &&str| word.contains('.') && !word.contains(':');
                let mut words: Vec<String> = args
                    .iter()
                    .map(|word| if is_file(word) { format!("{to}{word}") } else { (*word).to_owned() })
                    .collect();
                if args.last() == Some(&"-o") {
                    words.push(store);
                }
                let mut command = stonefield(&words.iter().map(String::as_str).collect::<Vec<_>>());
                command.current_dir(folder.path(at)).env("PATH", format!(".::{path}"));
                command
                    .env("XDG_CONFIG_HOME", folder.path("config"))
                    .env("XDG_STATE_HOME", folder.path("state"));
                let (_, out, err) = run_command(&mut command);
                let ran = fs::read_to_string(&log).unwrap_or_default();
                let what = format!("{line}, {args:?} in {at:?}: {out}{err}");
                assert!(!ran.contains("foreign"), "{what}");
                let found = !line.ends_with("engine") || line.contains("./") || line.contains("-m");
                assert_eq!(ran.contains("own"), found && args[1] != "--text", "{what}");
            }
        }
    }
}

/// A store started with an engine of the settings is resumed with it, and its games are shown with it.
#[cfg(unix)]
#[test]
fn a_store_goes_on_with_the_engine_of_the_settings() {
    let folder = Scratch::new("store-beside");
    let log = folder.plain("log");
    fs::create_dir_all(folder.path("config/stonefield")).expect("a folder");
    for (place, who) in [("config/stonefield/", "own"), ("", "foreign")] {
        folder.file(&format!("{place}engine.sh"), format!("echo {who} >> '{log}'\n"));
    }
    folder.file("config/stonefield/stonefield.toml", "[engines]\nmine = \"sh engine.sh\"\n");
    folder.file("plan.toml", "games = 2\nsize = 5\nblack = \"gtp:[sh engine.sh]\"\n");
    for args in [
        &["lab", "run", "plan.toml", "-o", "x.db"][..],
        &["lab", "run", "plan.toml", "-o", "x.db"],
        &["replay", "--check", "x.db", "0"],
    ] {
        let (_, out, err) = folder.run(args);
        let ran = fs::read_to_string(&log).unwrap_or_default();
        assert!(ran.contains("own") && !ran.contains("foreign"), "{args:?}: {ran}{out}{err}");
    }
}

#[test]
fn a_mind_without_a_reasonable_limit_needs_consent() {
    let folder = Scratch::new("dear");
    for (black, asks) in [
        ("mcts:playouts=1000000000", "asks for about 2 hours of computing a move on 5x5"),
        ("mcts:time=86400", "asks for about 24 hours of computing a move on 5x5"),
        ("negamax:depth=64", "asks for more than a million years of computing a move on 5x5"),
        ("monte-carlo:games=1000000,plies=100000", "of computing a move on 5x5"),
        ("mcts:threads=256", "asks for 256 threads"),
        (
            "mix:a=[mcts:playouts=900000\\],b=[mcts:playouts=900000\\]",
            "asks for about 14 seconds of computing",
        ),
    ] {
        folder.file("x.sgf", record(black, ";B[cc]"));
        let (code, out, err) = folder.run(&["replay", "--check", "x.sgf"]);
        assert!(code == Some(0) && out.contains(asks), "{black}: {out}{err}");
    }
    // The limit depends on the board: a search that is cheap on 5×5 is expensive on larger boards.
    for (size, black, asks) in [
        (19, "negamax:depth=6", "minutes of computing a move on 19x19"),
        (52, "mcts:playouts=300000", "minutes of computing a move on 52x52"),
        (100, "mcts:playouts=100000", "minutes of computing a move on 100x100"),
    ] {
        // SGF has no letters for more than 52 lines.
        if size <= 52 {
            let text = record(black, ";B[cc]").replace("SZ[5]", &format!("SZ[{size}]"));
            folder.file("x.sgf", text.replace("size=5", &format!("size={size}")));
            let (code, out, err) = folder.run(&["replay", "--check", "x.sgf"]);
            assert!(code == Some(0) && out.contains(asks), "{black}: {out}{err}");
        }
        folder.file("plan.toml", format!("games = 1\nsize = [5, {size}]\nblack = \"{black}\"\n"));
        let (code, out, err) = folder.run(&["lab", "run", "plan.toml", "-o", "x.db"]);
        assert!(code == Some(2) && out.is_empty() && err.contains(asks), "{black}: {out}{err}");
        folder.file("x.tst", format!("boardsize {}\nstonefield-brain {black}\n", size.min(25)));
        let (_, out, err) = folder.run(&["gtp-regress", "--brain", "random", "x.tst"]);
        assert!(out.contains("the suite asks for"), "{black}: {out}{err}");
    }
    folder.file("cheap.sgf", record("mcts:playouts=10", ";B[cc]"));
    let (code, out, _) = folder.run(&["replay", "--check", "cheap.sgf"]);
    assert!(code == Some(1) || out.contains("the same game, 1 move\n"), "replayed: {out}");
}

/// Opens the text as the window, paste, drop and a restored game do.
fn opened(text: &str, trust: Trust) -> (bevy::prelude::App, bevy::prelude::Entity) {
    let mut app = create_app();
    app.insert_resource(TrustPolicy(trust));
    let reading = sgf::read(text.as_bytes()).expect("a record");
    let game = reading.collection.games()[0];
    let opened = history::open(app.world_mut(), reading.collection, game, Heading::default());
    let goban = opened.expect("playable").goban;
    (app, goban)
}

fn ask(
    app: &mut bevy::prelude::App,
    goban: bevy::prelude::Entity,
    wishes: impl IntoIterator<Item = RequestKind>,
) {
    for request in wishes {
        app.world_mut().write_message(Request { goban, kind: request });
        app.update();
    }
}

#[test]
fn a_seat_stays_empty_until_the_user_fills_it() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("seat");
    let mark = folder.path("touched");
    let mock = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/mock.py");
    let line = format!("gtp:[sh -c 'touch {}; exec python3 {}'\\]", mark.display(), mock.display());
    for text in [record(&line, ";B[cc]"), record("random", &format!(";STONEFIELD[black={line}];B[cc]"))] {
        let _ = fs::remove_file(&mark);
        let (mut app, goban) = opened(&text, Trust::default());
        let rate = RequestKind::Rate(f32::INFINITY);
        ask(
            &mut app,
            goban,
            [
                rate,
                RequestKind::Navigate(Navigate::Last),
                RequestKind::Play,
                RequestKind::Step(3),
                RequestKind::Step(3),
            ],
        );
        ask(
            &mut app,
            goban,
            [
                RequestKind::Navigate(Navigate::First),
                RequestKind::Navigate(Navigate::Last),
                RequestKind::Advise(None),
            ],
        );
        let both = Color::ALL.map(stonefield_sim::Compared::Seat).to_vec();
        ask(
            &mut app,
            goban,
            [RequestKind::KeepAdvising(Some(None)), RequestKind::Compare(Some(both)), RequestKind::Play],
        );
        for _ in 0..20 {
            app.update();
        }
        let seats = app.world().get::<Seats>(goban).expect("seats");
        let told = seats.vacancy(Color::Black).expect("empty");
        assert!(told.contains("asks for the program `sh -c 'touch"), "{told}");
        assert_eq!(seats.waiting(), Some(Color::Black));
        assert!(app.world().get::<Advice>(goban).is_none_or(|advice| !advice.is_active()));
        // Neither a fork of the game with the same seats nor the game itself starts the program.
        let moment = Fork::of(app.world(), goban).expect("a game");
        let brains = seats.specs().clone();
        let fork = moment.begin(app.world_mut(), brains, 3).expect("goes on");
        play_out(app.world_mut(), fork, 10);
        play_out(app.world_mut(), goban, 10);
        assert!(!mark.exists(), "nobody has allowed it");
        ask(&mut app, goban, [RequestKind::Move(stonefield_go::Move::Pass)]);
        let (_, edits) = (app.world().get::<Tally>(goban), app.world().get::<Pace>(goban));
        assert!(edits.is_some());
        ask(&mut app, goban, [RequestKind::Allow(Color::Black)]);
        assert!(mark.exists(), "the user has allowed it");
        assert!(app.world().get::<Seats>(goban).is_some_and(|seats| seats.demand(Color::Black).is_none()));
        play_out(app.world_mut(), goban, 10);
        // The same record needs no second permission while the user moves through it.
        ask(&mut app, goban, [RequestKind::Navigate(Navigate::First), RequestKind::Navigate(Navigate::Last)]);
        assert!(app.world().get::<Seats>(goban).is_some_and(|seats| seats.demand(Color::Black).is_none()));
    }
}

#[test]
fn steps_go_on_when_the_seat_is_filled() {
    let text = record("random", "").replace("[white=random]", "[white=mcts:playouts=20,threads=256]");
    let (mut app, goban) = opened(&text, Trust::default());
    let tick = |app: &bevy::prelude::App| app.world().get::<Tally>(goban).map(|tally| tally.tick);
    ask(&mut app, goban, [RequestKind::Step(8)]);
    assert_eq!(tick(&app), Some(1));
    // A request during the wait replaces the previous one.
    ask(&mut app, goban, [RequestKind::Step(4), RequestKind::Allow(Color::White)]);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(tick(&app), Some(5));
}

#[test]
fn a_mind_named_by_the_user_is_seated() {
    let folder = Scratch::new("user");
    let mark = folder.path("touched");
    let mut setup = stonefield_sim::GameSetup::default();
    setup.brains.black = format!("gtp:[sh -c 'touch {}']", mark.display()).parse().expect("a mind");
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    play_out(app.world_mut(), goban, 1);
    assert!(mark.exists());
    assert!(app.world().get::<Referee>(goban).is_some());
}

#[test]
fn a_recorded_game_against_an_engine_is_compared_without_it() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("engine");
    let mock = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/mock.py");
    let engine = format!("gtp:[python3 '{}' ok]", mock.display());
    let played =
        ["run", "--games", "1", "--size", "5", "--white", "random", "--black", &engine, "--sgf", "games"];
    let (code, out, err) = folder.run(&played);
    assert_eq!(code, Some(0), "{out}{err}");
    let (code, out, err) = folder.run(&["replay", "--check", "games/game-000000.sgf"]);
    assert!(code == Some(0) && out.contains("the same game") && out.contains("taken from"), "{out}{err}");
    // White's moves are computed again and compared with the record.
    let path = folder.path("games/game-000000.sgf");
    let text = fs::read_to_string(&path).expect("a record").replacen("white=random", "white=sensible", 1);
    fs::write(&path, text.replacen("seed=1", "seed=2", 1)).expect("a file");
    let (code, out, _) = folder.run(&["replay", "--check", "games/game-000000.sgf"]);
    assert!(code == Some(1) && out.contains("another game"), "{out}");
}

/// If an engine cannot be started, the game stops instead of changing.
#[test]
fn a_move_that_cannot_be_replayed_is_not_replaced() {
    let folder = Scratch::new("gone");
    folder.file("x.sgf", record("gtp:[/no/such/engine\\]", ";B[cc]"));
    let (code, out, err) = folder.run(&["replay", "--check", "--allow-programs", "x.sgf"]);
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(
        err.contains("x.sgf: move 1, Black, cannot be replayed: ") && err.contains("/no/such/engine"),
        "{err}"
    );
}

/// Types keys in a real terminal that go to the end of the record, and then ask for new ticks.
#[test]
fn the_text_view_starts_no_program() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("text");
    folder.file("x.sgf", record(TOUCH, ";B[cc];W[bb]"));
    let script = r#"
import fcntl, os, pty, select, struct, sys, termios, time
pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
def read(seconds):
    global seen
    end = time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try: seen += os.read(fd, 65536)
            except OSError: return
def until(text, seconds):
    end = time.time() + seconds
    while text not in seen and time.time() < end: read(0.2)
until(b"\x1b[?1049h", 60)
read(0.5)
for key in [b"\x1b[F", b" ", b" ", b"."]:
    os.write(fd, key); read(0.7)
until(b"empty", 20)
os.write(fd, b"q")
until(b"\x1b[?1049l", 20)
sys.stdout.buffer.write(seen)
"#;
    let output = Command::new("python3")
        .args(["-c", script, env!("CARGO_BIN_EXE_stonefield"), "replay", "--text", "x.sgf"])
        .current_dir(folder.folder())
        .output()
        .expect("python runs");
    let seen = out(&output);
    assert!(!folder.touched());
    let within = seen.split("\u{1b}[?1049h").nth(1).unwrap_or_default();
    assert!(within.contains("empty"), "{seen:?}{}", err(&output));
}

#[test]
fn a_suite_starts_no_program_and_writes_only_where_it_may() {
    let folder = Scratch::new("suite");
    folder.file(
        "x.tst",
        "1 stonefield-brain gtp:[sh -c 'touch touched']\n#? [.*]\n2 printsgf out.sgf\n#? []\ngenmove b\n\
         stonefield-brain\n3 stonefield-brain\n#? [random]\n4 unknown_writer unseen.sgf\n#? [.*]\n",
    );
    let (code, out, err) = folder.run(&["gtp-regress", "--brain", "random", "x.tst"]);
    assert!(!folder.touched() && !folder.path("out.sgf").exists(), "{out}{err}");
    assert!(
        code == Some(1) && out.contains("the suite asks for the program `sh -c 'touch touched'`"),
        "{out}{err}"
    );
    assert!(out.contains("below the folder of --output"), "{out}");
    assert!(out.contains("'unknown_writer' is not passed on: it may write the file 'unseen.sgf'"), "{out}");
    let (_, out, err) = folder.run(&["gtp-regress", "--brain", "random", "--output", "made", "x.tst"]);
    assert!(folder.path("made/out.sgf").exists() && !folder.path("out.sgf").exists(), "{out}{err}");
    let allowed = ["gtp-regress", "--brain", "random", "--allow-programs", "x.tst"];
    let (_, out, err) = folder.run(&allowed);
    assert!(folder.touched(), "{out}{err}");
}

#[test]
fn control_characters_in_records_do_not_reach_a_terminal() {
    let folder = Scratch::new("controls");
    let text = "(;GM[1]FF[4]CA[UTF-8]SZ[5]PB[a\u{1b}\\]2;x\u{7}b]PW[c\u{9b}31m\u{202e}d\u{7f}]GN[e\u{85}]C[f\u{1b}c];B[cc])";
    let (file, named) = ("x.sgf", "n\u{1b}[2J\u{202e}.sgf");
    folder.file(file, text);
    folder.file(named, "(;SZ[99999])");
    let json = ["sgf", "final", "--json", file];
    for args in [
        &["replay", "--text", file][..],
        &["sgf", "show", file],
        &["sgf", "check", file, named],
        &["sgf", "final", file],
        &json,
        &["replay", "--check", named],
        &["sgf", "show", named],
        &["run", "--black", "n\u{1b}\u{202e}"],
    ] {
        let (_, out, err) = folder.run(args);
        for text in [&out, &err] {
            let hidden =
                text.chars().find(|&c| c != '\n' && c != '\t' && stonefield_go::notation::is_hidden(c));
            assert_eq!(hidden, None, "{args:?}: {text:?}");
        }
    }
    let (_, out, _) = folder.run(&["replay", "--text", file]);
    assert!(out.contains("X Black a\\u001b") && out.contains("O White c\\u009b31m\\u202ed\\u007f"), "{out}");
    let (_, out, _) = folder.run(&json);
    assert!(out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{out}");
    // A record for another program keeps every byte.
    let (_, out, _) = folder.run(&["sgf", "convert", file]);
    assert!(out.contains("\u{9b}31m\u{202e}d\u{7f}"), "{out:?}");
}

/// Links are not followed without `--force`, nor for names that the program chooses.
#[cfg(unix)]
#[test]
fn no_link_is_followed_when_writing() {
    let folder = Scratch::new("links-out");
    let record = folder.file("game.sgf", "(;GM[1]FF[4]SZ[5];B[cc];W[dd])");
    let elsewhere = folder.path("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let link = |name: &str| {
        let path = folder.path(name);
        std::os::unix::fs::symlink(elsewhere.join("made"), &path).expect("a link");
        path.into_os_string().into_string().expect("plain")
    };
    let (analyzed, out, dot) = (link("game.analyzed.sgf"), link("out.sgf"), link("tree.dot"));
    let results = link("results.csv");
    let lines: [(&[&str], &str); 6] = [
        (&["sgf", "analyze", "--brain", "random", &record], &analyzed),
        (&["sgf", "analyze", "--brain", "random", "--force", &record], &analyzed),
        (&["sgf", "analyze", "--brain", "random", &record, "-o", &out], &out),
        (&["sgf", "convert", &record, "-o", &out], &out),
        (&["run", "--size", "3", "--games", "2", "--format", "csv", "-o", &results], &results),
        (&["think", "--brain", "negamax:depth=1", &record, "--dot", &dot], &dot),
    ];
    for (line, name) in lines {
        let output = stonefield(line).output().expect("the program runs");
        refused(&output, &[name, "this is a link"]);
        assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0, "{line:?}");
    }
    // A file name may contain a line break. The message may not.
    let odd = folder.file("a\nstonefield: all is well.sgf", "(;GM[1]FF[4]SZ[5];B[cc];W[dd])");
    let output = stonefield(&["sgf", "analyze", "--brain", "random", &odd]).output();
    let told = err(&output.expect("the program runs"));
    assert!(!told.lines().any(|line| line.starts_with("stonefield: all is well")), "{told}");
}
