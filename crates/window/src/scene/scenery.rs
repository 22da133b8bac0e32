//! What the window and pictures without a window have in common: the scene, and the camera of the panels.

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

/// The panels are drawn after so many boards, and more than there can be.
const PANELS: isize = 1 << 16;

/// Adds what the window and a picture without a window have in common, around the goban that `begin` makes.
pub(crate) fn add_scene<E>(
    app: &mut App,
    layers: Layers,
    camera: CameraMode,
    begin: impl FnOnce(&mut World) -> Result<Entity, E>,
) -> Result<Entity, E> {
    app.add_plugins((SimPlugin, EguiPlugin::default(), fonts::plugin)).init_schedule(EguiPrimaryContextPass);
    // The panels have a camera of their own, so that the board's can keep to the space they leave.
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    let goban = begin(app.world_mut())?;
    app.insert_resource(Watched(goban)).insert_resource(layers).insert_resource(camera);
    app.add_plugins(scene::plugin);
    Ok(goban)
}

/// Spawns the camera of the panels, over those of the boards.
pub(crate) fn spawn_panel_camera(world: &mut World, target: &RenderTarget) {
    world.spawn((
        Camera2d,
        Camera { order: PANELS, ..Camera::default() },
        Tonemapping::None,
        Msaa::Off,
        CameraMainTextureUsages::default().with(TextureUsages::COPY_DST),
        PrimaryEguiContext,
        target.clone(),
    ));
}
