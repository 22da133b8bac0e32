//! `stonefield think`: one mind thinks about one position, and its thoughts are shown.

use super::board::BoardArgs;
use super::columns::align;
use super::door::say;
use super::failure::Failure;
use super::force::ForceArgs;
use super::setup::resolve_mind;
use super::sgf::position_in;
use super::think_dot::DotFile;
use super::values;
use std::cell::Cell;
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::Position;
use stonefield_go::notation::{counted, names};
use stonefield_minds::{Answer, BrainSpec, Inquiry, Reply};
use stonefield_search::{Candidate, Dice, Purpose, StopWatch, Thought, real_clock, rounded};
use stonefield_sim::OwnedObservation;

/// Arguments of `think`.
#[derive(clap::Args, Debug)]
pub(super) struct ThinkArgs {
    /// Game record; - for stdin [default: the board of the flags]
    #[arg(value_name = "FILE", conflicts_with = "BoardArgs")]
    file: Option<PathBuf>,
    /// Mind that thinks; `stonefield brains` lists them
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    brain: BrainSpec,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", requires = "file", value_parser = values::game_number())]
    game: usize,
    /// Position after this number of moves of the main line [default: at its end]
    #[arg(long = "move", value_name = "NUMBER", requires = "file", value_parser = values::move_number())]
    number: Option<u32>,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    /// Largest number of candidates to show
    #[arg(long, value_name = "NUMBER", default_value = "10", value_parser = values::whole::<usize>("number of candidates", 0, 1000))]
    candidates: usize,
    /// Write the search tree of negamax to a Graphviz file
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Largest number of nodes to write for each depth of the search
    #[arg(long, value_name = "NUMBER", default_value = "1000", requires = "dot", value_parser = values::whole::<u64>("number of nodes", 1, 1_000_000_000))]
    dot_nodes: u64,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    board: BoardArgs,
}

pub(super) fn run(args: ThinkArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let brain = resolve_mind("--brain", &args.brain, None)?;
    if brain.info().human {
        return Err(Failure::flag(
            "--brain",
            format!("{brain} is a person: choose a mind that plays by itself"),
        ));
    }
    if args.dot.is_some() && !brain.is_or_contains("negamax") {
        return Err(Failure::flag("--dot", format!("{brain} has no tree to write; negamax has")));
    }
    args.force.needs("--dot", args.dot.is_some())?;
    if let Some(path) = &args.dot {
        args.force.check(path)?;
    }
    let position = position(&args)?;
    let unwritable = |path: &PathBuf, error: std::io::Error| {
        Failure::flag("--dot", format!("{} cannot be written: {error}", path.display()))
    };
    let dot = args
        .dot
        .as_ref()
        .map(|path| DotFile::create(path, args.dot_nodes).map_err(|error| unwritable(path, error)));
    let mut dot = dot.transpose()?;
    let mut mind = brain.build();
    mind.prepare().map_err(|why| Failure::flag("--brain", why))?;
    let color = position.to_move();
    let observation = OwnedObservation::of(position, &brain).map_err(|why| Failure::Bad(why.to_string()))?;
    let view = observation.as_observation();
    let rng = Dice::new(args.seed, 0, 0).rng(0, Some(color), Purpose::Think);
    let (mut thought, dot_failed) = (Thought::default(), Cell::new(false));
    let mut watch = StopWatch::new(real_clock(), || dot_failed.get())
        .with_thoughts(true, |latest| thought.clone_from(latest));
    let inquiry = Inquiry::Nodes { most: args.dot_nodes };
    if dot.is_some() {
        // The reply is still empty, but from now on the mind records its nodes.
        mind.reply(&view, &inquiry);
    }
    mind.begin(&view, rng);
    let answer = loop {
        let answer = mind.batch(&view, &mut watch);
        if let Some(dot) = &mut dot
            && let Some(Reply::Nodes(nodes)) = mind.reply(&view, &inquiry)
        {
            nodes.iter().for_each(|node| dot.write_event(node));
            dot_failed.set(dot.failed());
        }
        if let Some(answer) = answer {
            break answer;
        }
    };
    let choice = match observation.allowed(answer) {
        Answer::Move(action) => action.to_string(),
        Answer::Resign => "resign".to_owned(),
        Answer::Failed(why) => return Err(Failure::Bad(format!("{brain}: {why}"))),
    };
    if let (Some(dot), Some(path)) = (dot, &args.dot) {
        let trees = dot.finish().map_err(|error| unwritable(path, error))?;
        if trees == 0 {
            say(format_args!("{}: no tree in it, because this move needed no search", path.display()));
        }
    }
    write!(out, "{}", observation.position().setup())?;
    writeln!(out, "{color} to play: {choice}")?;
    write_thought(&thought, args.candidates, out)?;
    out.flush()?;
    Ok(())
}

