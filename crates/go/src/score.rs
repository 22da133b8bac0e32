//! Score and outcome of a finished game.

use super::{ByColor, Color, Rules, Scoring, Size};
use std::fmt;
use std::str::FromStr;

/// Outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Colour of the winner.
        winner: Color,
        /// Margin or cause of the win.
        by: WinBy,
    },
    /// Draw. The game counts in statistics.
    Draw,
    /// Game without a valid result. The game does not count in statistics.
    ///
    /// Either a mind (a computer player) failed, or under `netlogo-2016` a colour lost its last stone, which
    /// stops that model with an error.
    Void,
}

/// Margin or cause of a win.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum WinBy {
    /// Difference of the scores, in points. More than 0.
    Points(f64),
    /// The winner made the first capture.
    Capture,
    /// The loser committed suicide in a game for the first capture.
    Suicide,
    /// The loser had no legal move.
    NoMove,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
}

impl Outcome {
    /// Outcome of a game that ended with these scores, komi included.
    #[must_use]
    pub fn of(score: ByColor<f64>) -> Self {
        let margin = score.black - score.white;
        if margin > 0.0 {
            Self::Win { winner: Color::Black, by: WinBy::Points(margin) }
        } else if margin < 0.0 {
            Self::Win { winner: Color::White, by: WinBy::Points(-margin) }
        } else {
            Self::Draw
        }
    }

    /// Colour of the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw | Self::Void => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, by } => {
                let letter = winner.letter();
                match by {
                    WinBy::Points(margin) => write!(f, "{letter}+{margin}"),
                    WinBy::Capture => write!(f, "{letter}+Capture"),
                    WinBy::Suicide => write!(f, "{letter}+Suicide"),
                    WinBy::NoMove => write!(f, "{letter}+NoMove"),
                    WinBy::Resignation => write!(f, "{letter}+Resign"),
                    WinBy::Time => write!(f, "{letter}+Time"),
                }
            }
            Self::Draw => f.write_str("Draw"),
            Self::Void => f.write_str("Void"),
        }
    }
}

impl FromStr for Outcome {
    type Err = ();

    /// Parses the text form of an [`Outcome`].
    fn from_str(text: &str) -> Result<Self, ()> {
        let (letter, by) = match text {
            "Draw" => return Ok(Self::Draw),
            "Void" => return Ok(Self::Void),
            _ => text.split_once('+').ok_or(())?,
        };
        let winner = Color::ALL.into_iter().find(|color| letter.chars().eq([color.letter()])).ok_or(())?;
        let by = match by {
            "Capture" => WinBy::Capture,
            "Suicide" => WinBy::Suicide,
            "NoMove" => WinBy::NoMove,
            "Resign" => WinBy::Resignation,
            "Time" => WinBy::Time,
            points => match points.parse() {
                Ok(points) if points > 0.0 => WinBy::Points(points),
                _ => return Err(()),
            },
        };
        Ok(Self::Win { winner, by })
    }
}

/// Territory of each colour: number of empty points that reach stones of this colour only.
///
/// `stones` is indexed by point number. On an empty board both numbers are 0.
// CITE: definition of "reach": the rules of J. Tromp and B. Taylor.
#[must_use]
pub fn territory(size: Size, stones: &[Option<Color>]) -> ByColor<u32> {
    let mut visited = vec![false; stones.len()];
    let mut territory = ByColor::default();
    let mut region = Vec::new();
    for start in 0..stones.len() {
        if visited[start] || stones[start].is_some() {
            continue;
        }
        let mut reaches = ByColor::new(false, false);
        visited[start] = true;
        region.push(start);
        let mut points = 0;
        while let Some(index) = region.pop() {
            points += 1;
            for next in size.neighbours(size.point(index)) {
                let next = size.index(next);
                match stones[next] {
                    Some(color) => reaches[color] = true,
                    None if !visited[next] => {
                        visited[next] = true;
                        region.push(next);
                    }
                    None => {}
                }
            }
        }
        match (reaches.black, reaches.white) {
            (true, false) => territory.black += points,
            (false, true) => territory.white += points,
            _ => {}
        }
    }
    territory
}

/// Score of each colour in a finished game, komi included.
///
/// `stones` is indexed by point number, with the dead stones removed. `prisoners` is the number of stones
/// that each colour has captured.
#[must_use]
pub fn count_score(
    rules: &Rules,
    size: Size,
    stones: &[Option<Color>],
    prisoners: ByColor<u32>,
) -> ByColor<f64> {
    let stones_of = |color| stones.iter().filter(|&&stone| stone == Some(color)).count() as f64;
    let prisoners = prisoners.map(f64::from);
    let (first_part, second_part) = match rules.scoring {
        Scoring::Area => (ByColor::from_fn(stones_of), territory(size, stones).map(f64::from)),
        Scoring::Territory => (prisoners, territory(size, stones).map(f64::from)),
        Scoring::StonesAndCaptures => (ByColor::from_fn(stones_of), prisoners),
    };
    let mut score = ByColor::from_fn(|color| first_part[color] + second_part[color]);
    if rules.quirks.is_none_or(|quirks| !quirks.pass_only_when_stuck) {
        score.white += rules.komi;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[test]
    fn a_region_belongs_to_the_only_colour_it_reaches() -> Result<(), crate::DiagramError> {
        let setup: Setup = "
            . X . O .
            X X . O O
            . . . O .
        "
        .parse()?;
        assert_eq!(territory(setup.size(), setup.stones()), ByColor::new(1, 2));
        Ok(())
    }

    #[test]
    fn outcomes_are_written_as_in_sgf() {
        assert_eq!(Outcome::of(ByColor::new(40.0, 48.5)).to_string(), "W+8.5");
        assert_eq!(Outcome::of(ByColor::new(3.0, 3.0)).to_string(), "Draw");
    }

    #[test]
    fn outcomes_parse_as_they_are_written() {
        let causes = [
            WinBy::Points(0.5),
            WinBy::Points(1e-3 + 361.0),
            WinBy::Capture,
            WinBy::Suicide,
            WinBy::NoMove,
            WinBy::Resignation,
            WinBy::Time,
        ];
        let wins = Color::ALL.into_iter().flat_map(|winner| causes.map(|by| Outcome::Win { winner, by }));
        for outcome in wins.chain([Outcome::Draw, Outcome::Void]) {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for text in ["", "B", "B+", "C+1", "B+-1", "B+0", "B+NaN", "BB+1", "draw"] {
            assert_eq!(text.parse::<Outcome>(), Err(()), "{text}");
        }
    }
}
