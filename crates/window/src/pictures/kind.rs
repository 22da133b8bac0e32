//! What kind of file a picture or film is written to, by its name.

use std::path::Path;

/// A kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// A picture.
    #[default]
    Png,
    /// A drawing.
    Svg,
    /// A film with at most 256 colours a frame.
    Gif,
    /// A film with all colours.
    Apng,
}

impl PictureKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Gif, Self::Apng];

    /// How the names of its files end.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Apng => "apng",
        }
    }

    /// The kind that the name of a file ends like; `None` where it ends otherwise.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?;
        Self::ALL.into_iter().find(|kind| end.eq_ignore_ascii_case(kind.ending()))
    }

    /// Whether one file holds many frames.
    #[must_use]
    pub const fn is_film(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// Whether it takes a graphics adapter.
    #[must_use]
    pub const fn is_shot(self) -> bool {
        !matches!(self, Self::Svg)
    }
}
