//! Modal dialogs: selects the open one. All games are held meanwhile.

use super::super::record::{Loading, RecordState};
use super::ask::Postponed;
use super::files::FileQuestion;
use super::seat::SeatQuestion;
use crate::shell::keys::InputSystems;
use crate::shell::state::Modal;
use bevy::app::{App, PreUpdate, Update};
use bevy::ecs::prelude::*;
use bevy::state::app::AppExtStates;
use bevy::state::state::{NextState, State};
use stonefield_sim::{Pace, Request, RequestKind};

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Modal>()
        .add_systems(PreUpdate, choose)
        .add_systems(Update, hold.in_set(InputSystems::Act));
}

/// Sets the state to the open dialog with the highest priority.
fn choose(
    file: Res<FileQuestion>,
    state: Res<RecordState>,
    postponed: Res<Postponed>,
    seat: Res<SeatQuestion>,
    loading: Option<Res<Loading>>,
    now: Res<State<Modal>>,
    mut next: ResMut<NextState<Modal>>,
) {
    let modal = if loading.is_some_and(|loading| loading.is_shown()) {
        Modal::Loading
    } else if file.is_open() {
        Modal::File
    } else if state.question.is_some() {
        Modal::Unsaved
    } else if !postponed.0 && !state.left.is_empty() {
        Modal::LeftBehind
    } else if seat.is_open() {
        Modal::Seat
    } else {
        Modal::None
    };
    if *now.get() != modal {
        next.set(modal);
    }
}

/// Holds all gobans while a dialog is open.
fn hold(modal: Res<State<Modal>>, gobans: Query<(Entity, &Pace)>, mut requests: MessageWriter<Request>) {
    let held = *modal.get() != Modal::None;
    let to_change = gobans.iter().filter(|(_, pace)| pace.held != held);
    requests.write_batch(to_change.map(|(goban, _)| Request { goban, kind: RequestKind::Hold(held) }));
}
