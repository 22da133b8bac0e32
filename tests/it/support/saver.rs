//! Process that repeatedly saves settings or an autosave and reports each time. The process is this test
//! program, started again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use stonefield_files::{AutosaveFile, AutosaveNote, abandoned_records, save_settings, with_values};
use toml_edit::Value;

/// Name of the test that saves when it is started by [`saver`].
const TEST: &str = "support::saver::saves_when_another_test_wants_it";

/// Kind of file that is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Settings,
    Autosave,
}

impl Part {
    pub const ALL: [Self; 2] = [Self::Settings, Self::Autosave];

    fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Autosave => "autosave",
        }
    }

    /// Path of the settings file in this folder. For an autosave, the folder itself.
    pub fn place(self, folder: &Path) -> PathBuf {
        match self {
            Self::Settings => folder.join("stonefield.toml"),
            Self::Autosave => folder.to_owned(),
        }
    }

    /// Number of the round whose content was saved, 0 if none was. Panics if the content is not that of one
    /// round.
    pub fn round_there(self, folder: &Path) -> u64 {
        match self {
            Self::Settings => {
                let Ok(text) = std::fs::read_to_string(self.place(folder)) else { return 0 };
                let round = text.lines().find_map(|line| line.strip_prefix("ui_scale = "));
                let Some(round) = round.and_then(|round| round.parse().ok()) else {
                    assert_eq!(text, users_lines(), "the old file");
                    return 0;
                };
                assert!(
                    text == settings(round),
                    "half of the settings of round {round}: {} bytes",
                    text.len()
                );
                round
            }
            Self::Autosave => {
                let left = abandoned_records(folder);
                assert!(left.len() <= 1, "{left:?}");
                let Some(left) = left.first() else { return 0 };
                let text = std::fs::read_to_string(&left.path).expect("readable");
                let round = text.strip_prefix("(;C[").and_then(|rest| rest.split(' ').next());
                let round = round.and_then(|round| round.parse().ok()).expect("a record of a round");
                assert!(text == record(round), "half of the record of round {round}: {} bytes", text.len());
                assert_eq!(left.note, note(round), "the note of another record");
                round
            }
        }
    }
}

/// Settings as the user wrote them, before the first round.
pub fn users_lines() -> String {
    let lines = (0..4000).map(|number| format!("# a line of the user's own, number {number}\n"));
    lines.collect::<String>() + "\n[keys]\nhelp = \"F2\"\n"
}

fn values(round: u64) -> [(&'static str, Option<Value>); 2] {
    [
        ("theme", Some(if round.is_multiple_of(2) { "dark" } else { "light" }.into())),
        ("ui_scale", Some(i64::try_from(round).expect("small").into())),
    ]
}

fn settings(round: u64) -> String {
    with_values(&users_lines(), &values(round)).expect("good")
}

fn record(round: u64) -> String {
    // Records differ in length, so that the end of an old one would be noticed.
    let words = usize::try_from(3_000 + round * 7919 % 20_000).expect("small");
    format!("(;C[{round} {}])\n", "word ".repeat(words))
}

fn note(round: u64) -> AutosaveNote {
    AutosaveNote {
        of: Some(format!("/games/{round}.sgf").into()),
        node: usize::try_from(round).expect("small"),
        game: None,
    }
}

/// Saves if the environment variables ask for it. Otherwise does nothing.
#[test]
fn saves_when_another_test_wants_it() {
    let wanted = |name: &str| std::env::var(name).ok();
    let (Some(part), Some(folder)) = (wanted("SAVER_PART"), wanted("SAVER_FOLDER")) else { return };
    let rounds: u64 = wanted("SAVER_ROUNDS").and_then(|rounds| rounds.parse().ok()).expect("a number");
    let folder = PathBuf::from(folder);
    let part = Part::ALL.into_iter().find(|known| known.name() == part).expect("a part");
    let first = part.round_there(&folder) + 1;
    let mut kept = None;
    for round in first..first + rounds {
        let saved = match part {
            Part::Settings => save_settings(&part.place(&folder), &values(round)),
            Part::Autosave => {
                if kept.is_none() {
                    match AutosaveFile::claim(&folder) {
                        Ok(claimed) => kept = Some(claimed),
                        Err(error) => {
                            eprintln!("failed: {error}");
                            continue;
                        }
                    }
                }
                kept.as_mut().expect("claimed").write(record(round).as_bytes(), &note(round))
            }
        };
        match saved {
            Ok(()) => eprintln!("saved {round}"),
            Err(error) => eprintln!("failed: {error}"),
        }
    }
}

/// Process that saves `rounds` times. It reports each round on stderr: `saved N` or `failed: ERROR`.
pub fn saver(part: Part, folder: &Path, rounds: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .args(["--exact", TEST, "--nocapture", "--test-threads=1"])
        .env("SAVER_PART", part.name())
        .env("SAVER_FOLDER", folder)
        .env("SAVER_ROUNDS", rounds.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Number of temporary files in a folder.
pub fn temporary_files(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names
        .filter(|name| {
            name.to_string_lossy().starts_with(".stonefield-") && name.to_string_lossy().ends_with(".tmp")
        })
        .count()
}

/// Records in a folder, by name.
pub fn records(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let records = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "sgf"));
    let named = records.map(|entry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("readable"))
    });
    named.collect()
}
