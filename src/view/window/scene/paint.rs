//! The scene follows the board: images, meshes and materials are written where something changed.

use super::board::{BoardUniform, RISE, STONE_TOP, margin};
use super::cells::CellBits;
use super::heat::HeatColors;
use super::high::{self, HighMaterial, HighPart, Marked, PartsView, SceneAssets, TablePart};
use super::lines::{self, LineMaterial};
use super::low::{LowMaterial, Sight};
use super::motion::Motion;
use super::picture::Outdated;
use super::shaders_pending::ShadersPending;
use super::view::{BoardView, SceneGoban, SceneGobanItem};
use super::{distant, heat, wood};
use crate::go::{Color, Move, Point, Size};
use crate::sim::{GobanSetup, Links};
use crate::view::window::camera::{CameraMode, CameraPose, SceneCamera, ScreenSize};
use crate::view::window::layers::{Layer, Layers};
use crate::view::window::palette::{GROUP_COLORS, HeatScale, Theme, indexed_group_color};
use crate::view::window::quality::Quality;
use crate::view::window::state::{Hovered, Projector, Selected, Watched};
use bevy::asset::{Assets, Handle, RenderAssetUsages};
use bevy::camera::visibility::{NoFrustumCulling, Visibility};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::image::{Image, ImageSampler, ImageSamplerDescriptor};
use bevy::math::{Rect, UVec2, UVec4, Vec2};
use bevy::mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy::pbr::{MeshMaterial3d, StandardMaterial};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::Msaa;

/// Pixels a cell below which the board is seen from afar.
const FAR: f32 = 4.5;
/// Boards with more points are drawn the cheap way at high quality too.
const MANY: usize = 64 * 64;

/// The images and materials of the scene.
#[derive(Resource)]
pub(super) struct Painting {
    cells: Handle<Image>,
    heat: Handle<Image>,
    distant: Handle<Image>,
    low: Handle<LowMaterial>,
    quad: Entity,
    bands: Handle<Mesh>,
    bands_part: Entity,
    /// Whether there are any bands.
    banded: bool,
    colors: HeatColors,
    /// What is drawn, to know when it must be drawn anew.
    drawn: DrawnState,
    uniform: Option<BoardUniform>,
    /// The cells and the heat as they were last written, to know which of them change.
    last_cells: Option<CellBits>,
    last_heat: Vec<u8>,
}

/// What, beside the board itself, decides what is drawn.
#[derive(Clone, Copy, Default, PartialEq)]
struct DrawnState {
    goban: Option<Entity>,
    size: Size,
    layers: Option<Layers>,
    selected: Selected,
    ghost: Option<(Point, Color)>,
    scale: HeatScale,
    block: usize,
    far: bool,
    high: bool,
}

pub(super) fn set_up(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<LowMaterial>>,
    mut lit: ResMut<Assets<HighMaterial>>,
    mut plain: ResMut<Assets<StandardMaterial>>,
    mut bands: ResMut<Assets<LineMaterial>>,
) {
    let wood = images.add(wood::grow());
    let cells = images.add(image(UVec2::ONE, TextureFormat::R32Uint, vec![0; 4]));
    let heat = images.add(image(UVec2::ONE, TextureFormat::Rgba8Unorm, vec![0; 4]));
    let distant = images.add(image(UVec2::ONE, TextureFormat::Rgba8Unorm, vec![0; 4]));
    let colors = (0..GROUP_COLORS).flat_map(|index| {
        let [red, green, blue] = indexed_group_color(index).map(heat::linear);
        [red, green, blue, 1.0].map(f32::to_le_bytes)
    });
    let extent = UVec2::new(GROUP_COLORS, 1);
    let groups = images.add(image(extent, TextureFormat::Rgba32Float, colors.flatten().collect()));
    let board = BoardUniform::new(Size::default(), Theme::default(), &Layers::BARE, STONE_TOP);
    let marked =
        Marked { board, kind: UVec4::ZERO, cells: cells.clone(), heat: heat.clone(), wood: wood.clone() };
    let assets = high::set_up(&mut commands, &mut meshes, &mut lit, &mut plain, &marked);
    commands.insert_resource(assets);
    let low = materials.add(LowMaterial {
        board,
        cells: cells.clone(),
        heat: heat.clone(),
        wood,
        distant: distant.clone(),
        groups,
        sight: Sight::default(),
        flat: true,
        far: false,
        marks: false,
        motion: false,
    });
    let quad = (Mesh3d(meshes.add(whole_view())), MeshMaterial3d(low.clone()), NoFrustumCulling);
    let quad = commands.spawn(quad).id();
    let bands_mesh = meshes.add(whole_view());
    let bands_part = commands
        .spawn((
            Mesh3d(bands_mesh.clone()),
            MeshMaterial3d(bands.add(LineMaterial {})),
            NoFrustumCulling,
            Visibility::Hidden,
        ))
        .id();
    commands.insert_resource(Painting {
        cells,
        heat,
        distant,
        low,
        quad,
        bands: bands_mesh,
        bands_part,
        banded: false,
        colors: HeatColors::new(),
        drawn: DrawnState::default(),
        uniform: None,
        last_cells: None,
        last_heat: Vec::new(),
    });
}

