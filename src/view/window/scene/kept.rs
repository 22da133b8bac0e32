//! The board's last picture, kept: where every pixel is drawn by the processor, a frame draws only what changed
//! since the one before and takes the rest from here.
//!
//! The main world says how much of the next frame is new ([`Fresh`]); the render world restores the kept picture, lets
//! the board's camera draw over it or leaves that camera out, and keeps the result.

use crate::view::window::camera::SceneCamera;
use bevy::app::App;
use bevy::core_pipeline::core_3d::Opaque3d;
use bevy::core_pipeline::{Core2d, Core2dSystems, Core3d, Core3dSystems};
use bevy::ecs::prelude::*;
use bevy::render::camera::SortedCameras;
use bevy::render::extract_component::ExtractComponentPlugin;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_phase::ViewBinnedRenderPhases;
use bevy::render::render_resource::{
    PipelineCache, RenderPassDescriptor, Texture, TextureDescriptor, TextureUsages,
};
use bevy::render::renderer::{RenderContext, RenderDevice, ViewQuery};
use bevy::render::view::{ExtractedView, ViewTarget};
use bevy::render::{Render, RenderApp, RenderSystems};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the picture's textures are used for, so that it can be kept and restored.
pub(in crate::view::window) const USES: TextureUsages = TextureUsages::RENDER_ATTACHMENT
    .union(TextureUsages::TEXTURE_BINDING)
    .union(TextureUsages::COPY_SRC)
    .union(TextureUsages::COPY_DST);

/// How much of a frame's picture of the board is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it, and nothing is kept: a graphics card draws it faster than it is copied.
    #[default]
    Unkept,
    /// All of it.
    Whole,
    /// What the quad covers.
    Part,
    /// Nothing.
    Nothing,
}

/// How much of the next frame is new, and whether the last ones came out.
#[derive(Resource, Clone, Default, ExtractResource)]
pub(super) struct Fresh {
    pub(super) share: Share,
    /// Set by the render world when what was to be drawn or restored was not there yet.
    lacking: Arc<AtomicBool>,
}

impl Fresh {
    /// Whether a frame since the last question lacks something.
    pub(super) fn take_lacking(&self) -> bool {
        self.lacking.swap(false, Ordering::Relaxed)
    }

    fn lacks(&self) {
        self.lacking.store(true, Ordering::Relaxed);
    }
}

/// The picture after the last frame that drew the board.
#[derive(Resource, Default)]
struct Kept(Option<Texture>);

impl Kept {
    fn of_size(&self, like: &Texture) -> Option<&Texture> {
        self.0.as_ref().filter(|kept| kept.size() == like.size() && kept.format() == like.format())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fresh>().add_plugins((
        ExtractResourcePlugin::<Fresh>::default(),
        ExtractComponentPlugin::<SceneCamera>::default(),
    ));
    let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
    render
        .init_resource::<Kept>()
        .add_systems(Render, leave_out.in_set(RenderSystems::PrepareResources))
        .add_systems(
            Core3d,
            (
                restore_below.after(Core3dSystems::Prepass).before(Core3dSystems::MainPass),
                keep.after(Core3dSystems::MainPass).before(Core3dSystems::EarlyPostProcess),
            ),
        )
        .add_systems(Core2d, restore.in_set(Core2dSystems::Prepass));
}

/// Leaves the board's camera out of a frame in which nothing is new.
fn leave_out(
    fresh: Res<Fresh>,
    mut cameras: ResMut<SortedCameras>,
    boards: Query<Entity, With<SceneCamera>>,
) {
    if fresh.share == Share::Nothing {
        cameras.0.retain(|camera| !boards.contains(camera.entity));
    }
}

/// Puts the kept picture under what the board's camera draws next.
fn restore_below(
    view: ViewQuery<&ViewTarget, With<SceneCamera>>,
    fresh: Res<Fresh>,
    kept: Res<Kept>,
    mut ctx: RenderContext,
) {
    if fresh.share == Share::Part {
        put_back(view.into_inner(), &fresh, &kept, &mut ctx);
    }
}

/// Puts the kept picture under the panels of a frame that the board's camera was left out of.
fn restore(
    view: ViewQuery<&ViewTarget, Without<SceneCamera>>,
    fresh: Res<Fresh>,
    kept: Res<Kept>,
    mut ctx: RenderContext,
) {
    if fresh.share == Share::Nothing {
        put_back(view.into_inner(), &fresh, &kept, &mut ctx);
    }
}

fn put_back(target: &ViewTarget, fresh: &Fresh, kept: &Kept, ctx: &mut RenderContext) {
    let Some(texture) = kept.of_size(target.main_texture()) else {
        fresh.lacks();
        return;
    };
    // The first pass of a frame clears the target: let that be an empty one.
    drop(ctx.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("before the kept picture"),
        color_attachments: &[Some(target.get_color_attachment())],
        ..RenderPassDescriptor::default()
    }));
    copy(ctx, texture, target.main_texture());
}

/// Keeps what the board's camera has drawn.
fn keep(
    view: ViewQuery<(&ViewTarget, &ExtractedView), With<SceneCamera>>,
    fresh: Res<Fresh>,
    mut kept: ResMut<Kept>,
    phases: Res<ViewBinnedRenderPhases<Opaque3d>>,
    pipelines: Res<PipelineCache>,
    device: Res<RenderDevice>,
    mut ctx: RenderContext,
) {
    if matches!(fresh.share, Share::Unkept | Share::Nothing) {
        return;
    }
    let (target, view) = view.into_inner();
    let drawn = phases.get(&view.retained_view_entity).is_some_and(|phase| {
        let sets = phase.multidrawable_meshes.keys();
        let mut used = sets
            .chain(phase.batchable_meshes.keys().map(|(set, _)| set))
            .chain(phase.unbatchable_meshes.keys().map(|(set, _)| set))
            .peekable();
        used.peek().is_some() && used.all(|set| pipelines.get_render_pipeline(set.pipeline).is_some())
    });
    if !drawn {
        fresh.lacks();
    }
    let picture = target.main_texture();
    if kept.of_size(picture).is_none() {
        kept.0 = Some(device.create_texture(&TextureDescriptor {
            label: Some("kept picture of the board"),
            size: picture.size(),
            mip_level_count: 1,
            sample_count: 1,
            dimension: picture.dimension(),
            format: picture.format(),
            usage: TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
            view_formats: &[],
        }));
    }
    if let Some(texture) = &kept.0 {
        copy(&mut ctx, picture, texture);
    }
}

fn copy(ctx: &mut RenderContext, from: &Texture, to: &Texture) {
    ctx.command_encoder().copy_texture_to_texture(from.as_image_copy(), to.as_image_copy(), from.size());
}
