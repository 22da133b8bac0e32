//! How games of Go are searched: played out, followed in a tree, searched to a depth, and proved.
//!
//! A search reads no clock and draws no chance of its own: a [`Watch`] keeps its time, stops it and receives
//! its [`Thought`]s, and a generator comes from [`Dice`], so that the same seed gives the same moves on every
//! machine. Positions and rules are those of [`stonefield_go`].
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::mcts::{MctsParams, MctsSearch};
//! use stonefield_search::{Dice, Use};
//!
//! let position = Position::new(Size::square(5)?, Rules::default());
//! let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
//! let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
//! search.run(500, &|| false);
//! assert_eq!(search.best(), Some("C3".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map
//! - [`playout`] and [`policy`]: games played to their end by chance, and the knowledge that guides them.
//! - [`mcts`]: Monte Carlo tree search. [`negamax`]: alpha-beta to a fixed depth, judged by fields.
//! - [`proof`]: values of small boards, and the life of single groups. [`judge`] and [`dead_stones`] use it
//!   at the end.
//! - [`Watch`], [`Thought`], [`Dice`], [`Parameters`]: the four things that every search shares.
//!
//! # Ten questions
//! Each link leads to a tested example.
//!
//! 1. How is a game played out, at random or with knowledge? [`playout::measure_playouts`]
//! 2. Which move does Monte Carlo tree search find, repeatably? [`mcts::MctsSearch::best`], [`Dice`]
//! 3. Which candidates and variations did it consider? [`mcts::MctsSearch::thought`]
//! 4. How is a search stopped, by time or by a condition? [`Watch`], [`mcts::MctsSearch::run`]
//! 5. How is a position searched to a depth, with weights of my own? [`negamax::NegamaxSearch`]
//! 6. What is a small board worth? [`proof::solve::Puzzle::solve`]
//! 7. Does a group live? [`proof::life::study`]
//! 8. Which stones are dead, and who owns each point? [`dead_stones`], [`mcts::MctsSearch::record_owners`]
//! 9. How are several threads used? [`mcts::Parallel`]
//! 10. Which parameters does a search have, and how are new ones declared? [`Parameters`]

mod dice;
mod effort;
#[cfg(not(target_family = "wasm"))]
mod listener;
pub mod mcts;
pub mod negamax;
pub mod params;
pub mod playout;
pub mod policy;
pub mod proof;
mod status;
pub mod supply;
mod thought;
mod time;
mod watch;

pub use dice::{Chance, Dice, Rng, Use};
pub use effort::{Effort, Stop};
#[cfg(not(target_family = "wasm"))]
pub use listener::Listener;
pub use params::{ParamInfo, ParamKind, Parameters, Value};
pub use status::{Judged, dead_stones, judge};
pub use thought::{Bid, Candidate, Evaluation, Motive, Thought, rounded};
pub use time::{PlayerTime, TimeControl, TimeControlError, TimeLeft};
pub use watch::{CpuClock, Unwatched, Watch};

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
