//! Estimate of the CPU time that a mind takes for one move on a board.
//!
//! The constants are CPU times of one core of a server (Intel Xeon, 2025). They were measured by
//! `stonefield think` on empty boards and in the middle of games, from 1×1 to 1000×1000. A real move takes
//! between 0.05 and 1.7 times the estimate. The estimate never falls when points, playouts, plies or nodes
//! are added.

use super::BrainSpec;
use super::minds::mix;
use super::minds::monte_carlo::{MonteCarloParams, Score};
use stonefield_go::Size;
use stonefield_search::mcts::{MctsParams, PlayoutPolicy};
use stonefield_search::negamax::{Eval, NegamaxParams};
use stonefield_search::playout::cap;

/// CPU time of a heavy playout, in seconds per point of a small board.
const PLAYOUT: f64 = 0.3e-6;

/// Side of a board on which a playout takes twice as long per point. Memory is slower than caches.
const SLOW_SIDE: f64 = 120.0;

/// CPU time of a light playout, as a share of a heavy one.
const LIGHT: f64 = 0.4;

/// CPU time of a `monte-carlo` game that is played to its end, in seconds per point of a small board.
const GAME: f64 = 0.065e-6;

/// CPU time to begin a `monte-carlo` game, in seconds per point: with `score=control`, and with
/// `score=flood`.
const BEGIN: [f64; 2] = [2.5e-9, 40e-9];

/// CPU time of one ply of `monte-carlo` on an open board, in seconds: with `score=control`, and with
/// `score=flood`.
const PLY: [f64; 2] = [1.3e-6, 0.1e-6];

/// CPU time of one negamax node on boards up to 19×19, in seconds. It grows with larger boards.
const NODE: f64 = 1.4e-6;

/// Largest board on which a node takes [`NODE`], in points.
const NODE_AREA: f64 = 361.0;

/// Divisor for long boards. A one-line board of length n counts as at least n² / `LINE` points.
const LINE: f64 = 75.0;

/// Factor for the number of nodes if the search depth is odd: then the last ply is the searcher's own. With
/// a node budget, factor for the time of a node.
const ODD_FACTOR: f64 = 4.0;

/// Time of a node with the control evaluation, as a multiple of [`NODE`].
const CONTROL: f64 = 3.0;

/// CPU time of a rule that evaluates all stones or points, in seconds per point of a board full of groups.
const SWEEP: [(&str, f64); 2] = [("liberties", 25e-6), ("swarm", 40e-6)];

/// CPU time of one spread of one point of a field, in seconds.
const SPREAD: f64 = 4e-9;

impl BrainSpec {
    /// Estimated CPU time of one move on a board of this size, in seconds. The parts of a mix are summed. 0
    /// for minds that choose at once, for persons, and for programs, whose work is unknown.
    #[must_use]
    pub fn work_on(&self, size: Size) -> f64 {
        if let Some(parts) = mix::parts(self) {
            return parts.iter().map(|part| part.work_on(size)).sum();
        }
        match self.name() {
            "mcts" => mcts(&self.read(), size),
            "monte-carlo" => monte_carlo(&self.read(), size),
            "negamax" => negamax(&self.read(), size),
            "temperature" => match self.get("steps") {
                stonefield_search::Value::Int(steps) => steps as f64 * area(size) * SPREAD,
                _ => 0.0,
            },
            name => SWEEP.iter().find(|(rule, _)| *rule == name).map_or(0.0, |(_, each)| each * area(size)),
        }
    }
}

fn area(size: Size) -> f64 {
    size.area() as f64
}

/// Time per point, relative to a small board.
fn slowness(size: Size) -> f64 {
    1.0 + area(size).sqrt() / SLOW_SIDE
}

fn mcts(params: &MctsParams, size: Size) -> f64 {
    let policy_factor = if params.policy == PlayoutPolicy::Light { LIGHT } else { 1.0 };
    let playout = PLAYOUT * policy_factor * area(size) * slowness(size);
    // The last simulation may begin just before the time limit.
    if params.time > 0.0 { params.time + playout } else { f64::from(params.playouts) * playout }
}

fn monte_carlo(params: &MonteCarloParams, size: Size) -> f64 {
    let limited_game = |score_index: usize| {
        let plies = f64::from(params.plies.min(cap(size.area())));
        // Plies take longer once a third of the board is full.
        let late_plies = (plies - area(size) / 3.0).max(0.0);
        area(size) * BEGIN[score_index] + (plies + late_plies) * PLY[score_index]
    };
    let game = match params.score {
        Score::Control => limited_game(0),
        Score::Flood => limited_game(1),
        Score::Area => GAME * area(size) * slowness(size),
    };
    if params.time > 0.0 { params.time + game } else { f64::from(params.games) * area(size) * game }
}

