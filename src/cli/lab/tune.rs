//! `stonefield lab tune`: searches for the best values of a mind's parameters by games.

use super::run::store_failure;
use crate::cli::columns::table;
use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use crate::cli::halting::{end_after_grace, halt_on_signals};
use crate::cli::progress::progress;
use crate::cli::setup::resolve_mind;
use crate::cli::values;
use indicatif::ProgressBar;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use stonefield_go::notation::{counted, counted_are};
use stonefield_go::{Rules, Size};
use stonefield_lab::background::default_threads;
use stonefield_lab::statistics::{EloEstimate, wilson_of};
use stonefield_lab::store::MAX_GENERATIONS;
use stonefield_lab::{
    Plan, PlayedRow, RowListener, TunedParam, Tuner, TunerError, Tuning, TuningStep, Validation,
};
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_sim::{Halt, MAX_OPENING_PLIES};

/// Arguments of `lab tune`.
#[derive(clap::Args, Debug)]
pub(super) struct TuneArgs {
    /// Mind whose parameters are tuned; the search begins with their values in SPEC
    #[arg(value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    mind: BrainSpec,
    /// Opponent; may be given several times
    #[arg(long, value_name = "SPEC", required = true, value_parser = str::parse::<BrainSpec>)]
    against: Vec<BrainSpec>,
    /// Numeric parameters, each with the range to search
    #[arg(long, value_name = "a=0:5,b=1:20", required = true, value_delimiter = ',')]
    params: Vec<String>,
    /// Store, an SQLite file; the same command continues an interrupted search
    #[arg(short, long, value_name = "FILE.db")]
    output: PathBuf,
    /// Number of generations, including those that are already played
    #[arg(long, value_name = "COUNT", default_value = "30", value_parser = values::whole::<u64>("number of generations", 1, MAX_GENERATIONS))]
    generations: u64,
    /// Pairs of games of each candidate against each opponent in a generation
    #[arg(long, value_name = "COUNT", default_value = "10", value_parser = values::whole::<u64>("number of pairs", 1, 100_000))]
    pairs: u64,
    /// Number of candidates in a generation [default: 4 + 3 ln n for n parameters]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of candidates", 4, 10_000))]
    candidates: Option<usize>,
    /// Standard deviation of the search at its beginning, as a share of each range
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = values::number("deviation", 0.001, 1.0))]
    deviation: f64,
    /// Pairs of games of the match at the end, between the recommended values and SPEC; 0 for no match
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = values::whole::<u64>("number of pairs", 0, 1_000_000))]
    validation: u64,
    /// Board size: N or WxH
    #[arg(long, value_name = "N|WxH", default_value = "9", value_parser = str::parse::<Size>)]
    size: Size,
    /// Rule preset; `stonefield rules` lists them
    #[arg(long, value_name = "PRESET", default_value = "chinese", value_parser = preset)]
    rules: String,
    /// Points for White [default: by the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = values::number("komi", -1e6, 1e6))]
    komi: Option<f64>,
    /// Number of random moves that open each game; the games of a pair open alike
    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = values::whole::<u64>("number of plies", 0, u64::from(MAX_OPENING_PLIES)))]
    open: u64,
    /// Ticks after which a game is abandoned [default: 1000, and 50 more for each point of the board]
    #[arg(long, value_name = "TICKS", value_parser = values::whole::<u64>("number of ticks", 1, 1_000_000_000))]
    max_ticks: Option<u64>,
    /// Random seed of the search and all its games
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, i64::MAX as u64))]
    seed: u64,
    /// Games played in parallel; the search is the same for any number [default: three quarters of the cores]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of threads", 1, 1024))]
    threads: Option<usize>,
    /// Replace the content of the store
    #[arg(long)]
    force: bool,
    /// Play failed games again. If a game of a candidate failed, also play all later generations again
    #[arg(long)]
    retry_failed: bool,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl TuneArgs {
    /// Checks the flags together and returns the tuning.
    fn resolve(&self) -> Result<Tuning, Failure> {
        let config = self.config.as_deref();
        for (flag, mind) in self.against.iter().map(|mind| ("--against", mind)).chain([("SPEC", &self.mind)])
        {
            if mind.info().human {
                return Err(Failure::flag(flag, format!("{mind} waits for a person, who cannot play here")));
            }
        }
        let against = self.against.iter().map(|mind| resolve_mind("--against", mind, config));
        let opponents = against.collect::<Result<Vec<_>, _>>()?;
        let mut params: Vec<TunedParam> = Vec::new();
        for text in &self.params {
            let param =
                TunedParam::read(text, &self.mind).map_err(|error| Failure::flag("--params", error))?;
            if params.iter().any(|other| other.name == param.name) {
                return Err(Failure::flag("--params", format!("{} is given twice", param.name)));
            }
            params.push(param);
        }
        let mut lines = format!(
            "size = \"{}\"\nrules = \"{}\"\nopen = {}\nseed = {}\n",
            self.size, self.rules, self.open, self.seed
        );
        if let Some(komi) = self.komi {
            lines += &format!("komi = {komi:?}\n");
        }
        if let Some(ticks) = self.max_ticks {
            lines += &format!("max_ticks = {ticks}\n");
        }
        let base = Plan::read(&lines).map_err(|error| Failure::of(error.fault))?;
        Ok(Tuning {
            mind: resolve_mind("SPEC", &self.mind, config)?,
            opponents,
            params,
            base,
            pairs: self.pairs,
            candidates: self.candidates,
            deviation: self.deviation,
            validation: self.validation,
        })
    }
}

