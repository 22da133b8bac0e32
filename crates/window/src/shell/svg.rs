//! SVG of shapes that a painter of the panels draws.

use bevy_egui::egui::epaint::{ClippedShape, ColorMode, PathStroke, TextShape};
use bevy_egui::egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};
use std::fmt::Write;
use stonefield_lab::chart::escaped;

/// Function from a colour of the painter to a colour of the SVG: red, green, blue, and opacity from 0 to 1.
pub type SvgInk<'a> = &'a dyn Fn(Color32) -> ([u8; 3], f32);

/// Elements of an SVG, and the definitions to which they refer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SvgElements {
    /// Clip paths and gradients.
    pub definitions: String,
    /// Elements, in the order of drawing.
    pub body: String,
}

impl SvgElements {
    /// Returns the elements of shapes in a picture of this size, in points. Textures, gradients, ellipses,
    /// Bézier curves and callbacks are left out.
    #[must_use]
    pub fn of(shapes: &[ClippedShape], size: Vec2, ink: SvgInk<'_>) -> Self {
        let mut clips: Vec<Rect> = Vec::new();
        let mut body = String::new();
        let whole = Rect::from_min_size(Pos2::ZERO, size);
        for ClippedShape { clip_rect, shape } in shapes {
            let mut text = String::new();
            ShapeWriter { out: &mut text, ink }.shape(shape);
            let clip = clip_rect.intersect(whole);
            if text.is_empty() || !clip.is_positive() {
                continue;
            }
            if clip == whole {
                body += &text;
                continue;
            }
            let number = clips.iter().position(|other| *other == clip).unwrap_or_else(|| {
                clips.push(clip);
                clips.len() - 1
            });
            let _ = writeln!(body, "<g clip-path=\"url(#clip{number})\">\n{text}</g>");
        }
        let mut definitions = String::new();
        for (number, clip) in clips.iter().enumerate() {
            let _ =
                writeln!(definitions, "<clipPath id=\"clip{number}\"><rect {}/></clipPath>", place(*clip));
        }
        Self { definitions, body }
    }

    /// Returns the SVG of a picture of this size, in points. Its displayed size is multiplied by `scale`.
    #[must_use]
    pub fn document(&self, Vec2 { x, y }: Vec2, scale: f32) -> String {
        let (width, height) = (x * scale, y * scale);
        let Self { definitions, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {x} {y}\">\n<defs>\n{definitions}</defs>\n{body}</svg>\n"
        )
    }
}

/// Returns the SVG of shapes in a picture of this size, in points, in the painter's colours.
#[must_use]
pub fn svg(shapes: &[ClippedShape], size: Vec2) -> String {
    SvgElements::of(shapes, size, &unchanged).document(size, 1.0)
}

/// Returns a colour of the painter unchanged.
fn unchanged(color: Color32) -> ([u8; 3], f32) {
    let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
    ([red, green, blue], f32::from(alpha) / 255.0)
}

/// Writes shapes as elements.
struct ShapeWriter<'a> {
    out: &'a mut String,
    ink: SvgInk<'a>,
}

