//! Any text as a settings file: engines, and in a build with the window looks and keys, are read or refused in one line.
#![no_main]

use stonefield_minds::Origin;
use stonefield_minds::engine::Engines;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match Engines::parse(text) {
        Ok(engines) => {
            for engine in engines.list() {
                assert_eq!(engine.spec.origin(), Origin::Settings);
                let said = engine.spec.to_string();
                assert_eq!(said.parse().as_ref(), Ok(&engine.spec), "{said}");
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    #[cfg(feature = "view")]
    looks(text);
});

#[cfg(feature = "view")]
fn looks(text: &str) {
    use stonefield_window::settings::Settings;
    match Settings::parse(text) {
        Ok(settings) => {
            let written =
                stonefield_files::with_values(text, &settings.values()).expect("TOML, as it was read");
            assert_eq!(Settings::parse(&written).as_ref(), Ok(&settings), "{written}");
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
