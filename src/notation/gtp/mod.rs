//! GTP, the Go Text Protocol.
// CITE: GTP version 2 specification, G. Farnebäck, 2002.

mod reply;
mod suite;

pub use reply::{Analysed, Analysis, Answer, ChoiceError, Chosen, Scale, Status};
pub use suite::{Command as SuiteCommand, Expected, Suite, SuiteError, Verdict};
