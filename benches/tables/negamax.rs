//! Fixed-depth search compared with the program of 2017, and the gain from each of its techniques.

use super::{Outcome, Run, now, unit};
use std::io::Write;
use stonefield_go::{Move, Position, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_search::negamax::{Counts, NegamaxParams, NegamaxSearch};
use stonefield_search::{Dice, Purpose, Watch};

/// Number of moves of each player.
const TURNS: usize = 20;

/// Shortest time of a row, in seconds. The positions are searched again until it is reached.
const LEAST: f64 = 0.2;

/// Depth, and the 2017 program's mean time per move in milliseconds: with pruning as text and number, and
/// without pruning.
// CITE: Negamax Go, a course project of 2017; means over 20 turns on 13×13.
const THEN: [(u32, &str, f64, &str); 4] = [
    (1, "12.16", 12.16, "12.16"),
    (2, "166.1", 166.1, "1631.63"),
    (3, "4658", 4658.0, "249509"),
    (4, "26145", 26145.0, "over 300000"),
];

/// Options that do not change the value of a search: name of the row, parameters.
const PARTS: [(&str, &str); 13] = [
    ("all on", ""),
    ("ab=off", ",ab=off"),
    ("history=off", ",history=off"),
    ("scout=off", ",scout=off"),
    ("tt=off", ",tt=off"),
    ("id=off", ",id=off"),
    ("pvs=off", ",pvs=off"),
    ("killers=off", ",killers=off"),
    ("lazy=off", ",lazy=off"),
    ("incremental=off", ",incremental=off"),
    ("tt, id off", ",tt=off,id=off"),
    ("as in 2017", ",tt=off,id=off,pvs=off,killers=off,lazy=off,incremental=off"),
    ("only ab", ",history=off,scout=off,tt=off,id=off,pvs=off,killers=off,lazy=off,incremental=off"),
];

/// Mean over moves.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    /// Number of completed searches. 0: `milliseconds` is a lower bound.
    moves: usize,
    milliseconds: f64,
    counts: Counts,
}

impl Mean {
    fn nodes(&self) -> f64 {
        self.counts.nodes as f64 / self.moves.max(1) as f64
    }

    fn time(&self) -> String {
        match self.moves {
            0 => format!("over {:.0}", self.milliseconds),
            moves => format!("{:.3} ({moves})", self.milliseconds),
        }
    }

    /// Formats the number, or returns `-` if no search was completed.
    fn shown(&self, number: f64, digits: usize) -> String {
        if self.moves == 0 { "-".to_owned() } else { format!("{number:.digits$}") }
    }
}

pub(super) fn run(run: &Run, out: &mut dyn Write) -> Outcome {
    let Run { seconds, seed, .. } = *run;
    let size = Size::square(13).unwrap_or_default();
    writeln!(
        out,
        "Negamax on {size}, one thread, mean of a move in games against itself: {TURNS} turns of each side, again and \
         again up to {LEAST} s, or as many as {seconds} s of search see.\nMilliseconds of {}; in brackets how many moves were measured\n",
        unit().replace("second of ", "")
    )?;
    writeln!(
        out,
        "{:<6} {:>10} {:>18} {:>8} {:>14} {:>18}",
        "depth", "2017", "here", "times", "2017 unpruned", "here unpruned"
    )?;
    let mut games = Vec::new();
    for (depth, shown, then, whole) in THEN {
        let spec = format!("negamax:depth={depth}");
        let (game, pruned) = play(size, &spec, seconds, seed)?;
        // Not measured without pruning at depth 4: a full tree of four plies has 500 million leaves.
        let unpruned =
            if depth < 4 { Some(measure(&game, &(spec + ",ab=off"), seconds, seed)?) } else { None };
        writeln!(
            out,
            "{depth:<6} {shown:>10} {:>18} {:>8} {whole:>14} {:>18}",
            pruned.time(),
            pruned.shown(then / pruned.milliseconds, 0),
            unpruned.as_ref().map_or("-".to_owned(), Mean::time)
        )?;
        games.push((depth, game, pruned, unpruned));
    }
    writeln!(
        out,
        "\nNodes a move, beside b^d of a whole tree, b^(3d/4) of an unordered one, b^(d/2) of a perfect order\n"
    )?;
    writeln!(
        out,
        "{:<6} {:>6} {:>12} {:>14} {:>14} {:>14} {:>12}",
        "depth", "b", "nodes", "unpruned", "b^d", "b^(3d/4)", "b^(d/2)"
    )?;
    for (depth, game, pruned, unpruned) in &games {
        let b = game.iter().map(|position| position.legal_moves().len()).sum::<usize>() as f64
            / game.len().max(1) as f64;
        let power = |share: f64| b.powf(f64::from(*depth) * share);
        writeln!(
            out,
            "{depth:<6} {b:>6.0} {:>12} {:>14} {:>14.0} {:>14.0} {:>12.0}",
            pruned.shown(pruned.nodes(), 0),
            unpruned.as_ref().map_or("-".to_owned(), |mean| mean.shown(mean.nodes(), 0)),
            power(1.0),
            power(0.75),
            power(0.5)
        )?;
    }
    for (depth, game, ..) in games.iter().filter(|(depth, ..)| [2, 3].contains(depth)) {
        writeln!(out, "\nWhat each part buys at depth {depth}, over the same positions\n")?;
        writeln!(
            out,
            "{:<16} {:>18} {:>7} {:>12} {:>10} {:>8} {:>8} {:>8}",
            "parts", "ms a move", "times", "nodes", "evaluated", "refuted", "at once", "early"
        )?;
        let mut first = None;
        for (name, off) in PARTS {
            let mean = measure(game, &format!("negamax:depth={depth}{off}"), seconds, seed)?;
            let Counts {
                inner,
                leaves,
                sorted,
                cuts,
                first_cuts,
                evaluations,
                before_dilations,
                before_erosions,
                ..
            } = mean.counts;
            let share = |part: u64, of: u64| match of {
                0 => "-".to_owned(),
                of => format!("{:.0} %", 100.0 * part as f64 / of as f64),
            };
            let base = *first.get_or_insert(mean.milliseconds);
            writeln!(
                out,
                "{name:<16} {:>18} {:>7} {:>12} {:>10} {:>8} {:>8} {:>8}",
                mean.time(),
                mean.shown(mean.milliseconds / base, 2),
                mean.shown(mean.nodes(), 0),
                mean.shown((leaves + sorted) as f64 / mean.moves.max(1) as f64, 0),
                share(cuts, inner),
                share(first_cuts, cuts),
                share(before_dilations + before_erosions, evaluations)
            )?;
        }
    }
    Ok(())
}

