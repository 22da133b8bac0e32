//! The Go Text Protocol, version 2: each request is one line, each response ends with an empty line.
//!
//! An engine uses `command` to parse requests and `response` to write responses. A controller uses
//! `engine_output` to parse what an engine writes, and `suite` to run regression tests.
// CITE: GTP version 2 specification, draft 2, G. Farnebäck, 2002.

mod command;
mod engine_output;
mod response;
mod suite;

pub use command::{GtpRequest, Line, LongLine, MAX_LINE_BYTES, Splitter};
pub use engine_output::{AnalysedMove, Analysis, ResponseHead, ResponseStatus, Scale};
pub use response::{Response, body};
pub use suite::{ExpectedAnswer, Suite, SuiteCommand, SuiteError, SuiteFault, TestOutcome};
