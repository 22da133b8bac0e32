//! Painting: images, meshes and materials of a board.

use super::board::{BoardUniform, STONE_TOP};
use super::cells::CellBits;
use super::density::DensityPicture;
use super::heat::{self, HeatColors};
use super::high::{BoardExtension, HighBoard, HighMaterial, HighMeshes};
use super::lines::LineMaterial;
use super::low::{LowMaterial, Sight};
use super::seen_cells::SeenCells;
use super::shares::HeatShares;
use super::wood;
use crate::shell::layers::Layers;
use crate::shell::palette::{GROUP_COLORS, HeatScale, Theme, indexed_group_color};
use bevy::asset::{Asset, Assets, Handle, RenderAssetUsages};
use bevy::camera::visibility::{NoFrustumCulling, Visibility};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::image::{Image, ImageSampler, ImageSamplerDescriptor};
use bevy::math::{UVec2, UVec4};
use bevy::mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy::pbr::{MeshMaterial3d, StandardMaterial};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use stonefield_go::field::HeatParams;
use stonefield_go::{Color, Point, Size};

/// Images, meshes and materials of a board, with the state of the last drawing.
#[derive(Component)]
pub(super) struct Painting {
    pub(super) cells: Handle<Image>,
    pub(super) heat: Handle<Image>,
    pub(super) distant: Handle<Image>,
    pub(super) low: Handle<LowMaterial>,
    pub(super) quad: Entity,
    pub(super) bands: Handle<Mesh>,
    pub(super) bands_entity: Entity,
    pub(super) lines: Handle<LineMaterial>,
    /// True if there are bands.
    pub(super) has_bands: bool,
    /// State of the last drawing. The board is drawn again if it changes.
    pub(super) drawn: DrawnState,
    pub(super) uniform: Option<BoardUniform>,
    /// Cells and heat that were last written, to find what changes.
    pub(super) last_cells: Option<CellBits>,
    pub(super) last_heat: Vec<u8>,
    pub(super) shares: HeatShares,
    pub(super) colors: HeatColors,
    pub(super) density: DensityPicture,
    /// Time of the last thorough drawing of the density, in seconds.
    pub(super) renewed_at: f32,
    /// Parts at high quality, while it is used.
    pub(super) high: Option<HighBoard>,
}

/// State, apart from the board itself, that decides what is drawn.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct DrawnState {
    pub(super) goban: Option<Entity>,
    pub(super) size: Size,
    pub(super) layers: Option<Layers>,
    pub(super) selected: Option<Point>,
    pub(super) ghost: Option<(Point, Color)>,
    pub(super) scale: HeatScale,
    pub(super) seen: SeenCells,
    pub(super) level: u8,
    pub(super) coarse: u8,
    pub(super) heat: HeatParams,
    /// `near`: stones are drawn one by one. `far`: their density is drawn. Both in between.
    pub(super) near: bool,
    pub(super) far: bool,
    pub(super) high: bool,
}

/// Images and meshes that all boards share.
#[derive(Resource)]
pub(super) struct SharedPaint {
    wood: Handle<Image>,
    groups: Handle<Image>,
    whole_view: Handle<Mesh>,
    high: HighMeshes,
}

/// Stores of images, meshes and materials.
#[derive(SystemParam)]
pub(super) struct PaintStore<'w> {
    pub(super) images: ResMut<'w, Assets<Image>>,
    pub(super) meshes: ResMut<'w, Assets<Mesh>>,
    pub(super) materials: ResMut<'w, Assets<LowMaterial>>,
    pub(super) lines: ResMut<'w, Assets<LineMaterial>>,
    pub(super) lit: ResMut<'w, Assets<HighMaterial>>,
    pub(super) plain: ResMut<'w, Assets<StandardMaterial>>,
}

