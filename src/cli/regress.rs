//! `stonefield gtp-regress`: runs suites of positions and answers on an engine.

use super::columns::align;
use super::door::file_name;
use super::failure::Failure;
use super::setup::resolve_mind;
use super::suite_guard::{SuiteGuard, SuiteRights};
use super::trust::TrustArgs;
use super::values;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefield_files::read_limited;
use stonefield_go::notation::gtp::{ResponseStatus, Suite, TestOutcome};
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt};
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::{Connection, EngineReply, Program, Timeouts};

/// Arguments of `gtp-regress`.
#[derive(clap::Args, Debug)]
pub(super) struct RegressArgs {
    /// Command line of the engine in one argument, or its name in the settings (not with --brain); then
    /// suites (.tst). Each suite gets a fresh engine, which runs in the current folder, or in that of the
    /// settings
    #[arg(value_name = "COMMAND> <FILE", required = true)]
    words: Vec<OsString>,
    /// Test a mind of this program instead of an engine
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    brain: Option<BrainSpec>,
    /// Show every test, not only unexpected results
    #[arg(long)]
    long: bool,
    /// Longest wait for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = values::number("number of seconds", 0.1, 1e6))]
    timeout: f64,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder for files that suites write; without it they write none
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Let suites replace existing files in that folder
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    trust: TrustArgs,
}

/// Results of the tests of one suite, or of all suites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OutcomeCount {
    /// Number of tests by [`TestOutcome`]: pass, fail, PASS, FAIL. Capitals mark unexpected results.
    verdicts: [u64; 4],
    /// Number of commands without a test that the engine or the guard refused.
    errors: u64,
}

impl OutcomeCount {
    fn add(&mut self, other: Self) {
        for (sum, addend) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += addend;
        }
        self.errors += other.errors;
    }

    fn count_of(&self, verdict: TestOutcome) -> u64 {
        self.verdicts[verdict as usize]
    }
}

pub(super) fn run(args: RegressArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (program, files) = engine_and_suites(&args)?;
    let paths = files.iter().map(Path::new);
    let suites: Vec<_> = paths.map(|path| Ok((path, read(path)?))).collect::<Result<_, Failure>>()?;
    let rights =
        SuiteRights::new(args.trust.resolve(args.config.as_deref())?, args.output.as_deref(), args.force)?;
    let timeout = Duration::from_secs_f64(args.timeout);
    let mut rows = vec![row("", ["tests", "FAIL", "fail", "PASS", "pass", "errors"].map(str::to_owned))];
    let mut total = OutcomeCount::default();
    for (path, suite) in suites {
        let (guard, file) = (rights.of_suite(path, &program)?, file_name(path));
        let count = run_suite(&suite, &file, &program, &guard, timeout, args.long, out);
        // The results of earlier tests are shown even if the engine has failed.
        out.flush()?;
        let count = count?;
        rows.push(row(&file, numbers(&count)));
        total.add(count);
    }
    if rows.len() > 2 {
        rows.push(row("all", numbers(&total)));
    }
    write!(out, "{}", align(0, &rows))?;
    out.flush()?;
    match total {
        OutcomeCount { errors: 1.., .. } => {
            Err(Failure::Bad(format!("{} of the suites' commands could not be executed", total.errors)))
        }
        _ if total.count_of(TestOutcome::UnexpectedFail) > 0 => Err(Failure::Reported),
        _ => Ok(()),
    }
}

fn row(
    name: &str,
    [tests, fails, expected_fails, passes, expected_passes, errors]: [String; 6],
) -> [String; 7] {
    [name.to_owned(), tests, fails, expected_fails, passes, expected_passes, errors]
}

fn numbers(count: &OutcomeCount) -> [String; 6] {
    use TestOutcome::{ExpectedFail, ExpectedPass, UnexpectedFail, UnexpectedPass};
    let [fails, expected_fails, passes, expected_passes] =
        [UnexpectedFail, ExpectedFail, UnexpectedPass, ExpectedPass].map(|verdict| count.count_of(verdict));
    [count.verdicts.iter().sum(), fails, expected_fails, passes, expected_passes, count.errors]
        .map(|number: u64| number.to_string())
}

