//! Checks in the sources which modules use files, processes, threads, streams and the browser. Manifests and
//! `crates.rs` say which crate may use which.

use crate::support::sources::{Source, code_of, raw_sources, sources};

/// Access to the outside: the names that give it, and the files and folders that may use them. `cli` and
/// `main` may use all.
struct Doors {
    to: &'static str,
    names: &'static [&'static str],
    of: &'static [&'static str],
}

const DOORS: [Doors; 5] = [
    // Only `files` writes. The others here import it, or read.
    Doors {
        to: "files",
        names: &["stonefield_files", "std::fs", "std::env", "File::"],
        of: &[
            "files/",
            "minds/engine/engines.rs",
            "minds/toml_text.rs",
            "minds/engine/environment.rs",
            "minds/engine/descendants.rs",
            "minds/engine/signals.rs",
            "lab/game_worker.rs",
            "lab/laboratory.rs",
            "lab/openings.rs",
            "lab/plan/mod.rs",
            "lab/store/database.rs",
            "lab/store/error.rs",
            "lab/store/folder.rs",
            "lab/store/result_store.rs",
            "lab/store/result_store/store_file.rs",
            "lab/store/sql_error.rs",
            "lab/store/shard_file.rs",
            "lab/store/store_place.rs",
            "lab/tuning/tuner.rs",
            "sim/history/record_source.rs",
            "gtp/opponent.rs",
            "gtp/record.rs",
            "gtp/time.rs",
            "window/shell/files.rs",
            "window/shell/files/introduced.rs",
            "window/shell/files/lessons.rs",
            "window/shell/files/recent.rs",
            "window/platform/page/",
            "window/platform/program/mod.rs",
            "window/record/opened.rs",
            "window/shell/settings.rs",
        ],
    },
    Doors {
        to: "processes",
        names: &["std::process", "process::Command"],
        of: &[
            "files/",
            "minds/engine/environment.rs",
            "minds/engine/group.rs",
            "minds/engine/running.rs",
            "minds/engine/process.rs",
            "minds/engine/signals.rs",
        ],
    },
    // A search with `threads=1`, the default, starts none. In a world without a pool minds answer in place.
    // Without a thread a folder is synced at once.
    Doors {
        to: "threads",
        names: &[
            "std::thread",
            "thread::spawn",
            "thread::scope",
            "thread::Builder",
            "start_thread",
            "start_scoped",
        ],
        of: &[
            "files/syncer.rs",
            "minds/engine/running.rs",
            "minds/engine/process.rs",
            "minds/engine/signals.rs",
            "minds/engine/connection.rs",
            "minds/engine/writer.rs",
            "search/mcts/threads.rs",
            "search/supply.rs",
            "sim/thinking/mind.rs",
            "sim/thinking/pool/threads.rs",
            "sim/thinking/trial.rs",
            "lab/background/",
            "lab/crew.rs",
            "lab/laboratory.rs",
            "gtp/aside.rs",
            "gtp/serve.rs",
            "window/platform/program/mod.rs",
        ],
    },
    Doors {
        to: "the browser",
        names: &["js_sys", "wasm_bindgen", "web_sys"],
        of: &[
            "files/autosave_place_of_page.rs",
            "files/storage.rs",
            "sim/thinking/pool/workers/",
            "files/page.rs",
            "window/page/",
            "window/platform/page/",
        ],
    },
    Doors {
        to: "streams and sockets",
        names: &[
            "std::net",
            "io::stdout",
            "io::stdin",
            "io::stderr",
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
            "dbg!",
        ],
        of: &["files/fault.rs"],
    },
];