impl SharedPaint {
    /// Spawns the parts of a board at high quality.
    pub(super) fn high(
        &self,
        commands: &mut Commands,
        store: &mut PaintStore,
        slot: usize,
        painting: &Painting,
    ) -> HighBoard {
        let extension = BoardExtension {
            board: blank_uniform(),
            kind: UVec4::ZERO,
            cells: painting.cells.clone(),
            heat: painting.heat.clone(),
            wood: self.wood.clone(),
        };
        HighBoard::new(commands, (&mut store.lit, &mut store.plain), &self.high, slot, &extension)
    }

    /// Makes the painting of a board, and spawns its quad and its bands.
    pub(super) fn painting(&self, commands: &mut Commands, store: &mut PaintStore) -> Painting {
        let [cells, heat] = [blank_cells(), blank()].map(|image| store.images.add(image));
        let distant = store.images.add(blank());
        let low = store.materials.add(LowMaterial {
            board: blank_uniform(),
            cells: cells.clone(),
            heat: heat.clone(),
            wood: self.wood.clone(),
            distant: distant.clone(),
            groups: self.groups.clone(),
            sight: Sight::default(),
            flat: true,
            far: false,
            between: false,
            marks: false,
            motion: false,
            paper: false,
        });
        let quad = (Mesh3d(self.whole_view.clone()), MeshMaterial3d(low.clone()), NoFrustumCulling);
        let quad = commands.spawn(quad).id();
        let (bands, lines) = (store.meshes.add(whole_view()), store.lines.add(LineMaterial::default()));
        let bands_entity = commands
            .spawn((
                Mesh3d(bands.clone()),
                MeshMaterial3d(lines.clone()),
                NoFrustumCulling,
                Visibility::Hidden,
            ))
            .id();
        Painting {
            cells,
            heat,
            distant,
            low,
            quad,
            bands,
            bands_entity,
            lines,
            has_bands: false,
            drawn: DrawnState::default(),
            uniform: None,
            last_cells: None,
            last_heat: Vec::new(),
            shares: HeatShares::default(),
            colors: HeatColors::new(HeatScale::default()),
            density: DensityPicture::default(),
            renewed_at: f32::NEG_INFINITY,
            high: None,
        }
    }
}

/// Returns the uniform for a painting that has no board yet.
fn blank_uniform() -> BoardUniform {
    let size = Size::default();
    BoardUniform::new(size, SeenCells::whole(size), Theme::default(), &Layers::BARE, STONE_TOP)
}

/// Makes the images and meshes that all boards share.
pub(super) fn set_up(mut commands: Commands, mut store: PaintStore) {
    let colors = (0..GROUP_COLORS).flat_map(|index| {
        let [red, green, blue] = indexed_group_color(index).map(heat::linear);
        [red, green, blue, 1.0].map(f32::to_le_bytes)
    });
    let extent = UVec2::new(GROUP_COLORS, 1);
    let groups = image(extent, TextureFormat::Rgba32Float, colors.flatten().collect());
    commands.insert_resource(SharedPaint {
        wood: store.images.add(wood::grow()),
        groups: store.images.add(groups),
        whole_view: store.meshes.add(whole_view()),
        high: HighMeshes::new(&mut store.meshes),
    });
}

fn blank_cells() -> Image {
    image(UVec2::ONE, TextureFormat::R32Uint, vec![0; 4])
}

fn blank() -> Image {
    image(UVec2::ONE, TextureFormat::Rgba8Unorm, vec![0; 4])
}

/// Returns an image that is kept only on the graphics card.
pub(super) fn image(size: UVec2, format: TextureFormat, data: Vec<u8>) -> Image {
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

pub(super) fn write<A: Asset>(assets: &mut Assets<A>, handle: &Handle<A>, asset: A) {
    // The handle is of this asset, so it has a slot.
    let _ = assets.insert(handle, asset);
}

/// Returns a quad over the whole view, in clip space. The shader does not transform its corners.
fn whole_view() -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.map(|[x, y]| [x, y, 0.0]).to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners.to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[1.0, 1.0, 1.0, 1.0]; corners.len()])
        .with_inserted_indices(Indices::U32(vec![0, 1, 2, 0, 2, 3]))
}
