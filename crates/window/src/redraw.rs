//! Redraw: decides when the next frame is drawn, so that an unchanged window is not drawn again.
//!
//! Keys, clicks and reports of minds wake the window by themselves. Whatever changes with time requests
//! frames by [`Redraw`].

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

/// Number of frames that are drawn after a change, so that all its effects are visible.
const SETTLE_FRAMES: u32 = 3;

/// Intervals after which an unchanged window is drawn again. Few, as a change of the interval costs a frame.
const INTERVALS: [Duration; 3] =
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

/// Drops events that repeat the same modifiers: the panels would request a frame for each, in every frame.
fn drop_unchanged_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.0.events.retain(|event| match event {
            Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}

/// Follows the repaint delay that the panels request.
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

/// Requests frames after a request, which is carried out in the next frame.
fn follow_requests(
    mut requests: MessageReader<Request>,
    mut records: MessageReader<RecordRequest>,
    mut redraw: ResMut<Redraw>,
) {
    // A mind wakes the window itself when its tree is ready.
    let request_count =
        requests.read().filter(|request| !matches!(request.kind, RequestKind::ShowTree { .. })).count();
    if request_count + records.read().count() > 0 {
        redraw.frames(SETTLE_FRAMES);
    }
}

/// Components that decide whether a goban continues by itself.
type GobanState = (&'static Pace, &'static Seats, &'static Tally, &'static Thinking, &'static GameRecord);

/// Requests frames while a game runs. A game that waits for a mind or a person needs none.
fn follow_gobans(gobans: Query<GobanState>, mut redraw: ResMut<Redraw>) {
    let mut busy = gobans.iter().filter(|(pace, ..)| pace.is_busy());
    let runs = busy.any(|(_, seats, tally, thinking, record)| {
        // Recorded ticks are replayed without asking a mind or person.
        let is_recorded = record.now() < record.last();
        let is_over = tally.outcome.is_some();
        !is_over && !thinking.is_active() && (is_recorded || seats.waiting().is_none())
    });
    if runs {
        redraw.frames(SETTLE_FRAMES);
    }
}

/// Requests frames when the state of the record, the place of a board, a camera or a dialog changes, and
/// while shaders load, a screenshot is taken or a window closes.
fn follow_scene(
    area: Res<BoardArea>,
    screen: Res<ScreenSize>,
    poses: Query<(), Changed<CameraPose>>,
    modal: Res<State<Modal>>,
    record: Res<RecordState>,
    shaders: Res<ShadersPending>,
    captured_or_closing: Query<(), Or<(With<Screenshot>, With<ClosingWindow>)>>,
    mut redraw: ResMut<Redraw>,
) {
    let changed = area.is_changed()
        || screen.is_changed()
        || !poses.is_empty()
        || modal.is_changed()
        || record.is_changed();
    if changed || shaders.get() || !captured_or_closing.is_empty() {
        redraw.frames(SETTLE_FRAMES);
    }
}

/// Requests the next frame at once, or sets the interval until it.
fn end_frame(
    mut redraw: ResMut<Redraw>,
    settings: Option<ResMut<WinitSettings>>,
    mut next: MessageWriter<RequestRedraw>,
) {
    let (at_once, within) = redraw.end_frame();
    if at_once {
        next.write(RequestRedraw);
    }
    let longest = INTERVALS.iter().rev().find(|&&interval| within.is_none_or(|within| interval <= within));
    let interval = *longest.unwrap_or(&INTERVALS[0]);
    let focused_mode = UpdateMode::reactive(interval);
    if let Some(mut settings) = settings
        && settings.focused_mode != focused_mode
    {
        *settings = WinitSettings { focused_mode, unfocused_mode: UpdateMode::reactive_low_power(interval) };
    }
}
