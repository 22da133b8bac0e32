//! Engine output: the first line of a response, and the lines of a running analysis.

use crate::{Move, Point, Size};

/// Status of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseStatus {
    /// The command succeeded. The response begins with `=`.
    Success,
    /// The command failed. The response begins with `?`.
    Failure,
}

/// First line of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseHead<'a> {
    /// Success (`=`) or failure (`?`).
    pub status: ResponseStatus,
    /// Id after the sign. `None` if the id is missing or does not fit in 32 bits.
    pub id: Option<u32>,
    /// Rest of the line, trimmed.
    pub text: &'a str,
}

impl<'a> ResponseHead<'a> {
    /// Parses a line. Returns `None` if the line is not the first line of a response.
    #[must_use]
    pub fn read(line: &'a str) -> Option<Self> {
        let (status, rest) = match line.strip_prefix('=') {
            Some(rest) => (ResponseStatus::Success, rest),
            None => (ResponseStatus::Failure, line.strip_prefix('?')?),
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (id, text) = rest.split_at(digits);
        Some(Self { status, id: id.parse().ok(), text: text.trim() })
    }
}

/// Scale of the win rates, priors and bounds that an engine writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0 to 1, as after `kata-analyze`.
    Unit,
    /// From 0 to 10,000, as after `lz-analyze`.
    TenThousand,
}

impl Scale {
    /// Parses a number in this scale. Returns `None` unless its value is from 0 to 1.
    fn parse_fraction(self, text: &str) -> Option<f64> {
        let number = parse_finite(text)?;
        let fraction = match self {
            Self::Unit => number,
            Self::TenThousand => number / 10_000.0,
        };
        (0.0..=1.0).contains(&fraction).then_some(fraction)
    }
}

/// Analysis of a position by an engine, from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Candidate moves, the best first.
    pub moves: Vec<AnalysedMove>,
    /// Ownership of each point, by point number, from -1 (opponent) to 1 (colour to move). Empty if the
    /// engine does not report it.
    pub ownership: Vec<f32>,
}

/// A candidate move of an analysis. A number is `None` if the engine does not report it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedMove {
    /// The candidate move.
    pub action: Move,
    /// Visit count of the move in the search.
    pub visits: u64,
    /// Estimated probability that the colour to move wins with this move, 0 to 1.
    pub winrate: Option<f64>,
    /// Prior probability of the move before the search, 0 to 1.
    pub prior: Option<f64>,
    /// Lower confidence bound of `winrate`, 0 to 1.
    pub lcb: Option<f64>,
    /// Lead of the colour to move, in points. Negative if that colour is behind.
    pub lead: Option<f64>,
    /// Principal variation, with the move itself first.
    pub pv: Vec<Move>,
    /// Rank that the engine gave the move, from 0 for the best. Without a rank, the index of the move in the
    /// line.
    order: u32,
}

