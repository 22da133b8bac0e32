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
    /// Number of successive complete frames, counted until the board is shown.
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
}

/// True if a frame lacked a shader. The render world sets it, and the main world may read it a frame later.
#[derive(Resource, Clone, Default)]
struct Lacked(Arc<AtomicBool>);

pub(crate) fn plugin(app: &mut App) {
    let lacked = Lacked::default();
    app.init_resource::<ShadersPending>().insert_resource(lacked.clone()).add_systems(PreUpdate, read_lacked);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(lacked).add_systems(Render, set_lacked.in_set(RenderSystems::Cleanup));
    }
}

/// Reads and clears the flag in the main world.
fn read_lacked(lacked: Res<Lacked>, mut pending: ResMut<ShadersPending>) {
    pending.lacked = lacked.0.swap(false, Ordering::Relaxed);
    if !pending.is_board_shown() {
        pending.complete = if pending.lacked { 0 } else { pending.complete + 1 };
    }
}

/// Sets the flag in the render world.
fn set_lacked(lacked: Res<Lacked>, pipelines: Res<PipelineCache>) {
    // Compute pipelines do not count. On adapters without compute shaders they stay pending.
    let draws = |id| {
        let pipeline = pipelines.pipelines().nth(id).map(|pipeline| &pipeline.descriptor);
        matches!(pipeline, Some(PipelineDescriptor::RenderPipelineDescriptor(_)))
    };
    if pipelines.waiting_pipelines().any(draws) {
        lacked.0.store(true, Ordering::Relaxed);
    }
}
