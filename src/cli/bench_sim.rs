//! `stonefield bench --sim`: measures the speed and the memory of the agent simulation.

use super::clock::Stopwatch;
use super::failure::Failure;
use std::io::Write;
use stonefield_files::Memory;
use stonefield_go::Size;
use stonefield_minds::BrainSpec;
use stonefield_sim::Check;
use stonefield_sim::load::Load;

/// Number of ticks between the two measurements of memory.
const MEMORY_TICKS: u64 = 1_000_000;

pub(super) fn run(seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let unit = format!("ticks per {}", Stopwatch::unit());
    writeln!(out, "The whole agent simulation, one thread\n")?;
    writeln!(out, "{:<44} {unit:>27} {:>12}", "", "peak memory")?;

    let sensible = BrainSpec::default();
    let swarm = BrainSpec::named("swarm").map_err(Failure::of)?;
    for (mind, check, name) in [
        (&swarm, Check::Sample, "19x19, swarm against itself"),
        (&sensible, Check::Off, "19x19, sensible against itself, unchecked"),
        (&sensible, Check::Every, "the same, every ply checked"),
    ] {
        let mut games = Load::games(Size::default(), mind, check).map_err(Failure::of)?;
        let rate = measure(&mut games, seconds, 1000);
        row(out, name, rate)?;
    }
    let mut games = Load::games(Size::default(), &sensible, Check::Sample).map_err(Failure::of)?;
    let rate = measure(&mut games, seconds, 1000);
    row(out, "the same, one ply in 64 checked", rate)?;

    let memory_before = Memory::now();
    let mut done = 0;
    while done < MEMORY_TICKS {
        match games.run((MEMORY_TICKS - done).min(10_000)) {
            0 => break,
            ticks => done += ticks,
        }
    }
    let growth = match (memory_before, Memory::now()) {
        (Some(before), Some(after)) => {
            format!("memory {} before and {} after", mebibytes(before.current), mebibytes(after.current))
        }
        _ => "memory unknown on this system".to_owned(),
    };
    drop(games);

    for (mind, name) in [
        (&sensible, "1000x1000, 300,000 stones, all patches diffuse"),
        (&swarm, "the same, swarm against itself"),
    ] {
        let mut large = Load::large_board(mind).map_err(Failure::of)?;
        let rate = measure(&mut large, seconds, 10);
        row(out, name, rate)?;
    }
    writeln!(out, "\n{done} further ticks on 19x19: {growth}")?;
    Ok(())
}

/// Ticks per second, measured in runs of `portion` ticks until a [`Stopwatch`] shows `seconds` seconds.
fn measure(load: &mut Load, seconds: f64, portion: u64) -> f64 {
    // Warm-up: the first ticks allocate what later ones reuse.
    load.run(portion);
    let watch = Stopwatch::start();
    let mut ticks = 0;
    loop {
        let done = load.run(portion);
        ticks += done;
        if done == 0 || watch.seconds() >= seconds {
            return ticks as f64 / watch.seconds();
        }
    }
}

fn row(out: &mut dyn Write, name: &str, rate: f64) -> std::io::Result<()> {
    let memory = Memory::now().map_or_else(|| "unknown".to_owned(), |memory| mebibytes(memory.peak));
    writeln!(out, "{name:<46} {rate:>25.0} {memory:>12}")?;
    out.flush()
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
