//! The neighbours of a point by their numbers.

use super::Size;

/// The numbers of the up to four points around one.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    points: [u32; 4],
    at: u8,
    len: u8,
}

/// The numbers of the orthogonal neighbours of the point with this number: left, right, below, above.
#[inline]
pub(super) fn around(size: Size, index: usize) -> Around {
    let (width, height) = (u32::from(size.width()), u32::from(size.height()));
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
    let index = index as u32;
    let (x, y) = (index % width, index / width);
    let mut found = Around { points: [0; 4], at: 0, len: 0 };
    let mut push = |there: bool, point: u32| {
        found.points[usize::from(found.len & 3)] = point;
        found.len += u8::from(there);
    };
    push(x > 0, index.wrapping_sub(1));
    push(x + 1 < width, index + 1);
    push(y > 0, index.wrapping_sub(width));
    push(y + 1 < height, index + width);
    found
}

impl Iterator for Around {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let more = self.at < self.len;
        let point = self.points[usize::from(self.at & 3)];
        self.at += u8::from(more);
        more.then_some(point as usize)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.len - self.at);
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        usize::from(self.len - self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_agrees_with_the_size() {
        for (width, height) in [(1, 1), (1, 5), (2, 2), (3, 2), (7, 4)] {
            let size = Size::new(width, height).unwrap_or_default();
            for point in size.points() {
                let expected: Vec<_> = size.neighbours(point).map(|next| size.index(next)).collect();
                assert_eq!(around(size, size.index(point)).collect::<Vec<_>>(), expected);
            }
        }
    }
}
