//! Paint: writes images, meshes and materials of the boards where something changed.

use super::board::{BoardUniform, RISE, STONE_TOP};
use super::cells::CellBits;
use super::density::{self, DensityPicture, Detail, FAR, NEAR, Renewal};
use super::heat::HeatColors;
use super::high::{HighMaterial, layer};
use super::lines::LineSight;
use super::low::{LowMaterial, Sight};
use super::motion::Motion;
use super::painting::{DrawnState, PaintStore, Painting, SharedPaint, image, write};
use super::picture::Outdated;
use super::seen_cells::SeenCells;
use super::view::{BoardView, SceneGoban, SceneGobanItem};
use super::{heat, lines};
use crate::shell::camera::{BoardPlace, CameraMode, CameraPose, SceneCamera, ScreenSize};
use crate::shell::group_colors::GroupColors;
use crate::shell::layers::{Layer, Layers};
use crate::shell::palette::{AbsoluteHeat, HeatScale, Theme, WantedColormap};
use crate::shell::quality::Quality;
use crate::shell::shaders_pending::ShadersPending;
use crate::shell::slab::margin;
use crate::shell::state::{BoardSelection, Hovered, Projector, Redraw, Watched};
use bevy::asset::Assets;
use bevy::camera::visibility::{RenderLayers, Visibility};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::math::{Rect, Vec2};
use bevy::pbr::StandardMaterial;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::Msaa;
use bevy::time::{Real, Time};
use core::time::Duration;
use stonefield_go::{Color, Move, Point, Size};
use stonefield_sim::{GobanSetup, Links};

/// Interval at which the density picture of a large board is drawn thoroughly while the board changes.
const RENEWAL: Duration = Duration::from_millis(300);
/// Largest board, in points, at high quality. Larger boards are drawn at low quality.
const MAX_HIGH_AREA: usize = 64 * 64;

/// Sets the heat scale to that of the watched board.
pub(super) fn scale_heat(
    watched: Res<Watched>,
    setups: Query<&GobanSetup>,
    (theme, layers): (Res<Theme>, Res<Layers>),
    (colormap, absolute): (Res<WantedColormap>, Res<AbsoluteHeat>),
    mut scale: ResMut<HeatScale>,
) {
    if let Ok(GobanSetup(setup)) = setups.get(watched.0) {
        let now = HeatScale::of(setup.heat.keep, setup.heat.decay);
        scale.set_if_neq(now.drawn(*theme, (*colormap, *absolute), &layers));
    }
}

/// Settings and state that decide how boards are drawn.
#[derive(SystemParam)]
pub(super) struct DrawSettings<'w> {
    watched: Res<'w, Watched>,
    layers: Res<'w, Layers>,
    selection: BoardSelection<'w>,
    hovered: Res<'w, Hovered>,
    theme: Res<'w, Theme>,
    colormap: Res<'w, WantedColormap>,
    absolute: Res<'w, AbsoluteHeat>,
    mode: Res<'w, CameraMode>,
    canvas: Res<'w, ScreenSize>,
    quality: Res<'w, Quality>,
}

