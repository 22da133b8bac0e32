//! The program in a process of its own.
use rusqlite::{Connection, OpenFlags};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, no input, and none of the user's settings.
pub fn stonefield(args: &[&str]) -> Command {
    let mut command = without_settings(env!("CARGO_BIN_EXE_stonefield"));
    command.args(args);
    command
}

/// Any program, which has no input and runs ours without settings.
pub fn without_settings(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command.env("XDG_CONFIG_HOME", std::env::temp_dir().join("stonefield-without-settings"));
    command
}

/// What comes of a command that reads these lines.
pub fn fed(command: &mut Command, lines: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Exit code, stdout and stderr of a command.
pub fn told(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// Number of games in the checkpoint of a series; 0 if it cannot be read.
pub fn kept_games(path: &Path) -> usize {
    let store = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let count =
        |store: Connection| store.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, u32>(0));
    store.and_then(count).unwrap_or(0) as usize
}

/// What was written to stdout.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What was written to stderr.
pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Holds that nothing was done: exit code 2, no result, and one line with these words.
pub fn refused(output: &Output, words: &[&str]) {
    let line = err(output);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(output.stdout.is_empty() && line.lines().count() == 1, "{line}");
    for word in words {
        assert!(line.contains(word), "no {word:?} in {line}");
    }
}
