//! `stonefield bench`: measures the speed of playouts and agents.

use super::bench_playouts::{PolicyKind, Row};
use super::board::Suicide;
use super::failure::Failure;
use super::{bench_count, bench_playouts, bench_sim, values};
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::Size;

/// Arguments of `bench`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "`cargo bench --bench tables` prints what --tree, --negamax and --sgf printed in earlier versions"
)]
pub(super) struct BenchArgs {
    /// Measure the agents instead of playouts
    #[arg(long, conflicts_with_all = ["policy", "size", "suicide", "playouts", "count"])]
    sim: bool,
    /// Measure only this policy
    #[arg(long, value_enum)]
    policy: Option<PolicyKind>,
    /// Measure only this board size [default: 9, 13 and 19]
    #[arg(long, value_parser = str::parse::<Size>)]
    size: Option<Size>,
    /// Measure only with suicide of several stones allowed, or only with it forbidden
    #[arg(long, value_enum)]
    suicide: Option<Suicide>,
    /// Count instructions instead: of all hot paths, or of those whose names contain NAME; needs valgrind
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(conflicts_with_all = ["policy", "size", "suicide", "seconds", "playouts", "seed"])]
    count: Option<String>,
    /// Program to measure, such as an earlier build [default: this program]
    #[arg(long, value_name = "FILE", requires = "count")]
    #[arg(conflicts_with_all = ["policy", "size", "suicide", "seconds", "playouts", "seed"])]
    program: Option<PathBuf>,
    /// Number of playouts of each row, instead of --seconds
    #[arg(long, value_name = "NUMBER", conflicts_with = "seconds", value_parser = values::whole::<u64>("number of playouts", 1, 1_000_000_000))]
    playouts: Option<u64>,
    /// Time for each row, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = values::number("number of seconds", 0.01, 3600.0))]
    seconds: f64,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args {
        BenchArgs { sim: true, .. } => bench_sim::run(args.seconds, out),
        BenchArgs { count: Some(name), .. } => bench_count::run(name, args.program.as_deref(), out),
        _ => bench_playouts::run(&rows(args), args.playouts, args.seconds, args.seed, out),
    }
}

fn rows(args: &BenchArgs) -> Vec<Row> {
    let sizes = args.size.map_or_else(
        || [9, 13, 19].into_iter().filter_map(|side| Size::square(side).ok()).collect(),
        |size| vec![size],
    );
    // The heavy policy is made for rules without suicide, so it is measured with suicide only on request.
    let groups = [
        (PolicyKind::Light, Suicide::Allowed, true),
        (PolicyKind::Light, Suicide::Forbidden, true),
        (PolicyKind::Heavy, Suicide::Allowed, args.suicide.is_some()),
        (PolicyKind::Heavy, Suicide::Forbidden, true),
    ];
    groups
        .into_iter()
        .filter(|&(kind, suicide, by_default)| {
            by_default
                && args.policy.is_none_or(|only| only == kind)
                && args.suicide.is_none_or(|only| only == suicide)
        })
        .flat_map(|(kind, suicide, _)| sizes.iter().map(move |&size| Row { kind, size, suicide }))
        .collect()
}
