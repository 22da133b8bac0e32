//! Cells: the tables of a tournament as numbers and words, for whoever draws them.

use super::super::statistics::Trinomial;
use super::{Standing, Standings};

/// The line of a player in the tables of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingLine {
    /// Its number in the plan, from 0.
    pub player: usize,
    /// Name, results and time of the player.
    pub standing: Standing,
    /// What its games that count come to; `None` where no game counts.
    pub score: Option<ScoreCells>,
    /// How likely it is that it is stronger than the player of the next line, 0 to 1; `None` where nothing says.
    pub above_next: Option<f64>,
    /// Its games against the player of each line.
    pub against: Vec<CrossCell>,
}

/// What the games of a player come to, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreCells {
    /// Its rating.
    pub elo: String,
    /// The 95 % interval of that.
    pub interval: String,
    /// Points and games, as `13/20`.
    pub points: String,
    /// Points of each game, in per cent.
    pub share: String,
}

/// A cell of a cross table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrossCell {
    /// The player itself.
    Own,
    /// No game counts between the two.
    NoGame,
    /// Points and games, as `13/20`.
    Points(String),
}

/// A whole number with its sign; none has the sign of what was lost in rounding.
fn signed(number: f64) -> String {
    // Adding nothing makes -0 a 0.
    format!("{:+.0}", number.round() + 0.0)
}

impl Standings {
    /// A line for each player, the strongest first.
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
    fn no_rating_is_a_negative_zero() {
        assert_eq!([-0.3, 0.2, -0.6, -12.4].map(signed), ["+0", "+0", "-1", "-12"]);
    }

    #[test]
    fn the_strongest_is_first_and_who_has_no_game_has_no_score() {
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
        assert!(lines[0].above_next.is_some_and(|share| share > 0.9) && lines[1].above_next.is_none());
        assert_eq!(
            (lines[0].standing.cost(), lines[2].standing.cost(), &lines[2].score),
            (Some(0.5), None, &None)
        );
    }
}