/// Plays a game of a mind against itself. Returns its positions and the mean search time.
fn play(size: Size, text: &str, seconds: f64, seed: u64) -> Outcome<(Vec<Position>, Mean)> {
    let mut position = Position::new(size, Rules::default());
    let mut search = Searcher::new(text.parse::<BrainSpec>()?.read(), seconds, seed);
    let mut game = vec![position.clone()];
    loop {
        let Some(best) = search.ask(&position) else { return Ok((game, search.mean())) };
        if game.len() == 2 * TURNS || position.try_play(best).is_err() || position.is_over() {
            break;
        }
        game.push(position.clone());
    }
    search.ask_again(&game);
    Ok((game, search.mean()))
}

/// Measures the mean search time of a mind in these positions.
fn measure(game: &[Position], text: &str, seconds: f64, seed: u64) -> Outcome<Mean> {
    let mut search = Searcher::new(text.parse::<BrainSpec>()?.read(), seconds, seed);
    for position in game {
        if search.ask(position).is_none() {
            return Ok(search.mean());
        }
    }
    search.ask_again(game);
    Ok(search.mean())
}

/// Searches positions one after the other, at most `seconds` in all, and adds up times and counts.
struct Searcher {
    params: NegamaxParams,
    seconds: f64,
    seed: u64,
    search: Option<NegamaxSearch>,
    spent: f64,
    moves: usize,
    counts: Counts,
}

/// Time at which the search stops, in seconds of [`now`].
struct Deadline(f64);

impl Watch for Deadline {
    fn stop(&self) -> bool {
        now() >= self.0
    }

    fn elapsed(&self) -> f64 {
        0.0
    }
}

impl Searcher {
    fn new(params: NegamaxParams, seconds: f64, seed: u64) -> Self {
        Self { params, seconds, seed, search: None, spent: 0.0, moves: 0, counts: Counts::default() }
    }

    /// Searches a position for its best move. `None` if the time is over.
    fn ask(&mut self, position: &Position) -> Option<Move> {
        if self.spent >= self.seconds {
            return None;
        }
        let rng = Dice::new(self.seed, 0, 0).rng(self.moves as u64, None, Purpose::Think);
        let start = now();
        let search = match &mut self.search {
            Some(search) => {
                search.restart(position, &self.params, rng);
                search
            }
            search => search.insert(NegamaxSearch::new(position, &self.params, rng)),
        };
        search.run(u64::MAX, &mut Deadline(start + self.seconds - self.spent));
        let so_far = self.spent + now() - start;
        if !search.is_complete() {
            if self.moves == 0 {
                self.spent = so_far;
            }
            return None;
        }
        self.spent = so_far;
        self.moves += 1;
        self.counts = self.counts.plus(&search.counts());
        Some(search.best().unwrap_or(Move::Pass))
    }

    /// Searches the positions again until the measured time is long enough.
    fn ask_again(&mut self, game: &[Position]) {
        for position in game.iter().cycle() {
            if self.spent >= LEAST || self.ask(position).is_none() {
                break;
            }
        }
    }

    fn mean(&self) -> Mean {
        Mean {
            moves: self.moves,
            milliseconds: 1000.0 * self.spent / self.moves.max(1) as f64,
            counts: self.counts,
        }
    }
}

/// # Panics
/// When a row is missing or empty.
pub(super) fn check(text: &str) {
    let row = |start: &str| -> Vec<&str> {
        let row =
            text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {text}"));
        row.split_whitespace().collect()
    };
    let number = |word: &str| word.trim_matches(['(', ')']).parse::<f64>().unwrap_or(0.0);
    let (one, two) = (row("1 "), row("2 "));
    assert!(two[1] == "166.1" && number(two[2]) > 0.0, "{two:?}");
    assert!(number(one[2]) > 0.0 && number(one[3]) >= 1.0, "{one:?}");
    assert!(["all on", "ab=off", "lazy=off", "only ab"].iter().all(|part| row(part).len() > 5), "{text}");
}
