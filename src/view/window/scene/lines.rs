//! Links as a mesh of bands: those that reach further than to a neighbour, which no cell could draw, and at high quality
//! all of them.

use super::board::STONE_TOP;
use super::heat::linear;
use super::view::BoardView;
use crate::view::window::palette::group_color;
use bevy::asset::{Asset, RenderAssetUsages};
use bevy::material::AlphaMode;
use bevy::math::{Vec2, Vec3};
use bevy::mesh::{Indices, Mesh, MeshVertexBufferLayoutRef, PrimitiveTopology};
use bevy::pbr::{Material, MaterialPipeline, MaterialPipelineKey};
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::ShaderRef;

/// Half the width of a band, in cells, dark edges included.
const NEAR_REACH: f32 = 0.085;
const FAR_REACH: f32 = 0.045;
/// How solid a band between stones that are not neighbours is: there can be thousands.
const FAR_ALPHA: f32 = 0.1;
/// How many bands are drawn at most; of more, every second, third, … one.
const MOST: usize = 6000;

/// Bands in the colours of their vertices.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
pub(super) struct LineMaterial {}

impl Material for LineMaterial {
    fn vertex_shader() -> ShaderRef {
        super::shaders::shader("lines.wgsl")
    }

    fn fragment_shader() -> ShaderRef {
        super::shaders::shader("lines.wgsl")
    }

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
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
        layout: &MeshVertexBufferLayoutRef,
        _: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.primitive.cull_mode = None;
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_UV_0.at_shader_location(1),
            Mesh::ATTRIBUTE_COLOR.at_shader_location(2),
        ])?];
        Ok(())
    }
}

/// The bands of a view, those between `neighbours` and those between stones `far` from each other; `None` when there are none: a mesh
/// without corners cannot be drawn.
pub(super) fn mesh(view: &BoardView<'_>, neighbours: bool, far: bool) -> Option<Mesh> {
    let size = view.size();
    let width = usize::from(size.width());
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    let next =
        |low: usize, high: usize| high - low == width || (high - low == 1 && !high.is_multiple_of(width));
    let links: Vec<_> =
        view.pairs().filter(|&(low, high, _)| if next(low, high) { neighbours } else { far }).collect();
    if links.is_empty() {
        return None;
    }
    let step = links.len().div_ceil(MOST).max(1);
    let count = links.len().div_ceil(step);
    let (mut positions, mut across, mut colors) =
        (Vec::with_capacity(count * 4), Vec::with_capacity(count * 4), Vec::with_capacity(count * 4));
    let mut indices = Vec::with_capacity(count * 6);
    for &(low, high, id) in links.iter().step_by(step) {
        let [from, to] = [low, high].map(|index| {
            let point = size.point(index);
            Vec2::new(f32::from(point.x), f32::from(point.y)) - middle
        });
        let near = next(low, high);
        let (reach, alpha) = if near { (NEAR_REACH, 1.0) } else { (FAR_REACH, FAR_ALPHA) };
        let along = (to - from).normalize_or_zero() * reach;
        let side = along.perp();
        let ends = if near { along } else { Vec2::ZERO };
        let first = positions.len() as u32;
        for (end, sign) in [(from - ends, 1.0), (from - ends, -1.0), (to + ends, -1.0), (to + ends, 1.0)] {
            let corner = end + side * sign;
            positions.push(Vec3::new(corner.x, STONE_TOP + 0.02, -corner.y));
            across.push([sign, 0.0]);
        }
        let [red, green, blue] =
            group_color(view.groups.oldest(id).unwrap_or(id), view.occupancy.color_of(id)).map(linear);
        colors.extend([[red, green, blue, alpha]; 4]);
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, across)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(indices));
    Some(mesh)
}
