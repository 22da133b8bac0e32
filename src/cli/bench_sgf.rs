//! `stonefield bench --sgf`: how fast game records are read, checked and written.

use super::clock::Stopwatch;
use super::failure::Failure;
use std::io::Write;
use std::ops::ControlFlow;
use stonefield_files::Memory;
use stonefield_go::ByColor;
use stonefield_go::notation::sgf::{self, BoardInfo, Replay};
use stonefield_lab::Series;
use stonefield_minds::BrainSpec;
use stonefield_sim::history::Heading;
use stonefield_sim::{GameSetup, Session};

/// Games read at a time.
const GAMES: usize = 10_000;

/// Different ones among them.
const PLAYED: u64 = 100;

pub(super) fn run(seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let file = records()?;
    let megabytes = file.len() as f64 / 1e6;
    writeln!(out, "{GAMES} games of 19x19, {megabytes:.1} MB in one file, one thread\n")?;
    writeln!(out, "{:<24} {:>34}", "", format!("MB per {}", Stopwatch::unit()))?;
    let before = Memory::now();
    let games = sgf::read(&file).map_err(Failure::of)?.collection;
    let after = Memory::now();
    let mut broken = None;
    row(out, "read", megabytes, seconds, || {
        if let Err(error) = sgf::read(&file) {
            broken = Some(error);
        }
    })?;
    if let Some(error) = broken {
        return Err(Failure::of(error));
    }
    row(out, "write", megabytes, seconds, || drop(std::hint::black_box(sgf::write(&games))))?;
    row(out, "play the main lines", megabytes, seconds, || {
        for &game in games.games() {
            let root = games.node(game);
            let Ok(info) = BoardInfo::of(root) else { continue };
            let mut replay = Replay::new(&info);
            root.main_line().for_each(|node| drop(replay.step(node)));
            std::hint::black_box(replay.move_count());
        }
    })?;
    row(out, "check", megabytes, seconds, || drop(std::hint::black_box(sgf::check(&games))))?;
    if let (Some(before), Some(after)) = (before, after) {
        let bytes = after.current.saturating_sub(before.current) as f64;
        writeln!(out, "\n{:.1} bytes of memory for each byte read", bytes / file.len() as f64)?;
    }
    Ok(())
}

/// Records of games as `run --sgf` writes them, played here and repeated.
fn records() -> Result<Vec<u8>, Failure> {
    let sensible = BrainSpec::named("sensible").unwrap_or_default();
    let setup = GameSetup { brains: ByColor::new(sensible.clone(), sensible), ..GameSetup::default() };
    let series =
        Series { setup, games: PLAYED, alternate: false, max_ticks: 2000, every: None, stops: Vec::new() };
    let heading = Heading { date: Some("2000-01-01".to_owned()), ..Heading::default() };
    let mut records = Vec::new();
    let look = |session: &Session, _: &_| session.record().text().ok().map(sgf::write);
    let played = series.play_and_look(2, Some(heading), look, |_, text| {
        records.extend(text);
        ControlFlow::Continue(())
    });
    played.map_err(Failure::of)?;
    Ok(records.iter().cycle().take(GAMES).flatten().copied().collect())
}

fn row(
    out: &mut dyn Write,
    name: &str,
    megabytes: f64,
    seconds: f64,
    mut work: impl FnMut(),
) -> std::io::Result<()> {
    let watch = Stopwatch::start();
    let mut rounds = 0.0;
    while rounds == 0.0 || watch.seconds() < seconds {
        work();
        rounds += 1.0;
    }
    writeln!(out, "{name:<24} {:>34.0}", megabytes * rounds / watch.seconds())?;
    out.flush()
}
