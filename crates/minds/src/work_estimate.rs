//! Estimate of the CPU time that a mind takes for one move on a board.
//!
//! The constants are CPU times of one core of a server (Intel Xeon, 2025). They were measured with
//! `stonefield think`, on boards from 1×1 to 1000×1000, empty or in the middle of a game. A real move takes
//! between 0.05 and 1.7 times the estimate. The estimate never falls with more points, playouts, plies or
//! nodes.

use super::BrainSpec;
use super::minds::mix;
use super::minds::monte_carlo::{MonteCarloParams, Score};
use stonefield_go::Size;
use stonefield_search::mcts::{MctsParams, PlayoutPolicy};
use stonefield_search::negamax::{Eval, NegamaxParams};
use stonefield_search::playout::cap;

/// CPU time of a heavy playout, in seconds per point of a small board.
const PLAYOUT_SECONDS: f64 = 0.3e-6;

/// Side of a square board on which a playout takes twice as long per point as on a small board. The data of
/// a large board do not fit into the fast caches.
const SLOW_SIDE: f64 = 120.0;

/// CPU time of a light playout, as a share of a heavy one.
const LIGHT_FACTOR: f64 = 0.4;

/// CPU time of a `monte-carlo` game that is played to its end, in seconds per point of a small board.
const GAME_SECONDS: f64 = 0.065e-6;

/// CPU time to set up a `monte-carlo` game, in seconds per point. Index 0: with `score=control`. Index 1:
/// with `score=flood`.
const SETUP_SECONDS: [f64; 2] = [2.5e-9, 40e-9];

/// CPU time of one ply of a `monte-carlo` game on a nearly empty board, in seconds. Indices as in
/// [`SETUP_SECONDS`].
const PLY_SECONDS: [f64; 2] = [1.3e-6, 0.1e-6];

/// CPU time of one negamax node on boards of up to [`NODE_AREA`] points, in seconds. On larger boards it
/// grows with the area.
const NODE_SECONDS: f64 = 1.4e-6;

/// Largest board on which a node takes [`NODE_SECONDS`], in points: 19×19.
const NODE_AREA: f64 = 361.0;

/// Divisor for long boards. For negamax, a board whose longer side is n counts as at least n² /
/// `LINE_DIVISOR` points.
const LINE_DIVISOR: f64 = 75.0;

/// Factor for the number of nodes if the search depth is odd: the last ply is then a move of the searching
/// side. With a node budget, factor for the time of a node.
const ODD_FACTOR: f64 = 4.0;

/// CPU time of a node with the control evaluation, as a multiple of [`NODE_SECONDS`].
const CONTROL_FACTOR: f64 = 3.0;

/// CPU time of the rules that evaluate all stones or points, in seconds per point of a board full of groups.
const RULE_SECONDS: [(&str, f64); 2] = [("liberties", 25e-6), ("swarm", 40e-6)];

/// CPU time of spreading the temperature once, in seconds per point.
const SPREAD_SECONDS: f64 = 4e-9;

impl BrainSpec {
    /// Estimated CPU time of one move on a board of this size, in seconds. For a mix, the sum over its parts.
    /// 0 for minds that choose at once, for persons, and for external programs, whose work is unknown.
    #[must_use]
    pub fn seconds_per_move(&self, size: Size) -> f64 {
        if let Some(parts) = mix::parts(self) {
            return parts.iter().map(|part| part.seconds_per_move(size)).sum();
        }
        match self.name() {
            "mcts" => mcts_seconds(&self.read(), size),
            "monte-carlo" => monte_carlo_seconds(&self.read(), size),
            "negamax" => negamax_seconds(&self.read(), size),
            "temperature" => match self.get("steps") {
                stonefield_search::Value::Int(steps) => steps as f64 * area(size) * SPREAD_SECONDS,
                _ => 0.0,
            },
            name => RULE_SECONDS
                .iter()
                .find(|(rule, _)| *rule == name)
                .map_or(0.0, |(_, seconds)| seconds * area(size)),
        }
    }
}

fn area(size: Size) -> f64 {
    size.area() as f64
}

/// Time of a playout per point, as a multiple of the time on a small board.
fn slowness_factor(size: Size) -> f64 {
    1.0 + area(size).sqrt() / SLOW_SIDE
}

fn mcts_seconds(params: &MctsParams, size: Size) -> f64 {
    let policy_factor = if params.policy == PlayoutPolicy::Light { LIGHT_FACTOR } else { 1.0 };
    let playout = PLAYOUT_SECONDS * policy_factor * area(size) * slowness_factor(size);
    // The last simulation may begin just before the time limit.
    if params.time > 0.0 { params.time + playout } else { f64::from(params.playouts) * playout }
}

