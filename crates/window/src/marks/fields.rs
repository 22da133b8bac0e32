//! Fields: layers with a number for each point, which says whose the point is and how firmly.

use super::candidates::veil;
use crate::shell::board_painter::BoardPainter;
use crate::shell::layers::{Layer, Layers};
use crate::shell::theme;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Color32, Painter, Rect, Stroke, StrokeKind, lerp, pos2, vec2};
use std::collections::HashMap;
use stonefield_go::field::{BouzyField, BouzyParams, ControlGame, InfluenceField, LifeField, TerritoryField};
use stonefield_go::{Color, Point, Position, Rules, Size};

/// Colours of Black's and White's squares.
const DARK: Color32 = Color32::from_rgb(0x16, 0x1d, 0x3a);
const LIGHT: Color32 = Color32::from_rgb(0xff, 0xfb, 0xf0);

/// Smallest absolute value that is drawn and counted.
const MIN_VALUE: f32 = 0.02;

/// Largest number of points that are drawn. On larger parts of a board the points are thinned out evenly.
const MAX_POINTS: usize = 40_000;

/// Field as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldMap {
    /// Value for each point, by point index: 1 is firmly Black's, -1 firmly White's.
    pub values: Vec<f32>,
    /// Text that says what is counted.
    pub words: &'static str,
    /// Number of points of Black and of White.
    pub counts: [u32; 2],
    /// Score of the control field, above 0 for Black. `None` for the other fields.
    pub sum: Option<f32>,
}

impl FieldMap {
    /// Returns the counts, and the sum if there is one, as one line.
    #[must_use]
    pub fn said(&self) -> String {
        let [black, white] = self.counts;
        let sum = self.sum.map_or_else(String::new, |sum| format!("; sum {sum:+.1}"));
        format!("{}: Black {black}, White {white}{sum}", self.words)
    }
}

/// Latest field map of each board that is shown, by goban.
#[derive(Resource, Default)]
pub struct FieldMaps(HashMap<Entity, MeasuredField>);

/// Cached map, with its key and its gauge.
#[derive(Default)]
struct MeasuredField {
    key: Option<(Layer, PositionKey)>,
    /// Stones that the map leaves out.
    dead: Vec<Point>,
    gauge: Option<(GaugeKey, Gauge)>,
    map: FieldMap,
}

/// Hash of the position, number of plies before it, and rules: the parts on which a map depends.
type PositionKey = (u64, u32, Rules);

/// Layer and board size of a gauge, and true if suicide is legal.
type GaugeKey = (Layer, Size, bool);

impl FieldMaps {
    /// Returns the latest map of a goban.
    #[must_use]
    pub fn last(&self, goban: Entity) -> Option<&FieldMap> {
        Some(&self.0.get(&goban)?.map)
    }

    /// Removes the maps of gobans that are no longer shown.
    pub fn retain(&mut self, shown: impl Fn(Entity) -> bool) {
        self.0.retain(|&goban, _| shown(goban));
    }

    /// Returns the map of a layer for the position on a goban, and measures it if the cached map is of
    /// another position or layer. `dead`: stones that territory leaves out. Empty if the layer is no field.
    pub fn map(&mut self, layer: Layer, goban: Entity, position: &Position, dead: &[Point]) -> &FieldMap {
        let key = (layer, (position.hash(), position.ply(), *position.rules()));
        let cached = self.0.entry(goban).or_default();
        // The control map depends on the move order, not only on the position.
        let is_other_game = matches!(&cached.gauge, Some((_, Gauge::Control(game))) if cached.key == Some(key) && !game.is_at(position));
        if cached.key != Some(key) || cached.dead != dead || is_other_game {
            let gauge_key = (layer, position.size(), position.rules().suicide);
            let kept = cached.gauge.take().filter(|(key, _)| *key == gauge_key);
            cached.gauge = kept.or_else(|| Some((gauge_key, Gauge::new(layer, position)?)));
            cached.map =
                cached.gauge.as_mut().map(|(_, gauge)| gauge.measure(position, dead)).unwrap_or_default();
            (cached.key, cached.dead) = (Some(key), dead.to_vec());
        }
        &cached.map
    }
}

