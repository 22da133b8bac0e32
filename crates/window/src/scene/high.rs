//! High quality: slab, table and stones as lit meshes that cast shadows.

use super::board::{BoardUniform, RISE, STONE_TOP};
use super::view::BoardView;
use crate::shell::camera::{CameraMode, CameraPose};
use crate::shell::slab::{margin, thickness};
use bevy::asset::{Asset, Assets, Handle};
use bevy::camera::visibility::RenderLayers;
use bevy::color::{Alpha, Color as Tint};
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::light::{
    CascadeShadowConfigBuilder, DirectionalLight, DirectionalLightShadowMap, GlobalAmbientLight,
    NotShadowCaster,
};
use bevy::material::AlphaMode;
use bevy::math::primitives::{Cuboid, Plane3d, Sphere};
use bevy::math::{UVec4, Vec2, Vec3};
use bevy::mesh::{Mesh, Mesh3d, Meshable};
use bevy::pbr::{ExtendedMaterial, MaterialExtension, MeshMaterial3d, StandardMaterial};
use bevy::reflect::TypePath;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;
use bevy::transform::components::Transform;
use std::collections::BTreeMap;
use stonefield_go::{Color, Size};

/// Radius of a stone, in cells: `RADIUS` of `common.wgsl`.
const RADIUS: f32 = 0.472;
/// Number of tones of stones of one colour.
const TONES: usize = 5;
/// Direction to the light, in world coordinates.
const LIGHT: Vec3 = Vec3::new(-0.43, 0.752, -0.50);

/// Extension of the lit material: images of the board for its marks. `kind` is 0 for the slab, 1 for black
/// and 2 for white stones.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(super) struct BoardExtension {
    #[uniform(100)]
    pub(super) board: BoardUniform,
    #[uniform(101)]
    pub(super) kind: UVec4,
    #[texture(102, sample_type = "u_int")]
    pub(super) cells: Handle<Image>,
    #[texture(103)]
    #[sampler(104)]
    pub(super) heat: Handle<Image>,
    #[texture(105)]
    #[sampler(106)]
    pub(super) wood: Handle<Image>,
}

impl MaterialExtension for BoardExtension {
    fn fragment_shader() -> ShaderRef {
        super::shaders::shader("high.wgsl")
    }

    fn enable_prepass() -> bool {
        false
    }
}

/// Material of slab and stones.
pub(super) type HighMaterial = ExtendedMaterial<StandardMaterial, BoardExtension>;

/// Meshes of the parts of a board.
#[derive(Clone)]
pub(super) struct HighMeshes {
    ball: Handle<Mesh>,
    block: Handle<Mesh>,
    plane: Handle<Mesh>,
}

impl HighMeshes {
    pub(super) fn new(meshes: &mut Assets<Mesh>) -> Self {
        Self {
            ball: meshes.add(Sphere::new(1.0).mesh().uv(40, 20)),
            block: meshes.add(Cuboid::new(1.0, 1.0, 1.0)),
            plane: meshes.add(Plane3d::new(Vec3::Y, Vec2::splat(1.0))),
        }
    }
}

/// Parts of a board at high quality: slab, table, stones and light. All boards are at the same place, each on
/// a render layer that only its own camera and light see.
pub(super) struct HighBoard {
    slot: usize,
    ball: Handle<Mesh>,
    slab: Handle<HighMaterial>,
    table: Handle<StandardMaterial>,
    stones: [Vec<Handle<HighMaterial>>; 2],
    ghosts: [Handle<HighMaterial>; 2],
    slab_part: Entity,
    table_part: Entity,
    light: Entity,
    stones_by_point: BTreeMap<usize, StoneEntity>,
    size: Option<Size>,
    /// State that slab, table and light were last fitted to.
    pub(super) fitted: Option<(BoardUniform, CameraPose, CameraMode)>,
}

/// Returns the render layer of a board at high quality. Layer 0 has all boards at low quality.
pub(super) fn layer(slot: usize) -> RenderLayers {
    RenderLayers::layer(slot + 1)
}

/// Entity of a stone, with the stone that it shows. Ghost: translucent preview of a move under the pointer.
#[derive(Clone, Copy, PartialEq)]
struct StoneEntity {
    entity: Entity,
    id: u32,
    color: Color,
    ghost: bool,
}

/// Returns the ambient light. Together with the lamp, it makes the board as bright as its colours.
pub(super) fn ambient() -> GlobalAmbientLight {
    GlobalAmbientLight { brightness: 450.0, ..GlobalAmbientLight::default() }
}

