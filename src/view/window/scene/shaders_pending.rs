//! Pending shaders: a frame lacks what is drawn by a shader that is still being compiled.

use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::render::render_resource::PipelineCache;
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
    for id in pipelines.waiting_pipelines() {
        bevy::log::error!("DEBUG {id} {:?}", pipelines.pipelines().nth(id).map(|p| (format!("{:?}", p.state).chars().take(300).collect::<String>(), match &p.descriptor { bevy::render::render_resource::PipelineDescriptor::RenderPipelineDescriptor(d) => format!("{:?}", d.label), bevy::render::render_resource::PipelineDescriptor::ComputePipelineDescriptor(d) => format!("C {:?}", d.label) })));
    }
    if pipelines.waiting_pipelines().next().is_some() {
        lacked.0.store(true, Ordering::Relaxed);
    }
}
