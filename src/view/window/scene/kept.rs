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
    /// Set by the render world when a frame did not come out.
    lacking: Arc<AtomicBool>,
}

impl Fresh {
    /// Whether a frame since the last question lacks something.
    pub(super) fn take_lacking(&self) -> bool {
        self.lacking.swap(false, Ordering::Relaxed)
    }

    /// Notes that a frame did not come out.
    fn lacks(&self) {
        self.lacking.store(true, Ordering::Relaxed);
    }
}

/// The picture after the last frame that drew the board.
#[derive(Resource, Default)]
struct Kept {
    picture: Option<Texture>,
    /// What the frame under way does.
    share: Share,
    /// Whether the frame under way has drawn or restored what it was to.
    whole: AtomicBool,
}

impl Kept {
    fn of_size(&self, like: &Texture) -> Option<&Texture> {
        self.picture.as_ref().filter(|kept| kept.size() == like.size() && kept.format() == like.format())
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
        .add_systems(Render, decide.in_set(RenderSystems::PrepareResources))
        .add_systems(
            Core3d,
            (
                restore_below.after(Core3dSystems::Prepass).before(Core3dSystems::MainPass),
                keep.after(Core3dSystems::MainPass).before(Core3dSystems::EarlyPostProcess),
            ),
        )
        .add_systems(Core2d, restore.in_set(Core2dSystems::Prepass));
}

/// Decides what the frame does: leaves the board's camera out where nothing is new, or where a shader is not compiled yet and
/// there is a picture to go on showing. Tells when the frame before did not come out, or this one will not.
fn decide(
    fresh: Res<Fresh>,
    mut kept: ResMut<Kept>,
    mut cameras: ResMut<SortedCameras>,
    boards: Query<(Entity, &ExtractedView), With<SceneCamera>>,
    phases: Res<ViewBinnedRenderPhases<Opaque3d>>,
    pipelines: Res<PipelineCache>,
) {
    // The shaders that prepare the drawing count too: without them the quad is there and nothing is drawn.
    let compiled = pipelines.waiting_pipelines().next().is_none();
    let ready = compiled
        && boards.iter().all(|(_, view)| {
            phases.get(&view.retained_view_entity).is_some_and(|phase| {
                let sets = phase.multidrawable_meshes.keys();
                let mut used = sets
                    .chain(phase.batchable_meshes.keys().map(|(set, _)| set))
                    .chain(phase.unbatchable_meshes.keys().map(|(set, _)| set))
                    .peekable();
                used.peek().is_some() && used.all(|set| pipelines.get_render_pipeline(set.pipeline).is_some())
            })
        });
    if !kept.whole.swap(false, Ordering::Relaxed) || !ready {
        fresh.lacks();
    }
    kept.share = match fresh.share {
        Share::Whole | Share::Part if !ready && kept.picture.is_some() => Share::Nothing,
        share => share,
    };
    if kept.share == Share::Nothing {
        cameras.0.retain(|camera| !boards.contains(camera.entity));
    }
}

/// Puts the kept picture under what the board's camera draws next.
fn restore_below(view: ViewQuery<&ViewTarget, With<SceneCamera>>, kept: Res<Kept>, mut ctx: RenderContext) {
    if kept.share == Share::Part {
        put_back(view.into_inner(), &kept, &mut ctx);
    }
}

/// Puts the kept picture under the panels of a frame that the board's camera was left out of.
fn restore(view: ViewQuery<&ViewTarget, Without<SceneCamera>>, kept: Res<Kept>, mut ctx: RenderContext) {
    if kept.share == Share::Nothing {
        let whole = put_back(view.into_inner(), &kept, &mut ctx);
        kept.whole.store(whole, Ordering::Relaxed);
    }
}

/// Copies the kept picture into the frame; `false` when there is none of its size.
fn put_back(target: &ViewTarget, kept: &Kept, ctx: &mut RenderContext) -> bool {
    let Some(texture) = kept.of_size(target.main_texture()) else { return false };
    // The first pass of a frame clears the target: let that be an empty one.
    drop(ctx.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("before the kept picture"),
        color_attachments: &[Some(target.get_color_attachment())],
        ..RenderPassDescriptor::default()
    }));
    copy(ctx, texture, target.main_texture());
    true
}

/// Keeps what the board's camera has drawn.
fn keep(
    view: ViewQuery<&ViewTarget, With<SceneCamera>>,
    mut kept: ResMut<Kept>,
    device: Res<RenderDevice>,
    mut ctx: RenderContext,
) {
    if kept.share == Share::Unkept {
        return;
    }
    let picture = view.into_inner().main_texture();
    let below = kept.share == Share::Whole || kept.of_size(picture).is_some();
    kept.whole.store(below, Ordering::Relaxed);
    if kept.of_size(picture).is_none() {
        kept.picture = Some(device.create_texture(&TextureDescriptor {
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
    if let Some(texture) = &kept.picture {
        copy(&mut ctx, picture, texture);
    }
}

fn copy(ctx: &mut RenderContext, from: &Texture, to: &Texture) {
    ctx.command_encoder().copy_texture_to_texture(from.as_image_copy(), to.as_image_copy(), from.size());
}
