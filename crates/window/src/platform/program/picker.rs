//! File picker that is drawn with the panels.

use super::super::file_picker::{FileAnswer, FileList, FilePicker, FileRequest, has_ending};
use bevy_egui::egui::{Align2, Context, Vec2, vec2};
use egui_file_dialog::{DialogState, FileDialog, Filter};
use std::path::Path;

/// File dialog drawn with the panels.
#[derive(Default)]
pub struct DrawnPicker(FileDialog);

impl FilePicker for DrawnPicker {
    fn ask(&mut self, request: FileRequest) {
        let FileRequest { title, kind, ending, reads, overwriting, folder, name } = request;
        self.0 = FileDialog::new()
            .title(title)
            .as_modal(true)
            .initial_directory(folder)
            .default_file_name(&name)
            .add_file_filter(kind, Filter::new(move |path: &Path| has_ending(path, ending)))
            .default_file_filter(kind)
            .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
            .movable(false)
            .default_size(vec2(680.0, 420.0));
        if let Some([button, message]) = overwriting {
            let labels = self.0.labels_mut();
            button.clone_into(&mut labels.overwrite);
            message.clone_into(&mut labels.overwrite_file_modal_text);
        }
        if reads {
            self.0.pick_file();
        } else {
            self.0.save_file();
        }
    }

    fn show(&mut self, ctx: &Context, list: Option<FileList<'_>>) -> Option<FileAnswer> {
        let mut picked = None;
        if let Some(list) = list {
            self.0.update_with_right_panel_ui(ctx, &mut |ui, _| picked = list(ui));
        } else {
            self.0.update(ctx);
        }
        match (picked, self.0.state()) {
            (Some(path), _) => Some(FileAnswer::Picked(path)),
            (None, DialogState::Picked(path)) => Some(FileAnswer::Picked(path.clone())),
            (None, DialogState::Open) => None,
            (None, _) => Some(FileAnswer::Cancelled),
        }
    }
}
