//! Pending shaders: a frame lacks what is drawn by a shader that is still being compiled.

use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a frame since the last one of the main world lacked a shader.
#[derive(Resource, Default)]
pub struct ShadersPending {
    lacked: bool,
    /// Frames in a row that lacked none, counted until the board is shown.
    whole: u32,
}

impl ShadersPending {
    /// Frames in a row that lack no shader, after which the board is shown: the renderer is a little behind, and asks for its shaders when it first draws.
    const SHOWN: u32 = 4;

    /// Whether another frame will show more.
    #[must_use]
    pub const fn get(&self) -> bool {
        self.lacked || !self.is_board_shown()
    }

    /// Whether the board has been drawn as a whole.
    #[must_use]
    pub const fn is_board_shown(&self) -> bool {
        self.whole >= Self::SHOWN
    }
}

/// What the render world tells the main world, which may look only after the next frame.
#[derive(Resource, Clone, Default)]
struct Lacked(Arc<AtomicBool>);

pub(crate) fn plugin(app: &mut App) {
    let lacked = Lacked::default();
    app.init_resource::<ShadersPending>().insert_resource(lacked.clone()).add_systems(PreUpdate, hear);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(lacked).add_systems(Render, tell.in_set(RenderSystems::Cleanup));
    }
}

fn hear(lacked: Res<Lacked>, mut pending: ResMut<ShadersPending>) {
    pending.lacked = lacked.0.swap(false, Ordering::Relaxed);
    if !pending.is_board_shown() {
        pending.whole = if pending.lacked { 0 } else { pending.whole + 1 };
    }
}

fn tell(lacked: Res<Lacked>, pipelines: Res<PipelineCache>) {
    // Those that compute are not waited for: where an adapter computes nothing, they never come.
    let draws = |id| {
        let pipeline = pipelines.pipelines().nth(id).map(|pipeline| &pipeline.descriptor);
        matches!(pipeline, Some(PipelineDescriptor::RenderPipelineDescriptor(_)))
    };
    if pipelines.waiting_pipelines().any(draws) {
        lacked.0.store(true, Ordering::Relaxed);
    }
}
