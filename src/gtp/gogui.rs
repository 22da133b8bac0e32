//! Commands for GoGui and gomill, and drawings in GoGui's format.

use super::opponent::Opponent;
use super::reply::{CommandResult, reply_without_args};
use std::fmt::Write;
use stonefield_go::notation::{counted, names};
use stonefield_go::{Color, Goal, Point, Size};
use stonefield_minds::Answer;
use stonefield_search::{Candidate, Thought, rounded};

/// Commands offered in GoGui's analyze window: type, label, command. GoGui replaces `%c` by a colour, `%p` by
/// a point and `%s` by a text.
const OFFERED: &[(&str, &str, &str)] = &[
    ("gfx", "Candidates", "stonefield-candidates %c"),
    ("gfx", "Heat map", "stonefield-heat"),
    ("dboard", "Temperature", "stonefield-temperature"),
    ("sboard", "Groups", "stonefield-groups"),
    ("sboard", "Liberties", "stonefield-liberties"),
    ("plist", "Group", "stonefield-group %p"),
    ("string", "Liberties of a group", "countlib %p"),
    ("plist", "Legal moves", "all_legal %c"),
    ("plist", "Stones", "list_stones %c"),
    ("string", "Captures", "captures %c"),
    ("string", "Final score", "final_score"),
    ("string", "Brain", "stonefield-brain"),
    ("none", "Change the brain", "stonefield-brain %s"),
    ("string", "Seed", "stonefield-seed"),
    ("none", "Change the seed", "stonefield-seed %s"),
    ("string", "Rules", "stonefield-rules"),
    ("hstring", "The last move", "gomill-explain_last_move"),
    ("hstring", "The engine", "gomill-describe_engine"),
    ("string", "CPU time", "cputime"),
];

pub(super) fn analyze_commands(_: &mut Opponent, args: &[&str]) -> CommandResult {
    let lines: Vec<_> =
        OFFERED.iter().map(|(kind, label, command)| format!("{kind}/{label}/{command}")).collect();
    reply_without_args(args, &lines.join("\n"))
}

pub(super) fn rules_game_id(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, if opponent.rules().goal == Goal::FirstCapture { "Atari Go" } else { "Go" })
}

pub(super) fn describe_engine(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let text = format!(
        "Stonefield {}\na living Go board: every stone is an agent\nbrain {}\nrules {}\nseed {}",
        env!("CARGO_PKG_VERSION"),
        opponent.brain,
        opponent.rules().name,
        opponent.dice.seed
    );
    reply_without_args(args, &text)
}

/// Explains the last generated move or resignation. Empty if there is none.
pub(super) fn explain_last_move(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let Some((color, choice, thought)) = &opponent.last else { return reply_without_args(args, "") };
    let mut text = match choice {
        Answer::Move(action) => format!("{color} {action}"),
        _ => format!("{color} resign"),
    };
    let _ = write!(text, ", chosen by {}", opponent.brain);
    match thought {
        Some(thought) => {
            if let Some(winrate) = thought.winrate {
                let _ = write!(text, "\nwins {:.1} %", winrate * 100.0);
            }
            if let Some(lead) = thought.lead {
                let _ = write!(text, "\nleads by {:.1} points", rounded(lead, 1));
            }
            for candidate in thought.candidates.iter().take(5) {
                let unit = if candidate.visits > 0 { "visit" } else { "node" };
                let _ = write!(text, "\n{}: {}", candidate.action, counted(candidate.effort(), unit));
                if let Some(winrate) = candidate.winrate {
                    let _ = write!(text, ", wins {:.1} %", winrate * 100.0);
                }
                if let Some(prior) = candidate.prior {
                    let _ = write!(text, ", prior {:.1} %", prior * 100.0);
                }
            }
            if !thought.reason.is_empty() {
                let _ = write!(text, "\nbecause {}", thought.reason);
            }
            for note in &thought.notes {
                let _ = write!(text, "\n{note}");
            }
        }
        None => text.push_str("\nit says nothing of its thinking"),
    }
    reply_without_args(args, &text)
}

/// Draws heat and candidates in GoGui's format. Colours show the heat. Each of the first ten placements gets
/// its rank, and an influence mark: its share of the visits, below 0 for White. If fewer than two candidates
/// have visits, the mark is the prior.
pub(super) fn drawing(color: Color, thought: Option<&Thought>, heat: &[f32], size: Size) -> String {
    let mut text = heat_lines(heat, size);
    let candidates = thought.map_or(&[][..], |thought| &thought.candidates);
    let placements = candidates.iter().filter(|candidate| candidate.action.point().is_some());
    let visits: u64 = candidates.iter().map(Candidate::effort).sum();
    let searched = candidates.iter().filter(|candidate| candidate.effort() > 0).count() > 1;
    let (mut labels, mut weights) = (String::new(), String::new());
    for (order, candidate) in placements.take(10).enumerate() {
        let action = candidate.action;
        let _ = write!(labels, " {action} {}", order + 1);
        let share = if searched { Some(candidate.effort() as f64 / visits as f64) } else { candidate.prior };
        if let Some(share) = share {
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            let _ = write!(weights, " {action} {:.3}", rounded(sign * share, 3));
        }
    }
    for (command, list) in [("LABEL", labels), ("INFLUENCE", weights)] {
        if !list.is_empty() {
            let _ = writeln!(text, "{command}{list}");
        }
    }
    let winrate = thought.and_then(|thought| thought.winrate);
    if let (Some(best), Some(winrate)) = (candidates.first(), winrate) {
        let _ = writeln!(text, "TEXT {color} {} wins {:.1} %", best.action, winrate * 100.0);
    } else if let Some(best) = candidates.first() {
        let _ = writeln!(text, "TEXT {color} {}", best.action);
    }
    text
}

/// Lists points by heat in GoGui's format, one line per colour: pale for little heat, red for the hottest.
pub(super) fn heat_lines(heat: &[f32], size: Size) -> String {
    const PALETTE: [&str; 5] = ["#ffeecc", "#ffcc88", "#ff9955", "#ee5533", "#bb1122"];
    let hottest = heat.iter().copied().fold(0.0_f32, f32::max);
    let mut lists: [Vec<Point>; PALETTE.len()] = Default::default();
    if hottest > 0.0 {
        for (point, &value) in size.points().zip(heat) {
            // Points without heat keep the colour of the board.
            if value > 0.0 {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 4")]
                let shade = (value / hottest * (PALETTE.len() as f32 - 0.01)) as usize;
                lists[shade.min(PALETTE.len() - 1)].push(point);
            }
        }
    }
    let mut text = String::new();
    for (shade, points) in PALETTE.iter().zip(&lists).filter(|(_, points)| !points.is_empty()) {
        let _ = writeln!(text, "COLOR {shade} {}", names(points));
    }
    text
}