/// Returns the field that is shown, if any.
#[must_use]
pub fn shown(layers: &Layers) -> Option<Layer> {
    Layer::FIELDS.into_iter().find(|&layer| layers.get(layer))
}

/// Returns the field after the one that is shown, or the first if none is. `None` after the last.
#[must_use]
pub fn next(layers: &Layers) -> Option<Layer> {
    let index = shown(layers).and_then(|shown| Layer::FIELDS.iter().position(|&layer| layer == shown));
    Layer::FIELDS.get(index.map_or(0, |index| index + 1)).copied()
}

/// Calculator of a field, kept from one position to the next.
enum Gauge {
    Territory(TerritoryField),
    Bouzy(BouzyField),
    Influence(Box<InfluenceField>),
    Control(ControlGame),
    Life(LifeField),
}

impl Gauge {
    /// Returns the gauge of a layer for the position's board size and rules; `None` if the layer is no field.
    fn new(layer: Layer, position: &Position) -> Option<Self> {
        let size = position.size();
        Some(match layer {
            Layer::Territory => Self::Territory(TerritoryField::new(size)),
            Layer::Bouzy => Self::Bouzy(BouzyField::new(size, BouzyParams::default())),
            Layer::Influence => Self::Influence(Box::new(InfluenceField::new(size, BouzyParams::default()))),
            Layer::Control => Self::Control(ControlGame::new(position, false)),
            Layer::Life => Self::Life(LifeField::new(size, position.rules().suicide)),
            _ => return None,
        })
    }

    /// Returns the map of a position. `dead`: stones that territory leaves out.
    fn measure(&mut self, position: &Position, dead: &[Point]) -> FieldMap {
        let mut setup = position.setup();
        if matches!(self, Self::Territory(_)) {
            dead.iter().for_each(|&point| setup.set(point, None));
        }
        let stones = setup.stones();
        let (values, unit): (Vec<f32>, _) = match self {
            Self::Territory(field) => {
                field.measure(stones);
                (scaled(field.values(), 1.0), "points surrounded by one colour")
            }
            Self::Bouzy(field) => {
                field.measure(stones);
                // 24 keeps differences between empty points visible. The values of stones are far larger.
                (scaled(field.values(), 24.0), "empty points after dilation and erosion")
            }
            Self::Influence(field) => {
                field.measure(stones);
                (scaled(field.influence(), 1.0), "points in reach")
            }
            Self::Control(game) => {
                game.follow(position);
                (scaled(game.field().values(), 1.0), "points controlled, with stones")
            }
            Self::Life(field) => {
                field.rebuild(&setup);
                (scaled(field.values(), 1.0), "points alive whatever is played, with stones")
            }
        };
        let only_empty = matches!(self, Self::Bouzy(_));
        let counted = values.iter().zip(stones).filter(|(_, stone)| !only_empty || stone.is_none());
        let counts = counted.fold([0_u32; 2], |[black, white], (&value, _)| {
            [black + u32::from(value > MIN_VALUE), white + u32::from(value < -MIN_VALUE)]
        });
        let sum = match self {
            Self::Control(game) => Some(game.field().score(Color::Black) as f32 + 0.0),
            _ => None,
        };
        FieldMap { values, words: unit, counts, sum }
    }
}

/// Returns the values divided by `full`, limited to -1 to 1, and negated: in a field Black is below 0.
fn scaled<T: Copy + Into<f32>>(values: &[T], full: f32) -> Vec<f32> {
    values.iter().map(|&value| (-value.into() / full).clamp(-1.0, 1.0)).collect()
}

