//! The window: one 3-D scene with two cameras, its layers, and the panels around it.

pub mod camera;
pub mod layers;
pub mod palette;
pub mod quality;
pub mod state;