/// Returns the program of the engine, and the suite files.
fn engine_and_suites(args: &RegressArgs) -> Result<(Program, &[OsString]), Failure> {
    let (spec, files, flag) = match &args.brain {
        Some(spec) => (spec.clone(), &args.words[..], "--brain"),
        None => {
            let Some((command, files)) = args.words.split_first() else {
                return Err(Failure::flag("COMMAND", "it is missing"));
            };
            let Some(command) = command.to_str() else {
                return Err(Failure::flag("COMMAND", "it is not UTF-8 text"));
            };
            let mut spec = BrainSpec::named("gtp").map_err(|error| Failure::flag("COMMAND", error))?;
            spec.set_text("command", command).map_err(|error| Failure::flag("COMMAND", error))?;
            (spec, files, "COMMAND")
        }
    };
    if files.is_empty() {
        return Err(Failure::flag("FILE", "no suite is given: gtp-regress COMMAND FILE.tst"));
    }
    if spec.info().human {
        return Err(Failure::flag(flag, "a person cannot answer a suite"));
    }
    let spec = resolve_mind(flag, &spec, args.config.as_deref())?;
    let program = match Program::of(&spec) {
        Some(program) => program,
        // A mind of this program runs as `stonefield gtp`.
        None => {
            let this_program = std::env::current_exe().map_err(|error| Failure::flag(flag, error))?;
            let words = ["gtp", "--brain", &spec.to_string()].map(str::to_owned);
            let this_program = this_program.to_string_lossy().into_owned();
            // That process may start engines of the settings, so its `PATH` must have no relative folders.
            Program {
                words: std::iter::once(this_program).chain(words).collect(),
                folder: None,
                bound_to_folder: true,
            }
        }
    };
    Ok((program, files))
}

fn read(path: &Path) -> Result<Suite, Failure> {
    let refused = |why: &dyn std::fmt::Display| Failure::flag(&file_name(path), why);
    let text = read_limited(path).map_err(|error| refused(&format_args!("cannot be read: {error}")))?;
    // Comments may be in any encoding. Bytes that are not UTF-8 are replaced.
    Suite::parse(&String::from_utf8_lossy(&text)).map_err(|error| refused(&error))
}

/// Runs one suite on a fresh engine.
fn run_suite(
    suite: &Suite,
    file: &str,
    program: &Program,
    guard: &SuiteGuard<'_>,
    timeout: Duration,
    long: bool,
    out: &mut dyn Write,
) -> Result<OutcomeCount, Failure> {
    let mut count = OutcomeCount::default();
    let place = |line| format!("{file}, line {line}");
    let mut connection =
        Connection::start(program, Timeouts { start: timeout, answer: timeout, whole: timeout })
            .map_err(|fault| Failure::flag(file, fault))?;
    for command in &suite.commands {
        let reply = match guard.pass(&command.text) {
            Ok(text) => connection.ask(&text).map_err(|fault| Failure::flag(&place(command.line), fault))?,
            Err(error) => EngineReply { status: ResponseStatus::Failure, text: error.to_string() },
        };
        let answer = Some(reply.text.as_str()).filter(|_| reply.status == ResponseStatus::Success);
        if answer.is_none() && command.expected.is_empty() {
            count.errors += 1;
            let [sent, reply] = [&command.text, &reply.text].map(|text| excerpt(text, MAX_QUOTE_CHARS));
            writeln!(out, "{}: error: '{sent}': {reply}", place(command.line))?;
        }
        for expected in command.expected.iter().filter(|expected| !expected.ignored) {
            let verdict = expected.judge(answer);
            count.verdicts[verdict as usize] += 1;
            if long || matches!(verdict, TestOutcome::UnexpectedFail | TestOutcome::UnexpectedPass) {
                let number = command.number.unwrap_or_default();
                let mark = if answer.is_some() { "" } else { "? " };
                writeln!(
                    out,
                    "{}: {number} {}: '{}' gave '{mark}{}', expected [{}]",
                    place(command.line),
                    verdict.word(),
                    command.text,
                    reply.text.replace('\n', " "),
                    expected.text
                )?;
            }
        }
    }
    Ok(count)
}
