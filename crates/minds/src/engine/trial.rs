//! A trial: an engine is started, asked who it is, and sent away again.

use super::connection::{INTRODUCTION, Received};
use super::{Connection, EngineParams, Fault};
use crate::BrainSpec;
use std::time::Duration;
use stonefield_go::notation::counted;

/// An engine that is tried. Dropped, it is sent away.
pub struct Trial {
    connection: Connection,
    /// Questions that it has answered, and whether the next has been asked.
    answered: usize,
    asked: bool,
    commands: usize,
}

impl Trial {
    /// Starts the engine of a `gtp`. A program is started at the user's word only, never because a file names it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(spec: &BrainSpec) -> Result<Self, Fault> {
        let params: EngineParams = spec.read();
        let connection = Connection::start(&params.program(spec.place()), params.limits())?;
        Ok(Self { connection, answered: 0, asked: false, commands: 0 })
    }

    /// Looks what the engine says, without waiting: its name, version and how many commands it knows, or what went wrong; `None` while it has not said
    /// all yet.
    pub fn look(&mut self) -> Option<Result<String, Fault>> {
        loop {
            let Some(question) = INTRODUCTION.get(self.answered) else {
                let known = counted(self.commands, "command");
                return Some(Ok(format!("{} answers, and knows {known}", self.connection.name())));
            };
            if !std::mem::replace(&mut self.asked, true) {
                self.connection.send(question, false);
            }
            match self.connection.hear(Duration::ZERO) {
                Err(fault) => return Some(Err(fault)),
                Ok(Received::Nothing) => return None,
                Ok(Received::Noise | Received::Line(_)) => {}
                Ok(Received::Reply(reply)) => {
                    self.connection.introduce(question, &reply);
                    self.commands = self.connection.conversation.commands.len();
                    (self.answered, self.asked) = (self.answered + 1, false);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(command: &str) -> Result<String, String> {
        let mut spec = BrainSpec::named("gtp").expect("a mind");
        spec.set_text("command", command).expect("a command line");
        spec.set_text("start", "5").expect("a limit");
        let mut trial = Trial::start(&spec).map_err(|fault| fault.to_string())?;
        loop {
            match trial.look() {
                Some(told) => return told.map_err(|fault| fault.to_string()),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    #[test]
    fn what_is_no_program_is_told_in_one_line() {
        let told = tried("no-such-program-anywhere --gtp").expect_err("there is none");
        assert!(
            told.contains("there is no program 'no-such-program-anywhere'") && !told.contains('\n'),
            "{told}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_says_who_it_is_and_one_that_is_none_why_not() {
        let answers = "n=0; while read id rest; do case $rest in name) a=Fake;; version) a=1.2;; list_commands) a=\"name\nplay\";; *) a=2;; esac; \
                       printf '=%s %s\\n\\n' \"$id\" \"$a\"; done";
        assert_eq!(
            tried(&format!("sh -c {}", shlex::try_quote(answers).expect("a line"))).as_deref(),
            Ok("Fake 1.2 answers, and knows 2 commands")
        );
        let told = tried("sh -c 'echo out of ideas >&2; exit 4'").expect_err("it ends");
        assert!(
            told.contains("exit status 4") && told.contains("out of ideas") && !told.contains('\n'),
            "{told}"
        );
    }
}
