//! Tests of the command `render`.

use std::process::Command;
use stonefield_testing::scratch::{Scratch, names};

#[test]
fn a_record_of_another_game_is_refused() {
    let folder = Scratch::new("pictures-other-game");
    let record = folder.file("hex.sgf", "(;FF[4]GM[11]SZ[11];B[aa])");
    let render = |name: &str| {
        let program = env!("CARGO_BIN_EXE_stonefield");
        let output = Command::new(program).args(["render", &folder.plain(name), &record]).output();
        let output = output.expect("the program");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for name in ["hex.png", "hex.svg", "hex.gif"] {
        let (code, stderr) = render(name);
        assert!(
            code == Some(2) && stderr.contains("hex.sgf: GM[11] is not Go, which is 1"),
            "{code:?} {stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    assert_eq!(names(folder.folder()), ["hex.sgf"]);
}
