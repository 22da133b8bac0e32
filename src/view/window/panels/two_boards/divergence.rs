//! Where two games that began alike part.

use crate::go::Move;
use crate::sim::{Fork, GameRecord};

/// The first move in which two games differ, if they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// So many moves since they began are the same, and neither has another that the other differs from.
    Alike(usize),
    /// The move with this number, counted from the beginning of the game, is not the same.
    At {
        /// The number of the move, from 1.
        number: usize,
        /// What was played on either board.
        moves: [Move; 2],
    },
}

impl Divergence {
    /// Compares two games that both go on from here.
    pub fn of(a: &GameRecord, b: &GameRecord, from: &Fork) -> Self {
        Self::find(a.moves(), b.moves(), from.moves().count())
    }

    fn find(a: impl Iterator<Item = Move>, b: impl Iterator<Item = Move>, before: usize) -> Self {
        let mut alike = 0;
        for (at, (one, two)) in a.zip(b).enumerate().skip(before) {
            if one != two {
                return Self::At { number: at + 1, moves: [one, two] };
            }
            alike += 1;
        }
        Self::Alike(alike)
    }

    /// In words; `same` where both boards have the same mind.
    pub fn words(self, same: bool) -> String {
        let text = match self {
            Self::At { number, moves: [a, b] } => {
                format!("They first differ at move {number}: A plays {a}, B plays {b}.")
            }
            Self::Alike(0) => "No difference yet: one board has no new move.".to_owned(),
            Self::Alike(1) => "They have not differed: one move, the same on both.".to_owned(),
            Self::Alike(count) => format!("They have not differed: {count} moves, the same on both."),
        };
        if same {
            format!("{text} A and B are the same mind with the same seed: choose another for one of them.")
        } else {
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    #[test]
    fn the_first_move_that_is_not_the_same_counts() {
        let at = |x| Move::Play(Point::new(x, 2));
        let find =
            |a: &[Move], b: &[Move], before| Divergence::find(a.iter().copied(), b.iter().copied(), before);
        let past = [at(0), at(1)];
        let [a, b] = [[past[0], past[1], at(2), at(3)], [past[0], past[1], at(2), Move::Pass]];
        assert_eq!(find(&past, &past, 2), Divergence::Alike(0));
        assert_eq!(find(&a, &past, 2), Divergence::Alike(0));
        assert_eq!(find(&a, &b[..3], 2), Divergence::Alike(1));
        let parting = find(&a, &b, 2);
        assert_eq!(parting, Divergence::At { number: 4, moves: [at(3), Move::Pass] });
        assert_eq!(parting.words(false), "They first differ at move 4: A plays D3, B plays pass.");
        assert!(find(&a, &a, 2).words(true).contains("the same mind"));
    }
}
