//! Many runs: series of games without a window, and what can be said of them.

mod axis;
mod conduct;
mod crew;
pub mod export;
mod format;
mod game_worker;
mod laboratory;
mod listener;
mod measured;
mod merge;
pub mod plan;
mod planned_game;
mod plies;
mod quirk_demo;
mod record;
mod report;
mod report_page;
mod review;
mod row_job;
mod row_layout;
mod series;
<<<<<<< HEAD
mod shard;
=======
>>>>>>> l1
pub mod statistics;
pub mod store;
mod store_summary;
mod stored_game;
mod study;
mod trial;
mod wall_plan;

pub use axis::{Axis, AxisError, MAX_VALUES};
pub use conduct::{AHEAD, Conduct, Ended, Hearer};
pub use format::{Early, Format, summary, title};
pub use laboratory::{LabError, Laboratory, RowHearer, RowOrder};
pub use listener::Listener;
pub use measured::MeasuredTick;
pub use merge::{Merged, merge};
pub use plan::{Plan, PlanError};
pub use planned_game::PlannedGame;
pub use plies::{decode_plies, encode_plies};
pub use quirk_demo::QuirkDemo;
pub use record::{Record, RecordError, Source, departures};
pub use report::{Report, Side};
pub use report_page::{ReportPageError, write_report_page};
pub use review::{Assessment, ReviewError, Reviewed, annotate, review};
pub use row_job::PlayedRow;
pub use row_layout::{RowLayout, winner_of};
pub use series::{GameResult, Series, SeriesError};
<<<<<<< HEAD
pub use shard::Shard;
pub use statistics::{Sample, wilson, wilson_of};
pub use store_summary::{CombinationSummary, StoreSummary, summarize};
pub use stored_game::{StoredGameError, stored_game};
=======
pub use statistics::{Sample, wilson, wilson_of};
>>>>>>> l1
pub use study::Study;
pub use trial::{Tried, trial};
pub use wall_plan::{MAX_BOARDS, WallGame, WallPlan};
