//! Films: frames are written one after the other, of each the part that has changed.

use image::RgbImage;
use std::io;

/// Writes the frames of a film.
pub(super) trait FilmEncoder {
    /// Writes the next frame; all of them have one size.
    fn frame(&mut self, picture: &RgbImage) -> io::Result<()>;

    /// Writes what comes after the last one.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// What holds for the whole of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FilmHead {
    /// Width and height in pixels.
    pub(super) pixels: (u32, u32),
    /// How many frames there will be, at least 1.
    pub(super) frames: u64,
    /// Frames a second.
    pub(super) fps: f64,
    /// Whether it is shown once, not again and again.
    pub(super) once: bool,
}

impl FilmHead {
    /// How long a frame stays, in `unit`s of which a second has so many: added up, frames stay as long as they should.
    pub(super) fn delay(&self, frame: u64, unit: f64) -> u16 {
        let until = |frame: u64| (frame as f64 * unit / self.fps).round();
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
