//! Neighbours of a point, given by their point numbers.

/// Iterator over the numbers of a point's orthogonal neighbours, at most four.
#[derive(Clone, Copy, Debug)]
pub struct NeighbourIndices {
    points: [u32; 4],
    /// Index in `points` of the next neighbour to return.
    next: u8,
    len: u8,
}

/// Numbers of the point's orthogonal neighbours: left, right, below, above. `index` is the point's number on
/// a board of `width` × `height` points.
#[inline]
pub(super) fn neighbour_indices((width, height): (u16, u16), index: usize) -> NeighbourIndices {
    let (width, height) = (u32::from(width), u32::from(height));
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
    let index = index as u32;
    let (x, y) = (index % width, index / width);
    let mut neighbours = NeighbourIndices { points: [0; 4], next: 0, len: 0 };
    let mut push = |on_board: bool, point: u32| {
        neighbours.points[usize::from(neighbours.len & 3)] = point;
        neighbours.len += u8::from(on_board);
    };
    push(x > 0, index.wrapping_sub(1));
    push(x + 1 < width, index + 1);
    push(y > 0, index.wrapping_sub(width));
    push(y + 1 < height, index + width);
    neighbours
}

impl Iterator for NeighbourIndices {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let has_more = self.next < self.len;
        let point = self.points[usize::from(self.next & 3)];
        self.next += u8::from(has_more);
        has_more.then_some(point as usize)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = usize::from(self.len - self.next);
        (remaining, Some(remaining))
    }

    #[inline]
    fn count(self) -> usize {
        usize::from(self.len - self.next)
    }
}

#[cfg(test)]
mod tests {
    use crate::Size;

    #[test]
    fn numbers_agree_with_neighbours_of_size() {
        for (width, height) in [(1, 1), (1, 5), (2, 2), (3, 2), (7, 4)] {
            let size = Size::new(width, height).unwrap_or_default();
            for point in size.points() {
                let expected: Vec<_> = size.neighbours(point).map(|next| size.index(next)).collect();
                assert_eq!(size.around(size.index(point)).collect::<Vec<_>>(), expected);
            }
        }
    }
}
