//! Holds the dependency rule of the house by reading its sources.
//!
//! Layers: files → go → field → notation → search → brain → sim → lab → gtp → view → cli → main; each names only those before it.

use crate::support::sources::{Source, code_of, sources, walk};
use std::fs;
use std::path::Path;

/// The layers, first to last.
const LAYERS: [&str; 11] =
    ["files", "go", "field", "notation", "search", "brain", "sim", "lab", "gtp", "view", "cli"];

/// A way to the outside: the names that lead there, and the files and folders that may have them. `cli` and `main` may have all.
struct Doors {
    to: &'static str,
    names: &'static [&'static str],
    of: &'static [&'static str],
}

const DOORS: [Doors; 5] = [
    // Writing is done by `files` alone, in one way; the others here name it, or look at what there is.
    Doors {
        to: "files",
        names: &["crate::files", "std::fs", "std::env", "File::"],
        of: &[
            "files/",
            "brain/engine/engines.rs",
            "brain/engine/environment.rs",
            "brain/engine/kin.rs",
            "brain/engine/request.rs",
            "lab/game_worker.rs",
            "lab/laboratory.rs",
            "lab/openings.rs",
            "lab/plan/mod.rs",
            "lab/store/database.rs",
            "lab/store/error.rs",
            "lab/store/folder.rs",
            "lab/store/ledger.rs",
            "lab/store/result_store.rs",
            "lab/store/shard_file.rs",
            "lab/store/store_place.rs",
            "sim/history/record_source.rs",
            "gtp/record.rs",
            "gtp/time.rs",
            "view/window/files.rs",
            "view/window/files/introduced.rs",
            "view/window/files/lessons.rs",
            "view/window/files/recent.rs",
            "view/window/panels/picker_of_page.rs",
            "view/window/probe.rs",
            "view/window/settings.rs",
        ],
    },
    Doors {
        to: "processes",
        names: &["std::process", "process::Command"],
        of: &[
            "files/",
            "brain/engine/environment.rs",
            "brain/engine/group.rs",
            "brain/engine/living.rs",
            "brain/engine/process.rs",
            "brain/engine/request.rs",
        ],
    },
    // A search with `threads=1`, the default, starts none; where a world has no pool, minds answer in place; without a thread a
    // journal is synced at once.
    Doors {
        to: "threads",
        names: &["std::thread", "thread::spawn", "thread::scope", "thread::Builder"],
        of: &[
            "files/syncer.rs",
            "brain/engine/living.rs",
            "brain/engine/process.rs",
            "brain/engine/request.rs",
            "brain/engine/connection.rs",
            "brain/engine/writer.rs",
            "search/mcts/threads.rs",
            "search/supply.rs",
            "sim/thinking/mind.rs",
            "sim/thinking/pool.rs",
            "sim/thinking/trial.rs",
            "lab/background/",
            "lab/crew.rs",
            "lab/laboratory.rs",
            "gtp/aside.rs",
            "gtp/serve.rs",
            "view/window/pictures/job.rs",
        ],
    },
    Doors {
        to: "the browser",
        names: &["js_sys", "wasm_bindgen", "web_sys"],
        of: &[
            "files/kept.rs",
            "files/storage.rs",
            "sim/thinking/worker.rs",
            "sim/thinking/workers.rs",
            "files/page.rs",
            "view/window/page/",
            "view/window/panels/picker_of_page.rs",
            "view/window/probe_of_page.rs",
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

/// The place of a source's layer in [`LAYERS`]; `None` for `lib.rs` and `main.rs`.
fn layer(source: &Source) -> Option<usize> {
    let first = source.path.split(['/', '.']).next()?;
    LAYERS.iter().position(|layer| *layer == first)
}

/// The names that follow `prefix`, those of a braced list among them: for `crate::`, the `go` of `crate::go::Size` and
/// of `crate::{go::Size, field}`.
fn named_after(code: &str, prefix: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (i, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                c if c.is_whitespace() => {}
                _ if begins && depth == 0 => {
                    names.push(word(&list[i..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    names
}

/// Whether a name stands in the code, and not as the end of a longer one.
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

#[test]
fn a_layer_names_only_layers_before_it() {
    let mut faults = Vec::new();
    for source in sources() {
        let Some(own) = layer(&source) else { continue };
        for prefix in ["crate::", "stonefield::", "super::super::", "super::super::super::"] {
            for name in named_after(&source.code, prefix) {
                if LAYERS.iter().position(|layer| *layer == name).is_some_and(|other| other > own) {
                    faults.push(format!("{} names {name}", source.path));
                }
            }
        }
    }
    assert_none(faults, "a layer may name only those before it");
}

#[test]
fn what_all_may_name_names_none() {
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| source.is_in(&["files.rs", "files/"])) {
        for name in named_after(&source.code, "crate::") {
            if LAYERS.contains(&name.as_str()) {
                faults.push(format!("{} names {name}", source.path));
            }
        }
    }
    assert_none(faults, "files stands beside the layers and names none of them");
}

#[test]
fn every_folder_is_a_layer() {
    let known = |source: &Source| {
        layer(source).is_some() || source.is_in(&["lib.rs", "main.rs", "files.rs", "files/"])
    };
    let strangers = sources().into_iter().filter(|source| !known(source)).map(|source| source.path).collect();
    assert_none(strangers, "no layer");
}

#[test]
fn what_chooses_moves_knows_no_engine() {
    let mut faults = Vec::new();
    for source in sources()
        .into_iter()
        .filter(|source| source.is_in(&["go/", "field/", "notation/", "search/", "brain/"]))
    {
        if source.code.contains("bevy") {
            faults.push(source.path);
        }
    }
    assert_none(faults, "go, field, notation, search and brain never name bevy");
}

/// A rule of the agents sees what they know, and no position.
#[test]
fn rules_of_the_agents_see_agents_only() {
    let forbidden = ["Position", "Board", "BoardVisitor", "Observation"];
    let faults = sources()
        .iter()
        .filter(|source| source.path.starts_with("brain/rules/"))
        .flat_map(|source| {
            // What tests draw is a position.
            let named = forbidden.into_iter().filter(|name| is_named(source.tested(), name));
            named.map(|name| format!("{} names {name}", source.path)).collect::<Vec<_>>()
        })
        .collect();
    assert_none(faults, "brain/rules sees the agents and nothing else");
}

#[test]
fn the_world_runs_without_a_picture() {
    const ALLOWED: [&str; 9] =
        ["ecs", "app", "state", "time", "platform", "tasks", "log", "utils", "MinimalPlugins"];
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| source.is_in(&["sim/", "lab/"])) {
        for name in named_after(&source.code, "bevy::") {
            if !ALLOWED.contains(&name.as_str()) {
                faults.push(format!("{} names bevy::{name}", source.path));
            }
        }
        for name in ["egui", "winit", "wgpu", "crossterm"] {
            if source.code.contains(name) {
                faults.push(format!("{} names {name}", source.path));
            }
        }
    }
    assert_none(faults, "sim and lab name no rendering, window or panel");
}

#[test]
fn few_touch_the_outside() {
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

/// Where a stream may be named: `terminal.rs` gives the terminal back, `fault.rs` tells tests of a fault that they asked for.
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
        "brain/engine/",
        "files/today.rs",
        "search/listener.rs",
        "search/mcts/threads.rs",
        "sim/thinking/",
        "lab/",
        "gtp/",
        "cli/",
    ];
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| layer(source).is_some() && !source.is_in(&CLOCKS)) {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    let places: Vec<_> = paths
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("readable");
            let count = text.matches("feature = \"view\"").count();
            std::iter::repeat_n(path.display().to_string(), count)
        })
        .collect();
    assert!(places.len() <= 2, "the cfg of the feature view stands in {places:?}");
}

#[test]
fn the_reader_of_sources_reads() {
    let code = code_of("a // crate::cli\n\"crate::view \\\" x\" b /* c */ r#\"d \" e\"# '\"' f");
    assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "b", "f"]);
    let names =
        named_after("use crate::{go::{Size, Point}, brain, field::Heat}; crate::sim::tick()", "crate::");
    assert_eq!(names, ["go", "brain", "field", "sim"]);
}
