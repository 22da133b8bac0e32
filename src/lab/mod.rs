//! Many runs: series of games without a window, and what can be said of them.

mod format;
mod report;
mod review;
mod series;
mod stats;
pub mod store;

pub use format::{Format, summary, title};
pub use report::{Report, Side};
pub use review::{Opinion, ReviewError, Reviewed, annotate, review};
pub use series::{GameResult, Series, SeriesError};
pub use stats::{Sample, wilson};
