//! Any text as a mind: what is taken says itself so that it is taken again.
#![no_main]

use stonefield_minds::BrainSpec;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match text.parse::<BrainSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse::<BrainSpec>().as_ref(), Ok(&spec), "{spec}"),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});
