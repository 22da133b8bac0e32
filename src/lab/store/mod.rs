//! What results are kept with.

mod folder;
mod ledger;
mod today;

pub use folder::{FolderError, StudyFolder};
pub use ledger::{Games, Ledger, LedgerError};
pub use today::{this_second, today};
