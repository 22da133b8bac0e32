//! The law of Go as pure values, and its texts: positions, rules, scores, fields over a board, SGF and GTP.
//!
//! The crate opens no file, reads no clock and draws no random number. Boards are rectangles from 1×1 to 1024×1024.
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
//! - A game: [`Position`] is the only door to play. [`Rules`] has presets, [`PlayError`] names the law that a move breaks.
//! - Stones without a game: [`Setup`], read from diagrams. [`Board`] is the fast part that searches copy and play out.
//! - The end: [`Position::score`], [`Outcome`], [`DeadStones`], [`Benson`] (unconditional life).
//! - [`field`]: influence, control, temperature, clusters. [`notation`]: SGF, GTP, and the words around them.
//! - Counts: [`perft()`], [`legal_positions`].
//!
//! # Ten questions
//!
//! **How is a position set up?** A [`Setup`] is a diagram, or is filled point by point. It may be one that no game reaches.
//!
//! ```
//! use stonefield_go::{Color, Position, Rules, Setup};
//!
//! let setup: Setup = ". X . / X O X / . . .".replace('/', "\n").parse()?;
//! let position = Position::from_setup(&setup, Rules::default())?;
//! assert_eq!(position.at("B2".parse()?), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which moves are legal, and why is one not?** [`Position::legal_moves`] lists them, [`Position::check`] names the law.
//!
//! ```
//! use stonefield_go::{PlayError, Position, Rules, Size};
//!
//! let mut position = Position::new(Size::square(3)?, Rules::default());
//! assert_eq!(position.legal_moves().len(), 10, "nine points, and a pass");
//! for name in ["B1", "C3", "A2", "C2"] {
//!     position.try_play(name.parse()?)?;
//! }
//! position.try_play("B3".parse()?)?;
//! assert!(matches!(position.check("A1".parse()?), Err(PlayError::Suicide(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How is a move taken back?** A position is copied before the move. Copies share their history, so a copy is cheap.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//!
//! let mut position = Position::new(Size::square(9)?, Rules::default());
//! let before = position.clone();
//! position.try_play("E5".parse()?)?;
//! position = before;
//! assert_eq!(position.ply(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **What did a move capture, and how many liberties has a group?**
//!
//! ```
//! use stonefield_go::{Color, Position, Rules, Setup};
//!
//! let setup: Setup = ". X . / X O X / . . .".replace('/', "\n").parse()?;
//! let mut position = Position::from_setup(&setup, Rules::default())?;
//! assert_eq!((position.liberties("B2".parse()?), position.chain("B2".parse()?).len()), (1, 1));
//! assert_eq!(position.try_play("B1".parse()?)?.captured, 1);
//! assert_eq!(position.captured_by()[Color::Black], 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which rule sets are there?** [`Rules::names`] lists them. Ko, suicide, scoring, komi and the end can be set alone.
//!
//! ```
//! use stonefield_go::{Ko, Rules, Scoring};
//!
//! let rules = Rules::preset("japanese")?;
//! assert_eq!((rules.ko, rules.scoring), (Ko::Simple, Scoring::Territory));
//! let ours = Rules { suicide: true, komi: 5.5, ..Rules::preset("tromp-taylor")? };
//! assert_eq!(ours.ko, Ko::Positional);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Is a recapture forbidden by ko?** The error says whether a ko or a superko rule forbids it.
//!
//! ```
//! use stonefield_go::{Color, Position, Rules, Setup};
//!
//! let mut setup: Setup = ". X O . / X . X O / . X O . / . . . .".replace('/', "\n").parse()?;
//! setup.to_move = Color::White;
//! let mut position = Position::from_setup(&setup, Rules::default())?;
//! position.try_play("B3".parse()?)?;
//! let error = position.try_play("C3".parse()?).unwrap_err();
//! assert!(error.to_string().contains("forbidden by ko"), "{error}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **When is a game over, and who has won?** Two passes end it; [`Position::score`] counts it.
//!
//! ```
//! use stonefield_go::{Color, Move, Outcome, Position, Rules, Size};
//!
//! let rules = Rules { komi: 0.5, ..Rules::default() };
//! let mut position = Position::new(Size::square(5)?, rules);
//! for action in ["C3".parse()?, Move::Pass, Move::Pass] {
//!     position.try_play(action)?;
//! }
//! let outcome = Outcome::of(position.score());
//! assert_eq!((outcome.winner(), outcome.to_string()), (Some(Color::Black), "B+24.5".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which stones live whatever is played?** [`Benson`] finds them and their points.
//!
//! ```
//! use stonefield_go::{Benson, Color, Setup};
//!
//! let setup: Setup = ". X . X . / X X X X X / . . . . . / . . . . . / . O . . .".replace('/', "\n").parse()?;
//! let mut benson = Benson::new(setup.size(), false);
//! let owners = benson.of_setup(&setup);
//! assert_eq!(owners.iter().filter(|owner| **owner == Some(Color::Black)).count(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How is a record read and written?** [`notation::sgf`] keeps variations, comments and unknown properties.
//!
//! ```
//! use stonefield_go::notation::sgf::{self, Info, Play};
//!
//! let reading = sgf::read_text("(;SZ[9]KM[6.5];B[ee](;W[gc])(;W[cg]C[a quiet answer]))")?;
//! let games = &reading.collection;
//! let root = games.node(games.games()[0]);
//! let mut play = Play::new(&Info::of(root)?);
//! for node in root.main_line() {
//!     play.step(node);
//! }
//! assert_eq!((play.moves(), root.first_child().map(|node| node.children().count())), (2, Some(2)));
//! assert_eq!(sgf::read(&sgf::write(games))?.collection.len(), games.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Can I trust the move generator?** [`perft()`] counts games, and known numbers check it.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size, legal_positions, perft};
//!
//! let position = Position::new(Size::square(2)?, Rules::preset("tromp-taylor")?);
//! assert_eq!((1..=3).map(|depth| perft(&position, depth)).collect::<Vec<_>>(), [5, 21, 68]);
//! assert_eq!(legal_positions(Size::square(3)?)?, 12_675);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
