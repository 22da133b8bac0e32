//! Any text as a regression suite: each command is one line, and each answer can be judged.
#![no_main]

use stonefield_go::notation::gtp::Suite;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match Suite::parse(text) {
        Ok(suite) => {
            let lines = text.lines().count();
            for command in &suite.commands {
                assert!((1..=lines).contains(&command.line) && !command.text.contains('\n'), "{command:?}");
                for expected in &command.expected {
                    let _ = expected.judge(None);
                    let _ = expected.judge(Some(text));
                }
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});
