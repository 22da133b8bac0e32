//! The law of Go: sizes, points, colours, rules, boards and positions as pure values.

mod color;
mod point;
mod quirks;
mod rules;
mod size;

pub use color::{ByColor, Color, ColorError};
pub use point::{Move, Point, PointError};
pub use quirks::{QuirkError, Quirks};
pub use rules::{Goal, Ko, NoMove, PRESETS, Rules, RulesError, Scoring};
pub use size::{Size, SizeError};
