//! Rules of Go as plain data types without side effects, and the text formats for games: positions, rules,
//! scores, fields over a board, SGF and GTP.
//!
//! The crate opens no file, reads no clock and draws no random number. Boards are rectangles from 1×1 to
//! 1024×1024.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//!
//! let mut game = Position::new(Size::square(9)?, Rules::preset("chinese")?);
//! game.try_play("E5".parse()?)?;
//! let illegal = game.try_play("E5".parse()?).unwrap_err();
//! assert_eq!(illegal.to_string(), "E5 is occupied");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map
//! - A game: [`Position`] is the only type that plays a game by the rules. [`Rules`] has presets.
//!   [`PlayError`] names the rule that a move breaks.
//! - Stones without a game: [`Setup`], read from diagrams. [`Board`] is the fast board: a search copies it
//!   and plays playouts on it.
//! - The end: [`Position::score`], [`Outcome`], [`DeadStones`], [`Benson`] (unconditional life).
//! - [`field`]: influence, control, temperature, clusters. [`notation`]: SGF, GTP and other text formats.
//! - Counts with known values, to test a program: [`perft()`], [`legal_positions`].
//! - Not here: playouts, search, proofs of life and death, the choice of dead stones (`stonefield-search`).
//!
//! # Ten questions
//! Each link leads to a tested example.
//!
//! 1. How is a position set up? [`Setup`]; with handicap stones: [`Position::place_handicap`].
//! 2. Which moves are legal? [`Position::legal_moves`]
//! 3. How is a move played, and taken back? [`Position::try_play`]
//! 4. Why was a move refused? [`PlayError`]
//! 5. Which rule sets are there, and how are ko, suicide and komi changed? [`Rules`]
//! 6. What is the group of a stone, and how many liberties does it have? [`Position::liberties`]
//! 7. Who has won, and how are dead stones counted? [`Position::score_with`]
//! 8. How is SGF with variations written and read? [`notation::sgf::Collection`], [`notation::sgf::read`]
//! 9. How does a program speak GTP? [`notation::gtp::Splitter`]
//! 10. How is a position found in a table, or saved? [`Position::hash`], and [`Position`] for `serde`.

pub mod board;
mod color;
mod dead;
mod error;
pub mod field;
mod history;
mod legal;
mod liberty_search;
mod life;
mod neighbour_indices;
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

pub use board::{Board, RemovedStones};
pub use color::{ByColor, Color, ColorError};
pub use dead::{DeadStones, DeadStonesError, DeadStonesUnsupported};
pub use error::{HandicapError, PlayError, PositionError};
pub use history::{History, Turn};
pub use legal::{LegalError, legal_positions};
pub use liberty_search::{LibertyFinding, LibertySearch, LibertySearchState, LibertySearchStep};
pub use life::Benson;
pub use neighbour_indices::NeighbourIndices;
pub use perft::perft;
pub use point::{Move, Point, PointError};
pub use position::StoredPosition;
pub use position::{BoardVisitor, Position};
pub use quirks::{QuirkError, Quirks};
pub use rules::{Goal, Ko, NoMove, PRESETS, Rules, RulesError, Scoring};
pub use score::{Outcome, WinBy, count_score, territory};
pub use setup::{DiagramError, Setup};
pub use size::{Size, SizeError};
pub use zobrist::stone_at;

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
