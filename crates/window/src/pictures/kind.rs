//! Kind of file of a picture or film, by the ending of its name.

use std::path::Path;

/// Kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// One picture.
    #[default]
    Png,
    /// One drawing.
    Svg,
    /// A film with at most 256 colours a frame.
    Gif,
    /// A film with all colours.
    Apng,
}

impl PictureKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Gif, Self::Apng];

    /// Returns the ending of the file names, in lower case.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Apng => "apng",
        }
    }

    /// Returns the kind of a file, by the ending of its name in any case. `None` for any other ending.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?;
        Self::ALL.into_iter().find(|kind| end.eq_ignore_ascii_case(kind.ending()))
    }

    /// True if one file holds many frames.
    #[must_use]
    pub const fn is_film(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// True if the kind needs a graphics adapter.
    #[must_use]
    pub const fn is_shot(self) -> bool {
        !matches!(self, Self::Svg)
    }
}
