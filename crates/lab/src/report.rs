//! What a series of games adds up to.

use super::{GameResult, Sample};
use stonefield_go::{ByColor, Outcome};

/// The sum of a series. Void games (where the NetLogo model stops with an error), failed and unfinished ones are counted
/// apart: means, wins and shares are of the rest.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Wins and scores by colour.
    pub colors: ByColor<Side>,
    /// Wins and scores by mind, where the colours alternate: the mind that began with Black, and the other.
    pub minds: Option<[Side; 2]>,
    /// Ticks a game.
    pub ticks: Sample,
    /// Games with a result: won or drawn.
    pub counted: u64,
    /// Games that ended in a draw.
    pub draws: u64,
    /// Games that the NetLogo model's stop with an error has made void.
    pub void: u64,
    /// Games in which a mind could not go on.
    pub failed: u64,
    /// Games stopped by the limit of ticks or by a condition.
    pub unfinished: u64,
    /// Those of them that a condition has stopped.
    pub stopped: u64,
}

/// What one side of a series, a colour or a mind, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// Games that this side won.
    pub wins: u64,
    /// Its final scores, in points.
    pub score: Sample,
}

impl Report {
    /// A report of no games yet; with `alternate` it counts for minds too.
    #[must_use]
    pub fn new(alternate: bool) -> Self {
        Self { minds: alternate.then(Default::default), ..Self::default() }
    }

    /// Takes one more game.
    pub fn push(&mut self, game: &GameResult) {
        if game.fault.is_some() {
            self.failed += 1;
            return;
        }
        let winner = match game.outcome {
            None => {
                self.unfinished += 1;
                self.stopped += u64::from(game.stopped.is_some());
                return;
            }
            Some(Outcome::Void) => {
                self.void += 1;
                return;
            }
            Some(Outcome::Draw) => {
                self.draws += 1;
                None
            }
            Some(Outcome::Win { winner, .. }) => Some(winner),
        };
        self.counted += 1;
        self.ticks.push(game.ticks as f64);
        for (color, &score) in game.score.iter() {
            let won = u64::from(winner == Some(color));
            let seat = if game.swapped { color.opponent() } else { color }.index();
            let mind = self.minds.as_mut().map(|minds| &mut minds[seat]);
            for side in [Some(&mut self.colors[color]), mind].into_iter().flatten() {
                side.wins += won;
                side.score.push(score);
            }
        }
    }

    /// Games played, with any result or none.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.counted + self.void + self.failed + self.unfinished
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Color, WinBy};

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
        let minds = report.minds.expect("asked for");
        assert_eq!(minds.map(|mind| mind.wins), [3, 2]);
        assert_eq!(report.colors.map(|color| color.wins), ByColor::new(5, 0));
        assert_eq!(report.colors.black.score.mean(), Some(10.0));
        assert!(minds[0].score.mean().is_some_and(|mean| (mean - 8.4).abs() < 1e-12));
    }

    #[test]
    fn void_and_unfinished_games_are_apart() {
        let mut report = Report::new(true);
        for outcome in [None, Some(Outcome::Void), Some(Outcome::Draw)] {
            report.push(&game(outcome, false));
        }
        assert_eq!((report.games(), report.counted), (3, 1));
        assert_eq!((report.void, report.unfinished, report.draws), (1, 1, 1));
        report.push(&GameResult { stopped: Some("tick=7: it has come".to_owned()), ..game(None, false) });
        assert_eq!((report.games(), report.unfinished, report.stopped), (4, 2, 1));
        assert_eq!(report.colors.white.score.count(), 1);
        let fault = Some((Some(Color::White), "it ended".to_owned()));
        report.push(&GameResult { fault, ..game(Some(Outcome::Void), false) });
        assert_eq!((report.games(), report.void, report.failed), (5, 1, 1));
    }
}
