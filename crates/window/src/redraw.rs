//! Redraw: the window is drawn when something has changed, and not otherwise.
//!
//! Keys, clicks and what minds tell wake it by themselves. What changes with time asks for frames by [`Redraw`].

use super::record::{RecordRequest, RecordState};
use crate::shell::camera::{CameraPose, ScreenSize};
use crate::shell::measure::Measuring;
use crate::shell::shaders_pending::ShadersPending;
use crate::shell::state::{BoardArea, Modal, Redraw, RedrawSystems};
use bevy::app::{App, Last, PostUpdate, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::state::state::State;
use bevy::window::{ClosingWindow, RequestRedraw};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::egui::{Event, Modifiers, ViewportId};
use bevy_egui::{EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet};
use core::time::Duration;
use stonefield_sim::{GameRecord, Pace, Request, RequestKind, Seats, Tally, Thinking};

/// Frames that follow a change, in which all that it leads to is seen.
const SETTLE: u32 = 3;

/// The times after which an untouched window is drawn again. There are few, as a change from one to another costs a frame.
const RHYTHMS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(500), Duration::from_secs(5)];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Redraw>()
        .add_message::<RequestRedraw>()
        .add_systems(
            PreUpdate,
            drop_unchanged_modifiers
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(
            PostUpdate,
            follow_panels.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        )
        .add_systems(
            Last,
            (follow_requests, follow_gobans, follow_scene, end_frame.in_set(RedrawSystems::End))
                .chain()
                .run_if(not(resource_exists::<Measuring>)),
        );
}

/// Drops the event, sent in every frame, that the modifiers are what they were: the panels would ask for another frame each time.
fn drop_unchanged_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.0.events.retain(|event| match event {
            Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}

/// Panels say themselves when they are to be drawn again.
fn follow_panels(outputs: Query<&EguiFullOutput>, mut redraw: ResMut<Redraw>) {
    let outputs = outputs.iter().filter_map(|output| output.0.as_ref());
    for viewport in outputs.filter_map(|output| output.viewport_output.get(&ViewportId::ROOT)) {
        if viewport.repaint_delay.is_zero() {
            redraw.frames(1);
        } else {
            redraw.within(viewport.repaint_delay);
        }
    }
}

/// What is asked for is done in the next frame.
fn follow_requests(
    mut requests: MessageReader<Request>,
    mut records: MessageReader<RecordRequest>,
    mut redraw: ResMut<Redraw>,
) {
    // A mind that is asked for its tree wakes the window by itself when it has shown it.
    let asked =
        requests.read().filter(|request| !matches!(request.kind, RequestKind::ShowTree { .. })).count();
    if asked + records.read().count() > 0 {
        redraw.frames(SETTLE);
    }
}

/// What says whether a goban goes on by itself.
type Going = (&'static Pace, &'static Seats, &'static Tally, &'static Thinking, &'static GameRecord);

/// A game that runs is drawn all the time; but a mind that thinks, or a person, is waited for.
fn follow_gobans(gobans: Query<Going>, mut redraw: ResMut<Redraw>) {
    let mut busy = gobans.iter().filter(|(pace, ..)| pace.is_busy());
    let goes_on = busy.any(|(_, seats, tally, thinking, record)| {
        // What is on record is played without asking anybody.
        let known = record.now() < record.last();
        let over = tally.outcome.is_some();
        !over && !thinking.is_active() && (known || seats.waiting().is_none())
    });
    if goes_on {
        redraw.frames(SETTLE);
    }
}

/// What is asked about the record, the board's place, its shaders, pictures being taken, and windows being closed.
fn follow_scene(
    area: Res<BoardArea>,
    screen: Res<ScreenSize>,
    poses: Query<(), Changed<CameraPose>>,
    modal: Res<State<Modal>>,
    record: Res<RecordState>,
    shaders: Res<ShadersPending>,
    others: Query<(), Or<(With<Screenshot>, With<ClosingWindow>)>>,
    mut redraw: ResMut<Redraw>,
) {
    let moved = area.is_changed()
        || screen.is_changed()
        || !poses.is_empty()
        || modal.is_changed()
        || record.is_changed();
    if moved || shaders.get() || !others.is_empty() {
        redraw.frames(SETTLE);
    }
}

/// Has the next frame follow at once, or after a while.
fn end_frame(
    mut redraw: ResMut<Redraw>,
    settings: Option<ResMut<WinitSettings>>,
    mut next: MessageWriter<RequestRedraw>,
) {
    let (at_once, within) = redraw.end_frame();
    if at_once {
        next.write(RequestRedraw);
    }
    let longest = RHYTHMS.iter().rev().find(|&&rhythm| within.is_none_or(|within| rhythm <= within));
    let rhythm = *longest.unwrap_or(&RHYTHMS[0]);
    let focused_mode = UpdateMode::reactive(rhythm);
    if let Some(mut settings) = settings
        && settings.focused_mode != focused_mode
    {
        *settings = WinitSettings { focused_mode, unfocused_mode: UpdateMode::reactive_low_power(rhythm) };
    }
}
