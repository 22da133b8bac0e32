//! GTP between real processes: Stonefield as an engine, and the programs that it plays with.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Response: the result, or the error message.
pub type Answer = Result<String, String>;

/// Engine in a process of its own, which is killed on drop.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts Stonefield with the given flags.
    pub fn stonefield(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonefield"));
        command.arg("gtp").args(args);
        Self::start(command)
    }

    /// Starts any engine.
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, input, output }
    }

    /// Sends a line without waiting for the response.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).expect("it listens");
    }

    /// Reads the next line of output, without the line end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        assert!(line.ends_with('\n'), "the engine ended after {line:?}");
        line.pop();
        line
    }

    /// Reads the next response, to its empty line.
    pub fn response(&mut self) -> Answer {
        let first = self.line();
        let (sign, mut text) = first.split_at(1);
        let mut rest = String::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                break;
            }
            rest.push('\n');
            rest.push_str(&line);
        }
        text = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let whole = format!("{}{rest}", text.strip_prefix(' ').unwrap_or(text));
        match sign {
            "=" => Ok(whole),
            "?" => Err(whole),
            _ => panic!("no response: {first:?}"),
        }
    }

    /// Sends a line and reads the response.
    pub fn ask(&mut self, line: &str) -> Answer {
        self.send(line);
        self.response()
    }

    /// Sends a line and returns the result. Panics on an error response.
    pub fn tell(&mut self, line: &str) -> String {
        self.ask(line).unwrap_or_else(|why| panic!("{line}: {why}"))
    }

    /// Closes the input and waits. Returns the rest of the output, and true if the exit status is 0.
    pub fn close(mut self) -> (String, bool) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        (rest, self.child.wait().expect("it ends").success())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
