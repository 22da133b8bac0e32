//! Property tests with random inputs. The environment sets the number of inputs, so a run can be as long as
//! wanted. It stays in one process, whose peak memory is reported.

use rand::SeedableRng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use stonefield_search::Rng;

/// Tests a property on random inputs.
///
/// `STONEFIELD_FUZZ` sets the number of inputs (default 1000), and `STONEFIELD_FUZZ_SEED` the seed (default
/// 1). `holds` panics if the property fails for an input. Then stderr gets the seed and the text of the input
/// from `words`. At every `every`-th input, stderr gets the progress and the peak memory.
///
/// # Panics
/// If the property fails for an input.
pub fn by_chance<I>(
    every: u64,
    mut draw: impl FnMut(&mut Rng) -> I,
    holds: impl Fn(&I),
    words: impl Fn(&I) -> String,
) {
    let number =
        |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("STONEFIELD_FUZZ", 1000), number("STONEFIELD_FUZZ_SEED", 1));
    let mut rng = Rng::seed_from_u64(seed);
    for index in 0..count {
        let input = draw(&mut rng);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| holds(&input))) {
            eprintln!("seed {seed}, input {index}: {}", words(&input));
            resume_unwind(panic);
        }
        if index % every == 0 {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let peak_memory = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
            eprintln!("{index} of {count} inputs hold; {peak_memory}");
        }
    }
}
