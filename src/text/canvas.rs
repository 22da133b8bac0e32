//! Grid of coloured characters, and its output to a terminal.

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Color, Print, ResetColor, SetBackgroundColor, SetForegroundColor};
use std::io::Write;
use stonefield_go::notation::visible;

/// A 24-bit colour: red, green, blue.
pub(super) type Rgb = [u8; 3];

/// One character with its text and background colour. `None`: the colour of the terminal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub glyph: char,
    pub foreground: Option<Rgb>,
    pub background: Option<Rgb>,
}

const BLANK: Cell = Cell { glyph: ' ', foreground: None, background: None };

/// Grid of characters. Parts of a drawing outside the grid are clipped.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Canvas {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
}

impl Canvas {
    pub(super) fn new(width: u16, height: u16) -> Self {
        Self { width, height, cells: vec![BLANK; usize::from(width) * usize::from(height)] }
    }

    pub(super) const fn width(&self) -> u16 {
        self.width
    }

    pub(super) const fn height(&self) -> u16 {
        self.height
    }

    pub(super) fn set(&mut self, x: u16, y: u16, cell: Cell) {
        if x < self.width
            && let Some(slot) = self.cells.get_mut(usize::from(y) * usize::from(self.width) + usize::from(x))
        {
            *slot = cell;
        }
    }

    /// Writes text that begins at a position. Control characters are made visible.
    pub(super) fn text(&mut self, x: u16, y: u16, foreground: Option<Rgb>, text: &str) {
        for (glyph, x) in visible(text).chars().zip(x..self.width) {
            self.set(x, y, Cell { glyph, foreground, background: None });
        }
    }

    /// Removes all colours.
    pub(super) fn remove_colors(&mut self) {
        for cell in &mut self.cells {
            (cell.foreground, cell.background) = (None, None);
        }
    }

    /// Writes the cells that differ from `before`. All cells if it is `None` or has another size.
    pub(super) fn draw(&self, before: Option<&Self>, mut out: &mut dyn Write) -> std::io::Result<()> {
        // The macro needs a sized writer.
        let out = &mut out;
        let before = before.filter(|before| (before.width, before.height) == (self.width, self.height));
        // A canvas without colours gets no colour codes.
        let plain = self.cells.iter().all(|cell| (cell.foreground, cell.background) == (None, None));
        let mut colors = plain.then_some((None, None));
        let mut cursor = None;
        for (i, cell) in self.cells.iter().enumerate() {
            if before.is_some_and(|before| before.cells[i] == *cell) {
                continue;
            }
            #[expect(clippy::cast_possible_truncation, reason = "both fit in a u16")]
            let (x, y) = ((i % usize::from(self.width)) as u16, (i / usize::from(self.width)) as u16);
            if cursor != Some((x, y)) {
                queue!(out, MoveTo(x, y))?;
            }
            if colors != Some((cell.foreground, cell.background)) {
                let color = |rgb: Option<Rgb>| rgb.map_or(Color::Reset, |[r, g, b]| Color::Rgb { r, g, b });
                queue!(
                    out,
                    SetForegroundColor(color(cell.foreground)),
                    SetBackgroundColor(color(cell.background))
                )?;
                colors = Some((cell.foreground, cell.background));
            }
            queue!(out, Print(cell.glyph))?;
            cursor = Some((x + 1, y));
        }
        if colors.is_some() && !plain {
            queue!(out, ResetColor)?;
        }
        out.flush()
    }

    /// Returns the canvas as lines of text with colour codes, without cursor movement.
    pub(super) fn lines(&self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(usize::from(self.width.max(1))) {
            let mut colors = None;
            for cell in row {
                if colors != Some((cell.foreground, cell.background)) {
                    let code = |kind: u8, [r, g, b]: Rgb| format!("\u{1b}[{kind};2;{r};{g};{b}m");
                    text.push_str("\u{1b}[0m");
                    text.extend(cell.foreground.map(|foreground| code(38, foreground)));
                    text.extend(cell.background.map(|background| code(48, background)));
                    colors = Some((cell.foreground, cell.background));
                }
                text.push(cell.glyph);
            }
            text.push_str("\u{1b}[0m\n");
        }
        text
    }

    /// Returns the characters only, one line per row, without trailing blanks.
    #[cfg(test)]
    pub(super) fn plain(&self) -> String {
        self.cells
            .chunks(usize::from(self.width.max(1)))
            .map(|row| row.iter().map(|cell| cell.glyph).collect::<String>().trim_end().to_owned() + "\n")
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_outside_is_clipped() {
        let mut canvas = Canvas::new(4, 2);
        canvas.text(2, 0, None, "long");
        canvas.text(0, 5, None, "low");
        canvas.text(9, 0, None, "far");
        assert_eq!(canvas.plain(), "  lo\n\n");
        Canvas::new(0, 0).text(0, 0, None, "no room");
    }

    #[test]
    fn only_changed_cells_are_drawn() -> std::io::Result<()> {
        let before = Canvas::new(40, 10);
        let mut after = before.clone();
        after.text(3, 4, Some([1, 2, 3]), "here");
        let mut bytes = Vec::new();
        after.draw(Some(&before), &mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains("here") && bytes.len() < 80, "{text:?}");
        bytes.clear();
        after.draw(Some(&after.clone()), &mut bytes)?;
        assert!(bytes.is_empty());
        Ok(())
    }
}
