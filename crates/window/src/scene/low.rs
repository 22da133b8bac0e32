//! Low quality: one quad for each board, or for the whole view, with a shader that draws everything.

use super::board::BoardUniform;
use bevy::asset::{Asset, Handle};
use bevy::image::Image;
use bevy::math::{Mat4, Vec4};
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{Material, MaterialPipeline, MaterialPipelineKey};
use bevy::reflect::TypePath;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;

/// Material of a board. The flags select the variant of the shader.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(LowKey)]
pub(super) struct LowMaterial {
    #[uniform(0)]
    pub(super) board: BoardUniform,
    #[texture(1, sample_type = "u_int")]
    pub(super) cells: Handle<Image>,
    #[texture(2)]
    #[sampler(3)]
    pub(super) heat: Handle<Image>,
    #[texture(4)]
    #[sampler(5)]
    pub(super) wood: Handle<Image>,
    #[texture(6)]
    pub(super) distant: Handle<Image>,
    #[texture(7, filterable = false)]
    pub(super) groups: Handle<Image>,
    #[uniform(8)]
    pub(super) sight: Sight,
    /// True if seen from straight above.
    pub(super) flat: bool,
    /// True if only `distant` is drawn, as cells are too small.
    pub(super) far: bool,
    /// True if stones and `distant` are mixed.
    pub(super) between: bool,
    /// True if there are marks other than that of the last move.
    pub(super) marks: bool,
    /// True if stones are in the air or fading.
    pub(super) motion: bool,
    /// True for print: no light and no shadows.
    pub(super) paper: bool,
}

/// `Sight` of `low.wgsl`: view of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub(super) struct Sight {
    pub(super) board_from_clip: Mat4,
    /// Pixels of the view: upper left corner, width and height.
    pub(super) pixels: Vec4,
    /// Quad in the clip space of the camera: lower left and upper right corner.
    pub(super) quad: Vec4,
    /// Parameters of `distant`. y: its part in what is drawn. z and w: size of a cell as a part of its image.
    pub(super) density: Vec4,
}

/// Variant of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LowKey {
    flat: bool,
    far: bool,
    between: bool,
    marks: bool,
    motion: bool,
    paper: bool,
}

impl From<&LowMaterial> for LowKey {
    fn from(material: &LowMaterial) -> Self {
        let &LowMaterial { flat, far, between, marks, motion, paper, .. } = material;
        Self { flat, far, between, marks, motion, paper }
    }
}

impl Material for LowMaterial {
    fn vertex_shader() -> ShaderRef {
        super::shaders::shader("low.wgsl")
    }

    fn fragment_shader() -> ShaderRef {
        super::shaders::shader("low.wgsl")
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.primitive.cull_mode = None;
        if let Some(fragment) = descriptor.fragment.as_mut() {
            let LowKey { flat, far, between, marks, motion, paper } = key.bind_group_data;
            let variants = [
                (flat, "FLAT"),
                (far, "FAR"),
                (between, "BETWEEN"),
                (marks, "MARKS"),
                (motion, "MOTION"),
                (paper, "PAPER"),
            ];
            let chosen = variants.into_iter().filter(|(on, _)| *on);
            fragment.shader_defs.extend(chosen.map(|(_, name)| name.into()));
        }
        Ok(())
    }
}