pub(super) fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut tuner = Tuner::open(args.resolve()?, &args.output, args.force).map_err(refusal)?;
    let threads = args.threads.unwrap_or_else(default_threads);
    let path = file_name(&args.output);
    if !tuner.store().header().unrepeatable.is_empty() {
        let mind = &tuner.store().header().unrepeatable;
        say(format_args!(
            "not repeatable: {mind} does not play the same again, so the search differs each time"
        ));
    }
    if tuner.store().committed() > 0 {
        let (games, matches) = tuner.played();
        let matches = match matches {
            0 => String::new(),
            matches => format!(" and {} of matches at the end", counted(matches, "game")),
        };
        say(format_args!(
            "{path} has {} of candidates{matches}, {} finished: the search continues",
            counted(games, "game"),
            counted(tuner.generation(), "generation")
        ));
    }
    if args.retry_failed {
        let (failed, others) = tuner.forget_failed().map_err(refusal)?;
        let others = match others {
            0 => String::new(),
            others => format!(", together with {} of later generations", counted(others, "game")),
        };
        say(format_args!("{} played again because of a failure{others}", counted_are(failed, "game")));
    }
    if tuner.generation() > args.generations {
        say(format_args!(
            "{path} has {}, more than --generations {}: none is played",
            counted(tuner.generation(), "generation"),
            args.generations
        ));
    }
    let halt = Halt::default();
    let request = {
        let halt = halt.clone();
        let signals = [Signal::HangUp, Signal::Interrupt, Signal::Terminate];
        SignalListener::listen_with(&signals, move |signal| {
            halt.ask();
            // Ctrl-C ends only the search. After at least one generation the match at the end is played.
            if signal != Signal::Interrupt {
                end_after_grace(signal);
            }
        })
    };
    while tuner.generation() < args.generations && request.received().is_none() {
        let words = format!("{{pos}} of {{len}} games of generation {}, {{per_sec}}", tuner.generation() + 1);
        let mut bar = GameBar::new(tuner.generation_progress(), &words);
        let step = tuner.play_generation(threads, &halt, &mut bar);
        bar.0.finish_and_clear();
        if let Err(error @ TunerError::Unfinished { .. }) = &step {
            say(error);
            report_failed(&tuner, &path);
            tuner.close().map_err(store_failure)?;
            return Err(Failure::Reported);
        }
        if let Some(step) = step.map_err(refusal)? {
            say(generation_words(&tuner, &step));
        }
    }
    let signal = request.received();
    drop(request);
    if let Some(signal) = signal.filter(|signal| *signal != Signal::Interrupt || tuner.generation() == 0) {
        let committed = counted_are(tuner.store().committed(), "game");
        tuner.close().map_err(store_failure)?;
        say(format_args!(
            "ended early by {}: {committed} safe in {path}, and the same command continues from there",
            signal.name()
        ));
        return Err(Failure::Signal(signal));
    }
    let result = finish(args, &mut tuner, threads, out);
    let failed = tuner.failed();
    report_failed(&tuner, &path);
    tuner.close().map_err(store_failure)?;
    match result {
        Ok(()) if failed > 0 => Err(Failure::Reported),
        result => result,
    }
}

fn report_failed(tuner: &Tuner, path: &str) {
    if tuner.failed() > 0 {
        say(format_args!(
            "{} failed: `stonefield lab show {path} --failed` lists them, --retry-failed plays them again",
            counted(tuner.failed(), "game")
        ));
    }
}

