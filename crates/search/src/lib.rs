//! Search for the game of Go: playouts, Monte Carlo tree search, negamax, and proofs.
//!
//! A search reads no clock and creates no random generator. A [`Watch`] measures its time, stops it and
//! receives its [`Thought`]s. The generators come from [`Dice`], so that the same seed gives the same moves
//! on every machine. Positions and rules are those of [`stonefield_go`].
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::mcts::{MctsParams, MctsSearch};
//! use stonefield_search::{Dice, Purpose};
//!
//! let position = Position::new(Size::square(5)?, Rules::default());
//! let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
//! let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
//! search.run(500, &|| false);
//! assert_eq!(search.best(), Some("C3".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map
//! - [`playout`] and [`policy`]: games played to their end at random, and the knowledge that guides their
//!   moves.
//! - [`mcts`]: Monte Carlo tree search. [`negamax`]: alpha-beta to a fixed depth, with an evaluation by
//!   fields.
//! - [`proof`]: values of small boards, and the life of single groups. [`judge`] and [`dead_stones`] use
//!   proofs to find the dead stones at the end of a game.
//! - [`Watch`], [`Thought`], [`Dice`], [`Parameters`]: the four things that every search shares.
//!
//! # Ten questions
//! Each link leads to a tested example.
//!
//! 1. How is a game played out, at random or with knowledge? [`playout::measure_playouts`]
//! 2. Which move does Monte Carlo tree search find, repeatably? [`mcts::MctsSearch::best`], [`Dice`]
//! 3. Which candidates and variations did a search consider? [`mcts::MctsSearch::thought`]
//! 4. How is a search stopped, by time or by a condition? [`StopWatch`], [`mcts::MctsSearch::run`]
//! 5. How is a position searched to a depth, with my own weights? [`negamax::NegamaxSearch`]
//! 6. What is the value of a small board? [`proof::solve::Puzzle::solve`]
//! 7. Does a group live? [`proof::life::study`]
//! 8. Which stones are dead, and who owns each point? [`dead_stones`], [`mcts::MctsSearch::record_owners`]
//! 9. How are several threads used? [`mcts::Parallel`]
//! 10. Which parameters does a search have, and how are new ones declared? [`Parameters`]

mod dice;
mod effort;
mod lock;
pub mod mcts;
pub mod negamax;
pub mod params;
pub mod playout;
pub mod policy;
pub mod proof;
mod status;
mod stop_watch;
pub mod supply;
mod thought;
mod time;
mod watch;

pub use dice::{Dice, Purpose, Rng, RngAddress};
pub use effort::{Effort, Stop};
pub use lock::lock;
pub use params::{ParamInfo, ParamKind, Parameters, Value};
pub use status::{JudgedChain, dead_stones, judge};
pub use stop_watch::StopWatch;
#[cfg(not(target_family = "wasm"))]
pub use stop_watch::real_clock;
pub use thought::{Bid, Candidate, Evaluation, Motive, Thought, rounded};
pub use time::{PlayerTime, TimeControl, TimeControlError, TimeLeft};
pub use watch::{CpuClock, Unwatched, Watch};

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
