//! Changed part of a picture: the smallest rectangle that differs from the picture before it.

use image::RgbImage;

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Column of the left pixels.
    pub(super) x: u32,
    /// Row of the upper pixels.
    pub(super) y: u32,
    /// Width, at least 1.
    pub(super) width: u32,
    /// Height, at least 1.
    pub(super) height: u32,
}

impl Part {
    /// Returns the whole picture.
    pub(super) fn whole(picture: &RgbImage) -> Self {
        Self { x: 0, y: 0, width: picture.width(), height: picture.height() }
    }

    /// Returns the smallest part in which two pictures of one size differ. One pixel if they are equal.
    pub(super) fn changed(before: &RgbImage, now: &RgbImage) -> Self {
        let (width, height) = now.dimensions();
        let row = 3 * width as usize;
        let mut corners: Option<[u32; 4]> = None;
        for (y, (old, new)) in before.as_raw().chunks(row).zip(now.as_raw().chunks(row)).enumerate() {
            let differs = |at: &usize| old[3 * at..3 * at + 3] != new[3 * at..3 * at + 3];
            let (Some(first), Some(last)) =
                ((0..width as usize).find(differs), (0..width as usize).rfind(differs))
            else {
                continue;
            };
            let (first, last, y) = (first as u32, last as u32, y as u32);
            corners = Some(corners.map_or([first, y, last, y], |[left, top, right, _]| {
                [left.min(first), top, right.max(last), y]
            }));
        }
        let [left, top, right, bottom] = corners.unwrap_or_default();
        let (width, height) = ((right - left + 1).min(width), (bottom - top + 1).min(height));
        Self { x: left, y: top, width, height }
    }

    /// Returns the RGBA pixels of this part, row by row, to be laid over the picture before: transparent if
    /// the pixel is the same in both.
    pub(super) fn overlay(&self, before: Option<&RgbImage>, now: &RgbImage) -> Vec<u8> {
        let opaque = |[red, green, blue]: [u8; 3]| [red, green, blue, 255];
        match before {
            Some(before) => {
                let pairs = self.pixels(before).zip(self.pixels(now));
                pairs.flat_map(|(old, new)| if old == new { [0; 4] } else { opaque(new) }).collect()
            }
            None => self.pixels(now).flat_map(opaque).collect(),
        }
    }

    /// Returns the pixels of this part of a picture, row by row.
    fn pixels<'a>(&self, picture: &'a RgbImage) -> impl Iterator<Item = [u8; 3]> + 'a {
        let Self { x, y, width, height } = *self;
        (y..y + height).flat_map(move |y| (x..x + width).map(move |x| picture.get_pixel(x, y).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_part_is_the_smallest_with_all_differences() {
        let before = RgbImage::new(7, 5);
        let mut now = before.clone();
        assert_eq!(Part::changed(&before, &now), Part { x: 0, y: 0, width: 1, height: 1 });
        now.put_pixel(5, 1, Rgb([1, 0, 0]));
        assert_eq!(Part::changed(&before, &now), Part { x: 5, y: 1, width: 1, height: 1 });
        now.put_pixel(2, 3, Rgb([0, 0, 9]));
        let part = Part::changed(&before, &now);
        assert_eq!(part, Part { x: 2, y: 1, width: 4, height: 3 });
        assert_eq!(part.pixels(&now).filter(|pixel| *pixel != [0; 3]).count(), 2);
        assert_eq!(Part::whole(&now).pixels(&now).count(), 35);
        let overlay = part.overlay(Some(&before), &now);
        assert_eq!((overlay.len(), overlay.chunks(4).filter(|pixel| pixel[3] == 255).count()), (48, 2));
        assert!(part.overlay(None, &now).chunks(4).all(|pixel| pixel[3] == 255));
    }
}
