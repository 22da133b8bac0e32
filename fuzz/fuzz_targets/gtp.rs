//! Any bytes to an engine: each line gets one well-formed answer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, sink};
use stonefield::gtp::{Opponent, serve};
use stonefield_go::{Rules, Size};
use stonefield_minds::BrainSpec;

fuzz_target!(|bytes: &[u8]| {
    // Records are files, and minds may be programs; a fuzzer is to touch none.
    if bytes.windows(3).any(|word| word == b"sgf") || bytes.windows(5).any(|word| word == b"brain") {
        return;
    }
    let size = Size::square(5).unwrap_or_default();
    let Ok(mut opponent) = Opponent::new(&BrainSpec::default(), size, Rules::default(), 1) else { return };
    let mut out = Vec::new();
    serve(&mut opponent, Cursor::new(bytes.to_vec()), &mut out, &mut sink()).expect("memory takes all");
    let text = String::from_utf8(out).expect("answers are text");
    if !text.is_empty() {
        let parts = text.strip_suffix("\n\n").expect("the last answer is whole").split("\n\n");
        parts.for_each(|part| assert!(part.starts_with(['=', '?']), "{part:?}"));
    }
});
