//! `stonefield bench`: measures playouts per second.

use super::board::Suicide;
use super::clock::Stopwatch;
use super::failure::Failure;
use clap::ValueEnum;
use std::io::Write;
use stonefield_go::{Position, Rules, Size};
use stonefield_search::playout::{PlayoutTotals, measure_playouts};
use stonefield_search::policy::Policy;

/// Playout policy, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PolicyKind {
    /// Random moves
    Light,
    /// Moves chosen by all parts of the playout policy
    Heavy,
}

/// Row of the table: policy, board and suicide rule of its playouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub kind: PolicyKind,
    pub size: Size,
    pub suicide: Suicide,
}

impl Row {
    pub(super) fn policy(self) -> Policy {
        match self.kind {
            PolicyKind::Light => Policy::LIGHT,
            PolicyKind::Heavy => Policy::HEAVY,
        }
    }

    /// Komi, in points: 0.5 for light playouts, as in published figures; 7.5 for heavy ones, as by default.
    fn komi(self) -> f64 {
        match self.kind {
            PolicyKind::Light => 0.5,
            PolicyKind::Heavy => 7.5,
        }
    }

    /// Names of policy, board and suicide rule, which identify the row.
    pub(super) fn names(self) -> [String; 3] {
        let name = |value: Option<clap::builder::PossibleValue>| {
            value.map_or_else(String::new, |value| value.get_name().to_owned())
        };
        [name(self.kind.to_possible_value()), self.size.to_string(), name(self.suicide.to_possible_value())]
    }

    fn play(self, playouts: u64, seed: u64) -> PlayoutTotals {
        let position = Position::new(self.size, Rules { komi: self.komi(), ..Rules::default() });
        measure_playouts(&position, self.policy(), self.suicide == Suicide::Allowed, playouts, seed)
    }
}

/// Measures each row on one thread: over `playouts` playouts if given, else for about `seconds`
/// seconds, as a [`Stopwatch`] measures them.
pub(super) fn run(
    rows: &[Row],
    playouts: Option<u64>,
    seconds: f64,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(
        out,
        "Playouts from the empty board to two passes, one thread; komi 0.5 for light ones, 7.5 for heavy ones\n"
    )?;
    let unit = format!("per {}", Stopwatch::unit());
    writeln!(
        out,
        "{:<7} {:<7} {:<10} {unit:>26} {:>11} {:>12} {:>8}",
        "policy", "board", "suicide", "mean plies", "Black ahead", "cut off"
    )?;
    for row in rows {
        let watch = Stopwatch::start();
        let totals = match playouts {
            Some(playouts) => row.play(playouts, seed),
            None => play_for(*row, seconds, seed, &watch),
        };
        let rate = watch.rate(totals.playouts as f64);
        let count = totals.playouts as f64;
        let [policy, board, suicide] = row.names();
        writeln!(
            out,
            "{policy:<7} {board:<7} {suicide:<10} {rate:>26} {:>11.1} {:>10.1} % {:>6.2} %",
            totals.plies as f64 / count,
            100.0 * totals.black_ahead as f64 / count,
            100.0 * totals.capped as f64 / count,
        )?;
        out.flush()?;
    }
    Ok(())
}

fn play_for(row: Row, seconds: f64, seed: u64, watch: &Stopwatch) -> PlayoutTotals {
    let mut totals = PlayoutTotals::default();
    let mut chunk = 100;
    for round in 0.. {
        totals += row.play(chunk, seed.wrapping_add(round));
        let elapsed = watch.seconds();
        if elapsed >= seconds {
            break;
        }
        // The next chunk takes about a twentieth of `seconds`, so the clock is read seldom.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small positive number"
        )]
        {
            chunk =
                ((totals.playouts as f64 / elapsed.max(0.001) * seconds / 20.0) as u64).clamp(10, 1_000_000);
        }
    }
    totals
}
