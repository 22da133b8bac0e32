//! Whole games against GNU Go, whose board must equal ours after each of its moves, and commands with
//! engines.

use stonefield_testing as support;

use crate::support::program::{run_command, stonefield};
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stonefield_go::{ByColor, Color, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{
    self, Brush, GameSetup, MindPool, Referee, Request, RequestKind, Seats, Tally, Thinking, create_app,
    seek, spawn_goban,
};
use stonefield_testing::scratch::Scratch;

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines").join(name);
    format!("python3 '{}'", path.display())
}

/// GNU Go's program. `None`, with a message, if it is not installed.
fn gnugo() -> Option<&'static str> {
    let usual = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).exists());
    usual.or_else(|| support::require("gnugo").then_some("gnugo"))
}

/// GNU Go as a mind. A script between the two writes GNU Go's board to the file `log` of this folder.
fn witnessed(folder: &Scratch) -> Option<BrainSpec> {
    if !support::require("python3") {
        return None;
    }
    let options = "--mode gtp --level 1 --chinese-rules --positional-superko --never-resign --seed 1";
    let spec = format!("gtp:[{} {} {} {options}]", script("witness.py"), folder.plain("log"), gnugo()?);
    Some(spec.parse().expect("a spec"))
}

/// Stones of the referee, in the format of the log.
fn stones(app: &App, goban: Entity) -> String {
    let position = &app.world().get::<Referee>(goban).expect("a game").position;
    let of = |color| {
        let points = position.size().points().filter(|&point| position.at(point) == Some(color));
        let mut names: Vec<_> = points.map(|point| point.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    format!("{}|{}", of(Color::Black), of(Color::White))
}

/// Runs one tick. If GNU Go has moved, compares its board with ours. Returns `false` when the game is over.
fn tick(app: &mut App, goban: Entity, folder: &Scratch, engine: Color) -> bool {
    let mover = app.world().get::<Seats>(goban).expect("seats").to_move();
    if mover.is_none() {
        return false;
    }
    stonefield_sim::tick(app.world_mut());
    let fault = app.world().get::<Seats>(goban).expect("seats").fault(engine).map(str::to_owned);
    assert_eq!(fault, None);
    if mover == Some(engine) {
        let text = folder.text("log");
        let last = text.lines().rfind(|line| !line.starts_with('>')).expect("a witness");
        assert_eq!(last, stones(app, goban), "GNU Go's board, and ours");
    }
    true
}

fn request(app: &mut App, goban: Entity, request: RequestKind) {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
}

/// Plays to the end, with jumps back, forks and one edit of the stones.
fn play(setup: &GameSetup, folder: &Scratch, engine: Color) -> u64 {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    let mut ticks = 0;
    while tick(&mut app, goban, folder, engine) {
        ticks += 1;
        let now = app.world().get::<Tally>(goban).expect("a tally").tick;
        match ticks {
            15 | 30 => {
                assert_eq!(seek(app.world_mut(), goban, now - 7), now - 7);
                let other = if ticks == 15 { "random" } else { "sensible" };
                request(&mut app, goban, RequestKind::Seat(!engine, other.parse().expect("a spec")));
            }
            22 => {
                let empty = {
                    let position = &app.world().get::<Referee>(goban).expect("a game").position;
                    let free = |&point: &_| position.at(point).is_none();
                    position.size().points().filter(free).last()
                };
                request(&mut app, goban, RequestKind::Paint(empty.expect("room"), Brush::Black));
            }
            40 => drop(seek(app.world_mut(), goban, 0)),
            _ => {}
        }
        assert!(ticks < 1000, "the game has no end");
    }
    ticks
}

#[test]
fn gnu_go_is_kept_in_step_through_whole_games() {
    let nine = Size::square(9).expect("a size");
    let start =
        "....O....\n..X...O..\n.XO.X....\n..XO.....\n.........\n......X..\n..O......\n.....X...\n.........";
    let usual = GameSetup { size: nine, ..GameSetup::default() };
    let setups = [
        GameSetup { rules: Rules { komi: 5.5, ..Rules::default() }, ..usual.clone() },
        GameSetup { handicap: 4, ..usual.clone() },
        GameSetup { start: Some(start.parse().expect("a diagram")), ..usual },
    ];
    for (i, setup) in setups.into_iter().enumerate() {
        for engine in Color::ALL {
            let folder = Scratch::new("games");
            let Some(gnugo) = witnessed(&folder) else { return };
            let other = BrainSpec::default();
            let brains =
                if engine == Color::Black { ByColor::new(gnugo, other) } else { ByColor::new(other, gnugo) };
            let ticks = play(&GameSetup { brains, ..setup.clone() }, &folder, engine);
            assert!(ticks > 60, "{ticks}");
            let told = folder.text("log");
            let (komi, set_up) =
                [("komi 5.5", "play"), ("komi 7.5", "set_free_handicap"), ("komi 7.5", "play b")][i];
            for word in [komi, set_up, "undo", "clear_board"] {
                assert!(told.contains(word), "{word}: {told}");
            }
            // Without a jump a turn needs at most two `play` commands.
            assert!(told.lines().filter(|line| line.contains("play ")).count() < 700);
        }
    }
}

#[test]
fn gnu_gos_thoughts_are_shown() {
    let Some(path) = gnugo() else { return };
    let gnugo: BrainSpec = format!("gtp:[{path} --mode gtp --level 1]").parse().expect("a spec");
    let size = Size::square(9).expect("a size");
    let setup = GameSetup { size, brains: ByColor::new(gnugo.clone(), gnugo), ..GameSetup::default() };
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    stonefield_sim::tick(app.world_mut());
    let thinking = app.world().get::<Thinking>(goban).expect("a goban");
    let thought = thinking.latest(Color::Black).expect("a thought");
    assert!(thought.candidates.len() > 2, "{thought:?}");
    let shares: f64 = thought.candidates.iter().filter_map(|candidate| candidate.prior).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    let position = &app.world().get::<Referee>(goban).expect("a game").position;
    assert!(thought.candidates.iter().any(|candidate| Some(candidate.action) == position.last_move()));
}

/// Frame by frame, as in a window: an engine whose turn is cancelled, hurried or skipped by a jump while it
/// thinks gets into step again. A mock that is out of step would refuse a move, or have its own refused.
#[test]
fn frames_never_wait_for_an_engine() {
    for mode in ["slow pause=0.03", "slow-lz moves=1000 reports=4"] {
        let Some(engine) = mock(mode) else { return };
        let engine: BrainSpec = engine.parse().expect("a spec");
        let size = Size::square(5).expect("a size");
        let setup =
            GameSetup { size, brains: ByColor::new(engine, BrainSpec::default()), ..GameSetup::default() };
        let mut app = create_app();
        app.init_resource::<MindPool>();
        let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
        request(&mut app, goban, RequestKind::Rate(f32::INFINITY));
        request(&mut app, goban, RequestKind::Play);
        let (mut frames, mut idle, mut before) = (0_u32, 0_u32, 0);
        let until = Instant::now() + Duration::from_secs(60);
        while app.world().get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_none()) {
            assert!(Instant::now() < until, "{mode}: no end");
            app.update();
            frames += 1;
            let now = app.world().get::<Tally>(goban).expect("a tally").tick;
            idle += u32::from(now == before);
            before = now;
            match frames {
                30 | 60 => {
                    request(&mut app, goban, RequestKind::StopThinking);
                    request(&mut app, goban, RequestKind::Seek(now.saturating_sub(3)));
                    request(&mut app, goban, RequestKind::Play);
                }
                45 => request(&mut app, goban, RequestKind::MoveNow),
                _ => {}
            }
        }
        let seats = app.world().get::<Seats>(goban).expect("seats");
        assert_eq!(seats.fault(Color::Black), None, "{mode}");
        assert!(
            frames > 60 && idle * 2 > frames,
            "{mode}: {idle} of {frames} frames went by while it thought"
        );
    }
}

fn output(args: &[&str]) -> (Option<i32>, String, String) {
    run_command(&mut stonefield(args))
}

/// Spec of a mock engine. `None`, with a message, if something that it needs is not installed.
fn mock(arguments: &str) -> Option<String> {
    let can = support::require("python3") && support::require("pgrep");
    can.then(|| format!("gtp:[{} {arguments}],timeout=20", script("mock.py")))
}

/// Processes in the log that still run, or whose groups have running processes.
fn alive(folder: &Scratch) -> Vec<u32> {
    let text = folder.text("log");
    let ids = text.lines().filter_map(|line| line.strip_prefix("pid ")?.parse::<u32>().ok());
    ids.filter(|id| {
        let found = Command::new("pgrep").args(["-g", &id.to_string()]).output().expect("pgrep");
        let text = String::from_utf8_lossy(&found.stdout).into_owned();
        let zombie =
            |id: &str| fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| stat.contains(") Z "));
        text.lines().any(|id| !zombie(id))
    })
    .collect()
}

