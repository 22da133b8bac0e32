//! Report page: results of a store on one HTML page with tables and charts, readable without this program.

mod condition;
mod course;
mod drawn_sets;
mod histograms;
mod html;
mod outliers;
mod page;
mod repeat;
mod shares;
mod size_law;
mod sizes;

pub use condition::{ReportCondition, ReportConditionError};
pub use page::{ReportPageError, write_report_page};
pub use repeat::shell_word;
