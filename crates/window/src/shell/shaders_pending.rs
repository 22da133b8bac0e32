//! Pending shaders: a frame is incomplete while a shader is still being compiled.

use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// State of the shaders in the latest frames.
#[derive(Resource, Default)]
pub struct ShadersPending {
    /// True if a frame since the last update lacked a shader.
    lacked: bool,
    /// Number of successive complete frames with the board, counted until the board is shown.
    complete: u32,
}

impl ShadersPending {
    /// Number of successive complete frames after which the board counts as shown. The renderer is some
    /// frames late, and requests its shaders when it first draws.
    const COMPLETE_FRAMES: u32 = 4;

    /// True if another frame will show more.
    #[must_use]
    pub const fn get(&self) -> bool {
        self.lacked || !self.is_board_shown()
    }

    /// True if the whole board has been drawn.
    #[must_use]
    pub const fn is_board_shown(&self) -> bool {
        self.complete >= Self::COMPLETE_FRAMES
    }

    /// Counts a frame. `lacked`: true if it lacked a shader. `has_board`: true if it has the board's picture.
    const fn count(&mut self, lacked: bool, has_board: bool) {
        self.lacked = lacked;
        match (self.is_board_shown(), lacked, has_board) {
            (true, ..) | (false, false, false) => {}
            (false, true, _) => self.complete = 0,
            (false, false, true) => self.complete += 1,
        }
    }
}

/// Reports of the render world about its frames. The main world may read them a frame later.
#[derive(Resource, Clone, Default)]
pub struct FrameReport(Arc<FrameFlags>);

#[derive(Default)]
struct FrameFlags {
    /// True if a frame lacked a shader.
    lacked: AtomicBool,
    /// True if a frame has the board's picture.
    has_board: AtomicBool,
}

impl FrameReport {
    /// Reports that the frame has the board's picture.
    pub fn set_board(&self) {
        self.0.has_board.store(true, Ordering::Relaxed);
    }
}

pub(crate) fn plugin(app: &mut App) {
    let report = FrameReport::default();
    app.init_resource::<ShadersPending>().insert_resource(report.clone()).add_systems(PreUpdate, read_report);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(report).add_systems(Render, set_lacked.in_set(RenderSystems::Cleanup));
    }
}

/// Reads and clears the report in the main world.
fn read_report(report: Res<FrameReport>, mut pending: ResMut<ShadersPending>) {
    let read = |flag: &AtomicBool| flag.swap(false, Ordering::Relaxed);
    pending.count(read(&report.0.lacked), read(&report.0.has_board));
}

/// Sets the flag in the render world.
fn set_lacked(report: Res<FrameReport>, pipelines: Res<PipelineCache>) {
    // Compute pipelines do not count. On adapters without compute shaders they stay pending.
    let draws = |id| {
        let pipeline = pipelines.pipelines().nth(id).map(|pipeline| &pipeline.descriptor);
        matches!(pipeline, Some(PipelineDescriptor::RenderPipelineDescriptor(_)))
    };
    if pipelines.waiting_pipelines().any(draws) {
        report.0.lacked.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_shown_after_complete_frames_that_have_it() {
        let mut pending = ShadersPending::default();
        // The first frames request no shader yet, and have no board.
        (0..10).for_each(|_| pending.count(false, false));
        assert!(!pending.is_board_shown());
        (0..3).for_each(|_| pending.count(false, true));
        pending.count(true, true);
        (0..3).for_each(|_| pending.count(false, true));
        assert!(!pending.is_board_shown(), "a shader was pending in between");
        pending.count(false, true);
        assert!(pending.is_board_shown() && !pending.get());
        pending.count(true, true);
        assert!(pending.is_board_shown() && pending.get(), "a later shader hides nothing");
    }
}
