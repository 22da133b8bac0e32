//! File task: purpose of a file dialog.

use super::super::pictures::{PictureKind, first_frame};
use crate::platform::{FileRequest, has_ending};
use crate::shell::files::exists;
use bevy::ecs::prelude::*;
use std::path::{Path, PathBuf};

/// Purpose of a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTask {
    /// Open a record or a store.
    Open,
    /// Write the record.
    Save,
    /// Write other contents, which are ready.
    Export(ExportKind),
    /// Open or write a file of the laboratory.
    Laboratory(LabFile),
    /// Write pictures of the game.
    Picture(PictureFile),
}

impl FileTask {
    /// Returns the request that opens the dialog. `name`: proposed name of a file to write.
    pub(super) fn request(self, folder: PathBuf, name: &str) -> FileRequest {
        let (title, kind) = match self {
            Self::Open => ("Open a game record", "Game records"),
            Self::Save => ("Save the game as a record", "Game records"),
            Self::Export(kind) => kind.words(),
            Self::Picture(_) => ("Save pictures and films", "Pictures"),
            Self::Laboratory(LabFile::Store) => ("Open a file of games", "Files of games"),
            Self::Laboratory(LabFile::Games) => ("Play the games into a file", "Files of games"),
            Self::Laboratory(LabFile::Plan) => ("Open a plan", "Plans"),
            Self::Laboratory(LabFile::SavedPlan) => ("Save the plan", "Plans"),
        };
        let ending = match self {
            Self::Open | Self::Save => "sgf",
            Self::Export(kind) => kind.ending(),
            Self::Laboratory(file) => file.ending(),
            Self::Picture(file) => file.kind.ending(),
        };
        let continues_store = self == Self::Laboratory(LabFile::Games);
        FileRequest {
            title,
            kind,
            ending,
            reads: matches!(self, Self::Open | Self::Laboratory(LabFile::Store | LabFile::Plan)),
            overwriting: continues_store.then_some([
                "Go on",
                "already exists. If it has games of this plan, those that are missing are played; nothing in it is replaced.",
            ]),
            folder,
            name: name.to_owned(),
        }
    }
}

/// Placeholder of the frame's number, from 0, in the names of numbered pictures.
const NUMBER: &str = "%05d";

/// File of a picture or of a series of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// Kind of file.
    pub kind: PictureKind,
    /// True for one file per frame, with a number in its name.
    pub numbered: bool,
}

impl PictureFile {
    /// Returns the path to write for a picked path: with the ending of the kind and, for numbered files, with
    /// [`NUMBER`], which also replaces the number in the name of an existing file.
    pub(super) fn path(self, picked: &Path) -> PathBuf {
        let ending = self.kind.ending();
        let full = if has_ending(picked, ending) {
            picked.to_owned()
        } else if PictureKind::of(picked).is_some() {
            picked.with_extension(ending)
        } else {
            picked.with_added_extension(ending)
        };
        if !self.numbered {
            return full;
        }
        let stem = full.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let (name, number) = stem.split_at(stem.rfind('-').unwrap_or(stem.len()));
        let is_number =
            number.len() > 5 && number[1..].bytes().all(|byte| byte.is_ascii_digit()) && exists(&full);
        full.with_file_name(format!("{}-{NUMBER}.{ending}", if is_number { name } else { &stem }))
    }

    /// Returns an existing file that would be overwritten, if any. Of a series: the first one.
    pub(super) fn existing_file(self, path: &Path) -> Option<PathBuf> {
        if self.numbered { first_frame(path) } else { Some(path.to_owned()).filter(|path| exists(path)) }
    }
}

/// Message: path that the user has picked for pictures.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PickedPictureFile(pub PathBuf);

/// Purpose of a file of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabFile {
    /// Store to show.
    Store,
    /// Store for the results of new games.
    Games,
    /// Plan to read.
    Plan,
    /// File to write the plan to.
    SavedPlan,
}

impl LabFile {
    /// Returns the extension of the file, without a dot.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Store | Self::Games => "db",
            Self::Plan | Self::SavedPlan => "toml",
        }
    }
}

/// Message: file that the user has picked for the laboratory.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PickedLabFile(pub LabFile, pub PathBuf);

/// Kind of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// Table.
    Csv,
    /// Graph in the language of Graphviz.
    Dot,
    /// Raster image.
    Png,
    /// Vector drawing.
    Svg,
}

impl ExportKind {
    /// Returns the extension of the file, without a dot.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Dot => "dot",
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    pub(super) const ALL: [Self; 4] = [Self::Csv, Self::Dot, Self::Png, Self::Svg];

    /// Returns the title of the dialog and the name of its file filter.
    pub(super) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("Save as a table", "Tables"),
            Self::Dot => ("Save as a graph", "Graphs"),
            Self::Png => ("Save as a picture", "Pictures"),
            Self::Svg => ("Save as a drawing", "Drawings"),
        }
    }

    /// True if a path has the extension of this kind, in lower or upper case.
    pub(super) fn fits(self, path: &Path) -> bool {
        has_ending(path, self.ending())
    }
}