#[test]
fn a_failed_game_is_marked_and_the_next_one_played() {
    let folder = Scratch::new("games");
    // Each process plays three moves and ends, so every game fails.
    let Some(falls) = mock(&format!("die after=3 log={}", folder.plain("log"))) else { return };
    let run = |format| {
        output(&[
            "run",
            "--games",
            "3",
            "--size",
            "5",
            "--threads",
            "1",
            "--white",
            &falls,
            "--format",
            format,
        ])
    };
    let (code, text, errors) = run("text");
    assert_eq!(code, Some(1), "{text}{errors}");
    let line = "White: Mock 1 ended with exit status 4 when an answer to 'genmove w' was expected; its last words: 'out of ideas'";
    assert_eq!(text.matches(line).count(), 3, "{text}");
    assert!(text.contains("3 games: 0 counted, 0 void, 3 failed, 0 unfinished"), "{text}");
    let (code, json, _) = run("json");
    let document: serde_json::Value = serde_json::from_str(&json).expect("one document");
    assert_eq!((code, &document["summary"]["failed"]), (Some(1), &3.into()));
    assert_eq!(
        (&document["games"][1]["winner"], &document["games"][1]["fault"]),
        (&"failed".into(), &line.into())
    );
    let (code, csv, _) = run("csv");
    assert_eq!((code, csv.matches(line).count(), csv.matches(",failed,").count()), (Some(1), 3, 3), "{csv}");
    assert_eq!(folder.text("log").matches("pid ").count(), 9);
    assert_eq!(alive(&folder), [0; 0]);
}