/// An image that is written to the graphics card and not kept here.
fn image(size: UVec2, format: TextureFormat, data: Vec<u8>) -> Image {
    let mut image = Image::new(
        Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 },
        TextureDimension::D2,
        data,
        format,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
    image
}

fn write<A: bevy::asset::Asset>(assets: &mut Assets<A>, handle: &Handle<A>, asset: A) {
    // The handle is the asset's own, so the slot is there.
    let _ = assets.insert(handle, asset);
}

/// Keeps the heat's scale that of the watched field.
pub(super) fn scale_heat(watched: Res<Watched>, setups: Query<&GobanSetup>, mut scale: ResMut<HeatScale>) {
    if let Ok(GobanSetup(setup)) = setups.get(watched.0) {
        scale.set_if_neq(HeatScale::of(setup.heat.keep, setup.heat.decay));
    }
}

/// How the board is to be shown.
#[derive(SystemParam)]
pub(super) struct DrawSettings<'w> {
    layers: Res<'w, Layers>,
    selected: Res<'w, Selected>,
    hovered: Res<'w, Hovered>,
    scale: Res<'w, HeatScale>,
    theme: Res<'w, Theme>,
    mode: Res<'w, CameraMode>,
    canvas: Res<'w, ScreenSize>,
    projector: Res<'w, Projector>,
    motion: Res<'w, Motion>,
    quality: Res<'w, Quality>,
    rig: Res<'w, CameraPose>,
}

impl DrawSettings<'_> {
    /// What is drawn of a board now.
    fn drawn(&self, goban: Entity, board: &SceneGobanItem<'_, '_>) -> DrawnState {
        let pixels = self.projector.cell() * self.canvas.scale.max(0.1);
        let far = pixels < FAR;
        DrawnState {
            goban: Some(goban),
            size: board.occupancy.size(),
            layers: Some(*self.layers),
            selected: *self.selected,
            ghost: ghost(board, *self.hovered),
            scale: *self.scale,
            block: (1.0 / pixels.max(1e-3)).floor().clamp(1.0, 64.0) as usize,
            far,
            high: *self.quality == Quality::High && !far && board.occupancy.size().area() <= MANY,
        }
    }

    fn view<'a>(&'a self, board: &'a SceneGobanItem<'_, '_>, drawn: &DrawnState) -> BoardView<'a> {
        BoardView {
            occupancy: &board.occupancy,
            groups: &board.groups,
            links: &board.links,
            position: &board.referee.position,
            to_move: board.seats.to_move(),
            layers: *self.layers,
            moving: &self.motion.moving,
            settled: &self.motion.settled,
            bands: drawn.high,
            last_move: board.referee.position.last_move().and_then(Move::point),
            selected: self.selected.0,
            ghost: drawn.ghost,
        }
    }
}

