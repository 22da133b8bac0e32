//! Where a record is: a folder, what is in it, and a name.

use super::super::files::{self, Entry, FileError};
use super::super::record::RecordWish;
use super::super::theme::{self, Inks};
use super::from_right;
use super::widgets::dialog;
use bevy_egui::egui::text::{CCursor, LayoutJob, TextFormat, TextWrapping};
use bevy_egui::egui::text_selection::CCursorRange;
use bevy_egui::egui::{Button, Context, Key, RichText, ScrollArea, TextEdit, TextStyle, Ui};
use std::path::PathBuf;
use std::sync::Arc;

/// What a file is looked for to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Open it.
    Open,
    /// Write it.
    Save,
}

/// A question for a file.
#[derive(Clone, Debug)]
pub struct Browser {
    task: Task,
    folder: PathBuf,
    name: String,
    entries: Result<Vec<Entry>, Arc<FileError>>,
    /// The name that was said to exist, and may be replaced now.
    exists: Option<String>,
    /// The field has not had the keyboard yet.
    fresh: bool,
    /// The records that were opened or saved last, and whether they are still there.
    recent: Vec<(PathBuf, bool)>,
}

impl Browser {
    /// A question about the folder the program was started in, or where a record was last.
    #[must_use]
    pub fn new(task: Task, folder: Option<PathBuf>, name: String) -> Self {
        let mut browser = Self {
            task,
            folder: folder.unwrap_or_else(files::start_folder),
            name,
            entries: Ok(Vec::new()),
            exists: None,
            fresh: true,
            recent: Vec::new(),
        };
        browser.look();
        browser
    }

    /// The same question with the records that were opened or saved last.
    #[must_use]
    pub fn with_recent(self, recent: Vec<(PathBuf, bool)>) -> Self {
        Self { recent, ..self }
    }

    /// The folder it looks at.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    fn look(&mut self) {
        self.entries = files::entries(&self.folder, "sgf").map_err(Arc::new);
        self.exists = None;
    }

    fn enter(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.look();
    }

    /// What the name means: a folder to enter, or a file to do the task with.
    fn go(&mut self) -> Option<RecordWish> {
        let name = self.name.trim();
        if name.is_empty() {
            return None;
        }
        let mut path = self.folder.join(name);
        if files::is_folder(&path) {
            self.name.clear();
            self.enter(path);
            return None;
        }
        match self.task {
            Task::Open => Some(RecordWish::Open(path)),
            Task::Save => {
                if path.extension().is_none() {
                    path.set_extension("sgf");
                }
                if files::exists(&path) && self.exists.as_deref() != Some(name) {
                    self.exists = Some(name.to_owned());
                    return None;
                }
                Some(RecordWish::Save(path))
            }
        }
    }
}

/// Shows the question; it is over once it is answered or closed.
pub fn window(ctx: &Context, question: &mut Option<Browser>) -> Option<RecordWish> {
    let browser = question.as_mut()?;
    let (mut wish, mut closed) = (None, ctx.input(|input| input.key_pressed(Key::Escape)));
    let (title, deed) = match browser.task {
        Task::Open => ("Open a game record", "Open"),
        Task::Save => ("Save the game as a record", "Save"),
    };
    let room = ctx.content_rect().size();
    let width = (room.x - 80.0).clamp(240.0, 460.0);
    dialog(ctx, title, width, |ui| {
        ui.horizontal(|ui| {
            let parent = browser.folder.parent().map(PathBuf::from);
            if ui.add_enabled(parent.is_some(), Button::new("Up")).clicked()
                && let Some(parent) = parent
            {
                browser.enter(parent);
            }
            ui.label(RichText::new(browser.folder.display().to_string()).weak());
        });
        let mut picked = None;
        let list = room.y - if browser.recent.is_empty() { 280.0 } else { 420.0 };
        match &browser.entries {
            Err(error) => {
                ui.colored_label(Inks::here(ui).error, error.to_string());
            }
            Ok(entries) if entries.is_empty() => {
                ui.label(RichText::new("No records and no folders here.").weak());
            }
            Ok(entries) => {
                ScrollArea::vertical().max_height(list.max(80.0)).show(ui, |ui| {
                    ui.set_width(width);
                    for entry in entries {
                        let text = if !entry.file { format!("{}/", entry.name) } else { entry.name.clone() };
                        let row = ui.selectable_label(browser.name == entry.name, text);
                        if row.clicked() || row.double_clicked() {
                            picked = Some((entry.clone(), row.double_clicked()));
                        }
                    }
                });
            }
        }
        wish = latest(ui, &browser.recent, width);
        let mut go = false;
        match picked {
            Some((entry, _)) if !entry.file => browser.enter(browser.folder.join(entry.name)),
            Some((entry, twice)) => {
                browser.name = entry.name;
                go = twice;
            }
            None => {}
        }
        ui.add_space(4.0);
        let field = TextEdit::singleline(&mut browser.name).hint_text("name.sgf").desired_width(width);
        let mut shown = field.show(ui);
        let field = shown.response.response.clone();
        if std::mem::take(&mut browser.fresh) {
            field.request_focus();
            // What is typed takes the place of the name that is proposed.
            let end = CCursor::new(browser.name.chars().count());
            shown.state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
            shown.state.store(ui.ctx(), field.id);
        }
        go |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let replaces = browser.exists.as_deref() == Some(browser.name.trim());
            if replaces {
                ui.colored_label(Inks::here(ui).error, "There is a file of this name.");
            }
            from_right(ui, |ui| {
                go |= ui.button(if replaces { "Replace it" } else { deed }).clicked();
                closed |= ui.button("Cancel").clicked();
            });
        });
        if go {
            wish = browser.go();
            // A file that would be replaced is asked about: the next Enter answers.
            field.request_focus();
        }
    });
    if closed || wish.is_some() {
        *question = None;
    }
    wish
}

/// The records that were opened or saved last; returns the one that was picked.
fn latest(ui: &mut Ui, recent: &[(PathBuf, bool)], width: f32) -> Option<RecordWish> {
    if recent.is_empty() {
        return None;
    }
    let mut wish = None;
    ui.add_space(4.0);
    ui.label(RichText::new("Recent").text_style(theme::heading()).color(Inks::here(ui).strong));
    ScrollArea::vertical().id_salt("recent").max_height(112.0).show(ui, |ui| {
        ui.set_width(width);
        for (path, there) in recent {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let folder = path.parent().unwrap_or(path).display();
            let inks = Inks::here(ui);
            let mut text = LayoutJob::default();
            let font = TextStyle::Body.resolve(ui.style());
            let mut add = |part: &str, color| text.append(part, 0.0, TextFormat::simple(font.clone(), color));
            add(&name, if *there { inks.text } else { inks.off });
            add(&if *there { format!("   {folder}") } else { "   is no longer there".to_owned() }, inks.weak);
            text.wrap = TextWrapping::truncate_at_width(width - 16.0);
            if ui.selectable_label(false, text).on_hover_text(path.display().to_string()).clicked() {
                wish = Some(RecordWish::Open(path.clone()));
            }
        }
    });
    wish
}
