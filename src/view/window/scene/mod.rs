//! What is drawn: the board, its stones and marks, from one goban's agents.
//!
//! The board becomes three small images — a number a cell, the heat, and the view from afar — that are written only when
//! something changed. At low quality one quad with one shader draws everything from them; at high quality lit
//! meshes stand for board and stones, and take their marks from the same images.

mod board;
mod cells;
mod distant;
mod heat;
mod low;
mod motion;
mod view;
mod wood;

pub(super) use board::{margin, thickness};

use super::camera::{self, CameraMode, Canvas, FitBoard, Rig};
use super::layers::Layers;
use super::palette::{HeatScale, Theme};
use super::quality::{Quality, SuitedQuality};
use super::state::{BoardArea, Hovered, Projector, ReducedMotion, Selected, Watched};
use crate::go::{Color, Move, Point, Size};
use crate::sim::{Configured, SimSystems};
use bevy::app::{App, Startup, Update};
use bevy::asset::{AssetPath, Assets, Handle, RenderAssetUsages, embedded_asset};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::ecs::prelude::*;
use bevy::image::{Image, ImageSampler, ImageSamplerDescriptor};
use bevy::math::{UVec2, Vec3};
use bevy::mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy::pbr::{MaterialPlugin, MeshMaterial3d};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::shader::{ShaderRef, load_shader_library};
use bevy::window::{PrimaryWindow, Window};
use board::{BoardUniform, RISE, STONE_TOP};
use cells::Cells;
use heat::HeatColors;
use low::LowMaterial;
use motion::Motion;
use view::{Shown, ShownItem, View};

/// Pixels a cell below which the board is seen only from afar, and above which only from near.
const FAR: f32 = 3.5;
const NEAR: f32 = 5.5;

/// The parts of a frame's work for the scene, in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneSystems {
    /// The camera moves and the projector follows.
    Look,
    /// What changed on the board is written for the shaders.
    Draw,
}

/// The board's scene and its cameras.
pub(super) fn plugin(app: &mut App) {
    load_shader_library!(app, "shaders/common.wgsl");
    embedded_asset!(app, "shaders/low.wgsl");
    app.add_plugins(MaterialPlugin::<LowMaterial>::default())
        .init_resource::<Quality>()
        .init_resource::<SuitedQuality>()
        .init_resource::<Layers>()
        .init_resource::<Theme>()
        .init_resource::<HeatScale>()
        .init_resource::<CameraMode>()
        .init_resource::<Rig>()
        .init_resource::<Canvas>()
        .init_resource::<BoardArea>()
        .init_resource::<Projector>()
        .init_resource::<Hovered>()
        .init_resource::<Selected>()
        .init_resource::<ReducedMotion>()
        .init_resource::<Motion>()
        .add_message::<FitBoard>()
        .add_systems(Startup, set_up)
        .configure_sets(Update, (SceneSystems::Look, SceneSystems::Draw).chain().after(SimSystems::Pace))
        .add_systems(
            Update,
            (
                (camera::measure, camera::control, camera::place, point).chain().in_set(SceneSystems::Look),
                (scale_heat, motion::advance, paint).chain().in_set(SceneSystems::Draw),
            ),
        );
}

/// Where a shader of this folder is found.
fn shader(name: &str) -> ShaderRef {
    ShaderRef::Path(AssetPath::from(format!("embedded://stonefield/view/window/scene/shaders/{name}")))
}

/// The images and materials of the scene.
#[derive(Resource)]
pub(super) struct Painting {
    cells: Handle<Image>,
    heat: Handle<Image>,
    distant: Handle<Image>,
    low: Handle<LowMaterial>,
    colors: HeatColors,
    /// What the images show, to know when they must be written anew.
    drawn: Drawn,
}

#[derive(Default, PartialEq)]
struct Drawn {
    goban: Option<Entity>,
    layers: Option<Layers>,
    selected: Selected,
    ghost: Option<(Point, Color)>,
    scale: HeatScale,
    block: usize,
    near: bool,
    far: bool,
}

fn set_up(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<LowMaterial>>,
) {
    let wood = images.add(wood::grow());
    let cells = images.add(image(UVec2::ONE, TextureFormat::R32Uint, vec![0; 4]));
    let heat = images.add(image(UVec2::ONE, TextureFormat::Rgba8Unorm, vec![0; 4]));
    let distant = images.add(image(UVec2::ONE, TextureFormat::Rgba8Unorm, vec![0; 4]));
    let low = materials.add(LowMaterial {
        board: BoardUniform::new(Size::default(), Theme::default(), false, 0.0, STONE_TOP),
        cells: cells.clone(),
        heat: heat.clone(),
        wood,
        distant: distant.clone(),
        flat: true,
    });
    commands.spawn((Mesh3d(meshes.add(whole_view())), MeshMaterial3d(low.clone()), NoFrustumCulling));
    commands.insert_resource(Painting {
        cells,
        heat,
        distant,
        low,
        colors: HeatColors::new(),
        drawn: Drawn::default(),
    });
}

