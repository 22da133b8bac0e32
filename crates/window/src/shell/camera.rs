//! Cameras of the boards: flat from above, or in an orbit around the board.

use super::keys::{Action, InputSystems};
use super::slab::{margin, thickness};
use super::state::{BoardArea, Projector, Watched};
use bevy::app::{App, Update};
use bevy::camera::{Camera3d, OrthographicProjection, PerspectiveProjection, Projection, ScalingMode};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseButton, MouseScrollUnit};
use bevy::math::{Mat4, URect, UVec2, Vec2, Vec3, Vec4, Vec4Swizzles};
use bevy::render::view::Msaa;
use bevy::transform::components::Transform;
use bevy::window::{PrimaryWindow, Window};
use bevy_egui::input::EguiWantsInput;
use std::f32::consts::{FRAC_PI_2, PI};
use std::ops::Range;
use stonefield_go::Size;
use stonefield_sim::Occupancy;

/// Kind of camera in use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// View from above without perspective (2-D).
    #[default]
    Flat,
    /// View in perspective that turns around the board (3-D).
    Orbit,
}

/// Requests that each camera shows its whole board again.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct FitBoard;

/// Camera of a board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Camera3d, Tonemapping = Tonemapping::None, Msaa = Msaa::Off, CameraPose, BoardPlace, LastPlace)]
pub struct SceneCamera {
    /// Goban of the board.
    pub goban: Entity,
    /// Index of the board among those beside each other, from 0.
    pub slot: usize,
}

/// Place of a board in the window.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BoardPlace {
    /// Area of the window for the board.
    pub area: BoardArea,
    /// Projection from the board to the screen and back.
    pub projector: Projector,
}

impl BoardPlace {
    /// Returns the smallest rectangle around the views of boards, in physical pixels. `scale` is the number
    /// of physical pixels in a logical one.
    pub(crate) fn bounds<'a>(places: impl Iterator<Item = &'a Self>, scale: f32) -> URect {
        places
            .map(|place| place.projector.pixels(scale))
            .reduce(|one, other| one.union(other))
            .unwrap_or_default()
    }

    /// Returns the rectangle of the board's view in the clip space of `bounds`, which are in physical pixels:
    /// x and y of the lower left corner, then of the upper right one.
    pub(crate) fn within(&self, bounds: URect, scale: f32) -> Vec4 {
        let pixels = self.projector.pixels(scale);
        let clip =
            |at: UVec2| (at - bounds.min).as_vec2() / bounds.size().max(UVec2::ONE).as_vec2() * 2.0 - 1.0;
        let (min, max) = (clip(pixels.min), clip(pixels.max));
        Vec4::new(min.x, -max.y, max.x, -min.y)
    }

    /// Returns the transform from the world to the clip space in which the board's view is the rectangle
    /// `within`. `None` before the first projection.
    pub(crate) fn clip_from_world(&self, within: Vec4) -> Option<Mat4> {
        let (min, max) = (within.xy(), within.zw());
        let (half, middle) = ((max - min) * 0.5, (max + min) * 0.5);
        let fit = Mat4::from_translation(middle.extend(0.0)) * Mat4::from_scale(half.extend(1.0));
        let Projector { size: Some(size), clip_from_board, .. } = self.projector else { return None };
        Some(fit * clip_from_board * world_from_board(size).inverse())
    }

    /// Returns the visible columns and rows of the board.
    #[must_use]
    pub fn visible_range(&self, size: Size) -> (Range<u16>, Range<u16>) {
        self.projector.visible_range(size, self.area.min, self.area.max)
    }
}

/// Extent of the view, pose, mode and board size for which a camera was last placed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LastPlace(Option<(Vec2, CameraPose, CameraMode, Size)>);

/// Size of the picture into which the scene is drawn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenSize {
    /// Width and height in logical pixels.
    pub size: Vec2,
    /// Number of physical pixels in a logical one.
    pub scale: f32,
}

