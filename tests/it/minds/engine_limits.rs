//! Limits of engines: time for a whole response and for reading commands. No engine process remains, whatever
//! the way it was seated and the way the program ends.
#![cfg(unix)]

use crate::support::program;
use stonefield_testing as support;

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use stonefield_go::{Color, Move, Position, Rules, Setup, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Conversation, Inquiry, Observation, Reply};
use stonefield_search::{Dice, Purpose, Unwatched};
use stonefield_testing::scratch::Scratch;

/// Mock engine in a mode, and the folder whose file `log` contains the commands it received.
struct Mock {
    mode: String,
    folder: Scratch,
}

impl Mock {
    /// `None`, with a message, if Python is not installed.
    fn new(mode: &str) -> Option<Self> {
        support::require("python3").then(|| Self { mode: mode.to_owned(), folder: Scratch::new("limits") })
    }

    fn command(&self) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/mock.py");
        format!("python3 '{}' {} 'log={}'", script.display(), self.mode, self.folder.plain("log"))
    }

    fn spec(&self, more: &str) -> String {
        format!("gtp:[{}]{more}", self.command())
    }

    fn brain(&self, more: &str) -> Box<dyn Brain> {
        self.spec(more).parse::<BrainSpec>().expect("a spec").build()
    }

    fn heard(&self) -> String {
        self.folder.text("log")
    }

    /// Checks that within a few seconds none of the processes in the log runs.
    fn is_gone(&self, why: &str) {
        let heard = self.heard();
        let ids: Vec<u32> =
            heard.lines().filter_map(|line| line.strip_prefix("pid ")?.parse().ok()).collect();
        assert!(!ids.is_empty(), "{why}: it never ran");
        let left = || ids.iter().copied().filter(|&id| lives(id)).collect::<Vec<_>>();
        let until = Instant::now() + Duration::from_secs(8);
        while !left().is_empty() {
            assert!(Instant::now() < until, "{why}: left behind: {:?}", left());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// True if a process runs. Zombies do not count.
fn lives(id: u32) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        return stat
            .rsplit(')')
            .next()
            .is_some_and(|after| !after.is_empty() && !after.trim().starts_with('Z'));
    }
    let probe = Command::new("kill").args(["-0", &id.to_string()]).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

fn empty(side: u16) -> Position {
    Position::new(Size::square(side).expect("a size"), Rules::default())
}

fn seen(position: &Position) -> Observation<'_> {
    Observation { position, agents: None, turn: 0 }
}

/// Result of one turn, which must end in time.
fn turn(mut brain: Box<dyn Brain>, position: Position) -> (Answer, Box<dyn Brain>) {
    let (done, came) = channel();
    std::thread::spawn(move || {
        let rng = Dice::new(1, 0, 0).rng(0, None, Purpose::Think);
        let progress = brain.choose(&seen(&position), rng, &mut Unwatched);
        let _ = done.send((progress, brain));
    });
    came.recv_timeout(Duration::from_secs(60)).expect("an end")
}

fn failed(progress: Answer) -> String {
    let Answer::Failed(line) = progress else { panic!("{progress:?}") };
    assert!(!line.contains('\n') && line.chars().count() < 600, "{line}");
    line
}

/// This engine prints its analysis forever and is never silent.
#[test]
fn a_whole_move_has_a_limit() {
    let Some(mock) = Mock::new("stream") else { return };
    let (progress, brain) = turn(mock.brain(",move=1.5,timeout=20"), empty(5));
    let line = failed(progress);
    let told = "was still answering 'lz-genmove_analyze b 20' after ";
    assert!(line.contains(told) && line.contains("s: the limit for a whole answer is 1.5 s"), "{line}");
    drop(brain);
    mock.is_gone("stream");
}

/// Without a setting the limit is ten times the longest silence.
#[test]
fn a_whole_move_has_a_limit_by_itself() {
    for mode in ["stream", "remarks"] {
        let Some(mock) = Mock::new(mode) else { return };
        let (progress, _brain) = turn(mock.brain(",timeout=1"), empty(5));
        let line = failed(progress);
        let told = [
            "the limit for a whole answer is 10 s",
            "gave no answer to 'lz-genmove_analyze b 20' within 1 s",
        ];
        assert!(line.contains(told[usize::from(mode == "remarks")]), "{line}");
    }
}

