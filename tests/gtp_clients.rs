//! Clients that others made drive Stonefield.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;

#[test]
fn sabaki_drives_a_whole_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/sabaki");
    if !support::require("node") {
        return;
    }
    if !folder.join("node_modules/@sabaki/gtp").is_dir() {
        let _ = support::skip("@sabaki/gtp is not installed: npm install in tests/clients/sabaki");
        return;
    }
    let output = Command::new("node")
        .arg("drive.js")
        .args([env!("CARGO_BIN_EXE_stonefield"), "gtp", "--brain", "sensible", "--seed", "4"])
        .current_dir(folder)
        .output()
        .expect("node runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_str(&said).expect("one line of JSON");
    let count = |key: &str| told[key].as_u64().expect("a number");
    assert_eq!(told["name"], "Stonefield");
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    assert!(count("commands") >= 40 && count("reports") >= 3, "{said}");
    // What Sabaki takes the game to be is what was played: its own move, and all that were generated.
    assert!(count("moves") > 20 && count("known") == count("moves") + 1, "{said}");
    assert!(told["score"].as_str().is_some_and(|score| score.starts_with(['B', 'W'])), "{said}");
    assert_eq!(told["stones"].as_str().map(|stones| stones.split_whitespace().count()), Some(5), "{said}");
}
