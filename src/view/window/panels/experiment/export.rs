//! Result sets as text: rows as CSV, and what they come to as lines to read.

use super::set::{NAMES, ResultSet, mean_text};
use crate::go::{Color, Move};
use crate::sim::{Choice, GameRow, MEASURES, Measure};
use std::fmt::Write;

/// The columns of a row besides what is measured.
const HEAD: [&str; 18] = [
    "experiment",
    "game",
    "seed",
    "mind_a",
    "mind_b",
    "black",
    "white",
    "opening_plies",
    "result",
    "winner",
    "winner_mind",
    "score_a",
    "score_b",
    "score_black",
    "score_white",
    "ticks",
    "taken_by_black",
    "taken_by_white",
];

/// The games of all these sets, a line each under one line of names, as RFC 4180 has it. What was measured is of the last tick; moves are those of the
/// game in order, colours alternating as they do on the board.
#[must_use]
pub fn csv<'a>(sets: impl IntoIterator<Item = &'a ResultSet>) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let measured = MEASURES.iter().flat_map(Measure::columns).map(|name| format!("last_{name}"));
    let names = HEAD.map(str::to_owned).into_iter().chain(measured);
    // Memory takes whatever is written.
    let _ = out.write_record(names.chain(["fault".to_owned(), "moves".to_owned()]));
    for set in sets {
        for row in &set.rows {
            let _ = out.write_record(line(set, row));
        }
    }
    out.into_inner().unwrap_or_default()
}

fn line(set: &ResultSet, row: &GameRow) -> Vec<String> {
    let setup = &set.plan.setup;
    let minds = set.plan.minds().map(ToString::to_string);
    let mind_of = |color: Color| minds[usize::from(row.color_of(1) == color)].clone();
    let score = |color: Color| row.finished.score[color].to_string();
    let winner = row.winner().filter(|_| !row.is_void());
    let word = match winner {
        _ if row.is_void() => "void",
        Some(mind) => NAMES[mind],
        None => "draw",
    };
    let mut fields = vec![
        set.title(),
        row.finished.game.to_string(),
        setup.seed.to_string(),
        minds[0].clone(),
        minds[1].clone(),
        mind_of(Color::Black),
        mind_of(Color::White),
        set.plan.open.to_string(),
        row.finished.outcome.to_string(),
        word.to_owned(),
        winner.map(|mind| minds[mind].clone()).unwrap_or_default(),
        score(row.color_of(0)),
        score(row.color_of(1)),
        score(Color::Black),
        score(Color::White),
        row.finished.ticks.to_string(),
        row.captured.black.to_string(),
        row.captured.white.to_string(),
    ];
    fields.extend(row.numbers.iter().map(ToString::to_string));
    fields.push(row.fault.clone().unwrap_or_default());
    let moves = row.plies.iter().map(|(_, choice)| match choice {
        Choice::Move(Move::Play(point)) => point.to_string(),
        Choice::Move(Move::Pass) => "pass".to_owned(),
        // How a game ends otherwise than by a move: resign, fail.
        end => format!("{end:?}").to_lowercase(),
    });
    fields.push(moves.collect::<Vec<_>>().join(" "));
    fields
}

/// What these sets come to, as lines of text.
#[must_use]
pub fn summary<'a>(sets: impl IntoIterator<Item = &'a ResultSet>) -> String {
    let mut text = String::new();
    for set in sets {
        let standing = &set.standing;
        let _ = writeln!(text, "{}\n  {}", set.details(), standing.games());
        for mind in 0..2 {
            let _ = writeln!(
                text,
                "  {}: {} won, {}; mean score {}",
                set.name(mind),
                standing.wins[mind],
                standing.share_text(mind),
                mean_text(&standing.score[mind])
            );
        }
        let _ = writeln!(text, "  drawn: {}; ticks a game {}\n", standing.ties, mean_text(&standing.ticks));
    }
    text
}
