//! Things that several tests need.

pub mod observation;

use bevy::ecs::prelude::*;
use bevy::prelude::App;
use stonefield_go::{ByColor, Rules};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, create_app, spawn_goban};

/// Returns a set-up of two minds, given as text. `size`: a number, a text or a size; `rules`: name of a preset.
pub fn setup(size: impl ToString, rules: &str, black: &str, white: &str) -> GameSetup {
    let mind = |text: &str| text.parse::<BrainSpec>().expect("a mind");
    GameSetup {
        size: size.to_string().parse().expect("a size"),
        rules: Rules::preset(rules).expect("a preset"),
        brains: ByColor::new(mind(black), mind(white)),
        ..GameSetup::default()
    }
}

/// Returns a set-up in which one mind plays both colours.
pub fn mirror_setup(size: impl ToString, rules: &str, mind: &str) -> GameSetup {
    setup(size, rules, mind, mind)
}

/// Returns a new app with one goban of this setup.
pub fn world(setup: &GameSetup) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    (app, goban)
}
