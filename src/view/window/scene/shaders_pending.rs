//! Pending shaders: a frame lacks what is drawn by a shader that is still being compiled.

use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the last frame lacked a shader; the render world tells the main world.
#[derive(Resource, Clone, Default)]
pub struct ShadersPending(Arc<AtomicBool>);

impl ShadersPending {
    /// Whether another frame will show more.
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

pub(super) fn plugin(app: &mut App) {
    let unfinished = ShadersPending::default();
    app.insert_resource(unfinished.clone());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(unfinished).add_systems(Render, tell.in_set(RenderSystems::Cleanup));
    }
}

fn tell(unfinished: Res<ShadersPending>, pipelines: Res<PipelineCache>) {
    unfinished.0.store(pipelines.waiting_pipelines().next().is_some(), Ordering::Relaxed);
}
