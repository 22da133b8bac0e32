//! File picker: a dialog that asks for a file.

use bevy_egui::egui::{Context, Ui};
use std::path::{Path, PathBuf};

/// Question of a file dialog.
pub struct FileRequest {
    /// Title of the dialog.
    pub title: &'static str,
    /// Name of the kind of files that are offered.
    pub kind: &'static str,
    /// True for the files that are offered.
    pub is_offered: Box<dyn Fn(&Path) -> bool + Send + Sync>,
    /// Ending of a file to read, with its dot. `None`: a file is to be written.
    pub reads: Option<&'static str>,
    /// Button and message about a file that exists, if not those of a file that is replaced.
    pub overwriting: Option<[&'static str; 2]>,
    /// Folder in which the dialog begins.
    pub folder: PathBuf,
    /// Proposed name of a file to write.
    pub name: String,
}

/// Answer of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// Path of the picked file.
    Picked(PathBuf),
    /// The dialog was closed without a file.
    Cancelled,
}

/// Part of a dialog that offers some files. Returns the file that was clicked.
pub type FileList<'a> = &'a mut dyn FnMut(&mut Ui) -> Option<PathBuf>;

/// File dialog. In a browser, the browser's own dialog replaces the one that this program draws.
pub trait FilePicker: Send + Sync {
    /// Opens the dialog.
    fn ask(&mut self, request: FileRequest);

    /// Draws the dialog, with a list at its side if there is one. Returns the answer once there is one.
    fn show(&mut self, ctx: &Context, list: Option<FileList<'_>>) -> Option<FileAnswer>;
}
