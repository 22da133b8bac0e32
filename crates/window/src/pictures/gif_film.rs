//! Films as GIF: each frame has up to 255 colours of its own. Pixels that have not changed are transparent.

use super::change::Part;
use super::encode::{FilmEncoder, FilmHead};
use super::few_colors::{CLEAR, FewColors};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::RgbImage;
use std::io::{self, Write};

/// Encoder of a GIF.
pub(super) struct GifEncoder<W: Write> {
    head: FilmHead,
    encoder: Encoder<W>,
    before: Option<RgbImage>,
    number: u64,
}

impl<W: Write> GifEncoder<W> {
    /// Writes the head of the file.
    pub(super) fn begin(out: W, head: FilmHead) -> io::Result<Self> {
        let (width, height) = head.pixels;
        let side = |side: u32| u16::try_from(side).map_err(io::Error::other);
        let mut encoder = Encoder::new(out, side(width)?, side(height)?, &[]).map_err(io::Error::other)?;
        if !head.once {
            encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        }
        Ok(Self { head, encoder, before: None, number: 0 })
    }
}

impl<W: Write> FilmEncoder for GifEncoder<W> {
    fn frame(&mut self, picture: &RgbImage) -> io::Result<()> {
        let part = match &self.before {
            Some(before) => Part::changed(before, picture),
            None => Part::whole(picture),
        };
        let FewColors { palette, pixels } = FewColors::of(&part.overlay(self.before.as_ref(), picture));
        let side = |side: u32| u16::try_from(side).map_err(io::Error::other);
        let frame = Frame {
            left: side(part.x)?,
            top: side(part.y)?,
            width: side(part.width)?,
            height: side(part.height)?,
            delay: self.head.delay(self.number, 100.0),
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            palette: Some(palette),
            buffer: pixels.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(io::Error::other)?;
        self.before = Some(picture.clone());
        self.number += 1;
        Ok(())
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        self.encoder.into_inner().map_err(io::Error::other)?.flush()
    }
}
