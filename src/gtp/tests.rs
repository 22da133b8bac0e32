//! Tests of the server in one process: arbitrary input, and games with time limits.

use super::{Opponent, serve};
use proptest::prelude::*;
use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use stonefield_go::{Move, Rules, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Observation};
use stonefield_search::{Rng, Watch};

fn opponent(side: u16) -> Opponent {
    let size = Size::square(side).expect("a size");
    Opponent::new(&BrainSpec::default(), size, Rules::default(), 1).expect("an engine")
}

/// Returns all output for an input.
fn answers(input: Vec<u8>) -> Vec<u8> {
    let mut out = Vec::new();
    serve(&mut opponent(5), Cursor::new(input), &mut out, &mut io::sink())
        .expect("a vector can be written to");
    out
}

/// Checks that an output is a sequence of complete responses, and returns their number.
fn responses(output: &[u8]) -> usize {
    let text = std::str::from_utf8(output).expect("text");
    let mut parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.pop(), Some(""), "{text:?}");
    for part in &parts {
        assert!(part.starts_with(['=', '?']), "{part:?}");
        assert!(part.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()), "{part:?}");
    }
    parts.len()
}

/// Strategy for a line: a command with an optional id and some words, or arbitrary bytes.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&'static str> = super::table::COMMANDS
        .iter()
        .map(|(name, _)| *name)
        // `printsgf` would write files.
        .filter(|name| *name != "printsgf")
        .collect();
    let word = prop_oneof![
        Just("b".to_owned()),
        Just("W".to_owned()),
        Just("pass".to_owned()),
        "[a-hA-H][1-6]",
        "-?[0-9]{1,12}",
        "[a-zA-Z0-9{}:=,.\"\\[\\]~]{0,8}",
    ];
    let command =
        (prop::option::of("[0-9]{1,12}"), prop::sample::select(names), prop::collection::vec(word, 0..5));
    prop_oneof![
        3 => command.prop_map(|(id, name, words)| {
            format!("{} {name} {}", id.unwrap_or_default(), words.join(" ")).into_bytes()
        }),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_bytes_get_well_formed_answers(lines in prop::collection::vec(line(), 0..30)) {
        let input = lines.join(&b'\n');
        let mut expected = 0;
        let mut quit = false;
        let mut splitter = stonefield_go::notation::gtp::Splitter::default();
        let mut count_line = |line| {
            expected += usize::from(!quit && line != stonefield_go::notation::gtp::Line::Blank);
            quit |= matches!(line, stonefield_go::notation::gtp::Line::Request(request) if request.name == "quit");
        };
        splitter.feed(&input, &mut count_line);
        splitter.finish().into_iter().for_each(count_line);
        prop_assert_eq!(responses(&answers(input)), expected, "one response per line until quit");
    }
}

/// Mind that uses its full time budget.
struct Slow;

impl Brain for Slow {
    fn begin(&mut self, _: &Observation<'_>, _: Rng) {}

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        while !watch.stop() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let position = observation.position;
        // Plays the first legal point, in a fixed scrambled order, that fills no own eye.
        let mut points: Vec<_> = (0..position.empty_count()).map(|i| position.nth_empty(i)).collect();
        points.sort_unstable_by_key(|point| (point.x * 7 + point.y * 5 + 3) % 11);
        let fits = |&point: &_| {
            !position.is_eye_point(position.to_move(), point) && position.is_legal(Move::Play(point))
        };
        Some(Answer::Move(points.into_iter().find(fits).map_or(Move::Pass, Move::Play)))
    }
}

/// Input whose reader waits until the other end of the channel sends bytes.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Output that sends its bytes to the channel at each flush.
struct Out(Sender<Vec<u8>>, Vec<u8>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.send(std::mem::take(&mut self.1)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Engine with a slow mind on its own thread.
struct Remote(Sender<Vec<u8>>, Receiver<Vec<u8>>);

impl Remote {
    fn new(side: u16) -> Self {
        let ((requests, input), (out, answers)) = (channel(), channel());
        std::thread::spawn(move || {
            let size = Size::square(side).expect("a size");
            let mut player =
                Opponent::with_mind(Box::new(Slow), &BrainSpec::default(), size, Rules::default(), 1)
                    .expect("an engine");
            let _ = serve(&mut player, Pipe(input, Vec::new()), &mut Out(out, Vec::new()), &mut io::sink());
        });
        Self(requests, answers)
    }

    fn ask(&self, line: &str) -> String {
        self.0.send(format!("{line}\n").into_bytes()).expect("the server runs");
        let answer = self.1.recv().expect("a response");
        String::from_utf8(answer).expect("text").trim_start_matches('=').trim().to_owned()
    }
}

/// Plays a game and measures its times apart from the engines. Returns the smallest remaining time after a
/// move, and the longest time of a move, in seconds.
fn timed_game(side: u16, settings: &str, main: f64, period: f64) -> (f64, f64) {
    let players = [Remote::new(side), Remote::new(side)];
    for player in &players {
        player.ask(&format!("time_settings {settings}"));
    }
    let mut remaining = [main; 2];
    let (mut least, mut longest) = (f64::MAX, 0_f64);
    let mut passes = 0;
    for ply in 0.. {
        let mover = ply % 2;
        let color = ["b", "w"][mover];
        if main > 0.0 {
            players[mover].ask(&format!("time_left {color} {} 0", remaining[mover]));
        }
        let began = Instant::now();
        let vertex = players[mover].ask(&format!("genmove {color}"));
        let seconds = began.elapsed().as_secs_f64();
        longest = longest.max(seconds);
        if main > 0.0 {
            remaining[mover] -= seconds;
            least = least.min(remaining[mover]);
        } else {
            least = least.min(period - seconds);
        }
        passes = if vertex == "pass" { passes + 1 } else { 0 };
        if passes == 2 || ply > 400 {
            return (least, longest);
        }
        players[1 - mover].ask(&format!("play {color} {vertex}"));
    }
    (least, longest)
}

/// Plays `games` games at once while `busy` threads load the processors. Returns the smallest remaining time
/// and the longest time of a move, in seconds.
fn under_load(games: usize, busy: usize, game: impl Fn() -> (f64, f64) + Sync) -> (f64, f64) {
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let running: Vec<_> = (0..games).map(|_| scope.spawn(&game)).collect();
        let times: Vec<_> = running.into_iter().map(|game| game.join().expect("a game")).collect();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        times.into_iter().fold((f64::MAX, 0.0), |(least, longest), (remaining, slowest)| {
            (f64::min(least, remaining), f64::max(longest, slowest))
        })
    })
}

#[test]
fn a_short_game_is_not_lost_on_time() {
    let (least, longest) = under_load(4, 2, || timed_game(3, "2 0 0", 2.0, 0.0));
    assert!(least > 0.0, "{least} s left, longest move {longest} s");
}

#[test]
#[ignore = "takes a minute and all processors"]
fn fifty_games_are_not_lost_on_time() {
    let (least, longest) = under_load(50, 4, || timed_game(9, "10 0 0", 10.0, 0.0));
    eprintln!("10 s per player: at least {least:.2} s left, longest move {longest:.2} s");
    assert!(least > 0.0);
    let (least, longest) = under_load(50, 4, || timed_game(7, "0 1 1", 0.0, 1.0));
    eprintln!("1 s per move: at least {least:.2} s left, longest move {longest:.2} s");
    assert!(least > 0.0);
}
