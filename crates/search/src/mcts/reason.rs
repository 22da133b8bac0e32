//! Reason for the best move, as a text.

use crate::{Candidate, Thought};
use stonefield_go::notation::counted;
use stonefield_go::{Color, Move, Point, Position};

/// Largest number of moves of the variation in the text.
const MAX_NAMED_MOVES: usize = 4;

/// Returns the reason for the best candidate: its effect on the board, its win rate, the win rate of the next
/// candidate, and the expected variation. With `scores` mean leads replace the win rates. `visits` is the
/// total of all root moves. If it is larger than the number of playouts, the other visits are those of a
/// reused tree.
pub(super) fn reason(position: &Position, thought: &Thought, visits: u64, scores: bool) -> String {
    let Some(best) = thought.candidates.first() else { return String::new() };
    let mut parts: Vec<String> = effects(position, best.action);
    let value_text = |candidate: &Candidate| {
        if scores { candidate.lead.map(signed_points) } else { candidate.winrate.map(percent) }
    };
    if let Some(value_text) = value_text(best) {
        let reused_visits = visits.saturating_sub(thought.playouts);
        let reused_text = if reused_visits > 0 {
            format!(", {reused_visits} of them from before this turn")
        } else {
            String::new()
        };
        let verb = if scores { "leads by" } else { "won" };
        parts.push(format!(
            "{verb} {value_text} in {} of {}{reused_text}",
            best.visits,
            counted(visits, "playout")
        ));
    }
    let with_value = |candidate: &Candidate| {
        Some((candidate.action, value_text(candidate).filter(|_| candidate.visits > 0)?))
    };
    if let Some((action, value_text)) = thought.candidates.iter().skip(1).find_map(with_value) {
        parts.push(format!("next {action} {value_text}"));
    }
    let line: Vec<String> =
        best.variation.iter().skip(1).take(MAX_NAMED_MOVES).map(ToString::to_string).collect();
    if !line.is_empty() {
        parts.push(format!("expects {}", line.join(" ")));
    }
    parts.join("; ")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn signed_points(lead: f64) -> String {
    format!("{lead:+.1}")
}

fn stone_count(count: usize) -> String {
    if count == 1 { "a stone".to_owned() } else { counted(count, "stone") }
}

/// Returns the immediate effects of a move: captures, rescues and ataris.
fn effects(position: &Position, action: Move) -> Vec<String> {
    let Some(point) = action.point() else { return Vec::new() };
    let color = position.to_move();
    let mut after = position.clone();
    if after.try_play(action).is_err() {
        return Vec::new();
    }
    let captured = after.captured_by()[color].saturating_sub(position.captured_by()[color]) as usize;
    let chains = adjacent_chains(position, point);
    let chains_of = |wanted: Color| chains.iter().filter(move |chain| position.at(chain[0]) == Some(wanted));
    let in_atari = |position: &Position, stone: Point| position.liberties(stone) == 1;
    let saved: usize = chains_of(color)
        .filter(|chain| {
            in_atari(position, chain[0]) && after.at(chain[0]).is_some() && !in_atari(&after, chain[0])
        })
        .map(Vec::len)
        .sum();
    let threatened: usize = chains_of(!color)
        .filter(|chain| {
            !in_atari(position, chain[0]) && after.at(chain[0]).is_some() && in_atari(&after, chain[0])
        })
        .map(Vec::len)
        .sum();
    [(captured, "captures "), (saved, "saves "), (threatened, "puts in atari ")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, verb)| format!("{verb}{}", stone_count(count)))
        .collect()
}

/// Returns the chains next to a point, each once.
fn adjacent_chains(position: &Position, point: Point) -> Vec<Vec<Point>> {
    let mut chains: Vec<Vec<Point>> = Vec::new();
    for next in position.size().neighbours(point) {
        if position.at(next).is_some() && !chains.iter().any(|chain| chain.contains(&next)) {
            chains.push(position.chain(next));
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Rules, Setup};

    fn effects_of(diagram: &str, action: &str) -> Vec<String> {
        let setup: Setup = diagram.parse().expect("a diagram");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        effects(&position, action.parse().expect("a move"))
    }

    #[test]
    fn effects_of_a_move_are_named() {
        let board = "
            . . . . .
            . O O . .
            O X X . .
            . O O . .
            . . . . .";
        assert_eq!(effects_of(board, "D3"), ["saves 2 stones"]);
        assert_eq!(effects_of(board, "A5"), [""; 0]);
        let board = "
            . O X . .
            O X . . .
            X . . . .
            . . . . .
            . . . . .";
        assert_eq!(effects_of(board, "A5"), ["captures 2 stones"]);
        let board = "
            . . . . .
            . X . . .
            X O . . .
            . . . . .
            . . . . .";
        assert_eq!(effects_of(board, "C3"), ["puts in atari a stone"]);
    }

    #[test]
    fn reasons_name_the_next_best_and_the_line() {
        let position = Position::new(stonefield_go::Size::square(9).expect("a size"), Rules::default());
        let candidate = |at: &str, visits, winrate| Candidate {
            visits,
            winrate: Some(winrate),
            variation: vec![at.parse().expect("a move"), Move::Pass],
            ..Candidate::new(at.parse().expect("a move"))
        };
        let thought = Thought {
            candidates: vec![candidate("E5", 75, 0.521), candidate("C3", 25, 0.48)],
            playouts: 130,
            ..Thought::default()
        };
        let end = "; next C3 48 %; expects pass";
        assert_eq!(reason(&position, &thought, 130, false), format!("won 52 % in 75 of 130 playouts{end}"));
        assert_eq!(
            reason(&position, &thought, 200, false),
            format!("won 52 % in 75 of 200 playouts, 70 of them from before this turn{end}")
        );
        assert_eq!(reason(&position, &Thought::default(), 0, false), "");
        let one_playout =
            Thought { candidates: vec![candidate("E5", 1, 1.0)], playouts: 1, ..Thought::default() };
        assert_eq!(reason(&position, &one_playout, 1, false), "won 100 % in 1 of 1 playout; expects pass");
        let mut scored = thought;
        (scored.candidates[0].lead, scored.candidates[1].lead) = (Some(3.25), Some(-1.0));
        assert_eq!(
            reason(&position, &scored, 130, true),
            "leads by +3.2 in 75 of 130 playouts; next C3 -1.0; expects pass"
        );
    }
}