/// Shows the recommended values. Plays a match against SPEC, unless they are equal or `--validation` is 0.
fn finish(args: &TuneArgs, tuner: &mut Tuner, threads: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let (generations, games) = (counted(tuner.generation(), "generation"), counted(tuner.played().0, "game"));
    writeln!(out, "{generations}, {games} of candidates")?;
    let mut rows =
        vec![["parameter", "given", "recommended", "search deviation"].map(str::to_owned).to_vec()];
    let recommended = tuner.recommended();
    let text = |mind: &BrainSpec, name: &str| mind.get(name).to_string();
    for (param, (_, deviation)) in tuner.tuning().params.iter().zip(tuner.values()) {
        let digits = usize::try_from(param.digits()).unwrap_or(0).max(1);
        rows.push(vec![
            param.name.to_owned(),
            text(&tuner.tuning().mind, param.name),
            text(&recommended, param.name),
            format!("± {deviation:.digits$}"),
        ]);
    }
    write!(out, "\n{}\nrecommended: {recommended}\n", table(&rows))?;
    // The values are written even if the match fails.
    out.flush()?;
    if args.validation == 0 || recommended == tuner.tuning().mind {
        return Ok(());
    }
    let (halt, request) = halt_on_signals();
    let (played, total) = tuner.match_progress();
    let missing = total - played;
    if missing > 0 {
        say(format_args!(
            "{recommended} plays {} of games against {}: {} to play",
            counted(args.validation, "pair"),
            tuner.tuning().mind,
            counted(missing, "game")
        ));
    }
    let words = "{pos} of {len} games of the match, {per_sec}, {eta} to go";
    let mut bar = GameBar::new((played, total), words);
    let validation = tuner.validate(threads, &halt, &mut bar);
    bar.0.finish_and_clear();
    writeln!(out, "{}", match_words(&validation.map_err(refusal)?, &tuner.tuning().mind))?;
    out.flush()?;
    match request.received() {
        Some(signal) => Err(Failure::Signal(signal)),
        None => Ok(()),
    }
}

/// Result of a generation, in words.
fn generation_words(tuner: &Tuner, step: &TuningStep) -> String {
    let games = step.results.games();
    let points = step.results.points();
    let played = counted(games, "game");
    let (low, high) = wilson_of(points, games);
    let share = if games > 0 { 100.0 * points / games as f64 } else { 0.0 };
    let without = match step.without_result {
        0 => String::new(),
        without => format!("; of {} no game was finished", counted(without, "candidate")),
    };
    format!(
        "generation {}: candidates took {share:.1} % ({:.1} to {:.1}) of {played}, the best {:.1} %; recommended: {}{without}",
        step.generation,
        100.0 * low,
        100.0 * high,
        100.0 * step.best,
        tuner.recommended()
    )
}

/// Result of the match at the end, in words.
fn match_words(validation: &Validation, given: &BrainSpec) -> String {
    let pairs = &validation.pairs;
    let Some(estimate) = EloEstimate::of(&pairs.counted) else {
        return format!("against {given}: no pair of games was finished");
    };
    let games = pairs.counted.games();
    let (low, high) = estimate.interval;
    format!(
        "against {given}, on fresh openings: {} of {} points, {:+.0} Elo ({low:+.0} to {high:+.0}), better with a probability of {:.1} %",
        games.points(),
        games.games(),
        estimate.elo,
        100.0 * estimate.superiority
    )
}

/// Progress bar with the number of played games.
struct GameBar(ProgressBar);

impl GameBar {
    fn new((played, total): (u64, u64), words: &str) -> Self {
        let bar = progress(total, words);
        bar.set_position(played);
        bar.reset_eta();
        Self(bar)
    }
}

impl RowListener for GameBar {
    fn row(&mut self, PlayedRow { row, result, .. }: PlayedRow) -> ControlFlow<()> {
        self.0.inc(1);
        if let Some(why) = result.fault_text() {
            self.0.suspend(|| say(format_args!("row {row}: {why}")));
        }
        ControlFlow::Continue(())
    }
}

fn refusal(error: TunerError) -> Failure {
    match error {
        TunerError::Store(_) | TunerError::OtherMinds { .. } => Failure::flag("--output", error),
        TunerError::Tuning(_) => Failure::flag("--params", error),
        TunerError::Play(_) | TunerError::Unfinished { .. } => Failure::of(error),
    }
}

fn preset(text: &str) -> Result<String, values::NameError> {
    match Rules::preset(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(values::NameError::new(error, text, Rules::names())),
    }
}