impl DrawSettings<'_> {
    /// Returns the distance of neighbouring points, in physical pixels.
    fn cell_pixels(&self, projector: &Projector) -> f32 {
        projector.cell() * self.canvas.scale.max(0.1)
    }

    /// True if a board has cells large enough, and few enough points, for high quality.
    fn suits_high(&self, size: Size, projector: &Projector) -> bool {
        // Print has neither light nor shadows.
        self.cell_pixels(projector) >= NEAR && size.area() <= MAX_HIGH_AREA && !self.theme.is_paper()
    }

    /// Returns the state that decides what is drawn of a board now.
    fn state(
        &self,
        goban: Entity,
        board: &SceneGobanItem<'_, '_>,
        projector: &Projector,
        high: bool,
    ) -> DrawnState {
        let pixels = self.cell_pixels(projector);
        let size = board.occupancy.size();
        let detail = Detail::of(size, pixels);
        let near = pixels >= FAR;
        let watched = self.watched.0 == goban;
        let heat = board.setup.0.heat;
        DrawnState {
            goban: Some(goban),
            size,
            layers: Some(*self.layers),
            selected: self.selection.on(goban),
            ghost: if watched { ghost(board, *self.hovered) } else { None },
            scale: HeatScale::of(heat.keep, heat.decay).drawn(
                *self.theme,
                (*self.colormap, *self.absolute),
                &self.layers,
            ),
            seen: if near { SeenCells::of(size, projector) } else { SeenCells::whole(size) },
            level: if detail.share > 0.0 { detail.level } else { 0 },
            coarse: if detail.share > 0.0 { detail.coarse_step() } else { 0 },
            heat,
            near,
            far: detail.share > 0.0 && !high,
            high,
        }
    }

    fn view<'a>(
        &self,
        board: &'a SceneGobanItem<'_, '_>,
        motion: &'a Motion,
        drawn: &DrawnState,
    ) -> BoardView<'a> {
        BoardView {
            occupancy: &board.occupancy,
            groups: &board.groups,
            colors: GroupColors::or_unknown(board.colors.as_deref()),
            links: &board.links,
            position: &board.referee.position,
            to_move: board.seats.to_move(),
            layers: *self.layers,
            moving: &motion.moving,
            settled: &motion.settled,
            bands: drawn.high,
            last_move: board.referee.position.last_move().and_then(Move::point),
            selected: drawn.selected,
            ghost: drawn.ghost,
        }
    }
}

