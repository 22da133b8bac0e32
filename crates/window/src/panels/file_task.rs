//! File task: what a file is asked for, the picker that asks, and its answer.

use super::super::pictures::{PictureKind, first_frame};
use crate::shell::files::exists;
use bevy::ecs::prelude::*;
use bevy_egui::egui::Context;
use std::path::{Path, PathBuf};

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTask {
    /// A record is opened from it.
    Open,
    /// The record is written to it.
    Save,
    /// Something else, which is ready, is written to it.
    Export(ExportKind),
    /// The laboratory does something with it.
    Laboratory(LabFile),
    /// Pictures of the game are written to it.
    Picture(PictureFile),
}

/// The place for a number in the names of pictures.
const NUMBER: &str = "%05d";

/// What pictures are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// The kind of file.
    pub kind: PictureKind,
    /// Whether there is one for each tick, with a number in its name.
    pub numbered: bool,
}

impl PictureFile {
    /// The file for the one that was picked, with the right ending; of numbered ones, the name with a place
    /// for the number, without the number of one that is there already.
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

    /// A file that would be written over.
    pub(super) fn in_the_way(self, path: &Path) -> Option<PathBuf> {
        if self.numbered { first_frame(path) } else { Some(path.to_owned()).filter(|path| exists(path)) }
    }
}

/// The file that was asked for to write pictures to.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PickedPictureFile(pub PathBuf);

/// What the laboratory wants a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabFile {
    /// A store to be shown.
    Store,
    /// The store that games are played into.
    Games,
    /// A plan to be read.
    Plan,
    /// The file that the plan is written to.
    SavedPlan,
}

impl LabFile {
    /// How the names of its files end.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Store | Self::Games => "db",
            Self::Plan | Self::SavedPlan => "toml",
        }
    }
}

/// The file that the laboratory has asked for.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PickedLabFile(pub LabFile, pub PathBuf);

/// What can be written to a file besides the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// A table.
    Csv,
    /// A graph.
    Dot,
    /// A picture.
    Png,
    /// A drawing.
    Svg,
}

impl ExportKind {
    /// How the names of its files end.
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

    /// The title of the question, and what its files are called.
    pub(super) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("Save as a table", "Tables"),
            Self::Dot => ("Save as a graph", "Graphs"),
            Self::Png => ("Save as a picture", "Pictures"),
            Self::Svg => ("Save as a drawing", "Drawings"),
        }
    }

    /// Whether a file has the name of this kind.
    pub(super) fn fits(self, path: &Path) -> bool {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case(self.ending()))
    }
}

/// What the user answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// The file with this path.
    Picked(PathBuf),
    /// No file: the question was closed.
    Cancelled,
}

/// Asks for a file. Where the system has a picker of its own, as a browser has, it takes the place of the one
/// drawn here.
pub trait FilePicker: Send + Sync {
    /// Begins to ask, at first in this folder; `name` is proposed for a file to be written, `recent` are the
    /// records used last, each with whether it is still there.
    fn ask(&mut self, task: FileTask, folder: PathBuf, name: &str, recent: Vec<(PathBuf, bool)>);

    /// Shows the question; the answer, once there is one.
    fn show(&mut self, ctx: &Context) -> Option<FileAnswer>;
}

/// Whether the name of a file ends like this.
pub(super) fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending))
}
