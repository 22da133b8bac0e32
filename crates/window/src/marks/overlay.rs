//! Text on the board: coordinates, liberties, move numbers, letters of groups.

use crate::shell::board_painter::BoardPainter;
use crate::shell::layers::{Layer, Layers};
use crate::shell::slab::margin;
use crate::shell::theme::PanelColors;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, FontId, Galley, Painter, Pos2, Rect};
use std::collections::HashMap;
use std::sync::Arc;
use stonefield_go::{ByColor, Color, Point, Size};

/// Smallest cell on which text on stones is drawn, in logical pixels.
pub const MIN_TEXT_CELL: f32 = 14.0;

/// Smallest cell on which a stone has two lines of text, in points of the panels.
pub const MIN_TWO_LINES_CELL: f32 = 26.0;

/// Height of the text on a stone, in cells.
const STONE_HEIGHT: f32 = 0.3;

/// Text on a stone: up to two short lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneLabel {
    /// Point of the stone.
    pub point: Point,
    /// Colour of the stone.
    pub color: Color,
    /// Up to two lines of text, the upper one first.
    pub lines: [Option<String>; 2],
    /// True for a warning: liberties are shown, and the group has at most one.
    pub alarm: bool,
    /// True if links cross the stone, so that the text gets a background.
    pub crossed: bool,
}

/// Numbers that can be written on a stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneMarks {
    /// Tick in which the stone was placed; `None` for stones of the initial position. Under NetLogo rules:
    /// number in the order of placement, from 1.
    pub number: Option<u64>,
    /// Number of liberties of its group; `u32::MAX` if the layer of liberties is hidden.
    pub liberties: u32,
    /// Number of its group, from 0, in the order of the groups' oldest stones.
    pub group: Option<u16>,
    /// True if the stone has links.
    pub linked: bool,
}

impl StoneLabel {
    /// Returns the text that the layers show on a stone; `None` if they show none.
    #[must_use]
    pub fn of(point: Point, color: Color, marks: StoneMarks, layers: &Layers) -> Option<Self> {
        let number = marks.number.filter(|_| layers.get(Layer::Numbers)).map(|number| number.to_string());
        let letter = marks.group.filter(|_| layers.get(Layer::Letters)).map(Point::column_name);
        let liberties = layers.get(Layer::Liberties).then(|| marks.liberties.to_string());
        let group = match (letter, liberties) {
            // Without the dot, C1 would read as a point.
            (Some(letter), Some(liberties)) => Some(format!("{letter}·{liberties}")),
            (one, other) => one.or(other),
        };
        let alarm = layers.get(Layer::Liberties) && marks.liberties <= 1;
        let lines = match number {
            Some(number) => [Some(number), group],
            None => [group, None],
        };
        let crossed = layers.get(Layer::Links) && marks.linked;
        lines[0].is_some().then_some(Self { point, color, lines, alarm, crossed })
    }
}

/// Writes texts. Each text and size is laid out once.
pub(crate) struct Pen<'a> {
    painter: &'a Painter,
    galleys: HashMap<(String, u32), Arc<Galley>>,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(painter: &'a Painter) -> Self {
        Self { painter, galleys: HashMap::new() }
    }

    /// Writes a text centred on `at`. The size is in points, limited to 7 to 32.
    pub(crate) fn write(&mut self, at: Pos2, text: &str, size: f32, color: Color32) {
        // Sizes are rounded to half points, because each size takes space in the font's texture.
        let halves = (size * 2.0).round().clamp(14.0, 64.0);
        let galley = self.galleys.entry((text.to_owned(), halves as u32)).or_insert_with(|| {
            let font = FontId::proportional(halves / 2.0);
            self.painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER)
        });
        self.painter.galley(at - galley.size() / 2.0, galley.clone(), color);
    }

    /// Writes a text over a background, if one is given.
    fn write_on(&mut self, at: Pos2, text: &str, size: f32, color: Color32, ground: Option<Color32>) {
        if let Some(ground) = ground {
            let half = egui::vec2(0.28 * size * text.chars().count().max(2) as f32, 0.5 * size);
            self.painter.rect_filled(Rect::from_center_size(at, 2.0 * half), half.y, ground);
        }
        self.write(at, text, size, color);
    }
}

/// Draws the coordinates, if their layer is shown, and the text on the stones.
pub fn paint(
    board_painter: BoardPainter<'_>,
    size: Size,
    layers: &Layers,
    labels: impl Iterator<Item = StoneLabel>,
) {
    let mut pen = Pen::new(board_painter.painter);
    let cell = board_painter.cell();
    if layers.get(Layer::Coordinates) {
        coordinates(&mut pen, board_painter, size);
    }
    if !board_painter.has_room(MIN_TEXT_CELL) {
        return;
    }
    let colors = ByColor::new(Color32::from_rgb(0xf7, 0xf1, 0xe6), Color32::from_rgb(0x1c, 0x17, 0x11));
    let alarm = ByColor::new(Color32::from_rgb(0xff, 0x8f, 0x66), Color32::from_rgb(0xb3, 0x1b, 0x0c));
    let grounds = ByColor::new(Color32::from_rgb(0x25, 0x26, 0x29), Color32::from_rgb(0xec, 0xe8, 0xe0));
    for label in labels {
        let ground = label.crossed.then_some(grounds[label.color]);
        // In perspective the top of a stone appears above its point.
        let middle = Vec2::new(f32::from(label.point.x), f32::from(label.point.y));
        let top = board_painter.place(label.point).and_then(|_| board_painter.above(middle, STONE_HEIGHT));
        let Some(at) = top else { continue };
        let color = if label.alarm { alarm[label.color] } else { colors[label.color] };
        let [first, second] = &label.lines;
        let lines = [first, second].into_iter().flatten().collect::<Vec<_>>();
        if let ([above, below], true) = (lines.as_slice(), cell >= MIN_TWO_LINES_CELL) {
            let (up, down) = (egui::vec2(0.0, -0.16 * cell), egui::vec2(0.0, 0.20 * cell));
            pen.write_on(at + up, above, 0.34 * cell * fit_factor(above), color, ground);
            pen.write_on(at + down, below, 0.27 * cell * fit_factor(below), color, ground);
        } else if let Some(text) = lines.first() {
            pen.write_on(at, text, 0.48 * cell * fit_factor(text), color, ground);
        }
    }
}

