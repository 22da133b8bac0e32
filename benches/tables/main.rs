//! Tables of the CPU time of searches and game records: `cargo bench --no-default-features --bench tables`.
//! Names at the end of the command select tables.
//!
//! `--bench parts` measures the parts of a search in wall-clock time.

mod negamax;
mod sgf;
mod tree;

use clap::Parser;
use std::error::Error;
use std::io::Write;
use std::sync::LazyLock;
use std::time::Instant;
use stonefield_files::thread_seconds;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Function that writes a table.
type Table = fn(&Run, &mut dyn Write) -> Outcome;

/// Each table: name, function that writes it, seconds per row, and the check of a short table.
const TABLES: [(&str, Table, f64, fn(&str)); 3] = [
    ("tree", tree::run, 2.0, tree::check),
    ("negamax", negamax::run, 8.0, negamax::check),
    ("sgf", sgf::run, 2.0, sgf::check),
];

/// Seconds per row of a short table.
const SHORT: f64 = 0.1;

/// Options after `--`.
#[derive(Parser, Debug)]
struct Args {
    /// Only tables with NAME in their names: tree, negamax, sgf
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Seconds to spend on each row [default: 2, for negamax 8]
    #[arg(long)]
    seconds: Option<f64>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Set by `cargo bench`. Without it, as under `cargo test`, short tables are made and checked
    #[arg(long, hide = true)]
    bench: bool,
}

/// Settings of a run.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Time to spend on each row, in seconds.
    seconds: f64,
    seed: u64,
    /// True if a short table is made to be checked, as under `cargo test`.
    is_short: bool,
}

fn main() -> Outcome {
    let args = Args::parse();
    let is_chosen = |table: &str| args.names.is_empty() || args.names.iter().any(|name| table.contains(name));
    for (_, table, seconds, check) in TABLES.into_iter().filter(|(name, ..)| is_chosen(name)) {
        let is_short = !args.bench;
        let seconds = args.seconds.unwrap_or(if is_short { SHORT } else { seconds });
        let run = Run { seconds, seed: args.seed, is_short };
        if is_short {
            let mut text = Vec::new();
            table(&run, &mut text)?;
            check(&String::from_utf8(text)?);
        } else {
            table(&run, &mut std::io::stdout())?;
            println!();
        }
    }
    Ok(())
}

/// CPU time of this thread, in seconds. Wall-clock time if unknown.
fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    thread_seconds().unwrap_or_else(|| START.elapsed().as_secs_f64())
}

/// Unit of rates measured with [`now`].
fn unit() -> &'static str {
    if thread_seconds().is_some() { "second of CPU time" } else { "second of real time" }
}
