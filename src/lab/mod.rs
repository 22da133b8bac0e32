//! Many runs: series of games without a window, and what can be said of them.

mod axis;
mod conduct;
mod crew;
mod emergence;
mod format;
mod game_worker;
mod listener;
mod measured;
mod percolation;
mod power_law;
mod quirk_demo;
mod record;
mod report;
mod review;
mod series;
mod stats;
pub mod store;
mod study;
mod wall_plan;

pub use axis::{Axis, AxisError, MAX_VALUES};
pub use conduct::{AHEAD, Conduct, Ended, Hearer};
pub use emergence::{avalanche_sizes, box_counting, control_score, group_sizes};
pub use format::{Early, Format, summary, title};
pub use listener::Listener;
pub use measured::MeasuredTick;
pub use percolation::{CRITICAL_DENSITY, ClusterCount, Filling, FillingError, Lattice};
pub use power_law::PowerLaw;
pub use quirk_demo::QuirkDemo;
pub use record::{Record, RecordError, Source, departures};
pub use report::{Report, Side};
pub use review::{Assessment, ReviewError, Reviewed, annotate, review};
pub use series::{GameResult, Series, SeriesError};
pub use stats::{Sample, wilson, wilson_of};
pub use study::Study;
pub use wall_plan::{MAX_BOARDS, WallGame, WallPlan};