/// True if the code contains the name, and not only as the end of a longer name.
fn is_named(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        name.starts_with('.') || !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

fn assert_none(mut faults: Vec<String>, rule: &str) {
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{rule}:\n  {}", faults.join("\n  "));
}

/// Rules of the agents use only what agents know, never a position.
#[test]
fn rules_of_the_agents_see_agents_only() {
    let forbidden = ["Position", "Board", "BoardVisitor", "Observation"];
    let faults = sources()
        .iter()
        .filter(|source| source.path.starts_with("minds/rules/"))
        .flat_map(|source| {
            // Tests may generate positions.
            let named = forbidden.into_iter().filter(|name| is_named(source.tested(), name));
            named.map(|name| format!("{} names {name}", source.path)).collect::<Vec<_>>()
        })
        .collect();
    assert_none(faults, "minds/rules sees the agents and nothing else");
}

#[test]
fn only_listed_files_access_the_outside() {
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&["cli/", "main.rs"])) {
        for doors in DOORS.iter().filter(|doors| !source.is_in(doors.of)) {
            for name in doors.names.iter().filter(|name| is_named(source.tested(), name)) {
                faults.push(format!("{} names {name}, and is not a door to {}", source.path, doors.to));
            }
        }
    }
    assert_none(faults, "files, processes, threads and streams are for cli and the doors");
}

#[test]
fn every_door_is_used() {
    let sources = sources();
    let mut faults = Vec::new();
    for doors in &DOORS {
        for door in doors.of {
            let named = |source: &Source| doors.names.iter().any(|name| is_named(source.tested(), name));
            if !sources.iter().any(|source| source.is_in(&[door]) && named(source)) {
                faults.push(format!("{door} has no need to be a door to {}", doors.to));
            }
        }
    }
    assert_none(faults, "a door that nobody uses is closed");
}

#[test]
fn files_are_written_in_one_place() {
    const WRITES: [&str; 12] = [
        "fs::write",
        "fs::rename",
        "fs::copy",
        "fs::remove",
        "fs::create_dir",
        "hard_link",
        "File::create",
        "File::options",
        "OpenOptions",
        "create_new",
        "save_with_format",
        ".set_len(",
    ];
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&["files"])) {
        for name in WRITES.iter().filter(|name| is_named(source.tested(), name)) {
            faults.push(format!("{} names {name}", source.path));
        }
    }
    assert_none(faults, "files are written by the layer files alone, which does it whole or not at all");
}

/// Files that may use streams. `terminal.rs` restores the terminal. `fault.rs` reports injected faults.
const STREAMS: [&str; 3] = ["cli/door.rs", "cli/terminal.rs", "files/fault.rs"];

#[test]
fn text_reaches_a_terminal_through_one_door() {
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&STREAMS)) {
        let code = source.tested();
        for name in ["io::stdout()", "io::stderr()", "println!", "print!", "eprintln!", "eprint!"] {
            let written = code.match_indices(name).any(|(at, _)| {
                let word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                !word && !code[at + name.len()..].starts_with(".is_terminal()")
            });
            if written {
                faults.push(format!("{} names {name}", source.path));
            }
        }
    }
    assert_none(faults, "stdout and stderr are written through cli::door");
}

#[test]
fn most_stay_ready_for_a_browser() {
    const CLOCKS: [&str; 8] = [
        "minds/engine/",
        "files/today.rs",
        "search/mcts/threads.rs",
        "search/stop_watch.rs",
        "sim/thinking/",
        "lab/",
        "gtp/",
        "cli/",
    ];
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&CLOCKS)) {
        if source.code.contains("std::time") {
            faults.push(format!("{} names std::time", source.path));
        }
    }
    assert_none(faults, "clocks come from bevy::platform, but for engines, threads, lab, gtp and cli");
}

#[test]
fn nothing_that_chooses_depends_on_entropy() {
    let mut faults = Vec::new();
    for source in sources() {
        for name in ["rand::rng()", "rand::random", "from_os_rng", "ThreadRng", "SysRng"] {
            if source.code.contains(name) {
                faults.push(format!("{} names {name}", source.path));
            }
        }
    }
    assert_none(faults, "chance comes from search::Dice");
}

#[test]
fn the_window_is_switched_in_two_places_at_most() {
    let places: Vec<_> = raw_sources()
        .into_iter()
        .flat_map(|(path, text)| {
            let count = text.matches("feature = \"view\"").count();
            std::iter::repeat_n(path, count)
        })
        .collect();
    assert!(places.len() <= 2, "the cfg of the feature view stands in {places:?}");
}

#[test]
fn the_reader_of_sources_reads() {
    let code = code_of("a // stonefield::cli\n\"crate::view \\\" x\" b /* c */ r#\"d \" e\"# '\"' f");
    assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "b", "f"]);
}
