//! Difference of two grids.

use bevy::math::Rect;

/// Returns the smallest rectangle of columns and rows, with excluded upper ends, outside of which two grids
/// are equal. `None` if equal. `width`: number of columns.
pub(super) fn difference<T: PartialEq>(before: &[T], now: &[T], width: usize) -> Option<Rect> {
    let rows = before.chunks(width).zip(now.chunks(width)).enumerate();
    let parts = rows.filter_map(|(y, (before, now))| {
        let differs = |&x: &usize| before[x] != now[x];
        let (first, last) = ((0..width).find(differs)?, (0..width).rfind(differs)?);
        Some(Rect::new(first as f32, y as f32, (last + 1) as f32, (y + 1) as f32))
    });
    parts.reduce(|one, other| one.union(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_grids_differ_within_a_rectangle() {
        let before = [0; 12];
        let mut now = before;
        assert_eq!(difference(&before, &now, 4), None);
        (now[1], now[10]) = (1, 1);
        assert_eq!(difference(&before, &now, 4), Some(Rect::new(1.0, 0.0, 3.0, 3.0)));
    }
}
