//! File dialog: asks which file to open or to write, and passes it on.

use super::super::record::{RecordRequest, RecordState, SaveAnswer, UnnamedSave};
use super::file_task::{ExportKind, FileTask, LabFile, PickedLabFile, PickedPictureFile, PictureFile};
use crate::platform::{FileAnswer, FileList, FilePicker, Host, Platform};
use crate::shell::files::recent::Recent;
use crate::shell::files::{exists, start_folder, write_bytes, written_message};
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::state::{Modal, OpenStore, Redraw};
use crate::shell::theme::{self, PanelColors};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Button, RichText, ScrollArea, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::path::{Path, PathBuf};
use stonefield_lab::store::is_store;

/// File dialog, and its purpose while it is open.
#[derive(Resource, Default)]
pub struct FileQuestion {
    picker: <Host as Platform>::Picker,
    task: Option<FileTask>,
    /// Records that were used last, offered in [`FileTask::Open`]: path, and true if the file exists.
    recent: Vec<(PathBuf, bool)>,
    /// Bytes to write, for [`FileTask::Export`].
    contents: Vec<u8>,
    /// Folder of the last picked file.
    folder: Option<PathBuf>,
}

impl FileQuestion {
    /// True if the dialog is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.task.is_some()
    }

    /// Asks for a record or a store to open.
    pub fn ask_to_open(&mut self, recent: &Recent) {
        self.ask(FileTask::Open, "");
        self.recent = recent.list();
    }

    /// Asks for a file to write the record to. `last`: file of the record so far.
    pub fn ask_to_save(&mut self, last: Option<&Path>) {
        let name = last.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let folder = last.and_then(Path::parent).map(Path::to_owned).or_else(|| self.folder.clone());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        self.ask_in(folder, FileTask::Save, name.as_deref().unwrap_or("game.sgf"));
    }

    /// Asks for a file to write `contents` to. `name`: proposed file name.
    pub fn ask_to_export(&mut self, kind: ExportKind, name: &str, contents: Vec<u8>) {
        self.ask(FileTask::Export(kind), name);
        self.contents = contents;
    }

    /// Asks for a file of the laboratory. `name`: proposed name of a file to write.
    pub fn ask_for_laboratory(&mut self, file: LabFile, name: &str) {
        self.ask(FileTask::Laboratory(file), name);
    }

    /// Asks for a file to write pictures to. `name`: proposed file name.
    pub fn ask_for_picture(&mut self, file: PictureFile, name: &str) {
        self.ask(FileTask::Picture(file), name);
    }

    /// Opens the dialog in the folder of the last picked file.
    fn ask(&mut self, task: FileTask, name: &str) {
        self.ask_in(self.folder.clone(), task, name);
    }

    fn ask_in(&mut self, folder: Option<PathBuf>, task: FileTask, name: &str) {
        self.picker.ask(task.request(folder.unwrap_or_else(start_folder), name));
        (self.task, self.recent) = (Some(task), Vec::new());
    }

    /// Makes the next dialog begin in the folder of this file, if the folder exists.
    fn keep_folder(&mut self, file: &Path) {
        let folder = file.parent().filter(|folder| exists(folder));
        self.folder = folder.map(Path::to_owned).or_else(|| self.folder.take());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FileQuestion>()
        .add_message::<PickedLabFile>()
        .add_message::<OpenStore>()
        .add_message::<PickedPictureFile>()
        .add_observer(|_: On<UnnamedSave>, mut question: ResMut<FileQuestion>| question.ask_to_save(None))
        .add_systems(Update, ask.in_set(InputSystems::Act))
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Modal).run_if(in_state(Modal::File)));
}

