//! Report: results and scores of a series of games.

use super::statistics::PairedGame;
use super::{GameResult, ResultCount, RowEnd, Sample};
use stonefield_go::ByColor;

/// Results and scores of a series. Wins and scores are only of games that were won, lost or drawn.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Wins and scores by colour.
    pub colors: ByColor<Side>,
    /// Wins and scores of the mind with Black in the first game, then of the other mind; `None` if the minds
    /// do not swap colours.
    pub minds: Option<[Side; 2]>,
    /// Results of all games, as Black's wins, draws and losses.
    pub count: ResultCount,
    /// Number of unfinished games that a condition stopped.
    pub stopped: u64,
}

/// Wins and scores of one side of a series: a colour or a mind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// Number of games that the side won.
    pub wins: u64,
    /// Final scores of the side, in points.
    pub score: Sample,
}

impl Report {
    /// Creates a report without games. With `alternate` it also counts by mind, in [`Report::minds`].
    #[must_use]
    pub fn new(alternate: bool) -> Self {
        Self { minds: alternate.then(Default::default), ..Self::default() }
    }

    /// Adds a game.
    pub fn push(&mut self, game: &GameResult) {
        let end = game.end();
        game.count_in(&mut self.count, false);
        self.stopped += u64::from(end == RowEnd::Unfinished && game.stopped.is_some());
        if !end.counts() {
            return;
        }
        for (color, &score) in game.score.iter() {
            let won = u64::from(end.seen_by(color) == PairedGame::Won);
            let seat = if game.swapped { color.opponent() } else { color }.index();
            let mind = self.minds.as_mut().map(|minds| &mut minds[seat]);
            for side in [Some(&mut self.colors[color]), mind].into_iter().flatten() {
                side.wins += won;
                side.score.push(score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Color, Outcome, WinBy};

    fn game(outcome: Option<Outcome>, swapped: bool) -> GameResult {
        GameResult {
            game: 0,
            swapped,
            score: ByColor::new(10.0, 6.0),
            outcome,
            stopped: None,
            ticks: 7,
            fault: None,
            measured: Vec::new(),
        }
    }

    #[test]
    fn swapped_wins_go_to_the_mind_that_won() {
        let black = Outcome::Win { winner: Color::Black, by: WinBy::Points(4.0) };
        let mut report = Report::new(true);
        for (swapped, times) in [(false, 3), (true, 2)] {
            for _ in 0..times {
                report.push(&game(Some(black), swapped));
            }
        }
        let minds = report.minds.expect("a count by mind");
        assert_eq!(minds.map(|mind| mind.wins), [3, 2]);
        assert_eq!(report.colors.map(|color| color.wins), ByColor::new(5, 0));
        assert_eq!(report.colors.black.score.mean(), Some(10.0));
        assert!(minds[0].score.mean().is_some_and(|mean| (mean - 8.4).abs() < 1e-12));
    }

    #[test]
    fn void_failed_and_unfinished_games_are_counted_separately() {
        let mut report = Report::new(true);
        for outcome in [None, Some(Outcome::Void), Some(Outcome::Draw)] {
            report.push(&game(outcome, false));
        }
        assert_eq!((report.count.games(), report.count.counted()), (3, 1));
        let count = report.count;
        assert_eq!((count.void, count.unfinished, count.results.draws), (1, 1, 1));
        report.push(&GameResult { stopped: Some("tick=7: it has come".to_owned()), ..game(None, false) });
        assert_eq!((report.count.games(), report.count.unfinished, report.stopped), (4, 2, 1));
        assert_eq!(report.colors.white.score.count(), 1);
        let fault = Some((Some(Color::White), "it ended".to_owned()));
        report.push(&GameResult { fault, ..game(Some(Outcome::Void), false) });
        assert_eq!((report.count.games(), report.count.void, report.count.failed), (5, 1, 1));
    }
}