#[test]
fn an_engine_that_cannot_be_started_stops_the_run() {
    let (code, text, line) =
        output(&["run", "--games", "5", "--size", "5", "--black", "gtp:[/no/such --engine]"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert_eq!(
        line,
        "stonefield: --black: Black's mind cannot play: such cannot be started: there is no program '/no/such'\n"
    );
    let Some(dies) = mock("die-at-start") else { return };
    let (code, text, line) = output(&["run", "--games", "5", "--size", "5", "--white", &dies]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(
        line.contains("--white") && line.contains("'no licence found'") && line.lines().count() == 1,
        "{line}"
    );
}

/// One process per thread and engine, reused for later games with either colour.
#[test]
fn an_engine_is_started_once_per_thread() {
    let folder = Scratch::new("games");
    let Some(engine) = mock(&format!("ok moves=1000 log={}", folder.plain("log"))) else { return };
    let args = ["run", "--games", "8", "--size", "5", "--alternate", "--threads", "2", "--white", &engine];
    let (code, text, errors) = output(&args);
    assert_eq!(code, Some(0), "{text}{errors}");
    assert!(text.contains("8 games: 8 counted"), "{text}");
    assert_eq!(folder.text("log").matches("pid ").count(), 2);
    assert_eq!(alive(&folder), [0; 0]);
}

#[test]
fn no_engine_is_left_when_the_program_ends() {
    let folder = Scratch::new("games");
    let Some(ignores) = mock(&format!("ignore-quit log={}", folder.plain("log"))) else { return };
    let (code, text, errors) = output(&["run", "--games", "1", "--size", "3", "--white", &ignores]);
    assert_eq!(code, Some(0), "{text}{errors}");
    assert_eq!(alive(&folder), [0; 0]);
}

#[cfg(unix)]
#[test]
fn no_engine_is_left_when_the_program_is_interrupted() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let folder = Scratch::new("games");
        let Some(hangs) = mock(&format!("stubborn log={}", folder.plain("log"))) else { return };
        let args =
            ["run", "--games", "1", "--size", "3", "--white", &hangs, "--black", &hangs, "--threads", "1"];
        let mut child = stonefield(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let until = Instant::now() + Duration::from_secs(20);
        while !folder.text("log").contains("genmove") {
            assert!(Instant::now() < until, "no game began");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(alive(&folder).len(), 2);
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().expect("kill").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(number), "{status}");
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(alive(&folder), [0; 0], "{name}");
    }
}

#[test]
fn engines_have_names_in_the_settings() {
    let Some(engine) = mock("ok") else { return };
    let command = engine.trim_start_matches("gtp:[").split(']').next().expect("a command").to_owned();
    let folder = Scratch::new("engines");
    let settings = format!("[engines.tame]\ncommand = \"{command}\"\ntimeout = 33\n");
    let config = ["--config", &folder.file("good.toml", settings)];
    let run = |name: &str| {
        output(&[&["run", "--games", "1", "--size", "3", "--white", name], &config[..]].concat())
    };
    let (code, text, errors) = run("gtp:tame");
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.contains("mock.py") && text.contains("timeout=33"), "{text}");
    let (code, _, line) = run("gtp:tmae");
    assert_eq!(code, Some(2));
    assert!(
        line.contains("--white") && line.contains("'tmae'") && line.contains("nearest: 'tame'"),
        "{line}"
    );
    let (_, text, _) = output(&[&["brains"], &config[..]].concat());
    assert!(text.contains("Engines of the settings") && text.contains("  tame  gtp:["), "{text}");
    let (code, text, _) =
        output(&[&["watch", "--text", "--size", "3", "--white", "gtp:tame"], &config[..]].concat());
    assert!(code == Some(0) && text.contains("tick"), "{text}");
    let falls = mock("die after=1").expect("a mock");
    let (_, text, _) = output(&["watch", "--text", "--size", "3", "--white", &falls]);
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("White's mind failed: Mock 1 ended")),
        "{text}"
    );
    let bad = folder.file("bad.toml", "[engines]\nx = 1\n");
    let (code, _, line) = output(&["brains", "--config", &bad]);
    assert!(code == Some(2) && line.contains("line 2, column 1: x must be"), "{line}");
}
