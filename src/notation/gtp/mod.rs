//! The Go Text Protocol, version 2: one request a line, one response with an empty line after it.
// CITE: GTP version 2 specification, draft 2, G. Farnebäck, 2002.

mod command;
mod response;

pub use command::{Line, LongLine, MOST_BYTES, Request, Splitter};
pub use response::{Response, body};
