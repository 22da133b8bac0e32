//! Time commands: settings, remaining time and CPU time.

use super::clock::{Clock, Limit};
use super::opponent::Opponent;
use super::reply::{CommandResult, SYNTAX, read, reply_without_args};
use stonefield_files::process_seconds;
use stonefield_go::Color;

/// `time_settings MAIN PERIOD STONES`, times in seconds. No limit if a period has 0 stones, or if both times
/// are 0, because no move can be made in 0 s.
pub(super) fn settings(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let [main, period, stones] = args else { return Err(SYNTAX) };
    let (main, period, stones) = (seconds(main)?, seconds(period)?, read(stones)?);
    let limit = if (period > 0.0 && stones == 0) || (main <= 0.0 && period <= 0.0) {
        Limit::None
    } else {
        // Without overtime the number of stones is ignored.
        Limit::Canadian { main, period, stones: if period > 0.0 { stones } else { 0 } }
    };
    opponent.clock = Clock::new(limit);
    Ok(String::new())
}

/// `time_left COLOR SECONDS STONES`. STONES is 0 while main time runs.
pub(super) fn left(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let [color, time, stones] = args else { return Err(SYNTAX) };
    let (color, time, stones): (Color, _, _) = (read(color)?, seconds(time)?, read(stones)?);
    opponent.clock.set_left(color, time, stones);
    Ok(String::new())
}

/// `kgs-time_settings` and `kata-time_settings`: `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES` or
/// `byoyomi MAIN PERIOD COUNT`. MAIN and PERIOD are in seconds.
pub(super) fn named_settings(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let limit = match args {
        ["none"] => Limit::None,
        ["absolute", main] => Limit::Canadian { main: seconds(main)?, period: 0.0, stones: 0 },
        ["canadian", rest @ ..] => return settings(opponent, rest),
        ["byoyomi", main, period, count] => {
            Limit::Periods { main: seconds(main)?, period: seconds(period)?, count: read(count)? }
        }
        _ => return Err(SYNTAX),
    };
    opponent.clock = Clock::new(limit);
    Ok(String::new())
}

/// CPU time used by this program, in seconds.
pub(super) fn cputime(_: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, "")?;
    process_seconds().map(|seconds| format!("{seconds:.2}")).ok_or_else(|| "CPU time is unknown here".into())
}

/// Parses seconds from 0 to 1e9.
fn seconds(text: &str) -> CommandResult<f64> {
    let seconds: f64 = read(text)?;
    if (0.0..=1e9).contains(&seconds) { Ok(seconds) } else { Err(SYNTAX) }
}
