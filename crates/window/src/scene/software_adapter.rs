//! Cheaper drawing of the panels where the processor draws every pixel.

use crate::shell::quality::{AutoQuality, Quality};
use bevy::asset::Assets;
use bevy::ecs::prelude::*;
use bevy::render::renderer::RenderDevice;
use bevy::render::settings::WgpuFeatures;
use bevy::shader::Shader;
use bevy_egui::render::EGUI_SHADER_HANDLE;

/// Gives the panels a shader without powers of numbers where every pixel is drawn by the processor.
pub(super) fn simplify_panel_shader(
    suited: Res<AutoQuality>,
    device: Res<RenderDevice>,
    mut shaders: ResMut<Assets<Shader>>,
) {
    // Adapters that bind textures in arrays have the panels' shader ask for them so; software ones do not.
    if suited.0 == Quality::High || device.features().contains(WgpuFeatures::TEXTURE_BINDING_ARRAY) {
        return;
    }
    let cheaper = Shader::from_wgsl(super::shaders::PANELS, "stonefield/panels.wgsl");
    // The handle is the shader's own, so the slot is there.
    let _ = shaders.insert(&EGUI_SHADER_HANDLE, cheaper);
}
