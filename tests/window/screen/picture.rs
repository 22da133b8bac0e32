//! Comparison of pictures of the window.

use image::RgbImage;

/// Returns the pixels in which a channel differs by more than 8 of 255.
pub(super) fn differences(one: &RgbImage, other: &RgbImage) -> Vec<[i32; 2]> {
    assert_eq!(one.dimensions(), other.dimensions());
    let differ =
        |a: &image::Rgb<u8>, b: &image::Rgb<u8>| (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > 8);
    let pixels = one.enumerate_pixels().zip(other.pixels());
    pixels.filter(|((.., a), b)| differ(a, b)).map(|((x, y, _), _)| [x as i32, y as i32]).collect()
}

/// Returns the pixels that differ, except in the status line, which names saved pictures and counts frames.
pub(super) fn changes(one: &RgbImage, other: &RgbImage) -> Vec<[i32; 2]> {
    differences(one, other).into_iter().filter(|&at| !in_status_line(at)).collect()
}

/// Fails with the place of the changes, unless two pictures are the same except for the status line.
pub(super) fn assert_same(one: &RgbImage, other: &RgbImage, what: &str) {
    let changed = changes(one, other);
    let ends = |axis: usize| {
        let along = || changed.iter().map(|at| at[axis]);
        (along().min(), along().max())
    };
    assert!(changed.is_empty(), "{what}: {} pixels differ, x {:?}, y {:?}", changed.len(), ends(0), ends(1));
}

/// True if a pixel is in the status line.
fn in_status_line([_, y]: [i32; 2]) -> bool {
    y >= 770
}

/// Returns the mean brightness of the 7×7 pixels around a place, from 0 to 255.
pub(super) fn brightness(picture: &RgbImage, [x, y]: [i32; 2]) -> f64 {
    let square = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (x + dx, y + dy)));
    let sum: f64 = square
        .map(|(x, y)| picture.get_pixel(x as u32, y as u32).0.iter().map(|&v| f64::from(v)).sum::<f64>())
        .sum();
    sum / (49.0 * 3.0)
}