/// Texels of a shadow map per cell of the board and its surroundings: few enough for soft edges.
const SHADOW_TEXELS: f32 = 36.0;

/// Returns the resolution of the shadow maps for a board of this size. The light of each board has a map;
/// Bevy has one resolution for all.
pub(super) fn shadow_map(size: Size) -> DirectionalLightShadowMap {
    let side = f32::from(size.width().max(size.height())) + 8.0;
    DirectionalLightShadowMap { size: ((SHADOW_TEXELS * side) as usize).next_power_of_two().clamp(512, 4096) }
}

/// Returns a colour with each channel multiplied by `tone`.
fn scale_color(base: [f32; 3], tone: f32) -> Tint {
    let [red, green, blue] = base.map(|part| part * tone);
    Tint::linear_rgb(red, green, blue)
}

impl HighBoard {
    /// Spawns slab, table and light of a board. `images`: extension with the images of the board.
    pub(super) fn new(
        commands: &mut Commands,
        (materials, plain): (&mut Assets<HighMaterial>, &mut Assets<StandardMaterial>),
        meshes: &HighMeshes,
        slot: usize,
        images: &BoardExtension,
    ) -> Self {
        let mut make = |kind: u32, base: StandardMaterial| {
            let extension = BoardExtension { kind: UVec4::new(kind, 0, 0, 0), ..images.clone() };
            materials.add(ExtendedMaterial { base, extension })
        };
        let slab = make(
            0,
            StandardMaterial { perceptual_roughness: 0.55, reflectance: 0.25, ..StandardMaterial::default() },
        );
        let stone = |color: Color, tone: f32| match color {
            Color::Black => StandardMaterial {
                base_color: scale_color([0.0125, 0.0132, 0.015], 1.0 + 0.25 * tone),
                perceptual_roughness: 0.32,
                reflectance: 0.46,
                ..StandardMaterial::default()
            },
            Color::White => StandardMaterial {
                base_color: scale_color([0.88, 0.855, 0.80], 1.0 + 0.03 * tone),
                perceptual_roughness: 0.24,
                reflectance: 0.5,
                ..StandardMaterial::default()
            },
        };
        let tones = (0..TONES).map(|i| i as f32 / (TONES - 1) as f32 * 2.0 - 1.0);
        let stones = Color::ALL.map(|color| {
            let kind = color.index() as u32 + 1;
            tones.clone().map(|tone| make(kind, stone(color, tone))).collect()
        });
        let ghosts = Color::ALL.map(|color| {
            let mut base = stone(color, 0.0);
            base.base_color = base.base_color.with_alpha(0.5);
            base.alpha_mode = AlphaMode::Blend;
            make(color.index() as u32 + 1, base)
        });
        let table = plain.add(StandardMaterial {
            perceptual_roughness: 0.9,
            reflectance: 0.1,
            ..StandardMaterial::default()
        });
        let slab_part =
            commands.spawn((layer(slot), Mesh3d(meshes.block.clone()), MeshMaterial3d(slab.clone()))).id();
        let lamp = DirectionalLight {
            illuminance: 2900.0,
            shadow_maps_enabled: true,
            ..DirectionalLight::default()
        };
        let light =
            commands.spawn((layer(slot), lamp, Transform::default().looking_to(-LIGHT, Vec3::Y))).id();
        let table_mesh = (Mesh3d(meshes.plane.clone()), MeshMaterial3d(table.clone()));
        let table_part = commands.spawn((layer(slot), NotShadowCaster, table_mesh)).id();
        Self {
            slot,
            ball: meshes.ball.clone(),
            slab,
            table,
            stones,
            ghosts,
            slab_part,
            table_part,
            light,
            stones_by_point: BTreeMap::new(),
            size: None,
            fitted: None,
        }
    }

    /// Despawns all parts.
    pub(super) fn despawn(mut self, commands: &mut Commands) {
        self.clear(commands);
        for part in [self.slab_part, self.table_part, self.light] {
            commands.entity(part).despawn();
        }
    }

