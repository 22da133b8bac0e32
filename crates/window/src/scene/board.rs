//! Uniform of the shaders for the whole board.

use super::heat::linear;
use super::seen_cells::SeenCells;
use crate::shell::layers::{Layer, Layers};
use crate::shell::palette::Theme;
use crate::shell::slab::{margin, thickness};
use bevy::math::{Vec2, Vec4};
use bevy::render::render_resource::ShaderType;
use stonefield_go::Size;

/// Height of a stone, in cells: twice `HALF` of `common.wgsl`.
pub(super) const STONE_TOP: f32 = 0.38;
/// Largest height of moving stones above the board, in cells: `RISE` of `common.wgsl`.
pub(super) const RISE: f32 = 1.0;

/// `Board` of `common.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub(super) struct BoardUniform {
    pub(super) size: Vec2,
    pub(super) margin: f32,
    pub(super) thickness: f32,
    pub(super) table: Vec4,
    pub(super) wood: Vec4,
    /// x: width of marks, 1 as a rule.
    pub(super) marks: Vec4,
    pub(super) look: Vec4,
    /// Seen part of the board: first column and row, then numbers of columns and rows.
    pub(super) seen: Vec4,
}

impl BoardUniform {
    /// Returns the uniform of a board. `top`: largest height of its stones, in cells.
    pub(super) fn new(size: Size, seen: SeenCells, theme: Theme, layers: &Layers, top: f32) -> Self {
        let light = |color: [f32; 3]| {
            let [red, green, blue] = color.map(linear);
            Vec4::new(red, green, blue, 1.0)
        };
        let shadow = match theme {
            Theme::Dark => 0.28,
            Theme::Light => 0.50,
            // Print has no shadows, and none is visible on black.
            Theme::Print | Theme::HighContrast => 1.0,
        };
        let weight = if theme == Theme::HighContrast { 1.7 } else { 1.0 };
        // The ring of the last move leaves space for a text.
        let written =
            layers.get(Layer::Numbers) || layers.get(Layer::Letters) || layers.get(Layer::Liberties);
        let ring = if written { 0.415 } else { 0.225 };
        Self {
            size: Vec2::new(f32::from(size.width()), f32::from(size.height())),
            margin: margin(size),
            thickness: thickness(size),
            table: light(theme.table()),
            wood: light(theme.board()),
            marks: Vec4::new(weight, 0.0, 0.0, 0.0),
            look: Vec4::new(f32::from(u8::from(layers.get(Layer::Temperature))), ring, top, shadow),
            seen: seen.to_vec4(),
        }
    }
}
