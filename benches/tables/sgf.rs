//! Speed of reading, checking and writing game records.

use super::{Outcome, Run, now, unit};
use std::hint::black_box;
use std::io::Write;
use stonefield_files::Memory;
use stonefield_go::ByColor;
use stonefield_go::notation::sgf::{self, BoardInfo, Replay};
use stonefield_minds::BrainSpec;
use stonefield_sim::history::Heading;
use stonefield_sim::{GameSetup, Session};

/// Number of different games.
const PLAYED: u64 = 100;

/// Copies of each game in the file. Only one copy in a short table.
const REPEATED: usize = 100;

pub(super) fn run(run: &Run, out: &mut dyn Write) -> Outcome {
    let file = records()?.repeat(if run.is_short { 1 } else { REPEATED });
    let before = Memory::now();
    let games = sgf::read(&file)?.collection;
    let after = Memory::now();
    let (count, megabytes) = (games.games().len(), file.len() as f64 / 1e6);
    writeln!(out, "{count} games of 19x19, {megabytes:.1} MB in one file, one thread\n")?;
    writeln!(out, "{:<24} {:>34}", "", format!("MB per {}", unit()))?;
    let mut row = |name: &str, work: &mut dyn FnMut()| {
        let (start, mut rounds) = (now(), 0.0);
        while rounds == 0.0 || now() - start < run.seconds {
            work();
            rounds += 1.0;
        }
        writeln!(out, "{name:<24} {:>34.0}", megabytes * rounds / (now() - start))
    };
    row("read", &mut || drop(black_box(sgf::read(&file))))?;
    row("write", &mut || drop(black_box(sgf::write(&games))))?;
    row("play the main lines", &mut || {
        for &game in games.games() {
            let root = games.node(game);
            let Ok(info) = BoardInfo::of(root) else { continue };
            let mut replay = Replay::new(&info);
            root.main_line().for_each(|node| drop(replay.step(node)));
            black_box(replay.move_count());
        }
    })?;
    row("check", &mut || drop(black_box(sgf::check(&games))))?;
    if let (Some(before), Some(after)) = (before, after) {
        let bytes = after.current.saturating_sub(before.current) as f64;
        writeln!(out, "\n{:.1} bytes of memory for each byte read", bytes / file.len() as f64)?;
    }
    Ok(())
}

/// Records of `sensible` against itself, as written by `run --sgf`.
fn records() -> Outcome<Vec<u8>> {
    let sensible = BrainSpec::named("sensible")?;
    let brains = ByColor::new(sensible.clone(), sensible);
    let heading = Heading { date: Some("2000-01-01".to_owned()), ..Heading::default() };
    let mut records = Vec::new();
    for game in 0..PLAYED {
        let setup = GameSetup { game, brains: brains.clone(), ..GameSetup::default() };
        let mut session = Session::new(&setup, Some(heading.clone()))?;
        session.play_out(2000);
        records.extend(sgf::write(session.record().text().map_err(Clone::clone)?));
    }
    Ok(records)
}

/// # Panics
/// When a row is missing.
pub(super) fn check(text: &str) {
    for row in ["read", "write", "play the main lines", "check"] {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
    }
}
