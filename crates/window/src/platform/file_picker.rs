//! File picker: a dialog that asks for a file.

use bevy_egui::egui::{Context, Ui};
use std::path::{Path, PathBuf};

/// Request to ask the user for a file in a dialog.
pub struct FileRequest {
    /// Title of the dialog.
    pub title: &'static str,
    /// Name of the kind of files that are offered.
    pub kind: &'static str,
    /// Ending of the files that are offered, without a dot.
    pub ending: &'static str,
    /// True for a file to read, false for one to write.
    pub reads: bool,
    /// Button and message shown if the picked file exists. `None`: the usual question whether to replace it.
    pub overwriting: Option<[&'static str; 2]>,
    /// Folder in which the dialog begins.
    pub folder: PathBuf,
    /// Proposed name of a file to write.
    pub name: String,
}

/// Answer of the user to a [`FileRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// Path of the picked file.
    Picked(PathBuf),
    /// The dialog was closed without a file.
    Cancelled,
}

/// Draws a list of suggested files at the side of a dialog. Returns the file that was clicked.
pub type FileList<'a> = &'a mut dyn FnMut(&mut Ui) -> Option<PathBuf>;

/// File dialog. In a browser, the browser's own dialog replaces the one that this program draws.
pub trait FilePicker: Send + Sync {
    /// Opens the dialog.
    fn ask(&mut self, request: FileRequest);

    /// Draws the dialog, with a list at its side if there is one. Returns the answer once there is one.
    fn show(&mut self, ctx: &Context, list: Option<FileList<'_>>) -> Option<FileAnswer>;
}

/// True if a path has this extension, in lower or upper case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending))
}
