//! Pending shaders: a frame lacks what is drawn by a shader that is still being compiled.

use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a frame since the last one of the main world lacked a shader.
#[derive(Resource, Default)]
pub struct ShadersPending(bool);

impl ShadersPending {
    /// Whether another frame will show more.
    #[must_use]
    pub const fn get(&self) -> bool {
        self.0
    }
}

/// What the render world tells the main world, which may look only after the next frame.
#[derive(Resource, Clone, Default)]
struct Lacked(Arc<AtomicBool>);

pub(super) fn plugin(app: &mut App) {
    let lacked = Lacked::default();
    app.init_resource::<ShadersPending>().insert_resource(lacked.clone()).add_systems(PreUpdate, hear);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(lacked).add_systems(Render, tell.in_set(RenderSystems::Cleanup));
    }
}

fn hear(lacked: Res<Lacked>, mut pending: ResMut<ShadersPending>) {
    pending.0 = lacked.0.swap(false, Ordering::Relaxed);
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
