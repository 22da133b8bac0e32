//! Links as a mesh of bands: those that reach further than to a neighbour, which no cell could draw, and at high quality
//! all of them.

use super::board::STONE_TOP;
use super::cells::{LINK_CASING, link_reach};
use super::heat::linear;
use super::view::BoardView;
use crate::shell::palette::indexed_group_color;
use bevy::asset::{Asset, RenderAssetUsages};
use bevy::material::AlphaMode;
use bevy::math::{Mat4, Vec2, Vec3, Vec4};
use bevy::mesh::{Indices, Mesh, MeshVertexBufferLayoutRef, PrimitiveTopology};
use bevy::pbr::{Material, MaterialPipeline, MaterialPipelineKey};
use bevy::reflect::TypePath;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;

/// Half the width of a band between stones that are not neighbours, in cells.
const FAR_REACH: f32 = 0.03;
/// How solid a band between stones that are not neighbours is: there can be thousands.
const FAR_ALPHA: f32 = 0.1;
/// What the edge of a link has of its colour, and of the stones below it: black ones and white ones. It is solid, so that two edges that meet are no darker.
const CASING: (f32, [f32; 2]) = (0.09, [0.005, 0.18]);
/// How many bands are drawn at most; of more, every second, third, … one.
const MOST: usize = 6000;

/// Bands in the colours of their vertices.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
pub(super) struct LineMaterial {
    #[uniform(0)]
    pub(super) sight: LineSight,
}

/// `Sight` of `lines.wgsl`: what a camera that shows several boards sees of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub(super) struct LineSight {
    pub(super) clip_from_world: Mat4,
    /// The pixels of the board: the upper left corner, width and height.
    pub(super) pixels: Vec4,
}

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

/// The links between stones that are not neighbours: the numbers of their points and their colour. Of very many every second, third, … one.
pub(super) fn far_links(view: &BoardView<'_>) -> Vec<(usize, usize, [f32; 3])> {
    let width = usize::from(view.size().width());
    let links: Vec<_> = view.pairs().filter(|&(low, high, _)| !are_beside(width, low, high)).collect();
    let step = links.len().div_ceil(MOST).max(1);
    let kept = links.into_iter().step_by(step).map(|(low, high, id)| {
        let color = view.occupancy.color_of(id);
        (low, high, indexed_group_color(view.colors.index(view.groups, id, color)))
    });
    kept.collect()
}

/// Whether points with these numbers, the lower first, are neighbours on a board so wide.
const fn are_beside(width: usize, low: usize, high: usize) -> bool {
    high - low == width || (high - low == 1 && !high.is_multiple_of(width))
}

/// The bands of a view, those between `neighbours` and those between stones `far` from each other; `None` when there are none: a mesh
/// without corners cannot be drawn.
pub(super) fn mesh(view: &BoardView<'_>, neighbours: bool, far: bool) -> Option<Mesh> {
    let size = view.size();
    let width = usize::from(size.width());
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    let next = |low: usize, high: usize| are_beside(width, low, high);
    let links: Vec<_> =
        view.pairs().filter(|&(low, high, _)| if next(low, high) { neighbours } else { far }).collect();
    if links.is_empty() {
        return None;
    }
    let step = links.len().div_ceil(MOST).max(1);
    let mut bands = Bands::default();
    // The dark edges of all links lie below all links, so that links join without a seam.
    for edges in [true, false] {
        for &(low, high, id) in links.iter().step_by(step) {
            let ends = [low, high].map(|index| {
                let point = size.point(index);
                Vec2::new(f32::from(point.x), f32::from(point.y)) - middle
            });
            let color = view.occupancy.color_of(id);
            let ink = indexed_group_color(view.colors.index(view.groups, id, color)).map(linear);
            match (next(low, high), edges) {
                (true, true) => {
                    let reach = link_reach(view.groups.size(id)) + LINK_CASING;
                    let below = CASING.1[color.index()];
                    bands.add(ends, reach, ink.map(|part| part * CASING.0 + below), 1.0);
                }
                (true, false) => bands.add(ends, link_reach(view.groups.size(id)), ink, 1.0),
                (false, true) => {}
                (false, false) => bands.add(ends, FAR_REACH, ink, FAR_ALPHA),
            }
        }
    }
    Some(bands.mesh())
}

/// Bands with round ends, as corners of a mesh.
#[derive(Default)]
struct Bands {
    positions: Vec<Vec3>,
    /// How far a corner lies from the middle line and beyond its ends: 1 is the edge.
    shapes: Vec<[f32; 2]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Bands {
    /// A band between two places, so many cells wide to each side and around its ends.
    fn add(&mut self, [from, to]: [Vec2; 2], reach: f32, [red, green, blue]: [f32; 3], alpha: f32) {
        let along = (to - from).normalize_or_zero() * reach;
        let first = self.positions.len() as u32;
        for (place, beyond) in [(from - along, 1.0), (from, 0.0), (to, 0.0), (to + along, 1.0)] {
            for side in [-1.0, 1.0] {
                let corner = place + along.perp() * side;
                self.positions.push(Vec3::new(corner.x, STONE_TOP + 0.02, -corner.y));
                self.shapes.push([side, beyond]);
            }
        }
        self.colors.extend([[red, green, blue, alpha]; 8]);
        let parts = [0, 2, 4].into_iter().flat_map(|part| [0, 1, 3, 0, 3, 2].map(|corner| part + corner));
        self.indices.extend(parts.map(|corner| first + corner));
    }

    fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.shapes)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_has_round_ends_and_joins_the_next() {
        let mut bands = Bands::default();
        bands.add([Vec2::ZERO, Vec2::X], 0.1, [1.0; 3], 1.0);
        let (low, high) = (bands.positions[0], bands.positions[7]);
        assert!((low.x + 0.1).abs() < 1e-6 && (high.x - 1.1).abs() < 1e-6, "it reaches beyond both stones");
        assert!((low.z - high.z).abs() > 0.19);
        assert_eq!(
            bands.shapes.iter().filter(|shape| shape[1] == 0.0).count(),
            4,
            "between them it is straight"
        );
        assert_eq!(bands.indices.len(), 18);
    }
}
