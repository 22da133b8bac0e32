//! Cells: texts and numbers for the tables of a tournament.

use super::super::statistics::Trinomial;
use super::{Standing, Standings};

/// Line of a player in the tables of a tournament: the ranking and the cross table.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingLine {
    /// Number of the player in the plan, from 0.
    pub player: usize,
    /// Name, results and time of the player.
    pub standing: Standing,
    /// Score in the games that count; `None` if no game counts.
    pub score: Option<ScoreCells>,
    /// Probability that the player is stronger than the player of the next line, from 0 to 1; `None` in the
    /// last line, or if one of the two has no game that counts.
    pub above_next: Option<f64>,
    /// Results against the player of each line, in the order of the lines.
    pub against: Vec<CrossCell>,
}

/// Score of a player, formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreCells {
    /// Rating in Elo, rounded, as `+53`.
    pub elo: String,
    /// 95 % interval of the rating in Elo, as `+12 to +94`.
    pub interval: String,
    /// Points and number of games, as `13/20`.
    pub points: String,
    /// Points per game, as `65.0 %`.
    pub share: String,
}

/// Cell of a cross table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrossCell {
    /// The cell of a player against itself.
    Own,
    /// The two players have no game that counts.
    NoGame,
    /// Points of the line's player, and number of games, as `13/20`.
    Points(String),
}

/// Formats a number with its sign, rounded to a whole number. A rounded 0 has the sign +.
fn signed(number: f64) -> String {
    // -0.0 + 0.0 is +0.0.
    format!("{:+.0}", number.round() + 0.0)
}

impl Standings {
    /// Returns one line per player, the strongest first.
    #[must_use]
    pub fn lines(&self) -> Vec<StandingLine> {
        let order = self.order();
        let has_games = |player: usize| self.cross.total(player).games() > 0;
        let points = |results: Trinomial| format!("{}/{}", results.points(), results.games());
        let line = |(at, &number): (usize, &usize)| {
            let (player, rating) = (&self.players[number], self.ratings.rating(number));
            let results = player.results;
            let score = has_games(number).then(|| {
                let (low, high) = rating.interval();
                ScoreCells {
                    elo: signed(rating.elo),
                    interval: format!("{} to {}", signed(low), signed(high)),
                    points: points(results),
                    share: format!("{:.1} %", 100.0 * results.points() / results.games() as f64),
                }
            });
            let next = order.get(at + 1).copied().filter(|next| has_games(number) && has_games(*next));
            let against = order.iter().map(|&other| match self.cross.between(number, other) {
                _ if other == number => CrossCell::Own,
                results if results.games() == 0 => CrossCell::NoGame,
                results => CrossCell::Points(points(results)),
            });
            StandingLine {
                player: number,
                standing: player.clone(),
                score,
                above_next: next.map(|next| self.ratings.superiority(number, next)),
                against: against.collect(),
            }
        };
        order.iter().enumerate().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::statistics::{CrossTable, Ratings};
    use super::*;

    #[test]
    fn a_rating_that_rounds_to_0_has_the_sign_plus() {
        assert_eq!([-0.3, 0.2, -0.6, -12.4].map(signed), ["+0", "+0", "-1", "-12"]);
    }

    #[test]
    fn the_strongest_is_first_and_a_player_without_games_has_no_score() {
        let mut cross = CrossTable::new(3);
        cross.add(0, 2, Trinomial::new(1, 1, 8));
        let player = |name: &str, results, moves| Standing {
            name: name.to_owned(),
            mind: "random".to_owned(),
            results,
            void: 2,
            failed: 1,
            seconds: 3.0,
            moves,
        };
        let standings = Standings {
            players: vec![
                player("weak", cross.total(0), 6),
                player("late", cross.total(1), 0),
                player("strong", cross.total(2), 6),
            ],
            ratings: Ratings::of(&cross),
            cross,
            pairs: None,
            test: None,
            games: 12,
            left_out: 0,
            planned: 12,
        };
        let lines = standings.lines();
        assert_eq!(
            lines.iter().map(|line| (line.player, &*line.standing.name)).collect::<Vec<_>>(),
            [(2, "strong"), (0, "weak"), (1, "late")]
        );
        let score = lines[0].score.clone().expect("games");
        assert_eq!((&*score.points, &*score.share), ("8.5/10", "85.0 %"));
        assert!(score.elo.starts_with('+') && score.interval.contains(" to "), "{score:?}");
        assert_eq!(
            lines[0].against,
            [CrossCell::Own, CrossCell::Points("8.5/10".to_owned()), CrossCell::NoGame]
        );
        assert_eq!(lines[1].against[0], CrossCell::Points("1.5/10".to_owned()));
        assert!(
            lines[0].above_next.is_some_and(|probability| probability > 0.9) && lines[1].above_next.is_none()
        );
        assert_eq!(
            (lines[0].standing.cost(), lines[2].standing.cost(), &lines[2].score),
            (Some(0.5), None, &None)
        );
    }
}
