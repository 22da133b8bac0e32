//! Low quality: one quad for each board, over the whole view where it is alone, and a shader that draws everything.

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

/// The board as a material.
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
    /// Seen from straight above.
    pub(super) flat: bool,
    /// Seen from so far away that only `distant` is drawn.
    pub(super) far: bool,
    /// Seen from where stones turn into `distant`.
    pub(super) between: bool,
    /// There are marks other than that of the last move.
    pub(super) marks: bool,
    /// Stones are in the air.
    pub(super) motion: bool,
    /// All is flat, as on paper.
    pub(super) paper: bool,
}

/// `Sight` of `low.wgsl`: the whole view.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub(super) struct Sight {
    pub(super) board_from_clip: Mat4,
    /// The pixels of the view: the upper left corner, width and height.
    pub(super) pixels: Vec4,
    /// Where the quad lies in the clip space of the camera: its lower left and its upper right corner.
    pub(super) quad: Vec4,
    /// How `distant` is drawn: how much of the picture it is (y), and the parts of it that a cell is (z and w).
    pub(super) density: Vec4,
}

/// What decides about the shader's variant.
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