/// Returns the factor, up to 1, by which a text is reduced so that it fits on a stone.
fn fit_factor(text: &str) -> f32 {
    match text.chars().count() {
        0..=2 => 1.0,
        3 => 0.80,
        4 => 0.64,
        _ => 0.52,
    }
}

/// Draws the names of columns and rows on all four sides. Where they are too close, only every n-th is drawn.
fn coordinates(pen: &mut Pen<'_>, board_painter: BoardPainter<'_>, size: Size) {
    let cell = board_painter.cell();
    let clip = board_painter.painter.clip_rect();
    let font = (0.40 * cell).clamp(9.0, 15.0);
    // A name that would be cut off is left out.
    let place = |x: f32, y: f32, name: &str| {
        let room = egui::vec2(0.56 * font * name.len() as f32, font);
        board_painter.at(Vec2::new(x, y)).filter(|&at| clip.contains_rect(Rect::from_center_size(at, room)))
    };
    let color = PanelColors::of_context(pen.painter.ctx()).board_ink;
    let (width, height) = (f32::from(size.width()), f32::from(size.height()));
    let min_step = |room: f32| (room / cell.max(0.01)).ceil().max(1.0) as usize;
    // Names are centred between the outermost stones and the edge of the slab. A name that does not fit there
    // is left out.
    let (out, room) = (0.5 * (margin(size) + 0.5), (margin(size) - 0.5) * cell);
    let fits = |name: &str| 0.56 * font * name.len() as f32 <= room;
    // Numbers of named rows are multiples of the step: 5, 10, …. Columns are counted from A: A, F, L, ….
    let every_nth = |step: usize, from: u16, count: u16| {
        (0..count).filter(move |&index| (usize::from(index) + usize::from(from)).is_multiple_of(step))
    };
    let wide = if size.width() > 25 { 1.9 * font } else { 1.3 * font };
    for x in every_nth(round_step(min_step(wide)), 0, size.width()) {
        let name = Point::column_name(x);
        if font > room {
            continue;
        }
        for y in [-out, height - 1.0 + out] {
            if let Some(at) = place(f32::from(x), y, &name) {
                pen.write(at, &name, font, color);
            }
        }
    }
    for y in every_nth(round_step(min_step(1.3 * font)), 1, size.height()) {
        let name = (u32::from(y) + 1).to_string();
        if !fits(&name) {
            continue;
        }
        for x in [-out, width - 1.0 + out] {
            if let Some(at) = place(x, f32::from(y), &name) {
                pen.write(at, &name, font, color);
            }
        }
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50, … that is at least `step`.
fn round_step(step: usize) -> usize {
    let mut unit = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * unit >= step {
                return factor * unit;
            }
        }
        unit *= 10;
    }
}

/// Returns a number for each group, from 0, in the order of their first occurrence in `roots`: the roots of
/// the stones' groups, the oldest stone first. From 65,535 on the number stays the same.
#[must_use]
pub fn group_numbers(roots: impl Iterator<Item = u32>) -> HashMap<u32, u16> {
    let mut numbers = HashMap::new();
    for root in roots {
        let next = u16::try_from(numbers.len()).unwrap_or(u16::MAX);
        numbers.entry(root).or_insert(next);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_the_lines_of_the_layers() {
        let marks = StoneMarks { number: Some(12), liberties: 1, group: Some(2), linked: true };
        let label = |layers: &Layers| StoneLabel::of(Point::new(3, 3), Color::Black, marks, layers);
        let mut layers = Layers::default();
        assert_eq!(label(&layers), None);
        layers.set(Layer::Liberties, true);
        let liberties = label(&layers).expect("liberties");
        assert_eq!((liberties.lines, liberties.alarm), ([Some("1".into()), None], true));
        layers.set(Layer::Letters, true);
        assert_eq!(label(&layers).expect("both").lines, [Some("C·1".into()), None]);
        layers.set(Layer::Numbers, true);
        assert_eq!(label(&layers).expect("all").lines, [Some("12".into()), Some("C·1".into())]);
    }

    #[test]
    fn groups_are_numbered_by_their_oldest_stones() {
        let numbers = group_numbers([7, 3, 7, 9, 3].into_iter());
        assert_eq!((numbers[&7], numbers[&3], numbers[&9]), (0, 1, 2));
    }

    #[test]
    fn steps_between_names_are_round() {
        assert_eq!([1, 2, 3, 5, 6, 11, 40, 51].map(round_step), [1, 2, 5, 5, 10, 20, 50, 100]);
    }
}