/// Vertical field of view in perspective, in radians.
const FIELD_OF_VIEW: f32 = 0.50;
/// Height of the flat camera above the board, in cells.
const HEIGHT: f32 = 100.0;
/// Smallest and largest pitch of the orbit, in radians above the board.
const MIN_PITCH: f32 = 0.30;
const MAX_PITCH: f32 = FRAC_PI_2 - 0.01;
/// Zoom factor of one step of the wheel.
const ZOOM_STEP: f32 = 1.15;
/// Turn of the camera for each pixel of a drag, in radians.
const TURN_PER_PIXEL: f32 = 0.006;

/// Pose of a camera.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct CameraPose {
    /// Place at the centre of the view, in board coordinates.
    pub target: Vec2,
    /// Height of the view (flat), or distance from the camera to the target (orbit), in cells.
    pub reach: f32,
    /// Turn around the board, in radians. 0: towards higher row numbers.
    pub yaw: f32,
    /// Angle above the board, in radians.
    pub pitch: f32,
    /// True if the whole board is shown, and stays so when the window changes.
    pub fitted: bool,
}

impl Default for CameraPose {
    fn default() -> Self {
        Self { target: Vec2::ZERO, reach: 20.0, yaw: 0.0, pitch: 0.95, fitted: true }
    }
}

impl CameraPose {
    /// Returns the smallest and largest distance of the board and its slab from the camera, in cells.
    pub(crate) fn depth(&self, mode: CameraMode, size: Size) -> (f32, f32) {
        let slab_depth = thickness(size);
        let across = f32::from(size.width()).hypot(f32::from(size.height())) * 0.5 + 2.0 * margin(size);
        match mode {
            CameraMode::Flat => (HEIGHT - 3.0, HEIGHT + slab_depth + 1.0),
            CameraMode::Orbit => {
                ((self.reach - across - 2.0).max(self.reach * 0.05), self.reach + across + slab_depth)
            }
        }
    }

    /// Returns the transform from board coordinates to clip space.
    fn clip_from_board(&self, mode: CameraMode, size: Size, aspect: f32) -> Mat4 {
        let view = self.transform(mode, size).to_matrix().inverse();
        let mut projection = self.projection(mode, aspect);
        projection.update(aspect, 1.0);
        projection.get_clip_from_view() * view * world_from_board(size)
    }

    /// Returns the transform of the camera in the world.
    fn transform(&self, mode: CameraMode, size: Size) -> Transform {
        let target = world_from_board(size).transform_point3(self.target.extend(0.0));
        match mode {
            CameraMode::Flat => {
                Transform::from_translation(target + Vec3::Y * HEIGHT).looking_at(target, Vec3::NEG_Z)
            }
            CameraMode::Orbit => {
                let level = Vec3::new(self.yaw.sin(), 0.0, self.yaw.cos()) * self.pitch.cos();
                let eye = target + (level + Vec3::Y * self.pitch.sin()) * self.reach;
                Transform::from_translation(eye).looking_at(target, Vec3::Y)
            }
        }
    }

    fn projection(&self, mode: CameraMode, aspect: f32) -> Projection {
        match mode {
            CameraMode::Flat => Projection::Orthographic(OrthographicProjection {
                near: 1.0,
                far: 4.0 * HEIGHT,
                scaling_mode: ScalingMode::Fixed { width: self.reach * aspect, height: self.reach },
                ..OrthographicProjection::default_3d()
            }),
            CameraMode::Orbit => Projection::Perspective(PerspectiveProjection {
                fov: FIELD_OF_VIEW,
                aspect_ratio: aspect,
                near: self.reach * 0.02,
                near_clip_plane: Vec4::new(0.0, 0.0, -1.0, -self.reach * 0.02),
                far: self.reach * 8.0,
            }),
        }
    }

    /// Zooms by a number of steps of the wheel, at most 8. The place under the pointer stays there.
    fn zoom(&mut self, steps: f32, pointer: Vec2, projector: &Projector) {
        let factor = ZOOM_STEP.powf(-steps.clamp(-8.0, 8.0));
        let longest = projector.size().map(|size| size.width().max(size.height()));
        let widest = longest.map_or(100.0, |longest| f32::from(longest) * 6.0 + 20.0);
        let reach = (self.reach * factor).clamp(3.0, widest);
        if let Some(under) = projector.to_board(pointer) {
            self.target = under + (self.target - under) * (reach / self.reach);
        }
        self.reach = reach;
        self.fitted = false;
    }