/// Writes the images and meshes of the boards that changed, and marks the parts to draw again.
pub(super) fn paint(
    mut commands: Commands,
    shown: Query<SceneGoban>,
    settings: DrawSettings,
    shaders: Res<ShadersPending>,
    shared: Res<SharedPaint>,
    mut store: PaintStore,
    (time, mut redraw): (Res<Time<Real>>, ResMut<Redraw>),
    mut cameras: Query<(&SceneCamera, &BoardPlace, &Motion, &mut Painting, &mut Outdated)>,
) {
    // All boards have one quality: low with one camera for all, or high with a camera for each.
    let suits = |(camera, place, ..): (&SceneCamera, &BoardPlace, &Motion, &Painting, &Outdated)| {
        let board = shown.get(camera.goban).ok();
        board.is_none_or(|board| settings.suits_high(board.occupancy.size(), &place.projector))
    };
    let few_cameras = cameras.iter().len() <= Quality::MAX_HIGH_BOARDS;
    let high = *settings.quality == Quality::High && few_cameras && cameras.iter().all(suits);
    for (camera, place, motion, mut painting, mut outdated) in &mut cameras {
        let Ok(board) = shown.get(camera.goban) else { continue };
        let size = board.occupancy.size();
        let now = settings.state(camera.goban, &board, &place.projector, high);
        let view = settings.view(&board, motion, &now);
        let stones_changed = board.occupancy.is_changed()
            || board.groups.is_changed()
            || board.links.is_changed()
            || board.colors.as_ref().is_some_and(DetectChanges::is_changed)
            || board.referee.is_changed()
            || motion.moved;
        let heat_changed = board.heat.is_changed();
        let state_changed = painting.drawn != now;
        let heat = settings.layers.get(Layer::Temperature).then(|| board.heat.0.values());
        let painting = &mut *painting;
        // The selection and the stone under the pointer change one cell, anything else may change all.
        let last_state = DrawnState { selected: now.selected, ghost: now.ghost, ..painting.drawn };
        let all_changed = last_state != now;
        if all_changed || now.high && (stones_changed || heat_changed || state_changed) {
            *outdated = Outdated::All;
        }
        let board_points =
            Rect::from_corners(Vec2::ZERO, Vec2::new(size.width().into(), size.height().into()));
        let elapsed = time.elapsed_secs();
        let renewal_due = DensityPicture::is_quick(size)
            || elapsed - painting.renewed_at >= RENEWAL.as_secs_f32()
            || !stones_changed && painting.density.is_stale();
        let heat_due = heat_changed && heat.is_some();
        if painting.colors.scale != now.scale {
            painting.colors = HeatColors::new(now.scale);
        }
        let zoomed = DrawnState { coarse: now.coarse, ..last_state };
        let density_due = now.far
            && (stones_changed || heat_due || state_changed || painting.density.is_stale() && renewal_due);
        let renewal = match () {
            () if zoomed != now => Renewal::All,
            () if renewal_due || !stones_changed => Renewal::Thorough,
            () => Renewal::Changes,
        };
        // The ranks of a large board from afar are as old as its last thorough drawing.
        let ranks_due =
            now.near && (heat_changed || state_changed) || density_due && renewal != Renewal::Changes;
        if let Some(heat) = heat.filter(|_| ranks_due) {
            painting.shares.update(heat, now.scale);
        }
        if density_due {
            let coarse = f32::from(now.coarse) / 32.0;
            let colors = (&painting.shares, &painting.colors);
            let texels = painting.density.draw(
                &view,
                heat.map(|heat| (heat, now.heat.keep)),
                colors,
                (now.level, coarse),
                renewal,
            );
            if renewal != Renewal::Changes {
                painting.renewed_at = elapsed;
            }
            let extent = density::extent(size, now.level);
            write(&mut store.images, &painting.distant, image(extent, TextureFormat::Rgba8Unorm, texels));
            outdated.add(board_points.inflate(1.0));
        }
        if now.far && painting.density.is_stale() {
            redraw.within(RENEWAL);
        }
        if now.near && (stones_changed || state_changed) {
            let cells = CellBits::of(&view, now.seen);
            let before = painting.last_cells.as_ref().filter(|_| !all_changed);
            if let Some(part) = before.map_or(Some(board_points), |before| cells.difference(before)) {
                // The shadow of a stone in the air falls on neighbouring cells.
                outdated.add(if motion.moved { part.inflate(1.0) } else { part });
                let bits = image(cells.extent(), TextureFormat::R32Uint, cells.to_bytes());
                write(&mut store.images, &painting.cells, bits);
                painting.last_cells = Some(cells);
            }
        }
        if let Some(heat) = heat.filter(|_| now.near && (heat_changed || state_changed)) {
            let texels = heat::map(size, now.seen, heat, (&painting.shares, &painting.colors));
            let before = Some(&painting.last_heat).filter(|_| !all_changed);
            // Heat reaches to the edge of the slab.
            let edge = margin(size);
            if let Some(part) = before
                .map_or(Some(board_points), |before| heat::changed_cells(size, now.seen, before, &texels))
            {
                outdated.add(part.inflate(edge));
                painting.last_heat.clone_from(&texels);
                let heat_image = image(heat::extent(size, now.seen), TextureFormat::Rgba8Unorm, texels);
                write(&mut store.images, &painting.heat, heat_image);
            }
        }
        if stones_changed || state_changed {
            let has_far_links = matches!(*board.links, Links::Closure(_));
            // At low quality the cells show the links between neighbours.
            let near = settings.layers.get(Layer::Links) && now.high && now.near;
            let distant = settings.layers.get(Layer::FarLinks) && has_far_links && now.near;
            let mesh = (near || distant).then(|| lines::mesh(&view, near, distant)).flatten();
            commands.entity(painting.bands_entity).insert(visible(mesh.is_some()));
            if std::mem::replace(&mut painting.has_bands, mesh.is_some()) || mesh.is_some() {
                *outdated = Outdated::All;
            }
            if let Some(mesh) = mesh {
                write(&mut store.meshes, &painting.bands, mesh);
            }
            commands.entity(painting.quad).insert(visible(!now.high));
            if now.high {
                let mut high = painting
                    .high
                    .take()
                    .unwrap_or_else(|| shared.high(&mut commands, &mut store, camera.slot, painting));
                high.place_stones(&mut commands, &view);
                painting.high = Some(high);
            } else if let Some(high) = painting.high.take() {
                high.despawn(&mut commands);
            }
        }
        painting.drawn = now;
        let flat = *settings.mode == CameraMode::Flat;
        // The height of a stone is invisible from above.
        let rise = if flat || motion.moving.is_empty() { 0.0 } else { RISE };
        let uniform = BoardUniform::new(size, now.seen, *settings.theme, &settings.layers, STONE_TOP + rise);
        if painting.uniform.replace(uniform) != Some(uniform) || shaders.get() {
            *outdated = Outdated::All;
        }
    }
}

