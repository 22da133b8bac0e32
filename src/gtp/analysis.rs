//! Analysis commands: their arguments, and reports of the search in the formats of Leela Zero and KataGo.

use super::opponent::Opponent;
use super::reply::{CommandResult, SYNTAX, read};
use std::fmt::Write;
use std::time::Duration;
use stonefield_go::{Color, Move, Point, Size};
use stonefield_minds::Answer;
use stonefield_search::{Candidate, Thought, rounded};

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Leela Zero: win rates and priors as whole numbers from 0 to 10,000.
    Leela,
    /// KataGo: win rates and priors as fractions from 0 to 1, with score lead and ownership.
    Kata,
}

/// Arguments of an analysis command.
#[derive(Clone, Debug)]
pub(super) struct AnalysisRequest {
    /// Player to move.
    pub color: Color,
    /// True if the chosen move is also played.
    pub play: bool,
    /// Time between two reports.
    pub every: Duration,
    form: Form,
    /// Largest number of moves in a report.
    max_moves: usize,
    reports_ownership: bool,
    reports_root: bool,
}

/// Default interval between two reports, in hundredths of a second.
const DEFAULT_INTERVAL: u64 = 100;

/// Longest interval between two reports, in hundredths of a second: one day.
const MAX_INTERVAL: u64 = 24 * 60 * 60 * 100;

impl AnalysisRequest {
    /// Default request for a move of a colour.
    pub(super) const fn of(color: Color, form: Form, play: bool) -> Self {
        Self {
            color,
            play,
            every: Duration::from_millis(10 * DEFAULT_INTERVAL),
            form,
            max_moves: usize::MAX,
            reports_ownership: false,
            reports_root: false,
        }
    }

    /// Reads `[COLOR] [INTERVAL] [KEY VALUE …]`. Intervals are in hundredths of a second.
    pub(super) fn read(opponent: &Opponent, args: &[&str], form: Form, play: bool) -> CommandResult<Self> {
        let mut request = Self::of(opponent.position().to_move(), form, play);
        let mut rest = args;
        if let [first, after @ ..] = rest
            && let Ok(color) = first.parse()
        {
            (request.color, rest) = (color, after);
        }
        if let [first, after @ ..] = rest
            && first.starts_with(|c: char| c.is_ascii_digit())
        {
            (request.every, rest) = (read_interval(first)?, after);
        }
        while let [key, after @ ..] = rest {
            let [value, after @ ..] = after else { return Err(SYNTAX) };
            rest = after;
            match *key {
                "interval" => request.every = read_interval(value)?,
                "maxmoves" => request.max_moves = read(value)?,
                "ownership" => request.reports_ownership = read_switch(value)?,
                "rootInfo" => request.reports_root = read_switch(value)?,
                // A report lists only moves that the search has considered, so a minimum has no effect.
                "minmoves" => {
                    let _: u32 = read(value)?;
                }
                // Accepted without effect: reports do not have these fields.
                "movesOwnership" | "ownershipStdev" | "movesOwnershipStdev" | "pvVisits" | "pvEdgeVisits" => {
                    let _: bool = read_switch(value)?;
                }
                "avoid" | "allow" => return Err(format!("{key} is not supported").into()),
                _ => return Err(SYNTAX),
            }
        }
        Ok(request)
    }

    /// Returns one report line for a board of the given size. Empty if the thought has no candidates.
    pub(super) fn report(&self, thought: &Thought, size: Size) -> String {
        let mut line = String::new();
        for (order, candidate) in thought.candidates.iter().take(self.max_moves).enumerate() {
            if !line.is_empty() {
                line.push(' ');
            }
            match self.form {
                Form::Leela => leela_info(&mut line, order, candidate),
                Form::Kata => kata_info(&mut line, order, candidate),
            }
        }
        if line.is_empty() || self.form == Form::Leela {
            return line;
        }
        if self.reports_root {
            let _ = write!(line, " rootInfo visits {}", visits(thought));
            push(&mut line, "winrate", thought.winrate);
            push(&mut line, "scoreLead", thought.lead);
        }
        if self.reports_ownership && thought.ownership.len() == size.area() {
            line.push_str(" ownership");
            for y in (0..size.height()).rev() {
                for x in 0..size.width() {
                    let owner = thought.ownership[size.index(Point::new(x, y))];
                    let _ = write!(line, " {:.3}", rounded(owner.into(), 3));
                }
            }
        }
        line
    }
}

