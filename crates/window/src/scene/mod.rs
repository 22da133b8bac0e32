//! Scene: draws the boards with their stones and marks, each from the agents of one goban.
//!
//! Three small images of a board are written only when something changed: one number for each cell, the heat,
//! and the view from afar. At low quality one quad with one shader draws everything from them. At high
//! quality board and stones are lit meshes, with marks from the same images.

mod board;
mod boards;
mod cells;
mod contours;
mod density;
mod difference;
mod heat;
mod high;
mod lines;
mod low;
mod motion;
mod paint;
mod painting;
mod picture;
mod point;
pub(super) mod scenery;
mod seen_cells;
mod shaders;
mod shares;
mod software_adapter;
mod vector;
mod view;
mod wood;

pub(super) use vector::draw_board;

use crate::shell::camera::{self, CameraMode, FitBoard, ScreenSize};
use crate::shell::drawing::{self, Drawing};
use crate::shell::group_colors::color_groups;
use crate::shell::layers::Layers;
use crate::shell::palette::{AbsoluteHeat, HeatScale, Theme, WantedColormap};
use crate::shell::quality::{AutoQuality, Quality};
use crate::shell::state::{
    BoardArea, Hovered, Projector, Redraw, ReducedMotion, SceneSystems, Selected, SelectedElsewhere,
    ShownBoards,
};
use bevy::app::{App, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::pbr::MaterialPlugin;
use stonefield_go::Size;
use stonefield_sim::SimSystems;

/// Adds the scene of the boards and its cameras.
pub(super) fn plugin(app: &mut App) {
    shaders::plugin(app);
    picture::plugin(app);
    app.add_plugins((
        MaterialPlugin::<low::LowMaterial>::default(),
        MaterialPlugin::<high::HighMaterial>::default(),
        MaterialPlugin::<lines::LineMaterial>::default(),
        crate::shell::shaders_pending::plugin,
    ))
    .init_resource::<Quality>()
    .init_resource::<AutoQuality>()
    .init_resource::<Layers>()
    .init_resource::<Theme>()
    .init_resource::<HeatScale>()
    .init_resource::<WantedColormap>()
    .init_resource::<AbsoluteHeat>()
    .init_resource::<CameraMode>()
    .init_resource::<ScreenSize>()
    .init_resource::<BoardArea>()
    .init_resource::<Projector>()
    .init_resource::<ShownBoards>()
    .init_resource::<Hovered>()
    .init_resource::<Selected>()
    .init_resource::<SelectedElsewhere>()
    .init_resource::<ReducedMotion>()
    .init_resource::<Redraw>()
    .init_resource::<Drawing>()
    .insert_resource(high::ambient())
    .insert_resource(high::shadow_map(Size::default()))
    .add_message::<FitBoard>()
    .add_systems(Startup, (painting::set_up, software_adapter::simplify_panel_shader))
    .configure_sets(Update, (SceneSystems::Look, SceneSystems::Draw).chain().after(SimSystems::Pace))
    .add_systems(
        Update,
        (
            (camera::measure, boards::arrange, camera::control, camera::place, point::point)
                .chain()
                .in_set(SceneSystems::Look),
            (
                paint::scale_heat,
                // A board that is not drawn has its stones come to rest unseen.
                (color_groups, motion::advance, paint::paint).chain().run_if(drawing::is_due),
                paint::update_materials,
                paint::fit_parts,
                paint::separate_boards,
                picture::aim_cameras,
            )
                .chain()
                .in_set(SceneSystems::Draw),
        ),
    );
}