    /// Shows the whole board.
    fn fit(&mut self, mode: CameraMode, size: Size, aspect: f32) {
        let (width, height) = (f32::from(size.width()), f32::from(size.height()));
        let edge = margin(size);
        self.target = Vec2::new(width - 1.0, height - 1.0) * 0.5;
        self.fitted = true;
        let extent = Vec2::new(width, height) - 1.0 + 2.0 * edge;
        match mode {
            CameraMode::Flat => self.reach = extent.y.max(extent.x / aspect) * 1.045,
            CameraMode::Orbit => self.fit_orbit(size, extent, aspect),
        }
    }

    /// Moves the camera as near as all corners of the slab allow, and centres them.
    fn fit_orbit(&mut self, size: Size, extent: Vec2, aspect: f32) {
        let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
        let bottom = -thickness(size);
        let corners: Vec<Vec3> = [-0.5, 0.5]
            .into_iter()
            .flat_map(|x| [-0.5, 0.5].map(|y| middle + Vec2::new(x, y) * extent))
            .flat_map(|corner| [corner.extend(0.0), corner.extend(bottom)])
            .collect();
        self.reach = extent.length() * 2.2;
        for _ in 0..8 {
            let clip = self.clip_from_board(CameraMode::Orbit, size, aspect);
            let projected = corners.iter().map(|&corner| clip.project_point3(corner).truncate());
            let (low, high) =
                projected.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let off = (low + high) * 0.5;
            let span = ((high - low) * 0.5).max_element();
            self.reach *= span * 1.05;
            // With a low pitch, a step upwards in the view is a longer way on the board.
            let half = self.reach * (FIELD_OF_VIEW * 0.5).tan();
            let step = Vec2::new(off.x * half * aspect, off.y * half / self.pitch.sin());
            self.target += Vec2::from_angle(self.yaw).rotate(step);
        }
    }
}

/// Adds the keys of the camera.
pub(crate) fn keys_plugin(app: &mut App) {
    app.add_systems(Update, look_by_key.in_set(InputSystems::Act));
}

fn look_by_key(
    mut actions: MessageReader<Action>,
    mut mode: ResMut<CameraMode>,
    mut fits: MessageWriter<FitBoard>,
) {
    for action in actions.read() {
        match action {
            Action::Flat => drop(mode.set_if_neq(CameraMode::Flat)),
            Action::Orbit => drop(mode.set_if_neq(CameraMode::Orbit)),
            Action::Fit => drop(fits.write(FitBoard)),
            _ => {}
        }
    }
}

/// Returns the transform from board coordinates (x, y, height) to the world. Its origin is the board's
/// centre.
fn world_from_board(size: Size) -> Mat4 {
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    Mat4::from_cols(Vec4::X, Vec4::NEG_Z, Vec4::Y, Vec4::new(-middle.x, 0.0, middle.y, 1.0))
}

/// Updates the screen size from the window. At first the whole window is the area of the boards.
pub(crate) fn measure(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut canvas: ResMut<ScreenSize>,
    mut area: ResMut<BoardArea>,
) {
    let Ok(window) = windows.single() else { return };
    let now = ScreenSize { size: window.size(), scale: window.scale_factor() };
    if canvas.set_if_neq(now) && area.max == Vec2::ZERO {
        *area = BoardArea { min: Vec2::ZERO, max: now.size };
    }
}