/// Thought for a mind that reports none: the chosen move with one visit, or no candidates if it chose none.
pub(super) fn thought_from_choice(choice: &Answer) -> Thought {
    let candidates = match *choice {
        Answer::Move(action) => {
            vec![Candidate { visits: 1, variation: vec![action], ..Candidate::new(action) }]
        }
        _ => Vec::new(),
    };
    Thought { candidates, ..Thought::default() }
}

/// Visit count of the root: the playouts, or the sum of the candidates' visits or nodes if that is larger.
fn visits(thought: &Thought) -> u64 {
    thought.playouts.max(thought.candidates.iter().map(Candidate::effort).sum())
}

fn leela_info(line: &mut String, order: usize, candidate: &Candidate) {
    let _ = write!(line, "info move {} visits {}", candidate.action, candidate.effort());
    let mut share = |key: &str, value: Option<f64>| {
        if let Some(value) = value {
            let _ = write!(line, " {key} {:.0}", value.clamp(0.0, 1.0) * 10_000.0);
        }
    };
    share("winrate", candidate.winrate);
    share("prior", candidate.prior);
    share("lcb", candidate.lower_bound);
    variation(line, order, candidate);
}

fn kata_info(line: &mut String, order: usize, candidate: &Candidate) {
    let _ = write!(line, "info move {} visits {}", candidate.action, candidate.effort());
    push(line, "winrate", candidate.winrate);
    push(line, "scoreMean", candidate.lead);
    push(line, "scoreLead", candidate.lead);
    push(line, "prior", candidate.prior);
    push(line, "lcb", candidate.lower_bound);
    variation(line, order, candidate);
}

fn push(line: &mut String, key: &str, value: Option<f64>) {
    if let Some(value) = value.filter(|value| value.is_finite()) {
        let _ = write!(line, " {key} {:.6}", rounded(value, 6));
    }
}

fn variation(line: &mut String, order: usize, candidate: &Candidate) {
    let _ = write!(line, " order {order} pv");
    let moves: &[Move] =
        if candidate.variation.is_empty() { &[candidate.action] } else { &candidate.variation };
    for action in moves {
        let _ = write!(line, " {action}");
    }
}

fn read_interval(text: &str) -> CommandResult<Duration> {
    let hundredths: u64 = read(text)?;
    Ok(Duration::from_millis(10 * hundredths.clamp(1, MAX_INTERVAL)))
}

fn read_switch(text: &str) -> CommandResult<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" => Ok(true),
        "false" | "f" | "0" => Ok(false),
        _ => Err(SYNTAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought() -> Thought {
        let point = |x, y| Move::Play(Point::new(x, y));
        let best = Candidate {
            visits: 12,
            winrate: Some(0.51),
            lead: Some(1.5),
            prior: Some(0.25),
            lower_bound: Some(0.499_96),
            variation: vec![point(0, 1), Move::Pass],
            ..Candidate::new(point(0, 1))
        };
        Thought {
            candidates: vec![best, Candidate::new(Move::Pass)],
            winrate: Some(0.5),
            ownership: vec![1.0, -1.0, 0.5, 0.0],
            ..Thought::default()
        }
    }

    fn size() -> Size {
        Size::square(2).expect("a size")
    }

    #[test]
    fn leela_reports_ten_thousandths() {
        assert_eq!(
            AnalysisRequest::of(Color::Black, Form::Leela, false).report(&thought(), size()),
            "info move A2 visits 12 winrate 5100 prior 2500 lcb 5000 order 0 pv A2 pass \
             info move pass visits 0 order 1 pv pass"
        );
    }

    #[test]
    fn katago_reports_fractions_lead_and_ownership() {
        let request = AnalysisRequest {
            reports_ownership: true,
            reports_root: true,
            max_moves: 1,
            ..AnalysisRequest::of(Color::Black, Form::Kata, false)
        };
        assert_eq!(
            request.report(&thought(), size()),
            "info move A2 visits 12 winrate 0.510000 scoreMean 1.500000 scoreLead 1.500000 prior 0.250000 \
             lcb 0.499960 order 0 pv A2 pass rootInfo visits 12 winrate 0.500000 \
             ownership 0.500 0.000 1.000 -1.000"
        );
    }

    #[test]
    fn the_move_of_a_mind_without_thoughts_is_reported() {
        let request = AnalysisRequest::of(Color::Black, Form::Leela, false);
        assert_eq!(
            request.report(&thought_from_choice(&Answer::Move(Move::Pass)), size()),
            "info move pass visits 1 order 0 pv pass"
        );
        assert_eq!(request.report(&thought_from_choice(&Answer::Resign), size()), "");
    }
}
