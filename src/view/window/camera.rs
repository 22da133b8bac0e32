//! How the board is looked at: flat from above, or in orbit around it.

use bevy::ecs::prelude::*;

/// Which of the two cameras is used.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// From straight above, without perspective (2-D).
    #[default]
    Flat,
    /// In perspective, free to turn around the board (3-D).
    Orbit,
}

/// Asks the camera to show the whole board again.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct FitBoard;