/// Moves the camera of the board under the pointer by drags and the wheel. All boards turn together.
pub(crate) fn control(
    busy: Res<EguiWantsInput>,
    buttons: Res<ButtonInput<MouseButton>>,
    wheel: Res<AccumulatedMouseScroll>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mode: Res<CameraMode>,
    mut cameras: Query<(&BoardPlace, &mut CameraPose)>,
    mut last: Local<Option<Vec2>>,
) {
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    // A pen or a remote screen sends positions of the pointer, but no motion of a mouse.
    let before = std::mem::replace(&mut *last, pointer);
    let (Some(pointer), false) = (pointer, busy.wants_any_pointer_input()) else { return };
    let motion = before.map_or(Vec2::ZERO, |before| pointer - before);
    let steps = match wheel.unit {
        MouseScrollUnit::Line => wheel.delta.y,
        MouseScrollUnit::Pixel => wheel.delta.y / 40.0,
    };
    let mut turned = None;
    for (place, mut pose) in cameras.iter_mut().filter(|(place, _)| place.area.contains(pointer)) {
        let projector = &place.projector;
        if steps != 0.0 {
            pose.zoom(steps, pointer, projector);
        }
        if motion == Vec2::ZERO {
            continue;
        }
        if buttons.pressed(MouseButton::Middle) {
            let before = projector.to_board(pointer - motion);
            if let (Some(before), Some(after)) = (before, projector.to_board(pointer)) {
                pose.target += before - after;
                pose.fitted = false;
            }
        } else if buttons.pressed(MouseButton::Right) && *mode == CameraMode::Orbit {
            pose.yaw = (pose.yaw - motion.x * TURN_PER_PIXEL + PI).rem_euclid(2.0 * PI) - PI;
            pose.pitch = (pose.pitch + motion.y * TURN_PER_PIXEL).clamp(MIN_PITCH, MAX_PITCH);
            pose.fitted = false;
            turned = Some((pose.yaw, pose.pitch));
        }
        if let Some(size) = projector.size() {
            let corner = Vec2::new(f32::from(size.width()), f32::from(size.height())) - 1.0;
            let target = pose.target.clamp(Vec2::ZERO, corner);
            if target != pose.target {
                pose.target = target;
            }
        }
    }
    for (_, mut pose) in &mut cameras {
        if let Some((yaw, pitch)) = turned.filter(|&turned| turned != (pose.yaw, pose.pitch)) {
            (pose.yaw, pose.pitch) = (yaw, pitch);
        }
    }
}

/// Places each camera by its pose, and updates the projectors of the boards.
pub(crate) fn place(
    mut fits: MessageReader<FitBoard>,
    canvas: Res<ScreenSize>,
    mode: Res<CameraMode>,
    watched: Res<Watched>,
    boards: Query<&Occupancy>,
    mut watched_projector: ResMut<Projector>,
    mut cameras: Query<(
        &SceneCamera,
        &mut BoardPlace,
        &mut CameraPose,
        &mut Projection,
        &mut Transform,
        &mut LastPlace,
    )>,
) {
    let is_fit_requested = fits.read().count() > 0;
    let mut new_projector = Projector::default();
    for (camera, mut place, mut pose, mut projection, mut transform, mut last) in &mut cameras {
        let Ok(board) = boards.get(camera.goban) else { continue };
        let size = board.size();
        let min = place.area.min.max(Vec2::ZERO);
        let extent = (place.area.max.min(canvas.size) - min).max(Vec2::splat(16.0));
        let aspect = extent.x / extent.y;
        let is_new_view = mode.is_changed() || place.projector.size != Some(size);
        if is_fit_requested || is_new_view || pose.fitted {
            let mut fitted = *pose;
            fitted.fit(*mode, size, aspect);
            pose.set_if_neq(fitted);
        }
        let clip_from_board = pose.clip_from_board(*mode, size, aspect);
        let mut projector = Projector {
            size: Some(size),
            clip_from_board,
            board_from_clip: clip_from_board.inverse(),
            min,
            extent,
            cell: 1.0,
        };
        let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
        let half = Vec2::new(0.5, 0.0);
        let ends = projector.to_screen(middle + half).zip(projector.to_screen(middle - half));
        projector.cell = ends.map_or(1.0, |(one, other)| one.distance(other));
        place.projector = projector;
        if camera.goban == watched.0 {
            new_projector = projector;
        }
        let now = LastPlace(Some((extent, *pose, *mode, size)));
        if *last != now {
            *projection = pose.projection(*mode, aspect);
            *transform = pose.transform(*mode, size);
            *last = now;
        }
    }
    *watched_projector = new_projector;
}
