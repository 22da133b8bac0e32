//! What an engine says: the head of an answer, and its analysis while it thinks.

use crate::{Move, Point, Size};

/// Whether an engine did what it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseStatus {
    /// It did: the answer begins with `=`.
    Success,
    /// It did not: the answer begins with `?`.
    Failure,
}

/// The first line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// `=` or `?`.
    pub status: ResponseStatus,
    /// The number after it; `None` when there is none, or it is too large to be one that was sent.
    pub id: Option<u32>,
    /// The rest of the line, without the blanks around it.
    pub text: &'a str,
}

impl<'a> Head<'a> {
    /// Reads a line; `None` when no answer begins with it.
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

/// How an engine writes shares such as a winrate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0 to 1, as after `kata-analyze`.
    Unit,
    /// From 0 to 10,000, as after `lz-analyze`.
    TenThousand,
}

impl Scale {
    fn share(self, text: &str) -> Option<f64> {
        let number = finite(text)?;
        let share = match self {
            Self::Unit => number,
            Self::TenThousand => number / 10_000.0,
        };
        (0.0..=1.0).contains(&share).then_some(share)
    }
}

/// What an engine thinks of a position, from the view of the colour to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The moves it considers, the best first.
    pub moves: Vec<Analysed>,
    /// Ownership of each point, by point number: 1 its own, -1 the other's; empty when it did not say.
    pub ownership: Vec<f32>,
}

/// A move that an engine considers.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysed {
    /// The move that these numbers are of.
    pub action: Move,
    /// How often its search went there, in simulations.
    pub visits: u64,
    /// How likely the move wins, 0 to 1.
    pub winrate: Option<f64>,
    /// What it thought of the move before it looked, 0 to 1.
    pub prior: Option<f64>,
    /// A lower bound of `winrate`, 0 to 1.
    pub lcb: Option<f64>,
    /// Points by which the colour to move leads; less than 0 when it is behind.
    pub lead: Option<f64>,
    /// What it expects to follow, the move itself first.
    pub pv: Vec<Move>,
    order: u32,
}

impl Analysis {
    /// Reads a line of `lz-analyze`, `kata-analyze` and their like; what it does not know in it, it passes over. `None`
    /// when the line holds no move and no ownership.
    #[must_use]
    pub fn read(line: &str, scale: Scale, size: Size) -> Option<Self> {
        let mut analysis = Self::default();
        let mut words = line.split_ascii_whitespace().peekable();
        let on_board =
            |text: &str| text.parse::<Move>().ok().filter(|m| m.point().is_none_or(|p| size.contains(p)));
        // Where each number belongs: nothing is kept of a move that is off the board.
        let mut open = false;
        while let Some(word) = words.next() {
            let moves = &mut analysis.moves;
            match word {
                "info" | "rootInfo" | "ownershipStdev" | "movesOwnership" => open = false,
                "move" => {
                    let Some(action) = words.next().and_then(on_board) else { continue };
                    let order = u32::try_from(moves.len()).unwrap_or(u32::MAX);
                    let (winrate, prior, lcb, lead) = (None, None, None, None);
                    moves.push(Analysed {
                        action,
                        visits: 0,
                        winrate,
                        prior,
                        lcb,
                        lead,
                        pv: Vec::new(),
                        order,
                    });
                    open = true;
                }
                "ownership" => {
                    let numbers: Option<Vec<f32>> = words
                        .by_ref()
                        .take(size.area())
                        .map(|text| text.parse::<f32>().ok().filter(|share| (-1.001..=1.001).contains(share)))
                        .collect();
                    let numbers = numbers.filter(|numbers| numbers.len() == size.area());
                    analysis.ownership = numbers.map(|rows| from_the_top(&rows, size)).unwrap_or_default();
                    open = false;
                }
                _ => {
                    let Some(last) = moves.last_mut().filter(|_| open) else { continue };
                    match word {
                        "visits" => last.visits = value(&mut words, |text| text.parse().ok()).unwrap_or(0),
                        "winrate" => last.winrate = value(&mut words, |text| scale.share(text)),
                        "prior" => last.prior = value(&mut words, |text| scale.share(text)),
                        "lcb" => last.lcb = value(&mut words, |text| scale.share(text)),
                        "scoreLead" => last.lead = value(&mut words, finite),
                        "order" => {
                            last.order = value(&mut words, |text| text.parse().ok()).unwrap_or(last.order);
                        }
                        "pv" => {
                            while let Some(next) = words.peek().copied().and_then(on_board) {
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

/// The value of a key, if it is one; what is none is left for a key of its own.
fn value<'a, T>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    read: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    words.peek().copied()?;
    read(words.next()?)
}

fn finite(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Rows from the top, as engines write them, in the order of point numbers.
fn from_the_top(rows: &[f32], size: Size) -> Vec<f32> {
    let width = usize::from(size.width());
    let row = |Point { x, y }: Point| usize::from(size.height() - 1 - y) * width + usize::from(x);
    size.points().map(|point| rows.get(row(point)).copied().unwrap_or(0.0).clamp(-1.0, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn size(text: &str) -> Size {
        text.parse().expect("a size")
    }

    #[test]
    fn the_head_of_an_answer_is_read() {
        let read = |line| Head::read(line).map(|answer| (answer.status, answer.id, answer.text));
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
        // The top row comes first in the text, the bottom row in the numbers of points.
        assert_eq!(analysis.ownership, [-0.25, 0.0, 0.125, 1.0, -1.0, 0.5]);
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
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
        fn no_line_is_too_odd(line in "\\PC{0,60}", pieces in "((info|move|pv|D4|visits|ownership|0.5|=1) ){0,30}") {
            for text in [line, pieces] {
                let _ = Head::read(&text);
                if let Some(analysis) = Analysis::read(&text, Scale::Unit, size("9")) {
                    prop_assert!(analysis.moves.iter().all(|m| m.action.point().is_none_or(|p| size("9").contains(p))));
                }
            }
        }
    }
}
