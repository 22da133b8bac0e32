//! Result count: how many games one side won, lost and drew, with its margins.

use super::RowEnd;
use super::chart;
use super::statistics::{Sample, Trinomial};
use stonefield_go::Color;

/// Count of results of one side: a colour, or a mind.
///
/// Margins and ticks are only of games that were won, lost or drawn.
///
/// ```
/// use stonefield_go::Color;
/// use stonefield_lab::{ResultCount, RowEnd};
///
/// let mut count = ResultCount::default();
/// count.push(RowEnd::Black, Color::Black, Some(3.5), Some(60.0));
/// count.push(RowEnd::Draw, Color::Black, Some(0.0), Some(80.0));
/// count.push(RowEnd::Void, Color::Black, None, None);
/// assert_eq!((count.games(), count.results.share(), count.margin.mean()), (3, Some(0.75), Some(1.75)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResultCount {
    /// Numbers of games that the side won, drew and lost.
    pub results: Trinomial,
    /// Number of void games, in which the NetLogo model would have stopped with an error.
    pub void: u64,
    /// Number of unfinished games, which a condition or the tick limit ended.
    pub unfinished: u64,
    /// Number of games in which a mind failed, or agents and referee disagreed.
    pub failed: u64,
    /// Final score of the side minus that of the other side in each game, in points.
    pub margin: Sample,
    /// Number of ticks of each game.
    pub ticks: Sample,
}

impl ResultCount {
    /// Adds a game. `side`: colour of the counted side. `lead`: Black's score minus White's, in points.
    pub fn push(&mut self, end: RowEnd, side: Color, lead: Option<f64>, ticks: Option<f64>) {
        match end {
            RowEnd::Void => self.void += 1,
            RowEnd::Unfinished => self.unfinished += 1,
            RowEnd::Failed => self.failed += 1,
            RowEnd::Black | RowEnd::White | RowEnd::Draw => {
                self.results += end.seen_by(side).into();
                let margin = lead.map(|lead| if side == Color::Black { lead } else { -lead });
                margin.into_iter().for_each(|margin| self.margin.push(margin));
                ticks.into_iter().for_each(|ticks| self.ticks.push(ticks));
            }
        }
    }

    /// Number of all games, whatever their end.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.counted() + self.void + self.unfinished + self.failed
    }

    /// Number of games that were won, drawn or lost.
    #[must_use]
    pub const fn counted(&self) -> u64 {
        self.results.games()
    }

    /// Describes share of wins and mean margin of Black, or of the first mind, with their 95 % intervals:
    /// `Black wins 57.5 % (45.1 to 69.0), ahead by 1.2 ± 0.4`. `None` if no game was won, lost or drawn.
    #[must_use]
    pub fn words(&self, by_mind: bool) -> Option<String> {
        let side = if by_mind { "first mind" } else { "Black" };
        let (share, (low, high)) = (100.0 * self.results.share()?, self.results.interval());
        let margin = match self.margin.count() {
            0 | 1 => String::new(),
            _ => format!(", ahead by {}", chart::mean(&self.margin)),
        };
        Some(format!("{side} wins {share:.1} % ({:.1} to {:.1}){margin}", 100.0 * low, 100.0 * high))
    }
}
