//! Third-party clients that drive Stonefield.

use stonefield_testing as support;

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

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
    // Sabaki's board contains exactly the moves that were played: its own one and all generated ones.
    assert!(count("moves") > 20 && count("known") == count("moves") + 1, "{said}");
    assert!(told["score"].as_str().is_some_and(|score| score.starts_with(['B', 'W'])), "{said}");
    assert_eq!(told["stones"].as_str().map(|stones| stones.split_whitespace().count()), Some(5), "{said}");
}

/// Sends a client's recorded commands and returns the responses.
fn answers(transcript: &str) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_stonefield"))
        .args(["gtp", "--brain", "sensible", "--seed", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("a pipe");
    stdin.write_all(transcript.as_bytes()).expect("it listens");
    drop(stdin);
    let output = engine.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    said.split_terminator("\n\n").map(str::to_owned).collect()
}

/// GoGui and gogui-twogtp were built from source and recorded. Stonefield knows every command that they sent.
#[test]
fn gogui_and_twogtp_get_valid_responses() {
    for (client, transcript) in [
        ("GoGui", include_str!("../../clients/gogui/gogui.gtp")),
        ("twogtp", include_str!("../../clients/gogui/twogtp.gtp")),
    ] {
        let sent = transcript.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
        let answers = answers(transcript);
        assert_eq!(answers.len(), sent.len(), "{client}: an answer for every line");
        for (command, answer) in sent.iter().zip(&answers) {
            let text =
                answer.strip_prefix('=').unwrap_or_else(|| panic!("{client}: {command}: {answer}")).trim();
            let fits = match command.split(' ').next().unwrap_or_default() {
                "protocol_version" => text == "2",
                "name" => text == "Stonefield",
                "version" => text == env!("CARGO_PKG_VERSION"),
                "list_commands" => sent.iter().all(|sent| {
                    let name = sent.split(' ').next().unwrap_or_default();
                    text.lines().any(|line| line == name)
                }),
                "gogui-rules_game_id" => text == "Go",
                "gogui-analyze_commands" => text.lines().all(|line| line.split('/').count() >= 3),
                "genmove" => text.parse::<stonefield_go::Move>().is_ok(),
                "final_score" => text.starts_with(['B', 'W']),
                "cputime" => text.parse::<f64>().is_ok_and(|seconds| seconds >= 0.0),
                "stonefield-heat" => text.lines().all(|line| line.starts_with("COLOR ")) && !text.is_empty(),
                "stonefield-groups" => text.lines().count() == 9,
                _ => text.is_empty(),
            };
            assert!(fits, "{client}: {command}: {answer}");
        }
    }
}
