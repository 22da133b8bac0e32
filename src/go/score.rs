//! Counting a finished game.

use super::{ByColor, Color, Size};
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// By what.
        by: By,
    },
    /// Nobody did.
    Draw,
    /// The game counts for nothing: in the NetLogo world a colour was wiped out, which stops that model with an error; or
    /// a mind failed.
    Void,
}

/// What a game was won by.
#[derive(Clone, Copy, Debug, PartialEq)]
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
                }
            }
            Self::Draw => f.write_str("Draw"),
            Self::Void => f.write_str("Void"),
        }
    }
}

/// The empty points that reach stones of one colour only, for each colour.
///
/// `stones` is dense by point number. On a board without stones nobody has any.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Setup;

    #[test]
    fn a_region_belongs_to_whom_it_reaches() -> Result<(), crate::go::DiagramError> {
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
}
