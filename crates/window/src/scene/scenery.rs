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

/// Adds the scene around the goban that `begin` makes. Returns this goban, or the error of `begin`.
pub(crate) fn add_scene<E>(
    app: &mut App,
    layers: Layers,
    camera: CameraMode,
    begin: impl FnOnce(&mut World) -> Result<Entity, E>,
) -> Result<Entity, E> {
    app.add_plugins((SimPlugin, EguiPlugin::default(), fonts::plugin)).init_schedule(EguiPrimaryContextPass);
    // The panels have their own camera, as those of the boards cover only the free part of the window.
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    let goban = begin(app.world_mut())?;
    app.insert_resource(Watched(goban)).insert_resource(layers).insert_resource(camera);
    app.add_plugins(scene::plugin);
    Ok(goban)
}

/// Spawns the camera of the panels, above those of the boards.
pub(crate) fn spawn_panel_camera(world: &mut World, target: &RenderTarget) {
    world.spawn((
        Camera2d,
        Camera { order: PANEL_ORDER, ..Camera::default() },
        Tonemapping::None,
        Msaa::Off,
        CameraMainTextureUsages::default().with(TextureUsages::COPY_DST),
        PrimaryEguiContext,
        target.clone(),
    ));
}