/// Draws a square on each point that is not neutral. A larger square is firmer.
pub fn paint(board_painter: BoardPainter<'_>, position: &Position, map: &FieldMap) {
    let size = position.size();
    if map.values.len() != size.area() {
        return;
    }
    let cell = board_painter.cell();
    let (points, every) = board_painter.points(size, MAX_POINTS);
    for point in points {
        let value = map.values[size.index(point)];
        let color = if value > 0.0 { Color::Black } else { Color::White };
        // A stone is marked only if its point belongs to the opponent.
        if value.abs() < MIN_VALUE || position.at(point) == Some(color) {
            continue;
        }
        let Some(at) = board_painter.place(point) else { continue };
        let (fill, rim) = if color == Color::Black { (DARK, LIGHT) } else { (LIGHT, DARK) };
        let firm = value.abs();
        let side = cell * every as f32 * lerp(0.30..=0.80, firm);
        let square = Rect::from_center_size(at, vec2(side, side));
        let stroke = Stroke::new(if cell > 9.0 { 1.0 } else { 0.0 }, veil(rim, 0.25));
        let ink = veil(fill, lerp(0.4..=0.8, firm));
        board_painter.painter.rect(square, 0.12 * side, ink, stroke, StrokeKind::Inside);
    }
}

/// Draws the legend above or `below` the board: the title of the layer, what is counted, and the counts.
pub fn legend(painter: &Painter, layer: Layer, map: &FieldMap, below: bool) {
    let ink = Color32::from_rgb(0xf7, 0xf1, 0xe6);
    let text = |text: String| painter.layout_no_wrap(text, theme::text_font(), ink);
    let title = text(format!("{}: {}", layer.title(), map.words));
    let counts = map.counts.map(|count| text(count.to_string()));
    let width = 24.0 + title.size().x + counts.iter().map(|text| text.size().x + 28.0).sum::<f32>();
    let clip = painter.clip_rect();
    let top = if below { clip.bottom() - 22.0 } else { clip.top() + 2.0 };
    let corner = pos2(clip.center().x - width / 2.0, top);
    let frame = Rect::from_min_size(corner, vec2(width, 20.0));
    painter.rect_filled(frame, 6.0, Color32::from_rgba_unmultiplied(0x1c, 0x15, 0x10, 0xe8));
    let mut at = frame.left_center() + vec2(12.0, 0.0);
    let title_width = title.size().x;
    painter.galley(at - vec2(0.0, title.size().y / 2.0), title, ink);
    at.x += title_width + 16.0;
    for (count, fill) in counts.into_iter().zip([DARK, LIGHT]) {
        let rim = Stroke::new(1.0, ink.gamma_multiply(0.6));
        painter.rect(Rect::from_center_size(at, vec2(10.0, 10.0)), 1.2, fill, rim, StrokeKind::Inside);
        let count_width = count.size().x;
        painter.galley(at + vec2(9.0, -count.size().y / 2.0), count, ink);
        at.x += count_width + 28.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Setup;

    #[test]
    fn black_is_above_and_white_below_0_in_every_field() {
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
            let map = Gauge::new(layer, &position).expect("a field").measure(&position, &[]);
            assert_eq!(map.values.len(), size.area(), "{layer}");
            let at = |x, y| map.values[size.index(Point::new(x, y))];
            assert!(at(0, 0) > 0.0 && at(5, 0) < 0.0, "{layer}: {} {}", at(0, 0), at(5, 0));
            assert!(map.values.iter().all(|value| value.abs() <= 1.0), "{layer}");
            assert!(map.counts.iter().all(|&count| count > 0), "{layer}: {:?}", map.counts);
        }
    }

    #[test]
    fn territory_leaves_dead_stones_out() {
        let setup: Setup = "
            . X . O .
            X X . O O
            . X O O .
            X O X O O
            . O . O ."
            .parse()
            .expect("a diagram");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        let dead = Point::new(2, 1);
        assert_eq!(position.at(dead), Some(Color::Black));
        let mut maps = FieldMaps::default();
        for (dead, counts) in [(&[][..], [2, 3]), (&[dead], [2, 5]), (&[], [2, 3])] {
            let map = maps.map(Layer::Territory, Entity::PLACEHOLDER, &position, dead);
            assert_eq!(map.counts, counts, "{dead:?}");
        }
    }

    #[test]
    fn fields_follow_each_other_and_end() {
        let mut layers = Layers::BARE;
        let mut fields = Vec::new();
        while let Some(layer) = next(&layers) {
            layers.set(layer, true);
            fields.push(layer);
            assert_eq!(shown(&layers), Some(layer), "one at a time");
        }
        assert_eq!(fields, Layer::FIELDS);
    }
}
