//! Speed of the tree search, and the cost of reporting its thoughts.

use super::{Outcome, Run, now, unit};
use std::io::Write;
use stonefield_go::{Position, Rules, Size};
use stonefield_minds::{BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_search::mcts::{MctsParams, MctsSearch};
use stonefield_search::{Dice, Purpose, StopWatch, Thought, Unwatched, Watch, real_clock};

/// Number of simulations of one search. Then a new search starts.
const LONG: u32 = 100_000;

/// Rows of the table: side of the board, and spec of the search.
const ROWS: [(u16, &str); 7] = [
    (9, "mcts:policy=light,rave=off,prior=off,explore=0.6"),
    (9, "mcts:policy=light"),
    (9, "mcts"),
    (13, "mcts:policy=light,rave=off,prior=off,explore=0.6"),
    (13, "mcts"),
    (19, "mcts:policy=light,rave=off,prior=off,explore=0.6"),
    (19, "mcts"),
];

pub(super) fn run(run: &Run, out: &mut dyn Write) -> Outcome {
    let Run { seconds, seed, .. } = *run;
    writeln!(out, "Tree search from the empty board, one thread, {LONG} simulations a tree\n")?;
    let unit = format!("per {}", unit());
    writeln!(out, "{:<7} {:<40} {unit:>24} {:>8} {:>6}", "board", "brain", "nodes", "depth")?;
    for (side, text) in ROWS {
        let spec = text.parse::<BrainSpec>()?;
        let position = empty(side);
        let (rate, nodes, depth) = measure(&position, &spec.read(), seconds, seed);
        writeln!(out, "{:<7} {text:<40} {rate:>24.0} {nodes:>8} {depth:>6}", position.size().to_string())?;
    }
    // With the default time, 20,000 playouts per move: about half a second.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
    let playouts = ((10_000.0 * seconds) as u32).clamp(200, LONG);
    let spec = format!("mcts:playouts={playouts},reuse=off").parse::<BrainSpec>()?;
    let position = empty(9);
    let (watched, blind) = thoughts(&spec, &position, seconds, seed);
    writeln!(
        out,
        "\n9x9, {spec}: {blind:.0} {unit} unwatched, {watched:.0} watched: thoughts cost {:.1} %",
        100.0 * (1.0 - watched / blind)
    )?;
    Ok(())
}

fn empty(side: u16) -> Position {
    Position::new(Size::square(side).unwrap_or_default(), Rules::default())
}

/// Simulations per second, and nodes and depth of the first search.
fn measure(position: &Position, params: &MctsParams, seconds: f64, seed: u64) -> (f64, u64, u32) {
    let start = now();
    let (mut done, mut first) = (0, None);
    for game in 0.. {
        let mut search =
            MctsSearch::new(position, params, Dice::new(seed, game, 0).rng(0, None, Purpose::Think));
        search.run(LONG, &|| now() - start >= seconds);
        done += search.simulations();
        first.get_or_insert((search.nodes(), search.depth()));
        if now() - start >= seconds {
            break;
        }
    }
    let (nodes, depth) = first.unwrap_or_default();
    (done as f64 / (now() - start), nodes, depth)
}

/// Simulations per second with and without thought reports. The two alternate, so that noise of the machine
/// affects both.
fn thoughts(spec: &BrainSpec, position: &Position, seconds: f64, seed: u64) -> (f64, f64) {
    let (mut rates, mut times) = ([0.0; 2], [0.0; 2]);
    for turn in 0.. {
        for (n, watched) in [true, false].into_iter().enumerate() {
            let mut mind = spec.build();
            let rng = Dice::new(seed, turn, 0).rng(0, None, Purpose::Think);
            let seen = Observation { position, agents: None, turn: 0 };
            let start = now();
            let mut latest = Thought::default();
            let mut listener = StopWatch::new(real_clock(), || false)
                .with_thoughts(true, |thought| latest.clone_from(thought));
            let watch: &mut dyn Watch = if watched { &mut listener } else { &mut Unwatched };
            mind.choose(&seen, rng, watch);
            times[n] += now() - start;
            if let Some(Reply::Tree(TreeView::Simulated(tree))) =
                mind.reply(&seen, &Inquiry::Tree { moves: 0, nodes: 1 })
            {
                rates[n] += tree.simulations as f64;
            }
        }
        if times[0] + times[1] >= 2.0 * seconds && times.iter().all(|&time| time > 0.0) {
            break;
        }
    }
    (rates[0] / times[0], rates[1] / times[1])
}

/// # Panics
/// When a row is missing.
pub(super) fn check(text: &str) {
    assert_eq!(text.lines().filter(|line| line.starts_with("9x9 ")).count(), 3, "{text}");
    assert!(text.contains("thoughts cost"), "{text}");
}
