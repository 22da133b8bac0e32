//! Things that several tests need.

pub mod observation;

use bevy::ecs::prelude::*;
use bevy::prelude::App;
use stonefield_sim::{GameSetup, create_app, spawn_goban};

/// Returns a new app with one goban of this setup.
pub fn world(setup: &GameSetup) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    (app, goban)
}
