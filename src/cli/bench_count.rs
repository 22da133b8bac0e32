//! `stonefield bench --count`: counts instructions, which do not depend on the load of the machine.

use super::door::say;
use super::failure::Failure;
use super::hot_paths::{HotPath, INPUT, hot_paths};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use stonefield_files::{TemporaryFolder, replace};

/// Counts the instructions of the hot paths whose names contain `name`, each in a shorter and a longer run of
/// `program`, or of this program. A path that cannot be counted has the count `-`, and stderr says why.
///
/// # Errors
/// If no name contains `name`, `program` does not exist, valgrind cannot be run, or the temporary folder
/// cannot be written. After the table: if a path was not counted, and `program` is not given.
pub(super) fn run(name: &str, program: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut paths = hot_paths();
    let names: Vec<String> = paths.iter().map(|path| path.name.clone()).collect();
    paths.retain(|path| path.name.contains(name));
    if paths.is_empty() {
        return Err(failure(format!(
            "no hot path has '{name}' in its name; the paths are {}",
            names.join(", ")
        )));
    }
    let counter = Counter::new(program)?;
    writeln!(out, "Instructions per unit of work, counted by valgrind: the difference of two runs\n")?;
    writeln!(out, "{:<18} {:<10} {:>14}", "path", "unit", "instructions")?;
    let mut all_counted = true;
    for path in paths {
        let count = counter.per_unit(&path)?;
        all_counted &= count.is_some();
        let count = count.map_or_else(|| "-".to_owned(), |count| format!("{count:.0}"));
        writeln!(out, "{:<18} {:<10} {count:>14}", path.name, path.unit.name())?;
        out.flush()?;
    }
    if all_counted || program.is_some() { Ok(()) } else { Err(Failure::Reported) }
}

fn failure(why: impl std::fmt::Display) -> Failure {
    Failure::flag("--count", why)
}

/// Runs a program under valgrind, in a temporary folder that is removed afterwards.
struct Counter {
    program: PathBuf,
    folder: TemporaryFolder,
}

impl Counter {
    fn new(program: Option<&Path>) -> Result<Self, Failure> {
        let program = match program {
            Some(program) => program
                .canonicalize()
                .map_err(|error| Failure::flag("--program", format!("{}: {error}", program.display())))?,
            None => std::env::current_exe()
                .map_err(|error| failure(format!("the path of this program is unknown: {error}")))?,
        };
        let folder = TemporaryFolder::new("count")
            .map_err(|error| failure(format!("a temporary folder cannot be made: {error}")))?;
        Ok(Self { program, folder })
    }

    /// Instructions per unit: the difference between the two runs, divided by the additional units of the
    /// longer one. `None` if a run failed or its output has no number of units; stderr says why.
    fn per_unit(&self, path: &HotPath) -> Result<Option<f64>, Failure> {
        let mut runs = [(0.0, 0.0); 2];
        for (run, n) in runs.iter_mut().zip(path.runs) {
            let Some(count_and_units) = self.count(path, n)? else { return Ok(None) };
            *run = count_and_units;
        }
        let [(short_count, short_units), (long_count, long_units)] = runs;
        Ok(Some((long_count - short_count) / (long_units - short_units)))
    }

    /// Instructions of one run, and its units of work. `None` as for [`Counter::per_unit`].
    fn count(&self, path: &HotPath, n: u32) -> Result<Option<(f64, f64)>, Failure> {
        let input = self.folder.path().join(INPUT);
        replace(&input, (path.input)(n).as_bytes())
            .map_err(|error| failure(format!("{}: {error}", input.display())))?;
        let command = path.command.replace("{n}", &n.to_string());
        let result = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(&self.program)
            .args(command.split(' '))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output();
        let output = result.map_err(|error| match error.kind() {
            ErrorKind::NotFound => failure("valgrind, which counts the instructions, is not installed"),
            _ => failure(format!("valgrind cannot be run: {error}")),
        })?;
        let log = String::from_utf8_lossy(&output.stderr);
        let count = instructions(&log).filter(|_| output.status.success());
        let units = path.unit.of(n, &String::from_utf8_lossy(&output.stdout));
        if count.is_none() || units.is_none() {
            let line = log
                .lines()
                .find(|line| !line.starts_with("=="))
                .unwrap_or("its output has no number of units");
            say(format_args!("{}: '{command}' was not counted: {line}", path.name));
        }
        Ok(count.zip(units))
    }
}

/// Instruction count in cachegrind's log, from a line such as `==1234== I refs:  5,678`.
fn instructions(log: &str) -> Option<f64> {
    let line = log.lines().rev().find(|line| line.contains("I ") && line.contains("refs:"))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_in_the_log_of_cachegrind() {
        assert_eq!(instructions("==7== \n==7== I refs:        10,461,384\n"), Some(10_461_384.0));
        assert_eq!(instructions("==7== I   refs:      999\n"), Some(999.0));
        assert_eq!(instructions("==7== valgrind: no such tool"), None);
    }
}