/// A frame counts as a quarter of a second at most, however long the pause before it was.
#[test]
fn time_between_frames_does_not_count() {
    let Some(mock) = Mock::new("stream") else { return };
    let mut brain = mock.brain(",move=2,timeout=20");
    let position = empty(5);
    brain.prepare().expect("it starts");
    brain.begin(&seen(&position), Dice::new(1, 0, 0).rng(0, None, Purpose::Think));
    let until = Instant::now() + Duration::from_secs(20);
    while !mock.heard().contains("genmove_analyze") {
        assert!(Instant::now() < until, "it is not asked");
        assert_eq!(brain.batch(&seen(&position), &mut Unwatched), None);
    }
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(1000));
        assert_eq!(brain.batch(&seen(&position), &mut Unwatched), None);
    }
    // With frames at the usual rate the limit is reached.
    let (progress, _brain) = {
        let (done, came) = channel();
        std::thread::spawn(move || {
            let position = empty(5);
            let mut batches = std::iter::repeat_with(|| brain.batch(&seen(&position), &mut Unwatched));
            let answer = batches.find_map(|answer| answer);
            let _ = done.send((answer.expect("one"), brain));
        });
        came.recv_timeout(Duration::from_secs(60)).expect("an end")
    };
    assert!(failed(progress).contains("the limit for a whole answer is 2 s"));
}

/// An analysis requested by a person has no limit until the game continues.
#[test]
fn a_persons_analysis_has_no_limit_until_it_is_ended() {
    let Some(mock) = Mock::new("stream") else { return };
    let mut brain = mock.brain(",move=1,timeout=20");
    let position = empty(5);
    let mut conversation = Conversation::default();
    let mut ask = |brain: &mut Box<dyn Brain>, inquiry: &Inquiry| {
        let Some(Reply::Conversation(said)) = brain.reply(&seen(&position), inquiry) else {
            panic!("it is a program")
        };
        conversation.add_update(said);
        let lines = conversation.lines();
        let text: Vec<_> = lines.iter().map(|line| line.text.clone()).collect();
        (text.iter().filter(|line| line.starts_with("info move")).count(), text.join("\n"))
    };
    ask(&mut brain, &Inquiry::Say("lz-analyze b 10".to_owned()));
    let mut attend = |brain: &mut Box<dyn Brain>, for_long: Duration| {
        let until = Instant::now() + for_long;
        loop {
            let told = ask(brain, &Inquiry::Attend);
            if Instant::now() >= until {
                return told;
            }
        }
    };
    let (reports, text) = attend(&mut brain, Duration::from_secs(4));
    assert!(reports > 50 && !text.contains("was still answering"), "{text}");
    // This engine does not stop. From here on the time counts.
    brain.reply(&seen(&position), &Inquiry::Say("name".to_owned()));
    let until = Instant::now() + Duration::from_secs(20);
    while !attend(&mut brain, Duration::from_millis(100)).1.contains("was still answering 'lz-analyze b 10'")
    {
        assert!(Instant::now() < until, "it goes on for ever");
    }
}

/// Set-up of 400×400 points in one line, longer than a pipe holds.
#[test]
fn an_engine_that_does_not_read_stops_nothing() {
    let Some(mock) = Mock::new("deaf") else { return };
    let size = Size::square(400).expect("a size");
    let mut setup = Setup::empty(size);
    size.points().filter(|point| (point.x + point.y) % 2 == 0).for_each(|point| {
        setup.set(point, Some(if point.x % 2 == 0 { Color::Black } else { Color::White }));
    });
    let position = Position::from_setup_unchecked(&setup, Rules::default());
    let (progress, brain) = turn(mock.brain(",timeout=2"), position.clone());
    let line = failed(progress);
    assert!(line.contains("did not read 'gogui-setup b ") && line.contains("' within 2 s"), "{line}");
    drop(brain);
    mock.is_gone("deaf");
}

