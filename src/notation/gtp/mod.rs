//! GTP, the Go Text Protocol.
// CITE: GTP version 2 specification, G. Farnebäck, 2002.

mod reply;

pub use reply::{Analysed, Analysis, Answer, ChoiceError, Chosen, Scale, Status};
