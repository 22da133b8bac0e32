//! Inputs of chance, as many as the environment says: for tests that run as long as they are asked to, in one
//! process whose memory is told.

use rand::SeedableRng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use stonefield_search::Rng;

/// Draws inputs and holds a property of each: `STONEFIELD_FUZZ` of them, from the seed `STONEFIELD_FUZZ_SEED`.
/// Each time that `every` more are done, and where one does not hold, stderr says so.
///
/// # Panics
/// When an input does not hold.
pub fn by_chance<I>(
    every: u64,
    mut draw: impl FnMut(&mut Rng) -> I,
    holds: impl Fn(&I),
    words: impl Fn(&I) -> String,
) {
    let number =
        |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number("STONEFIELD_FUZZ", 1000), number("STONEFIELD_FUZZ_SEED", 1));
    let mut rng = Rng::seed_from_u64(seed);
    for done in 0..count {
        let input = draw(&mut rng);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| holds(&input))) {
            eprintln!("seed {seed}, input {done}: {}", words(&input));
            resume_unwind(panic);
        }
        if done % every == 0 {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let most = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
            eprintln!("{done} of {count} inputs hold; {most}");
        }
    }
}
