//! Software adapter: a cheaper shader for the panels, if the processor draws every pixel.

use crate::shell::quality::{AutoQuality, Quality};
use bevy::asset::Assets;
use bevy::ecs::prelude::*;
use bevy::render::renderer::RenderDevice;
use bevy::render::settings::WgpuFeatures;
use bevy::shader::Shader;
use bevy_egui::render::EGUI_SHADER_HANDLE;

/// Replaces the shader of the panels by one without powers, on a software adapter.
pub(super) fn simplify_panel_shader(
    suited: Res<AutoQuality>,
    device: Res<RenderDevice>,
    mut shaders: ResMut<Assets<Shader>>,
) {
    // On adapters with arrays of textures, the shader of the panels uses them. Software adapters have none.
    if suited.0 == Quality::High || device.features().contains(WgpuFeatures::TEXTURE_BINDING_ARRAY) {
        return;
    }
    let cheaper = Shader::from_wgsl(super::shaders::PANELS, "stonefield/panels.wgsl");
    // The handle is of this shader, so it has a slot.
    let _ = shaders.insert(&EGUI_SHADER_HANDLE, cheaper);
}
