//! Proofs instead of estimates: the value of small games, and the life of single groups.

pub mod life;
pub mod solve;
