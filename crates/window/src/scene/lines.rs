//! Links as a mesh of bands. At low quality only links between stones that are not neighbours, which no cell
//! can show; at high quality all links.

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
/// Opacity of a band between stones that are not neighbours. Low, as there can be thousands.
const FAR_ALPHA: f32 = 0.1;
/// Heights of bands above the board, in cells: over the stones, and on the board below them.
const HEIGHTS: (f32, f32) = (STONE_TOP + 0.02, 0.02);
/// Colour of the edge of a link: factor of the link's colour, and brightness added for black and for white
/// stones. It is opaque, so that overlaps are no darker.
const CASING: (f32, [f32; 2]) = (0.09, [0.005, 0.18]);
/// Largest number of bands. Of more links, every second, third, … is drawn.
const MAX_BANDS: usize = 6000;

/// Material of bands; vertices have the colours.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
pub(super) struct LineMaterial {
    #[uniform(0)]
    pub(super) sight: LineSight,
}

/// `Sight` of `lines.wgsl`: view of one board in a camera that may show several.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub(super) struct LineSight {
    pub(super) clip_from_world: Mat4,
    /// Pixels of the board: upper left corner, width and height.
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

/// Returns links between stones that are not neighbours: point numbers and colour. At most [`MAX_BANDS`].
pub(super) fn far_links(view: &BoardView<'_>) -> Vec<(usize, usize, [f32; 3])> {
    let width = usize::from(view.size().width());
    let links: Vec<_> = view.pairs().filter(|&(low, high, _)| !are_neighbours(width, low, high)).collect();
    let step = links.len().div_ceil(MAX_BANDS).max(1);
    let kept = links.into_iter().step_by(step).map(|(low, high, id)| {
        let color = view.occupancy.color_of(id);
        (low, high, indexed_group_color(view.colors.index(view.groups, id, color)))
    });
    kept.collect()
}

/// True if two points are neighbours, by point numbers, the lower first, and the columns of the board.
const fn are_neighbours(width: usize, low: usize, high: usize) -> bool {
    high - low == width || (high - low == 1 && !high.is_multiple_of(width))
}

/// Returns the bands of links. `neighbours`, `far`: true to include links between neighbours, and between
/// other stones. `None` without bands: a mesh without vertices cannot be drawn.
pub(super) fn mesh(view: &BoardView<'_>, neighbours: bool, far: bool) -> Option<Mesh> {
    let size = view.size();
    let width = usize::from(size.width());
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    let is_near = |low: usize, high: usize| are_neighbours(width, low, high);
    let links: Vec<_> =
        view.pairs().filter(|&(low, high, _)| if is_near(low, high) { neighbours } else { far }).collect();
    if links.is_empty() {
        return None;
    }
    let step = links.len().div_ceil(MAX_BANDS).max(1);
    let mut bands = Bands::default();
    // Far links are below dark edges, and these below all other links, so that links join without a seam.
    for part in [Part::Far, Part::Edge, Part::Link] {
        for &(low, high, id) in links.iter().step_by(step) {
            let ends = [low, high].map(|index| {
                let point = size.point(index);
                Vec2::new(f32::from(point.x), f32::from(point.y)) - middle
            });
            let color = view.occupancy.color_of(id);
            let ink = indexed_group_color(view.colors.index(view.groups, id, color)).map(linear);
            match (is_near(low, high), part) {
                (true, Part::Edge) => {
                    let reach = link_reach(view.groups.size(id)) + LINK_CASING;
                    let below = CASING.1[color.index()];
                    bands.add(ends, reach, ink.map(|part| part * CASING.0 + below), 1.0, HEIGHTS.0);
                }
                (true, Part::Link) => bands.add(ends, link_reach(view.groups.size(id)), ink, 1.0, HEIGHTS.0),
                (false, Part::Far) => bands.add(ends, FAR_REACH, ink, FAR_ALPHA, HEIGHTS.1),
                _ => {}
            }
        }
    }
    Some(bands.mesh())
}

/// Part of the links, from the lowest to the highest.
#[derive(Clone, Copy)]
enum Part {
    Far,
    Edge,
    Link,
}

/// Vertices of bands with round ends.
#[derive(Default)]
struct Bands {
    positions: Vec<Vec3>,
    /// Distance of a vertex from the middle line, and beyond the end: 1 is the edge.
    shapes: Vec<[f32; 2]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Bands {
    /// Adds a band. `reach`: half its width, and its length beyond each end, in cells.
    fn add(
        &mut self,
        [from, to]: [Vec2; 2],
        reach: f32,
        [red, green, blue]: [f32; 3],
        alpha: f32,
        height: f32,
    ) {
        let along = (to - from).normalize_or_zero() * reach;
        let first = self.positions.len() as u32;
        for (place, beyond) in [(from - along, 1.0), (from, 0.0), (to, 0.0), (to + along, 1.0)] {
            for side in [-1.0, 1.0] {
                let corner = place + along.perp() * side;
                self.positions.push(Vec3::new(corner.x, height, -corner.y));
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
    fn a_band_reaches_beyond_both_ends() {
        let mut bands = Bands::default();
        bands.add([Vec2::ZERO, Vec2::X], 0.1, [1.0; 3], 1.0, 0.0);
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
