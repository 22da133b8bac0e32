//! What is proved and not estimated: the value of small games, and the life of single groups.

pub mod life;
pub mod solve;