fn ask(
    mut actions: MessageReader<Action>,
    state: Res<RecordState>,
    recent: Res<Recent>,
    mut question: ResMut<FileQuestion>,
    mut records: MessageWriter<RecordRequest>,
) {
    for &action in actions.read() {
        match (action, &state.path) {
            (Action::Open, _) => question.ask_to_open(&recent),
            (Action::Save, Some(path)) => {
                records.write(RecordRequest::Save(path.clone()));
            }
            (Action::Save | Action::SaveAs, path) => question.ask_to_save(path.as_deref()),
            _ => {}
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut records: MessageWriter<RecordRequest>,
    (mut laboratory, mut stores): (MessageWriter<PickedLabFile>, MessageWriter<OpenStore>),
    mut pictures: MessageWriter<PickedPictureFile>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let Some(task) = question.task else { return Ok(()) };
    let FileQuestion { picker, recent, .. } = &mut *question;
    let mut list = |ui: &mut Ui| list_recent(ui, recent);
    let list = (!recent.is_empty()).then_some(&mut list as FileList<'_>);
    let Some(answer) = picker.show(contexts.ctx_mut()?, list) else { return Ok(()) };
    question.task = None;
    let request = match (answer, task) {
        (FileAnswer::Cancelled, FileTask::Laboratory(_) | FileTask::Picture(_)) => return Ok(()),
        (FileAnswer::Picked(path), FileTask::Picture(file)) => {
            let full = file.path(&path);
            question.keep_folder(&full);
            if let Some(old) = file.existing_file(&full).filter(|old| *old != path) {
                // The picker did not ask whether this file is to be overwritten.
                let name = old.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
                let all = if file.numbered { " and all of its series" } else { "" };
                notices.show_notice(format!(
                    "{name} is there already: saving asks whether it{all} is written over"
                ));
                question.ask_for_picture(file, &name);
                return Ok(());
            }
            pictures.write(PickedPictureFile(full));
            redraw.frames(2);
            return Ok(());
        }
        (answer, FileTask::Export(kind)) => {
            export(&mut question, &mut notices, kind, answer);
            return Ok(());
        }
        (FileAnswer::Picked(path), FileTask::Laboratory(file)) => {
            let writes = matches!(file, LabFile::Games | LabFile::SavedPlan);
            let lacks_ending = writes && path.extension().is_none();
            let full = if lacks_ending { path.with_extension(file.ending()) } else { path };
            question.keep_folder(&full);
            if lacks_ending && exists(&full) {
                // The picker did not ask whether this file is to be overwritten.
                let name = full.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
                question.ask_for_laboratory(file, &name);
                return Ok(());
            }
            laboratory.write(PickedLabFile(file, full));
            // The laboratory reads the message in the next frame.
            redraw.frames(2);
            return Ok(());
        }
        (FileAnswer::Picked(path), FileTask::Open) if is_store(&path) => {
            question.keep_folder(&path);
            stores.write(OpenStore(path));
            redraw.frames(2);
            return Ok(());
        }
        // A request that waited until the record was saved is cancelled too.
        (FileAnswer::Cancelled, _) => RecordRequest::Answer(SaveAnswer::Cancel),
        (FileAnswer::Picked(path), FileTask::Open) => RecordRequest::Open(path),
        (FileAnswer::Picked(path), FileTask::Save) if path.extension().is_some() => RecordRequest::Save(path),
        (FileAnswer::Picked(path), FileTask::Save) => {
            let path = path.with_extension("sgf");
            if exists(&path) {
                // The picker did not ask whether this file is to be overwritten.
                question.ask_to_save(Some(&path));
                return Ok(());
            }
            RecordRequest::Save(path)
        }
    };
    if let RecordRequest::Open(path) | RecordRequest::Save(path) = &request {
        question.keep_folder(path);
    }
    records.write(request);
    Ok(())
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

/// Writes the contents to the picked file. Asks again if its ending was changed, or if its full name exists.
fn export(question: &mut FileQuestion, notices: &mut Notices, kind: ExportKind, answer: FileAnswer) {
    let contents = std::mem::take(&mut question.contents);
    let FileAnswer::Picked(path) = answer else { return };
    let full = written_path(kind, &path);
    question.keep_folder(&full);
    if full != path && (path.extension().is_some() || exists(&full)) {
        // The picker did not ask about the file of this name.
        let name = full.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        question.ask_to_export(kind, &name, contents);
        return;
    }
    match write_bytes(&full, &contents) {
        Ok(()) => notices.show_notice(written_message(&full)),
        Err(error) => notices.show_refusal(error.to_string()),
    }
}

/// Returns the path to write. The ending of `kind` replaces a missing ending or that of another kind.
fn written_path(kind: ExportKind, path: &Path) -> PathBuf {
    let other = ExportKind::ALL.into_iter().any(|other| other != kind && other.fits(path));
    if other || path.extension().is_none() { path.with_extension(kind.ending()) } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exported_files_have_the_ending_of_their_kind() {
        let path = |kind, name: &str| written_path(kind, Path::new(name)).display().to_string();
        assert_eq!(path(ExportKind::Png, "a/score"), "a/score.png");
        assert_eq!(path(ExportKind::Png, "score.PNG"), "score.PNG");
        assert_eq!(path(ExportKind::Svg, "score.png"), "score.svg");
        assert_eq!(path(ExportKind::Csv, "games.txt"), "games.txt");
        assert!(ExportKind::ALL.into_iter().all(|kind| kind.fits(Path::new(&path(kind, "x")))));
    }

    #[test]
    fn an_export_asks_again_if_the_path_changes_or_exists() {
        let folder = std::env::temp_dir().join(format!("stonefield-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (mut question, mut notices) = (FileQuestion::default(), Notices::default());
        let mut answer = |question: &mut FileQuestion, name: &str| {
            question.ask_to_export(ExportKind::Svg, "plot.svg", b"<svg/>".to_vec());
            question.task = None;
            export(question, &mut notices, ExportKind::Svg, FileAnswer::Picked(folder.join(name)));
        };
        answer(&mut question, "plot");
        assert!(!question.is_open());
        assert_eq!(std::fs::read(folder.join("plot.svg")).expect("written"), b"<svg/>");
        // The file plot.svg exists now: the dialog asks again and keeps the contents.
        answer(&mut question, "plot");
        assert!(question.is_open() && question.contents == b"<svg/>");
        answer(&mut question, "plot.csv");
        assert!(question.is_open() && !folder.join("plot.csv").exists());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
