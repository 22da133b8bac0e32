//! The law of Go: sizes, points, colours, rules, boards and positions as pure values.
//!
//! [`Position`] is the only door to play; [`Setup`] is what may be drawn without being legal; [`board`] is the
//! fast part that searches copy and play out.

mod around;
pub mod board;
mod color;
mod dead;
mod error;
pub mod field;
mod history;
mod legal;
mod liberty_walk;
mod life;
pub mod notation;
mod perft;
mod point;
mod position;
mod quirks;
mod rules;
mod score;
mod setup;
mod size;
mod zobrist;

pub use around::Around;
pub use board::{Board, Played};
pub use color::{ByColor, Color, ColorError};
pub use dead::{DeadStones, DeadStonesError, NoDeadStones};
pub use error::{HandicapError, PlayError, PositionError};
pub use history::{History, Turn};
pub use legal::{LegalError, legal_positions};
pub use liberty_walk::{LibertyWalk, WalkFinding, WalkMoment, WalkStep};
pub use life::Benson;
pub use perft::perft;
pub use point::{Move, Point, PointError};
pub use position::KeptPosition;
pub use position::{BoardVisitor, Position};
pub use quirks::{QuirkError, Quirks};
pub use rules::{Goal, Ko, NoMove, PRESETS, Rules, RulesError, Scoring};
pub use score::{By, Outcome, count, territory};
pub use setup::{DiagramError, Setup};
pub use size::{Size, SizeError};
pub use zobrist::stone_at;
