//! A trial of an engine: starts it, asks for its name and commands, and ends it.

use super::connection::{INTRODUCTION, Received};
use super::{Connection, EngineParams, Fault};
use crate::BrainSpec;
use std::time::Duration;
use stonefield_go::notation::counted;

/// An engine on trial. Dropping it ends the engine.
pub struct Trial {
    connection: Connection,
    /// Number of commands of [`INTRODUCTION`] that have their reply.
    reply_count: usize,
    /// True if the next command of [`INTRODUCTION`] was sent.
    is_sent: bool,
    /// Number of commands that the engine supports.
    command_count: usize,
}

impl Trial {
    /// Starts the engine of a `gtp` specification. Call this at the user's request only, never because a
    /// file names the program.
    ///
    /// # Errors
    /// Fails if the program cannot be started.
    pub fn start(spec: &BrainSpec) -> Result<Self, Fault> {
        let params: EngineParams = spec.read();
        let connection = Connection::start(&params.program(spec.base_folder()), params.limits())?;
        Ok(Self { connection, reply_count: 0, is_sent: false, command_count: 0 })
    }

    /// Polls the engine without waiting. Returns a text with its name, version and number of commands, or the
    /// fault. `None` while the introduction is not complete.
    pub fn poll(&mut self) -> Option<Result<String, Fault>> {
        loop {
            let Some(command) = INTRODUCTION.get(self.reply_count) else {
                let command_count = counted(self.command_count, "command");
                return Some(Ok(format!("{} answers, and knows {command_count}", self.connection.name())));
            };
            if !std::mem::replace(&mut self.is_sent, true) {
                self.connection.send(command, false);
            }
            match self.connection.poll(Duration::ZERO) {
                Err(fault) => return Some(Err(fault)),
                Ok(Received::Nothing) => return None,
                Ok(Received::Handled | Received::Line(_)) => {}
                Ok(Received::Reply(reply)) => {
                    self.connection.store_introduction(command, &reply);
                    self.command_count = self.connection.conversation.commands.len();
                    (self.reply_count, self.is_sent) = (self.reply_count + 1, false);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_engine(command: &str) -> Result<String, String> {
        let mut spec = BrainSpec::named("gtp").expect("a mind");
        spec.set_text("command", command).expect("a command line");
        spec.set_text("start", "5").expect("a limit");
        let mut trial = Trial::start(&spec).map_err(|fault| fault.to_string())?;
        loop {
            match trial.poll() {
                Some(result) => return result.map_err(|fault| fault.to_string()),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    #[test]
    fn a_missing_program_is_reported_in_one_line() {
        let message = try_engine("no-such-program-anywhere --gtp").expect_err("there is none");
        assert!(
            message.contains("there is no program 'no-such-program-anywhere'") && !message.contains('\n'),
            "{message}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_reports_its_name_and_a_failed_one_its_error() {
        let answers = "n=0; while read id rest; do case $rest in name) a=Fake;; version) a=1.2;; list_commands) a=\"name\nplay\";; *) a=2;; esac; \
                       printf '=%s %s\\n\\n' \"$id\" \"$a\"; done";
        assert_eq!(
            try_engine(&format!("sh -c {}", shlex::try_quote(answers).expect("a line"))).as_deref(),
            Ok("Fake 1.2 answers, and knows 2 commands")
        );
        let message = try_engine("sh -c 'echo out of ideas >&2; exit 4'").expect_err("it ends");
        assert!(
            message.contains("exit status 4") && message.contains("out of ideas") && !message.contains('\n'),
            "{message}"
        );
    }
}
