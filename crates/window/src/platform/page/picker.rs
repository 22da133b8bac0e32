//! File picker of the browser: the browser reads opened files, and written files are downloads.

use super::super::file_picker::{FileAnswer, FileList, FilePicker, FileRequest};
use bevy_egui::egui::{Align, Align2, Context, Frame, Key, Layout, Margin, Vec2, Window};
use js_sys::{ArrayBuffer, Uint8Array};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use stonefield_files::{MAX_INPUT_BYTES, hold};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, File, FileReader, HtmlInputElement};

thread_local! {
    /// Answer of the dialog. Thread-local, because callbacks of the browser run on the thread of the page.
    static ANSWER: RefCell<Option<FileAnswer>> = const { RefCell::new(None) };
    /// Number of dialogs that were asked for. Only the last one can cancel the question.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn answer(answer: FileAnswer) {
    ANSWER.set(Some(answer));
}

/// File picker of the browser.
#[derive(Default)]
pub struct BrowserPicker {
    /// Title of the dialog, and ending of the files that it offers.
    title: &'static str,
    ending: &'static str,
}

impl FilePicker for BrowserPicker {
    fn ask(&mut self, request: FileRequest) {
        ANSWER.set(None);
        (self.title, self.ending) = (request.title, request.ending);
        if !request.reads {
            // The browser chooses the folder of a download, or asks for it.
            answer(FileAnswer::Picked(PathBuf::from(request.name)));
        } else if pick(request.ending).is_none() {
            answer(FileAnswer::Cancelled);
        }
    }

    fn show(&mut self, ctx: &Context, _: Option<FileList<'_>>) -> Option<FileAnswer> {
        // The browser's dialog causes no frames, so its answer is polled.
        ctx.request_repaint_after_secs(0.1);
        ANSWER.take().or_else(|| self.wait(ctx))
    }
}

impl BrowserPicker {
    /// Draws a window that is open while the page waits for the browser's dialog. A browser opens its dialog
    /// only within some seconds after a key or click, so the user can ask again.
    fn wait(&self, ctx: &Context) -> Option<FileAnswer> {
        let pressed = |key| ctx.input(|input| input.key_pressed(key));
        let (mut again, mut cancelled) = (pressed(Key::Enter), pressed(Key::Escape));
        let width = (ctx.content_rect().width() - 60.0).min(340.0);
        let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(18));
        let window = Window::new(self.title).title_bar(false).resizable(false).frame(frame);
        window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(ctx, |ui| {
            ui.set_width(width);
            ui.heading(self.title);
            ui.label("The browser asks for the file in a dialog of its own.");
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                again |= ui.button("Ask again").on_hover_text("Enter").clicked();
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    cancelled |= ui.button("Cancel").on_hover_text("Esc").clicked();
                });
            });
        });
        let fails = again && pick(self.ending).is_none();
        (cancelled || fails).then_some(FileAnswer::Cancelled)
    }
}

/// Opens the browser's dialog for a file to read with this ending. Returns `None` if the browser offers no
/// dialog.
fn pick(ending: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let input: HtmlInputElement = document.create_element("input").ok()?.dyn_into().ok()?;
    input.set_type("file");
    input.set_accept(&format!(".{ending}"));
    let picked = input.clone();
    let change = Closure::once_into_js(move |_: Event| match picked.files().and_then(|files| files.get(0)) {
        Some(file) => read(&file, |path| answer(FileAnswer::Picked(path))),
        None => answer(FileAnswer::Cancelled),
    });
    let number = ASKED.get() + 1;
    ASKED.set(number);
    let cancel = Closure::once_into_js(move |_: Event| {
        if ASKED.get() == number {
            answer(FileAnswer::Cancelled);
        }
    });
    input.set_onchange(Some(change.unchecked_ref()));
    input.add_event_listener_with_callback("cancel", cancel.unchecked_ref()).ok()?;
    input.click();
    Some(())
}

/// Reads a file of the user into memory, and then calls `done` with its path. A file of more than
/// [`MAX_INPUT_BYTES`] is not read; opening its path fails.
pub fn read(file: &File, done: impl FnOnce(PathBuf) + 'static) {
    let name = file.name();
    if file.size() > MAX_INPUT_BYTES as f64 {
        done(hold(&name, None));
        return;
    }
    let Ok(reader) = FileReader::new() else { return };
    let (source, opened) = (reader.clone(), file.clone());
    let loaded = Closure::once_into_js(move |_: Event| {
        let bytes = source.result().ok().and_then(|result| result.dyn_into::<ArrayBuffer>().ok());
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer).to_vec()).unwrap_or_default();
        done(hold(&opened.name(), Some(bytes)));
    });
    reader.set_onloadend(Some(loaded.unchecked_ref()));
    // A file that cannot be read is stored as an empty one.
    let _ = reader.read_as_array_buffer(file);
}
