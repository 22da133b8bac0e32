//! Checks dependencies between crates, as reported by Cargo.

use serde_json::Value;
use std::process::Command;

/// Crates, each with its dependencies in the workspace.
const ORDER: [(&str, &[&str]); 9] = [
    ("files", &[]),
    ("go", &[]),
    ("search", &["go"]),
    ("minds", &["files", "go", "search"]),
    ("sim", &["files", "go", "minds", "search"]),
    ("lab", &["files", "go", "minds", "search", "sim"]),
    ("window", &["files", "go", "lab", "minds", "search", "sim"]),
    ("testing", &["go", "search"]),
    ("", &["files", "go", "lab", "minds", "search", "sim", "window"]),
];

/// Output of Cargo in the workspace, offline.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .args(["--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("Cargo starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Crates and features in a build without tests.
fn tree(args: &[&str]) -> String {
    cargo(&[&["tree", "--edges", "features,no-dev", "--prefix", "none"], args].concat())
}

#[test]
fn crates_name_only_those_below_them() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert_eq!(packages.len(), ORDER.len());
    for (name, below) in ORDER {
        let package = |name: &str| format!("stonefield-{name}").trim_end_matches('-').to_owned();
        let manifest = packages.iter().find(|one| one["name"] == package(name).as_str()).expect(name);
        let named = manifest["dependencies"].as_array().expect("dependencies").iter();
        let named = named.filter(|one| one["kind"] != "dev").filter_map(|one| one["name"].as_str());
        let mut named: Vec<_> = named.filter_map(|name| name.strip_prefix("stonefield-")).collect();
        named.sort_unstable();
        assert_eq!(named, below, "{}", package(name));
    }
}

/// Cargo unites the features of all packages in a build, so without `view` no package may enable rendering.
#[test]
fn nothing_is_drawn_without_the_window() {
    let drawn = ["wgpu", "winit", "egui", "bevy_render", "bevy_pbr", "bevy_window"];
    let all = tree(&["--no-default-features"]);
    for name in drawn {
        assert!(!all.contains(name), "{name} is in a build without the feature view");
    }
    assert!(all.contains("bevy_ecs ") && all.contains("stonefield-window "), "the tree is read");
    let window = tree(&[]);
    assert!(drawn.iter().all(|name| window.contains(name)), "the window draws");
}

#[test]
fn law_and_search_know_no_bevy_and_servers_no_window() {
    for (package, not) in [
        ("stonefield-go", &["bevy", "rusqlite", "stonefield-files"][..]),
        ("stonefield-search", &["bevy", "rusqlite", "stonefield-files"]),
        ("stonefield-minds", &["bevy", "rusqlite"]),
        ("stonefield-sim", &["bevy_render", "bevy_window", "wgpu", "egui", "rusqlite", "parquet"]),
        ("stonefield-lab", &["bevy_render", "bevy_window", "wgpu", "egui"]),
    ] {
        let mut tree = tree(&["--package", package]);
        if not[0] == "bevy" {
            // With the dependencies of tests.
            tree += &cargo(&["tree", "--edges", "all", "--prefix", "none", "--package", package]);
        }
        for name in not {
            assert!(!tree.contains(name), "{package} brings {name}");
        }
    }
}
