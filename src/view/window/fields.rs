//! Scalars over the board, each a layer: whose points are, and how firmly, by one rule or another.

use super::ideas::veil;
use super::layers::{Layer, Layers};
use super::surface::Surface;
use crate::field::{BouzyField, BouzyParams, ControlField, InfluenceField, LifeField, TerritoryField};
use crate::go::{Color, Position};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Color32, Rect, Stroke, StrokeKind, lerp, vec2};

/// Values below this are not drawn.
const LEAST: f32 = 0.02;

/// Points drawn at most: of a larger part of a board only so many, evenly.
const MOST: usize = 40_000;

/// A field as it is drawn: 1 is firmly Black's, -1 firmly White's, by point number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// The values.
    pub values: Vec<f32>,
    /// What there is to be said of it in one line.
    pub words: String,
}

/// The last map, and what it is of.
#[derive(Resource, Default)]
pub struct Known {
    of: Option<(Layer, Entity, u64)>,
    map: Map,
}

impl Known {
    /// What was measured last.
    #[must_use]
    pub const fn last(&self) -> &Map {
        &self.map
    }

    /// The map of a layer, if it is a field's, for the position on a goban; measured anew where that is not known.
    pub fn map(&mut self, layer: Layer, goban: Entity, position: &Position) -> &Map {
        let of = (layer, goban, position.hash());
        if self.of != Some(of) {
            self.map = measure(layer, position);
            self.of = Some(of);
        }
        &self.map
    }
}

/// The field that is shown.
#[must_use]
pub fn shown(layers: &Layers) -> Option<Layer> {
    Layer::FIELDS.into_iter().find(|&layer| layers.get(layer))
}

/// The field after the one that is shown; `None` after the last.
#[must_use]
pub fn next(layers: &Layers) -> Option<Layer> {
    let at = shown(layers).and_then(|shown| Layer::FIELDS.iter().position(|&layer| layer == shown));
    Layer::FIELDS.get(at.map_or(0, |at| at + 1)).copied()
}

/// Measures a field on a position.
#[must_use]
pub fn measure(layer: Layer, position: &Position) -> Map {
    let setup = position.setup();
    let (size, stones) = (position.size(), setup.stones());
    let (values, unit): (Vec<f32>, _) = match layer {
        Layer::Territory => {
            let mut field = TerritoryField::new(size);
            field.measure(stones);
            (scaled(field.values(), 1.0), "points surrounded by one colour")
        }
        Layer::Bouzy => {
            let mut field = BouzyField::new(size, BouzyParams::default());
            field.measure(stones);
            // What lies between stones is told apart; a stone's own value is far larger.
            (scaled(field.values(), 24.0), "points after dilating and eroding")
        }
        Layer::Influence => {
            let mut field = InfluenceField::new(size, BouzyParams::default());
            field.measure(stones);
            (scaled(field.influence(), 1.0), "points in reach")
        }
        Layer::Control => {
            let mut field = ControlField::new(size, false);
            field.rebuild(stones.iter().copied());
            (scaled(field.values(), 1.0), "points controlled")
        }
        Layer::Life => {
            let mut field = LifeField::new(size, position.rules().suicide);
            field.rebuild(&setup);
            (scaled(field.values(), 1.0), "points alive whatever is played")
        }
        _ => return Map::default(),
    };
    let count = |sign: f32| values.iter().filter(|value| **value * sign > LEAST).count();
    let words = format!("{unit}: Black {}, White {}", count(1.0), count(-1.0));
    Map { values, words }
}

/// Fields have Black below 0.
fn scaled<T: Copy + Into<f32>>(values: &[T], full: f32) -> Vec<f32> {
    values.iter().map(|&value| (-value.into() / full).clamp(-1.0, 1.0)).collect()
}

/// Draws a map.
pub fn paint(surface: Surface<'_>, position: &Position, map: &Map) {
    let size = position.size();
    if map.values.len() != size.area() {
        return;
    }
    let cell = surface.cell();
    let dark = Color32::from_rgb(0x16, 0x1d, 0x3a);
    let light = Color32::from_rgb(0xff, 0xfb, 0xf0);
    let (points, every) = surface.points(size, MOST);
    for point in points {
        let value = map.values[size.index(point)];
        let color = if value > 0.0 { Color::Black } else { Color::White };
        // On a stone it says something only where that is thought the other's.
        if value.abs() < LEAST || position.at(point) == Some(color) {
            continue;
        }
        let Some(at) = surface.place(point) else { continue };
        let (fill, rim) = if color == Color::Black { (dark, light) } else { (light, dark) };
        let firm = value.abs();
        let side = cell * every as f32 * lerp(0.30..=0.80, firm);
        let square = Rect::from_center_size(at, vec2(side, side));
        let stroke = Stroke::new(if cell > 9.0 { 1.0 } else { 0.0 }, veil(rim, 0.25));
        let ink = veil(fill, lerp(0.4..=0.8, firm));
        surface.painter.rect(square, 0.12 * side, ink, stroke, StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Setup};

    #[test]
    fn black_is_above_and_white_below_nought_in_every_field() {
        let setup: Setup = "
            . X . X O . O
            X X X X O O O
            . X . X O . O
            X X X X O O O
            . X . X O . O
            X X X X O O O
            . X . X O . O"
            .parse()
            .expect("a diagram");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        let size = position.size();
        for layer in Layer::FIELDS {
            let map = measure(layer, &position);
            assert_eq!(map.values.len(), size.area(), "{layer}");
            let at = |x, y| map.values[size.index(crate::go::Point::new(x, y))];
            assert!(at(0, 0) > 0.0 && at(5, 0) < 0.0, "{layer}: {} {}", at(0, 0), at(5, 0));
            assert!(map.values.iter().all(|value| value.abs() <= 1.0), "{layer}");
            assert!(map.words.contains("Black") && map.words.contains("White"), "{layer}: {}", map.words);
        }
    }

    #[test]
    fn fields_follow_each_other_and_end() {
        let mut layers = Layers::BARE;
        let mut seen = Vec::new();
        while let Some(layer) = next(&layers) {
            layers.set(layer, true);
            seen.push(layer);
            assert_eq!(shown(&layers), Some(layer), "one at a time");
        }
        assert_eq!(seen, Layer::FIELDS);
    }
}
