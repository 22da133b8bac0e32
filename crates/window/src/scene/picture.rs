//! Picture of the boards: cameras draw what has changed into it, and frames copy it under the panels.

use super::board::{RISE, STONE_TOP};
use crate::shell::camera::{BoardPlace, SceneCamera, ScreenSize};
use crate::shell::shaders_pending::FrameReport;
use bevy::app::App;
use bevy::asset::{Assets, Handle};
use bevy::camera::{Camera, ClearColorConfig, RenderTarget, SubCameraView, Viewport};
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::math::{Mat4, Rect, URect, UVec2};
use bevy::render::RenderApp;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{Extent3d, Origin3d, TexelCopyTextureInfo, TextureFormat, TextureUsages};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::texture::GpuImage;
use bevy::render::view::{Msaa, ViewTarget};
use bevy_egui::render::egui_pass;

/// Image that the cameras of the boards draw into.
#[derive(Resource, Clone, ExtractResource)]
pub(super) struct BoardPicture {
    image: Handle<Image>,
    /// Pixels of each board.
    places: Vec<URect>,
}

impl BoardPicture {
    /// Returns the render target of the cameras of the boards.
    pub(super) fn target(&self) -> RenderTarget {
        RenderTarget::Image(self.image.clone().into())
    }
}

fn picture(size: UVec2) -> Image {
    let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    image
}

/// Part of a board that the next frame must draw.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Outdated {
    #[default]
    Nothing,
    /// This rectangle, in board coordinates.
    Points(Rect),
    All,
}

impl Outdated {
    /// Adds a rectangle, in board coordinates.
    pub(super) fn add(&mut self, points: Rect) {
        *self = match *self {
            Self::Nothing => Self::Points(points),
            Self::Points(before) => Self::Points(before.union(points)),
            Self::All => Self::All,
        };
    }
}

pub(super) fn plugin(app: &mut App) {
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(picture(UVec2::ONE));
    app.insert_resource(BoardPicture { image, places: Vec::new() })
        .add_plugins(ExtractResourcePlugin::<BoardPicture>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Core2d, lay_under_panels.after(Core2dSystems::MainPass).before(egui_pass));
    }
}

/// Copies the picture into a frame before the panels are drawn.
fn lay_under_panels(
    view: ViewQuery<&ViewTarget>,
    picture: Res<BoardPicture>,
    images: Res<RenderAssets<GpuImage>>,
    report: Option<Res<FrameReport>>,
    mut context: RenderContext,
) {
    let frame = view.into_inner().main_texture();
    let Some(GpuImage { texture, .. }) = images.get(&picture.image) else { return };
    if (texture.size(), texture.format()) != (frame.size(), frame.format()) {
        return;
    }
    for place in picture.places.iter().filter(|place| !place.is_empty()) {
        let (min, extent) = (place.min, place.size());
        let origin = Origin3d { x: min.x, y: min.y, z: 0 };
        let [from, to] =
            [texture, frame].map(|texture| TexelCopyTextureInfo { origin, ..texture.as_image_copy() });
        let extent = Extent3d { width: extent.x, height: extent.y, depth_or_array_layers: 1 };
        context.command_encoder().copy_texture_to_texture(from, to, extent);
        if let Some(report) = &report {
            report.set_board();
        }
    }
}

/// Camera matrix and pixels of a board in its last drawing.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LastAim(Option<(Mat4, URect)>);

/// Pixels of a board that the next frame draws, and all pixels of the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DuePixels(Option<(URect, URect)>);

/// Activates the cameras for what is outdated, and deactivates them if nothing is. Several boards at low
/// quality are all drawn by the first camera, as a camera costs more than the boards. At high quality each
/// camera draws its own board.
pub(super) fn aim_cameras(
    screen: Res<ScreenSize>,
    mut target: ResMut<BoardPicture>,
    mut images: ResMut<Assets<Image>>,
    mut cameras: Query<(
        &SceneCamera,
        &mut Camera,
        &Msaa,
        &BoardPlace,
        &mut Outdated,
        &mut LastAim,
        &mut DuePixels,
    )>,
) {
    let size = (screen.size * screen.scale).round().as_uvec2().max(UVec2::ONE);
    let screen_pixels = URect { min: UVec2::ZERO, max: size };
    let resized = images.get(&target.image).is_none_or(|image| image.size() != size);
    if resized {
        // The handle is of this image, so it has a slot.
        let _ = images.insert(&target.image, picture(size));
    }
    let bounds = BoardPlace::bounds(cameras.iter().map(|(_, _, _, place, ..)| place), screen.scale);
    let bounds = bounds.intersect(screen_pixels);
    let first_draws_all =
        cameras.iter().len() > 1 && cameras.iter().all(|(_, _, samples, ..)| *samples == Msaa::Off);
    let mut places = Vec::with_capacity(target.places.len());
    let mut any_due = false;
    for (_, _, _, BoardPlace { projector, .. }, mut outdated, mut last, mut due) in &mut cameras {
        let whole = projector.pixels(screen.scale).intersect(screen_pixels);
        places.push(whole);
        let now = LastAim(Some((projector.clip_from_board, whole)));
        let moved = std::mem::replace(&mut *last, now) != now;
        let part = match std::mem::take(&mut *outdated) {
            _ if resized || moved => Some(whole),
            Outdated::All => Some(whole),
            Outdated::Points(points) => {
                let part = projector.pixels_of(points, STONE_TOP + RISE, screen.scale);
                Some(part.map_or(whole, |part| part.intersect(whole)))
            }
            Outdated::Nothing => None,
        };
        due.0 = part.filter(|part| !part.is_empty()).map(|part| (part, whole));
        any_due |= due.0.is_some();
    }
    for (scene, mut camera, samples, _, _, _, due) in &mut cameras {
        let all = (any_due && scene.slot == 0).then_some((bounds, bounds));
        let due = if first_draws_all { all } else { due.0 };
        let part = due.map(|(part, _)| part);
        if camera.is_active != part.is_some() {
            camera.is_active = part.is_some();
        }
        let Some((part, whole)) = due else { continue };
        // Quads of low quality cover all pixels. Meshes may leave the horizon uncovered.
        camera.clear_color =
            if *samples == Msaa::Off { ClearColorConfig::None } else { ClearColorConfig::Default };
        camera.viewport =
            Some(Viewport { physical_position: part.min, physical_size: part.size(), ..Viewport::default() });
        camera.sub_camera_view = (part != whole).then(|| SubCameraView {
            full_size: whole.size(),
            offset: (part.min - whole.min).as_vec2(),
            size: part.size(),
        });
    }
    if target.places != places {
        target.places = places;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec2;

    #[test]
    fn outdated_rectangles_are_united() {
        let [one, other] =
            [Vec2::ZERO, Vec2::new(5.0, 2.0)].map(|at| Rect::from_center_half_size(at, Vec2::ONE));
        let mut outdated = Outdated::default();
        outdated.add(one);
        outdated.add(other);
        assert_eq!(outdated, Outdated::Points(Rect::new(-1.0, -1.0, 6.0, 3.0)));
        outdated = Outdated::All;
        outdated.add(one);
        assert_eq!(outdated, Outdated::All);
    }
}
