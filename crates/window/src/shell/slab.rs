//! Slab: the body of the board, which extends around and below its lines.

use stonefield_go::Size;

/// Thickness of the slab of a board with 19 lines, in cells.
const THICKNESS: f32 = 1.5;

/// Returns the width of the edge around the outermost lines, in cells. The coordinates are there.
pub(crate) fn margin(size: Size) -> f32 {
    (f32::from(size.width().max(size.height())) * 0.035).max(1.25)
}

/// Returns the thickness of the slab, in cells.
pub(crate) fn thickness(size: Size) -> f32 {
    THICKNESS * (f32::from(size.width().min(size.height())) / 19.0).clamp(0.6, 20.0)
}
