//! Parts of the laboratory in the browser build: plans, statistics, quirk demos and wall plans. Stores are
//! missing, because they are files.

mod axis;
pub mod chart;
pub mod plan;
mod planned_game;
mod quirk_demo;
mod result_count;
mod row_end;
mod series;
mod series_error;
mod setup_json;
pub mod statistics;
#[path = "store/page.rs"]
pub mod store;
mod study;
mod wall_plan;

pub use axis::{Axis, AxisError, MAX_VALUES};
pub use planned_game::PlannedGame;
pub use quirk_demo::QuirkDemo;
pub use result_count::ResultCount;
pub use row_end::{RowEnd, counted_color};
pub use series::Series;
pub use series_error::SeriesError;
pub use statistics::{Sample, wilson, wilson_of};
pub use study::Study;
pub use wall_plan::{MAX_BOARDS, WallGame, WallPlan};
