//! Board as characters, in a scale k: a point takes 2·k columns and k rows. Boards that are too large for
//! k = 1 are drawn as pixels.

use super::canvas::{Canvas, Cell, Rgb};
use super::palette::{self, BLACK, GRID, WHITE, WOOD};
use stonefield_go::{Color, Point, Size};

/// Content of the board view.
pub(super) struct BoardStyle {
    pub size: Size,
    /// By point number: colour of the stone, and a number that identifies its group.
    pub stones: Vec<Option<(Color, u32)>>,
    /// Temperature of each point, by point number. 0 is drawn as wood, [`palette::HOT`] (4) and more as the
    /// hottest.
    pub heat: Vec<f32>,
    /// Point of the last move. `None` after a pass, and before the first move.
    pub last: Option<Point>,
    pub layers: Layers,
}

/// Layers that are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    pub temperature: bool,
    pub links: bool,
    pub coordinates: bool,
    pub colors: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self { temperature: true, links: true, coordinates: true, colors: true }
    }
}

/// Room for the coordinates, in characters: columns left of the board, rows above it.
const MARGIN: (u16, u16) = (4, 1);

/// Largest k. With a larger one, stones would be too far apart.
const MAX_SCALE: u16 = 3;

impl BoardStyle {
    /// Columns and rows that the board takes if `width` columns and `height` rows are free.
    pub(super) fn room(&self, width: u16, height: u16) -> (u16, u16) {
        let (left, top) = self.margin();
        match self.scale(width, height) {
            0 => {
                let step = self.step(width, height);
                (self.size.width().div_ceil(step), self.size.height().div_ceil(2 * step))
            }
            k => (self.size.width() * 2 * k + left, self.size.height() * k + top),
        }
    }

    /// Draws the board into the upper left corner, in at most `width` columns and `height` rows.
    pub(super) fn draw(&self, canvas: &mut Canvas, width: u16, height: u16) {
        match self.scale(width, height) {
            0 => self.draw_pixels(canvas, width, height),
            k => self.draw_points(canvas, k),
        }
    }

    const fn margin(&self) -> (u16, u16) {
        if self.layers.coordinates { MARGIN } else { (0, 0) }
    }

    /// Largest k that fits; 0 if none does.
    fn scale(&self, width: u16, height: u16) -> u16 {
        let (left, top) = self.margin();
        let across = width.saturating_sub(left) / 2 / self.size.width();
        let down = height.saturating_sub(top) / self.size.height();
        across.min(down).min(MAX_SCALE)
    }

    /// Side of a pixel, in points.
    fn step(&self, width: u16, height: u16) -> u16 {
        let across = self.size.width().div_ceil(width.max(1));
        let down = self.size.height().div_ceil(height.max(1).saturating_mul(2));
        across.max(down).max(1)
    }

    fn stone(&self, x: u16, y: u16) -> Option<(Color, u32)> {
        let point = Point::new(x, y);
        if self.size.contains(point) {
            self.stones.get(self.size.index(point)).copied().flatten()
        } else {
            None
        }
    }

    /// Background colour of a point: its temperature, or wood.
    fn background(&self, x: u16, y: u16) -> Rgb {
        let heat = self.heat.get(self.size.index(Point::new(x, y)));
        match heat {
            Some(&heat) if self.layers.temperature => palette::heat(heat),
            _ => WOOD,
        }
    }

    fn draw_points(&self, canvas: &mut Canvas, k: u16) {
        let (left, top) = self.margin();
        let (width, height) = (self.size.width(), self.size.height());
        let stars = self.size.star_points();
        for y in 0..height {
            let row = top + (height - 1 - y) * k;
            if self.layers.coordinates {
                canvas.text(0, row + k / 2, Some(palette::QUIET), &format!("{:>3}", y + 1));
            }
            for x in 0..width {
                self.draw_point(canvas, (left + x * 2 * k, row), k, Point::new(x, y), &stars);
            }
        }
        if self.layers.coordinates {
            for x in 0..width {
                let name = Point::column_name(x);
                let column = left + x * 2 * k + k - 1;
                // Long column names are cut to their last letters, which distinguish neighbours.
                let fitting = usize::from(2 * k).max(2) - usize::from(k == 1 && name.len() > 1);
                canvas.text(column, 0, Some(palette::QUIET), &name[name.len().saturating_sub(fitting)..]);
            }
        }
    }

