//! Which part of the board's picture has to be drawn anew.

use super::cells::Cells;
use super::heat;
use crate::go::Size;
use bevy::asset::RenderAssetUsages;
use bevy::math::{Mat4, Vec2, Vec3};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

/// How far the outermost cells reach beyond the board, in cells: past every picture's edge.
const BEYOND: f32 = 1e4;

/// What differs from the last frame's picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Dirty {
    /// Nothing.
    #[default]
    Nothing,
    /// These cells of the board with its border, row by row from the bottom.
    Cells(Vec<bool>),
    /// Anything may.
    Everything,
}

impl Dirty {
    /// Adds the cells whose bits differ, and returns whether there are any.
    pub(super) fn compare_cells(&mut self, old: Option<&Cells>, new: &Cells) -> bool {
        let Some(old) = old.filter(|old| old.size() == new.size()) else {
            *self = Self::Everything;
            return true;
        };
        let (old, new) = (old.bits(), new.bits());
        let differ = (0..new.len()).filter(|&place| old[place] != new[place]);
        differ.inspect(|&place| self.add(new.len(), place)).count() > 0
    }

    /// Adds the cells on which two heat maps of a board differ, and returns whether there are any.
    pub(super) fn compare_heat(&mut self, size: Size, old: &[u8], new: &[u8]) -> bool {
        if old.len() != new.len() {
            *self = Self::Everything;
            return true;
        }
        let mut any = false;
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let fine = heat::texels_a_cell(size);
        let row = width * fine;
        let (texels, _) = new.as_chunks::<4>();
        for (index, (old, new)) in old.as_chunks::<4>().0.iter().zip(texels).enumerate() {
            if old == new {
                continue;
            }
            any = true;
            // Texels are mixed with their neighbours, which may lie in the next cell.
            let (x, y) = (index % row, index / row);
            let cells = |at: usize, end: usize| (at.max(1) - 1) / fine..=((at + 1) / fine).min(end - 1);
            for y in cells(y, height) {
                for x in cells(x, width) {
                    // What lies beyond the outermost points takes its heat from them.
                    let around = |at: usize, end: usize| {
                        at + usize::from(at > 0)..=at + 1 + usize::from(at + 1 == end)
                    };
                    for y in around(y, height) {
                        for x in around(x, width) {
                            self.add((width + 2) * (height + 2), y * (width + 2) + x);
                        }
                    }
                }
            }
        }
        any
    }

    fn add(&mut self, area: usize, place: usize) {
        if *self == Self::Nothing {
            *self = Self::Cells(vec![false; area]);
        }
        if let Self::Cells(cells) = self {
            cells[place] = true;
        }
    }
}

/// A rectangle in clip space for each row of neighbouring cells that differ.
pub(super) fn patches(size: Size, cells: &[bool], clip_from_board: Mat4) -> Mesh {
    let row = usize::from(size.width()) + 2;
    let rows = cells.len() / row;
    let edge = |cell: usize, count: usize| match cell {
        0 => -BEYOND,
        cell if cell == count => BEYOND,
        cell => cell as f32 - 1.5,
    };
    let clip = |x: f32, y: f32| clip_from_board.project_point3(Vec3::new(x, y, 0.0)).truncate();
    let mut corners = Vec::new();
    for (y, cells) in cells.chunks_exact(row).enumerate() {
        let (low, high) = (edge(y, rows), edge(y + 1, rows));
        let mut x = 0;
        for run in cells.chunk_by(|a, b| a == b) {
            let (left, right) = (edge(x, row), edge(x + run.len(), row));
            x += run.len();
            if run[0] {
                corners.extend(rectangle(clip(left, low), clip(right, high)));
            }
        }
    }
    quads(&corners)
}

/// A square over the whole view.
pub(super) fn whole_view() -> Mesh {
    quads(&rectangle(Vec2::NEG_ONE, Vec2::ONE))
}

fn rectangle(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
        .map(|corner| corner.clamp(Vec2::NEG_ONE, Vec2::ONE))
}

/// Four corners a quad, in clip space; the shader leaves them where they are.
fn quads(corners: &[Vec2]) -> Mesh {
    let indices = (0..corners.len() as u32).step_by(4).flat_map(|at| [0, 1, 2, 0, 2, 3].map(|i| at + i));
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            corners.iter().map(|corner| corner.extend(0.0)).collect::<Vec<_>>(),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners.iter().map(Vec2::to_array).collect::<Vec<_>>())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[1.0, 1.0, 1.0, 1.0]; corners.len()])
        .with_inserted_indices(Indices::U32(indices.collect()))
}
