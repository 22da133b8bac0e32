//! The Go Text Protocol, version 2: one request a line, one response with an empty line after it. `command` and `response` are the
//! engine's side, `reply` and `suite` that of the controller.
// CITE: GTP version 2 specification, draft 2, G. Farnebäck, 2002.

mod command;
mod reply;
mod response;
mod suite;

pub use command::{Line, LongLine, MOST_BYTES, Request, Splitter};
pub use reply::{Analysed, Analysis, Head, Scale, Status};
pub use response::{Response, body};
pub use suite::{Command as SuiteCommand, Expected, Suite, SuiteError, SuiteFault, Verdict};