fn monte_carlo_seconds(params: &MonteCarloParams, size: Size) -> f64 {
    let limited_game = |score_index: usize| {
        let plies = f64::from(params.plies.min(cap(size.area())));
        // Once a third of the board is full, a ply takes twice as long.
        let late_plies = (plies - area(size) / 3.0).max(0.0);
        area(size) * SETUP_SECONDS[score_index] + (plies + late_plies) * PLY_SECONDS[score_index]
    };
    let game = match params.score {
        Score::Control => limited_game(0),
        Score::Flood => limited_game(1),
        Score::Area => GAME_SECONDS * area(size) * slowness_factor(size),
    };
    if params.time > 0.0 { params.time + game } else { f64::from(params.games) * area(size) * game }
}

fn negamax_seconds(params: &NegamaxParams, size: Size) -> f64 {
    let longest_side = f64::from(size.width().max(size.height()));
    // Long boards take longer than square ones with the same number of points.
    let counted_points = area(size).max(longest_side * longest_side / LINE_DIVISOR);
    let eval_factor = if params.eval == Eval::Control { CONTROL_FACTOR } else { 1.0 };
    let node = NODE_SECONDS * eval_factor * (counted_points / NODE_AREA).max(1.0);
    let has_budget = params.time > 0.0 || params.nodes > 0;
    let mut seconds = f64::INFINITY;
    if params.time > 0.0 {
        seconds = params.time + node * area(size);
    }
    if params.nodes > 0 {
        seconds = seconds.min(params.nodes as f64 * node * ODD_FACTOR);
    }
    // Without iterative deepening, the search stops at `depth` even if the budget is not used up.
    if !has_budget || !params.id { seconds.min(tree_nodes(params, size) * node) } else { seconds }
}

/// Number of nodes of a search to the full depth.
fn tree_nodes(params: &NegamaxParams, size: Size) -> f64 {
    let branches = area(size) + 1.0;
    let depth = f64::from(params.depth);
    let full_tree = branches.powf(depth);
    // Quiescence search: if there are many captures and ataris, each of its plies about doubles the work.
    let quiescence_factor = 2.0_f64.powf(f64::from(params.quiescence));
    if !params.ab {
        return full_tree * quiescence_factor;
    }
    // CITE: the smallest tree that alpha-beta can search: D. Knuth and R. Moore, "An analysis of alpha-beta
    // pruning", 1975.
    let odd_factor = if params.depth % 2 == 1 { ODD_FACTOR.min(branches.sqrt()) } else { 1.0 };
    let minimal_tree = branches.powf(f64::midpoint(depth, 1.0)) * odd_factor;
    // Factor for worse move ordering. Without both heuristics the moves are hardly ordered.
    let ordering_factor = match (params.history, params.killers) {
        (true, true) => 1.0,
        (false, false) => branches.sqrt().max(4.0),
        _ => 2.0,
    };
    // Each of these switches saves nodes.
    let [scout, table, iterations, window, lazy] =
        [params.scout, params.tt, params.id, params.pvs, params.lazy].map(|on| if on { 1.0 } else { 1.5 });
    let field_factor = if params.incremental { 1.0 } else { 2.0 };
    minimal_tree
        * ordering_factor
        * scout
        * table
        * iterations
        * window
        * lazy
        * field_factor
        * quiescence_factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Demand;
    use proptest::prelude::*;

    fn estimate(spec: &str, width: u16, height: u16) -> f64 {
        let spec: BrainSpec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
        spec.seconds_per_move(Size::new(width, height).expect("a size"))
    }

    /// Compares the estimate with measured CPU times of one move, in seconds.
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
            let estimated = estimate(spec, side, side);
            assert!(
                estimated > 0.6 * seconds && estimated < 20.0 * seconds,
                "{spec} on {side}: {estimated}, took {seconds}"
            );
        }
    }

    #[test]
    fn the_limit_for_files_depends_on_the_board() {
        for (spec, sides, is_cheap) in [
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
                let seconds = estimate(spec, side, side);
                assert_eq!(seconds <= Demand::MAX_SECONDS, is_cheap, "{spec} on {side}: {seconds} s");
            }
        }
    }

    proptest! {
        #[test]
        fn more_work_is_never_estimated_lower(
            (width, height) in (1_u16..=1024, 1_u16..=1024),
            (more_width, more_height) in (0_u16..50, 0_u16..50),
            (count, more_count) in (1_u32..100_000, 0_u32..100_000),
            (depth, more_depth, quiescence) in (1_u32..20, 0_u32..8, 0_u32..8),
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
            let (spec, costlier) =
                (spec(count, depth, quiescence), spec(count + more_count, depth + more_depth, 2 * quiescence));
            let estimated = estimate(&spec, width, height);
            let (larger_width, larger_height) =
                ((width + more_width).min(1024), (height + more_height).min(1024));
            prop_assert!(estimated > 0.0);
            // Allows for rounding errors.
            let lower_limit = estimated * (1.0 - 1e-9);
            prop_assert!(estimate(&costlier, width, height) >= lower_limit, "{spec} and {costlier} on {width}x{height}");
            prop_assert!(estimate(&spec, larger_width, larger_height) >= lower_limit, "{spec} on {width}x{height} and {larger_width}x{larger_height}");
        }
    }
}
