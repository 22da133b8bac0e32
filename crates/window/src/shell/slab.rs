//! Slab: the body of the board, around and below its lines.

use stonefield_go::Size;

/// Thickness of the slab, in cells of a board of 19 lines.
const THICKNESS: f32 = 1.5;

/// Cells from the outermost lines to the edge of the slab: room for the coordinates.
pub(crate) fn margin(size: Size) -> f32 {
    (f32::from(size.width().max(size.height())) * 0.035).max(1.25)
}

/// How thick the slab is, in cells.
pub(crate) fn thickness(size: Size) -> f32 {
    THICKNESS * (f32::from(size.width().min(size.height())) / 19.0).clamp(0.6, 20.0)
}
