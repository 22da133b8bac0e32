//! What of a game is counted in the picture, and for whom.

use crate::go::{ByColor, Color};
use crate::sim::{GameRow, MEASURES, Measure};

/// What of a game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Quantity {
    /// Its score.
    #[default]
    Score,
    /// How long it took.
    Ticks,
    /// Stones that were taken.
    Captured,
    /// What was measured at its end.
    Measured(&'static Measure),
}

impl Quantity {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let measured = MEASURES.iter().filter(|measure| measure.name != "score").map(Self::Measured);
        [Self::Score, Self::Ticks, Self::Captured].into_iter().chain(measured)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Ticks => "ticks",
            Self::Captured => "stones taken",
            Self::Measured(measure) => measure.name,
        }
    }

    /// What it is, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Score => "The score at the end, komi included.",
            Self::Ticks => "Ticks that the game took.",
            Self::Captured => "Enemy stones that died in the whole game.",
            Self::Measured(measure) => measure.about,
        }
    }

    /// Whether each side has its own.
    #[must_use]
    pub fn is_sided(self) -> bool {
        match self {
            Self::Score | Self::Captured => true,
            Self::Ticks => false,
            Self::Measured(measure) => measure.is_by_color(),
        }
    }

    fn of(self, row: &GameRow) -> Option<ByColor<f64>> {
        let ticks = row.finished.ticks as f64;
        match self {
            Self::Score => Some(row.finished.score),
            Self::Ticks => Some(ByColor::new(ticks, ticks)),
            Self::Captured => Some(row.captured.map(f64::from)),
            Self::Measured(measure) => row.measured(measure),
        }
    }

    /// What it came to in a game.
    #[must_use]
    pub fn value(self, row: &GameRow, whose: Whose) -> Option<f64> {
        let of = self.of(row)?;
        Some(match whose {
            Whose::Mind(mind) => of[row.color_of(mind)],
            Whose::Difference => of[row.color_of(0)] - of[row.color_of(1)],
            Whose::Color(color) => of[color],
        })
    }
}

/// Whose it is, of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A mind's, whatever it played: 0 for A, 1 for B.
    Mind(usize),
    /// A's less B's.
    Difference,
    /// A colour's, whoever played it.
    Color(Color),
}

impl Whose {
    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mind(0) => "A",
            Self::Mind(_) => "B",
            Self::Difference => "A − B",
            Self::Color(Color::Black) => "Black",
            Self::Color(Color::White) => "White",
        }
    }
}

/// Whose is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// Both minds'.
    #[default]
    Minds,
    /// A's alone.
    A,
    /// B's alone.
    B,
    /// A's less B's.
    Difference,
    /// Both colours'.
    Colors,
}

impl Sides {
    /// All of them, each with its words.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Minds, "A and B", "Both minds, whatever colour they played"),
        (Self::A, "A", "The first mind alone"),
        (Self::B, "B", "The second mind alone"),
        (Self::Difference, "A − B", "By how much the first mind has more"),
        (Self::Colors, "Black and White", "Both colours, whoever played them"),
    ];

    /// Those that are shown; of what has no sides, one.
    #[must_use]
    pub const fn shown(self, sided: bool) -> &'static [Whose] {
        match self {
            _ if !sided => &[Whose::Mind(0)],
            Self::Minds => &[Whose::Mind(0), Whose::Mind(1)],
            Self::A => &[Whose::Mind(0)],
            Self::B => &[Whose::Mind(1)],
            Self::Difference => &[Whose::Difference],
            Self::Colors => &[Whose::Color(Color::Black), Whose::Color(Color::White)],
        }
    }
}