impl Analysis {
    /// Parses a line of `lz-analyze`, `kata-analyze` or a similar command. Unknown keys are skipped.
    ///
    /// Returns `None` if the line has neither a move nor ownership.
    #[must_use]
    pub fn read(line: &str, scale: Scale, size: Size) -> Option<Self> {
        let mut analysis = Self::default();
        let mut words = line.split_ascii_whitespace().peekable();
        let move_on_board =
            |text: &str| text.parse::<Move>().ok().filter(|m| m.point().is_none_or(|p| size.contains(p)));
        // True while the keys belong to the last move of `moves`. Keys of a move off the board are skipped.
        let mut in_move = false;
        while let Some(word) = words.next() {
            let moves = &mut analysis.moves;
            match word {
                "info" | "rootInfo" | "ownershipStdev" | "movesOwnership" => in_move = false,
                "move" => {
                    in_move = false;
                    let Some(action) = words.next().and_then(move_on_board) else { continue };
                    let order = u32::try_from(moves.len()).unwrap_or(u32::MAX);
                    let (winrate, prior, lcb, lead) = (None, None, None, None);
                    moves.push(AnalysedMove {
                        action,
                        visits: 0,
                        winrate,
                        prior,
                        lcb,
                        lead,
                        pv: Vec::new(),
                        order,
                    });
                    in_move = true;
                }
                "ownership" => {
                    // Rounding may carry an ownership slightly beyond 1.
                    let numbers: Option<Vec<f32>> = words
                        .by_ref()
                        .take(size.area())
                        .map(|text| {
                            text.parse::<f32>().ok().filter(|number| (-1.001..=1.001).contains(number))
                        })
                        .collect();
                    let numbers = numbers.filter(|numbers| numbers.len() == size.area());
                    analysis.ownership =
                        numbers.map(|from_top| by_point_number(&from_top, size)).unwrap_or_default();
                    in_move = false;
                }
                _ => {
                    let Some(last) = moves.last_mut().filter(|_| in_move) else { continue };
                    match word {
                        "visits" => {
                            last.visits = next_value(&mut words, |text| text.parse().ok()).unwrap_or(0);
                        }
                        "winrate" => last.winrate = next_value(&mut words, |text| scale.parse_fraction(text)),
                        "prior" => last.prior = next_value(&mut words, |text| scale.parse_fraction(text)),
                        "lcb" => last.lcb = next_value(&mut words, |text| scale.parse_fraction(text)),
                        "scoreLead" => last.lead = next_value(&mut words, parse_finite),
                        "order" => {
                            last.order =
                                next_value(&mut words, |text| text.parse().ok()).unwrap_or(last.order);
                        }
                        "pv" => {
                            while let Some(next) = words.peek().copied().and_then(move_on_board) {
                                last.pv.push(next);
                                words.next();
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        analysis.moves.sort_by_key(|candidate| candidate.order);
        (!analysis.moves.is_empty() || !analysis.ownership.is_empty()).then_some(analysis)
    }
}

/// Takes the next word and parses it as the value of a key.
fn next_value<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    parse(words.next()?)
}

fn parse_finite(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Reorders values that begin with the top row, as engines write them, to the order of point numbers.
fn by_point_number(from_top: &[f32], size: Size) -> Vec<f32> {
    let width = usize::from(size.width());
    let index = |Point { x, y }: Point| usize::from(size.height() - 1 - y) * width + usize::from(x);
    size.points().map(|point| from_top.get(index(point)).copied().unwrap_or(0.0).clamp(-1.0, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn size(text: &str) -> Size {
        text.parse().expect("a size")
    }

    #[test]
    fn the_first_line_of_a_response_is_parsed() {
        let read = |line| ResponseHead::read(line).map(|answer| (answer.status, answer.id, answer.text));
        assert_eq!(read("= D4"), Some((ResponseStatus::Success, None, "D4")));
        assert_eq!(read("=12 D4 "), Some((ResponseStatus::Success, Some(12), "D4")));
        assert_eq!(read("=12"), Some((ResponseStatus::Success, Some(12), "")));
        assert_eq!(read("?3 illegal move"), Some((ResponseStatus::Failure, Some(3), "illegal move")));
        assert_eq!(read("=\t pass"), Some((ResponseStatus::Success, None, "pass")));
        assert_eq!(read("=99999999999 x"), Some((ResponseStatus::Success, None, "x")));
        for line in ["", "D4", " =1", "#=", "1 = D4"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn leela_zero_writes_whole_numbers() {
        let line = "info move D4 visits 836 winrate 4656 prior 839 lcb 4640 order 1 pv D4 Q16 pass \
                    info move Q16 visits 9 winrate 4500 prior 1200 lcb 4000 order 0 pv Q16";
        let analysis = Analysis::read(line, Scale::TenThousand, size("19")).expect("an analysis");
        let [first, second] = &analysis.moves[..] else { panic!("{analysis:?}") };
        assert_eq!(first.action.to_string(), "Q16");
        assert_eq!((second.visits, second.winrate, second.prior), (836, Some(0.4656), Some(0.0839)));
        assert_eq!((second.lcb, second.lead), (Some(0.464), None));
        let pv: Vec<_> = second.pv.iter().map(ToString::to_string).collect();
        assert_eq!(pv, ["D4", "Q16", "pass"]);
        assert!(analysis.ownership.is_empty());
    }

    #[test]
    fn katago_writes_fractions_leads_and_ownership() {
        let line = "info move B1 visits 5 utility 0.1 winrate 0.75 scoreMean 2.5 scoreStdev 9 scoreLead 2.5 scoreSelfplay 3 \
                    prior 0.25 lcb 0.5 utilityLcb 0 weight 4.5 order 0 isSymmetryOf A1 pv B1 A2 pvVisits 5 3 \
                    rootInfo visits 77 winrate 0.5 ownership 1 -1 0.5 -0.25 0 0.125";
        let analysis = Analysis::read(line, Scale::Unit, size("3x2")).expect("an analysis");
        let [only] = &analysis.moves[..] else { panic!("{analysis:?}") };
        assert_eq!((only.visits, only.winrate, only.lead), (5, Some(0.75), Some(2.5)));
        assert_eq!((only.prior, only.lcb, only.pv.len()), (Some(0.25), Some(0.5), 2));
        // The text begins with the top row, point numbers begin with the bottom row.
        assert_eq!(analysis.ownership, [-0.25, 0.0, 0.125, 1.0, -1.0, 0.5]);
    }

    #[test]
    fn invalid_values_are_skipped() {
        let read = |line| Analysis::read(line, Scale::Unit, size("9"));
        assert_eq!(read(""), None);
        assert_eq!(read("play D4"), None);
        assert_eq!(read("info move Z99 visits 5 winrate 0.5"), None);
        assert_eq!(read("ownership 0 0 0"), None);
        let odd = read("info move D4 visits many winrate 7 prior NaN lcb pv").expect("a move");
        assert_eq!((odd.moves[0].visits, odd.moves[0].winrate, odd.moves[0].prior), (0, None, None));
        let cut = read("info move D4 visits").expect("a move");
        assert_eq!(cut.moves.len(), 1);
    }

    proptest! {
        #[test]
        fn no_line_causes_a_panic(line in "\\PC{0,60}", pieces in "((info|move|pv|D4|visits|ownership|0.5|=1) ){0,30}") {
            for text in [line, pieces] {
                let _ = ResponseHead::read(&text);
                if let Some(analysis) = Analysis::read(&text, Scale::Unit, size("9")) {
                    prop_assert!(analysis.moves.iter().all(|m| m.action.point().is_none_or(|p| size("9").contains(p))));
                }
            }
        }
    }
}