/// Updates the materials of low quality and of links.
pub(super) fn update_materials(
    cameras: Query<(&BoardPlace, &Painting)>,
    (mode, theme): (Res<CameraMode>, Res<Theme>),
    canvas: Res<ScreenSize>,
    mut store: PaintStore,
) {
    let bounds = BoardPlace::bounds(cameras.iter().map(|(place, _)| place), canvas.scale);
    for (place, painting) in &cameras {
        let projector = &place.projector;
        let pixels = projector.pixels(canvas.scale);
        let within = place.within(if painting.drawn.high { pixels } else { bounds }, canvas.scale);
        let pixels = (pixels.min.as_vec2(), pixels.size().as_vec2()).into();
        let clip_from_world = place.clip_from_world(within).unwrap_or_default();
        let sight = LineSight { clip_from_world, pixels };
        if painting.has_bands
            && store.lines.get(&painting.lines).is_some_and(|old| old.sight != sight)
            && let Some(mut material) = store.lines.get_mut(&painting.lines)
        {
            material.sight = sight;
        }
        let Some(uniform) = painting.uniform.filter(|_| !painting.drawn.high) else { continue };
        let DrawnState { size, near, far, .. } = painting.drawn;
        let cells = painting.last_cells.as_ref().filter(|_| near);
        let (marks, motion) =
            (cells.is_some_and(CellBits::has_marks), cells.is_some_and(CellBits::has_moving_stones));
        let detail = Detail::of(size, projector.cell() * canvas.scale.max(0.1));
        let density = detail.to_vec4(size);
        let sight = Sight { board_from_clip: projector.board_from_clip, pixels, quad: within, density };
        let distance = (!near, near && far);
        let variant = (*mode == CameraMode::Flat, distance, marks, motion, theme.is_paper());
        let fits = |old: &LowMaterial| {
            (old.board, old.sight) == (uniform, sight)
                && (old.flat, (old.far, old.between), old.marks, old.motion, old.paper) == variant
        };
        if store.materials.get(&painting.low).is_some_and(|old| !fits(old))
            && let Some(mut material) = store.materials.get_mut(&painting.low)
        {
            (material.board, material.sight) = (uniform, sight);
            (material.far, material.between) = distance;
            (material.flat, _, material.marks, material.motion, material.paper) = variant;
        }
    }
}

/// Returns the stone that a click of a person would place; `None` if illegal or no person is to move.
fn ghost(board: &SceneGobanItem<'_, '_>, hovered: Hovered) -> Option<(Point, Color)> {
    let (color, point) = (board.seats.waiting_for_person()?, hovered.0?);
    board.referee.position.check_for(color, point.into()).is_ok().then_some((point, color))
}

const fn visible(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

/// Fits the lit meshes to board and camera.
pub(super) fn fit_parts(
    mut commands: Commands,
    mode: Res<CameraMode>,
    mut cameras: Query<(&CameraPose, &mut Painting)>,
    mut lit: ResMut<Assets<HighMaterial>>,
    mut plain: ResMut<Assets<StandardMaterial>>,
) {
    for (pose, mut painting) in &mut cameras {
        let (Some(uniform), size) = (painting.uniform, painting.drawn.size) else { continue };
        let now = Some((uniform, *pose, *mode));
        if painting.high.as_ref().is_none_or(|high| high.fitted == now) {
            continue;
        }
        if let Some(high) = &mut painting.high {
            high.fit(&mut commands, &mut lit, &mut plain, size, uniform, pose.depth(*mode, size));
            high.fitted = now;
        }
    }
}

/// Lets each camera draw only its own board at high quality, with multisampling for the edges of meshes. The
/// shader of low quality smooths its edges itself.
pub(super) fn separate_boards(
    mut commands: Commands,
    mut cameras: Query<(Entity, &SceneCamera, &Painting, &mut Msaa)>,
) {
    for (entity, camera, painting, mut samples) in &mut cameras {
        let high = painting.drawn.high;
        if samples.set_if_neq(if high { Msaa::Sample4 } else { Msaa::Off }) {
            let layers = if high { layer(camera.slot) } else { RenderLayers::default() };
            commands.entity(entity).insert(layers.clone());
            commands.entity(painting.bands_entity).insert(layers);
        }
    }
}
