//! Films: interface of the encoders, which write one frame after the other, and only the part that has
//! changed.

use image::RgbImage;
use std::io;

/// Encoder of a film.
pub(super) trait FilmEncoder {
    /// Writes the next frame. All frames have the same size.
    fn frame(&mut self, picture: &RgbImage) -> io::Result<()>;

    /// Writes the end of the file.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// Properties of a whole film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FilmHead {
    /// Width and height in pixels.
    pub(super) pixels: (u32, u32),
    /// Number of frames, at least 1.
    pub(super) frames: u64,
    /// Frame rate, per second.
    pub(super) fps: f64,
    /// True if the film plays once. False: it repeats.
    pub(super) once: bool,
}

impl FilmHead {
    /// Returns the duration of a frame, 1 to 65535 units. A second has `units_per_second` units. Rounding
    /// errors do not add up over several frames.
    pub(super) fn delay(&self, frame: u64, units_per_second: f64) -> u16 {
        let until = |frame: u64| (frame as f64 * units_per_second / self.fps).round();
        (until(frame + 1) - until(frame)).clamp(1.0, f64::from(u16::MAX)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up() {
        let head = |fps| FilmHead { pixels: (1, 1), frames: 1, fps, once: false };
        assert_eq!((0..4).map(|at| head(5.0).delay(at, 100.0)).collect::<Vec<_>>(), [20; 4]);
        let sum: u64 = (0..240).map(|at| u64::from(head(24.0).delay(at, 100.0))).sum();
        assert_eq!(sum, 1000);
        assert_eq!(head(0.001).delay(0, 100.0), u16::MAX);
    }
}
