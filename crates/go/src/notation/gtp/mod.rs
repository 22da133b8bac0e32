//! The Go Text Protocol, version 2: each request is one line, each response ends with an empty line.
//!
//! `command` and `response` are the engine's side, `reply` and `suite` the controller's side.
// CITE: GTP version 2 specification, draft 2, G. Farnebäck, 2002.

mod command;
mod reply;
mod response;
mod suite;

pub use command::{GtpRequest, Line, LongLine, MOST_BYTES, Splitter};
pub use reply::{Analysed, Analysis, Head, ResponseStatus, Scale};
pub use response::{Response, body};
pub use suite::{Expected, Suite, SuiteCommand, SuiteError, SuiteFault, TestOutcome};
