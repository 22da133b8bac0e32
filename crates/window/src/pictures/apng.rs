//! Films as animated PNG: all colours. Pixels that have not changed are transparent.

use super::change::Part;
use super::encode::{FilmEncoder, FilmHead};
use image::RgbImage;
use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};
use std::io::{self, Write};

/// Units of a delay, per second.
const UNIT: u16 = 1000;

/// Encoder of an animated PNG.
pub(super) struct ApngEncoder<W: Write> {
    head: FilmHead,
    writer: Writer<W>,
    before: Option<RgbImage>,
    number: u64,
}

impl<W: Write> ApngEncoder<W> {
    /// Writes the head of the file.
    pub(super) fn begin(out: W, head: FilmHead) -> io::Result<Self> {
        let (width, height) = head.pixels;
        let mut encoder = Encoder::new(out, width, height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let frames = u32::try_from(head.frames).map_err(io::Error::other)?;
        encoder.set_animated(frames, u32::from(head.once)).map_err(io::Error::other)?;
        encoder.set_dispose_op(DisposeOp::None).map_err(io::Error::other)?;
        encoder.set_blend_op(BlendOp::Over).map_err(io::Error::other)?;
        let writer = encoder.write_header().map_err(io::Error::other)?;
        Ok(Self { head, writer, before: None, number: 0 })
    }
}

impl<W: Write> FilmEncoder for ApngEncoder<W> {
    fn frame(&mut self, picture: &RgbImage) -> io::Result<()> {
        let delay = self.head.delay(self.number, f64::from(UNIT));
        self.writer.set_frame_delay(delay, UNIT).map_err(io::Error::other)?;
        let part = match &self.before {
            Some(before) => Part::changed(before, picture),
            None => Part::whole(picture),
        };
        if self.before.is_some() {
            // The old position may be invalid for the new size.
            self.writer.reset_frame_position().map_err(io::Error::other)?;
            self.writer.set_frame_dimension(part.width, part.height).map_err(io::Error::other)?;
            self.writer.set_frame_position(part.x, part.y).map_err(io::Error::other)?;
        }
        let pixels = part.overlay(self.before.as_ref(), picture);
        self.writer.write_image_data(&pixels).map_err(io::Error::other)?;
        self.before = Some(picture.clone());
        self.number += 1;
        Ok(())
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        self.writer.finish().map_err(io::Error::other)
    }
}
