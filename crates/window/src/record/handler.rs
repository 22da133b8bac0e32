//! Handler of requests about the record: asks about unsaved changes, and reports the results.

use super::CLIPBOARD;
use super::board_record::BoardRecord;
use super::error::RecordRequestError;
use super::loading::{Loading, RecordLoad, cancel};
use super::report::{Outcome, Reports};
use super::request::{RecordRequest, SaveAnswer, UnnamedSave};
use crate::platform::{CopyError, Host, Platform};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::window::{ClosingWindow, Window};
use bevy_egui::EguiClipboard;
use serde_json::json;
use stonefield_go::notation::sgf;
use stonefield_sim::history::{Record, Source};

/// Handles the requests of the frame. Exclusive, because each request is complete before the next. A load
/// that a page has not completed by then is cancelled by the next load.
pub(super) fn handle_requests(world: &mut World) {
    let requests: Vec<_> = world.resource_mut::<Messages<RecordRequest>>().drain().collect();
    for request in requests {
        let mut next = Some(request);
        while let Some(request) = next {
            let result = world.run_system_cached_with(handle, request);
            next = result.inspect_err(|error| bevy::log::warn_once!("{error}")).unwrap_or_default();
        }
    }
}

/// Handles a request. Returns the one that follows it, if any.
fn handle(In(request): In<RecordRequest>, mut handler: RequestHandler) -> Option<RecordRequest> {
    match request {
        RecordRequest::Answer(answer) => handler.apply_answer(answer),
        RecordRequest::Paste => {
            let text = handler.clipboard_record();
            let refuse = |error| handler.reports.report("pasted", None, Err(error));
            text.map_err(refuse).ok().map(RecordRequest::Show)
        }
        request if replaces_record(&request) && handler.board.is_unsaved() => {
            handler.board.state.question = Some(request);
            handler.reports.log(json!({ "fact": "asked about changes" }));
            None
        }
        request => handler.carry_out(request),
    }
}

/// True if a request replaces the record on the board or closes the window.
const fn replaces_record(request: &RecordRequest) -> bool {
    use RecordRequest::{Close, New, Open, Replay, Restore, Show};
    matches!(request, Open(_) | Show(_) | Replay(..) | New { .. } | Restore(_) | Close)
}

/// Record on the board, and all that a request about it can use.
#[derive(SystemParam)]
pub struct RequestHandler<'w, 's> {
    /// Record on the board.
    pub board: BoardRecord<'w, 's>,
    reports: Reports<'w>,
    /// Load in progress, if any.
    pub loading: Option<Res<'w, Loading>>,
    clipboard: Option<ResMut<'w, EguiClipboard>>,
    windows: Query<'w, 's, Entity, With<Window>>,
}

impl RequestHandler<'_, '_> {
    /// Carries out a request without a question. Returns the next one: after a save, the one that waited for
    /// it.
    pub fn carry_out(&mut self, request: RecordRequest) -> Option<RecordRequest> {
        let waiting = self.board.state.after_save.take();
        let (mut saved_file, mut next) = (None, None);
        let (fact, result) = match request {
            RecordRequest::Open(path) => ("opened", self.load(RecordLoad::open(&path))),
            RecordRequest::Show(text) => ("pasted", self.load(RecordLoad::paste(&text))),
            RecordRequest::Replay(record) => ("opened", self.load(Ok(RecordLoad::replay(*record)))),
            RecordRequest::Game(number) => ("game", self.load(RecordLoad::game(&self.board, number))),
            RecordRequest::Restore(left) => ("restored", self.load(RecordLoad::restore(left))),
            RecordRequest::Save(path) => {
                let result = self.board.save(&path);
                next = waiting.filter(|_| result.is_ok());
                saved_file = Some(path);
                ("saved", Some(result))
            }
            RecordRequest::Copy => ("copied", Some(self.copy())),
            RecordRequest::New { setup, run } => {
                self.board.begin(setup, run);
                ("begun", Some(Ok(None)))
            }
            RecordRequest::Forget(left) => ("forgotten", Some(self.board.forget(&left))),
            RecordRequest::GiveUp => {
                self.board.commands.queue(cancel);
                let notice =
                    self.loading.as_ref().map(|loading| format!("{} was not opened", loading.title()));
                ("given up", Some(Ok(notice)))
            }
            RecordRequest::Close => {
                for window in &self.windows {
                    self.board.commands.entity(window).insert(ClosingWindow);
                }
                ("closed", Some(Ok(None)))
            }
            RecordRequest::Answer(_) | RecordRequest::Paste => return None,
        };
        if let Some(result) = result {
            self.reports.report(fact, saved_file.as_deref(), result);
        }
        next
    }

    /// Begins a load, which is reported once the record is on the board. Returns the result if it is refused.
    fn load(&mut self, load: Result<RecordLoad, RecordRequestError>) -> Option<Outcome> {
        load.map(|load| self.board.commands.queue(load)).err().map(Err)
    }

    /// Applies an answer to the question about unsaved changes. Returns the request that follows.
    fn apply_answer(&mut self, answer: SaveAnswer) -> Option<RecordRequest> {
        let request = self.board.state.question.take();
        if request.is_some() {
            self.reports.log(json!({ "fact": "answered about changes", "answer": answer.name() }));
        }
        match answer {
            SaveAnswer::Cancel => {
                self.board.state.after_save = None;
                None
            }
            SaveAnswer::Discard => self.carry_out(request?),
            SaveAnswer::Save => {
                self.board.state.after_save = request;
                let path = self.board.state.path.clone();
                if path.is_none() {
                    self.board.commands.trigger(UnnamedSave);
                }
                path.map(RecordRequest::Save)
            }
        }
    }

    /// Copies the record to the clipboard.
    fn copy(&mut self) -> Outcome {
        let bytes = sgf::write(self.board.games()?);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Host::copy_record(self.clipboard.as_deref_mut(), &mut self.board.commands, text)?)
    }

    /// Returns the text in the clipboard. Fails if it is not a record.
    fn clipboard_record(&mut self) -> Result<String, RecordRequestError> {
        let clipboard = self.clipboard.as_mut().ok_or(CopyError::NoClipboard)?;
        let text = clipboard.get_text().filter(|text| !text.trim().is_empty());
        let text = text.ok_or(RecordRequestError::EmptyClipboard)?;
        Record::open(Source::Text(CLIPBOARD, &text), 1)?;
        Ok(text)
    }
}
