//! Any text as a plan of the laboratory and as its other texts, or choices of which a plan is made: each is
//! read and written back, or refused in one line, and nothing is played or started.
#![no_main]

#[path = "../../tests/it/support/plan_property.rs"]
mod plan_property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| match (bytes.split_first(), std::str::from_utf8(bytes)) {
    (Some((0, choices)), _) => plan_property::holds(&plan_property::plan(choices)),
    (_, Ok(text)) => plan_property::holds(text),
    _ => plan_property::holds(&String::from_utf8_lossy(bytes)),
});
