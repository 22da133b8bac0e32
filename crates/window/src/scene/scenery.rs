//! Set-up of the scene and of the camera of the panels, for the window and for pictures without a window.

use crate::scene;
use crate::shell::camera::CameraMode;
use crate::shell::fonts;
use crate::shell::layers::Layers;
use crate::shell::state::Watched;
use bevy::app::App;
use bevy::camera::{Camera, Camera2d, CameraMainTextureUsages, RenderTarget};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy::render::view::Msaa;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use stonefield_sim::SimPlugin;

/// Order of the camera of the panels, above the order of any board.
const PANEL_ORDER: isize = 1 << 16;

/// Adds the plugins of games and panels. A goban can then be spawned.
pub(crate) fn sim_plugin(app: &mut App) {
    app.add_plugins((SimPlugin, EguiPlugin::default(), fonts::plugin)).init_schedule(EguiPrimaryContextPass);
    // The panels have their own camera, as those of the boards cover only the free part of the window.
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
}

/// Adds the scene around a goban.
pub(crate) fn add_scene(app: &mut App, goban: Entity, layers: Layers, camera: CameraMode) {
    app.insert_resource(Watched(goban)).insert_resource(layers).insert_resource(camera);
    app.add_plugins(scene::plugin);
}

/// Returns the camera of the panels, above those of the boards.
pub(crate) fn panel_camera(target: RenderTarget) -> impl Bundle {
    (
        Camera2d,
        Camera { order: PANEL_ORDER, ..Camera::default() },
        Tonemapping::None,
        Msaa::Off,
        CameraMainTextureUsages::default().with(TextureUsages::COPY_DST),
        PrimaryEguiContext,
        target,
    )
}