/// Returns the position to think about. Warns if a record possibly means another one.
fn position(args: &ThinkArgs) -> Result<Position, Failure> {
    if let Some(file) = &args.file {
        let (position, doubt) = position_in(file, args.game, args.number)?;
        doubt.report();
        return Ok(position);
    }
    args.board.clone().resolve()?.first_position()
}

/// Writes a thought: reason, table of the first `most_candidates` moves, other facts and notes.
fn write_thought(thought: &Thought, most_candidates: usize, out: &mut dyn Write) -> std::io::Result<()> {
    if !thought.reason.is_empty() {
        writeln!(out, "{}", thought.reason)?;
    }
    if !thought.candidates.is_empty() && most_candidates > 0 {
        let rows: Vec<[String; 8]> = thought.candidates.iter().take(most_candidates).map(row).collect();
        // Columns without any value are omitted, except the moves.
        let columns: Vec<usize> = (0..COLUMNS.len())
            .filter(|&at| at == 0 || rows.iter().any(|row| row[at] != EMPTY_CELL))
            .collect();
        let select = |row: &[String]| columns.iter().map(|&at| row[at].clone()).collect::<Vec<_>>();
        let head = COLUMNS.map(str::to_owned);
        let table: Vec<Vec<String>> =
            std::iter::once(select(&head)).chain(rows.iter().map(|row| select(row))).collect();
        write!(out, "{}", align(0, &table))?;
    }
    let mut facts = Vec::new();
    for (number, noun, suffix) in [
        (thought.playouts, "playout", ""),
        (thought.nodes, "node", ""),
        (thought.depth.into(), "ply", " deep"),
    ] {
        if number > 0 {
            facts.push(counted(number, noun) + suffix);
        }
    }
    facts.extend(thought.seconds.map(|seconds| format!("{seconds:.3} s")));
    if !facts.is_empty() {
        writeln!(out, "{}", facts.join(", "))?;
    }
    for note in &thought.notes {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

/// Columns of the table of moves.
const COLUMNS: [&str; 8] = ["move", "visits", "nodes", "win %", "lead", "score", "prior %", "expected"];

/// Cell without a value.
const EMPTY_CELL: &str = "-";

fn row(candidate: &Candidate) -> [String; 8] {
    let or_empty = |text: Option<String>| text.unwrap_or_else(|| EMPTY_CELL.to_owned());
    let count = |number: u64| or_empty((number > 0).then(|| number.to_string()));
    let bound = if candidate.is_upper_bound { "≤ " } else { "" };
    let value =
        |value: Option<f64>, text: fn(f64) -> String| or_empty(value.map(|it| bound.to_owned() + &text(it)));
    let line = names(candidate.variation.iter().take(8));
    [
        candidate.action.to_string(),
        count(candidate.visits),
        count(candidate.nodes),
        value(candidate.winrate, |rate| format!("{:.1}", 100.0 * rate)),
        value(candidate.lead, |lead| format!("{:+.2}", rounded(lead, 2))),
        value(candidate.score, |score| format!("{:.2}", rounded(score, 2))),
        or_empty(candidate.prior.map(|prior| format!("{:.1}", 100.0 * prior))),
        or_empty(Some(line).filter(|line| !line.is_empty())),
    ]
}
