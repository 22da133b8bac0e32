//! High quality: slab, table and stones as lit meshes that cast shadows.

use super::board::{BoardUniform, RISE, STONE_TOP, margin, thickness};
use super::view::BoardView;
use crate::go::{Color, Size};
use bevy::asset::{Asset, Assets, Handle};
use bevy::camera::visibility::Visibility;
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

/// A stone's radius in cells: `RADIUS` of `common.wgsl`.
const RADIUS: f32 = 0.472;
/// How many tones stones of a colour have.
const TONES: usize = 5;
/// Towards the light, in the world.
const LIGHT: Vec3 = Vec3::new(-0.43, 0.752, -0.50);

/// What marks the board and its stones, for the shader that lights them.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(super) struct Marked {
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

impl MaterialExtension for Marked {
    fn fragment_shader() -> ShaderRef {
        super::shaders::shader("high.wgsl")
    }

    fn enable_prepass() -> bool {
        false
    }
}

/// The material of slab and stones.
pub(super) type HighMaterial = ExtendedMaterial<StandardMaterial, Marked>;

/// Everything that is drawn only at high quality.
#[derive(Component, Clone, Copy)]
pub(super) struct HighPart;

/// The table that the slab lies on.
#[derive(Component)]
pub(super) struct TablePart;

/// The meshes and materials, and which stones stand.
#[derive(Resource)]
pub(super) struct SceneAssets {
    ball: Handle<Mesh>,
    slab: Handle<HighMaterial>,
    table: Handle<StandardMaterial>,
    stones: [Vec<Handle<HighMaterial>>; 2],
    ghosts: [Handle<HighMaterial>; 2],
    slab_part: Entity,
    light: Entity,
    standing: BTreeMap<usize, StandingStone>,
    size: Option<Size>,
}

/// A stone as drawn.
#[derive(Clone, Copy, PartialEq)]
struct StandingStone {
    part: Entity,
    id: u32,
    color: Color,
    ghost: bool,
}

/// Light from all sides. With the lamp above it makes the board as bright as its colours say.
pub(super) fn ambient() -> GlobalAmbientLight {
    GlobalAmbientLight { brightness: 420.0, ..GlobalAmbientLight::default() }
}

/// Shadows fine enough for stones.
pub(super) fn shadow_map() -> DirectionalLightShadowMap {
    DirectionalLightShadowMap { size: 4096 }
}

