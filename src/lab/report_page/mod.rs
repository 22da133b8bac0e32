//! Report page: what the games of a store came to, on one page of HTML with pictures, for readers without this program.

mod chart;
mod course;
mod drawn_sets;
mod figures;
mod histograms;
mod html;
mod outliers;
mod page;
mod scale;
mod shares;
mod sizes;

pub use page::{ReportPageError, write_report_page};
