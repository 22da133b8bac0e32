//! File picker that is drawn with the panels.

use super::file_task::{FileAnswer, FilePicker, FileTask, LabFile, has_ending};
use crate::shell::theme::{self, PanelColors};
use bevy_egui::egui::{Align2, Button, Context, RichText, ScrollArea, Ui, Vec2, vec2};
use egui_file_dialog::{DialogState, FileDialog, Filter};
use std::path::{Path, PathBuf};

/// File dialog drawn with the panels, and a list of recent records: path, and true if the file exists.
#[derive(Default)]
pub(super) struct UsualPicker {
    dialog: FileDialog,
    recent: Vec<(PathBuf, bool)>,
}

impl FilePicker for UsualPicker {
    fn ask(&mut self, task: FileTask, folder: PathBuf, name: &str, recent: Vec<(PathBuf, bool)>) {
        let (title, files) = match task {
            FileTask::Open => ("Open a game record", "Game records"),
            FileTask::Save => ("Save the game as a record", "Game records"),
            FileTask::Export(kind) => kind.words(),
            FileTask::Picture(_) => ("Save pictures and films", "Pictures"),
            FileTask::Laboratory(LabFile::Store) => ("Open a store of games", "Stores of games"),
            FileTask::Laboratory(LabFile::Games) => ("Play the games into a store", "Stores of games"),
            FileTask::Laboratory(LabFile::Plan) => ("Open a plan", "Plans"),
            FileTask::Laboratory(LabFile::SavedPlan) => ("Save the plan", "Plans"),
        };
        let is_offered = move |path: &Path| match task {
            FileTask::Open | FileTask::Save => is_record(path),
            FileTask::Export(kind) => kind.fits(path),
            FileTask::Laboratory(file) => has_ending(path, file.ending()),
            FileTask::Picture(file) => has_ending(path, file.kind.ending()),
        };
        self.recent = recent;
        self.dialog = FileDialog::new()
            .title(title)
            .as_modal(true)
            .initial_directory(folder)
            .default_file_name(name)
            .add_file_filter(files, Filter::new(move |path: &Path| is_offered(path)))
            .default_file_filter(files)
            .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
            .movable(false)
            .default_size(vec2(680.0, 420.0));
        if task == FileTask::Laboratory(LabFile::Games) {
            let labels = self.dialog.labels_mut();
            "Go on".clone_into(&mut labels.overwrite);
            "already exists. If it is a store of this plan, the games that are missing are played; nothing in it is replaced."
                .clone_into(&mut labels.overwrite_file_modal_text);
        }
        match task {
            FileTask::Open | FileTask::Laboratory(LabFile::Store | LabFile::Plan) => self.dialog.pick_file(),
            FileTask::Save | FileTask::Export(_) | FileTask::Laboratory(_) | FileTask::Picture(_) => {
                self.dialog.save_file();
            }
        }
    }

    fn show(&mut self, ctx: &Context) -> Option<FileAnswer> {
        let mut picked = None;
        if self.recent.is_empty() {
            self.dialog.update(ctx);
        } else {
            let recent = &self.recent;
            self.dialog.update_with_right_panel_ui(ctx, &mut |ui, _| picked = list_recent(ui, recent));
        }
        match (picked, self.dialog.state()) {
            (Some(path), _) => Some(FileAnswer::Picked(path)),
            (None, DialogState::Picked(path)) => Some(FileAnswer::Picked(path.clone())),
            (None, DialogState::Open) => None,
            (None, _) => Some(FileAnswer::Cancelled),
        }
    }
}

/// True if the name of a file ends with `.sgf`, in upper or lower case.
fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

/// Shows the records that were opened or saved last. Returns the one that was clicked.
fn list_recent(ui: &mut Ui, recent: &[(PathBuf, bool)]) -> Option<PathBuf> {
    let colors = PanelColors::here(ui);
    ui.label(RichText::new("Recent").text_style(theme::heading()).color(colors.strong));
    let mut picked = None;
    ScrollArea::vertical().show(ui, |ui| {
        for (path, exists) in recent {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let text = RichText::new(name).color(if *exists { colors.text } else { colors.off });
            let button = ui.add_enabled(*exists, Button::new(text).truncate().frame(false));
            let about = path.display().to_string();
            if button.on_hover_text(&about).on_disabled_hover_text(about + " is no longer there").clicked() {
                picked = Some(path.clone());
            }
        }
    });
    picked
}