/// Makes what is there from the start; nothing of it is seen until it is asked for.
pub(super) fn set_up(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    materials: &mut Assets<HighMaterial>,
    plain: &mut Assets<StandardMaterial>,
    marked: &Marked,
) -> SceneAssets {
    let mut make = |kind: u32, base: StandardMaterial| {
        let extension = Marked { kind: UVec4::new(kind, 0, 0, 0), ..marked.clone() };
        materials.add(ExtendedMaterial { base, extension })
    };
    let slab = make(
        0,
        StandardMaterial { perceptual_roughness: 0.55, reflectance: 0.25, ..StandardMaterial::default() },
    );
    let stone = |color: Color, tone: f32| match color {
        Color::Black => StandardMaterial {
            base_color: gray([0.0165, 0.0172, 0.019], 1.0 + 0.25 * tone),
            perceptual_roughness: 0.46,
            reflectance: 0.42,
            ..StandardMaterial::default()
        },
        Color::White => StandardMaterial {
            base_color: gray([0.88, 0.855, 0.80], 1.0 + 0.03 * tone),
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
    let hidden = (HighPart, Visibility::Hidden);
    let slab_part = commands
        .spawn((hidden, Mesh3d(meshes.add(Cuboid::new(1.0, 1.0, 1.0))), MeshMaterial3d(slab.clone())))
        .id();
    let light = commands
        .spawn((
            hidden,
            DirectionalLight {
                illuminance: 2750.0,
                shadow_maps_enabled: true,
                ..DirectionalLight::default()
            },
            Transform::default().looking_to(-LIGHT, Vec3::Y),
        ))
        .id();
    commands.spawn((
        hidden,
        TablePart,
        NotShadowCaster,
        Mesh3d(meshes.add(Plane3d::new(Vec3::Y, Vec2::splat(1.0)))),
        MeshMaterial3d(table.clone()),
    ));
    SceneAssets {
        ball: meshes.add(Sphere::new(1.0).mesh().uv(40, 20)),
        slab,
        table,
        stones,
        ghosts,
        slab_part,
        light,
        standing: BTreeMap::new(),
        size: None,
    }
}

fn gray(base: [f32; 3], tone: f32) -> Tint {
    let [red, green, blue] = base.map(|part| part * tone);
    Tint::linear_rgb(red, green, blue)
}

/// What the scene at high quality follows.
pub(super) struct PartsView<'a, 'v> {
    pub(super) view: &'a BoardView<'v>,
    pub(super) uniform: BoardUniform,
    /// Distances from the camera between which shadows fall.
    pub(super) depth: (f32, f32),
}

impl SceneAssets {
    /// Fits slab, table and light to the board.
    pub(super) fn fit_parts(
        &mut self,
        commands: &mut Commands,
        materials: &mut Assets<HighMaterial>,
        plain: &mut Assets<StandardMaterial>,
        table: Entity,
        sight: &PartsView<'_, '_>,
    ) {
        let size = sight.view.size();
        let (width, height) = (f32::from(size.width()), f32::from(size.height()));
        let edge = 2.0 * margin(size) - 1.0;
        let deep = thickness(size);
        let handles = self.stones.iter().flatten().chain(&self.ghosts).chain([&self.slab]);
        for handle in handles {
            if materials.get(handle).is_some_and(|old| old.extension.board != sight.uniform)
                && let Some(mut material) = materials.get_mut(handle)
            {
                material.extension.board = sight.uniform;
            }
        }
        let [red, green, blue, _] = sight.uniform.table.to_array();
        let color = Tint::linear_rgb(red, green, blue);
        if plain.get(&self.table).is_some_and(|old| old.base_color != color)
            && let Some(mut material) = plain.get_mut(&self.table)
        {
            material.base_color = color;
        }
        commands.entity(self.slab_part).insert((
            Visibility::Inherited,
            Transform::from_xyz(0.0, -0.5 * deep, 0.0).with_scale(Vec3::new(
                width + edge,
                deep,
                height + edge,
            )),
        ));
        let wide = (width + height) * 20.0;
        commands.entity(table).insert((
            Visibility::Inherited,
            Transform::from_xyz(0.0, -deep, 0.0).with_scale(Vec3::new(wide, 1.0, wide)),
        ));
        let cascades = CascadeShadowConfigBuilder {
            num_cascades: 1,
            minimum_distance: sight.depth.0,
            maximum_distance: sight.depth.1,
            first_cascade_far_bound: sight.depth.1,
            ..CascadeShadowConfigBuilder::default()
        };
        commands.entity(self.light).insert((Visibility::Inherited, cascades.build()));
    }

    /// Lets exactly the stones of the view stand.
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
        self.standing.retain(|index, stone| {
            let stays = wanted.get(index) == Some(&(stone.id, stone.color, stone.ghost));
            if !stays {
                commands.entity(stone.part).despawn();
            }
            stays
        });
        for (index, (id, color, ghost)) in wanted {
            if self.standing.contains_key(&index) {
                continue;
            }
            let tone = ((super::cells::variety(id) * 7) & 15) as usize * TONES / 16;
            let material = if ghost {
                self.ghosts[color.index()].clone()
            } else {
                self.stones[color.index()][tone].clone()
            };
            let part = commands
                .spawn((
                    HighPart,
                    Mesh3d(self.ball.clone()),
                    MeshMaterial3d(material),
                    place(size, index, id, 0.0, 1.0),
                ))
                .id();
            self.standing.insert(index, StandingStone { part, id, color, ghost });
        }
        for moving in view.moving {
            if let Some(stone) = self.standing.get(&moving.index).filter(|stone| stone.id == moving.id) {
                let scale = if moving.fades { 1.0 - moving.lift } else { 1.0 };
                commands.entity(stone.part).insert(place(
                    size,
                    moving.index,
                    moving.id,
                    moving.lift * RISE,
                    scale,
                ));
            }
        }
        for index in view.settled {
            if let Some(stone) = self.standing.get(index) {
                commands.entity(stone.part).insert(place(size, *index, stone.id, 0.0, 1.0));
            }
        }
    }

    /// Takes all stones away.
    pub(super) fn clear(&mut self, commands: &mut Commands) {
        for stone in std::mem::take(&mut self.standing).into_values() {
            commands.entity(stone.part).despawn();
        }
    }
}

/// Where a stone stands, a little off its point as all stones do.
fn place(size: Size, index: usize, id: u32, lift: f32, scale: f32) -> Transform {
    let point = size.point(index);
    let at = Vec2::new(f32::from(point.x), f32::from(point.y)) + super::cells::offset(id);
    let middle = Vec2::new(f32::from(size.width()) - 1.0, f32::from(size.height()) - 1.0) * 0.5;
    Transform::from_xyz(at.x - middle.x, STONE_TOP * 0.5 + lift, middle.y - at.y)
        .with_scale(Vec3::new(RADIUS, STONE_TOP * 0.5, RADIUS) * scale)
}