/// Writes what changed on the board.
pub(super) fn paint(
    mut commands: Commands,
    watched: Res<Watched>,
    shown: Query<SceneGoban>,
    wanted: DrawSettings,
    shaders: Res<ShadersPending>,
    mut painting: ResMut<Painting>,
    mut assets: ResMut<SceneAssets>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut outdated: ResMut<Outdated>,
) {
    let Ok(board) = shown.get(watched.0) else { return };
    let size = board.occupancy.size();
    let now = wanted.drawn(watched.0, &board);
    let view = wanted.view(&board, &now);
    let stones = board.occupancy.is_changed()
        || board.groups.is_changed()
        || board.links.is_changed()
        || board.referee.is_changed()
        || wanted.motion.moved;
    let warmth = board.heat.is_changed();
    let other = painting.drawn != now;
    let heat = wanted.layers.get(Layer::Temperature).then(|| board.heat.0.values());
    let painting = &mut *painting;
    // A mark changes its own cell; the rest of this, everything.
    let anew = DrawnState { selected: now.selected, ghost: now.ghost, ..painting.drawn } != now;
    if anew || now.high && (stones || warmth || other) {
        *outdated = Outdated::All;
    }
    let board_points = Rect::from_corners(Vec2::ZERO, Vec2::new(size.width().into(), size.height().into()));
    if now.far && (stones || warmth || other) {
        let texels = distant::map(&view, heat, *wanted.scale, &painting.colors, now.block);
        let extent = distant::extent(size, now.block);
        write(&mut images, &painting.distant, image(extent, TextureFormat::Rgba8Unorm, texels));
        *outdated = Outdated::All;
    }
    if !now.far && (stones || other) {
        let cells = CellBits::of(&view);
        let before = painting.last_cells.as_ref().filter(|_| !anew);
        if let Some(part) = before.map_or(Some(board_points), |before| cells.difference(before)) {
            outdated.add(part);
            let bordered = UVec2::new(u32::from(size.width()) + 2, u32::from(size.height()) + 2);
            write(&mut images, &painting.cells, image(bordered, TextureFormat::R32Uint, cells.to_bytes()));
            painting.last_cells = Some(cells);
        }
    }
    if let Some(heat) = heat.filter(|_| !now.far && (warmth || other)) {
        let texels = heat::map(size, heat, *wanted.scale, &painting.colors);
        let before = Some(&painting.last_heat).filter(|_| !anew);
        // The outermost heat reaches to the edge of the slab.
        let edge = margin(size);
        if let Some(part) =
            before.map_or(Some(board_points), |before| heat::changed_cells(size, before, &texels))
        {
            outdated.add(part.inflate(edge));
            painting.last_heat.clone_from(&texels);
            write(&mut images, &painting.heat, image(heat::extent(size), TextureFormat::Rgba8Unorm, texels));
        }
    }
    if stones || other {
        let long = matches!(*board.links, Links::Closure(_));
        // The cells draw the links between neighbours themselves at low quality.
        let near = wanted.layers.get(Layer::Links) && now.high && !now.far;
        let distant = wanted.layers.get(Layer::FarLinks) && long && !now.far;
        let mesh = (near || distant).then(|| lines::mesh(&view, near, distant)).flatten();
        commands.entity(painting.bands_part).insert(visible(mesh.is_some()));
        if std::mem::replace(&mut painting.banded, mesh.is_some()) || mesh.is_some() {
            *outdated = Outdated::All;
        }
        if let Some(mesh) = mesh {
            write(&mut meshes, &painting.bands, mesh);
        }
        commands.entity(painting.quad).insert(visible(!now.high));
        if now.high {
            assets.place_stones(&mut commands, &view);
        }
    }
    painting.drawn = now;
    let flat = *wanted.mode == CameraMode::Flat;
    // From above it cannot be seen how high a stone is.
    let rise = if flat || wanted.motion.moving.is_empty() { 0.0 } else { RISE };
    let uniform = BoardUniform::new(size, *wanted.theme, &wanted.layers, STONE_TOP + rise);
    if painting.uniform.replace(uniform) != Some(uniform) || shaders.get() {
        *outdated = Outdated::All;
    }
}

