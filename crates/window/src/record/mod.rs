//! Game records: opens them on the board, and saves or copies the record of the board.

pub mod autosave;
mod board_record;
mod error;
pub mod handler;
mod loading;
mod opened;
pub mod report;
mod request;

pub use autosave::Autosave;
pub use board_record::BoardRecord;
pub use error::Unplayable;
pub use loading::{Loading, RecordLoad, show_first_record};
pub use opened::{heading, open_on_new_goban};
pub use request::{RecordRequest, RecordState, RichRecord, SaveAnswer, UnnamedSave};

use handler::handle_requests;

use crate::shell::files::recent::Recent;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::state::{OpenStore, SceneSystems};
use bevy::app::{App, Last, Update};
use bevy::ecs::prelude::*;
use bevy::window::{ClosingWindow, FileDragAndDrop, PrimaryWindow, Window, WindowCloseRequested};
use stonefield_lab::store::is_store;
use stonefield_sim::{GameRecord, SimSystems};

/// Title of a window without a file.
pub const PROGRAM: &str = "Stonefield";

/// Name of the clipboard in messages.
const CLIPBOARD: &str = "the clipboard";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecordState>()
        .init_resource::<Recent>()
        .add_message::<RecordRequest>()
        .add_message::<OpenStore>()
        .add_message::<FileDragAndDrop>()
        .add_message::<WindowCloseRequested>()
        // After the pace, so that moves of this frame are saved too.
        .add_systems(
            Update,
            (request_close, open_dropped_files, handle_requests, loading::advance_loading)
                .chain()
                .after(SimSystems::Pace)
                .before(SceneSystems::Look),
        )
        .add_systems(Update, (copy_and_paste.in_set(InputSystems::Act), clear_path.after(handle_requests)))
        .add_systems(Last, title_window.run_if(resource_changed::<RecordState>))
        .add_plugins(autosave::plugin);
}

/// Names the file of the record in the title of the window.
fn title_window(record: Res<RecordState>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let name = record.path.as_ref().and_then(|path| path.file_name());
    // A file name may have control characters, which some window managers refuse.
    let name = name.map(|name| name.to_string_lossy().replace(char::is_control, "\u{fffd}"));
    let title = name.map_or_else(|| PROGRAM.to_owned(), |name| format!("{name} – {PROGRAM}"));
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}

/// Opens dropped files: a store of games in the laboratory, any other file as a record.
fn open_dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    mut requests: MessageWriter<RecordRequest>,
    mut stores: MessageWriter<OpenStore>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            if is_store(path_buf) {
                stores.write(OpenStore(path_buf.clone()));
            } else {
                requests.write(RecordRequest::Open(path_buf.clone()));
            }
        }
    }
}

/// Sends the requests to copy and to paste the record when their keys are pressed.
fn copy_and_paste(mut actions: MessageReader<Action>, mut requests: MessageWriter<RecordRequest>) {
    requests.write_batch(actions.read().filter_map(|action| match action {
        Action::Copy => Some(RecordRequest::Copy),
        Action::Paste => Some(RecordRequest::Paste),
        _ => None,
    }));
}

/// Requests the closing of the window, and despawns a closing window in the next frame, when nothing draws on
/// it.
fn request_close(
    mut closed: MessageReader<WindowCloseRequested>,
    mut requests: MessageWriter<RecordRequest>,
    closing: Query<Entity, With<ClosingWindow>>,
    mut commands: Commands,
) {
    for window in &closing {
        commands.entity(window).despawn();
    }
    if closed.read().count() > 0 {
        requests.write(RecordRequest::Close);
    }
}

/// Clears the path if the game on the board is not from a file, so that a new game overwrites no old file.
fn clear_path(mut board: BoardRecord) {
    if board.state.path.is_some() && !board.record().is_some_and(GameRecord::is_filed) {
        board.state.path = None;
    }
}
