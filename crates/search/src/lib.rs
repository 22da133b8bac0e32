//! How games of Go are searched: played out, followed in a tree, searched to a depth, and proved.
//!
//! A search reads no clock and draws no chance of its own: a [`Watch`] keeps its time, stops it and receives its
//! [`Thought`]s, and a generator comes from [`Dice`], so that the same seed gives the same moves on every machine.
//! Positions and rules are those of [`stonefield_go`].
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
//! let best = search.looks_best().expect("a move");
//! assert!(position.is_legal(best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map
//! - [`playout`] and [`policy`]: games played to their end by chance, and the knowledge that guides them.
//! - [`mcts`]: Monte Carlo tree search. [`negamax`]: alpha-beta to a fixed depth, judged by fields.
//! - [`proof`]: values of small boards, and the life of single groups. [`judge`] and [`dead_stones`] use it at the end.
//! - [`Watch`], [`Thought`], [`Dice`], [`Parameters`]: the four things that every search shares.
//!
//! # Ten questions
//!
//! **How is a position played out at random?** [`playout::measure_playouts`] plays many games and counts them.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::playout::measure_playouts;
//! use stonefield_search::policy::Policy;
//!
//! let position = Position::new(Size::square(9)?, Rules::default());
//! let light = measure_playouts(&position, Policy::LIGHT, false, 100, 7);
//! assert_eq!((light.playouts, light.capped), (100, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I get a move from Monte Carlo tree search, and what did it consider?** A [`Thought`] lists candidates.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::mcts::{MctsParams, MctsSearch};
//! use stonefield_search::{Dice, Use};
//!
//! let position = Position::new(Size::square(5)?, Rules::default());
//! let mut search = MctsSearch::new(&position, &MctsParams::default(), Dice::new(1, 0, 0).rng(1, None, Use::Think));
//! search.run(300, &|| false);
//! let thought = search.thought(0.0);
//! let first = &thought.candidates[0];
//! assert!(first.visits >= thought.candidates[1].visits);
//! assert_eq!(first.variation[0], first.action);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I stop a search?** The condition is asked between simulations; what is found until then is kept.
//!
//! ```
//! use std::cell::Cell;
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::mcts::{MctsParams, MctsSearch};
//! use stonefield_search::{Dice, Use};
//!
//! let position = Position::new(Size::square(9)?, Rules::default());
//! let mut search = MctsSearch::new(&position, &MctsParams::default(), Dice::new(1, 0, 0).rng(1, None, Use::Think));
//! let asked = Cell::new(0);
//! search.run(100_000, &|| asked.replace(asked.get() + 1) > 50);
//! assert!(search.simulations() < 100_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Does the same seed give the same search?** Yes, with one thread: [`Dice`] is a function, not a state.
//!
//! ```
//! use stonefield_search::{Dice, Use};
//!
//! let dice = Dice::new(42, 0, 0);
//! assert_eq!(dice.rng(3, None, Use::Think), dice.rng(3, None, Use::Think));
//! assert_ne!(dice.rng(3, None, Use::Think), dice.rng(4, None, Use::Think));
//! ```
//!
//! **How do I search to a depth?** [`negamax::NegamaxSearch`]; its switches change its time, never its value.
//!
//! ```
//! use stonefield_go::{Position, Rules, Setup};
//! use stonefield_search::negamax::{NegamaxParams, NegamaxSearch};
//! use stonefield_search::{Dice, Unwatched, Use};
//!
//! let setup: Setup = ". X . . / X O X . / . . . . / . . . .".replace('/', "\n").parse()?;
//! let position = Position::from_setup(&setup, Rules::default())?;
//! let params = NegamaxParams { depth: 2, ..NegamaxParams::default() };
//! let mut search = NegamaxSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Use::Think));
//! search.run(u64::MAX, &mut Unwatched);
//! assert!(search.value().is_some() && search.best().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **What is a small board worth?** [`proof::solve`] proves it; Black takes the whole of 3×3.
//!
//! ```
//! use stonefield_go::{Position, Rules, Size};
//! use stonefield_search::Unwatched;
//! use stonefield_search::proof::solve::{Puzzle, SolveLimits};
//!
//! let position = Position::new(Size::square(3)?, Rules::default());
//! let limits = SolveLimits { room: 16, ..SolveLimits::default() };
//! let worth = Puzzle::new(&position)?.solve(limits, &mut Unwatched, |_| {});
//! assert_eq!(worth.value(), Some(9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Does a group live?** [`proof::life::study`] proves it for either side moving first.
//!
//! ```
//! use stonefield_go::{Position, Rules, Setup};
//! use stonefield_search::Unwatched;
//! use stonefield_search::proof::life::{LifeLimits, Status, study};
//!
//! let setup: Setup = ". X . X O / X X X X O / O O O O O / . . . . . / . . . . .".replace('/', "\n").parse()?;
//! let position = Position::from_setup(&setup, Rules::default())?;
//! let verdict = study(&position, "B5".parse()?, LifeLimits::default(), &mut Unwatched)?;
//! assert_eq!(verdict.status(), Some(Status::Alive));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which stones are dead when both have passed?** [`dead_stones`]: proofs first, playouts for the rest.
//!
//! ```
//! use stonefield_go::{DeadStones, Position, Rules, Setup};
//! use stonefield_search::dead_stones;
//!
//! let setup: Setup = ". X . X . / X X X X X / . . . . . / . O . . . / . . . . .".replace('/', "\n").parse()?;
//! let position = Position::from_setup(&setup, Rules::default())?;
//! let dead = dead_stones(&position, DeadStones::Proved);
//! assert!(!dead.contains(&"A4".parse()?), "Black lives: two eyes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Which parameters does a search have?** [`Parameters::LIST`] names each with its range, default and unit.
//!
//! ```
//! use stonefield_search::mcts::MctsParams;
//! use stonefield_search::{Parameters, Value};
//!
//! let playouts = MctsParams::LIST.iter().find(|param| param.name == "playouts").expect("a parameter");
//! assert_eq!(playouts.default(), Value::Int(i64::from(MctsParams::default().playouts)));
//! ```
//!
//! **How do I declare parameters of my own?** [`params!`] makes the struct, its list and its reader.
//!
//! ```
//! use stonefield_search::{Parameters, Value, params};
//!
//! params! {
//!     /// Parameters of a search for captures.
//!     pub struct CaptureParams {
//!         /// plies looked ahead
//!         pub depth: u32 = 3 in 1..=9, "plies";
//!         /// give up lost stones
//!         pub give_up: bool = true;
//!     }
//! }
//! assert_eq!(CaptureParams::LIST[0].unit, "plies");
//! let read = CaptureParams::read(|key| if key == "depth" { Value::Int(5) } else { Value::Switch(false) });
//! assert_eq!(read, CaptureParams { depth: 5, give_up: false });
//! ```

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