    /// Draws a cell of 2·k by k characters. The point itself is in column k − 1 of row k / 2.
    fn draw_point(
        &self,
        canvas: &mut Canvas,
        (left, top): (u16, u16),
        k: u16,
        point: Point,
        stars: &[Point],
    ) {
        let Point { x, y } = point;
        let background = self.background(x, y);
        let stone = self.stone(x, y);
        let (last_x, last_y) = (self.size.width() - 1, self.size.height() - 1);
        let same_group = |x: u16, y: u16| {
            self.layers.links
                && stone.is_some_and(|stone| self.stone(x, y).is_some_and(|other| other == stone))
        };
        // True if a grid line, or a link, extends from the point: to the left, right, up, down.
        let line = [x > 0, x < last_x, y < last_y, y > 0];
        let link = [
            x > 0 && same_group(x - 1, y),
            same_group(x + 1, y),
            same_group(x, y + 1),
            y > 0 && same_group(x, y - 1),
        ];
        let foreground = |linked: bool| match stone {
            Some((color, group)) if linked => palette::group(group, color),
            _ => GRID,
        };
        let (mid_x, mid_y) = (k - 1, k / 2);
        for row in 0..k {
            for column in 0..2 * k {
                let side = match (column.cmp(&mid_x), row.cmp(&mid_y)) {
                    (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Some(0),
                    (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Some(1),
                    (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Some(2),
                    (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Some(3),
                    _ => None,
                };
                let cell = match side {
                    _ if (column, row) == (mid_x, mid_y) => self.mark(point, stone, line, stars),
                    Some(side) if line[side] => {
                        let glyph = match (side < 2, link[side]) {
                            (true, true) => '━',
                            (true, false) => '─',
                            (false, true) => '┃',
                            (false, false) => '│',
                        };
                        (glyph, foreground(link[side]))
                    }
                    _ => (' ', GRID),
                };
                let (glyph, foreground) = cell;
                canvas.set(
                    left + column,
                    top + row,
                    Cell { glyph, foreground: Some(foreground), background: Some(background) },
                );
            }
        }
    }

    /// Character of the point itself: its stone, or the crossing of the grid lines.
    fn mark(
        &self,
        point: Point,
        stone: Option<(Color, u32)>,
        line: [bool; 4],
        stars: &[Point],
    ) -> (char, Rgb) {
        match stone {
            Some((color, _)) => {
                let glyph = match (self.last == Some(point), color) {
                    // With colours, one glyph is enough for both players.
                    (false, Color::White) if !self.layers.colors => '○',
                    (true, Color::White) if !self.layers.colors => '◎',
                    (false, _) => '●',
                    (true, _) => '◉',
                };
                (glyph, if color == Color::Black { BLACK } else { WHITE })
            }
            None if stars.contains(&point) => ('•', GRID),
            None => {
                let glyph = match line {
                    [false, true, false, true] => '┌',
                    [true, false, false, true] => '┐',
                    [false, true, true, false] => '└',
                    [true, false, true, false] => '┘',
                    [true, true, false, true] => '┬',
                    [true, true, true, false] => '┴',
                    [false, true, true, true] => '├',
                    [true, false, true, true] => '┤',
                    [_, _, false, false] => '─',
                    [false, false, _, _] => '│',
                    _ => '┼',
                };
                (glyph, GRID)
            }
        }
    }

    /// Draws two pixels per character, each the mean of `step` by `step` points. Without colours, one glyph
    /// per character shows who has more stones there.
    fn draw_pixels(&self, canvas: &mut Canvas, width: u16, height: u16) {
        let step = self.step(width, height);
        let (columns, rows) = self.room(width, height);
        for row in 0..rows {
            for column in 0..columns {
                if !self.layers.colors {
                    let glyph = self.majority(column * step, 2 * row * step, step);
                    canvas.set(column, row, Cell { glyph, foreground: None, background: None });
                    continue;
                }
                let upper = self.pixel(column * step, 2 * row * step, step);
                let lower = self.pixel(column * step, (2 * row + 1) * step, step);
                canvas.set(column, row, Cell { glyph: '▀', foreground: upper, background: lower });
            }
        }
    }

    /// Returns the glyph of the colour with more stones in a rectangle, or a dot if neither has more. The
    /// upper left corner is column `x`, row `down` from the top. It is `step` points wide and twice as high.
    fn majority(&self, x: u16, down: u16, step: u16) -> char {
        let mut balance = 0_i32;
        for down in down..down.saturating_add(2 * step).min(self.size.height()) {
            for x in x..x.saturating_add(step).min(self.size.width()) {
                balance += match self.stone(x, self.size.height() - 1 - down) {
                    Some((Color::Black, _)) => 1,
                    Some((Color::White, _)) => -1,
                    None => 0,
                };
            }
        }
        match balance.signum() {
            1 => '●',
            -1 => '○',
            _ => '·',
        }
    }

    /// Mean colour of a square of side `step`. Its upper left corner is column `x`, row `down` from the top.
    /// A stone has four times the weight of an empty point, so that single stones are visible. `None` beyond
    /// the edge.
    fn pixel(&self, x: u16, down: u16, step: u16) -> Option<Rgb> {
        let mut sum = [0_u32; 3];
        let mut count = 0;
        for down in down..down.saturating_add(step).min(self.size.height()) {
            let y = self.size.height() - 1 - down;
            for x in x..x.saturating_add(step).min(self.size.width()) {
                let (color, weight) = match self.stone(x, y) {
                    Some((Color::Black, _)) => (BLACK, 4),
                    Some((Color::White, _)) => (WHITE, 4),
                    None => (self.background(x, y), 1),
                };
                for (sum, part) in sum.iter_mut().zip(color) {
                    *sum += weight * u32::from(part);
                }
                count += weight;
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "the mean of bytes is a byte")]
        (count > 0).then(|| sum.map(|sum| (sum / count) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(width: u16, height: u16, stones: &[(u16, u16, Color, u32)]) -> BoardStyle {
        let size = Size::new(width, height).expect("a size");
        let mut look = BoardStyle {
            size,
            stones: vec![None; size.area()],
            heat: vec![0.0; size.area()],
            last: None,
            layers: Layers::default(),
        };
        for &(x, y, color, root) in stones {
            look.stones[size.index(Point::new(x, y))] = Some((color, root));
        }
        look
    }

    fn drawn(look: &BoardStyle, width: u16, height: u16) -> String {
        let (columns, rows) = look.room(width, height);
        let mut canvas = Canvas::new(columns, rows);
        look.draw(&mut canvas, width, height);
        canvas.plain()
    }

    #[test]
    fn a_small_board_shows_stones_links_and_coordinates() {
        let mut look =
            look(3, 3, &[(0, 0, Color::Black, 1), (1, 0, Color::Black, 1), (1, 2, Color::White, 2)]);
        look.last = Some(Point::new(1, 2));
        assert_eq!(
            drawn(&look, 12, 4),
            "    A B C\n\
             \u{20} 3 ┌─◉─┐\n\
             \u{20} 2 ├─┼─┤\n\
             \u{20} 1 ●━●─┘\n"
        );
    }

    #[test]
    fn with_room_vertical_links_are_drawn() {
        let mut look = look(2, 2, &[(0, 0, Color::Black, 1), (0, 1, Color::Black, 1)]);
        look.layers.coordinates = false;
        assert_eq!(drawn(&look, 8, 4), "\n ●───┐\n ┃   │\n ●───┘\n");
    }

    #[test]
    fn without_colours_glyphs_show_the_player() {
        let stones = [(0, 0, Color::Black, 1), (2, 0, Color::White, 2), (0, 2, Color::White, 3)];
        let mut look = look(4, 4, &stones);
        (look.layers.colors, look.layers.coordinates, look.last) = (false, false, Some(Point::new(0, 2)));
        assert_eq!(drawn(&look, 8, 4), "┌─┬─┬─┐\n◎─┼─┼─┤\n├─┼─┼─┤\n●─┴─○─┘\n");
        // With less room, one character shows 1 by 2 points, then 2 by 4.
        look.last = None;
        assert_eq!(drawn(&look, 4, 2), "○···\n●·○·\n");
        assert_eq!(drawn(&look, 2, 1), "·○\n");
    }

    #[test]
    fn boards_of_any_size_fit_any_room() {
        for (width, height) in [(1, 1), (1, 9), (2, 1), (19, 19), (300, 7), (1024, 1024)] {
            let look = look(width, height, &[(0, 0, Color::Black, 0)]);
            for room in [(0, 0), (1, 1), (5, 3), (80, 24), (200, 60)] {
                let (columns, rows) = look.room(room.0, room.1);
                if room.0 > 0 && room.1 > 0 {
                    assert!(
                        columns <= room.0 && rows <= room.1,
                        "{width}x{height} in {room:?}: {columns}x{rows}"
                    );
                }
                let mut canvas = Canvas::new(room.0, room.1);
                look.draw(&mut canvas, room.0, room.1);
            }
        }
    }
}
