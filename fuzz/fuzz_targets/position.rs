//! Any text as a diagram of a board, as `--position` reads it: what is taken is written so that it reads back the same.
#![no_main]

use stonefield_go::{Position, Rules, Setup};

libfuzzer_sys::fuzz_target!(|text: &str| {
    match text.trim_start_matches('\u{feff}').parse::<Setup>() {
        Ok(setup) => {
            let again: Setup = setup.to_string().parse().expect("its own diagram");
            assert_eq!(again.stones(), setup.stones(), "{setup}");
            for rules in Rules::names() {
                let rules = Rules::preset(rules).expect("a preset");
                if let Ok(position) = Position::from_setup(&setup, rules) {
                    assert_eq!(position.setup().stones(), setup.stones());
                }
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});