#[test]
fn refusals_of_an_engine_are_reported_in_a_short_line() {
    let Some(mock) = Mock::new("refuse-setup") else { return };
    let mut setup = Setup::empty(Size::square(25).expect("a size"));
    setup
        .size()
        .points()
        .filter(|point| point.x % 2 == 0)
        .for_each(|point| setup.set(point, Some(Color::Black)));
    let (progress, _) = turn(mock.brain(""), Position::from_setup_unchecked(&setup, Rules::default()));
    let line = failed(progress);
    assert!(line.contains("refused 'gogui-setup b A1 ") && line.contains("…': too many stones"), "{line}");
}

fn stonefield(args: &[&str]) -> Child {
    let mut command = program::stonefield(args);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program runs")
}

/// Sends a signal to a command while its engine thinks. Checks that the program ends and no process remains.
fn interrupted(mock: &Mock, signal: (&str, i32), args: &[&str], input: &str) {
    let what = format!("SIG{} at {}", signal.0, args.join(" "));
    let mut program = stonefield(args);
    let mut stdin = program.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let until = Instant::now() + Duration::from_secs(40);
    while !mock.heard().contains("genmove") {
        assert!(Instant::now() < until, "{what}: its engine is not asked");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-s", signal.0, &program.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let until = Instant::now() + Duration::from_secs(20);
    let status = loop {
        if let Some(status) = program.try_wait().expect("it can be asked") {
            break status;
        }
        assert!(Instant::now() < until, "{what}: it goes on");
        std::thread::sleep(Duration::from_millis(10));
    };
    // The command may end by itself instead. Its engine is gone either way.
    let ended = status.signal() == Some(signal.1) || status.code().is_some();
    assert!(ended, "{what}: {status}");
    mock.is_gone(&what);
}

/// Every command that can have an engine, with each way to name the engine.
#[test]
fn no_engine_stays_however_it_was_seated() {
    let folder = Scratch::new("interrupted");
    let record = folder.file("record.sgf", "(;GM[1]FF[4]SZ[5];B[aa];W[bb];B[cc])");
    let suite = folder.file("suite.tst", "10 genmove b\n#? [A1]\n");
    // An interrupted game is kept in a file.
    let kept = folder.plain("kept");
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mock) = Mock::new(if number.is_multiple_of(2) { "away" } else { "stubborn" })
                    else {
                        return;
                    };
                    let spec = mock.spec(",timeout=50");
                    let seated = format!("boardsize 5\nstonefield-brain {spec}\ngenmove b\n");
                    let (args, input): (&[&str], &str) = match number {
                        0..=2 => (&["gtp"], &seated),
                        3 => (&["gtp", "--size", "5", "--brain", &spec], "genmove b\n"),
                        4 => {
                            (&["run", "--size", "5", "--threads", "1", "--games", "1", "--white", &spec], "")
                        }
                        5 => (&["watch", "--text", "--size", "5", "--black", &spec], ""),
                        6 => (&["think", "--size", "5", "--brain", &spec], ""),
                        7 => (&["sgf", "analyze", &record, "--brain", &spec], ""),
                        8 => (&["play", "--text", "--size", "5", "--sgf", &kept, "--brain", &spec], "a1\n"),
                        9 => (&["gtp-regress", "--brain", &spec, &suite], ""),
                        _ => return,
                    };
                    let signal = [("TERM", 15), ("HUP", 1), ("INT", 2)][number as usize % 3];
                    interrupted(&mock, signal, args, input);
                }
            });
        }
    });
}

/// Other ways to end: at the end of the input the program ends.
#[test]
fn no_engine_stays_when_the_input_ends() {
    let Some(mock) = Mock::new("away after=1") else { return };
    let mut program = stonefield(&["gtp"]);
    let input = format!("boardsize 5\nstonefield-brain {}\ngenmove b\n", mock.spec(""));
    program.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    assert!(program.wait().expect("it ends").success());
    mock.is_gone("the end of the input");
}