fn negamax(params: &NegamaxParams, size: Size) -> f64 {
    let longest_side = f64::from(size.width().max(size.height()));
    // Boards of one line take longer than square ones with the same number of points.
    let counted_points = area(size).max(longest_side * longest_side / LINE);
    let eval_factor = if params.eval == Eval::Control { CONTROL } else { 1.0 };
    let node = NODE * eval_factor * (counted_points / NODE_AREA).max(1.0);
    let bounded = params.time > 0.0 || params.nodes > 0;
    let mut seconds = f64::INFINITY;
    if params.time > 0.0 {
        seconds = params.time + node * area(size);
    }
    if params.nodes > 0 {
        seconds = seconds.min(params.nodes as f64 * node * ODD_FACTOR);
    }
    // Without iterative deepening, the search stops at `depth` even if the budget is not used up.
    if !bounded || !params.id { seconds.min(tree(params, size) * node) } else { seconds }
}

/// Number of nodes of a search to the full depth.
fn tree(params: &NegamaxParams, size: Size) -> f64 {
    let branches = area(size) + 1.0;
    let depth = f64::from(params.depth);
    let full_tree = branches.powf(depth);
    // Quiescence search: each ply of captures and ataris about doubles the work if there are many.
    let quiet = 2.0_f64.powf(f64::from(params.quiescence));
    if !params.ab {
        return full_tree * quiet;
    }
    // CITE: the minimal tree of alpha-beta: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975.
    let odd_factor = if params.depth % 2 == 1 { ODD_FACTOR.min(branches.sqrt()) } else { 1.0 };
    let minimal_tree = branches.powf(f64::midpoint(depth, 1.0)) * odd_factor;
    // Factor for missing move ordering. Without both heuristics the moves are hardly ordered.
    let ordering_factor = match (params.history, params.killers) {
        (true, true) => 1.0,
        (false, false) => branches.sqrt().max(4.0),
        _ => 2.0,
    };
    let [scout, table, iterations, window, bound] =
        [params.scout, params.tt, params.id, params.pvs, params.lazy].map(|on| if on { 1.0 } else { 1.5 });
    let set_up = if params.incremental { 1.0 } else { 2.0 };
    minimal_tree * ordering_factor * scout * table * iterations * window * bound * set_up * quiet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Demand;
    use proptest::prelude::*;

    fn work(spec: &str, width: u16, height: u16) -> f64 {
        let spec: BrainSpec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
        spec.work_on(Size::new(width, height).expect("a size"))
    }

    /// Measured CPU times, in seconds. The estimate is not far below any of them. It exceeds the limit for
    /// all that take much longer than the limit.
    #[test]
    fn the_estimate_is_near_the_measured_times() {
        for (spec, side, seconds) in [
            ("mcts:playouts=100000", 9, 2.1),
            ("mcts:playouts=100000", 5, 0.62),
            ("mcts:playouts=10000", 19, 1.2),
            ("mcts:playouts=10000,policy=light", 19, 0.42),
            ("mcts:playouts=1000", 37, 0.55),
            ("mcts:playouts=100", 100, 0.55),
            ("mcts:playouts=20", 200, 0.68),
            ("monte-carlo:games=1000", 5, 0.1),
            ("monte-carlo:games=100,plies=100", 19, 2.0),
            ("monte-carlo:games=100,plies=100,score=flood", 19, 0.62),
            ("monte-carlo:games=2,plies=1000", 19, 2.9),
            ("monte-carlo:score=area", 19, 0.16),
            ("monte-carlo", 50, 0.52),
            ("monte-carlo:games=1,plies=100", 100, 0.64),
            ("monte-carlo:games=1,plies=100,score=flood", 100, 4.1),
            ("monte-carlo:games=1,score=area", 100, 10.4),
            ("negamax:depth=8", 5, 1.7),
            ("negamax:depth=6", 7, 0.53),
            ("negamax:depth=5", 9, 0.75),
            ("negamax:depth=6", 9, 6.6),
            ("negamax:depth=5,history=off", 9, 1.3),
            ("negamax:depth=4,ab=off", 9, 24.4),
            ("negamax:depth=5", 13, 8.6),
            ("negamax", 19, 0.34),
            ("negamax:depth=4", 19, 3.2),
            ("negamax:eval=control", 19, 1.9),
            ("negamax:history=off,killers=off", 19, 10.0),
            ("negamax:nodes=1000000", 19, 1.7),
            ("negamax:nodes=1000000,eval=control", 19, 3.2),
            ("negamax:depth=2,quiescence=8", 19, 0.26),
            ("negamax", 25, 1.7),
            ("negamax", 31, 14.1),
            ("negamax:depth=2", 37, 0.15),
            ("negamax:depth=2", 50, 0.54),
            ("negamax:depth=1", 100, 2.0),
        ] {
            let estimate = work(spec, side, side);
            assert!(
                estimate > 0.6 * seconds && estimate < 20.0 * seconds,
                "{spec} on {side}: {estimate}, took {seconds}"
            );
        }
    }

    #[test]
    fn the_limit_for_files_depends_on_the_board() {
        for (spec, sides, cheap) in [
            ("mcts", &[1, 2, 9, 13, 19, 25, 37][..], true),
            ("mcts", &[100, 1024], false),
            ("mcts:playouts=100000", &[9, 13], true),
            ("mcts:playouts=100000", &[19, 25, 100], false),
            ("mcts:playouts=70000", &[19], true),
            ("mcts:time=5", &[9, 19, 100], true),
            ("mcts:time=11", &[1, 9, 19], false),
            ("negamax", &[2, 9, 19, 25], true),
            ("negamax", &[31, 37, 100], false),
            ("negamax:depth=6", &[5, 7, 9], true),
            ("negamax:depth=6", &[13, 19], false),
            ("negamax:depth=4", &[9, 13, 19], true),
            ("negamax:depth=4", &[25], false),
            ("negamax:depth=4,ab=off", &[9, 19], false),
            ("negamax:depth=2,quiescence=16", &[9, 19], false),
            ("negamax:depth=64", &[2, 3, 19], false),
            ("negamax:depth=64,time=5", &[9, 19], true),
            ("negamax:depth=64,nodes=1000000", &[9, 19], true),
            ("negamax:depth=64,nodes=1000000000", &[9], false),
            ("monte-carlo", &[9, 19, 50], true),
            ("monte-carlo", &[200, 1024], false),
            ("monte-carlo:score=area", &[9, 19], true),
            ("monte-carlo:score=area", &[100], false),
            ("monte-carlo:games=1000,plies=100000", &[9, 19], false),
            ("random", &[9, 1024], true),
            ("sensible", &[9, 1024], true),
            ("netlogo", &[9, 64], true),
            ("temperature:steps=100,keep=on", &[9, 1024], true),
            ("swarm", &[9, 19, 100], true),
            ("liberties", &[9, 19, 100], true),
            ("human", &[1024], true),
            ("scripted", &[1024], true),
            ("mix:a=[mcts:playouts=60000],b=[mcts:playouts=60000]", &[9], true),
            ("mix:a=[mcts:playouts=60000],b=[mcts:playouts=60000]", &[19], false),
            ("mix:a=random,b=[mix:a=[negamax:depth=6]]", &[9], true),
            ("mix:a=random,b=[mix:a=[negamax:depth=6]]", &[19], false),
        ] {
            for &side in sides {
                let seconds = work(spec, side, side);
                assert_eq!(seconds <= Demand::SECONDS, cheap, "{spec} on {side}: {seconds} s");
            }
        }
    }

    proptest! {
        #[test]
        fn more_work_is_never_estimated_lower(
            (width, height) in (1_u16..=1024, 1_u16..=1024),
            (wider, higher) in (0_u16..50, 0_u16..50),
            (count, more) in (1_u32..100_000, 0_u32..100_000),
            (depth, deeper, quiescence) in (1_u32..20, 0_u32..8, 0_u32..8),
            kind in 0_usize..12,
        ) {
            let spec = |count: u32, depth: u32, quiescence: u32| match kind {
                0 => format!("mcts:playouts={count}"),
                1 => format!("mcts:playouts={count},policy=light"),
                2 => format!("mcts:time={}", f64::from(count) / 4.0),
                3 => format!("monte-carlo:games={count}"),
                4 => format!("monte-carlo:games=3,plies={}", count.min(100_000)),
                5 => format!("monte-carlo:games=3,plies={},score=flood", count.min(100_000)),
                6 => format!("monte-carlo:games={count},score=area"),
                7 => format!("negamax:depth={depth},quiescence={quiescence}"),
                8 => format!("negamax:depth={depth},quiescence={quiescence},ab=off"),
                9 => format!("negamax:depth={depth},quiescence={quiescence},eval=control,history=off,killers=off"),
                10 => format!("negamax:nodes={count}"),
                _ => format!("mix:a=[mcts:playouts={count}],b=[negamax:depth={depth}]"),
            };
            let (spec, dearer) = (spec(count, depth, quiescence), spec(count + more, depth + deeper, 2 * quiescence));
            let estimate = work(&spec, width, height);
            let (wide, high) = ((width + wider).min(1024), (height + higher).min(1024));
            prop_assert!(estimate > 0.0);
            // Allows for rounding in the sums.
            let least = estimate * (1.0 - 1e-9);
            prop_assert!(work(&dearer, width, height) >= least, "{spec} and {dearer} on {width}x{height}");
            prop_assert!(work(&spec, wide, high) >= least, "{spec} on {width}x{height} and {wide}x{high}");
        }
    }
}
