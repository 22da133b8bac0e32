//! `stonefield bench --count`: instructions instead of seconds, the same on a busy machine as on a quiet one.

use super::bench_playouts::Row;
use super::failure::Failure;
use std::io::Write;
use std::process::{Command, Stdio};

/// Playouts whose moves are counted.
const PLAYOUTS: u64 = 1000;

/// Counts the instructions of 1,000 playouts of each row: those of a run with them and one more, less those of a run of that one.
pub(super) fn run(rows: &[Row], seed: u64, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "Instructions of {PLAYOUTS} playouts, as valgrind counts them\n")?;
    writeln!(out, "{:<7} {:<7} {:<10} {:>16}", "policy", "board", "suicide", "instructions")?;
    for row in rows {
        let with = instructions(*row, PLAYOUTS + 1, seed)?;
        let without = instructions(*row, 1, seed)?;
        let [policy, board, suicide] = row.names();
        writeln!(out, "{policy:<7} {board:<7} {suicide:<10} {:>16}", with.saturating_sub(without))?;
        out.flush()?;
    }
    Ok(())
}

/// The instructions of this program when it does nothing but these playouts.
fn instructions(row: Row, playouts: u64, seed: u64) -> Result<u64, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::flag("--count", format!("where this program is cannot be told: {error}"))
    })?;
    let [policy, board, suicide] = row.names();
    let result = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", "--policy", &policy, "--size", &board, "--suicide", &suicide])
        .args(["--playouts", &playouts.to_string(), "--seed", &seed.to_string()])
        .stdin(Stdio::null())
        .output();
    let output = match result {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Failure::flag("--count", "valgrind, which counts them, is not installed"));
        }
        Err(error) => return Err(Failure::flag("--count", format!("valgrind cannot be run: {error}"))),
    };
    let told = String::from_utf8_lossy(&output.stderr);
    counted(&told).filter(|_| output.status.success()).ok_or_else(|| {
        let last = told.lines().last().unwrap_or("nothing");
        Failure::flag("--count", format!("valgrind counted nothing; the last it said is '{last}'"))
    })
}

/// The count in what callgrind says at its end: `==1234== Collected : 5678`.
fn counted(told: &str) -> Option<u64> {
    let line = told.lines().rev().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_in_what_callgrind_says() {
        let told =
            "==7== Events    : Ir\n==7== Collected : 10461384\n==7== \n==7== I   refs:      10,461,384\n";
        assert_eq!(counted(told), Some(10_461_384));
        assert_eq!(counted("==7== valgrind: no such tool"), None);
    }
}