/// A square over clip space; the shader leaves it where it is.
fn whole_view() -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        )
        .with_inserted_indices(Indices::U16(vec![0, 1, 2, 0, 2, 3]))
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

/// Finds the point under the pointer.
fn point(
    windows: Query<&Window, With<PrimaryWindow>>,
    busy: Res<bevy_egui::input::EguiWantsInput>,
    area: Res<BoardArea>,
    projector: Res<Projector>,
    mut hovered: ResMut<Hovered>,
) {
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let free = pointer
        .filter(|at| at.cmpge(area.min).all() && at.cmplt(area.max).all() && !busy.wants_any_pointer_input());
    hovered.set_if_neq(Hovered(free.and_then(|at| projector.to_point(at))));
}

/// Keeps the heat's scale that of the watched field.
fn scale_heat(watched: Res<Watched>, setups: Query<&Configured>, mut scale: ResMut<HeatScale>) {
    if let Ok(Configured(setup)) = setups.get(watched.0) {
        scale.set_if_neq(HeatScale::of(setup.heat.keep, setup.heat.decay));
    }
}

/// Writes what changed on the board.
fn paint(
    watched: Res<Watched>,
    shown: Query<Shown>,
    layers: Res<Layers>,
    selected: Res<Selected>,
    hovered: Res<Hovered>,
    scale: Res<HeatScale>,
    theme: Res<Theme>,
    mode: Res<CameraMode>,
    canvas: Res<Canvas>,
    projector: Res<Projector>,
    motion: Res<Motion>,
    mut painting: ResMut<Painting>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<LowMaterial>>,
) {
    let Ok(board) = shown.get(watched.0) else { return };
    let size = board.occupancy.size();
    let pixels = projector.cell() * canvas.scale.max(0.1);
    let far = ((NEAR - pixels) / (NEAR - FAR)).clamp(0.0, 1.0);
    let now = Drawn {
        goban: Some(watched.0),
        layers: Some(*layers),
        selected: *selected,
        ghost: ghost(&board, *hovered),
        scale: *scale,
        block: (1.0 / pixels.max(1e-3)).floor().clamp(1.0, 64.0) as usize,
        near: far < 1.0,
        far: far > 0.0,
    };
    let view = View {
        occupancy: &board.occupancy,
        groups: &board.groups,
        links: &board.links,
        position: &board.game.position,
        to_move: board.seats.to_move(),
        layers: *layers,
        moving: &motion.moving,
        last_move: board.game.position.last_move().and_then(Move::point),
        selected: selected.0,
        ghost: now.ghost,
    };
    let stones = board.occupancy.is_changed()
        || board.groups.is_changed()
        || board.links.is_changed()
        || board.game.is_changed()
        || motion.moved;
    let warmth = board.heat.is_changed();
    let other = painting.drawn != now;
    let heat = layers.temperature.then(|| board.heat.0.values());
    if now.near && (stones || other) {
        let bordered = UVec2::new(u32::from(size.width()) + 2, u32::from(size.height()) + 2);
        write(
            &mut images,
            &painting.cells,
            image(bordered, TextureFormat::R32Uint, Cells::of(&view).into_bytes()),
        );
    }
    if let Some(heat) = heat.filter(|_| now.near && (warmth || other)) {
        let texels = heat::map(size, heat, *scale, &painting.colors);
        write(&mut images, &painting.heat, image(heat::extent(size), TextureFormat::Rgba8Unorm, texels));
    }
    if now.far && (stones || warmth || other) {
        let texels = distant::map(&view, heat, *scale, &painting.colors, now.block);
        let extent = distant::extent(size, now.block);
        write(&mut images, &painting.distant, image(extent, TextureFormat::Rgba8Unorm, texels));
    }
    painting.drawn = now;
    let top = STONE_TOP + if motion.moving.is_empty() { 0.0 } else { RISE };
    let uniform = BoardUniform::new(size, *theme, layers.temperature, far, top);
    let flat = *mode == CameraMode::Flat;
    let low = painting.low.clone();
    if materials.get(&low).is_some_and(|material| material.board != uniform || material.flat != flat)
        && let Some(mut material) = materials.get_mut(&low)
    {
        material.board = uniform;
        material.flat = flat;
    }
}

/// The stone a person would place on the point under the pointer.
fn ghost(board: &ShownItem<'_, '_>, hovered: Hovered) -> Option<(Point, Color)> {
    let (color, point) = (board.seats.waiting()?, hovered.0?);
    board.game.position.check_for(color, point.into()).is_ok().then_some((point, color))
}

fn write(images: &mut Assets<Image>, handle: &Handle<Image>, image: Image) {
    // The handle is the image's own, so the slot is there.
    let _ = images.insert(handle, image);
}