/// Tells the shader of low quality what it draws.
pub(super) fn update_low_material(
    painting: Res<Painting>,
    mode: Res<CameraMode>,
    (projector, canvas): (Res<Projector>, Res<ScreenSize>),
    mut materials: ResMut<Assets<LowMaterial>>,
) {
    let Some(uniform) = painting.uniform.filter(|_| !painting.drawn.high) else { return };
    let near = painting.last_cells.as_ref().filter(|_| !painting.drawn.far);
    let (marks, motion) = (near.is_some_and(CellBits::marked), near.is_some_and(CellBits::moving));
    let pixels = projector.pixels(canvas.scale);
    let (corner, extent) = (pixels.min.as_vec2(), pixels.size().as_vec2());
    let sight = Sight { board_from_clip: projector.board_from_clip, pixels: (corner, extent).into() };
    let look = (uniform, sight, *mode == CameraMode::Flat, painting.drawn.far, marks, motion);
    let fits = |old: &LowMaterial| (old.board, old.sight, old.flat, old.far, old.marks, old.motion) == look;
    if materials.get(&painting.low).is_some_and(|old| !fits(old))
        && let Some(mut material) = materials.get_mut(&painting.low)
    {
        (material.board, material.sight, material.flat, material.far, material.marks, material.motion) = look;
    }
}

/// A square over the whole view, in clip space; the shader leaves its corners where they are.
fn whole_view() -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.map(|[x, y]| [x, y, 0.0]).to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners.to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[1.0, 1.0, 1.0, 1.0]; corners.len()])
        .with_inserted_indices(Indices::U32(vec![0, 1, 2, 0, 2, 3]))
}

/// The stone a person would place on the point under the pointer.
fn ghost(board: &SceneGobanItem<'_, '_>, hovered: Hovered) -> Option<(Point, Color)> {
    let (color, point) = (board.seats.waiting_for_person()?, hovered.0?);
    board.referee.position.check_for(color, point.into()).is_ok().then_some((point, color))
}

const fn visible(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

/// Brings the lit meshes in or takes them away, and fits them to board and camera.
pub(super) fn fit_parts(
    mut commands: Commands,
    watched: Res<Watched>,
    shown: Query<SceneGoban>,
    wanted: DrawSettings,
    painting: Res<Painting>,
    mut assets: ResMut<SceneAssets>,
    mut lit: ResMut<Assets<HighMaterial>>,
    mut plain: ResMut<Assets<StandardMaterial>>,
    parts: Query<Entity, With<HighPart>>,
    table: Query<Entity, With<TablePart>>,
    mut last: Local<Option<(BoardUniform, CameraPose, CameraMode)>>,
) {
    let (Ok(board), Some(uniform)) = (shown.get(watched.0), painting.uniform) else { return };
    if !painting.drawn.high {
        if last.take().is_some() {
            assets.clear(&mut commands);
            for part in &parts {
                commands.entity(part).try_insert(Visibility::Hidden);
            }
        }
        return;
    }
    let now = (uniform, *wanted.rig, *wanted.mode);
    let Ok(table) = table.single() else { return };
    if *last != Some(now) {
        let view = wanted.view(&board, &painting.drawn);
        let sight =
            PartsView { view: &view, uniform, depth: wanted.rig.depth(*wanted.mode, board.occupancy.size()) };
        assets.fit_parts(&mut commands, &mut lit, &mut plain, table, &sight);
        *last = Some(now);
    }
}

/// Smooths edges by more samples a pixel where meshes have edges; the low quality's shader does so itself.
pub(super) fn smooth(painting: Res<Painting>, mut cameras: Query<&mut Msaa, With<SceneCamera>>) {
    let wanted = if painting.drawn.high { Msaa::Sample4 } else { Msaa::Off };
    for mut samples in &mut cameras {
        samples.set_if_neq(wanted);
    }
}