/// A process that an engine has started in its own session is killed with the engine: after the engine has
/// ended by itself, was killed, or is still running. Only a mark in the environment identifies such a
/// process.
#[cfg(target_os = "linux")]
#[test]
fn no_process_of_an_engine_stays() {
    for (how, mode) in
        [("quits", "ok strays=4"), ("stays", "ignore-quit strays=4"), ("is killed", "ok strays=3")]
    {
        let Some(mock) = Mock::new(mode) else { return };
        let (answer, brain) = turn(mock.brain(",timeout=20"), empty(5));
        assert!(matches!(answer, Answer::Move(_)), "{how}: {answer:?}");
        let heard = mock.heard();
        let ids: Vec<&str> = heard.lines().filter_map(|line| line.strip_prefix("pid ")).collect();
        assert!(ids.iter().all(|id| id.parse().is_ok_and(lives)), "{how}: they run before: {ids:?}");
        if how == "is killed" {
            let kill = Command::new("kill").args(["-s", "KILL", ids[0]]).status();
            assert!(kill.expect("kill").success());
            assert!(failed(turn(brain, empty(5)).0).contains("signal 9"));
        } else {
            drop(brain);
        }
        mock.is_gone(how);
    }
}

/// The same when the program ends, by itself and by a signal.
#[cfg(target_os = "linux")]
#[test]
fn no_process_of_an_engine_outlives_the_program() {
    let Some(mock) = Mock::new("hang strays=4") else { return };
    let spec = mock.spec(",timeout=50");
    interrupted(&mock, ("TERM", 15), &["think", "--size", "5", "--brain", &spec], "");
    let Some(mock) = Mock::new("ok strays=4") else { return };
    let mut program = stonefield(&["think", "--size", "5", "--brain", &mock.spec("")]);
    assert!(program.wait().expect("it ends").success());
    mock.is_gone("the end of the program");
}

/// When one of several engines is ended, the processes of the others keep running.
#[cfg(target_os = "linux")]
#[test]
fn processes_of_another_engine_go_on() {
    let (Some(one), Some(other)) = (Mock::new("ok strays=3"), Mock::new("ok strays=3")) else { return };
    let ((_, first), (_, second)) = (turn(one.brain(""), empty(5)), turn(other.brain(""), empty(5)));
    drop(first);
    one.is_gone("the first");
    let heard = other.heard();
    let mut ids = heard.lines().filter_map(|line| line.strip_prefix("pid "));
    assert!(ids.all(|id| id.parse().is_ok_and(lives)), "{heard}");
    drop(second);
    other.is_gone("the second");
}

/// A program started with SIGHUP ignored continues without its terminal, with engines or not.
#[test]
fn nohup_is_respected() {
    let Some(mock) = Mock::new("hang") else { return };
    let spec = mock.spec(",timeout=50");
    let line = "trap '' HUP; exec \"$0\" think --size 5 --brain \"$1\"";
    let mut program = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_stonefield"), &spec])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let until = Instant::now() + Duration::from_secs(40);
    while !mock.heard().contains("genmove") {
        assert!(Instant::now() < until, "its engine is not asked");
        std::thread::sleep(Duration::from_millis(10));
    }
    let send = |name: &str| {
        let kill = Command::new("kill").args(["-s", name, &program.id().to_string()]).status();
        assert!(kill.expect("kill").success());
    };
    send("HUP");
    std::thread::sleep(Duration::from_millis(700));
    assert!(program.try_wait().expect("it can be asked").is_none(), "it has ended");
    let send = |name: &str| Command::new("kill").args(["-s", name, &program.id().to_string()]).status();
    assert!(send("TERM").expect("kill").success());
    assert_eq!(program.wait().expect("it ends").signal(), Some(15));
    mock.is_gone("nohup");
}

/// None of these limits disturbs an engine that behaves well.
#[test]
fn a_good_engine_plays_under_the_shortest_limits() {
    let Some(mock) = Mock::new("lz reports=3") else { return };
    let (progress, _brain) = turn(mock.brain(",move=20,timeout=10,start=20"), empty(5));
    assert_eq!(progress, Answer::Move("A1".parse::<Move>().expect("a move")));
}