impl ShapeWriter<'_> {
    /// Writes a shape.
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.shape(shape)),
            Shape::Circle(circle) => {
                let (Pos2 { x, y }, r) = (circle.center, circle.radius);
                let (fill, stroke) = (self.paint("fill", circle.fill), self.line(circle.stroke));
                let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {fill} {stroke}/>");
            }
            Shape::LineSegment { points: [from, to], stroke } => {
                let (x1, y1, x2, y2) = (from.x, from.y, to.x, to.y);
                let _ = writeln!(
                    self.out,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {}/>",
                    self.line(*stroke)
                );
            }
            Shape::Path(path) => {
                let name = if path.closed { "polygon" } else { "polyline" };
                let (fill, stroke) = (self.paint("fill", path.fill), self.line(plain(&path.stroke)));
                let points = corners(&path.points);
                let _ = writeln!(
                    self.out,
                    "<{name} points=\"{points}\" {fill} {stroke} stroke-linejoin=\"round\"/>"
                );
            }
            Shape::Rect(rect) => {
                let inwards = match rect.stroke_kind {
                    StrokeKind::Inside => 0.5 * rect.stroke.width,
                    StrokeKind::Middle => 0.0,
                    StrokeKind::Outside => -0.5 * rect.stroke.width,
                };
                let inwards = if rect.stroke.is_empty() { 0.0 } else { inwards };
                let (fill, stroke) = (self.paint("fill", rect.fill), self.line(rect.stroke));
                let place = place(rect.rect.shrink(inwards));
                let _ =
                    writeln!(self.out, "<rect {place} rx=\"{}\" {fill} {stroke}/>", rect.corner_radius.nw);
            }
            Shape::Text(text) => self.text(text),
            Shape::Mesh(mesh) => {
                for corner in mesh.indices.chunks_exact(3) {
                    let corner = [0, 1, 2].map(|at| mesh.vertices[corner[at] as usize]);
                    let (points, fill) =
                        (corners(&corner.map(|vertex| vertex.pos)), self.paint("fill", corner[0].color));
                    let _ = writeln!(
                        self.out,
                        "<polygon points=\"{points}\" {fill} shape-rendering=\"crispEdges\"/>"
                    );
                }
            }
            // The panels do not draw these shapes in plots.
            Shape::Noop
            | Shape::Ellipse(_)
            | Shape::QuadraticBezier(_)
            | Shape::CubicBezier(_)
            | Shape::Callback(_) => {}
        }
    }

    /// Writes a text. Its width stays the same with another font.
    fn text(&mut self, text: &TextShape) {
        let Some(section) = text.galley.job.sections.first() else { return };
        let color = if section.format.color == Color32::PLACEHOLDER {
            text.fallback_color
        } else {
            section.format.color
        };
        let fill = self.paint("fill", text.override_text_color.unwrap_or(color));
        for placed in &text.galley.rows {
            let letters: String = placed.row.glyphs.iter().map(|glyph| glyph.chr).collect();
            let (Some(first), false) = (placed.row.glyphs.first(), letters.trim().is_empty()) else {
                continue;
            };
            // The text is centred for viewers that ignore `textLength`.
            let at = text.pos + placed.pos.to_vec2() + first.pos.to_vec2();
            let (size, width) = (section.format.font_id.size, placed.row.size.x);
            let middle = at.x + 0.5 * width;
            let _ = writeln!(
                self.out,
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-family=\"Ubuntu, 'DejaVu Sans', sans-serif\" font-size=\"{size}\" textLength=\"{width}\" \
                 lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" {fill}>{}</text>",
                at.y,
                escaped(&letters)
            );
        }
    }

    /// Returns the attributes of a stroke; empty without one.
    fn line(&self, stroke: Stroke) -> String {
        if stroke.is_empty() {
            return String::new();
        }
        format!("{} stroke-width=\"{}\"", self.paint("stroke", stroke.color), stroke.width)
    }

    /// Returns an attribute, `fill` or `stroke`, with a colour and its opacity.
    fn paint(&self, attribute: &str, color: Color32) -> String {
        let ([red, green, blue], alpha) = (self.ink)(color);
        if alpha <= 0.0 {
            format!("{attribute}=\"none\"")
        } else if alpha >= 1.0 {
            format!("{attribute}=\"#{red:02x}{green:02x}{blue:02x}\"")
        } else {
            format!("{attribute}=\"#{red:02x}{green:02x}{blue:02x}\" {attribute}-opacity=\"{alpha:.3}\"")
        }
    }
}

fn place(rect: Rect) -> String {
    let (Pos2 { x, y }, Vec2 { x: width, y: height }) = (rect.min, rect.size().max(Vec2::ZERO));
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn corners(points: &[Pos2]) -> String {
    points.iter().map(|point| format!("{:.2},{:.2}", point.x, point.y)).collect::<Vec<_>>().join(" ")
}

fn plain(stroke: &PathStroke) -> Stroke {
    match stroke.color {
        ColorMode::Solid(color) => Stroke::new(stroke.width, color),
        ColorMode::UV(_) => Stroke::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_become_elements_within_their_clips() {
        let clip = Rect::from_min_size(Pos2::ZERO, Vec2::splat(5.0));
        let half = Color32::from_rgba_unmultiplied(255, 0, 0, 128);
        let shapes = [
            ClippedShape {
                clip_rect: Rect::EVERYTHING,
                shape: Shape::circle_filled(Pos2::new(3.0, 4.0), 2.0, Color32::WHITE),
            },
            ClippedShape { clip_rect: clip, shape: Shape::hline(0.0..=9.0, 1.0, Stroke::new(2.0, half)) },
        ];
        let svg = svg(&shapes, Vec2::new(10.0, 8.0));
        assert!(svg.contains("<circle cx=\"3\" cy=\"4\" r=\"2\" fill=\"#ffffff\" />"), "{svg}");
        assert!(
            svg.contains(
                "<clipPath id=\"clip0\"><rect x=\"0\" y=\"0\" width=\"5\" height=\"5\"/></clipPath>"
            ),
            "{svg}"
        );
        assert!(svg.contains("stroke=\"#ff0000\" stroke-opacity=\"0.502\" stroke-width=\"2\""), "{svg}");
    }
}
