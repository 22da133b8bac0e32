//! The program in a process of its own.
use rusqlite::{Connection, OpenFlags};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Command with these arguments, without input and without the user's settings.
pub fn stonefield(args: &[&str]) -> Command {
    let mut command = without_settings(env!("CARGO_BIN_EXE_stonefield"));
    command.args(args);
    command
}

/// Command of any program, without input. Stonefield started by it has no settings.
pub fn without_settings(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command.env("XDG_CONFIG_HOME", std::env::temp_dir().join("stonefield-without-settings"));
    command
}

/// Output of a command that reads these lines.
pub fn fed(command: &mut Command, lines: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Exit code, stdout and stderr of a command.
pub fn run_command(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// Shortest time that a series to be interrupted lasts: a checkpoint is first written after half a second.
const SHORTEST: Duration = Duration::from_millis(2500);

/// Mind with which a series is long enough to be interrupted on this machine, and the output of the whole
/// series.
pub fn slow_enough(series: impl Fn(&str) -> Command) -> (String, Output) {
    let mut playouts = 20;
    loop {
        let mind = format!("mcts:playouts={playouts}");
        let started = Instant::now();
        let output = series(&mind).stderr(Stdio::piped()).output().expect("it runs");
        assert!(output.status.success(), "{}", err(&output));
        if started.elapsed() >= SHORTEST {
            return (mind, output);
        }
        playouts *= 2;
    }
}

/// Number of games in the checkpoint of a series; 0 if it cannot be read.
pub fn kept_games(path: &Path) -> usize {
    let store = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let count =
        |store: Connection| store.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, u32>(0));
    store.and_then(count).unwrap_or(0) as usize
}

/// stdout as text.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// stderr as text.
pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks for a refusal: exit code 2, empty stdout, and one line with these words.
pub fn refused(output: &Output, words: &[&str]) {
    let line = err(output);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(output.stdout.is_empty() && line.lines().count() == 1, "{line}");
    for word in words {
        assert!(line.contains(word), "no {word:?} in {line}");
    }
}
