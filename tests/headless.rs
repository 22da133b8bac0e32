//! The program without its window: it shows games as text, and says why it draws nothing.

#![cfg(not(feature = "view"))]

use std::process::{Command, Output, Stdio};

fn stonefield(args: &[&str]) -> (Output, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stonefield"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (told, said) = (text(&output.stdout), text(&output.stderr));
    (output, told, said)
}

const WHY: &str = "stonefield: no window, as it was built without the feature view: here is the text view\n";

#[test]
fn a_new_game_is_shown_as_text() {
    let (output, told, said) = stonefield(&["--size", "5", "--seed", "1"]);
    assert_eq!((output.status.code(), said.as_str()), (Some(0), WHY));
    assert!(told.contains("\nX Black sensible, O White sensible\n"), "{told}");
    assert!(told.contains("agents = referee: 46 of 46 moves"), "{told}");
}

#[test]
fn a_record_is_shown_as_text() {
    let path = std::env::temp_dir().join(format!("stonefield-headless-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;SZ[5];B[cc];W[dd])").expect("a folder for temporary files");
    let (output, told, said) = stonefield(&[path.to_str().expect("a name")]);
    let _ = std::fs::remove_file(&path);
    assert_eq!((output.status.code(), said.as_str()), (Some(0), WHY));
    assert!(told.contains(". . X . .\n. . . O .\n"), "{told}");
    let (output, _, said) = stonefield(&["no-such.sgf"]);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
}

#[test]
fn pictures_are_refused_in_one_line() {
    let (output, told, said) = stonefield(&["render", "picture.png"]);
    assert_eq!((output.status.code(), told.as_str()), (Some(2), ""));
    assert_eq!(
        said,
        "stonefield: render: this program was built without the feature view and draws nothing\n"
    );
}

#[test]
fn games_are_played_and_counted() {
    let (output, told, said) = stonefield(&["run", "--games", "2", "--size", "5", "--seed", "1"]);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(told.contains("W+32.5") && told.contains("B+17.5"), "{told}");
}