    /// Fits slab, table and light to a board. `depth`: range of shadows, as distances from the camera.
    pub(super) fn fit(
        &mut self,
        commands: &mut Commands,
        materials: &mut Assets<HighMaterial>,
        plain: &mut Assets<StandardMaterial>,
        size: Size,
        uniform: BoardUniform,
        depth: (f32, f32),
    ) {
        let (width, height) = (f32::from(size.width()), f32::from(size.height()));
        let edge = 2.0 * margin(size) - 1.0;
        let slab_height = thickness(size);
        let handles = self.stones.iter().flatten().chain(&self.ghosts).chain([&self.slab]);
        for handle in handles {
            if materials.get(handle).is_some_and(|old| old.extension.board != uniform)
                && let Some(mut material) = materials.get_mut(handle)
            {
                material.extension.board = uniform;
            }
        }
        let [red, green, blue, _] = uniform.table.to_array();
        let color = Tint::linear_rgb(red, green, blue);
        if plain.get(&self.table).is_some_and(|old| old.base_color != color)
            && let Some(mut material) = plain.get_mut(&self.table)
        {
            material.base_color = color;
        }
        let slab = Transform::from_xyz(0.0, -0.5 * slab_height, 0.0).with_scale(Vec3::new(
            width + edge,
            slab_height,
            height + edge,
        ));
        commands.entity(self.slab_part).insert(slab);
        let wide = (width + height) * 20.0;
        let table = Transform::from_xyz(0.0, -slab_height, 0.0).with_scale(Vec3::new(wide, 1.0, wide));
        commands.entity(self.table_part).insert(table);
        let cascades = CascadeShadowConfigBuilder {
            num_cascades: 1,
            minimum_distance: depth.0,
            maximum_distance: depth.1,
            first_cascade_far_bound: depth.1,
            ..CascadeShadowConfigBuilder::default()
        };
        commands.entity(self.light).insert(cascades.build());
        commands.insert_resource(shadow_map(size));
    }

    /// Spawns, moves and despawns stones so that they match the view.
    pub(super) fn place_stones(&mut self, commands: &mut Commands, view: &BoardView<'_>) {
        let size = view.size();
        if self.size != Some(size) {
            self.clear(commands);
            self.size = Some(size);
        }
        let mut wanted: BTreeMap<usize, (u32, Color, bool)> = (0..size.area())
            .filter_map(|index| view.stone(index).map(|(id, color)| (index, (id, color, false))))
            .filter(|(_, (_, color, _))| view.layers.stones(*color))
            .collect();
        for leaving in view.moving.iter().filter(|stone| stone.fades && view.layers.stones(stone.color)) {
            wanted.entry(leaving.index).or_insert((leaving.id, leaving.color, false));
        }
        if let Some((point, color)) = view.ghost {
            wanted.entry(size.index(point)).or_insert((u32::MAX, color, true));
        }
        self.stones_by_point.retain(|index, stone| {
            let stays = wanted.get(index) == Some(&(stone.id, stone.color, stone.ghost));
            if !stays {
                commands.entity(stone.entity).despawn();
            }
            stays
        });
        for (index, (id, color, ghost)) in wanted {
            if self.stones_by_point.contains_key(&index) {
                continue;
            }
            let tone = ((super::cells::variety(id) * 7) & 15) as usize * TONES / 16;
            let material = if ghost {
                self.ghosts[color.index()].clone()
            } else {
                self.stones[color.index()][tone].clone()
            };
            let entity = commands
                .spawn((
                    layer(self.slot),
                    Mesh3d(self.ball.clone()),
                    MeshMaterial3d(material),
                    stone_transform(size, index, id, 0.0, 1.0),
                ))
                .id();
            self.stones_by_point.insert(index, StoneEntity { entity, id, color, ghost });
        }
        for moving in view.moving {
            if let Some(stone) = self.stones_by_point.get(&moving.index).filter(|stone| stone.id == moving.id)
            {
                let scale = if moving.fades { 1.0 - moving.lift } else { 1.0 };
                commands.entity(stone.entity).insert(stone_transform(
                    size,
                    moving.index,
                    moving.id,
                    moving.lift * RISE,
                    scale,
                ));
            }
        }
        for index in view.settled {
            if let Some(stone) = self.stones_by_point.get(index) {
                commands.entity(stone.entity).insert(stone_transform(size, *index, stone.id, 0.0, 1.0));
            }
        }
    }

    /// Despawns all stones.
    fn clear(&mut self, commands: &mut Commands) {
        for stone in std::mem::take(&mut self.stones_by_point).into_values() {
            commands.entity(stone.entity).despawn();
        }
    }
}

/// Returns the transform of a stone, with its small offset from the point.
fn stone_transform(size: Size, index: usize, id: u32, lift: f32, scale: f32) -> Transform {
    let point = size.point(index);
    let at = Vec2::new(f32::from(point.x), f32::from(point.y)) + super::cells::offset(id);
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    Transform::from_xyz(at.x - middle.x, STONE_TOP * 0.5 + lift, middle.y - at.y)
        .with_scale(Vec3::new(RADIUS, STONE_TOP * 0.5, RADIUS) * scale)
}
