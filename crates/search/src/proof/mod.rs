//! Proofs: the value of a small board, and the life of a single group.

pub mod life;
pub mod solve;
