//! Counting a finished game.

use super::{ByColor, Color, Rules, Scoring, Size};
use std::fmt;
use std::str::FromStr;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The colour that won.
        winner: Color,
        /// By what it won.
        by: By,
    },
    /// Nobody won, and the game counts.
    Draw,
    /// The game counts for nothing: in the NetLogo world a colour was wiped out, which stops that model with an error; or
    /// a mind failed.
    Void,
}

/// What a game was won by.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum By {
    /// Points, more than 0.
    Points(f64),
    /// The first capture.
    Capture,
    /// The other side's suicide in a game for the first capture.
    Suicide,
    /// The other side had no legal move.
    NoMove,
    /// The other side gave up.
    Resignation,
    /// The other side had no time left.
    Time,
}

impl Outcome {
    /// The outcome of a count, komi included.
    #[must_use]
    pub fn of(score: ByColor<f64>) -> Self {
        let margin = score.black - score.white;
        if margin > 0.0 {
            Self::Win { winner: Color::Black, by: By::Points(margin) }
        } else if margin < 0.0 {
            Self::Win { winner: Color::White, by: By::Points(-margin) }
        } else {
            Self::Draw
        }
    }

    /// Who won, if somebody did.
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
                    By::Points(margin) => write!(f, "{letter}+{margin}"),
                    By::Capture => write!(f, "{letter}+Capture"),
                    By::Suicide => write!(f, "{letter}+Suicide"),
                    By::NoMove => write!(f, "{letter}+NoMove"),
                    By::Resignation => write!(f, "{letter}+Resign"),
                    By::Time => write!(f, "{letter}+Time"),
                }
            }
            Self::Draw => f.write_str("Draw"),
            Self::Void => f.write_str("Void"),
        }
    }
}

impl FromStr for Outcome {
    type Err = ();

    /// Reads what [`Outcome`] writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (letter, by) = match text {
            "Draw" => return Ok(Self::Draw),
            "Void" => return Ok(Self::Void),
            _ => text.split_once('+').ok_or(())?,
        };
        let winner = Color::ALL.into_iter().find(|color| letter.chars().eq([color.letter()])).ok_or(())?;
        let by = match by {
            "Capture" => By::Capture,
            "Suicide" => By::Suicide,
            "NoMove" => By::NoMove,
            "Resign" => By::Resignation,
            "Time" => By::Time,
            points => match points.parse() {
                Ok(points) if points > 0.0 => By::Points(points),
                _ => return Err(()),
            },
        };
        Ok(Self::Win { winner, by })
    }
}

/// The empty points that reach stones of one colour only, for each colour.
///
/// `stones` is dense by point number. On a board without stones neither colour has any.
// CITE: reaching, as J. Tromp and B. Taylor's rules define it.
#[must_use]
pub fn territory(size: Size, stones: &[Option<Color>]) -> ByColor<u32> {
    let mut seen = vec![false; stones.len()];
    let mut owned = ByColor::default();
    let mut region = Vec::new();
    for start in 0..stones.len() {
        if seen[start] || stones[start].is_some() {
            continue;
        }
        let mut reaches = ByColor::new(false, false);
        seen[start] = true;
        region.push(start);
        let mut points = 0;
        while let Some(index) = region.pop() {
            points += 1;
            for next in size.neighbours(size.point(index)) {
                let next = size.index(next);
                match stones[next] {
                    Some(color) => reaches[color] = true,
                    None if !seen[next] => {
                        seen[next] = true;
                        region.push(next);
                    }
                    None => {}
                }
            }
        }
        match (reaches.black, reaches.white) {
            (true, false) => owned.black += points,
            (false, true) => owned.white += points,
            _ => {}
        }
    }
    owned
}

/// The count of a finished game by the rules, komi included: these stones by point number, those that are dead taken off, and the prisoners of each
/// colour.
#[must_use]
pub fn count(rules: &Rules, size: Size, stones: &[Option<Color>], prisoners: ByColor<u32>) -> ByColor<f64> {
    let standing = |color| stones.iter().filter(|&&stone| stone == Some(color)).count() as f64;
    let prisoners = prisoners.map(f64::from);
    let (first, second) = match rules.scoring {
        Scoring::Area => (ByColor::from_fn(standing), territory(size, stones).map(f64::from)),
        Scoring::Territory => (prisoners, territory(size, stones).map(f64::from)),
        Scoring::StonesAndCaptures => (ByColor::from_fn(standing), prisoners),
    };
    let mut score = ByColor::from_fn(|color| first[color] + second[color]);
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
    fn a_region_belongs_to_whom_it_reaches() -> Result<(), crate::DiagramError> {
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
    fn outcomes_read_as_sgf_writes_them() {
        assert_eq!(Outcome::of(ByColor::new(40.0, 48.5)).to_string(), "W+8.5");
        assert_eq!(Outcome::of(ByColor::new(3.0, 3.0)).to_string(), "Draw");
    }

    #[test]
    fn outcomes_are_read_as_they_are_written() {
        let ends = [
            By::Points(0.5),
            By::Points(1e-3 + 361.0),
            By::Capture,
            By::Suicide,
            By::NoMove,
            By::Resignation,
            By::Time,
        ];
        let wins = Color::ALL.into_iter().flat_map(|winner| ends.map(|by| Outcome::Win { winner, by }));
        for outcome in wins.chain([Outcome::Draw, Outcome::Void]) {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for text in ["", "B", "B+", "C+1", "B+-1", "B+0", "B+NaN", "BB+1", "draw"] {
            assert_eq!(text.parse::<Outcome>(), Err(()), "{text}");
        }
    }
}
